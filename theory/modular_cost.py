"""Modular addition, cost minimisation and what follows: Section 5 and Appendix F.2, F.3, statement by statement.

N neurons are aligned with one frequency xi; neuron i has amplitudes A_u(i), A_v(i), A_w(i), in units of sqrt(2/(3p)), and
phases s_u(i), s_v(i), s_w(i). X and s_x are magnitude and phase of x_hat[xi].
"""
from __future__ import annotations

from sympy import (Abs, And, Eq, Equivalent, Ge, I, Implies, Mod, Rational, Sum, conjugate, cos, exp, pi, sin, sqrt)

from .claim import Claim, equation
from .derivation import written_in
from .modular_sums import REMOVED, p
from .modular_utility import ODD, U_init, X, a, b, i, inner_u, j, k, summand, u_hat, v_hat, w_hat, x_hat, xi
from .symbols import eta, function, letter, tau

A_u, A_v, A_w = (function(f"A_{name}", f"A_{{{name}}}^{{#1}}", f"amplitude of {name} in neuron #1") for name in "uvw")
s_u, s_v, s_w = (function(f"s_{name}", f"s_{{{name}}}^{{#1}}", f"phase of {name} in neuron #1") for name in "uvw")
N = letter("N_group", r"N_{\xi}", "number of neurons in the group", integer=True, positive=True)
ph_x = letter("s_x", r"s_{x}", "phase of the encoding at the frequency", real=True)
amp_u, amp_v, amp_w, amp_w2 = (letter(f"amp_{name}", f"A_{{{macro}}}", f"amplitude of {macro}", nonnegative=True)
                               for name, macro in (("u", "u"), ("v", "v"), ("w", "w"), ("w2", "w'")))
ph_u, ph_v, ph_w, ph_w2 = (letter(f"ph_{name}", f"s_{{{macro}}}", f"phase of {macro}", real=True)
                           for name, macro in (("u", "u"), ("v", "v"), ("w", "w"), ("w2", "w'")))
loss = letter("loss", r"\mathcal{L}(\Theta)", "loss", nonnegative=True)
cost = letter("cost", r"\mathcal{C}(\Theta)", "quartic part of the loss", nonnegative=True)
gain = letter("gain", r"\mathcal{U}(\Theta;y)", "cumulated utility", real=True)
net = letter("net", r"\mathcal{C}(\Theta)-\mathcal{U}(\Theta;y)", "loss up to a constant", real=True)
gap = letter("bound_gap", r"\mathcal{C}-\mathcal{U}+|\hat{x}[\xi]|^{2}/p", "distance to the lower bound", nonnegative=True)
distance = letter("distance", r"\tfrac{1}{2p^{2}}\sum_{a,b}\|f-f_{*}\|^{2}", "half the mean squared distance of the output from the function to be learned", nonnegative=True)
spread = letter("spread", r"\max_{i}|A_{u}^{i}/A_{v}^{i}-A_{u}^{1}/A_{v}^{1}|", "how far A_u/A_v differs between neurons of the group", nonnegative=True)
least_gap = letter("least_gap", r"\min_{\Theta}(\mathcal{C}-\mathcal{U})+|\hat{x}[\xi]|^{2}/p", "distance of N neurons to the lower bound", nonnegative=True)
least_group = letter("least_group", r"N_{\min}", "fewest neurons that attain the bound", integer=True, positive=True)
x_sq = letter("x_sq", r"\|x\|^{2}", "squared norm of the encoding", positive=True)
x_sum = letter("x_sum", r"\langle x,\mathbf{1}\rangle", "sum of the encoding", real=True)
w_sum = letter("w_sum", r"\langle w,\mathbf{1}\rangle", "sum of the output vector", real=True)
U_i = letter("U_i", r"\mathcal{U}(\theta_{i};y)", "utility of an aligned neuron", real=True)
inner_w = letter("inner_w", r"\langle w,w'\rangle", "inner product of two output vectors", real=True)
square = letter("square", r"(A\cos\alpha+B\cos\beta)^{2}", "square of a sum of two cosines", nonnegative=True)
product_of = letter("product", r"z_{1}z_{2}", "product of two activations", real=True)
z_1, z_2 = (letter(f"z_{n}", f"z_{{{n}}}", "a pre-activation", real=True) for n in (1, 2))
al, be = (letter(name, macro, "an angle", real=True) for name, macro in (("angle_a", r"\varphi_{1}"), ("angle_b", r"\varphi_{2}")))
double_sum = letter("double_sum", r"\sum_{i,j}C_{i}C_{j}\cos(\alpha_{i}-\alpha_{j})", "double sum of cosines", nonnegative=True)
C_of, alpha_of = function("C_of", "C_{#1}", "a coefficient"), function("alpha", r"\alpha_{#1}", "an angle")
slope_u, slope_v, slope_w = (letter(f"slope_{name}", rf"\langle h,\partial_{{{name}}}\mathcal{{L}}\rangle", f"slope of the loss in {name} along h", real=True)
                             for name in "uvw")
