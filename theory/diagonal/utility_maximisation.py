"""Appendix C.1: one dormant neuron (u_i, v_i), its utility |g_i|/2 at most, and the time of its jump.

While it is dormant the loss gradient g_i along beta_i is constant, and everything follows from one linear motion: the dual
variable G_i of the flow, which starts at 0 and moves at the rate -eta g_i.
"""

from __future__ import annotations

from typing import Any

from sympy import (
    Abs,
    And,
    Eq,
    Integral,
    Limit,
    Ne,
    Rational,
    Symbol,
    acosh,
    atanh,
    cosh,
    exp,
    log,
    oo,
    sign,
    sinh,
    sqrt,
    tanh,
)

from theory.claim import Claim, equation
from theory.derivation import Derivation, derive
from theory.framework import S_jump, U, rate_U, theta_sq
from theory.framework import gradient_norm as utility_slope
from theory.notation import U_bar, U_star, alpha, eta, function, letter, running, t

# --- letters of this setting ------------------------------------------------------------------------------------
u = letter("u_i", "u_{i}", "first parameter of neuron i", real=True)
v = letter("v_i", "v_{i}", "second parameter of neuron i", real=True)
g = letter("g_i", r"\nabla_{\beta_i}\mathcal{L}", "loss gradient along coefficient i", real=True)
beta = letter("beta_i", r"\beta_{i}", "coefficient i, u_i v_i", real=True)
dU_du = letter("dU_du", r"\partial_{u_i}\mathcal{U}_{i}", "utility gradient along u_i", real=True)
dU_dv = letter("dU_dv", r"\partial_{v_i}\mathcal{U}_{i}", "utility gradient along v_i", real=True)
U_0 = letter(
    "U_0", r"\bar{\mathcal{U}}_{i}(\tau^{(k)})", "normalised utility at the last jump", real=True
)
U_later = letter(
    "U_later",
    r"\bar{\mathcal{U}}_{i}(\tau^{(k)}+t)",
    "normalised utility a time t after the last jump",
    real=True,
)
utility_at = function(
    "Ubar",
    r"\bar{\mathcal{U}}_{i}(\tau^{(k)}+#1)",
    "normalised utility a time #1 after the last jump",
    of=("t",),
)
S_0 = letter(
    "S_0", r"\mathcal{S}_{i}(\tau^{(k)})", "accumulated utility at the last jump", nonnegative=True
)
S_later = letter(
    "S_later",
    r"\mathcal{S}_{i}(\tau^{(k)}+t)",
    "accumulated utility a time t after the last jump",
    real=True,
)
delta = letter(
    "delta_i", r"\delta_{i}^{(k)}", "artanh of the normalised over the maximal utility", real=True
)
rho = letter("rho_i", r"\rho_{i}(\tau^{(k)})", "sign of u_i v_i at the last jump", integer=True)
rho_later = letter(
    "rho_later",
    r"\rho_{i}(\tau^{(k)}+t)",
    "sign of u_i v_i a time t after the last jump",
    integer=True,
)
pm = letter(
    "pm",
    r"\pm",
    "+1 where the force on u_i v_i has its sign, else -1; either where one of them is zero",
    integer=True,
)
waiting = letter(
    "Delta_tau",
    r"\Delta\tau_{i}",
    "time from the last jump to the activation of neuron i",
    real=True,
)
dual = letter(
    "G_i",
    "G_{i}",
    "dual variable of the flow, minus eta times the integral of the gradient",
    real=True,
)
u_cross = letter("u_cross", r"u_{i}|_{u_iv_i=0}", "u_i at a moment where u_i v_i = 0", real=True)
v_cross = letter("v_cross", r"v_{i}|_{u_iv_i=0}", "v_i at a moment where u_i v_i = 0", real=True)

first = letter(
    "first",
    r"i_{\mathrm{first}}",
    "the dormant neuron whose accumulated utility reaches 1 first",
    integer=True,
)
i_star = letter(
    "i_star",
    r"\operatorname{argmin}_{i}\Delta\tau_{i}",
    "the neuron with the smallest predicted time",
    integer=True,
)
ratio = letter(
    "rate_ratio",
    r"\log\alpha/\log(\sqrt{2}\alpha)",
    "the two learning rates of the section against each other",
    positive=True,
)

x = running("x", "a real number", real=True)

SMALL = (alpha > 0, alpha < Rational(7, 10))  # eta_alpha > 0 needs alpha < 1/sqrt(2)
NEURON = (eta > 0, t > 0)

