"""The attention-only linear transformer: its prediction x^T W sum_n y_n x_n, its reduction and the
Gaussian moments of its loss."""

from __future__ import annotations

from sympy import And, Rational, Sum

from theory.claim import Claim, equation
from theory.framework import lam
from theory.notation import function, letter, running

# --- letters of this setting ----------------------------------------------------------------------
N = letter("N", "N", "number of examples in the context", integer=True, positive=True)
T = letter("trace", r"\operatorname{tr}\Sigma_{xx}", "trace of the input covariance", positive=True)

head_part = letter(
    "head",
    r"W_{V}XX^{\intercal}W_{K}W_{Q}^{\intercal}X",
    "an entry of an attention head's output",
    real=True,
)
head_by_input = letter(
    "head_input",
    r"\mathrm{head}(\lambda X)",
    "that entry of a head's output for the scaled input",
    real=True,
)
head_by_weights = letter(
    "head_weights",
    r"\mathrm{head}(\lambda\theta)",
    "that entry of a head's output for the scaled parameters",
    real=True,
)
y_hat = letter("y_hat", r"\hat{y}_{N+1}", "prediction of a network", real=True)
heads = letter("heads", "H", "number of attention heads", reuse=True, integer=True, positive=True)
one_head = running("h", "a head", integer=True, positive=True)
value_of = function("head_value", "V_{#1}", "value parameter of head #1", ("h",), real=True)
key_of = function(
    "head_key",
    r"\bigl(\sum_{n}y_{n}x_{n}^{\intercal}K_{#1}\bigr)",
    "key response of head #1",
    ("h",),
    real=True,
)
query_of = function(
    "head_query",
    r"\bigl(Q_{#1}^{\intercal}x_{N+1}\bigr)",
    "query response of head #1",
    ("h",),
    real=True,
)
grad_zero = letter(
    "grad_zero",
    r"\max|\nabla_{0}\mathcal{L}|",
    "largest loss gradient of a parameter that starts at zero",
    nonnegative=True,
)
C_ab = letter(
    "C_ab",
    r"\mathbb{E}[(\sum_{n}x_{n}x_{n}^{\intercal})^{2}]_{ab}",
    "entry of the expected squared empirical covariance",
    real=True,
)
s_ab = letter("s_ab", r"(\Sigma_{xx})_{ab}", "entry of the covariance", real=True)
s2_ab = letter("s2_ab", r"(\Sigma_{xx}^{2})_{ab}", "entry of its square", real=True)
squares_ab = letter(
    "squares_ab",
    r"\mathbb{E}[\sum_{n}(x_{n}x_{n}^{\intercal})^{2}]_{ab}",
    "the part with equal indices",
    real=True,
)
pairs_ab = letter(
    "pairs_ab",
    r"\mathbb{E}[\sum_{i<j}x_{i}x_{i}^{\intercal}x_{j}x_{j}^{\intercal}]_{ab}",
    "the part with i < j",
    real=True,
)

rate_order = letter(
    "rate_order",
    r"\operatorname{ord}_{\alpha}\mathbb{E}[c_{i}]",
    "power of alpha in the expected threshold of a head",
    real=True,
)

L_W = letter("L_W", r"\mathcal{L}(W)", "population loss", real=True)
linear_term = letter(
    "tr_SSW", r"\operatorname{tr}(\Sigma_{xx}^{2}W)", "overlap of W with the target", real=True
)
quad_1 = letter(
    "tr_SWSW",
    r"\operatorname{tr}(\Sigma_{xx}W\Sigma_{xx}W^{\intercal})",
    "first quadratic term of the loss",
    nonnegative=True,
)
quad_2 = letter(
    "tr_SWSSW",
    r"\operatorname{tr}(\Sigma_{xx}W\Sigma_{xx}^{2}W^{\intercal})",
    "second quadratic term of the loss",
    nonnegative=True,
)

LEVEL = "eq:in-context-learning-sequence"

