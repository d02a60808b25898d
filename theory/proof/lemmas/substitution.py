"""Limits of integrals over (0, infinity) and (0, 1): their signs, and substitution.

What holds of the integrals over [x, y], for x and y near the ends, holds of their limits. Not
trusted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..rules import Theorem, conjoin
from ..tactics import (
    at,
    bound,
    fact,
    inverse,
    lam,
    obtain,
    parts,
    positive,
)
from ..tactics.linear import linear
from ..terms import ONE, ZERO, Term, add, call, eq, le, lt, num
from .elementary import inv
from .improper import below_all, integral
from .limits import vanishing_slack
from .open_interval import HALF, QUARTER, Function, Interval, Primitive, Range
from .sizes import within_size


class Place:
    """Where a point r of the interval is sent, phi(r): here to itself."""

    def __init__(self, interval: Interval):
        self.interval = interval

    def value(self, r: Term) -> Term:
        """phi(r)."""
        return r

    def part(self, part: Range) -> Range:
        """[phi(low), phi(high)]."""
        return part

    def radii(self, radius: Theorem) -> list[Theorem]:
        """What x has to be below, so that the cut at x is within the radius after the map."""
        return [radius]

    def placed(self, cut: Cut, radius: Theorem, under: list[Theorem]) -> tuple[list, list]:
        """What ``near_low`` and ``near_high`` ask of phi(x) and phi(y)."""
        (less,) = under
        r = radius.conclusion.args[1]
        goals = self.interval.near_high(cut.y, r)
        if self.interval.unit:
            high = [bound(one, (), [[cut.half], [less], [cut.above]]) for one in goals]
        else:
            high = [cut.beyond, bound(goals[1], [cut.unit], [[less, cut.down]])]
        return [cut.above, cut.below, less], high


class Substitution(Place):
    """Another point phi(r) of the same interval, rising in r."""

    def slope(self, part: Range, r: Term, more: Theorem, less: Theorem) -> Theorem:
        """The derivative of phi at r, within the part."""
        raise NotImplementedError

    def rising(self, ordered: Theorem, above: Theorem, below: Theorem | None) -> Theorem:
        """phi(a) <= phi(b), for a <= b, 0 < a and, inside (0, 1), b < 1."""
        raise NotImplementedError

    def image(self, part: Range) -> tuple[Theorem, Theorem | None]:
        """0 < phi(low) and, inside (0, 1), phi(high) < 1."""
        raise NotImplementedError

    def part(self, part: Range) -> Range:
        """[phi(low), phi(high)]."""
        above, below = self.image(part)
        return Range(above, self.rising(part.ordered, part.above, part.below), below)

    def composed(self, primitive: Primitive, part: Range, r: Term, more, less) -> Theorem:
        """F(phi(r)) has the slope f(phi(r)) phi'(r)."""
        own, image = self.slope(part, r, more, less), self.part(part)

        def inside(s, s_more, s_less):
            above = part.positive(s, s_more)
            below = None if part.below is None else part.under_one(s, s_less)
            first = self.rising(s_more, part.above, below)
            return first, self.rising(s_less, above, part.below)

        outer = primitive.slope(image, self.value(r), *inside(r, more, less))
        return fact(
            "deriv-chain",
            more,
            less,
            own,
            part.along(lambda s, s_more, s_less: conjoin(*inside(s, s_more, s_less))),
            outer,
            low=part.low,
            high=part.high,
            at=r,
            a=own.conclusion.args[3],
            g=lam(self.value),
            y=image.low,
            b=image.high,
            f=lam(primitive.body),
            c=outer.conclusion.args[3],
        )


class Cut:
    """A part [x, y] with y = 1/x or 1 - x, and 0 < 2 x < 1."""

    def __init__(self, interval: Interval, x: Term, above: Theorem, half: Theorem, less: Theorem):
        self.interval, self.x, self.above, self.half = interval, x, above, half
        self.quarter = less  # x < 1/4
        self.y = 1 - x if interval.unit else inv(x)
        self.below = bound(lt(x, HALF if interval.unit else ONE), (), [[half], [above]])
        if interval.unit:
            ordered = bound(le(x, self.y), (), [[half]])
            self.part = Range(above, ordered, bound(lt(self.y, 1), (), [[above]]))
        else:
            self.down, self.unit = positive(self.y, [above]), inverse(x, [above])
            self.beyond = bound(lt(1, self.y), [self.unit], [[self.below, self.down]])
            self.part = Range(above, bound(le(x, self.y), (), [[self.below], [self.beyond]]))


@dataclass(frozen=True)
class Limit:
    """The integrals of f over [phi(x), phi(y)] tend to V; they count A times in a sum."""

    known: Theorem
    integrand: Function
    value: Term
    place: Place
    factor: Term = ONE

    def over(self, cut: Cut) -> Term:
        """The integral over [phi(x), phi(y)]."""
        return integral(self.integrand, *map(self.place.value, (cut.x, cut.y)))