h_a = function("h_x", r"h_{x}(#1)", "correlation of h with the encoding of #1", of=("a",))
z_u, z_v, z_w = (function(f"z_{name}", f"z_{{{name}}}(#1)", f"correlation of {name} with the encoding of #1", of=("a",)) for name in "uvw")
r_w, r_h = (function(f"r_{name}", f"r_{{{name}}}(#1,#2)", f"correlation of {name} with the output minus the encoding of #1 + #2", of=("a", "b")) for name in "wh")
escape = letter("escape", r"\max_{\xi'\neq 0,\pm\xi}|\langle h,\nabla\mathcal{L}\rangle|", "gradient outside the harmonic", nonnegative=True)
escape_else = letter("escape_else", r"\max_{\xi'\neq 0,\pm\xi,\pm 3\xi}|\langle h,\nabla\mathcal{L}\rangle|", "gradient outside the harmonic and its triple", nonnegative=True)
slope_res = letter("slope_res", r"\langle h_{3\xi},\partial_{u^{1}}\mathcal{L}\rangle", "slope of the loss along the third harmonic, first neuron", real=True)
slope_cross = letter("slope_cross", r"\langle h_{\xi'},\partial_{w^{1}}\mathcal{L}\rangle", "slope of the loss along another group's frequency, in the output of a neuron", real=True)
X_2 = letter("X_2", r"|\hat{x}[\xi']|", "magnitude of the encoding at the second group's frequency", nonnegative=True)
X_3 = letter("X_3", r"|\hat{x}[3\xi]|", "magnitude of the encoding at 3 xi", nonnegative=True)
ph_3 = letter("s_x3", r"s_{x,3}", "phase of the encoding at 3 xi", real=True)
ph_h = letter("s_h", r"s_{h}", "phase of the perturbation h", real=True)
f_c = letter("f_c", r"f(a\cdot x,b\cdot x)[c]", "output of the network", real=True)
turn = letter("turn", r"2\pi\xi(c-a-b)/p", "angle of the output entry", real=True)
chi_plus, chi_minus, chi_else = (letter(f"chi_{name}", rf"\widehat{{\chi_{{\xi}}}}[{at}]", f"transform of the learned wave at {name}", complex=True)
                                 for name, at in (("plus", r"\xi"), ("minus", r"-\xi"), ("else", r"k\neq\pm\xi")))
Delta = letter("Delta", r"\Delta(\theta)", "correlation of a neuron with the learned function", real=True)
U_new = letter("U_new", r"\mathcal{U}(\theta;r)", "utility with the updated residual", real=True)
U_two = letter("U_two", r"\mathcal{U}(\theta;r_{2})", "utility with the residual that two learned frequencies leave", real=True)
xi_2 = letter("xi_2", r"\xi_{2}", "a second frequency, neither of +-xi", integer=True, positive=True)
chi_hat = function("chi_hat", r"\widehat{\chi_{\xi}}[#1]", "transform of the learned wave", of=("k",))
chi_triple = letter("chi_triple", r"\sum_{a,b}(x\star u)[a]\,(x\star v)[b]\,(\chi_{\xi}\star w)[a+b]", "triple correlation with the learned wave", real=True)
S_aligned = letter("S_aligned", r"\sum_{i}A_{w}^{i}A_{u}^{i}A_{v}^{i}\cos(s_{w}^{i}+s_{x}-s_{u}^{i}-s_{v}^{i})", "the sum that is not to vanish", real=True)
loss_both, loss_one, loss_two, loss_none = (letter(f"loss_{name}", rf"\mathcal{{L}}({macro})", f"loss of {meaning}", nonnegative=True)
                                            for name, macro, meaning in (("both", r"\Theta_{1},\Theta_{2}", "both groups"), ("one", r"\Theta_{1}", "the first group"),
                                                                         ("two", r"\Theta_{2}", "the second group"), ("none", r"\emptyset", "the empty network")))
