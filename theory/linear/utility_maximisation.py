"""The network f(x) = A W x, its symmetry and what it conserves; Appendix D.1: the largest utility
is a sum of singular values.
"""

from __future__ import annotations

from sympy import Min, Sum

from theory.claim import Claim, equation
from theory.notation import c, d, function, letter

# --- letters of this setting ----------------------------------------------------------------------
step = letter(
    "step",
    "k",
    "number of basis vectors that have been learned",
    reuse=True,
    integer=True,
    positive=True,
)

index = letter(
    "index", "i", "number of a singular mode, the largest first", integer=True, positive=True
)

l = letter("l", "l", "summation index", integer=True, positive=True)
width = letter("width", "H", "number of hidden neurons", integer=True, positive=True)

modes = letter(
    "modes", r"|\mathcal{D}|", "number of dormant basis vectors", integer=True, nonnegative=True
)

tilde_H = letter(
    "rank_AW", r"\tilde{H}", "number of rank-one maps in A W", integer=True, nonnegative=True
)

cross = letter("Sigma_yx_ij", r"(\Sigma_{yx})_{ij}", "entry of the cross-covariance", real=True)
f_moved = letter(
    "f_moved", r"(AG^{-1}GW)_{ij}", "entry of the map after a change of hidden basis", real=True
)
f_entry = letter("f_entry", r"(AW)_{ij}", "entry of the network's map", real=True)
rate_balance = letter(
    "rate_balance",
    r"\tfrac{d}{dt}(A^{\intercal}A-WW^{\intercal})_{ij}",
    "change of the conserved matrix",
    real=True,
)
U_basis = letter(
    "U_basis",
    r"\mathcal{U}_{i}(\theta_i;r)",
    "utility of a dormant basis vector, E<f_i, r>",
    real=True,
)
pairing = letter(
    "pairing",
    r"\tilde{a}_i^{\intercal}\nabla_\beta\mathcal{L}\,\tilde{w}_i",
    "gradient between two vectors",
    real=True,
)
U_on_gradient = letter(
    "U_on_gradient",
    r"\mathcal{U}_i|_{\nabla\mathcal{L}}",
    "utility at a singular mode of the gradient",
    real=True,
)
U_on_descent = letter(
    "U_on_descent",
    r"\mathcal{U}_i|_{-\nabla\mathcal{L}}",
    "utility at a singular mode of the negative gradient",
    real=True,
)
sigma_mode = letter(
    "sigma_mode", r"\sigma_{i}^{(k)}", "singular value of the gradient", nonnegative=True
)
U_local = letter(
    "U_local",
    r"\mathcal{U}|_{\mathrm{loc.max}}",
    "utility at a local maximum on the sphere",
    real=True,
)
sigma_top = letter(
    "sigma_top", r"\sigma_{1}", "largest singular value of the gradient", positive=True
)
total = letter(
    "U_total",
    r"\max_{\mathrm{St}}\sum_i\mathcal{U}_i",
    "largest total utility of orthonormal basis vectors",
    real=True,
)

target = function("B", "B_{i,#1}", "entry (i, #1) of B", of=("l",))
covariance = function(
    "Sigma_xx", r"(\Sigma_{xx})_{#1,j}", "entry (#1, j) of the input covariance", of=("l",)
)

U_frame = function("U_frame", r"\mathcal{U}_{#1}", "utility of basis vector #1")

sigma_grad = function(
    "sigma_grad",
    r"\sigma_{#1}(-\nabla\mathcal{L})",
    "#1-th singular value of the negative gradient",
)

# --- Section 4: the network and its symmetry ------------------------------------------------------
cross_covariance = Claim(
    id="linear.cross-covariance",
    title="The cross-covariance of y = B x",
    kind="identity",
    label="sec:unifying-analysis",
    line=405,
    printed=equation(cross, Sum(target(l) * covariance(l), (l, 1, d))),
    reading="Entry (i, j) of E[y x^T]; B(l) is B_il, Sigma_xx(l) is (Sigma_xx)_lj.",
)

symmetry = Claim(
    id="linear.symmetry",
    title="The network is invariant under GL_H",
    kind="identity",
    label="sec:unifying-analysis",
    line=407,
    printed=equation(f_moved, f_entry),
    reading="(W, A) -> (G W, A G^-1), entry by entry.",
)

conserved = Claim(
    id="linear.conserved-matrix",
    title="Gradient flow conserves A^T A - W W^T",
    kind="identity",
    label="sec:unifying-analysis",
    line=407,
    printed=equation(rate_balance, 0),
    reading="The 'conserved quantities' of the text, an H x H matrix whose off-diagonal entries "
    "couple the neurons.",
)

