"""Appendix D.3: greedy low-rank learning, the conjecture on the saddle-to-saddle sequence, and its
jump times.
"""

from __future__ import annotations

from typing import Any

from sympy import And, Eq, Ge, Implies, Min, Or, Rational, Sum

from theory.claim import Claim, equation
from theory.linear.cost_minimisation import level, mu, rank
from theory.linear.utility_maximisation import index, l, sigma_mode, step, width
from theory.notation import c, d, function, letter, t

HALF = Rational(1, 2)

step_b = letter(
    "step_b",
    r"k_{b}",
    "number of basis vectors that one block has learned",
    integer=True,
    positive=True,
)
rank_b = letter(
    "rank_b", r"r_{b}", "number of singular modes of one block", integer=True, positive=True
)

j = letter("j", "j", "summation index", integer=True, nonnegative=True)

ordered = letter(
    "ordered",
    r"\mathbf{1}_{\mathrm{order}}",
    "1 where the sequence of the blocks learns the modes by decreasing mu",
    integer=True,
)
blocks = letter(
    "blocks", r"\#b", "number of blocks that the problem splits into", integer=True, positive=True
)
reached = letter(
    "reached",
    r"\mathbf{1}_{\mathrm{best}}",
    "1 where in every block the flow of the active vectors ends each stage at the best matrix of "
    "its rank",
    integer=True,
)
jump_count = letter(
    "jump_count",
    r"\#\tau_{\mathrm{GF}}",
    "number of jumps of gradient flow",
    integer=True,
    positive=True,
)

S_after = letter(
    "S_after",
    r"\mathcal{S}_{i}(\tau^{(k)}+t)",
    "accumulated utility on plateau k",
    reuse=True,
    real=True,
)
S_start = letter(
    "S_start",
    r"\mathcal{S}_{i}(\tau^{(k)})",
    "accumulated utility at the k-th jump",
    reuse=True,
    real=True,
)
S_before = letter(
    "S_before",
    r"\mathcal{S}_{i}(\tau^{(k-1)})",
    "accumulated utility at the jump before",
    real=True,
)
wait = letter("wait", r"\Delta\tau^{(k)}", "time between two jumps of gradient flow", positive=True)
sigma_here = letter(
    "sigma_here", r"\sigma_{i_*}^{(k)}", "largest singular value on plateau k", positive=True
)
sigma_last = letter(
    "sigma_last", r"\sigma_{i_*}^{(k-1)}", "largest singular value on plateau k - 1", positive=True
)
S_one = letter(
    "S_one", r"\mathcal{S}_{1}", "accumulated utility of the leading dormant mode", real=True
)
S_two = letter(
    "S_two", r"\mathcal{S}_{2}", "accumulated utility of the second dormant mode", real=True
)

sigma = function(
    "sigma",
    r"\sigma_{#1}^{(#2)}",
    "#1-th singular value of the cross-covariance that is left on plateau #2",
)

lam = function("lambda", r"\lambda_{#1}", "input variance along the #1-th singular mode")
delta = function("Delta_tau", r"\Delta\tau^{(#1)}", "time between jumps #1 - 1 and #1", of=("k",))

entry = function("f", "f^{(#1)}", "p^T beta q on plateau #1, for two fixed vectors", of=("k",))
mode = function(
    "Pf",
    r"(\mathbf{P}f)_{#1}",
    "p^T P_{u_#1} beta* q, the #1-th mode of that entry, for two fixed vectors",
)
sigma_b = function(
    "sigma_b",
    r"\sigma_{b,#1}^{(#2)}",
    "#1-th singular value of the cross-covariance left in block b on its plateau #2",
)
mu_b = function(
    "mu_b", r"\mu_{b,#1}", "#1-th eigenvalue of Sigma_yx Sigma_xx^{-1} Sigma_yx^T in block b"
)
delta_b = function(
    "Delta_tau_b",
    r"\Delta\tau_{b}^{(#1)}",
    "time between the jumps #1 - 1 and #1 of block b",
    of=("k",),
)
level_b = function("ell_b", r"\ell_{b}^{(#1)}", "loss of block b on its plateau #1", of=("k",))
entry_b = function(
    "f_b",
    "f_{b}^{(#1)}",
    "p^T beta q of block b on its plateau #1, for two fixed vectors",
    of=("k",),
)
mode_b = function(
    "Pf_b",
    r"(\mathbf{P}f)_{b,#1}",
    "the #1-th mode of p^T beta q in block b, for two fixed vectors",
)

