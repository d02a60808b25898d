"""Numbers for the framework's data, sizes and loss, the same each time."""

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
