"""Numbers for the letters of aligned groups, by the paper's closed forms rather than by the
definitions.
"""

from __future__ import annotations

from mpmath import mp, mpf

from tests.theory.proof.definitions.modular.residues import residues

AMPLITUDES = {
    "u": [mpf("0.9"), mpf("1.3")],
    "v": [mpf("1.1"), mpf("0.4")],
    "w": [mpf("0.7"), mpf("1.6")],
}
PHASES = {
    "u": [mpf("0.3"), mpf("-1.2")],
    "v": [mpf("2.1"), mpf("0.8")],
    "w": [mpf("-0.6"), mpf("1.9")],
}


def ours(p, N, X, s_x):
    """Amplitudes and phases of the construction that attains the bound."""
    size = mp.cbrt(mp.sqrt(54 * mpf(p)) / (N * X))
    psi = [2 * mp.pi * i / N for i in range(1, N + 1)]
    phases = {"u": [2 * t for t in psi], "v": [-t for t in psi], "w": [t - s_x for t in psi]}
    return {name: [size] * N for name in "uvw"}, phases


def cost_of(p, X, A, s):
    """eq:Mexp."""
    total = mpf(0)
    for i in range(len(A["u"])):
        for j in range(len(A["u"])):
            du, dv, dw = (s[name][i] - s[name][j] for name in "uvw")
            a, b = A["u"], A["v"]
            inside = (
                (a[i] ** 2 + b[i] ** 2) * (a[j] ** 2 + b[j] ** 2)
                + (a[i] * a[j]) ** 2 * mp.cos(2 * du) / 2
                + (b[i] * b[j]) ** 2 * mp.cos(2 * dv) / 2
                + 2 * a[i] * a[j] * b[i] * b[j] * (mp.cos(du + dv) + mp.cos(du - dv))
            )
            total += A["w"][i] * A["w"][j] * mp.cos(dw) * inside
    return X**4 / (54 * mpf(p) ** 2) * total


def utility(p, X, s_x, A, s, i):
    """eq:utilcumul."""
    angle = s["u"][i] + s["v"][i] - s["w"][i] - s_x
    size = A["u"][i] * A["v"][i] * A["w"][i]
    return mp.sqrt(mpf(2) / (27 * mpf(p) ** 3)) * X**3 * size * mp.cos(angle)


def harmonic(p, xi, A, s):
    """A sqrt(2/(3p)) cos(2 pi xi q/p + s)."""
    return lambda q: A * mp.sqrt(mpf(2) / (3 * p)) * mp.cos(2 * mp.pi * xi * q / p + s)


def group(values, p, N=2, xi=1, attained=False, suffix=""):
    """Letters of one group at a frequency; ``values`` has the encoding and its transform."""
    hat = values["x_hat"](xi)
    X, s_x = abs(hat), mp.arg(hat)
    A, s = ours(p, N, X, s_x) if attained else (AMPLITUDES, PHASES)
    A, s = ({name: row[:N] for name, row in table.items()} for table in (A, s))
    gain = mp.fsum(utility(p, X, s_x, A, s, i) for i in range(N))
    cost = cost_of(p, X, A, s)
    letters = {f"A_{name}{suffix}": lambda i, v=A[name]: v[int(i - 1) % N] for name in "uvw"}
    letters |= {f"s_{name}{suffix}": lambda i, v=s[name]: v[int(i - 1) % N] for name in "uvw"}
    if attained:  # for every neuron, also beyond the group
        turned = {"u": lambda t: 2 * t, "v": lambda t: -t, "w": lambda t: t - s_x}
        letters |= {
            f"s_{name}{suffix}": lambda i, f=f: f(2 * mp.pi * i / N) for name, f in turned.items()
        }
    names = {"xi": "xi_2", "X": "X_2", "s_x": "s_x2", "N_group": "N_2"}
    own = {"xi": mpf(xi), "X": X, "s_x": s_x, "N_group": mpf(N)}
    letters |= {names[name] if suffix else name: value for name, value in own.items()}
    return letters, cost, gain