level = letter("level", r"\ell", "loss on a plateau", nonnegative=True)
steps = letter("steps", r"n_{\mathrm{learned}}", "number of frequencies learned", integer=True, nonnegative=True)
mag = function("mag", r"|\hat{x}[\xi_{#1}]|", "#1-th largest magnitude of the encoding")
freq_of = function("xi", r"\xi_{#1}", "frequency with the #1-th largest magnitude")
phase_of = function("s", r"s_{\xi_{#1}}", "phase of the encoding there")
c_out = letter("c_out", "c_{\\mathrm{out}}", "entry of the output, c - a - b mod p", integer=True, nonnegative=True)
width_needed = letter("width_needed", r"H_{\min}", "neurons of a network that attains every bound", integer=True, positive=True)
mu = letter("mu_l", r"\mu_{\mathcal{D}}^{(l)}", "largest norm of a dormant neuron after the l-th jump", positive=True)
wait_limit = letter("wait_limit", r"\lim_{\alpha\to 0}(\tau^{(k)}-\tau^{(l)})", "waiting time for the next jump, alpha -> 0 with eta = 1/alpha", positive=True)
mu_limit = letter("mu_over_alpha", r"\lim_{\alpha\to 0}\mu_{\mathcal{D}}^{(l)}/\alpha", "largest norm of a dormant neuron over alpha", positive=True)
top_left = letter("top_left", r"\max_{\xi\ \mathrm{not\ learned}}|\hat{x}[\xi]|", "largest magnitude among the frequencies that are not learned yet", positive=True)
tau_l = letter("tau_l", r"\tau^{(l)}", "an earlier jump time", nonnegative=True)


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
    (A_w(i) * (A_u(i)**2 + A_v(i)**2), s_w(i)),
    *((A_w(i) * A_u(i)**2, s_w(i) + sign * 2 * s_u(i)) for sign in (1, -1)),
    *((A_w(i) * A_v(i)**2, s_w(i) + sign * 2 * s_v(i)) for sign in (1, -1)),
    *((amplitude_product, s_w(i) + sign * (s_u(i) - s_v(i))) for sign in (1, -1)),
    (amplitude_product, s_w(i) + s_u(i) + s_v(i)),
)
# All that is asked of a minimiser: these sums, and the two of the last line. The cosines stand on the right, where formulas are broken on purpose.
CONDITIONS = And(*(one for C, angle in LISTED for one in (equation(0, over_neurons(C * cos(angle))), equation(over_neurons(C * sin(angle)), 0))),
                 equation(over_neurons(amplitude_product * sin(s_w(i) + ph_x - s_u(i) - s_v(i))), 0), equation(sqrt(54 * p) / X, aligned_part), evaluate=False)


def pair_cost(extra=0):
    """The summand of eq:Mexp for neurons i and j: A_w A_w cos(s_w - s_w) ((A_u^2 + A_v^2)(A_u^2 + A_v^2) + ...).

    >>> pair_cost().subs({i: 1, j: 1}).subs({f(1): 1 for f in (A_u, A_v, A_w)})   # 4 + 1/2 + 1/2 + 2 (1 + 1)
    9
    """
    return A_w(i) * A_w(j) * cos(s_w(i) - s_w(j)) * (
        (A_u(i)**2 + A_v(i)**2) * (A_u(j)**2 + A_v(j)**2)
        + (A_u(i) * A_u(j))**2 / 2 * cos(2 * (s_u(i) - s_u(j))) + (A_v(i) * A_v(j))**2 / 2 * cos(2 * (s_v(i) - s_v(j)))
        + 2 * A_u(i) * A_v(i) * A_u(j) * A_v(j) * (cos(s_u(i) + s_v(i) - s_u(j) - s_v(j)) + cos(s_u(i) - s_v(i) - s_u(j) + s_v(j))) + extra)


utility_expanded = Claim(
    id="modular.utility-expanded", title="The utility with the square multiplied out",
    kind="identity", label="lemma:MA-simplified-utility-in-freq", line=1479,
    printed=equation(U_init, Sum((z_u(a)**2 + z_v(b)**2 + 2 * z_u(a) * z_v(b)) * (z_w(a + b) - w_sum * x_sum / p), (a, 0, p - 1), (b, 0, p - 1)) / p**2),
    reading="z_u(a) = <u, a.x>, z_v(b) = <v, b.x>, z_w(a + b) = <w, (a + b).x>; for every p.",
)

# --- the loss of aligned neurons ------------------------------------------------------------------------------------
loss_split = Claim(
    id="modular.loss-split", title="The loss splits into cost, utility and a constant",
    kind="identity", label="eq:costsplit", line=1567, printed=equation(loss, cost - gain + (x_sq - x_sum**2 / p) / 2),
    reading="For any neurons, aligned or not, any p, and labels centred as in the formula.",
)

aligned_utility = Claim(
    id="modular.aligned-utility", title="The utility of an aligned neuron",
    kind="identity", label="eq:utilcumul", line=1576,
    printed=equation(U_i, sqrt(2 / (27 * p**3)) * X**3 * amp_u * amp_v * amp_w * cos(ph_u + ph_v - ph_w - ph_x)), given=ODD,
    rests_on=("modular.initial-utility",),
)

