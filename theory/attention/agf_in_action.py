"""Appendix E.3: the levels of the plateaus, and bounds on the jump times."""

from __future__ import annotations

from sympy import Ge, Le, sqrt

from theory.attention.model import LEVEL, N
from theory.attention.utility_maximisation import lam_k
from theory.claim import Claim, equation
from theory.framework import S_jump
from theory.notation import S, eta, letter, n_0, t

lam_now = letter(
    "lam_now", r"\lambda_{l+1}", "largest eigenvalue not yet learned after jump l", positive=True
)

gap = letter("gap", r"\tau^{(k)}-\tau^{(l)}", "time from jump l to jump k", real=True)
gap_limit = letter(
    "gap_limit",
    r"\lim(\tau^{(k)}-\tau^{(l)})",
    "time from jump l to jump k, for alpha -> 0 with eta = 1/alpha",
    real=True,
)
weighted = letter(
    "weighted_gap",
    r"\sum_{j=l}^{k-1}\lambda_{j+1}^{2}(\tau^{(j+1)}-\tau^{(j)})",
    "the plateaus from jump l to jump k, each weighted by the eigenvalue learned at its end",
    real=True,
)
weighted_limit = letter(
    "weighted_limit",
    r"\lim\sum_{j=l}^{k-1}\lambda_{j+1}^{2}(\tau^{(j+1)}-\tau^{(j)})",
    "the plateaus from jump l to jump k, each weighted by the eigenvalue learned at its end, "
    "for alpha -> 0 with eta = 1/alpha",
    real=True,
)
mu = letter("mu", r"\mu^{(l)}", "largest norm of a dormant head at jump l", positive=True)
mu_limit = letter(
    "mu_limit",
    r"\lim\eta_{\alpha}\mu^{(l)}",
    "largest norm of a dormant head at jump l over alpha, for alpha -> 0",
    positive=True,
)

# --- jump times -----------------------------------------------------------------------------------
accumulated_bound = Claim(
    id="attention.accumulated-bound",
    title="Upper bound on the accumulated utility",
    kind="inequality",
    label="sec:attn_jump_app",
    line=1412,
    printed=Le(S, t * N * lam_k**2 / sqrt(3), evaluate=False),
    rests_on=("attention.maximal-utility",),
    reading="From jump k - 1 on; S integrates 3 U along the direction.",
)

threshold = Claim(
    id="attention.threshold",
    title="The accumulated utility at which a head jumps",
    kind="identity",
    label="sec:attn_jump_app",
    line=1412,
    printed=equation(S_jump, 1 / n_0),
    corrected=equation(S_jump, (1 / n_0 - 1) / eta),
    given=(eta > 0, n_0 > 0, n_0 < 1),
    rests_on=("framework.jump-threshold",),
    severity="slip",
    erratum="eq:jump-time-neuron at kappa = 3 is (1/|theta| - 1)/eta: the appendix drops the "
    "learning rate and the 1.",
)

jump_bound = Claim(
    id="attention.jump-bound",
    title="Lower bound on the jump times, main text",
    kind="inequality",
    label=LEVEL,
    line=512,
    printed=Ge(gap_limit, sqrt(3) / (mu_limit * N * lam_k**2), evaluate=False),
    corrected=Ge(weighted_limit, sqrt(3) / (mu_limit * N), evaluate=False),
    rests_on=("attention.accumulated-bound", "attention.threshold"),
    severity="error",
    erratum="Between jump j and jump j + 1 the largest utility is N lambda_{j+1}^2/(3 sqrt 3), not "
    "that of lambda_k: for l < k - 1 a "
    "head grows faster than the bound assumes, and jump k comes earlier. Since 1/|theta| falls by "
    "at most eta N lambda_{j+1}^2/sqrt 3 "
    "a unit of time, what is bounded is the sum of the plateaus, each with its own eigenvalue; for "
    "l = k - 1 it is the printed bound.",
    reading="'Greater, approximately' as alpha -> 0 with eta = 1/alpha, for every l < k; at alpha "
    "> 0 the factor is 1/mu - 1.",
)

jump_bound_appendix = Claim(
    id="attention.jump-bound-appendix",
    title="Lower bound on the jump times, appendix",
    kind="inequality",
    label="sec:attn_jump_app",
    line=1414,
    printed=Ge(gap, sqrt(3) / (N * lam_k**2 * mu), evaluate=False),
    corrected=Ge(weighted, sqrt(3) * (1 / mu - 1) / (eta * N), evaluate=False),
    given=(eta > 0, mu > 0, mu < 1),
    rests_on=("attention.accumulated-bound", "attention.threshold"),
    severity="error",
    erratum="The learning rate is missing, the threshold is 1/mu - 1 and not 1/mu, and for l < k - "
    "1 each plateau has its own rate. "
    "(The line below it defines mu_k where the formula has mu_l.)",
    reading="mu_l is the largest Euclidean norm of (V, Q, K) among the heads that are dormant "
    "after jump l.",
)
