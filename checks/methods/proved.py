"""Proofs for symbols of any value within the assumptions.

A computer-algebra answer is not trusted alone: before a proof is believed, the statement is tried
in ball arithmetic at exact instances, and a decided violation there is a refutation. ``simplify``
returning something else than zero means "not shown", never "false".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.logic import boolalg

from checks.evidence import Evidence
from checks.methods.certified import Definitions, counterexample, refute, substituted
from checks.methods.check import Check, Effort, Search, dropped
from checks.methods.poles import divided_by_zero, unclear_pole
from theory.claim import Claim
from theory.vanishing import vanishes

NO_VALUE = (sp.nan, sp.zoo, sp.AccumBounds)


def provable(statement: sp.Basic) -> bool:
    """Is the statement true for all values its symbols' assumptions allow? False means
    "not shown".
    """
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
        if left.has(*NO_VALUE) or right.has(*NO_VALUE):
            return False  # to SymPy nan = nan, and two limits are equal where neither exists
        return left == right or vanishes(left - right)
    if isinstance(statement, sp.Ge) and isinstance(statement.args[1], sp.Max):
        return all(
            provable(sp.Ge(statement.args[0], part, evaluate=False))
            for part in statement.args[1].args
        )
    if isinstance(statement, (sp.Ge, sp.Le, sp.Gt, sp.Lt)):
        big, small = (
            statement.args if isinstance(statement, (sp.Ge, sp.Gt)) else reversed(statement.args)
        )
        strict = isinstance(statement, (sp.Gt, sp.Lt))
        forms = (lambda e: e, sp.expand, sp.factor, sp.simplify)
        return any(
            (form(big - small).is_positive if strict else form(big - small).is_nonnegative)
            for form in forms
        )
    if isinstance(statement, sp.Ne):
        return any(
            form(statement.args[0] - statement.args[1]).is_nonzero
            for form in (sp.expand, sp.factor, sp.simplify)
        )
    return False


def under_all_assumptions(claim: Claim, evidence: Evidence) -> Evidence:
    """The evidence; a proof says nothing of the claim without an assumption under which it was
    worked out.
    """
    missing = dropped(claim) if evidence.outcome == "holds" else ()
    if not missing:
        return evidence
    return replace(evidence, outcome="unknown", detail=(f"shown only under {', '.join(missing)}",))


def _same(statement: sp.Basic) -> sp.Basic:
    return statement


@dataclass(frozen=True)
class Symbolic:
    """``Symbolic()``: is left - right = 0? Computer algebra for every value of the letters, after
    instances that may refute.

    >>> from sympy import Symbol, cos, sin
    >>> from checks import Symbolic, verify
    >>> from theory import Claim
    >>> from theory.claim import equation
    >>> x = Symbol("x", real=True)
    >>> circle = Claim(id="mine.circle", title="The circle", kind="identity",
    ...                printed=equation(sin(x)**2 + cos(x)**2, 1))
    >>> verify(circle, checks=[Symbolic()]).verdict
    'argued'

    It proves the statement once the observed symbols are replaced by their definitions.

    ``definitions`` may be a function, so that an integral or a derivative is taken when the check
    runs, not at import. ``rewrite`` turns the statement into the one to prove: a solution formula,
    say, into "it solves the equation". ``afterwards`` are replacements made after derivatives have
    been taken. ``cases`` splits what is to be proved (not what is sampled) into cases that cover
    everything.
    """

    name: str = "computer algebra"
    definitions: Definitions = sp.Dict()
    given: tuple = ()
    afterwards: tuple[tuple[sp.Basic, sp.Basic], ...] = ()
    rewrite: Callable[[sp.Basic], sp.Basic] = _same
    cases: Callable[[sp.Basic], sp.Basic] = _same
    examples: int = 25
    method: str = "symbolic"

    def run(self, claim: Claim, statement: sp.Basic, effort: Effort) -> Evidence:
        """Exact instances first, which may refute; then computer algebra for every value."""
        relation = substituted(self.rewrite(statement), self.definitions).xreplace(
            dict(self.afterwards)
        )
        found = (
            refute(claim, relation, self.given, self.examples, effort.seed)
            if self.examples
            else Search()
        )
        outcome = found.outcome
        if outcome != "fails":
            outcome = "holds" if provable(self.cases(relation)) else "unknown"
        if outcome == "holds":
            poles = divided_by_zero(
                claim, self.rewrite(statement), self.definitions, self.given, effort.seed
            )
            if poles.counterexample is not None:
                sides = poles.judgement.sides
                return poles.evidence(self, counterexample=sides, refuted_by="exact")
            unclear = unclear_pole(claim, self.rewrite(statement), self.definitions)
            if unclear is not None:
                why = f"whether {unclear} is zero somewhere is not known"
                return found.evidence(self, outcome="unknown", detail=(*found.details, why))
        evidence = found.evidence(
            self, outcome=outcome, counterexample=counterexample(found, statement, self.definitions)
        )
        return under_all_assumptions(claim, evidence)


@dataclass(frozen=True)
class ProvedAfterTrying:
    """A proof of the setting's own making: ``proof(statement)`` is True only where the statement
    follows.

    ``tried`` is a check on instances that must not fail first: a proof is not trusted alone, and
    mutants are refuted there.
    """

    name: str
    tried: Check
    proof: Callable[[sp.Basic], bool]
    method: str = "symbolic"

    def run(self, claim: Claim, statement: sp.Basic, effort: Effort) -> Evidence:
        """The check on instances first, which may refute; then the proof."""
        seen = self.tried.run(claim, statement, effort)
        outcome = (
            seen.outcome
            if seen.outcome == "fails"
            else "holds"
            if self.proof(statement)
            else "unknown"
        )
        return under_all_assumptions(
            claim, replace(seen, check=self.name, method=self.method, outcome=outcome)
        )


@dataclass(frozen=True)
class ByDerivation:
    """``ByDerivation()``: start = ... = result, the claim's own ``derive`` again, step by step.

    >>> from sympy import Eq, Integral, Symbol
    >>> from checks import ByDerivation, verify
    >>> from theory import Claim, derive
    >>> s, t, A = Symbol("s", positive=True), Symbol("t", positive=True), Symbol("A", real=True)
    >>> area = Claim(id="mine.area", title="An area", kind="identity", printed=Eq(A, t**2),
    ...              derive=lambda: derive(Integral(2 * s, (s, 0, t))).integrate())
    >>> verify(area, checks=[ByDerivation()]).verdict
    'argued'

    It runs the claim's own derivation, every step re-checked, and compare its end with the
    statement."""

    name: str = "every step of the derivation"
    cases: Callable[[sp.Basic], sp.Basic] = _same
    method: str = "symbolic"

    def run(self, claim: Claim, statement: sp.Basic, effort: Effort) -> Evidence:
        """Every step checked again; then the statement with the end of the chain for the letter
        that the claim is about.
        """
        chain = claim.derivation
        if chain is None:
            raise ValueError(f"{claim.id} has no derivation: expected one to re-check")
        how = chain.check()
        if chain.relation != "=":
            raise ValueError(
                f"the derivation of {claim.id} is a chain of bounds ({chain.relation}): its end is "
                "not the value of its start"
            )
        # The claim's letter, not whatever stands on the left of the statement: 2 y = f says
        # something else than y = f.
        letter = claim.expr.args[0]
        if not isinstance(letter, (sp.Symbol, AppliedUndef)):
            raise ValueError(f"{claim.id} states something of {letter}: expected a letter")
        relation = statement.xreplace({letter: chain.result})
        found = refute(claim, relation, (), 25, effort.seed)
        outcome = found.outcome
        if outcome != "fails":
            outcome = "holds" if chain.proves() and provable(self.cases(relation)) else "unknown"
        return found.evidence(
            self,
            outcome=outcome,
            counterexample=counterexample(found),
            detail=tuple(f"{step.rule}: {said}" for step, said in zip(chain.steps, how)),
        )
