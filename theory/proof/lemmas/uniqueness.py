"""Two courses of many coordinates that start together and follow one Lipschitz field are the same.

The squared distance E has E' <= M E, so that E exp(-M s) falls, from 0. Not trusted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..rules import Theorem, assume, conjoin, order
from ..sums.finite import added, constant_sum, scaled, slope_of_sum, sum_of, summand_equal
from ..sums.order import nonnegative_sum
from ..sums.single_terms import only
from ..tactics import (
    bound,
    by_cases,
    combine,
    contradiction,
    derivative,
    equal_inside,
    everywhere,
    fact,
    fresh,
    lam,
    ring,
    weaker,
    with_slope,
)
from ..terms import INT, REAL, ZERO, Term, apply, bind, eq, le, lt, make, num
from . import exp, exp_inverse, trichotomy


def falls_to_zero(
    size: Term,
    steep: Term,
    high: Term,
    ordered: Theorem,
    start: Theorem | tuple[Theorem, ...],
    proof_at: Callable,
    low: Term = ZERO,
) -> Theorem:
    """E(high) <= 0, from E(low) = 0 and E' <= M E on [low, high].

    proof_at(s, low <= s, s <= high) gives the slope of E at s, and that it is at most M E(s);
    ``start`` may be several equations, by which E(low) = 0.
    """
    s = fresh()
    ends = le(low, s), le(s, high)
    slope, below = proof_at(s, *map(assume, ends))
    rate, here = slope.conclusion.args[3], apply(size, (s,))
    shrunk = lam(lambda r: -(apply(size, (r,)) * exp(-(steep * r))))
    value = (steep * here - rate) * exp(-(steep * s))
    own = with_slope(derivative(shrunk, low, high, s, [slope]), value)
    grows = bound(le(0, value), (), [[below, fact("exp-positive", x=-(steep * s))]])
    along = everywhere(s, conjoin(own, grows), *ends)
    falls = fact(
        "increasing",
        ordered,
        along,
        low=low,
        high=high,
        f=shrunk,
        df=bind("lam", s, value),
    )
    up = fact("exp-positive", x=steep * high)
    zero = start if isinstance(start, tuple) else (start,)
    return bound(le(apply(size, (high,)), 0), [*zero, exp_inverse(steep * high)], [[falls, up]])


def below_sum(
    summand: Term,
    j: Term,
    high: Term,
    inside: tuple[Theorem, Theorem],
    ordered: Theorem,
    low: Callable,
) -> Theorem:
    """f(j) <= sum_{i = 1}^{high} f(i), where low(i, 1 <= i, i <= high) gives 0 <= f(i)."""
    value = apply(summand, (j,))

    def picked(i):
        return make("ite", None, (eq(i, j), value, ZERO))

    def choice(i, known, holds):
        return fact("ite-true" if holds else "ite-false", known, P=eq(i, j), z=value, w=ZERO)

    rest = lam(lambda i: apply(summand, (i,)) - picked(i), INT)

    def nonnegative(i, first, last):
        goal = le(0, apply(rest, (i,)))

        def itself(same):
            moved = equal_inside(apply(summand, (i,)), same)
            return order(goal, ((num(-1), moved), (num(1), choice(i, same, True))), ())

        return by_cases(
            eq(i, j),
            itself,
            lambda other: bound(goal, [choice(i, other, False)], [[low(i, first, last)]]),
        )

    left = nonnegative_sum(rest, 1, high, ordered, nonnegative)
    chosen = lam(picked, INT)
    single = only(
        chosen, j, 1, high, inside[0], inside[1], lambda i, other: choice(i, other, False)
    )
    whole = combine(
        eq(sum_of(summand, 1, high), sum_of(rest, 1, high) + value),
        (1, added(rest, chosen, 1, high, ordered)),
        (1, single),
        (1, choice(j, ring(eq(j, j)), True)),
    )
    return order(
        le(value, sum_of(summand, 1, high)),
        ((num(-1), whole),),
        ((num(1), (left,), num(1)),),
    )


@dataclass(frozen=True)
class Courses:
    """x_i' = rate p_i and y_i' = rate q_i on [0, high], i = 1..size, both from one start.

    ``slopes(i, s, ...)`` gives both derivatives, ``lipschitz(s, ...)`` that the sum of (p - q)^2 is
    at most K times the sum of (x - y)^2, ``start(i, ...)`` x_i(0) = y_i(0); the dots are what is
    known of i and s.
    """

    x: Callable
    y: Callable
    p: Callable
    q: Callable
    rate: Term
    K: Term
    high: Term
    size: Term
    rate_above: Theorem
    ordered: Theorem
    some: Theorem
    slopes: Callable
    lipschitz: Callable
    start: Callable

    def distance(self) -> Term:
        """s -> sum_i (x_i - y_i)^2."""
        return lam(lambda s: sum_of(self.gaps(s), 1, self.size))

    def gaps(self, s: Term) -> Term:
        """i -> (x_i(s) - y_i(s))^2."""
        return lam(lambda i: (self.x(i, s) - self.y(i, s)) ** 2, INT)

    def drift(self, s: Term, low: Theorem, high: Theorem) -> tuple[Theorem, Theorem]:
        """The slope of the squared distance at s, and that it is at most rate (1 + K) times it."""

        def speed(i):
            return 2 * self.rate * ((self.x(i, s) - self.y(i, s)) * (self.p(i, s) - self.q(i, s)))

        def slope_at(i, first, last):
            both = self.slopes(i, s, first, last, low, high)
            own = derivative(
                lambda r: (self.x(i, r) - self.y(i, r)) ** 2, 0, self.high, s, list(both)
            )
            return with_slope(own, speed(i))

        slope = slope_of_sum(
            lam(lambda i, r: (self.x(i, r) - self.y(i, r)) ** 2, INT, REAL),
            lam(speed, INT),
            1,
            self.size,
            (ZERO, self.high, s),
            self.some,
            (low, high),
            slope_at,
        )
        return slope, self._bounded(s, lam(speed, INT), low, high)

    def _bounded(self, s: Term, speed: Term, low: Theorem, high: Theorem) -> Theorem:
        """2 u g <= u^2 + g^2 in each coordinate."""
        gaps = self.gaps(s)
        pulls = lam(lambda i: (self.p(i, s) - self.q(i, s)) ** 2, INT)
        near, far = (
            lam(lambda i: self.rate * gaps(i), INT),
            lam(lambda i: self.rate * pulls(i), INT),
        )
        minus = lam(lambda i: num(-1) * speed(i), INT)
        first = lam(lambda i: near(i) + far(i), INT)
        whole = lam(lambda i: first(i) + minus(i), INT)
        rises = weaker(self.rate_above)

        def square(i, *_):
            gap = self.x(i, s) - self.y(i, s) - (self.p(i, s) - self.q(i, s))
            return order(le(ZERO, whole(i)), (), ((num(1), (rises,), gap),))

        left = nonnegative_sum(whole, 1, self.size, self.some, square)
        total = {name: sum_of(one, 1, self.size) for name, one in (("g", gaps), ("p", pulls))}
        spread = combine(
            eq(
                sum_of(whole, 1, self.size),
                self.rate * total["g"] + self.rate * total["p"] - sum_of(speed, 1, self.size),
            ),
            (1, added(first, minus, 1, self.size, self.some)),
            (1, added(near, far, 1, self.size, self.some)),
            (1, scaled(self.rate, gaps, 1, self.size, self.some)),
            (1, scaled(self.rate, pulls, 1, self.size, self.some)),
            (1, scaled(num(-1), speed, 1, self.size, self.some)),
        )
        steep = self.rate * (1 + self.K)
        return order(
            le(sum_of(speed, 1, self.size), steep * total["g"]),
            ((num(1), spread),),
            (
                (num(1), (left,), num(1)),
                (num(1), (rises, self.lipschitz(s, low, high)), num(1)),
            ),
        )

    def agree(self, j: Term, first: Theorem, last: Theorem) -> Theorem:
        """x_j = y_j at the end."""
        distance = self.distance()
        begin = self.gaps(ZERO)
        same = summand_equal(
            begin,
            lam(lambda i: ZERO, INT),
            1,
            self.size,
            lambda i, low, high: combine(
                eq(begin(i), 0),
                (self.x(i, ZERO) - self.y(i, ZERO), self.start(i, low, high)),
            ),
        )
        zero = combine(
            eq(apply(distance, (ZERO,)), 0),
            (1, same),
            (1, constant_sum(ZERO, 1, self.size, self.some)),
        )
        steep = self.rate * (1 + self.K)
        least = falls_to_zero(distance, steep, self.high, self.ordered, zero, self.drift)
        gaps = self.gaps(self.high)
        gap = self.x(j, self.high) - self.y(j, self.high)
        own = below_sum(
            gaps,
            j,
            self.size,
            (first, last),
            self.some,
            lambda i, *_: bound(
                le(0, gaps(i)), (), [], [self.x(i, self.high) - self.y(i, self.high)]
            ),
        )
        none = bound(le(gap**2, 0), (), [[own], [least]])
        return root_of_zero(self.x(j, self.high), self.y(j, self.high), none)


def root_of_zero(x: Term, y: Term, none: Theorem) -> Theorem:
    """(x - y)^2 <= 0 gives x = y: were one larger, the square would be positive."""
    goal = eq(x, y)

    def impossible(less):
        return contradiction(bound(lt(0, 0), (), [[less, less], [none]], exact=True), goal)

    return by_cases(trichotomy(x, y), impossible, lambda same: same, impossible)
