"""Which checks a claim has: the file of its setting says so, under the claim's id."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from checks.methods.check import Check
from checks.methods.own_theorem import OwnTheorem
from checks.methods.theorem import Kernel, written
from theory.catalogue import SETTINGS, claims_of
from theory.claim import Claim
from theory.validate import abbreviated

KERNEL = Kernel()
OWN_THEOREM = OwnTheorem()


def checks_for(claim: Claim) -> tuple[Check, ...]:
    """The checks of a claim, strongest method first; an empty answer makes the claim
    ``vacuous``.
    """
    if claim.checks or claim.proof or claim.setting not in SETTINGS:
        return (*((OWN_THEOREM,) if claim.proof else ()), *_usable(claim))
    own = import_module(f"checks.{claim.setting}").CHECKS.get(claim.id, ())
    return (KERNEL, *own) if claim.id in written(claim.setting) else tuple(own)


def _usable(claim: Claim) -> tuple[Check, ...]:
    """The checks that a claim brings itself, or what is wrong with one."""
    for number, one in enumerate(claim.checks):
        if not all(hasattr(one, name) for name in ("name", "method", "run")):
            raise ValueError(
                f"{claim.id}: checks[{number}] is {abbreviated(one)}: expected a way of judging, "
                "such as "
                "Certified() (`from checks import Certified`)"
            )
        recheck = (Kernel(), OwnTheorem())
        if type(one) not in map(type, recheck) and one in recheck:
            raise ValueError(
                f"{claim.id}: checks[{number}] is equal to the re-check, and is not it"
            )
    names = [one.name for one in claim.checks]
    if len(set(names)) < len(names):
        raise ValueError(f"{claim.id}: two checks have one name, of {', '.join(names)}")
    return claim.checks


def load(settings: Sequence[str] = SETTINGS) -> None:
    """Import settings once, all of them or these, so that workers forked from here
    start at once.
    """
    for name in settings:
        claims_of(name)
        import_module(f"checks.{name}")
