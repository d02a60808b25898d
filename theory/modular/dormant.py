"""Modular addition beyond the paper: three-wave interactions of a dormant neuron, and k summands
with activation z^k.

While a neuron is dormant, theta' = grad U splits over the frequencies. With g = 2|x_hat|^3/p^2 each
one is a three-wave interaction: |u|^2, |v|^2, |w|^2 grow at one common rate 2 g Re z and Im z is
conserved, where z = u v conj(w x)/|x|.
"""

from __future__ import annotations

from sympy import (
    Eq,
    Ge,
    Integer,
    Min,
    Piecewise,
    Rational,
    Sum,
    conjugate,
    cos,
    factorial,
    log,
)

from theory.claim import Claim, equation
from theory.derivation import written_in
from theory.modular.cyclic_sums import p
from theory.modular.sequence import mu
from theory.modular.transforms import w_hat, x_hat
from theory.modular.utility_maximisation import EVERY_FREQUENCY, ODD, X, half
from theory.notation import eta, function, k, letter, n_0, running, tau

m = running("m", "a frequency", integer=True)
mag_u, mag_v, mag_w = (
    letter(
        f"mag_{name}",
        rf"|\hat{{{name}}}[k]|",
        f"magnitude of {name} at a frequency",
        nonnegative=True,
    )
    for name in "uvw"
)
Phi = letter("Phi", r"\Phi", "phase of u v conj(w x) at a frequency", real=True)
rate_sq = letter(
    "rate_sq",
    r"\tfrac{d}{dt}|\hat{u}[k]|^{2}",
    "growth of a squared magnitude, of u, v or w",
    real=True,
)
rate_im = letter(
    "rate_im",
    r"\tfrac{d}{dt}\operatorname{Im}z",
    "drift of the imaginary part of u v conj(w x)",
    real=True,
)
wait = letter(
    "wave_time", r"t_{k}", "time at which a frequency has grown to a given size", positive=True
)
R_start, R_end, R_turn = (
    letter(
        f"R_{name}",
        rf"R_{{F}}^{{\mathrm{{{name}}}}}",
        f"Carlson's R_F at the {name}",
        nonnegative=True,
    )
    for name in ("start", "end", "turn")
)
rising = letter(
    "rising",
    r"\operatorname{sgn}\cos\Phi",
    "1 where the frequency grows from the start, -1 where it first shrinks",
    integer=True,
)
norm_at_jump = letter(
    "norm_at_jump",
    r"\|\theta(\tau)\|",
    "norm of the integrated neuron at the exact jump time",
    positive=True,
)
grown = function(
    "sigma_wave",
    r"\sigma_{#1}",
    "growth of the squared magnitudes at frequency #1 until the jump",
    of=("m",),
)
share_taken = letter(
    "share_taken",
    r"\|\theta\|_{\pm\xi}/\|\theta\|",
    "share of the frequency that is predicted to be taken",
    positive=True,
)
jump_limit = letter(
    "jump_limit",
    r"\tau^{(1)}",
    "first jump time of AGF in accelerated time, alpha -> 0",
    positive=True,
)
T_1, T_2 = (
    letter(
        f"T_{n}",
        f"T_{{{n}}}",
        f"earliest blow-up time of a frequency with {word} magnitude",
        positive=True,
    )
    for n, word in ((1, "the largest"), (2, "any other"))
)
flow_ratio = letter(
    "flow_ratio",
    r"\tau^{(1)}_{\mathrm{GF}}/\tau^{(1)}",
    "first activation of gradient flow over the exact one, alpha -> 0",
    positive=True,
)
flow_agrees = letter(
    "flow_agrees",
    r"\mathbf{1}[\xi_{\mathrm{GF}}=\xi]",
    "1 where gradient flow first learns the predicted frequency",
    integer=True,
    nonnegative=True,
)
U_k = letter("U_k", r"\mathcal{U}_{k}(\theta;y)", "initial utility with k summands", real=True)
prod_hat = function(
    "prod_hat",
    r"\bigl(\textstyle\prod_{j\leq k}\hat{u}_{j}[#1]\overline{\hat{x}[#1]}\bigr)",
    "product of the transforms of all <u_j, a.x>, that is of u_j_hat conj(x_hat)",
    of=("m",),
)
U_top_k = letter(
    "U_top_k",
    r"\bar{\mathcal{U}}_{k}^{*}",
    "largest utility of a unit vector, k summands",
    positive=True,
)
maxima_k = letter(
    "maxima_k",
    r"\#_{k}",
    "frequencies that carry a local maximum, k summands",
    integer=True,
    positive=True,
)


def wave_rate(magnitude):
    """g = 2 |x_hat|^3 / p^2, the rate of the three-wave interaction.

    >>> wave_rate(3).subs(p, 3)
    6
    """
    return 2 * magnitude**3 / p**2


