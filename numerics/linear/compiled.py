"""The Taylor coefficients of a small linear network's flow (``numerics.linear.log_flow``), compiled
by numba: with three rows and four columns, the products cost far less than NumPy's calls.
"""

from __future__ import annotations

import numpy as np

from numerics.machine_code import machine_code, number, stack, table


@machine_code(number(table, table, table, stack, stack, table, stack))
def _series(C, Sigma, K, out, left, beta, G):
    """Fill out[1:] from out[0] = Y: Y' = M Y, M = (0, G; G^T, 0), G = C - A K W Sigma. Sums run
    over orders and entries; where all terms of one vanish it is exactly zero, so blocks stay apart.
    """
    (c, d), orders, m = C.shape, len(out) - 1, out.shape[2]
    for k in range(orders):
        for i in range(c):
            for j in range(m):
                value = 0.0
                for n in range(m):
                    value += out[k, i, n] * K[n, j]
                left[k, i, j] = value
            for j in range(d):
                value = 0.0
                for q in range(k + 1):
                    for n in range(m):
                        value += left[q, i, n] * out[k - q, c + j, n]
                beta[i, j] = value
            for j in range(d):
                value = C[i, j] if k == 0 else 0.0
                for n in range(d):
                    value -= beta[i, n] * Sigma[n, j]
                G[k, i, j] = value
        for i in range(c + d):
            for j in range(m):
                out[k + 1, i, j] = 0.0
        for q in range(k + 1):
            for i in range(c):
                for j in range(d):
                    force = G[q, i, j]
                    for n in range(m):
                        out[k + 1, i, n] += force * out[k - q, c + j, n]
                        out[k + 1, c + j, n] += force * out[k - q, i, n]
        for i in range(c + d):
            for j in range(m):
                out[k + 1, i, j] /= k + 1
    return 0.0


def series(
    C: np.ndarray, Sigma: np.ndarray, Y: np.ndarray, K: np.ndarray, order: int
) -> np.ndarray:
    """Taylor coefficients (order + 1, n, m) of Y' = M(Y) Y."""
    (c, d), m = C.shape, Y.shape[1]
    out = np.empty((order + 1, c + d, m))
    out[0] = Y
    work = np.empty((order, c, m)), np.empty((c, d)), np.empty((order, c, d))
    C, Sigma, K = (np.ascontiguousarray(one, dtype=float) for one in (C, Sigma, K))
    _series(C, Sigma, K, out, *work)
    return out
