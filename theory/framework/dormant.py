"""Appendix B.1: the utility flow of a dormant neuron, in polar coordinates and for a homogeneous
utility.
"""

from __future__ import annotations

from sympy import Abs, And, Derivative, Eq, Equivalent, Ge, Limit

from theory.claim import Claim, equation
from theory.derivation import Derivation, derive
from theory.notation import U_bar, eta, function, k, kappa, letter, n

# --- letters of this setting ----------------------------------------------------------------------
theta = letter("theta", r"\theta", "one parameter of neuron i", real=True)
phi = letter(
    "phi", r"\phi", "a parameter of neuron i, held fixed while a gradient is taken", real=True
)
correlation = function(
    "C", "C(#1,#2)", "E<f_i, r> with f_i at #1 and the residual r at #2", of=("theta", "phi")
)
active_correlation = function(
    "C_A",
    r"C_{\mathcal{A}}(#1)",
    "E<f_i, r> with f_i at #1 and the residual of the active neurons",
    of=("theta",),
)
dormant_correlation = function(
    "C_D",
    r"C_{\mathcal{D}}(#1,#2)",
    "E<f_i, f_D> with f_i at #1 and the sum f_D of the dormant neurons at #2",
    of=("theta", "phi"),
)
descent = letter(
    "descent", r"-\nabla_{\theta_i}\mathcal{L}", "negative loss gradient of neuron i", real=True
)

theta_j = letter("theta_j", r"\theta_{j}", "component of a neuron", real=True)
G_j = letter("gradU_j", r"\nabla_{j}\mathcal{U}", "component of the utility gradient", real=True)
inner = letter(
    "inner",
    r"\langle\theta,\nabla\mathcal{U}\rangle",
    "radial part of the utility gradient",
    real=True,
)
bar_j = letter("dir_j", r"\bar{\theta}_{j}", "component of the direction", real=True)
Gbar_j = letter(
    "gradU_dir_j",
    r"\nabla_{j}\mathcal{U}(\bar{\theta})",
    "component of the utility gradient at the direction",
    real=True,
)
gradient_norm = letter(
    "gradU_norm",
    r"\|\nabla\mathcal{U}(\bar{\theta})\|",
    "norm of the utility gradient at the direction",
    nonnegative=True,
)
radial = letter(
    "radial",
    r"\langle\bar{\theta},\nabla\mathcal{U}(\bar{\theta})\rangle",
    "radial part of the utility gradient at the direction",
    real=True,
)
rate_bar_j = letter(
    "rate_dir_j", r"\tfrac{d}{dt}\bar{\theta}_{j}", "velocity of the direction", real=True
)
rate_n = letter("rate_norm", r"\tfrac{d}{dt}\|\theta\|", "velocity of the norm", real=True)
rate_bar_scaled = letter(
    "rate_dir_scaled",
    r"\tfrac{d}{dt}\bar{\theta}_{j}\big|_{\lambda\theta}",
    "velocity of the direction at lambda theta",
    real=True,
)
rate_n_scaled = letter(
    "rate_norm_scaled",
    r"\tfrac{d}{dt}\|\theta\|\big|_{\lambda\theta}",
    "velocity of the norm at lambda theta",
    real=True,
)
rate_U = letter(
    "rate_U", r"\tfrac{d}{dt}\bar{\mathcal{U}}", "velocity of the normalised utility", real=True
)
U = letter("U", r"\mathcal{U}(\theta)", "utility", real=True)
U_scaled = letter(
    "U_scaled", r"\mathcal{U}(\lambda\theta)", "utility of the scaled neuron", real=True
)
lam = letter("lambda", r"\lambda", "scale of dormant neurons", positive=True)

leading = letter(
    "U_leading",
    r"\mathcal{U}_{\kappa}(\theta)",
    "leading homogeneous part of the utility",
    real=True,
)
utility_of = function(
    "U", r"\mathcal{U}(#1\,\theta)", "utility of a neuron scaled by #1", of=("lambda",)
)

rate_in_norm = letter(
    "drate_dnorm",
    r"\partial_{\|\theta\|}\tfrac{d}{dt}\bar{\mathcal{U}}",
    "how the utility's velocity depends on the norm",
    real=True,
)

gradient_at = function(
    "gradU_at",
    r"\nabla_{j}\mathcal{U}(#1\,\theta)",
    "component of the utility gradient of a neuron scaled by #1",
    of=("lambda",),
)

dormant_term = function(
    "R",
    "R(#1)",
    "dormant-dormant term over utility term, dormant neurons scaled by #1",
    of=("lambda",),
)

DORMANT = (eta > 0, n > 0, kappa >= 2, kappa <= 6)

