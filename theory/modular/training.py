"""Modular addition in training: how wide a network must be, which groups stay aligned, and where
gradient flow rests.

Most statements about groups of aligned neurons are statical; these say what the flow does with
them, and what is possible without alignment.
"""

from __future__ import annotations

from sympy import And, Eq, Equivalent, Ge, Implies, Le, Rational, Sum, cos, exp, sin, sqrt

from theory.claim import Claim, equation
from theory.modular.aligned import A_u, A_v, A_w, over_neurons, s_w, x_sq, x_sum
from theory.modular.cyclic_sums import p
from theory.modular.preservation import X_3, w_c
from theory.modular.sequence import mag
from theory.modular.transforms import i, inner_u, j
from theory.modular.utility_maximisation import ODD, X
from theory.modular.utility_update import X_2
from theory.notation import alpha, eta, letter, t

H = letter("H", "H", "number of hidden neurons", reuse=True, integer=True, positive=True)
least_loss = letter(
    "least_loss",
    r"\min_{\Theta}\mathcal{L}",
    "least loss of a network of H neurons",
    nonnegative=True,
)
learned = letter(
    "learned",
    r"\#\{\text{frequencies learned}\}",
    "frequencies of which gradient flow puts out at least half in the end",
    integer=True,
    nonnegative=True,
)
rest_level = letter(
    "rest_level",
    r"\mathcal{L}_{\mathrm{GF}}",
    "loss of gradient flow at rest between its first two jumps, alpha -> 0",
    positive=True,
)
pair_drift = letter(
    "pair_drift",
    r"\max|\tfrac{d}{dt}(u',v',w')-\tfrac{d}{dt}(u,-v,-w)|",
    "how far the flow takes a neuron from its partner (u, -v, -w)",
    nonnegative=True,
)
square_sum = letter(
    "square_sum",
    r"\max_{a}\|\textstyle\sum_{i}w^{i}\langle u^{i},a\cdot x\rangle^{2}\|",
    "largest sum of square terms, in u or in v",
    nonnegative=True,
)
scale = letter(
    "scale",
    r"s_{\mathrm{pair}}",
    "a neuron (u, v, w) has the partner (u/scale, -v/scale, -scale^2 w)",
    positive=True,
)
square_rate = letter(
    "square_rate",
    r"\tfrac{d}{dt}\textstyle\sum_{i}w^{i}[c]\langle u^{i},a\cdot x\rangle^{2}",
    "rate of a sum of square terms along the flow",
    real=True,
)
rate_u, rate_w = (
    letter(
        f"rate_{name}",
        rf"\tfrac{{d}}{{dt}}{macro}",
        f"rate of {macro} of the first neuron along the flow",
        real=True,
    )
    for name, macro in (("inner_u", r"\langle u,a\cdot x\rangle"), ("w_c", "w[c]"))
)
pull_first = letter(
    "pull_first",
    r"\max|\nabla_{\Theta_{1}}\mathcal{L}|",
    "largest slope of the loss in the parameters of the first group",
    nonnegative=True,
)

norm_net_0, norm_net = (
    letter(name, rf"\|\Theta({at})\|", f"norm of all weights at {time}", nonnegative=True)
    for name, at, time in (("norm_net_0", "0", "the start"), ("norm_net", "t", "time t"))
)
loss_net = letter(
    "loss_net", r"\mathcal{L}(\Theta(t))", "loss of gradient flow at time t", nonnegative=True
)
apart_sq = letter(
    "apart_sq",
    r"D_{\Phi}(t)",
    "squared distance of all weights over alpha from the dormant flow at time t",
    nonnegative=True,
)
dormant_most = letter(
    "dormant_most",
    r"B_{\Phi}",
    "bound of the squared norm of the dormant flow until time t",
    nonnegative=True,
)


# --- how wide -------------------------------------------------------------------------------------
wide_enough = Claim(
    id="modular.wide-enough",
    title="A network with H >= 3p learns every frequency",
    kind="conjecture",
    label="sec:modular-addition",
    line=594,
    printed=Implies(Ge(H, 3 * p), equation(learned, (p - 1) / 2)),
    given=ODD,
    rests_on=("modular.width",),
    reading="Only that all are learned, not in which order (modular.dominant-first), from Gaussian "
    "weights; counted over seeds, and not proved: the argument of the paper "
    "needs six neurons for each frequency, and which frequency a neuron takes depends on its "
    "initial weights, not on H. Width alone is not enough: "
    "however many neurons there are, pairs that start on one frequency never learn another "
    "(modular.pairs-stay). Nor is it needed: "
    "3p - 3 aligned neurons have no loss (modular.width), and at p = 5 ten others "
    "(modular.unaligned-width). "
    "Tested, not proved: a share of random starts, along gradient flow.",
)

