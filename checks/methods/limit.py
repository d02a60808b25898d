"""Limits of formulas as a check: the statement at exact instances, its limits followed until they
settle.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from checks.evidence import Evidence
from checks.methods.balls import Judgement
from checks.methods.certified import Definitions, at_named_points, substituted
from checks.methods.check import UNDECIDED, Effort, named, search
from checks.methods.instances import require, strategy
from checks.methods.ladder import FIRST_LOOK, judge_limits
from theory.claim import Claim

HOW = (
    "log(1/alpha) doubles from one alpha to the next; the last four are extrapolated in "
    "1/log(1/alpha)"
)


@dataclass(frozen=True)
class Limiting:
    """``Limiting()``: is lim f(x) = L? Formulas followed in ball arithmetic until they settle.

    >>> from sympy import Eq, Limit, Symbol, oo, tanh
    >>> from checks import Limiting, verify
    >>> from theory import Claim
    >>> s, x = Symbol("s", positive=True), Symbol("x", positive=True)
    >>> statement = Eq(Limit(tanh(s * x), x, oo), 1)
    >>> end = Claim(id="mine.end", title="A limit", kind="limit", printed=statement)
    >>> verify(end, checks=[Limiting()]).verdict
    'tested'

    It judges a statement about ``Limit`` objects by following the formulas in ball arithmetic
    (:mod:`checks.methods.ladder`).

    Beside a finite point a symbol comes as close as 1e-109951162777600, on its way to infinity
    log(1/alpha) goes as far.
    """

    name: str = "limits followed until they settle"
    definitions: Definitions = sp.Dict()
    given: tuple = ()
    examples: tuple[int, int, int] = (12, 60, 300)
    method: str = "limit"

    def run(self, claim: Claim, statement: sp.Basic, effort: Effort) -> Evidence:
        """The limits followed at random exact values of the other symbols."""
        relation = substituted(statement, self.definitions)
        bound = {limit.args[1] for limit in relation.atoms(sp.Limit)}
        symbols = (
            relation.free_symbols | {s for g in (*claim.given, *self.given) for s in g.free_symbols}
        ) - bound

        reached = [FIRST_LOOK.rungs + 1]

        def judge_at(values: dict) -> Judgement:
            require((*claim.given, *self.given), values)
            return judge_limits(relation, values, lambda followed: reached.append(followed.rungs))

        assumed, examples = (*claim.given, *self.given), effort.examples(*self.examples)
        drawn = strategy(assumed, symbols)
        found = search(drawn, judge_at, examples, effort.seed, UNDECIDED)
        if found.counterexample is None and examples > 1:
            there = at_named_points(relation, assumed, drawn, judge_at, examples, effort.seed)
            found = there or found
        alphas = FIRST_LOOK.scale(0), FIRST_LOOK.scale(max(0, min(reached) - 1))
        text = (
            None
            if found.counterexample is None
            else ": ".join(filter(None, (named(found.counterexample), found.judgement.sides)))
        )
        return found.evidence(
            self, digits=None, alphas=alphas, counterexample=text, detail=(HOW, *found.details)
        )
