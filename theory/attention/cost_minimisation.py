"""Appendix E.2: aligned heads keep their directions, and each learns the magnitude of its own
component."""

from __future__ import annotations

from sympy import And, Ge, Le, Piecewise, Sum

from theory.attention.model import LEVEL, N, T
from theory.attention.utility_maximisation import MAGNITUDE, lam_after, lam_k
from theory.claim import Claim, equation
from theory.notation import function, letter, running

lam_j = letter("lam_j", r"\lambda_{j}", "eigenvalue of component j", positive=True)

Q_j = letter("Q_j", "Q_{h,j}", "query of head h along v_j", real=True)
K_j = letter("K_j", "K_{h,j}", "key of head h along v_j", real=True)
V_h = letter("V_h", "V_{h}", "value parameter of head h", real=True)

A_k = letter("A_k", "A_{k}", "magnitude that the new head learns", positive=True)
W_ab = letter(
    "W_ab",
    r"v_{i_{1}}^{\intercal}W^{(k)}v_{i_{2}}",
    "entry of what the network has learned on plateau k, in the eigenbasis",
    real=True,
)
mode_1, mode_2 = (
    letter(f"mode_{i}", f"i_{{{i}}}", "number of an eigenvector", integer=True, positive=True)
    for i in (1, 2)
)

L_A = letter(
    "L_A", r"\mathcal{L}(\Theta_{\mathcal{A}})", "loss of the active heads together", real=True
)
L_sum = letter(
    "L_sum",
    r"\sum_{i\in\mathcal{A}}\mathcal{L}(\theta_{i})",
    "sum of the losses of the active heads alone",
    real=True,
)
active = letter("active", r"|\mathcal{A}|", "number of active heads", integer=True, positive=True)
across_Q = letter(
    "across_Q",
    r"\nabla_{Q_{h}}^{\perp}\mathcal{L}",
    "part of the gradient in Q_h across v_h",
    nonnegative=True,
)
across_K = letter(
    "across_K",
    r"\nabla_{K_{h}}^{\perp}\mathcal{L}",
    "part of the gradient in K_h across v_h",
    nonnegative=True,
)
grad_Q = letter(
    "grad_Q",
    r"\partial_{Q_{h,j}}\mathcal{L}(\Theta_{\mathcal{A}})",
    "gradient in a component of Q_h",
    real=True,
)
grad_Q_alone = letter(
    "grad_Q_alone",
    r"\partial_{Q_{h,j}}\mathcal{L}(\theta_{h})",
    "gradient of the loss of head h alone, in a component of Q_h",
    real=True,
)
response = letter(
    "response",
    r"\mathbb{E}(V_{h}\sum_{n}y_{n}x_{n}^{\intercal}K_{h})^{2}",
    "second moment of the key response",
    nonnegative=True,
)
grad_old = letter(
    "grad_old",
    r"\max_{h<k}|\nabla_{\theta_{h}}\mathcal{L}|",
    "largest gradient of the heads that were active before",
    nonnegative=True,
)
component = letter(
    "component",
    r"\mathrm{component}(k)",
    "index of the eigenvector that iteration k learns",
    integer=True,
    positive=True,
)
iteration = letter("iteration", r"k_{\mathrm{it}}", "iteration of AGF", integer=True, positive=True)
curvature = letter(
    "curvature",
    r"\partial_{A_{k}}^{2}\mathcal{L}",
    "second derivative of the loss in the magnitude",
    real=True,
)
level_0 = letter("level_0", r"\ell^{(0)}", "loss before the first jump", real=True)
level_k = letter("level_k", r"\ell^{(k)}", "loss after jump k", real=True)
lam_of = function(
    "lambda_of", r"\lambda_{#1}", "eigenvalue #1 of the input covariance", ("i",), positive=True
)
jump = running("i", "a jump", integer=True, positive=True)
drop = letter("drop", r"\ell^{(k-1)}-\ell^{(k)}", "fall of the loss at jump k", real=True)
time_ratio = letter(
    "time_ratio",
    r"\lim\tau_{\mathrm{GF}}/\tau_{\mathrm{AGF}}",
    "jump times of gradient flow over those of AGF",
    real=True,
)
level_ratio = letter(
    "level_ratio",
    r"\lim\ell_{\mathrm{GF}}/\ell_{\mathrm{AGF}}",
    "plateau levels of gradient flow over those of AGF",
    real=True,
)

POSITIVE = (T >= lam_k,)  # the trace of one eigenvalue or more

# --- cost minimisation ----------------------------------------------------------------------------
decoupled_loss = Claim(
    id="attention.decoupled-loss",
    title="The loss of aligned heads is the sum of their own losses",
    kind="identity",
    label="lemm:app_attn",
    line=1386,
    printed=equation(L_A, L_sum),
    corrected=equation(L_A, L_sum - (active - 1) * T / 2),
    rests_on=("attention.population-loss",),
    severity="slip",
    erratum="Each L(theta_i) contains the loss tr(Sigma)/2 of the zero function, so the sum counts "
    "it k times. Gradients are not affected.",
)

directions_preserved = Claim(
    id="attention.directions-preserved",
    title="Queries and keys keep their eigendirection during cost minimisation",
    kind="identity",
    label="lemm:app_attn",
    line=1388,
    printed=And(equation(across_Q, 0), equation(across_K, 0), evaluate=False),
    rests_on=("attention.population-loss",),
    reading="For heads aligned with distinct eigenvectors; a head aligned only approximately, as "
    "at any alpha > 0, turns.",
)

gradient_alone = Claim(
    id="attention.gradient-alone",
    title="The gradient of a head is that of its own loss",
    kind="identity",
    label="eq:gradloss_attn",
    line=1393,
    printed=equation(grad_Q - grad_Q_alone, 0),
    rests_on=("attention.decoupled-loss",),
)

