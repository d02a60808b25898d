"""E[-log |theta|] for kappa = 2: a mean of a logarithm is a derivative of Gamma.

Gamma(x + h) is at least Gamma(x) + h D, where D is the integral of log(t) t^(x-1) exp(-t), for
t^h >= 1 + h log t: so D is the only number that Gamma' can be.
"""

from __future__ import annotations

from functools import cache

from theory import claim
from theory.framework.kernel_proofs.entry import defined, picked_of, proof
from theory.framework.kernel_proofs.means import (
    beta_above,
    gamma_above,
    mass_is,
    on_the_ray,
    over_the_rays,
    steep,
)
from theory.framework.kernel_proofs.rays import (
    ITSELF,
    K_ABOVE,
    ON_RAY,
    SHAPE,
    SHAPE_ABOVE,
    SIZE,
    K,
    fall,
    gamma_at_square,
    gamma_piece,
    scale,
    weighted_at,
)
from theory.framework.kernel_proofs.shares import (
    MORE,
    SQUARE,
    Laws,
    P,
    Q,
    beta_piece,
    beta_scale,
    scale_height,
)
from theory.framework.letters.expectation import alpha, d, steepness
from theory.framework.letters.limit import threshold
from theory.framework.letters.mean import HALF, mass, mean, ray_mean, share_law
from theory.framework.letters.special import (
    beta,
    gamma,
    gamma_law,
    log_gamma_integral,
    polygamma,
    power,
)
from theory.proof.lemmas import exp, inv, log
from theory.proof.lemmas.elementary import log_product, product_zero
from theory.proof.lemmas.improper import below_all
from theory.proof.lemmas.limits import vanishing_slack
from theory.proof.lemmas.open_interval import HALF_LINE, Primitive, given_primitive
from theory.proof.lemmas.powers import power_sum
from theory.proof.lemmas.sizes import within_size
from theory.proof.lemmas.substitution import Limit, not_negative
from theory.proof.letters import stated
from theory.proof.rules import Theorem, assume
from theory.proof.tactics import (
    at,
    bound,
    combine,
    derivative,
    differs,
    equal_inside,
    everywhere,
    fact,
    fresh,
    inverse,
    obtain,
    parts,
    positive,
    slope_is,
    with_slope,
)
from theory.proof.tactics.linear import linear, ordered
from theory.proof.terms import ONE, ZERO, Term, add, eq, le, lt, negation, num

DIGAMMA = polygamma(ZERO, SHAPE)


def logs() -> Primitive:
    """The antiderivative of log(t) t^(x-1) exp(-t)."""
    (slopes,) = defined("framework.log-integral")
    return given_primitive(
        at(slopes, SHAPE),
        lambda t: log_gamma_integral(SHAPE, t),
        lambda t: log(t) * gamma_law(SHAPE, t),
    )


@cache
def weighted_primitive() -> Primitive:
    """k^(-x) (log(k) F(k r^2) - L(k r^2))/4 for c_i times the density: -log r = (log k - log(k
    r^2))/2.
    """
    _, plain = gamma_piece(SHAPE, SHAPE_ABOVE, ONE)
    (two,) = defined("framework.quadratic")
    factor = HALF * scale(SHAPE)

    def body(r):
        t = ON_RAY.value(r)
        return factor * (log(K) * plain.body(t) - logs().body(t))

    def slope(part, r, more, less):
        above = part.positive(r, more)
        t = ON_RAY.value(r)
        chains = [ON_RAY.composed(one, part, r, more, less) for one in (plain, logs())]
        own = derivative(body, part.low, part.high, r, chains)
        square = bound(lt(0, r * r), (), [[above, above]])
        height = combine(
            eq(log(t), log(K) + 2 * log(r)),
            (1, log_product(K, r * r, K_ABOVE, square)),
            (1, log_product(r, r, above, above)),
        )
        law = at(gamma_at_square(), K, K_ABOVE, r, above, SHAPE)
        rate = factor * gamma_law(SHAPE, t) * 2 * K * r
        same = combine(
            eq(own.conclusion.args[3], weighted_at(r)),
            (rate, height),
            (log(r), law),
            (power(r, SIZE - 1) * fall(r), picked_of(threshold(r), two, True)),
        )
        return slope_is(own, same)

    return Primitive(body, weighted_at, slope)


