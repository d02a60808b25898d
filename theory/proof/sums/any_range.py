"""Finite sums whatever their ends: an empty sum is 0, so linearity, exchange, slopes need no
condition.

``sums.finite`` and ``sums.order`` have the same lemmas under low <= high + 1. A summand is a
``lam`` of one whole number. Not trusted.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from ..lemmas import trichotomy
from ..rules import Theorem, assume, discharge, order, reflexive
from ..tactics import (
    at,
    bound,
    by_cases,
    combine,
    everywhere,
    fact,
    fresh,
    given,
    induction,
    lam,
    put,
    ring,
    slope_of_same,
    total,
    with_slope,
)
from ..terms import COMPLEX, INT, ONE, ZERO, Term, apply, eq, function, le, lt, make, num, term, var
from . import finite as sums
from .finite import sum_of, summand_equal
from .order import nonnegative_sum
from .single_terms import only

n, m, i, j = (var(name, INT) for name in ("low", "high", "first", "last"))
z = var("scale", COMPLEX)
s, r = function("s", INT, COMPLEX), function("r", INT, COMPLEX)
h = function("h", INT, INT, COMPLEX)


def ordered_or_empty(low, high, ordered: Callable, empty: Callable) -> Theorem:
    """Either ordered(low <= high + 1) or empty(high < low) shows it."""
    low, high = term(low), term(high)
    goal = le(low, high + 1)
    return by_cases(
        trichotomy(high, low),
        empty,
        lambda same: ordered(order(goal, ((num(-1), same),), ((ONE, (), ONE),))),
        lambda more: ordered(bound(goal, (), [[more]])),
    )


def empty_sum(summand: Term, low, high, less: Theorem) -> Theorem:
    """sum of f = 0, where high < low."""
    return fact("sum-empty", less, n=term(low), m=term(high), s=summand)


@cache
def _scaled() -> Theorem:
    inner, whole = lam(lambda k: s(k), INT), lam(lambda k: z * s(k), INT)
    goal = eq(sum_of(whole, n, m), z * sum_of(inner, n, m))
    return ordered_or_empty(
        n,
        m,
        lambda low: sums.scaled(z, inner, n, m, low),
        lambda less: ring(goal, empty_sum(whole, n, m, less), empty_sum(inner, n, m, less)),
    )


@cache
def _added() -> Theorem:
    one, other = lam(lambda k: s(k), INT), lam(lambda k: r(k), INT)
    whole = lam(lambda k: s(k) + r(k), INT)
    goal = eq(sum_of(whole, n, m), sum_of(one, n, m) + sum_of(other, n, m))
    return ordered_or_empty(
        n,
        m,
        lambda low: sums.added(one, other, n, m, low),
        lambda less: ring(goal, *(empty_sum(f, n, m, less) for f in (whole, one, other))),
    )


def scaled(factor: Term, summand: Term, low, high) -> Theorem:
    """sum of c f = c sum of f."""
    return put(_scaled(), scale=factor, s=summand, low=term(low), high=term(high))


def added(one: Term, other: Term, low, high) -> Theorem:
    """sum of (f + g) = sum of f + sum of g."""
    return put(_added(), s=one, r=other, low=term(low), high=term(high))


def zero_sum(summand: Term, low, high, proof_at: Callable) -> Theorem:
    """sum of f = 0, where proof_at(k, low <= k, k <= high) gives f(k) = 0."""
    nothing = lam(lambda k: ZERO * k, INT)

    def vanishes(k, k_low, k_high):
        return combine(eq(apply(summand, (k,)), ZERO * k), (1, proof_at(k, k_low, k_high)))

    same = summand_equal(summand, nothing, low, high, vanishes)
    flat = scaled(ZERO, lam(lambda k: k, INT), low, high)
    return combine(eq(sum_of(summand, low, high), 0), (1, same), (1, flat))


@cache
def _exchanged() -> Theorem:
    rows = lam(lambda k: total(i, j, lambda q: h(k, q)), INT)
    columns = lam(lambda q: total(n, m, lambda k: h(k, q)), INT)
    goal = eq(sum_of(rows, n, m), sum_of(columns, i, j))

    def no_rows(less):
        inner = zero_sum(
            columns, i, j, lambda q, *_: empty_sum(lam(lambda k: h(k, q), INT), n, m, less)
        )
        return ring(goal, empty_sum(rows, n, m, less), inner)

    def no_columns(less):
        inner = zero_sum(
            rows, n, m, lambda k, *_: empty_sum(lam(lambda q: h(k, q), INT), i, j, less)
        )
        return ring(goal, empty_sum(columns, i, j, less), inner)

    whole = lam(lambda k, q: h(k, q), INT, INT)
    return ordered_or_empty(
        n,
        m,
        lambda outer: ordered_or_empty(
            i, j, lambda inner: sums.exchanged(whole, n, m, i, j, outer, inner), no_columns
        ),
        no_rows,
    )


def exchanged(summand: Term, low, high, first, last) -> Theorem:
    """sum_k sum_l f(k, l) = sum_l sum_k f(k, l); ``summand`` takes two whole numbers."""
    ends = dict(low=term(low), high=term(high), first=term(first), last=term(last))
    return put(_exchanged(), h=summand, **ends)


def delta(one, other) -> Term:
    """Kronecker's delta: 1 where the two whole numbers are equal, else 0."""
    return make("ite", None, (eq(one, other), ONE, ZERO))


