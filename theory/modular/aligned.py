"""Appendix F.2: N neurons aligned with one frequency xi, their loss, cost and utility.

Neuron i has amplitudes A_u(i), A_v(i), A_w(i), in units of sqrt(2/(3p)), and phases s_u(i), s_v(i),
s_w(i). X and s_x are magnitude and phase of x_hat[xi].
"""

from __future__ import annotations

from sympy import And, Eq, Mod, Sum, cos, pi, sqrt

from theory.claim import Claim, equation
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

z_u, z_v, z_w = (
    function(
        f"z_{name}",
        f"z_{{{name}}}(#1)",
        f"correlation of {name} with the encoding of #1",
        of=("a",),
    )
    for name in "uvw"
)


def over_neurons(body, index=i):
    """sum_{i=1}^N of the body, over a group of neurons.

    >>> over_neurons(i).subs(N, 3).doit()
    6
    """
    return Sum(body, (index, 1, N))


def pair_cost(extra=0):
    """The summand of eq:Mexp for neurons i and j: A_w A_w cos(s_w - s_w) ((A_u^2 + A_v^2)(A_u^2 +
    A_v^2) + ...).

    Where all amplitudes are 1 and all phases 0 it is 4 + 1/2 + 1/2 + 2 (1 + 1):

    >>> pair_cost().subs({i: 1, j: 1}).subs({f(1): 1 for f in (A_u, A_v, A_w)})
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

# --- the loss of aligned neurons ------------------------------------------------------------------
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
    reading="4 xi = 0 mod p: the case of frequency 5 in the figure, where p = 20. The lower bound "
    "holds all the same.",
)


terms = letter(
    "terms",
    r"\#\{\text{terms}\}",
    "different products of a term of one expanded square with a term of another",
    integer=True,
    nonnegative=True,
)
terms_left = letter(
    "terms_left",
    r"\#\{\text{terms left}\}",
    "those of them whose mean over a and b is not zero",
    integer=True,
    nonnegative=True,
)

product_terms = Claim(
    id="modular.product-terms",
    title="The product of two expanded squares has 16 terms, and four are left",
    kind="identity",
    label="lemma:MA-cost-function-as-cosines",
    line=1671,
    printed=And(equation(terms, 16), equation(terms_left, 4), evaluate=False),
    given=ODD,
    rests_on=("modular.squared-cosines", "modular.cosine-sum"),
    reading="Also line 1673. Terms as the lines around it group them: an expanded square has four "
    "(the constant, the two doubled angles, and the mixed angles, whose two "
    "cosines share the factor AB), as the cost of eq:Mexp has four. With every product of cosines "
    "written as a sum there are 41 cosines, 5 of them free of a and b. "
    "A term is a function of the two neurons, a and b: two are different if they differ somewhere, "
    "and one is left if its mean over a and b is not 0 for some two neurons.",
)
