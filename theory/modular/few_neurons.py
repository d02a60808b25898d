"""How few aligned neurons attain the lower bound on the loss, and how far fewer stay away from it:
claims of ours.
"""

from __future__ import annotations

from sympy import Eq, Ge, Integer, Piecewise, Rational

from theory.claim import Claim, equation
from theory.modular.aligned import N
from theory.modular.cost_minimisation import gap
from theory.modular.sequence import distance
from theory.modular.utility_maximisation import ODD
from theory.notation import letter

eps = letter("eps_5", r"\varepsilon", "scale of the family of five neurons", positive=True)
least_share = letter(
    "least_share",
    r"\inf_{\Theta}(\mathcal{C}-\mathcal{U})\,p/|\hat{x}[\xi]|^{2}+1",
    "distance of N neurons to the lower bound, in units of |x_hat|^2/p",
    nonnegative=True,
)
gap_five = letter(
    "gap_five",
    r"\mathrm{gap}_{5}(\varepsilon)",
    "distance of five neurons to the lower bound, in units of |x_hat|^2/p",
    nonnegative=True,
)
independent = letter(
    "independent",
    r"\operatorname{rank}_{\mathbb{C}}",
    "number of independent conditions",
    integer=True,
    nonnegative=True,
)

# --- claims ---------------------------------------------------------------------------------------
gap_distance = Claim(
    id="modular.gap-distance",
    title="The gap is the distance from the function to be learned",
    kind="identity",
    label="eq:lowerboundloss",
    line=1681,
    origin="ours",
    printed=equation(gap, distance),
    given=ODD,
    rests_on=("modular.cost-cosines", "modular.aligned-utility"),
    reading="f_* = (2|x_hat[xi]|/p) (a + b).chi: the lower bound, its equality case and the "
    "function learned are this one identity.",
)

needed_conditions = Claim(
    id="modular.conditions-needed",
    title="No condition of the list follows from the others",
    kind="identity",
    label="eq:listcond",
    line=1683,
    origin="ours",
    printed=equation(independent, 9),
    rests_on=("modular.equality-conditions",),
    reading="The nine sums (the eight lines and the last one), as complex linear functions of the "
    "outputs w of nine neurons whose u and v are given, "
    "are independent: any values are taken, so each condition alone can be broken.",
)

least_gaps = Claim(
    id="modular.least-gaps",
    title="How far fewer than five neurons stay from the bound",
    kind="inequality",
    label="thm:maincostmin",
    line=1717,
    origin="ours",
    printed=Ge(
        least_share,
        Piecewise(
            (Rational(8, 9), Eq(N, 1)),
            (Rational(2, 9), N <= 3),
            (Rational(1, 9), Eq(N, 4)),
            (Integer(0), True),
        ),
        evaluate=False,
    ),
    given=ODD,
    rests_on=("modular.gap-distance",),
    reading="One neuron attains 8/9 (modular.one-neuron); searches with two, three and four "
    "neurons end near 5/9, 0.3258 and 1/6, as amplitudes grow. For these three only the bound is "
    "known, not the infimum: it uses no more of so few neurons than that their forms, or a "
    "combination of them, vanish on a vector, and no group is known that attains an infimum.",
)

one_neuron = Claim(
    id="modular.one-neuron",
    title="One neuron takes a ninth of its frequency's part of the loss",
    kind="optimum",
    label="thm:maincostmin",
    line=1717,
    origin="ours",
    printed=equation(least_share, Rational(8, 9)),
    given=(*ODD, Eq(N, 1)),
    rests_on=("modular.least-gaps",),
    reading="The best neuron that is aligned with xi leaves 8/9 |x_hat[xi]|^2/p above the bound: "
    "of amplitudes A_u = A_v = 1 and A_w = sqrt(6 p)/(3 |x_hat[xi]|), or others with this product, "
    "and phases that match. The level at which gradient flow rests after its first jump, where x "
    "has no third harmonic, is this one (modular.first-rest).",
)

five_neurons = Claim(
    id="modular.five-neurons",
    title="Five neurons come as close to the bound as one likes",
    kind="identity",
    label="thm:maincostmin",
    line=1717,
    origin="ours",
    printed=equation(gap_five, Rational(2549, 1505280) * eps**4),
    given=ODD,
    rests_on=("modular.gap-distance",),
    reading="An explicit family with amplitudes of order 1/eps; the bound itself is not attained.",
)
