"""Numbers for the letters of the two algorithms of the diagonal setting: the exact recursions of
``theory.diagonal.staircase`` on data where a coordinate returns to dormancy.
"""

from __future__ import annotations

from functools import cache

from mpmath import mp, mpf

from theory.diagonal import alternating_saddles, successive_saddles

X = (("1", "1"), ("3/4", "1/4"))
Y = ("0.45", "-0.05")
D = N = 2


def entry(i, j):
    """X_ij, counted from 1."""
    top, _, low = X[int(i) - 1][int(j) - 1].partition("/")
    return mpf(top) / mpf(low or 1)


def number(value):
    """A rational number of SymPy with the digits of the moment."""
    return mpf(int(value.p)) / int(value.q) if hasattr(value, "p") else mpf(value)


@cache
def saddles():
    """The algorithm's plateaus."""
    return successive_saddles(X, Y)


@cache
def alternating(scale):
    """AGF's plateaus at this scale, with its rate."""
    with mp.workdps(120):
        return alternating_saddles(X, Y, scale, 110), -mp.log(mp.sqrt(2) * scale)


def wait(path, k):
    """The length of a plateau."""
    return number(path[k + 1].time) - number(path[k].time)


def jumper(path, m):
    """The coordinate that jumps at the end of plateau m, counted from 1."""
    return next(
        i
        for i in range(1, D + 1)
        if path[m].beta[i - 1] == 0
        and abs(abs(path[m + 1].integral[i - 1]) - 1) < mpf(10) ** -50
        and path[m].gradient[i - 1] != 0
        and path[m + 1].integral[i - 1] * number(path[m].gradient[i - 1]) < 0
    )


def neuron_on(scale, m, i, s):
    """(u, v, S) of a neuron a time s after the start of a plateau."""
    path, rate = alternating(scale)
    here = path[int(m)]
    amount = number(here.integral[int(i) - 1])  # rho S
    angle = mp.sign(amount) * mp.acosh(mp.exp(2 * rate * abs(amount))) / 2
    if here.beta[int(i) - 1] == 0:
        angle -= rate * number(here.gradient[int(i) - 1]) * s
    size = mp.sqrt(2) * scale
    return (
        size * mp.cosh(angle),
        size * mp.sinh(angle),
        mp.log(mp.cosh(2 * angle)) / (2 * rate),
    )


def both(scale=mpf("0.1"), plateau=2, coordinate=1):
    """The letters of both algorithms at one scale, on one plateau."""
    path, (other, rate) = saddles(), alternating(scale)
    here = path[plateau]
    values = {
        "d": mpf(D),
        "n_samples": mpf(N),
        "X_of": entry,
        "y_of": lambda j: mpf(Y[int(j) - 1]),
        "jumps_PF": mpf(len(path) - 1),
        "t_PF_of": lambda k: number(path[int(k)].time),
        "wait_PF": lambda k: wait(path, int(k)),
        "s_PF_of": lambda k, i: number(path[int(k)].integral[int(i) - 1]),
        "beta_PF_of": lambda k, i: number(path[int(k)].beta[int(i) - 1]),
        "plateau": mpf(plateau),
        "coordinate": mpf(coordinate),
        "g_i": number(here.gradient[coordinate - 1]),
        "beta_i": number(here.beta[coordinate - 1]),
        "s_i": number(here.integral[coordinate - 1]),
        "U_best": abs(number(here.gradient[coordinate - 1])) / 2,
        "t_pf": number(here.time),
        "t_agf": number(other[plateau].time),
        "beta_gap": mpf(0),
        "alpha": scale,
        "eta": rate,
        "plateau_of": lambda k: k,
        "jumps_AGF": mpf(len(other) - 1),
        "t_AGF_of": lambda m: number(other[int(m)].time),
        "wait_AGF": lambda m: wait(other, int(m)),
        "beta_AGF_of": lambda m, i: number(other[int(m)].beta[int(i) - 1]),
        "chosen": lambda m: mpf(jumper(other, int(m))),
        **{
            name: lambda m, i, s, place=place: neuron_on(scale, m, i, s)[place]
            for place, name in enumerate(("u_at", "v_at", "S_at"))
        },
        "U_star_of": lambda i: abs(number(other[plateau].gradient[int(i) - 1])) / 2,
    }
    values["first"] = values["i_star"] = (
        mpf(jumper(other, plateau)) if plateau < len(other) - 1 else None
    )
    if plateau < len(path) - 1:
        values["beta_new"] = max(
            abs(number(now)) for was, now in zip(here.beta, path[plateau + 1].beta) if was == 0
        )
    values["plateau_AGF"] = values["stage"] = mpf(plateau)
    values["minimisers"] = mpf(1)
    values["listed_best"] = lambda q, i: number(here.beta[int(i) - 1])
    values["S_dormant"] = neuron_on(scale, plateau, coordinate, mpf(0))[2]
    return values | at_scales(plateau)


