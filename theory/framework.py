"""The AGF framework: Section 2 and Appendix B of the paper, statement by statement.

Vectors enter through their invariants wherever that loses nothing: a component theta_j, the norm, the inner
product <theta, grad U>. A proof in these letters holds in every dimension.

>>> dormant_norm.printed
Eq(rate_norm, U_bar*eta*kappa*norm**(kappa - 1))
"""
from __future__ import annotations

from sympy import (Abs, And, Derivative, Eq, Equivalent, Ge, Integral, Limit, Lt, Max, Piecewise, Rational, digamma, exp,
                   gamma, hyper, log, oo)

from .claim import Claim, equation
from .derivation import Derivation, derive
from .symbols import S, U_bar, U_star, alpha, c, d, eta, function, k, kappa, letter, n, n_0, n_t, t, tau

# --- letters of this setting ------------------------------------------------------------------------------------
theta = letter("theta", r"\theta", "one parameter of neuron i", real=True)
phi = letter("phi", r"\phi", "the same parameter, held fixed while a gradient is taken", real=True)
correlation = function("C", "C(#1,#2)", "E<f_i, r> with f_i at #1 and the residual r at #2", of=("theta", "phi"))
active_correlation = function("C_A", r"C_{\mathcal{A}}(#1)", "E<f_i, r> with f_i at #1 and the residual of the active neurons", of=("theta",))
dormant_correlation = function("C_D", r"C_{\mathcal{D}}(#1,#2)", "E<f_i, f_D> with f_i at #1 and the sum f_D of the dormant neurons at #2", of=("theta", "phi"))
descent = letter("descent", r"-\nabla_{\theta_i}\mathcal{L}", "negative loss gradient of neuron i", real=True)
grad_dormant = letter("grad_dormant", r"\nabla_{\Theta_{\mathcal{D}}}\mathcal{L}", "loss gradient of a dormant neuron", real=True)
grad_active = letter("grad_active", r"\nabla_{\Theta_{\mathcal{A}}}\mathcal{L}", "loss gradient of an active neuron", real=True)
grad_restricted = letter("grad_restricted", r"\nabla\mathcal{L}(\Theta_{\mathcal{A}})", "gradient of the restricted loss", real=True)
theta_j = letter("theta_j", r"\theta_{j}", "component of a neuron", real=True)
G_j = letter("gradU_j", r"\nabla_{j}\mathcal{U}", "component of the utility gradient", real=True)
inner = letter("inner", r"\langle\theta,\nabla\mathcal{U}\rangle", "radial part of the utility gradient", real=True)
bar_j = letter("dir_j", r"\bar{\theta}_{j}", "component of the direction", real=True)
Gbar_j = letter("gradU_dir_j", r"\nabla_{j}\mathcal{U}(\bar{\theta})", "component of the utility gradient at the direction", real=True)
gradient_norm = letter("gradU_norm", r"\|\nabla\mathcal{U}(\bar{\theta})\|", "norm of the utility gradient at the direction", nonnegative=True)
radial = letter("radial", r"\langle\bar{\theta},\nabla\mathcal{U}(\bar{\theta})\rangle", "radial part of the utility gradient at the direction", real=True)
rate_bar_j = letter("rate_dir_j", r"\tfrac{d}{dt}\bar{\theta}_{j}", "velocity of the direction", real=True)
rate_n = letter("rate_norm", r"\tfrac{d}{dt}\|\theta\|", "velocity of the norm", real=True)
rate_bar_scaled = letter("rate_dir_scaled", r"\tfrac{d}{dt}\bar{\theta}_{j}\big|_{\lambda\theta}", "velocity of the direction at lambda theta", real=True)
rate_n_scaled = letter("rate_norm_scaled", r"\tfrac{d}{dt}\|\theta\|\big|_{\lambda\theta}", "velocity of the norm at lambda theta", real=True)
rate_U = letter("rate_U", r"\tfrac{d}{dt}\bar{\mathcal{U}}", "velocity of the normalised utility", real=True)
U = letter("U", r"\mathcal{U}(\theta)", "utility", real=True)
U_scaled = letter("U_scaled", r"\mathcal{U}(\lambda\theta)", "utility of the scaled neuron", real=True)
lam = letter("lambda", r"\lambda", "scale of dormant neurons", positive=True)
order = letter("ord_U", r"\operatorname{ord}\mathcal{U}", "lowest order of the utility at the origin", integer=True, positive=True)
leading = letter("U_leading", r"\mathcal{U}_{\kappa}(\theta)", "leading homogeneous part of the utility", real=True)
utility_of = function("U", r"\mathcal{U}(#1\,\theta)", "utility of a neuron scaled by #1", of=("lambda",))
size = letter("m", "m", "number of parameters of a neuron", integer=True, positive=True)
rate_in_norm = letter("drate_dnorm", r"\partial_{\|\theta\|}\tfrac{d}{dt}\bar{\mathcal{U}}", "how the utility's velocity depends on the norm", real=True)
S_jump = letter("S_jump", r"\mathcal{S}(\tau)", "accumulated utility at the jump", real=True)
c_i = letter("c_i", "c_{i}", "threshold of neuron i", positive=True)
expected = letter("E_c", r"\mathbb{E}[c_{i}]", "expectation of the threshold over the initialisation", real=True)
finite = letter("finite", r"\mathbf{1}[\mathbb{E}[c_{i}]<\infty]", "1 where the expectation is finite, else 0", integer=True, nonnegative=True)
size_of = letter("x", "x", "norm on the way, an integration variable", positive=True)
epsilon = letter("epsilon", r"\epsilon", "kappa - 2", positive=True)
a_sq = function("A", r"\|a_{i}(#1)\|^{2}", "squared norm of the output weights at time #1", of=("t",))
w_sq = function("W", r"\|w_{i}(#1)\|^{2}", "squared norm of the input weights at time #1", of=("t",))
A_sq = letter("A_0", r"\|a_{i}\|^{2}", "squared norm of the output weights", nonnegative=True)
W_sq = letter("W_0", r"\|w_{i}\|^{2}", "squared norm of the input weights", nonnegative=True)
theta_sq = letter("theta_sq", r"\|\theta_{i}\|^{2}", "squared norm of a neuron", nonnegative=True)
imbalance = letter("imbalance", r"c_{\mathrm{bal}}", "(kappa - 1)|a|^2 - |w|^2, the paper's second c", real=True)
solution = function("theta", r"\theta(#1,#2)", "one coordinate of the flow that starts at #1 theta_0, at time #2", of=("alpha", "t"))
direction = function("dir", r"\bar{\theta}(#1,#2)", "a component of the direction of the flow that starts at #1 theta_0, at time #2", of=("alpha", "t"))
angle = letter("angle", r"\angle(\bar{\theta},\bar{\theta}^{*})", "angle to the utility's maximiser", nonnegative=True)
eta_i = letter("eta_i", r"\eta_{i}", "learning rate of neuron i", positive=True)
accumulated = letter("S_alg", r"\mathcal{S}^{\mathrm{alg}}", "accumulated utility as Algorithm 1 counts it", real=True)
utility_left = letter("utility_left", r"\max_{\mathcal{D}}\|\nabla\mathcal{U}\|", "largest utility gradient of a dormant neuron", nonnegative=True)
dormant_term = function("R", "R(#1)", "dormant-dormant term over utility term, dormant neurons scaled by #1", of=("lambda",))

