"""The letters of one dormant neuron (u_i, v_i), its utility and its jump."""

from __future__ import annotations

from sympy import Rational

from theory.notation import alpha, eta, function, letter, running, t

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
ratio_at = function(
    "rate_ratio_at",
    r"\frac{\log #1}{\log(\sqrt{2}#1)}",
    "the two learning rates of the section against each other, at scale #1",
    of=("alpha",),
)
x = running("x", "a real number", real=True)
SMALL = (alpha > 0, alpha < Rational(7, 10))  # eta_alpha > 0 needs alpha < 1/sqrt(2)
NEURON = (eta > 0, t > 0)
