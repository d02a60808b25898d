"""Slopes of neurons, of expectations and of the loss along a line of parameters: what gradients
share.
"""

from __future__ import annotations

from collections.abc import Callable

from theory.framework.kernel_proofs.entry import defined
from theory.framework.letters.network import HALF, c, d, samples, sigma, sigma_slope, target, weight
from theory.proof.rules import Theorem, assume, conjoin
from theory.proof.sums.finite import added, scaled, slope_of_sum, sum_of, summand_equal
from theory.proof.tactics import (
    at,
    bound,
    combine,
    derivative,
    everywhere,
    fact,
    fresh,
    lam,
    ring,
    total,
    with_slope,
)
from theory.proof.terms import INT, REAL, Term, apply, eq, le, lt, num

Place = tuple[Term, Term, Term]  # low, high, point; the ends lie 1 away from the point


def outputs() -> Theorem:
    """1 <= c + 1."""
    return bound(le(1, c + 1), (), [[assume(lt(0, c))]])


def inputs() -> Theorem:
    """1 <= d + 1."""
    return bound(le(1, d + 1), (), [[assume(lt(0, d))]])


def sampled(many: Theorem) -> Theorem:
    """1 <= samples + 1, from 1 <= samples."""
    return bound(le(1, samples + 1), (), [[many]])


def inside(place: Place) -> tuple[Theorem, Theorem]:
    """The point lies between the ends."""
    low, high, point = place
    return bound(le(low, point)), bound(le(point, high))


def seen_slope(start: Callable, step: Callable, feature: Callable, place: Place) -> Theorem:
    """x -> <w + x v, g> has the slope <v, g>; weights and features entry by entry."""

    def entry(j, x):
        return (start(j) + x * step(j)) * feature(j)

    def proof_at(j, *_):
        return with_slope(derivative(lambda x: entry(j, x), *place), step(j) * feature(j))

    return slope_of_sum(
        lam(entry, INT, REAL),
        lam(lambda j: step(j) * feature(j), INT),
        1,
        d,
        place,
        inputs(),
        inside(place),
        proof_at,
    )


def seen_along(start: Callable, step: Callable, feature: Callable, x: Term, y: Term) -> Theorem:
    """<w + x v, g> = <w + y v, g> + (x - y) <v, g>."""
    here = lam(lambda j: (start(j) + x * step(j)) * feature(j), INT)
    there = lam(lambda j: (start(j) + y * step(j)) * feature(j), INT)
    slope = lam(lambda j: step(j) * feature(j), INT)
    moved = lam(lambda j: (x - y) * slope(j), INT)
    return combine(
        eq(sum_of(here, 1, d), sum_of(there, 1, d) + (x - y) * sum_of(slope, 1, d)),
        (1, added(there, moved, 1, d, inputs())),
        (1, scaled(x - y, slope, 1, d, inputs())),
    )


def sigma_along(start: Callable, step: Callable, feature: Callable, place: Place) -> Theorem:
    """x -> sigma(<w + x v, g>) has the slope sigma'(<w + x v, g>) <v, g>: the chain rule."""
    low, high, point = place
    _, everywhere_smooth = defined("framework.sigma")
    inner = lam(lambda x: total(1, d, lambda j: (start(j) + x * step(j)) * feature(j)))
    rate = total(1, d, lambda j: step(j) * feature(j))
    here = apply(inner, (point,))
    radius = 1 + rate**2
    wide = bound(lt(0, radius), (), [], [rate])
    x = fresh()
    first, last = assume(le(low, x)), assume(le(x, high))
    moved = seen_along(start, step, feature, x, point)
    # 1 + q^2 +- s q = (q +- s/2)^2 + (1 - s^2)/4 + 3/4, and s^2 <= 1
    s = x - point
    within = conjoin(
        bound(
            le(here - radius, apply(inner, (x,))), [moved], [[first, last], []], [rate + HALF * s]
        ),
        bound(
            le(apply(inner, (x,)), here + radius), [moved], [[first, last], []], [rate - HALF * s]
        ),
    )
    return fact(
        "deriv-chain",
        *inside(place),
        seen_slope(start, step, feature, place),
        everywhere(x, within, first.conclusion, last.conclusion),
        at(everywhere_smooth, here, radius, wide),
        low=low,
        high=high,
        at=point,
        f=sigma,
        g=inner,
        a=rate,
        y=here - radius,
        b=here + radius,
        c=apply(sigma_slope, (here,)),
    )


def neuron_slope(
    outer: tuple[Term, Term], start: Callable, step: Callable, feature: Callable, place: Place
) -> Theorem:
    """x -> (a + x b) sigma(<w + x v, g>), by the product rule."""
    one, other = outer
    chained = sigma_along(start, step, feature, place)

    def whole(x):
        return (one + x * other) * sigma(
            total(1, d, lambda j: (start(j) + x * step(j)) * feature(j))
        )

    return derivative(whole, *place, [chained])