def everything(values, p, N=2, attained=False):
    """The letters of cost minimisation on top of ``values``, the vectors on Z/p."""
    letters, cost, gain = group(values, p, N, attained=attained)
    X, s_x = letters["X"], letters["s_x"]
    entries = [values["x"](q) for q in range(p)]
    x_sq, x_sum = mp.fsum(q**2 for q in entries), mp.fsum(entries)
    a, b, c = 1, 2, 0
    turn = 2 * mp.pi * (c - a - b) / p
    hats = [values[f"{name}_hat"](1) for name in "uvw"]
    product = hats[0] * hats[1] * mp.conj(hats[2] * values["x_hat"](1))
    Delta = 4 * X**2 / p * mp.re(product)
    constant = (x_sq - x_sum**2 / p) / 2
    amp = {f"amp_{name}": AMPLITUDES[name][0] for name in "uvw"}
    ph = {f"ph_{name}": PHASES[name][0] for name in "uvw"}
    vectors = {
        f"{name}_in": lambda i, q, name=name: harmonic(
            p, 1, letters[f"A_{name}"](i), letters[f"s_{name}"](i)
        )(q)
        for name in "uvw"
    }
    return {
        **values,
        **letters,
        **amp,
        **ph,
        **vectors,
        "amp_w2": mpf("1.6"),
        "ph_w2": mpf("1.9"),
        "inner_w": amp["amp_w"] * mpf("1.6") / 3 * mp.cos(ph["ph_w"] - mpf("1.9")),
        "cost": cost,
        "gain": gain,
        "net": cost - gain,
        "bound_gap": cost - gain + X**2 / p,
        "distance": cost - gain + X**2 / p,
        "loss": cost - gain + constant,
        "x_sq": x_sq,
        "x_sum": x_sum,
        "a": mpf(a),
        "b": mpf(b),
        "c_at": mpf(c),
        "turn": turn,
        "f_c": 2 * X / p * mp.cos(s_x + turn),
        "Delta": Delta,
        "U_new": values["U_init"] - Delta / p**2,
        "chi_triple": Delta * p / (4 * X),
        "shift": mpf("0.7"),
        "wave": mpf(p * 2),
        "cosine_sum": p * mp.cos(mpf("0.7")),
        "k": mpf(p),
        "chi_plus": mpf(p) / 2 * mp.expj(s_x),
        "chi_minus": mpf(p) / 2 * mp.expj(-s_x),
        "chi_else": mpf(0),
        "without": lambda k, m: mpf(0) if int(k - m) % p == 0 else mpf(1),
        "least_gap": mpf(0),
    }


def phases(values, p):
    """The phase of x_hat at each frequency."""
    return {**values, "p": mpf(p), "s": lambda k: mp.arg(values["x_hat"](k))}


def printed_phases(values, p, N=6):
    """The printed minimisers for even N, with equal amplitudes."""
    found = everything(values, p, N, attained=True)
    s_x = found["s_x"]

    def between(i):
        return mp.pi * ((int(i) + 1) % 2)

    return {
        **found,
        "spread": mpf(0),
        "s_u": lambda i: (2 * mp.pi * i / N + between(i)) / 2,
        "s_v": lambda i: (2 * mp.pi * i / N - between(i)) / 2,
        "s_w": lambda i: 2 * mp.pi * i / N - s_x,
        **{f"{name}_in": _vectors(found, p, name, between, N) for name in "uvw"},
    }


def _vectors(found, p, name, between, N):
    def phase(i):
        sign = {"u": 1, "v": -1, "w": 0}[name]
        if name == "w":
            return 2 * mp.pi * i / N - found["s_x"]
        return (2 * mp.pi * i / N + sign * between(i)) / 2

    return lambda i, q: harmonic(p, 1, found[f"A_{name}"](i), phase(i))(q)


