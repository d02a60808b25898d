"""E[c_i] in closed form: the integrals along the rays are Gamma's, those over the rays Euler's."""

from __future__ import annotations

from functools import cache

from theory import claim
from theory.framework.kernel_proofs.density import AT_LEAST, DOWN, log_rises
from theory.framework.kernel_proofs.entry import assumed, defined, domain, proof
from theory.framework.kernel_proofs.rays import (
    LESS,
    SHAPE,
    SHAPE_ABOVE,
    gamma_piece,
    mass_on_a_ray,
    mean_on_a_ray,
)
from theory.framework.kernel_proofs.shares import (
    MORE,
    P_ABOVE,
    Q_ABOVE,
    SAME_SHARE,
    SCALE,
    TILT,
    VALUES,
    Laws,
    P,
    Q,
    beta_piece,
    beta_scale,
    euler_piece,
    euler_scale,
    exponential,
)
from theory.framework.letters import kappa
from theory.framework.letters.expectation import alpha, d, steepness
from theory.framework.letters.mean import HALF, mass, mean, ray_mass, ray_mean, share_law
from theory.framework.letters.special import beta, beta_law, gamma, gamma_law, hyp2f1, power
from theory.proof.lemmas import exp, exp_inverse, inv, log, log_below, log_one
from theory.proof.lemmas.elementary import product_zero
from theory.proof.lemmas.limits import exp_rises
from theory.proof.lemmas.open_interval import HALF_LINE, UNIT, Primitive
from theory.proof.lemmas.substitution import Limit, Place, limit_above, limit_is
from theory.proof.letters import obligations, stated
from theory.proof.rules import Theorem
from theory.proof.tactics import (
    at,
    bound,
    combine,
    derivative,
    differs,
    fact,
    inverse,
    parts,
    slope_is,
)
from theory.proof.tactics.linear import linear
from theory.proof.terms import ONE, Term, add, eq, le, lt, negation, num


def on_the_ray(point: Laws) -> tuple[Theorem, Theorem]:
    """The integrals of c_i times the density, and of the density, on the ray of a share."""
    rays, _, _ = defined("framework.mean-threshold")
    means, masses = parts(at(rays, point.u, point.above, point.below))
    return means, masses


def steep(point: Laws) -> Theorem:
    """0 < k."""
    return bound(lt(0, steepness(point.u)), (), [[point.w_above, DOWN]])


def ray_mass_is(point: Laws) -> Theorem:
    """ray_mass(u) = k^(-(c+d)/2) Gamma((c+d)/2)/2."""
    _, known = on_the_ray(point)
    return at(mass_on_a_ray(), steepness(point.u), steep(point), ray_mass(point.u), known)


def over_the_rays(integrand, known: Theorem, value: Term, pieces, value_at) -> Theorem:
    """The integral over the shares is the sum of the pieces.

    value_at(laws at u) shows that the integrand is the sum of A law(v) c d/w^2.
    """

    def body(u):
        place = TILT.value(u)
        return add(*(piece.factor * other.body(place) for piece, other in pieces))

    def slope(part, u, more, less):
        point = Laws(u, part.positive(u, more), part.under_one(u, less))
        chains = [TILT.composed(other, part, u, more, less) for _, other in pieces]
        own = derivative(body, part.low, part.high, u, chains)
        same = combine(eq(own.conclusion.args[3], integrand(u)), *value_at(point))
        return slope_is(own, same)

    own = Limit(known, integrand, value, SAME_SHARE)
    return limit_is(UNIT, own, Primitive(body, integrand, slope), pieces)


@cache
def mass_is() -> Theorem:
    """The whole mass is alpha^(c+d) c^(-c/2) d^(-d/2) Gamma((c+d)/2) B(c/2, d/2)/2."""
    _, _, known = defined("framework.mean-threshold")
    size = HALF * gamma(SHAPE)

    def value_at(point):
        return (size, point.beta_law_is()), (share_law(point.u), ray_mass_is(point))

    return over_the_rays(
        lambda u: share_law(u) * ray_mass(u),
        known,
        mass,
        [beta_piece(size * exp(beta_scale()))],
        value_at,
    )


