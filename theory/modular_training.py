"""Modular addition in training: how wide a network must be, which groups stay aligned, and where gradient flow rests.

Most statements about groups of aligned neurons are statical; these say what the flow does with them, and what is possible without alignment.
"""
from __future__ import annotations

from sympy import Eq, Ge, Implies, Sum

from .claim import Claim, equation
from .modular_cost import X_3, mag
from .modular_sums import p
from .modular_utility import ODD, X, i
from .symbols import letter

H = letter("H", "H", "number of hidden neurons", reuse=True, integer=True, positive=True)
least_loss = letter("least_loss", r"\min_{\Theta}\mathcal{L}", "least loss of a network of H neurons", nonnegative=True)
learned = letter("learned", r"\#\{\text{frequencies learned}\}", "frequencies of which gradient flow puts out at least half in the end", integer=True, nonnegative=True)
rest_level = letter("rest_level", r"\mathcal{L}_{\mathrm{GF}}", "loss of gradient flow at rest between its first two jumps, alpha -> 0", positive=True)


# --- how wide ------------------------------------------------------------------------------------------------------------------
wide_enough = Claim(
    id="modular.wide-enough", title="A network with H >= 3p learns every frequency",
    kind="conjecture", label="sec:modular-addition", line=594, printed=Implies(Ge(H, 3 * p), equation(learned, (p - 1) / 2)), given=ODD,
    rests_on=("modular.width",),
    reading="Only that all are learned, not in which order (modular.dominant-first), from Gaussian weights; counted over seeds, and not proved: the argument of the paper "
            "needs six neurons for each frequency, and which frequency a neuron takes depends on its initial weights, not on H. Width alone is not enough: "
            "however many neurons there are, pairs that start on one frequency never learn another (modular.pairs-stay). Nor is it needed: "
            "3p - 3 aligned neurons have no loss (modular.width), and at p = 5 ten others (modular.unaligned-width).",
)

unaligned_width = Claim(
    id="modular.unaligned-width", title="Ten neurons that are not aligned are enough at p = 5",
    kind="optimum", label="sec:modular-addition", line=594, origin="ours", printed=Implies(Ge(H, 10), equation(least_loss, 0)), given=(Eq(p, 5),),
    rests_on=("modular.loss-split",),
    reading="Zero loss, for every centred x with every frequency; twelve are needed if each neuron is aligned with one (modular.width). A network in doubles is found by a "
            "search and an exact one enclosed beside it (Krawczyk). There are 100 equations and eleven free numbers a neuron. Nothing is said about fewer neurons.",
)

# --- where gradient flow rests --------------------------------------------------------------------------------------------------
first_rest = Claim(
    id="modular.first-rest", title="The level of gradient flow after its first jump",
    kind="limit", label="eq:ma-sequence", line=600,
    printed=equation(rest_level, Sum(mag(i)**2 / p, (i, 2, (p - 1) / 2))),
    corrected=equation(rest_level, Sum(mag(i)**2 / p, (i, 1, (p - 1) / 2)) - X**2 / (9 * p)), given=ODD + (Eq(X_3, 0),),
    rests_on=("modular.plateau-level", "modular.least-gaps", "modular.first-jump"),
    erratum="Neurons activate one at a time, and one alone takes a ninth of its frequency's part: the flow rests there, and at other incomplete groups, before it comes to a "
            "printed level, if it does. The printed levels are those of whole groups (modular.plateau-level).",
    reading="The sequence as printed, one jump a frequency, about training (lines 600, 605), with the paper's Gaussian initialisation. That AGF activates single neurons the paper "
            "says itself (line 578) and sets aside as a technical simplification. X is the magnitude of the frequency that the first neuron takes, and x_hat[3 xi] = 0, or 3 xi = 0: "
            "elsewhere a single neuron leaves its harmonic (modular.third-harmonic) and comes lower. Draws whose two earliest neurons are closer than thirty alpha are left out.",
)
