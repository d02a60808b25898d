"""The Hessian at the first plateau splits: the mode that is learned, and the other one, a form of
two letters whose least eigenvalue is -R.
"""

from __future__ import annotations

from functools import cache

from theory.linear.kernel_proofs.entry import known, proof
from theory.linear.letters.turning import (
    b_1,
    curved,
    lam_1,
    lam_2,
    moved,
    s_2,
    turn_rate,
    unit,
)
from theory.proof.lemmas import HALF, inv, sqrt, trichotomy
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, assume, conjoin, discharge, generalise, order, witness
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    conjuncts,
    contradiction,
    derivative,
    everywhere,
    fact,
    fresh,
    inverse,
    lam,
    obtain,
    one_slope,
    positive,
    ring,
    slope_of_same,
    weaker,
    with_slope,
    written,
)
from theory.proof.tactics.linear import signed_order
from theory.proof.terms import ONE, ZERO, Term, bind, eq, le, lt, mul, num, opened

DISC = b_1**2 * (lam_1 - lam_2) ** 2 * num(1, 4) + s_2**2
ROOT = sqrt(DISC)
RATE = ROOT - b_1 * (lam_1 + lam_2) * HALF
P, Q = RATE + lam_1 * b_1, RATE + lam_2 * b_1


def signs() -> list[Theorem]:
    """0 < b_1, lambda_1, lambda_2, s_2."""
    return [assume(lt(0, one)) for one in (b_1, lam_1, lam_2, s_2)]


@cache
def root() -> list[Theorem]:
    """ROOT^2 = DISC, 0 <= ROOT, sqrt(b_1)^2 = b_1."""
    above = signs()
    low = bound(le(0, DISC), (), [[above[3], above[3]]], [b_1 * (lam_1 - lam_2)])
    return [
        fact("sqrt-square", low, x=DISC),
        fact("sqrt-nonnegative", low, x=DISC),
        fact("sqrt-square", weaker(above[0]), x=b_1),
    ]


@cache
def product_of_both() -> Theorem:
    """P Q = s_2^2."""
    return ring(eq(P * Q, s_2**2), root()[0])


@cache
def p_above() -> Theorem:
    """0 < P: else Q has its sign too, and P + Q = 2 ROOT >= 0."""
    goal = lt(0, P)
    square, low, _ = root()
    s_above = signs()[3]

    def never(most):
        """P <= 0."""

        def q_low(q_above):
            # s_2^2 = P Q <= 0
            return contradiction(
                signed_order(
                    lt(ZERO, ZERO),
                    [(ONE, product_of_both())],
                    (ONE, (s_above, s_above), ONE),
                    (ONE, (most, q_above), ONE),
                ),
                goal,
            )

        def q_less(less):
            # 2 ROOT = P + Q < 0
            return contradiction(bound(lt(0, 0), (), [[most], [less], [low]]), goal)

        return by_cases(
            trichotomy(Q),
            q_less,
            lambda none: q_low(order(le(0, Q), ((num(-1), none),), ())),
            lambda more: q_low(weaker(more)),
        )

    return by_cases(
        trichotomy(P),
        lambda less: never(weaker(less)),
        lambda none: never(order(le(P, 0), ((ONE, none),), ())),
        lambda more: more,
    )


@cache
def rate_low() -> Theorem:
    """0 <= R, from mu_1 <= mu_2: R (R + b_1 (lambda_1 + lambda_2))
    = s_2^2 - b_1^2 lambda_1 lambda_2.
    """
    goal = le(0, RATE)
    better = assume(le(mul(lam_1, lam_2, b_1**2), s_2**2))
    square, low, _ = root()
    b_above, one, two, _ = signs()
    whole = ring(
        eq(RATE * (ROOT + b_1 * (lam_1 + lam_2) * HALF), s_2**2 - b_1**2 * lam_1 * lam_2), square
    )
    other = bound(
        lt(0, ROOT + b_1 * (lam_1 + lam_2) * HALF), (), [[low], [b_above, one], [b_above, two]]
    )

    def never(less):
        false = signed_order(
            lt(ZERO, ZERO), [(ONE, whole)], (ONE, (less, other), ONE), (ONE, (better,), ONE)
        )
        return contradiction(false, goal)

    return by_cases(
        trichotomy(RATE),
        never,
        lambda none: order(goal, ((num(-1), none),), ()),
        weaker,
    )


def form(h) -> Term:
    """The second derivative along h."""
    x_1, x_2, y_1, y_2 = h
    return (
        lam_1 * b_1 * (x_1 + y_1) ** 2
        + lam_1 * b_1 * x_2**2
        + lam_2 * b_1 * y_2**2
        - 2 * s_2 * x_2 * y_2
    )


