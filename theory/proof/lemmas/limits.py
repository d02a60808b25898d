"""Limits from the right at 0, in epsilons: a radius, and what holds within it; a function has one.

``near_zero`` shows a limit as ``translate`` states it, ``tends`` is the statement that letters are
defined by. Not trusted.
"""

from __future__ import annotations

from collections.abc import Callable

from ..polynomials import normal
from ..rules import Theorem, assume, conjoin, discharge, generalise, order, witness
from ..tactics import (
    at,
    bound,
    by_cases,
    contradiction,
    equal_inside,
    everywhere,
    exists,
    fact,
    forall,
    fresh,
    inverse,
    obtain,
    parts,
    positive,
    weaker,
    written,
)
from ..terms import ONE, ZERO, Term, both, call, eq, implies, le, lt, num, opened
from . import exp, exp_sum, inv, trichotomy
from .sizes import within_size


def near_zero(statement: Term, radius: Callable, proof_at: Callable) -> Theorem:
    """A limit from the right at 0, as ``translate`` states it in epsilons.

    radius(level, 0 < level or None) gives a number and that it is positive; proof_at(wanted, x, 0 <
    x, x < radius, level, 0 < level or None) gives what is wanted of x.
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
    found = everywhere(x, proof_at(wanted, x, low, high, level, above), start, end)
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


def close_by(body: Callable, value: Term, level: Term, radius: Term) -> Term:
    """0 < r, and |f(x) - L| < e for 0 < x < r, x < 1."""
    near = forall(
        lambda x: implies(
            lt(0, x), lt(x, radius), lt(x, 1), lt(call("abs", body(x) - value), level)
        )
    )
    return both(lt(0, radius), near)


def tends_from_above(body: Callable, value: Term) -> Term:
    """f(x) -> L as x -> 0 from the right."""
    return forall(
        lambda level: implies(
            lt(0, level),
            exists(
                lambda near: both(
                    lt(0, near),
                    forall(
                        lambda x: implies(
                            lt(0, x), lt(x, near), lt(call("abs", body(x) - value), level)
                        )
                    ),
                )
            ),
        )
    )


def tends(body: Callable, value: Term) -> Term:
    """f(x) -> L as x -> 0 from the right, f looked at below 1 only."""
    return forall(
        lambda level: implies(
            lt(0, level), exists(lambda radius: close_by(body, value, level, radius))
        )
    )


def shown_to_tend(body: Callable, value: Term, found: Callable) -> Theorem:
    """``tends`` from found(level, 0 < level, finish).

    finish(r, 0 < r, shown) is what ``found`` gives back, shown(x, 0 < x, x < r, x < 1) a theorem of
    |f(x) - L| < level.
    """
    level = fresh()
    above = assume(lt(0, level))
    existence = exists(lambda radius: close_by(body, value, level, radius))

    def finish(radius, radius_above, proof_at):
        x = fresh()
        ends = lt(0, x), lt(x, radius), lt(x, 1)
        near = everywhere(x, proof_at(x, *map(assume, ends)), *ends)
        return witness(existence, radius, conjoin(radius_above, near))

    return generalise(discharge(above.conclusion, found(level, above, finish)), level)


def same_limit(body: Callable, one: Term, other: Term, first: Theorem, second: Theorem) -> Theorem:
    """L = M, where f tends to both: at half their distance a point is near neither."""
    goal = eq(one, other)

    def impossible(low, high, low_tends, high_tends, less):
        level = num(1, 2) * (high - low)
        above = bound(lt(0, level), (), [[less]])

        def with_first(r, near_low):
            r_above, low_near = parts(near_low)

            def with_second(q, near_high):
                q_above, high_near = parts(near_high)
                whole = r + q + r * q
                top = bound(lt(0, whole), (), [[r_above], [q_above], [r_above, q_above]])
                down = positive(inv(whole), [top])
                unit = inverse(whole, [top])
                x = r * q * inv(whole)
                x_above = bound(lt(0, x), (), [[r_above, q_above, down]])
                # end = end w/w, and r (r + q + r q) - r q = r^2 + r^2 q, and so on
                under = [
                    order(
                        lt(x, end),
                        ((end, unit),),
                        tuple((num(1), (*product, down), num(1)) for product in products),
                    )
                    for end, products in (
                        (r, ((r_above, r_above), (r_above, r_above, q_above))),
                        (q, ((q_above, q_above), (q_above, q_above, r_above))),
                        (num(1), ((r_above,), (q_above,))),
                    )
                ]
                near_one = at(low_near, x, x_above, under[0], under[2])
                near_two = at(high_near, x, x_above, under[1], under[2])
                a, b = body(x) - low, body(x) - high
                false = bound(
                    lt(0, 0),
                    (),
                    [[near_one], [near_two], [within_size(a)[1]], [within_size(b)[0]]],
                )
                return contradiction(false, goal)

            return obtain(at(high_tends, level, above), with_second)

        return obtain(at(low_tends, level, above), with_first)

    return by_cases(
        trichotomy(one, other),
        lambda less: impossible(one, other, first, second, less),
        lambda same: same,
        lambda more: impossible(other, one, second, first, more),
    )


def opposite_limit(
    body: Callable, other: Callable, value: Term, known: Theorem, opposite: Callable
) -> Theorem:
    """g(x) -> -L, from f(x) -> L and opposite(x, 0 < x, x < 1), which gives g(x) = -f(x)."""

    def at_level(level, above, finish):
        def near(radius, both_):
            radius_above, inside = parts(both_)

            def proof_at(x, low, high, below):
                close_ = at(inside, x, low, high, below)
                gap = body(x) - value
                same = opposite(x, low, below)
                limits = [[close_], *([one] for one in within_size(gap))]
                turned = other(x) - -value
                left = bound(lt(-level, turned), [same], limits)
                right = bound(lt(turned, level), [same], limits)
                return size_below(turned, left, right)

            return finish(radius, radius_above, proof_at)

        return obtain(at(known, level, above), near)

    return shown_to_tend(other, -value, at_level)


def vanishing_slack(
    value: Term, slope: Term, top: Term, proof_at: Callable, ends: tuple
) -> Theorem:
    """0 <= v, where proof_at(e, 0 < e, e < l) gives -(b e) <= v, for b >= 0 and 0 < l.

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
        below = proof_at(e, e_above, under)
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