def _cut(interval: Interval, limits: Sequence[Limit], level: Term, above: Theorem, use: Callable):
    """use(cut, [|integral - V| < e for each limit]) at a cut that is near enough for all."""

    def deeper(left, found):
        if left:
            known = at(left[0].known, level, above)
            return obtain(known, lambda r, both_: deeper(left[1:], [*found, parts(both_)]))
        wanted = [one.place.radii(radius) for one, (radius, _) in zip(limits, found)]
        flat = list({one.conclusion: one for each in wanted for one in each}.values())
        x, x_above, half, under = below_all(*flat, bound(lt(0, QUARTER)))
        less = {one.conclusion.args[1]: one for one in under}
        cut = Cut(interval, x, x_above, half, less[QUARTER])
        close = []
        for one, (radius, near), needs in zip(limits, found, wanted):
            bounds = [less[need.conclusion.args[1]] for need in needs]
            low, high = one.place.placed(cut, radius, bounds)
            ends = map(one.place.value, (cut.x, cut.y))
            close.append(at(near, next(ends), *low, next(ends), *high))
        return use(cut, close)

    return deeper(list(limits), [])


def not_negative(interval: Interval, limits: Sequence[Limit], shown: Callable) -> Theorem:
    """0 <= sum of A V, where shown(cut) gives 0 <= sum of A times the integral."""
    value = add(*(one.factor * one.value for one in limits))
    sizes = [call("abs", one.factor) for one in limits]
    slope = add(*sizes)
    low = bound(le(0, slope), (), [[fact("abs-positive", z=one.factor)] for one in limits])

    def proof_at(level, above, _):
        def near(cut, close):
            products = [[shown(cut)]]
            for one, small in zip(limits, close):
                under, over = within_size(one.factor)
                gap = one.over(cut) - one.value
                left, right = within_size(gap)
                most = bound(lt(gap, level), (), [[small], [right]])
                least = bound(lt(-level, gap), (), [[small], [left]])
                products += [[over, least], [under, most]]
            return bound(le(-(slope * level), value), (), products)

        return _cut(interval, limits, level, above, near)

    return vanishing_slack(value, slope, ONE, proof_at, (low, bound(lt(0, 1))))


def limit_is(interval: Interval, own: Limit, primitive: Primitive, pieces: Sequence) -> Theorem:
    """V = sum of A V_j, where the antiderivative of f is the sum of A F_j(phi).

    ``pieces``: (limit, primitive) for each; ``own`` is at its own place, with the factor 1.
    """

    def one_way(sign):
        signed = [
            Limit(one.known, one.integrand, one.value, one.place, num(s) * one.factor)
            for one, s in [(own, sign), *((piece, -sign) for piece, _ in pieces)]
        ]

        def no_less(cut):
            known = [primitive.integral(cut.part)]
            for piece, other in pieces:
                known.append(other.integral(piece.place.part(cut.part)))
            whole = add(*(one.factor * one.over(cut) for one in signed))
            return bound(le(0, whole), known)

        return not_negative(interval, signed, no_less)

    up, down = one_way(1), one_way(-1)
    total = add(*(piece.factor * piece.value for piece, _ in pieces))
    return linear(eq(own.value, total), up, down)


def limit_above(interval: Interval, own: Limit, primitive: Primitive, floor, shown, least):
    """0 < V, where f >= 0 by shown(part, r, ...) and f >= floor > 0 in the middle by least(r, ...).

    ``floor``: 0 < k.
    """
    rate = floor.conclusion.args[1]
    first, last = interval.middle
    level = rate * (last - first)
    above = bound(lt(0, level), (), [[floor]])

    def near(cut, close):
        x, y, whole = cut.x, cut.y, cut.part
        start = bound(le(x, first), (), [[cut.quarter]])
        if interval.unit:
            end, inside = bound(le(last, y), (), [[cut.quarter]]), bound(lt(last, 1))
        else:
            end, inside = bound(le(last, y), [cut.unit], [[cut.half, cut.down]]), None
        middle_above = bound(lt(0, first))
        parts_ = [
            (Range(cut.above, start, inside and bound(lt(first, 1))), ZERO),
            (Range(middle_above, bound(le(first, last)), inside), rate),
            (Range(bound(lt(0, last)), end, whole.below), ZERO),
        ]
        grown = [
            primitive.grows(
                part,
                k,
                least if k is rate else lambda r, more, less, part=part: shown(part, r, more, less),
            )
            for part, k in parts_
        ]
        gap = own.over(cut) - own.value
        right = within_size(gap)[1]
        return bound(
            lt(0, own.value),
            [primitive.integral(whole)],
            [*([one] for one in grown), [close[0]], [right]],
        )

    return _cut(interval, [own], level, above, near)
