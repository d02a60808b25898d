"""Numbers for a dormant neuron: radial, in a direction, scaled, and layers that conserve."""

from mpmath import mp, mpf


def radial(kappa, part=mpf(1)):
    """Norm and accumulated utility for a constant utility, up to the time at which the norm is 1,
    or part of it.
    """
    eta, start, utility = mpf("0.8"), mpf("0.2"), mpf("1.3")
    ends = -mp.log(start) / eta if kappa == 2 else (1 - start ** (2 - kappa)) / ((2 - kappa) * eta)
    ends *= part
    end = ends / (kappa * utility)

    def norm(s):
        grown = eta * kappa * utility * s
        return (
            start * mp.exp(grown)
            if kappa == 2
            else (start ** (2 - kappa) + (2 - kappa) * grown) ** (mpf(1) / (2 - kappa))
        )

    return {
        "eta": eta,
        "norm_0": start,
        "kappa": mpf(kappa),
        "T": end,
        "tau": end,
        "U_star": utility,
        "S": ends,
        "S_jump": ends,
        "norm_t": norm(end),
        "norm_of": norm,
        "S_of": lambda s: kappa * utility * s,
        "Ubar_of": lambda s: utility,
    }


def dormant(adaptive=False):
    """Two parameters a, b and the utility a^2 b, of degree 3: a straight course with its slope."""
    here, eta, end = (mpf("0.6"), mpf("1.1")), mpf("0.8"), mpf("0.5")

    def utility(a, b):
        return a**2 * b

    def slopes(a, b):
        return (2 * a * b, a**2)

    def near(i, scale, h):
        return utility(*(scale * (one + (h if j == i else 0)) for j, one in enumerate(here, 1)))

    g = slopes(*here)
    norm = mp.hypot(*here)
    inner = sum(a * b for a, b in zip(here, g))
    there = tuple(one / norm for one in here)
    G = slopes(*there)
    pace = eta / norm if adaptive else eta
    speeds = [pace / norm * (b - inner * a / norm**2) for a, b in zip(here, g)]
    return {
        "eta": eta,
        "kappa": mpf(3),
        "T": end,
        "parameters": mpf(2),
        "index_of": mpf(2),
        "theta_of": lambda i, s: here[int(i) - 1] + pace * g[int(i) - 1] * (s - end),
        "gradU_of": lambda i: g[int(i) - 1],
        "gradU_dir_of": lambda i: G[int(i) - 1],
        "U_near": near,
        "U": utility(*here),
        "eta_i": pace,
        "gradU_at": lambda l: slopes(*(l * one for one in here))[1],
        "norm": norm,
        "inner": inner,
        "rate_norm": pace * inner / norm,
        "U_bar": utility(*there),
        "theta_j": here[1],
        "gradU_j": g[1],
        "dir_j": there[1],
        "gradU_dir_j": G[1],
        "rate_dir_j": speeds[1],
        "gradU_norm": mp.hypot(*G),
        "rate_U": sum(a * b for a, b in zip(G, speeds)),
        "Ubar_at": lambda s: _direction_utility(utility, here, g, pace * (s - end)),
        **_scaled(here, pace, end, mpf("1.7"), slopes),
    }


def _direction_utility(utility, here, g, time):
    """The utility of theta/|theta| on the straight course."""
    point = [a + time * b for a, b in zip(here, g)]
    return utility(*(one / mp.hypot(*point) for one in point))


def _scaled(here, pace, end, factor, slopes):
    """The neuron at 1.7 theta, with its own gradient and rates."""
    there = tuple(factor * one for one in here)
    g = slopes(*there)
    size, inner = mp.hypot(*there), sum(a * b for a, b in zip(there, g))
    return {
        "lambda": factor,
        "theta_scaled_of": lambda i, s: there[int(i) - 1] + pace * g[int(i) - 1] * (s - end),
        "gradU_scaled_of": lambda i: g[int(i) - 1],
        "rate_norm_scaled": pace * inner / size,
        "rate_dir_scaled": pace / size * (g[1] - inner * there[1] / size**2),
    }


def clocks():
    """The utility cos(s), accumulated with and without the learning rate."""
    values = {"eta": mpf("0.8"), "kappa": mpf(3), "T": mpf("1.2"), "c_i": mpf("0.4")}

    def accumulated(s):
        return 3 * mp.sin(s)

    return {
        **values,
        "Ubar_of": mp.cos,
        "S_of": accumulated,
        "S_alg_of": lambda s: values["eta"] * accumulated(s),
        "S": accumulated(values["T"]),
        "S_alg": values["eta"] * accumulated(values["T"]),
    }


def in_the_norm(kappa):
    """The right side of the Riccati equation as a function of the norm."""
    eta, norm, gradient, utility = mpf("0.8"), mpf("1.3"), mpf("2.5"), mpf("-0.6")
    factor = eta * kappa**2 * ((gradient / kappa) ** 2 - utility**2)
    slope = factor * (kappa - 2) * norm ** (kappa - 3)
    values = {"eta": eta, "norm": norm, "gradU_norm": gradient, "U_bar": utility}
    return {**values, "kappa": mpf(kappa), "drate_dnorm": slope}


def layers(k=3):
    """F(w) = (w_1^2 w_2, w_1 w_2^2 - w_2^3), of degree 3; straight courses with the
    flow's slope.
    """
    eta, time, here = mpf("0.7"), mpf("0.9"), (mpf("0.6"), mpf("-1.1"))
    out = (mpf("0.4"), mpf("1.5"))

    def F(i, l):
        x, y = (l * one for one in here)
        return x**2 * y if int(i) == 1 else x * y**2 - y**3

    x, y = here
    table = [[2 * x * y, x**2], [y**2, 2 * x * y - 3 * y**2]]
    pulls = [sum(out[i] * table[i][j] for i in range(2)) for j in range(2)]
    a = [lambda s, i=i: out[i] + eta * F(i + 1, 1) * (s - time) for i in range(2)]
    w = [lambda s, j=j: here[j] + eta * pulls[j] * (s - time) for j in range(2)]
    return {
        "k": mpf(k),
        "eta": eta,
        "t": time,
        "outputs": mpf(2),
        "inputs": mpf(2),
        "a_of": lambda i, s: a[int(i) - 1](s),
        "w_of": lambda j, s: w[int(j) - 1](s),
        "A": lambda s: sum(one(s) ** 2 for one in a),
        "W": lambda s: sum(one(s) ** 2 for one in w),
        "F_near": F,
        "F_slope": lambda i, j: table[int(i) - 1][int(j) - 1],
    }
