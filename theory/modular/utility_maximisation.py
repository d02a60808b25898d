"""Appendix F.1: the utility of a dormant neuron in frequencies, and where it is largest.

The task is to map (a.x, b.x) to (a + b).x, where (a.x)[j] = x[j - a]. Whether it has other local
maxima is in ``local_maxima``.
"""

from __future__ import annotations

from sympy import Abs, And, Eq, Integer, Mod, Or, Piecewise, Sum, cos, pi, sqrt

from theory.claim import Claim, equation
from theory.derivation import written_in
from theory.modular.cyclic_sums import p
from theory.modular.transforms import (
    a,
    cycle,
    k,
    summand,
    triple,
    u,
    u_hat,
    v,
    v_hat,
    w,
    w_hat,
    x_hat,
)
from theory.notation import function, letter

xi = letter("xi", r"\xi", "frequency", integer=True, positive=True)
half = letter(
    "half",
    r"\tfrac{p-1}{2}",
    "half of the frequencies, p = 2 (p-1)/2 + 1",
    integer=True,
    positive=True,
)

zero_term = letter(
    "zero_term",
    r"\mathcal{U}_{0}",
    "the second summand of the utility, that of the mean",
    real=True,
)
U_init = letter(
    "U_init", r"\mathcal{U}(\theta;y)", "initial utility of a neuron (u, v, w)", real=True
)
norm_sq = letter(
    "norm_uvw", r"\|u\|^{2}+\|v\|^{2}+\|w\|^{2}", "squared norm of a neuron", nonnegative=True
)
half_sum = letter(
    "half_sum",
    r"\sum_{k=0}^{(p-1)/2}\left(\mu_{u}^{2}+\mu_{v}^{2}+\mu_{w}^{2}\right)",
    "squared magnitudes over half of the frequencies, for a unit vector",
    nonnegative=True,
)
mean_sq = letter(
    "mean_sq",
    r"\mu_{u}[0]^{2}+\mu_{v}[0]^{2}+\mu_{w}[0]^{2}",
    "squared magnitudes at frequency zero",
    nonnegative=True,
)
mu_x, mu_u, mu_v, mu_w = (
    function(
        f"mu_{name}", rf"\mu_{{{name}}}[#1]", f"magnitude of {name} at frequency #1", of=("k",)
    )
    for name in "xuvw"
)
S_x, S_u, S_v, S_w = (
    function(f"S_{name}", f"S_{{{name}}}[#1]", f"phase of {name} at frequency #1", of=("k",))
    for name in "xuvw"
)
X = letter("X", r"|\hat{x}[\xi]|", "magnitude of the encoding at the frequency", positive=True)
X_half = letter(
    "X_half",
    r"|\hat{x}[p/2]|",
    "magnitude of the encoding at the Nyquist frequency",
    nonnegative=True,
)
X_least = letter(
    "X_least",
    r"\min_{k\neq 0}|\hat{x}[k]|",
    "least magnitude of the encoding at a frequency other than 0",
    nonnegative=True,
)
U_top = letter("U_top", r"\bar{\mathcal{U}}^{*}", "largest utility of a unit vector", positive=True)
amplitude = letter("A_p", r"A_{p}", "amplitude of the maximisers", positive=True)

top_magnitude = letter(
    "mu_top",
    r"\mu_{u}[\pm\xi]",
    "magnitude of a maximiser at the dominant frequency",
    positive=True,
)
leak = letter(
    "leak",
    r"\|\theta_{*}\|_{\neq\pm\xi}",
    "part of a maximiser outside the dominant frequency",
    nonnegative=True,
)
mismatch = letter(
    "mismatch",
    r"1-\cos(s_{u}+s_{v}-s_{w}-s_{x})",
    "how far a maximiser is from the phase condition",
    nonnegative=True,
)
ODD = (p >= 3, Eq(Mod(p, 2), 1))
EVERY_FREQUENCY = (*ODD, X_least > 0)  # the encoding has them all

