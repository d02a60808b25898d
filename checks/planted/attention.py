"""Planted statements about the linear transformer: a table, as long as it has rows."""

from __future__ import annotations

import sympy as sp
from sympy import (
    Abs,
    And,
    Eq,
    Ge,
    Gt,
    Implies,
    Le,
    Limit,
    Lt,
    Ne,
    Rational,
    exp,
    gamma,
    log,
    sign,
    sqrt,
)

from checks.methods.certified import Certified
from checks.methods.limit import Limiting
from checks.methods.proved import Symbolic
from checks.planted.plant import changed, plant
from theory import attention as paper
from theory.claim import equation
from theory.framework import S_jump, theta_sq
from theory.framework import lam as scale
from theory.notation import S, U_star, alpha, d, eta, n_0, t, tau

N, T, lam = paper.N, paper.T, paper.lam_k
followed = Limiting("followed to 1e-800")
DROP = N * lam**2 / (2 * ((N + 1) * lam + T))  # attention.levels-appendix
EXPECTED = (
    sqrt(2) * gamma(d) / (2 * sqrt(alpha) * gamma(d + Rational(1, 2))) - 1
)  # attention.accelerated-rate


# The formulas of the catalogue, to be put into other statements.
I = paper.integral_V
PLUS = paper.plus_0 * exp(N * paper.mu_j * I)
MINUS = paper.minus_0 * exp(-N * paper.mu_j * I)
TILT = paper.tilt_0 * exp(-N * (paper.mu_1 - paper.mu_j) * I)
VALUE = paper.dormant_value.printed.rhs
COVARIANCE = N * paper.s_ab * T + N * (N + 1) * paper.s2_ab
LOSS = T / 2 - N * paper.linear_term + (N * T * paper.quad_1 + N * (N + 1) * paper.quad_2) / 2
PEAK = N * lam**2 / (3 * sqrt(3))
GRADIENT = paper.response * paper.lam_j * paper.Q_j - N * paper.V_h * paper.lam_j**2 * paper.K_j
DECOUPLED = paper.L_sum - (paper.active - 1) * T / 2


def whole(*parts: sp.Basic) -> sp.Basic:
    """All of the parts."""
    return And(*parts, evaluate=False)


def rel(kind: type, left: sp.Expr, right: sp.Expr | int) -> sp.Basic:
    """A relation that SymPy leaves as it is written."""
    return kind(left, right, evaluate=False)


