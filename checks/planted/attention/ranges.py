"""True somewhere: at small sizes, at all sizes but one, with a premise that is missing."""

from __future__ import annotations

from sympy import Abs, Ge, Gt, Implies, Le, Lt, Ne, Rational, sign, sqrt

from checks.planted.attention.letters import COVARIANCE, DECOUPLED, VALUE, N, T, lam, rel, whole
from checks.planted.plant import changed
from theory import attention as paper
from theory.claim import equation
from theory.framework import S_jump
from theory.framework import lam as scale
from theory.notation import d, eta, n_0, tau

# True at small sizes only, or at all but one.
SIZES = (
    changed(
        "attention.covariance-square",
        "covariance-to-four",
        "true for N <= 4, enumerated",
        "refuted",
        equation(paper.C_ab, COVARIANCE + (N - 1) * (N - 2) * (N - 3) * (N - 4) * paper.s2_ab),
        "enumerated",
    ),
    changed(
        "attention.decoupled-loss",
        "decoupled-pairs",
        "true for one and two heads, false from three on",
        "refuted",
        equation(paper.L_A, DECOUPLED + (paper.active - 1) * (paper.active - 2) * T),
    ),
    changed(
        "attention.decoupled-loss",
        "decoupled-triples",
        "true for up to three heads, false for four",
        "refuted",
        equation(
            paper.L_A,
            DECOUPLED + (paper.active - 1) * (paper.active - 2) * (paper.active - 3) * T,
        ),
    ),
    changed(
        "attention.accelerated-rate",
        "order-in-high-dimension",
        "false from d = 4 on",
        "refuted",
        whole(
            Implies(rel(Lt, d, 4), equation(paper.rate_order, -Rational(1, 2)), evaluate=False),
            Implies(rel(Ge, d, 4), equation(paper.rate_order, -1), evaluate=False),
        ),
    ),
    changed(
        "attention.accelerated-rate",
        "order-in-one-dimension",
        "false for d = 1 alone",
        "refuted",
        whole(
            Implies(rel(Gt, d, 1), equation(paper.rate_order, -Rational(1, 2)), evaluate=False),
            Implies(rel(Le, d, 1), equation(paper.rate_order, -1), evaluate=False),
        ),
    ),
    changed(
        "attention.dormant-value",
        "value-to-three",
        "true for N <= 3, integrated",
        "refuted",
        equation(paper.V_sq, VALUE + (N - 1) * (N - 2) * (N - 3) * paper.V_0**2),
    ),
    changed(
        "attention.exact-jump-time",
        "exact-at-rate-one",
        "true at eta = 1 only",
        "refuted",
        equation(tau, paper.quadrature / eta**2),
    ),
    changed(
        "attention.exact-jump-time",
        "jumps-late",
        "true of heads that start far from norm one",
        "refuted",
        tau > 1,
    ),
    changed(
        "attention.first-head",
        "first-in-the-list",
        "true where the first head is the first",
        "refuted",
        equation(paper.first_head, 0),
    ),
    changed(
        "attention.component-index",
        "component-to-three",
        "true for up to three components, false for the fourth",
        "refuted",
        equation(
            paper.component,
            paper.iteration + (paper.iteration - 1) * (paper.iteration - 2) * (paper.iteration - 3),
        ),
    ),
)

# A premise dropped or weakened, a boundary, a range.
PREMISES = (
    changed(
        "attention.maximiser",
        "maximiser-tied",
        "without lambda_k > lambda_{k+1}",
        "refuted",
        whole(
            equation(paper.V**2, paper.THIRD),
            equation(paper.Q_k**2, paper.THIRD),
            equation(paper.K_k**2, paper.THIRD),
            equation(sign(paper.V * paper.Q_k * paper.K_k), 1),
        ),
        given=(),
    ),
    changed(
        "attention.no-other-maxima",
        "other-maxima-weak",
        "the premise weakened to lambda_k >= lambda_{k+1}",
        "refuted",
        Implies(rel(Ge, lam, paper.lam_after), equation(paper.other_maxima, 0), evaluate=False),
        "Hessian at every critical point, in rationals",
    ),
    changed(
        "attention.alignment-rate",
        "rate-any-order",
        "without lambda_k > lambda_j",
        "refuted",
        equation(paper.tilt_rate, 1 - paper.lam_j**2 / lam**2),
        given=(),
    ),
    changed(
        "attention.cubic",
        "cubic-moves",
        "a scaled head is another one: false at lambda = 1",
        "refuted",
        whole(
            equation(paper.head_by_input, scale**3 * paper.head_part),
            rel(Ne, paper.head_by_weights, paper.head_part),
        ),
    ),
    changed(
        "attention.rayleigh",
        "rayleigh-sign",
        "V for |V|: false where V is negative",
        "refuted",
        equation(paper.best_at_V, N * paper.V * lam**2 * (1 - paper.V**2) / 2),
    ),
    changed(
        "attention.alignment",
        "tilt-shrinks",
        "false where I is negative",
        "refuted",
        rel(Le, Abs(paper.tilt), Abs(paper.tilt_0)),
    ),
    changed(
        "attention.covariance-split",
        "pairs-once",
        "the sum over i < j counted once",
        "refuted",
        equation(paper.C_ab, paper.squares_ab + paper.pairs_ab),
    ),
    changed(
        "attention.threshold",
        "threshold-at-zero",
        "the norm one forgotten: true for a vanishing start",
        "refuted",
        equation(S_jump, 1 / (n_0 * eta)),
    ),
    changed(
        "attention.jump-bound-appendix",
        "jump-last-eigenvalue",
        "the bound for l = k - 1 said of every l < k",
        "refuted",
        rel(Ge, paper.gap, sqrt(3) * (1 / paper.mu - 1) / (eta * N * lam**2)),
        "AGF of two to four heads, every l < k",
    ),
)

PLANTS = (*SIZES, *PREMISES)
