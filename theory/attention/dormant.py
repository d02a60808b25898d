"""Beyond the paper: a dormant head is solvable, and jumps at a time that is one quadrature."""

from __future__ import annotations

from sympy import And, Sum, exp

from theory.attention.cost_minimisation import lam_j
from theory.attention.model import N
from theory.attention.utility_maximisation import lam_k
from theory.claim import Claim, equation
from theory.framework import theta_sq
from theory.notation import d, eta, function, letter, n_0, running, tau

rate_VQ = letter(
    "rate_VQ", r"\tfrac{d}{dt}(V^{2}-|Q|^{2})", "velocity of the first imbalance", real=True
)
rate_VK = letter(
    "rate_VK", r"\tfrac{d}{dt}(V^{2}-|K|^{2})", "velocity of the second imbalance", real=True
)
mu_j = letter("mu_j", r"\mu_{j}", "eigenvalue j of the matrix in the utility", nonnegative=True)
mu_1 = letter("mu_1", r"\mu_{1}", "largest eigenvalue of the matrix in the utility", positive=True)
integral_V = letter("I_V", "I", "eta times the time integral of V", real=True)
plus_0 = letter(
    "plus_0", "(Q_{j}+K_{j})(0)", "sum of query and key at the start of the plateau", real=True
)
minus_0 = letter(
    "minus_0", "(Q_{j}-K_{j})(0)", "their difference at the start of the plateau", real=True
)
plus_t = letter("plus_t", "(Q_{j}+K_{j})(t)", "sum of query and key", real=True)
minus_t = letter("minus_t", "(Q_{j}-K_{j})(t)", "their difference", real=True)
mode = running("j", "a direction", integer=True, positive=True)
mu_of = function("mu_of", r"\mu_{#1}", "eigenvalue #1 of the matrix in the utility", ("j",))
plus_of = function(
    "plus_of", r"(Q_{#1}+K_{#1})(0)", "sum of query and key along #1 at the start", ("j",)
)
minus_of = function(
    "minus_of", r"(Q_{#1}-K_{#1})(0)", "their difference along #1 at the start", ("j",)
)
V_0 = letter("V_0", "V(0)", "value parameter at the start of the plateau", real=True)
V_sq = letter("V_sq", "V(t)^{2}", "square of the value parameter", nonnegative=True)
quadrature = letter(
    "quadrature",
    r"\int\mathrm{d}I/|V(I)|",
    "over the orbit, there and back where V turns round, up to norm one",
    positive=True,
)
quadrature_limit = letter(
    "quadrature_limit",
    r"\int_{\infty}\mathrm{d}I/|\hat{V}(I)|",
    "over the orbit of the head divided by alpha, there and back where V turns, up to infinity",
    positive=True,
)
tau_limit = letter(
    "tau_limit", r"\lim\tau", "jump time for alpha -> 0 with eta = 1/alpha", positive=True
)
first_head = letter("first_head", r"i_{*}", "the head that jumps first", integer=True)
least_quadrature = letter(
    "least_quadrature",
    r"\operatorname{argmin}_{i}\int\mathrm{d}I/|V_{i}|",
    "the head with the shortest quadrature",
    integer=True,
)
tilt_0 = letter(
    "tilt_0",
    r"\tfrac{Q_{j}+K_{j}}{Q_{1}+K_{1}}(0)",
    "misalignment at the start of the plateau",
    real=True,
)
tilt = letter("tilt", r"\tfrac{Q_{j}+K_{j}}{Q_{1}+K_{1}}(t)", "misalignment", real=True)
tilt_rate = letter(
    "tilt_rate",
    r"\operatorname{ord}_{\alpha}\mathrm{tilt}(\tau)",
    "power of alpha with which the misalignment at the jump vanishes",
    real=True,
)

# --- beyond the paper: a dormant head is solvable -------------------------------------------------
conserved = Claim(
    id="attention.conserved",
    title="Two conserved quantities of every head",
    kind="identity",
    label="app:transformer",
    line=1412,
    origin="ours",
    printed=And(equation(rate_VQ, 0), equation(rate_VK, 0), evaluate=False),
    rests_on=("attention.population-loss",),
    reading="Along the whole of gradient flow, dormant or active.",
)

