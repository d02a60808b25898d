"""A dormant neuron along the utility flow, in the kernel: norm, direction, Euler's theorem.

Any number of parameters, any utility that is homogeneous of degree kappa, kappa a letter.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.framework.kernel_proofs.entry import defined, power, proof
from theory.framework.letters import (
    U_bar,
    dir_j,
    end,
    eta,
    grad,
    gradU_dir_j,
    gradU_j,
    index,
    inner,
    kappa,
    length,
    near,
    norm,
    rate_dir_j,
    rate_norm,
    size,
    squared,
    theta,
    theta_j,
)
from theory.proof.lemmas import HALF, exp, exp_sum, inv, log, log_inverse, log_one, sqrt_is
from theory.proof.rules import Theorem, assume, conjoin, order
from theory.proof.sums.finite import scaled, slope_of_sum
from theory.proof.tactics import (
    at,
    bound,
    combine,
    derivative,
    equal_inside,
    everywhere,
    fact,
    fresh,
    inverse,
    lam,
    one_slope,
    ring,
    slope_of_same,
    symmetric,
    weaker,
    with_slope,
    written,
)
from theory.proof.terms import INT, ONE, REAL, ZERO, Term, eq, le, lt, make, num, var

ABOVE = assume(lt(0, norm))


def instant() -> tuple[Theorem, Theorem, Theorem]:
    """0 < T, and T lies in [0, T]."""
    after = defined("framework.flow")[0]
    return after, weaker(after), bound(le(end, end))


def some() -> Theorem:
    """1 <= m + 1: the sums over parameters have a meaning."""
    return bound(le(1, size + 1), (), [[defined("framework.flow")[1]]])


def _function(body: Term) -> Term:
    return make("lam", (REAL,), (body,))


@cache
def squared_slope() -> Theorem:
    """d|theta|^2/dt = sum of 2 eta theta_i g_i."""
    _, _, flow = defined("framework.flow")

    def proof_at(i, low, high):
        own = derivative(lambda s: theta(i, s) ** 2, 0, end, end, [at(flow, i, low, high)])
        return with_slope(own, (2 * eta) * (theta(i, end) * grad(i)))

    return slope_of_sum(
        lam(lambda i, s: theta(i, s) ** 2, INT, REAL),
        lam(lambda i: (2 * eta) * (theta(i, end) * grad(i)), INT),
        1,
        size,
        (ZERO, end, end),
        some(),
        instant()[1:],
        proof_at,
    )


@cache
def at_the_norm() -> list[Theorem]:
    """|theta(T)| = norm, the same below one, and the sum of 2 eta theta_i g_i is 2 eta inner."""
    (square,) = defined("framework.norm")
    (radial,) = defined("framework.inner")
    root = sqrt_is(norm, weaker(ABOVE), square)
    below = equal_inside(inv(length(end)), root)
    factored = scaled(2 * eta, lam(lambda i: theta(i, end) * grad(i), INT), 1, size, some())
    total = combine(
        eq(factored.conclusion.args[0], 2 * eta * inner), (1, factored), (-(2 * eta), radial)
    )
    return [root, below, total]


@cache
def squared_above() -> Theorem:
    """0 < |theta(T)|^2."""
    (square,) = defined("framework.norm")
    return order(lt(ZERO, squared(end)), ((ONE, square),), ((ONE, (ABOVE, ABOVE), ONE),))


@proof("framework.polar-norm")
def polar_norm() -> Theorem:
    """d|theta|/dt = <theta, d theta/dt>/|theta|."""
    (rate,) = defined("framework.rate-norm")
    own = derivative(lam(length), 0, end, end, [squared_slope()], side=[squared_above()])
    return ring(
        eq(rate_norm, eta * inner * inv(norm)), one_slope(rate, own, *instant()), *at_the_norm()
    )


def velocity(i: Term) -> Term:
    """eta (g_i - <theta, g> theta_i/|theta|^2)/|theta|."""
    return eta * (grad(i) - inner * theta(i, end) * inv(norm) ** 2) * inv(norm)


def direction_course(i: Term, low: Theorem, high: Theorem) -> Theorem:
    """theta_i/|theta| has this velocity at T."""
    own = derivative(
        lambda s: theta(i, s) * inv(length(s)),
        0,
        end,
        end,
        [at(defined("framework.flow")[2], i, low, high), squared_slope()],
        side=[squared_above()],
    )
    return with_slope(own, velocity(i), *at_the_norm())


@cache
def direction_slope() -> Theorem:
    """rate_dir_j is that velocity."""
    low, high, rate = defined("framework.rate-direction")
    return one_slope(rate, direction_course(index, low, high), *instant())


@proof("framework.polar-direction")
def polar_direction() -> Theorem:
    """The quotient rule, with the norm's own derivative."""
    *_, point, slope = defined("framework.component")
    goal = eq(rate_dir_j, eta * (gradU_j - inner * theta_j * inv(norm) ** 2) * inv(norm))
    return ring(goal, direction_slope(), point, slope)


