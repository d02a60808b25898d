"""Appendix B.3: what gradient flow conserves, and how an active neuron becomes dormant again."""

from __future__ import annotations

from sympy import And, Derivative, Ge, Implies, Limit, Max, Or

from theory.claim import Claim, equation
from theory.notation import alpha, c, d, eta, function, k, kappa, letter, t

a_sq = function(
    "A", r"\|a_{i}(#1)\|^{2}", "squared norm of the output weights at time #1", of=("t",)
)
w_sq = function(
    "W", r"\|w_{i}(#1)\|^{2}", "squared norm of the input weights at time #1", of=("t",)
)
A_sq = letter("A_0", r"\|a_{i}\|^{2}", "squared norm of the output weights", nonnegative=True)
W_sq = letter("W_0", r"\|w_{i}\|^{2}", "squared norm of the input weights", nonnegative=True)
A_now = letter(
    "A_t",
    r"\|a_{i}(t)\|^{2}",
    "squared norm of the output weights at t",
    nonnegative=True,
    reuse=True,
)
W_now = letter(
    "W_t",
    r"\|w_{i}(t)\|^{2}",
    "squared norm of the input weights at t",
    nonnegative=True,
    reuse=True,
)
theta_sq = letter("theta_sq", r"\|\theta_{i}\|^{2}", "squared norm of a neuron", nonnegative=True)
mean_a_sq = letter(
    "mean_a_sq", r"\mathbb{E}\|a_{i}\|^{2}", "mean square of the output weights", positive=True
)
mean_w_sq = letter(
    "mean_w_sq", r"\mathbb{E}\|w_{i}\|^{2}", "mean square of the input weights", positive=True
)
return_ratio = letter(
    "return_ratio",
    r"\lim_{\alpha\to 0}\frac{\mathcal{S}_{i}(t)}{c_{i}/\eta}",
    "accumulated utility of a returning neuron over its threshold, as alpha -> 0",
    real=True,
)
imbalance = letter(
    "imbalance", r"c_{\mathrm{bal}}", "(kappa - 1)|a|^2 - |w|^2, the paper's second c", real=True
)

# --- Appendix B.3: active neurons can become dormant again ----------------------------------------
conserved_quantity = Claim(
    id="framework.conserved-quantity",
    title="The conserved difference of squared norms",
    kind="identity",
    label="app:derivations-framework",
    line=830,
    printed=equation(Derivative((k - 1) * a_sq(t) - w_sq(t), t), 0),
    corrected=equation(Derivative(k * a_sq(t) - w_sq(t), t), 0),
    given=(k >= 1, k <= 6),
    rests_on=("framework.residual-gradient",),
    severity="slip",
    erratum="(kappa - 1)|a|^2 - |w|^2 is conserved when the utility has degree kappa, that is "
    "for an activation of degree "
    "kappa - 1; the proof says 'activation functions of degree kappa'.",
    reading="k is the degree of the activation; the printed sentence takes kappa = k.",
)

norm_lower_bound = Claim(
    id="framework.norm-lower-bound",
    title="Lower bound on the norm along gradient flow",
    kind="inequality",
    label="app:derivations-framework",
    line=825,
    printed=Ge(theta_sq, Max(-imbalance, imbalance / (kappa - 1)), evaluate=False),
    given=(kappa >= 2, kappa <= 6),
    rests_on=("framework.norm-split",),
    reading="c is taken at time 0, the norm at time t.",
)

norm_split = Claim(
    id="framework.norm-split",
    title="The norm in terms of what is conserved and of one layer",
    kind="identity",
    label="app:derivations-framework",
    line=834,
    printed=And(
        equation(theta_sq, -imbalance + kappa * A_now),
        equation(theta_sq, imbalance / (kappa - 1) + kappa / (kappa - 1) * W_now),
        evaluate=False,
    ),
    given=(kappa >= 2, kappa <= 6),
    rests_on=("framework.conserved-quantity",),
    reading="c is taken at time 0, the norms at time t.",
)

norm_bound_attained = Claim(
    id="framework.norm-bound-attained",
    title="When the lower bound on the norm is attained",
    kind="identity",
    label="app:derivations-framework",
    line=827,
    printed=Implies(
        Or(
            And(equation(W_now, 0), imbalance >= 0, evaluate=False),
            And(equation(A_now, 0), imbalance < 0, evaluate=False),
            evaluate=False,
        ),
        equation(theta_sq, Max(-imbalance, imbalance / (kappa - 1))),
    ),
    given=(kappa >= 2, kappa <= 6),
    rests_on=("framework.norm-split",),
    reading="c is taken at time 0, the norms at time t.",
)

vanishing_imbalance = Claim(
    id="framework.vanishing-imbalance",
    title="At vanishing initialisation the conserved quantity vanishes",
    kind="limit",
    label="app:derivations-framework",
    line=840,
    printed=equation(Limit((kappa - 1) * alpha**2 * A_sq - alpha**2 * W_sq, alpha, 0), 0),
    given=(kappa >= 2, kappa <= 6, A_sq >= 0, W_sq >= 0),
    rests_on=("framework.conserved-quantity",),
    reading="alpha a and alpha w are the initial weights. The premise printed before it, that "
    "(kappa - 1)|a|^2 and |w|^2 are alike, is framework.balanced-start.",
)

balanced_start = Claim(
    id="framework.balanced-start",
    title="Are (kappa - 1)|a|^2 and |w|^2 alike at initialisation?",
    kind="identity",
    label="app:derivations-framework",
    line=840,
    printed=equation((kappa - 1) * mean_a_sq, mean_w_sq),
    corrected=equation((kappa - 1) * mean_a_sq - mean_w_sq, (kappa - 2) * alpha**2 / 2),
    given=(kappa >= 2, kappa <= 6, c >= 1, c <= 4, d >= 1, d <= 4),
    severity="slip",
    erratum="Both layers start with the mean square alpha^2/2, so (kappa - 1)|a|^2 is kappa - 1 "
    "times |w|^2 on average, at every alpha: alike only for kappa = 2. What is used, that c is "
    "of the order alpha^2, is true (framework.vanishing-imbalance).",
    reading="In expectation over the initialisation of Section 2, whose entries have the "
    "variances alpha^2/(2c) and alpha^2/(2d).",
)

return_utility = Claim(
    id="framework.return-utility",
    title="A neuron returns to dormancy with accumulated utility c_i/eta",
    kind="limit",
    label="app:derivations-framework",
    line=841,
    printed=equation(return_ratio, 1),
    given=(eta > 0, kappa >= 2),
    rests_on=("framework.norm-solution",),
    reading="S over c_i/eta in the limit alpha -> 0, at any fixed norm on the way back to the "
    "origin, for every kappa.",
)
