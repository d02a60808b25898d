"""Appendix F.2: cost minus utility of N aligned neurons, its lower bound -|x_hat|^2/p, and which
groups attain it.

The neurons, their letters and their loss are in ``aligned``.
"""

from __future__ import annotations

from sympy import And, Eq, Equivalent, Ge, Implies, Mod, Rational, cos, evaluate, sin, sqrt

from theory.claim import Claim, equation
from theory.derivation import written_in
from theory.modular.aligned import (
    A_u,
    A_v,
    A_w,
    N,
    cost,
    loss,
    net,
    over_neurons,
    ph_x,
    s_u,
    s_v,
    s_w,
    x_sq,
    x_sum,
)
from theory.modular.cyclic_sums import p
from theory.modular.transforms import i
from theory.modular.utility_maximisation import ODD, X
from theory.notation import function, letter

gap = letter(
    "bound_gap",
    r"\mathcal{C}-\mathcal{U}+|\hat{x}[\xi]|^{2}/p",
    "distance to the lower bound",
    nonnegative=True,
)

spread = letter(
    "spread",
    r"\max_{i}|A_{u}^{i}/A_{v}^{i}-A_{u}^{1}/A_{v}^{1}|",
    "how far A_u/A_v differs between neurons of the group",
    nonnegative=True,
)
least_gap = letter(
    "least_gap",
    r"\min_{\Theta}(\mathcal{C}-\mathcal{U})+|\hat{x}[\xi]|^{2}/p",
    "distance of N neurons to the lower bound",
    nonnegative=True,
)
least_group = letter(
    "least_group", r"N_{\min}", "fewest neurons that attain the bound", integer=True, positive=True
)
double_sum = letter(
    "double_sum",
    r"\sum_{i,j}C_{i}C_{j}\cos(\alpha_{i}-\alpha_{j})",
    "double sum of cosines",
    nonnegative=True,
)
C_of, alpha_of = (
    function("C_of", "C_{#1}", "a coefficient"),
    function("alpha", r"\alpha_{#1}", "an angle"),
)

S_aligned = letter(
    "S_aligned",
    r"\sum_{i}A_{w}^{i}A_{u}^{i}A_{v}^{i}\cos(s_{w}^{i}+s_{x}-s_{u}^{i}-s_{v}^{i})",
    "the sum that is not to vanish",
    real=True,
)


amplitude_product = A_w(i) * A_u(i) * A_v(i)
aligned_part = over_neurons(amplitude_product * cos(s_w(i) + ph_x - s_u(i) - s_v(i)))

# (C_i, alpha_i) of eq:listcond: the sums of C cos(alpha) and of C sin(alpha) vanish at a minimiser.
LISTED = (
    (A_w(i) * (A_u(i) ** 2 + A_v(i) ** 2), s_w(i)),
    *((A_w(i) * A_u(i) ** 2, s_w(i) + sign * 2 * s_u(i)) for sign in (1, -1)),
    *((A_w(i) * A_v(i) ** 2, s_w(i) + sign * 2 * s_v(i)) for sign in (1, -1)),
    *((amplitude_product, s_w(i) + sign * (s_u(i) - s_v(i))) for sign in (1, -1)),
    (amplitude_product, s_w(i) + s_u(i) + s_v(i)),
)
# All that is asked of a minimiser: these sums, and the two of the last line. The cosines stand on
# the right, where formulas are broken on purpose.
CONDITIONS = And(
    *(
        one
        for C, angle in LISTED
        for one in (
            equation(0, over_neurons(C * cos(angle))),
            equation(over_neurons(C * sin(angle)), 0),
        )
    ),
    equation(over_neurons(amplitude_product * sin(s_w(i) + ph_x - s_u(i) - s_v(i))), 0),
    equation(sqrt(54 * p) / X, aligned_part),
    evaluate=False,
)

double_sum_identity = Claim(
    id="modular.double-sum",
    title="A double sum of cosines is a sum of two squares",
    kind="identity",
    label="eq:bothpos",
    line=1697,
    printed=equation(
        double_sum,
        over_neurons(C_of(i) * cos(alpha_of(i))) ** 2
        + over_neurons(C_of(i) * sin(alpha_of(i))) ** 2,
    ),
)

cost_bound = Claim(
    id="modular.cost-bound",
    title="Lower bound on the cost",
    kind="inequality",
    label="thm:maincostmin",
    line=1701,
    printed=Ge(cost, X**4 / (54 * p**2) * aligned_part**2, evaluate=False),
    given=ODD,
    rests_on=("modular.cost-cosines", "modular.double-sum"),
)

net_bound = Claim(
    id="modular.net-bound",
    title="Cost minus utility, bounded by one sum",
    kind="inequality",
    label="thm:maincostmin",
    line=1708,
    printed=Ge(
        net,
        X**4 / (54 * p**2) * aligned_part**2 - sqrt(2 / (27 * p**3)) * X**3 * aligned_part,
        evaluate=False,
    ),
    given=ODD,
    rests_on=("modular.cost-bound", "modular.aligned-utility"),
)

square_completed = Claim(
    id="modular.square-completed",
    title="The square completed",
    kind="identity",
    label="thm:maincostmin",
    line=1710,
    printed=equation(
        X**4 / (54 * p**2) * S_aligned**2 - sqrt(2 / (27 * p**3)) * X**3 * S_aligned,
        (X**2 / (sqrt(54) * p) * S_aligned - X / sqrt(p)) ** 2 - X**2 / p,
    ),
)

