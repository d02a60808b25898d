"""Ky Fan's inequality for weights: sum s_i p_i <= s_1 + ... + s_m where 0 <= p <= 1 and the weights
sum to at most m. Not trusted.

With p_i = |projection of the i-th eigenvector|^2 (Bessel) it says that no m orthonormal vectors do
better than the first m eigenvectors.
"""

from __future__ import annotations

from functools import cache

from ..rules import Theorem, assume, discharge, order
from ..sums.any_range import counted, nonnegative, split_sum
from ..sums.nested import same_sums
from ..tactics import (
    at,
    bound,
    by_cases,
    contradiction,
    discharged,
    everywhere,
    fact,
    fresh,
    given,
    induction,
    lam,
    put,
    total,
)
from ..terms import INT, ONE, REAL, Term, eq, function, implies, le, lt, num, term, var
from . import trichotomy
from .inner_products import within

m, r = var("count'", INT), var("size'", INT)
kappa, nu = var("kappa'"), var("nu'")
s, p = function("s'", INT, REAL), function("p'", INT, REAL)

PREMISES = (
    le(0, m),
    le(m, r),
    le(0, nu),
    within(1, m, lambda i: le(kappa, s(i))),
    within(m + 1, r, lambda i: le(s(i), nu)),
    within(1, r, lambda i: le(0, p(i))),
    within(1, r, lambda i: le(p(i), 1)),
    le(total(1, r, lambda i: p(i)), m),
)


@cache
def _gap() -> Theorem:
    """sum_{i<=m} (s_i - kappa)(1 - p_i) + sum_{i>m} (nu - s_i) p_i >= 0, written out."""
    low, high, nu_low, above, below, p_low, p_high, most = map(assume, PREMISES)
    start = bound(le(1, m + 1), (), [[low]])

    def first(i, i_low, i_high):
        inside = bound(le(i, r), (), [[i_high], [high]])
        gains = [at(above, i, i_low, i_high), at(p_high, i, i_low, inside)]
        return bound(le(0, (s(i) - kappa) * (1 - p(i))), (), [gains], exact=True)

    def second(i, i_low, i_high):
        outside = bound(le(1, i), (), [[i_low], [low]])
        gains = [at(below, i, i_low, i_high), at(p_low, i, outside, i_high)]
        return bound(le(0, (nu - s(i)) * p(i)), (), [gains], exact=True)

    heads = nonnegative(lam(lambda i: (s(i) - kappa) * (1 - p(i)), INT), 1, m, first)
    tails = nonnegative(lam(lambda i: (nu - s(i)) * p(i), INT), m + 1, r, second)
    weighted = split_sum(lam(lambda i: s(i) * p(i), INT), 1, m, r, start, high)
    plain = split_sum(lam(lambda i: p(i), INT), 1, m, r, start, high)
    head = total(1, m, lambda i: p(i))
    opened = [
        same_sums(
            eq(
                total(1, m, lambda i: (s(i) - kappa) * (1 - p(i))),
                total(1, m, lambda i: s(i))
                - kappa * total(1, m, lambda i: ONE)
                - total(1, m, lambda i: s(i) * p(i))
                + kappa * head,
            )
        ),
        same_sums(
            eq(
                total(m + 1, r, lambda i: (nu - s(i)) * p(i)),
                nu * total(m + 1, r, lambda i: p(i)) - total(m + 1, r, lambda i: s(i) * p(i)),
            )
        ),
        counted(1, m, start),
        weighted,
        plain,
    ]
    goal = le(
        (kappa - nu) * (m - head),
        total(1, m, lambda i: s(i)) - total(1, r, lambda i: s(i) * p(i)),
    )
    found = bound(goal, opened, [[heads], [tails], [nu_low, most]])
    return discharged(found, *PREMISES)


def weighted_gap(
    values: Term, weights: Term, count, size, kappa_, nu_, *premises: Theorem
) -> Theorem:
    """(kappa - nu)(m - sum_{i<=m} p_i) <= sum_{i<=m} s_i - sum_{i<=r} s_i p_i.

    Premises: 0 <= m, m <= r, 0 <= nu, kappa <= s_i for i <= m, s_i <= nu for i > m, 0 <= p_i,
    p_i <= 1, sum p_i <= m; those of many i quantified, in this order.
    """
    table = {
        "s'": values, "p'": weights, "count'": term(count), "size'": term(size),
        "kappa'": term(kappa_), "nu'": term(nu_),
    }  # fmt: skip
    return given(put(_gap(), **table), *premises)


@cache
def _decreasing() -> Theorem:
    """s_{i+1} <= s_i for 1 <= i < r gives s_k <= s_i for i <= k <= r, by induction on k."""
    stepwise = assume(within(1, r - 1, lambda i: le(s(i + 1), s(i))))
    i = fresh(INT, "i")
    i_low = assume(le(1, i))

    def statement(k):
        return implies(le(k, r), le(s(k), s(i)))

    def next_one(k, above, now):
        condition = assume(le(k + 1, r))
        before = given(now, bound(le(k, r), (), [[condition]]))
        k_low = bound(le(1, k), (), [[i_low], [above]])
        down = at(stepwise, k, k_low, bound(le(k, r - 1), (), [[condition]]))
        return discharge(condition.conclusion, bound(le(s(k + 1), s(i)), (), [[before], [down]]))

    base = discharge(le(i, r), bound(le(s(i), s(i))))
    scheme = induction(statement, i, base, next_one)
    return discharge(stepwise.conclusion, everywhere(i, scheme, le(1, i)))


