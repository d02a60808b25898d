"""True, and not as the catalogue writes it."""

from __future__ import annotations

import sympy as sp
from sympy import Derivative, Ge, Piecewise, log

from checks.planted.framework.letters import SCALED
from checks.planted.plant import changed
from theory import framework as paper
from theory.claim import equation
from theory.notation import S, eta, k, kappa, n_0, n_t, t

PLANTS = (
    changed(
        "framework.norm-solution",
        "norm-inverted",
        "true: solved for the accumulated utility",
        "argued",
        equation(
            S,
            Piecewise(
                (log(n_t / n_0) / eta, sp.Eq(kappa, 2)),
                ((n_0 ** (2 - kappa) - n_t ** (2 - kappa)) / (eta * (kappa - 2)), True),
            ),
        ),
        "d|theta|/dS = eta |theta|^(kappa-1), separated",
    ),
    changed(
        "framework.scaling-symmetry",
        "scaled-exchanged",
        "true: sides exchanged",
        "argued",
        equation(SCALED.args[1], SCALED.args[0]),
        "a field of degree kappa - 1 and the initial value",
    ),
    changed(
        "framework.conserved-quantity",
        "imbalance-negative",
        "true: the negative of what is conserved, and its square",
        "tested",
        sp.And(
            equation(Derivative(paper.w_sq(t) - k * paper.a_sq(t), t), 0),
            equation(Derivative((k * paper.a_sq(t) - paper.w_sq(t)) ** 2, t), 0),
            evaluate=False,
        ),
    ),
    changed(
        "framework.norm-lower-bound",
        "norm-bound-half",
        "true: one of the two bounds",
        "argued",
        Ge(paper.theta_sq, -paper.imbalance, evaluate=False),
        "|a|^2 and |w|^2 not negative",
    ),
    changed(
        "framework.residual-gradient",
        "residual-difference",
        "true: a difference set to 0",
        "certified",
        equation(
            Derivative(paper.correlation(paper.theta, paper.phi), paper.theta) - paper.descent, 0
        ),
    ),
)