def one_neuron(values, p):
    """u, v and w aligned with xi = 1."""
    found = everything(values, p)
    vectors = {name: harmonic(p, 1, AMPLITUDES[name][0], PHASES[name][0]) for name in "uvw"}
    A, s = ({name: [table[name][0]] for name in "uvw"} for table in (AMPLITUDES, PHASES))
    X, s_x = found["X"], found["s_x"]
    angle = s_x - s["u"][0] - 2 * mp.pi * found["a"] / p
    return {
        **found,
        **vectors,
        "U_i": utility(p, X, s_x, A, s, 0),
        "inner_u": mp.sqrt(mpf(2) / (3 * p)) * X * A["u"][0] * mp.cos(angle),
    }


def two_groups(values, p, N=1, attained=False):
    """Groups at the frequencies 1 and 2."""
    found = everything(values, p, N, attained)
    second, cost, gain = group(values, p, N, 2, attained, "2")
    none = (found["x_sq"] - found["x_sum"] ** 2 / p) / 2
    one, two = found["loss"], cost - gain + none
    hats = [values[f"{name}_hat"](2) for name in "uvw"]
    product = hats[0] * hats[1] * mp.conj(hats[2] * values["x_hat"](2))
    Delta = 4 * second["X_2"] ** 2 / p * mp.re(product)
    return {
        **found,
        **second,
        "loss_one": one,
        "loss_two": two,
        "loss_none": none,
        "loss_both": one + two - none,
        "U_two": found["U_new"] - Delta / p**2,
    }


