"""A derivative with its value or its body written otherwise, and small steps of estimates. Not
trusted.
"""

from __future__ import annotations

from collections.abc import Callable

from ..rules import Theorem, order, replace
from ..tactics import (
    bound,
    by_cases,
    combine,
    contradiction,
    deriv,
    equal_inside,
    fresh,
    inverse,
    positive,
    weaker,
    written,
)
from ..terms import ONE, REAL, ZERO, Term, bind, eq, le, lt, make, num
from . import inv, trichotomy


def vanishing_slack(value: Term, slope: Term, top: Term, shown: Callable, ends: tuple) -> Theorem:
    """0 <= v, where shown(e, 0 < e, e < l) gives -(b e) <= v, for b >= 0 and 0 < l.

    ``ends``: 0 <= b and 0 < l. Were v < 0, then e = -v l/(-v + (b + 1) l) would not do.
    """
    slope_low, top_above = ends
    goal = le(0, value)

    def impossible(less):
        depth = bound(lt(0, -value), (), [[less]])
        whole = -value + (slope + 1) * top
        whole_above = bound(lt(0, whole), (), [[depth], [slope_low, top_above], [top_above]])
        down, unit = positive(inv(whole), [whole_above]), inverse(whole, [whole_above])
        e = -value * top * inv(whole)
        e_above = bound(lt(0, e), (), [[depth, top_above, down]])
        # l - e = l (b + 1) l/w, and -v - b e = -v (-v + l)/w
        under = order(
            lt(e, top),
            ((top, unit),),
            (
                (num(1), (slope_low, top_above, top_above, down), num(1)),
                (num(1), (top_above, top_above, down), num(1)),
            ),
        )
        below = shown(e, e_above, under)
        false = order(
            lt(ZERO, ZERO),
            ((-value, unit),),
            (
                (num(1), (below,), num(1)),
                (num(1), (depth, depth, down), num(1)),
                (num(1), (depth, top_above, down), num(1)),
            ),
        )
        return contradiction(false, goal)

    return by_cases(
        trichotomy(value),
        impossible,
        lambda same: order(goal, ((num(-1), same),), ()),
        weaker,
    )


def inverse_one(x: Term, one: Theorem) -> Theorem:
    """1/x = 1, from x = 1."""
    moved = equal_inside(inv(x), one)
    return combine(eq(inv(x), 1), (1, moved), (1, inverse(ONE, [])))


def positive_of(x: Term, equation: Theorem, above: Theorem) -> Theorem:
    """0 < x, from x = y and 0 < y."""
    return order(lt(ZERO, x), ((num(-1), equation),), ((num(1), (above,), num(1)),))


def slope_is(theorem: Theorem, equation: Theorem) -> Theorem:
    """The same derivative with its value replaced by what the equation says it is."""
    low, high, at_, value, body = theorem.conclusion.args
    hole = fresh()
    template = bind("lam", hole, make("deriv", (REAL,), (low, high, at_, hole, body)))
    same = written(eq(value, equation.conclusion.args[1]), equation)
    return replace(same, template, theorem)


def body_as(slope: Theorem, body: Callable) -> Theorem:
    """The derivative with its body written otherwise."""
    low, high, at_, value, _ = slope.conclusion.args
    return written(deriv(low, high, at_, value, body), slope)
