"""The transformer's flow by Taylor steps, compiled by numba: V' = Q^T G K, Q' = V G K, K' = V G^T
Q.

Every product of series is a sum over orders and over heads, or over coordinates. The series are
kept so that both sums are one: one factor from the front, the other from the back, and the
neighbours of an entry are the other heads (or coordinates) of the same order.
"""

from __future__ import annotations

from math import inf

import numpy as np

from numerics.machine_code import machine_code, number, row, stack, table, whole

# Jorba and Zou's order and step for an error eps: -log(eps) / 2 + 1, and the radius over e^2.
ORDER = int(np.ceil(-np.log(np.finfo(float).eps) / 2 + 1))
LEAP = float(np.exp(2))


@machine_code(number(table, whole, table, whole, whole, whole), inner=True)
def _dot(a, i, b, j, start, length):
    """sum of a[i, m] b[j, start + m]."""
    total = 0.0
    for m in range(length):
        total += a[i, m] * b[j, start + m]
    return total


@machine_code(
    number(whole, whole, row, row, row, table, table, table, table, table, table, table, table,
           table, row),
    inner=True,
)  # fmt: skip
def _order(k, heads, best, weight, moment, Vr, Qr, Kr, Kh, A, G, Gt, F, B, change):
    """Fill change with order k of (V', Q', K'), head by head, from the series up to order k."""
    d, last = len(weight), ORDER - k
    for h in range(heads):
        for i in range(d):
            total = 0.0
            for m in range(k + 1):
                total += Vr[h, last + m] * Qr[h, (ORDER - m) * d + i]
            A[i, k * heads + h] = total
    for i in range(d):
        for j in range(d):
            W = _dot(A, i, Kh, j, last * heads, (k + 1) * heads)
            value = -weight[i] * W * moment[j]
            if k == 0 and i == j:
                value += best[i]
            G[i, k * d + j] = value
            Gt[j, k * d + i] = value
    length, size = (k + 1) * d, 2 * d + 1
    for h in range(heads):
        for i in range(d):
            F[h, k * d + i] = _dot(G, i, Kr, h, last * d, length)
            B[h, k * d + i] = _dot(Gt, i, Qr, h, last * d, length)
        start = h * size
        change[start] = _dot(F, h, Qr, h, last * d, length)
        for i in range(2 * d):
            change[start + 1 + i] = 0.0
        for m in range(k + 1):
            V = Vr[h, last + m]
            for i in range(d):
                change[start + 1 + i] += V * F[h, m * d + i]
                change[start + 1 + d + i] += V * B[h, m * d + i]
    return 0.0


@machine_code(
    whole(whole, row, row, row, row, number, number, row, stack, table, table, table, table, table,
          table, table, table, table, row)
)  # fmt: skip
def _advance(
    heads,
    best,
    weight,
    moment,
    theta,
    until,
    unit,
    knots,
    series,
    Vr,
    Qr,
    Kr,
    Kh,
    A,
    G,
    Gt,
    F,
    B,
    change,
):
    """Steps from theta at knots[0] until there is no room, or ``until``; how many were made. theta
    becomes the last state; a state that is not finite, or a step of nothing, ends it. Where nothing
    moves, steps have the length of the time so far, and of ``unit``.
    """
    d, n = len(weight), 0
    size = 2 * d + 1
    while n < len(series) and knots[n] < until:
        for i in range(len(theta)):
            series[n, 0, i] = theta[i]
        for k in range(ORDER + 1):
            for h in range(heads):
                start = h * size
                Vr[h, ORDER - k] = series[n, k, start]
                for i in range(d):
                    Q, K = series[n, k, start + 1 + i], series[n, k, start + 1 + d + i]
                    Qr[h, (ORDER - k) * d + i] = Q
                    Kr[h, (ORDER - k) * d + i] = K
                    Kh[i, (ORDER - k) * heads + h] = K
            if k < ORDER:
                _order(k, heads, best, weight, moment, Vr, Qr, Kr, Kh, A, G, Gt, F, B, change)
                for i in range(heads * size):
                    series[n, k + 1, i] = change[i] / (k + 1)
        # --- the step that leaves each head with an error of eps beside its own size
        step = min(until, 2 * knots[n] + unit) - knots[n]
        for h in range(heads):
            scale = 0.0
            for k in (0, ORDER - 1, ORDER):
                most = 0.0
                for i in range(h * size, (h + 1) * size):
                    most = max(most, abs(series[n, k, i]))
                    if not abs(series[n, k, i]) < inf:
                        return n
                if k == 0:
                    scale = most
                elif most > 0:
                    step = min(step, (scale / most) ** (1.0 / k) / LEAP)
        last = knots[n] + step >= until
        if not (last or knots[n] + step > knots[n]):
            return n
        for i in range(len(theta)):
            theta[i] = series[n, ORDER, i]
        for k in range(ORDER - 1, -1, -1):
            for i in range(len(theta)):
                theta[i] = theta[i] * step + series[n, k, i]
        knots[n + 1] = until if last else knots[n] + step
        n += 1
    return n


class TaylorSteps:
    """Steps of theta' = -grad L for the covariance diag(values), ``heads`` heads side by side."""

    def __init__(self, best: np.ndarray, weight: np.ndarray, moment: np.ndarray, heads: int):
        d, orders = len(weight), ORDER + 1
        self._problem = (heads, best, weight, moment)
        self._work = (
            np.empty((heads, orders)), *np.empty((2, heads, orders * d)),
            *np.empty((2, d, orders * heads)), *np.empty((2, d, orders * d)),
            *np.empty((2, heads, orders * d)), np.empty(heads * (2 * d + 1)),
        )  # fmt: skip

    def advance(
        self, theta: np.ndarray, start: float, until: float, unit: float, most: int
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Knots (n + 1,), coefficients (n, ORDER + 1, entries) and the state after n <= ``most``
        steps from ``start``, none beyond ``until`` and none longer than the time so far and
        ``unit``; n = 0 where no step can be made.
        """
        theta = np.array(theta, dtype=float)
        knots, series = np.full(most + 1, float(start)), np.empty((most, ORDER + 1, len(theta)))
        n = _advance(*self._problem, theta, until, unit, knots, series, *self._work)
        return knots[: n + 1], series[:n], theta