DORMANT = (eta > 0, n > 0, kappa >= 2, kappa <= 6)


def threshold(norm, degree=kappa):
    """c_i of eq:jump-time-neuron: -log|theta| at kappa = 2, (|theta|^(2-kappa) - 1)/(kappa - 2) above.

    >>> from sympy import Rational
    >>> threshold(Rational(1, 2), 3)
    1
    """
    higher = -(norm**(2 - degree) - 1) / (2 - degree)
    if degree == 2:
        return -log(norm)
    return higher if getattr(degree, "is_number", True) else Piecewise((-log(norm), Eq(degree, 2)), (higher, True))


def norm_after(accumulated_utility, rate, norm=n_0, degree=kappa):
    """|theta(t)| = |theta(0)| e^(eta S) at kappa = 2, else (|theta(0)|^(2-kappa) + (2-kappa) eta S)^(1/(2-kappa)) (eq:dormant-norm-sol).

    >>> from sympy import Rational
    >>> norm_after(1, 1, Rational(1, 2), 3)
    1
    """
    return Piecewise((norm * exp(rate * accumulated_utility), Eq(degree, 2)),
                     ((norm**(2 - degree) + (2 - degree) * rate * accumulated_utility)**(1 / (2 - degree)), True))


# --- Section 2: setup and saddle points ----------------------------------------------------------------------------
time_rescaling = Claim(
    id="framework.time-rescaling", title="The learning rate rescales time without affecting the trajectory",
    kind="identity", label="sec:framework", line=142,
    printed=equation(solution(eta, t), solution(1, eta * t)), given=(eta > 0, t > 0),
    reading="theta(eta, t) is one coordinate of the flow with learning rate eta from a fixed initialisation.",
)

