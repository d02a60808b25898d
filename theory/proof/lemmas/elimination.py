"""Steps of the elimination that shows linear dependence: what a swapped index, a row and a weight
are.

Not trusted.
"""

from __future__ import annotations

from ..rules import Theorem, absurd, conjoin, reflexive, replace, witness
from ..sums.finite import added, constant_sum, scaled, summand_equal
from ..sums.swapped import chosen
from ..sums.swapped import swapped_sum as _swapped_sum
from ..tactics import at, by_cases, combine, equal_inside, fact, fresh, given, lam, put
from ..tactics.linear import linear
from ..terms import FALSE, INT, ZERO, Term, bind, eq, le, opened
from . import trichotomy


def _with(weights: Term, old: Term, new: Term, equation: Theorem) -> Theorem:
    """weights(old) = weights(new), from old = new."""
    hole = fresh(INT)
    start = opened(weights, (old,))
    template = bind("lam", hole, eq(start, opened(weights, (hole,))))
    return replace(equation, template, reflexive(start))


def _nobody(none, V, w, p, j, N, low, high, equal) -> Theorem:
    """w(p) V(p, j) = 0 where j is the last entry, which nobody has."""
    zero = eq(V(p, N), 0)
    there = exists_of(none)

    def apart(some):
        found = witness(there, p, conjoin(low, linear(le(p, N + 1), high), some))
        return absurd(given(none, found), zero)

    gone = by_cases(zero, lambda same: same, apart)
    entry = equal_inside(V(p, j), equal)
    return combine(eq(w(p) * V(p, j), 0), (w(p), entry), (w(p), gone))


def exists_of(none: Theorem) -> Term:
    """The existence statement that is denied."""
    return none.conclusion.args[0]


def _turned_inside(p, q, N, low, high, n_low) -> tuple[Theorem, Theorem]:
    """1 <= (p, or N + 1 for p = q) <= N + 1."""
    value = chosen(eq(p, q), N + 1, p)

    def side(goal):
        return by_cases(
            eq(p, q),
            lambda same: linear(goal, fact("ite-true", same, P=eq(p, q), z=N + 1, w=p), n_low),
            lambda other: linear(
                goal, fact("ite-false", other, P=eq(p, q), z=N + 1, w=p), low, high
            ),
        )

    return side(le(1, value)), side(le(value, N + 1))


def _row(
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
    known,
    j,
    j_low,
    j_high,
    wanted,
):
    """sum_i weights(i) V(i, j) = sum_p w_p (V(p', j) - V(p', N)/V(q, N) V(q, j)) = 0."""
    q_low, q_high, n_low = known
    wide = linear(le(1, N + 1), n_low)

    def f(i):
        return opened(weights, (i,)) * V(i, j)

    split = given(
        put(_swapped_sum(), f=lam(f, INT), q=q, N=N), linear(le(0, N), n_low), q_low, q_high
    )
    here = fact("ite-true", reflexive(q), P=eq(q, q), z=-pulled, w=chosen(eq(q, N + 1), w(q), w(q)))
    own = combine(eq(f(q), -(pulled * V(q, j))), (V(q, j), here))
    first = lam(lambda p: w(p) * (V(turned(p), j) - ratio(p) * V(q, j)), INT)
    second = lam(lambda p: V(q, j) * (w(p) * ratio(p)), INT)
    others = summand_equal(
        lam(lambda p: f(turned(p)), INT),
        lam(lambda p: opened(first, (p,)) + opened(second, (p,)), INT),
        1,
        N,
        lambda p, low, high: combine(
            eq(f(turned(p)), opened(first, (p,)) + opened(second, (p,))),
            (V(turned(p), j), weight_at(p, high)),
        ),
    )
    apart = added(first, second, 1, N, wide)
    out = scaled(V(q, j), lam(lambda p: w(p) * ratio(p), INT), 1, N, wide)

    def early(less):
        zero = at(rows_, j, j_low, linear(le(j, n), less))
        return combine(wanted, (1, split), (1, own), (1, others), (1, apart), (1, out), (1, zero))

    def last(equal):
        """At the eliminated entry each term is 0."""

        def gone(p, *_):
            value = equal_inside(V(turned(p), j), equal)
            other = equal_inside(V(q, j), equal)
            return combine(
                eq(opened(first, (p,)), 0),
                (w(p), value),
                (w(p) * ratio(p), other),
                (w(p) * V(turned(p), N), unit),
            )

        flat = summand_equal(first, lam(lambda p: ZERO, INT), 1, N, gone)
        nothing = constant_sum(ZERO, 1, N, wide)
        return combine(
            wanted,
            (1, split),
            (1, own),
            (1, others),
            (1, apart),
            (1, out),
            (1, flat),
            (1, nothing),
        )

    return by_cases(
        trichotomy(j, N),
        lambda less: early(fact("discrete", less, n=j, m=N)),
        last,
        lambda more: absurd(linear(FALSE, fact("discrete", more, n=N, m=j), j_high), wanted),
    )