# --- the model ------------------------------------------------------------------------------------
cubic = Claim(
    id="attention.cubic",
    title="A head is cubic in the input and, as a homogeneous neuron of kappa = 3, in its "
    "parameters",
    kind="identity",
    label="sec:unifying-analysis",
    line=476,
    printed=And(
        equation(head_by_input, lam**3 * head_part),
        equation(head_by_weights, lam**3 * head_part),
        evaluate=False,
    ),
    given=(lam > 0,),
    reading="Of the attention part; the skip connection X adds a linear term, which does not reach "
    "the prediction since y_{N+1} is set to 0.",
)

reduced_prediction = Claim(
    id="attention.reduced-prediction",
    title="The prediction of the full attention formula with the zero slices at zero",
    kind="identity",
    label="sec:unifying-analysis",
    line=484,
    printed=equation(
        y_hat,
        Sum(value_of(one_head) * key_of(one_head) * query_of(one_head), (one_head, 1, heads)),
    ),
    reading="XX^T has N + 1 tokens and the sum only N: the last one carries y = 0 and drops out.",
)

zero_slices = Claim(
    id="attention.zero-slices",
    title="Parameters that start at zero remain at zero",
    kind="identity",
    label="sec:unifying-analysis",
    line=484,
    printed=equation(grad_zero, 0),
    rests_on=("attention.reduced-prediction",),
    reading="At every point of the reduced network the loss gradient of the full one vanishes in "
    "all other entries of W_V, W_K and W_Q.",
)

accelerated_rate = Claim(
    id="attention.accelerated-rate",
    title="The accelerated learning rate of the section and that of the framework",
    kind="limit",
    label=LEVEL,
    line=505,
    printed=equation(rate_order, -1),
    corrected=equation(rate_order, -Rational(1, 2)),
    rests_on=("framework.accelerated-rate",),
    severity="slip",
    erratum="Section 2 sets eta = E[c_i] with c_i = 1/|theta| - 1. For 2d + 1 parameters from N(0, "
    "alpha) that is Gamma(d)/(sqrt(2 alpha) "
    "Gamma(d + 1/2)) - 1, of the order alpha^(-1/2), where line 505 takes eta = 1/alpha: jump "
    "times would shrink to 0. It is of the order "
    "1/alpha from N(0, alpha^2), the scale that numerics/ uses with eta = 1/alpha.",
    reading="N(0, alpha) has variance alpha, as everywhere in the paper; the line defines eta = "
    "1/alpha, and what is asked is whether that "
    "is the order of E[c_i], in every dimension d. The order is the power q for which alpha^(-q) "
    "E[c_i] has a limit other than 0. A head is sqrt(alpha) z with 2d + 1 numbers z from N(0, 1), "
    "and the density of |z| is r^(2d) exp(-r^2/2) up to a factor: the expectation is an integral "
    "over r, and E[c_i] at alpha is (1 + E[c_i] at 1)/sqrt(alpha) - 1.",
)

# --- Gaussian moments -----------------------------------------------------------------------------
covariance_split = Claim(
    id="attention.covariance-split",
    title="The squared empirical covariance, equal and unequal indices",
    kind="identity",
    label="eq:expectation_of_emp_covariance_square",
    line=1364,
    printed=equation(C_ab, squares_ab + 2 * pairs_ab),
    reading="Entry (a, b). It holds in expectation only: the sum over i < j alone is not a "
    "symmetric matrix.",
)

covariance_square = Claim(
    id="attention.covariance-square",
    title="The expected squared empirical covariance",
    kind="identity",
    label="eq:expectation_of_emp_covariance_square",
    line=1365,
    printed=equation(C_ab, N * s_ab * T + N * (N + 1) * s2_ab),
    reading="Entry (a, b).",
)

population_loss = Claim(
    id="attention.population-loss",
    title="The population loss is a polynomial in W = sum_h V_h Q_h K_h^T",
    kind="identity",
    label="sec:costmin_attn_app",
    line=1374,
    origin="ours",
    printed=equation(L_W, T / 2 - N * linear_term + (N * T * quad_1 + N * (N + 1) * quad_2) / 2),
    rests_on=("attention.covariance-square",),
)