lower_bound = Claim(
    id="modular.lower-bound",
    title="Lower bound on cost minus utility",
    kind="inequality",
    label="eq:lowerboundloss",
    line=1681,
    printed=Ge(net, -(X**2) / p, evaluate=False),
    given=ODD,
    rests_on=("modular.net-bound", "modular.square-completed"),
    derive=written_in("theory.modular.proofs.derivations", "lower_bound"),
)

with evaluate(False):  # else SymPy writes every sum of it anew, to see whether the sides are alike
    ATTAINED = Equivalent(equation(gap, 0), CONDITIONS)

equality_conditions = Claim(
    id="modular.equality-conditions",
    title="When the bound is attained",
    kind="identity",
    label="eq:listcond",
    line=1683,
    printed=ATTAINED,
    given=ODD,
    rests_on=("modular.lower-bound",),
    reading="Both directions; the sums of C cos(alpha) and C sin(alpha) in the order of the list, "
    "then the two of the last line. Each condition in turn is released while the "
    "others are kept: none is implied by the rest.",
)

tightness = Claim(
    id="modular.tightness",
    title="The bound is attained for N >= 6",
    kind="optimum",
    label="thm:costminmainbody",
    line=1717,
    printed=Implies(Ge(N, 6), equation(least_gap, 0)),
    given=ODD,
    rests_on=("modular.equality-conditions", "modular.every-construction"),
    reading="Minimisers are searched for, N = 1, ..., 12; the construction of "
    "modular.every-construction proves the statement for every N.",
)

even_construction = Claim(
    id="modular.even-construction",
    title="The printed minimisers for even N",
    kind="optimum",
    label="thm:maincostmin",
    line=1717,
    printed=Implies(Ge(N, 6), equation(gap, 0)),
    corrected=Implies(And(Ge(N, 6), equation(spread, 0), evaluate=False), equation(gap, 0)),
    severity="wording",
    erratum="The recipe fixes no more than the product A_w A_u A_v of each neuron, which is not "
    "enough: A_w A_u^2 and A_w A_v^2 stand in eq:listcond too. It is enough where "
    "A_u/A_v is the same in every neuron, as with equal amplitudes.",
    given=ODD + (Eq(Mod(N, 2), 0),),
    rests_on=("modular.equality-conditions",),
    reading="s_w + s_x = s_u + s_v = 2 pi i/N, where i is the number of the neuron: the paper "
    "prints its imaginary unit, which would make no angle. "
    "s_u - s_v = 0, pi, 0, pi, ...; N even. Any amplitudes that have the printed product. For N = "
    "2 and N = 4 the same phases miss the bound.",
)

odd_construction = Claim(
    id="modular.odd-construction",
    title="Minimisers for odd N",
    kind="optimum",
    label="thm:maincostmin",
    line=1717,
    printed=Implies(Ge(N, 6), equation(gap, 0)),
    given=ODD + (Eq(Mod(N, 2), 1),),
    rests_on=("modular.every-construction",),
    reading="'A similar construction holds': the paper gives none, this is that of "
    "modular.every-construction, with s_u = 2 psi, s_v = -psi, s_w = psi - s_x.",
)

every_construction = Claim(
    id="modular.every-construction",
    title="One construction for every N >= 6, odd or even",
    kind="optimum",
    label="thm:maincostmin",
    line=1717,
    origin="ours",
    printed=Equivalent(Ge(N, 6), equation(gap, 0)),
    given=ODD,
    rests_on=("modular.equality-conditions",),
    reading="s_u = 2 psi, s_v = -psi, s_w = psi - s_x with psi = 2 pi i/N, all amplitudes equal: "
    "the ten sums are sums of e^(i m psi) with m in "
    "{1, 5, -3, -1, 3, 4, -2, 2}, and vanish together exactly where none of these is 0 mod N, that "
    "is for N >= 6.",
)

smallest_group = Claim(
    id="modular.smallest-group",
    title="Six neurons are needed",
    kind="optimum",
    label="thm:maincostmin",
    line=1717,
    origin="ours",
    printed=equation(least_group, 6),
    given=ODD,
    rests_on=("modular.equality-conditions", "modular.every-construction"),
    reading="Attaining the bound writes two quadratic forms M_1, M_2 on R^4, cos(a+b) and sin(a+b) "
    "up to |X_a|^2 - |X_b|^2, by the same N squares. "
    "M_1 M_2 + M_2 M_1 is a multiple of the identity, so K = M_1^-1 M_2 has two double eigenvalues "
    "that are not real, and rank(K - z) = 2. "
    "With N squares, rank(K - z) >= 8 - N for z not real: so N >= 6. Five neurons come as close as "
    "one likes (modular.five-neurons), four or "
    "fewer do not (modular.least-gaps).",
)

loss_bound = Claim(
    id="modular.loss-bound",
    title="Lower bound on the loss",
    kind="inequality",
    label="thm:costminmainbody",
    line=1721,
    printed=Ge(loss, Rational(1, 2) * (x_sq - x_sum**2 / p - 2 * X**2 / p), evaluate=False),
    given=ODD,
    rests_on=("modular.lower-bound", "modular.loss-split"),
    reading="The form of line 584 is the same.",
    derive=written_in("theory.modular.proofs.derivations", "loss_bound"),
)
