"""The definitions that a claim reads, its assumptions and its statement hold together at an
explicit solution.

Numbers with 100 digits at sampled points (``evaluate``), not the kernel's witness: it catches a
wrong sign or two definitions that exclude each other, and with them theorems that say nothing.
"""

import sys
from functools import partial
from importlib import import_module
from itertools import product
from pathlib import Path

import pytest
from mpmath import mp, mpf

sys.path.insert(0, str(Path(__file__).parent))
from evaluate import truth
from instances_framework import INSTANCES as FRAMEWORK
from modular_groups import (
    beside,
    everything,
    five,
    one_neuron,
    printed_phases,
    pulled,
    quarter,
    square_free,
    third,
    two_groups,
)
from modular_groups import plateau as learned_plateau
from modular_pairs import one_pair, pairs, scaled_pair
from staircases import INSTANCES

from theory import claim
from theory.proof.letters import DEFINITIONS, READINGS, stated

# "Some point attains it", "with some phase": no sample does; "for every velocity": functions are
# not sampled.
SAMPLED = {
    "diagonal.maximum",
    "diagonal.next",
    "diagonal.number-of-minimisers",
    "diagonal.top",
    "diagonal.local-maximum",
    "attention.maximum",
    "attention.best-at-value",
    "attention.maximiser",
    "attention.local-maximum",
    "attention.quadrature",
    "attention.racing-heads",
    "attention.largest-eigenvalue",
    "attention.limits",
    "attention.component-taken",
    "framework.rate-utility",
    "modular.least-gap",
    "modular.without",
    "modular.maximum",
    "modular.maximiser",
    "modular.maxima",
    "modular.amplitude",
    "modular.square-sum",
    "modular.pair-drift",
    "modular.escape",
    "modular.escape-else",
    "modular.pull-first",
    "modular.independent-conditions",
    "linear.largest-total",
    "linear.best-frame",
    "linear.local-maximum",
    "linear.best-loss",
    "linear.best-matrix",
    "linear.most-modes",
}


SETTINGS = ("framework", "diagonal", "linear", "attention", "modular")
for setting in SETTINGS:
    import_module(f"theory.{setting}.letters").register_functions()


@pytest.fixture(autouse=True)
def digits():
    with mp.workdps(100):
        yield


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


DORMANT = (
    "polar-norm",
    "polar-direction",
    "dormant-norm",
    "dormant-direction",
    "riccati",
    "dynamics-scale",
    "euler",
    "gradient-homogeneity",
    "faster-direction",
    "utility-rises",
    "linearisation",
)


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


def rows_of(p):
    """Four vectors on Z/p."""
    return {
        name: [mpf((7 * n * n + shift * n) % 11 - 5) / 3 for n in range(p)]
        for shift, name in enumerate("xuvw", 1)
    }


