"""Integrals over (0, infinity), in epsilons, of functions with an antiderivative. Not trusted."""

from __future__ import annotations

from collections.abc import Callable

from ..rules import Theorem, assume, conjoin
from ..tactics import (
    at,
    bound,
    combine,
    deriv,
    derivative,
    everywhere,
    exists,
    fact,
    forall,
    fresh,
    inverse,
    lam,
    positive,
    slope_within,
    with_slope,
)
from ..tactics.linear import linear
from ..terms import Term, add, bind, both, call, eq, implies, le, lt, num, term, var
from .elementary import inv

Function = Callable[[Term], Term]


def integral(integrand: Function, low, high) -> Term:
    """The integral from low to high."""
    letter = var("size'")
    return bind("integral", letter, integrand(letter), term(low), term(high))


def antiderivative(body: Function, integrand: Function) -> Term:
    """F' = f on every [x, 1/x], x < 1."""
    return forall(
        lambda x: implies(
            lt(0, x),
            lt(x, 1),
            forall(
                lambda r: implies(le(x, r), le(r, inv(x)), deriv(x, inv(x), r, integrand(r), body))
            ),
        )
    )


def close_to(integrand: Function, value: Term, level: Term, radius: Term) -> Term:
    """0 < r, and the integral over [x, y] is within e of V for x < r, y > 1/r, x < 1 < y."""

    def near(x, y):
        return lt(call("abs", integral(integrand, x, y) - value), level)

    return both(
        lt(0, radius),
        forall(
            lambda x: implies(
                lt(0, x),
                lt(x, 1),
                lt(x, radius),
                forall(lambda y: implies(lt(1, y), lt(1, radius * y), near(x, y))),
            )
        ),
    )


def converges(integrand: Function, value: Term) -> Term:
    """The integral over [x, y] tends to V as x falls to 0 and y grows, each in its own way."""
    return forall(
        lambda level: implies(
            lt(0, level), exists(lambda radius: close_to(integrand, value, level, radius))
        )
    )


class Range:
    """[x, 1/x] for a point 0 < x < 1, and an antiderivative F of f there."""

    def __init__(self, x: Term, above: Theorem, below: Theorem):
        self.x, self.above, self.below, self.end = x, above, below, inv(x)
        self.down = positive(self.end, [above])
        self.unit = inverse(x, [above])
        self.beyond = bound(lt(1, self.end), [self.unit], [[below, self.down]])
        self.ordered = bound(le(x, self.end), (), [[below], [self.beyond]])

    def integral(self, known: Theorem, body: Function, integrand: Function) -> Theorem:
        """The integral is F(1/x) - F(x), ``known`` saying that F' = f."""
        r = fresh()
        inside = le(self.x, r), le(r, self.end)
        slope = at(known, self.x, self.above, self.below, r, *map(assume, inside))
        return fact(
            "integral",
            self.ordered,
            everywhere(r, slope, *inside),
            low=self.x,
            high=self.end,
            f=lam(body),
            df=lam(integrand),
        )

    def rises(
        self,
        known: Theorem,
        body: Function,
        integrand: Function,
        part: tuple[Theorem, Theorem, Theorem],
        rate: Term,
        shown: Callable,
    ) -> Theorem:
        """F(b) - F(a) >= k (b - a), where shown(r, a <= r, r <= b) gives k <= f(r).

        ``part``: x <= a, a <= b and b <= 1/x.
        """
        first, ordered, last = part
        low, high = ordered.conclusion.args
        r = fresh()
        inside = le(low, r), le(r, high)
        more, less = map(assume, inside)
        wide = at(
            known,
            self.x,
            self.above,
            self.below,
            r,
            bound(le(self.x, r), (), [[first], [more]]),
            bound(le(r, self.end), (), [[last], [less]]),
        )
        slope = slope_within(wide, low, high, first, last)
        own = derivative(lambda s: body(s) + num(-1) * rate * s, low, high, r, [slope])
        sloped = with_slope(own, integrand(r) - rate)
        positive_slope = bound(le(0, integrand(r) - rate), (), [[shown(r, more, less)]])
        grown = fact(
            "increasing",
            ordered,
            everywhere(r, conjoin(sloped, positive_slope), *inside),
            low=low,
            high=high,
            f=lam(lambda s: body(s) + num(-1) * rate * s),
            df=lam(lambda s: integrand(s) - rate),
        )
        return bound(le(rate * (high - low), body(high) - body(low)), (), [[grown]])


def below_all(*radii: Theorem) -> tuple[Term, Theorem, Theorem, list[Theorem]]:
    """x = 1/(3 + sum of 1/r) with 0 < x, 2 x < 1 and x < r, for each 0 < r of ``radii``."""
    backs = [positive(inv(one.conclusion.args[1]), [one]) for one in radii]
    whole = add(num(3), *(one.conclusion.args[1] for one in backs))
    top = bound(lt(0, whole), (), [[], *([one] for one in backs)])
    unit, x = inverse(whole, [top]), inv(whole)
    above = positive(x, [top])
    below = linear(lt(2 * x, 1), unit, products=[[above], *([above, one] for one in backs)])
    under = []
    for one in radii:
        r = one.conclusion.args[1]
        # r = r x (3 + sum of 1/r') = x + x (3 r + sum of r/r' over the others)
        scaled = combine(eq(r * x * whole, r), (r, unit))
        home = inverse(r, [one])
        rest = [[above, one, back] for other, back in zip(radii, backs) if other is not one]
        own = combine(eq(r * x * (whole - inv(r)) + x, r), (1, scaled), (x, home))
        under.append(linear(lt(x, r), own, products=[[above, one], *rest]))
    return x, above, below, under
