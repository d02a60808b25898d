"""Numbers for the letters of the diagonal setting: one neuron in its flow, and points."""

from mpmath import mp, mpf

from tests.theory.proof.definitions.diagonal.staircases import INSTANCES as STAIRCASES

# "Some point attains it", "with some phase": no sample does; "for every velocity": functions are
# not sampled.
SAMPLED = {
    "diagonal.maximum",
    "diagonal.next",
    "diagonal.number-of-minimisers",
    "diagonal.top",
    "diagonal.local-maximum",
    "diagonal.stretch",
    "diagonal.integrals-on-stretch",
}
# Limits: samples do not decide them.
LIMITS = {
    f"diagonal.{name}"
    for name in (
        "utility-interpolates",
        "theorem",
        "two-rates",
        "physical-factor",
        "arcosh-asymptotics",
    )
}


def neuron(gradient, before, start=mpf("0.1"), crossing=False):
    """A neuron of the diagonal setting: gradient ``before`` up to T_last, then ``gradient``; all
    letters by closed forms.
    """
    eta, g, t = -mp.log(mp.sqrt(2) * start), mpf(gradient), mpf("0.7")
    last = mpf(0) if crossing else mpf("0.3")

    def first(s):
        return -eta * before * s

    def later(s):
        return first(last) - eta * g * s

    def u_at(angle):
        return mp.sqrt(2) * start * mp.cosh(angle)

    def v_at(angle):
        return mp.sqrt(2) * start * mp.sinh(angle)

    def accumulated(angle):
        return mp.log(mp.cosh(2 * angle)) / (2 * eta)

    u, v = u_at(first(last)), v_at(first(last))
    bar = [-g * mp.tanh(2 * later(s)) / 2 for s in (mpf(0), t)]
    star = abs(g) / 2
    rho = mp.sign(u * v)
    waiting = (
        mp.acosh(mp.exp(2 * eta))
        + rho * mp.sign(g) * mp.acosh(mp.exp(2 * eta * accumulated(first(last))))
    ) / (4 * eta * star)
    edge = mp.acosh(mp.exp(2 * eta)) / (2 * eta)
    integral = first(last) / (eta * edge)  # sigma = G/eta is A times s

    def at_scale(scale):
        rate = -mp.log(mp.sqrt(2) * scale)
        return mp.log(mp.cosh(mp.acosh(mp.exp(2 * rate)) * integral)) / (2 * rate)

    def wait_at_scale(scale):
        rate = -mp.log(mp.sqrt(2) * scale)
        left = mp.sign(g * integral) * mp.acosh(mp.exp(2 * rate * abs(integral)))
        return (mp.acosh(mp.exp(2 * rate)) + left) / (2 * rate * abs(g))

    return {
        "alpha": start,
        "s_i": integral,
        "T_step": t / edge,
        "s_later": integral - t / edge * g,
        "sigma_later": later(t) / eta,
        "tau_pf": (1 + mp.sign(g) * integral) / abs(g),
        "S_AGF": at_scale,
        "Dtau_AGF": wait_at_scale,
        "eta": eta,
        "g_i": g,
        "t": t,
        "T_last": last,
        "u_i": u,
        "v_i": v,
        "beta_i": u * v,
        "G_i": first(last),
        "u_of": lambda s: u_at(first(s)),
        "v_of": lambda s: v_at(first(s)),
        "G_of": first,
        "g_of": lambda s: before,
        "u_on": lambda s: u_at(later(s)),
        "v_on": lambda s: v_at(later(s)),
        "theta_sq": u**2 + v**2,
        "U_star": star,
        "S_of": lambda s: accumulated(first(s)),
        "S_on": lambda s: accumulated(later(s)),
        "S_0": accumulated(first(last)),
        "S_later": accumulated(later(t)),
        "rho_i": rho,
        "rho_later": mp.sign(v_at(later(t))),
        "U_0": bar[0],
        "U_later": bar[1],
        "U_bar": bar[1],
        "rate_U": 4 * eta * (star**2 - bar[1] ** 2),
        "Ubar": lambda s: -g * mp.tanh(2 * later(s)) / 2,
        "delta_i": mp.atanh(bar[0] / star),
        "u_cross": u,
        "v_cross": v,
        "Delta_tau": waiting,
        "pm": -mp.sign(g) * rho if rho else mpf(1),
        "rate_ratio_at": lambda a: mp.log(a) / mp.log(mp.sqrt(2) * a),
        "plain_factor": lambda a: mp.acosh(1 / (2 * a**2)) / 2,
        "arcosh_exp": lambda x: x + mp.log(1 + mp.sqrt(1 - mp.exp(-2 * x))),
        "rate_ratio": mp.log(start) / mp.log(mp.sqrt(2) * start),
        "S_jump": accumulated(first(last)),
    }


