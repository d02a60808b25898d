"""The utility of a dormant neuron's direction along the flow: Euler's theorem on the sphere."""

from __future__ import annotations

from functools import cache

from theory.framework.kernel_proofs.dormant import (
    ABOVE,
    direction_course,
    direction_gradient,
    euler,
    inner_value,
    instant,
    mean_utility,
    powers,
    some,
    velocity,
)
from theory.framework.kernel_proofs.entry import defined, power, proof
from theory.framework.letters import (
    U_bar,
    end,
    eta,
    grad,
    grad_there,
    gradU_norm,
    kappa,
    norm,
    rate_U,
    size,
    theta,
)
from theory.proof.lemmas import exp, inv, log
from theory.proof.lemmas.powers import power_positive
from theory.proof.rules import Theorem, assume
from theory.proof.sums.finite import added, scaled, sum_of, summand_equal
from theory.proof.sums.order import nonnegative_sum
from theory.proof.tactics import (
    at,
    bound,
    combine,
    everywhere,
    fresh,
    inverse,
    lam,
    one_slope,
    ring,
    symmetric,
)
from theory.proof.terms import INT, eq, le, lt


@cache
def euler_there() -> Theorem:
    """sum of G_i theta_i/|theta| = kappa U_bar: Euler's theorem at the direction."""
    (slopes,) = defined("framework.direction-gradients")
    factor = exp(-(kappa * log(norm)))

    def term_of(i, low, high):
        there = direction_gradient(i, low, high, at(slopes, i, low, high))
        goal = eq(grad_there(i) * (theta(i, end) * inv(norm)), factor * (theta(i, end) * grad(i)))
        return ring(goal, there, inverse(norm, [ABOVE]))

    radial = lam(lambda i: theta(i, end) * grad(i), INT)
    parts_ = lam(lambda i: grad_there(i) * (theta(i, end) * inv(norm)), INT)
    scaled_ = lam(lambda i: factor * (theta(i, end) * grad(i)), INT)
    return ring(
        eq(sum_of(parts_, 1, size), kappa * U_bar),
        summand_equal(parts_, scaled_, 1, size, term_of),
        scaled(factor, radial, 1, size, some()),
        euler(),
        mean_utility(),
    )


@proof("framework.riccati")
def riccati() -> Theorem:
    """<G, velocity of the direction>, where <G, direction> = kappa U_bar by Euler's theorem."""
    rate, chain = defined("framework.rate-utility")
    (slopes,) = defined("framework.direction-gradients")
    (length_there,) = defined("framework.gradient-norm")
    i = fresh(INT)
    inside = (le(1, i), le(i, size))
    moving = everywhere(i, direction_course(i, *map(assume, inside)), *inside)
    known = one_slope(rate, at(chain, lam(velocity, INT), moving), *instant())
    scale = eta * power(norm, kappa - 2)
    down = -(scale * kappa * U_bar)

    def term_of(i, low, high):
        there = direction_gradient(i, low, high, at(slopes, i, low, high))
        goal = eq(velocity(i), scale * grad_there(i) + down * (theta(i, end) * inv(norm)))
        flow = ring(goal, inner_value(), there, mean_utility(), *powers(2))
        return combine(
            eq(
                grad_there(i) * velocity(i),
                scale * grad_there(i) ** 2 + down * (grad_there(i) * (theta(i, end) * inv(norm))),
            ),
            (grad_there(i), flow),
        )

    squares = lam(lambda i: grad_there(i) ** 2, INT)
    products = lam(lambda i: grad_there(i) * (theta(i, end) * inv(norm)), INT)
    one, other = lam(lambda i: scale * squares(i), INT), lam(lambda i: down * products(i), INT)
    spread = summand_equal(
        lam(lambda i: grad_there(i) * velocity(i), INT),
        lam(lambda i: one(i) + other(i), INT),
        1,
        size,
        term_of,
    )
    return ring(
        eq(
            rate_U,
            eta * kappa**2 * power(norm, kappa - 2) * (gradU_norm**2 * inv(kappa) ** 2 - U_bar**2),
        ),
        known,
        spread,
        added(one, other, 1, size, some()),
        scaled(scale, squares, 1, size, some()),
        scaled(down, products, 1, size, some()),
        symmetric(length_there),
        euler_there(),
        inverse(kappa, [assume(lt(0, kappa))]),
    )


@cache
def steep() -> Theorem:
    """kappa^2 U_bar^2 <= |G|^2: the sum of (G_i - kappa U_bar theta_i/|theta|)^2 is not
    negative.
    """
    (length_there,) = defined("framework.gradient-norm")
    (square,) = defined("framework.norm")
    unit = inverse(norm, [ABOVE])
    slope = kappa * U_bar

    def part(i):
        return theta(i, end) * inv(norm)

    squares = lam(lambda i: grad_there(i) ** 2, INT)
    products = lam(lambda i: grad_there(i) * part(i), INT)
    lengths = lam(lambda i: theta(i, end) ** 2, INT)
    second = lam(lambda i: (-(2 * slope)) * products(i), INT)
    third = lam(lambda i: (slope**2 * inv(norm) ** 2) * lengths(i), INT)
    first = lam(lambda i: squares(i) + second(i), INT)
    whole = lam(lambda i: first(i) + third(i), INT)
    left = nonnegative_sum(
        whole,
        1,
        size,
        some(),
        lambda i, *_: bound(le(0, whole(i)), (), [], [grad_there(i) - slope * part(i)]),
    )
    value = ring(
        eq(sum_of(whole, 1, size), gradU_norm**2 - kappa**2 * U_bar**2),
        added(first, third, 1, size, some()),
        added(squares, second, 1, size, some()),
        scaled(-(2 * slope), products, 1, size, some()),
        scaled(slope**2 * inv(norm) ** 2, lengths, 1, size, some()),
        symmetric(length_there),
        symmetric(square),
        euler_there(),
        unit,
    )
    return bound(le(kappa**2 * U_bar**2, gradU_norm**2), [value], [[left]])


@proof("framework.utility-rises")
def utility_rises() -> Theorem:
    """Cauchy and Schwarz in the Riccati equation: |G| is at least its radial part kappa U_bar."""
    down = inverse(kappa, [assume(lt(0, kappa))])
    rate = assume(lt(0, eta))
    growth = power_positive(norm, ABOVE, kappa - 2)
    return bound(le(0, rate_U), [riccati(), down], [[rate, growth, steep()]])
