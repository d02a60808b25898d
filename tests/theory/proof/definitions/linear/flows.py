"""Networks that move: weights along closed forms, and their slopes."""

from mpmath import mp, mpf

from tests.theory.proof.definitions.linear.data import linear_problem, singular_system


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