# --- utility maximisation: one neuron -------------------------------------------------------------------------------
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
    reading="Along every flow u' = -g v, v' = -g u, for any course of the gradient g; repeated at line 1049.",
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
    erratum="The initialisation (sqrt(2) alpha, 0) gives 2 alpha^2, as the main text has it; the lemma and its proof "
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
    given=(alpha > 0,),
    rests_on=("diagonal.conserved",),
    severity="typo",
    erratum="(2uv)^2 = (u^2 + v^2)^2 - (u^2 - v^2)^2, so the norm enters with its fourth power, not its square.",
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
    reading="With G' = -eta g and G(0) = 0, whatever the course of the gradient: the whole network, not only dormant neurons.",
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

SOLUTION = U_star * tanh(atanh(U_0 / U_star) + 4 * eta * U_star * t)

utility_solution = Claim(
    id="diagonal.utility-solution",
    title="The normalised utility in closed form",
    kind="ode-solution",
    label="lemma:dln-utility",
    line=973,
    printed=equation(U_later, SOLUTION),
    given=(eta > 0, t > 0, U_star > 0, U_0 < U_star, U_0 > -U_star),
    rests_on=("diagonal.riccati",),
)

utility_interpolates = Claim(
    id="diagonal.utility-interpolates",
    title="The normalised utility runs from its initial value to its maximum",
    kind="limit",
    label="sec:diagnn",
    line=335,
    printed=And(
        equation(utility_at(0), U_0), equation(Limit(utility_at(t), t, oo), U_star), evaluate=False
    ),
    given=(eta > 0, U_star > 0, U_0 < U_star, U_0 > -U_star),
    rests_on=("diagonal.utility-solution",),
)


def _derive_expanded() -> Derivation:
    moment = Symbol("r", positive=True)
    return derive(
        S_0 + Integral(2 * U_star * tanh(delta + 4 * eta * U_star * moment), (moment, 0, t))
    ).integrate(
        antiderivative=log(cosh(4 * eta * U_star * moment + delta) / cosh(delta)) / (2 * eta)
    )


accumulated_utility_expanded = Claim(
    id="diagonal.accumulated-utility-expanded",
    title="The accumulated utility, integrated",
    kind="ode-solution",
    label="eq:dln-accum-utilty-expanded",
    line=1015,
    printed=equation(
        S_later, S_0 + log(cosh(4 * eta * U_star * t + delta) / cosh(delta)) / (2 * eta)
    ),
    given=(eta > 0, t > 0, U_star > 0, S_0 >= 0),
    rests_on=("diagonal.utility-solution",),
    derive=_derive_expanded,
)

hyperbolic_identity = Claim(
    id="diagonal.hyperbolic-identity",
    title="artanh in terms of arcosh",
    kind="identity",
    label="eq:dln-accum-utilty-expanded",
    line=1017,
    printed=equation(atanh(x), sign(x) * acosh(1 / sqrt(1 - x**2))),
    given=(x > -1, x < 1),
)

delta_parameters = Claim(
    id="diagonal.delta-parameters",
    title="The constant of the solution from the parameters",
    kind="identity",
    label="eq:dln-accum-utilty-expanded",
    line=1019,
    printed=equation(delta, -sign(g) * atanh(2 * u * v / theta_sq)),
    given=(alpha > 0, Ne(g, 0)),
    rests_on=("diagonal.utility", "diagonal.maximal-utility"),
)

delta_norm = Claim(
    id="diagonal.delta-norm",
    title="The constant of the solution from the norm",
    kind="identity",
    label="eq:dln-accum-utilty-expanded",
    line=1020,
    printed=equation(delta, -sign(g) * rho * acosh(theta_sq / (2 * alpha**2))),
    given=(alpha > 0, Ne(g, 0)),
    rests_on=("diagonal.delta-parameters", "diagonal.product", "diagonal.hyperbolic-identity"),
)

delta_accumulated = Claim(
    id="diagonal.delta-accumulated",
    title="The constant of the solution from the accumulated utility",
    kind="identity",
    label="eq:dln-accum-utilty-expanded",
    line=1021,
    printed=equation(delta, -sign(g) * rho * acosh(exp(2 * eta * S_0))),
    given=(alpha > 0, eta > 0, Ne(g, 0)),
    rests_on=("diagonal.delta-norm", "diagonal.norm"),
)

norm = Claim(
    id="diagonal.norm",
    title="The norm in terms of the accumulated utility",
    kind="ode-solution",
    label="eq:dln-accum-utilty-expanded",
    line=1023,
    printed=equation(theta_sq, 2 * alpha**2 * exp(2 * eta * S_0)),
    given=(alpha > 0, eta > 0),
    rests_on=("framework.norm-solution",),
)

DISTANCE = acosh(exp(2 * eta * S_0))  # 2 eta |sigma|


def _accumulated(sign_) -> Any:
    return log(cosh(2 * eta * (2 * U_star * t + sign_ / (2 * eta) * DISTANCE))) / (2 * eta)


