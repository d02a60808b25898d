"""A sequence that learns a mode too early is refuted by a theorem, at numbers that are exact.

B = diag(1, 2), Sigma = diag(3, 1): the second mode has s = 2 and lambda b^2/2 = 2. By
linear.mode-energy the limit of the loss as alpha -> 0 is at least 2 at every accelerated time
before 1/2, from every start of size alpha and for every width.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from checks.evidence import Evidence
from checks.methods.check import Effort
from checks.methods.theorem import Kernel
from theory import claim as claim_of
from theory import linear as paper
from theory.claim import Claim
from theory.notation import c, d

NOT_BEFORE, LEAST = sp.Rational(1, 2), sp.Integer(2)
# By decreasing mu = b^2 lambda: the mode with s = 2 and mu = 4, then that with s = 3 and mu = 3.
MU = {1: 4, 2: 3}
SIGMA = {(1, 0): 3, (2, 0): 2, (1, 1): 3}
SIZES = {paper.rank: 2, c: 2, d: 2, paper.width: 2}


@dataclass(frozen=True)
class TooEarly:
    """Fails where a statement without premises gives the first plateau a loss below 2
    before 1/2.
    """

    name: str = "B = diag(1, 2), Sigma = diag(3, 1): no mode before 1/s (linear.mode-energy)"
    method: str = "certified"

    def run(self, claim: Claim, statement: sp.Basic, effort: Effort) -> Evidence:
        """The statement's own times and level, against the theorem's."""
        if claim.given:
            return self._unknown("the instance was not held against the premises")
        level, first, second = (
            value_of(statement, paper.level, 1),
            value_of(statement, paper.delta, 1),
            value_of(statement, paper.delta, 2),
        )
        if level is None or first is None or second is None:
            return self._unknown("it does not say when the first plateau is, and its loss")
        second = second.subs(paper.delta(1), first)
        start, end = first, min(first + second, NOT_BEFORE)
        if not (start.is_number and second.is_number and level.is_number):
            return self._unknown("letters are left that this instance does not know")
        if not (0 <= start < end and level < LEAST):
            return self._unknown("nothing is learned too early")
        ours = claim_of("linear.mode-energy")
        if Kernel().run(ours, ours.printed, effort).outcome != "holds":
            return self._unknown("the theorem is not written, or was refused")
        return Evidence(
            self.name,
            self.method,
            "fails",
            instances=1,
            counterexample=f"{self.name}: between the times {start} and {end} the loss would be "
            f"{level}, and its limit is at least {LEAST}",
            refuted_by="exact",
            ranges=(("c", "2", "2"), ("d", "2", "2")),
        )

    def _unknown(self, why: str) -> Evidence:
        return Evidence(self.name, self.method, "unknown", detail=(why,))


def value_of(statement: sp.Basic, head: sp.Function, number: int) -> sp.Expr | None:
    """What an equation head(step) = ... of a conjunction says for this number, at the instance.

    >>> value_of(paper.conjecture.printed, paper.level, 1)
    3/2
    """
    parts = statement.args if isinstance(statement, sp.And) else (statement,)
    for part in parts:
        if isinstance(part, sp.Eq) and part.lhs == head(paper.step):
            found = part.rhs.subs({paper.step: number, **SIZES}).doit()
            found = found.replace(paper.mu, lambda i: sp.Integer(MU.get(int(i), 0)))
            return found.replace(paper.sigma, lambda i, k: sp.Integer(SIGMA[int(i), int(k)]))
    return None


too_early = TooEarly()
