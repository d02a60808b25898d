"""The threshold times the density of |theta|, on a ray of Gaussian weights: bounds at a point."""

from __future__ import annotations

from collections.abc import Callable

from theory.framework.kernel_proofs.entry import picked_of
from theory.framework.kernel_proofs.limits import at_least_three, degree_down, ratio
from theory.framework.letters import kappa
from theory.framework.letters.expectation import alpha, c, d, steepness, weighted
from theory.framework.letters.limit import threshold
from theory.proof.lemmas import exp, exp_inverse, exp_sum, inv, log, log_below, log_one, trichotomy
from theory.proof.lemmas.limits import exp_rises
from theory.proof.rules import Theorem, assume, order
from theory.proof.tactics import (
    bound,
    by_cases,
    combine,
    contradiction,
    differs,
    equal_inside,
    fact,
    inverse,
    positive,
    ring,
    symmetric,
    weaker,
)
from theory.proof.terms import ONE, ZERO, Term, eq, le, lt, negation, num

SOME, MORE, SCALE = assume(lt(0, c)), assume(lt(0, d)), assume(lt(0, alpha))
AT_LEAST_TWO = assume(le(2, kappa))
SIZE = c + d
SQUARE = bound(lt(0, alpha**2), (), [[SCALE, SCALE]])
UNIT, DOWN = inverse(alpha**2, [SQUARE]), positive(inv(alpha**2), [SQUARE])
WHOLE = [fact("discrete", one, n=ZERO, m=letter) for one, letter in ((SOME, c), (MORE, d))]
AT_LEAST = bound(le(2, SIZE), (), [[one] for one in WHOLE])


def log_rises(ordered: Theorem, above: Theorem) -> Theorem:
    """0 < x <= y gives log x <= log y."""
    x, y = ordered.conclusion.args
    goal = le(log(x), log(y))
    return by_cases(
        trichotomy(x, y),
        lambda less: weaker(log_below(less, above)),
        lambda same: order(goal, ((ONE, equal_inside(log(x), same)),), ()),
        lambda more: contradiction(bound(lt(0, 0), (), [[ordered], [more]]), goal),
    )


class Point:
    """A point |theta| = r > 0 of a ray: what is known of the density and the threshold there."""

    def __init__(self, share: Term, low: Theorem, high: Theorem, size: Term, above: Theorem):
        self.share, self.size, self.above = share, size, above
        self.height = log(size)
        self.back = fact("exp-log", above, x=size)
        self.fall = exp(-(steepness(share) * size**2))
        self.fall_above = fact("exp-positive", x=-(steepness(share) * size**2))
        self.surface = exp((SIZE - 1) * self.height)
        self.surface_above = fact("exp-positive", x=(SIZE - 1) * self.height)
        self.surface_is = fact("power", above, x=size, y=SIZE - 1)
        # c u + d (1 - u) - 1 = (c - 1) u + (d - 1) (1 - u)
        self.steep = bound(
            le(inv(alpha**2), steepness(share)),
            (),
            [[WHOLE[0], low, DOWN], [WHOLE[1], high, DOWN]],
        )

    def value(self, known: Theorem, two: bool) -> Theorem:
        """c_i times the density, in exponentials: of log r for kappa = 2, of r^(2-kappa) above."""
        picked = picked_of(threshold(self.size), known, two)
        if two:
            goal = -self.height * self.surface * self.fall
            return ring(eq(weighted(self.share, self.size), goal), picked, self.surface_is)
        large = at_least_three(known, AT_LEAST_TWO)
        degree = fact("power", self.above, x=self.size, y=2 - kappa)
        merged = symmetric(exp_sum((2 - kappa) * self.height, (SIZE - 1) * self.height))
        joined = exp((SIZE + 1 - kappa) * self.height)
        goal = inv(kappa - 2) * (joined - self.surface) * self.fall
        return ring(
            eq(weighted(self.share, self.size), goal),
            picked,
            self.surface_is,
            degree,
            degree_down(large),
            merged,
        )


def narrow(large: Theorem) -> tuple[Theorem, Theorem]:
    """0 < 1/(kappa - 2) and 1/(kappa - 2) <= 1, for kappa >= 3."""
    wide = bound(lt(0, kappa - 2), (), [[large]])
    above = positive(inv(kappa - 2), [wide])
    return above, bound(le(inv(kappa - 2), 1), [ratio(large)], [[above, large]])


def by_degree(shown: Callable) -> Theorem:
    """shown(kappa = 2, True) and shown(kappa != 2, False) give the same."""
    return by_cases(eq(kappa, 2), lambda same: shown(same, True), lambda other: shown(other, False))