critical_points = Claim(
    id="framework.critical-points", title="A critical point of the restricted loss is one of the whole loss",
    kind="identity", label="sec:framework", line=161,
    printed=And(equation(grad_dormant, 0), equation(grad_active, grad_restricted), evaluate=False),
    reading="At (0, Theta_A) the gradient with respect to a dormant neuron vanishes and the other part is the gradient "
            "of the restricted loss, for every Theta_A; so zeros of the one are zeros of the other. Needs sigma(0) = 0.",
)

projection = Claim(
    id="framework.projection-size", title="The size of the identity in the projection onto the tangent space",
    kind="definition", label="eq:dormant-dynamics", line=182,
    printed=equation(size, d), corrected=equation(size, c + d), given=(c >= 1, d >= 1),
    severity="typo", erratum="A neuron's parameters (w_i, a_i) have d + c entries, so the projection is I_{d+c} - theta theta^T, not I_d.",
    reading="m is the number of parameters of a neuron with d inputs and c outputs.",
)

leading_order = Claim(
    id="framework.leading-order", title="The utility of an origin-passing neuron starts at order two or higher",
    kind="inequality", label="eq:dormant-dynamics", line=182,
    printed=Ge(order, 2, evaluate=False),
    reading="ord U is the lowest power of lambda in U(lambda theta); it is 2 exactly where sigma'(0) and E[g r] do not vanish.",
)

# --- Appendix B.1: gradients, polar coordinates, homogeneity -------------------------------------------------------
residual_gradient = Claim(
    id="framework.residual-gradient", title="The loss gradient through the residual",
    kind="identity", label="app:derivations-framework", line=741,
    printed=equation(descent, Derivative(correlation(theta, theta), theta)),
    corrected=equation(descent, Derivative(correlation(theta, phi), theta)),
    severity="wording", erratum="The residual depends on theta_i too, and differentiating it adds -E<f_i, d f_i>. The identity holds with the "
            "residual held fixed while the gradient is taken.",
    reading="C(theta, phi) = E<f_i(x; theta), r(x; phi)>; the printed gradient acts on both arguments, since r is said to "
            "depend on all neurons. In the corrected form phi = theta is set after differentiating.",
)

gradient_split = Claim(
    id="framework.gradient-split", title="The gradient splits into a utility term and a dormant-dormant term",
    kind="identity", label="app:derivations-framework", line=746,
    printed=equation(descent, Derivative(active_correlation(theta), theta) - Derivative(dormant_correlation(theta, theta), theta)),
    corrected=equation(descent, Derivative(active_correlation(theta), theta) - Derivative(dormant_correlation(theta, phi), theta)),
    rests_on=("framework.residual-gradient",),
    severity="wording", erratum="The sum over dormant neurons contains j = i, which the printed gradient differentiates twice. The sum is to be "
            "held fixed (or its own term halved).",
    reading="C_D(theta, phi) = E<f_i(x; theta), sum over dormant j of f_j>, with f_i inside the sum taken at phi.",
)

dormant_negligible = Claim(
    id="framework.dormant-negligible", title="The dormant-dormant term is negligible when dormant neurons are small",
    kind="limit", label="app:derivations-framework", line=749,
    printed=equation(Limit(dormant_term(lam), lam, 0), 0), rests_on=("framework.gradient-split",),
    reading="R(lambda) is the dormant-dormant term over the utility term with all dormant neurons scaled by lambda.",
)

