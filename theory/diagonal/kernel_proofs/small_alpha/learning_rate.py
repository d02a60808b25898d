"""The accelerated learning rate eta = -log(sqrt(2) alpha): the threshold it gives, and the other
rate.
"""

from __future__ import annotations

from theory.diagonal import letters
from theory.diagonal.kernel_proofs.entry import defined, proof
from theory.diagonal.kernel_proofs.neuron.accumulated import (
    equal_inside_algebra,
    exp_of_accumulated,
)
from theory.diagonal.kernel_proofs.neuron.flow import ROOT, alpha_above, orbit, rooted
from theory.diagonal.letters import S_0, alpha, dual, eta, u, v
from theory.proof.lemmas import (
    HALF,
    cosh,
    cosh_double,
    exp,
    exp_inverse,
    exp_sum,
    inv,
    log,
    log_product,
    sinh,
)
from theory.proof.rules import Theorem, assume, axiom, discharge, order
from theory.proof.tactics import (
    combine,
    equal_inside,
    fact,
    given,
    inverse,
    positive,
    put,
    ring,
    written,
)
from theory.proof.terms import ONE, TWO, ZERO, Term, eq, lt, num


@proof("diagonal.two-rates-exact")
def two_rates_exact() -> Theorem:
    """log(sqrt(2) alpha) = log(2)/2 + log(alpha)."""
    (rate,), (ratio,) = defined("diagonal.accelerated"), defined("diagonal.rate-ratio")
    unit = inverse(eta, [assume(lt(0, eta))])
    whole = log(ROOT * alpha)
    flipped = combine(eq(whole, -eta), (1, rate))
    down = combine(
        eq(inv(whole), -inv(eta)),
        (1, equal_inside(inv(whole), flipped)),
        (1, inverse_of_negative(eta, unit)),
    )
    logs = log_root_two_alpha()
    part = combine(eq(log(alpha), -eta - HALF * log(TWO)), (-1, logs), (1, flipped))
    return ring(eq(letters.ratio, 1 + HALF * inv(eta) * log(TWO)), ratio, down, part, unit)


def inverse_of_negative(x: Term, unit: Theorem) -> Theorem:
    """1/(-x) = -(1/x) for x != 0."""
    some = nonzero_negative(x, unit)
    other = fact("inverse", some, z=-x)
    return combine(eq(inv(-x), -inv(x)), (-inv(-x), unit), (-inv(x), other))


def nonzero_negative(x: Term, unit: Theorem) -> Theorem:
    """x (1/x) = 1, so -x is not 0."""
    equation = eq(-x, 0)
    false = order(lt(ZERO, ZERO), ((num(-1), unit), (-inv(x), assume(equation))), ((ONE, (), ONE),))
    return discharge(equation, given(put(axiom("irreflexive"), x=ZERO), false))


def log_root_two_alpha() -> Theorem:
    """log(sqrt(2) alpha) = log(2)/2 + log(alpha)."""
    root = positive(ROOT, [])
    split = log_product(ROOT, alpha, root, alpha_above())
    twice = log_product(ROOT, ROOT, root, root)
    double = combine(
        eq(log(TWO), 2 * log(ROOT)),
        (-1, equal_inside(log(ROOT * ROOT), written(eq(ROOT * ROOT, 2), rooted()))),
        (1, twice),
    )
    return combine(eq(log(ROOT * alpha), HALF * log(TWO) + log(alpha)), (1, split), (-HALF, double))


@proof("diagonal.unit-threshold")
def unit_threshold() -> Theorem:
    """1 = 2 alpha^2 exp(2 eta S) with eta = -log(sqrt(2) alpha)."""
    (rate,) = defined("diagonal.accelerated")
    size, jump = defined("diagonal.unit-norm")
    above = assume(lt(0, eta))
    whole = ring(
        eq(2 * alpha**2 * exp(2 * eta * S_0), 1),
        exp_of_accumulated(),
        cosh_double(dual),
        norm_one(size),
    )
    # exp(2 eta) 2 alpha^2 = 1 too, because exp(-eta) = sqrt(2) alpha
    scale = positive(ROOT * alpha, [alpha_above()])
    small = combine(
        eq(exp(-eta), ROOT * alpha),
        (1, equal_inside_algebra(exp(-eta), exp(log(ROOT * alpha)), rate)),
        (1, fact("exp-log", scale, x=ROOT * alpha)),
    )
    same = ring(
        eq(exp(2 * eta * S_0), exp(2 * eta)),
        *[
            combine(
                eq(exp(2 * eta * S_0), exp(2 * eta)),
                (exp(2 * eta), whole),
                (-(exp(2 * eta * S_0)), doubled(small)),
            )
        ],
    )
    logs = combine(
        eq(2 * eta * S_0, 2 * eta),
        (-1, fact("log-exp", x=2 * eta * S_0)),
        (1, equal_inside(log(exp(2 * eta * S_0)), same)),
        (1, fact("log-exp", x=2 * eta)),
    )
    one = combine(eq(S_0, 1), (HALF * inv(eta), logs), (1 - S_0, inverse(eta, [above])))
    return combine(eq(letters.S_jump, 1), (1, jump), (1, one))


def norm_one(size: Theorem) -> Theorem:
    """2 alpha^2 cosh(G)^2 = 1 - 2 alpha^2 sinh(G)^2 on the orbit where the norm is 1."""
    value = ring(
        eq(u**2 + v**2, 2 * alpha**2 * cosh(dual) ** 2 + 2 * alpha**2 * sinh(dual) ** 2),
        *orbit(),
        rooted(),
    )
    return combine(
        eq(2 * alpha**2 * cosh(dual) ** 2, 1 - 2 * alpha**2 * sinh(dual) ** 2),
        (-1, value),
        (1, size),
    )


def doubled(small: Theorem) -> Theorem:
    """exp(2 eta) 2 alpha^2 = 1 from exp(-eta) = sqrt(2) alpha."""
    twice = written(eq(exp(2 * eta), exp(eta) ** 2), exp_sum(eta, eta))
    back = combine(eq(ROOT * alpha, exp(-eta)), (-1, small))
    square = ring(eq(ROOT**2 * alpha**2, exp(-eta) ** 2), back)
    pair = combine(eq(2 * alpha**2, exp(-eta) ** 2), (1, square), (-(alpha**2), rooted()))
    return ring(eq(exp(2 * eta) * (2 * alpha**2), 1), twice, pair_rewrite(pair), exp_inverse(eta))


def pair_rewrite(pair: Theorem) -> Theorem:
    """alpha^2 = exp(-eta)^2/2."""
    return combine(eq(alpha**2, HALF * exp(-eta) ** 2), (HALF, pair))