unaligned_width = Claim(
    id="modular.unaligned-width",
    title="Ten neurons that are not aligned are enough at p = 5",
    kind="optimum",
    label="sec:modular-addition",
    line=594,
    origin="ours",
    printed=equation(least_loss, 0),
    given=(Eq(p, 5), Eq(H, 10)),
    rests_on=("modular.loss-split",),
    reading="Zero loss, for every centred x with every frequency; twelve are needed if each neuron "
    "is aligned with one (modular.width). A network in doubles is found by a "
    "search and an exact one enclosed beside it (Krawczyk). There are 100 equations and eleven "
    "free numbers a neuron. More neurons may be zero; nothing is said about fewer. Certified, not "
    "proved: the network is known by the balls that hold it, and no closed form of it is known.",
)

# --- groups in the flow ---------------------------------------------------------------------------
pairs_stay = Claim(
    id="modular.pairs-stay",
    title="Pairs (u, v, w), (u, -v, -w) have no square terms and stay pairs",
    kind="identity",
    label="eq:square-free-assumption-cost-min",
    line=1636,
    origin="ours",
    printed=And(equation(square_sum, 0), equation(pair_drift, 0), evaluate=False),
    rests_on=("modular.product-identity", "modular.gradient-u", "modular.gradient-w"),
    reading="Any number of pairs, aligned or not, x centred. The pair answers 4 <u, a.x><v, b.x> "
    "w, so the error sums to zero over a, and over b; then the gradients of the two are mirror "
    "images, and the flow keeps the mirror. So pairs on one frequency satisfy the square-free "
    "condition at all times, and stay on it (modular.alignment-preserved).",
)

squares_return = Claim(
    id="modular.squares-return",
    title="A square-free group does not stay square-free by itself",
    kind="identity",
    label="eq:square-free-assumption-cost-min",
    line=1616,
    origin="ours",
    printed=equation(
        square_rate,
        (1 - scale**-4) * inner_u**2 * rate_w + 2 * (1 - scale**2) * inner_u * w_c * rate_u,
    ),
    rests_on=("modular.pairs-stay",),
    reading="Two neurons (u, v, w), (u/s, -v/s, -s^2 w), x centred: their square terms cancel for "
    "every s > 0, but along the flow they come back unless s = 1 or the neurons are at rest. So "
    "the condition of the theorem holds at a moment, not for a time; once it is lost, neurons "
    "leave their frequency (modular.third-harmonic).",
)

second_group = Claim(
    id="modular.second-group",
    title="The first group stays where it is while the second is optimised",
    kind="identity",
    label="sec:utupdatemodulararit",
    line=1790,
    printed=equation(pull_first, 0),
    corrected=Equivalent(
        equation(pull_first, 0),
        And(
            *(
                equation(over_neurons(A_w(j) * (A_u(j) ** 2 + A_v(j) ** 2) * wave(s_w(j)), j), 0)
                for wave in (cos, sin)
            ),
            evaluate=False,
        ),
    ),
    given=ODD + (p >= 5, X_2 > 0),
    rests_on=("modular.independent-groups", "modular.cross-pull"),
    severity="wording",
    erratum="The loss splits only while every neuron stays on its frequency, and a critical point "
    "of that part of the loss is not one of the loss: the gradient of the first group "
    "has a component at the frequency of the second. It vanishes exactly where the square terms of "
    "the second group have no mean; one neuron alone never does that.",
    reading="The first group is at a minimum of its own loss, the second anywhere on another "
    "frequency; the sums run over the second group. Also line 590.",
)

# --- when gradient flow leaves the origin, and where it rests -------------------------------------
_top = sqrt(6) * X**3 / (9 * p ** Rational(3, 2))  # the largest utility of a unit vector
flow_norm = Claim(
    id="modular.flow-norm",
    title="From no start does gradient flow leave the origin before the printed time",
    kind="inequality",
    label="eq:ma-sequence",
    line=601,
    origin="ours",
    printed=And(
        Le(norm_net * (1 - 3 * _top * eta * t * norm_net_0), norm_net_0, evaluate=False),
        Le((x_sq - x_sum**2 / p) / 2 - _top * norm_net**3, loss_net, evaluate=False),
        evaluate=False,
    ),
    given=ODD,
    rests_on=("modular.maximal-utility", "modular.loss-split"),
    reading="All weights follow gradient flow of the loss at any rate eta > 0, from any start, "
    "with any number of neurons; X is the largest magnitude. With E the squared norm of all "
    "weights, E' = 6 eta (sum of the utilities - |f|^2), and the utilities add up to at most U* "
    "E^(3/2). From alpha times fixed weights of norm n, with eta = 1/alpha, the norm is at most "
    "alpha n/(1 - 3 U* n t): for every t before 1/(3 U* n) it vanishes as alpha -> 0, and the "
    "limit of the loss is at least that of a network without weights. So the first jump of "
    "gradient flow itself is not before the bound of line 601, with the norm of all weights in "
    "place of the largest of a neuron (modular.jump-bound has that one, for AGF). That gradient "
    "flow does jump at the time of AGF is modular.flow-first-jump.",
)