def slope(h) -> tuple[Term, Theorem, Theorem]:
    """D, that it is the slope of the loss on [-1, 1], and its own slope at 0."""
    q = fresh()
    ends = (le(-1, q), le(q, 1))
    own = derivative(lambda t: moved(h, t), -1, 1, q)
    D = bind("lam", q, own.conclusion.args[3])
    second = derivative(D, -1, 1, 0)
    (_, mode_2) = known("two-commuting-modes")
    back = combine(eq(mode_2.conclusion.args[1], s_2), (1, mode_2))
    value = with_slope(second, form(h), root()[2], back)
    return D, everywhere(q, own, *ends), value


def curvature(h, v: Term, stated: Theorem, goal) -> Theorem:
    """v = form(h), from curved(h, v): slopes are unique."""
    D0, first, second = slope(h)
    ends = (bound(le(num(-1), ZERO)), bound(le(ZERO, ONE)))
    wide = bound(lt(num(-1), ONE))

    def from_witness(D, both_):
        every, own = conjuncts(both_)
        q = fresh()
        q_in = (le(-1, q), le(q, 1))
        inside = list(map(assume, q_in))
        same = one_slope(at(every, q, *inside), at(first, q, *inside), wide, *inside)
        turned = slope_of_same(lam(lambda t: D(t)), everywhere(q, same, *q_in), second, *ends)
        value = one_slope(own, turned, wide, *ends)
        return goal(value)

    return obtain(stated, from_witness)


def above(h, length: Theorem) -> Theorem:
    """-form(h) <= R for unit h."""
    x_1, x_2, y_1, y_2 = h
    b_above, one, two, _ = signs()
    low = positive(inv(P), [p_above()])
    cross = P * x_2 - s_2 * y_2
    # P x^2 + Q y^2 - 2 s x y = (P x - s y)^2/P
    whole = combine(
        eq(P * x_2**2 + Q * y_2**2 - 2 * s_2 * x_2 * y_2, inv(P) * cross**2),
        (P * x_2**2 - 2 * s_2 * x_2 * y_2, inverse(P, [p_above()])),
        (y_2**2 * Q, inverse(P, [p_above()])),
        (y_2**2 * inv(P), product_of_both()),
    )
    return signed_order(
        le(-form(h), RATE),
        [(RATE, length), (ONE, whole)],
        (ONE, (low,), cross),
        (ONE, (rate_low(),), x_1),
        (ONE, (rate_low(),), y_1),
        (ONE, (one, b_above), x_1 + y_1),
    )


@cache
def least_of_all() -> Theorem:
    """for all unit directions: minus the second derivative is at most R."""
    h, v = [fresh() for _ in range(4)], fresh()
    length, stated = assume(unit(h)), assume(curved(h, v))

    def value(same):
        return signed_order(le(-v, RATE), [(ONE, same)], (ONE, (above(h, length),), ONE))

    found = generalise(discharge(stated.conclusion, curvature(h, v, stated, value)), v)
    found = discharge(length.conclusion, found)
    for one in reversed(h):
        found = generalise(found, one)
    return found


def steepest() -> tuple[tuple[Term, ...], Theorem, Theorem, Theorem]:
    """The direction (s_2, P), its length, its second derivative, and that this is -R."""
    size = s_2**2 + P**2
    s_above = signs()[3]
    top = bound(lt(0, size), (), [[s_above, s_above], [p_above(), p_above()]])
    scale = inv(sqrt(size))
    h = (ZERO, s_2 * scale, ZERO, P * scale)
    length = combine(
        unit(h),
        (scale**2, fact("sqrt-square", weaker(top), x=size)),
        (sqrt(size) * scale + 1, inverse(sqrt(size), [top])),
    )
    D, first, second = slope(h)
    existence = curved(h, form(h))
    stated = opened(existence, (D,))
    shown = [written(one, theorem) for one, theorem in zip(stated.args, (first, second))]
    value = combine(eq(form(h), -RATE), (RATE, length), (scale**2 * P, product_of_both()))
    return h, length, witness(existence, D, conjoin(*shown)), value


@proof("linear.turning-rate")
def turning_rate() -> Theorem:
    """The bound holds at the direction that attains the rate; (s_2, P) is one of all."""
    every, attained = conjuncts(assume(DEFINITIONS["linear.turn-rate"].statement))

    def largest(found: Theorem, *h) -> Theorem:
        if len(h) < 4:
            return obtain(found, lambda one, inner: largest(inner, *h, one))
        length, stated = conjuncts(found)
        most = at(least_of_all(), *h, length, -turn_rate, stated)
        return bound(le(turn_rate, RATE), (), [[most]])

    upper = largest(attained)
    h, length, there, value = steepest()
    least = at(every, *h, length, form(h), there)
    lower = signed_order(le(RATE, turn_rate), [(ONE, value)], (ONE, (least,), ONE))
    return fact("antisymmetric", upper, lower, x=turn_rate, y=RATE)
