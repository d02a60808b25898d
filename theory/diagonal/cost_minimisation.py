"""Appendix C.2: the active coefficients run to the constrained minimum, with the signs they jumped
with.
"""

from __future__ import annotations

from sympy import Ne, sign

from theory.claim import Claim, equation
from theory.diagonal.utility_maximisation import g, u, v
from theory.notation import alpha, eta, letter

beta_flow = letter(
    "beta_flow", r"\beta_{\mathcal{A}}", "where the flow of the active neurons ends", real=True
)
beta_best = letter(
    "beta_best",
    r"\operatorname{argmin}_{\beta_j\operatorname{sgn}(u_jv_j)\geq0}\mathcal{L}",
    "the constrained minimiser",
    real=True,
)
minimisers = letter(
    "minimisers", r"\#\operatorname{argmin}", "number of constrained minimisers", integer=True
)

# --- cost minimisation ----------------------------------------------------------------------------
activation_sign = Claim(
    id="diagonal.activation-sign",
    title="The sign with which a neuron activates",
    kind="identity",
    label="app:dln-cost-min",
    line=1047,
    printed=equation(sign(u * v), -sign(g)),
    given=(alpha > 0, eta > 0, Ne(g, 0)),
    rests_on=("diagonal.jump-time",),
    reading="u, v at the moment where the accumulated utility reaches 1; also line 348.",
)

constrained_minimum = Claim(
    id="diagonal.constrained-minimum",
    title="Cost minimisation ends at the constrained minimiser",
    kind="optimum",
    label="app:dln-cost-min",
    line=1052,
    printed=equation(beta_flow - beta_best, 0),
    rests_on=("diagonal.sign-change",),
    reading="Each coefficient of the limit of the active neurons' flow, alpha -> 0 (balanced "
    "neurons, u^2 = v^2), where that flow has a limit and the argmin is the only one; dormant ones "
    "stay at zero. Also line 353.",
)

unique_minimum = Claim(
    id="diagonal.unique-minimum",
    title="The constrained minimiser is unique",
    kind="optimum",
    label="app:dln-cost-min",
    line=1059,
    printed=equation(minimisers, 1),
    rests_on=("diagonal.constrained-minimum",),
    reading="For the active sets that AGF reaches, inputs in general position, also for d > n. "
    "(Not for every set: three "
    "inputs in the plane with positive signs have many interpolators. The integrals s = X w keep "
    "such a set out of reach, "
    "since n + 1 of them can only be +-1 together if their inputs are not in general position.)",
)

ONE_AT_A_TIME = (
    "For inputs in general position on which coordinates come one at a time: no two are due at "
    "once, and none is left on the "
    "boundary with neither coefficient nor force; for such data see diagonal.ties."
)