aligned_output = Claim(
    id="modular.aligned-output", title="Inner product of two aligned output vectors",
    kind="identity", label="lemma:MA-cost-function-as-cosines", line=1661,
    printed=equation(inner_w, amp_w * amp_w2 / 3 * cos(ph_w - ph_w2)), given=ODD, rests_on=("modular.cosine-sum",),
)

aligned_input = Claim(
    id="modular.aligned-input", title="Correlation of an aligned input vector with the encoding",
    kind="identity", label="lemma:MA-cost-function-as-cosines", line=1665,
    printed=equation(inner_u, sqrt(2 / (3 * p)) * X * amp_u * cos(ph_x - ph_u - 2 * pi * xi * a / p)), given=ODD,
    rests_on=("modular.plancherel",),
)

squared_cosines = Claim(
    id="modular.squared-cosines", title="Square of a sum of two cosines",
    kind="identity", label="lemma:MA-cost-function-as-cosines", line=1669,
    printed=equation(square, (amp_u**2 + amp_v**2 + amp_u**2 * cos(2 * al) + amp_v**2 * cos(2 * be)) / 2
                     + amp_u * amp_v * (cos(al + be) + cos(al - be))),
)

gradient_u = Claim(
    id="modular.gradient-u", title="Slope of the loss in u", kind="identity", label="eq:threederiv", line=1624,
    printed=equation(slope_u, 4 * Sum(h_a(a) * (z_u(a) + z_v(b)) * r_w(a, b), (a, 0, p - 1), (b, 0, p - 1))),
    corrected=equation(slope_u, 2 / p**2 * Sum(h_a(a) * (z_u(a) + z_v(b)) * r_w(a, b), (a, 0, p - 1), (b, 0, p - 1))),
    severity="slip", erratum="The loss of eq:costsplit carries 1/(2 p^2), with which the printed constant 4 becomes 2/p^2.", rests_on=("modular.loss-split",),
    reading="Centred data; h_x(a) = <h, a.x>, z_u(a) = <u, a.x>, z_v(b) = <v, b.x>, r_w(a, b) = <w, f - (a + b).x>. An expression for the derivative along h, "
            "as the proof has it before it uses what is assumed of the group: any aligned group, h of a frequency xi' != 0, +-xi as in the theorem. Only along xi' = +-3 xi "
            "is the slope not zero (modular.only-third-harmonic); there the constant shows. For a square-free group both sides are 0, so the theorem is unharmed.",
)

gradient_v = Claim(
    id="modular.gradient-v", title="Slope of the loss in v", kind="identity", label="eq:threederiv", line=1625,
    printed=equation(slope_v, 4 * Sum(h_a(b) * (z_u(a) + z_v(b)) * r_w(a, b), (a, 0, p - 1), (b, 0, p - 1))),
    corrected=equation(slope_v, 2 / p**2 * Sum(h_a(b) * (z_u(a) + z_v(b)) * r_w(a, b), (a, 0, p - 1), (b, 0, p - 1))),
    severity="slip", erratum="The constant is 2/p^2 with the 1/(2 p^2) of the loss, as for u.", rests_on=("modular.loss-split",),
    reading="As for u: any aligned group, h of the frequency 3 xi.",
)

gradient_w = Claim(
    id="modular.gradient-w", title="Slope of the loss in w", kind="identity", label="eq:threederiv", line=1626,
    printed=equation(slope_w, 2 * Sum((z_u(a) + z_v(b))**2 * r_h(a, b), (a, 0, p - 1), (b, 0, p - 1))),
    corrected=equation(slope_w, Sum((z_u(a) + z_v(b))**2 * r_h(a, b), (a, 0, p - 1), (b, 0, p - 1)) / p**2),
    severity="wording", erratum="The constant is 1/p^2 with the 1/(2 p^2) of the loss, as for u.", rests_on=("modular.loss-split",),
    reading="An expression for the derivative, so along every h. Along the theorem's own h, xi' != 0, +-xi, both sides are 0 for every aligned group "
            "(modular.only-third-harmonic): there the printed line holds with any constant, and the theorem is unharmed. The counterexample takes h at the frequency xi itself.",
)

alignment_preserved = Claim(
    id="modular.alignment-preserved", title="Without square terms no gradient leaves the harmonic",
    kind="identity", label="eq:square-free-assumption-cost-min", line=1616, printed=equation(escape, 0), given=ODD,
    rests_on=("modular.gradient-u", "modular.gradient-w"),
    reading="All frequencies xi' other than 0 and +-xi, all three parts of every neuron, for groups that satisfy the square-free condition.",
)

