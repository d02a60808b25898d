"""Gradients at coefficients within e differ by at most e sum_j |X_ij| sum_l |X_lj|/n."""

from __future__ import annotations

from functools import cache

from theory.diagonal.kernel_proofs.minima.cost_limit import size_of
from theory.diagonal.letters.regression import (
    SIZES,
    X,
    count,
    gradient,
    predicted,
    predicted_apart,
    samples,
    vector,
    wide,
    y,
)
from theory.diagonal.letters.staircase import each
from theory.proof.lemmas import inv
from theory.proof.rules import Theorem, assume, conjoin, discharge
from theory.proof.sums.finite import added, scaled, sum_of
from theory.proof.sums.order import nonnegative_sum
from theory.proof.tactics import (
    at,
    bound,
    combine,
    fact,
    given,
    lam,
    parts,
    positive,
    put,
)
from theory.proof.tactics.linear import linear
from theory.proof.terms import (
    INT,
    REAL,
    Term,
    apply,
    both,
    call,
    eq,
    function,
    le,
    lt,
    num,
    var,
)

b_, c_ = function("b", INT, REAL), function("c", INT, REAL)
e_, i_ = var("e"), var("i", INT)
B, C = vector(lambda m: b_(m)), vector(lambda m: c_(m))
NEAR = each(lambda m: both(le(-e_, c_(m) - b_(m)), le(c_(m) - b_(m), e_)))  # at all coefficients


def size(x: Term) -> Term:
    """|x|."""
    return call("abs", x)


def weight(j: Term) -> Term:
    """W_j = sum_l |X_lj|."""
    return sum_of(lam(lambda m: size(X(m, j)), INT), 1, count)


def steepness(i: Term) -> Term:
    """C_i = sum_j |X_ij| W_j/n."""
    return inv(samples) * sum_of(lam(lambda j: size(X(i, j)) * weight(j), INT), 1, samples)


def _scaled_within(h: Term, x: Term, level: Term, low: Theorem, high: Theorem, sign: int):
    """0 <= e |x| - sign h x, from -e <= h <= e."""
    _, up, down = size_of(x)
    both_ = [linear(le(0, size(x) - x), up), linear(le(0, size(x) + x), down)]
    ends = [linear(le(0, level - h), high), linear(le(0, level + h), low)]
    pairs = ((0, 1), (1, 0)) if sign > 0 else ((0, 0), (1, 1))
    goal = le(0, level * size(x) - num(sign) * (h * x))
    return bound(goal, (), [[ends[p], both_[q]] for p, q in pairs])


def _many() -> Theorem:
    """1 <= n + 1."""
    return bound(le(1, samples + 1), (), [[assume(SIZES[1])]])


def prediction_gap(j: Term) -> Term:
    """f_j(c) - f_j(b)."""
    return predicted(C, j) - predicted(B, j)


def _close_predictions(j: Term, sign: int) -> Theorem:
    """sign (f_j(c) - f_j(b)) <= e W_j: 0 <= e W_j - sign (sum_l (c_l - b_l) X_lj)."""
    rest = lam(lambda m: e_ * size(X(m, j)) - num(sign) * ((c_(m) - b_(m)) * X(m, j)), INT)

    def proof_at(m, low, high):
        known = parts(at(assume(NEAR), m, low, high))
        return _scaled_within(c_(m) - b_(m), X(m, j), e_, *known, sign)

    left_ = nonnegative_sum(rest, 1, count, wide(), proof_at)
    gaps = lam(lambda m: (c_(m) - b_(m)) * X(m, j), INT)
    sizes = lam(lambda m: size(X(m, j)), INT)
    turned = lam(lambda m: num(-sign) * ((c_(m) - b_(m)) * X(m, j)), INT)
    large = lam(lambda m: e_ * size(X(m, j)), INT)
    whole = combine(
        eq(sum_of(rest, 1, count), e_ * weight(j) - num(sign) * sum_of(gaps, 1, count)),
        (1, added(large, turned, 1, count, wide())),
        (1, scaled(e_, sizes, 1, count, wide())),
        (1, scaled(num(-sign), gaps, 1, count, wide())),
    )
    gap = prediction_gap(j)
    same = combine(eq(sum_of(gaps, 1, count), gap), (1, predicted_apart(C, B, j)))
    return linear(le(num(sign) * gap, e_ * weight(j)), left_, whole, same)


