"""Sums over all pairs (a, b) of residues, factorised into sums over one residue.

Rows that belong to a neuron sum to zero, which is what makes the mixed terms vanish.
"""

from __future__ import annotations

import numpy as np


def overlaps(A: np.ndarray, B: np.ndarray, C: np.ndarray, D: np.ndarray) -> np.ndarray:
    """M_ij = sum over a, b of (A_i[a] + B_i[b])^2 (C_j[a] + D_j[b])^2, for rows that sum to
    zero.
    """
    return (
        A.shape[1] * ((A * A) @ (C * C).T + (B * B) @ (D * D).T) + 4 * (A @ C.T) * (B @ D.T)
        + np.outer(squares(A), squares(D)) + np.outer(squares(B), squares(C))
    )  # fmt: skip


def overlap_slopes(
    G: np.ndarray, A: np.ndarray, B: np.ndarray, C: np.ndarray, D: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """sum_j G_ij dM_ij/dA_i[a] and the same for B."""
    in_A = (
        2 * A.shape[1] * A * (G @ (C * C))
        + 4 * (G * (B @ D.T)) @ C
        + 2 * A * (G @ squares(D))[:, None]
    )
    in_B = (
        2 * A.shape[1] * B * (G @ (D * D))
        + 4 * (G * (A @ C.T)) @ D
        + 2 * B * (G @ squares(C))[:, None]
    )
    return in_A, in_B


def initial_utility(A: np.ndarray, B: np.ndarray, R: np.ndarray) -> np.ndarray:
    """(2/p^2) sum over a, b of A_i[a] B_i[b] R_i[a + b]."""
    return 2 / A.shape[1] ** 2 * np.sum(A * correlate(B, R), axis=1)


def squares(rows: np.ndarray) -> np.ndarray:
    """|rows_i|^2."""
    return np.sum(rows * rows, axis=1)


def correlate(B: np.ndarray, R: np.ndarray) -> np.ndarray:
    """sum over b of B[b] R[a + b], row by row."""
    return np.fft.irfft(np.conj(np.fft.rfft(B)) * np.fft.rfft(R), B.shape[1])


def convolve(A: np.ndarray, B: np.ndarray) -> np.ndarray:
    """sum over a of A[a] B[c - a], row by row."""
    return np.fft.irfft(np.fft.rfft(A) * np.fft.rfft(B), A.shape[1])