third_harmonic = Claim(
    id="modular.third-harmonic", title="Square terms push an aligned neuron towards the third harmonic",
    kind="identity", label="eq:square-free-assumption-cost-min", line=1632, origin="ours",
    printed=equation(slope_res, sqrt(2 / (3 * p))**3 / 12 * X**3 * X_3 * A_u(1) * A_w(1) * over_neurons(
        A_w(j) * A_u(j)**2 * cos(s_w(1) - s_w(j)) * cos(ph_3 - ph_h - 3 * ph_x + s_u(1) + 2 * s_u(j)), j)),
    given=ODD + (p >= 5,), rests_on=("modular.gradient-u",),
    reading="h = cos(3 omega a + s_h), 3 xi != 0 mod p; the same holds for v with its own square terms.",
)

only_third_harmonic = Claim(
    id="modular.only-third-harmonic", title="No other frequency is resonant",
    kind="identity", label="eq:square-free-assumption-cost-min", line=1632, origin="ours", printed=equation(escape_else, 0), given=ODD,
    rests_on=("modular.third-harmonic",),
    reading="Without the square-free condition. 2 xi is resonant only where it is -3 xi, that is 5 xi = 0 mod p; where 3 xi = 0 mod p "
            "(p divisible by 3) nothing is, because the data are centred. The gradient in w never leaves the harmonic.",
)

product_identity = Claim(
    id="modular.product-identity", title="A product is a difference of squares",
    kind="identity", label="eq:square-free-assumption-cost-min", line=1637,
    printed=equation(product_of, (z_1 + z_2)**2 / 4 - (z_1 - z_2)**2 / 4),
)

cost_cosines = Claim(
    id="modular.cost-cosines", title="The cost of aligned neurons as a sum of cosines",
    kind="identity", label="eq:Mexp", line=1650,
    printed=equation(cost, X**4 / (54 * p**2) * Sum(pair_cost(), (i, 1, N), (j, 1, N))), given=ODD,
    rests_on=("modular.aligned-output", "modular.aligned-input", "modular.squared-cosines", "modular.cosine-sum"),
)

quarter_cost = Claim(
    id="modular.quarter-frequency-cost", title="The cost of the frequency p/4 has terms more",
    kind="identity", label="fig:modular-addition", line=546, origin="ours",
    printed=equation(cost, X**4 / (54 * p**2) * Sum(pair_cost(
        (A_u(i) * A_u(j))**2 / 2 * cos(2 * (s_u(i) + s_u(j)) - 4 * ph_x) + (A_v(i) * A_v(j))**2 / 2 * cos(2 * (s_v(i) + s_v(j)) - 4 * ph_x)),
        (i, 1, N), (j, 1, N))),
    given=(p >= 4, Eq(Mod(p, 4), 0)), rests_on=("modular.cost-cosines",),
    reading="4 xi = 0 mod p: the case of frequency 5 in the figure, where p = 20. The lower bound holds all the same.",
)

double_sum_identity = Claim(
    id="modular.double-sum", title="A double sum of cosines is a sum of two squares",
    kind="identity", label="eq:bothpos", line=1697,
    printed=equation(double_sum, over_neurons(C_of(i) * cos(alpha_of(i)))**2 + over_neurons(C_of(i) * sin(alpha_of(i)))**2),
)

cost_bound = Claim(
    id="modular.cost-bound", title="Lower bound on the cost", kind="inequality", label="thm:maincostmin", line=1701,
    printed=Ge(cost, X**4 / (54 * p**2) * aligned_part**2, evaluate=False), given=ODD,
    rests_on=("modular.cost-cosines", "modular.double-sum"),
)

net_bound = Claim(
    id="modular.net-bound", title="Cost minus utility, bounded by one sum", kind="inequality", label="thm:maincostmin", line=1708,
    printed=Ge(net, X**4 / (54 * p**2) * aligned_part**2 - sqrt(2 / (27 * p**3)) * X**3 * aligned_part, evaluate=False), given=ODD,
    rests_on=("modular.cost-bound", "modular.aligned-utility"),
)

square_completed = Claim(
    id="modular.square-completed", title="The square completed", kind="identity", label="thm:maincostmin", line=1710,
    printed=equation(X**4 / (54 * p**2) * S_aligned**2 - sqrt(2 / (27 * p**3)) * X**3 * S_aligned, (X**2 / (sqrt(54) * p) * S_aligned - X / sqrt(p))**2 - X**2 / p),
)

lower_bound = Claim(
    id="modular.lower-bound", title="Lower bound on cost minus utility",
    kind="inequality", label="eq:lowerboundloss", line=1681, printed=Ge(net, -X**2 / p, evaluate=False), given=ODD,
    rests_on=("modular.net-bound", "modular.square-completed"), derive=written_in("modular_derivations", "lower_bound"),
)

equality_conditions = Claim(
    id="modular.equality-conditions", title="When the bound is attained",
    kind="identity", label="eq:listcond", line=1683, printed=Equivalent(equation(gap, 0), CONDITIONS, evaluate=False), given=ODD,
    rests_on=("modular.lower-bound",),
    reading="Both directions; the sums of C cos(alpha) and C sin(alpha) in the order of the list, then the two of the last line. Each condition in turn is released while the "
            "others are kept: none is implied by the rest.",
)