# --- a homogeneous utility ------------------------------------------------------------------------


def euler_along(ray: Theorem, degree: Term, powered: Callable) -> Theorem:
    """d f(1), where ``ray`` says that l -> f(l) has this slope at 1 within [1/2, 2].

    powered(l, 0 < l) gives f(l) = l^d f(1).
    """
    slope, body = ray.conclusion.args[3:]
    function = _function(body)
    here = function(ONE)
    along = lam(lambda scale: exp(degree * log(scale)) * here)
    inside = (bound(le(HALF, 1)), bound(le(1, 2)))
    scale = fresh()
    low = assume(le(HALF, scale))
    above = bound(lt(0, scale), (), [[low]])
    same = ring(
        eq(function(scale), exp(degree * log(scale)) * here),
        powered(scale, above),
        fact("power", above, x=scale, y=degree),
    )
    own = derivative(along, HALF, 2, 1)
    turned = slope_of_same(
        function, everywhere(scale, same, low.conclusion, le(scale, 2)), own, *inside
    )
    flat = equal_inside(exp(degree * log(ONE)), log_one())
    found = one_slope(ray, turned, bound(lt(HALF, 2)), *inside)
    return ring(eq(slope, degree * here), found, inverse(ONE, []), flat, fact("exp-zero"))


@cache
def euler() -> Theorem:
    """<theta, g> = kappa U(theta): both are the slope of l -> U(l theta) at l = 1."""
    homogeneous, _ = defined("framework.homogeneous")
    *_, ray = defined("framework.gradient")
    several = defined("framework.flow")[1]

    def powered(scale, above):
        return at(homogeneous, 1, bound(le(1, 1)), several, scale, 0, above)

    return euler_along(ray, kappa, powered)


@cache
def inner_value() -> Theorem:
    """inner = kappa U(theta)."""
    (radial,) = defined("framework.inner")
    return combine(eq(inner, kappa * near(1, 1, 0)), (1, radial), (1, euler()))


@proof("framework.euler")
def euler_theorem() -> Theorem:
    """Both sides are the slope of l -> U(l theta) at l = 1."""
    (named,) = defined("framework.utility-here")
    return combine(eq(inner, kappa * var("U")), (1, inner_value()), (kappa, named))


@cache
def on_the_sphere(i: Term, h: Term, low: Theorem, high: Theorem) -> Theorem:
    """U((theta + h e_i)/|theta|) = |theta|^(-kappa) U(theta + h e_i), the power as exponential."""
    homogeneous, _ = defined("framework.homogeneous")
    below = inv(norm)
    above = fact("inverse-positive", ABOVE, x=norm)
    return ring(
        eq(near(i, below, h), exp(-(kappa * log(norm))) * near(i, 1, h)),
        at(homogeneous, i, low, high, below, h, above),
        *inverse_power(),
    )


@cache
def inverse_power() -> list[Theorem]:
    """(1/|theta|)^kappa as exp(-kappa log|theta|), in two steps."""
    below = inv(norm)
    above = fact("inverse-positive", ABOVE, x=norm)
    powered = fact("power", above, x=below, y=kappa)
    return [powered, equal_inside(exp(kappa * log(below)), log_inverse(norm, ABOVE))]


@cache
def powers(degree: int) -> list[Theorem]:
    """|theta|^(kappa - d) |theta|^(-kappa) = 1/|theta|^d, and |theta|/|theta| = 1."""
    height = log(norm)
    below = combine(
        eq(exp(-height), inv(norm)),
        (-1, equal_inside(exp(log(inv(norm))), log_inverse(norm, ABOVE))),
        (1, fact("exp-log", fact("inverse-positive", ABOVE, x=norm), x=inv(norm))),
    )
    joined = symmetric(exp_sum((kappa - degree) * height, -(kappa * height)))
    found = [fact("power", ABOVE, x=norm, y=kappa - degree), joined]
    if degree == 2:
        found.append(written(eq(exp(-(2 * height)), exp(-height) ** 2), exp_sum(-height, -height)))
    return [*found, below, inverse(norm, [ABOVE])]


