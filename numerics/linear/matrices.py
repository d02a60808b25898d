"""What linear networks ask of their matrices: a covariance, the rank of a map at a scale alpha, the
best map of a rank.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from numerics import validate


def covariance(value: Any) -> np.ndarray:
    """``value`` as a symmetric positive definite matrix, or one line that says what it is not.

    >>> covariance([[1, 2], [2, 1]])
    Traceback (most recent call last):
    ...
    ValueError: Sigma has the eigenvalue -1: expected a positive definite matrix
    """
    Sigma = validate.real_array("Sigma", value, 2)
    if Sigma.shape[0] != Sigma.shape[1]:
        raise ValueError(f"Sigma has shape {Sigma.shape}: expected a square matrix")
    gap = np.abs(Sigma - Sigma.T).max()
    if gap > 1e-12 * np.abs(Sigma).max():
        raise ValueError(
            f"Sigma differs from its transpose by {gap:.3g}: expected a symmetric matrix"
        )
    least = float(np.linalg.eigvalsh(Sigma)[0])
    if least <= 1e-13 * np.abs(Sigma).max():
        raise ValueError(
            f"Sigma has the eigenvalue {least:.6g}: expected a positive definite matrix"
        )
    return Sigma / 2 + Sigma.T / 2


def effective_rank(beta: np.ndarray, alpha: Any) -> int:
    """Singular values that are closer to order one than to alpha, on a logarithmic scale."""
    edge = np.exp(-min(validate.log_inverse(alpha), 60.0) / 4)
    return int(np.sum(np.linalg.svd(beta, compute_uv=False) > edge))


def reduced_rank_solution(B: np.ndarray, Sigma: np.ndarray, rank: int) -> np.ndarray:
    """P_{U_k} B with the top k eigenvectors of B Sigma B^T (eq:app_betak).

    >>> reduced_rank_solution(np.diag([1.0, 2.0]), np.eye(2), 1)
    array([[0., 0.],
           [0., 2.]])
    """
    _, U = np.linalg.eigh(B @ Sigma @ B.T)
    top = U[:, ::-1][:, :rank]
    return top @ (top.T @ B)