tightness = Claim(
    id="modular.tightness", title="The bound is attained for N >= 6",
    kind="optimum", label="thm:costminmainbody", line=1717, printed=Implies(Ge(N, 6), equation(least_gap, 0)),
    given=ODD, rests_on=("modular.equality-conditions", "modular.every-construction"),
    reading="Minimisers are searched for, N = 1, ..., 12; the construction of modular.every-construction proves the statement for every N.",
)

even_construction = Claim(
    id="modular.even-construction", title="The printed minimisers for even N",
    kind="optimum", label="thm:maincostmin", line=1717, printed=Implies(Ge(N, 6), equation(gap, 0)),
    corrected=Implies(And(Ge(N, 6), equation(spread, 0), evaluate=False), equation(gap, 0)),
    severity="wording", erratum="The recipe fixes no more than the product A_w A_u A_v of each neuron, which is not enough: A_w A_u^2 and A_w A_v^2 stand in eq:listcond too. It is enough where "
            "A_u/A_v is the same in every neuron, as with equal amplitudes.",
    given=ODD + (Eq(Mod(N, 2), 0),), rests_on=("modular.equality-conditions",),
    reading="s_w + s_x = s_u + s_v = 2 pi i/N, where i is the number of the neuron: the paper prints its imaginary unit, which would make no angle. "
            "s_u - s_v = 0, pi, 0, pi, ...; N even. Any amplitudes that have the printed product. For N = 2 and N = 4 the same phases miss the bound.",
)

every_construction = Claim(
    id="modular.every-construction", title="One construction for every N >= 6, odd or even",
    kind="optimum", label="thm:maincostmin", line=1717, origin="ours", printed=Equivalent(Ge(N, 6), equation(gap, 0)),
    given=ODD, rests_on=("modular.equality-conditions",),
    reading="s_u = 2 psi, s_v = -psi, s_w = psi - s_x with psi = 2 pi i/N, all amplitudes equal: the ten sums are sums of e^(i m psi) with m in "
            "{1, 5, -3, -1, 3, 4, -2, 2}, and vanish together exactly where none of these is 0 mod N, that is for N >= 6.",
)

smallest_group = Claim(
    id="modular.smallest-group", title="Six neurons are needed",
    kind="optimum", label="thm:maincostmin", line=1717, origin="ours", printed=equation(least_group, 6), given=ODD,
    rests_on=("modular.equality-conditions", "modular.every-construction"),
    reading="Attaining the bound writes two quadratic forms M_1, M_2 on R^4, cos(a+b) and sin(a+b) up to |X_a|^2 - |X_b|^2, by the same N squares. "
            "M_1 M_2 + M_2 M_1 is a multiple of the identity, so K = M_1^-1 M_2 has two double eigenvalues that are not real, and rank(K - z) = 2. "
            "With N squares, rank(K - z) >= 8 - N for z not real: so N >= 6. Five neurons come as close as one likes (modular.five-neurons), four or "
            "fewer do not (modular.least-gaps).",
)

loss_bound = Claim(
    id="modular.loss-bound", title="Lower bound on the loss", kind="inequality", label="thm:costminmainbody", line=1721,
    printed=Ge(loss, Rational(1, 2) * (x_sq - x_sum**2 / p - 2 * X**2 / p), evaluate=False), given=ODD,
    rests_on=("modular.lower-bound", "modular.loss-split"), reading="The form of line 584 is the same.", derive=written_in("modular_derivations", "loss_bound"),
)

# --- the function learned and the next utility -----------------------------------------------------------------------
learned_expansion = Claim(
    id="modular.learned-expansion", title="The only term that survives at a minimiser",
    kind="identity", label="eq:networkchi", line=1746,
    printed=equation(f_c, sqrt(2 / (27 * p**3)) * X**2 * over_neurons(amplitude_product * cos(2 * ph_x + s_w(i) - s_u(i) - s_v(i) + turn))),
    given=ODD, rests_on=("modular.equality-conditions",),
)

learned_factored = Claim(
    id="modular.learned-factored", title="The same with the wave taken out",
    kind="identity", label="eq:networkchi", line=1747,
    printed=equation(f_c, sqrt(2 / (27 * p**3)) * cos(ph_x + turn) * aligned_part),
    corrected=equation(f_c, sqrt(2 / (27 * p**3)) * X**2 * cos(ph_x + turn) * aligned_part),
    severity="typo", erratum="The factor |x_hat[xi]|^2 of the line above is lost (the line below has it again).", given=ODD,
    rests_on=("modular.learned-expansion",),
)