def largest_utility(magnitude, degree=k):
    """2 k! (|x_hat| / sqrt(2 (k+1) p))^(k+1): k = 2 is the paper's sqrt(2/(27 p^3)) |x_hat|^3.

    >>> largest_utility(1, 2).subs(p, 3)**2   # 2/(27 * 27)
    2/729
    """
    return (
        2
        * factorial(degree)
        * magnitude ** (degree + 1)
        / (2 * (degree + 1) * p) ** ((degree + 1) * Rational(1, 2))
    )


dominant_first = Claim(
    id="modular.dominant-first",
    title="The dominant frequency is learned first",
    kind="limit",
    label="sec:modular-addition",
    line=594,
    printed=equation(jump_limit, T_1),
    corrected=equation(jump_limit, Min(T_1, T_2)),
    given=ODD,
    rests_on=("modular.wave-growth", "modular.wave-momentum", "modular.first-jump"),
    severity="error",
    erratum="The first frequency is the one whose three-wave interaction blows up first, over all "
    "neurons; it is the dominant one often, not "
    "always. A neuron that starts well aligned with a weaker frequency is faster, however small "
    "alpha is (kappa = 3 keeps the directions).",
    reading="What AGF does as alpha -> 0, with eta = 1/alpha: every neuron starts at alpha times "
    "its weights and follows eta times the gradient of its utility, and the jump is where the "
    "first of them has the norm 1. T_1 is the earliest blow-up time of a frequency with the "
    "largest magnitude, over all neurons, T_2 that of any other, each frequency by itself and at "
    "unit scale; where no other frequency ever blows up, T_2 is any time from T_1 on. Proved for "
    "every odd p, every x and any number of neurons, of any weights by which T_1 is finite; the "
    "evidence has H = 3p and the paper's Gaussian initialisation, as line 594, x centred with "
    "distinct magnitudes, the times from elliptic integrals (modular.wave-time) and the jump "
    "integrated. The same is "
    "said of the second frequency in lines 589 and 1786 (with a frequency removed the others go on "
    "as before) and of every neuron in line 1550. That gradient flow jumps at the time of AGF is "
    "modular.flow-first-jump.",
)

wave_growth = Claim(
    id="modular.wave-growth",
    title="The three magnitudes of a frequency grow at one common rate",
    kind="identity",
    label="sec:utilmaxnew",
    line=1470,
    origin="ours",
    printed=equation(rate_sq, 4 * X**3 / p**2 * mag_u * mag_v * mag_w * cos(Phi)),
    rests_on=("modular.initial-utility",),
    reading="Under theta' = grad U; so |u|^2 - |v|^2 and |u|^2 - |w|^2 are conserved. For every p "
    "and every frequency but 0.",
)

wave_momentum = Claim(
    id="modular.wave-momentum",
    title="The imaginary part of u v conj(w x) is conserved",
    kind="identity",
    label="sec:utilmaxnew",
    line=1470,
    origin="ours",
    printed=equation(rate_im, 0),
    rests_on=("modular.initial-utility",),
)

wave_time = Claim(
    id="modular.wave-time",
    title="The time at which a frequency has grown, by elliptic integrals",
    kind="ode-solution",
    label="sec:utilmaxnew",
    line=1470,
    origin="ours",
    printed=equation(wait, p**2 / (2 * X**3) * ((1 - rising) * R_turn + rising * R_start - R_end)),
    given=ODD,
    rests_on=("modular.wave-growth", "modular.wave-momentum"),
    derive=written_in("theory.modular.proofs.derivations", "wave_time"),
    reading="sigma is the common growth of the squared magnitudes and e_1 >= e_2, e_3 are the "
    "roots of (s + |u|^2)(s + |v|^2)(s + |w|^2) - (Im z)^2; "
    "R_F is Carlson's, at (sigma - e_1, sigma - e_2, sigma - e_3) for sigma = 0 (start), e_1 "
    "(turn) and the given size (end). cos(Phi) is not 0 at the start; the size is met on the way "
    "up; and where the frequency first shrinks, e_1 is a simple root: else it never turns.",
)

first_jump_norm = Claim(
    id="modular.first-jump",
    title="The exact time of the first activation",
    kind="ode-solution",
    label="eq:ma-sequence",
    line=601,
    origin="ours",
    printed=equation(norm_at_jump**2, n_0**2 + 6 / p * Sum(grown(m), (m, 1, half))),
    given=ODD,
    rests_on=("modular.wave-growth", "modular.frequency-constraint"),
    reading="At every time of the course of theta' = grad U, and for every p = 2 half + 1; the "
    "jump is where the right side is 1 (three_wave.first_jump): sigma_m(eta tau) is known from "
    "modular.wave-time. It comes once, as the squared "
    "norm is convex in time: its rate is 6 eta U, and U grows. In the evidence the left side is "
    "integrated, the right one comes from elliptic integrals.",
)