def at_scales(plateau):
    """The same as functions of the scale."""

    def path(a):
        return alternating(a)[0]

    return {
        "jumps_AGF_at": lambda a: mpf(len(path(a)) - 1),
        "t_AGF_all": lambda a, m: number(path(a)[int(m)].time),
        "wait_AGF_at": lambda a, m: wait(path(a), int(m)),
        "beta_AGF_at": lambda a, m, i: number(path(a)[int(m)].beta[int(i) - 1]),
        "chosen_at": lambda a, m: mpf(jumper(path(a), int(m))),
        "plateau_at": lambda a, k: k,
        "t_AGF": lambda a: number(path(a)[plateau].time),
        "gap_AGF": lambda a: mpf(0),
        **{
            name: lambda a, m, i, s, place=place: neuron_on(a, m, i, s)[place]
            for place, name in enumerate(("u_all", "v_all", "S_all"))
        },
    }


def data_point(coordinate=2):
    """A neuron of a network with coefficients (0.7, -1.2): utility and gradient from the data."""
    b, u, v = (mpf("0.7"), mpf("-1.2")), mpf("1.1"), mpf("-0.4")

    def residual(j):
        return mpf(Y[j - 1]) - sum(b[i - 1] * entry(i, j) for i in (1, 2))

    force = -sum(entry(coordinate, j) * residual(j) for j in (1, 2)) / N
    return {
        "d": mpf(D),
        "n_samples": mpf(N),
        "X_of": entry,
        "y_of": lambda j: mpf(Y[int(j) - 1]),
        "b_of": lambda i: b[int(i) - 1] if int(i) in (1, 2) else mpf(0),
        "index": mpf(coordinate),
        "u_i": u,
        "v_i": v,
        "g_i": force,
        "U": -u * v * force,
    }


def logistic():
    """One coefficient, one sample, X = y = 1: b' = 2 b (1 - b) from 1/5, and G = log(5 b)/2."""

    def b(s):
        return 1 / (1 + 4 * mp.exp(-2 * s))

    return {
        "d": mpf(1),
        "n_samples": mpf(1),
        "X_of": lambda i, j: mpf(1),
        "y_of": lambda j: mpf(1),
        "u_cost": lambda i, s: mp.sqrt(b(s)),
        "v_cost": lambda i, s: mp.sqrt(b(s)),
        "G_cost": lambda i, s: mp.log(5 * b(s)) / 2,
        "end_of": lambda i: mpf(1),
        "best_of": lambda i: mpf(1),
        "beta_flow": mpf(1),
        "beta_best": mpf(1),
        "neuron": mpf(1),
    }


def half_way():
    """A neuron with the gradient -1 at the accelerated time 1/2: G = r, and s = 1/2 at
    every scale.
    """
    return {
        "moment": mpf(1) / 2,
        "cap": mpf(1),
        "s_i": mpf(1) / 2,
        "u_scale": lambda a, r: mp.sqrt(2) * a * mp.cosh(r),
        "v_scale": lambda a, r: mp.sqrt(2) * a * mp.sinh(r),
        "g_scale": lambda a, r: mpf(-1),
        "G_scale": lambda a, r: r,
    }


def before_the_jump():
    """One coefficient, X = y = 1, before its jump at 1: w = exp(2 G), w' = 2 w + a^2 (1 - w^2)."""

    def dual(a, r):
        root = mp.sqrt(1 + a**4)
        high, low = (1 + root) / a**2, (1 - root) / a**2
        share = (1 - high) / (1 - low) * mp.exp(-2 * root * r)
        return mp.log((high - share * low) / (1 - share)) / 2

    return {
        **{"d": mpf(1), "n_samples": mpf(1), "coordinate": mpf(1)},
        **{"X_of": lambda i, j: mpf(1), "y_of": lambda j: mpf(1), "stay_of": lambda i: mpf(0)},
        "u_net": lambda a, i, r: mp.sqrt(2) * a * mp.cosh(dual(a, r)),
        "v_net": lambda a, i, r: mp.sqrt(2) * a * mp.sinh(dual(a, r)),
        "G_net": lambda a, i, r: dual(a, r),
        **{"stretch_left": mpf("0.1"), "stretch_right": mpf("0.4")},
        **{"s_left": mpf("0.1"), "s_mid": mpf("0.25"), "s_right": mpf("0.4")},
    }


INSTANCES = {
    "diagonal.integral-linear": lambda: [before_the_jump()],
    "diagonal.integral-bounded": lambda: [half_way()],
    "diagonal.constrained-minimum": lambda: [logistic()],
    **dict.fromkeys(
        (f"diagonal.{name}" for name in ("candidates", "dormant-integral", "dormant-set")),
        lambda: [both(plateau=k, coordinate=i) for k in range(4) for i in (1, 2)],
    ),
    **dict.fromkeys(
        (f"diagonal.{name}" for name in ("exact-relation", "ties", "theorem")),
        lambda: [both(plateau=2)],
    ),
    "diagonal.inward-candidates": lambda: [both(plateau=2, coordinate=1), both(plateau=0)],
    "diagonal.new-coefficient": lambda: [both(plateau=k) for k in range(3)],
    "diagonal.dormant-start": lambda: [both(plateau=2, coordinate=1), both(plateau=0)],
    "diagonal.unique-minimum": lambda: [both(plateau=k) for k in (1, 3)],
    "diagonal.next-neuron": lambda: [both(plateau=k) for k in range(3)],
    "diagonal.utility": lambda: [data_point(1), data_point(2)],
}
