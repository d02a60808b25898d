"""Appendix B.4, B.5: the scaling symmetry, instantaneous alignment as alpha -> 0, and the adaptive
learning rate.
"""

from __future__ import annotations

from sympy import And, Eq, Equivalent, Gt, Implies, Limit, Ne, Piecewise, log, oo

from theory.claim import Claim, equation
from theory.framework.dormant import DORMANT, Gbar_j, bar_j, rate_bar_j, rate_n
from theory.framework.jump_time import threshold
from theory.framework.saddles import solution
from theory.notation import U_bar, alpha, eta, function, kappa, letter, n, n_0, running, t

direction = function(
    "dir",
    r"\bar{\theta}(#1,#2)",
    "a component of the direction of the flow that starts at #1 theta_0, at time #2",
    of=("alpha", "t"),
)
angle = letter(
    "angle",
    r"\angle(\bar{\theta},\bar{\theta}^{*})",
    "angle to the utility's maximiser",
    nonnegative=True,
)
angle_adaptive = letter(
    "angle_adaptive",
    r"\angle_{\eta_i}(\bar{\theta},\bar{\theta}^{*})",
    "angle to the utility's maximiser, with the adaptive rate",
    nonnegative=True,
)
angle_at = function(
    "angle_of",
    r"\angle(\bar{\theta}_{0}(#1),\bar{\theta}^{*})",
    "angle to the utility's maximiser along the flow from theta_0, at its own time #1",
    of=("s",),
)
time_s = running("s", "a time of the flow from theta_0", positive=True)
step_h = running("h", "a small step in time", positive=True)
clock_stop = n_0 ** (2 - kappa) * t / (kappa - 2)  # where alpha^(kappa - 2) c t tends, kappa > 2
ALIGNS = equation(Limit(angle_at(time_s), time_s, oo), 0)
NOT_YET_ALIGNED = And(
    Gt(angle_at(clock_stop), 0),
    equation(Limit(angle_at(clock_stop + step_h), step_h, 0), angle_at(clock_stop)),
    equation(Limit(angle_at(clock_stop - step_h), step_h, 0), angle_at(clock_stop)),
    evaluate=False,
)
eta_i = letter("eta_i", r"\eta_{i}", "learning rate of neuron i", positive=True)

utility_left = letter(
    "utility_left",
    r"\max_{\mathcal{D}}\|\nabla\mathcal{U}\|",
    "largest utility gradient of a dormant neuron",
    nonnegative=True,
)

# --- Appendix B.4, B.5: scaling symmetry, instantaneous alignment, adaptive rate ------------------
scaling_symmetry = Claim(
    id="framework.scaling-symmetry",
    title="Scaling symmetry of the utility flow",
    kind="identity",
    label="thm:scaling",
    line=852,
    printed=equation(solution(alpha, t), alpha * solution(1, alpha ** (kappa - 2) * t)),
    given=(alpha > 0, kappa >= 2, kappa <= 6, t > 0),
    rests_on=("framework.gradient-homogeneity",),
    reading="theta(alpha, t) is a coordinate of the utility flow that starts at alpha theta_0. "
    "The gradient is Lipschitz where the flows go, so that a start has one flow.",
)

alignment_correspondence = Claim(
    id="framework.alignment-correspondence",
    title="The scaled neuron passes the same directions, later",
    kind="identity",
    label="thm:scaling",
    line=874,
    printed=equation(direction(alpha, alpha ** (2 - kappa) * t), direction(1, t)),
    given=(alpha > 0, kappa >= 2, kappa <= 6, t > 0),
    rests_on=("framework.scaling-symmetry",),
    reading="dir(alpha, t) is a component of the direction of the flow that starts at alpha "
    "theta_0.",
)

asymptotics_quadratic = Claim(
    id="framework.threshold-asymptotics-quadratic",
    title="Asymptotics of the threshold, kappa = 2",
    kind="limit",
    label="sec:intant-align",
    line=881,
    printed=equation(
        Limit(
            Piecewise((threshold(alpha * n_0, 2) / (-log(alpha)), alpha < 1), (1, True)), alpha, 0
        ),
        1,
    ),
    given=(n_0 > 0,),
    rests_on=("framework.jump-threshold",),
    reading="The ratio of the two is looked at for alpha < 1: at alpha = 1 the logarithm is 0.",
)

asymptotics_higher = Claim(
    id="framework.threshold-asymptotics-higher",
    title="Asymptotics of the threshold, kappa > 2",
    kind="limit",
    label="sec:intant-align",
    line=882,
    printed=equation(Limit(threshold(alpha, kappa).args[1][0] / alpha ** (2 - kappa), alpha, 0), 1),
    corrected=equation(
        Limit(threshold(alpha, kappa).args[1][0] / alpha ** (2 - kappa), alpha, 0), 1 / (kappa - 2)
    ),
    given=(kappa >= 3, kappa <= 6),
    rests_on=("framework.jump-threshold",),
    severity="slip",
    erratum="The constant is dropped: c ~ alpha^(2-kappa)/(kappa - 2), which is the printed form "
    "only at kappa = 3.",
    reading="|theta(0)| = alpha, and ~ means that the ratio tends to 1, as it does for kappa = 2.",
)

