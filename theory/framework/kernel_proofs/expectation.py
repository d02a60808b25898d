"""E|c_i| over Gaussian weights is finite for kappa < c + d + 2 and infinite above."""

from __future__ import annotations

from collections.abc import Callable

from theory.framework.kernel_proofs.density import (
    AT_LEAST,
    SIZE,
    TOP,
    Point,
    above_inverse,
    above_one,
    below_one,
)
from theory.framework.kernel_proofs.entry import defined, proof
from theory.framework.letters import kappa
from theory.framework.letters.expectation import (
    bounded,
    finite,
    first,
    last,
    primitive,
    steepness,
    weighted,
)
from theory.proof.lemmas import exp, exp_above_one, exp_inverse, inv, log, log_one, trichotomy
from theory.proof.lemmas.limits import exp_rises
from theory.proof.rules import Theorem, absurd, assume, conjoin, discharge, order, witness
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    derivative,
    everywhere,
    fact,
    fresh,
    inverse,
    lam,
    obtain,
    parts,
    positive,
    slope_within,
    weaker,
    with_slope,
)
from theory.proof.tactics.linear import linear
from theory.proof.terms import FALSE, ONE, Term, eq, le, lt, num


def slope_at(share: Term, ends: tuple, low: Term, high: Term, size: Term, inside: tuple) -> Theorem:
    """The antiderivative's slope at r in [low, high], where low is 1 or high is."""
    share_low, share_high, low_above, ordered, high_above = ends
    (wide,) = defined("framework.ray-integral")
    cut = low if high is ONE else inv(high)
    if high is ONE:
        unit, down = inverse(low, [low_above]), positive(inv(low), [low_above])
        first = bound(le(low, low))
        last = bound(le(1, inv(low)), [unit], [[ordered, down]])
        below = ordered
    else:
        unit, down = inverse(high, [high_above]), positive(inv(high), [high_above])
        first = bound(le(inv(high), 1), [unit], [[ordered, down]])
        home = combine(
            eq(inv(cut), high),
            (inv(cut), unit),
            (high, inverse(cut, [down])),
        )
        last = bound(le(high, inv(cut)), [home])
        below = bound(lt(inv(high), 1), [unit], [[ordered, down]])
    above = low_above if high is ONE else down
    more, less = inside
    there = at(
        wide,
        share,
        share_low,
        share_high,
        cut,
        above,
        below,
        size,
        bound(le(cut, size), (), [[first], [more]]),
        bound(le(size, inv(cut)), (), [[last], [less]]),
    )
    return slope_within(there, low, high, first, last)


class Range:
    """[x, 1] or [1, y] on a ray, with what is known of the integral of c_i over it."""

    def __init__(self, share: Term, low: Theorem, high: Theorem, ordered: Theorem, start: Theorem):
        self.share, self.sides, self.ordered = share, (low, high), ordered
        self.low, self.high = ordered.conclusion.args
        self.start = start  # 0 < low
        stop = bound(lt(0, self.high), (), [[start], [ordered]])
        self.ends = (low, high, start, ordered, stop)

    def slope(self, size: Term, inside: tuple) -> Theorem:
        """The antiderivative's slope at r is c_i times the density."""
        return slope_at(self.share, self.ends, self.low, self.high, size, inside)

    def point(self, size: Term, more: Theorem) -> Point:
        """A point of the range."""
        above = bound(lt(0, size), (), [[more], [self.start]])
        return Point(self.share, *self.sides, size, above)

    def integral(self) -> Theorem:
        """The integral is the difference of the antiderivative at the ends."""
        size = fresh()
        inside = (le(self.low, size), le(size, self.high))
        slopes = everywhere(size, self.slope(size, tuple(map(assume, inside))), *inside)
        return fact(
            "integral",
            weaker(self.ordered),
            slopes,
            low=self.low,
            high=self.high,
            f=lam(lambda r: primitive(self.share, r)),
            df=lam(lambda r: weighted(self.share, r)),
        )

    def rises(self, other: Callable, slope: Callable, sign: int, shown: Callable) -> Theorem:
        """sign F + G rises, G = other with this slope, where shown(point, more, less) gives
        0 <= its slope.
        """
        size = fresh()
        inside = (le(self.low, size), le(size, self.high))
        more, less = map(assume, inside)

        def body(r):
            return num(sign) * primitive(self.share, r) + other(r)

        def rate(r):
            return num(sign) * weighted(self.share, r) + slope(r)

        point = self.point(size, more)
        own = derivative(
            lam(body),
            self.low,
            self.high,
            size,
            [self.slope(size, (more, less))],
            [point.above],
        )
        sloped = with_slope(own, rate(size))
        both_ = conjoin(sloped, shown(point, more, less, le(0, rate(size))))
        return fact(
            "increasing",
            weaker(self.ordered),
            everywhere(size, both_, *inside),
            low=self.low,
            high=self.high,
            f=lam(body),
            df=lam(rate),
        )


