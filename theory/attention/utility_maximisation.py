"""Appendix E.1: the utility of a dormant head is largest at an eigenvector of Sigma."""

from __future__ import annotations

from sympy import Abs, And, Rational, Symbol, sign, sqrt

from theory.attention.model import N, T
from theory.claim import Claim, equation
from theory.derivation import Derivation, derive
from theory.framework import U
from theory.notation import U_star, letter

lam_k = letter("lam_k", r"\lambda_{k}", "eigenvalue learned at iteration k", positive=True)
lam_h = letter("lam_h", r"\lambda_{h}", "eigenvalue learned by head h", positive=True)

lam_after = letter("lam_after", r"\lambda_{k+1}", "the eigenvalue behind lambda_k", positive=True)

V = letter("V_i", "V_{i}", "value parameter of head i", real=True)
Q_k = letter("Q_k", r"v_{k}^{\intercal}Q_{i}", "query of head i along v_k", real=True)
K_k = letter("K_k", r"v_{k}^{\intercal}K_{i}", "key of head i along v_k", real=True)
Q_h = letter("Q_h", r"v_{h}^{\intercal}Q_{i}", "query of head i along v_h", real=True)
K_h = letter("K_h", r"v_{h}^{\intercal}K_{i}", "key of head i along v_h", real=True)

QSSK = letter(
    "QSSK", r"Q_{i}^{\intercal}\Sigma_{xx}^{2}K_{i}", "overlap of query and key", real=True
)
captured = letter(
    "captured",
    r"\sum_{h<k}\lambda_{h}^{2}Q_{i}^{\intercal}v_{h}v_{h}^{\intercal}K_{i}",
    "part of the overlap of query and key that active heads have learned",
    real=True,
)
cross = letter(
    "cross",
    r"\mathbb{E}[f_{h}^{*}f_{i}]",
    "correlation of an active head with a dormant one",
    real=True,
)
A_h = letter(
    "A_h", "A_{h}", "magnitude of an active head in the proof of the utility", positive=True
)

other_maxima = letter(
    "other_maxima",
    r"\#\text{other local maxima}",
    "local maxima of the utility on the sphere besides the printed ones",
    integer=True,
    nonnegative=True,
)
U_peak = letter(
    "U_peak",
    r"\mathcal{U}_{i}(\bar{\theta}_{\mathrm{loc}})",
    "utility at a local maximum on the sphere",
    real=True,
)
best_at_V = letter(
    "best_at_V",
    r"\max_{Q,K}\mathcal{U}_{i}",
    "largest utility at a given V on the sphere",
    real=True,
)
top = letter(
    "top",
    r"\lambda_{\max}(\Sigma_{xx}^{2}-\sum_{h<k}\lambda_{h}^{2}v_{h}v_{h}^{\intercal})",
    "largest eigenvalue of the matrix in the utility",
    real=True,
)

THIRD = Rational(1, 3)
MAGNITUDE = 1 / (T + (N + 1) * lam_k)

UTILITY = "lemma:app_transformer_utility"

# --- utility maximisation -------------------------------------------------------------------------
initial_utility = Claim(
    id="attention.initial-utility",
    title="The utility of a head before the first jump",
    kind="identity",
    label="eq:utility_init_transformer",
    line=1344,
    printed=equation(U, N * V * QSSK),
    rests_on=("attention.reduced-prediction",),
)

magnitude_index = Claim(
    id="attention.magnitude-index",
    title="The magnitude of an active head in the proof of the utility",
    kind="definition",
    label=UTILITY,
    line=1347,
    printed=equation(A_h, MAGNITUDE),
    corrected=equation(A_h, 1 / (T + (N + 1) * lam_h)),
    severity="typo",
    erratum="Head h learned lambda_h, so A_h has lambda_h in place of lambda_k (as "
    "eq:att_app_fun_k-1 has it).",
    reading="A_h is the magnitude with which head h minimises the loss along v_h; k > h is the "
    "iteration.",
)

