"""A function has one limit from the right at 0; limits as statements, to define letters by. Not
trusted.
"""

from __future__ import annotations

from collections.abc import Callable

from ..rules import Theorem, assume, conjoin, discharge, generalise, order, witness
from ..tactics import (
    at,
    bound,
    by_cases,
    contradiction,
    everywhere,
    exists,
    forall,
    fresh,
    inverse,
    obtain,
    parts,
    positive,
)
from ..terms import Term, both, call, eq, implies, lt, num
from . import inv, trichotomy
from .sizes import within_size


def close_by(body: Callable, value: Term, level: Term, radius: Term) -> Term:
    """0 < r, and |f(x) - L| < e for 0 < x < r, x < 1."""
    near = forall(
        lambda x: implies(
            lt(0, x), lt(x, radius), lt(x, 1), lt(call("abs", body(x) - value), level)
        )
    )
    return both(lt(0, radius), near)


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

    def finish(radius, radius_above, shown):
        x = fresh()
        ends = lt(0, x), lt(x, radius), lt(x, 1)
        near = everywhere(x, shown(x, *map(assume, ends)), *ends)
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