def residues(p=5, N=3, rows=None):
    """Vectors on Z/p; sums by formulas in frequencies, and those by sums."""
    rows = rows or rows_of(p)

    def vector(name):
        return lambda n: rows[name][int(n) % p]

    def hat(name):
        return lambda k: mp.fsum(
            value * mp.expjpi(mpf(-2 * int(k) * a) / p) for a, value in enumerate(rows[name])
        )

    X, U, V, W = (hat(name) for name in "xuvw")
    k, a = 2, -3
    C, angles = [mpf(2), mpf(-1), mpf("0.7")], [mpf("0.3"), mpf("1.9"), mpf("-2.2")]
    spectrum = [U(q) * V(q) * mp.conj(W(q) * X(q)) * abs(X(q)) ** 2 for q in range(p)]
    amp_u, amp_v, angle_a, angle_b = mpf("1.2"), mpf("0.4"), mpf("0.8"), mpf("-2.1")
    transforms = {name: hat(name) for name in "xuvw"}

    def correlation(name):
        return lambda a: mp.fsum(rows["x"][j] * rows[name][(j + int(a)) % p] for j in range(p))

    squares = [mp.fsum(abs(f(q)) ** 2 for f in (U, V, W)) for q in range(p)]
    return {
        "half": mpf(p - 1) / 2,
        **{f"mu_{name}": lambda k, f=f: abs(f(k)) for name, f in transforms.items()},
        **{f"S_{name}": lambda k, f=f: mp.arg(f(k)) for name, f in transforms.items()},
        **{f"z_{name}": correlation(name) for name in "uvw"},
        "x_sum": mp.re(X(0)),
        "w_sum": mp.re(W(0)),
        "half_sum": mp.fsum(squares[: p // 2 + 1]),
        "mean_sq": squares[0],
        "p": mpf(p),
        "N_group": mpf(N),
        "k": mpf(k),
        "a": mpf(a),
        **{name: vector(name) for name in "xuvw"},
        **{f"{name}_hat": hat(name) for name in "xuvw"},
        "inner_xu": mp.re(mp.fsum(X(q) * mp.conj(U(q)) for q in range(p))) / p,
        "inner_u": mp.fsum(rows["x"][j] * rows["u"][(j + a) % p] for j in range(p)),
        "correlated": mp.conj(X(k)) * U(k),
        "triple": mp.re(mp.fsum(spectrum)) / p,
        "chained": mp.re(mp.fsum(spectrum)) / p,
        "U_init": 2 * mp.re(mp.fsum(spectrum[1:])) / mpf(p) ** 3,
        "zero_term": 2 * mp.re(U(0) * V(0) * W(0) * X(0) ** 3) / mpf(p) ** 3,
        "norm_uvw": mp.fsum(abs(f(q)) ** 2 for f in (U, V, W) for q in range(p)) / p,
        "im_hat": mp.im(U(k)),
        "C_of": lambda i: C[int(i) - 1],
        "alpha": lambda i: angles[int(i) - 1],
        "double_sum": abs(mp.fsum(c * mp.expj(angle) for c, angle in zip(C, angles))) ** 2,
        "amp_u": amp_u,
        "amp_v": amp_v,
        "angle_a": angle_a,
        "angle_b": angle_b,
        "square": (amp_u * mp.cos(angle_a) + amp_v * mp.cos(angle_b)) ** 2,
    }


def on_the_sphere(p=5):
    """The same vectors, with (u, v, w) of norm 1."""
    rows = rows_of(p)
    norm = mp.sqrt(mp.fsum(entry**2 for name in "uvw" for entry in rows[name]))
    scaled = {name: [entry / norm for entry in rows[name]] for name in "uvw"}
    return residues(p, rows={**rows, **scaled})


def maximising(p=5):
    """The waves of the strongest frequency, with phases that match that of x."""
    rows = rows_of(p)
    X = residues(p)["x_hat"]
    xi = max(range(1, p), key=lambda q: abs(X(q)))
    top, height = abs(X(xi)), mp.sqrt(mpf(2) / (3 * p))
    shifts = {"u": mpf("0.3"), "v": mpf("1.1"), "w": mpf("1.4") - mp.arg(X(xi))}
    for name, shift in shifts.items():
        rows[name] = [height * mp.cos(2 * mp.pi * xi * a / p + shift) for a in range(p)]
    return {
        **residues(p, rows=rows),
        "a": mpf(1),
        "xi": mpf(xi),
        "X": top,
        "X_least": min(abs(X(q)) for q in range(1, p)),
        "U_top": mp.sqrt(mpf(2) / (27 * mpf(p) ** 3)) * top**3,
        "A_p": height,
        "mu_top": mp.sqrt(mpf(p) / 6),
        "leak": mpf(0),
        "mismatch": mpf(0),
        "maxima": mpf(p - 1) / 2,
    }


def learned_wave(p=3):
    """A group at its bound, and the two coefficients p/2 exp(+-i s_x) of what it has learned."""
    values = everything(residues(p), p, 6, attained=True)
    xi, shift = int(values["xi"]), values["s_x"]

    def chi_hat(k):
        signs = [sign for sign in (1, -1) if (int(k) - sign * xi) % p == 0]
        return mp.fsum(mpf(p) / 2 * mp.expj(sign * shift) for sign in signs)

    return {**values, "chi_hat": chi_hat}


def one_hot(p=5):
    """e_0 less its mean."""
    rows = rows_of(p)
    rows["x"] = [mpf(int(a == 0)) - mpf(1) / p for a in range(p)]
    return residues(p, rows=rows)


def even(p=6):
    """x with a strong frequency p/2: the largest utility is there."""
    values = residues(p, rows={**rows_of(p), "x": [mpf(q) for q in (3, -2, 1, -3, 2, -1)]})
    below = max(abs(values["x_hat"](q)) for q in range(1, p // 2))
    middle = abs(values["x_hat"](p // 2))
    options = (below**3, mp.sqrt(2) * middle**3)
    return {
        **values,
        "X": below,
        "X_half": middle,
        "U_top": mp.sqrt(mpf(2) / (27 * mpf(p) ** 3)) * max(options),
    }


def growing(p=3, size=mpf("0.4")):
    """r(s) times a maximiser follows the gradient where r' = 3 U r^2: one frequency, in phase."""
    values = maximising(p)
    top, xi = values["U_top"], values["xi"]
    time, last = mpf("0.3"), mpf(1)

    def scale(s):
        return 1 / (1 / size - 3 * top * s)

    def course(name):
        return lambda a, s: scale(s) * values[name](a)

    def gradient(name):
        return lambda a, s: 3 * top * scale(s) ** 2 * values[name](a)

    magnitude = scale(time) * values["mu_top"]
    return {
        **values,
        "k": xi,
        "t_wave": time,
        "T_wave": last,
        **{f"{name}_on": course(name) for name in "uvw"},
        **{f"G_{name}": gradient(name) for name in "uvw"},
        **{f"mag_{name}": magnitude for name in "uvw"},
        "Phi": mpf(0),
        "rate_sq": top * scale(time) ** 3 * p,
        "rate_im": mpf(0),
        "norm_0": size,
        "norm_at_jump": scale(time),
        "sigma_wave": lambda m: (
            (scale(time) ** 2 - size**2) * (mpf(p) / 6 if m in (xi, p - xi) else 0)
        ),
    }


def moving(p=3, N=2, i=2):
    """Two neurons and a centred x; the slopes by the chain rule, entry by entry."""
    x = [mpf(2), mpf("-0.5"), mpf("-1.5")]
    h = [mpf("0.7"), mpf("-1.2"), mpf("0.4")]

    def vector(shift):
        return lambda k, q: mpf((5 * int(k) ** 2 + 3 * (int(q) % p) * shift + shift) % 7 - 3) / 2

    u, v, w = vector(1), vector(2), vector(4)

    def against(f, a):
        return mp.fsum(f(q) * x[(q - int(a)) % p] for q in range(p))

    def hidden(k, a, b):
        return against(lambda q: u(k, q), a) + against(lambda q: v(k, q), b)

    def error(a, b, c):
        out = mp.fsum(hidden(k, a, b) ** 2 * w(k, c) for k in range(1, N + 1))
        return out - x[(c - int(a) - int(b)) % p]

    def residual(f):
        return lambda a, b: mp.fsum(f(c) * error(a, b, c) for c in range(p))

    cells = [(a, b, c) for a in range(p) for b in range(p) for c in range(p)]

    def slope(of_hidden, of_output):
        each = [
            error(*cell) * (2 * hidden(i, *cell[:2]) * of_hidden(*cell) * w(i, cell[2]))
            + error(*cell) * hidden(i, *cell[:2]) ** 2 * of_output(*cell)
            for cell in cells
        ]
        return mp.fsum(each) / mpf(p) ** 2

    def none(*_):
        return mpf(0)

    return {
        "p": mpf(p),
        "N_group": mpf(N),
        "i": mpf(i),
        "x": lambda n: x[int(n) % p],
        "h": lambda n: h[int(n) % p],
        "u_in": u,
        "v_in": v,
        "w_in": w,
        "z_u": lambda a: against(lambda q: u(i, q), a),
        "z_v": lambda a: against(lambda q: v(i, q), a),
        "h_x": lambda a: against(lambda q: h[q], a),
        "r_w": residual(lambda c: w(i, c)),
        "r_h": residual(lambda c: h[c]),
        "slope_u": slope(lambda a, b, c: against(lambda q: h[q], a), none),
        "slope_v": slope(lambda a, b, c: against(lambda q: h[q], b), none),
        "slope_w": slope(none, lambda a, b, c: h[c]),
    }


MAXIMISING = (
    "maximal-utility",
    "maximiser-amplitude",
    "maximiser-magnitude",
    "maximiser-form",
    "maximiser-waves",
    "maximiser-phases",
    "maximal-value-line",
    "no-other-maxima",
)


def network():
    """A of 2 x 3, W of 3 x 2, any gradient: a straight course with the flow's slope at T."""
    eta, end = mpf("0.6"), mpf("0.5")

    def entry(kind):
        return lambda i, j, s=None: mpf((5 * int(i) ** 2 + 3 * int(j) + kind) % 7 - 3) / 2

    A, W, G = entry(1), entry(4), entry(2)

    def A_of(row, i, s):
        return A(row, i) - (s - end) * eta * sum(G(row, m) * W(i, m) for m in (1, 2))

    def W_of(i, m, s):
        return W(i, m) - (s - end) * eta * sum(A(row, i) * G(row, m) for row in (1, 2))

    sizes = {"c": mpf(2), "d": mpf(2), "width": mpf(3), "i_of": mpf(1), "j_of": mpf(3)}
    rest = {"eta": eta, "T": end, "rate_balance": mpf(0)}
    return {**sizes, **rest, "A_of": A_of, "W_of": W_of, "G_of": G}


def spectrum():
    """Three directions, the second the largest; the maximum found on a fine path of spheres."""
    values, N = [mpf("0.4"), mpf("1.3"), mpf(0)], 5
    utilities = (N * v * values[1] ** 2 * (1 - v**2) / 2 for v in mp.linspace(0, 1, 9001))
    assert abs(max(utilities) - N * values[1] ** 2 / (3 * mp.sqrt(3))) < 1e-7
    return {
        "N": mpf(N),
        "d": mpf(3),
        "top_of": mpf(2),
        "lam_of": lambda j: values[int(j) - 1],
        "lam_k": values[1],
        "U_star": N * values[1] ** 2 / (3 * mp.sqrt(3)),
        "V_i": -1 / mp.sqrt(3),
        "Q_k": -1 / mp.sqrt(3),
        "K_k": 1 / mp.sqrt(3),
        "best_at_V": N * values[1] ** 2 / (3 * mp.sqrt(3)),
        "lam_after": values[0],
        "U_peak": N * values[1] ** 2 * (1 / mp.sqrt(3)) ** 3,
        "V_local": -1 / mp.sqrt(3),
        "Q_local": lambda j: -(int(j) == 2) / mp.sqrt(3),
        "K_local": lambda j: (int(j) == 2) / mp.sqrt(3),
    }


def dormant_head():
    """V = Q_1 = K_1 = x with x' = eta N mu_1 x^2, beside a component that has been learned."""
    eta, N, end, mus = mpf("0.7"), 3, mpf("0.6"), (mpf("1.1"), mpf(0))
    start, still = mpf("0.3"), (mpf("0.3"), mpf("-0.2"))
    rate = eta * N * mus[0]

    def x(s):
        return start / (1 - rate * start * s)

    def clock(s):
        return -mp.log(1 - rate * start * s) / (N * mus[0])

    def entry(j, s, key):
        return x(s) if int(j) == 1 else still[key]

    def pull(j, s, key):
        return N * x(s) * mus[int(j) - 1] * entry(j, s, 1 - key)

    def plus(j, s):
        return entry(j, s, 0) + entry(j, s, 1)

    def minus(j, s):
        return entry(j, s, 0) - entry(j, s, 1)

    sizes = [3 * x(s) ** 2 + still[0] ** 2 + still[1] ** 2 for s in (mpf(0), end)]
    return {
        "eta": eta,
        "N": mpf(N),
        "d": mpf(2),
        "T": end,
        "index_of": mpf(2),
        "first_of": mpf(1),
        "mu_of": lambda j: mus[int(j) - 1],
        "V_of": x,
        "Q_of": lambda j, s: entry(j, s, 0),
        "K_of": lambda j, s: entry(j, s, 1),
        "gV_of": lambda s: N * mus[0] * x(s) ** 2,
        "gQ_of": lambda j, s: pull(j, s, 0),
        "gK_of": lambda j, s: pull(j, s, 1),
        "I_of": clock,
        "I_V": clock(end),
        "mu_j": mus[1],
        "mu_1": mus[0],
        "plus_0": plus(2, 0),
        "minus_0": minus(2, 0),
        "plus_t": plus(2, end),
        "minus_t": minus(2, end),
        "plus_of": lambda j: plus(j, mpf(0)),
        "minus_of": lambda j: minus(j, mpf(0)),
        "tilt_0": plus(2, 0) / plus(1, mpf(0)),
        "tilt": plus(2, end) / plus(1, end),
        "V_0": start,
        "V_sq": x(end) ** 2,
        "norm_0": mp.sqrt(sizes[0]),
        "theta_sq": sizes[1],
    }


def head_on_its_orbit(start="0.3"):
    """V = Q = K = x with x' = eta N mu x^2 up to the norm 1; its quadrature by mpmath."""
    eta, N, mu, start = mpf("0.7"), 3, mpf("1.1"), mpf(start)
    rate = eta * N * mu
    end = (1 / start - mp.sqrt(3)) / rate

    def x(s):
        return start / (1 - rate * start * s)

    def clock(s):
        return -mp.log(1 - rate * start * s) / (N * mu)

    def primitive(q):
        return mp.quad(lambda i: mp.exp(-N * mu * i) / start, [0, q])

    return {
        "eta": eta, "N": mpf(N), "d": mpf(1), "T": end, "tau": end, "mu_of": lambda j: mu,
        "V_of": x, "Q_of": lambda j, s: x(s), "K_of": lambda j, s: x(s),
        "gV_of": lambda s: N * mu * x(s) ** 2, "gQ_of": lambda j, s: N * mu * x(s) ** 2,
        "gK_of": lambda j, s: N * mu * x(s) ** 2, "I_of": clock, "I_V": clock(end),
        "plus_of": lambda j: 2 * start, "minus_of": lambda j: mpf(0), "turn_of": mpf(0),
        "sign_before": mpf(1), "sign_after": mpf(1), "primitive_of": primitive, "I_low": mpf(0),
        "I_high": clock(end), "quadrature": primitive(clock(end)),
    }  # fmt: skip


def racing_heads():
    """Two heads that start at different norms."""
    pair = [head_on_its_orbit(start) for start in ("0.3", "0.4")]

    def each(name):
        value = pair[0][name]
        if callable(value):
            return lambda i, *x: pair[int(i) - 1][name](*x)
        return lambda i: pair[int(i) - 1][name]

    shared = {name: pair[0][name] for name in ("eta", "N", "d", "mu_of")}
    own = {f"{name}_heads": each(name) for name in pair[0] if name not in shared}
    order = {"heads_of": mpf(2), "first_head": mpf(2), "least_quadrature": mpf(2)}
    return {**shared, **own, **order}


def aligned_head(full=True):
    """V = Q_1 = K_1 up to norm 1, in two directions; the accumulated utility of its direction."""
    eta, N, values, start = mpf("0.8"), 2, (mpf("1.2"), mpf("0.7")), mpf("0.2")
    rate = eta * N * values[0] ** 2
    end = (1 / start - mp.sqrt(3)) / rate

    def x(s):
        return start / (1 - rate * start * s)

    def entry(i, s):
        return x(s) if int(i) == 1 else mpf(0)

    def pull(j, i, s):
        return N * values[0] ** 2 * x(s) ** 2 if int(i) == 1 else mpf(0)

    mean = N * values[0] ** 2 / (3 * mp.sqrt(3))
    course = {
        "N": mpf(N),
        "d": mpf(2),
        "eta": eta,
        "V_at": x,
        "Q_at": entry,
        "K_at": entry,
    }
    if not full:
        t = end / 2
        return {
            **course,
            "t": t,
            "top_of": mpf(1),
            "lam_of": lambda j: values[int(j) - 1],
            "lam_k": values[0],
            "accumulated_of": lambda s: 3 * mean * s,
            "S": 3 * mean * t,
        }
    return {
        **course,
        "l_of": mpf(0),
        "k_of": mpf(1),
        "dormant_of": mpf(2),
        "jumper_of": mpf(2),
        "tau_of": lambda j: end * j,
        "lambda_of": lambda j: values[int(j) - 1],
        "gV_at": lambda j, s: pull(j, 1, s),
        "gQ_at": pull,
        "gK_at": pull,
        "norm_at": lambda i: mp.sqrt(3) * start if int(i) == 2 else start,
        "mu": mp.sqrt(3) * start,
        "weighted_gap": values[0] ** 2 * end,
    }


def vanishing_heads():
    """The aligned head at every scale: 1/|theta| falls from 2/alpha to 1 with eta = 1/alpha."""
    N, values = 2, (mpf("1.2"), mpf("0.7"))
    pace = N * values[0] ** 2 / mp.sqrt(3)

    def x(alpha, s):
        return alpha / (2 - pace * s) / mp.sqrt(3)

    def entry(alpha, i, s):
        return x(alpha, s) if int(i) == 1 else mpf(0)

    def pull(alpha, j, i, s):
        return N * values[0] ** 2 * x(alpha, s) ** 2 if int(i) == 1 else mpf(0)

    def end(alpha):
        return (2 - alpha) / pace

    return {
        "N": mpf(N),
        "d": mpf(2),
        "l_of": mpf(0),
        "k_of": mpf(1),
        "dormant_of": mpf(1),
        "jumper_scale": lambda alpha: mpf(1),
        "tau_scale": lambda alpha, j: end(alpha) * j,
        "lambda_of": lambda j: values[int(j) - 1],
        "V_scale": x,
        "Q_scale": entry,
        "K_scale": entry,
        "gV_scale": lambda alpha, j, s: pull(alpha, j, 1, s),
        "gQ_scale": pull,
        "gK_scale": pull,
        "norm_scale": lambda alpha, i: alpha / 2,
        "mu_in": lambda alpha: alpha / 2,
        "weighted_in": lambda alpha: values[0] ** 2 * end(alpha),
        "mu_limit": mpf(1) / 2,
        "weighted_limit": 2 * values[0] ** 2 / pace,
    }


def prompts():
    """d = 1, N = 2: examples by Hermite's three points, beta and the query by two; v = -1.

    What is learned, levels and slopes by the formulas of Appendix E.
    """
    N, s, v = 2, mpf("1.5"), mpf(-1)
    hermite = ((-mp.sqrt(3), mpf(1) / 6), (mpf(0), mpf(2) / 3), (mp.sqrt(3), mpf(1) / 6))
    signs = ((mpf(-1), mpf(1) / 2), (mpf(1), mpf(1) / 2))
    points = list(product(hermite, hermite, signs, signs))
    root = mp.sqrt(s)
    whole = s + (N + 1) * s
    A = 1 / whole
    V, Q, K = mpf("0.4"), mpf("1.3"), mpf("-0.8")
    stretch = (mpf(2), mpf("0.5"))
    values = A / (stretch[0] * stretch[1])
    c = mpf("0.3")

    def loss(size):
        return s / 2 - size * N * s**2 + size**2 * N * s**2 * whole / 2

    def x(n, a, w):
        place = {1: 0, 2: 1, 3: 3}[int(n)]
        return root * points[int(w) - 1][place][0]

    W = values * stretch[0] * stretch[1] * v**2
    units = dict.fromkeys(
        ("iteration", "head_of", "heads_of", "active", "old_of", "chosen_of", "along_of"), mpf(1)
    )
    flat = dict.fromkeys(
        ("grad_Q", "grad_Q_alone", "grad_old", "across_Q", "across_K", "captured"), mpf(0)
    )
    return {
        **units,
        **flat,
        "N": mpf(N),
        "d": mpf(1),
        "points": mpf(len(points)),
        "weight_of": lambda w: mp.fprod(part[1] for part in points[int(w) - 1]),
        "beta_of": lambda a, w: points[int(w) - 1][2][0],
        "x_of": x,
        "Sigma_of": lambda a, b: s,
        "lambda_of": lambda j: s,
        "v_of": lambda j, a: v,
        **dict.fromkeys(("trace", "lam_k", "lam_h", "lam_j", "s_ab"), s),
        **dict.fromkeys(("row_of", "column_of"), mpf(1)),
        "s2_ab": s**2,
        "C_ab": 8 * s**2,
        "squares_ab": 6 * s**2,
        "pairs_ab": s**2,
        "A_of": lambda h: A,
        "A_h": A,
        "A_k": A,
        "curvature": N * s**2 * whole,
        "slope_of": lambda q: N * s**2 * (whole * q - 1),
        "level_0": s / 2,
        "level_k": loss(A),
        "drop": N * s**2 / (2 * whole),
        "V_i": V,
        "query_of": lambda a: Q,
        "key_of": lambda a: K,
        "QSSK": Q * s**2 * K,
        "U": N * V * Q * s**2 * K,
        "cross": N * V * Q * s**2 * K,
        "top": s**2,
        "W_ab": A,
        **dict.fromkeys(("mode_1", "mode_2"), mpf(1)),
        "Q_h": v * Q,
        "K_h": v * K,
        "value_of": lambda h: values,
        "queries_of": lambda h, a: stretch[0] * v,
        "keys_of": lambda h, a: stretch[1] * v,
        "stretch_Q_of": lambda h: stretch[0],
        "stretch_K_of": lambda h: stretch[1],
        "size_of": lambda h: c,
        "L_W": loss(W),
        "L_A": loss(c),
        "L_sum": loss(c),
        "tr_SSW": s**2 * W,
        "tr_SWSW": s**2 * W**2,
        "tr_SWSSW": s**3 * W**2,
        "V_h": values,
        "Q_j": stretch[0],
        "K_j": stretch[1],
        "response": values**2 * stretch[1] ** 2 * N * s * whole,
        "grad_V_of": lambda h: mpf(0),
        "grad_Q_of": lambda h, j: mpf(0),
        "grad_K_of": lambda h, j: mpf(0),
        **full_formula(N),
        **moving_head(s, N, whole),
        **zero_slices(x, points, s, N, whole),
    }


def zero_slices(x, points, s, N, whole):
    """The prompts of the population; only the last entry of W_V has a slope."""
    formula = full_formula(N)
    V, K, Q = (
        [formula[name](*place) for place in places]
        for name, places in (
            ("head_value", ((1,), (2,))),
            ("full_K_of", ((1, 1), (2, 1))),
            ("full_Q_of", ((1, 1), (2, 1))),
        )
    )
    size = sum(a * b * c for a, b, c in zip(V, K, Q))
    slope = N * s**2 * (whole * size - 1)

    def token(i, n, w):
        if i == 1:
            return x(n, 1, w)
        return mpf(0) if n == N + 1 else points[int(w) - 1][2][0] * x(n, 1, w)

    return {
        "token_of": token,
        "zero_V_of": lambda h, i, j: (
            slope * K[int(h) - 1] * Q[int(h) - 1] if i == j == 2 else mpf(0)
        ),
        "zero_K_of": lambda h: mpf(0),
        "zero_Q_of": lambda h: mpf(0),
        "grad_zero": mpf(0),
    }


def full_formula(N):
    """One prompt of N examples and two heads of rank one; an entry of a head by NumPy."""
    x, y = (mpf("0.6"), mpf("-1.2"), mpf("0.9")), (mpf("0.5"), mpf(2), mpf(0))
    V, K, Q = (mpf("0.7"), mpf("-0.4")), (mpf("1.1"), mpf("0.3")), (mpf("-0.6"), mpf(2))
    X = mp.matrix([x, y])
    weights = [mp.matrix(2, 2) + mpf(k) / 3 for k in (1, 2)]
    ranked = mp.matrix([[1, -2], [mpf("0.5"), 3]])
    entry = (weights[0] * X * X.T * weights[1] * ranked.T * X)[0, 0]
    keys = [sum(y[n] * x[n] for n in range(N)) * one for one in K]
    queries = [one * x[N] for one in Q]
    scale = mpf("1.7")
    return {
        "lambda": scale,
        "rank_of": mpf(2),
        "X_of": lambda i, n: X[int(i) - 1, int(n) - 1],
        "WV_of": lambda i, j: weights[0][int(i) - 1, int(j) - 1],
        "WK_of": lambda i, j: weights[1][int(i) - 1, int(j) - 1],
        "WQ_of": lambda i, j: ranked[int(i) - 1, int(j) - 1],
        "head": entry,
        "head_input": scale**3 * entry,
        "head_weights": scale**3 * entry,
        "heads": mpf(2),
        "y_of": lambda n: y[int(n) - 1],
        "input_of": lambda n, a: x[int(n) - 1],
        "head_value": lambda h: V[int(h) - 1],
        "head_key": lambda h: keys[int(h) - 1],
        "head_query": lambda h: queries[int(h) - 1],
        "full_V_of": lambda h, i, j: V[int(h) - 1] if i == j == 2 else mpf(0),
        "full_K_of": lambda h, b: K[int(h) - 1] if b == 1 else mpf(0),
        "full_Q_of": lambda h, b: Q[int(h) - 1] if b == 1 else mpf(0),
        "y_hat": sum(a * b * c for a, b, c in zip(V, keys, queries)),
    }


def moving_head(s, N, whole):
    """A head V Q K in one dimension, on straight courses with the flow's slopes at time t."""
    V, Q, K, eta, t = mpf("0.4"), mpf("1.3"), mpf("-0.8"), mpf("0.6"), mpf("0.9")
    slope = N * s**2 * (whole * V * Q * K - 1)
    pulls = (slope * Q * K, slope * V * K, slope * V * Q)
    return {
        "eta": eta,
        "t": t,
        "number_of": mpf(1),
        "V_in": lambda h, q: V - eta * pulls[0] * (q - t),
        "Q_in": lambda h, a, q: Q - eta * pulls[1] * (q - t),
        "K_in": lambda h, a, q: K - eta * pulls[2] * (q - t),
        "LV_of": pulls[0],
        "LQ_of": lambda a: pulls[1],
        "LK_of": lambda a: pulls[2],
        "rate_VQ": mpf(0),
        "rate_VK": mpf(0),
    }


def layers(k=3):
    """F(w) = (w_1^2 w_2, w_1 w_2^2 - w_2^3), of degree 3; straight courses with the flow's slope."""
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


def singular_pair():
    """M = sigma u v^T + another pair, in 2 x 3."""
    u, v, sigma = (mpf(3) / 5, mpf(4) / 5), (mpf(2) / 3, mpf(1) / 3, mpf(-2) / 3), mpf("1.7")
    across, other = (mpf(-4) / 5, mpf(3) / 5), (mpf(1) / 3, mpf(2) / 3, mpf(2) / 3)

    def M(l, m):
        l, m = int(l) - 1, int(m) - 1
        return sigma * u[l] * v[m] + mpf("0.6") * across[l] * other[m]

    return {
        "c": mpf(2),
        "d": mpf(3),
        "M_of": M,
        "u_mode": lambda l: u[int(l) - 1],
        "v_mode": lambda m: v[int(m) - 1],
        "sigma_mode": sigma,
        "U_on_descent": sigma / 2,
    }


def linear_problem(c=2, d=3, step=1):
    """B, Sigma_xx and the plateau after one jump, by eigenvalues; three weighted points."""
    points = [[1, 2, 0], [0, 1, -1], [mpf("0.5"), -1, 3]]
    weights_ = [mpf("0.5"), mpf(1), mpf("0.7")]
    B = mp.matrix([[1, mpf("0.5"), -1], [0, 2, mpf("0.3")]])
    cov = mp.matrix(d, d)
    for p, x in zip(weights_, points):
        cov += p * mp.matrix(x) * mp.matrix(x).T
    cross, prec = B * cov, cov**-1
    values, vectors = mp.eigsy(B * cov * B.T)
    order = sorted(range(c), key=lambda q: -values[q])
    mu = [values[q] for q in order]
    U = mp.matrix([[vectors[k, q] for q in order] for k in range(c)])
    P = U[:, :step] * U[:, :step].T
    beta = P * B
    grad = (beta - B) * cov
    i, j = 1, 2
    a, w = [mpf("0.4"), mpf(-2)], [mpf(1), mpf("0.3"), mpf("-0.8")]
    pairing = sum(a[k] * grad[k, m] * w[m] for k in range(c) for m in range(d))

    def entry(matrix):
        return lambda k, l: matrix[int(k) - 1, int(l) - 1]

    def row(numbers):
        return lambda l: list(numbers)[int(l) - 1]

    X = mp.matrix(points)
    return {
        "c": mpf(c), "d": mpf(d), "rank": mpf(2), "step": mpf(step), "points_of": mpf(3),
        "i_of": mpf(i), "j_of": mpf(j), "weight_of": row(weights_), "x_of": entry(X),
        "y_of": entry(X * B.T), "B_of": entry(B), "cov_of": entry(cov), "prec_of": entry(prec),
        "cross_of": entry(cross), "u_of": entry(U), "mu": row(mu), "P_of": entry(P),
        "beta_of": entry(beta), "grad_of": entry(grad), "Sigma_yx_ij": cross[i - 1, j - 1],
        "B": row(B[i - 1, :]), "Sigma_xx": row(cov[:, j - 1]), "P": row(P[i - 1, :]),
        "beta_ols": row(B[:, j - 1]), "beta": row(beta[i - 1, :]),
        "descent_entry": -grad[i - 1, j - 1], "grad_entry": grad[i - 1, j - 1],
        "projected": (cross - P * cross)[i - 1, j - 1], "pairing": pairing, "U_basis": -pairing,
        "a_of": row(a), "w_of": row(w), "ell": lambda k: mpf(mu[1] / 2),
        "best": beta[i - 1, j - 1], "Q_best": entry(U[:, :1]), "R_best": entry(U[:, :1].T * B),
    }  # fmt: skip


def basis_change():
    """A of 1 x 2, W of 2 x 1, G = [[2, 1], [1, 1]]."""
    tables = {
        "A_map": [[mpf(3), mpf(-1)]], "W_map": [[mpf(2)], [mpf(5)]],
        "basis_map": [[2, 1], [1, 1]], "basis_inverse": [[1, -1], [-1, 2]],
    }  # fmt: skip

    def entry(name):
        return lambda k, l: mpf(tables[name][int(k) - 1][int(l) - 1])

    sizes = {"width": mpf(2), "i_of": mpf(1), "j_of": mpf(1)}
    return {**sizes, **{n: entry(n) for n in tables}, "f_entry": mpf(1), "f_moved": mpf(1)}


def singular_system(count=1):
    """M of 2 x 3 by mpmath's singular values; the leading frame."""
    M = mp.matrix([[1, 2, mpf("0.5")], [mpf("-0.3"), 1, 1]])
    U, S, V = mp.svd_r(M)

    def entry(matrix, scale=1):
        return lambda k, l: scale * matrix[int(k) - 1, int(l) - 1]

    half = 1 / mp.sqrt(2)
    return {
        "c": mpf(2), "d": mpf(3), "rank": mpf(2), "modes": mpf(count), "M_of": entry(M),
        "u_system": entry(U), "v_system": entry(V.T), "sigma_grad": lambda q: S[int(q) - 1],
        "U_total": mp.fsum(S[:count]) / 2, "U_frame": lambda q: S[int(q) - 1] / 2,
        "a_best": entry(U, half), "w_best": entry(V.T, half), "U_local": S[0] / 2,
        "a_top": lambda k: half * U[int(k) - 1, 0], "w_top": lambda k: half * V[0, int(k) - 1],
        "sigma_top": S[0], "vector_of": mpf(1), "overlap_all": mpf(1), "gap_after": S[0] - S[1],
    }  # fmt: skip


def two_decompositions():
    """One matrix by singular values 2, 1, and the same with both vectors of the first pair
    reversed.
    """
    turn = mp.matrix([[mpf(3) / 5, mpf(-4) / 5], [mpf(4) / 5, mpf(3) / 5]])
    S, flip = mp.matrix([[2, 0], [0, 1]]), mp.matrix([[-1, 0], [0, 1]])
    U, V = turn, turn * turn

    def entry(matrix):
        return lambda k, l: matrix[int(k) - 1, int(l) - 1]

    return {
        "c": mpf(2), "d": mpf(2), "width": mpf(2), "maps_of": mpf(2), "map_place": mpf(1),
        "row_of": mpf(1), "column_of": mpf(2), "A_map": entry(U * S), "W_map": entry(V.T),
        "product_of": entry(U * S * V.T), "s_of": lambda q: S[int(q) - 1, int(q) - 1],
        "u_first": entry(U), "v_first": entry(V), "u_second": entry(U * flip),
        "v_second": entry(V * flip), "separation": mpf(1), "map_one": 2 * U[0, 0] * V[1, 0],
        "map_two": 2 * U[0, 0] * V[1, 0],
    }  # fmt: skip


def selected_pair():
    """Covariances that commute, turned together; the gradient at the top pair by matrices."""
    turn = mp.matrix([[mpf(3) / 5, mpf(-4) / 5], [mpf(4) / 5, mpf(3) / 5]])
    cov = turn * mp.matrix([[2, 0], [0, mpf("0.5")]]) * turn.T
    cross = mp.matrix([[2, 0], [0, 3]]) * turn.T
    B = cross * cov**-1
    U, S, V = mp.svd_r(cross)
    beta = U[:, 0] * V[0, :]
    grad = (beta - B) * cov
    pulled = grad.T * U[:, 0]
    off = pulled - (pulled.T * V[0, :].T)[0] * V[0, :].T
    root = mp.cholesky(cov).T  # points x_n with sum x_n x_n^T = Sigma_xx

    def entry(matrix):
        return lambda k, l: matrix[int(k) - 1, int(l) - 1]

    return {
        "c": mpf(2), "d": mpf(2), "rank": mpf(2), "points_of": mpf(2), "weight_of": lambda n: mpf(1),
        "x_of": entry(root), "y_of": entry(root * B.T), "B_of": entry(B), "cov_of": entry(cov),
        "cross_of": entry(cross), "beta_of": entry(beta), "grad_of": entry(grad),
        "s_selected": lambda q: S[int(q) - 1], "u_selected": entry(U), "v_selected": entry(V.T),
        "leaving": mp.norm(off), "commutes": mpf(1), "top_gap": S[0] - S[1],
    }  # fmt: skip


def plateau():
    """A pair with sigma = 1.7 on plateau k, another on plateau k - 1, two plateaus, three jumps."""
    pair, start, time = singular_pair(), mpf("0.2"), mpf("0.4")
    sigma = pair["sigma_mode"]
    S = [[mpf(2), mpf("1.5"), mpf("0.5")], [mpf("1.2"), mpf("0.7")], [mpf("0.9")]]
    waits = [1 / S[0][0]]
    waits.append((1 - S[0][1] * waits[0]) / S[1][0])
    waits.append((1 - S[0][2] * waits[0] - S[1][1] * waits[1]) / S[2][0])

    def spectrum_(n, k):
        row = S[int(k)] if 0 <= k < 3 else []
        return row[int(n) - 1] if 1 <= n <= len(row) else mpf(1)

    def gained(n, k):
        return mp.fsum(spectrum_(n - j, j) * waits[j] for j in range(int(k)))

    ordered = ([mpf(3), mpf(2)], [mpf(1), mpf(2)])
    return {
        **pair, "t": time, "S_start": start, "S_after": start + sigma * time,
        "S_on": lambda s: start + sigma * s,
        "M_last": pair["M_of"], "u_last": pair["u_mode"], "v_last": pair["v_mode"],
        "sigma_last": sigma, "S_before": start, "wait": (1 - start) / sigma,
        "S_wait": lambda s: start + sigma * s,
        "plateau_of": mpf(1), "wait_of": lambda k: mpf("0.6"),
        "sigma_first_of": lambda k: ordered[0][int(k)],
        "sigma_second_of": lambda k: ordered[1][int(k)],
        "S_first_of": lambda k: ordered[0][0] * mpf("0.6") * k,
        "S_second_of": lambda k: ordered[1][0] * mpf("0.6") * k,
        "S_one": ordered[0][0] * mpf("0.6") + ordered[0][1] * time,
        "S_two": ordered[1][0] * mpf("0.6") + ordered[1][1] * time,
        "step": mpf(3), "sigma": spectrum_, "S_at": gained,
        "Delta_tau": lambda k: waits[int(k) - 1] if 1 <= k <= 3 else mpf(1),
    }  # fmt: skip


def commuting_problem():
    """Sigma_xx = V diag(3, 1) V^T and B = U diag(1, 2) V^T: they commute."""
    turn = [mpf(3) / 5, mpf(4) / 5]
    V = mp.matrix([[turn[0], -turn[1]], [turn[1], turn[0]]])
    other = [mpf(5) / 13, mpf(12) / 13]
    U = mp.matrix([[other[0], -other[1]], [other[1], other[0]]])
    B, cov = U * mp.diag([1, 2]) * V.T, V * mp.diag([3, 1]) * V.T
    root = V * mp.diag([mp.sqrt(3), 1])
    cross = B * cov

    def entry(matrix):
        return lambda k, l: matrix[int(k) - 1, int(l) - 1]

    return {
        "c": mpf(2), "d": mpf(2), "points_of": mpf(2), "weight_of": lambda n: mpf(1),
        "x_of": entry(root.T), "y_of": entry(root.T * B.T), "B_of": entry(B), "cov_of": entry(cov),
        "prec_of": entry(cov**-1), "cross_of": entry(cross), "gram_x_of": entry(cross.T * cross),
        "sigma_one": mpf(3), "sigma_two": mpf(2), "right_xx": mpf(0), "left_mu": mpf(0),
        "u_one": lambda k: U[int(k) - 1, 0], "u_two": lambda k: U[int(k) - 1, 1],
        "v_one": lambda k: V[int(k) - 1, 0], "v_two": lambda k: V[int(k) - 1, 1],
    }  # fmt: skip


def growing_mode():
    """One neuron, a = w: w^2 = b/(1 + (b/w_0^2 - 1) e^(-2 eta b lambda t))."""
    b, variance, eta, time, start = mpf(2), mpf("0.7"), mpf("0.9"), mpf("1.5"), mpf("0.3")

    def weight(k, h, s):
        rest = b / start**2 - 1
        return mp.sqrt(b / (1 + rest * mp.exp(-2 * eta * b * variance * s)))

    def slope(k, h, s):
        w = weight(k, h, s)
        return -variance * (b - w**2) * w

    final = weight(1, 1, time)
    return {
        "c": mpf(1), "d": mpf(1), "width": mpf(1), "points_of": mpf(1), "t": time, "eta": eta,
        "weight_of": lambda n: variance, "x_of": lambda n, l: mpf(1), "y_of": lambda n, k: b,
        "B_of": lambda k, l: b, "cov_of": lambda l, m: variance, "A_at": weight, "W_at": weight,
        "dL_dA": slope, "dL_dW": slope, "u_mode_of": lambda k: mpf(1),
        "v_mode_of": lambda k: mpf(1), "b_mode": b, "lam_mode": variance,
        "energy_t": 2 * final**2, "energy_0": 2 * start**2,
        "loss_t": variance * (b - final**2) ** 2 / 2,
    }  # fmt: skip


def common_modes(step=1):
    """s = 6, 1 and lambda = 3, 1 along turned axes: both orders agree; plateau 1 has 1, 0 left."""
    values = commuting_problem()
    V = mp.matrix([[values[name](k) for name in ("v_one", "v_two")] for k in (1, 2)])
    U = mp.matrix([[values[name](k) for name in ("u_one", "u_two")] for k in (1, 2)])
    s, variances = [mpf(6), mpf(1)], [mpf(3), mpf(1)]
    cov = V * mp.diag(variances) * V.T
    B = U * mp.diag([2, 1]) * V.T
    root = V * mp.diag([mp.sqrt(3), 1])
    spectra = [s, [mpf(1), mpf(0)]]

    def entry(matrix):
        return lambda k, l: matrix[int(k) - 1, int(l) - 1]

    def turned(matrix):
        return lambda l, q, k: matrix[int(l) - 1, (int(q) - 1) ^ int(k)]

    return {
        **values, "rank": mpf(2), "step": mpf(step), "index": mpf(1), "ordered": mpf(1),
        "x_of": entry(root.T), "y_of": entry(root.T * B.T), "B_of": entry(B), "cov_of": entry(cov),
        "prec_of": entry(cov**-1), "cross_of": entry(B * cov), "u_common": entry(U),
        "v_common": entry(V), "s_common": lambda q: s[int(q) - 1],
        "lambda": lambda q: variances[int(q) - 1], "u_plateau": turned(U), "v_plateau": turned(V),
        "sigma": lambda q, k: spectra[int(k)][int(q) - 1], "mu": lambda q: [mpf(12), 1][int(q) - 1],
        "ell_rec": lambda k: mpf([13, 1, 0][int(k)]) / 2,
        "Delta_tau": lambda n: [1 / mpf(6), 5 / mpf(6)][int(n) - 1], "tau_rec": mpf(1),
        "wait_rec": 5 / mpf(6), "s_k": mpf(1), "s_before": mpf(6),
    }  # fmt: skip


def plateaus():
    """What is left of Sigma_yx on the first two plateaus, by mpmath's singular values."""
    values = linear_problem()
    cross = mp.matrix([[values["cross_of"](k, l) for l in (1, 2, 3)] for k in (1, 2)])
    u = mp.matrix([values["u_of"](k, 1) for k in (1, 2)])
    rests = [cross, cross - u * (u.T * cross)]
    systems = [mp.svd_r(one) for one in rests]
    return {
        **values,
        "index": mpf(1),
        "rest_of": lambda l, m, k: rests[int(k)][int(l) - 1, int(m) - 1],
        "sigma": lambda q, k: systems[int(k)][1][int(q) - 1],
        "u_plateau": lambda l, q, k: systems[int(k)][0][int(l) - 1, int(q) - 1],
        "v_plateau": lambda m, q, k: systems[int(k)][2][int(q) - 1, int(m) - 1],
    }


def widths():
    """c = 2, H = 5, d = 3: two modes at most."""
    sizes = {"c": mpf(2), "width": mpf(5), "d": mpf(3)}
    return {**sizes, "rank_AW": mpf(2), "step": mpf(1), "modes": mpf(1)}


LINEAR = {
    "basis-size": widths,
    "dormant-count": widths,
    **dict.fromkeys(("interlaced-above", "interlaced-below", "alternate"), plateaus),
    **dict.fromkeys(("bottom-singular-values", "recovers-gidel"), common_modes),
    **dict.fromkeys(("commuting-times", "commuting-waits"), partial(common_modes, 2)),
    "mode-energy": growing_mode,
    **dict.fromkeys(
        ("cross-covariance", "utility", "utility-main", "gradient", "gradient-main", "level",
         "reduced-rank-regression"),
        linear_problem,
    ),
    "symmetry": basis_change,
    "unique-decomposition": two_decompositions,
    "descent-in-span": selected_pair,
    **dict.fromkeys(("total-utility", "individual-utility", "single-maximum", "vectors-align"), singular_system),
    **dict.fromkeys(
        ("accumulated-utility", "jump-recursion", "order-kept", "recursion-unrolled"), plateau
    ),
    "simultaneous": commuting_problem,
}  # fmt: skip
AT_THE_BOUND = (
    "every-construction",
    "learned-correlation",
    "learned-expansion",
    "learned-factored",
    "learned-function",
    "learned-triple",
    "residual-utility",
    "tightness",
    "updated-utility",
)
ANYWHERE = (
    "aligned-output",
    "cosine-sum",
    "cost-bound",
    "cost-cosines",
    "equality-conditions",
    "gap-distance",
    "loss-bound",
    "loss-split",
    "lower-bound",
    "net-bound",
    "wave-transform",
)

OTHERS = {
    **dict.fromkeys((f"modular.{name}" for name in ANYWHERE), lambda: [everything(residues(3), 3)]),
    **dict.fromkeys(
        (f"modular.{name}" for name in AT_THE_BOUND),
        lambda: [everything(residues(3), 3, 6, attained=True)],
    ),
    "modular.aligned-input": lambda: [one_neuron(residues(3), 3)],
    "modular.aligned-utility": lambda: [one_neuron(residues(3), 3)],
    "modular.product-identity": lambda: [one_pair()],
    "modular.pairs-stay": lambda: [pairs()],
    "modular.squares-return": lambda: [scaled_pair()],
    "modular.cross-pull": lambda: [pulled(residues(5), 5)],
    "modular.second-group": lambda: [beside(residues(5), 5)],
    "modular.five-neurons": lambda: [five(everything(residues(3), 3))],
    "modular.conditions-needed": lambda: [{"independent": mpf(9)}],
    "modular.quarter-frequency-cost": lambda: [quarter(residues(4), 4)],
    "modular.third-harmonic": lambda: [third(residues(5), 5)],
    **dict.fromkeys(
        ("modular.alignment-preserved", "modular.only-third-harmonic"),
        lambda: [square_free(residues(5), 5)],
    ),
    "modular.odd-construction": lambda: [everything(residues(3), 3, 7, attained=True)],
    "modular.even-construction": lambda: [printed_phases(residues(3), 3)],
    "modular.plateau-function": lambda: [learned_plateau(residues(3), 3)],
    "modular.plateau-level": lambda: [learned_plateau(residues(5), 5)],
    "modular.independent-groups": lambda: [two_groups(residues(5), 5)],
    "modular.utility-after-two": lambda: [two_groups(residues(5), 5, 6, attained=True)],
    "modular.magnitude-constraint": lambda: [on_the_sphere()],
    "modular.learned-spectrum": lambda: [learned_wave()],
    "modular.nyquist": lambda: [even()],
    "modular.one-hot": lambda: [one_hot()],
    "modular.figure-nyquist": lambda: [{"nyquist": mpf(0)}],
    **dict.fromkeys((f"modular.gradient-{name}" for name in "uvw"), lambda: [moving()]),
    **dict.fromkeys(
        ("modular.wave-growth", "modular.wave-momentum", "modular.first-jump"),
        lambda: [growing()],
    ),
    **dict.fromkeys((f"modular.{name}" for name in MAXIMISING), lambda: [maximising()]),
    **FRAMEWORK,
    **{f"linear.{name}": lambda make=make: [make()] for name, make in LINEAR.items()},
    "linear.aligned-utility": lambda: [singular_pair()],
    "framework.conserved-quantity": lambda: [layers()],
    "attention.maximal-utility": lambda: [spectrum()],
    "attention.rayleigh": lambda: [spectrum()],
    "attention.maximiser": lambda: [spectrum()],
    "attention.no-other-maxima": lambda: [spectrum()],
    "attention.exact-jump-time": lambda: [head_on_its_orbit()],
    "attention.first-head": lambda: [racing_heads()],
    "attention.threshold": lambda: [radial(3)],
    "attention.accumulated-bound": lambda: [aligned_head(full=False)],
    "attention.jump-bound-appendix": lambda: [aligned_head()],
    "attention.jump-bound": lambda: [vanishing_heads()],
    "attention.component-index": lambda: [
        {
            **vanishing_heads(),
            "iteration": mpf(2),
            "component": mpf(2),
            "lam_k": mpf("0.7"),
            "lam_after": mpf("0.1"),
        }
    ],
    **dict.fromkeys(
        (
            f"attention.{name}"
            for name in ("dormant-sums", "alignment", "dormant-norm", "dormant-value")
        ),
        lambda: [dormant_head()],
    ),
    "linear.conserved-matrix": lambda: [network()],
    "framework.adaptive-dynamics": lambda: [dormant(adaptive=True)],
    "framework.adaptive-rate": lambda: [dormant(), dormant(adaptive=True)],
    "framework.first-crossing": lambda: [
        radial(kappa, mpf(part)) for kappa in (2, 3, 5) for part in ("0.5", "1.001")
    ],
    "framework.algorithm-threshold": lambda: [clocks()],
    "framework.riccati-norm-free": lambda: [in_the_norm(2), in_the_norm(3), in_the_norm(4)],
    **dict.fromkeys((f"framework.{name}" for name in DORMANT), lambda: [dormant()]),
}


def instances(identifier):
    if identifier in OTHERS or identifier in INSTANCES:
        return {**OTHERS, **INSTANCES}[identifier]()
    if identifier in OTHERS:
        return OTHERS[identifier]()
    if identifier.startswith("attention"):
        return [prompts()]
    if identifier.startswith("modular"):
        return [residues()]
    if identifier.startswith("framework"):
        if identifier == "framework.norm-solution":  # before the jump
            return [radial(2, mpf("0.5")), radial(3, mpf("0.5")), radial(5, mpf("0.9"))]
        if identifier == "framework.jump-bound-higher":
            return [radial(3), radial(4)]
        return (
            [radial(2)]
            if identifier == "framework.jump-bound-quadratic"
            else [radial(2), radial(3)]
        )
    if identifier.split(".")[1] in (
        "utility-gradient",
        "gradient-norm",
        "simplified-jump-time",
        "maximal-utility",
    ):
        return [point()]
    if identifier == "diagonal.maximiser":
        return [{"u_i": mp.sqrt(2) / 2, "v_i": -mp.sqrt(2) / 2, "g_i": mpf("1.5")}]
    if identifier == "diagonal.unit-threshold":
        return [at_norm_one()]
    if identifier == "diagonal.activation-sign":
        return [activated(neuron("-1.3", mpf("-0.9"))), activated(neuron("1.7", mpf("-0.9")))]
    if identifier == "diagonal.sign-change":
        return [neuron(-1, mpf(-1), crossing=True)]
    return [neuron("-1.3", mpf("-0.9")), neuron("1.7", mpf("-0.9")), neuron("1.1", mpf("0.8"))]


# These hold at the numbers above, but no theorem says so yet.
WITHOUT_WITNESS = {
    "diagonal.activation",
    "diagonal.either-sign",
    "diagonal.rate",
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
READ = list(READINGS)


@pytest.mark.parametrize("identifier", READ)
def test_what_a_claim_may_use_holds_together_somewhere(identifier):
    asked = stated(claim(identifier))
    skipped = {one.statement for one in asked.definitions if one.name in SAMPLED}
    for values in instances(identifier):
        for hypothesis in asked.allowed - skipped:
            assert truth(
                hypothesis, {letter: values[letter.data[0]] for letter in hypothesis.free}
            ), hypothesis
        if identifier not in LIMITS:
            assert truth(
                asked.statement, {letter: values[letter.data[0]] for letter in asked.statement.free}
            )


def test_every_letter_of_the_registry_has_a_number_by_another_route():
    """What no claim reads, or no instance gives a number, is named here."""
    read = {name for names in READINGS.values() for name in names}
    assert set(DEFINITIONS) - read == set()
    valued = {
        (identifier.partition(".")[0], letter)
        for identifier in READ
        for values in instances(identifier)
        for letter in values
    }
    missing = {
        (one.name, letter)
        for one in DEFINITIONS.values()
        for letter in one.letters
        if (one.setting, letter) not in valued
    }
    assert missing == set()


def explicit(definition):
    """letter = value, or f(q) = value for all q, where the value does not speak of the letter."""
    statement, (letter, *more) = definition.statement, definition.letters
    while statement.op in ("forall", "implies"):
        statement = statement.args[-1]
    if more or statement.op != "eq":
        return False
    left, right = statement.args
    head, places = (left.args[0], left.args[1:]) if left.op == "app" else (left, ())
    bound = [one.data[0] if one.op == "bound" else None for one in places]
    named = head.op == "var" and head.data[0] == letter and head not in right.free
    return named and set(bound) == set(range(len(bound)))


def test_every_definition_of_the_registry_has_a_witness():
    """A theorem without hypotheses says that something satisfies it, or it says letter = value."""
    covered = {name for name, one in DEFINITIONS.items() if explicit(one)}
    for setting in SETTINGS:
        module = import_module(f"theory.{setting}.witnesses")
        for name in module.WITNESSES:
            covered |= {name, *module.BUNDLES.get(name, ())}
    assert set(DEFINITIONS) - covered == WITHOUT_WITNESS