polar_direction = Claim(
    id="framework.polar-direction", title="Direction of a dormant neuron under the utility flow",
    kind="identity", label="eq:polar-dynamics", line=763,
    printed=equation(rate_bar_j, eta / n * (G_j - theta_j * inner / n**2)), given=(eta > 0, n > 0),
    reading="One component of P grad U, with P = I - theta theta^T/|theta|^2.",
)

polar_norm = Claim(
    id="framework.polar-norm", title="Norm of a dormant neuron under the utility flow",
    kind="identity", label="eq:polar-dynamics", line=765,
    printed=equation(rate_n, eta * inner / n), given=(eta > 0, n > 0),
)

homogeneity = Claim(
    id="framework.homogeneity", title="A homogeneous activation of degree k gives a utility of degree k + 1",
    kind="identity", label="eq:polar-dynamics", line=768,
    printed=equation(U_scaled, lam**(k + 1) * U), given=(lam > 0, k >= 1, k <= 6),
)

dormant_direction = Claim(
    id="framework.dormant-direction", title="Homogeneity simplifies the directional dynamics",
    kind="identity", label="eq:dormant-dynamics", line=178,
    printed=equation(rate_bar_j, eta * n**(kappa - 2) * (Gbar_j - kappa * bar_j * U_bar)), given=DORMANT,
    rests_on=("framework.polar-direction", "framework.homogeneity"),
    reading="One component of P grad U at the direction, where <direction, grad U> = kappa U by Euler's theorem.",
)

dormant_norm = Claim(
    id="framework.dormant-norm", title="Homogeneity simplifies the radial dynamics",
    kind="identity", label="eq:dormant-dynamics", line=180,
    printed=equation(rate_n, eta * kappa * n**(kappa - 1) * U_bar), given=DORMANT,
    rests_on=("framework.polar-norm", "framework.homogeneity"),
)

dynamics_scale = Claim(
    id="framework.dynamics-scale", title="How directional and radial dynamics scale with the norm",
    kind="identity", label="eq:dormant-dynamics", line=183,
    printed=And(equation(rate_bar_scaled, lam**(kappa - 2) * rate_bar_j), equation(rate_n_scaled, lam**(kappa - 1) * rate_n), evaluate=False),
    given=DORMANT + (lam > 0,), rests_on=("framework.dormant-direction", "framework.dormant-norm"),
    reading="Velocities at lambda theta against those at theta. (Relative to the norm itself both scale alike, which is why "
            "alignment is instantaneous only for kappa = 2: framework.instantaneous-alignment.)",
)

leading_dynamics = Claim(
    id="framework.leading-dynamics", title="Near the origin a utility acts like its leading homogeneous part",
    kind="limit", label="eq:polar-dynamics", line=770,
    printed=equation(Limit(utility_of(lam) / lam**kappa, lam, 0), leading), given=(kappa >= 2,),
    reading="U(lambda) is the utility at lambda theta for an activation that is not homogeneous, U_kappa the first "
            "non-vanishing term of its Taylor series.",
)


def _derive_riccati() -> Derivation:
    """<grad U, velocity of the direction>, with the velocity of framework.dormant-direction summed over components."""
    return (derive(eta * n**(kappa - 2) * (gradient_norm**2 - kappa * U_bar * radial))
            .substitute(Eq(radial, kappa * U_bar), because="Euler's theorem at the direction")
            .equals(eta * kappa**2 * n**(kappa - 2) * (gradient_norm**2 / kappa**2 - U_bar**2), because="take kappa^2 out"))


utility_riccati = Claim(
    id="framework.riccati", title="The normalised utility follows a Riccati-like equation",
    kind="identity", label="eq:utility-riccati-ode", line=776,
    printed=equation(rate_U, eta * kappa**2 * n**(kappa - 2) * (gradient_norm**2 / kappa**2 - U_bar**2)), given=DORMANT,
    rests_on=("framework.dormant-direction",), derive=_derive_riccati,
    reading="The gradient is that of U, evaluated at the direction: so it is used below in Appendix C ('evaluating this "
            "quantity at the normalized parameters').",
)

riccati_norm_free = Claim(
    id="framework.riccati-norm-free", title="The Riccati equation is free of the norm exactly when kappa = 2",
    kind="identity", label="eq:utility-riccati-ode", line=778,
    printed=Equivalent(Eq(kappa, 2), equation(rate_in_norm, 0)), given=DORMANT + (gradient_norm > kappa * Abs(U_bar),),
    rests_on=("framework.riccati",),
)

