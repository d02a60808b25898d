"""The flow of a dormant neuron of modular addition by Taylor series in extended precision: a second
route beside Runge-Kutta in doubles.

theta' = grad U(theta) is quadratic in theta, so the n-th Taylor coefficient is a sum of products of
those before it, over all pairs (a, b).
"""

from __future__ import annotations

from typing import Any

import numpy as np

ORDER = 24
MOST_STEPS = 2000
EXTENDED = (
    np.longdouble
)  # 64 bits of mantissa where the machine has them: three digits more than a double


def dormant_end(
    x: Any, start: Any, until: float, labels: Any = None, shorter: float = 1
) -> np.ndarray:
    """theta(until) from theta(0) = start = (u, v, w), in extended precision; ``labels`` is what the
    labels still have of x (all of it).

    A step is as long as its last coefficients allow for the precision, over ``shorter``.

    Aligned, |u(t)| = 1/(1 - 9 t), as g |u_hat| = 9:

    >>> c = np.cos(2 * np.pi * np.arange(3) / 3)
    >>> end = dormant_end([2, -1, -1], np.concatenate([c, c, c]), 1 / 18)
    >>> bool(np.abs(end - 2 * np.concatenate([c, c, c])).max() < 1e-14)
    True
    """
    encodings = np.array([np.roll(np.asarray(x, dtype=EXTENDED), a) for a in range(len(x))])
    onto = (
        encodings
        if labels is None
        else np.array([np.roll(np.asarray(labels, dtype=EXTENDED), a) for a in range(len(x))])
    )
    onto = onto - np.mean(onto[0])
    now, time, end = np.asarray(start, dtype=EXTENDED), EXTENDED(0), EXTENDED(until)
    for _ in range(MOST_STEPS):
        series = _series(now, encodings, onto)
        size, last = np.abs(now).max(), np.abs(series[-2:]).max(axis=1)
        with np.errstate(divide="ignore"):
            reach = (np.finfo(EXTENDED).eps * size / last) ** (
                1 / np.array([ORDER - 1, ORDER], dtype=EXTENDED)
            )
        step = min(reach.min() / shorter, end - time)
        now, time = _sum(series, step), time + step
        if time >= end:
            return now
    raise ArithmeticError(
        f"no end after {MOST_STEPS} steps, at t = {float(time):.6g}: the neuron blows up before "
        f"{until:.6g}"
    )


def _series(theta: np.ndarray, encodings: np.ndarray, onto: np.ndarray) -> np.ndarray:
    """The Taylor coefficients of theta(t), one row an order: z = <u, a.x> + <v, b.x>, r = <w, (a +
    b).y>, U = E z^2 r.
    """
    p = len(encodings)
    both = np.add.outer(np.arange(p), np.arange(p)) % p
    series, z, r = [theta], [], []
    for n in range(ORDER):
        u, v, w = np.split(series[n], 3)
        z.append((encodings @ u)[:, None] + (encodings @ v)[None, :])
        r.append((onto @ w)[both])
        pull = sum(z[i] * r[n - i] for i in range(n + 1))
        square = sum(z[i] * z[n - i] for i in range(n + 1))
        in_w = np.zeros(p, dtype=EXTENDED)
        np.add.at(in_w, both, square)
        slope = [2 * pull.sum(axis=1) @ encodings, 2 * pull.sum(axis=0) @ encodings, in_w @ onto]
        series.append(np.concatenate(slope) / (p * p * EXTENDED(n + 1)))
    return np.array(series)


def _sum(series: np.ndarray, step: Any) -> np.ndarray:
    total = series[-1]
    for row in series[-2::-1]:
        total = row + step * total
    return total
