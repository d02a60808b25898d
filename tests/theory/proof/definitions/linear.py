"""Numbers for the letters of the linear setting, by mpmath's singular values and closed forms."""

from functools import partial

from mpmath import mp, mpf

# "Some point attains it", "with some phase": no sample does; "for every velocity": functions are
# not sampled.
SAMPLED = {
    "linear.largest-total",
    "linear.best-frame",
    "linear.local-maximum",
    "linear.best-loss",
    "linear.best-matrix",
    "linear.most-modes",
    "linear.top-slope",
    "linear.turn-rate",
    "linear.mode-limit",
    "linear.settled",
    "linear.first-stage",  # a flow from every start, up to every time: the witness has it
}


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


def growing_columns():
    """Two columns of Z = (A; W^T) along Z' = (0, M; M^T, 0) Z, c = 2 and d = 3: the frame by QR,
    the rate of their volume by the Gram determinant.
    """
    values, end = singular_system(2), mpf("0.5")
    M = mp.matrix([[values["M_of"](k, l) for l in (1, 2, 3)] for k in (1, 2)])
    lifted = mp.zeros(5)
    lifted[:2, 2:], lifted[2:, :2] = M, M.T
    start = mp.matrix([[1, 0], [mpf("0.4"), 1], [0, 2], [-1, mpf("0.3")], [mpf("0.5"), 0]])
    found = {}

    def parts(s):
        if s not in found:
            Z = mp.expm(lifted * s) * start
            Q, R = mp.qr(Z, mode="skinny")
            signs = mp.diag([mp.sign(R[q, q]) for q in (0, 1)])
            found[s] = Z, Q * signs, signs * R
        return found[s]

    def entry(which, below=0):
        return lambda k, q, s: parts(s)[which][int(k) - 1 + below, int(q) - 1]

    def slope(function):
        step = mpf(10) ** -30
        return lambda k, q: (function(k, q, end + step) - function(k, q, end - step)) / (2 * step)

    def log_volume(s):
        return mp.log(mp.det(parts(s)[0].T * parts(s)[0])) / 2

    axes, heights = (entry(1), entry(1, 2)), entry(2)
    return {
        **values, "T": end, "a_column": entry(0), "w_column": entry(0, 2), "a_axis": axes[0],
        "w_axis": axes[1], "r_part": heights, "a_axis_slope": slope(axes[0]),
        "w_axis_slope": slope(axes[1]), "r_slope": slope(heights),
        "volume_rate": slope(lambda k, q, s: log_volume(s))(1, 1),
    }  # fmt: skip


def half_turned():
    """Three axes, T a turn of the last two: the first pair stays on its axis, by the logistic
    solution; Sigma_xx by inverting what it is said to solve.
    """
    s, mu = [mpf(3), mpf(2), mpf(1)], [mpf("4.4"), mpf("3.6"), mpf(1)]
    T = mp.matrix([[1, 0, 0], [0, mpf(3) / 5, mpf(-4) / 5], [0, mpf(4) / 5, mpf(3) / 5]])
    back = mp.diag([1 / one for one in s])

    def entry(matrix):
        return lambda k, l: matrix[int(k) - 1, int(l) - 1]

    def covariance(R):
        return (back * R * mp.diag(mu) * R.T * back) ** -1

    def moves(i, e, t):
        up, share = mp.exp(s[0] * t), s[0] / mu[0]
        return e * up / mp.sqrt(1 + e**2 * share * (up**2 - 1)) if i == 1 else mpf(0)

    def slope(i, e, t):
        return -s[0] * moves(i, e, t) + s[0] ** 2 / mu[0] * moves(i, e, t) ** 3

    found = {
        "axes_of": mpf(3), "s_axis": lambda q: s[int(q) - 1], "mu_axis": lambda q: mu[int(q) - 1],
        "tilt_of": entry(T), "overlap": lambda turns: 1 - 2 * turns,
    }  # fmt: skip
    for name, turn, side in (("before", mp.eye(3), 1), ("after", mp.diag([-1, -1, 1]), -1)):
        found |= {
            f"R_{name}": entry(turn * T), f"cov_{name}": entry(covariance(turn * T)),
            **{f"{one}_{name}": moves for one in "aw"},
            **{f"{one}_slope_{name}": slope for one in "aw"},
            f"rest_{name}": lambda e, side=side: mpf(side),
        }  # fmt: skip
    return found


def greedy_stages():
    """Stage r keeps the r leading modes, A_r = U_r and W_r = U_r^T B: the descent rests there."""
    values = linear_problem()
    U, B, cov = (
        mp.matrix([[values[name](k, l) for l in range(1, n + 1)] for k in range(1, m + 1)])
        for name, m, n in (("u_of", 2, 2), ("B_of", 2, 3), ("cov_of", 3, 3))
    )

    def grad(r):
        kept = U[:, : int(r)] * U[:, : int(r)].T if r else mp.zeros(2)
        return (kept * B - B) * cov

    return {
        **values,
        "A_stage": lambda r, k, h: U[int(k) - 1, int(h) - 1],
        "W_stage": lambda r, h, l: (U.T * B)[int(h) - 1, int(l) - 1],
        "grad_stage": lambda r, k, l: grad(r)[int(k) - 1, int(l) - 1],
        "top_slope": lambda r: mp.svd_r(grad(r), compute_uv=False)[0],
        "settled": mpf(1),
    }