learned_function = Claim(
    id="modular.learned-function", title="The function learned",
    kind="identity", label="eq:networkchi", line=1734, printed=equation(f_c, 2 * X / p * cos(ph_x + turn)), given=ODD,
    rests_on=("modular.learned-factored",), reading="((a + b).chi)[c] = chi[c - a - b] with chi[c] = cos(2 pi xi c/p + s_x).",
)

wave_transform = Claim(
    id="modular.wave-transform", title="Transform of the learned wave",
    kind="identity", label="eq:newutil", line=1782,
    printed=And(equation(chi_plus, p / 2 * exp(I * ph_x)), equation(chi_minus, p / 2 * exp(-I * ph_x)), equation(chi_else, 0), evaluate=False), given=ODD,
)

residual_utility = Claim(
    id="modular.residual-utility", title="The new utility is the old one less a correlation", kind="identity", label="eq:newutil", line=1765,
    printed=equation(U_new, U_init - Delta / p**2), given=ODD, reading="The left side is summed over the residual itself.",
)

learned_triple = Claim(
    id="modular.learned-triple", title="The squares average out of this correlation", kind="identity", label="eq:newutil", line=1777,
    printed=equation(Delta, 4 * X / p * chi_triple), given=ODD, rests_on=("modular.learned-function",),
    reading="The paper writes x*y for x*v. Lines 1771 and 1772 are the same with <w, f> in place of the wave.",
)

learned_spectrum = Claim(
    id="modular.learned-spectrum", title="This correlation in frequency space", kind="identity", label="eq:newutil", line=1778,
    printed=equation(Delta, 4 * X / p**2 * Sum(conjugate(x_hat(k)) * u_hat(k) * conjugate(x_hat(k)) * v_hat(k) * conjugate(conjugate(chi_hat(k)) * w_hat(k)), (k, 0, p - 1))),
    given=ODD, rests_on=("modular.learned-triple", "modular.correlation-theorem"), reading="The three transforms of cross-correlations written out.",
)

learned_correlation = Claim(
    id="modular.learned-correlation", title="Correlation of a neuron with the learned function",
    kind="identity", label="eq:newutil", line=1779,
    printed=equation(Delta, 2 * Abs(x_hat(xi)) / p * (u_hat(xi) * v_hat(xi) * conjugate(w_hat(xi)) * conjugate(x_hat(xi))
                                                      + conjugate(u_hat(xi)) * conjugate(v_hat(xi)) * w_hat(xi) * x_hat(xi))),
    corrected=equation(Delta, 2 * Abs(x_hat(xi))**2 / p * (u_hat(xi) * v_hat(xi) * conjugate(w_hat(xi)) * conjugate(x_hat(xi))
                                                           + conjugate(u_hat(xi)) * conjugate(v_hat(xi)) * w_hat(xi) * x_hat(xi))),
    severity="typo", erratum="|x_hat[xi]| is squared: one factor from the learned function, one from |x_hat[xi]| conj(x_hat[xi]). Only so does it cancel in the "
            "next theorem. (The line above writes x*y for x*v.)", given=ODD, rests_on=("modular.learned-function", "modular.wave-transform"),
)

updated_utility = Claim(
    id="modular.updated-utility", title="The utility after a frequency is learned",
    kind="identity", label="eq:newutil", line=1757,
    printed=equation(U_new, 2 / p**3 * Sum(summand(k, at=xi) * REMOVED(k, xi) * REMOVED(k, -xi), (k, 1, p - 1))),
    corrected=equation(U_new, 2 / p**3 * Sum(summand(k) * REMOVED(k, xi) * REMOVED(k, -xi), (k, 1, p - 1))),
    severity="typo", erratum="The summand is to be taken at k, not at xi (also in line 586).", given=ODD, rests_on=("modular.learned-correlation", "modular.initial-utility"),
    reading="without(k, m) leaves out the term k = m; [p] in both lines is read as all residues mod p.", derive=written_in("modular_derivations", "updated_utility"),
)

utility_after_two = Claim(
    id="modular.utility-after-two", title="The utility after two frequencies are learned",
    kind="identity", label="sec:utupdatemodulararit", line=1791,
    printed=equation(U_two, 2 / p**3 * Sum(summand(k) * REMOVED(k, xi) * REMOVED(k, -xi) * REMOVED(k, xi_2) * REMOVED(k, -xi_2), (k, 1, p - 1))),
    given=ODD + (p >= 5,), rests_on=("modular.updated-utility", "modular.plateau-function"),
    reading="Both groups at their bounds, xi_2 != +-xi. The residual is linear in what is learned, so every further frequency takes off its own two terms: the argument iterates, "
            "as the paper says, for any number of them.",
)