basis_size = Claim(
    id="linear.basis-size",
    title="The number of rank-one maps",
    kind="identity",
    label="sec:unifying-analysis",
    line=411,
    printed=equation(tilde_H, Min(c, Min(width, d, evaluate=False), evaluate=False)),
    reading="The largest number of non-zero singular values of A W over all A and W. That almost "
    "all A and W have as many is tested, "
    "and no part of the theorem.",
)

# --- utility maximisation -------------------------------------------------------------------------
utility_main = Claim(
    id="linear.utility-main",
    title="Utility of a dormant basis vector, as the main text has it",
    kind="identity",
    label="sec:unifying-analysis",
    line=418,
    printed=equation(U_basis, pairing),
    corrected=equation(U_basis, -pairing),
    severity="typo",
    erratum="The sign: U = E<f_i, r> = -a^T grad L w, as the appendix has it (line 1215).",
    reading="One term of the sum over dormant basis vectors.",
)

utility = Claim(
    id="linear.utility",
    title="Utility of a dormant basis vector",
    kind="identity",
    label="app:linear",
    line=1215,
    printed=equation(U_basis, -pairing),
)

aligned_utility = Claim(
    id="linear.aligned-utility",
    title="The utility at the singular modes",
    kind="optimum",
    label="app:linear",
    line=1217,
    printed=equation(U_on_gradient, sigma_mode / 2),
    corrected=equation(U_on_descent, sigma_mode / 2),
    severity="typo",
    erratum="The modes must be those of -grad L (so says line 1223): at the singular vectors of "
    "grad L itself the utility is -sigma_i/2, the minimum.",
    reading="The pair (u_i, v_i)/sqrt(2), of unit norm as a vector of R^(c+d); with two unit "
    "vectors the utility would be sigma_i.",
    rests_on=("linear.utility",),
)

single_maximum = Claim(
    id="linear.single-maximum",
    title="One basis vector: every local maximum of the utility",
    kind="optimum",
    label="app:linear",
    line=1217,
    printed=equation(U_local, sigma_top / 2),
    reading="'No other local maxima' for |D| = 1: the Riemannian Hessian at every critical point "
    "of the sphere.",
    rests_on=("linear.utility",),
)

total_utility = Claim(
    id="linear.total-utility",
    title="The largest total utility over orthonormal basis vectors",
    kind="optimum",
    label="sec:unifying-analysis",
    line=420,
    printed=equation(total, Sum(sigma_mode_at := sigma_grad(l), (l, 1, modes)) / 2),
    rests_on=("linear.utility",),
    reading="m orthonormal vectors (a_i, w_i) of R^(c+d), m <= min(c, d); sigma_grad(l) are the "
    "singular values of -grad L.",
)

individual_utility = Claim(
    id="linear.individual-utility",
    title="The utility of each basis vector at a maximum of the total",
    kind="optimum",
    label="app:linear",
    line=1217,
    printed=equation(U_frame(index), sigma_mode_at.func(index) / 2),
    corrected=equation(Sum(U_frame(l), (l, 1, modes)), Sum(sigma_mode_at, (l, 1, modes)) / 2),
    severity="error",
    erratum="The maximisers are all orthonormal bases of the leading eigenspace: rotating two "
    "basis vectors into each other changes neither the "
    "constraint nor the total, but mixes their utilities. Only the total is determined.",
    reading="'U_i has no other local maxima': at every maximiser found by ascent, sorted by "
    "utility, U_i = sigma_i/2. The theorem speaks "
    "of frames whose total no frame exceeds; that an ascent ends at no other local maximum of the "
    "total is tested.",
    rests_on=("linear.total-utility",),
)

dormant_count = Claim(
    id="linear.dormant-count",
    title="The number of dormant basis vectors",
    kind="identity",
    label="app:linear",
    line=1217,
    printed=equation(modes, width - step),
    corrected=equation(modes, Min(c, Min(width, d, evaluate=False), evaluate=False) - step),
    severity="slip",
    erratum="A c x d gradient has no H - k singular modes when H > min(c, d); the main text's "
    "min(c, H, d) is right (line 411).",
    rests_on=("linear.basis-size",),
    reading="The basis vectors are as many as A W has singular modes (linear.basis-size), and k of "
    "them are active; those left are the singular modes of -grad L at the best "
    "matrix of rank k that H - k further neurons can take.",
)
