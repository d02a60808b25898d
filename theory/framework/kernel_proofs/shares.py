"""Over the rays: from the share u of |a|^2 in |theta|^2 to its share v in the Gaussian's exponent.

v = c u/(c u + d (1 - u)) turns the law of u times a power of the steepness into Euler's integrand
at z = 1 - d/c, for 1 - z v = d/(c u + d (1 - u)).
"""

from __future__ import annotations

from functools import cache

from theory.framework.kernel_proofs.density import MORE, SCALE, SOME, SQUARE, WHOLE
from theory.framework.kernel_proofs.entry import defined
from theory.framework.letters import kappa
from theory.framework.letters.expectation import alpha, c, d, steepness
from theory.framework.letters.mean import HALF, share_law
from theory.framework.letters.special import (
    beta,
    beta_integral,
    beta_law,
    euler_integral,
    euler_law,
    hyp2f1,
    power,
)
from theory.proof.lemmas import exp, exp_sum, inv, log
from theory.proof.lemmas.elementary import log_inverse, log_product
from theory.proof.lemmas.open_interval import UNIT, Primitive, Range, given_primitive
from theory.proof.lemmas.substitution import Cut, Limit, Place, Substitution
from theory.proof.rules import Theorem
from theory.proof.tactics import (
    at,
    bound,
    combine,
    derivative,
    equal_inside,
    fact,
    inverse,
    positive,
    slope_is,
    symmetric,
)
from theory.proof.tactics.linear import linear, ordered
from theory.proof.terms import Term, eq, le, lt

P, Q = HALF * c, HALF * d  # the parameters of Beta
ORDER = HALF * (kappa - 2)  # the exponent of 1 - z v, up to its sign
ARGUMENT = 1 - d * inv(c)  # z
VALUES = (ORDER, P, P + Q, ARGUMENT)  # of 2F1
BACK = inverse(c, [SOME]), inverse(d, [MORE])
DOWN = positive(inv(c), [SOME]), positive(inv(d), [MORE])
SAME_SHARE = Place(UNIT)


def whole(u: Term) -> Term:
    """c u + d (1 - u)."""
    return c * u + d * (1 - u)


class Point:
    """A share 0 < u < 1 with w = c u + d (1 - u) and 1/w."""

    def __init__(self, u: Term, above: Theorem, below: Theorem):
        self.u, self.above, self.below = u, above, below
        self.w, self.back = whole(u), inv(whole(u))
        self.w_above = bound(lt(0, self.w), (), [[SOME, above], [MORE, below]])
        least = bound(le(1, self.w), (), [[WHOLE[0], above], [WHOLE[1], below]])
        self.back_above = positive(self.back, [self.w_above])
        self.unit = inverse(self.w, [self.w_above])
        self.small = linear(le(self.back, 1), self.unit, products=[[least, self.back_above]])
        # 1 - v = d (1 - u)/w
        self.flip = combine(
            eq(1 - self.value, d * (1 - u) * self.back),
            (1, self.unit),
        )

    @property
    def value(self) -> Term:
        """v = c u/w."""
        return c * self.u * self.back

    def inside(self) -> tuple[Theorem, Theorem]:
        """0 < v and v < 1."""
        low = bound(lt(0, self.value), (), [[SOME, self.above, self.back_above]])
        rest = [MORE, self.below, self.back_above]
        return low, linear(lt(self.value, 1), self.flip, products=[rest])


