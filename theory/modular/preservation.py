"""Appendix F.2, preservation of harmonic alignment: the slopes of the loss along waves of other
frequencies.
"""

from __future__ import annotations

from sympy import And, Eq, Mod, Ne, Sum, cos, sqrt

from theory.claim import Claim, equation
from theory.modular.aligned import A_u, A_w, over_neurons, ph_x, s_u, s_w, z_u, z_v
from theory.modular.cyclic_sums import p
from theory.modular.transforms import a, b, j
from theory.modular.utility_maximisation import ODD, X, xi
from theory.notation import function, letter

z_1, z_2 = (letter(f"z_{n}", f"z_{{{n}}}", "a pre-activation", real=True) for n in (1, 2))
w_c = letter("w_c", "w[c]", "an output of the first of two neurons", real=True)
pair_out = letter(
    "pair_out",
    r"\textstyle\sum_{i=1}^{2}\sigma(\langle u^{i},a\cdot x\rangle+\langle v^{i},b\cdot "
    r"x\rangle)w^{i}[c]",
    "an output of a pair of neurons (u, v, w/4), (u, -v, -w/4)",
    real=True,
)
pair_squares_u, pair_squares_v = (
    letter(
        f"pair_squares_{name}",
        rf"\textstyle\sum_{{i=1}}^{{2}}w^{{i}}[c]\langle {name}^{{i}},{at}\cdot x\rangle^{{2}}",
        f"square terms of that pair in {name}",
        real=True,
    )
    for name, at in (("u", "a"), ("v", "b"))
)

slope_u, slope_v, slope_w = (
    letter(
        f"slope_{name}",
        rf"\langle h,\partial_{{{name}}}\mathcal{{L}}\rangle",
        f"slope of the loss in {name} along h",
        real=True,
    )
    for name in "uvw"
)
h_a = function("h_x", r"h_{x}(#1)", "correlation of h with the encoding of #1", of=("a",))

r_w, r_h = (
    function(
        f"r_{name}",
        f"r_{{{name}}}(#1,#2)",
        f"correlation of {name} with the output minus the encoding of #1 + #2",
        of=("a", "b"),
    )
    for name in "wh"
)
escape = letter(
    "escape",
    r"\max_{\xi'\neq 0,\pm\xi}|\langle h,\nabla\mathcal{L}\rangle|",
    "gradient outside the harmonic",
    nonnegative=True,
)
escape_else = letter(
    "escape_else",
    r"\max_{\xi'\neq 0,\pm\xi,\pm 3\xi}|\langle h,\nabla\mathcal{L}\rangle|",
    "gradient outside the harmonic and its triple",
    nonnegative=True,
)
slope_res = letter(
    "slope_res",
    r"\langle h_{3\xi},\partial_{u^{1}}\mathcal{L}\rangle",
    "slope of the loss along the third harmonic, first neuron",
    real=True,
)

X_3 = letter("X_3", r"|\hat{x}[3\xi]|", "magnitude of the encoding at 3 xi", nonnegative=True)
ph_3 = letter("s_x3", r"s_{x,3}", "phase of the encoding at 3 xi", real=True)
ph_h = letter("s_h", r"s_{h}", "phase of the perturbation h", real=True)
away_sq = letter(
    "away_sq",
    r"\|\Theta(t)-P_{\xi}\Theta(t)\|^{2}",
    "squared distance of all weights at time t from their parts at the frequency xi",
    nonnegative=True,
)

gradient_u = Claim(
    id="modular.gradient-u",
    title="Slope of the loss in u",
    kind="identity",
    label="eq:threederiv",
    line=1624,
    printed=equation(
        slope_u, 4 * Sum(h_a(a) * (z_u(a) + z_v(b)) * r_w(a, b), (a, 0, p - 1), (b, 0, p - 1))
    ),
    corrected=equation(
        slope_u,
        2 / p**2 * Sum(h_a(a) * (z_u(a) + z_v(b)) * r_w(a, b), (a, 0, p - 1), (b, 0, p - 1)),
    ),
    severity="slip",
    erratum="The loss of eq:costsplit carries 1/(2 p^2), with which the printed constant 4 becomes "
    "2/p^2.",
    rests_on=("modular.loss-split",),
    reading="Centred data; h_x(a) = <h, a.x>, z_u(a) = <u, a.x>, z_v(b) = <v, b.x>, r_w(a, b) = "
    "<w, f - (a + b).x>. An expression for the derivative along h, "
    "as the proof has it before it uses what is assumed of the group: any aligned group, h of a "
    "frequency xi' != 0, +-xi as in the theorem. Only along xi' = +-3 xi "
    "is the slope not zero (modular.only-third-harmonic); there the constant shows. For a "
    "square-free group both sides are 0, so the theorem is unharmed.",
)

gradient_v = Claim(
    id="modular.gradient-v",
    title="Slope of the loss in v",
    kind="identity",
    label="eq:threederiv",
    line=1625,
    printed=equation(
        slope_v, 4 * Sum(h_a(b) * (z_u(a) + z_v(b)) * r_w(a, b), (a, 0, p - 1), (b, 0, p - 1))
    ),
    corrected=equation(
        slope_v,
        2 / p**2 * Sum(h_a(b) * (z_u(a) + z_v(b)) * r_w(a, b), (a, 0, p - 1), (b, 0, p - 1)),
    ),
    severity="slip",
    erratum="The constant is 2/p^2 with the 1/(2 p^2) of the loss, as for u.",
    rests_on=("modular.loss-split",),
    reading="As for u: any aligned group, h of the frequency 3 xi.",
)

