"""The formula is right, what is said of it is not: another relation, a further part."""

from __future__ import annotations

from sympy import Ge, Gt, Le, Lt, Ne, sign, sqrt

from checks.planted.attention.letters import (
    COVARIANCE,
    DROP,
    LOSS,
    MINUS,
    PEAK,
    PLUS,
    TILT,
    VALUE,
    N,
    T,
    lam,
    rel,
    whole,
)
from checks.planted.plant import changed
from theory import attention as paper
from theory.claim import equation
from theory.notation import S, U_star, eta, t

# The formula is right, what is said of it is not.
RELATIONS = (
    changed(
        "attention.dormant-sums",
        "sums-unequal",
        "!= for = in both parts",
        "refuted",
        whole(rel(Ne, paper.plus_t, PLUS), rel(Ne, paper.minus_t, MINUS)),
    ),
    changed("attention.alignment", "tilt-above", "> for =", "refuted", rel(Gt, paper.tilt, TILT)),
    changed(
        "attention.dormant-value",
        "value-above",
        "> for =, and twice the value",
        "refuted",
        rel(Gt, paper.V_sq, 2 * VALUE),
    ),
    changed(
        "attention.magnitude",
        "magnitude-unequal",
        "!= for =",
        "refuted",
        rel(Ne, paper.A_k, paper.MAGNITUDE),
    ),
    changed(
        "attention.covariance-square",
        "covariance-above",
        "> for =",
        "refuted",
        rel(Gt, paper.C_ab, COVARIANCE),
    ),
    changed(
        "attention.population-loss", "loss-below", "< for =", "refuted", rel(Lt, paper.L_W, LOSS)
    ),
    changed(
        "attention.old-heads-rest",
        "old-heads-move",
        "> for =",
        "refuted",
        rel(Gt, paper.grad_old, 0),
    ),
    changed(
        "attention.largest-eigenvalue",
        "largest-unequal",
        "!= for =",
        "refuted",
        rel(Ne, paper.top, lam**2),
    ),
    changed(
        "attention.accumulated-bound",
        "accumulated-strict",
        "< for <=: aligned heads attain it",
        "refuted",
        rel(Lt, S, t * N * lam**2 / sqrt(3)),
        "integrated heads",
        "aligned heads, exactly",
    ),
    changed(
        "attention.jump-bound-appendix",
        "jump-strict",
        "> for >=: aligned heads attain it",
        "refuted",
        rel(Gt, paper.weighted, sqrt(3) * (1 / paper.mu - 1) / (eta * N)),
        "the first jump of one head",
        "aligned heads, exactly",
    ),
    changed(
        "attention.jump-bound",
        "jump-limit-strict",
        "> for >=, in the limit",
        "refuted",
        rel(Gt, paper.weighted_limit, sqrt(3) / (paper.mu_limit * N)),
        "aligned heads, exactly",
    ),
)

# True parts and a false one.
CONJUNCTS = (
    changed(
        "attention.dormant-sums",
        "sums-rest",
        "a third, false part: the sum does not change",
        "refuted",
        whole(
            equation(paper.plus_t, PLUS),
            equation(paper.minus_t, MINUS),
            equation(paper.plus_t, paper.plus_0),
        ),
    ),
    changed(
        "attention.maximal-utility",
        "small-eigenvalues",
        "a second, false part: eigenvalues up to one",
        "refuted",
        whole(equation(U_star, PEAK), rel(Le, lam, 1)),
    ),
    changed(
        "attention.levels",
        "long-contexts",
        "a third part that fails at N = 1",
        "refuted",
        whole(equation(paper.level_0, T / 2), equation(paper.drop, DROP), rel(Ge, N, 2)),
    ),
    changed(
        "attention.directions-preserved",
        "directions-rest",
        "a third, false part: no gradient along the direction either",
        "refuted",
        whole(equation(paper.across_Q, 0), equation(paper.across_K, 0), equation(paper.grad_Q, 0)),
    ),
    changed(
        "attention.conserved",
        "conserved-differ",
        "a third part that contradicts the other two",
        "refuted",
        whole(
            equation(paper.rate_VQ, 0),
            equation(paper.rate_VK, 0),
            rel(Ne, paper.rate_VQ, paper.rate_VK),
        ),
    ),
    changed(
        "attention.reduced-prediction",
        "prediction-positive",
        "a second, false part: predictions are positive",
        "refuted",
        whole(
            paper.reduced_prediction.printed,
            rel(Ge, paper.y_hat, 0),
        ),
    ),
    changed(
        "attention.maximiser",
        "maximiser-positive",
        "the last part says that V is positive, not the product",
        "refuted",
        whole(
            equation(paper.V**2, paper.THIRD),
            equation(paper.Q_k**2, paper.THIRD),
            equation(paper.K_k**2, paper.THIRD),
            equation(sign(paper.V), 1),
        ),
    ),
)

PLANTS = (*RELATIONS, *CONJUNCTS)