def below_one(point: Point, near: Theorem, degree: Theorem) -> Theorem:
    """c_i times the density is at most 1 for r <= 1 and kappa <= c + d + 1."""
    flat = bound(le(point.height, 0), [log_one()], [[log_rises(near, point.above)]])
    least = bound(le(0, steepness(point.share)), (), [[point.steep], [DOWN]])
    level = bound(le(-(steepness(point.share) * point.size**2), 0), (), [([least], point.size)])
    thin = bound(le(point.fall, 1), [fact("exp-zero")], [[exp_rises(level)]])
    goal = le(weighted(point.share, point.size), 1)

    def proof_from(known, two):
        value = point.value(known, two)
        if two:
            deep = bound(le((SIZE - 1) * point.height, point.height), (), [[flat, AT_LEAST]])
            less = bound(le(point.surface, point.size), [point.back], [[exp_rises(deep)]])
            tangent = fact("exp-tangent", x=-point.height)
            home = combine(
                eq(point.size * exp(-point.height), 1),
                (exp(-point.height), point.back),
                (1, exp_inverse(point.height)),
            )
            return bound(
                goal,
                [value, home],
                [
                    [point.above, tangent],
                    [point.above],
                    [flat, less],
                    [flat, point.surface_above, thin],
                ],
            )
        large = at_least_three(known, AT_LEAST_TWO)
        down, small = narrow(large)
        exponent = (SIZE + 1 - kappa) * point.height
        drop = bound(le(exponent, 0), (), [[degree, flat]])
        joined = bound(le(exp(exponent), 1), [fact("exp-zero")], [[exp_rises(drop)]])
        up = fact("exp-positive", x=exponent)
        return bound(
            goal,
            [value],
            [
                [small],
                [down, joined],
                [down, up, thin],
                [down, point.surface_above, point.fall_above],
            ],
        )

    return by_degree(proof_from)


TOP = num(1, 4) * (SIZE + 1) ** 2 * alpha**2


def above_one(point: Point, far: Theorem) -> Theorem:
    """-exp((c+d+1)^2 alpha^2/4) exp(-r) is at most c_i times the density, for r >= 1."""
    tangent = bound(
        le(point.height, point.size), [point.back], [[fact("exp-tangent", x=point.height)]]
    )
    grown = exp(SIZE * point.height)
    grown_is = combine(
        eq(grown, point.surface * point.size),
        (1, exp_sum((SIZE - 1) * point.height, point.height)),
        (point.surface, point.back),
    )
    goal = le(-(exp(TOP) * exp(-point.size)), weighted(point.share, point.size))
    # n log r - k r^2 <= n r - r^2/alpha^2 = top - r - (r - (n + 1) alpha^2/2)^2/alpha^2
    exponent = SIZE * point.height - steepness(point.share) * point.size**2
    half = point.size - num(1, 2) * (SIZE + 1) * alpha**2
    small = bound(
        le(exponent, TOP - point.size),
        [UNIT],
        [[AT_LEAST, tangent], [tangent], ([point.steep], point.size), ([DOWN], half)],
    )
    split = exp_sum(SIZE * point.height, -(steepness(point.share) * point.size**2))
    most = bound(
        le(grown * point.fall, exp(TOP) * exp(-point.size)),
        [symmetric(split), symmetric(exp_sum(TOP, -point.size))],
        [[exp_rises(small)]],
    )

    def proof_from(known, two):
        value = point.value(known, two)
        if two:
            return bound(
                goal,
                [value, grown_is],
                [[most], [tangent, point.surface_above, point.fall_above]],
            )
        large = at_least_three(known, AT_LEAST_TWO)
        down, less = narrow(large)
        joined = fact("exp-positive", x=(SIZE + 1 - kappa) * point.height)
        return bound(
            goal,
            [value, grown_is],
            [
                [most],
                [down, joined, point.fall_above],
                [less, point.surface_above, point.fall_above],
                [far, point.surface_above, point.fall_above],
            ],
        )

    return by_degree(proof_from)


def above_inverse(point: Point, near: Theorem, degree: Theorem) -> Theorem:
    """q (1/r - 1)/(kappa - 2) is at most c_i times the density, for r <= 1 and kappa >= c + d + 2,
    where q is the value of the Gaussian at r = 1.
    """
    other = differs(bound(lt(2, kappa), (), [[degree], [AT_LEAST]]), negation(eq(kappa, 2)))
    value = point.value(other, False)
    down, _ = narrow(at_least_three(other, AT_LEAST_TWO))
    flat = bound(le(point.height, 0), [log_one()], [[log_rises(near, point.above)]])
    exponent = (SIZE + 1 - kappa) * point.height
    steep = bound(le(-point.height, exponent), (), [[degree, flat]])
    shallow = bound(le((SIZE - 1) * point.height, 0), (), [[AT_LEAST, flat], [flat]])
    surface = bound(le(point.surface, 1), [fact("exp-zero")], [[exp_rises(shallow)]])
    home = combine(
        eq(exp(-point.height), inv(point.size)),
        (inv(point.size), exp_inverse(point.height)),
        (inv(point.size) * exp(-point.height), point.back),
        (exp(-point.height), inverse(point.size, [point.above])),
    )
    joined = bound(le(inv(point.size), exp(exponent)), [home], [[exp_rises(steep)]])
    outside = bound(
        le(1, inv(point.size)),
        [inverse(point.size, [point.above])],
        [[near, positive(inv(point.size), [point.above])]],
    )
    k = steepness(point.share)
    low = bound(le(0, k), (), [[point.steep], [DOWN]])
    within = bound(le(-k, -(k * point.size**2)), (), [[low, near], [low, near, point.above]])
    fall = exp_rises(within)
    return bound(
        le(exp(-k) * inv(kappa - 2) * (inv(point.size) - 1), weighted(point.share, point.size)),
        [value],
        [
            [down, joined, point.fall_above],
            [down, surface, point.fall_above],
            [down, outside, fall],
        ],
    )