# --- Appendix B.2: norms, thresholds, jump times -------------------------------------------------------------------
norm_solution = Claim(
    id="framework.norm-solution", title="The norm of a dormant neuron in terms of its accumulated utility",
    kind="ode-solution", label="eq:dormant-norm-sol", line=786,
    printed=equation(n_t, norm_after(S, 1)), corrected=equation(n_t, norm_after(S, eta)),
    given=(eta > 0, kappa >= 2, kappa <= 6, n_0 > 0, n_0 < 1, S >= 0, S < threshold(n_0) / eta),
    rests_on=("framework.dormant-norm",),
    severity="slip", erratum="The learning rate is missing: the norm grows at the rate eta kappa U, and S integrates kappa U alone.",
)

def _derive_threshold() -> Derivation:
    """dS = d|theta| / (eta |theta|^(kappa-1)), integrated from |theta(0)| to 1."""
    return (derive(Integral(size_of**(1 - kappa), (size_of, n_0, 1)) / eta, norm_0=(Rational(1, 10), Rational(9, 10)))
            .integrate(because="separate the radial dynamics: dS = d|theta| / (eta |theta|^(kappa-1))")
            .equals(threshold(n_0) / eta, because="collect"))


jump_threshold = Claim(
    id="framework.jump-threshold", title="The accumulated utility at which a neuron activates",
    kind="identity", label="eq:jump-time-neuron", line=196,
    printed=equation(S_jump, threshold(n_0) / eta), given=(eta > 0, kappa >= 2, kappa <= 6, n_0 > 0, n_0 < 1),
    rests_on=("framework.norm-solution",), derive=_derive_threshold, reading="S(tau) is the accumulated utility when the norm reaches 1.",
)

jump_threshold_appendix = Claim(
    id="framework.jump-threshold-appendix", title="The same threshold as the appendix prints it",
    kind="identity", label="eq:jump-time-neuron-app", line=796,
    printed=equation(S_jump, Piecewise((-log(n_0), Eq(kappa, 2)), (-(n_0**(2 - kappa) - 1) / (2 - kappa), True)) / eta),
    given=(eta > 0, kappa >= 2, kappa <= 6, n_0 > 0, n_0 < 1), rests_on=("framework.norm-solution",),
)

threshold_continuity = Claim(
    id="framework.threshold-continuity", title="The threshold is continuous at kappa = 2",
    kind="limit", label="eq:jump-time-neuron-app", line=804,
    printed=equation(Limit(-(n_0**(-epsilon) - 1) / (-epsilon), epsilon, 0), -log(n_0)), given=(n_0 > 0, n_0 < 1),
    reading="kappa = 2 + epsilon with epsilon -> 0.",
)

algorithm_threshold = Claim(
    id="framework.algorithm-threshold", title="Algorithm 1 and the text activate a neuron at the same moment",
    kind="algorithm", label="alg:alternating-gradient-flows", line=227,
    printed=equation(accumulated - c_i, eta * (S - c_i / eta)), given=(eta > 0, c_i > 0),
    reading="Algorithm 1 integrates eta kappa U and stops at c_i, the text integrates kappa U and stops at c_i/eta.",
)

jump_diverges = Claim(
    id="framework.jump-diverges", title="Without acceleration the jump time diverges as alpha -> 0",
    kind="limit", label="eq:jump-time-neuron", line=204,
    printed=equation(Limit(threshold(alpha) / (kappa * U_star), alpha, 0), oo), given=(kappa >= 2, kappa <= 6, U_star > 0),
    rests_on=("framework.jump-threshold",), reading="The earliest possible jump time at learning rate 1, |theta(0)| = alpha.",
)

accelerated_rate = Claim(
    id="framework.accelerated-rate", title="The accelerated learning rate is an expectation: is it finite?",
    kind="definition", label="eq:jump-time-neuron", line=205,
    printed=equation(finite, 1), corrected=Equivalent(equation(finite, 1), Lt(kappa, c + d + 2)),
    given=(kappa >= 2, kappa <= 8, c >= 1, c <= 3, d >= 1, d <= 3), rests_on=("framework.jump-threshold",),
    severity="error", erratum="Near the origin |theta| has density |theta|^(c+d-1), so E|theta|^(2-kappa) is finite only for kappa < c + d + 2. "
            "A cubic activation with one input and one output (kappa = 4) already gives eta = infinity.",
    reading="[E c_i < oo] is 1 where the expectation over the paper's Gaussian initialisation is finite and 0 where not.",
)