cross_term = Claim(
    id="attention.cross-term",
    title="The correlation of an active head with a dormant one",
    kind="identity",
    label=UTILITY,
    line=1358,
    printed=equation(cross, N * V * lam_h**2 * Q_h * K_h),
    rests_on=("attention.covariance-square", "attention.magnitude-index"),
)

utility = Claim(
    id="attention.utility",
    title="The utility of a dormant head at the k-th iteration",
    kind="identity",
    label=UTILITY,
    line=1328,
    printed=equation(U, N * V * (QSSK - captured)),
    rests_on=("attention.initial-utility", "attention.cross-term"),
    reading="Also in the main text, line 490.",
)

largest_eigenvalue = Claim(
    id="attention.largest-eigenvalue",
    title="The largest eigenvalue of the matrix in the utility",
    kind="optimum",
    label=UTILITY,
    line=1369,
    printed=equation(top, lam_k**2),
)

rayleigh = Claim(
    id="attention.rayleigh",
    title="For a given V the utility is a Rayleigh quotient in (Q, K)",
    kind="optimum",
    label=UTILITY,
    line=1368,
    printed=equation(best_at_V, N * Abs(V) * lam_k**2 * (1 - V**2) / 2),
    given=(V > -1, V < 1),
    rests_on=("attention.largest-eigenvalue",),
    reading="'Corresponds to a Rayleigh quotient': the utility is trilinear, not a quadratic form "
    "of (V, Q, K); at fixed V it is one of "
    "(Q, K), with the eigenvalues +-N V lambda_j^2/2, on the sphere |Q|^2 + |K|^2 = 1 - V^2.",
)


def _derive_maximum() -> Derivation:
    v = Symbol("v", positive=True)
    height = N * lam_k**2 * v * (1 - v**2) / 2
    return (
        derive(height)
        .equals(N * lam_k**2 * (v - v**3) / 2, because="multiply out")
        .substitute(equation(v, 1 / sqrt(3)), because="where the derivative (1 - 3 v^2)/2 vanishes")
    )


maximal_utility = Claim(
    id="attention.maximal-utility",
    title="The maximal utility on the sphere",
    kind="optimum",
    label=UTILITY,
    line=1330,
    printed=equation(U_star, N * lam_k**2 / (3 * sqrt(3))),
    rests_on=("attention.rayleigh",),
    derive=_derive_maximum,
    reading="Also in the main text, line 490.",
)

maximiser = Claim(
    id="attention.maximiser",
    title="Where the utility is maximal on the sphere",
    kind="optimum",
    label=UTILITY,
    line=1330,
    printed=And(
        equation(V**2, THIRD),
        equation(Q_k**2, THIRD),
        equation(K_k**2, THIRD),
        equation(sign(V * Q_k * K_k), 1),
        evaluate=False,
    ),
    rests_on=("attention.rayleigh",),
    given=(lam_k > lam_after,),
    reading="In the eigenbasis of the matrix of attention.utility. On the unit sphere the three "
    "squares leave nothing for other components.",
)

no_other_maxima = Claim(
    id="attention.no-other-maxima",
    title="The utility has no other local maxima",
    kind="optimum",
    label=UTILITY,
    line=1330,
    printed=equation(other_maxima, 0),
    corrected=equation(U_peak, N * lam_k**2 / (3 * sqrt(3))),
    rests_on=("attention.maximiser",),
    severity="slip",
    erratum="The eigenvalues are only assumed ordered, lambda_1 >= ... >= lambda_d (line 480). "
    "Where lambda_k = lambda_{k+1}, every unit vector of "
    "their eigenspace gives a maximum. What holds without a premise: every local maximum has the "
    "value of the printed ones.",
    reading="Every critical point on the sphere of R^(2d+1): single eigenvectors with |V| = |Q| = "
    "|K|, and points of utility zero, which are "
    "never maxima since the utility takes both signs around them.",
)