independent_groups = Claim(
    id="modular.independent-groups", title="The loss of groups at different frequencies is a sum",
    kind="identity", label="sec:utupdatemodulararit", line=1789, printed=equation(loss_both, loss_one + loss_two - loss_none), given=ODD,
    rests_on=("modular.loss-split",), reading="Two groups of aligned neurons with frequencies xi != +-xi', anywhere in their harmonics. "
                                          "It does not follow that one group stays where it is while the other is optimised (modular.second-group).",
)

cross_pull = Claim(
    id="modular.cross-pull", title="A second group pulls on the outputs of the first",
    kind="identity", label="sec:utupdatemodulararit", line=1789, origin="ours",
    printed=equation(slope_cross, sqrt(2 / (3 * p))**5 * p / 8 * X**2 * X_2**2 * (amp_u**2 + amp_v**2) * over_neurons(
        A_w(j) * (A_u(j)**2 + A_v(j)**2) * cos(s_w(j) - ph_h), j)),
    given=ODD + (p >= 5,), rests_on=("modular.independent-groups", "modular.gradient-w"),
    reading="h = cos(omega' c + s_h) in w of a neuron of the first group, with amplitudes A_u, A_v; the sum runs over the second group, at xi' != +-xi. So two groups "
            "stay aligned only while this sum vanishes, as it does at a minimiser or for a square-free group; the loss alone does not keep them apart.",
)

plateau_function = Claim(
    id="modular.plateau-function", title="The function on a plateau",
    kind="identity", label="eq:ma-sequence", line=599,
    printed=equation(f_c, Sum(2 * mag(i) / p * cos(2 * pi * freq_of(i) * c_out / p + phase_of(i)), (i, 1, steps))), given=ODD,
    rests_on=("modular.learned-function", "modular.independent-groups"),
    reading="mag(i), xi(i), s(i): the i-th largest magnitude, its frequency and phase. One group of aligned neurons a frequency, each at its lower bound, with any "
            "number of neurons; networks of six a frequency are built and evaluated.",
)

plateau_level = Claim(
    id="modular.plateau-level", title="The loss on a plateau", kind="identity", label="eq:ma-sequence", line=600,
    printed=equation(level, Sum(mag(i)**2 / p, (i, steps + 1, (p - 1) / 2))), given=ODD,
    rests_on=("modular.plateau-function", "modular.loss-bound"), reading="As for the function; labels are centred.",
)

width = Claim(
    id="modular.width", title="How many neurons the construction needs, each aligned with one frequency",
    kind="identity", label="sec:modular-addition", line=594, origin="ours", printed=equation(width_needed, 3 * p - 3), given=ODD,
    rests_on=("modular.smallest-group", "modular.independent-groups"),
    reading="For aligned neurons only, every x_hat[k], k != 0, different from zero: six for each of (p - 1)/2 frequencies, three less than the paper's H >= 3p (the figure "
            "has three frequencies and H = 18 neurons, just six for each). Neurons that carry several frequencies can do with fewer (modular.unaligned-width); whether "
            "3p are enough in training is modular.wide-enough.",
)

jump_bound = Claim(
    id="modular.jump-bound", title="Lower bound on the next jump time",
    kind="inequality", label="eq:ma-sequence", line=601,
    printed=Ge(wait_limit, sqrt(3) * p**Rational(3, 2) / (sqrt(2) * mu_limit * mag(steps + 1)**3), evaluate=False), given=ODD + (Eq(top_left, mag(steps + 1)),),
    rests_on=("modular.maximal-utility", "modular.wave-growth", "modular.updated-utility"),
    reading="Assumed: the frequencies have been learned in the printed order, so that the (k+1)-th is the largest that is left; elsewhere see modular.jump-bound-order. "
            "'Greater, approximately' as alpha -> 0 with eta = 1/alpha, as in line 512. At alpha > 0 the factor is 1/mu - 1 (modular.jump-bound-finite). An earlier l may be taken: the "
            "frequencies of a dormant neuron grow independently of each other, and a learned one stands still.",
    derive=written_in("modular_derivations", "jump_bound"),
)

jump_bound_finite = Claim(
    id="modular.jump-bound-finite", title="The bound on the next jump time at alpha > 0",
    kind="inequality", label="eq:ma-sequence", line=601, origin="ours",
    printed=Ge(tau, tau_l + (1 / mu - 1) * sqrt(3) * p**Rational(3, 2) / (sqrt(2) * eta * X**3), evaluate=False),
    given=ODD + (mu < 1,), rests_on=("modular.maximal-utility", "modular.updated-utility"),
    reading="tau is the first jump after tau_l, X the largest magnitude that is left, mu the largest norm of a dormant neuron at tau_l. The threshold takes "
            "1/mu - 1 where the leading order has 1/mu: an aligned neuron attains this bound, and jumps before the printed one, by a share mu of the waiting time.",
    derive=written_in("modular_derivations", "jump_bound_finite"),
)