gradient_w = Claim(
    id="modular.gradient-w",
    title="Slope of the loss in w",
    kind="identity",
    label="eq:threederiv",
    line=1626,
    printed=equation(
        slope_w, 2 * Sum((z_u(a) + z_v(b)) ** 2 * r_h(a, b), (a, 0, p - 1), (b, 0, p - 1))
    ),
    corrected=equation(
        slope_w, Sum((z_u(a) + z_v(b)) ** 2 * r_h(a, b), (a, 0, p - 1), (b, 0, p - 1)) / p**2
    ),
    severity="wording",
    erratum="The constant is 1/p^2 with the 1/(2 p^2) of the loss, as for u.",
    rests_on=("modular.loss-split",),
    reading="An expression for the derivative, so along every h. Along the theorem's own h, xi' != "
    "0, +-xi, both sides are 0 for every aligned group "
    "(modular.only-third-harmonic): there the printed line holds with any constant, and the "
    "theorem is unharmed. The counterexample takes h at the frequency xi itself.",
)

alignment_preserved = Claim(
    id="modular.alignment-preserved",
    title="Without square terms no gradient leaves the harmonic",
    kind="identity",
    label="eq:square-free-assumption-cost-min",
    line=1616,
    printed=equation(escape, 0),
    given=ODD,
    rests_on=("modular.gradient-u", "modular.gradient-w"),
    reading="All frequencies xi' other than 0 and +-xi, all three parts of every neuron, for "
    "groups that satisfy the square-free condition.",
)

third_harmonic = Claim(
    id="modular.third-harmonic",
    title="Square terms push an aligned neuron towards the third harmonic",
    kind="identity",
    label="eq:square-free-assumption-cost-min",
    line=1632,
    origin="ours",
    printed=equation(
        slope_res,
        sqrt(2 / (3 * p)) ** 3
        / 12
        * X**3
        * X_3
        * A_u(1)
        * A_w(1)
        * over_neurons(
            A_w(j)
            * A_u(j) ** 2
            * cos(s_w(1) - s_w(j))
            * cos(ph_3 - ph_h - 3 * ph_x + s_u(1) + 2 * s_u(j)),
            j,
        ),
    ),
    given=ODD + (p >= 5, Ne(Mod(3 * xi, p), 0)),
    rests_on=("modular.gradient-u",),
    reading="h = cos(3 omega a + s_h); the same holds for v with its own square terms.",
)

only_third_harmonic = Claim(
    id="modular.only-third-harmonic",
    title="No other frequency is resonant",
    kind="identity",
    label="eq:square-free-assumption-cost-min",
    line=1632,
    origin="ours",
    printed=equation(escape_else, 0),
    given=ODD,
    rests_on=("modular.third-harmonic",),
    reading="Without the square-free condition. 2 xi is resonant only where it is -3 xi, that is 5 "
    "xi = 0 mod p; where 3 xi = 0 mod p "
    "(p divisible by 3) nothing is, because the data are centred. The gradient in w never leaves "
    "the harmonic.",
)

alignment_kept = Claim(
    id="modular.alignment-kept",
    title="Aligned neurons stay aligned where the encoding has no third harmonic",
    kind="identity",
    label="eq:square-free-assumption-cost-min",
    line=1632,
    origin="ours",
    printed=equation(away_sq, 0),
    given=ODD + (Eq(X_3, 0),),
    rests_on=("modular.only-third-harmonic", "modular.third-harmonic"),
    reading="The paper's assumption that aligned neurons remain aligned (lines 580 and 1598), for "
    "gradient flow of the loss at any rate eta > 0, all weights of any number of neurons, without "
    "the square-free condition: where x_hat[3 xi] = 0 (x_hat[0] = 0, if 3 xi = 0 mod p) and every "
    "neuron is aligned with xi at the time 0, with any amplitudes and phases, it is at every time "
    "t until which the flow exists. The encoding may have a mean and any other frequencies. The "
    "part of the weights outside of xi has a squared norm D; what the slope of the loss has of "
    "first order in that part is 0, the rest gives D' <= M D with M = 2 eta (9 q + 2 q B + "
    "9 q^2 B + 5 q^2 B^2 + 8 q^3 B^3), q = |x|^2 and B = |Theta(0)|^2 + 3/2 eta q t, a bound of "
    "the squared norm of all weights on [0, t]. So D = 0 from D(0) = 0: nothing is said of "
    "neurons that are only nearly aligned, except that D grows at most like exp(M t). Where "
    "x_hat[3 xi] is not 0 a neuron leaves its harmonic (modular.third-harmonic).",
)

product_identity = Claim(
    id="modular.product-identity",
    title="The square terms of a pair of neurons cancel and the product stays",
    kind="identity",
    label="eq:square-free-assumption-cost-min",
    line=1637,
    printed=And(
        equation(pair_squares_u, 0),
        equation(pair_squares_v, 0),
        equation(pair_out, z_1 * z_2 * w_c),
        evaluate=False,
    ),
    reading="The neurons (u, v, w/4) and (u, -v, -w/4), aligned or not; z_1 = <u, a.x>, z_2 = <v, "
    "b.x>. That is the printed identity, z_1 z_2 as a difference of two squares, each the "
    "activation of one neuron.",
)