@cache
def gamma_above() -> Theorem:
    """0 < Gamma((c+d)/2): on [1, 2] its law is at least exp(-2)."""
    (named,) = defined("framework.gamma-law")
    limit, primitive = gamma_piece(SHAPE, SHAPE_ABOVE, ONE)
    own = Limit(limit.known, limit.integrand, limit.value, Place(HALF_LINE))

    def law(t, above):
        """law = exp((x - 1) log t) exp(-t)."""
        return combine(
            eq(gamma_law(SHAPE, t), exp((SHAPE - 1) * log(t)) * exp(-t)),
            (1, at(named, SHAPE, t, above)),
            (exp(-t), fact("power", above, x=t, y=SHAPE - 1)),
        )

    def law_low(part, t, more, less):
        above = part.positive(t, more)
        both_ = [fact("exp-positive", x=(SHAPE - 1) * log(t)), fact("exp-positive", x=-t)]
        return bound(le(0, gamma_law(SHAPE, t)), [law(t, above)], [both_])

    def least(t, more, less):
        above = bound(lt(0, t), (), [[more]])
        height = bound(le(0, log(t)), [log_one()], [[log_rises(more, bound(lt(0, 1)))]])
        up = bound(le(0, (SHAPE - 1) * log(t)), (), [[AT_LEAST, height]])
        tangent = fact("exp-tangent", x=(SHAPE - 1) * log(t))
        grown = bound(le(1, exp((SHAPE - 1) * log(t))), (), [[up], [tangent]])
        fall = exp_rises(bound(le(num(-2), -t), (), [[less]]))
        return bound(
            le(exp(num(-2)), gamma_law(SHAPE, t)),
            [law(t, above)],
            [[fall], [grown, fact("exp-positive", x=-t)]],
        )

    floor = fact("exp-positive", x=num(-2))
    return limit_above(HALF_LINE, own, primitive, floor, law_low, least)


@cache
def beta_above() -> Theorem:
    """0 < B(c/2, d/2): between 1/4 and 3/4 its law is at least exp(-3 (c + d)/2)."""
    (named,) = defined("framework.beta-law")
    limit, primitive = beta_piece(ONE, SAME_SHARE)

    def law(v, above, below):
        """law = exp((p - 1) log v) exp((q - 1) log(1 - v))."""
        rest = bound(lt(0, 1 - v), (), [[below]])
        return combine(
            eq(beta_law(P, Q, v), exp((P - 1) * log(v)) * exp((Q - 1) * log(1 - v))),
            (1, at(named, P, Q, v, above, below)),
            (power(1 - v, Q - 1), fact("power", above, x=v, y=P - 1)),
            (exp((P - 1) * log(v)), fact("power", rest, x=1 - v, y=Q - 1)),
        )

    def law_low(part, v, more, less):
        known = law(v, part.positive(v, more), part.under_one(v, less))
        first, last = (P - 1) * log(v), (Q - 1) * log(1 - v)
        both_ = [fact("exp-positive", x=first), fact("exp-positive", x=last)]
        return bound(le(0, beta_law(P, Q, v)), [known], [both_])

    def deep(v, quarter, below, shape, shape_above):
        """-3 p <= (p - 1) log v, for 1/4 <= v < 1: 1 - 1/v <= log v <= 0."""
        above = bound(lt(0, v), (), [[quarter]])
        height, back = log(v), fact("exp-log", above, x=v)
        falls = bound(lt(height, 0), [log_one()], [[log_below(below, above)]])
        tangent = fact("exp-tangent", x=-height)  # 1 - log v <= 1/v
        unit = combine(eq(v * exp(-height), 1), (exp(-height), back), (1, exp_inverse(height)))
        up = fact("exp-positive", x=-height)
        most = linear(le(exp(-height), 4), unit, products=[[quarter, up]])
        least = bound(le(-3, height), (), [[tangent], [most]])
        return bound(le(-(3 * shape), (shape - 1) * height), (), [[shape_above, least], [falls]])

    def least(v, more, less):
        above, below = bound(lt(0, v), (), [[more]]), bound(lt(v, 1), (), [[less]])
        other, under = bound(le(num(1, 4), 1 - v), (), [[less]]), bound(lt(1 - v, 1), (), [[above]])
        first = exp_rises(deep(v, more, below, P, P_ABOVE))
        last = exp_rises(deep(1 - v, other, under, Q, Q_ABOVE))
        low = fact("exp-positive", x=-(3 * P))
        high = fact("exp-positive", x=(Q - 1) * log(1 - v))
        return bound(
            le(exp(-(3 * P)) * exp(-(3 * Q)), beta_law(P, Q, v)),
            [law(v, above, below)],
            [[low, last], [first, high]],
        )

    both_ = [fact("exp-positive", x=-(3 * one)) for one in (P, Q)]
    floor = bound(lt(0, exp(-(3 * P)) * exp(-(3 * Q))), (), [both_])
    return limit_above(UNIT, limit, primitive, floor, law_low, least)


