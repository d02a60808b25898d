"""Numbers for vectors on Z/p: their sums, a maximiser, critical points, and neurons in motion."""

from mpmath import mp, mpf


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


def critical(chosen, p=5):
    """The critical point with these frequencies: amplitudes proportional to |x^|^-3."""
    rows, X = rows_of(p), residues(p)["x_hat"]
    alone = {q: mp.sqrt(mpf(2) / (27 * mpf(p) ** 3)) * abs(X(q)) ** 3 for q in chosen}
    utility = 1 / mp.sqrt(mp.fsum(1 / value**2 for value in alone.values()))
    for name, shift in (("u", mpf("0.3")), ("v", mpf("1.1")), ("w", mpf("1.4"))):
        rows[name] = [
            mp.fsum(
                mp.sqrt(mpf(2) / (3 * p))
                * (utility / value)
                * mp.cos(2 * mp.pi * q * a / p + shift - (mp.arg(X(q)) if name == "w" else 0))
                for q, value in alone.items()
            )
            for a in range(p)
        ]
    return {
        **residues(p, rows=rows),
        "xi": mpf(chosen[0]),
        **dict.fromkeys(("U_single", "U_mix"), utility),
        "hess_single": -3 * utility,
        "hess_mix": 3 * utility,
    }


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
