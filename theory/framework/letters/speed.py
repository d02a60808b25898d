"""How fast things go: two clocks, a neuron at lambda theta, one with a learning rate of its own."""

from __future__ import annotations

from theory.framework.letters import (
    EULER,
    POLAR,
    S_of,
    U_bar,
    along,
    each,
    end,
    eta,
    gradU_norm,
    index,
    kappa,
    near,
    norm,
    rate,
    size,
    theta,
    utility_of,
)
from theory.proof.letters import DEFINITIONS, define, reads
from theory.proof.tactics import deriv, total
from theory.proof.terms import (
    INT,
    REAL,
    both,
    call,
    eq,
    function,
    le,
    num,
    substituted,
    var,
)

S = var("S")
S_alg, drate = var("S_alg"), var("drate_dnorm")
S_alg_of = function("S_alg_of", REAL, REAL)
define(
    "framework.two-clocks",
    ("S_alg", "S"),
    both(
        le(0, end),
        eq(S_of(0), 0),
        eq(S_alg_of(0), 0),
        eq(S, S_of(end)),
        eq(S_alg, S_alg_of(end)),
        along(
            0,
            end,
            lambda s: both(
                deriv(0, end, s, kappa * utility_of(s), S_of),
                deriv(0, end, s, eta * kappa * utility_of(s), S_alg_of),
            ),
        ),
    ),
    "the text accumulates kappa U, Algorithm 1 eta kappa U, for any course of U",
    sense="algorithm",
)
define(
    "framework.rate-in-norm",
    ("drate_dnorm",),
    deriv(
        num(1, 2) * norm,
        2 * norm,
        norm,
        drate,
        lambda n: (
            eta
            * kappa**2
            * call("power", n, kappa - 2)
            * (gradU_norm**2 * call("inv", kappa) ** 2 - U_bar**2)
        ),
    ),
    "the derivative, in the norm alone, of the right side of framework.riccati",
)
reads("framework.algorithm-threshold", "framework.two-clocks")
reads("framework.riccati-norm-free", "framework.rate-in-norm")
factor, rate_norm_scaled, rate_dir_scaled = map(
    var, ("lambda", "rate_norm_scaled", "rate_dir_scaled")
)
theta_scaled = function("theta_scaled_of", INT, REAL, REAL)
grad_scaled = function("gradU_scaled_of", INT, REAL)


def length_scaled(s):
    """The norm of the other neuron."""
    return call("sqrt", total(1, size, lambda i: theta_scaled(i, s) ** 2))


define(
    "framework.scaled-flow",
    ("theta_scaled_of", "gradU_scaled_of"),
    both(
        each(lambda i: eq(theta_scaled(i, end), factor * theta(i, end))),
        each(lambda i: rate(eta * grad_scaled(i), lambda s: theta_scaled(i, s))),
        each(
            lambda i: deriv(
                -1, 1, 0, grad_scaled(i), lambda h: near(i, factor, call("inv", factor) * h)
            )
        ),
    ),
    "another neuron that is at lambda theta at time T and follows the gradient of the same utility "
    "there, whose slope along e_i is that of U(lambda (theta + h/lambda e_i))",
)
define(
    "framework.scaled-rates",
    ("rate_norm_scaled", "rate_dir_scaled"),
    both(
        rate(rate_norm_scaled, length_scaled),
        rate(rate_dir_scaled, lambda s: theta_scaled(index, s) * call("inv", length_scaled(s))),
    ),
    "the derivatives of its norm and of its direction",
)
reads(
    "framework.dynamics-scale",
    *POLAR,
    *EULER[:2],
    "framework.rate-norm",
    "framework.rate-direction",
    "framework.scaled-flow",
    "framework.scaled-rates",
)


define(
    "framework.utility-here",
    ("U",),
    eq(var("U"), near(1, 1, 0)),
    "the utility of theta at time T",
    sense="polar",
)
rate_i = var("eta_i")
define(
    "framework.own-flow",
    ("theta_of",),
    substituted(DEFINITIONS["framework.flow"].statement, {eta: rate_i}),
    "the flow with a learning rate of its own",
    sense="own-rate",
)
reads("framework.euler", *POLAR, *EULER[:2], "framework.utility-here")
reads(
    "framework.gradient-homogeneity",
    *POLAR[:2],
    *EULER[:2],
    "framework.component",
    "framework.direction-gradient",
)
reads(
    "framework.adaptive-rate",
    "framework.own-flow",
    *POLAR[1:],
    *EULER,
    "framework.rate-direction",
    "framework.direction",
    "framework.direction-gradient",
)
reads(
    "framework.faster-direction",
    *POLAR,
    *EULER[:2],
    "framework.rate-norm",
    "framework.rate-direction",
    "framework.scaled-flow",
    "framework.scaled-rates",
)
reads(
    "framework.utility-rises",
    *POLAR,
    *EULER,
    "framework.direction-gradients",
    "framework.gradient-norm",
    "framework.rate-utility",
)
reads("framework.first-crossing", "framework.radial", "framework.end")
