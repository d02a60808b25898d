"""Along a ray: the integrals of the density and of c_i times the density, by t = k r^2 in Gamma's.

k is the steepness of the Gaussian on the ray. Everything is a power of k and r times exp(-k r^2).
"""

from __future__ import annotations

from functools import cache

from theory.framework.kernel_proofs.density import MORE, SOME
from theory.framework.kernel_proofs.entry import defined, picked_of
from theory.framework.kernel_proofs.limits import degree_down
from theory.framework.letters import kappa
from theory.framework.letters.expectation import c, d
from theory.framework.letters.limit import threshold
from theory.framework.letters.mean import HALF
from theory.framework.letters.special import gamma, gamma_integral, gamma_law, power
from theory.proof.lemmas import exp, exp_sum, inv, log
from theory.proof.lemmas.elementary import log_product
from theory.proof.lemmas.open_interval import HALF_LINE, Primitive, Range, given_primitive
from theory.proof.lemmas.powers import power_sum
from theory.proof.lemmas.substitution import Cut, Limit, Place, Substitution, limit_is
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
    positive,
    ring,
    slope_is,
    with_slope,
)
from theory.proof.terms import ONE, Term, add, eq, le, lt, negation, var

SIZE = c + d
SHAPE = HALF * SIZE  # of the density
SHAPE_ABOVE = bound(lt(0, SHAPE), (), [[SOME], [MORE]])
LESS = HALF * (SIZE + 2 - kappa)  # of the density times r^(2 - kappa)
ITSELF = Place(HALF_LINE)


def merged(*exponents: Term) -> Theorem:
    """exp(a) exp(b) ... = exp(a + b + ...)."""
    whole, product = exponents[0], exp(exponents[0])
    known = None
    for one in exponents[1:]:
        step = exp_sum(whole, one)
        product, before = product * exp(one), known
        whole = whole + one
        known = (
            combine(eq(product, exp(whole)), (1, step))
            if before is None
            else combine(eq(product, exp(whole)), (1, step), (exp(one), before))
        )
    assert known is not None
    return known


@cache
def gamma_at_square() -> Theorem:
    """k^(-x) law(x, k r^2) 2 k r/2 = r^(2x-1) exp(-k r^2), for every k, r > 0 and x."""
    k, r, x = fresh(), fresh(), fresh()
    k_above, r_above = assume(lt(0, k)), assume(lt(0, r))
    K, R = log(k), log(r)
    back, home = fact("exp-log", k_above, x=k), fact("exp-log", r_above, x=r)
    square = bound(lt(0, r * r), (), [[r_above, r_above]])
    inside = combine(
        eq(log(k * r**2), K + 2 * R),
        (1, log_product(k, r * r, k_above, square)),
        (1, log_product(r, r, r_above, r_above)),
    )
    t = k * r**2
    t_above = bound(lt(0, t), (), [[k_above, r_above, r_above]])
    (named,) = defined("framework.gamma-law")
    law = combine(
        eq(gamma_law(x, t), exp((x - 1) * (K + 2 * R)) * exp(-t)),
        (1, at(named, x, t, t_above)),
        (exp(-t), fact("power", t_above, x=t, y=x - 1)),
        (exp(-t), equal_inside(exp((x - 1) * log(t)), inside)),
    )
    whole = merged(-(x * K), (x - 1) * (K + 2 * R), K, R)
    degree = fact("power", r_above, x=r, y=2 * x - 1)
    # exp(-x K) exp((x - 1)(K + 2 R)) k r exp(-t)
    rest = exp(-(x * K)) * exp((x - 1) * (K + 2 * R))
    shown = combine(
        eq(exp(-(x * K)) * gamma_law(x, t) * (k * r), power(r, 2 * x - 1) * exp(-t)),
        (exp(-(x * K)) * k * r, law),
        (rest * exp(-t) * r, back),
        (rest * exp(-t) * exp(K), home),
        (exp(-t), whole),
        (exp(-t), degree),
    )
    inner = everywhere(r, everywhere(x, shown), r_above.conclusion)
    return everywhere(k, inner, k_above.conclusion)


class Square(Substitution):
    """r is sent to k r^2, for k > 0."""

    def __init__(self, k: Term, above: Theorem):
        super().__init__(HALF_LINE)
        self.k, self.above = k, above
        self.unit, self.down = inverse(k, [above]), positive(inv(k), [above])

    def value(self, r: Term) -> Term:
        """k r^2."""
        return self.k * r**2

    def slope(self, part: Range, r: Term, more: Theorem, less: Theorem) -> Theorem:
        """2 k r."""
        return with_slope(derivative(self.value, part.low, part.high, r), 2 * self.k * r)

    def rising(self, ordered: Theorem, above: Theorem, below: Theorem | None) -> Theorem:
        """k b^2 - k a^2 = k (b - a)^2 + 2 k a (b - a)."""
        goal = le(*map(self.value, ordered.conclusion.args))
        return bound(goal, (), [[self.above, ordered, ordered], [self.above, ordered, above]])

    def image(self, part: Range) -> tuple[Theorem, Theorem | None]:
        """0 < k x^2."""
        return bound(lt(0, self.value(part.low)), (), [[self.above, part.above, part.above]]), None

    def radii(self, radius: Theorem) -> list[Theorem]:
        """1/k, k, and these times the radius."""
        r = radius.conclusion.args[1]
        back = positive(r * inv(self.k), [radius, self.above])
        return [self.down, self.above, back, positive(r * self.k, [radius, self.above])]

    def placed(self, cut: Cut, radius: Theorem, under: list[Theorem]) -> tuple[list, list]:
        """k x^2 < k x for x < 1, and k y^2 > k y for y = 1/x."""
        back, own, back_radius, own_radius = under
        r, a, b = radius.conclusion.args[1], self.value(cut.x), self.value(cut.y)
        scale = [self.above, cut.above]
        low = [
            bound(lt(0, a), (), [[*scale, cut.above]]),
            bound(lt(a, 1), [self.unit], [[*scale, back], [cut.below]]),
            bound(lt(a, r), [self.unit], [[*scale, back_radius], [radius, cut.below]]),
        ]
        twice = [cut.down, cut.down]
        high = [
            bound(lt(1, b), [cut.unit], [[own, *twice], [cut.beyond]]),
            bound(lt(1, r * b), [cut.unit], [[own_radius, *twice], [cut.beyond]]),
        ]
        return low, high


