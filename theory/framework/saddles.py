"""Section 2: the setup, gradients at a saddle point, and when the algorithm ends."""

from __future__ import annotations

from sympy import And, Ge

from theory.claim import Claim, equation
from theory.notation import c, d, eta, function, letter, t

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
