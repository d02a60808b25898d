"""A statement at a family of instances that is known exactly: where a bound is attained, where two
things happen at once.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import sympy as sp
from sympy.core.relational import Relational

from checks.evidence import Evidence
from checks.methods.certified import (
    Definitions,
    attained,
    counterexample,
    on_sides,
    refute,
    substituted,
)
from checks.methods.check import Effort
from checks.methods.proved import provable
from checks.methods.ties import STRICT, tied, with_ties
from theory.claim import Claim


@dataclass(frozen=True)
class Exactly:
    """The statement at a family of instances that is known exactly, tried in balls: evidence about
    that family alone. Two sides that are the same formula break a strict inequality, which no ball
    can see. ``family`` names it in a sentence.
    """

    name: str
    definitions: Definitions
    family: str = "aligned heads"
    given: tuple = ()
    examples: int = 25
    method: str = "property"

    def run(self, claim: Claim, statement: sp.Basic, effort: Effort) -> Evidence:
        """Holds, fails, or unknown; whether a bound is attained is a remark."""
        relation = substituted(statement, self.definitions)
        # what is assumed of a letter is assumed of what stands in its place
        assumed = [
            on_sides(substituted(one, self.definitions), _limits_taken)
            for one in (*claim.given, *self.given)
            if one.args
        ]
        here = replace(claim, given=tuple(one for one in assumed if one.free_symbols))
        search = refute(here, relation, (), self.examples, effort.seed)
        remark = "attained" if provable(attained(relation)) else "not shown to be attained"
        more: dict = {"detail": (*search.details, f"{remark} by {self.family}")}
        if search.outcome == "fails" or with_ties(relation) is not sp.false:
            more["counterexample"] = counterexample(search, statement, self.definitions)
        else:
            more["counterexample"] = f"all {self.family}: both sides are {equal_side(relation)}"
            more |= {"outcome": "fails", "refuted_by": "exact"}
        return search.evidence(self, **more)


def _limits_taken(side: sp.Basic) -> sp.Basic:
    return side.replace(lambda e: isinstance(e, sp.Limit), lambda e: e.doit())


def equal_side(relation: sp.Basic) -> sp.Expr | None:
    """What both sides are in a part of the statement, a strict one before another."""
    parts = sorted(relation.atoms(Relational), key=lambda one: not isinstance(one, STRICT))
    return next((side for one in parts if (side := tied(one)) is not None), None)
