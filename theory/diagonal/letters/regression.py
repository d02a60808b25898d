"""Least squares with d coefficients and n samples, any d and n: L(b) = |y - b X|^2/(2n) and its
gradient, as terms, with the exact expansion of L around a point.

A vector of coefficients is a function of i = 1..d, X a function of i = 1..d and j = 1..n.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.proof.lemmas import inv
from theory.proof.rules import Theorem, assume, discharge, reflexive
from theory.proof.sums.finite import added, exchanged, scaled, sum_of, summand_equal
from theory.proof.sums.order import nonnegative_sum
from theory.proof.sums.single_terms import only
from theory.proof.tactics import (
    at,
    bound,
    combine,
    everywhere,
    fact,
    forall,
    fresh,
    given,
    lam,
    nonzero,
    put,
    ring,
    total,
)
from theory.proof.terms import (
    INT,
    REAL,
    Term,
    apply,
    eq,
    function,
    implies,
    le,
    lt,
    make,
    negation,
    num,
    var,
)

count, samples = var("d", INT), var("n_samples", INT)
X, y = function("X_of", INT, INT, REAL), function("y_of", INT, REAL)
HALF = num(1, 2)
SIZES = (le(1, count), le(1, samples))  # at least one coefficient and one sample


def predicted(b: Term, j: Term) -> Term:
    """sum_l b_l X_lj: the prediction of sample j."""
    return total(1, count, lambda m: apply(b, (m,)) * X(m, j))


def loss(b: Term) -> Term:
    """L(b) = sum_j (y_j - sum_l b_l X_lj)^2/(2n)."""
    return HALF * inv(samples) * total(1, samples, lambda j: (y(j) - predicted(b, j)) ** 2)


def gradient(b: Term, i: Term) -> Term:
    """dL/db_i = sum_j X_ij (sum_l b_l X_lj - y_j)/n."""
    return inv(samples) * total(1, samples, lambda j: X(i, j) * (predicted(b, j) - y(j)))


def curvature(change: Term) -> Term:
    """sum_j (sum_l h_l X_lj)^2/(2n): the loss of the change alone."""
    return HALF * inv(samples) * total(1, samples, lambda j: predicted(change, j) ** 2)


def wide() -> Theorem:
    """1 <= d + 1."""
    return bound(le(1, count + 1), (), [[assume(SIZES[0])]])


def long() -> Theorem:
    """1 <= n + 1."""
    return bound(le(1, samples + 1), (), [[assume(SIZES[1])]])


def samples_above() -> Theorem:
    """0 < n."""
    return bound(lt(0, samples), (), [[assume(SIZES[1])]])


def vector(body: Callable) -> Term:
    """The vector with these entries."""
    return lam(body, INT)


def apart(c: Term, b: Term) -> Term:
    """c - b."""
    return vector(lambda i: apply(c, (i,)) - apply(b, (i,)))


def predicted_apart(c: Term, b: Term, j: Term) -> Theorem:
    """The prediction of c - b is the difference of the predictions."""
    one = vector(lambda m: apply(c, (m,)) * X(m, j))
    other = vector(lambda m: num(-1) * (apply(b, (m,)) * X(m, j)))
    split = added(one, other, 1, count, wide())
    turned = scaled(num(-1), vector(lambda m: apply(b, (m,)) * X(m, j)), 1, count, wide())
    goal = eq(predicted(apart(c, b), j), predicted(c, j) - predicted(b, j))
    return combine(goal, (1, split), (1, turned))


def expansion(c: Term, b: Term) -> Theorem:
    """L(c) = L(b) + sum_i g_i(b) (c_i - b_i) + |X (c - b)|^2/(2n)."""
    h = apart(c, b)

    def square(w):
        return vector(lambda j: (y(j) - predicted(w, j)) ** 2)

    def error(j):
        return predicted(b, j) - y(j)

    first = vector(lambda j: 2 * (error(j) * predicted(h, j)))
    second = vector(lambda j: predicted(h, j) ** 2)
    tail = vector(lambda j: apply(first, (j,)) + apply(second, (j,)))
    whole = vector(lambda j: apply(square(b), (j,)) + apply(tail, (j,)))

    def same(j, *_):
        shift = predicted_apart(c, b, j)
        back = combine(eq(predicted(c, j), predicted(b, j) + predicted(h, j)), (1, shift))
        return ring(eq(apply(square(c), (j,)), apply(whole, (j,))), back)

    parts = [
        summand_equal(square(c), whole, 1, samples, same),
        added(square(b), tail, 1, samples, long()),
        added(first, second, 1, samples, long()),
        scaled(num(2), vector(lambda j: error(j) * predicted(h, j)), 1, samples, long()),
    ]
    crossed = _crossed(b, h)
    linear = total(1, count, lambda i: gradient(b, i) * apply(h, (i,)))
    goal = eq(loss(c), loss(b) + linear + curvature(h))
    return ring(goal, *parts, crossed)


def _pairs(b: Term, h: Term) -> Term:
    """(j, l) -> (f_j - y_j) h_l X_lj."""
    return lam(
        lambda j, m: (predicted(b, j) - y(j)) * (apply(h, (m,)) * X(m, j)),
        INT,
        INT,
    )


def _column(b: Term, h: Term, m: Term) -> Theorem:
    """sum_j (f_j - y_j) h_l X_lj = n g_l h_l."""
    pairs, own = _pairs(b, h), vector(lambda j: X(m, j) * (predicted(b, j) - y(j)))
    summed = summand_equal(
        vector(lambda j: apply(pairs, (j, m))),
        vector(lambda j: apply(h, (m,)) * apply(own, (j,))),
        1,
        samples,
        lambda j, *_: ring(eq(apply(pairs, (j, m)), apply(h, (m,)) * apply(own, (j,)))),
    )
    out = scaled(apply(h, (m,)), own, 1, samples, long())
    left = total(1, samples, lambda j: apply(pairs, (j, m)))
    right = samples * (gradient(b, m) * apply(h, (m,)))
    unit = fact("inverse", _not_zero(), z=samples)
    return combine(
        eq(left, right),
        (1, summed),
        (1, out),
        (apply(h, (m,)) * sum_of(own, 1, samples), unit),
    )


def _crossed(b: Term, h: Term) -> Theorem:
    """sum_j (f_j - y_j) sum_l h_l X_lj = n sum_l g_l h_l, by exchanging the sums."""

    def error(j):
        return predicted(b, j) - y(j)

    def inner(j):
        return vector(lambda m: apply(h, (m,)) * X(m, j))

    pairs = _pairs(b, h)
    rows = summand_equal(
        vector(lambda j: error(j) * predicted(h, j)),
        vector(lambda j: total(1, count, lambda m: apply(pairs, (j, m)))),
        1,
        samples,
        lambda j, *_: ring(
            eq(error(j) * predicted(h, j), total(1, count, lambda m: apply(pairs, (j, m)))),
            scaled(error(j), inner(j), 1, count, wide()),
        ),
    )
    turned = exchanged(pairs, 1, samples, 1, count, long(), wide())
    columns = summand_equal(
        vector(lambda m: total(1, samples, lambda j: apply(pairs, (j, m)))),
        vector(lambda m: samples * (gradient(b, m) * apply(h, (m,)))),
        1,
        count,
        lambda m, *_: _column(b, h, m),
    )
    out = scaled(samples, vector(lambda m: gradient(b, m) * apply(h, (m,))), 1, count, wide())
    left = total(1, samples, lambda j: error(j) * predicted(h, j))
    final = total(1, count, lambda m: gradient(b, m) * apply(h, (m,)))
    whole = combine(
        eq(inv(samples) * left, inv(samples) * (samples * final)),
        (inv(samples), rows),
        (inv(samples), turned),
        (inv(samples), columns),
        (inv(samples), out),
    )
    unit = fact("inverse", _not_zero(), z=samples)
    return combine(eq(inv(samples) * left, final), (1, whole), (final, unit))


def _not_zero() -> Theorem:
    return nonzero(samples, [samples_above()])


def moved(b: Term, i: Term, x: Term) -> Term:
    """b with x for its entry i."""
    return vector(lambda m: make("ite", None, (eq(m, i), x, apply(b, (m,)))))


def moved_here(b: Term, i: Term, x: Term) -> Theorem:
    """Entry i is x."""
    here = reflexive(i)
    return fact("ite-true", here, P=eq(i, i), z=x, w=apply(b, (i,)))


def moved_elsewhere(b: Term, i: Term, x: Term, m: Term, other: Theorem) -> Theorem:
    """Entry m != i is that of b."""
    return fact("ite-false", other, P=eq(m, i), z=x, w=apply(b, (m,)))


@cache
def _alone() -> Theorem:
    """sum_{k=1}^{m} s(k) = s(a), for 1 <= a <= m and s(k) = 0 elsewhere; s a letter."""
    s, a, m = function("s", INT, REAL), var("a", INT), var("m", INT)
    rest = forall(lambda k: implies(negation(eq(k, a)), eq(s(k), 0)), INT)
    low, high, zero = le(1, a), le(a, m), assume(rest)
    summand = vector(lambda k: s(k))
    found = only(summand, a, 1, m, assume(low), assume(high), lambda k, other: at(zero, k, other))
    return discharge(low, discharge(high, discharge(rest, found)))


def alone(value: Callable, a: Term, top: Term, low: Theorem, high: Theorem, zero: Callable):
    """sum_{k=1}^{top} f(k) = f(a), where zero(k, k != a) gives f(k) = 0 and 1 <= a <= top."""
    k = fresh(INT)
    other = negation(eq(k, a))
    elsewhere = everywhere(k, zero(k, assume(other)), other)
    return given(put(_alone(), s=vector(value), a=a, m=top), low, high, elsewhere)


def stiffness(i: Term) -> Term:
    """sum_j X_ij^2/(2n): half the second derivative of L along b_i."""
    return HALF * inv(samples) * total(1, samples, lambda j: X(i, j) ** 2)


def along_one(b: Term, i: Term, x: Term, low: Theorem, high: Theorem) -> Theorem:
    """L(b with b_i = x) = L(b) + g_i (x - b_i) + (x - b_i)^2 sum_j X_ij^2/(2n); 1 <= i <= d."""
    c = moved(b, i, x)
    h, step = apart(c, b), x - apply(b, (i,))
    here = moved_here(b, i, x)

    def nothing(value):
        def zero(m, other):
            return ring(eq(value(m), 0), moved_elsewhere(b, i, x, m, other))

        return zero

    def slope(m):
        return gradient(b, m) * apply(h, (m,))

    linear = alone(slope, i, count, low, high, nothing(slope))
    own = ring(eq(slope(i), gradient(b, i) * step), here)

    def one_sample(j, *_):
        def part(m):
            return apply(h, (m,)) * X(m, j)

        single = alone(part, i, count, low, high, nothing(part))
        value = ring(eq(part(i), step * X(i, j)), here)
        sample = combine(eq(predicted(h, j), step * X(i, j)), (1, single), (1, value))
        return ring(eq(predicted(h, j) ** 2, step**2 * X(i, j) ** 2), sample)

    squares = summand_equal(
        vector(lambda j: predicted(h, j) ** 2),
        vector(lambda j: step**2 * X(i, j) ** 2),
        1,
        samples,
        one_sample,
    )
    out = scaled(step**2, vector(lambda j: X(i, j) ** 2), 1, samples, long())
    goal = eq(loss(c), loss(b) + gradient(b, i) * step + step**2 * stiffness(i))
    weight = HALF * inv(samples)
    return combine(
        goal, (1, expansion(c, b)), (1, linear), (1, own), (weight, squares), (weight, out)
    )


def curvature_low(h: Term) -> Theorem:
    """0 <= |X h|^2/(2n)."""
    squares = vector(lambda j: predicted(h, j) ** 2)
    total_low = nonnegative_sum(
        squares,
        1,
        samples,
        long(),
        lambda j, *_: bound(le(0, apply(squares, (j,))), (), [], [predicted(h, j)]),
    )
    scale = fact("inverse-positive", samples_above(), x=samples)
    return bound(le(0, curvature(h)), (), [[scale, total_low]])


def stiffness_low(i: Term) -> Theorem:
    """0 <= sum_j X_ij^2/(2n)."""
    squares = vector(lambda j: X(i, j) ** 2)
    total_low = nonnegative_sum(
        squares,
        1,
        samples,
        long(),
        lambda j, *_: bound(le(0, apply(squares, (j,))), (), [], [X(i, j)]),
    )
    scale = fact("inverse-positive", samples_above(), x=samples)
    return bound(le(0, stiffness(i)), (), [[scale, total_low]])
