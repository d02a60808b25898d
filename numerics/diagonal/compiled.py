"""The Taylor method of ``engines.py`` in doubles, compiled by numba: one machine code for every
dimension.

x' = h - Sigma beta, beta_i = (exp(2 x_i + a_i) - exp(-2 x_i - b_i)) / 2. The coefficients of an
exponential e = exp(s x) follow from k e_k = sum_j s j x_j e_(k-j); those of x from x_(k+1) = (h -
Sigma beta)_k / (k + 1).
"""

from __future__ import annotations

import numpy as np
from numba import njit

# Jorba and Zou's optimal order for an error eps is -log(eps) / 2 + 1.
ORDER = int(np.ceil(-np.log(np.finfo(float).eps) / 2 + 1))
# Exponentials below eps^2 stay below eps within a step: their series is not worth its cost.
TINY = float(np.finfo(float).eps) ** 2


@njit(cache=True)
def _coefficients(Sigma, h, a, b, x, series, e, w):
    """Fill series[k, i] = k-th Taylor coefficient of x_i, from series[0] = x."""
    d = len(h)
    owner, sign = np.empty(2 * d, np.int64), np.empty(2 * d)
    live = 0
    for side in range(2):
        for i in range(d):
            value = np.exp(2 * x[i] + a[i]) / 2 if side == 0 else np.exp(-2 * x[i] - b[i]) / 2
            if value > TINY:
                owner[live], sign[live], e[0, live] = i, 1.0 - 2.0 * side, value
                live += 1
    series[0] = x
    for k in range(ORDER):
        if k:
            for m in range(live):
                e[k, m] = 0.0
            for j in range(1, k + 1):
                for m in range(live):
                    e[k, m] += w[j - 1, owner[m]] * e[k - j, m]
            for m in range(live):
                e[k, m] *= sign[m] / k
        slope = series[k + 1]
        for i in range(d):
            slope[i] = h[i] if k == 0 else 0.0
        for m in range(live):
            beta = sign[m] * e[k, m]
            row = Sigma[owner[m]]  # symmetric
            for i in range(d):
                slope[i] -= row[i] * beta
        for i in range(d):
            w[k, i] = 2 * slope[i]  # 2 (k + 1) x_(k+1)
            slope[i] /= k + 1


@njit(cache=True)
def advance(Sigma, h, a, b, x, duration, cap, leap):
    """Knots (n + 1,) and coefficients (n, ORDER + 1, d) of x on [0, duration]; no step is longer
    than ``cap``.

    The step is Jorba and Zou's, e^-2 min over the last two orders of (max(1, |x|) / |x_k|)^(1/k);
    ``leap`` is e^2.
    """
    d = len(h)
    room = 64
    knots, series = np.empty(room + 1), np.empty((room, ORDER + 1, d))
    e, w = np.empty((ORDER + 1, 2 * d)), np.empty((ORDER + 1, d))
    knots[0], n = 0.0, 0
    x = x.copy()
    while knots[n] < duration:
        if n == room:
            room *= 2
            wider, longer = np.empty(room + 1), np.empty((room, ORDER + 1, d))
            wider[: n + 1], longer[:n] = knots[: n + 1], series[:n]
            knots, series = wider, longer
        c = series[n]
        _coefficients(Sigma, h, a, b, x, c, e, w)
        scale, step = max(1.0, np.max(np.abs(x))), cap
        for k in (ORDER - 1, ORDER):
            size = np.max(np.abs(c[k]))
            if size > 0:
                step = min(step, (scale / size) ** (1.0 / k) / leap)
        if not step > 0:  # NaN: the caller sees it in the last coefficients
            break
        last = knots[n] + step >= duration
        if last:
            step = duration - knots[n]
        for i in range(d):
            value = c[ORDER, i]
            for k in range(ORDER - 1, -1, -1):
                value = value * step + c[k, i]
            x[i] = value
        n += 1
        knots[n] = duration if last else knots[n - 1] + step
    return knots[: n + 1].copy(), series[:n].copy(), x


@njit(cache=True)
def evaluate(knots, series, taus):
    """x at each tau in [0, duration], one row a time."""
    values = np.empty((len(taus), series.shape[2]))
    for row in range(len(taus)):
        n = min(max(np.searchsorted(knots, taus[row], side="right") - 1, 0), len(series) - 1)
        c, t = series[n], taus[row] - knots[n]
        value = values[row]
        value[:] = c[ORDER]
        for k in range(ORDER - 1, -1, -1):
            for i in range(len(value)):
                value[i] = value[i] * t + c[k, i]
    return values
