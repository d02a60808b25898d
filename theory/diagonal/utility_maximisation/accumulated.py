"""The utility and its integral after the last jump, in closed form."""

from __future__ import annotations

from typing import Any

from sympy import (
    And,
    Eq,
    Integral,
    Limit,
    Ne,
    Symbol,
    acosh,
    atanh,
    cosh,
    exp,
    log,
    oo,
    sign,
    sqrt,
    tanh,
)

from theory.claim import Claim, equation
from theory.derivation import Derivation, derive
from theory.diagonal.utility_maximisation.letters import (
    NEURON,
    S_0,
    U_0,
    S_later,
    U_later,
    delta,
    g,
    pm,
    rho,
    rho_later,
    u,
    utility_at,
    v,
    x,
)
from theory.framework import theta_sq
from theory.notation import U_star, alpha, eta, t

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
    erratum="Where the gradient vanishes, zeta = sgn(-g) rho = 0 (the theorem itself uses sgn(0) "
    "= 0) and the printed formula "
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