# --- kappa > 2 ------------------------------------------------------------------------------------


def higher() -> tuple[Theorem, Theorem]:
    """3 <= kappa and kappa < c + d + 2, as the claim assumes."""
    name = "framework.expected-threshold"
    return assumed(name, le(3, kappa)), assumed(name, lt(kappa, 2 * SHAPE + 2))


@cache
def mean_is() -> Theorem:
    """E[c_i] times the mass, for 2 < kappa < c + d + 2."""
    _, known, _ = defined("framework.mean-threshold")
    large, finite = higher()
    factor = inv(kappa - 2)
    sizes = [HALF * gamma(LESS), HALF * gamma(SHAPE)]

    def value_at(point):
        above, _ = on_the_ray(point)
        on_ray = at(
            mean_on_a_ray(large, finite),
            steepness(point.u),
            steep(point),
            ray_mean(point.u),
            above,
        )
        return (
            (factor * sizes[0], point.euler_law_is(LESS)),
            (factor * sizes[1], point.beta_law_is()),
            (share_law(point.u), on_ray),
        )

    return over_the_rays(
        lambda u: share_law(u) * ray_mean(u),
        known,
        mean * mass,
        [
            euler_piece(factor * sizes[0] * exp(euler_scale(LESS))),
            beta_piece(-factor * sizes[1] * exp(beta_scale())),
        ],
        value_at,
    )


@proof("framework.expected-threshold")
def expected_threshold() -> Theorem:
    """E[c_i] is the ratio of two integrals over the rays, in which Gamma, Beta and 2F1 are factors:
    Beta and a constant cancel.
    """
    goal = stated(claim("framework.expected-threshold")).statement
    left, right = goal.args
    unit = inverse(gamma(SHAPE), [gamma_above()])
    scale = exp(beta_scale())
    up = fact("exp-positive", x=beta_scale())
    size = HALF * gamma(SHAPE) * scale * beta(P, Q)
    size_above = bound(lt(0, size), (), [[gamma_above(), up, beta_above()]])
    first, second = power(alpha, 2 - kappa), power(d, HALF * kappa - 1)
    split = exponential(
        combine(eq(scale, scale)),
        fact("power", SCALE, x=alpha, y=2 - kappa),
        fact("power", MORE, x=d, y=HALF * kappa - 1),
    )
    grown = combine(eq(exp(euler_scale(LESS)), scale * first * second), (1, split))
    _, euler_value = mean_is().conclusion.args
    other = inv(kappa - 2) * HALF * gamma(LESS) * hyp2f1(*VALUES) * beta(P, Q)
    whole = combine(
        eq(size * (left - right), 0),
        (1, mean_is()),
        (left, mass_is()),
        (other, grown),
        (other * scale * first * second, unit),
    )
    zero = product_zero(whole, differs(size_above, negation(eq(size, 0))))
    return combine(goal, (1, zero))


@domain("framework.expected-threshold")
def expected_threshold_domain() -> list[Theorem]:
    """Gamma((c+d)/2) is not 0."""
    goals = obligations(stated(claim("framework.expected-threshold")).statement)
    gammas = [one for one in goals if gamma in one.free]
    return [differs(gamma_above(), one) for one in gammas]