@cache
def _picked() -> Theorem:
    """sum_k delta(a, k) f(k) = f(a), for a = first within the range."""
    summand = lam(lambda k: delta(i, k) * s(k), INT)
    inside = [assume(le(n, i)), assume(le(i, m))]

    def zero(k, apart):
        """k != a: the delta is 0."""
        same = assume(eq(i, k))
        differ = discharge(same.conclusion, given(apart, combine(eq(k, i), (1, same))))
        off = fact("ite-false", differ, P=eq(i, k), z=ONE, w=ZERO)
        return ring(eq(apply(summand, (k,)), 0), off)

    on = fact("ite-true", reflexive(i), P=eq(i, i), z=ONE, w=ZERO)
    one = only(summand, i, n, m, inside[0], inside[1], zero)
    found = ring(eq(sum_of(summand, n, m), s(i)), one, on)
    return discharge(le(n, i), discharge(le(i, m), found))


def picked(number: Term, summand: Term, low, high, above: Theorem, below: Theorem) -> Theorem:
    """sum_k delta(a, k) f(k) = f(a), where low <= a <= high."""
    scheme = put(_picked(), first=number, s=summand, low=term(low), high=term(high))
    return given(scheme, above, below)


def nonnegative(summand: Term, low, high, proof_at: Callable) -> Theorem:
    """0 <= sum of f, where proof_at(k, low <= k, k <= high) gives 0 <= f(k)."""
    goal = le(0, sum_of(summand, low, high))
    return ordered_or_empty(
        low,
        high,
        lambda ordered: nonnegative_sum(summand, low, high, ordered, proof_at),
        lambda less: bound(goal, [empty_sum(summand, low, high, less)]),
    )


def at_most(one: Term, other: Term, low, high, proof_at: Callable) -> Theorem:
    """sum of f <= sum of g, where proof_at(k, low <= k, k <= high) gives f(k) <= g(k)."""
    gap = lam(lambda k: other(k) + -1 * one(k), INT)

    def gain(k, k_low, k_high):
        return bound(le(0, apply(gap, (k,))), (), [[proof_at(k, k_low, k_high)]])

    minus = lam(lambda k: -1 * one(k), INT)
    split = [added(other, minus, low, high), scaled(num(-1), one, low, high)]
    above = nonnegative(gap, low, high, gain)
    return bound(le(sum_of(one, low, high), sum_of(other, low, high)), split, [[above]])


