"""Proofs for symbols of any value within the assumptions.

A computer-algebra answer is not trusted alone: before a proof is believed, the statement is tried in ball
arithmetic at exact instances, and a decided violation there is a refutation. ``simplify`` returning something
else than zero means "not shown", never "false".
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import sympy as sp
from sympy.logic import boolalg

from theory.claim import Claim

from .certify import Definitions, counterexample, refute, substituted
from .check import Effort
from .evidence import Evidence

_ROUTES: tuple[Callable[[sp.Expr], sp.Expr], ...] = (
    lambda e: e, sp.expand, sp.simplify,
    lambda e: sp.simplify(e.rewrite(sp.exp)),
    lambda e: sp.simplify(sp.expand_log(sp.powsimp(sp.expand(e)), force=False)),
    lambda e: sp.simplify(sp.logcombine(e)),
    lambda e: sp.radsimp(sp.factor(e)),
    lambda e: sp.simplify(sp.piecewise_fold(e)),
)


def vanishes(expr: sp.Expr) -> bool:
    """Is ``expr`` identically zero? True is a proof, False means only that none was found."""
    return any(_is_zero(route, expr) for route in _ROUTES)


def _is_zero(route: Callable[[sp.Expr], sp.Expr], expr: sp.Expr) -> bool:
    try:
        return route(expr) == 0
    except (TypeError, ValueError, NotImplementedError, AttributeError):
        return False  # a route that does not apply to this kind of expression shows nothing


def provable(statement: sp.Basic) -> bool:
    """Is the statement true for all values its symbols' assumptions allow? False means "not shown"."""
    if statement is sp.true:
        return True
    if isinstance(statement, boolalg.And):
        return all(provable(part) for part in statement.args)
    if isinstance(statement, boolalg.Or):
        return any(provable(part) for part in statement.args)
    if isinstance(statement, boolalg.Implies):
        return provable(statement.args[1])
    if isinstance(statement, sp.Eq):
        left, right = (side.doit() for side in statement.args)
        return left == right or vanishes(left - right)
    if isinstance(statement, (sp.Ge, sp.Le, sp.Gt, sp.Lt)):
        big, small = statement.args if isinstance(statement, (sp.Ge, sp.Gt)) else reversed(statement.args)
        strict = isinstance(statement, (sp.Gt, sp.Lt))
        forms = (lambda e: e, sp.expand, sp.factor, sp.simplify)
        return any((form(big - small).is_positive if strict else form(big - small).is_nonnegative) for form in forms)
    if isinstance(statement, sp.Ne):
        return any(form(statement.args[0] - statement.args[1]).is_nonzero for form in (sp.expand, sp.factor, sp.simplify))
    return False


@dataclass(frozen=True)
class Symbolic:
    """Prove the statement once the observed symbols are replaced by their definitions.

    ``where`` may be a function, so that an integral or a derivative is taken when the check runs, not at import.
    """

    name: str
    where: Definitions = sp.Dict()
    given: tuple = ()
    examples: int = 25
    method: str = "symbolic"

    def run(self, claim: Claim, statement: sp.Basic, effort: Effort) -> Evidence:
        relation = substituted(statement, self.where)
        found = refute(claim, relation, self.given, self.examples, effort.seed)
        outcome = found.outcome
        if outcome != "fails":
            outcome = "holds" if provable(relation) else "unknown"
        return Evidence(self.name, self.method, outcome, instances=found.tried, rejected=found.rejected,
                        max_error=found.worst, digits=found.digits, counterexample=counterexample(found))


@dataclass(frozen=True)
class ByDerivation:
    """Run the claim's own derivation, every step re-checked, and compare its end with the statement."""

    name: str = "every step of the derivation"
    method: str = "symbolic"

    def run(self, claim: Claim, statement: sp.Basic, effort: Effort) -> Evidence:
        chain = claim.derivation
        how = chain.check()
        relation = statement.xreplace({statement.args[0]: chain.result})
        found = refute(claim, relation, (), 25, effort.seed)
        outcome = found.outcome
        if outcome != "fails":
            outcome = "holds" if provable(relation) else "unknown"
        return Evidence(self.name, self.method, outcome, instances=found.tried, rejected=found.rejected,
                        counterexample=counterexample(found),
                        detail=tuple(f"{step.rule}: {shown}" for step, shown in zip(chain.steps, how)))