K = var("steepness'")
K_ABOVE = assume(lt(0, K))
ON_RAY = Square(K, K_ABOVE)  # k is a letter here: the steepness of any ray is put in for it


def fall(r: Term) -> Term:
    """exp(-k r^2)."""
    return exp(-(K * r**2))


def scale(shape: Term) -> Term:
    """k^(-x)/2."""
    return HALF * exp(-(shape * log(K)))


def gamma_piece(shape: Term, above: Theorem, factor: Term) -> tuple[Limit, Primitive]:
    """Gamma(x), so many times, as a limit at k r^2, and the antiderivative of its law."""
    (slopes,) = defined("framework.gamma-integral")
    (limits,) = defined("framework.gamma")

    def law(t):
        return gamma_law(shape, t)

    limit = Limit(at(limits, shape, above), law, gamma(shape), ON_RAY, factor)
    return limit, given_primitive(at(slopes, shape), lambda t: gamma_integral(shape, t), law)


def ray_integral(integrand, terms, value_at) -> Theorem:
    """for all k > 0 and V: if the integral of f is V, then V = sum of A k^(-x) Gamma(x)/2.

    ``terms``: (A, x, 0 < x) for each; value_at(r, 0 < r) shows that f(r) is the sum of A r^(2x-1)
    exp(-k r^2).
    """
    value = fresh()
    factors = [number * scale(shape) for number, shape, _ in terms]
    pieces = [
        gamma_piece(shape, above, factor) for factor, (_, shape, above) in zip(factors, terms)
    ]

    def body(r):
        place = ON_RAY.value(r)
        return add(*(factor * other.body(place) for factor, (_, other) in zip(factors, pieces)))

    def slope(part, r, more, less):
        r_above = part.positive(r, more)
        chains = [ON_RAY.composed(other, part, r, more, less) for _, other in pieces]
        own = derivative(body, part.low, part.high, r, chains)
        laws = [
            (number, at(gamma_at_square(), K, K_ABOVE, r, r_above, shape))
            for number, shape, _ in terms
        ]
        same = combine(eq(own.conclusion.args[3], integrand(r)), *laws, (1, value_at(r, r_above)))
        return slope_is(own, same)

    known = HALF_LINE.converges(integrand, value)
    own = Limit(assume(known), integrand, value, ITSELF)
    shown = limit_is(HALF_LINE, own, Primitive(body, integrand, slope), pieces)
    return everywhere(K, everywhere(value, shown, known), K_ABOVE.conclusion)


def density_at(r: Term) -> Term:
    """r^(c+d-1) exp(-k r^2)."""
    return power(r, SIZE - 1) * fall(r)


def weighted_at(r: Term) -> Term:
    """c_i times the density."""
    return threshold(r) * (power(r, SIZE - 1) * fall(r))


@cache
def mass_on_a_ray() -> Theorem:
    """The integral of the density is k^(-(c+d)/2) Gamma((c+d)/2)/2."""

    def value_at(r, above):
        return ring(eq(density_at(r), power(r, 2 * SHAPE - 1) * fall(r)))

    return ray_integral(density_at, [(ONE, SHAPE, SHAPE_ABOVE)], value_at)


@cache
def mean_on_a_ray(large: Theorem, finite: Theorem) -> Theorem:
    """For kappa > 2 that of c_i times the density is (k^(-x) Gamma(x) - k^(-(c+d)/2)
    Gamma((c+d)/2))/(2 (kappa - 2)), x = (c+d+2-kappa)/2.
    """
    shape = LESS
    other = differs(bound(lt(2, kappa), (), [[large]]), negation(eq(kappa, 2)))
    above = bound(lt(0, shape), (), [[finite]])
    factor = inv(kappa - 2)

    def value_at(r, r_above):
        picked = picked_of(threshold(r), other, False)
        split = power_sum(r, r_above, 2 - kappa, SIZE - 1)
        surface = power(r, SIZE - 1)
        goal = factor * (power(r, 2 * shape - 1) - surface) * fall(r)
        return combine(
            eq(weighted_at(r), goal),
            (surface * fall(r), picked),
            ((power(r, 2 - kappa) - 1) * surface * fall(r), degree_down(large)),
            (factor * fall(r), split),
        )

    terms = [(factor, shape, above), (-factor, SHAPE, SHAPE_ABOVE)]
    return ray_integral(weighted_at, terms, value_at)