expected_threshold = Claim(
    id="framework.expected-threshold", title="Closed form of the accelerated learning rate for kappa > 2",
    kind="identity", label="eq:jump-time-neuron", line=205, origin="ours",
    printed=equation(expected, (
        d**((kappa - 2) * Rational(1, 2)) * alpha**(2 - kappa) * gamma((c + d + 2 - kappa) * Rational(1, 2))
        / gamma((c + d) * Rational(1, 2))
        * hyper(((kappa - 2) * Rational(1, 2), c * Rational(1, 2)), ((c + d) * Rational(1, 2),), 1 - d / c) - 1) / (kappa - 2)),
    given=(alpha > 0, alpha < 1, kappa >= 3, kappa <= 6, c >= 1, c <= 4, d >= 1, d <= 4, kappa < c + d + 2),
    rests_on=("framework.accelerated-rate",),
    reading="Q = 2c|a|^2/alpha^2 + 2d|w|^2/alpha^2 is chi-squared with c + d degrees of freedom and independent of the "
            "Beta(c/2, d/2) share of its first part.",
)

expected_threshold_quadratic = Claim(
    id="framework.expected-threshold-quadratic", title="Closed form of the accelerated learning rate for kappa = 2, c = d",
    kind="identity", label="eq:jump-time-neuron", line=205, origin="ours",
    printed=equation(expected, -log(alpha) + (log(d) - digamma(d)) / 2),
    given=(alpha > 0, alpha < 1, d >= 1, d <= 6), rests_on=("framework.jump-threshold",),
)

jump_bound_quadratic = Claim(
    id="framework.jump-bound-quadratic", title="Lower bound on the jump time, kappa = 2",
    kind="inequality", label="eq:lower_jump_time", line=812,
    printed=Ge(tau, -log(n_0) / (2 * U_star), evaluate=False),
    corrected=Ge(tau, -log(n_0) / (2 * eta * U_star), evaluate=False),
    given=(eta > 0, U_star > 0, n_0 > 0, n_0 < 1), rests_on=("framework.jump-threshold",),
    severity="slip", erratum="The threshold is c_i/eta, so the bound is c_i/(2 eta U*); for eta > 1 an aligned neuron jumps earlier than printed.",
)

jump_bound_higher = Claim(
    id="framework.jump-bound-higher", title="Lower bound on the jump time, kappa > 2",
    kind="inequality", label="eq:lower_jump_time", line=813,
    printed=Ge(tau, -n_0**(2 - kappa) / (kappa * (2 - kappa) * U_star), evaluate=False),
    corrected=Ge(tau, -(n_0**(2 - kappa) - 1) / (kappa * (2 - kappa) * eta * U_star), evaluate=False),
    given=(eta > 0, U_star > 0, n_0 > 0, n_0 < 1, kappa >= 3, kappa <= 6), rests_on=("framework.jump-threshold",),
    severity="slip", erratum="The learning rate and the -1 of the threshold are missing: even at eta = 1 an aligned neuron jumps earlier.",
)

# --- Appendix B.3: active neurons can become dormant again ----------------------------------------------------------
conserved_quantity = Claim(
    id="framework.conserved-quantity", title="The conserved difference of squared norms",
    kind="identity", label="app:derivations-framework", line=830,
    printed=equation(Derivative((k - 1) * a_sq(t) - w_sq(t), t), 0), corrected=equation(Derivative(k * a_sq(t) - w_sq(t), t), 0),
    given=(k >= 1, k <= 6), rests_on=("framework.residual-gradient",),
    severity="slip", erratum="(kappa - 1)|a|^2 - |w|^2 is conserved when the utility has degree kappa, that is for an activation of degree "
            "kappa - 1; the proof says 'activation functions of degree kappa'.",
    reading="k is the degree of the activation; the printed sentence takes kappa = k.",
)

