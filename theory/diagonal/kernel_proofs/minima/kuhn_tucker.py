"""Kuhn and Tucker for least squares with signs: what holds at an argmin, and what makes one.

b_i + q e, for q in [0, 1], stays feasible: then g_i e >= 0. With e = -b_i and e = b_i: g_i b_i = 0.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.diagonal.letters.regression import (
    X,
    along_one,
    apart,
    count,
    curvature_low,
    expansion,
    gradient,
    loss,
    moved,
    moved_elsewhere,
    predicted,
    samples,
    stiffness,
    stiffness_low,
    vector,
    wide,
    y,
)
from theory.proof.lemmas import inv, trichotomy
from theory.proof.rules import Theorem, assume, discharge, order, replace
from theory.proof.sums.finite import summand_equal
from theory.proof.sums.order import nonnegative_sum
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    everywhere,
    fact,
    forall,
    fresh,
    given,
    inverse,
    positive,
    put,
    ring,
    symmetric,
    weaker,
)
from theory.proof.terms import (
    INT,
    ONE,
    ZERO,
    Term,
    apply,
    bind,
    eq,
    implies,
    le,
    lt,
    num,
    var,
)


@cache
def _no_descent() -> Theorem:
    """0 <= D and, for all q in [0, 1], 0 <= q^2 D - q P: then P <= 0. (Else q = P/(P + D).)"""
    P, D = var("P"), var("D")
    low = le(0, D)
    every = forall(lambda q: implies(le(0, q), le(q, 1), le(0, q**2 * D - q * P)))
    goal = le(P, 0)

    def above(more):
        whole = P + D
        top = bound(lt(0, whole), (), [[more], [assume(low)]], exact=True)
        down, unit = positive(inv(whole), [top]), inverse(whole, [top])
        q = P * inv(whole)
        q_low = bound(le(0, q), (), [[more, down]])
        q_high = order(le(q, ONE), ((ONE, unit),), ((ONE, (assume(low), down), ONE),))
        there = at(assume(every), q, q_low, q_high)
        # q^2 D - q P = -P^2/(P + D)^2 P, by D = (P + D) - P and (P + D)/(P + D) = 1
        value = ring(
            eq(q**2 * D - q * P, -(P**3 * inv(whole) ** 2)),
            combine(eq(D * inv(whole), 1 - P * inv(whole)), (1, unit)),
        )
        cube = (more, more, more, down, down)
        false = order(lt(ZERO, ZERO), ((ONE, value),), ((ONE, (there,), ONE), (ONE, cube, ONE)))
        return contradiction(false, goal)

    found = by_cases(
        trichotomy(P),
        weaker,
        lambda same: order(goal, ((num(1), same),), ()),
        above,
    )
    return discharge(low, discharge(every, found))


def direction(b: Term, i: Term, e: Term, low: Theorem, high: Theorem, least: Callable) -> Theorem:
    """0 <= e g_i, where least(x, q) shows L(b) <= L(b with b_i = x) for x = b_i + q e, 0 <= q <= 1.

    ``least`` is given x, 0 <= q and q <= 1.
    """
    q = fresh()
    inside = le(0, q), le(q, 1)
    x = apply(b, (i,)) + q * e
    below = least(x, q, *map(assume, inside))
    step = along_one(b, i, x, low, high)
    g, stiff = gradient(b, i), stiffness(i)
    D, P = e**2 * stiff, -(e * g)
    grown = order(le(0, q**2 * D - q * P), ((ONE, step),), ((ONE, (below,), ONE),))
    every = everywhere(q, grown, *inside)
    stiff_low = stiffness_low(i)
    D_low = order(le(0, D), (), ((ONE, (stiff_low,), e),))
    done = given(put(_no_descent(), P=P, D=D), D_low, every)
    return bound(le(0, e * g), (), [[done]])


def changed(b: Term, i: Term, x: Term, feasible_b: Theorem, entry: Callable, own: Callable):
    """ "For all m = 1..d: entry(c_m, m)" for c = b with b_i = x, from the same for b and own(x).

    ``entry(value, m)`` is the statement about one entry; ``own(here)`` shows it for x at i.
    """
    c, m = moved(b, i, x), fresh(INT)
    low, high = le(1, m), le(m, count)
    goal = entry(apply(c, (m,)), m)

    def here(same):
        value = combine(eq(apply(c, (m,)), x), (1, _ite(b, i, x, m, same)))
        shown = own()  # entry(x, i)
        there = swap(shown, i, m, symmetric(same), lambda w: entry(x, w))
        return swap(there, x, apply(c, (m,)), symmetric(value), lambda w: entry(w, m))

    def elsewhere(other):
        value = moved_elsewhere(b, i, x, m, other)
        old = at(feasible_b, m, assume(low), assume(high))
        return swap(old, apply(b, (m,)), apply(c, (m,)), symmetric(value), lambda w: entry(w, m))

    found = by_cases(eq(m, i), here, elsewhere)
    assert found.conclusion is goal, (found.conclusion, goal)
    return everywhere(m, found, low, high)


def _ite(b, i, x, m, same):
    return fact("ite-true", same, P=eq(m, i), z=x, w=apply(b, (m,)))


def swap(theorem: Theorem, old: Term, new: Term, equation: Theorem, statement: Callable):
    """statement(new) from statement(old) and old = new."""
    hole = fresh(old.sort if old.sort == new.sort else "Real")
    return replace(equation, bind("lam", hole, statement(hole)), theorem)


def smaller_loss(c: Term, b: Term, slopes: Callable) -> Theorem:
    """L(b) <= L(c), where slopes(i, 1 <= i, i <= d) shows 0 <= g_i(b) (c_i - b_i)."""
    h = apart(c, b)
    linear = vector(lambda i: gradient(b, i) * apply(h, (i,)))
    grown = nonnegative_sum(linear, 1, count, wide(), slopes)
    return bound(le(loss(b), loss(c)), [expansion(c, b)], [[grown], [curvature_low(h)]])


def same_gradient(c: Term, b: Term, i: Term, equal: Theorem) -> Theorem:
    """g_i(c) = g_i(b), where ``equal`` says that all entries are."""

    def sample(j, *_):
        inside = summand_equal(
            vector(lambda m: apply(c, (m,)) * X(m, j)),
            vector(lambda m: apply(b, (m,)) * X(m, j)),
            1,
            count,
            lambda m, low, high: ring(
                eq(apply(c, (m,)) * X(m, j), apply(b, (m,)) * X(m, j)), at(equal, m, low, high)
            ),
        )
        return ring(
            eq(X(i, j) * (predicted(c, j) - y(j)), X(i, j) * (predicted(b, j) - y(j))), inside
        )

    rows = summand_equal(
        vector(lambda j: X(i, j) * (predicted(c, j) - y(j))),
        vector(lambda j: X(i, j) * (predicted(b, j) - y(j))),
        1,
        samples,
        sample,
    )
    return combine(eq(gradient(c, i), gradient(b, i)), (inv(samples), rows))
