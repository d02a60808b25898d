"""Sums over all pairs (a, b) of residues, factorised into sums over one residue.

Rows that belong to a neuron sum to zero, which is what makes the mixed terms vanish.
"""

from __future__ import annotations

from functools import cache

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
    A: np.ndarray, B: np.ndarray, w: np.ndarray, C: np.ndarray, D: np.ndarray, others: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Derivatives of sum_j <w_i, others_j> M_ij in A_i, B_i and w_i.

    Products are taken in the order in which the short side, p, comes first: M itself is not made.
    """
    p, AC, BD, G = A.shape[1], A @ C.T, B @ D.T, w @ others.T
    on_C, on_D = others.T @ (C * C), others.T @ (D * D)
    size_C, size_D = others.T @ squares(C), others.T @ squares(D)
    in_A = 2 * A * (p * (w @ on_C) + (w @ size_D)[:, None]) + 4 * (G * BD) @ C
    in_B = 2 * B * (p * (w @ on_D) + (w @ size_C)[:, None]) + 4 * (G * AC) @ D
    in_w = p * ((A * A) @ on_C.T + (B * B) @ on_D.T) + 4 * (AC * BD) @ others
    in_w += np.outer(squares(A), size_D) + np.outer(squares(B), size_C)
    return in_A, in_B, in_w


def utility_slopes(
    A: np.ndarray, B: np.ndarray, R: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Derivatives of sum over a, b of A_i[a] B_i[b] R_i[a + b] in A_i, B_i and R_i."""
    forward, back = _transforms(A.shape[1])
    waves = (np.concatenate([A, B, R]) @ forward).reshape(3, len(A), 2, -1)
    (a, a_), (b, b_), (r, r_) = np.moveaxis(waves, 2, 1)  # real and imaginary parts
    products = np.empty_like(waves)
    products[0, :, 0], products[0, :, 1] = b * r + b_ * r_, b * r_ - b_ * r
    products[1, :, 0], products[1, :, 1] = a * r + a_ * r_, a * r_ - a_ * r
    products[2, :, 0], products[2, :, 1] = a * b - a_ * b_, a * b_ + a_ * b
    in_A, in_B, in_R = (products.reshape(-1, len(back)) @ back).reshape(3, *A.shape)
    return in_A, in_B, in_R


@cache
def _transforms(p: int) -> tuple[np.ndarray, np.ndarray]:
    """Rows -> real and imaginary parts of their transforms, and back, as matrices: for a prime p
    below a thousand this is faster than the fast transform.
    """
    forward = np.fft.rfft(np.eye(p))
    back = np.fft.irfft(np.concatenate([np.eye(p // 2 + 1), 1j * np.eye(p // 2 + 1)]), p)
    return np.concatenate([forward.real, forward.imag], axis=1), back


def initial_utility(A: np.ndarray, B: np.ndarray, R: np.ndarray) -> np.ndarray:
    """(2/p^2) sum over a, b of A_i[a] B_i[b] R_i[a + b]."""
    return 2 / A.shape[1] ** 2 * np.sum(A * correlate(B, R), axis=1)


def squares(rows: np.ndarray) -> np.ndarray:
    """|rows_i|^2."""
    return np.sum(rows * rows, axis=1)


def correlate(B: np.ndarray, R: np.ndarray) -> np.ndarray:
    """sum over b of B[b] R[a + b], row by row."""
    return np.fft.irfft(np.conj(np.fft.rfft(B)) * np.fft.rfft(R), B.shape[1])