gradient_formula = Claim(
    id="attention.gradient",
    title="The gradient of the loss in a query",
    kind="identity",
    label="eq:gradloss_attn",
    line=1393,
    printed=equation(grad_Q_alone, response * lam_j * Q_j),
    corrected=equation(grad_Q_alone, response * lam_j * Q_j - N * V_h * lam_j**2 * K_j),
    rests_on=("attention.population-loss",),
    severity="slip",
    erratum="The gradient of the linear term of the loss, -N V Sigma^2 K, is missing; as printed "
    "no head would ever grow. The conclusion "
    "(directions are kept) is not affected.",
    reading="Component j in the eigenbasis, of the loss of one head.",
)

old_heads_rest = Claim(
    id="attention.old-heads-rest",
    title="Heads that were active before stay at equilibrium",
    kind="identity",
    label="sec:costmin_attn_app",
    line=1398,
    printed=equation(grad_old, 0),
    rests_on=("attention.decoupled-loss",),
    reading="For any magnitude of the new head, aligned with v_k.",
)

component_index = Claim(
    id="attention.component-index",
    title="Which eigenvector the k-th head learns",
    kind="algorithm",
    label="sec:costmin_attn_app",
    line=1400,
    printed=equation(component - iteration, 1),
    corrected=equation(component - iteration, 0),
    given=(lam_k > lam_after,),
    rests_on=("attention.maximiser",),
    severity="typo",
    erratum="f_k is built on v_k; the printed v_{k+1} is left over from a count that starts at 0.",
    reading="The component that a maximiser of the utility has after k - 1 jumps, counted from 1; "
    "that AGF learns this one from random "
    "small initialisations is tested. Where lambda_k = lambda_{k+1} both are maximisers.",
)

convex = Claim(
    id="attention.convex",
    title="The loss is convex in the magnitude of the new head",
    kind="inequality",
    label="sec:costmin_attn_app",
    line=1402,
    printed=Ge(curvature, 0, evaluate=False),
    rests_on=("attention.population-loss",),
    reading="In A_k = V |Q| |K|. In the parameters themselves it is not convex: the origin is a "
    "saddle.",
)

magnitude = Claim(
    id="attention.magnitude",
    title="The magnitude that the new head learns",
    kind="optimum",
    label="sec:costmin_attn_app",
    line=1402,
    printed=equation(A_k, MAGNITUDE),
    given=POSITIVE,
    rests_on=("attention.convex",),
    reading="Also in the main text, line 500.",
)

learned_function = Claim(
    id="attention.learned-function",
    title="The prediction after each jump",
    kind="algorithm",
    label=LEVEL,
    line=510,
    printed=equation(
        W_ab,
        Piecewise(
            (
                1 / (T + (N + 1) * lam_of(mode_1)),
                And(equation(mode_1, mode_2), Le(mode_1, iteration), evaluate=False),
            ),
            (0, True),
        ),
    ),
    rests_on=("attention.magnitude", "attention.component-index"),
    reading="Also eq:att_app_fun_k-1. The prediction is x_{N+1}^T W sum_n y_n x_n, here with every "
    "entry of W. The theorem is "
    "about heads along v_1, ..., v_k (attention.component-index, attention.directions-preserved), "
    "each with the magnitude that minimises the "
    "loss; that AGF's plateaus, and the minimum of the loss over all networks of k heads, have "
    "this W is tested.",
)

levels = Claim(
    id="attention.levels",
    title="Plateau levels, main text",
    kind="recursion",
    label=LEVEL,
    line=511,
    printed=And(
        equation(level_0, T / 2),
        equation(
            level_k,
            T / 2 - Sum((N * lam_of(jump) / 2) / (T / lam_of(jump) + N + 1), (jump, 1, iteration)),
        ),
        evaluate=False,
    ),
    given=POSITIVE,
    rests_on=("attention.learned-function",),
    reading="For k = 0, where the sum is empty, and for k >= 1.",
)

levels_appendix = Claim(
    id="attention.levels-appendix",
    title="Plateau levels, appendix",
    kind="recursion",
    label="sec:attn_jump_app",
    line=1409,
    printed=And(
        equation(level_0, T / 2),
        equation(
            level_k,
            (T - Sum(N * lam_of(jump) ** 2 / (T + (N + 1) * lam_of(jump)), (jump, 1, iteration)))
            / 2,
        ),
        evaluate=False,
    ),
    given=POSITIVE,
    rests_on=("attention.learned-function",),
    reading="D is the d of the main text: tr(Sigma) = sum_{i <= d} lambda_i.",
)

zhang_levels = Claim(
    id="attention.zhang-levels",
    title="The levels of Zhang et al. are recovered",
    kind="identity",
    label=LEVEL,
    line=514,
    printed=equation(2 * drop, lam_k / (1 + (1 + T / lam_k) / N)),
    given=POSITIVE,
    rests_on=("attention.levels",),
    reading="Their loss is E(y - y_hat)^2, twice the loss here, and falls by lambda_k (1 + (1 + "
    "tr/lambda_k)/N)^(-1).",
)

gradient_flow_limit = Claim(
    id="attention.gradient-flow",
    title="AGF is an excellent approximation to gradient flow",
    kind="limit",
    label=LEVEL,
    line=514,
    printed=And(equation(time_ratio, 1), equation(level_ratio, 1), evaluate=False),
    rests_on=("attention.exact-jump-time",),
    reading="Jump times and levels of gradient flow over those of AGF from the same initialisation "
    "as alpha -> 0. Both depend on the "
    "draw even in the limit: kappa = 3, and alignment is not instantaneous. "
    "Tested, not proved: a limit along gradient flow.",
)
