"""A finite sum with one term taken out, the last put in its place. Not trusted."""

from __future__ import annotations

from functools import cache

from ..lemmas import trichotomy
from ..rules import Theorem, absurd, assume, discharge, reflexive
from ..tactics import (
    at,
    by_cases,
    combine,
    equal_inside,
    everywhere,
    fact,
    forall,
    fresh,
    given,
    lam,
    put,
    ring,
    symmetric,
    total,
)
from ..tactics.linear import linear
from ..terms import FALSE, INT, ONE, REAL, Term, eq, function, implies, le, make, negation, var
from .finite import added, step, summand_equal
from .order import only


def chosen(condition: Term, yes: Term, no: Term) -> Term:
    """yes where the condition holds, else no."""
    return make("ite", None, (condition, yes, no))


@cache
def swapped_sum() -> Theorem:
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
