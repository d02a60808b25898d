"""Appendix C.3, the whole sequence: AGF, Pesme and Flammarion's algorithm and gradient flow."""

from __future__ import annotations

from sympy import Abs, And, Le, Limit, Rational, log

from theory.claim import Claim, equation
from theory.diagonal.agf_in_action import jump_factor, s
from theory.diagonal.cost_minimisation import ONE_AT_A_TIME
from theory.diagonal.utility_maximisation import SMALL
from theory.notation import alpha, function, letter

s_mid = letter(
    "s_mid",
    r"s_{i}(\tfrac{a+b}{2})",
    "the integral in the middle of a stretch of a plateau",
    real=True,
)
s_left = letter("s_left", "s_{i}(a)", "the integral at the start of the stretch", real=True)
s_right = letter("s_right", "s_{i}(b)", "the integral at the end of the stretch", real=True)
t_agf = letter("t_agf", r"t_{\mathrm{AGF}}", "a jump time of AGF", real=True)
t_pf = letter(
    "t_pf", r"t_{\mathrm{PF}}", "the jump time in Pesme and Flammarion's algorithm", real=True
)
t_ratio = letter(
    "t_ratio",
    r"\lim t_{\mathrm{AGF}}/t_{\mathrm{PF}}",
    "limit of the ratio of jump times as alpha -> 0",
    real=True,
)
t_gf_ratio = letter(
    "t_gf_ratio",
    r"\lim t_{\mathrm{GF}}/t_{\mathrm{PF}}",
    "limit of the ratio of jump times as alpha -> 0",
    real=True,
)
level_gf = letter(
    "level_gf",
    r"\lim\mathcal{L}_{\mathrm{GF}}-\mathcal{L}_{\mathrm{PF}}",
    "difference of plateau levels as alpha -> 0",
    real=True,
)
misread = letter(
    "misread",
    r"\#\{k: i_{\mathrm{GF}}^{(k)}\neq i_{\mathrm{PF}}^{(k)}\}",
    "jumps whose coordinate or sign differs",
    integer=True,
)
beta_gap = letter(
    "beta_gap",
    r"\beta_{\mathrm{AGF}}-\beta_{\mathrm{PF}}",
    "largest difference of the coefficients on a plateau",
    real=True,
)
agf_time = function(
    "t_AGF",
    r"t_{\mathrm{AGF}}(#1)",
    "a jump time of AGF at scale #1",
    of=("alpha",),
)
agf_gap = function(
    "gap_AGF",
    r"\max_i|\beta_{\mathrm{AGF},i}(#1)-\beta_{\mathrm{PF},i}|",
    "largest difference of the coefficients on a plateau, with AGF at scale #1",
    of=("alpha",),
)
plain_factor = function(
    "plain_factor",
    r"A_{#1}\eta_{#1}",
    "A eta at scale #1: a jump time of AGF in plain time over its limit in accelerated time",
    of=("alpha",),
)

jumps = letter("jumps", r"\#\tau", "number of jumps", integer=True)
beta_1 = letter("beta_1", r"\beta_{1}^{(2)}", "first coefficient after the second jump", real=True)
S_low = letter(
    "S_low",
    r"\min\mathcal{S}_{1}",
    "smallest accumulated utility of the first neuron between jumps 2 and 3",
    real=True,
)
flip = letter(
    "flip",
    r"\rho_{1}^{(1)}\rho_{1}^{(3)}",
    "first sign of the first coefficient times its last",
    integer=True,
)

LENGTHS = (
    "Plateaus of length zero do not count: AGF has some where several neurons are due at once, or "
    "where one was left on the boundary with neither coefficient nor force and joins again with "
    "another (X = [3 1 0 2; 4 1 -2 3; 5 0 -2 4], y = [-2 0 2 -1])."
)

exact_relation = Claim(
    id="diagonal.exact-relation",
    title="AGF's jump times are a constant times Pesme and Flammarion's, at every alpha",
    kind="recursion",
    label="thm:diagonal-linear",
    line=371,
    origin="ours",
    printed=And(equation(t_agf, jump_factor() * t_pf), equation(beta_gap, 0), evaluate=False),
    given=SMALL,
    rests_on=("diagonal.exact-relation-step",),
    reading="For every alpha < 1/sqrt(2), every d and n, and every jump, inputs in general "
    "position: "
    "the coefficients of AGF do not depend on alpha, its cost minimisation ending at the argmin of "
    "line 353 at every alpha. " + LENGTHS,
)