FORMULAS = (
    changed(
        "attention.magnitude-index",
        "magnitude-constant",
        "wrong constant: N for N + 1",
        "refuted",
        equation(paper.A_h, 1 / (paper.lam_h * N + T)),
        "the loss along v_h minimised",
    ),
    changed(
        "attention.covariance-square",
        "covariance-pairs",
        "N^2 for N (N + 1): the squares are forgotten",
        "refuted",
        equation(paper.C_ab, N**2 * paper.s2_ab + N * paper.s_ab * T),
    ),
    changed(
        "attention.cubic",
        "cubic-inputs",
        "wrong exponent in one part of two",
        "refuted",
        sp.And(
            equation(paper.head_by_input, paper.head_part * paper.lam**2),
            equation(paper.head_by_weights, paper.head_part * paper.lam**3),
            evaluate=False,
        ),
    ),
    changed(
        "attention.dormant-sums",
        "sums-grow",
        "the wrong sign in one of two solutions",
        "refuted",
        sp.And(
            equation(paper.plus_t, paper.plus_0 * exp(paper.integral_V * N * paper.mu_j)),
            equation(paper.minus_t, paper.minus_0 * exp(paper.integral_V * N * paper.mu_j)),
            evaluate=False,
        ),
        "the linear system in I, solved",
    ),
    changed(
        "attention.alignment",
        "tilt-start",
        "solves the equation, but not from the initial value",
        "refuted",
        equation(paper.tilt, exp(-paper.integral_V * N * (paper.mu_1 - paper.mu_j))),
        "the quotient of two sums",
    ),
    changed(
        "attention.no-other-maxima",
        "no-other",
        "false 'no other': repeated eigenvalues are not excluded",
        "refuted",
        equation(paper.other_maxima, 0),
    ),
    changed(
        "attention.maximal-utility",
        "maximal-utility-linear",
        "wrong exponent of the eigenvalue",
        "refuted",
        equation(U_star, sqrt(3) * N * lam / 9),
        "BFGS on the sphere",
    ),
    changed(
        "attention.largest-eigenvalue",
        "shifted-eigenvalue",
        "a constant term too many",
        "refuted",
        equation(paper.top, paper.lam_k**2 - 1),
    ),
    changed(
        "attention.accumulated-bound",
        "bound-too-strong",
        "too strong a bound",
        "refuted",
        Le(S, sqrt(3) * N * lam**2 * t / 4, evaluate=False),
        "aligned heads, exactly",
    ),
    changed(
        "attention.convex",
        "concave",
        "the opposite inequality",
        "refuted",
        Le(paper.curvature, 0, evaluate=False),
        "expectations enumerated, magnitudes by least squares",
    ),
    plant(
        "attention.rate-in-alpha",
        "limit",
        "false rate: 1/sqrt(alpha) printed as 1/alpha",
        "refuted",
        equation(Limit(EXPECTED * alpha, alpha, 0), 1),
        followed,
        given=(d <= 6,),
    ),
    plant(
        "attention.drop-limit",
        "limit",
        "false limit of long contexts: the factor 1/2 is lost",
        "refuted",
        equation(Limit(DROP.subs(N, 1 / alpha), alpha, 0), lam),
        followed,
        given=(T > lam,),
    ),
    changed(
        "attention.levels",
        "level-drop",
        "an index off by one in the recursion",
        "refuted",
        sp.And(
            equation(paper.level_0, T / 2),
            equation(paper.drop, N * lam / (2 * (N + T / lam))),
            evaluate=False,
        ),
    ),
    changed(
        "attention.component-index",
        "component-late",
        "the algorithm learns component k + 1 in iteration k",
        "refuted",
        equation(paper.component - paper.iteration, 1),
    ),
    plant(
        "attention.quarter-drop",
        "conjecture",
        "true for short contexts, false for long ones",
        "refuted",
        Le(DROP, lam / 4, evaluate=False),
        Certified("balls"),
        given=(T > lam,),
    ),
    # true
    changed(
        "attention.maximal-utility",
        "maximal-utility-rewritten",
        "true, written in another way",
        "tested",
        equation(U_star, N * lam**2 / (3 * sqrt(3))),
        "BFGS on the sphere",
    ),
    plant(
        "attention.half-drop",
        "conjecture",
        "true: no instance breaks it",
        "supported",
        Le(DROP, lam / 2, evaluate=False),
        Certified("balls"),
        given=(T > lam,),
    ),
    plant(
        "attention.rate-true",
        "limit",
        "true, with a factor that depends on d",
        "tested",
        equation(
            Limit(EXPECTED * sqrt(alpha), alpha, 0),
            sqrt(2) * gamma(d) / (2 * gamma(d + Rational(1, 2))),
        ),
        followed,
        given=(d <= 6,),
    ),
    changed(
        "attention.convex",
        "convex-weaker",
        "true, and weaker than what is known",
        "argued",
        Ge(paper.curvature, -1, evaluate=False),
        "the second derivative",
    ),
    plant(
        "attention.levels-telescope",
        "recursion",
        "true: both printed forms of a drop",
        "argued",
        equation(DROP, N * lam / (2 * (N + 1 + T / lam))),
        Symbolic("proof"),
    ),
    # vacuous
    changed(
        "attention.no-other-maxima",
        "negative-eigenvalue",
        "true, but no covariance has a negative eigenvalue",
        "vacuous",
        Implies(sp.Lt(paper.lam_k, 0, evaluate=False), Eq(paper.other_maxima, 7, evaluate=False)),
        "Hessian at every critical point, in rationals",
    ),
    plant(
        "attention.trace-too-small",
        "inequality",
        "a trace below the largest eigenvalue: no such covariance",
        "vacuous",
        Le(log(T), DROP, evaluate=False),
        Certified("balls"),
        given=(T > lam, T < lam),
    ),
)

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

# True, and not as the catalogue writes it.
REWRITTEN = (
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

PLANTS = (*FORMULAS, *RELATIONS, *CONJUNCTS, *SIZES, *PREMISES, *REWRITTEN)
