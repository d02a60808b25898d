"""Beyond the paper: how fast modes can grow, and what gradient flow does where the conjecture
fails.
"""

from __future__ import annotations

from sympy import And, Gt, Implies, Le, Lt, Sum, exp, sqrt

from theory.claim import Claim, equation
from theory.linear.agf_in_action import blocks, sigma, tau_gf
from theory.linear.cost_minimisation import level, mu
from theory.linear.utility_maximisation import l, modes, sigma_mode_at
from theory.notation import eta, function, letter, t

volume_rate = letter(
    "volume_rate",
    r"\tfrac{d}{dt}\log\|\Lambda^{n}Z\|",
    "growth rate of a volume spanned by n columns of (A; W^T)",
    real=True,
)
turn_time = letter(
    "turn_time",
    r"\tau^{(2)}_{H=1}",
    "time at which a single neuron turns to the better mode",
    positive=True,
)
turn_rate = letter(
    "turn_rate",
    r"\lambda_{\max}(-\nabla^{2}\mathcal{L})",
    "largest eigenvalue of minus the Hessian where the neuron has learned the first mode",
    real=True,
)
s_1 = letter("s_1", r"s_{1}", "singular value of the mode learned first", positive=True)
s_2 = letter("s_2", r"s_{2}", "singular value of the better mode", positive=True)
b_1 = letter("b_1", r"b_{1}", "coefficient in B of the mode learned first", positive=True)
lam_1 = letter("lam_1", r"\lambda_{1}", "input variance along the first mode", positive=True)
lam_2 = letter("lam_2", r"\lambda_{2}", "input variance along the second mode", positive=True)

sigma_saddle = letter(
    "sigma_saddle",
    r"\sigma_{1}(\mathbf{P}^{\perp}_{u_2}\Sigma_{yx})",
    "largest singular value of the gradient where the second mode has been learned first",
    positive=True,
)
overlap = function(
    "overlap",
    r"\langle \hat{a}, u_1\rangle_{#1}",
    "cosine between u_1 and the first active vector at rest, for the problem #1 half turns along a "
    "loop",
    of=("s",),
)

b_mode = letter("b_mode", r"b", "coefficient of one mode in B, B v = b u", nonnegative=True)
lam_mode = letter(
    "lam_mode", r"\lambda", "input variance along one mode", reuse=True, nonnegative=True
)
energy_t = letter("energy_t", r"E(t)", "|A^T u|^2 + |W v|^2 at time t", nonnegative=True)
energy_0 = letter("energy_0", r"E(0)", "|A^T u|^2 + |W v|^2 at the start", nonnegative=True)
loss_t = letter("loss_t", r"\mathcal{L}(t)", "loss of gradient flow at time t", nonnegative=True)
mode_limit = letter(
    "mode_limit",
    r"\lim_{\alpha\to 0} a w",
    "limit of a w at the accelerated time t, from a = w = alpha",
    real=True,
)

# --- ours -----------------------------------------------------------------------------------------
volume_growth = Claim(
    id="linear.volume-growth",
    title="How fast a volume of n columns can grow",
    kind="inequality",
    label="conj:fully-connected-linear",
    line=434,
    origin="ours",
    printed=Le(volume_rate, Sum(sigma_mode_at, (l, 1, modes)), evaluate=False),
    reading="Z = (A; W^T) obeys Z' = M Z with M = (0, G; G^T, 0), so the volume of n columns grows "
    "at most at the sum of the n largest eigenvalues of M, the "
    "singular values of G = -grad L (Ky Fan). The volume is base times height, column after "
    "column: the product of the heights that Gram and Schmidt find (the root of the Gram "
    "determinant, by which it is measured). This is said of one instant, per unit of plain time, "
    "for n <= min(c, d) columns that are linearly independent. It does not by itself bound the "
    "conjecture's jump times: on plateau k the k active columns lie in the kernel of M, and that "
    "must be used for 1 < n < min(c, d).",
)

_grown = energy_0 * exp(2 * eta * b_mode * lam_mode * t)
mode_energy = Claim(
    id="linear.mode-energy",
    title="No mode is learned before 1/s",
    kind="inequality",
    label="conj:fully-connected-linear",
    line=434,
    origin="ours",
    printed=And(
        Le(energy_t, _grown, evaluate=False),
        Le(lam_mode * b_mode**2 / 2 - b_mode * lam_mode * _grown / 2, loss_t, evaluate=False),
        evaluate=False,
    ),
    reading="u and v are unit vectors with B v = b u, B^T u = b v and Sigma_xx v = lambda v, as "
    "every mode of a problem with commuting covariances has; A and W follow "
    "gradient flow at any rate eta >= 0, from any start, with any number of neurons. With s = b "
    "lambda: E' = 2 eta s E - 2 eta (s |A^T u - W v|^2 + E[(u^T A W x)^2] + lambda |A W v|^2). "
    "At eta = -log(alpha) and E(0) = alpha^2 E_1 the growing term is E_1 alpha^(2 - 2 s t): for "
    "every t < 1/s it vanishes as alpha -> 0, and the limit of the loss is at "
    "least lambda b^2/2.",
)