norm_lower_bound = Claim(
    id="framework.norm-lower-bound", title="Lower bound on the norm along gradient flow",
    kind="inequality", label="app:derivations-framework", line=825,
    printed=Ge(theta_sq, Max(-imbalance, imbalance / (kappa - 1)), evaluate=False),
    given=(kappa >= 2, kappa <= 6), rests_on=("framework.conserved-quantity",),
)

norm_bound_attained = Claim(
    id="framework.norm-bound-attained", title="When the lower bound on the norm is attained",
    kind="identity", label="app:derivations-framework", line=827,
    printed=equation(theta_sq, Max(-imbalance, imbalance / (kappa - 1))), given=(kappa >= 2, kappa <= 6),
    rests_on=("framework.norm-lower-bound",), reading="Checked at w_i = 0 (then c >= 0) and at a_i = 0 (then c <= 0).",
)

vanishing_imbalance = Claim(
    id="framework.vanishing-imbalance", title="At vanishing initialisation the conserved quantity vanishes",
    kind="limit", label="app:derivations-framework", line=840,
    printed=equation(Limit((kappa - 1) * alpha**2 * A_sq - alpha**2 * W_sq, alpha, 0), 0),
    given=(kappa >= 2, kappa <= 6, A_sq >= 0, W_sq >= 0), rests_on=("framework.conserved-quantity",),
    reading="alpha a and alpha w are the initial weights. (Under the paper's initialisation the expectation is "
            "(kappa - 2) alpha^2/2, so (kappa - 1)|a|^2 and |w|^2 agree on average only for kappa = 2; both vanish.)",
)

return_utility = Claim(
    id="framework.return-utility", title="A neuron returns to dormancy with accumulated utility c_i/eta",
    kind="limit", label="app:derivations-framework", line=841,
    printed=equation(S, c_i / eta), given=(eta > 0, c_i > 0), rests_on=("framework.norm-solution",),
    reading="In the limit alpha -> 0, at any fixed small norm on the way back to the origin.",
)

# --- Appendix B.4, B.5: scaling symmetry, instantaneous alignment, adaptive rate -------------------------------------
scaling_symmetry = Claim(
    id="framework.scaling-symmetry", title="Scaling symmetry of the utility flow",
    kind="identity", label="thm:scaling", line=852,
    printed=equation(solution(alpha, t), alpha * solution(1, alpha**(kappa - 2) * t)),
    given=(alpha > 0, kappa >= 2, kappa <= 6, t > 0), rests_on=("framework.homogeneity",),
    reading="theta(alpha, t) is a coordinate of the utility flow that starts at alpha theta_0.",
)

alignment_correspondence = Claim(
    id="framework.alignment-correspondence", title="The scaled neuron passes the same directions, later",
    kind="identity", label="thm:scaling", line=874,
    printed=equation(direction(alpha, alpha**(2 - kappa) * t), direction(1, t)), given=(alpha > 0, kappa >= 2, kappa <= 6, t > 0),
    rests_on=("framework.scaling-symmetry",), reading="dir(alpha, t) is a component of the direction of the flow that starts at alpha theta_0.",
)

asymptotics_quadratic = Claim(
    id="framework.threshold-asymptotics-quadratic", title="Asymptotics of the threshold, kappa = 2",
    kind="limit", label="sec:intant-align", line=881,
    printed=equation(Limit(threshold(alpha * n_0, 2) / (-log(alpha)), alpha, 0), 1), given=(n_0 > 0,),
    rests_on=("framework.jump-threshold",),
)

asymptotics_higher = Claim(
    id="framework.threshold-asymptotics-higher", title="Asymptotics of the threshold, kappa > 2",
    kind="limit", label="sec:intant-align", line=882,
    printed=equation(Limit(threshold(alpha, kappa).args[1][0] / alpha**(2 - kappa), alpha, 0), 1),
    corrected=equation(Limit(threshold(alpha, kappa).args[1][0] / alpha**(2 - kappa), alpha, 0), 1 / (kappa - 2)),
    given=(kappa >= 3, kappa <= 6), rests_on=("framework.jump-threshold",),
    severity="slip", erratum="The constant is dropped: c ~ alpha^(2-kappa)/(kappa - 2), which is the printed form only at kappa = 3.",
    reading="|theta(0)| = alpha, and ~ means that the ratio tends to 1, as it does for kappa = 2.",
)