def activated(values):
    """The same neuron, its (u, v) at the moment of the activation."""
    moment = values["Delta_tau"]
    return {**values, "u_i": values["u_on"](moment), "v_i": values["v_on"](moment)}


def at_norm_one():
    """The time at which u^2 + v^2 = 1: cosh(2 G) = 1/(2 alpha^2)."""
    values = neuron(-1, mpf(-1))
    angle = mp.acosh(1 / (2 * values["alpha"] ** 2)) / 2
    return neuron(-1, -angle / (values["eta"] * mpf("0.3")))


def point():
    """A point of the unit circle, for the claims on the utility alone."""
    u, v, g = mpf(3) / 5, mpf(4) / 5, mpf("1.5")
    return {
        "u_i": u,
        "v_i": v,
        "g_i": g,
        "dU_du": -g * v,
        "dU_dv": -g * u,
        "gradU_norm": g,
        "U_star": g / 2,
        "s_i": mpf("0.25"),
        "tau_pf": mpf("1.25") / g,
    }


def stretched():
    """Two coefficients, three samples: loss and utility of the second neuron's parameters."""
    X = [[mpf(1), mpf("0.5"), mpf(-2)], [mpf("0.3"), mpf(2), mpf(1)]]
    y, other = [mpf(1), mpf(-1), mpf("0.7")], mpf("0.4")

    def loss(p, q):
        rest = [y[j] - other * X[0][j] - p * q * X[1][j] for j in range(3)]
        return mp.fsum(r**2 for r in rest) / 6

    def utility(p, q):
        return mp.fsum(p * q * X[1][j] * (y[j] - other * X[0][j]) for j in range(3)) / 3

    return {
        "d": mpf(2), "n_samples": mpf(3), "X_of": lambda i, j: X[int(i) - 1][int(j) - 1],
        "y_of": lambda j: y[int(j) - 1], "neuron_of": mpf(2), "others_of": lambda m: other,
        "L_of": loss, "U_of": utility, "u_i": mpf("0.6"), "v_i": mpf("-1.5"),
        "stretch": mpf("-2.5"),
    }  # fmt: skip


def instances(identifier):
    """Values of the letters at which a claim is tried."""
    if identifier == "diagonal.symmetry":
        return [stretched()]
    if identifier in STAIRCASES:
        return STAIRCASES[identifier]()
    name = identifier.split(".")[1]
    if name in ("utility-gradient", "gradient-norm", "simplified-jump-time", "maximal-utility"):
        return [point()]
    if name == "maximiser":
        return [{"u_i": mp.sqrt(2) / 2, "v_i": -mp.sqrt(2) / 2, "g_i": mpf("1.5")}]
    if name == "unit-threshold":
        return [at_norm_one()]
    if name == "activation-sign":
        return [activated(neuron("-1.3", mpf("-0.9"))), activated(neuron("1.7", mpf("-0.9")))]
    if name == "sign-change":
        return [neuron(-1, mpf(-1), crossing=True)]
    return [neuron("-1.3", mpf("-0.9")), neuron("1.7", mpf("-0.9")), neuron("1.1", mpf("0.8"))]
