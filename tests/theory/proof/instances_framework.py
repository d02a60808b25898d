"""Numbers for the framework's definitions of networks and courses, by closed forms or differences."""

from mpmath import mp, mpf


def number(*indices):
    """Some number for these indices, the same each time."""
    value = 0
    for one in indices:
        value = 31 * value + int(one) + 7
    return mpf(value % 13 - 6) / 4 or mpf(1) / 3


def entry(kind):
    """A function of whole numbers."""
    return lambda *indices: number(kind, *indices)


C, D, SAMPLES, NEURONS, OWN = 2, 3, 2, 3, 2
SIZES = {
    "c": mpf(C),
    "d": mpf(D),
    "samples": mpf(SAMPLES),
    "neurons": mpf(NEURONS),
    "own": mpf(OWN),
}
DATA = {"weight_of": lambda n: mpf(int(n)) / 5, "y_of": entry(1), "r_of": entry(2)}
WHOLE = {
    "a_all": entry(3),
    "w_all": entry(4),
    "b_all": entry(5),
    "v_all": entry(6),
    "g_all": entry(7),
}
LINE = {
    "a_i_of": entry(8),
    "b_i_of": entry(9),
    "w_i_of": entry(10),
    "v_i_of": entry(11),
    "g_i_of": entry(12),
}


def mean(body):
    """The weighted sum over samples of a sum over outputs."""
    return mp.fsum(
        DATA["weight_of"](n) * body(o, n) for n in range(1, SAMPLES + 1) for o in range(1, C + 1)
    )


def neuron(sigma, outer, inner, feature, o, n):
    """a_o sigma(<w, g_n>)."""
    return outer(o) * sigma(mp.fsum(inner(j) * feature(j, n) for j in range(1, D + 1)))


def loss(sigma, outer, inner, kept=lambda h: 1):
    """Half the mean squared residual of the neurons kept."""

    def residual(o, n):
        return DATA["y_of"](o, n) - mp.fsum(
            kept(h)
            * neuron(
                sigma,
                lambda o: outer(h, o),
                lambda j: inner(h, j),
                lambda j, n: WHOLE["g_all"](h, j, n),
                o,
                n,
            )
            for h in range(1, NEURONS + 1)
        )

    return mean(lambda o, n: residual(o, n) ** 2 / 2)


SMOOTH = {"sigma": mp.tanh, "sigma_slope": lambda z: mp.sech(z) ** 2}


def active(h):
    """The first neuron is active, the others are dormant."""
    return mpf(int(h) == 1)


def saddle():
    """Dormant neurons at zero; the slopes by differences."""
    a, w, b, v = (WHOLE[name] for name in ("a_all", "w_all", "b_all", "v_all"))

    def sleeping(x):
        return (
            lambda h, o: active(h) * a(h, o) + x * (1 - active(h)) * b(h, o),
            lambda h, j: active(h) * w(h, j) + x * (1 - active(h)) * v(h, j),
        )

    def awake(x):
        return lambda h, o: a(h, o) + x * b(h, o), lambda h, j: w(h, j) + x * v(h, j)

    def kept(x):
        outer, inner = awake(x)
        return lambda h, o: active(h) * outer(h, o), lambda h, j: active(h) * inner(h, j)

    return {
        **SIZES,
        **DATA,
        **WHOLE,
        **SMOOTH,
        "active_of": active,
        "grad_dormant": mp.diff(lambda x: loss(mp.tanh, *sleeping(x)), 0),
        "grad_active": mp.diff(lambda x: loss(mp.tanh, *kept(x)), 0),
        "grad_restricted": mp.diff(lambda x: loss(mp.tanh, *awake(x), active), 0),
    }


