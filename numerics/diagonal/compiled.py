"""The Taylor method of ``engines.py`` in doubles, compiled by numba: one machine code for every
dimension.

x' = h - Sigma beta, beta_i = (exp(2 x_i + a_i) - exp(-2 x_i - b_i)) / 2. With c, half the sum
of the same exponentials, k beta_k = sum_j 2 j x_j c_(k-j) and k c_k = sum_j 2 j x_j beta_(k-j); the
coefficients of x follow from x_(k+1) = (h - Sigma beta)_k / (k + 1).

How the kernels are written, and when they are compiled, is told in ``numerics.machine_code``.
"""

from __future__ import annotations

from math import exp, inf

import numpy as np

from numerics.machine_code import machine_code, number, row, stack, table, whole, wholes

# Jorba and Zou's optimal order for an error eps is -log(eps) / 2 + 1.
ORDER = int(np.ceil(-np.log(np.finfo(float).eps) / 2 + 1))
# A step is the radius of convergence over this. The first term left out is then 6^-21 = 5e-17,
# below the rounding of the sum; Jorba and Zou's e^2 takes a fifth more steps for no digit.
LEAP = 6.0
# Exponentials below this, beside the size of a coefficient, add less to a slope within a step than
# its rounding: their series is not worth its cost.
TINY = float(np.finfo(float).eps) / 4096
# From so many coordinates on, a loop over them is worth its start (measured: 12 to 20).
WIDE = 16
ROOM = 256
MOST_ROOM = 200_000  # steps of one stretch; tens are usual, and each keeps ORDER + 1 numbers a row


@machine_code(number(whole, whole, table, table, table), inner=True)
def _convolve(k, live, w, beta, c):
    """Row k of beta and c from those before, k beta_k = sum_j w_j c_(k-1-j) and k c_k = sum_j w_j
    beta_(k-1-j): many coordinates side by side, four terms at once.
    """
    for m in range(live):
        beta[k, m], c[k, m] = 0.0, 0.0
    j = 0
    while j + 4 <= k:
        at = k - 1 - j
        for m in range(live):
            beta[k, m] += (w[j, m] * c[at, m] + w[j + 1, m] * c[at - 1, m]) + (
                w[j + 2, m] * c[at - 2, m] + w[j + 3, m] * c[at - 3, m]
            )
        for m in range(live):
            c[k, m] += (w[j, m] * beta[at, m] + w[j + 1, m] * beta[at - 1, m]) + (
                w[j + 2, m] * beta[at - 2, m] + w[j + 3, m] * beta[at - 3, m]
            )
        j += 4
    while j < k:
        for m in range(live):
            beta[k, m] += w[j, m] * c[k - 1 - j, m]
        for m in range(live):
            c[k, m] += w[j, m] * beta[k - 1 - j, m]
        j += 1
    share = 1.0 / k
    for m in range(live):
        beta[k, m] *= share
        c[k, m] *= share
    return 0.0


