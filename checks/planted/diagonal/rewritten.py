"""True, and not as the catalogue writes it."""

from __future__ import annotations

import sympy as sp
from sympy import Abs, Le, acosh, exp, sign, sqrt

from checks.planted.diagonal.letters import also
from checks.planted.plant import changed
from theory import diagonal as paper
from theory.claim import equation
from theory.diagonal import S_0, U_0, S_later, beta, g, rho, theta_sq, u, v, waiting
from theory.notation import U_star, alpha, eta

PLANTS = (
    changed(
        "diagonal.conserved",
        "conserved-multiplied",
        "true: multiplied by the norm, so that it is no first integral off the orbit",
        "argued",
        equation(u**4 - v**4, 2 * alpha**2 * (u**2 + v**2)),
    ),
    changed(
        "diagonal.norm",
        "norm-exchanged",
        "true: sides exchanged, a difference set to 0",
        "argued",
        also(
            equation(2 * alpha**2 * exp(2 * eta * S_0), theta_sq),
            equation(theta_sq - 2 * alpha**2 * exp(2 * eta * S_0), 0),
        ),
    ),
    changed(
        "diagonal.dual-variable",
        "dual-exponentials",
        "true: in exponentials, multiplied out, in another order",
        "argued",
        also(
            equation(v * sqrt(2), alpha * (exp(paper.dual) - exp(-paper.dual))),
            equation(alpha * (exp(paper.dual) + exp(-paper.dual)), u * sqrt(2)),
            equation(2 * beta, 2 * u * v),
        ),
    ),
    changed(
        "diagonal.utility-solution",
        "utility-exchanged",
        "true: the same after artanh",
        "argued",
        equation(
            sp.atanh(U_0 / U_star) + 4 * eta * U_star * paper.t, sp.atanh(paper.U_later / U_star)
        ),
        "from any start, for either sign of the gradient",
    ),
    changed(
        "diagonal.jump-time",
        "waiting-multiplied",
        "true: multiplied out, sides exchanged",
        "argued",
        equation(
            acosh(exp(2 * eta)) + sign(g) * rho * acosh(exp(2 * eta * S_0)),
            4 * eta * U_star * waiting,
        ),
        "where the moving neuron meets the threshold",
        "against the roots of S = 1",
    ),
    changed(
        "diagonal.accumulated-utility",
        "accumulated-exponential",
        "true: in exponentials instead of logarithms",
        "argued",
        equation(
            exp(2 * eta * S_later), sp.cosh(rho * acosh(exp(2 * eta * S_0)) - 2 * eta * g * paper.t)
        ),
        "at exact points of a neuron's flow",
        "on the orbit, for every sign",
    ),
    changed(
        "diagonal.maximal-utility",
        "maximal-loose",
        "true, and weaker than what is known",
        "argued",
        Le(U_star, Abs(g), evaluate=False),
        "the largest critical value on the circle",
    ),
)
