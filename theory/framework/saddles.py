"""Section 2: the setup, gradients at a saddle point, and when the algorithm ends."""

from __future__ import annotations

from sympy import And, Ge, Limit, Ne, Rational

from theory.claim import Claim, equation
from theory.framework.dormant import U, lam
from theory.notation import c, d, eta, function, k, letter, t

grad_dormant = letter(
    "grad_dormant",
    r"\nabla_{\Theta_{\mathcal{D}}}\mathcal{L}",
    "loss gradient of a dormant neuron",
    real=True,
)
grad_active = letter(
    "grad_active",
    r"\nabla_{\Theta_{\mathcal{A}}}\mathcal{L}",
    "loss gradient of an active neuron",
    real=True,
)
grad_restricted = letter(
    "grad_restricted",
    r"\nabla\mathcal{L}(\Theta_{\mathcal{A}})",
    "gradient of the restricted loss",
    real=True,
)

order = letter(
    "ord_U",
    r"\operatorname{ord}\mathcal{U}",
    "lowest order of the utility at the origin",
    integer=True,
    positive=True,
)

size = letter("m", "m", "number of parameters of a neuron", integer=True, positive=True)

loss_change = letter(
    "loss_change",
    r"\mathcal{L}(\lambda\theta)-\mathcal{L}(0)",
    "loss with a neuron at lambda theta less that with it at 0",
    real=True,
)
mean_square = letter(
    "mean_square", r"\mathbb{E}\|f_{i}\|^{2}", "mean square of a neuron's output", nonnegative=True
)
residual_at = function(
    "r_at",
    r"r(x;#1\,\Theta_{\mathcal{D}})",
    "residual with dormant neurons scaled by #1",
    of=("lambda",),
)
r_active = letter(
    "r_active", r"r(x;\Theta_{\mathcal{A}})", "residual of the active neurons", real=True
)

solution = function(
    "theta",
    r"\theta(#1,#2)",
    "one coordinate of the flow that starts at #1 theta_0, at time #2",
    of=("alpha", "t"),
)

# --- Section 2: setup and saddle points -----------------------------------------------------------
time_rescaling = Claim(
    id="framework.time-rescaling",
    title="The learning rate rescales time without affecting the trajectory",
    kind="identity",
    label="sec:framework",
    line=142,
    printed=equation(solution(eta, t), solution(1, eta * t)),
    given=(eta > 0, t > 0),
    reading="theta(eta, t) is one coordinate of the flow with learning rate eta from a fixed "
    "initialisation. The gradient is Lipschitz where the flows go, so that a start has one flow.",
)

critical_points = Claim(
    id="framework.critical-points",
    title="A critical point of the restricted loss is one of the whole loss",
    kind="identity",
    label="sec:framework",
    line=161,
    printed=And(equation(grad_dormant, 0), equation(grad_active, grad_restricted), evaluate=False),
    reading="At (0, Theta_A) the gradient with respect to a dormant neuron vanishes and the "
    "other part is the gradient "
    "of the restricted loss, for every Theta_A; so zeros of the one are zeros of the other. "
    "Slopes along any direction, any numbers of neurons, inputs, outputs and samples; sigma(0) = "
    "0 and sigma has a derivative.",
)

escape = Claim(
    id="framework.escape",
    title="The loss along a dormant direction: why plateaus are saddles",
    kind="identity",
    label="sec:framework",
    line=152,
    origin="ours",
    printed=equation(
        loss_change,
        -(lam ** (k + 1)) * U + Rational(1, 2) * lam ** (2 * k + 2) * mean_square,
    ),
    given=(lam > 0, k >= 1, k <= 6),
    rests_on=("framework.homogeneity",),
    reading="One dormant neuron goes from 0 to lambda theta, the others stay; the activation is "
    "homogeneous of degree k. Where the utility is positive the loss falls: the plateau is no "
    "minimum. For kappa = 2 the curvature is -2 U, a strict saddle; for kappa > 2 it is 0.",
)

loop_test = Claim(
    id="framework.loop-test",
    title="The outer loop of Algorithm 1 tests the gradient of dormant neurons",
    kind="algorithm",
    label="alg:alternating-gradient-flows",
    line=219,
    printed=Ne(grad_dormant, 0, evaluate=False),
    corrected=equation(grad_dormant, 0),
    rests_on=("framework.critical-points",),
    severity="wording",
    erratum="With the dormant parameters at 0 their gradient vanishes, whatever the data: read "
    "literally the loop never starts. What is meant is the gradient of the utility at the "
    "normalised dormant parameters (framework.termination).",
    reading="At the start of the algorithm, where Theta_D = 0; the printed form says that the "
    "loop is entered.",
)

residual_active = Claim(
    id="framework.residual-active",
    title="Near a saddle the residual is that of the active neurons",
    kind="limit",
    label="sec:framework",
    line=168,
    printed=equation(Limit(residual_at(lam), lam, 0), r_active),
    given=(k >= 1,),
    reading="Any entry of the residual on any sample, with all dormant neurons scaled by lambda; "
    "the activation is homogeneous of degree k.",
)

projection = Claim(
    id="framework.projection-size",
    title="The size of the identity in the projection onto the tangent space",
    kind="definition",
    label="eq:dormant-dynamics",
    line=182,
    printed=equation(size, d),
    corrected=equation(size, c + d),
    given=(c >= 1, d >= 1),
    severity="typo",
    erratum="A neuron's parameters (w_i, a_i) have d + c entries, so the projection is I_{d+c} - "
    "theta theta^T, not I_d.",
    reading="m is the number of parameters of a neuron with d inputs and c outputs.",
)

leading_order = Claim(
    id="framework.leading-order",
    title="The utility of an origin-passing neuron starts at order two or higher",
    kind="inequality",
    label="eq:dormant-dynamics",
    line=182,
    printed=Ge(order, 2, evaluate=False),
    reading="ord U is the first order at which a derivative of U(lambda theta) does not vanish "
    "at lambda = 0; it is 2 exactly where sigma'(0) and E[g r] do not vanish.",
)