# --- Appendix B.1: gradients, polar coordinates, homogeneity --------------------------------------
residual_gradient = Claim(
    id="framework.residual-gradient",
    title="The loss gradient through the residual",
    kind="identity",
    label="app:derivations-framework",
    line=741,
    printed=equation(Derivative(correlation(theta, theta), theta), descent),
    corrected=equation(Derivative(correlation(theta, phi), theta), descent),
    severity="wording",
    erratum="The residual depends on theta_i too, and differentiating it adds -E<f_i, d f_i>. "
    "The identity holds with the "
    "residual held fixed while the gradient is taken.",
    reading="C(theta, phi) = E<f_i(x; theta), r(x; phi)>; the printed gradient acts on both "
    "arguments, since r is said to "
    "depend on all neurons. In the corrected form phi = theta is set after differentiating. "
    "theta runs along any line of neuron i's parameters, an axis or not.",
)

gradient_split = Claim(
    id="framework.gradient-split",
    title="The gradient splits into a utility term and a dormant-dormant term",
    kind="identity",
    label="app:derivations-framework",
    line=746,
    printed=equation(
        Derivative(active_correlation(theta) - dormant_correlation(theta, theta), theta), descent
    ),
    corrected=equation(
        Derivative(active_correlation(theta) - dormant_correlation(theta, phi), theta), descent
    ),
    rests_on=("framework.residual-gradient",),
    severity="wording",
    erratum="The sum over dormant neurons contains j = i, which the printed gradient "
    "differentiates twice. The sum is to be "
    "held fixed (or its own term halved).",
    reading="C_D(theta, phi) = E<f_i(x; theta), sum over dormant j of f_j>, with f_i inside the "
    "sum taken at phi.",
)

dormant_negligible = Claim(
    id="framework.dormant-negligible",
    title="The dormant-dormant term is negligible when dormant neurons are small",
    kind="limit",
    label="app:derivations-framework",
    line=749,
    printed=equation(Limit(dormant_term(lam), lam, 0), 0),
    rests_on=("framework.gradient-split",),
    given=(k >= 1,),
    reading="R(lambda) is the dormant-dormant term over the utility term with all dormant "
    "neurons scaled by lambda, along any direction in which the utility term is not 0; the "
    "activation is homogeneous of degree k.",
)

linearisation = Claim(
    id="framework.linearisation",
    title="Linearised at the origin the dormant dynamics vanish for kappa > 2",
    kind="limit",
    label="app:derivations-framework",
    line=755,
    origin="ours",
    printed=equation(Limit(gradient_at(lam) / lam, lam, 0), 0),
    given=(kappa >= 3,),
    rests_on=("framework.gradient-homogeneity",),
    reading="The Hartman-Grobman theorem, proposed here as a tool, asks for an equilibrium "
    "without zero eigenvalues: that can help for kappa = 2 only.",
)

polar_direction = Claim(
    id="framework.polar-direction",
    title="Direction of a dormant neuron under the utility flow",
    kind="identity",
    label="eq:polar-dynamics",
    line=763,
    printed=equation(rate_bar_j, eta / n * (G_j - theta_j * inner / n**2)),
    given=(eta > 0, n > 0),
    reading="One component of P grad U, with P = I - theta theta^T/|theta|^2.",
)

polar_norm = Claim(
    id="framework.polar-norm",
    title="Norm of a dormant neuron under the utility flow",
    kind="identity",
    label="eq:polar-dynamics",
    line=765,
    printed=equation(rate_n, eta * inner / n),
    given=(eta > 0, n > 0),
)

homogeneity = Claim(
    id="framework.homogeneity",
    title="A homogeneous activation of degree k gives a utility of degree k + 1",
    kind="identity",
    label="eq:polar-dynamics",
    line=768,
    printed=equation(U_scaled, lam ** (k + 1) * U),
    given=(lam > 0, k >= 1, k <= 6),
)

euler = Claim(
    id="framework.euler",
    title="Euler's theorem for a homogeneous utility",
    kind="identity",
    label="eq:polar-dynamics",
    line=769,
    printed=equation(inner, kappa * U),
    given=DORMANT,
    rests_on=("framework.homogeneity",),
)

gradient_homogeneity = Claim(
    id="framework.gradient-homogeneity",
    title="The gradient of a homogeneous utility is homogeneous of one degree less",
    kind="identity",
    label="eq:dormant-dynamics",
    line=769,
    printed=equation(G_j, n ** (kappa - 1) * Gbar_j),
    given=DORMANT,
    rests_on=("framework.homogeneity",),
    reading="What takes grad U(theta) of eq:polar-dynamics to grad U(theta/|theta|) of "
    "eq:dormant-dynamics, component by component.",
)

dormant_direction = Claim(
    id="framework.dormant-direction",
    title="Homogeneity simplifies the directional dynamics",
    kind="identity",
    label="eq:dormant-dynamics",
    line=178,
    printed=equation(rate_bar_j, eta * n ** (kappa - 2) * (Gbar_j - kappa * bar_j * U_bar)),
    given=DORMANT,
    rests_on=(
        "framework.polar-direction",
        "framework.euler",
        "framework.gradient-homogeneity",
    ),
    reading="One component of P grad U at the direction, where <direction, grad U> = kappa U by "
    "Euler's theorem.",
)

