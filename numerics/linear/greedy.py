"""Greedy Low-Rank Learning (alg:glrl) of a linear network, run as printed, gradient descent
followed as a flow.

It is stated for symmetric U U^T; for A W it acts on Z Z^T with Z = (A; W^T), where -grad L has
the blocks G and G^T: its top eigenvector is (u, v) / sqrt(2) for the top singular pair of G.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np
from scipy.integrate import solve_ivp

from numerics.linear.network import LinearNetwork


def greedy_stages(
    net: LinearNetwork, epsilon: float = 1e-8, rtol: float = 1e-11
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Z where each stage starts, its last column sqrt(epsilon) times the top singular pair, and
    where it rests.

    >>> start, rest = next(greedy_stages(LinearNetwork([[2]], [[1]], 1)))
    >>> start.shape, round(float(rest[0, 0] * rest[1, 0]), 8)
    ((2, 1), 2.0)
    """
    c, d = net.B.shape
    Z = np.zeros((c + d, 0))
    first = float(np.linalg.norm(net.cross_covariance, 2))
    for _ in range(min(c, d)):
        U, sigma, Vt = np.linalg.svd(net.slope_of(Z[:c] @ Z[c:].T))
        if sigma[0] <= 1e-7 * first:
            return
        top = np.concatenate([U[:, 0], Vt[0]]) / np.sqrt(2)
        start = np.column_stack([Z, np.sqrt(epsilon) * top])
        Z = _settle(net, start, rtol, first)
        yield start, Z


def greedy_low_rank(
    net: LinearNetwork, epsilon: float = 1e-8, rtol: float = 1e-11, stages: int | None = None
) -> list[np.ndarray]:
    """W_0 = 0, W_1, ...: the (c, d) matrices of Greedy Low-Rank Learning, or those of the first
    ``stages``.
    """
    c = len(net.B)
    rests = islice(greedy_stages(net, epsilon, rtol), stages)
    return [np.zeros(net.B.shape), *(Z[:c] @ Z[c:].T for _, Z in rests)]


def _settle(net: LinearNetwork, Z: np.ndarray, rtol: float, scale: float) -> np.ndarray:
    """Z' = M(Z) Z to rest."""
    c, shape = len(net.B), Z.shape

    def slope(_t: float, flat: np.ndarray) -> np.ndarray:
        Z = flat.reshape(shape)
        G = net.slope_of(Z[:c] @ Z[c:].T)
        return np.vstack([G @ Z[c:], G.T @ Z[:c]]).ravel()

    span = 60 / scale
    for _ in range(40):
        Z = (
            solve_ivp(slope, (0.0, span), Z.ravel(), "LSODA", rtol=rtol, atol=rtol * 1e-4)
            .y[:, -1]
            .reshape(shape)
        )
        if np.abs(slope(0.0, Z.ravel())).max() <= 1e-9 * scale:
            return Z
        span *= 2
    raise ArithmeticError(
        "gradient descent of GLRL has not come to rest: the problem is nearly singular"
    )
