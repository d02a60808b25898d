"""What Section 3 and Appendix C say in passing: the mirror potential, signs, boundaries, what a
jump changes.
"""

from __future__ import annotations

from sympy import And, Eq, Equivalent, Gt, Le, Lt, Ne, log, sign, sqrt

from theory.claim import Claim, equation
from theory.diagonal.agf_in_action import s, tau_pf
from theory.diagonal.utility_maximisation import S_0, beta, dual, g, rho, u, v
from theory.notation import alpha, eta, function, letter

beta_new = letter(
    "beta_new",
    r"\max_{i:\beta_i^{(k)}=0}|\beta_{i}^{(k+1)}|",
    "largest coefficient after a jump among those that were zero before it",
    real=True,
)
S_dormant = letter(
    "S_dormant",
    r"\mathcal{S}_{i}(\tau^{(k)})|_{i\in\mathcal{D}}",
    "accumulated utility of a dormant neuron at the start of a plateau",
    nonnegative=True,
)

stretch = letter("stretch", "g", "factor of the symmetry of a neuron, not zero", real=True)
utility_of = function(
    "U_of",
    r"\mathcal{U}_{i}(#1,#2)",
    "utility of neuron i with the parameters #1 and #2",
    of=("u", "v"),
)
loss_of = function(
    "L_of",
    r"\mathcal{L}(#1,#2)",
    "loss with the parameters #1 and #2 of neuron i, the other neurons as they are",
    of=("u", "v"),
)

mirror_potential = Claim(
    id="diagonal.mirror-potential",
    title="Gradient flow is mirror descent with a potential that depends on alpha",
    kind="identity",
    label="sec:diagnn",
    line=324,
    printed=equation(dual, log((beta + sqrt(beta**2 + alpha**4)) / alpha**2) / 2),
    given=(alpha > 0,),
    rests_on=("diagonal.dual-variable",),
    reading="G_i, whose rate is -eta times the gradient, is the derivative at beta_i of the "
    "hyperbolic entropy, arsinh(beta_i/alpha^2)/2 = log((beta_i + sqrt(beta_i^2 + "
    "alpha^4))/alpha^2)/2.",
)

sign_at_zero = Claim(
    id="diagonal.sign-at-zero",
    title="The sign vanishes exactly where the accumulated utility does",
    kind="identity",
    label="eq:dln-sgn-prod-update",
    line=1025,
    printed=Equivalent(Eq(rho, 0), Eq(S_0, 0), evaluate=False),
    given=(alpha > 0, eta > 0),
    rests_on=("diagonal.norm", "diagonal.sign-change"),
    reading="'rho changes sign only when S = 0': on its way it is zero, and then S is.",
)

inward_candidates = Claim(
    id="diagonal.inward-candidates",
    title="A candidate on the boundary is pushed inwards",
    kind="inequality",
    label="alg:successive_saddles",
    line=1176,
    printed=Gt(sign(g) * s, -1),
    given=(Ne(g, 0),),
    rests_on=("diagonal.candidates",),
    reading="What 'only makes sense if we choose the boundary associated with' the sign needs "
    "where |s_i| = 1; the premise of diagonal.simplified-jump-time.",
)

boundary_sign = Claim(
    id="diagonal.boundary-sign",
    title="The boundary that a candidate reaches has the sign of minus its gradient",
    kind="identity",
    label="alg:successive_saddles",
    line=1176,
    printed=equation(s - tau_pf * g, -sign(g)),
    given=(Ne(g, 0), s >= -1, s <= 1, sign(g) * s > -1),
    rests_on=("diagonal.simplified-jump-time",),
    reading="Also line 374, where the sign of AGF corresponds to that of the boundary.",
)

new_coefficient = Claim(
    id="diagonal.new-coefficient",
    title="At each jump a coefficient that was zero becomes non-zero",
    kind="inequality",
    label="alg:successive_saddles",
    line=1170,
    printed=Gt(beta_new, 0),
    rests_on=("diagonal.inward-candidates",),
    reading="At every jump of the algorithm; several may, where several are due at once.",
)

dormant_start = Claim(
    id="diagonal.dormant-start",
    title="A dormant neuron starts a plateau below the threshold",
    kind="inequality",
    label="eq:dln-accumulated-utility",
    line=343,
    printed=Lt(S_dormant, 1),
    corrected=Le(S_dormant, 1),
    severity="wording",
    erratum="A neuron that has just returned to dormancy has S = 1 from the start (line 841), with "
    "a utility that is not positive. 'The first neuron for which S = 1' means the first "
    "that reaches 1 with a positive utility.",
    rests_on=("diagonal.next-neuron",),
    reading="What 'the first i in D for which S_i = 1' presumes; also lines 1038 and 1102. "
    "On every plateau of AGF that a jump ends; its cost step ends at the minimiser of line 353, "
    "and it stops after finitely many jumps, with no gradient along a dormant coefficient.",
)

symmetry = Claim(
    id="diagonal.symmetry",
    title="Utility and loss do not change under (u, v) -> (g u, v/g)",
    kind="identity",
    label="lemma:dln-neuron-identities",
    line=958,
    printed=And(
        equation(utility_of(stretch * u, v / stretch), utility_of(u, v)),
        equation(loss_of(stretch * u, v / stretch), loss_of(u, v)),
        evaluate=False,
    ),
    given=(Ne(stretch, 0),),
    rests_on=("diagonal.utility",),
    reading="For neuron i, the others at any values. That u^2 - v^2 is therefore conserved is "
    "diagonal.conserved, with the constant 2 alpha^2 and not 2 alpha "
    "(diagonal.conserved-appendix).",
)
