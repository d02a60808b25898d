"""Other relations, further conjuncts, boundaries: what no mutant of a formula tries."""

from __future__ import annotations

import sympy as sp
from sympy import Derivative, Ge, Gt, Le, Lt, Ne, Rational, log

from checks.planted.framework.letters import GROWN, SCALED
from checks.planted.plant import changed
from theory import framework as paper
from theory.claim import equation
from theory.notation import S, alpha, c, d, eta, k, kappa, n_0, n_t, t

THRESHOLD = paper.jump_threshold.printed
CHANGE = Derivative(k * paper.a_sq(t) - paper.w_sq(t), t)

PLANTS = (
    changed(
        "framework.norm-solution",
        "norm-differs",
        "!= for =",
        "refuted",
        Ne(n_t, GROWN, evaluate=False),
        "d|theta|/dS = eta |theta|^(kappa-1), separated",
    ),
    changed(
        "framework.norm-solution",
        "norm-and-half",
        "a further conjunct, false near the jump",
        "refuted",
        sp.And(equation(n_t, GROWN), Le(n_t, Rational(3, 4), evaluate=False), evaluate=False),
        "d|theta|/dS = eta |theta|^(kappa-1), separated",
    ),
    changed(
        "framework.jump-threshold",
        "threshold-exceeds",
        "> for =",
        "refuted",
        Gt(*THRESHOLD.args, evaluate=False),
        "where the norm is 1, for every kappa",
    ),
    changed(
        "framework.jump-threshold",
        "threshold-quadratic",
        "the threshold of kappa = 2 for every kappa",
        "refuted",
        equation(paper.S_jump, -log(n_0) / eta),
        "where the norm is 1, for every kappa",
    ),
    changed(
        "framework.utility-rises",
        "utility-always-rises",
        "> for >=: it rests where it is largest",
        "refuted",
        Gt(paper.rate_U, 0, evaluate=False),
    ),
    changed(
        "framework.first-crossing",
        "crossing-included",
        ">= on one side of an equivalence: false where the norm is 1",
        "refuted",
        sp.Equivalent(Ge(n_t, 1), Gt(S, paper.threshold(n_0) / eta)),
    ),
    changed(
        "framework.algorithm-threshold",
        "threshold-included",
        ">= on one side of an equivalence: false where the threshold is reached",
        "refuted",
        sp.Equivalent(Gt(paper.accumulated, paper.c_i), Ge(S, paper.c_i / eta)),
    ),
    changed(
        "framework.scaling-symmetry",
        "scaled-other-start",
        "right side as printed, left side from another start",
        "refuted",
        equation(paper.solution(2 * alpha, t), SCALED.args[1]),
    ),
    changed(
        "framework.scaling-symmetry",
        "scaled-exceeds",
        "> for =: equal as far as flows can tell",
        "unknown",
        Gt(*SCALED.args, evaluate=False),
    ),
    changed(
        "framework.conserved-quantity",
        "imbalance-grows",
        "> for =",
        "refuted",
        Gt(CHANGE, 0, evaluate=False),
    ),
    changed(
        "framework.conserved-quantity",
        "imbalance-degree-two",
        "true for activations of degree two only",
        "refuted",
        equation(Derivative(2 * paper.a_sq(t) - paper.w_sq(t), t), 0),
    ),
    changed(
        "framework.norm-lower-bound",
        "norm-bound-strict",
        "> for >=: false where one of the two layers is zero",
        "refuted",
        Gt(*paper.norm_lower_bound.printed.args, evaluate=False),
        "|a|^2 and |w|^2 not negative",
    ),
    changed(
        "framework.jump-bound-quadratic",
        "bound-strict",
        "> for >=: equal for an aligned neuron, as algebra sees and no ball",
        "refuted",
        Gt(*paper.jump_bound_quadratic.expr.args, evaluate=False),
        "S <= kappa U* tau",
        "kept by an aligned neuron",
    ),
    changed(
        "framework.accelerated-rate",
        "finite-at-the-boundary",
        "false only at kappa = c + d + 2",
        "refuted",
        sp.Equivalent(equation(paper.finite, 1), Le(kappa, c + d + 2)),
    ),
    changed(
        "framework.accelerated-rate",
        "finite-by-the-product",
        "cd + 3 for c + d + 2: true where one of the layers has one weight",
        "refuted",
        sp.Equivalent(equation(paper.finite, 1), Lt(kappa, c * d + 3)),
    ),
    changed(
        "framework.accelerated-rate",
        "finite-from-ten-on",
        "finite again for kappa > 9: beyond the degrees that one thinks of",
        "refuted",
        sp.Equivalent(
            equation(paper.finite, 1), sp.Or(Lt(kappa, c + d + 2), Gt(kappa, 9), evaluate=False)
        ),
    ),
    changed(
        "framework.leading-order",
        "order-above-two",
        "> for >=: false where the activation has a slope at 0",
        "refuted",
        Gt(paper.order, 2, evaluate=False),
        "first non-vanishing derivative of U(lambda theta)",
    ),
    changed(
        "framework.projection-size",
        "projection-product",
        "true where one of the dimensions is 1",
        "refuted",
        equation(paper.size, c * d + 1),
    ),
    changed(
        "framework.homogeneity",
        "homogeneity-and-grows",
        "a further conjunct, false for negative utilities or small factors",
        "refuted",
        sp.And(
            paper.homogeneity.printed, Ge(paper.U_scaled, paper.U, evaluate=False), evaluate=False
        ),
    ),
    changed(
        "framework.critical-points",
        "critical-and-restless",
        "a further conjunct: the other neuron never rests",
        "refuted",
        sp.And(
            *paper.critical_points.printed.args,
            Ne(paper.grad_active, 0, evaluate=False),
            evaluate=False,
        ),
        "the gradient at a dormant neuron, any activation to third order",
    ),
    # a premise dropped; false beyond every degree that is drawn
    changed(
        "framework.norm-bound-attained",
        "attained-anywhere",
        "the premise that one layer is zero is dropped",
        "refuted",
        equation(
            paper.theta_sq, sp.Max(-paper.imbalance, paper.imbalance / (kappa - 1), evaluate=False)
        ),
    ),
    changed(
        "framework.homogeneity",
        "degree-capped",
        "false from k = 7 on, outside the scope",
        "tested",
        equation(paper.U_scaled, paper.U * paper.lam ** (sp.Min(k, 6) + 1)),
    ),
)
