"""The caption of the figure of singular values (fig:linear-loss), and Greedy Low-Rank Learning as
an algorithm (alg:glrl): what the two say that no formula of the section does.
"""

from __future__ import annotations

from sympy import And, Eq, Gt, Implies

from theory.claim import Claim, equation
from theory.linear.agf_in_action import delta, same_sequence, sigma, waiting_time
from theory.linear.cost_minimisation import rank
from theory.linear.utility_maximisation import index, step
from theory.notation import function, letter

singular_flow = function(
    "s_GF",
    r"s_{#1}^{(#2)}(AW)",
    "#1-th singular value of A W where gradient flow rests after jump #2",
)
singular_best = function(
    "s_beta",
    r"s_{#1}(\mathbf{P}_{U_{#2}}B)",
    "#1-th singular value of the conjecture's matrix after jump #2",
)
top_slope = function(
    "top_slope",
    r"\lambda_{1}(-\nabla\mathcal{L}(W_{#1}))",
    "largest eigenvalue of the negative gradient after stage #1 of Greedy Low-Rank Learning",
    of=("r",),
)

settled = letter(
    "settled",
    r"\mathbf{1}_{\min}",
    "1 where the last stage rests at a local minimum of the loss in its vectors, not at a saddle",
    integer=True,
)

figure_values = Claim(
    id="linear.figure-singular-values",
    title="The figure: the conjecture predicts the singular values of A W",
    kind="limit",
    label="fig:linear-loss",
    line=391,
    printed=Implies(
        same_sequence,
        And(
            equation(singular_flow(index, step), singular_best(index, step)),
            equation(delta(step), waiting_time(delta, sigma)),
            evaluate=False,
        ),
        evaluate=False,
    ),
    reading="The data of the caption: variances i^-1 or i^-2, a Gaussian B, covariances that "
    "commute (a) or do not (b); alpha -> 0, 'well' as in the limit. The "
    "premise stands here because the experiment has it: its commuting covariances pair the "
    "largest variance with the largest singular value of B, the second "
    "with the second, and so on, so that sigma and mu have one order (a random B that does not "
    "split has it too). In another order the caption would not be "
    "true: linear.conjecture. Sizes and exponents are not in the paper; those of the authors' "
    "published code are c = d = H = 10, i^-2 and alpha = 1e-15. "
    "Tested, not proved: a limit along gradient flow.",
    rests_on=("linear.conjecture",),
)

greedy_ends = Claim(
    id="linear.greedy-ends",
    title="The loop of Greedy Low-Rank Learning ends after min(c, d) stages",
    kind="algorithm",
    label="alg:glrl",
    line=1249,
    printed=And(
        Gt(top_slope(step - 1), 0),
        Implies(Eq(settled, 1), equation(top_slope(rank), 0), evaluate=False),
        evaluate=False,
    ),
    given=(step >= 1, step <= rank),
    reading="The test of the loop, lambda_1(-grad L(W_r)) > 0: it holds before each of the first "
    "min(c, d) stages and fails after them, so that the returned sequence has "
    "min(c, d) + 1 matrices and ends at B. Cov(x) and B of full rank, spectra distinct. The "
    "algorithm is stated for symmetric U U^T; for A W it acts on Z Z^T with Z = (A; W^T), "
    "where lambda_1 is the largest singular value of the gradient. 'U_r(infinity)' is where the "
    "descent of stage r rests. It goes on whatever r < min(c, d) vectors come to, since they "
    "cannot make A W = B; the last stage ends it where it rests at a local minimum, for its "
    "min(c, d) vectors have no other than B. That a stage does not rest at a saddle is not shown "
    "here: it is a limit along its flow, looked at by linear.greedy-low-rank.",
)
