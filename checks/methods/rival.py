"""A theorem L = R refutes L = R' where the two right sides differ: no instance of L is needed.

The letters of R and R' must be free, or gone. Where the claim's letters have no definitions, the
theorem speaks of every value that the assumptions allow, and one exact instance at which the
balls of R and R' do not meet is a counterexample. Where letters are defined, not every value is
attained: then R and R' must be numbers, and that the definitions have a witness does the rest; or
the setting gives data and computes the letters from their definitions there (``ATTAINED`` of
``checks.<setting>``). In any other case nothing is said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from checks.methods.balls import evaluate, judge, show
from checks.methods.check import Rejected, Search, named
from checks.methods.written import as_written, side_in_numbers
from theory.catalogue import claim as claim_by_id
from theory.claim import Claim

EXAMPLES = 60  # as for a certificate: both sides are formulas, and quickly evaluated


@dataclass(frozen=True)
class Rival:
    """``theorem`` says ``left = right``; ``statement`` says something else of ``left``."""

    theorem: sp.Eq
    left: sp.Expr
    right: sp.Expr
    statement: Relational

    @property
    def implied(self) -> Relational:
        """What the statement says of ``right``, which is what ``left`` is."""
        sides = (self.right if side == self.left else side for side in self.statement.args)
        return self.statement.func(*sides, evaluate=False)

    def counterexample(self, values: Mapping[sp.Symbol, Any], data: str = "") -> str:
        """The instance, what the theorem says there, and what is stated."""
        here = self.statement if self.statement.lhs == self.left else self.statement.reversed
        spoken = {one: value for one, value in values.items() if one in self.implied.free_symbols}
        which = ", ".join(filter(None, (data, named(spoken))))
        sign = "=" if isinstance(here, sp.Eq) else here.rel_op
        return (
            f"{which}{': ' * bool(which)}{self.left} = {_number(self.right, values)} by the "
            f"theorem; stated: {sign} {_number(here.rhs, values)}"
        )


@dataclass(frozen=True)
class Attained:
    """Data, and the values that the letters of a claim have there by their definitions."""

    data: str
    values: Callable[[], Mapping[sp.Symbol, Any]]


def _number(side: sp.Expr, values: Mapping[sp.Symbol, Any]) -> str:
    """A fraction or a radical, a constant such as -log(2) by its formula, or a decimal."""
    exactly = side_in_numbers(side, values)
    if exactly is None:
        return str(side) if side.is_number else show(evaluate(side, values))
    return as_written(exactly) or show(evaluate(side, values))


def rival(claim: Claim, statement: sp.Basic) -> Rival | None:
    """The form of the claim that we stand for, where it is an equation that shares a side with
    this statement, and what differs is made of free letters.
    """
    try:
        ours = claim_by_id(claim.id).expr
    except LookupError:
        return None
    if not isinstance(ours, sp.Eq) or not isinstance(statement, Relational) or ours == statement:
        return None
    for left, right in (ours.args, ours.args[::-1]):
        if left in statement.args and not left.is_number:
            found = Rival(ours, left, right, statement)
            return found if _free(claim, found) else None
    return None


def _free(claim: Claim, found: Rival) -> bool:
    """May the letters of both right sides take every value that the assumptions allow, or are
    there values that they do take?
    """
    implied = found.implied
    if implied.atoms(AppliedUndef, sp.Limit) or implied.has(found.left):
        return False
    if any(one.atoms(AppliedUndef) for one in claim.given):
        return False
    if not (implied.free_symbols and _defined(claim)):
        return True
    known = attained(claim)
    return known is not None and implied.free_symbols <= set(known.values())


def _defined(claim: Claim) -> bool:
    """Has a letter of the claim a definition?"""
    from checks.methods.theorem import read_letters  # which imports this file
    from theory.proof.letters import READINGS

    read_letters(claim.setting)
    return bool(READINGS.get(claim.id))


def attained(claim: Claim) -> Attained | None:
    """What the setting says that the letters of the claim are, at some data."""
    return getattr(import_module(f"checks.{claim.setting}"), "ATTAINED", {}).get(claim.id)


def contradicted(claim: Claim, found: Rival, seed: int) -> tuple[Search, str]:
    """The search for an instance at which what the theorem says and the statement differ, and the
    instance in words.
    """
    from checks.methods.certified import refute  # these load Hypothesis, and take a second
    from checks.methods.instances import require

    known = attained(claim) if found.implied.free_symbols and _defined(claim) else None
    if known is None:
        tried = refute(claim, found.implied, (), EXAMPLES, seed)
        return tried, found.counterexample(tried.counterexample) if tried.outcome == "fails" else ""
    values = dict(known.values())
    try:
        require(claim.given, values)
    except Rejected:
        return Search(rejected=1), ""
    judgement = judge(found.implied, values)
    broken = values if judgement.holds is False else None
    tried = Search(tried=1, counterexample=broken, judgement=judgement)
    return tried, found.counterexample(values, known.data) if broken is not None else ""