def decreasing(values: Term, size, stepwise: Theorem) -> Theorem:
    """for all i >= 1 and k >= i: k <= r -> s_k <= s_i; from s_{i+1} <= s_i for 1 <= i <= r - 1."""
    return given(put(_decreasing(), **{"s'": values, "size'": term(size)}), stepwise)


def _falling() -> tuple[Term, ...]:
    """s_1 >= s_2 >= ... >= s_r >= 0, and 0 <= p <= 1 of the weights, which sum to m at most."""
    return (
        le(0, m),
        le(m, r),
        within(1, r, lambda i: le(0, s(i))),
        within(1, r - 1, lambda i: le(s(i + 1), s(i))),
        *PREMISES[5:],
    )


@cache
def _ky_fan() -> Theorem:
    """kappa = nu = s_m; for m = 0 nu = s_1."""
    premises = _falling()
    low, high, s_low, stepwise, p_low, p_high, most = map(assume, premises)
    falls = decreasing(lam(lambda i: s(i), INT), r, stepwise)
    goal = le(total(1, r, lambda i: s(i) * p(i)), total(1, m, lambda i: s(i)))
    values, weights = lam(lambda i: s(i), INT), lam(lambda i: p(i), INT)

    def used(level, above, below):
        gap = weighted_gap(
            values, weights, m, r, level, level, low, high, above[0], above[1], below,
            p_low, p_high, most,
        )  # fmt: skip
        return bound(goal, (), [[gap]])

    def some(more):
        """m >= 1: s_m separates the two parts."""
        m_low = bound(le(1, m), (), [[_one_at_least(more)]])
        i = fresh(INT, "i")
        head = at(falls, i, assume(le(1, i)), m, assume(le(i, m)), high)
        heads = everywhere(i, head, le(1, i), le(i, m))
        i_low = assume(le(m + 1, i))
        after = bound(le(m, i), (), [[i_low]])
        tail = at(falls, m, m_low, i, after, assume(le(i, r)))
        tails = everywhere(i, tail, le(m + 1, i), le(i, r))
        return used(s(m), (at(s_low, m, m_low, high), heads), tails)

    def none(same):
        """m = 0: all of them are at most s_1, if there are any."""

        def no_terms(less):
            i = fresh(INT, "i")
            i_high = assume(le(i, r))
            empty = bound(lt(0, 0), (), [[less], [i_high], [assume(le(m + 1, i))], [low]])
            tails = everywhere(i, contradiction(empty, le(s(i), 0)), le(m + 1, i), le(i, r))
            return used(num(0), (bound(le(0, num(0))), _no_heads(same, num(0))), tails)

        def terms(r_low):
            i = fresh(INT, "i")
            i_low = bound(le(1, i), (), [[assume(le(m + 1, i))], [low]])
            tail = at(falls, ONE, bound(le(ONE, ONE)), i, i_low, assume(le(i, r)))
            tails = everywhere(i, tail, le(m + 1, i), le(i, r))
            first = at(s_low, ONE, bound(le(ONE, ONE)), r_low)
            return used(s(ONE), (first, _no_heads(same, s(ONE))), tails)

        return by_cases(
            trichotomy(r, ONE),
            no_terms,
            lambda one: terms(order(le(ONE, r), ((num(-1), one),), ())),
            lambda more: terms(bound(le(ONE, r), (), [[more]])),
        )

    def negative(less):
        return contradiction(bound(lt(0, 0), (), [[less], [low]], exact=True), goal)

    found = by_cases(trichotomy(m), negative, none, some)
    return discharged(found, *premises)


def _no_heads(same: Theorem, level: Term) -> Theorem:
    """level <= s_i for i = 1, ..., m, of which there are none where m = 0."""
    i = fresh(INT, "i")
    bad = order(
        lt(0, 0), ((num(1), same),),
        ((ONE, (assume(le(1, i)),), ONE), (ONE, (assume(le(i, m)),), ONE), (ONE, (), ONE)),
    )  # fmt: skip
    return everywhere(i, contradiction(bad, le(level, s(i))), le(1, i), le(i, m))


def _one_at_least(more: Theorem) -> Theorem:
    """0 < m: 1 <= m."""
    zero, number = more.conclusion.args
    return fact("discrete", more, n=zero, m=number)


def ky_fan(values: Term, weights: Term, count, size, *premises: Theorem) -> Theorem:
    """sum_{i<=r} s_i p_i <= sum_{i<=m} s_i.

    Premises: 0 <= m, m <= r, 0 <= s_i, s_{i+1} <= s_i for i <= r - 1, 0 <= p_i, p_i <= 1,
    sum p_i <= m.
    """
    table = {"s'": values, "p'": weights, "count'": term(count), "size'": term(size)}
    return given(put(_ky_fan(), **table), *premises)
