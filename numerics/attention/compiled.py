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


def gradient(values: np.ndarray, context: int, heads: int, factor: float) -> Callable:
    """flat theta -> factor grad L, for the covariance diag(values)."""
    values = np.ascontiguousarray(values, dtype=float)
    best = context * values**2
    moment = context * values.sum() * values + context * (context + 1) * values**2
    G = np.empty((len(values), len(values)))

    def gradient(flat: np.ndarray) -> np.ndarray:
        out = np.empty(len(flat))
        _gradient(flat, heads, best, values, moment, factor, G, out)
        return out

    return gradient