class Tilt(Substitution):
    """u is sent to c u/(c u + d (1 - u))."""

    def value(self, r: Term) -> Term:
        """v."""
        return c * r * inv(whole(r))

    def slope(self, part: Range, r: Term, more: Theorem, less: Theorem) -> Theorem:
        """c d/w^2."""
        point = Point(r, part.positive(r, more), part.under_one(r, less))
        own = derivative(self.value, part.low, part.high, r, side=[point.w_above])
        goal = eq(own.conclusion.args[3], c * d * point.back**2)
        return slope_is(own, combine(goal, (c * point.back, point.unit)))

    def rising(self, rises: Theorem, above: Theorem, below: Theorem | None) -> Theorem:
        """c b/w(b) - c a/w(a) = c d (b - a)/(w(a) w(b))."""
        assert below is not None
        a, b = rises.conclusion.args
        first = Point(a, above, bound(lt(a, 1), (), [[rises], [below]]))
        last = Point(b, bound(lt(0, b), (), [[rises], [above]]), below)
        pairs = [(last.value, first.unit), (first.value, last.unit)]
        rest = [SOME, MORE, rises, first.back_above, last.back_above]
        return ordered(le(first.value, last.value), pairs, rest)

    def image(self, part: Range) -> tuple[Theorem, Theorem | None]:
        """0 < v and v < 1."""
        assert part.below is not None
        low_below = bound(lt(part.low, 1), (), [[part.ordered], [part.below]])
        high_above = bound(lt(0, part.high), (), [[part.ordered], [part.above]])
        low, _ = Point(part.low, part.above, low_below).inside()
        _, high = Point(part.high, high_above, part.below).inside()
        return low, high

    def radii(self, radius: Theorem) -> list[Theorem]:
        """1/(2c), 1/(2d), and the radius over c and d."""
        r = radius.conclusion.args[1]
        halves = [bound(lt(0, HALF * one.conclusion.args[1]), (), [[one]]) for one in DOWN]
        return halves + [positive(r * one.conclusion.args[1], [radius, one]) for one in DOWN]

    def placed(self, cut: Cut, radius: Theorem, under: list[Theorem]) -> tuple[list, list]:
        """v <= c x at x, and 1 - v <= d x at 1 - x."""
        r = radius.conclusion.args[1]
        near = [
            bound(lt(size * cut.x, level), [unit], [[known, less]])
            for less, level, size, unit, known in (
                (under[0], HALF, c, BACK[0], SOME),
                (under[1], HALF, d, BACK[1], MORE),
                (under[2], r, c, BACK[0], SOME),
                (under[3], r, d, BACK[1], MORE),
            )
        ]
        part = cut.part
        assert part.below is not None
        first = Point(cut.x, cut.above, bound(lt(cut.x, 1), (), [[cut.below]]))
        last = Point(cut.y, bound(lt(0, cut.y), (), [[cut.half], [cut.above]]), part.below)
        low, high = [SOME, cut.above, first.small], [MORE, cut.above, last.small]
        goals = [*UNIT.near_low(first.value, r), *UNIT.near_high(last.value, r)]
        return [
            first.inside()[0],
            bound(goals[1], (), [[near[0]], low]),
            bound(goals[2], (), [[near[2]], low]),
        ], [
            linear(goals[3], last.flip, near[1], products=[high]),
            last.inside()[1],
            linear(goals[5], last.flip, near[3], products=[high]),
        ]


TILT = Tilt(UNIT)


def exponential(*known: Theorem) -> Theorem:
    """f g ... = exp(a + b + ...), from f = exp(a), g = exp(b), ..."""
    result = known[0]
    for one in known[1:]:
        (product, together), (factor, single) = result.conclusion.args, one.conclusion.args
        exponents = together.args[0], single.args[0]
        result = combine(
            eq(product * factor, exp(exponents[0] + exponents[1])),
            (factor, result),
            (together, one),
            (1, exp_sum(*exponents)),
        )
    return result


def as_exponential(x: Term, above: Theorem) -> Theorem:
    """x = exp(log x)."""
    return symmetric(fact("exp-log", above, x=x))


def power_as(x: Term, above: Theorem, y: Term, height: Theorem | None = None) -> Theorem:
    """x^y = exp(y log x), or exp(y h) where log x = h is known."""
    named = fact("power", above, x=x, y=y)
    if height is None:
        return named
    moved = equal_inside(exp(y * log(x)), height)
    return combine(eq(power(x, y), moved.conclusion.args[1]), (1, named), (1, moved))


@cache
def scale_height() -> Theorem:
    """log(1/alpha^2) = -2 log alpha."""
    return combine(
        eq(log(inv(alpha**2)), -2 * log(alpha)),
        (1, log_inverse(alpha**2, SQUARE)),
        (1, log_product(alpha, alpha, SCALE, SCALE)),
    )


