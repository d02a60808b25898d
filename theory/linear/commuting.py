"""Appendix D.3, where the covariances commute: what is left on a plateau, the times of the jumps,
and how singular values of consecutive plateaus interlace.
"""

from __future__ import annotations

from sympy import And, Ge, Implies, Min, Or, Sum

from theory.claim import Claim, equation
from theory.linear.agf_in_action import lam, same_sequence, sigma, tau_gf
from theory.linear.cost_minimisation import level, mu, rank
from theory.linear.utility_maximisation import index, l, step, width
from theory.notation import c, d, letter

left_xx = letter(
    "left_xx",
    r"(U^{\intercal}\Sigma_{xx}U)_{i\neq j}",
    "off-diagonal entry in the left singular vectors",
    real=True,
)
right_xx = letter(
    "right_xx",
    r"(V^{\intercal}\Sigma_{xx}V)_{i\neq j}",
    "off-diagonal entry in the right singular vectors",
    real=True,
)
left_mu = letter(
    "left_mu",
    r"(U^{\intercal}\Sigma_{yx}\Sigma_{xx}^{-1}\Sigma_{yx}^{\intercal}U)_{i\neq j}",
    "off-diagonal entry",
    real=True,
)
tau_rec = letter(
    "tau_rec", r"\tau^{(k)}_{\mathrm{rec}}", "jump time by the recursion", positive=True
)
wait_rec = letter(
    "wait_rec", r"\Delta\tau^{(k)}_{\mathrm{rec}}", "waiting time by the recursion", positive=True
)
s_k = letter("s_k", r"\sigma_{k}", "k-th singular value of the cross-covariance", positive=True)
s_before = letter("s_before", r"\sigma_{k-1}", "the singular value before it", positive=True)

simultaneous = Claim(
    id="linear.simultaneous",
    title="What the singular vectors diagonalise when the covariances commute",
    kind="identity",
    label="app:linear",
    line=1298,
    printed=And(equation(left_xx, 0), equation(left_mu, 0), evaluate=False),
    corrected=And(equation(right_xx, 0), equation(left_mu, 0), evaluate=False),
    severity="typo",
    erratum="Sigma_xx acts on inputs: it is diagonal in the right singular vectors of Sigma_yx. "
    "(The left ones are in R^c; even for c = d they need not do it.)",
    reading="c = d, where the printed sentence makes sense.",
)

bottom_values = Claim(
    id="linear.bottom-singular-values",
    title="With commuting covariances only the bottom singular values are left",
    kind="identity",
    label="app:linear",
    line=1298,
    printed=equation(sigma(index, step), sigma(index + step, 0)),
    corrected=Implies(
        same_sequence, equation(sigma(index, step), sigma(index + step, 0)), evaluate=False
    ),
    severity="error",
    erratum="P_{U_k} removes the modes with the k largest mu, which are those with the k largest "
    "sigma only if the two orders agree.",
    reading="Modes are numbered by decreasing mu, no two of which are equal.",
)

commuting_waits = Claim(
    id="linear.commuting-waits",
    title="Waiting times with commuting covariances",
    kind="recursion",
    label="eq:rectime",
    line=1298,
    printed=equation(wait_rec, 1 / s_k - 1 / s_before),
    corrected=Implies(same_sequence, equation(wait_rec, 1 / s_k - 1 / s_before), evaluate=False),
    severity="error",
    erratum="Only where sigma and mu have the same order; else the recursion gives other times "
    "(4/9 - 1/3 in place of 1/2 - 1/3 in the smallest instance).",
    reading="By the recursion of the conjecture, exactly; for k >= 2.",
    rests_on=("linear.bottom-singular-values", "linear.jump-recursion"),
)

commuting_times = Claim(
    id="linear.commuting-times",
    title="Jump times with commuting covariances",
    kind="recursion",
    label="app:linear",
    line=1300,
    printed=equation(tau_rec, 1 / s_k),
    corrected=Implies(same_sequence, equation(tau_rec, 1 / s_k), evaluate=False),
    severity="error",
    erratum="Only where sigma and mu have the same order. (Gradient flow itself jumps at 1/sigma_k "
    "in either order: linear.commuting-flow.)",
    reading="By the recursion of the conjecture, exactly.",
    rests_on=("linear.commuting-waits",),
)

commuting_flow = Claim(
    id="linear.commuting-flow",
    title="With commuting covariances AGF and gradient flow have the same limit",
    kind="limit",
    label="app:linear",
    line=1302,
    printed=And(
        equation(tau_gf(step), 1 / sigma(step, 0)),
        equation(level(step), Sum(mu(l), (l, step + 1, rank)) / 2),
        evaluate=False,
    ),
    corrected=Implies(
        Or(Ge(width, Min(c, d)), same_sequence),
        And(
            equation(tau_gf(step), 1 / sigma(step, 0)),
            equation(level(step), Sum(sigma(l, 0) ** 2 / lam(l), (l, step + 1, rank)) / 2),
            evaluate=False,
        ),
        evaluate=False,
    ),
    severity="error",
    erratum="Gradient flow learns the modes by decreasing sigma, at 1/sigma_k, and the loss that "
    "is left is the sum of the mu that belong to the modes not yet "
    "learned, not of the smallest ones. For H < min(c, d) the modes kept are changed afterwards if "
    "they are not the best (linear.turning).",
    reading="Also line 1298, 'this confirms the conjecture in this specific scenario'. "
    "Tested, not proved: a limit along gradient flow, alpha -> 0 from a random start, whose "
    "solutions no formula gives; that no mode comes before 1/sigma is a theorem "
    "(linear.mode-energy), so is the jump at 1/sigma of one mode alone, from an aligned start "
    "(linear.aligned-mode), and so is the loss where a set of modes is held "
    "(linear.greedy-low-rank).",
    rests_on=("linear.commuting-times",),
)

interlaced_below = Claim(
    id="linear.interlaced-below",
    title="Singular values of consecutive plateaus interlace: from below",
    kind="inequality",
    label="app:linear",
    line=1304,
    printed=Ge(sigma(index, step), sigma(index + 1, step - 1), evaluate=False),
    reading="Poincare separation between plateau k - 1 and k. (Against Sigma_yx itself they "
    "alternate only for k = 1; in general sigma_{i+k} <= sigma_i^(k) <= sigma_i.)",
)

interlaced_above = Claim(
    id="linear.interlaced-above",
    title="Singular values of consecutive plateaus interlace: from above",
    kind="inequality",
    label="app:linear",
    line=1304,
    printed=Ge(sigma(index, step - 1), sigma(index, step), evaluate=False),
    reading="As linear.interlaced-below.",
)