def on_a_line():
    """Neuron 2 on a line of parameters, at theta = 3/10; the slope of the loss by differences."""
    theta = mpf(3) / 10
    others = entry(13)

    def own(o, n, x):
        return neuron(
            mp.tanh,
            lambda o: LINE["a_i_of"](o) + x * LINE["b_i_of"](o),
            lambda j: LINE["w_i_of"](j) + x * LINE["v_i_of"](j),
            LINE["g_i_of"],
            o,
            n,
        )

    def part(o, n, x, which):
        return mp.fsum(
            which(h) * (own(o, n, x) if h == OWN else others(h, o, n))
            for h in range(1, NEURONS + 1)
        )

    def residual(o, n, x):
        return DATA["y_of"](o, n) - part(o, n, x, lambda h: 1)

    return {
        **SIZES,
        **DATA,
        **LINE,
        **SMOOTH,
        "f_of": others,
        "active_of": active,
        "theta": theta,
        "phi": theta,
        "descent": -mp.diff(lambda x: mean(lambda o, n: residual(o, n, x) ** 2 / 2), theta),
        "C": lambda x, q: mean(lambda o, n: own(o, n, x) * residual(o, n, q)),
        "C_A": lambda x: mean(
            lambda o, n: own(o, n, x) * (DATA["y_of"](o, n) - part(o, n, x, active))
        ),
        "C_D": lambda x, q: mean(
            lambda o, n: own(o, n, x) * part(o, n, q, lambda h: 1 - active(h))
        ),
    }


def cube(z):
    """sigma(z) = z^3, of degree 3."""
    return z**3


def utility(sigma, l=1):
    """E<f_i, r> at l theta."""
    return mean(
        lambda o, n: (
            neuron(
                sigma,
                lambda o: l * LINE["a_i_of"](o),
                lambda j: l * LINE["w_i_of"](j),
                LINE["g_i_of"],
                o,
                n,
            )
            * DATA["r_of"](o, n)
        )
    )


def homogeneous():
    """A cubic activation, parameters scaled by 7/10."""
    return {
        **SIZES,
        **DATA,
        **LINE,
        "sigma": cube,
        "k": mpf(3),
        "lambda": mpf("0.7"),
        "U": utility(cube),
        "U_scaled": utility(cube, mpf("0.7")),
    }


def order():
    """sigma(z) = z + z^2: U(l) = A l^2 + B l^3, whose derivatives are those of a polynomial."""
    linear, square = utility(lambda z: z), utility(lambda z: z**2)

    def derivative(m, l):
        return mp.fsum(
            value * mp.ff(power, int(m)) * l ** (power - int(m))
            for power, value in ((2, linear), (3, square))
            if power >= m >= 0
        )

    return {
        **SIZES,
        **DATA,
        **LINE,
        "sigma": lambda z: z + z**2,
        "sigma_slope": lambda z: 1 + 2 * z,
        "ord_U": mpf(2),
        "U_derivative": derivative,
        "kappa": mpf(2),
        "U": lambda l: utility(lambda z: z + z**2, l),
        "U_leading": linear,
        "factorial_of": lambda m: mp.factorial(int(m)),
    }


def dormant_terms():
    """A cubic activation: the two terms by differences at each scale."""

    def own(l, o, n, x):
        return neuron(
            cube,
            lambda o: l * WHOLE["a_all"](OWN, o) + x * LINE["b_i_of"](o),
            lambda j: l * WHOLE["w_all"](OWN, j) + x * LINE["v_i_of"](j),
            lambda j, n: WHOLE["g_all"](OWN, j, n),
            o,
            n,
        )

    def all_of(l, o, n):
        return mp.fsum(
            neuron(
                cube,
                lambda o, h=h: l * WHOLE["a_all"](h, o),
                lambda j, h=h: l * WHOLE["w_all"](h, j),
                lambda j, n, h=h: WHOLE["g_all"](h, j, n),
                o,
                n,
            )
            for h in range(1, NEURONS + 1)
        )

    def gain(l):
        return mp.diff(lambda x: mean(lambda o, n: own(l, o, n, x) * DATA["r_of"](o, n)), 0)

    def pull(l):
        return mp.diff(lambda x: mean(lambda o, n: own(l, o, n, x) * all_of(l, o, n)), 0)

    return {
        **SIZES,
        **DATA,
        **LINE,
        **WHOLE,
        "sigma": cube,
        "k": mpf(3),
        "U_slope_of": gain,
        "D_slope_of": pull,
        "R": lambda l: pull(l) / gain(l),
    }