def slope_of_sum(
    summand: Term, value: Term, low, high, place: tuple, inside: tuple, proof_at: Callable
) -> Theorem:
    """x -> sum_k h(k, x) has the derivative sum_k v(k), where proof_at(k, low <= k, k <= high)
    gives that of h(k, .); ``inside`` says that the point lies in the interval.
    """
    start, end, at_ = place

    def nothing(less):
        flat = fact("deriv-constant", y=ZERO, low=start, high=end, at=at_)
        whole = lam(lambda q: total(low, high, lambda k: apply(summand, (k, q))))
        q = fresh()
        here = lam(lambda k: apply(summand, (k, q)), INT)
        zero = ring(eq(apply(whole, (q,)), 0), empty_sum(here, low, high, less))
        same = everywhere(q, zero, le(start, q), le(q, end))
        rests = slope_of_same(whole, same, flat, *inside)
        return with_slope(rests, sum_of(value, low, high), empty_sum(value, low, high, less))

    return ordered_or_empty(
        low,
        high,
        lambda ordered: sums.slope_of_sum(
            summand, value, low, high, place, ordered, inside, proof_at
        ),
        nothing,
    )


def split_sum(summand: Term, low, mid, high, start: Theorem, inside: Theorem) -> Theorem:
    """sum_{low}^{high} = sum_{low}^{mid} + sum_{mid+1}^{high}, for low <= mid + 1, mid <= high."""
    low, mid, high = map(term, (low, mid, high))

    def statement(top):
        parts = sum_of(summand, low, mid) + sum_of(summand, mid + 1, top)
        return eq(sum_of(summand, low, top), parts)

    def next_one(top, above, now):
        ordered = bound(le(low - 1, top), (), [[start], [above]])
        whole = sums.step(summand, low, top, ordered)
        later = sums.step(summand, mid + 1, top, bound(le(mid, top), (), [[above]]))
        return combine(statement(top + 1), (1, whole), (1, later), (1, now))

    nothing = empty_sum(summand, mid + 1, mid, bound(lt(mid, mid + 1)))
    scheme = induction(statement, mid, combine(statement(mid), (1, nothing)), next_one)
    return at(scheme, high, inside)


def shifted_sum(summand: Term, low, high, by, ordered: Theorem) -> Theorem:
    """sum_{k=low+b}^{high+b} f(k) = sum_{k=low}^{high} f(k + b), for low <= high + 1."""
    low, high, by = map(term, (low, high, by))
    moved = lam(lambda k: apply(summand, (k + by,)), INT)

    def statement(top):
        return eq(sum_of(summand, low + by, top + by), sum_of(moved, low, top))

    def next_one(top, above, now):
        far = bound(le(low + by, top + by + 1), (), [[above]])
        first = fact("sum-step", far, n=low + by, m=top + by, s=summand)
        second = sums.step(moved, low, top, above)
        goal = statement(top + 1)
        return combine(goal, (1, first), (1, second), (1, now))

    below = bound(lt(low - 1 + by, low + by))
    nothing = empty_sum(summand, low + by, low - 1 + by, below)
    base = combine(statement(low - 1), (1, nothing), (1, sums.empty(moved, low)))
    scheme = induction(statement, low - 1, base, next_one)
    return at(scheme, high, bound(le(low - 1, high), (), [[ordered]]))


def counted(low, high, ordered: Theorem) -> Theorem:
    """sum_{low}^{high} 1 = high - low + 1."""
    return sums.constant_sum(ONE, low, high, ordered)


__all__ = [
    "added",
    "at_most",
    "counted",
    "delta",
    "empty_sum",
    "exchanged",
    "nonnegative",
    "ordered_or_empty",
    "picked",
    "scaled",
    "shifted_sum",
    "slope_of_sum",
    "split_sum",
    "zero_sum",
]
