"""One planted statement: a claim that we made up, what is wrong (or right) with it, and the verdict
it must get.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp

from checks.catalogue import checks_for
from checks.evidence import VERDICTS
from checks.methods.check import TIME_LIMIT, Check
from theory.catalogue import claim as claim_by_id
from theory.claim import Claim


@dataclass(frozen=True)
class Plant:
    """``expected`` is the verdict. The title of the claim says what was planted."""

    claim: Claim
    expected: str
    checks: tuple[Check, ...]
    seconds: float = TIME_LIMIT["quick"]

    def __post_init__(self) -> None:
        if self.expected not in VERDICTS:
            raise ValueError(
                f"{self.claim.id}: expected = {self.expected!r}: expected one of "
                f"{', '.join(VERDICTS)}"
            )


def plant(
    identifier: str,
    kind: str,
    planted: str,
    expected: str,
    printed: sp.Basic,
    *checks: Check,
    seconds: float = TIME_LIMIT["quick"],
    **more: Any,
) -> Plant:
    """A statement of our own with checks of its own."""
    claim = Claim(
        id=identifier,
        title=planted,
        kind=kind,
        line=1,
        label="planted",
        printed=printed,
        origin="ours",
        **more,
    )
    return Plant(claim, expected, checks, seconds)


def changed(
    real: str,
    words: str,
    planted: str,
    expected: str,
    printed: sp.Basic,
    *names: str,
    kind: str = "",
    given: tuple | None = None,
    **more: Any,
) -> Plant:
    """A claim of the catalogue with another statement, judged by that claim's own checks, or by
    those with these names.
    """
    claim = claim_by_id(real)
    # A theorem is of one statement: it has nothing to say of another.
    own = {check.name: check for check in checks_for(claim) if check.method != "theorem"}
    for name in names:
        if name not in own:
            raise LookupError(f"{real} has no check {name!r}: it has {', '.join(map(repr, own))}")
    return plant(
        f"{claim.setting}.{words}",
        kind or claim.kind,
        planted,
        expected,
        printed,
        *(own[name] for name in names or own),
        given=claim.given if given is None else given,
        **more,
    )