_progress = b_mode * lam_mode * t
aligned_mode = Claim(
    id="linear.aligned-mode",
    title="From an aligned start a mode is learned at 1/s",
    kind="limit",
    label="app:linear",
    line=1302,
    origin="ours",
    printed=And(
        Implies(Gt(_progress, 1, evaluate=False), equation(mode_limit, b_mode), evaluate=False),
        Implies(Lt(_progress, 1, evaluate=False), equation(mode_limit, 0), evaluate=False),
        evaluate=False,
    ),
    given=(b_mode > 0,),
    reading="One input, one output, one neuron: gradient flow of lambda (b - a w)^2/2 at eta = "
    "-log(alpha) from a = w = alpha, where a w (1 + (b/alpha^2 - 1) e^(-2 eta s t)) = b with s = "
    "b lambda. With commuting covariances and a start along the singular vectors, A = alpha U Q^T "
    "and W = alpha Q V^T, gradient flow keeps this form and every mode follows such a flow of its "
    "own: the other half of linear.commuting-flow for that start, beside linear.mode-energy, which "
    "holds for every start.",
)

_rate = sqrt(b_1**2 * (lam_1 - lam_2) ** 2 / 4 + s_2**2) - b_1 * (lam_1 + lam_2) / 2
turning_rate = Claim(
    id="linear.turning-rate",
    title="How fast one neuron leaves the mode that it learned first",
    kind="optimum",
    label="conj:fully-connected-linear",
    line=434,
    origin="ours",
    printed=equation(turn_rate, _rate),
    given=(Le(b_1**2 * lam_1 * lam_2, s_2**2, evaluate=False),),
    reading="c = d = 2, H = 1, B = diag(b_1, b_2) and Sigma_xx = diag(lambda_1, lambda_2), at a = "
    "w = (sqrt(b_1), 0), where the neuron rests after it has learned the first mode; s_2 = b_2 "
    "lambda_2. The assumption says mu_1 <= mu_2 (times lambda_2): else that rest is a minimum, and "
    "the largest eigenvalue is 0, along which only the sizes of a and w change against each other.",
)

turning = Claim(
    id="linear.turning",
    title="What one neuron does when the first mode is not the best",
    kind="limit",
    label="conj:fully-connected-linear",
    line=434,
    origin="ours",
    printed=equation(
        turn_time,
        1 / s_1 + (1 - s_2 / s_1) / _rate,
    ),
    reading="c = d = 2, H = 1, commuting, s_1 > s_2 but mu_1 < mu_2: the neuron learns mode 1 at "
    "1/s_1 and turns to mode 2 later, so gradient flow jumps twice "
    "where the conjecture has one jump. The rate is the unstable eigenvalue of the Hessian at the "
    "first plateau, which is a theorem (linear.turning-rate). "
    "Tested, not proved: a limit along gradient flow, alpha -> 0 of solutions that no formula "
    "gives.",
    rests_on=("linear.conjecture",),
)

one_block_saddle = Claim(
    id="linear.one-block-saddle",
    title="A problem of one block in which gradient flow learns the second mode first",
    kind="limit",
    label="conj:fully-connected-linear",
    line=434,
    origin="ours",
    printed=And(
        equation(blocks, 1),
        equation(level(1), (mu(1) + mu(3)) / 2),
        equation(level(2), mu(3) / 2),
        equation(tau_gf(2), 1 / sigma(1, 0) + (1 - sigma(2, 0) / sigma(1, 0)) / sigma_saddle),
        evaluate=False,
    ),
    reading="c = d = 3, B Sigma = diag(3, 2, 1), mu = 22/5, 18/5, 1, all spectra distinct: "
    "gradient flow rests at 2.7 after 1/3 and leaves at 0.45203, where the "
    "conjecture says 2.3 and 0.44846. The problem is given to 16 digits and lies that close to one "
    "at which the first active vector runs into the saddle; its "
    "distance grows by e^(t/10) in plain time, so that it is not seen down to alpha = 1e-500. "
    "linear.half-turn says why there is such a problem; that a rest at the second mode alone has "
    "the loss (mu_1 + mu_3)/2 is a theorem, linear.greedy-low-rank. "
    "Tested, not proved: that the flow comes to that rest, and when it leaves, are limits along "
    "gradient flow, at a problem that is known to 16 digits.",
    rests_on=("linear.conjecture",),
)

half_turn = Claim(
    id="linear.half-turn",
    title="Along half a turn of problems the first stage ends on the other side of its best mode",
    kind="identity",
    label="conj:fully-connected-linear",
    line=434,
    origin="ours",
    printed=equation(overlap(1), -overlap(0)),
    reading="c = d = n >= 2, Sigma_yx = diag(s_1, ..., s_n) and Sigma_yx Sigma_xx^-1 Sigma_yx^T = "
    "R diag(mu) R^T with R = (turn by pi s in the plane of the first two axes) T, "
    "T any fixed orthogonal matrix: all spectra but that of Sigma_xx stay. At s = 1 the problem is "
    "that of s = 0 with two axes reversed, so the first active vector, which starts on the "
    "first axis, ends reversed against u_1, wherever its flow rests at both ends (the cosine as "
    "t -> oo, then as the size of the start -> 0). What is not part of the statement: that vector "
    "depends continuously on s wherever it ends at the best matrix of rank one, so for some s "
    "between it does not.",
)
