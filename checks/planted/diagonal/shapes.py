"""Other relations, further conjuncts, dropped premises: what no mutant of a formula tries."""

from __future__ import annotations

import sympy as sp
from sympy import Abs, Ge, Gt, Le, Limit, Lt, Ne, Rational, exp, sign, sqrt

from checks.planted.diagonal.letters import CONSERVED, FIRST, PRODUCT, SECOND, WAITING, also
from checks.planted.plant import changed
from theory import diagonal as paper
from theory.claim import equation
from theory.diagonal import S_0, S_later, g, s, theta_sq, u, v, waiting
from theory.notation import U_star, alpha, eta

PLANTS = (
    changed(
        "diagonal.conserved",
        "conserved-differs",
        "!= for =",
        "refuted",
        Ne(u**2 - v**2, 2 * alpha**2, evaluate=False),
    ),
    changed(
        "diagonal.conserved",
        "conserved-exceeds",
        "> for =",
        "refuted",
        Gt(u**2 - v**2, 2 * alpha**2, evaluate=False),
    ),
    changed(
        "diagonal.conserved",
        "conserved-and-positive",
        "a further conjunct that is false where the force is positive",
        "refuted",
        also(CONSERVED, Ge(u * v, 0, evaluate=False)),
    ),
    changed(
        "diagonal.dual-variable",
        "dual-differs",
        "!= for = in one of three equations",
        "refuted",
        also(Ne(*FIRST.args, evaluate=False), SECOND, PRODUCT),
    ),
    changed(
        "diagonal.dual-variable",
        "dual-and-bounded",
        "a further conjunct, false only far from the start",
        "refuted",
        also(FIRST, SECOND, PRODUCT, Lt(u, 100 * alpha, evaluate=False)),
    ),
    changed(
        "diagonal.dual-variable",
        "dual-and-upwards",
        "a further conjunct, false for one sign of the force",
        "refuted",
        also(FIRST, SECOND, PRODUCT, Ge(v, 0, evaluate=False)),
    ),
    changed(
        "diagonal.norm",
        "norm-exceeds",
        "> for =",
        "refuted",
        Gt(theta_sq, 2 * alpha**2 * exp(2 * eta * S_0), evaluate=False),
    ),
    changed(
        "diagonal.parameters",
        "parameters-signed",
        "the sign of v is lost: right for one sign of the force",
        "refuted",
        also(
            equation(u, sqrt((theta_sq + 2 * alpha**2) / 2)),
            equation(v, sqrt((theta_sq - 2 * alpha**2) / 2)),
        ),
    ),
    changed(
        "diagonal.parameters",
        "parameters-unequal",
        "a further conjunct, false only at the start of the flow",
        "refuted",
        also(*paper.parameters.printed.args, Ne(v, 0, evaluate=False)),
    ),
    changed(
        "diagonal.sign-change",
        "crossing-differs",
        "!= for = in the second of two equations",
        "refuted",
        also(equation(paper.u_cross, sqrt(2) * alpha), Ne(paper.v_cross, 0, evaluate=False)),
        "the only zero of u v on the orbit",
    ),
    changed(
        "diagonal.utility-solution",
        "utility-above",
        "> for =, and its maximum for its value",
        "refuted",
        Gt(paper.U_later, U_star, evaluate=False),
        "from any start, for either sign of the gradient",
    ),
    changed(
        "diagonal.maximiser",
        "maximiser-no-force",
        "the premise g != 0 dropped: without a force every point is a maximum",
        "refuted",
        paper.maximiser.printed,
        "every local maximum on the circle",
        given=(),
    ),
    changed(
        "diagonal.jump-time",
        "waiting-differs",
        "!= for =",
        "refuted",
        Ne(waiting, WAITING, evaluate=False),
        "where the moving neuron meets the threshold",
        "against the roots of S = 1",
    ),
    changed(
        "diagonal.jump-time",
        "waiting-and-short",
        "a further conjunct, false where the past points the other way",
        "refuted",
        also(equation(waiting, WAITING), Le(waiting, 2 / Abs(g), evaluate=False)),
        "where the moving neuron meets the threshold",
        "against the roots of S = 1",
    ),
    changed(
        "diagonal.jump-time",
        "waiting-without-premise",
        "the premise g != 0 dropped: without a force nothing activates, and nothing is said",
        "unknown",
        equation(waiting, WAITING),
        "where the moving neuron meets the threshold",
        given=(eta > 0,),
    ),
    changed(
        "diagonal.simplified-jump-time",
        "root-beyond",
        "the premise |s| <= 1 weakened to 2: beyond the boundary another root comes first",
        "refuted",
        paper.simplified_jump_time.printed,
        "the positive root, for either sign of g",
        "the smallest positive root",
        given=(Ne(g, 0), s >= -2, s <= 2, sign(g) * s > -1),
    ),
    changed(
        "diagonal.activation-sign",
        "activation-large",
        "a further conjunct, false at small alpha",
        "refuted",
        also(paper.activation_sign.printed, Gt(Abs(u), 1, evaluate=False)),
        "where the moving neuron meets the threshold",
        "at the moment of the jump",
    ),
    changed(
        "diagonal.accumulated-utility-main",
        "accumulated-one-sign",
        "only one of the two signs, right for a neuron that starts afresh",
        "refuted",
        equation(S_later, paper.accumulated_utility_main.formula.xreplace({paper.pm: sp.S.One})),
    ),
    changed(
        "diagonal.exact-relation-step",
        "step-extra",
        "a further conjunct, false where s' = 0 only",
        "refuted",
        also(*paper.exact_relation_step.printed.args, Ne(paper.s_later, 0, evaluate=False)),
    ),
    changed(
        "diagonal.utility-limit",
        "limit-elsewhere",
        "the limit at another point, where the formula is not judged by its limit at 0",
        "refuted",
        equation(Limit(paper.agf_utility(alpha), alpha, Rational(1, 2)), Abs(s)),
        given=(s >= Rational(1, 4), s <= 1),
    ),
    changed(
        "diagonal.theorem",
        "theorem-strict",
        "> for =: the limit is 1, and no measurement tells 1 from a little more",
        "unknown",
        also(
            Gt(Limit(paper.agf_time(alpha), alpha, 0), paper.t_pf, evaluate=False),
            equation(Limit(paper.agf_gap(alpha), alpha, 0), 0),
        ),
    ),
    changed(
        "diagonal.exact-relation",
        "relation-at-zero",
        "the factor of the limit at every alpha",
        "refuted",
        also(equation(paper.t_agf, paper.t_pf), equation(paper.beta_gap, 0)),
        "every jump of the recursion, 40 digits",
    ),
    changed(
        "diagonal.unique-minimum",
        "no-minimum",
        "a count that is off by one",
        "refuted",
        Gt(paper.minimisers, 1, evaluate=False),
    ),
)
