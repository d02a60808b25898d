"""Statements that we planted: most are false, some are true, some say nothing. Can the machinery
tell?

They are built from the same claims and checks as the real ones and take the same route (a child
process, a time limit), but they are no part of the catalogue. ``agf mutate --planted`` prints the
table.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from checks.planted.plant import Plant
from theory.catalogue import SETTINGS


@cache
def plants() -> tuple[Plant, ...]:
    """Every planted statement, setting by setting."""
    return tuple(plant for setting in SETTINGS for plant in _planted_in(setting))


def _planted_in(setting: str) -> tuple[Plant, ...]:
    module = f"{__name__}.{setting}"
    try:
        return tuple(import_module(module).PLANTS)
    except ModuleNotFoundError as problem:
        if problem.name != module:
            raise
        raise LookupError(
            f"nothing is planted in {setting}: write checks/planted/{setting}.py (CONTRIBUTING.md, "
            "A setting)"
        ) from None
