"""How fast a neuron at lambda theta moves, against one at theta, in the kernel."""

from __future__ import annotations

from functools import cache

from theory.framework.kernel_proofs.dormant import (
    ABOVE,
    direction_slope,
    gradient_at,
    polar_norm,
    some,
)
from theory.framework.kernel_proofs.entry import defined, power, proof
from theory.framework.letters import (
    end,
    grad,
    index,
    inner,
    kappa,
    norm,
    rate_dir_j,
    rate_norm,
    size,
    theta,
)
from theory.framework.letters.speed import (
    factor,
    grad_scaled,
    rate_dir_scaled,
    rate_norm_scaled,
    theta_scaled,
)
from theory.proof.lemmas import exp, exp_sum, inv, log, log_inverse
from theory.proof.lemmas.powers import power_step
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, assume, conjoin, discharge, instantiate, reflexive
from theory.proof.sums.finite import scaled, sum_of, summand_equal
from theory.proof.tactics import (
    at,
    bound,
    combine,
    equal_inside,
    fact,
    given,
    inverse,
    lam,
    parts,
    ring,
    written,
)
from theory.proof.terms import INT, Term, eq, lt

POSITIVE = assume(lt(0, factor))
INNER = lam(lambda i: theta_scaled(i, end) * grad_scaled(i), INT)


@cache
def units() -> list[Theorem]:
    """lambda/lambda = 1 and |theta|/|theta| = 1."""
    return [inverse(factor, [POSITIVE]), inverse(norm, [ABOVE])]


@cache
def below() -> Theorem:
    """1/(lambda |theta|) = 1/lambda 1/|theta|."""
    both = bound(lt(0, factor * norm), (), [[POSITIVE, ABOVE]])
    down = inv(factor * norm)
    first, second = units()
    return combine(
        eq(down, inv(factor) * inv(norm)),
        (inv(factor) * inv(norm), inverse(factor * norm, [both])),
        (norm * inv(norm) * down, first),
        (down, second),
    )


def scaled_gradient(i: Term, low: Theorem, high: Theorem) -> Theorem:
    """g_i(lambda theta) = lambda^kappa g_i(theta)/lambda."""
    *_, slopes = defined("framework.scaled-flow")
    stretch = fact("inverse-positive", POSITIVE, x=factor)
    return gradient_at(i, low, high, at(slopes, i, low, high), POSITIVE, stretch)


@cache
def inner_there() -> Theorem:
    """<lambda theta, g(lambda theta)> = lambda^kappa <theta, g(theta)>."""
    place, *_ = defined("framework.scaled-flow")
    (radial,) = defined("framework.inner")
    plain = lam(lambda i: theta(i, end) * grad(i), INT)
    large = lam(lambda i: power(factor, kappa) * plain(i), INT)

    def term_of(i, low, high):
        return ring(
            eq(INNER(i), large(i)),
            at(place, i, low, high),
            scaled_gradient(i, low, high),
            units()[0],
        )

    return combine(
        eq(sum_of(INNER, 1, size), power(factor, kappa) * inner),
        (1, summand_equal(INNER, large, 1, size, term_of)),
        (1, scaled(power(factor, kappa), plain, 1, size, some())),
        (power(factor, kappa), radial),
    )


@cache
def norm_there() -> Theorem:
    """(lambda |theta|)^2 is the sum of the squares there."""
    place, *_ = defined("framework.scaled-flow")
    (square,) = defined("framework.norm")
    there = lam(lambda i: theta_scaled(i, end) ** 2, INT)
    plain = lam(lambda i: theta(i, end) ** 2, INT)
    large = lam(lambda i: factor**2 * plain(i), INT)
    same = summand_equal(
        there,
        large,
        1,
        size,
        lambda i, low, high: ring(eq(there(i), large(i)), at(place, i, low, high)),
    )
    return combine(
        eq((factor * norm) ** 2, sum_of(there, 1, size)),
        (1, same),
        (1, scaled(factor**2, plain, 1, size, some())),
        (factor**2, square),
    )


def moved(theorem: Theorem, rate: str, letter: Term, new: Term, known: Theorem) -> Theorem:
    """A theorem on the neuron at theta, said of that at lambda theta."""
    after, several, _ = defined("framework.flow")
    _, flow, _ = defined("framework.scaled-flow")
    whole = sum_of(INNER, 1, size)
    both = bound(lt(0, factor * norm), (), [[POSITIVE, ABOVE]])
    shown = {
        "framework.flow": conjoin(after, several, flow),
        "framework.norm": norm_there(),
        "framework.inner": reflexive(whole),
        rate: known,
    }
    for name in shown:
        theorem = discharge(DEFINITIONS[name].statement, theorem)
    theorem = discharge(ABOVE.conclusion, theorem)
    pairs = (theta, theta_scaled, grad, grad_scaled, norm, factor * norm, inner, whole)
    theorem = instantiate(theorem, *pairs, letter, new)
    for premise in (both, *reversed(shown.values())):
        theorem = given(theorem, premise)
    return theorem


def powers(degree: int) -> list[Theorem]:
    """lambda^(kappa - d) = lambda^kappa/lambda^d, in exponentials."""
    height = log(factor)
    down = combine(
        eq(exp(-height), inv(factor)),
        (-1, equal_inside(exp(log(inv(factor))), log_inverse(factor, POSITIVE))),
        (1, fact("exp-log", fact("inverse-positive", POSITIVE, x=factor), x=inv(factor))),
    )
    split = [
        written(
            eq(exp((kappa - d) * height), exp((kappa - d + 1) * height) * exp(-height)),
            exp_sum((kappa - d + 1) * height, -height),
        )
        for d in range(degree, 0, -1)
    ]
    whole = fact("power", POSITIVE, x=factor, y=kappa)
    return [fact("power", POSITIVE, x=factor, y=kappa - degree), *split, whole, down]


@proof("framework.dynamics-scale")
def dynamics_scale() -> Theorem:
    """The polar equations at both places, with g(lambda theta) = lambda^(kappa - 1) g(theta)."""
    norm_rate, direction_rate = defined("framework.scaled-rates")
    low, high, _ = defined("framework.rate-direction")
    place, *_ = defined("framework.scaled-flow")
    shared = [inner_there(), below()]
    norms = ring(
        eq(rate_norm_scaled, power(factor, kappa - 1) * rate_norm),
        moved(polar_norm(), "framework.rate-norm", rate_norm, rate_norm_scaled, norm_rate),
        polar_norm(),
        *shared,
        *powers(1),
    )
    there = moved(
        direction_slope(),
        "framework.rate-direction",
        rate_dir_j,
        rate_dir_scaled,
        conjoin(low, high, direction_rate),
    )
    directions = ring(
        eq(rate_dir_scaled, power(factor, kappa - 2) * rate_dir_j),
        there,
        direction_slope(),
        *shared,
        scaled_gradient(index, low, high),
        at(place, index, low, high),
        units()[0],
        *powers(2),
    )
    return conjoin(directions, norms)


@proof("framework.faster-direction")
def faster_direction() -> Theorem:
    """lambda^(kappa - 2) on both sides: lambda^(kappa - 1) of the norm is divided by lambda."""
    directions, norms = parts(dynamics_scale())
    step = combine(
        eq(power(factor, kappa - 1), factor * power(factor, kappa - 2)),
        (1, power_step(factor, POSITIVE, kappa - 2)),
    )
    return ring(
        eq(
            rate_dir_scaled * (rate_norm * inv(norm)),
            rate_dir_j * (rate_norm_scaled * (inv(factor) * inv(norm))),
        ),
        directions,
        norms,
        step,
        *units(),
    )