@machine_code(
    whole(
        table, row, row, row, row, number, number, number, number, whole, row, stack, stack, wholes
    )
)  # fmt: skip
def advance_steps(Sigma, h, a, b, x, duration, cap, reach, leap, n, knots, series, e, owner):
    """Steps from x, the state at knots[n], until ``duration`` or until there is no room; the
    number of steps made by then. x becomes the last state.

    Of the coordinates that matter, owner[:live], beta is the difference and c the sum of two
    exponentials: beta' = 2 c x', c' = 2 beta x'. e[0, k, m] is coefficient k of beta, e[1, k, m]
    that of c, e[2, k, m] that of 2 x'. The step is Jorba and Zou's, min over the last two orders
    of (max(1, |x|) / |x_k|)^(1/k) / ``leap``, within ``cap`` or, if that is longer, ``reach`` over
    the largest |x'|: a tiny exponential is not seen in |x|, and grows by exp(2 reach) at most
    unless a slope changes, which is seen.
    """
    d, largest, heaviest = len(h), 0.0, 0.0
    beta, c, w = e[0], e[1], e[2]
    for i in range(d):
        largest, heaviest = max(largest, abs(h[i])), max(heaviest, Sigma[i, i])
    least = TINY * min(1.0, largest / heaviest) if heaviest > 0 else 0.0
    while knots[n] < duration and n < len(series):
        # --- the Taylor coefficients series[n, k, i] of x_i
        live = 0
        for i in range(d):
            series[n, 0, i] = x[i]
            plus, minus = exp(2 * x[i] + a[i]) / 2, exp(-2 * x[i] - b[i]) / 2
            if max(plus, minus) > least:
                owner[live], beta[0, live], c[0, live] = i, plus - minus, plus + minus
                live += 1
        for k in range(ORDER):
            if k:
                if live >= WIDE:
                    _convolve(k, live, w, beta, c)
                for m in range(live if live < WIDE else 0):
                    difference, total = 0.0, 0.0
                    for j in range(k):
                        difference += w[j, m] * c[k - 1 - j, m]
                        total += w[j, m] * beta[k - 1 - j, m]
                    beta[k, m], c[k, m] = difference / k, total / k
            for i in range(d):
                series[n, k + 1, i] = h[i] if k == 0 else 0.0
            share = 1.0 / (k + 1)
            m = 0  # Sigma is symmetric: its rows, many at once, read and write the sum once for all
            while m + 8 <= live:
                o, p, q, r = owner[m], owner[m + 1], owner[m + 2], owner[m + 3]
                s, t, u, v = owner[m + 4], owner[m + 5], owner[m + 6], owner[m + 7]
                in_o, in_p, in_q, in_r = (
                    beta[k, m], beta[k, m + 1], beta[k, m + 2], beta[k, m + 3],
                )  # fmt: skip
                in_s, in_t, in_u, in_v = (
                    beta[k, m + 4], beta[k, m + 5], beta[k, m + 6], beta[k, m + 7],
                )  # fmt: skip
                for i in range(d):
                    series[n, k + 1, i] -= (
                        (Sigma[o, i] * in_o + Sigma[p, i] * in_p)
                        + (Sigma[q, i] * in_q + Sigma[r, i] * in_r)
                    ) + (
                        (Sigma[s, i] * in_s + Sigma[t, i] * in_t)
                        + (Sigma[u, i] * in_u + Sigma[v, i] * in_v)
                    )
                m += 8
            while m + 4 <= live:
                r, s, t, u = owner[m], owner[m + 1], owner[m + 2], owner[m + 3]
                in_r, in_s, in_t, in_u = (
                    beta[k, m], beta[k, m + 1], beta[k, m + 2], beta[k, m + 3],
                )  # fmt: skip
                for i in range(d):
                    series[n, k + 1, i] -= (
                        Sigma[r, i] * in_r + Sigma[s, i] * in_s
                        + Sigma[t, i] * in_t + Sigma[u, i] * in_u
                    )  # fmt: skip
                m += 4
            while m < live:
                r, in_r = owner[m], beta[k, m]
                for i in range(d):
                    series[n, k + 1, i] -= Sigma[r, i] * in_r
                m += 1
            for m in range(live):
                w[k, m] = 2 * series[n, k + 1, owner[m]]
            for i in range(d):
                series[n, k + 1, i] *= share
        # --- the step
        scale, steepest = 1.0, 0.0
        for i in range(d):
            scale, steepest = max(scale, abs(x[i])), max(steepest, abs(series[n, 1, i]))
        step = max(cap, reach / steepest) if steepest > 0 else cap
        for k in (ORDER - 1, ORDER):
            size = 0.0
            for i in range(d):
                size = max(size, abs(series[n, k, i]))
                if not size < inf:
                    return n  # the caller sees it in the last coefficients
            if size > 0:
                step = min(step, (scale / size) ** (1.0 / k) / leap)
        if not step > 0:
            return n
        last = knots[n] + step >= duration
        if last:
            step = duration - knots[n]
        for i in range(d):
            x[i] = series[n, ORDER, i]
        for k in range(ORDER - 1, -1, -1):
            for i in range(d):
                x[i] = x[i] * step + series[n, k, i]
        knots[n + 1] = duration if last else knots[n] + step
        n += 1
    return n


@machine_code(number(row, stack, row, table))
def _evaluate(knots, series, taus, values):
    """Fill values with x at each tau in [0, duration], one row a time."""
    d, most = series.shape[2], len(series) - 1
    for m in range(len(taus)):
        low, high = 0, most  # the last knot that is not above tau
        while low < high:
            middle = (low + high + 1) // 2
            if knots[middle] <= taus[m]:
                low = middle
            else:
                high = middle - 1
        t = taus[m] - knots[low]
        for i in range(d):
            value = series[low, ORDER, i]
            for k in range(ORDER - 1, -1, -1):
                value = value * t + series[low, k, i]
            values[m, i] = value
    return 0.0


def advance(
    Sigma: np.ndarray, h: np.ndarray, a: np.ndarray, b: np.ndarray, x: np.ndarray,
    duration: float, cap: float,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:  # fmt: skip
    """Knots (n + 1,) and coefficients (n, ORDER + 1, d) of x on [0, duration], and the state there;
    no step is longer than ``cap``. A state that is not finite ends it.
    """
    d, x = len(h), x.copy()
    knots, series = np.zeros(ROOM + 1), np.empty((ROOM, ORDER + 1, d))
    e, owner = np.empty((3, ORDER + 1, d)), np.empty(d, np.int64)
    n = 0
    while True:
        n = advance_steps(Sigma, h, a, b, x, duration, cap, 0.0, LEAP, n, knots, series, e, owner)
        if not knots[n] < duration:
            break
        if n < len(series):
            x = np.full(d, np.nan)
            break
        knots, series = with_room(knots, series)
    return knots[: n + 1].copy(), series[:n].copy(), x


def with_room(*kept: np.ndarray) -> list[np.ndarray]:
    """Each with as much room again; the last has a row for each step."""
    if len(kept[-1]) > MOST_ROOM:
        raise ArithmeticError(
            f"the flow needs more than {MOST_ROOM} steps to leave one stretch: X is nearly "
            "singular, or badly scaled; pass an earlier until=..., or scale X and y"
        )
    return [np.concatenate([one, np.zeros_like(one)]) for one in kept]


def evaluate(knots: np.ndarray, series: np.ndarray, taus: np.ndarray) -> np.ndarray:
    """x at each tau in [0, duration], one row a time."""
    values = np.empty((len(taus), series.shape[2]))
    _evaluate(knots, series, taus, values)
    return values


def straight(x: np.ndarray, slope: np.ndarray) -> np.ndarray:
    """The coefficients of x + tau slope, as one step of the series."""
    series = np.zeros((1, ORDER + 1, len(x)))
    series[0, 0], series[0, 1] = x, slope
    return series