alignment_speed = Claim(
    id="framework.alignment-speed", title="The scaling factor of the alignment speed, kappa > 2",
    kind="definition", label="sec:intant-align", line=888,
    printed=equation(Limit(threshold(alpha, kappa).args[1][0] / alpha**(kappa - 2), alpha, 0), 1),
    corrected=equation(Limit(threshold(alpha, kappa).args[1][0] * alpha**(kappa - 2), alpha, 0), 1 / (kappa - 2)),
    given=(kappa >= 3, kappa <= 6), rests_on=("framework.threshold-asymptotics-higher", "framework.scaling-symmetry"),
    severity="slip", erratum="Alignment is slowed by alpha^(kappa-2) and accelerated by c, so the factor is the product c alpha^(kappa-2); "
            "the printed quotient diverges. The product tends to 1/(kappa - 2), not 1.",
    reading="|theta(0)| = alpha; the value printed for gamma is read as its limit.",
)

alignment_limit_quadratic = Claim(
    id="framework.alignment-limit-quadratic", title="The alignment speed diverges for kappa = 2",
    kind="limit", label="sec:intant-align", line=898,
    printed=equation(Limit(threshold(alpha, 2) / alpha**(2 - 2), alpha, 0), oo), rests_on=("framework.threshold-asymptotics-quadratic",),
)

alignment_limit_higher = Claim(
    id="framework.alignment-limit-higher", title="The alignment speed stays finite for kappa > 2",
    kind="limit", label="sec:intant-align", line=899,
    printed=equation(Limit(threshold(alpha * n_0, kappa).args[1][0] / alpha**(kappa - 2), alpha, 0), 1),
    corrected=equation(Limit(threshold(alpha * n_0, kappa).args[1][0] * alpha**(kappa - 2), alpha, 0), n_0**(2 - kappa) / (kappa - 2)),
    given=(kappa >= 3, kappa <= 6, n_0 > 0), rests_on=("framework.alignment-speed",),
    severity="slip", erratum="With the product in place of the quotient the limit is |theta_0|^(2-kappa)/(kappa - 2): finite, but not 1.",
)

instantaneous_alignment = Claim(
    id="framework.instantaneous-alignment", title="Alignment is instantaneous in accelerated time if and only if kappa = 2",
    kind="limit", label="sec:intant-align", line=902,
    printed=Equivalent(Eq(kappa, 2), equation(angle, 0)), rests_on=("framework.scaling-symmetry", "framework.alignment-limit-higher"),
    reading="The angle is that between the direction at a fixed accelerated time before the jump and the local maximiser "
            "of the utility it converges to, in the limit alpha -> 0, for generic initial directions.",
)

adaptive_rate = Claim(
    id="framework.adaptive-rate", title="The neuron-specific rate that removes the norm from the directional dynamics",
    kind="definition", label="app:derivations-framework", line=912,
    printed=equation(eta_i, n**(2 - kappa) * eta), given=DORMANT, rests_on=("framework.dormant-direction",),
    reading="eta_i is defined by what it is for: eta_i |theta|^(kappa-2) = eta.",
)

adaptive_dynamics = Claim(
    id="framework.adaptive-dynamics", title="With the adaptive rate every kappa evolves like kappa = 2",
    kind="identity", label="app:derivations-framework", line=918,
    printed=And(equation(rate_bar_j, eta * (Gbar_j - kappa * bar_j * U_bar)), equation(rate_n, eta * kappa * n * U_bar), evaluate=False),
    given=DORMANT, rests_on=("framework.adaptive-rate", "framework.dormant-norm"),
    reading="The powers of the norm are those of kappa = 2 (none, and one); Euler's factor kappa stays.",
)

termination = Claim(
    id="framework.termination", title="AGF stops when no dormant neuron can gain utility",
    kind="algorithm", label="alg:alternating-gradient-flows", line=219,
    printed=equation(utility_left, 0), rests_on=("framework.critical-points",),
    reading="Run until Algorithm 1 stops; the utility gradients of the neurons still dormant are measured. (Read literally, "
            "with dormant neurons at zero, its condition would stop it before it starts: see framework.critical-points.)",
)
