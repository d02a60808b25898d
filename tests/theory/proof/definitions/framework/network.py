"""Numbers for networks: saddles, a straight line of weights, small neurons, by closed forms."""

from mpmath import mp, mpf

from tests.theory.proof.definitions.framework.data import (
    DATA,
    LINE,
    NEURONS,
    OWN,
    SIZES,
    SMOOTH,
    WHOLE,
    entry,
    loss,
    mean,
    neuron,
)


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


def all_of(l, o, n):
    """What neurons of a cubic activation put out together, weights times l."""
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
