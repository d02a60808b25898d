"""The limit of the integral is satisfied by a neuron without a gradient."""

from __future__ import annotations

from theory.diagonal.letters import DEFINED, s_i
from theory.diagonal.letters.integral import G_scale, cap, g_scale, moment, u_scale, v_scale
from theory.proof.lemmas import sqrt
from theory.proof.rules import Theorem, assume, conjoin, discharge, generalise, witness
from theory.proof.tactics import bound, fact, fresh, lam, satisfied, written
from theory.proof.tactics.linear import linear
from theory.proof.terms import ONE, REAL, TWO, ZERO, Term, eq, le, opened, substituted


def size_of_zero(size: Term) -> Theorem:
    """|0| = 0."""
    return written(eq(size, 0), fact("abs-nonnegative", bound(le(0, 0)), x=ZERO))


RESTING = {
    u_scale: lam(lambda a, r: sqrt(TWO) * a, REAL, REAL),
    v_scale: lam(lambda a, r: ZERO, REAL, REAL),
    g_scale: lam(lambda a, r: ZERO, REAL, REAL),
    G_scale: lam(lambda a, r: ZERO, REAL, REAL),
    moment: ZERO,
    cap: ZERO,
    s_i: ZERO,
}


def resting() -> Theorem:
    """u = sqrt(2) a, v = 0, the gradient 0: the integral is 0 at every scale."""
    whole = substituted(DEFINED["diagonal.integral-limit"].statement, RESTING)
    start, every, limit = whole.args
    a = fresh()
    low, rest = opened(every, (a,)).args
    high, wanted = rest.args
    flow, dual, most = wanted.args
    there = conjoin(satisfied(flow), satisfied(dual), linear(most, size_of_zero(most.args[0])))
    flows = generalise(discharge(low, discharge(high, there)), a)
    level, b = fresh(), fresh()
    above, existence = opened(limit, (level,)).args
    near_low, close = opened(existence, (ONE,)).args
    first, rest = opened(close, (b,)).args
    second, rest = rest.args
    third, small = rest.args
    held = linear(small, size_of_zero(small.args[0]), assume(above))
    inside = generalise(discharge(first, discharge(second, discharge(third, held))), b)
    found = witness(existence, ONE, conjoin(bound(near_low), inside))
    return conjoin(bound(start), flows, generalise(discharge(above, found), level))
