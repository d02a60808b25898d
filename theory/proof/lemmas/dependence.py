"""n + 1 vectors with n entries are linearly dependent, for every n: elimination, by induction on n.

Not trusted. A family of vectors is a function of two whole numbers, V(p, j).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from ..rules import Theorem, absurd, assume, conjoin, discharge, generalise, reflexive, witness
from ..sums.finite import constant_sum, step, summand_equal
from ..sums.swapped import chosen
from ..tactics import (
    at,
    bound,
    by_cases,
    combine,
    equal_inside,
    exists,
    fact,
    forall,
    fresh,
    given,
    induction,
    lam,
    obtain,
    parts,
    ring,
    symmetric,
    total,
)
from ..tactics.linear import linear
from ..terms import FALSE, INT, ONE, REAL, ZERO, Term, both, eq, implies, le, negation, opened
from . import inv, trichotomy
from .elimination import _nobody, _row, _turned_inside, _with

WEIGHTS = ("Fun", (INT,), REAL)
FAMILY = ("Fun", (INT, INT), REAL)


def dependent(family: Callable, n: Term) -> Term:
    """There are weights, not all 0, with sum_{p = 1}^{n + 1} w_p V(p, j) = 0 for j = 1..n."""

    def weights(w):
        some = exists(lambda p: both(le(1, p), le(p, n + 1), negation(eq(w(p), 0))), INT)
        rows = forall(
            lambda j: implies(
                le(1, j), le(j, n), eq(total(1, n + 1, lambda p: w(p) * family(p, j)), 0)
            ),
            INT,
        )
        return both(some, rows)

    return exists(weights, WEIGHTS)


@cache
def dependence() -> Theorem:
    """for all n >= 0 and all V: ``dependent``."""
    return induction(
        lambda n: forall(lambda V: dependent(lambda p, j: V(p, j), n), FAMILY),
        ZERO,
        _no_entries(),
        _one_more,
    )


def _no_entries() -> Theorem:
    """One vector without entries: the weight 1."""
    V = fresh(FAMILY)
    goal = dependent(lambda p, j: V(p, j), ZERO)
    one = lam(lambda p: ONE, INT)
    some, rows = opened(goal, (one,)).args
    low, high, apart = opened(some, (ONE,)).args
    false = discharge(apart.args[0], linear(FALSE, assume(apart.args[0])))
    there = witness(some, ONE, conjoin(bound(low), bound(high), false))
    j = fresh(INT)
    first, rest = opened(rows, (j,)).args
    last, wanted = rest.args
    none = absurd(linear(FALSE, assume(first), assume(last)), wanted)
    empty_ = generalise(discharge(first, discharge(last, none)), j)
    return generalise(witness(goal, one, conjoin(there, empty_)), V)


def _one_more(n: Term, n_low: Theorem, now: Theorem) -> Theorem:
    """n + 2 vectors with n + 1 entries: eliminate the last entry by one that has it, if any."""
    V = fresh(FAMILY)
    goal = dependent(lambda p, j: V(p, j), n + 1)
    N = n + 1  # as many vectors are left

    def finished(weights, p, p_low, p_high, apart, rows):
        """The existence from explicit weights."""
        some, every = opened(goal, (weights,)).args
        low, high, differ = opened(some, (p,)).args
        there = witness(some, p, conjoin(linear(low, p_low), linear(high, p_high), apart(differ)))
        j = fresh(INT)
        first, rest = opened(every, (j,)).args
        last, wanted = rest.args
        row = rows(j, assume(first), assume(last), wanted)
        whole = generalise(discharge(first, discharge(last, row)), j)
        return witness(goal, weights, conjoin(there, whole))

    def pivot(q, known):
        q_low, q_high, some = parts(known)
        unit = fact("inverse", some, z=V(q, N))

        def turned(p):
            return chosen(eq(p, q), N + 1, p)

        def ratio(p):
            return V(turned(p), N) * inv(V(q, N))

        left = lam(lambda p, j: V(turned(p), j) - ratio(p) * V(q, j), INT, INT)

        def use(w, found):
            exists_, rows_ = parts(found)
            pulled = total(1, N, lambda p: w(p) * ratio(p))
            weights = lam(
                lambda i: chosen(eq(i, q), -pulled, chosen(eq(i, N + 1), w(q), w(i))), INT
            )

            def weight_at(p, p_high):
                """The weight of the vector that p stands for is w(p); p <= N."""
                own = opened(weights, (turned(p),))

                def here(same):
                    up = fact("ite-true", same, P=eq(p, q), z=N + 1, w=p)
                    not_q = discharge(
                        eq(N + 1, q), linear(FALSE, assume(eq(N + 1, q)), same, p_high)
                    )
                    outer = fact(
                        "ite-false",
                        not_q,
                        P=eq(N + 1, q),
                        z=-pulled,
                        w=chosen(eq(N + 1, N + 1), w(q), w(N + 1)),
                    )
                    inner = fact(
                        "ite-true", reflexive(N + 1), P=eq(N + 1, N + 1), z=w(q), w=w(N + 1)
                    )
                    start = _with(weights, turned(p), N + 1, up)
                    back = equal_inside(w(q), symmetric(same))
                    return combine(eq(own, w(p)), (1, start), (1, outer), (1, inner), (1, back))

                def there(other):
                    stay = fact("ite-false", other, P=eq(p, q), z=N + 1, w=p)
                    not_last = discharge(eq(p, N + 1), linear(FALSE, assume(eq(p, N + 1)), p_high))
                    start = _with(weights, turned(p), p, stay)
                    outer = fact(
                        "ite-false",
                        other,
                        P=eq(p, q),
                        z=-pulled,
                        w=chosen(eq(p, N + 1), w(q), w(p)),
                    )
                    inner = fact("ite-false", not_last, P=eq(p, N + 1), z=w(q), w=w(p))
                    return combine(eq(own, w(p)), (1, start), (1, outer), (1, inner))

                return by_cases(eq(p, q), here, there)

            def rows(j, j_low, j_high, wanted):
                return _row(
                    V,
                    w,
                    weights,
                    q,
                    N,
                    n,
                    turned,
                    ratio,
                    pulled,
                    unit,
                    rows_,
                    weight_at,
                    (q_low, q_high, n_low),
                    j,
                    j_low,
                    j_high,
                    wanted,
                )

            def last(p, p_known):
                p_low, p_high, apart = parts(p_known)
                same = weight_at(p, p_high)
                t_low, t_high = _turned_inside(p, q, N, p_low, p_high, n_low)

                def differ(statement):
                    zero = statement.args[0]
                    return discharge(
                        zero, given(apart, combine(eq(w(p), 0), (1, same), (1, assume(zero))))
                    )

                return finished(weights, turned(p), t_low, t_high, differ, rows)

            return obtain(exists_, last)

        return obtain(at(now, left), use)

    def flat(none):
        """Nobody has the last entry: the weights of the first n + 1."""

        def use(w, found):
            exists_, rows_ = parts(found)
            weights = lam(lambda i: chosen(le(i, N), w(i), ZERO), INT)

            def kept(p, p_high):
                return fact("ite-true", p_high, P=le(p, N), z=w(p), w=ZERO)

            def rows(j, j_low, j_high, wanted):
                summand = lam(lambda p: opened(weights, (p,)) * V(p, j), INT)
                grown = step(summand, ONE, N, linear(le(0, N), n_low))
                over = discharge(le(N + 1, N), linear(FALSE, assume(le(N + 1, N))))
                off = fact("ite-false", over, P=le(N + 1, N), z=w(N + 1), w=ZERO)
                same = summand_equal(
                    summand,
                    lam(lambda p: w(p) * V(p, j), INT),
                    1,
                    N,
                    lambda p, low, high: ring(
                        eq(opened(summand, (p,)), w(p) * V(p, j)), kept(p, high)
                    ),
                )

                def early(less):
                    zero = at(rows_, j, j_low, linear(le(j, n), less))
                    return combine(wanted, (1, grown), (1, same), (1, zero), (V(N + 1, j), off))

                def final(equal):
                    gone = summand_equal(
                        lam(lambda p: w(p) * V(p, j), INT),
                        lam(lambda p: ZERO, INT),
                        1,
                        N,
                        lambda p, low, high: _nobody(none, V, w, p, j, N, low, high, equal),
                    )
                    nothing = constant_sum(ZERO, 1, N, linear(le(1, N + 1), n_low))
                    return combine(
                        wanted, (1, grown), (1, same), (1, gone), (1, nothing), (V(N + 1, j), off)
                    )

                return by_cases(
                    trichotomy(j, N),
                    lambda less: early(fact("discrete", less, n=j, m=N)),
                    final,
                    lambda more: absurd(
                        linear(FALSE, fact("discrete", more, n=N, m=j), j_high), wanted
                    ),
                )

            def last(p, p_known):
                p_low, p_high, apart = parts(p_known)

                def differ(statement):
                    zero = statement.args[0]
                    return discharge(
                        zero,
                        given(apart, combine(eq(w(p), 0), (1, kept(p, p_high)), (1, assume(zero)))),
                    )

                return finished(weights, p, p_low, linear(le(p, N + 1), p_high), differ, rows)

            return obtain(exists_, last)

        return obtain(at(now, lam(lambda p, j: V(p, j), INT, INT)), use)

    has = exists(lambda q: both(le(1, q), le(q, N + 1), negation(eq(V(q, N), 0))), INT)
    found = by_cases(has, lambda some: obtain(some, pivot), flat)
    return generalise(found, V)