zero_frequency = Claim(
    id="modular.zero-frequency",
    title="The summand of the mean",
    kind="identity",
    label="lemma:MA-simplified-utility-in-freq",
    line=1493,
    printed=equation(zero_term, 2 / p**3 * Abs(x_hat(0)) ** 3 * u_hat(0) * v_hat(0) * w_hat(0)),
    corrected=equation(zero_term, 2 / p**3 * x_hat(0) ** 3 * u_hat(0) * v_hat(0) * w_hat(0)),
    rests_on=("modular.correlation-theorem",),
    severity="slip",
    erratum="x_hat[0] is real but may be negative: the cube carries its sign. (Only then does it "
    "cancel the term k = 0 of eq:convfourier, "
    "which is what the proof refers to as eq:encoded-utility.)",
)

utility_cross = Claim(
    id="modular.utility-cross",
    title="The squares average out of the utility",
    kind="identity",
    label="lemma:MA-simplified-utility-in-freq",
    line=1486,
    printed=equation(U_init, 2 / p**2 * triple - zero_term),
    rests_on=("modular.utility-expanded",),
    reading="The second term is named in modular.zero-frequency.",
)

initial_utility = Claim(
    id="modular.initial-utility",
    title="The initial utility in frequency space",
    kind="identity",
    label="lemma:MA-simplified-utility-in-freq",
    line=1470,
    printed=equation(U_init, 2 / p**3 * Sum(summand(), (k, 1, p - 1))),
    rests_on=("modular.dft-lemma", "modular.zero-frequency", "modular.utility-cross"),
    derive=written_in("theory.modular.proofs.derivations", "initial_utility"),
    reading="Mean-centred labels; x itself need not be centred. The main text states the same "
    "formula (line 558), over [p] without 0: k = 1, ..., p - 1 is meant, though [p] "
    "read as {1, ..., p} would contain p, which is 0 mod p. Holds for every p.",
)

frequency_constraint = Claim(
    id="modular.frequency-constraint",
    title="The unit sphere in frequency space",
    kind="identity",
    label="eq:optimcubical",
    line=1520,
    printed=equation(
        norm_sq,
        (cycle(Abs(u_hat(k)) ** 2, k) + cycle(Abs(v_hat(k)) ** 2, k) + cycle(Abs(w_hat(k)) ** 2, k))
        / p,
    ),
    rests_on=("modular.plancherel",),
    reading="A unit vector has squared spectral norm p.",
)

magnitude_utility = Claim(
    id="modular.magnitude-utility",
    title="The utility in magnitudes and phases",
    kind="identity",
    label="eq:optnormphase",
    line=1529,
    printed=equation(
        U_init,
        4
        / p**3
        * Sum(
            mu_x(k) ** 3 * mu_u(k) * mu_v(k) * mu_w(k) * cos(S_u(k) + S_v(k) - S_w(k) - S_x(k)),
            (k, 1, half),
        ),
    ),
    given=ODD,
    rests_on=("modular.initial-utility",),
)

magnitude_constraint = Claim(
    id="modular.magnitude-constraint",
    title="The constraint over half of the frequencies",
    kind="identity",
    label="eq:optnormphase",
    line=1530,
    printed=equation(half_sum, p / 2),
    corrected=equation(half_sum, p / 2 + mean_sq / 2),
    given=ODD,
    rests_on=("modular.frequency-constraint",),
    severity="slip",
    erratum="Frequency 0 has no conjugate partner: its magnitudes count half. (The maximisers have "
    "none, so the theorem is unharmed; "
    "the sums also write mu_v[a] and mu_w[a] for mu_v[k] and mu_w[k].)",
)

maximal_utility = Claim(
    id="modular.maximal-utility",
    title="The largest utility of a unit vector",
    kind="optimum",
    label="thm:MA-utility-maximizing-frequencies",
    line=1510,
    printed=equation(U_top, sqrt(2 / (27 * p**3)) * X**3),
    given=ODD,
    rests_on=("modular.magnitude-utility",),
    reading="|x[xi]| is the largest magnitude, as the theorem has it.",
    derive=written_in("theory.modular.proofs.derivations", "maximal_utility"),
)

