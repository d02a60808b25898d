"""An aligned head, V = Q.v = K.v = |theta|/sqrt(3), is solved exactly: there the bounds are
attained.

Its utility on the sphere is U = N lambda^2/(3 sqrt 3) all the way, so that S = 3 U t and
|theta|' = 3 eta U |theta|^2, whose solution reaches one at 3 eta U t = 1/|theta(0)| - 1.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from checks.evidence import Evidence
from checks.methods.certified import Definitions, attained, counterexample, refute, substituted
from checks.methods.check import Effort
from checks.methods.proved import provable
from theory import attention as paper
from theory.claim import Claim
from theory.notation import S, eta, t
from theory.vanishing import vanishes

GROWTH = 3 * paper.N * paper.lam_k**2 * (1 / sp.sqrt(3)) ** 3  # 3 U


def accumulated() -> dict:
    """S at the time t, before the jump."""
    return {S: GROWTH * t}


def first_jump() -> dict:
    """The time of the first jump, its one plateau weighted, at any start mu and rate eta."""
    time = (1 / paper.mu - 1) / (eta * GROWTH)
    return {
        paper.gap: time,
        paper.weighted: paper.lam_k**2 * time,
        paper.lam_now: paper.lam_k,
    }


def vanishing_start() -> dict:
    """The same for mu = alpha m, eta = 1/alpha and alpha -> 0."""
    alpha, size = sp.Symbol("alpha", positive=True), paper.mu_limit
    time = sp.limit(alpha * (1 / (alpha * size) - 1) / GROWTH, alpha, 0)
    return {
        paper.gap_limit: time,
        paper.weighted_limit: paper.lam_k**2 * time,
        paper.lam_now: paper.lam_k,
    }


@dataclass(frozen=True)
class Exactly:
    """The statement at a family of instances that is known exactly, tried in balls: evidence about
    that family alone. Two sides that are the same formula break a strict inequality, which no ball
    can see."""

    name: str
    definitions: Definitions
    examples: int = 25
    method: str = "property"

    def run(self, claim: Claim, statement: sp.Basic, effort: Effort) -> Evidence:
        """Holds, fails, or unknown; whether a bound is attained is a remark."""
        relation = substituted(statement, self.definitions)
        search = refute(claim, relation, (), self.examples, effort.seed)
        remark = "attained" if provable(attained(relation)) else "not shown to be attained"
        more: dict = {"detail": (*search.details, f"{remark} by aligned heads")}
        tie = equal_sides(relation)
        if search.outcome == "fails" or tie is None:
            more["counterexample"] = counterexample(search, statement, self.definitions)
        else:
            more["counterexample"] = f"every aligned head: both sides are {tie}"
            more |= {"outcome": "fails", "refuted_by": "exact"}
        return search.evidence(self, **more)


def equal_sides(relation: sp.Basic) -> sp.Expr | None:
    """The side of a strict inequality, or of !=, in a conjunction, whose two sides are equal.

    >>> x = sp.Symbol("x")
    >>> equal_sides(sp.Lt(2 * x, x + x, evaluate=False)), equal_sides(sp.Lt(x, 2 * x))
    (2*x, None)
    """
    if isinstance(relation, sp.And):
        return next((tie for part in relation.args if (tie := equal_sides(part)) is not None), None)
    if isinstance(relation, (sp.Lt, sp.Gt, sp.Ne)) and vanishes(relation.lhs - relation.rhs):
        return relation.lhs
    return None
