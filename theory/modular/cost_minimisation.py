"""Appendix F.2: cost minus utility of N aligned neurons, its lower bound -|x_hat|^2/p, and which groups attain it.

N neurons are aligned with one frequency xi; neuron i has amplitudes A_u(i), A_v(i), A_w(i), in units of sqrt(2/(3p)), and
phases s_u(i), s_v(i), s_w(i). X and s_x are magnitude and phase of x_hat[xi].
"""

from __future__ import annotations

from sympy import And, Eq, Equivalent, Ge, Implies, Mod, Rational, Sum, cos, pi, sin, sqrt

from theory.claim import Claim, equation
from theory.derivation import written_in
from theory.modular.cyclic_sums import p
from theory.modular.transforms import a, b, i, inner_u, j
from theory.modular.utility_maximisation import ODD, U_init, X, xi
from theory.notation import function, letter

A_u, A_v, A_w = (
    function(f"A_{name}", f"A_{{{name}}}^{{#1}}", f"amplitude of {name} in neuron #1")
    for name in "uvw"
)
s_u, s_v, s_w = (
    function(f"s_{name}", f"s_{{{name}}}^{{#1}}", f"phase of {name} in neuron #1") for name in "uvw"
)
N = letter("N_group", r"N_{\xi}", "number of neurons in the group", integer=True, positive=True)
ph_x = letter("s_x", r"s_{x}", "phase of the encoding at the frequency", real=True)
amp_u, amp_v, amp_w, amp_w2 = (
    letter(f"amp_{name}", f"A_{{{macro}}}", f"amplitude of {macro}", nonnegative=True)
    for name, macro in (("u", "u"), ("v", "v"), ("w", "w"), ("w2", "w'"))
)
ph_u, ph_v, ph_w, ph_w2 = (
    letter(f"ph_{name}", f"s_{{{macro}}}", f"phase of {macro}", real=True)
    for name, macro in (("u", "u"), ("v", "v"), ("w", "w"), ("w2", "w'"))
)
loss = letter("loss", r"\mathcal{L}(\Theta)", "loss", nonnegative=True)
cost = letter("cost", r"\mathcal{C}(\Theta)", "quartic part of the loss", nonnegative=True)
gain = letter("gain", r"\mathcal{U}(\Theta;y)", "cumulated utility", real=True)
net = letter(
    "net", r"\mathcal{C}(\Theta)-\mathcal{U}(\Theta;y)", "loss up to a constant", real=True
)
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
x_sq = letter("x_sq", r"\|x\|^{2}", "squared norm of the encoding", positive=True)
x_sum = letter("x_sum", r"\langle x,\mathbf{1}\rangle", "sum of the encoding", real=True)
w_sum = letter("w_sum", r"\langle w,\mathbf{1}\rangle", "sum of the output vector", real=True)
U_i = letter("U_i", r"\mathcal{U}(\theta_{i};y)", "utility of an aligned neuron", real=True)
inner_w = letter(
    "inner_w", r"\langle w,w'\rangle", "inner product of two output vectors", real=True
)
square = letter(
    "square", r"(A\cos\alpha+B\cos\beta)^{2}", "square of a sum of two cosines", nonnegative=True
)

