"""A statement judged whole, case by case: each letter by its definition, the assumptions carried
along.

Nothing is read by its place. A statement is what it is after its letters have been replaced,
whatever its relation and its conjuncts; one with a letter that has no definition here is not
judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

import sympy as sp
from sympy.core.function import AppliedUndef

from checks.evidence import Evidence
from checks.methods.certified import counterexample, on_sides, refute, substituted
from checks.methods.check import Effort
from checks.methods.of_another import OfAnother
from checks.methods.poles import divided_by_zero
from checks.methods.proved import provable, under_all_assumptions
from theory.claim import Claim

Case = Mapping[sp.Basic, sp.Basic]
Change = Callable[[sp.Basic], sp.Basic]


class Unreadable(ValueError):
    """A shape, or a letter, that this check cannot judge: the answer is unknown."""


def unchanged(statement: sp.Basic) -> sp.Basic:
    """The statement itself."""
    return statement


def narrowed(claim: Claim, case: Case) -> Claim | None:
    """The claim with its assumptions in the letters of the case; None where they exclude it."""
    given = tuple(condition.xreplace(dict(case)) for condition in claim.given)
    return None if sp.false in given else replace(claim, given=given)


@dataclass(frozen=True)
class InCases:
    """Prove the statement in every case: the cases together are all that the assumptions allow.

    ``free`` are the letters that may have any value; every other letter needs a definition in the
    case. ``restated`` turns the statement into one that says the same (it raises
    :class:`Unreadable` where it cannot), ``rewrite`` applies identities to either side after the
    letters are replaced. A case may name an expression by a letter of its own, which a proof may
    leave free; ``tied`` says what the expression is, and instances keep to it. ``only_for`` are
    assumptions that the cases rest on: of a statement without them nothing is said. ``within`` are
    conditions on the letters of the cases themselves; instances keep to them.
    """

    name: str
    cases: Callable[[], Iterable[Case]]
    free: frozenset[sp.Symbol] = frozenset()
    restated: Change = unchanged
    rewrite: Change = unchanged
    tied: Case = sp.Dict()
    only_for: tuple[sp.Basic, ...] = ()
    within: tuple[sp.Basic, ...] = ()
    examples: int = 8
    method: str = "symbolic"

    def run(self, claim: Claim, statement: sp.Basic, effort: Effort) -> Evidence:
        """Fails at an instance of a case that breaks it; holds where every case is proved; else
        unknown.
        """
        total = Evidence(self.name, self.method, "holds", max_error=0.0)
        seen: set[sp.Basic] = set()
        try:
            read = self._read(claim, statement)
            for case in self.cases():
                there = narrowed(claim, case)
                if there is None:
                    continue
                relation = on_sides(self._filled(read, case), self.rewrite)
                if relation not in seen:
                    seen.add(relation)
                    total = self._with(total, there, statement, relation, case, effort)
                if total.outcome == "fails":
                    return total
        except Unreadable as why:
            return replace(total, outcome="unknown", detail=(str(why),))
        if not seen:
            return replace(total, outcome="unknown", rejected=1)
        return under_all_assumptions(claim, total)

    def _read(self, claim: Claim, statement: sp.Basic) -> sp.Basic:
        missing = [one for one in self.only_for if one not in claim.given]
        if missing:
            raise Unreadable(f"judged only under {', '.join(map(str, missing))}")
        return self.restated(statement)

    def _filled(self, statement: sp.Basic, case: Case) -> sp.Basic:
        """The statement in the letters of the case."""
        functions = {one.func for one in statement.atoms(AppliedUndef)}
        strange = (statement.free_symbols | functions) - set(case) - self.free
        if strange:
            names = ", ".join(sorted(map(str, strange)))
            raise Unreadable(f"{names}: no definition in this check, so nothing is said of it")
        return substituted(statement, case)

    def _with(
        self,
        total: Evidence,
        claim: Claim,
        statement: sp.Basic,
        relation: sp.Basic,
        case: Case,
        effort: Effort,
    ) -> Evidence:
        """What is known with one case more."""
        ties = dict(self.tied)
        if self.examples:
            exact = on_sides(relation, lambda side: side.xreplace(ties))
            found = refute(claim, exact, self.within, self.examples, effort.seed)
            values = {letter: value.xreplace(ties) for letter, value in case.items()} | ties
            digits = [one for one in (total.digits, found.digits) if one is not None]
            total = replace(
                total,
                instances=total.instances + found.tried,
                rejected=total.rejected + (0 if found.tried else found.rejected),
                max_error=max(total.max_error or 0.0, found.worst),
                digits=min(digits) if digits else None,
            )
            if found.outcome == "fails":
                broken = counterexample(found, statement, values)
                return replace(total, outcome="fails", counterexample=broken)
        if total.outcome == "holds" and not provable(relation):
            return replace(total, outcome="unknown")
        if total.outcome == "holds":  # what cancels in a case may be zero there
            poles = divided_by_zero(claim, statement, case, self.within, effort.seed)
            if poles.counterexample is not None:
                return replace(total, outcome="unknown", detail=(poles.judgement.sides,))
        return total


@dataclass(frozen=True)
class DerivedValue:
    """The claim's derivation, every step re-checked, gives the value of ``letter``: does the
    statement follow?

    The letters of a derivation may be tied to each other in ways it does not say, so that it can
    show a statement and never refute one.
    """

    letter: sp.Symbol
    cases: Callable[[], Iterable[Case]] = lambda: ({},)
    name: str = "every step of the derivation"
    method: str = "symbolic"

    def run(self, claim: Claim, statement: sp.Basic, effort: Effort) -> Evidence:
        """Holds where the derivation proves its end and the statement follows from it; else
        unknown.
        """
        chain = claim.derivation
        if chain is None or chain.relation != "=":
            return Evidence(self.name, self.method, "unknown", detail=("no derivation of a value",))
        how = chain.check()
        follows = chain.proves() and all(
            provable(substituted(statement, {**case, self.letter: chain.result.subs(case)}))
            for case in self.cases()
            if narrowed(claim, case) is not None
        )
        return Evidence(
            self.name,
            self.method,
            "holds" if follows else "unknown",
            detail=tuple(f"{step.rule}: {way}" for step, way in zip(chain.steps, how)),
        )


@dataclass(frozen=True)
class Rewritten(OfAnother):
    """Another check, of the statement in other words; of one that cannot be put into them nothing
    is said.
    """

    restated: Change

    def run(self, claim: Claim, statement: sp.Basic, effort: Effort) -> Evidence:
        """The evidence of the check about the rewritten statement."""
        try:
            return self.check.run(claim, self.restated(statement), effort)
        except Unreadable as why:
            return Evidence(self.name, self.method, "unknown", detail=(str(why),))
