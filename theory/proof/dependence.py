"""n + 1 vectors with n entries are linearly dependent, for every n: elimination, by induction on n.

Not trusted. A family of vectors is a function of two whole numbers, V(p, j).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from .lemmas import inv, trichotomy
from .linear import linear
from .rules import Theorem, absurd, assume, conjoin, discharge, generalise, reflexive, witness
from .sums import added, scaled, step, summand_equal
from .sums_order import only
from .tactics import (
    at,
    bound,
    by_cases,
    combine,
    equal_inside,
    everywhere,
    exists,
    fact,
    forall,
    fresh,
    given,
    induction,
    lam,
    obtain,
    parts,
    put,
    ring,
    symmetric,
    total,
)
from .terms import (
    FALSE,
    INT,
    ONE,
    REAL,
    ZERO,
    Term,
    both,
    eq,
    function,
    implies,
    le,
    make,
    negation,
    var,
)

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


def chosen(condition: Term, yes: Term, no: Term) -> Term:
    """yes where the condition holds, else no."""
    return make("ite", None, (condition, yes, no))


@cache
def _swapped_sum() -> Theorem:
    """sum_{i=1}^{N+1} f(i) = f(q) + sum_{p=1}^{N} f(p, or N + 1 for p = q), 1 <= q <= N + 1."""
    f, q, N = function("f", INT, REAL), var("q", INT), var("N", INT)
    low, high, size = le(1, q), le(q, N + 1), le(0, N)
    wide = linear(le(1, N + 1), assume(size))

    def turned(p):
        return chosen(eq(p, q), N + 1, p)

    def move(p):
        return f(turned(p)) - f(p)

    def elsewhere(p, other):
        same = fact("ite-false", other, P=eq(p, q), z=N + 1, w=p)
        return combine(eq(f(turned(p)), f(p)), (1, equal_inside(f(turned(p)), same)))

    s = function("s", INT, REAL)
    split = added(lam(lambda p: f(p), INT), lam(lambda p: s(p), INT), 1, N, wide)
    moved = put(split, s=lam(move, INT))
    last = step(lam(lambda p: f(p), INT), ONE, N, linear(le(0, N), assume(size)))
    goal = eq(total(1, N + 1, lambda i: f(i)), f(q) + total(1, N, lambda p: f(turned(p))))

    def inside(less):
        """q <= N: the moves add up to f(N + 1) - f(q)."""
        a, m = var("a", INT), var("m", INT)
        rest = forall(lambda k: implies(negation(eq(k, a)), eq(s(k), 0)), INT)
        zero = assume(rest)
        alone = only(
            lam(lambda k: s(k), INT),
            a,
            1,
            m,
            assume(le(1, a)),
            assume(le(a, m)),
            lambda k, other: at(zero, k, other),
        )
        made = discharge(le(1, a), discharge(le(a, m), discharge(rest, alone)))
        k = fresh(INT)
        other = negation(eq(k, q))
        off = everywhere(k, ring(eq(move(k), 0), elsewhere(k, assume(other))), other)
        single = given(put(made, s=lam(move, INT), a=q, m=N), assume(low), less, off)
        here = fact("ite-true", reflexive(q), P=eq(q, q), z=N + 1, w=q)
        own = combine(eq(move(q), f(N + 1) - f(q)), (1, equal_inside(f(turned(q)), here)))
        return combine(goal, (1, last), (1, moved), (1, single), (1, own))

    def edge(same):
        """q = N + 1: nothing moves."""

        def still(p, p_low, p_high):
            other = discharge(eq(p, q), linear(FALSE, assume(eq(p, q)), same, p_high))
            return elsewhere(p, other)

        flat = summand_equal(
            lam(lambda p: f(turned(p)), INT), lam(lambda p: f(p), INT), 1, N, still
        )
        top = equal_inside(f(N + 1), symmetric(same))
        return combine(goal, (1, last), (1, flat), (1, top))

    found = by_cases(
        trichotomy(q, N + 1),
        lambda less: inside(linear(le(q, N), fact("discrete", less, n=q, m=N + 1))),
        edge,
        lambda more: absurd(linear(FALSE, more, assume(high)), goal),
    )
    return discharge(size, discharge(low, discharge(high, found)))


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
    from .terms import opened

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
    from .terms import opened

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
                own = opened(weights, (turned(p),))
                same = weight_at(p, p_high)
                t_low, t_high = _turned_inside(p, q, N, p_low, p_high, n_low)

                def differ(statement):
                    zero = statement.args[0]
                    return discharge(
                        zero, given(apart, combine(eq(w(p), 0), (1, same), (1, assume(zero))))
                    )

                assert own is not None
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
                    from .sums import constant_sum

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


def _with(weights: Term, old: Term, new: Term, equation: Theorem) -> Theorem:
    """weights(old) = weights(new), from old = new."""
    from .rules import replace
    from .terms import bind, opened

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
    from .terms import opened

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

        from .sums import constant_sum

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
