"""Section 5, eq:ma-sequence: the function and the level of each plateau, the width needed, and
bounds on the jump times.
"""

from __future__ import annotations

from sympy import Ge, Rational, Sum, cos, pi, sqrt

from theory.claim import Claim, equation
from theory.derivation import written_in
from theory.modular.cyclic_sums import p
from theory.modular.transforms import i
from theory.modular.utility_maximisation import ODD, X, half
from theory.modular.utility_update import f_c
from theory.notation import eta, function, letter, tau

distance = letter(
    "distance",
    r"\tfrac{1}{2p^{2}}\sum_{a,b}\|f-f_{*}\|^{2}",
    "half the mean squared distance of the output from the function to be learned",
    nonnegative=True,
)

level = letter("level", r"\ell", "loss on a plateau", nonnegative=True)
steps = letter(
    "steps",
    r"n_{\mathrm{learned}}",
    "number of frequencies learned",
    integer=True,
    nonnegative=True,
)
mag = function(
    "mag",
    r"|\hat{x}[\xi_{#1}]|",
    "magnitude of the encoding at the #1-th frequency; in the printed order, the #1-th largest",
)
freq_of = function("xi", r"\xi_{#1}", "frequency with the #1-th largest magnitude")
phase_of = function("s", r"s_{\xi_{#1}}", "phase of the encoding there")
c_out = letter(
    "c_out",
    "c_{\\mathrm{out}}",
    "entry of the output, c - a - b mod p",
    integer=True,
    nonnegative=True,
)
width_needed = letter(
    "width_needed",
    r"H_{\min}",
    "neurons of a network that attains every bound",
    integer=True,
    positive=True,
)
mu = letter(
    "mu_l",
    r"\mu_{\mathcal{D}}^{(l)}",
    "largest norm of a dormant neuron after the l-th jump",
    positive=True,
)
wait_limit = letter(
    "wait_limit",
    r"\lim_{\alpha\to 0}(\tau^{(k)}-\tau^{(l)})",
    "waiting time for the next jump, alpha -> 0 with eta = 1/alpha",
    positive=True,
)
mu_limit = letter(
    "mu_over_alpha",
    r"\lim_{\alpha\to 0}\mu_{\mathcal{D}}^{(l)}/\alpha",
    "largest norm of a dormant neuron over alpha",
    positive=True,
)
tau_l = letter("tau_l", r"\tau^{(l)}", "an earlier jump time", nonnegative=True)

plateau_function = Claim(
    id="modular.plateau-function",
    title="The function on a plateau",
    kind="identity",
    label="eq:ma-sequence",
    line=599,
    printed=equation(
        f_c, Sum(2 * mag(i) / p * cos(2 * pi * freq_of(i) * c_out / p + phase_of(i)), (i, 1, steps))
    ),
    given=ODD,
    rests_on=("modular.learned-function", "modular.independent-groups"),
    reading="mag(i), xi(i), s(i): the i-th largest magnitude, its frequency and phase. One group "
    "of aligned neurons a frequency, each at its lower bound, with any "
    "number of neurons; networks of six a frequency are built and evaluated.",
)

plateau_level = Claim(
    id="modular.plateau-level",
    title="The loss on a plateau",
    kind="identity",
    label="eq:ma-sequence",
    line=600,
    printed=equation(level, Sum(mag(i) ** 2 / p, (i, steps + 1, half))),
    given=ODD,
    rests_on=("modular.plateau-function", "modular.loss-bound"),
    reading="As for the function; labels are centred. (p - 1)/2 is a letter with p = 2 (p - 1)/2 + "
    "1; xi(1), ..., xi((p - 1)/2) are all frequencies, each once "
    "up to its sign, in any order.",
)

width = Claim(
    id="modular.width",
    title="How many neurons the construction needs, each aligned with one frequency",
    kind="identity",
    label="sec:modular-addition",
    line=594,
    origin="ours",
    printed=equation(width_needed, 3 * p - 3),
    given=ODD,
    rests_on=("modular.smallest-group", "modular.independent-groups"),
    reading="For aligned neurons only, every x_hat[k], k != 0, different from zero: six for each "
    "of (p - 1)/2 frequencies, three less than the paper's H >= 3p (the figure "
    "has three frequencies and H = 18 neurons, just six for each). Neurons that carry several "
    "frequencies can do with fewer (modular.unaligned-width); whether "
    "3p are enough in training is modular.wide-enough.",
)

jump_bound = Claim(
    id="modular.jump-bound",
    title="Lower bound on the next jump time",
    kind="inequality",
    label="eq:ma-sequence",
    line=601,
    printed=Ge(
        wait_limit,
        sqrt(3) * p ** Rational(3, 2) / (sqrt(2) * mu_limit * mag(steps + 1) ** 3),
        evaluate=False,
    ),
    given=ODD,
    rests_on=("modular.maximal-utility", "modular.wave-growth", "modular.updated-utility"),
    reading="xi_(k+1) is the frequency that is learned next (line 594), in the printed order or in "
    "any other: whether it is the largest that is left is "
    "modular.dominant-first. 'Greater, approximately' as alpha -> 0 with eta = 1/alpha, as in line "
    "512. At alpha > 0 the factor is 1/mu - 1 "
    "(modular.jump-bound-finite). An earlier l may be taken: the frequencies of a dormant neuron "
    "grow independently of each other, and a learned one stands still. That xi_(k+1) is learned "
    "next says: for every alpha the neuron has a share of it when it jumps, bounded away from 0. "
    "Taken as given: |x^[xi_(k+1)]| > 0, and that a group, once it has learned, keeps its "
    "parameters, at its lower bound, on all later plateaus up to the jump.",
    derive=written_in("theory.modular.proofs.derivations", "jump_bound"),
)

jump_bound_finite = Claim(
    id="modular.jump-bound-finite",
    title="The bound on the next jump time at alpha > 0",
    kind="inequality",
    label="eq:ma-sequence",
    line=601,
    origin="ours",
    printed=Ge(
        tau,
        tau_l + (1 / mu - 1) * sqrt(3) * p ** Rational(3, 2) / (sqrt(2) * eta * X**3),
        evaluate=False,
    ),
    given=ODD + (mu < 1,),
    rests_on=("modular.maximal-utility", "modular.updated-utility"),
    reading="tau is the first jump after tau_l, X the largest magnitude that is left, mu the "
    "largest norm of a dormant neuron at tau_l. In between, the groups that have learned stand at "
    "their bound, and a dormant neuron follows eta times the gradient of its utility with the "
    "residual that they leave. The threshold takes "
    "1/mu - 1 where the leading order has 1/mu: an aligned neuron attains this bound, and jumps "
    "before the printed one, by a share mu of the waiting time.",
    derive=written_in("theory.modular.proofs.derivations", "jump_bound_finite"),
)
