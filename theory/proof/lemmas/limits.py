"""Limits from the right at 0, in epsilons: a radius, and what holds within it. Not trusted."""

from __future__ import annotations

from collections.abc import Callable

from ..polynomials import normal
from ..rules import Theorem, assume, conjoin, discharge, generalise, order, witness
from ..tactics import (
    bound,
    by_cases,
    equal_inside,
    everywhere,
    fact,
    fresh,
    inverse,
    positive,
    weaker,
    written,
)
from ..terms import ONE, ZERO, Term, call, eq, le, lt, num, opened
from . import exp, exp_sum, inv, trichotomy


def near_zero(statement: Term, radius: Callable, shown: Callable) -> Theorem:
    """A limit from the right at 0, as ``translate`` states it in epsilons.

    radius(level, 0 < level or None) gives a number and that it is positive; shown(wanted, x, 0 < x,
    x < radius, level, 0 < level or None) gives what is wanted of x.
    """
    level = fresh()
    inside = opened(statement, (level,))
    finite = inside.op == "implies"
    above = assume(inside.args[0]) if finite else None
    existence = inside.args[1] if finite else inside
    size, size_above = radius(level, above)
    first, every = opened(existence, (size,)).args
    x = fresh()
    start, step = opened(every, (x,)).args
    end, wanted = step.args
    low, high = assume(start), bound(lt(x, size), (), [[assume(end)]], exact=True)
    found = everywhere(x, shown(wanted, x, low, high, level, above), start, end)
    there = witness(existence, size, conjoin(written(first, size_above), found))
    return generalise(discharge(above.conclusion, there) if above else there, level)


def exp_rises(ordered: Theorem) -> Theorem:
    """a <= b gives exp(a) <= exp(b) = exp(a) exp(b - a), where exp(b - a) >= 1 + b - a >= 1."""
    a, b = ordered.conclusion.args
    split = written(eq(exp(b), exp(a) * exp(b - a)), exp_sum(a, b - a))
    grown = fact("exp-tangent", x=b - a)
    above = fact("exp-positive", x=a)
    return bound(le(exp(a), exp(b)), [split], [[above, grown], [above, ordered]])


def size_below(x: Term, low: Theorem, high: Theorem) -> Theorem:
    """-e < x < e gives |x| < e."""
    level = high.conclusion.args[1]
    goal = lt(call("abs", x), level)

    def up(ordered):
        return bound(goal, [fact("abs-nonnegative", ordered, x=x)], [[high]])

    return by_cases(
        trichotomy(x),
        lambda less: bound(goal, [fact("abs-negative", weaker(less), x=x)], [[low]]),
        lambda same: up(order(le(ZERO, x), ((num(-1), same),), ())),
        lambda more: up(weaker(more)),
    )


def close(wanted: Term, equation: Theorem, low: Theorem, high: Theorem) -> Theorem:
    """|D| < e, where D = E is known, and -e < E < e."""
    size, _ = wanted.args
    if normal(equation.conclusion.args[0]) is normal(equation.conclusion.args[1]):
        return written(wanted, size_below(equation.conclusion.args[1], low, high))
    same = equal_inside(call("abs", equation.conclusion.args[0]), equation)
    within = size_below(equation.conclusion.args[1], low, high)
    return bound(
        lt(size, wanted.args[1]), [written(eq(size, same.conclusion.args[1]), same)], [[within]]
    )


def small(level: Term, above: Theorem, more: Term = ZERO, more_low: Theorem | None = None):
    """r = e/(1 + e + m) for m >= 0, and 0 < r: below it x < 1 and x (1 + m) < e."""
    whole = 1 + level + more
    known = [[above]] + ([[more_low]] if more_low else [])
    top = bound(lt(0, whole), (), known)
    return level * inv(whole), positive(level * inv(whole), [above, top])


def cleared(x: Term, whole: Term, level: Term, high: Theorem, top: Theorem) -> Theorem:
    """x w < e, from x < e/w and 0 < w."""
    return order(
        lt(x * whole, level), ((level, inverse(whole, [top])),), ((ONE, (high, top), ONE),)
    )


def under_small(x: Term, high: Theorem, level: Term, above: Theorem, more=ZERO, more_low=None):
    """x (1 + e + m) < e, from x < e/(1 + e + m)."""
    whole = 1 + level + more
    known = [[above]] + ([[more_low]] if more_low else [])
    return cleared(x, whole, level, high, bound(lt(0, whole), (), known))
