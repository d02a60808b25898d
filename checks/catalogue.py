"""Which checks a claim has: the file of its setting says so, under the claim's id."""

from __future__ import annotations

from importlib import import_module

from checks.methods.check import Check
from checks.methods.theorem import Kernel, written
from theory.catalogue import SETTINGS, claims
from theory.claim import Claim

KERNEL = Kernel()


def checks_for(claim: Claim) -> tuple[Check, ...]:
    """The checks of a claim, strongest method first; an empty answer makes the claim ``vacuous``."""
    own = import_module(f"checks.{claim.setting}").CHECKS.get(claim.id, ())
    return (KERNEL, *own) if claim.id in written(claim.setting) else tuple(own)


def load() -> None:
    """Import every setting once, so that workers forked from here start at once."""
    claims()
    for name in SETTINGS:
        import_module(f"checks.{name}")