physical_factor = Claim(
    id="diagonal.physical-factor",
    title="In plain time the factor is -log(alpha), up to alpha^4/2",
    kind="limit",
    label="thm:diagonal-linear",
    line=371,
    origin="ours",
    rests_on=("diagonal.exact-relation",),
    printed=equation(
        Limit((plain_factor(alpha) + log(alpha)) / alpha**4, alpha, 0), -Rational(1, 2)
    ),
    reading="With Pesme and Flammarion's own rate -log(alpha) AGF differs from their limit by "
    "O(alpha^4); the 1/log(alpha) gap "
    "to gradient flow at finite alpha is that of the limit itself.",
)

ties = Claim(
    id="diagonal.ties",
    title="Where several neurons are due at once, both processes agree",
    kind="recursion",
    label="corr:dln-next-neuron-agf",
    line=1030,
    origin="ours",
    printed=equation(beta_gap, 0),
    rests_on=("diagonal.exact-relation",),
    reading="AGF activates one neuron at a time and passes plateaus of length zero; after the "
    "last of them its coefficients are "
    "those that the algorithm reaches in one jump. So also where a coordinate is left on the "
    "boundary with neither coefficient "
    "nor force (X = [3 1 0 2; 4 1 -2 3; 5 0 -2 4], y = [-2 0 2 -1]) and joins again together "
    "with another.",
)

gradient_flow_limit = Claim(
    id="diagonal.gradient-flow-limit",
    title="Gradient flow tends to Pesme and Flammarion's sequence",
    kind="limit",
    label="alg:successive_saddles",
    line=1167,
    printed=And(
        equation(misread, 0), equation(t_gf_ratio, 1), equation(level_gf, 0), evaluate=False
    ),
    reading="Coordinates and signs, jump times (extrapolated in 1/log(1/alpha), time in units of "
    "-log(alpha)) and levels. "
    + ONE_AT_A_TIME
    + " Tested, not proved: a limit along gradient flow, the theorem of Pesme and Flammarion.",
)

theorem = Claim(
    id="diagonal.theorem",
    title="AGF converges to Pesme and Flammarion's sequence",
    kind="limit",
    label="thm:diagonal-linear",
    line=371,
    printed=And(
        equation(Limit(agf_time(alpha), alpha, 0), t_pf),
        equation(Limit(agf_gap(alpha), alpha, 0), 0),
        evaluate=False,
    ),
    rests_on=(
        "diagonal.exact-relation",
        "diagonal.jump-time-limit",
        "diagonal.constrained-minimum",
    ),
    reading="For every d and n, inputs in general position, at every jump; AGF's cost minimisation "
    "ends at the argmin of line 353 at every alpha (diagonal.constrained-minimum has it for "
    "alpha -> 0). " + LENGTHS,
)

integral_bounded = Claim(
    id="diagonal.integral-bounded",
    title="The integral of the gradient stays in [-1, 1]",
    kind="inequality",
    label="sec:diagnn",
    line=365,
    printed=Le(Abs(s), 1),
    rests_on=("diagonal.gradient-flow-limit",),
    reading="Along gradient flow, at every time at which it has a limit as alpha -> 0 and the "
    "coefficient stays bounded (which Pesme and Flammarion show); attained by active coordinates.",
)

integral_linear = Claim(
    id="diagonal.integral-linear",
    title="The integral of the gradient is piecewise linear",
    kind="identity",
    label="sec:diagnn",
    line=365,
    printed=equation(s_mid, (s_left + s_right) / 2),
    rests_on=("diagonal.gradient-flow-limit",),
    reading="Along gradient flow between two neighbouring jumps, as alpha -> 0: on any stretch of "
    "accelerated time in which the coefficients tend to one point, uniformly in time. That they do "
    "so between jumps is diagonal.gradient-flow-limit.",
)

example = Claim(
    id="diagonal.example",
    title="An active neuron returns to dormancy and comes back with the other sign",
    kind="algorithm",
    label="fig:pesme-example",
    line=1103,
    printed=And(
        equation(jumps, 3),
        equation(beta_1, 0),
        equation(S_low, 0),
        equation(flip, -1),
        evaluate=False,
    ),
    reading="X = ((1, 1), (3/4, 1/4)), beta* = (-3/10, 1), in gradient flow, in AGF and in the "
    "algorithm. "
    "Tested, not proved: what gradient flow does on one data set, a limit along it.",
)
