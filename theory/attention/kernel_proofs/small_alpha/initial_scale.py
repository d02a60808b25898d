"""E[1/|theta| - 1] for theta from N(0, alpha) is m/sqrt(alpha) - 1, so that its order is -1/2."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.attention.kernel_proofs.script import defined
from theory.attention.letters import modes
from theory.attention.letters.initial_scale import (
    inverse_integral,
    law,
    law_integral,
    mass,
    mean,
    weighted,
)
from theory.proof.lemmas import (
    exp,
    inv,
    log,
    log_below,
    log_one,
    sqrt,
    sqrt_is,
    trichotomy,
)
from theory.proof.lemmas.improper import Range, below_all, integral
from theory.proof.lemmas.limits import exp_rises, vanishing_slack
from theory.proof.lemmas.sizes import within_size
from theory.proof.rules import Theorem, assume
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    derivative,
    equal_inside,
    everywhere,
    fact,
    fresh,
    inverse,
    obtain,
    parts,
    positive,
    ring,
    weaker,
    with_slope,
)
from theory.proof.tactics.linear import linear
from theory.proof.terms import ONE, TWO, ZERO, Term, eq, le, lt, num

SIZE = assume(lt(0, modes))
FLOOR = exp(num(-2))  # below the density on [1, 2]


def scale(alpha: Term) -> Term:
    """1/sqrt(alpha)."""
    return inv(sqrt(alpha))


def over(r: Term) -> Term:
    """The density over r."""
    return law(r) * inv(r)


def log_at_least(far: Theorem) -> Theorem:
    """1 <= r gives 0 <= log r."""
    r = far.conclusion.args[1]
    goal = le(0, log(r))
    return by_cases(
        trichotomy(ONE, r),
        lambda less: bound(goal, [log_one()], [[log_below(less, bound(lt(0, 1)))]]),
        lambda same: linear(goal, equal_inside(log(ONE), same), log_one()),
        lambda more: contradiction(bound(lt(0, 0), (), [[far], [more]]), goal),
    )


def density(r: Term, above: Theorem) -> Theorem:
    """law(r) = exp(2 d log r) exp(-r^2/2)."""
    (named,) = defined("attention.radius-law")
    return ring(
        eq(law(r), exp(2 * modes * log(r)) * exp(-(num(1, 2) * r**2))),
        at(named, r, above),
        fact("power", above, x=r, y=2 * modes),
    )


def law_above(r: Term, above: Theorem) -> Theorem:
    """0 < law(r)."""
    both_ = [
        fact("exp-positive", x=2 * modes * log(r)),
        fact("exp-positive", x=-(num(1, 2) * r**2)),
    ]
    return bound(lt(0, law(r)), [density(r, above)], [both_])


def law_floor(r: Term, more: Theorem, less: Theorem) -> Theorem:
    """exp(-2) <= law(r) on [1, 2]."""
    above = bound(lt(0, r), (), [[more]])
    height = log_at_least(more)
    up = bound(le(0, 2 * modes * log(r)), (), [[SIZE, height]])
    tangent = fact("exp-tangent", x=2 * modes * log(r))
    grown = bound(le(1, exp(2 * modes * log(r))), (), [[tangent], [up]])
    level = bound(le(num(-2), -(num(1, 2) * r**2)), (), [[less], [less, above]])
    return bound(
        le(FLOOR, law(r)),
        [density(r, above)],
        [[exp_rises(level)], [grown, fact("exp-positive", x=-(num(1, 2) * r**2))]],
    )


@cache
def antiderivatives() -> tuple[Theorem, Theorem]:
    """Those of the density, and of the density over r."""
    first, second = defined("attention.radius-integrals")
    return first, second


def threshold_integral(alpha: Term) -> tuple[Callable, Theorem]:
    """Q/sqrt(alpha) - P is an antiderivative of the threshold times the density."""
    plain, less = antiderivatives()
    x, r = fresh(), fresh()
    ends, inside = (lt(0, x), lt(x, 1)), (le(x, r), le(r, inv(x)))
    places = [x, *map(assume, ends), r, *map(assume, inside)]

    def body(s):
        return scale(alpha) * inverse_integral(s) - law_integral(s)

    own = derivative(body, x, inv(x), r, [at(plain, *places), at(less, *places)])
    sloped = with_slope(own, weighted(alpha, r))
    return body, everywhere(x, everywhere(r, sloped, *inside), *ends)


class Cut:
    """A range [x, 1/x] on which the integrals are within e of their limits."""

    def __init__(self, level: Term, above: Theorem, *limits: tuple):
        """``limits``: (theorem that it converges, integrand, value)."""
        self.level, self.above, self.limits = level, above, limits

    def use(self, shown: Callable) -> Theorem:
        """shown(range, 2 x < 1, [-e < integral - V, integral - V < e for each])."""

        def deeper(left, radii):
            if left:
                known = at(left[0][0], self.level, self.above)
                return obtain(known, lambda r, both_: deeper(left[1:], [*radii, parts(both_)]))
            x, x_above, half, under = below_all(*(first for first, _ in radii))
            below = bound(lt(x, 1), (), [[half], [x_above]])
            cut = Range(x, x_above, below)
            found = []
            for (_, integrand, value), (_, near), less in zip(self.limits, radii, under):
                far = bound(
                    lt(1, less.conclusion.args[1] * cut.end), [cut.unit], [[less, cut.down]]
                )
                close = at(near, x, x_above, below, less, cut.end, cut.beyond, far)
                gap = integral(integrand, x, cut.end) - value
                low, high = within_size(gap)
                found.append(
                    (
                        bound(lt(-self.level, gap), (), [[close], [low]]),
                        bound(lt(gap, self.level), (), [[close], [high]]),
                    )
                )
            return shown(cut, half, found)

        return deeper(list(self.limits), [])


def means() -> tuple[Theorem, Callable]:
    """That the mass converges, and the mean at alpha (with 0 < alpha)."""
    whole, every = defined("attention.expected-threshold")
    return whole, lambda alpha, above: at(every, alpha, above)


def no_less(value: Term, slope: Term, low: Theorem, shown: Callable) -> Theorem:
    """0 <= v, where shown(e, 0 < e) gives -(b e) <= v, and 0 <= b."""
    return vanishing_slack(
        value, slope, ONE, lambda e, above, _: shown(e, above), (low, bound(lt(0, 1)))
    )


def square_root(alpha: Term, above: Theorem) -> Theorem:
    """0 < 1/sqrt(alpha)."""
    return positive(scale(alpha), [above])


@cache
def unit_scale() -> Theorem:
    """1/sqrt(1) = 1."""
    one = sqrt_is(ONE, bound(le(0, 1)), ring(eq(ONE**2, ONE)))
    home = inverse(sqrt(ONE), [positive(sqrt(ONE), [bound(lt(0, 1))])])
    return combine(eq(scale(ONE), 1), (1, home), (scale(ONE), one))


def rescaled(alpha: Term, above: Theorem) -> Theorem:
    """(E(alpha) + 1) Z = (E(1) + 1) Z/sqrt(alpha): so it is for the integrals over [x, 1/x]."""
    s = scale(alpha)
    s_above = square_root(alpha, above)
    whole, at_alpha = means()
    left, right = (mean(alpha) + 1) * mass, s * (mean(1) + 1) * mass
    limits = (
        (whole, law, mass),
        (at_alpha(ONE, bound(lt(0, 1))), lambda r: weighted(ONE, r), mean(1) * mass),
        (at_alpha(alpha, above), lambda r: weighted(alpha, r), mean(alpha) * mass),
    )
    plain, _ = antiderivatives()
    slope = 2 + 2 * s
    low = bound(le(0, slope), (), [[], [s_above]])

    def side(value, turned):
        def proof_at(e, e_above):
            def near(cut, half, found):
                known = [cut.integral(plain, law_integral, law)]
                for scale_ in (ONE, alpha):
                    body, slopes = threshold_integral(scale_)
                    known.append(cut.integral(slopes, body, lambda r, a=scale_: weighted(a, r)))
                pairs = [[one] for two in found for one in two]
                scaled = [[s_above, one] for two in found for one in two]
                return bound(le(-(slope * e), value), [*known, unit_scale()], [*pairs, *scaled])

            return Cut(e, e_above, *limits).use(near)

        return no_less(value, slope, low, proof_at)

    up, down = side(right - left, 1), side(left - right, -1)
    return linear(eq(left, right), up, down)


def heavy(cut: Range, half: Theorem, known: Theorem, body, integrand, floor, positive_at, least):
    """floor <= F(1/x) - F(x), for f >= floor on [1, 2] and f >= 0 elsewhere."""
    far = bound(le(2, cut.end), [cut.unit], [[half, cut.down]])
    near = weaker(cut.below)
    start = bound(le(cut.x, 1), (), [[near]])
    past = bound(le(1, cut.end), (), [[far]])
    same = bound(le(cut.x, cut.x)), bound(le(cut.end, cut.end))

    def none(r, more, _):
        above = bound(lt(0, r), (), [[more], [cut.above]])
        return weaker(positive_at(r, above))

    def late(r, more, _):
        return weaker(positive_at(r, bound(lt(0, r), (), [[more]])))

    pieces = [
        cut.rises(known, body, integrand, (same[0], start, past), ZERO, none),
        cut.rises(known, body, integrand, (start, bound(le(1, 2)), far), floor, least),
        cut.rises(
            known,
            body,
            integrand,
            (bound(le(cut.x, 2), (), [[start]]), far, same[1]),
            ZERO,
            late,
        ),
    ]
    return bound(le(floor, body(cut.end) - body(cut.x)), (), [[one] for one in pieces])


@cache
def mass_above() -> Theorem:
    """0 < Z: at least exp(-2)."""
    whole, _ = means()
    plain, _ = antiderivatives()

    def proof_at(e, above):
        def near(cut, half, found):
            most = heavy(cut, half, plain, law_integral, law, FLOOR, law_above, law_floor)
            known = [cut.integral(plain, law_integral, law)]
            return bound(le(-(ONE * e), mass - FLOOR), known, [[most], [found[0][1]]])

        return Cut(e, above, (whole, law, mass)).use(near)

    least = no_less(mass - FLOOR, ONE, bound(le(0, 1)), proof_at)
    return bound(lt(0, mass), (), [[least], [fact("exp-positive", x=num(-2))]])


@cache
def share_above() -> Theorem:
    """0 < E(1) + 1: times Z it is at least exp(-2)/2."""
    whole, at_alpha = means()
    _, less = antiderivatives()
    plain, _ = antiderivatives()
    floor = num(1, 2) * FLOOR

    def over_above(r, above):
        return bound(lt(0, over(r)), (), [[law_above(r, above), positive(inv(r), [above])]])

    def over_floor(r, more, under):
        above = bound(lt(0, r), (), [[more]])
        down, unit = positive(inv(r), [above]), inverse(r, [above])
        # law/r - floor = (law - 2 floor)/r + floor (2 - r)/r
        return bound(
            le(floor, over(r)),
            [unit],
            [[law_floor(r, more, under), down], [fact("exp-positive", x=num(-2)), under, down]],
        )

    value = (mean(1) + 1) * mass - floor

    def proof_at(e, above):
        def near(cut, half, found):
            most = heavy(cut, half, less, inverse_integral, over, floor, over_above, over_floor)
            body, slopes = threshold_integral(ONE)
            known = [
                cut.integral(plain, law_integral, law),
                cut.integral(slopes, body, lambda r: weighted(ONE, r)),
                unit_scale(),
            ]
            return bound(le(-(2 * e), value), known, [[most], [found[0][1]], [found[1][1]]])

        limits = (
            (whole, law, mass),
            (at_alpha(ONE, bound(lt(0, 1))), lambda r: weighted(ONE, r), mean(1) * mass),
        )
        return Cut(e, above, *limits).use(near)

    least = no_less(value, TWO, bound(le(0, 2)), proof_at)
    times = bound(lt(0, (mean(1) + 1) * mass), (), [[least], [fact("exp-positive", x=num(-2))]])
    back, unit = positive(inv(mass), [mass_above()]), inverse(mass, [mass_above()])
    return bound(lt(0, mean(1) + 1), [unit], [[times, back]])


def value(alpha: Term, above: Theorem) -> Theorem:
    """E(alpha) = (E(1) + 1)/sqrt(alpha) - 1."""
    unit = inverse(mass, [mass_above()])
    m = mean(1) + 1
    return combine(
        eq(mean(alpha), m * scale(alpha) - 1),
        (inv(mass), rescaled(alpha, above)),
        (mean(alpha) + 1 - m * scale(alpha), unit),
    )
