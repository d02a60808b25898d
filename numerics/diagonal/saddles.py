"""The limit alpha -> 0 of both flows of a diagonal network: Pesme and Flammarion's successive
saddles, in doubles.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from numerics.diagonal.network import (
    DiagonalNetwork,
    constrained_least_squares,
    feature,
    tie,
    waiting_times,
)
from theory.staircase import Staircase


def successive_saddles(X: Any, y: Any) -> Staircase:
    """Algorithm alg:successive_saddles of Pesme and Flammarion: the limit alpha -> 0, time in units
    of log(1/alpha).

    S_i = -integral of dL/dbeta_i; the first coordinate to reach +-1 joins a least-squares problem
    in which beta_i >= 0 where S_i = 1 and beta_i <= 0 where S_i = -1. Features are (i, sign),
    points beta.

    >>> successive_saddles([[1, 1], [0.75, 0.25]], [0.45, -0.05])  # doctest: +ELLIPSIS
    Staircase with 3 jumps
      start            level 0.05125
      t = 5            level 0.03125      (0, 1)
      t = 8            level 0.009        (1, 1)
      t = 41.33333333  level ... (0, -1)
    """
    net = DiagonalNetwork(X, y)
    d = net.neurons
    t, beta, S = 0.0, np.zeros(d), np.zeros(d)
    times, levels, features, points = [], [net.loss_of(beta)], [], [beta]
    # Each saddle is visited once (the loss falls strictly): 3^d is a bound that a run never comes
    # near.
    while (waiting := waiting_times(S, _pull(net, beta))).min() < np.inf:
        duration = waiting.min()
        arrived = waiting <= duration + tie(t + duration)
        S = S + duration * _pull(net, beta)
        S[arrived] = np.round(S[arrived])
        t += duration
        new = constrained_least_squares(net.X, net.y, np.where(np.abs(S) == 1, S, 0.0))
        if duration == 0 and np.array_equal(new, beta):
            raise ArithmeticError(
                f"the least squares of {net} do not leave {beta}: X is nearly singular, or badly "
                "scaled, or this SciPy's nnls is at fault"
            )
        joined = np.flatnonzero((new != 0) & (np.sign(new) != np.sign(beta)))
        beta = new
        times.append(t)
        levels.append(net.loss_of(beta))
        features.append(feature([(int(i), int(np.sign(beta[i]))) for i in joined]))
        points.append(beta)
    return Staircase(times, levels, features, points)


def _pull(net: DiagonalNetwork, beta: np.ndarray) -> np.ndarray:
    """-grad L(beta), with exact zeros where it is rounding or held by an active coefficient."""
    slope = net.slope_of(beta)
    noise = (
        1e3
        * np.finfo(float).eps
        * (np.abs(net.X) @ (np.abs(net.y) + np.abs(beta) @ np.abs(net.X)))
        / len(net.y)
    )
    return np.where((beta != 0) | (np.abs(slope) <= noise), 0.0, slope)