dormant_norm = Claim(
    id="framework.dormant-norm",
    title="Homogeneity simplifies the radial dynamics",
    kind="identity",
    label="eq:dormant-dynamics",
    line=180,
    printed=equation(rate_n, eta * kappa * n ** (kappa - 1) * U_bar),
    given=DORMANT,
    rests_on=("framework.polar-norm", "framework.euler"),
)

dynamics_scale = Claim(
    id="framework.dynamics-scale",
    title="How directional and radial dynamics scale with the norm",
    kind="identity",
    label="eq:dormant-dynamics",
    line=183,
    printed=And(
        equation(rate_bar_scaled, lam ** (kappa - 2) * rate_bar_j),
        equation(rate_n_scaled, lam ** (kappa - 1) * rate_n),
        evaluate=False,
    ),
    given=DORMANT + (lam > 0,),
    rests_on=("framework.dormant-direction", "framework.dormant-norm"),
    reading="Velocities at lambda theta against those at theta. (Relative to the norm itself "
    "both scale alike, which is why "
    "alignment is instantaneous only for kappa = 2: framework.instantaneous-alignment.)",
)

faster_direction = Claim(
    id="framework.faster-direction",
    title="Does the direction of a small neuron turn faster than its norm grows?",
    kind="identity",
    label="eq:dormant-dynamics",
    line=184,
    printed=equation(
        rate_bar_scaled * (rate_n / n), rate_bar_j * (rate_n_scaled / (lam * n)) / lam
    ),
    corrected=equation(rate_bar_scaled * (rate_n / n), rate_bar_j * (rate_n_scaled / (lam * n))),
    given=DORMANT + (lam > 0,),
    rests_on=("framework.dynamics-scale",),
    severity="wording",
    erratum="|theta|^(kappa-2) and |theta|^(kappa-1) are rates in different units. Relative to "
    "the norm itself, direction and norm change at rates whose ratio does not depend on the norm: "
    "smallness alone separates no time scales. For kappa = 2 it is the long wait until the jump "
    "that leaves time to align.",
    reading="The velocity of the direction over the relative growth rate of the norm, at lambda "
    "theta and at theta: printed as growing like 1/lambda.",
)

leading_dynamics = Claim(
    id="framework.leading-dynamics",
    title="Near the origin a utility acts like its leading homogeneous part",
    kind="limit",
    label="eq:polar-dynamics",
    line=770,
    printed=equation(Limit(utility_of(lam) / lam**kappa, lam, 0), leading),
    given=(kappa >= 2,),
    reading="U(lambda) is the utility at lambda theta for a smooth activation that need not be "
    "homogeneous; its derivatives in lambda below the kappa-th vanish at 0, and U_kappa is the "
    "kappa-th over kappa!.",
)


def _derive_riccati() -> Derivation:
    """<grad U, velocity of the direction>, with the velocity of framework.dormant-direction summed
    over components.
    """
    return (
        derive(eta * n ** (kappa - 2) * (gradient_norm**2 - kappa * U_bar * radial))
        .substitute(Eq(radial, kappa * U_bar), because="Euler's theorem at the direction")
        .equals(
            eta * kappa**2 * n ** (kappa - 2) * (gradient_norm**2 / kappa**2 - U_bar**2),
            because="take kappa^2 out",
        )
    )


utility_riccati = Claim(
    id="framework.riccati",
    title="The normalised utility follows a Riccati-like equation",
    kind="identity",
    label="eq:utility-riccati-ode",
    line=776,
    printed=equation(
        rate_U, eta * kappa**2 * n ** (kappa - 2) * (gradient_norm**2 / kappa**2 - U_bar**2)
    ),
    given=DORMANT,
    rests_on=("framework.dormant-direction",),
    derive=_derive_riccati,
    reading="The gradient is that of U, evaluated at the direction: so it is used below in "
    "Appendix C ('evaluating this "
    "quantity at the normalized parameters').",
)

utility_rises = Claim(
    id="framework.utility-rises",
    title="The normalised utility never decreases: dormant neurons maximise it",
    kind="inequality",
    label="sec:AGF-algorithm",
    line=281,
    printed=Ge(rate_U, 0, evaluate=False),
    given=DORMANT,
    rests_on=("framework.riccati",),
    reading="Along the projected gradient flow the utility of the direction does not fall, where "
    "it "
    "has a derivative there that obeys the chain rule.",
)

riccati_norm_free = Claim(
    id="framework.riccati-norm-free",
    title="The Riccati equation is free of the norm exactly when kappa = 2",
    kind="identity",
    label="eq:utility-riccati-ode",
    line=778,
    printed=Equivalent(Eq(kappa, 2), equation(rate_in_norm, 0)),
    given=DORMANT + (gradient_norm > kappa * Abs(U_bar),),
    rests_on=("framework.riccati",),
)