frequency_choice = Claim(
    id="modular.frequency-taken",
    title="Which frequency a neuron takes",
    kind="limit",
    label="sec:utilmaxnew",
    line=1511,
    origin="ours",
    printed=equation(share_taken, 1),
    given=ODD,
    rests_on=("modular.wave-time", "modular.first-jump"),
    reading="The one with the smallest blow-up time (modular.wave-time where R_F has come to 0), "
    "from the initial weights; alpha -> 0, and no other frequency has that time. The neuron starts "
    "at alpha times fixed weights, with cos(Phi) != 0 at every frequency that x has, and the share "
    "is taken where its norm is 1.",
)

flow_first_jump = Claim(
    id="modular.flow-first-jump",
    title="Gradient flow jumps at the exact time",
    kind="limit",
    label="eq:ma-sequence",
    line=605,
    origin="ours",
    printed=equation(flow_ratio, 1),
    given=ODD,
    rests_on=(
        "modular.first-jump",
        "modular.dominant-first",
        "modular.flow-norm",
        "modular.flow-follows",
    ),
    reading="p = 5, H = 3p, the paper's Gaussian initialisation, three ratios of the two "
    "magnitudes. At a given alpha the ratio is 1 + c alpha + d alpha^2 + ...: "
    "the jump itself takes a time of order alpha, and what the neuron still carries of other "
    "frequencies is of order alpha; both terms are removed. "
    "That the jumps of AGF tend to the first blow-up is a theorem (modular.dominant-first), and so "
    "is a time before which gradient flow does not jump (modular.flow-norm). So is that over alpha "
    "it tends to the dormant flow, up to any time before the blow-up (modular.flow-follows). "
    "Tested, not proved: a limit along gradient flow, from Gaussian weights: that after that it "
    "passes the jump in a time of order alpha.",
)

flow_first_frequency = Claim(
    id="modular.flow-first-frequency",
    title="Gradient flow first learns the frequency that blows up first",
    kind="limit",
    label="eq:ma-sequence",
    line=605,
    origin="ours",
    printed=equation(flow_agrees, 1),
    given=ODD,
    rests_on=("modular.frequency-taken", "modular.flow-first-jump"),
    reading="Over seeds, with the paper's Gaussian initialisation; draws whose two earliest "
    "blow-up times differ by less than ten alpha are left out and counted. "
    "The evidence also says how often the dominant frequency is first: a share with its exact "
    "confidence interval, not a law. Later plateaus are not "
    "the printed levels unless six neurons of a frequency have activated: neurons activate one at "
    "a time, and one alone leaves 8/9 of its level. "
    "Tested, not proved: a share of random starts, along gradient flow.",
)

summands_utility = Claim(
    id="modular.summands-utility",
    title="The initial utility with k summands and activation z^k",
    kind="identity",
    label="sec:modular-addition",
    line=611,
    origin="ours",
    printed=equation(
        U_k,
        factorial(k)
        / p ** (k + 1)
        * Sum(
            x_hat(m) * conjugate(w_hat(m)) * prod_hat(m),
            (m, 1, p - 1),
        ),
    ),
    rests_on=("modular.initial-utility",),
    reading="Only the product of all k pre-activations correlates with centred labels: the others "
    "miss a summand.",
)

summands_maximum = Claim(
    id="modular.summands-maximum",
    title="The largest utility with k summands",
    kind="optimum",
    label="sec:modular-addition",
    line=611,
    origin="ours",
    printed=equation(U_top_k, largest_utility(X)),
    given=ODD,
    rests_on=("modular.summands-utility",),
    reading="X is the largest magnitude, so frequencies are ordered by |x_hat| for every k; k + 1 "
    "equal amplitudes.",
)

summands_maxima = Claim(
    id="modular.summands-maxima",
    title="Local maxima with k summands",
    kind="optimum",
    label="sec:modular-addition",
    line=611,
    origin="ours",
    printed=equation(maxima_k, Piecewise((Integer(1), Eq(k, 1)), ((p - 1) / 2, True))),
    given=EVERY_FREQUENCY,
    rests_on=("modular.summands-utility",),
    reading="No two magnitudes are equal. Only for k = 1, where the utility is quadratic, is the "
    "dominant frequency the only local maximum.",
)

summands_bound = Claim(
    id="modular.summands-bound",
    title="Lower bound on the first jump time with k summands",
    kind="inequality",
    label="sec:modular-addition",
    line=611,
    origin="ours",
    printed=Ge(
        tau,
        Piecewise((-log(mu), Eq(k, 1)), ((mu ** (1 - k) - 1) / (k - 1), True))
        / (eta * (k + 1) * largest_utility(X)),
        evaluate=False,
    ),
    given=ODD + (mu < 1,),
    rests_on=("modular.summands-maximum",),
    reading="mu is the largest initial norm of a neuron.",
)