tau_gf = function(
    "tau_GF", r"\tau_{\mathrm{GF}}^{(#1)}", "#1-th jump time of gradient flow", of=("k",)
)
level_glrl = function(
    "ell_GLRL",
    r"\ell_{\mathrm{GLRL}}^{(#1)}",
    "loss where the flow of #1 active vectors rests, stage by stage from the top singular mode",
    of=("k",),
)
kept = function(
    "kept",
    r"\chi_{#1}",
    "share of the #1-th mode that the active vectors hold where their flow rests",
)
rank_rest = letter(
    "rank_rest",
    r"\mathrm{rank}(A W)",
    "rank of A W where the flow of k active vectors rests",
    integer=True,
    nonnegative=True,
)
level_rec = function(
    "ell_rec", r"\ell_{\mathrm{rec}}^{(#1)}", "loss of the conjecture after #1 jumps", of=("k",)
)

same_sequence = Eq(ordered, 1)


def waiting_time(delta: Any, sigma: Any, k: Any = step) -> Any:
    """(1 - sum_{j=0}^{k-2} sigma_{k-j}^{(j)} Delta tau^{(j+1)}) / sigma_1^{(k-1)} (conj:fully-
    connected-linear).

    >>> from sympy import Function
    >>> waiting_time(delta, Function("sigma"), 2).doit()
    (-Delta_tau(1)*sigma(2, 0) + 1)/sigma(1, 1)
    """
    return (1 - Sum(sigma(k - j, j) * delta(j + 1), (j, 0, k - 2))) / sigma(1, k - 1)


# --- greedy low-rank learning and the conjecture --------------------------------------------------
greedy = Claim(
    id="linear.greedy-low-rank",
    title="Where cost minimisation ends",
    kind="algorithm",
    label="eq:app_betak",
    line=1226,
    printed=equation(level_glrl(step), level(step)),
    corrected=Implies(
        Eq(rank_rest, step),
        And(
            equation(kept(index) ** 2, kept(index)),
            equation(Sum(kept(l), (l, 1, rank)), step),
            equation(level_glrl(step), Sum((1 - kept(l)) * mu(l), (l, 1, rank)) / 2),
            evaluate=False,
        ),
        evaluate=False,
    ),
    severity="error",
    erratum="The active vectors need not converge to the reduced-rank solution: they end at some k "
    "of the modes u_i, each learned whole, and "
    "these may be a saddle of the rank-k problem. B = diag(1, 2), Sigma = diag(3, 1): the flow "
    "rests at loss 2, not at 3/2. Without blocks it happens too, "
    "on a set of problems that random draws do not hit (linear.one-block-saddle).",
    reading="Also line 424. The cost step follows the flow of the active vectors (line 288), as "
    "Greedy Low-Rank Learning does, so that AGF is that algorithm "
    "(lines 430, 1283) by definition; ell is the loss of the best matrix of rank k. GLRL acts on Z "
    "Z^T with Z = (A; W^T). "
    "The correction is true of every rest of k vectors whose A W has rank k, saddles too; that "
    "the flow rests with rank k, and at which modes, are limits along it. It needs mu_1 > mu_2 > "
    "... > 0 for all min(c, d) modes: vectors of one eigenvalue may be mixed, and chi is then any "
    "share between 0 and 1.",
    rests_on=("linear.reduced-rank-regression",),
)

_sequence = And(
    equation(entry(step), Sum(mode(l), (l, 1, step))),
    equation(level(step), Sum(mu(l), (l, step + 1, rank)) / 2),
    equation(delta(step), waiting_time(delta, sigma)),
    equation(jump_count, Min(c, width, d)),
    evaluate=False,
)
_block_sequence = And(
    equation(entry_b(step_b), Sum(mode_b(l), (l, 1, step_b))),
    equation(level_b(step_b), Sum(mu_b(l), (l, step_b + 1, rank_b)) / 2),
    equation(delta_b(step_b), waiting_time(delta_b, sigma_b, step_b)),
    equation(jump_count, Min(c, width, d)),
    evaluate=False,
)