def mean_slope(body: Callable, value: Callable, place: Place, many: Theorem, proof_at: Callable):
    """x -> E sum_o body(o, n, x) has the slope E sum_o value(o, n).

    proof_at(o, n) gives the slope of x -> body(o, n, x).
    """

    def over_outputs(n):
        return slope_of_sum(
            lam(lambda o, x: body(o, n, x), INT, REAL),
            lam(lambda o: value(o, n), INT),
            1,
            c,
            place,
            outputs(),
            inside(place),
            lambda o, *_: proof_at(o, n),
        )

    def weighted(n, *_):
        own = derivative(
            lambda x: weight(n) * total(1, c, lambda o: body(o, n, x)), *place, [over_outputs(n)]
        )
        return with_slope(own, weight(n) * total(1, c, lambda o: value(o, n)))

    return slope_of_sum(
        lam(lambda n, x: weight(n) * total(1, c, lambda o: body(o, n, x)), INT, REAL),
        lam(lambda n: weight(n) * total(1, c, lambda o: value(o, n)), INT),
        1,
        samples,
        place,
        sampled(many),
        inside(place),
        weighted,
    )


def mean_equal(one: Callable, other: Callable, proof_at: Callable) -> Theorem:
    """E sum_o one(o, n) = E sum_o other(o, n), where proof_at(o, n) gives one = other."""

    def row(n, *_):
        rows = summand_equal(
            lam(lambda o: one(o, n), INT),
            lam(lambda o: other(o, n), INT),
            1,
            c,
            lambda o, *_: proof_at(o, n),
        )
        left, right = rows.conclusion.args
        return combine(eq(weight(n) * left, weight(n) * right), (weight(n), rows))

    return summand_equal(
        lam(lambda n: weight(n) * total(1, c, lambda o: one(o, n)), INT),
        lam(lambda n: weight(n) * total(1, c, lambda o: other(o, n)), INT),
        1,
        samples,
        row,
    )


def mean_difference(one: Callable, other: Callable, many: Theorem) -> Theorem:
    """E sum_o (one - other) = E sum_o one - E sum_o other."""

    def rows(body):
        return lam(lambda n: weight(n) * total(1, c, lambda o: body(o, n)), INT)

    def row(n, *_):
        minus = scaled(num(-1), lam(lambda o: other(o, n), INT), 1, c, outputs())
        both = added(
            lam(lambda o: one(o, n), INT), lam(lambda o: -other(o, n), INT), 1, c, outputs()
        )
        goal = eq(
            rows(lambda o, n: one(o, n) - other(o, n))(n), rows(one)(n) + num(-1) * rows(other)(n)
        )
        return combine(goal, (weight(n), both), (weight(n), minus))

    whole = lam(lambda n: rows(one)(n) + num(-1) * rows(other)(n), INT)
    spread = summand_equal(rows(lambda o, n: one(o, n) - other(o, n)), whole, 1, samples, row)
    minus = scaled(num(-1), rows(other), 1, samples, sampled(many))
    both = added(rows(one), lam(lambda n: num(-1) * rows(other)(n), INT), 1, samples, sampled(many))
    goal = eq(
        spread.conclusion.args[0], sum_of(rows(one), 1, samples) - sum_of(rows(other), 1, samples)
    )
    return combine(goal, (1, spread), (1, both), (1, minus))


def mean_scaled(factor: Term, body: Callable, many: Theorem) -> Theorem:
    """E sum_o factor body(o, n) = factor E sum_o body(o, n)."""

    def row(n, *_):
        inner = scaled(factor, lam(lambda o: body(o, n), INT), 1, c, outputs())
        left, right = inner.conclusion.args
        return ring(
            eq(weight(n) * left, factor * (weight(n) * total(1, c, lambda o: body(o, n)))), inner
        )

    spread = summand_equal(
        lam(lambda n: weight(n) * total(1, c, lambda o: factor * body(o, n)), INT),
        lam(lambda n: factor * (weight(n) * total(1, c, lambda o: body(o, n))), INT),
        1,
        samples,
        row,
    )
    out = scaled(
        factor,
        lam(lambda n: weight(n) * total(1, c, lambda o: body(o, n)), INT),
        1,
        samples,
        sampled(many),
    )
    left, right = spread.conclusion.args[0], out.conclusion.args[1]
    return combine(eq(left, right), (1, spread), (1, out))


def loss_slope(
    prediction: Callable, rate: Callable, place: Place, many: Theorem, proof_at: Callable
):
    """x -> E |y - f(x)|^2/2 has the slope E sum_o -(y - f) f'.

    proof_at(o, n) gives the slope rate(o, n) of x -> prediction(o, n, x).
    """
    point = place[2]

    def body(o, n, x):
        return HALF * (target(o, n) - prediction(o, n, x)) ** 2

    def value(o, n):
        return -((target(o, n) - prediction(o, n, point)) * rate(o, n))

    def slope_at(o, n):
        own = derivative(lambda x: body(o, n, x), *place, [proof_at(o, n)])
        return with_slope(own, value(o, n))

    return mean_slope(body, value, place, many, slope_at)