def second_mode():
    """One vector at rest at the second mode, a saddle: A = u_2, W = u_2^T B."""
    values = linear_problem()
    u = [values["u_of"](k, 2) for k in (1, 2)]
    W = [mp.fsum(u[k - 1] * values["B_of"](k, l) for k in (1, 2)) for l in (1, 2, 3)]
    size = mp.norm(W)
    return {
        **values, "A_rest": lambda k, h: u[int(k) - 1], "W_rest": lambda h, l: W[int(l) - 1],
        "a_rest": lambda k, q: u[int(k) - 1], "b_rest": lambda l, q: W[int(l) - 1] / size,
        "s_rest": lambda q: size, "rank_rest": mpf(1), "index": mpf(2),
        "kept": lambda i: mpf(i == 2), "ell_GLRL": lambda k: values["mu"](1) / 2,
    }  # fmt: skip


def leaving_mode():
    """b = (1, 2), lambda = (3, 1): the Hessian in (a_1, a_2, w_1, w_2) entry by entry."""
    b, variances = (mpf(1), mpf(2)), (mpf(3), mpf(1))
    s = [one * other for one, other in zip(b, variances)]
    learned = b[0] * variances[0]
    hessian = mp.matrix([
        [learned, 0, learned, 0], [0, learned, 0, -s[1]],
        [learned, 0, learned, 0], [0, -s[1], 0, b[0] * variances[1]],
    ])  # fmt: skip
    return {
        "b_1": b[0], "b_2_of": b[1], "lam_1": variances[0], "lam_2": variances[1], "s_1": s[0],
        "s_2": s[1], "turn_rate": -min(mp.eigsy(hessian, eigvals_only=True)),
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


def mode_alone():
    """b = 2, lambda = 3/2 until t = 1/2 > 1/s: a = w by the logistic curve."""
    b, variance, time = mpf(2), mpf(3) / 2, mpf(1) / 2

    def weight(alpha, x):
        return mp.sqrt(b / (1 + (b / alpha**2 - 1) * mp.power(alpha, 2 * b * variance * x)))

    def pull(alpha, x):
        return -variance * weight(alpha, x) * (b - weight(alpha, x) ** 2)

    return {
        "b_mode": b,
        "lam_mode": variance,
        "t": time,
        "mode_limit": mp.nint(weight(mpf(10) ** -40, time) ** 2 * 10**9) / 10**9,
        **dict.fromkeys(("a_from", "w_from"), weight),
        **dict.fromkeys(("dL_da", "dL_dw"), pull),
    }


def widths():
    """c = 2, H = 5, d = 3: two modes at most."""
    sizes = {"c": mpf(2), "width": mpf(5), "d": mpf(3)}
    return {**sizes, "rank_AW": mpf(2), "step": mpf(1), "modes": mpf(1)}


PLATEAUS = {
    "basis-size": widths,
    "dormant-count": widths,
    **dict.fromkeys(("interlaced-above", "interlaced-below", "alternate"), plateaus),
    **dict.fromkeys(("bottom-singular-values", "recovers-gidel"), common_modes),
    **dict.fromkeys(("commuting-times", "commuting-waits"), partial(common_modes, 2)),
    "mode-energy": growing_mode,
    "aligned-mode": mode_alone,
    **dict.fromkeys(
        ("cross-covariance", "utility", "utility-main", "gradient", "gradient-main", "level",
         "reduced-rank-regression"),
        linear_problem,
    ),
    "symmetry": basis_change,
    "volume-growth": growing_columns,
    "half-turn": half_turned,
    "greedy-ends": greedy_stages,
    "greedy-low-rank": second_mode,
    "turning-rate": leaving_mode,
    "unique-decomposition": two_decompositions,
    "descent-in-span": selected_pair,
    **dict.fromkeys(
        ("total-utility", "individual-utility", "single-maximum", "vectors-align"), singular_system
    ),
    **dict.fromkeys(
        ("accumulated-utility", "jump-recursion", "order-kept", "recursion-unrolled"), plateau
    ),
    "simultaneous": commuting_problem,
}  # fmt: skip
INSTANCES = {
    **{f"linear.{name}": lambda make=make: [make()] for name, make in PLATEAUS.items()},
    "linear.aligned-utility": lambda: [singular_pair()],
    "linear.conserved-matrix": lambda: [network()],
}


def instances(identifier):
    """Values of the letters at which a claim is tried."""
    return INSTANCES[identifier]()
