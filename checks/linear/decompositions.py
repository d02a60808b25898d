"""Decompositions of small real matrices in doubles, and the same in forty digits for a second look.

Matrices are NumPy arrays: of doubles, or of ``mpf`` numbers that carry forty digits through
every sum and product.
"""

from __future__ import annotations

from functools import reduce
from operator import mul

import numpy as np
from mpmath.ctx_mp import MPContext


class Doubles:
    """LAPACK's decompositions, to about 1e-15 of the largest entry."""

    stop = 1e-14  # where the steps of an iteration are rounding

    @staticmethod
    def array(rows) -> np.ndarray:
        """An array of doubles."""
        return np.array(rows, dtype=float)

    @staticmethod
    def eigh(M: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Eigenvalues upwards, eigenvectors as columns."""
        return np.linalg.eigh(M)

    @staticmethod
    def svd(M: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """U, the singular values downwards, V^T; U and V are square."""
        return np.linalg.svd(M)

    @staticmethod
    def inverse(M: np.ndarray) -> np.ndarray:
        """M^-1."""
        return np.linalg.inv(M)

    @staticmethod
    def cholesky(M: np.ndarray) -> np.ndarray:
        """The lower triangular L with L L^T = M."""
        return np.linalg.cholesky(M)

    @staticmethod
    def log_volume(Z: np.ndarray) -> float:
        """log of the volume that the columns of Z span."""
        return float(np.linalg.slogdet(Z.T @ Z)[1]) / 2


class ManyDigits:
    """The same by mpmath, in a context of its own: no precision in force elsewhere is touched."""

    def __init__(self, digits: int) -> None:
        self.context = MPContext()
        self.context.dps = digits
        self.stop = 10.0 ** (
            -digits / 1.6
        )  # 1e-25 at forty digits: far beyond doubles, soon reached

    def array(self, rows) -> np.ndarray:
        """An array of mpf numbers; doubles are taken as they are."""
        rows = np.asarray(rows)
        return np.array([self.context.mpf(x) for x in rows.ravel()], dtype=object).reshape(
            rows.shape
        )

    def _matrix(self, M: np.ndarray):
        return self.context.matrix([list(row) for row in M])

    def _array(self, matrix) -> np.ndarray:
        return np.array(
            [[matrix[i, k] for k in range(matrix.cols)] for i in range(matrix.rows)], dtype=object
        )

    def eigh(self, M: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Eigenvalues upwards, eigenvectors as columns."""
        values, vectors = self.context.eigsy(self._matrix(M))
        order = sorted(range(len(values)), key=lambda i: values[i])
        return np.array([values[i] for i in order], dtype=object), self._array(vectors)[:, order]

    def svd(self, M: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """U, the singular values downwards, V^T; U and V are square."""
        U, values, Vt = self.context.svd_r(self._matrix(M), full_matrices=True)
        order = sorted(range(len(values)), key=lambda i: -values[i])
        left, right = ([*order, *range(len(order), n)] for n in (U.cols, Vt.rows))
        return (
            self._array(U)[:, left],
            np.array([values[i] for i in order], dtype=object),
            self._array(Vt)[right],
        )

    def inverse(self, M: np.ndarray) -> np.ndarray:
        """M^-1."""
        return self._array(self.context.inverse(self._matrix(M)))

    def cholesky(self, M: np.ndarray) -> np.ndarray:
        """The lower triangular L with L L^T = M."""
        return self._array(self.context.cholesky(self._matrix(M)))

    def log_volume(self, Z: np.ndarray):
        """log of the volume that the columns of Z span."""
        root = self.cholesky(Z.T @ Z)
        return self.context.log(reduce(mul, np.diag(root)))


DOUBLES, FORTY_DIGITS = Doubles(), ManyDigits(40)