def small_part(share: Term, low: Theorem, high: Theorem, x: Term, degree: Theorem) -> Theorem:
    """The integral over [x, 1] is at most 1 - x."""
    above, below = lt(0, x), lt(x, 1)
    own = Range(share, low, high, assume(below), assume(above))
    grown = own.rises(
        lambda r: r,
        lambda r: ONE,
        -1,
        lambda point, more, less, goal: bound(goal, (), [[below_one(point, less, degree)]]),
    )
    return everywhere(
        x,
        bound(
            le(own.integral().conclusion.args[0], 1 + exp(TOP)),
            [own.integral()],
            [[grown], [assume(above)], [fact("exp-positive", x=TOP)]],
        ),
        above,
        below,
    )


def large_part(share: Term, low: Theorem, high: Theorem, y: Term) -> Theorem:
    """The integral over [1, y] is at least -C, C exp(-r) being a bound of the integrand."""
    ordered = lt(1, y)
    own = Range(share, low, high, assume(ordered), bound(lt(0, 1)))
    grown = own.rises(
        lambda r: -(exp(TOP) * exp(-r)),
        lambda r: exp(TOP) * exp(-r),
        1,
        lambda point, more, less, goal: bound(goal, (), [[above_one(point, more)]]),
    )
    first = bound(le(exp(-ONE), 1), [fact("exp-zero")], [[exp_rises(bound(le(-ONE, 0)))]])
    top, last = fact("exp-positive", x=TOP), fact("exp-positive", x=-y)
    goal = le(-(1 + exp(TOP)), own.integral().conclusion.args[0])
    return everywhere(
        y, bound(goal, [own.integral()], [[grown], [top, first], [top, last]]), ordered
    )


def finite_below(degree: Theorem) -> Theorem:
    """For kappa <= c + d + 1 the bound is 1 + C."""
    wanted = bounded()
    most = 1 + exp(TOP)
    share, x, y = fresh(), fresh(), fresh()
    sides = le(first, share), le(share, last)
    begin, _, end = defined("framework.cone")
    low = bound(le(0, share), (), [[begin], [assume(sides[0])]])
    high = bound(le(share, 1), (), [[end], [assume(sides[1])]])
    both_ = conjoin(small_part(share, low, high, x, degree), large_part(share, low, high, y))
    return witness(wanted, most, everywhere(share, both_, *sides))


def infinite_above(degree: Theorem) -> Theorem:
    """For kappa >= c + d + 2 no number bounds the integrals: over [x, 1] they exceed
    -q (log x + 1)/(kappa - 2).
    """
    statement = bounded()
    begin, ordered, end = defined("framework.cone")
    share, sides = first, (begin, bound(le(first, 1), (), [[ordered], [end]]))
    other = bound(lt(2, kappa), (), [[degree], [AT_LEAST]])
    wide = bound(lt(0, kappa - 2), (), [[other]])
    rate = exp(-steepness(share)) * inv(kappa - 2)
    rate_above = positive(rate, [wide])

    def impossible(most, known):
        near, _ = parts(at(known, share, bound(le(first, first)), ordered))
        depth = 1 + (most**2 + 1) * inv(rate)
        unit, down = inverse(rate, [rate_above]), positive(inv(rate), [rate_above])
        deep = bound(lt(0, depth), (), [[], [down], ([down], most)])
        x = exp(-depth)
        above = fact("exp-positive", x=-depth)
        below = bound(lt(x, 1), [exp_inverse(depth)], [[above, exp_above_one(deep)]])
        own = Range(share, *sides, below, above)
        grown = own.rises(
            lambda r: -(rate * (log(r) - r)),
            lambda r: -(rate * (inv(r) - 1)),
            1,
            lambda point, more, less, goal: bound(goal, (), [[above_inverse(point, less, degree)]]),
        )
        false = bound(
            lt(0, 0),
            [own.integral(), fact("log-exp", x=-depth), log_one(), unit],
            [[grown], [at(near, x, above, below)], [rate_above, above]],
            [most - num(1, 2)],
        )
        return contradiction(false, FALSE)

    return discharge(statement, obtain(assume(statement), impossible))


@proof("framework.accelerated-rate")
def accelerated_rate() -> Theorem:
    """Below r = 1 the integrand is at most 1, or at least q (1/r - 1)/(kappa - 2), whose integral
    is a logarithm; above it falls like exp(-r).
    """
    (named,) = defined("framework.finite-mean")
    condition, one, none = named.conclusion.args[1].args
    less, is_one = lt(kappa, SIZE + 2), eq(finite, 1)

    def yes(below):
        known = finite_below(
            bound(le(kappa, SIZE + 1), (), [[fact("discrete", below, n=kappa, m=SIZE + 2)]])
        )
        picked = fact("ite-true", known, P=condition, z=one, w=none)
        return combine(is_one, (1, named), (1, picked))

    def no(degree):
        picked = fact("ite-false", infinite_above(degree), P=condition, z=one, w=none)
        return absurd(linear(FALSE, named, picked, assume(is_one)), less)

    forth = by_cases(
        trichotomy(kappa, SIZE + 2),
        lambda below: below,
        lambda same: no(order(le(SIZE + 2, kappa), ((num(-1), same),), ())),
        lambda above: no(weaker(above)),
    )
    return conjoin(discharge(is_one, forth), discharge(less, yes(assume(less))))