def _close_force(sign: int) -> Theorem:
    """sign (g_i(c) - g_i(b)) <= e C_i."""
    gap = prediction_gap
    rest = lam(lambda j: e_ * (size(X(i_, j)) * weight(j)) - num(sign) * (gap(j) * X(i_, j)), INT)

    def proof_at(j, low, high):
        up, down = _close_predictions(j, 1), _close_predictions(j, -1)
        level = e_ * weight(j)
        ends = linear(le(-level, gap(j)), down), linear(le(gap(j), level), up)
        return linear(
            le(0, apply(rest, (j,))), _scaled_within(gap(j), X(i_, j), level, *ends, sign)
        )

    left_ = nonnegative_sum(rest, 1, samples, _many(), proof_at)
    large = lam(lambda j: e_ * (size(X(i_, j)) * weight(j)), INT)
    turned = lam(lambda j: num(-sign) * (gap(j) * X(i_, j)), INT)
    plain_ = lam(lambda j: size(X(i_, j)) * weight(j), INT)
    gaps = lam(lambda j: gap(j) * X(i_, j), INT)
    mine, other = (lam(lambda j, v=v: X(i_, j) * (predicted(v, j) - y(j)), INT) for v in (C, B))
    split = combine(
        eq(sum_of(mine, 1, samples), sum_of(gaps, 1, samples) + sum_of(other, 1, samples)),
        (1, added(gaps, other, 1, samples, _many())),
    )
    whole = combine(
        eq(
            sum_of(rest, 1, samples),
            e_ * sum_of(plain_, 1, samples)
            - num(sign) * (sum_of(mine, 1, samples) - sum_of(other, 1, samples)),
        ),
        (1, added(large, turned, 1, samples, _many())),
        (1, scaled(e_, plain_, 1, samples, _many())),
        (1, scaled(num(-sign), gaps, 1, samples, _many())),
        (1, split),
    )
    low = linear(le(0, whole.conclusion.args[1]), left_, whole)
    thin = positive(inv(samples), [bound(lt(0, samples), (), [[assume(SIZES[1])]])])
    goal = le(num(sign) * (gradient(C, i_) - gradient(B, i_)), e_ * steepness(i_))
    return bound(goal, (), [[low, thin]])


@cache
def _close_gradients() -> Theorem:
    """-e <= c_l - b_l <= e for all l gives -(e C_i) <= g_i(c) - g_i(b) <= e C_i."""
    return discharge(NEAR, conjoin(_close_force(1), _close_force(-1)))


def close_gradients(c: Term, b: Term, level: Term, i: Term, near: Theorem) -> list[Theorem]:
    """g_i(c) - g_i(b) <= e C_i and the other way round; ``near`` says -e <= c_l - b_l <= e."""
    return parts(given(put(_close_gradients(), c=c, b=b, e=level, i=i), near))


def steepness_low(i: Term) -> Theorem:
    """0 <= C_i."""

    def proof_at(j, *_):
        def other(m, *__):
            return fact("abs-positive", z=X(m, j))

        w = nonnegative_sum(lam(lambda m: size(X(m, j)), INT), 1, count, wide(), other)
        own = fact("abs-positive", z=X(i, j))
        return bound(le(0, size(X(i, j)) * weight(j)), (), [[own, w]])

    summand = lam(lambda j: size(X(i, j)) * weight(j), INT)
    whole = nonnegative_sum(summand, 1, samples, _many(), proof_at)
    thin = positive(inv(samples), [bound(lt(0, samples), (), [[assume(SIZES[1])]])])
    return bound(le(0, steepness(i)), (), [[whole, thin]])
