"""What Algorithm 1 leaves open, decided here and the same for every network.

The paper's algorithm says "remove collapsed neurons" and no more, and its thresholds c_i presuppose
a small initialisation. Here:

- **Where AGF is defined.** Every neuron starts below its threshold, ||theta_i(0)|| < 1 (c_i > 0),
  and eta > 0.
  For a diagonal network this is alpha < 1/sqrt(2). Elsewhere `defined` says so.
- **Collapsed** is an active neuron whose norm has come back to where it began, ||theta_i(0)||,
  while the cost was
  minimised: its own flow holds it no further from the origin than a neuron that was never
  activated. A diagonal neuron, with u^2 - v^2 = 2 alpha^2 kept, touches this norm exactly where u v
  = 0. A step that knows the minimiser instead of following the flow (least squares, reduced rank)
  says it with a row of zeros.
- **It had only passed by** if, where the others come to rest, the direction in which it was active
  has a positive
  utility: then it goes on from where it was taken out. So the point reached is the constrained
  minimum, whatever the path.
- **It returns to dormancy** with S_i = c_i / eta and the direction in which it was active. In
  accelerated time the way from size one back to the dormant scale takes no less than the way up:
  log||theta_i|| (kappa = 2) or ||theta_i||^(2-kappa) (kappa > 2) starts from its value at the
  threshold and follows eq:dormant-norm-sol down.
- **The norm of a dormant neuron** is that of eq:dormant-norm-sol at its S_i, for every kappa: 1 at
  the threshold.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from numerics.network import Dormant, Network, nonzero, normalised, norms

# A diagonal neuron only touches its first norm: this much above it counts, 1e5 times the tolerance
# of the integration.
TOUCH = 1e-6
# Arrival is a crossing from below: a collapsed neuron starts this share of its threshold under it.
UNDER = 1e-13


def defined(alpha: Any, initial_norms: np.ndarray) -> None:
    """AGF needs every ||theta_i(0)|| < 1: otherwise a neuron is active before anything happened.

    >>> defined(2, np.array([0.5, 1.5]))
    Traceback (most recent call last):
    ...
    ValueError: alpha is 2: neuron 1 starts with norm 1.5, expected below 1, its threshold; use a
    smaller alpha
    """
    if not np.all(initial_norms < 1):
        worst = int(np.argmax(initial_norms))
        raise ValueError(
            f"alpha is {alpha!r}: neuron {worst} starts with norm {initial_norms[worst]:.3g}, "
            "expected below 1, "
            "its threshold; use a smaller alpha"
        )


def returned(theta: np.ndarray, initial_norms: np.ndarray) -> np.ndarray:
    """Which neurons are no larger than they were at the start.

    >>> returned(np.array([[3.0, 4.0], [0.0, 0.1]]), np.array([0.2, 0.2]))
    array([False,  True])
    """
    return norms(theta) <= initial_norms * (1 + TOUCH)


def taken_out(net: Network, theta: np.ndarray, initial_norms: np.ndarray) -> np.ndarray:
    """What a network's own cost step left, with zeros for the neurons that collapsed.

    A network whose ``minimise_cost`` follows the flow says so (``follows_flow``), and its neurons
    are judged by their norms; one that knows the minimiser has set the rows to zero itself.
    """
    if not getattr(net, "follows_flow", False):
        return theta
    return np.where(returned(theta, initial_norms)[:, None], 0.0, theta)


def collapsed(awake: np.ndarray, theta: np.ndarray) -> tuple[int, ...]:
    """The neurons that were active before the cost was minimised and are not behind it.

    >>> collapsed(np.array([[1.0], [1.0], [0.0]]), np.array([[0.5], [0.0], [0.0]]))
    (1,)
    """
    return tuple(map(int, np.flatnonzero(nonzero(awake) & ~nonzero(theta))))


def asleep_again(
    net: Network, dormant: Dormant, awake: np.ndarray, theta: np.ndarray, alpha: Any
) -> Dormant:
    """The dormant side behind a cost minimisation: who collapsed is back at its threshold."""
    settled = getattr(net, "settled", lambda row, _alpha: normalised(row[None])[0])
    directions, S = dormant.directions.copy(), dormant.accumulated.copy()
    for i in collapsed(awake, theta):
        directions[i] = settled(awake[i], alpha)
        S[i] = dormant.thresholds[i] * (1 - UNDER)
    return replace(dormant, mask=~nonzero(theta), directions=directions, accumulated=S)
