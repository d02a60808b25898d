"""A network of one's own: loss, gradient, initial and kappa are asked for, the rest follows from
them.

A dormant neuron changes the loss by -eps^kappa U(direction) when it has size eps: so the gradient
of the loss at a small neuron is -eps^(kappa - 1) grad U, to leading order, and the utility needs no
formula of its own (eq:utility-defn).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from numerics import validate

# the size of a neuron at which the leading order is read off, extrapolated from this and half of it
SMALL = 1e-3


class GenericNetwork:
    """L(eps theta) = L(0) - eps^kappa U(theta) + ...: a base for networks that say ``neurons``,
    ``kappa``, ``loss``, ``gradient`` and ``initial``; see `Network`.

    >>> class Product(GenericNetwork):
    ...     neurons, kappa = 1, 2
    ...     def loss(self, theta):
    ...         return (1 - theta[0, 0] * theta[0, 1]) ** 2 / 2
    ...     def gradient(self, theta):
    ...         return -(1 - theta[0, 0] * theta[0, 1]) * theta[:, ::-1]
    ...     def initial(self, alpha, seed=0):
    ...         return float(alpha) * np.ones((1, 2))
    >>> net = Product()
    >>> round(net.utility(np.zeros((1, 2)), np.array([[0.6, 0.8]])).item(), 9)
    0.48
    """

    kappa: Any
    neurons: int

    def eta(self, alpha: Any) -> float:
        """c_i at a neuron of norm alpha: -log(alpha), or (alpha^(2 - kappa) - 1)/(kappa - 2) for
        kappa > 2.
        """
        size = validate.log_inverse(alpha)
        if size <= 0:
            raise ValueError(f"alpha is {alpha!r}: expected alpha < 1, so that eta > 0")
        order = self.kappa - 2
        return size if order == 0 else float(np.expm1(order * size)) / order

    def utility(self, theta: np.ndarray, directions: np.ndarray) -> np.ndarray:
        """U of each dormant neuron (row of zeros in theta): <direction, grad U>/kappa, by Euler's
        theorem.
        """
        slopes = self.utility_gradient(theta, directions)
        return np.sum(np.asarray(directions) * slopes, axis=1) / self.kappa

    def utility_gradient(self, theta: np.ndarray, directions: np.ndarray) -> np.ndarray:
        """grad U of each dormant neuron, from the gradient of the loss where the dormant ones are
        small; 0 for active ones.
        """
        return read_off_utility_gradient(self, theta, directions)

    def function(self, theta: np.ndarray) -> Any:
        """Where nothing else is known of the function: the parameters."""
        return np.array(theta)


def read_off_utility_gradient(net: Any, theta: np.ndarray, directions: np.ndarray) -> np.ndarray:
    """-grad L/eps^(kappa - 1) at dormant neurons of size eps, extrapolated to eps = 0."""
    theta, directions = np.asarray(theta, dtype=float), np.asarray(directions, dtype=float)
    dormant = ~theta.any(axis=1, keepdims=True)

    def velocity(eps: float) -> np.ndarray:
        small = np.where(dormant, eps * directions, theta)
        return -np.asarray(net.gradient(small), dtype=float) * dormant / eps ** (net.kappa - 1)

    # The next order is eps or more: two steps of Richardson's extrapolation remove eps and eps^2.
    one, two, three = velocity(SMALL), velocity(SMALL / 2), velocity(SMALL / 4)
    first, second = 2 * two - one, 2 * three - two
    return (4 * second - first) / 3
