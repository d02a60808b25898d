"""Algorithm 1 and the text count the accumulated utility with two clocks."""

from __future__ import annotations

from theory.framework.kernel_proofs.entry import defined, proof
from theory.framework.letters import S, S_of, end, eta, kappa
from theory.framework.letters.speed import S_alg, S_alg_of
from theory.proof.lemmas import constant, inv
from theory.proof.rules import Theorem, assume, conjoin, discharge
from theory.proof.tactics import (
    at,
    bound,
    combine,
    derivative,
    inverse,
    lam,
    parts,
    positive,
    with_slope,
)
from theory.proof.terms import ZERO, eq, le, lt, var

AT_LEAST_TWO = assume(le(2, kappa))


@proof("framework.algorithm-threshold")
def algorithm_threshold() -> Theorem:
    """S_alg - eta S has no slope, so that S_alg = eta S."""
    ordered, zero, zero_alg, S_end, alg_end, slopes = defined("framework.two-clocks")
    function = lam(lambda s: S_alg_of(s) - eta * S_of(s))

    def slope(s, low, high):
        both = parts(at(slopes, s, low, high))
        return with_slope(derivative(function, 0, end, s, both), ZERO)

    same = constant(function, 0, end, ordered, slope)
    value = combine(eq(S_alg_of(end), eta * S_of(end)), (1, same), (1, zero_alg), (eta, zero))
    c = var("c_i")
    rate = assume(lt(0, eta))
    unit, down = inverse(eta, [rate]), positive(inv(eta), [rate])
    named = [alg_end, S_end, value]
    theirs, ours = lt(c, S_alg), lt(c * inv(eta), S)
    forth = bound(ours, [*named, unit], [[assume(theirs), down]])
    back = bound(theirs, [*named, unit], [[assume(ours), rate]])
    return conjoin(discharge(theirs, forth), discharge(ours, back))
