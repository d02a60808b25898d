"""When a dormant neuron activates, and the learning rate that makes its threshold 1."""

from __future__ import annotations

from sympy import Limit, Ne, acosh, exp, log, sign

from theory.claim import Claim, equation
from theory.diagonal.utility_maximisation.accumulated import DISTANCE
from theory.diagonal.utility_maximisation.letters import (
    SMALL,
    first,
    g,
    i_star,
    ratio,
    ratio_at,
    rho,
    waiting,
)
from theory.framework import S_jump
from theory.notation import U_star, alpha, eta

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
    reading="The utility flow of every dormant neuron is integrated until the first accumulated "
    "utility is 1. One dormant neuron has the smallest Delta tau; ties are in diagonal.ties.",
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
    printed=equation(Limit(ratio_at(alpha), alpha, 0), 1),
    reading="The caption, and Pesme and Flammarion, use -log(alpha); the theorem uses "
    "-log(sqrt(2) alpha).",
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
    reading="eta = -log(sqrt(2) alpha). A jump time read in the other unit is off by this "
    "factor: 1.5% even at alpha = 1e-10.",
)