maximiser_amplitude = Claim(
    id="modular.maximiser-amplitude",
    title="The amplitude of the maximisers",
    kind="optimum",
    label="eq:utilitymaxshifts",
    line=1502,
    printed=equation(amplitude, sqrt(2 / (3 * p))),
    given=ODD,
    rests_on=("modular.magnitude-utility",),
    reading="The same for u, v and w; frequency xi and its conjugate carry everything.",
)

maximiser_magnitude = Claim(
    id="modular.maximiser-magnitude",
    title="The magnitudes of the maximisers at the dominant frequency",
    kind="optimum",
    label="eq:optnormphase",
    line=1536,
    printed=And(
        *(
            equation(
                magnitude(k),
                Piecewise((sqrt(p / 6), Or(Eq(k, xi), Eq(k, p - xi))), (Integer(0), True)),
            )
            for magnitude in (mu_u, mu_v, mu_w)
        )
    ),
    given=(*ODD, k >= 0, k <= p - 1),
    rests_on=("modular.maximiser-amplitude",),
    reading="k = 0, ..., p - 1, and -xi is p - xi there. No other frequency has the magnitude of "
    "xi (line 537).",
)

maximal_value_line = Claim(
    id="modular.maximal-value-line",
    title="The objective at these magnitudes",
    kind="identity",
    label="eq:optnormphase",
    line=1541,
    printed=And(
        equation(U_top, 4 / p**3 * X**3 * top_magnitude**3),
        equation(4 / p**3 * X**3 * top_magnitude**3, sqrt(2 / (27 * p**3)) * X**3),
    ),
    given=ODD,
    rests_on=("modular.maximiser-magnitude", "modular.magnitude-utility"),
    reading="mu_u[xi] of a maximiser stands where the line has (p/6)^(1/2): with the number both "
    "sides "
    "of the second equation would be one expression.",
)

maximiser_form = Claim(
    id="modular.maximiser-form",
    title="The maximisers are pure cosines of the dominant frequency",
    kind="optimum",
    label="eq:utilitymaxshifts",
    line=1502,
    printed=equation(leak, 0),
    given=ODD,
    rests_on=("modular.magnitude-utility",),
    reading="Line 571 writes 'utility minimization' where it concludes from this theorem: "
    "maximization is meant.",
)

maximiser_waves = Claim(
    id="modular.maximiser-waves",
    title="The maximisers, entry by entry",
    kind="optimum",
    label="eq:utilitymaxshifts",
    line=1502,
    printed=And(
        *(
            equation(f(a), sqrt(2 / (3 * p)) * cos(2 * pi * xi * a / p + S(xi)))
            for f, S in ((u, S_u), (v, S_v), (w, S_w))
        ),
        evaluate=False,
    ),
    given=(*ODD, a >= 0, a <= p - 1),
    rests_on=("modular.maximiser-form", "modular.maximiser-magnitude"),
    reading="s_u, s_v, s_w are the phases S_u[xi], S_v[xi], S_w[xi], as the proof says at its end. "
    "No other frequency has the magnitude of xi (line 537).",
)

maximiser_phases = Claim(
    id="modular.maximiser-phases",
    title="The phase condition of the maximisers",
    kind="optimum",
    label="thm:MA-utility-maximizing-frequencies",
    line=1509,
    printed=equation(mismatch, 0),
    given=ODD,
    rests_on=("modular.magnitude-utility",),
    reading="s_u + s_v = s_w + s_x mod 2 pi, with s_x the phase of x_hat[xi].",
)

nyquist_utility = Claim(
    id="modular.nyquist",
    title="For even p the Nyquist frequency counts more",
    kind="optimum",
    label="sec:modular-addition",
    line=538,
    origin="ours",
    printed=equation(
        U_top,
        Piecewise(
            (sqrt(4 / (27 * p**3)) * X_half**3, sqrt(2) * X_half**3 > X**3),
            (sqrt(2 / (27 * p**3)) * X**3, True),
        ),
    ),
    given=(p >= 4, Eq(Mod(p, 2), 0)),
    rests_on=("modular.initial-utility",),
    reading="p even; X is the largest magnitude below the Nyquist frequency. A neuron with all its "
    "weight at p/2 has no conjugate to share it with.",
)
