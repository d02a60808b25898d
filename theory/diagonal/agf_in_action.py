"""Appendix C.3: AGF tends to Pesme and Flammarion's algorithm as alpha -> 0, and is the same up to
one factor at any alpha.
"""

from __future__ import annotations

from typing import Any

from sympy import (
    Abs,
    And,
    Eq,
    Equivalent,
    Implies,
    Le,
    Limit,
    Lt,
    Ne,
    acosh,
    cosh,
    exp,
    log,
    oo,
    sign,
    sqrt,
)

from theory.claim import Claim, equation
from theory.diagonal.utility_maximisation import beta, g, waiting, x
from theory.notation import alpha, eta, function, letter

s = letter(
    "s_i", "s_{i}", "integral of minus the gradient in Pesme and Flammarion's algorithm", real=True
)
s_later = letter(
    "s_later", "s_{i}'", "the integral of minus the gradient at the next jump", real=True
)
tau_pf = letter(
    "tau_pf",
    r"\tau_{i}",
    "time from the last jump to +-1 in Pesme and Flammarion's algorithm",
    real=True,
)
sigma = letter("sigma_i", r"\sigma_{i}", "rho arcosh(exp(2 eta S))/(2 eta)", real=True)
sigma_later = letter(
    "sigma_later", r"\sigma_{i}'", "rho arcosh(exp(2 eta S))/(2 eta) at the next jump", real=True
)

agf_utility = function(
    "S_AGF",
    r"\mathcal{S}_{i}^{\mathrm{AGF}}(#1)",
    "accumulated utility of AGF at scale #1 where the integral is s_i",
    of=("alpha",),
)
agf_waiting = function(
    "Dtau_AGF",
    r"\Delta\tau_{i}^{\mathrm{AGF}}(#1)",
    "waiting time of AGF at scale #1 where the integral is s_i",
    of=("alpha",),
)

U_best = letter(
    "U_best",
    r"\bar{\mathcal{U}}_{i}^{*}",
    "maximal utility of neuron i, zero where its gradient is",
    nonnegative=True,
)
arcosh_exp = function(
    "arcosh_exp",
    r"\cosh^{-1}(\exp(#1))",
    "arcosh(exp(#1)), for #1 >= 0, where it is a real number",
    of=("x",),
)

ACCELERATED = -log(sqrt(2) * alpha)  # eta_alpha of thrm:dln-accum-util


def boundary(rate: Any = eta) -> Any:
    """A = arcosh(exp(2 eta))/(2 eta): the |sigma| at which the accumulated utility is 1.

    >>> boundary(10).evalf(10)
    1.034657359
    """
    return acosh(exp(2 * rate)) / (2 * rate)


def jump_factor(scale: Any = alpha) -> Any:
    """A = arcosh(1/(2 alpha^2))/(-2 log(sqrt(2) alpha)): a jump time of AGF over its limit.

    >>> from sympy import Rational
    >>> jump_factor(Rational(1, 10)).evalf(10)
    1.177158254
    """
    return acosh(1 / (2 * scale**2)) / (-2 * log(sqrt(2) * scale))


# --- AGF in action: Pesme and Flammarion ----------------------------------------------------------
candidates = Claim(
    id="diagonal.candidates",
    title="Non-zero gradient means dormant with non-zero utility",
    kind="identity",
    label="alg:successive_saddles",
    line=1171,
    printed=Equivalent(
        Ne(g, 0), And(Eq(beta, 0), Ne(U_best, 0, evaluate=False), evaluate=False), evaluate=False
    ),
    rests_on=("diagonal.constrained-minimum", "diagonal.maximal-utility"),
    reading="On every plateau, for every coordinate.",
)

dormant_integral = Claim(
    id="diagonal.dormant-integral",
    title="The integrals of the candidates lie inside the boundary",
    kind="inequality",
    label="alg:successive_saddles",
    line=1176,
    printed=Lt(Abs(s), 1),
    corrected=Le(Abs(s), 1),
    severity="slip",
    erratum="A neuron that has just returned to dormancy sits at +-1 exactly, with a gradient "
    "that points inwards. The simplified "
    "jump time survives, because tau > 0 still leaves one boundary.",
    reading="For every coordinate with a non-zero gradient, at the start of a utility "
    "maximisation.",
)

