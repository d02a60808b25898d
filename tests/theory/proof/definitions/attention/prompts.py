"""Numbers for the loss over prompts: all signs of the tokens, slices that vanish, a moving head."""

from itertools import product

from mpmath import mp, mpf


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