accumulated_utility_main = Claim(
    id="diagonal.accumulated-utility-main",
    title="The accumulated utility, in the main text",
    kind="ode-solution",
    label="eq:dln-accumulated-utility",
    line=340,
    printed=equation(S_later, _accumulated(pm)),
    given=(eta > 0, t > 0),
    rests_on=("diagonal.accumulated-utility-expanded", "diagonal.delta-accumulated"),
    reading="The 'unspecified sign' is sgn(-g) sgn(u v), and either sign where that is zero.",
)


def _derive_accumulated() -> Derivation:
    moment, start = Symbol("r", positive=True), Symbol("z", real=True)
    return (
        derive(
            log(cosh(start)) / (2 * eta)
            + Integral(-g * tanh(start - 2 * eta * g * moment), (moment, 0, t))
        )
        .integrate(
            "integrate twice the normalised utility",
            antiderivative=log(cosh(start - 2 * eta * g * moment)) / (2 * eta),
        )
        .equals(log(cosh(start - 2 * eta * g * t)) / (2 * eta), because="the start cancels")
        .substitute(
            Eq(start, rho * DISTANCE), because="where it starts: z = rho arcosh exp(2 eta S)"
        )
    )


accumulated_utility = Claim(
    id="diagonal.accumulated-utility",
    title="The accumulated utility of a dormant neuron",
    kind="ode-solution",
    label="eq:app-dln-accumulated-utility",
    line=999,
    printed=equation(S_later, _accumulated(-sign(g) * rho)),
    corrected=equation(S_later, log(cosh(rho * DISTANCE - 2 * eta * g * t)) / (2 * eta)),
    given=NEURON,
    rests_on=("diagonal.accumulated-utility-expanded", "diagonal.delta-accumulated"),
    derive=_derive_accumulated,
    severity="slip",
    erratum="Where the gradient vanishes, zeta = sgn(-g) rho = 0 (the theorem itself uses sgn(0) = 0) and the printed formula "
    "resets a utility that in truth stays put. Without zeta the formula holds for every gradient.",
)

sign_recursion = Claim(
    id="diagonal.sign-recursion",
    title="The sign of the product of a dormant neuron",
    kind="recursion",
    label="eq:dln-sgn-prod-update",
    line=1005,
    printed=equation(rho_later, sign(rho / (2 * eta) * DISTANCE - g * t)),
    given=NEURON,
    rests_on=("diagonal.dual-variable", "diagonal.norm"),
)

jump_time = Claim(
    id="diagonal.jump-time",
    title="The time a dormant neuron takes to activate",
    kind="recursion",
    label="corr:dln-next-neuron-agf",
    line=1032,
    printed=equation(
        waiting, (acosh(exp(2 * eta)) + sign(g) * rho * DISTANCE) / (2 * eta * 2 * U_star)
    ),
    given=(eta > 0, Ne(g, 0)),
    rests_on=("diagonal.accumulated-utility",),
    reading="For S <= 1 and zeta_i = -sgn(g) rho.",
)

next_neuron = Claim(
    id="diagonal.next-neuron",
    title="The next neuron to activate",
    kind="recursion",
    label="corr:dln-next-neuron-agf",
    line=1030,
    printed=equation(first - i_star, 0),
    rests_on=("diagonal.jump-time",),
    reading="The utility flow of every dormant neuron is integrated until the first accumulated utility is 1.",
)

unit_threshold = Claim(
    id="diagonal.unit-threshold",
    title="With the accelerated learning rate the threshold is 1",
    kind="identity",
    label="eq:dln-accumulated-utility",
    line=343,
    printed=equation(S_jump, 1),
    given=SMALL,
    rests_on=("framework.jump-threshold", "diagonal.norm"),
    reading="c_i/eta at eta = -log(sqrt(2) alpha) and |theta(0)| = sqrt(2) alpha.",
)

two_rates = Claim(
    id="diagonal.two-rates",
    title="The learning rates of the figure and of the theorem agree in the limit",
    kind="limit",
    label="fig:diagonal-linear-sweep",
    line=317,
    printed=equation(Limit(log(alpha) / log(sqrt(2) * alpha), alpha, 0), 1),
    reading="The caption, and Pesme and Flammarion, use -log(alpha); the theorem uses -log(sqrt(2) alpha).",
)

two_rates_exact = Claim(
    id="diagonal.two-rates-exact",
    title="By how much the two learning rates differ",
    kind="identity",
    label="fig:diagonal-linear-sweep",
    line=317,
    origin="ours",
    printed=equation(ratio, 1 + log(2) / (2 * eta)),
    given=SMALL,
    reading="eta = -log(sqrt(2) alpha). A jump time read in the other unit is off by this factor: 1.5% even at alpha = 1e-10.",
)