dormant_set = Claim(
    id="diagonal.dormant-set",
    title="Integrals inside the boundary and the dormant set",
    kind="identity",
    label="alg:successive_saddles",
    line=1195,
    printed=Equivalent(Lt(Abs(s), 1), Eq(beta, 0)),
    corrected=Implies(Lt(Abs(s), 1), Eq(beta, 0)),
    rests_on=("diagonal.dormant-integral",),
    severity="slip",
    erratum="Inside the boundary implies dormant; the converse fails for a neuron that has just "
    "returned to dormancy, at +-1.",
    reading="'Correspond to' as 'are exactly', on every plateau.",
)

simplified_jump_time = Claim(
    id="diagonal.simplified-jump-time",
    title="Pesme and Flammarion's jump time, simplified",
    kind="identity",
    label="alg:successive_saddles",
    line=1179,
    printed=equation(tau_pf, (1 + sign(g) * s) / Abs(g)),
    given=(Ne(g, 0), s >= -1, s <= 1, sign(g) * s > -1),
    rests_on=("diagonal.dormant-integral",),
    reading="tau_i is the smallest positive root of s - tau g = +-1 (line 1174). At the outward "
    "boundary there is none to wait for.",
)

arcosh_asymptotics = Claim(
    id="diagonal.arcosh-asymptotics",
    title="arcosh(exp(x)) for large x",
    kind="limit",
    label="alg:successive_saddles",
    line=1182,
    printed=equation(Limit(arcosh_exp(x) - x, x, oo), log(2)),
    reading="In the strong sense that the difference vanishes.",
)

log_cosh = Claim(
    id="diagonal.log-cosh",
    title="log cosh(x) for large x",
    kind="limit",
    label="thm:diagonal-linear",
    line=373,
    printed=equation(Limit(log(cosh(x)) - x, x, oo), 0),
    corrected=equation(Limit(log(cosh(x)) - x, x, oo), -log(2)),
    severity="slip",
    erratum="log cosh(x) - |x| tends to -log 2, not to 0. Only the ratio tends to 1, which is "
    "all that the theorem needs, since "
    "the constant is divided by 2 eta.",
    reading="The arrow between two growing functions as: their difference vanishes (both are "
    "even, so x -> oo is enough).",
)

utility_limit = Claim(
    id="diagonal.utility-limit",
    title="The accumulated utility tends to the absolute integral",
    kind="limit",
    label="thm:diagonal-linear",
    line=373,
    given=(s >= -1, s <= 1),
    printed=And(
        equation(Limit(agf_utility(alpha), alpha, 0), Abs(s)),
        equation(Limit(sign(s) * agf_utility(alpha), alpha, 0), s),
        evaluate=False,
    ),
    rests_on=("diagonal.exact-relation-step",),
    reading="Also rho_i S_i = s_i, line 1183.",
)

jump_time_limit = Claim(
    id="diagonal.jump-time-limit",
    title="AGF's jump time tends to Pesme and Flammarion's",
    kind="limit",
    label="alg:successive_saddles",
    line=1181,
    given=(Ne(g, 0), s >= -1, s <= 1, sign(g) * s > -1),
    printed=equation(Limit(agf_waiting(alpha), alpha, 0), (1 + sign(g) * s) / Abs(g)),
    rests_on=("diagonal.jump-time", "diagonal.simplified-jump-time", "diagonal.arcosh-asymptotics"),
)

exact_relation_step = Claim(
    id="diagonal.exact-relation-step",
    title="One step of AGF is one of Pesme and Flammarion's, stretched",
    kind="recursion",
    label="thm:diagonal-linear",
    line=371,
    origin="ours",
    given=(eta > 0, Ne(g, 0), s >= -1, s <= 1, sign(g) * s > -1),
    printed=And(
        equation(waiting, boundary() * tau_pf),
        equation(sigma_later, boundary() * s_later),
        evaluate=False,
    ),
    rests_on=("diagonal.jump-time", "diagonal.accumulated-utility"),
    reading="If sigma = A s before the step then each neuron's waiting time is A times the one "
    "of the algorithm, and after any "
    "time A tau again sigma = A s; the first neuron, its sign and the constrained problem are "
    "then the same too.",
)
