"""Loss and gradient of a small modular network over all pairs (a, b), compiled by numba.

For p below ten or so the p^2 pairs are fewer operations than the calls of the factorised sums cost
(``numerics.modular.frequencies``, whose coordinates these are).
"""

from __future__ import annotations

import numpy as np

from numerics.machine_code import machine_code, number, row, stack, table


@machine_code(number(table, table, stack, table, row, row, table))
def _evaluate(rows, shifts, inner, pulled, error, total, slope):
    """Fill slope with the gradient; the loss. z = <u, a.x> + <v, b.x>, the output at (a, b) is sum
    over i of z_i^2 out_i, and (a + b).x is what it should be: in the waves, a column of shifts.
    """
    H, (m, p) = len(rows), shifts.shape
    outputs, loss = rows.shape[1] - 2 * m, 0.0
    for i in range(H):
        for s in range(2):
            for a in range(p):
                inner[s, i, a], pulled[2 * i + s, a] = 0.0, 0.0
            for k in range(m):
                for a in range(p):
                    inner[s, i, a] += rows[i, s * m + k] * shifts[k, a]
        for k in range(rows.shape[1]):
            slope[i, k] = 0.0
    for a in range(p):
        for b in range(p):
            c = (a + b) % p
            for k in range(outputs):
                error[k] = -shifts[k, c] if k < m else 0.0
            for i in range(H):
                total[i] = inner[0, i, a] + inner[1, i, b]
                for k in range(outputs):
                    error[k] += total[i] * total[i] * rows[i, 2 * m + k]
            for k in range(outputs):
                loss += error[k] * error[k]
            for i in range(H):
                pull = 0.0
                for k in range(outputs):
                    pull += error[k] * rows[i, 2 * m + k]
                    slope[i, 2 * m + k] += total[i] * total[i] * error[k]
                pull *= 2 * total[i]
                pulled[2 * i, a] += pull
                pulled[2 * i + 1, b] += pull
    for i in range(H):
        for s in range(2):
            for k in range(m):
                value = 0.0
                for a in range(p):
                    value += pulled[2 * i + s, a] * shifts[k, a]
                slope[i, s * m + k] = value
        for k in range(rows.shape[1]):
            slope[i, k] /= p * p
    return loss / (2 * p * p)


class Direct:
    """rows -> loss and gradient, for networks of one size."""

    def __init__(self, shifts: np.ndarray, neurons: int, outputs: int) -> None:
        p = shifts.shape[1]
        self._shifts = np.ascontiguousarray(shifts)
        self._work = (
            np.empty((2, neurons, p)), np.empty((2 * neurons, p)), np.empty(outputs),
            np.empty(neurons),
        )  # fmt: skip

    def __call__(self, rows: np.ndarray) -> tuple[float, np.ndarray]:
        slope = np.empty(rows.shape)
        return _evaluate(np.ascontiguousarray(rows), self._shifts, *self._work, slope), slope