@cache
def mean_utility() -> Theorem:
    """U_bar = |theta|^(-kappa) U(theta)."""
    (mean,) = defined("framework.direction-utility")
    some = defined("framework.flow")[1]
    there = on_the_sphere(ONE, ZERO, bound(le(1, 1)), some)
    return ring(eq(U_bar, exp(-(kappa * log(norm))) * near(1, 1, 0)), mean, there)


@proof("framework.dormant-norm")
def dormant_norm() -> Theorem:
    """Euler's theorem in the radial part, and U(theta) = |theta|^kappa U(theta/|theta|)."""
    goal = eq(rate_norm, eta * kappa * power(norm, kappa - 1) * U_bar)
    return ring(goal, polar_norm(), inner_value(), mean_utility(), *powers(1))


def gradient_at(
    i: Term, low: Theorem, high: Theorem, known: Theorem, scale: Theorem, stretch: Theorem
) -> Theorem:
    """The slope of h -> U(l (theta + q h e_i)) at 0, which ``known`` names, is l^kappa g_i q.

    ``scale`` says 0 < l, ``stretch`` says 0 < q.
    """
    homogeneous, _ = defined("framework.homogeneous")
    slopes, _ = defined("framework.gradient")
    l, q = scale.conclusion.args[1], stretch.conclusion.args[1]
    place = dict(low=num(-1), high=ONE, at=ZERO)
    inside = (bound(le(-1, 0)), bound(le(0, 1)))
    h = fresh()
    first, last = assume(le(-1, h)), assume(le(h, 1))
    within = conjoin(
        bound(le(-q, q * h), (), [[stretch, first]]), bound(le(q * h, q), (), [[stretch, last]])
    )
    chained = fact(
        "deriv-chain",
        *inside,
        with_slope(derivative(lambda z: q * z, -1, 1, 0), q),
        everywhere(h, within, first.conclusion, last.conclusion),
        at(slopes, i, low, high, q, stretch),
        f=lam(lambda z: near(i, 1, z)),
        g=lam(lambda z: q * z),
        a=q,
        b=q,
        c=grad(i),
        y=-q,
        **place,
    )
    factor = power(l, kappa)
    own = derivative(lambda z: factor * near(i, 1, q * z), -1, 1, 0, [chained])
    same = at(homogeneous, i, low, high, l, q * h, scale)
    turned = slope_of_same(
        lam(lambda z: near(i, l, q * z)),
        everywhere(h, same, first.conclusion, last.conclusion),
        own,
        *inside,
    )
    found = one_slope(known, turned, bound(lt(-1, 1)), *inside)
    return ring(eq(known.conclusion.args[3], factor * grad(i) * q), found)


def direction_gradient(i: Term, low: Theorem, high: Theorem, known: Theorem) -> Theorem:
    """The gradient at theta/|theta| is |theta|^(1 - kappa) times that at theta."""
    below = fact("inverse-positive", ABOVE, x=norm)
    found = gradient_at(i, low, high, known, below, ABOVE)
    goal = eq(known.conclusion.args[3], exp(-(kappa * log(norm))) * grad(i) * norm)
    return ring(goal, found, *inverse_power())


@proof("framework.gradient-homogeneity")
def gradient_homogeneity() -> Theorem:
    """h -> U((theta + |theta| h e_j)/|theta|) = |theta|^(-kappa) U(theta + |theta| h e_j)."""
    low, high, _, own = defined("framework.component")
    (known,) = defined("framework.direction-gradient")
    return ring(
        eq(gradU_j, power(norm, kappa - 1) * gradU_dir_j),
        own,
        direction_gradient(index, low, high, known),
        *powers(1),
    )


@proof("framework.dormant-direction")
def dormant_direction() -> Theorem:
    """The quotient rule, with gradient and utility brought to the sphere."""
    (point,) = defined("framework.direction")
    (known,) = defined("framework.direction-gradient")
    low, high, _ = defined("framework.rate-direction")
    goal = eq(rate_dir_j, eta * power(norm, kappa - 2) * (gradU_dir_j - kappa * dir_j * U_bar))
    return ring(
        goal,
        direction_slope(),
        inner_value(),
        direction_gradient(index, low, high, known),
        mean_utility(),
        point,
        *powers(2),
    )
