"""The caption of the figure of principal components (fig:in-context-learning): its horizontal and
its vertical lines.
"""

from __future__ import annotations

from sympy import Ge, Le, Piecewise, sqrt

from theory.attention.agf_in_action import gap_limit, mu_limit
from theory.attention.cost_minimisation import iteration, lam_of, mode_1
from theory.attention.model import N, T
from theory.attention.utility_maximisation import lam_k
from theory.claim import Claim, equation
from theory.notation import function

singular_flow = function(
    "s_heads",
    r"s_{#1}^{(#2)}(\textstyle\sum_{i}V_{i}K_{i}Q_{i}^{\intercal})",
    "singular value along the #1-th eigenvector where gradient flow rests after jump #2",
)
EXPERIMENT = (
    "The data of the authors' published code, which the paper does not give: d = 4, N = 32, five "
    "heads, eigenvalues in proportion to 1, 1/2, 1/3, 1/4 with the "
    "trace 2; here alpha -> 0, and every head from a Gaussian start."
)

figure_values = Claim(
    id="attention.figure-singular-values",
    title="The figure: singular values rise to the horizontal lines A_k",
    kind="limit",
    label="fig:in-context-learning",
    line=462,
    printed=equation(
        singular_flow(mode_1, iteration),
        Piecewise((1 / (T + (N + 1) * lam_of(mode_1)), Le(mode_1, iteration)), (0, True)),
    ),
    reading=f"{EXPERIMENT} On plateau k the first k singular values have risen, one for each "
    "eigenvector, and the others are zero. "
    "Tested, not proved: a limit along gradient flow.",
    rests_on=("attention.learned-function",),
)

figure_bounds = Claim(
    id="attention.figure-bounds",
    title="The figure: its vertical lines are lower bounds of the jump times",
    kind="inequality",
    label="fig:in-context-learning",
    line=462,
    printed=Ge(gap_limit, sqrt(3) / (mu_limit * N * lam_k**2), evaluate=False),
    reading=f"{EXPERIMENT} With l = k - 1, as the caption says: for an earlier l the bound is "
    "false (attention.jump-bound), and at alpha > 0 the factor is 1/mu - 1, so "
    "that an aligned head jumps a little before the line. "
    "Tested, not proved: what random starts do along gradient flow, in the limit.",
    rests_on=("attention.jump-bound",),
)