def small_neurons():
    """A cubic activation: the residual on the second sample, and the loss of one neuron at 7/10."""

    def all_of(l, o, n):
        return mp.fsum(
            neuron(
                cube,
                lambda o, h=h: l * WHOLE["a_all"](h, o),
                lambda j, h=h: l * WHOLE["w_all"](h, j),
                lambda j, n, h=h: WHOLE["g_all"](h, j, n),
                o,
                n,
            )
            for h in range(1, NEURONS + 1)
        )

    def own(l, o, n):
        return neuron(
            cube,
            lambda o: l * LINE["a_i_of"](o),
            lambda j: l * LINE["w_i_of"](j),
            LINE["g_i_of"],
            o,
            n,
        )

    awake, here = entry(14), (1, 2)
    alone = DATA["y_of"](*here) - awake(*here)
    scale = mpf("0.7")
    return {
        **SIZES,
        **DATA,
        **LINE,
        **WHOLE,
        "sigma": cube,
        "k": mpf(3),
        "lambda": scale,
        "output_of": mpf(1),
        "sample_of": mpf(2),
        "f_active": awake,
        "r_active": alone,
        "r_at": lambda l: alone - all_of(l, *here),
        "U": utility(cube),
        "mean_square": mean(lambda o, n: own(1, o, n) ** 2),
        "loss_change": mean(
            lambda o, n: (
                ((DATA["r_of"](o, n) - own(scale, o, n)) ** 2 - DATA["r_of"](o, n) ** 2) / 2
            )
        ),
    }


def decaying():
    """Two parameters that decay at rates 1 and 2, at learning rate 4/5."""
    starts = (mpf("0.7"), mpf("-1.2"))

    def course(r, i, s):
        return starts[int(i) - 1] * mp.exp(-int(i) * r * s)

    return {
        "eta": mpf("0.8"),
        "t": mpf("0.6"),
        "parameters": mpf(2),
        "index_of": mpf(2),
        "lipschitz": mpf(4),
        "start_of": lambda i: starts[int(i) - 1],
        "course_of": course,
        "pull_of": lambda r, i, s: -int(i) * course(r, i, s),
        "theta": lambda r, s: course(r, 2, s),
    }


def growing(until):
    """U = sum of theta_i^3/3, of degree 3: theta_i = r b_i/(1 - eta r b_i s)."""
    starts, eta, alpha, t = (mpf("0.3"), mpf("-0.5")), mpf("0.8"), mpf("0.6"), mpf("0.9")

    def course(r, i, s):
        start = r * starts[int(i) - 1]
        return start / (1 - eta * start * s)

    return {
        "eta": eta,
        "alpha": alpha,
        "kappa": mpf(3),
        "t": t,
        "T": until(alpha, t),
        "parameters": mpf(2),
        "index_of": mpf(1),
        "lipschitz": mpf(9),
        "start_of": lambda i: starts[int(i) - 1],
        "course_of": course,
        "field_of": lambda r, i, l, s: (l * course(r, i, s)) ** 2,
        "theta": lambda r, s: course(r, 1, s),
        "dir": lambda r, s: course(r, 1, s) / mp.hypot(course(r, 1, s), course(r, 2, s)),
    }


def initialised():
    """c = 2, d = 3: the moments of normal weights, and their sums, by quadrature."""
    alpha = mpf("0.4")

    def moment(size):
        spread = alpha / mp.sqrt(2 * size)
        return mp.quad(lambda x: x**2 * mp.npdf(x, 0, spread), [-mp.inf, 0, mp.inf])

    a, w = moment(C), moment(D)
    return {
        "alpha": alpha,
        "kappa": mpf(4),
        "c": mpf(C),
        "d": mpf(D),
        "m": mpf(C + D),
        "a_moment": lambda i: a,
        "w_moment": lambda j: w,
        "mean_a_sq": C * a,
        "mean_w_sq": D * w,
    }


