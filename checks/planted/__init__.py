"""Statements that we planted: most are false, some are true, some say nothing. Can the machinery tell?

They are built from the same claims and checks as the real ones and take the same route (a child process, a time
limit), but they are no part of the catalogue. ``agf mutate --planted`` prints the table.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from checks.planted.plant import Plant
from theory.catalogue import SETTINGS


@cache
def plants() -> tuple[Plant, ...]:
    """Every planted statement, setting by setting."""
    return tuple(one for name in SETTINGS for one in import_module(f"{__name__}.{name}").PLANTS)
