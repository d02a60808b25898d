"""True, and not as the catalogue writes it."""

from __future__ import annotations

from sympy import Abs, Ge, Gt, Implies, Le, sqrt

from checks.planted.attention.letters import COVARIANCE, DROP, GRADIENT, I, N, T, lam, rel, whole
from checks.planted.plant import changed
from theory import attention as paper
from theory.claim import equation
from theory.framework import theta_sq
from theory.notation import S, U_star, eta, n_0, t

PLANTS = (
    changed(
        "attention.covariance-square",
        "covariance-exchanged",
        "true, sides exchanged",
        "argued",
        equation(COVARIANCE, paper.C_ab),
    ),
    changed(
        "attention.magnitude",
        "magnitude-multiplied-out",
        "true, multiplied out",
        "argued",
        equation(paper.A_k * (T + (N + 1) * lam), 1),
    ),
    changed(
        "attention.gradient",
        "gradient-difference",
        "true, as a difference that vanishes",
        "argued",
        equation(GRADIENT - paper.grad_Q_alone, 0),
    ),
    changed(
        "attention.dormant-sums",
        "sums-product",
        "true: the product of sum and difference is kept",
        "argued",
        equation(paper.plus_t * paper.minus_t, paper.plus_0 * paper.minus_0),
    ),
    changed(
        "attention.dormant-norm",
        "norm-difference",
        "true, as a difference that vanishes",
        "argued",
        equation(theta_sq - n_0**2 - 3 * paper.V_sq + 3 * paper.V_0**2, 0),
    ),
    changed(
        "attention.dormant-norm",
        "norm-above-value",
        "true, since Q and K are real",
        "tested",
        rel(Ge, theta_sq, paper.V_sq),
    ),
    changed(
        "attention.dormant-value",
        "value-square",
        "true: a square",
        "tested",
        rel(Ge, paper.V_sq, 0),
    ),
    changed(
        "attention.alignment",
        "tilt-shrinks-forwards",
        "true where I is not negative",
        "tested",
        Implies(rel(Ge, I, 0), rel(Le, Abs(paper.tilt), Abs(paper.tilt_0)), evaluate=False),
    ),
    changed(
        "attention.population-loss",
        "loss-nonnegative",
        "true: a mean square",
        "tested",
        rel(Ge, paper.L_W, 0),
    ),
    changed(
        "attention.maximal-utility",
        "maximal-utility-above",
        "true, and weaker: 1/6 for 1/(3 sqrt 3)",
        "argued",
        rel(Ge, U_star, N * lam**2 / 6),
    ),
    changed(
        "attention.zhang-levels",
        "drop-below-eigenvalue",
        "true: no jump learns more than its eigenvalue",
        "argued",
        rel(Le, 2 * paper.drop, lam),
    ),
    changed(
        "attention.levels",
        "levels-without-premise",
        "true without its premise",
        "tested",
        whole(equation(paper.level_0, T / 2), equation(paper.drop, DROP)),
        given=(),
    ),
    changed(
        "attention.zero-slices",
        "zero-slices-below",
        "true: no more than zero",
        "tested",
        rel(Le, paper.grad_zero, 0),
    ),
    changed(
        "attention.no-other-maxima",
        "no-other-apart",
        "true where the eigenvalues differ",
        "tested",
        Implies(rel(Gt, lam, paper.lam_after), equation(paper.other_maxima, 0), evaluate=False),
        "Hessian at every critical point, in rationals",
    ),
    changed(
        "attention.accumulated-bound",
        "accumulated-weaker",
        "true, and attained by no head",
        "tested",
        rel(Le, S, 2 * t * N * lam**2 / sqrt(3)),
    ),
    changed(
        "attention.jump-bound-appendix",
        "jump-first-eigenvalue",
        "true, and weaker than the sum over plateaus",
        "tested",
        rel(Ge, paper.gap, sqrt(3) * (1 / paper.mu - 1) / (eta * N * paper.lam_now**2)),
        "the first jump of one head",
        "AGF of two to four heads, every l < k",
    ),
)