def tangent_below(h: Term, above: Theorem, part) -> Theorem:
    """0 <= F(x + h) - F(x) - h L over [low, high], for its slope is law (t^h - 1 - h log t)."""
    (named,) = defined("framework.gamma-law")
    pieces = [
        gamma_piece(SHAPE + h, above, ONE)[1],
        gamma_piece(SHAPE, SHAPE_ABOVE, ONE)[1],
        logs(),
    ]
    further, plain, logarithm = pieces

    def body(t):
        return further.body(t) - plain.body(t) - h * logarithm.body(t)

    def integrand(t):
        return further.integrand(t) - plain.integrand(t) - h * logarithm.integrand(t)

    def slope(part, t, more, less):
        chains = [one.slope(part, t, more, less) for one in pieces]
        return with_slope(derivative(body, part.low, part.high, t, chains), integrand(t))

    def slope_low(t, more, less):
        t_above = part.positive(t, more)
        height = log(t)
        first = at(named, SHAPE, t, t_above)
        other = at(named, SHAPE + h, t, t_above)
        split = power_sum(t, t_above, SHAPE - 1, h)
        surface = fact("power", t_above, x=t, y=SHAPE - 1)
        step = fact("power", t_above, x=t, y=h)
        law = exp((SHAPE - 1) * height) * exp(-t)
        plain_is = combine(eq(gamma_law(SHAPE, t), law), (1, first), (exp(-t), surface))
        other_is = combine(
            eq(gamma_law(SHAPE + h, t), law * exp(h * height)),
            (1, other),
            (exp(-t), split),
            (exp(-t) * power(t, h), surface),
            (exp(-t) * exp((SHAPE - 1) * height), step),
        )
        ups = [fact("exp-positive", x=one) for one in ((SHAPE - 1) * height, -t)]
        grown = [*ups, fact("exp-tangent", x=h * height)]
        return bound(le(0, integrand(t)), [plain_is, other_is], [grown])

    grown = Primitive(body, integrand, slope).grows(part, 0, slope_low)
    return bound(le(0, body(part.high) - body(part.low)), (), [[grown]])


@cache
def tangent_at_gamma() -> Theorem:
    """for all V, h with x + h > 0, where V is the integral of c_i times the density:
    0 <= 2 h V + k^(-x) (Gamma(x + h) - (1 + h log k) Gamma(x))/2.
    """
    value, h = fresh(), fresh()
    known, apart = HALF_LINE.converges(weighted_at, value), lt(0, SHAPE + h)
    above = assume(apart)
    further, first = gamma_piece(SHAPE + h, above, scale(SHAPE))
    factor = -(scale(SHAPE) * (1 + h * log(K)))
    plain, second = gamma_piece(SHAPE, SHAPE_ABOVE, factor)
    own = Limit(assume(known), weighted_at, value, ITSELF, 2 * h)
    limits = [own, further, plain]

    def not_below(cut):
        image = ON_RAY.part(cut.part)
        grown = tangent_below(h, above, image)
        up = positive(scale(SHAPE), [])
        goal = le(0, add(*(one.factor * one.over(cut) for one in limits)))
        integrals = [
            weighted_primitive().integral(cut.part),
            first.integral(image),
            second.integral(image),
        ]
        return bound(goal, integrals, [[up, grown]])

    theorem = not_negative(HALF_LINE, limits, not_below)
    return everywhere(value, everywhere(h, theorem, known, apart))