def returning(kappa):
    """A constant utility that takes the norm from x to 1/5 in a unit of time."""
    eta, level = mpf("0.8"), mpf("0.2")

    def utility(x, s=None):
        if kappa == 2:
            return mp.log(level / x) / (2 * eta)
        return (x ** (2 - kappa) - level ** (2 - kappa)) / (kappa * (kappa - 2) * eta)

    def norm(x, s):
        grown = eta * kappa * utility(x) * s
        if kappa == 2:
            return x * mp.exp(grown)
        return (x ** (2 - kappa) + (2 - kappa) * grown) ** (mpf(1) / (2 - kappa))

    return {
        "eta": eta,
        "kappa": mpf(kappa),
        "norm_back": level,
        "return_ratio": mpf(1),
        "norm_from": norm,
        "S_from": lambda x, s: kappa * utility(x) * s,
        "Ubar_from": utility,
        "T_from": lambda x: mpf(1),
    }


def angles(kappa):
    """An angle e^-s on the unit course, which the clock follows for ever, or up to its stop."""
    start, t = mpf("0.7"), mpf("0.4")
    stop = start ** (2 - kappa) * t / (kappa - 2) if kappa > 2 else mp.inf
    return {
        "kappa": mpf(kappa),
        "norm_0": start,
        "t": t,
        "angle_of": lambda s: mp.exp(-s),
        "angle": mp.exp(-stop),
        "angle_adaptive": mpf(0),
    }


def layers_along(start):
    """F(w) = w, of degree 1: a' = eta w and w' = eta a, one weight in each layer."""
    eta, t, (a0, w0) = mpf("0.7"), mpf("0.9"), start

    def a(s):
        return a0 * mp.cosh(eta * s) + w0 * mp.sinh(eta * s)

    def w(s):
        return w0 * mp.cosh(eta * s) + a0 * mp.sinh(eta * s)

    return {
        "k": mpf(1),
        "kappa": mpf(2),
        "eta": eta,
        "t": t,
        "outputs": mpf(1),
        "inputs": mpf(1),
        "a_of": lambda i, s: a(s),
        "w_of": lambda j, s: w(s),
        "F_along": lambda i, l, s: l * w(s),
        "F_slope_along": lambda i, j, s: mpf(1),
        "imbalance": a0**2 - w0**2,
        "A_t": a(t) ** 2,
        "W_t": w(t) ** 2,
        "theta_sq": a(t) ** 2 + w(t) ** 2,
    }


def courses_of_layers():
    """Two starts, and one at which the output weight vanishes at time t."""
    angle = mpf("0.7") * mpf("0.9")
    gone = (-mp.sinh(angle), mp.cosh(angle))
    return [layers_along(one) for one in ((mpf("0.4"), mpf(-1)), (mpf(2), mpf(1)), gone)]


INSTANCES = {
    **dict.fromkeys(
        ("framework.norm-lower-bound", "framework.norm-split", "framework.norm-bound-attained"),
        courses_of_layers,
    ),
    "framework.return-utility": lambda: [returning(2), returning(3), returning(5)],
    "framework.instantaneous-alignment": lambda: [angles(2), angles(3)],
    "framework.adaptive-alignment": lambda: [angles(2), angles(3)],
    "framework.critical-points": lambda: [saddle()],
    "framework.residual-gradient": lambda: [on_a_line()],
    "framework.gradient-split": lambda: [on_a_line()],
    "framework.homogeneity": lambda: [homogeneous()],
    "framework.leading-order": lambda: [order()],
    "framework.leading-dynamics": lambda: [order()],
    "framework.dormant-negligible": lambda: [dormant_terms()],
    "framework.loop-test": lambda: [saddle()],
    "framework.residual-active": lambda: [small_neurons()],
    "framework.escape": lambda: [small_neurons()],
    "framework.time-rescaling": lambda: [decaying()],
    "framework.scaling-symmetry": lambda: [growing(lambda alpha, t: alpha * t)],
    "framework.alignment-correspondence": lambda: [growing(lambda alpha, t: t)],
    "framework.balanced-start": lambda: [initialised()],
    "framework.projection-size": lambda: [initialised()],
}