al, be = (
    letter(name, macro, "an angle", real=True)
    for name, macro in (("angle_a", r"\varphi_{1}"), ("angle_b", r"\varphi_{2}"))
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

z_u, z_v, z_w = (
    function(
        f"z_{name}",
        f"z_{{{name}}}(#1)",
        f"correlation of {name} with the encoding of #1",
        of=("a",),
    )
    for name in "uvw"
)

S_aligned = letter(
    "S_aligned",
    r"\sum_{i}A_{w}^{i}A_{u}^{i}A_{v}^{i}\cos(s_{w}^{i}+s_{x}-s_{u}^{i}-s_{v}^{i})",
    "the sum that is not to vanish",
    real=True,
)


def over_neurons(body, index=i):
    """sum_{i=1}^N of the body, over a group of neurons.

    >>> over_neurons(i).subs(N, 3).doit()
    6
    """
    return Sum(body, (index, 1, N))


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
# All that is asked of a minimiser: these sums, and the two of the last line. The cosines stand on the right, where formulas are broken on purpose.
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


def pair_cost(extra=0):
    """The summand of eq:Mexp for neurons i and j: A_w A_w cos(s_w - s_w) ((A_u^2 + A_v^2)(A_u^2 + A_v^2) + ...).

    >>> pair_cost().subs({i: 1, j: 1}).subs({f(1): 1 for f in (A_u, A_v, A_w)})   # 4 + 1/2 + 1/2 + 2 (1 + 1)
    9
    """
    return (
        A_w(i)
        * A_w(j)
        * cos(s_w(i) - s_w(j))
        * (
            (A_u(i) ** 2 + A_v(i) ** 2) * (A_u(j) ** 2 + A_v(j) ** 2)
            + (A_u(i) * A_u(j)) ** 2 / 2 * cos(2 * (s_u(i) - s_u(j)))
            + (A_v(i) * A_v(j)) ** 2 / 2 * cos(2 * (s_v(i) - s_v(j)))
            + 2
            * A_u(i)
            * A_v(i)
            * A_u(j)
            * A_v(j)
            * (cos(s_u(i) + s_v(i) - s_u(j) - s_v(j)) + cos(s_u(i) - s_v(i) - s_u(j) + s_v(j)))
            + extra
        )
    )


utility_expanded = Claim(
    id="modular.utility-expanded",
    title="The utility with the square multiplied out",
    kind="identity",
    label="lemma:MA-simplified-utility-in-freq",
    line=1479,
    printed=equation(
        U_init,
        Sum(
            (z_u(a) ** 2 + z_v(b) ** 2 + 2 * z_u(a) * z_v(b)) * (z_w(a + b) - w_sum * x_sum / p),
            (a, 0, p - 1),
            (b, 0, p - 1),
        )
        / p**2,
    ),
    reading="z_u(a) = <u, a.x>, z_v(b) = <v, b.x>, z_w(a + b) = <w, (a + b).x>; for every p.",
)

# --- the loss of aligned neurons ------------------------------------------------------------------------------------
loss_split = Claim(
    id="modular.loss-split",
    title="The loss splits into cost, utility and a constant",
    kind="identity",
    label="eq:costsplit",
    line=1567,
    printed=equation(loss, cost - gain + (x_sq - x_sum**2 / p) / 2),
    reading="For any neurons, aligned or not, any p, and labels centred as in the formula.",
)

aligned_utility = Claim(
    id="modular.aligned-utility",
    title="The utility of an aligned neuron",
    kind="identity",
    label="eq:utilcumul",
    line=1576,
    printed=equation(
        U_i, sqrt(2 / (27 * p**3)) * X**3 * amp_u * amp_v * amp_w * cos(ph_u + ph_v - ph_w - ph_x)
    ),
    given=ODD,
    rests_on=("modular.initial-utility",),
)

aligned_output = Claim(
    id="modular.aligned-output",
    title="Inner product of two aligned output vectors",
    kind="identity",
    label="lemma:MA-cost-function-as-cosines",
    line=1661,
    printed=equation(inner_w, amp_w * amp_w2 / 3 * cos(ph_w - ph_w2)),
    given=ODD,
    rests_on=("modular.cosine-sum",),
)

aligned_input = Claim(
    id="modular.aligned-input",
    title="Correlation of an aligned input vector with the encoding",
    kind="identity",
    label="lemma:MA-cost-function-as-cosines",
    line=1665,
    printed=equation(
        inner_u, sqrt(2 / (3 * p)) * X * amp_u * cos(ph_x - ph_u - 2 * pi * xi * a / p)
    ),
    given=ODD,
    rests_on=("modular.plancherel",),
)

squared_cosines = Claim(
    id="modular.squared-cosines",
    title="Square of a sum of two cosines",
    kind="identity",
    label="lemma:MA-cost-function-as-cosines",
    line=1669,
    printed=equation(
        square,
        (amp_u**2 + amp_v**2 + amp_u**2 * cos(2 * al) + amp_v**2 * cos(2 * be)) / 2
        + amp_u * amp_v * (cos(al + be) + cos(al - be)),
    ),
)

cost_cosines = Claim(
    id="modular.cost-cosines",
    title="The cost of aligned neurons as a sum of cosines",
    kind="identity",
    label="eq:Mexp",
    line=1650,
    printed=equation(cost, X**4 / (54 * p**2) * Sum(pair_cost(), (i, 1, N), (j, 1, N))),
    given=ODD,
    rests_on=(
        "modular.aligned-output",
        "modular.aligned-input",
        "modular.squared-cosines",
        "modular.cosine-sum",
    ),
)

quarter_cost = Claim(
    id="modular.quarter-frequency-cost",
    title="The cost of the frequency p/4 has terms more",
    kind="identity",
    label="fig:modular-addition",
    line=546,
    origin="ours",
    printed=equation(
        cost,
        X**4
        / (54 * p**2)
        * Sum(
            pair_cost(
                (A_u(i) * A_u(j)) ** 2 / 2 * cos(2 * (s_u(i) + s_u(j)) - 4 * ph_x)
                + (A_v(i) * A_v(j)) ** 2 / 2 * cos(2 * (s_v(i) + s_v(j)) - 4 * ph_x)
            ),
            (i, 1, N),
            (j, 1, N),
        ),
    ),
    given=(p >= 4, Eq(Mod(p, 4), 0)),
    rests_on=("modular.cost-cosines",),
    reading="4 xi = 0 mod p: the case of frequency 5 in the figure, where p = 20. The lower bound holds all the same.",
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

equality_conditions = Claim(
    id="modular.equality-conditions",
    title="When the bound is attained",
    kind="identity",
    label="eq:listcond",
    line=1683,
    printed=Equivalent(equation(gap, 0), CONDITIONS, evaluate=False),
    given=ODD,
    rests_on=("modular.lower-bound",),
    reading="Both directions; the sums of C cos(alpha) and C sin(alpha) in the order of the list, then the two of the last line. Each condition in turn is released while the "
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
    reading="Minimisers are searched for, N = 1, ..., 12; the construction of modular.every-construction proves the statement for every N.",
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
    erratum="The recipe fixes no more than the product A_w A_u A_v of each neuron, which is not enough: A_w A_u^2 and A_w A_v^2 stand in eq:listcond too. It is enough where "
    "A_u/A_v is the same in every neuron, as with equal amplitudes.",
    given=ODD + (Eq(Mod(N, 2), 0),),
    rests_on=("modular.equality-conditions",),
    reading="s_w + s_x = s_u + s_v = 2 pi i/N, where i is the number of the neuron: the paper prints its imaginary unit, which would make no angle. "
    "s_u - s_v = 0, pi, 0, pi, ...; N even. Any amplitudes that have the printed product. For N = 2 and N = 4 the same phases miss the bound.",
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
    reading="s_u = 2 psi, s_v = -psi, s_w = psi - s_x with psi = 2 pi i/N, all amplitudes equal: the ten sums are sums of e^(i m psi) with m in "
    "{1, 5, -3, -1, 3, 4, -2, 2}, and vanish together exactly where none of these is 0 mod N, that is for N >= 6.",
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
    reading="Attaining the bound writes two quadratic forms M_1, M_2 on R^4, cos(a+b) and sin(a+b) up to |X_a|^2 - |X_b|^2, by the same N squares. "
    "M_1 M_2 + M_2 M_1 is a multiple of the identity, so K = M_1^-1 M_2 has two double eigenvalues that are not real, and rank(K - z) = 2. "
    "With N squares, rank(K - z) >= 8 - N for z not real: so N >= 6. Five neurons come as close as one likes (modular.five-neurons), four or "
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
