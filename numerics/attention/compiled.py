"""The transformer's gradient in the eigenbasis of Sigma, compiled by numba."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from numerics.machine_code import machine_code, number, row, table, whole


@machine_code(number(row, whole, row, row, row, number, table, row))
def _gradient(flat, heads, best, weight, moment, factor, G, out):
    """Fill out with factor times grad L at theta: G = diag(best) - weight_i W_ij moment_j, and then
    -(Q^T G K, V G K, V G^T Q) for each head.
    """
    d = len(weight)
    size = 2 * d + 1
    for i in range(d):
        for j in range(d):
            W = 0.0
            for h in range(heads):
                start = h * size
                W += flat[start] * flat[start + 1 + i] * flat[start + 1 + d + j]
            G[i, j] = -weight[i] * W * moment[j]
        G[i, i] += best[i]
    for h in range(heads):
        start = h * size
        V, total = flat[start], 0.0
        for i in range(d):
            forward, backward = 0.0, 0.0
            for j in range(d):
                forward += G[i, j] * flat[start + 1 + d + j]
                backward += G[j, i] * flat[start + 1 + j]
            total += flat[start + 1 + i] * forward
            out[start + 1 + i] = -factor * V * forward
            out[start + 1 + d + i] = -factor * V * backward
        out[start] = -factor * total
    return 0.0


@machine_code(number(table, whole, row, row, row, table, table))
def _slopes(rows, heads, best, weight, moment, G, out):
    """Fill out with -grad L at each row."""
    for n in range(len(rows)):
        _gradient(rows[n], heads, best, weight, moment, -1.0, G, out[n])
    return 0.0


def coefficients(values: np.ndarray, context: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """N lambda^2, lambda and the diagonal of C: G_ij = best_i [i = j] - weight_i W_ij moment_j."""
    values = np.ascontiguousarray(values, dtype=float)
    moment = context * values.sum() * values + context * (context + 1) * values**2
    return context * values**2, values, moment


def slopes(values: np.ndarray, context: int, heads: int) -> Callable:
    """rows of flat theta -> rows of -grad L, for the covariance diag(values)."""
    problem, G = coefficients(values, context), np.empty((len(values), len(values)))

    def slopes(rows: np.ndarray) -> np.ndarray:
        out = np.empty(rows.shape)
        _slopes(np.ascontiguousarray(rows), heads, *problem, G, out)
        return out

    return slopes


def gradient(values: np.ndarray, context: int, heads: int, factor: float) -> Callable:
    """flat theta -> factor grad L, for the covariance diag(values)."""
    problem, G = coefficients(values, context), np.empty((len(values), len(values)))

    def gradient(flat: np.ndarray) -> np.ndarray:
        out = np.empty(len(flat))
        _gradient(flat, heads, *problem, factor, G, out)
        return out

    return gradient