alignment_speed = Claim(
    id="framework.alignment-speed",
    title="The scaling factor of the alignment speed, kappa > 2",
    kind="definition",
    label="sec:intant-align",
    line=888,
    printed=equation(Limit(threshold(alpha, kappa).args[1][0] / alpha ** (kappa - 2), alpha, 0), 1),
    corrected=equation(
        Limit(threshold(alpha, kappa).args[1][0] * alpha ** (kappa - 2), alpha, 0), 1 / (kappa - 2)
    ),
    given=(kappa >= 3, kappa <= 6),
    rests_on=("framework.threshold-asymptotics-higher", "framework.scaling-symmetry"),
    severity="slip",
    erratum="Alignment is slowed by alpha^(kappa-2) and accelerated by c, so the factor is the "
    "product c alpha^(kappa-2); "
    "the printed quotient diverges. The product tends to 1/(kappa - 2), not 1.",
    reading="|theta(0)| = alpha; the value printed for gamma is read as its limit.",
)

alignment_limit_quadratic = Claim(
    id="framework.alignment-limit-quadratic",
    title="The alignment speed diverges for kappa = 2",
    kind="limit",
    label="sec:intant-align",
    line=898,
    printed=equation(Limit(threshold(alpha, 2) / alpha ** (2 - 2), alpha, 0), oo),
    rests_on=("framework.threshold-asymptotics-quadratic",),
)

alignment_limit_higher = Claim(
    id="framework.alignment-limit-higher",
    title="The alignment speed stays finite for kappa > 2",
    kind="limit",
    label="sec:intant-align",
    line=899,
    printed=equation(
        Limit(threshold(alpha * n_0, kappa).args[1][0] / alpha ** (kappa - 2), alpha, 0), 1
    ),
    corrected=equation(
        Limit(threshold(alpha * n_0, kappa).args[1][0] * alpha ** (kappa - 2), alpha, 0),
        n_0 ** (2 - kappa) / (kappa - 2),
    ),
    given=(kappa >= 3, kappa <= 6, n_0 > 0),
    rests_on=("framework.alignment-speed",),
    severity="slip",
    erratum="With the product in place of the quotient the limit is |theta_0|^(2-kappa)/(kappa - "
    "2): finite, but not 1.",
)

instantaneous_alignment = Claim(
    id="framework.instantaneous-alignment",
    title="Alignment is instantaneous in accelerated time if and only if kappa = 2",
    kind="limit",
    label="sec:intant-align",
    line=902,
    printed=Equivalent(Eq(kappa, 2), equation(angle, 0)),
    given=(
        kappa >= 2,
        n_0 > 0,
        t > 0,
        Implies(Eq(kappa, 2), ALIGNS, evaluate=False),
        Implies(Ne(kappa, 2), NOT_YET_ALIGNED, evaluate=False),
    ),
    rests_on=("framework.alignment-correspondence", "framework.alignment-limit-higher"),
    reading="The angle is that between the direction at a fixed accelerated time before the jump "
    "and the local maximiser "
    "of the utility it converges to, in the limit alpha -> 0. What 'almost all initialisations' is "
    "to give is assumed above: for kappa = 2 the direction aligns as its own time grows; for "
    "kappa > 2 it is continuous and not yet aligned at the finite time where the clock stops. The "
    "theorem is that the clock c alpha^(kappa - 2) t grows without bound for kappa = 2 and only "
    "then.",
)

adaptive_rate = Claim(
    id="framework.adaptive-rate",
    title="The neuron-specific rate that removes the norm from the directional dynamics",
    kind="identity",
    label="app:derivations-framework",
    line=912,
    printed=Equivalent(
        equation(rate_bar_j, eta * (Gbar_j - kappa * bar_j * U_bar)),
        equation(eta_i, n ** (2 - kappa) * eta),
    ),
    given=DORMANT + (Ne(Gbar_j, kappa * bar_j * U_bar),),
    rests_on=("framework.dormant-direction",),
    reading="A neuron with a learning rate eta_i of its own: its direction moves like that of the "
    "global rate without the norm exactly for the printed rate, wherever it moves at all.",
)

adaptive_dynamics = Claim(
    id="framework.adaptive-dynamics",
    title="With the adaptive rate every kappa evolves like kappa = 2",
    kind="identity",
    label="app:derivations-framework",
    line=918,
    printed=And(
        equation(rate_bar_j, eta * (Gbar_j - kappa * bar_j * U_bar)),
        equation(rate_n, eta * kappa * n * U_bar),
        evaluate=False,
    ),
    given=DORMANT,
    rests_on=("framework.adaptive-rate", "framework.dormant-norm"),
    reading="The powers of the norm are those of kappa = 2 (none, and one); Euler's factor kappa "
    "stays.",
)

adaptive_alignment = Claim(
    id="framework.adaptive-alignment",
    title="With the adaptive rate alignment is instantaneous for every kappa",
    kind="limit",
    label="app:derivations-framework",
    line=918,
    printed=equation(angle_adaptive, 0),
    given=(kappa >= 2, n_0 > 0, t > 0, ALIGNS),
    rests_on=("framework.adaptive-dynamics",),
    reading="As in framework.instantaneous-alignment, each neuron with the rate eta_i; its "
    "norm then grows like that of kappa = 2, so that the accelerated rate is -log|theta(0)|. "
    "That the direction aligns as its own time grows is assumed.",
)

termination = Claim(
    id="framework.termination",
    title="AGF stops when no dormant neuron can gain utility",
    kind="algorithm",
    label="alg:alternating-gradient-flows",
    line=219,
    printed=equation(utility_left, 0),
    rests_on=("framework.critical-points",),
    reading="Run until Algorithm 1 stops; the utility gradients of the neurons still dormant are "
    "measured. (Read literally, with dormant neurons at zero, its condition would stop it before "
    "it starts: framework.loop-test.) Tested, not proved: a limit along gradient flow, for "
    "every cost step of the run follows the flow of the active neurons until it rests.",
)
