"""A statement about measured letters, judged where the claim's assumptions hold."""

from __future__ import annotations

from dataclasses import dataclass, replace

import sympy as sp

from checks.evidence import Evidence
from checks.methods.check import Effort, stands_for
from checks.methods.property import Property
from theory.claim import Claim


@dataclass(frozen=True)
class Assuming(Property):
    """The instances are wider than the assumptions, which are asked of every observation: a claim
    without one of them is judged without it.

    Give it ``confirm``: what is judged is an implication, in which nobody knows the catalogue's own
    statement any more.
    """

    def __post_init__(self) -> None:
        if self.confirm is None:
            raise ValueError(f"{self.name} has no confirm: expected a second way to look")

    def run(self, claim: Claim, statement: sp.Basic, effort: Effort) -> Evidence:
        """The evidence for: the claim's assumptions imply the statement.

        A bound that is true is true also where nothing attains it: that it be attained is asked of
        the catalogue's form and of its mutants, not of a statement that stands in its place.
        """
        replaced = statement == claim.expr and not stands_for(claim, statement)
        check = replace(self, sharp=False) if self.sharp and replaced else self
        return Property.run(check, claim, implied(premises(claim.given), statement), effort)


def premises(given: tuple) -> tuple:
    """The assumptions but for upper bounds of whole numbers, which say what is drawn elsewhere.

    >>> k, x = sp.Symbol("k", integer=True), sp.Symbol("x")
    >>> premises((k <= 6, k >= 2, x < 1))
    (k >= 2, x < 1)
    """
    return tuple(one for one in given if not _upper_end(one))


def _upper_end(assumption: sp.Basic) -> bool:
    if not isinstance(assumption, (sp.Le, sp.Lt)):
        return False
    low, high = assumption.args
    return bool(low.is_Symbol and low.is_integer and high.is_number)


def implied(given: tuple, statement: sp.Basic) -> sp.Basic:
    """The statement under its assumptions.

    >>> x = sp.Symbol("x")
    >>> implied((x > 0,), sp.Eq(x, 1)), implied((), sp.Eq(x, 1))
    (Implies(x > 0, Eq(x, 1)), Eq(x, 1))
    """
    if not given:
        return statement
    premise = given[0] if len(given) == 1 else sp.And(*given, evaluate=False)
    return sp.Implies(premise, statement, evaluate=False)
