"""Numbers for the first jump: p = 5, two aligned neurons, and the weaker frequency is first.

Neuron 1 starts at cos(4 pi a/5), neuron 2 at 3/5 cos(2 pi a/5): each is u0/(1 - g u0 s) times its
start. The blow-up times are those of Carlson's integral, another route than this closed form.
"""

from mpmath import mp, mpf

from theory.modular import blow_up_times

P = 5
HEIGHTS = {1: mpf(1), 2: mpf("0.9")}  # of the encoding
STARTS = {1: (2, mpf(1)), 2: (1, mpf("0.6"))}  # neuron -> its frequency and amplitude


def cosine(m, a):
    return mp.cos(2 * mp.pi * int(m) * int(a) / P)


def rate(m):
    """g u_hat(0) of a neuron of unit amplitude."""
    return 2 * (HEIGHTS[m] * P / 2) ** 3 / P**2 * mpf(P) / 2


def first_of_two():
    """H = 2 neurons of one frequency each, at unit scale and at every scale alpha."""

    def x(a):
        return mp.fsum(height * cosine(m, a) for m, height in HEIGHTS.items())

    def size(i, s):
        m, start = STARTS[int(i)]
        return start / (1 - rate(m) * start * s)

    def start(i, a):
        return STARTS[int(i)][1] * cosine(STARTS[int(i)][0], a)

    def alone(i, m, a, s):
        return size(i, s) * cosine(m, a) if STARTS[int(i)][0] == m else mpf(0)

    def alone_slope(i, m, a, s):
        return rate(int(m)) * size(i, s) ** 2 * cosine(m, a) if STARTS[int(i)][0] == m else mpf(0)

    def scaled(alpha, i, a, s):
        return alpha * size(i, s) * cosine(STARTS[int(i)][0], a)

    def scaled_slope(alpha, i, a, s):
        m, _ = STARTS[int(i)]
        return rate(m) * (alpha * size(i, s)) ** 2 * cosine(m, a)

    def tau(alpha):
        norms = {i: height * mp.sqrt(mpf(3 * P) / 2) for i, (_, height) in STARTS.items()}
        return min((1 - alpha * norms[i]) / (rate(m) * height) for i, (m, height) in STARTS.items())

    values = [x(a) for a in range(P)]
    times = {
        i: blow_up_times(values, [start(i, a) for a in range(P)] * 3, 40)[m - 1]
        for i, (m, _) in STARTS.items()
    }
    return {
        "p": mpf(P),
        "half": mpf(2),
        "H": mpf(2),
        "x": lambda a: values[int(a) % P],
        "x_hat": lambda k: mp.fsum(
            value * mp.expjpi(mpf(-2 * int(k) * a) / P) for a, value in enumerate(values)
        ),
        "T_1": times[2],
        "T_2": times[1],
        "jump_limit": min(times.values()),
        "tau_first": tau,
        "alpha_first": mpf("0.3"),
        **{f"{name}_start": start for name in "uvw"},
        **{f"{name}_alone": alone for name in "uvw"},
        **{f"G_{name}_alone": alone_slope for name in "uvw"},
        **{f"{name}_first": scaled for name in "uvw"},
        **{f"G_{name}_first": scaled_slope for name in "uvw"},
    }