_grows = exp(120 * x_sq * (1 + x_sq) * (1 + dormant_most) ** 3 * t)
flow_follows = Claim(
    id="modular.flow-follows",
    title="Until the dormant flow blows up, gradient flow is alpha times it",
    kind="inequality",
    label="eq:ma-sequence",
    line=605,
    origin="ours",
    printed=Le(
        (apart_sq + alpha**3) ** 2 * (1 - alpha**6 * (_grows - 1)),
        alpha**6 * _grows,
        evaluate=False,
    ),
    rests_on=("modular.loss-split",),
    reading="All weights follow gradient flow of the loss with eta = 1/alpha, from alpha times any "
    "start, with any number of neurons; the dormant flow Phi is that of every neuron by itself "
    "along the gradient of its utility, from the start itself. For fixed weights and any time t "
    "until which Phi exists, the right side vanishes as alpha -> 0 and the factor on the left "
    "tends to 1: all weights over alpha tend to Phi, uniformly on [0, t]. With D the squared "
    "distance, q = |x|^2 and B a bound of |Phi|^2, D' <= 2 D (9 q + 6 q^2 B + 3 q^2 D) + 80/3 "
    "alpha^3 q^2 B (B + D)^2, as what the network puts out only pulls it back; so y = D + alpha^3 "
    "has y' <= K (y + y^3) with K = 60 q (1 + q) (1 + B)^3, and (1 + 1/y^2) exp(2 K t) does not "
    "fall. The constants are not the best. No jump of gradient flow is before the first blow-up "
    "of a neuron, then; that it jumps there is modular.flow-first-jump.",
)

first_rest = Claim(
    id="modular.first-rest",
    title="The level of gradient flow after its first jump",
    kind="limit",
    label="eq:ma-sequence",
    line=605,
    printed=equation(rest_level, Sum(mag(i) ** 2 / p, (i, 2, (p - 1) / 2))),
    corrected=equation(rest_level, Sum(mag(i) ** 2 / p, (i, 1, (p - 1) / 2)) - X**2 / (9 * p)),
    given=ODD + (Eq(X_3, 0),),
    rests_on=(
        "modular.plateau-level",
        "modular.one-neuron",
        "modular.one-neuron-rest",
        "modular.alignment-kept",
        "modular.dominant-first",
    ),
    severity="wording",
    erratum="Neurons activate one at a time, and one alone takes a ninth of its frequency's part: "
    "the flow rests there, and at other incomplete groups, before it comes to a "
    "printed level, if it does. The printed levels are those of whole groups "
    "(modular.plateau-level).",
    reading="That the sequence of line 600, one jump a frequency, closely approximates gradient "
    "flow (line 605), with the paper's Gaussian initialisation. That AGF activates single neurons "
    "the paper "
    "says itself (line 578) and sets aside as a technical simplification. X is the magnitude of "
    "the frequency that the first neuron takes, and x_hat[3 xi] = 0, or 3 xi = 0: "
    "elsewhere a single neuron leaves its harmonic (modular.third-harmonic) and comes lower. Draws "
    "whose two earliest neurons are closer than thirty alpha are left out. "
    "That this is the least loss of one neuron aligned with that frequency is a theorem "
    "(modular.one-neuron), and three more say how it is come to: which neuron jumps first in AGF, "
    "and when (modular.dominant-first); that neurons which are aligned once stay so in gradient "
    "flow where x_hat[3 xi] = 0 (modular.alignment-kept); that gradient flow of one neuron which "
    "starts aligned, with any loss below that without weights, tends to this level exponentially "
    "fast (modular.one-neuron-rest, which writes |x|^2/2 - <x, 1>^2/(2p), the loss without "
    "weights, for the sum over all frequencies: modular.plateau-level). Tested, not proved: a "
    "limit along gradient flow, from Gaussian weights: the passage of the jump, that is that the "
    "neuron comes out of it aligned up to what vanishes with alpha and that this little stays "
    "little, and that the other neurons are still of order alpha while it comes to its least loss.",
)
