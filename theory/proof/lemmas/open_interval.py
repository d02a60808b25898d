"""Integrals over (0, infinity) and (0, 1), in epsilons: what it says that they converge, and what
antiderivatives say about a closed part of the interval. Not trusted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..rules import Theorem, assume, conjoin
from ..tactics import (
    at,
    bound,
    deriv,
    derivative,
    everywhere,
    exists,
    fact,
    forall,
    fresh,
    lam,
    with_slope,
)
from ..terms import ONE, Term, both, call, implies, le, lt, num, term
from .improper import integral

Function = Callable[[Term], Term]
HALF, QUARTER = num(1, 2), num(1, 4)


class Interval:
    """(0, infinity) or, if ``unit``, (0, 1): how its ends are approached."""

    def __init__(self, unit: bool):
        self.unit = unit
        self.middle = (QUARTER, num(3, 4)) if unit else (ONE, num(2))  # well inside

    def near_low(self, x: Term, radius: Term) -> tuple[Term, ...]:
        """x is within the radius of 0."""
        return lt(0, x), lt(x, HALF if self.unit else ONE), lt(x, radius)

    def near_high(self, y: Term, radius: Term) -> tuple[Term, ...]:
        """y is within the radius of 1, or beyond 1/radius."""
        if self.unit:
            return lt(HALF, y), lt(y, 1), lt(1 - y, radius)
        return lt(1, y), lt(1, radius * y)

    def converges(self, integrand: Function, value: Term) -> Term:
        """The integral over [x, y] tends to V as x and y go to the ends, each in its own way."""

        def near(x, y, level):
            return lt(call("abs", integral(integrand, x, y) - value), level)

        def within(level, radius):
            return both(
                lt(0, radius),
                forall(
                    lambda x: implies(
                        *self.near_low(x, radius),
                        forall(lambda y: implies(*self.near_high(y, radius), near(x, y, level))),
                    )
                ),
            )

        return forall(
            lambda level: implies(lt(0, level), exists(lambda radius: within(level, radius)))
        )

    def antiderivative(self, body: Function, integrand: Function) -> Term:
        """F' = f on every closed part [low, high] of the interval."""

        def there(low, high):
            return forall(
                lambda r: implies(le(low, r), le(r, high), deriv(low, high, r, integrand(r), body))
            )

        ends = (lambda high: [lt(high, 1)]) if self.unit else (lambda high: [])
        return forall(
            lambda low: implies(
                lt(0, low), forall(lambda high: implies(*ends(high), there(low, high)))
            )
        )


HALF_LINE, UNIT = Interval(unit=False), Interval(unit=True)


@dataclass(frozen=True)
class Range:
    """A closed part [low, high]: 0 < low, low <= high and, inside (0, 1), high < 1."""

    above: Theorem
    ordered: Theorem
    below: Theorem | None = None

    @property
    def low(self) -> Term:
        """Where it begins."""
        return self.ordered.conclusion.args[0]

    @property
    def high(self) -> Term:
        """Where it ends."""
        return self.ordered.conclusion.args[1]

    def along(self, shown: Callable) -> Theorem:
        """for every r in it: what shown(r, low <= r, r <= high) says."""
        r = fresh()
        inside = le(self.low, r), le(r, self.high)
        return everywhere(r, shown(r, *map(assume, inside)), *inside)

    def positive(self, r: Term, more: Theorem) -> Theorem:
        """0 < r, for low <= r."""
        return bound(lt(0, r), (), [[self.above], [more]])

    def under_one(self, r: Term, less: Theorem) -> Theorem:
        """r < 1, for r <= high."""
        assert self.below is not None
        return bound(lt(r, 1), (), [[self.below], [less]])


class Primitive:
    """F with F' = f, where slope(range, r, low <= r, r <= high) shows it."""

    def __init__(self, body: Function, integrand: Function, slope: Callable):
        self.body, self.integrand, self.slope = body, integrand, slope

    def integral(self, part: Range) -> Theorem:
        """The integral over a closed part is F(high) - F(low)."""
        slopes = part.along(lambda r, more, less: self.slope(part, r, more, less))
        functions = dict(f=lam(self.body), df=lam(self.integrand))
        return fact("integral", part.ordered, slopes, low=part.low, high=part.high, **functions)

    def grows(self, part: Range, rate, shown: Callable) -> Theorem:
        """k (high - low) <= F(high) - F(low), where shown(r, ...) gives k <= f(r)."""
        rate = term(rate)

        def body(s):
            return self.body(s) + num(-1) * rate * s

        def rising(r, more, less):
            own = derivative(body, part.low, part.high, r, [self.slope(part, r, more, less)])
            floor = bound(le(0, self.integrand(r) - rate), (), [[shown(r, more, less)]])
            return conjoin(with_slope(own, self.integrand(r) - rate), floor)

        slopes = part.along(rising)
        grown = fact(
            "increasing",
            part.ordered,
            slopes,
            low=part.low,
            high=part.high,
            f=lam(body),
            df=lam(lambda s: self.integrand(s) - rate),
        )
        gap = self.body(part.high) - self.body(part.low)
        return bound(le(rate * (part.high - part.low), gap), (), [[grown]])


def given_primitive(known: Theorem, body: Function, integrand: Function) -> Primitive:
    """The antiderivative that a definition names, as ``Interval.antiderivative`` states it."""

    def slope(part, r, more, less):
        ends = [part.low, part.above, part.high]
        if part.below is not None:
            ends.append(part.below)
        return at(known, *ends, r, more, less)

    return Primitive(body, integrand, slope)
