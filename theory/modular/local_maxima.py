"""Appendix F.1: the local maxima of the utility of a dormant neuron, one for every frequency, and
its saddles, the mixtures.
"""

from __future__ import annotations

from theory.claim import Claim, equation
from theory.modular.cyclic_sums import p
from theory.modular.utility_maximisation import EVERY_FREQUENCY, ODD
from theory.notation import letter

maxima = letter(
    "maxima",
    r"\#\{\text{frequencies with a local maximum}\}",
    "frequencies that carry a local maximum of the utility",
    integer=True,
    positive=True,
)
hess_single = letter(
    "hess_single",
    r"\lambda_{\max}^{\perp}",
    "largest eigenvalue of the Riemannian Hessian at a single frequency, across its torus of "
    "phases",
    real=True,
)
U_single = letter(
    "U_single",
    r"\mathcal{U}_{\mathrm{single}}",
    "utility of a single-frequency critical point",
    positive=True,
)
hess_mix = letter(
    "hess_mix",
    r"\lambda_{\max}",
    "largest eigenvalue of the Riemannian Hessian at a mixture of frequencies",
    real=True,
)
U_mix = letter(
    "U_mix",
    r"\mathcal{U}_{\mathrm{mix}}",
    "utility of a critical point that mixes frequencies",
    positive=True,
)

no_other_maxima = Claim(
    id="modular.no-other-maxima",
    title="The utility has no other local maxima",
    kind="optimum",
    label="thm:MA-utility-maximizing-frequencies",
    line=1511,
    printed=equation(maxima, 1),
    corrected=equation(maxima, (p - 1) / 2),
    given=EVERY_FREQUENCY,
    rests_on=("modular.magnitude-utility",),
    severity="error",
    erratum="Every frequency with x_hat[k] != 0 carries a local maximum: near it another frequency "
    "adds a cubic term and costs a quadratic one "
    "of the norm. Only p = 3, or an encoding with one frequency, has no other. Mixtures are "
    "saddles. So a neuron aligns to the "
    "frequency in whose basin it starts, not always to the dominant one.",
    reading="The theorem counts the frequencies k < p/2 with a local maximum that has this "
    "frequency alone. That mixtures of frequencies are "
    "none is no part of it: the critical points with positive utility are, up to phases, one for "
    "each set of "
    "frequencies, with weights proportional to |x_hat[k]|^-3; each is classified by its Riemannian "
    "Hessian: U_single is the utility at the neuron shown, "
    "U_top the largest, hess_single the largest eigenvalue across the phases, which cost nothing. "
    "Lines 569 and 1534 say the same.",
)

single_hessian = Claim(
    id="modular.single-frequency-hessian",
    title="Every single frequency is a strict local maximum across its phases",
    kind="identity",
    label="thm:MA-utility-maximizing-frequencies",
    line=1511,
    origin="ours",
    printed=equation(hess_single, -3 * U_single),
    given=ODD,
    rests_on=("modular.no-other-maxima",),
    reading="On the unit sphere, at a critical point with U > 0. The eigenvalues are -9U (phase "
    "mismatch), -6U (unequal amplitudes, twice), -3U (every other frequency, 0 among them) and 0 "
    "(the two ways to turn the phases that keep the condition).",
)

mixture_hessian = Claim(
    id="modular.mixture-hessian",
    title="Every mixture of frequencies is a saddle of the utility",
    kind="identity",
    label="thm:MA-utility-maximizing-frequencies",
    line=1511,
    origin="ours",
    printed=equation(hess_mix, 3 * U_mix),
    given=ODD,
    rests_on=("modular.no-other-maxima",),
    reading="Critical points with two or more frequencies and U > 0; moving weight from one "
    "frequency to another gains 3U.",
)