class Laws(Point):
    """The laws at u and at v, in exponentials of logarithms."""

    def __init__(self, u: Term, above: Theorem, below: Theorem):
        super().__init__(u, above, below)
        self.rest_above = bound(lt(0, 1 - u), (), [[below]])
        self.height = log(self.w)
        self.back_height = log_inverse(self.w, self.w_above)
        self.back_as = self._exp(self.back, self.back_above, self.back_height)
        self.c_as, self.d_as = as_exponential(c, SOME), as_exponential(d, MORE)
        low, high = self.inside()
        self.low, self.high = low, high
        self.first_height = self._height(c, u, SOME, above)  # log v
        flipped = equal_inside(log(1 - self.value), self.flip)
        last = self._height(d, 1 - u, MORE, self.rest_above)
        self.last_height = combine(
            eq(log(1 - self.value), last.conclusion.args[1]), (1, flipped), (1, last)
        )

    @staticmethod
    def _exp(x: Term, above: Theorem, height: Theorem) -> Theorem:
        """x = exp(h), where log x = h."""
        moved = equal_inside(exp(log(x)), height)
        return combine(eq(x, moved.conclusion.args[1]), (1, as_exponential(x, above)), (1, moved))

    def _height(self, size: Term, part: Term, size_above: Theorem, above: Theorem) -> Theorem:
        """log(size part/w) = log size + log part - log w."""
        product = bound(lt(0, size * part), (), [[size_above, above]])
        return combine(
            eq(log(size * part * self.back), log(size) + log(part) - self.height),
            (1, log_product(size * part, self.back, product, self.back_above)),
            (1, log_product(size, part, size_above, above)),
            (1, self.back_height),
        )

    def steep_height(self) -> Theorem:
        """log k = log w - 2 log alpha."""
        down = positive(inv(alpha**2), [SQUARE])
        return combine(
            eq(log(steepness(self.u)), self.height - 2 * log(alpha)),
            (1, log_product(self.w, inv(alpha**2), self.w_above, down)),
            (1, scale_height()),
        )

    def own_law(self, shape: Term) -> Theorem:
        """share_law(u) k^(-x) as one exponential."""
        k = log(steepness(self.u))
        return exponential(
            power_as(self.u, self.above, P - 1),
            power_as(1 - self.u, self.rest_above, Q - 1),
            equal_inside(exp(-(shape * k)), self.steep_height()),
        )

    def beta_law_is(self) -> Theorem:
        """share_law(u) k^(-(c+d)/2) = A law(v) c d/w^2."""
        (named,) = defined("framework.beta-law")
        factor = exp(beta_scale())
        other = exponential(
            _itself(factor),
            power_as(self.value, self.low, P - 1, self.first_height),
            power_as(1 - self.value, self._rest(), Q - 1, self.last_height),
            *self._slope(),
        )
        law = beta_law(P, Q, self.value)
        return self._joined(
            P + Q, factor, law, at(named, P, Q, self.value, self.low, self.high), other
        )

    def euler_law_is(self, shape: Term) -> Theorem:
        """share_law(u) k^(-x) = A' law(v) c d/w^2, for x = (c + d + 2 - kappa)/2."""
        (named,) = defined("framework.euler-law")
        factor, values = exp(euler_scale(shape)), (*VALUES, self.value)
        last = 1 - ARGUMENT * self.value
        # 1 - z v = 1 - v + d v/c = d/w
        near = combine(
            eq(last, d * self.back),
            (1, self.flip),
            (d * self.u * self.back, BACK[0]),
        )
        above = linear(lt(0, last), near, products=[[MORE, self.back_above]])
        height = combine(
            eq(log(last), log(d) - self.height),
            (1, equal_inside(log(last), near)),
            (1, log_product(d, self.back, MORE, self.back_above)),
            (1, self.back_height),
        )
        other = exponential(
            _itself(factor),
            power_as(self.value, self.low, P - 1, self.first_height),
            power_as(1 - self.value, self._rest(), P + Q - P - 1, self.last_height),
            power_as(last, above, -ORDER, height),
            *self._slope(),
        )
        law = euler_law(*values)
        return self._joined(shape, factor, law, at(named, *values, self.low, self.high), other)

    def _rest(self) -> Theorem:
        return bound(lt(0, 1 - self.value), (), [[self.high]])

    def _slope(self) -> list[Theorem]:
        return [self.c_as, self.d_as, self.back_as, self.back_as]

    def _joined(self, shape, factor, law, named, other) -> Theorem:
        own = self.own_law(shape)
        slope = c * d * self.back**2
        goal = eq(share_law(self.u) * exp(-(shape * log(steepness(self.u)))), factor * law * slope)
        return combine(goal, (1, own), (factor * slope, named), (1, other))


def _itself(whole_: Term) -> Theorem:
    return combine(eq(whole_, whole_))


def beta_scale() -> Term:
    """The logarithm of alpha^(c+d) c^(-c/2) d^(-d/2)."""
    return 2 * (P + Q) * log(alpha) - P * log(c) - Q * log(d)


def euler_scale(shape: Term) -> Term:
    """That of alpha^(2x) c^(-c/2) d^(-d/2) d^((kappa-2)/2)."""
    return 2 * shape * log(alpha) - P * log(c) - Q * log(d) + ORDER * log(d)


P_ABOVE, Q_ABOVE = (
    bound(lt(0, HALF * one), (), [[known]]) for one, known in ((c, SOME), (d, MORE))
)


def beta_piece(factor: Term, place: Place = TILT) -> tuple[Limit, Primitive]:
    """B(c/2, d/2), so many times, as a limit, and the antiderivative of its law."""
    (slopes,), (limits,) = defined("framework.beta-integral"), defined("framework.beta")

    def law(v):
        return beta_law(P, Q, v)

    limit = Limit(at(limits, P, Q, P_ABOVE, Q_ABOVE), law, beta(P, Q), place, factor)
    return limit, given_primitive(at(slopes, P, Q), lambda v: beta_integral(P, Q, v), law)


def euler_piece(factor: Term) -> tuple[Limit, Primitive]:
    """2F1(...) B(c/2, d/2), so many times."""
    (slopes,), (limits,) = (
        defined("framework.euler-integral"),
        defined("framework.hypergeometric"),
    )
    wide = bound(lt(P, P + Q), (), [[Q_ABOVE]])
    below = bound(lt(ARGUMENT, 1), (), [[MORE, DOWN[0]]])

    def law(v):
        return euler_law(*VALUES, v)

    value = hyp2f1(*VALUES) * beta(P, P + Q - P)
    known = at(limits, *VALUES, P_ABOVE, wide, below)
    limit = Limit(known, law, value, TILT, factor)
    return limit, given_primitive(
        at(slopes, *VALUES, below), lambda v: euler_integral(*VALUES, v), law
    )