conjecture = Claim(
    id="linear.conjecture",
    title="The saddle-to-saddle sequence of gradient flow",
    kind="conjecture",
    label="conj:fully-connected-linear",
    line=434,
    printed=_sequence,
    corrected=Implies(
        And(Eq(reached, 1), Or(Ge(width, Min(c, d)), same_sequence), evaluate=False),
        _block_sequence,
        evaluate=False,
    ),
    severity="error",
    erratum="The sequence needs that the flow of the active vectors ends each stage at the best "
    "matrix of its rank. A problem that does not split has this but for "
    "a set that random draws do not hit (linear.one-block-saddle, linear.half-turn); that it then "
    "follows the sequence remains a conjecture. Where Sigma_xx and B^T B have a common invariant "
    "subspace (where they commute, above all), "
    "each block follows its own sequence and gradient flow shows the union, by time; this is the "
    "printed sequence only if it learns modes by "
    "decreasing mu and no block overtakes another. B = diag(1, 2), Sigma = diag(3, 1): jumps at "
    "1/3 and 1/2 with level 2 between; printed are 1/3, "
    "4/9 and 3/2. This is refuted by a theorem, for every start of size alpha and every width: no "
    "mode is learned before 1/s, so that the limit of the loss is at least 2 until 1/2 "
    "(linear.mode-energy). If moreover H < min(c, d), a plateau that is not the best of its rank "
    "is left by turning active vectors (linear.turning).",
    reading="In the limit alpha -> 0 of gradient flow at eta = -log(alpha) from a random start, "
    "extrapolated in 1/log(1/alpha). f is p^T beta q for two fixed "
    "vectors, Pf its i-th term; Delta tau^(k) is measured between jumps. With _b: restricted to "
    "one block, k counts its own jumps. The premise is looked at by "
    "following Greedy Low-Rank Learning in every block.",
    rests_on=("linear.level", "linear.recursion-unrolled"),
)

recovers_gidel = Claim(
    id="linear.recovers-gidel",
    title="With commuting covariances the sequence is that of Gidel et al.",
    kind="recursion",
    label="conj:fully-connected-linear",
    line=446,
    printed=equation(level_rec(step), Sum(sigma(l, 0) ** 2 / lam(l), (l, step + 1, rank)) / 2),
    corrected=Implies(
        same_sequence,
        equation(level_rec(step), Sum(sigma(l, 0) ** 2 / lam(l), (l, step + 1, rank)) / 2),
        evaluate=False,
    ),
    severity="error",
    erratum="Gidel et al. learn modes by decreasing sigma_i = b_i lambda_i, the conjecture by "
    "decreasing mu_i = b_i^2 lambda_i: the same only if the two orders agree.",
    reading="ell_rec is the level of the conjecture after k jumps; lambda(i) is the variance of "
    "the inputs along the i-th singular mode, so "
    "sigma_i^2/lambda_i is its share of the loss. Times: linear.commuting-times.",
    rests_on=("linear.conjecture",),
)

# --- Appendix D: jump times -----------------------------------------------------------------------
accumulated = Claim(
    id="linear.accumulated-utility",
    title="Accumulated utility on a plateau",
    kind="recursion",
    label="eq:cumut",
    line=1289,
    printed=equation(S_after, S_before + sigma_mode * t),
    corrected=equation(S_after, S_start + sigma_mode * t),
    severity="typo",
    erratum="The index: at t = 0 the left side is S_i(tau^(k)), so that, not S_i(tau^(k-1)), "
    "stands on the right.",
    reading="In AGF: S' = 2 U, where U stays the utility of one aligned pair during the plateau, "
    "as line 1287 takes it from instantaneous "
    "alignment. Along gradient flow, where S_i = 1 + log(s_i)/eta for the i-th singular value s_i "
    "of (A; W^T) as alpha -> 0 and sigma is "
    "the one of rank i - k on plateau k, it is tested.",
)

recursion = Claim(
    id="linear.jump-recursion",
    title="Waiting time of the next basis vector",
    kind="recursion",
    label="eq:rectime",
    line=1293,
    printed=equation(wait, (1 - S_before) / sigma_here),
    corrected=equation(wait, (1 - S_before) / sigma_last),
    severity="typo",
    erratum="The index: during the wait for the k-th jump the gradient is that of plateau k - 1, "
    "as in the conjecture's sigma_1^(i-1).",
    reading="Delta tau^(k) = tau^(k) - tau^(k-1), as the conjecture sums them.",
    rests_on=("linear.accumulated-utility",),
)

unrolled = Claim(
    id="linear.recursion-unrolled",
    title="The recursion, unrolled, is the conjecture's formula",
    kind="recursion",
    label="conj:fully-connected-linear",
    line=1295,
    printed=equation(delta(step), waiting_time(delta, sigma)),
    rests_on=("linear.jump-recursion", "linear.accumulated-utility"),
    reading="The two recursions with their indices corrected, for any positive numbers sigma. The "
    "convention Delta tau^(0) = 0 is never used.",
)

order_kept = Claim(
    id="linear.order-kept",
    title="Ordered singular values keep the accumulated utilities ordered",
    kind="inequality",
    label="eq:cumut",
    line=1291,
    printed=Ge(S_one, S_two, evaluate=False),
    reading="If on every plateau one mode has the larger singular value.",
)
