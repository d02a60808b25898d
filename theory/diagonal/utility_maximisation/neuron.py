"""One neuron: its utility |g_i|/2 at most, what its flow conserves, and the Riccati equation."""

from __future__ import annotations

from sympy import Abs, And, Ne, cosh, sign, sinh, sqrt

from theory.claim import Claim, equation
from theory.diagonal.utility_maximisation.letters import (
    SMALL,
    beta,
    dU_du,
    dU_dv,
    dual,
    g,
    u,
    u_cross,
    v,
    v_cross,
)
from theory.framework import U, rate_U, theta_sq
from theory.framework import gradient_norm as utility_slope
from theory.notation import U_bar, U_star, alpha, eta

utility = Claim(
    id="diagonal.utility",
    title="The utility of a neuron",
    kind="identity",
    label="lemma:dln-max-utility",
    line=934,
    printed=equation(U, -u * v * g),
    reading="Also stated in the main text, line 333.",
)


maximal_utility = Claim(
    id="diagonal.maximal-utility",
    title="The maximal utility on the unit circle",
    kind="optimum",
    label="lemma:dln-max-utility",
    line=936,
    printed=equation(U_star, Abs(g) / 2),
    rests_on=("diagonal.utility",),
)


maximiser = Claim(
    id="diagonal.maximiser",
    title="Where the utility is maximal on the unit circle",
    kind="optimum",
    label="lemma:dln-max-utility",
    line=936,
    printed=And(equation(Abs(u), Abs(v)), equation(sign(u * v), -sign(g)), evaluate=False),
    given=(Ne(g, 0),),
    rests_on=("diagonal.utility",),
    reading="At every local maximum of the utility on the circle, for g_i != 0.",
)


conserved = Claim(
    id="diagonal.conserved",
    title="The conserved difference of squares, in the main text",
    kind="identity",
    label="sec:diagnn",
    line=350,
    printed=equation(u**2 - v**2, 2 * alpha**2),
    given=(alpha > 0,),
    reading="Along every flow u' = -g v, v' = -g u, for any course of the gradient g; repeated "
    "at line 1049.",
)


conserved_appendix = Claim(
    id="diagonal.conserved-appendix",
    title="The conserved difference of squares, in the lemma",
    kind="identity",
    label="lemma:dln-neuron-identities",
    line=952,
    printed=equation(u**2 - v**2, 2 * alpha),
    corrected=equation(u**2 - v**2, 2 * alpha**2),
    given=(alpha > 0,),
    severity="typo",
    erratum="The initialisation (sqrt(2) alpha, 0) gives 2 alpha^2, as the main text has it; the "
    "lemma and its proof "
    "(lines 952, 960, 962) drop the square.",
)


product = Claim(
    id="diagonal.product",
    title="The product of a neuron's parameters in terms of its norm",
    kind="identity",
    label="lemma:dln-neuron-identities",
    line=953,
    printed=equation(2 * Abs(u * v), sqrt(theta_sq - 4 * alpha**4)),
    corrected=equation(2 * Abs(u * v), sqrt(theta_sq**2 - 4 * alpha**4)),
    given=SMALL,
    rests_on=("diagonal.conserved",),
    severity="typo",
    erratum="(2uv)^2 = (u^2 + v^2)^2 - (u^2 - v^2)^2, so the norm enters with its fourth power, "
    "not its square.",
    reading="The printed sign +- is that of u_i v_i: the statement is about |u_i v_i|.",
)


parameters = Claim(
    id="diagonal.parameters",
    title="A neuron's parameters in terms of its norm",
    kind="identity",
    label="lemma:dln-neuron-identities",
    line=964,
    printed=And(
        equation(Abs(u), sqrt((theta_sq + 2 * alpha**2) / 2)),
        equation(Abs(v), sqrt((theta_sq - 2 * alpha**2) / 2)),
        evaluate=False,
    ),
    given=(alpha > 0,),
    rests_on=("diagonal.conserved",),
    reading="The printed signs +- are those of u_i and v_i.",
)


sign_change = Claim(
    id="diagonal.sign-change",
    title="The product changes sign only at the initialisation",
    kind="identity",
    label="app:dln-cost-min",
    line=1049,
    printed=And(equation(u_cross, sqrt(2) * alpha), equation(v_cross, 0), evaluate=False),
    given=(alpha > 0,),
    rests_on=("diagonal.conserved",),
    reading="Wherever u_i v_i = 0 along the flow; also line 350.",
)


dual_variable = Claim(
    id="diagonal.dual-variable",
    title="The flow of one neuron is linear in its dual variable",
    kind="ode-solution",
    label="app:diagonal-linear",
    line=925,
    origin="ours",
    printed=And(
        equation(u, sqrt(2) * alpha * cosh(dual)),
        equation(v, sqrt(2) * alpha * sinh(dual)),
        equation(beta, alpha**2 * sinh(2 * dual)),
        evaluate=False,
    ),
    given=(alpha > 0,),
    reading="With G' = -eta g and G(0) = 0, whatever the course of the gradient: the whole "
    "network, not only dormant neurons.",
)


utility_gradient = Claim(
    id="diagonal.utility-gradient",
    title="The gradient of the utility",
    kind="identity",
    label="lemma:dln-utility",
    line=980,
    printed=And(equation(dU_du, -g * v), equation(dU_dv, -g * u), evaluate=False),
    rests_on=("diagonal.utility",),
)


gradient_norm = Claim(
    id="diagonal.gradient-norm",
    title="The norm of the utility gradient on the unit circle",
    kind="identity",
    label="lemma:dln-utility",
    line=988,
    printed=equation(utility_slope**2, 4 * U_star**2),
    rests_on=("diagonal.maximal-utility", "diagonal.utility-gradient"),
)


riccati = Claim(
    id="diagonal.riccati",
    title="The normalised utility follows a Riccati equation",
    kind="identity",
    label="lemma:dln-utility",
    line=971,
    printed=equation(rate_U, 4 * eta * (U_star**2 - U_bar**2)),
    given=(eta > 0,),
    rests_on=("framework.riccati", "diagonal.gradient-norm"),
)
