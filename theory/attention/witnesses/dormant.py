"""Something satisfies the definitions of a dormant head: V = 0, Q = 1, K = 0, at rest,
for d = 1.
"""

from __future__ import annotations

from theory.attention.letters import N, modes
from theory.attention.letters import dormant as letters
from theory.proof.letters import DEFINITIONS
from theory.proof.polynomials import normal
from theory.proof.rules import Theorem, assume, discharge, order
from theory.proof.sums.finite import empty, step
from theory.proof.tactics import (
    bound,
    contradiction,
    derivative,
    inverse,
    lam,
    part_by_part,
    ring,
    with_slope,
    written,
)
from theory.proof.terms import (
    FALSE,
    INT,
    ONE,
    REAL,
    ZERO,
    Term,
    both,
    eq,
    le,
    lt,
    make,
    substituted,
)

REST = {
    N: ONE,
    modes: ONE,
    letters.eta: ONE,
    letters.end: ONE,
    letters.one: ONE,
    letters.first: ONE,
    letters.mu: lam(lambda j: ONE, INT),
    letters.V: lam(lambda s: ZERO),
    letters.Q: lam(lambda j, s: ONE, INT, REAL),
    letters.K: lam(lambda j, s: ZERO, INT, REAL),
    letters.clock: lam(lambda s: ZERO),
    letters.slope_V: lam(lambda s: ZERO),
    letters.slope_Q: lam(lambda j, s: ZERO, INT, REAL),
    letters.slope_K: lam(lambda j, s: ZERO, INT, REAL),
    letters.plus_of: lam(lambda j: ONE, INT),
    letters.minus_of: lam(lambda j: ONE, INT),
    **dict.fromkeys((letters.I_V, letters.V_0, letters.V_sq), ZERO),
    **dict.fromkeys((letters.mu_j, letters.mu_1, letters.tilt_0, letters.tilt), ONE),
    **dict.fromkeys((letters.plus_0, letters.plus_t, letters.minus_0, letters.minus_t), ONE),
    **dict.fromkeys((letters.n_0, letters.theta_sq), ONE),
}
NAMES = (
    "attention.dormant-flow",
    "attention.dormant-gradient",
    "attention.clock",
    "attention.component",
    "attention.tilt",
    "attention.values",
    "attention.head-norm",
    "attention.starts",
)


def single(body: Term) -> Theorem:
    """sum_{1}^{1} of a constant, unfolded."""
    summand, whole = lam(lambda _: body, INT), make("sum", (INT,), (ONE, ONE, body))
    grown = step(summand, ONE, ZERO, bound(le(ONE - 1, 0)))
    return ring(eq(whole, body), grown, empty(summand, ONE))


def at_rest() -> Theorem:
    """All definitions of a dormant head at once."""
    whole = substituted(both(*(DEFINITIONS[name].statement for name in NAMES)), REST)
    return part_by_part(whole, _atom)


def _atom(one: Term, _) -> Theorem:
    """Nothing moves, and sums have one term, 0 or 1."""
    if one.op == "implies":
        gone = assume(one.args[0])  # 1 + 0 = 0
        below = order(lt(ZERO, ZERO), ((ONE, gone),), ((ONE, (), ONE),))
        return discharge(one.args[0], contradiction(below, FALSE))
    sums = [single(ZERO), single(ONE)]
    if one.op == "deriv":
        low, high, point, value, body = one.args
        plain = normal(make("lam", (REAL,), (body,)))
        own = derivative(plain, low, high, point)
        return written(one, with_slope(own, value, *sums))
    if one.op == "eq":
        return ring(one, *sums, inverse(ONE, []))
    return bound(one)
