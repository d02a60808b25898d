"""Appendix D.2: cost minimisation ends at the best matrix of its rank, and what is left of the
gradient there.
"""

from __future__ import annotations

from sympy import And, Sum

from theory.claim import Claim, equation
from theory.linear.utility_maximisation import covariance, cross, l, step
from theory.notation import c, d, function, letter

rank = letter(
    "rank", "r", "number of singular modes of the target, min(c, d)", integer=True, positive=True
)

descent_entry = letter(
    "descent_entry", r"(-\nabla_\beta\mathcal{L})_{ij}", "entry of the negative gradient", real=True
)
grad_entry = letter(
    "grad_entry", r"(\nabla_\beta\mathcal{L})_{ij}", "entry of the gradient", real=True
)
projected = letter(
    "projected",
    r"(\mathbf{P}^{\perp}_{U_k}\Sigma_{yx})_{ij}",
    "entry of the projected cross-covariance",
    real=True,
)
best = letter(
    "best",
    r"(\operatorname{argmin}_{\mathrm{rank}\,k}\mathcal{L})_{ij}",
    "entry of the best matrix of rank k",
    real=True,
)

mu = function("mu", r"\mu_{#1}", "#1-th eigenvalue of Sigma_yx Sigma_xx^{-1} Sigma_yx^T")

level = function("ell", r"\ell^{(#1)}", "loss on plateau #1", of=("k",))

projector = function(
    "P",
    r"(\mathbf{P}_{U_k})_{i,#1}",
    "entry (i, #1) of the projection onto the first k modes",
    of=("l",),
)
ols = function(
    "beta_ols",
    r"(\Sigma_{yx}\Sigma_{xx}^{-1})_{#1,j}",
    "entry (#1, j) of the least-squares solution",
    of=("l",),
)
solution = function("beta", r"\beta_{i,#1}", "entry (i, #1) of the network's map", of=("l",))

# --- cost minimisation ----------------------------------------------------------------------------
reduced_rank = Claim(
    id="linear.reduced-rank-regression",
    title="The best matrix of rank k",
    kind="optimum",
    label="eq:app_betak",
    line=1228,
    printed=equation(best, Sum(projector(l) * ols(l), (l, 1, c))),
    reading="Entry (i, j), also line 425: P(l) is (P_{U_k})_il and beta_ols(l) is (Sigma_yx "
    "Sigma_xx^-1)_lj. mu_1 > mu_2 > ... > 0: "
    "'the top k eigenvectors' need it, and distinct singular values of Sigma_xx and Sigma_yx (line "
    "405) do not give it (diag(4, 1) and "
    "diag(2, 1) have mu = 1, 1).",
)

best_level = Claim(
    id="linear.level",
    title="The loss of the best matrix of rank k",
    kind="identity",
    label="eq:sequence-fully-connected-linear",
    line=440,
    printed=equation(level(step), Sum(mu(l), (l, step + 1, rank)) / 2),
    rests_on=("linear.reduced-rank-regression",),
    reading="mu_1 > mu_2 > ... > 0, as in linear.reduced-rank-regression; the least loss over rank "
    "at most k, k >= 1: "
    "over Q R with k orthonormal columns Q.",
)

gradient_main = Claim(
    id="linear.gradient-main",
    title="The gradient there, as the main text has it",
    kind="identity",
    label="sec:unifying-analysis",
    line=426,
    printed=equation(grad_entry, projected),
    corrected=equation(grad_entry, -projected),
    severity="typo",
    erratum="The sign: it is -grad L that equals P^perp Sigma_yx, as the appendix has it (line "
    "1233).",
    rests_on=("linear.reduced-rank-regression",),
)

gradient = Claim(
    id="linear.gradient",
    title="The negative gradient at the best matrix of rank k",
    kind="identity",
    label="app:linear",
    line=1233,
    printed=And(
        equation(descent_entry, cross - Sum(solution(l) * covariance(l), (l, 1, d))),
        equation(cross - Sum(solution(l) * covariance(l), (l, 1, d)), projected),
        evaluate=False,
    ),
    rests_on=("linear.reduced-rank-regression",),
)
