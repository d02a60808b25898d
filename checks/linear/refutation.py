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
        level, times = value_of(statement, paper.level, 1), first_times(statement)
        if level is None or times is None:
            return self._unknown("it does not say when the first plateau is, and its loss")
        start, second = times
        if not (start.is_number and second.is_number and level.is_number):
            return self._unknown("letters are left that this instance does not know")
        end = min(second, NOT_BEFORE)
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


def first_times(statement: sp.Basic) -> tuple[sp.Expr, sp.Expr] | None:
    """When the statement says that the first plateau starts and ends: by jump times, or by waits.

    >>> first_times(paper.commuting_flow.printed), first_times(paper.conjecture.printed)
    ((1/3, 1/2), (1/3, 4/9))
    """
    jumps = [value_of(statement, paper.tau_gf, k) for k in (1, 2)]
    waits = [value_of(statement, paper.delta, k) for k in (1, 2)]
    if jumps[0] is not None and jumps[1] is not None:
        return jumps[0], jumps[1]
    if waits[0] is None or waits[1] is None:
        return None
    return waits[0], waits[0] + waits[1].subs(paper.delta(1), waits[0])


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
