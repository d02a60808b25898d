"""A theorem L = R refutes L = R' where the two right sides differ: no instance of L is needed.

The letters of R and R' must be free, or gone. Where the claim's letters have no definitions, the
theorem speaks of every value that the assumptions allow, and one exact instance at which the
balls of R and R' do not meet is a counterexample. Where letters are defined, nothing says which
values are attained together: then R and R' must be numbers, and that the definitions have a
witness does the rest. In any other case nothing is said.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from checks.methods.balls import evaluate, show
from checks.methods.certified import refute
from checks.methods.check import Search, named
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

    def at(self, values: Mapping[sp.Symbol, Any]) -> str:
        """The instance, what the theorem says there, and what is stated."""
        here = self.statement if self.statement.lhs == self.left else self.statement.reversed
        which = f"{named(values)}: " if values else ""
        sign = "=" if isinstance(here, sp.Eq) else here.rel_op
        return (
            f"{which}{self.left} = {_number(self.right, values)} by the theorem, "
            f"where {sign} {_number(here.rhs, values)} is stated"
        )


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
    """May the letters of both right sides take every value that the assumptions allow?"""
    implied = found.implied
    if implied.atoms(AppliedUndef, sp.Limit) or implied.has(found.left):
        return False
    return not (implied.free_symbols and _defined(claim))


def _defined(claim: Claim) -> bool:
    """Has a letter of the claim a definition?"""
    from theory.proof.letters import READINGS

    import_module(f"theory.{claim.setting}.letters")
    return bool(READINGS.get(claim.id))


def contradicted(claim: Claim, found: Rival, seed: int) -> Search:
    """The search for an instance at which what the theorem says and the statement differ."""
    return refute(claim, found.implied, (), EXAMPLES, seed)