@cache
def log_mean_on_a_ray() -> Theorem:
    """For kappa = 2 the integral of c_i times the density is k^(-x) Gamma(x) (log k - psi(x))/4."""
    value = fresh()
    known = HALF_LINE.converges(weighted_at, value)
    (slopes,) = defined("framework.digamma")
    rate = scale(SHAPE)
    up = positive(rate, [])
    size = gamma(SHAPE)
    gap = 2 * value + rate * size * (DIGAMMA - log(K))

    def one_way(sign):
        def proof_at(level, above, _):
            def near(radius, both_):
                radius_above, close = parts(both_)
                t, t_above, _, under = below_all(radius_above, SHAPE_ABOVE)
                h = num(sign) * t
                apart = bound(lt(0, SHAPE + h), (), [[under[1]], [t_above], [SHAPE_ABOVE]])
                tangent = at(tangent_at_gamma(), value, h, assume(known), apart)
                name = "abs-nonnegative" if sign > 0 else "abs-negative"
                signed = bound(le(0, h) if sign > 0 else le(h, 0), (), [[t_above]])
                width = fact(name, signed, x=h)
                inside = linear(lt(width.conclusion.args[0], radius), width, under[0])
                small = at(close, h, inside)
                rest = gamma(SHAPE + h) - size - h * (DIGAMMA * size)
                most = bound(le(rest, level * t), [width], [[small], [within_size(rest)[1]]])
                # t (sign M + rate e) >= 0
                whole = bound(
                    le(0, t * (num(sign) * gap + rate * level)), (), [[tangent], [up, most]]
                )
                return divided(whole, t_above)

            return obtain(at(slopes, SHAPE, SHAPE_ABOVE, level, above), near)

        ends = (bound(le(0, rate), (), [[up]]), bound(lt(0, 1)))
        return vanishing_slack(num(sign) * gap, rate, ONE, proof_at, ends)

    goal = eq(value, HALF * rate * size * (log(K) - DIGAMMA))
    shown = linear(goal, one_way(1), one_way(-1))
    return everywhere(K, everywhere(value, shown, known), K_ABOVE.conclusion)


def divided(product: Theorem, above: Theorem) -> Theorem:
    """-b <= a, from 0 <= t (a + b) and 0 < t."""
    t, whole = product.conclusion.args[1].args
    a, b = whole.args
    down, unit = positive(inv(t), [above]), inverse(t, [above])
    return ordered(le(-b, a), [(whole, unit)], [product, down])


def same_on_all_rays(point: Laws) -> Theorem:
    """log k = log d - 2 log alpha, for c = d."""
    (equal,) = defined("framework.equal-layers")
    flat = combine(eq(steepness(point.u), d * inv(alpha**2)), (point.u * inv(alpha**2), equal))
    return combine(
        eq(log(steepness(point.u)), log(d) - 2 * log(alpha)),
        (1, equal_inside(log(steepness(point.u)), flat)),
        (1, log_product(d, inv(alpha**2), MORE, positive(inv(alpha**2), [SQUARE]))),
        (1, scale_height()),
    )


@cache
def log_mean_is() -> Theorem:
    """E[c_i] times the mass is (log d - 2 log alpha - psi)/2 times the mass."""
    _, known, _ = defined("framework.mean-threshold")
    size = HALF * gamma(SHAPE)
    rate = HALF * (log(d) - 2 * log(alpha) - DIGAMMA)

    def value_at(point):
        above, _ = on_the_ray(point)
        k = steepness(point.u)
        on_ray = at(log_mean_on_a_ray(), k, steep(point), ray_mean(point.u), above)
        power_of = HALF * exp(-(SHAPE * log(k)))
        return (
            (share_law(point.u), on_ray),
            (share_law(point.u) * HALF * power_of * gamma(SHAPE), same_on_all_rays(point)),
            (rate * size, point.beta_law_is()),
        )

    return over_the_rays(
        lambda u: share_law(u) * ray_mean(u),
        known,
        mean * mass,
        [beta_piece(rate * size * exp(beta_scale()))],
        value_at,
    )


@proof("framework.expected-threshold-quadratic")
def expected_threshold_quadratic() -> Theorem:
    """On every ray the mean of -log |theta| is (log k - psi((c+d)/2))/2, and for c = d the
    steepness k is that of every other ray.
    """
    goal = stated(claim("framework.expected-threshold-quadratic")).statement
    left, right = goal.args
    size = HALF * gamma(SHAPE) * exp(beta_scale()) * beta(P, Q)
    up = fact("exp-positive", x=beta_scale())
    above = bound(lt(0, size), (), [[gamma_above(), up, beta_above()]])
    (equal,) = defined("framework.equal-layers")
    shape = combine(eq(SHAPE, d), (HALF, equal))
    whole = combine(
        eq(size * (left - right), 0),
        (1, log_mean_is()),
        (left, mass_is()),
        (HALF * size, equal_inside(DIGAMMA, shape)),
    )
    zero = product_zero(whole, differs(above, negation(eq(size, 0))))
    return combine(goal, (1, zero))