def plateau(values, p, N=6):
    """One group, at the frequency 1 and at its bound."""
    found = everything(values, p, N, attained=True)
    own = {
        f"{kind}_{name}_of": lambda g, i, f=found[f"{kind}_{name}"]: f(i)
        for kind in "As"
        for name in "uvw"
    }
    sizes = [abs(values["x_hat"](g)) for g in range(1, p // 2 + 1)]
    angle = 2 * mp.pi * (found["c_at"] - found["a"] - found["b"]) / p
    return {
        **found,
        **own,
        "steps": mpf(1),
        "half": mpf(p // 2),
        "xi": lambda g: mpf(int(g)),
        "level": mp.fsum(one**2 for one in sizes[1:]) / p,
        "N_of": lambda g: mpf(N),
        "mag": lambda g: abs(values["x_hat"](g)),
        "s": lambda g: found["s_x"],
        "c_out": (found["c_at"] - found["a"] - found["b"]) % p,
        "f_c": 2 * found["X"] / p * mp.cos(angle + found["s_x"]),
    }


def pulled(values, p):
    """A neuron and one more at the frequency 1, a group of two at the frequency 2."""
    found = everything(values, p)
    hat = values["x_hat"](2)
    more = {f"A_{name}2": lambda i, v=AMPLITUDES[name]: v[int(i) % 2] for name in "uvw"}
    more |= {f"s_{name}2": lambda i, v=PHASES[name]: v[int(i) % 2] for name in "uvw"}
    s_h = mpf("0.45")
    sums = mp.fsum(
        AMPLITUDES["w"][j]
        * (AMPLITUDES["u"][j] ** 2 + AMPLITUDES["v"][j] ** 2)
        * mp.cos(PHASES["w"][j] - s_h)
        for j in range(2)
    )
    own = found["amp_u"] ** 2 + found["amp_v"] ** 2
    scale = mp.sqrt(mpf(2) / (3 * p)) ** 5 * p / 8
    return {
        **found,
        **more,
        "N_2": mpf(1),
        "xi_2": mpf(2),
        "X_2": abs(hat),
        "s_x2": mp.arg(hat),
        "s_h": s_h,
        "slope_cross": scale * found["X"] ** 2 * abs(hat) ** 2 * own * sums,
    }


def third(values, p, xi=1):
    """Two neurons, and h at three times their frequency: the slope by eq. modular.third-harmonic's
    chain rule, entry by entry.
    """
    found, s_h = everything(values, p), mpf("0.45")
    hat = values["x_hat"](3 * xi)
    entries = [values["x"](q) for q in range(p)]
    mean = mp.fsum(entries) / p
    u, v, w = ([[found[f"{name}_in"](k, q) for q in range(p)] for k in (1, 2)] for name in "uvw")

    def against(f, a):
        return mp.fsum(f[q] * entries[(q - a) % p] for q in range(p))

    h = [mp.cos(2 * mp.pi * 3 * xi * q / p + s_h) for q in range(p)]
    slope = mpf(0)
    for a in range(p):
        for b in range(p):
            z = [against(u[k], a) + against(v[k], b) for k in (0, 1)]
            for c in range(p):
                error = z[0] ** 2 * w[0][c] + z[1] ** 2 * w[1][c]
                error -= entries[(c - a - b) % p] - mean
                slope += 2 * error * z[0] * against(h, a) * w[0][c] / p**2
    return {**found, "X_3": abs(hat), "s_x3": mp.arg(hat), "s_h": s_h, "slope_res": slope}


def square_free(values, p):
    """Two neurons (u, v, w) and (u, -v, -w): no square terms are left, nothing leaves."""
    found = everything(values, p)
    letters = {f"A_{name}": lambda i, v=AMPLITUDES[name][0]: v for name in "uvw"}
    letters |= {
        f"s_{name}": lambda i, v=PHASES[name][0], turned=name != "u": (
            v + (mp.pi if turned and int(i) == 2 else 0)
        )
        for name in "uvw"
    }
    return {**found, **letters, "escape": mpf(0), "escape_else": mpf(0)}


def quarter(values, p=4):
    """Two neurons at the frequency p/4: their cost summed over all pairs, entry by entry."""
    found = everything(values, p)
    entries = [values["x"](q) for q in range(p)]
    u, v, w = ([[found[f"{name}_in"](k, q) for q in range(p)] for k in (1, 2)] for name in "uvw")

    def against(f, a):
        return mp.fsum(f[q] * entries[(q - a) % p] for q in range(p))

    cost = mpf(0)
    for a in range(p):
        for b in range(p):
            z = [(against(u[k], a) + against(v[k], b)) ** 2 for k in (0, 1)]
            cost += mp.fsum((z[0] * w[0][c] + z[1] * w[1][c]) ** 2 for c in range(p))
    return {**found, "cost": cost / (2 * p**2)}


def five(found):
    """The scale of the five neurons, and how far they are from the bound."""
    scale = mpf("1.5")
    return {**found, "eps_5": scale, "gap_five": 2549 * scale**4 / 1505280}


def beside(values, p, N=6):
    """A first group at its bound, in the letters A_u2, ..., and a second one in A_u, ...; both of
    our construction, so that the squares of the second have no mean.
    """
    own, _, _ = group(values, p, N, xi=1, attained=True)
    second, _, _ = group(values, p, N, xi=2, attained=True)
    names = [f"{kind}_{name}" for kind in "As" for name in "uvw"]
    return {
        **values,
        **{f"{name}2": own[name] for name in names},
        **{name: second[name] for name in names},
        **{name: own[name] for name in ("xi", "X", "s_x")},
        "xi_2": second["xi"],
        "X_2": second["X"],
        "s_x2": second["s_x"],
        "N_2": own["N_group"],
        "N_group": second["N_group"],
        "pull_first": mpf(0),
    }


def learned_wave(p=3):
    """A group at its bound, and the two coefficients p/2 exp(+-i s_x) of what it has learned."""
    values = everything(residues(p), p, 6, attained=True)
    xi, shift = int(values["xi"]), values["s_x"]

    def chi_hat(k):
        signs = [sign for sign in (1, -1) if (int(k) - sign * xi) % p == 0]
        return mp.fsum(mpf(p) / 2 * mp.expj(sign * shift) for sign in signs)

    return {**values, "chi_hat": chi_hat}
