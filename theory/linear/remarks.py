"""Sentences between the formulas of Section 4 and Appendix D: what is unique, what aligns, in which
span a stage moves, how singular values interlace.
"""

from __future__ import annotations

from sympy import And, Eq, Ge, Gt, Implies

from theory.claim import Claim, equation
from theory.linear.agf_in_action import sigma
from theory.linear.utility_maximisation import index, step
from theory.notation import letter

map_one = letter(
    "map_one", r"(s_i u_i v_i^{\intercal})_{kl}", "entry of a rank-one map of A W", real=True
)
map_two = letter(
    "map_two",
    r"(s_i u_i' v_i'^{\intercal})_{kl}",
    "that entry of the rank-one map in another orthogonal decomposition of A W",
    real=True,
)
separation = letter(
    "separation",
    r"\min_{j\neq i}|s_i-s_j|",
    "distance to the other singular values",
    nonnegative=True,
)
overlap_one = letter(
    "overlap_one",
    r"\max_j\langle\theta_i,e_j\rangle^{2}",
    "largest squared cosine between a basis vector and a singular pair (u_j, v_j)/sqrt(2)",
    nonnegative=True,
)
overlap_all = letter(
    "overlap_all",
    r"\textstyle\sum_{j\le|\mathcal{D}|}\langle\theta_i,e_j\rangle^{2}",
    "squared length of a basis vector within the span of the leading singular pairs",
    nonnegative=True,
)
leaving = letter(
    "leaving",
    r"\|\mathbf{P}^{\perp}_{v_1}\nabla\mathcal{L}^{\intercal}u_1\|",
    "part of the gradient at u_1 v_1^T that leaves the selected direction",
    nonnegative=True,
)
commutes = letter(
    "commutes",
    r"\mathbf{1}_{\mathrm{comm}}",
    "1 where Sigma_xx commutes with Sigma_yx^T Sigma_yx",
    integer=True,
)
top_gap = letter(
    "top_gap",
    r"\sigma_{1}-\sigma_{2}",
    "distance of the largest singular value of Sigma_yx to the next one (to 0 where there is none)",
    nonnegative=True,
)
gap_after = letter(
    "gap_after",
    r"\sigma_{|\mathcal{D}|}-\sigma_{|\mathcal{D}|+1}",
    "distance of the last singular value taken to the next one (to 0 where there is none)",
    nonnegative=True,
)

unique = Claim(
    id="linear.unique-decomposition",
    title="The orthogonal decomposition of A W into rank-one maps",
    kind="identity",
    label="app:linear",
    line=1206,
    printed=equation(map_one, map_two),
    corrected=Implies(Gt(separation, 0), equation(map_one, map_two), evaluate=False),
    severity="wording",
    erratum="It is unique where the singular values of A W are distinct: the identity is e_1 e_1^T "
    "+ e_2 e_2^T in every orthonormal basis.",
    reading="'The unique orthogonal one': two decompositions into orthogonal rank-one maps have "
    "the same i-th map.",
)

aligned_vectors = Claim(
    id="linear.vectors-align",
    title="What each dormant basis vector aligns with",
    kind="optimum",
    label="app:linear",
    line=1223,
    printed=equation(overlap_one, 1),
    corrected=Implies(Gt(gap_after, 0), equation(overlap_all, 1), evaluate=False),
    severity="wording",
    erratum="Together they span the leading singular pairs, where sigma_|D| is not the next "
    "singular value too; each of them may be any rotation of these (linear.individual-utility).",
    reading="Where the total utility over orthonormal vectors is largest, as its ascent ends there "
    "from a random start; at |D| = 1 both forms say the same.",
    rests_on=("linear.individual-utility",),
)

in_the_span = Claim(
    id="linear.descent-in-span",
    title="Does a stage move in the span of the selected directions?",
    kind="identity",
    label="alg:glrl",
    line=1285,
    printed=equation(leaving, 0),
    corrected=Implies(
        And(Eq(commutes, 1), Gt(top_gap, 0), evaluate=False),
        equation(leaving, 0),
        evaluate=False,
    ),
    severity="wording",
    erratum="The gradient descent of a stage keeps the number of vectors, not their span: at beta "
    "= u_1 v_1^T it moves v_1 by Sigma_xx v_1 as well, out of the span "
    "unless v_1 is an eigenvector of Sigma_xx. It is one where the covariances commute and sigma_1 "
    "is simple (Sigma_yx = 1 commutes with every Sigma_xx, and any "
    "unit vector may be v_1). Were the span kept, the stage could not end at the best matrix of "
    "its rank.",
    reading="Also 'the red step' of Algorithm 3. The part of grad L(u_1 v_1^T)^T u_1 that is "
    "orthogonal to v_1, (u_1, v_1) the top singular pair selected at beta = 0.",
)

alternate = Claim(
    id="linear.alternate",
    title="Singular values of P^perp Sigma_yx against those of Sigma_yx",
    kind="inequality",
    label="app:linear",
    line=1304,
    printed=Ge(sigma(index, step), sigma(index + 1, 0), evaluate=False),
    corrected=Ge(sigma(index, step), sigma(index + step, 0), evaluate=False),
    severity="slip",
    erratum="They alternate for k = 1 only: P_{U_k} removes k dimensions, so that sigma_{i+k} <= "
    "sigma_i^(k) <= sigma_i. (Between plateaus k - 1 and k they do alternate: "
    "linear.interlaced-below.)",
    reading="'They are interlaced, i.e., they alternate between each other when ordered', said of "
    "P^perp_{U_k} Sigma_yx and Sigma_yx as k varies: between two neighbours of Sigma_yx lies one "
    "of the other. From above, sigma_i^(k) <= sigma_i, follows from linear.interlaced-above.",
    rests_on=("linear.interlaced-below",),
)