dormant_sums = Claim(
    id="attention.dormant-sums",
    title="Sums and differences of query and key are exponentials",
    kind="ode-solution",
    label="app:transformer",
    line=1412,
    origin="ours",
    printed=And(
        equation(plus_t, plus_0 * exp(N * mu_j * integral_V)),
        equation(minus_t, minus_0 * exp(-N * mu_j * integral_V)),
        evaluate=False,
    ),
    rests_on=("attention.utility",),
    reading="Component j in the eigenbasis of M = Sigma^2 - sum_{h<k} lambda_h^2 v_h v_h^T; I' = "
    "eta V.",
)


dormant_value = Claim(
    id="attention.dormant-value",
    title="The value parameter of a dormant head",
    kind="ode-solution",
    label="app:transformer",
    line=1412,
    origin="ours",
    printed=equation(
        V_sq,
        V_0**2
        + Sum(
            plus_of(mode) ** 2 * (exp(2 * N * mu_of(mode) * integral_V) - 1)
            + minus_of(mode) ** 2 * (exp(-2 * N * mu_of(mode) * integral_V) - 1),
            (mode, 1, d),
        )
        / 4,
    ),
    rests_on=("attention.dormant-sums", "attention.conserved"),
    reading="Over all d components. V^2 is convex in I, so V turns round at most once.",
)

dormant_norm = Claim(
    id="attention.dormant-norm",
    title="The norm of a dormant head",
    kind="identity",
    label="app:transformer",
    line=1412,
    origin="ours",
    printed=equation(theta_sq, 3 * V_sq + n_0**2 - 3 * V_0**2),
    rests_on=("attention.conserved",),
)

exact_time = Claim(
    id="attention.exact-jump-time",
    title="The exact jump time of a head",
    kind="ode-solution",
    label="sec:attn_jump_app",
    line=1414,
    origin="ours",
    printed=equation(tau, quadrature / eta),
    given=(eta > 0,),
    rests_on=("attention.dormant-value", "attention.dormant-norm"),
    reading="Where the paper has a bound. The integral runs over the orbit of "
    "attention.dormant-value to V^2 = (1 - |theta(0)|^2)/3 + V(0)^2; "
    "exact_jump_time evaluates it. V may vanish once on the way, where it turns round, for V^2 is "
    "convex in I. The theorem takes where V^2 is least and the end of the integral, I at the jump, "
    "from the flow, and the integrand from the start alone.",
)

exact_time_limit = Claim(
    id="attention.exact-jump-time-limit",
    title="The jump time in the limit of vanishing initialisation",
    kind="limit",
    label="sec:attn_jump_app",
    line=1414,
    origin="ours",
    printed=equation(tau_limit / quadrature_limit, 1),
    rests_on=("attention.exact-jump-time",),
    reading="theta(0) = alpha times a fixed head and eta = 1/alpha. The limit is finite and "
    "depends on the head: it is a random variable. For a head that jumps at every small alpha; the "
    "way of I, there and back where V turns round, is that of the fixed head at each of them: the "
    "head at the scale alpha is alpha times one and the same solution, so that the signs of V and "
    "where it turns are the same once alpha is so small that it turns before the jump.",
)

first_to_jump = Claim(
    id="attention.first-head",
    title="Which head jumps first",
    kind="algorithm",
    label="sec:attn_jump_app",
    line=1414,
    origin="ours",
    printed=equation(first_head - least_quadrature, 0),
    rests_on=("attention.exact-jump-time",),
    reading="Of heads that start together on one plateau and all jump, no two at once.",
)

alignment = Claim(
    id="attention.alignment",
    title="How a dormant head aligns",
    kind="ode-solution",
    label="sec:attn_jump_app",
    line=1414,
    origin="ours",
    printed=equation(tilt, tilt_0 * exp(-N * (mu_1 - mu_j) * integral_V)),
    rests_on=("attention.dormant-sums",),
)

alignment_rate = Claim(
    id="attention.alignment-rate",
    title="The misalignment at the jump vanishes like a power of alpha",
    kind="limit",
    label="sec:attn_jump_app",
    line=1414,
    origin="ours",
    printed=equation(tilt_rate, 1 - lam_j**2 / lam_k**2),
    given=(lam_k > lam_j,),
    rests_on=("attention.alignment",),
    reading="At the first jump exp(N lambda_k^2 I) is of the order 1/alpha. Close eigenvalues "
    "align slowly: at ratio 9/10, alpha = 1e-6 leaves 7%. For a head alpha times a fixed one, with "
    "eta = 1/alpha, whose sums Q + K along both components are not zero; lambda_k is the largest "
    "eigenvalue that is left, and the signs of V and K are those for which I >= 0 at the jump "
    "(both may be changed at once).",
)
