"""Data and what is decomposed: singular values and eigenvectors by mpmath."""

from mpmath import mp, mpf


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
        "c": mpf(2), "d": mpf(2), "rank": mpf(2), "points_of": mpf(2),
        "weight_of": lambda n: mpf(1), "x_of": entry(root), "y_of": entry(root * B.T),
        "B_of": entry(B), "cov_of": entry(cov), "cross_of": entry(cross),
        "beta_of": entry(beta), "grad_of": entry(grad),
        "s_selected": lambda q: S[int(q) - 1], "u_selected": entry(U), "v_selected": entry(V.T),
        "leaving": mp.norm(off), "commutes": mpf(1), "top_gap": S[0] - S[1],
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
