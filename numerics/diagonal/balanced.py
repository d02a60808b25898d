"""The diagonal network in the rotated parameters a = (u + v) / sqrt(2), b = (u - v) / sqrt(2).

A rotation changes no gradient flow. But u^2 - v^2 = 2 a b = 2 alpha^2 decides how a neuron comes
back from the dead, and as a difference of u and v it is lost to rounding below alpha = 1e-8; as a
parameter it is kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from numerics import validate

if TYPE_CHECKING:
    from numerics.diagonal.network import DiagonalNetwork


@dataclass(frozen=True)
class BalancedNetwork:
    """beta = (a^2 - b^2) / 2: the same network as ``diagonal``, with theta = (u, v) R in place of
    (u, v).
    """

    diagonal: DiagonalNetwork
    rotation = np.array([[1.0, 1.0], [1.0, -1.0]]) / np.sqrt(2)

    @property
    def neurons(self) -> int:
        """d, one for each coefficient."""
        return self.diagonal.neurons

    @property
    def kappa(self) -> int:
        """2: the utility is quadratic."""
        return self.diagonal.kappa

    def eta(self, alpha: Any) -> float:
        """eta_alpha = -log(sqrt(2) alpha), that of the network itself."""
        return self.diagonal.eta(alpha)

    def initial(self, alpha: Any, seed: int = 0) -> np.ndarray:
        """a = b = alpha."""
        return self.diagonal.initial(alpha, seed) @ self.rotation

    def finest(self, alpha: Any) -> float:
        """a b = alpha^2, so the smaller of the two goes down to alpha^2 beside a coefficient of
        order one.
        """
        return validate.as_double(alpha) ** 2

    def function(self, theta: np.ndarray) -> np.ndarray:
        """beta = (a^2 - b^2)/2."""
        return (theta[:, 0] ** 2 - theta[:, 1] ** 2) / 2

    def loss(self, theta: np.ndarray) -> Any:
        """L at that beta."""
        return self.diagonal.loss_of(self.function(theta))

    def gradient(self, theta: np.ndarray) -> np.ndarray:
        """(dL/da_i, dL/db_i) = (a_i, -b_i) dL/dbeta_i."""
        return -self.utility_gradient(theta, theta)

    def hessian(self, theta: np.ndarray) -> np.ndarray:
        """d^2 L: (a_i, -b_i) Sigma_ij (a_j, -b_j) and, beside it, diag(1, -1) dL/dbeta_i.

        Differences of the gradient would lose it where a and b are of sizes 1 and alpha^2.
        """
        sign = np.array([1.0, -1.0])
        factor = (theta * sign)[:, :, None, None] * (theta * sign)[None, None, :, :]
        out = factor * self.diagonal.Sigma[:, None, :, None]
        slope = self.diagonal.slope_of(self.function(theta))
        for i, pull in enumerate(slope):
            out[i, :, i, :] -= np.diag(sign) * pull
        return out.reshape(theta.size, theta.size)

    def utility(self, theta: np.ndarray, directions: np.ndarray) -> np.ndarray:
        """U_i = -dL/dbeta_i (a_i^2 - b_i^2)/2 at the directions."""
        return self.diagonal.slope_of(self.function(theta)) * self.function(directions)

    def utility_gradient(self, theta: np.ndarray, directions: np.ndarray) -> np.ndarray:
        """(dU/da_i, dU/db_i) = -dL/dbeta_i (a_i, -b_i) at the directions."""
        return (
            self.diagonal.slope_of(self.function(theta))[:, None]
            * directions
            * np.array([1.0, -1.0])
        )

    def settled(self, row: np.ndarray, alpha: Any) -> np.ndarray:
        """The direction with a b = alpha^2 on a^2 + b^2 = 1, on the side where the neuron was.

        >>> from numerics import DiagonalNetwork
        >>> net = BalancedNetwork(DiagonalNetwork([[1]], [1]))
        >>> a, b = net.settled(np.array([0.3, 0.001]), 0.1)
        >>> round(float(a * b), 15), round(float(a * a + b * b), 15)
        (0.01, 1.0)
        """
        square = validate.as_double(alpha) ** 2
        large = np.sqrt((1 + np.sqrt(1 - 4 * square**2)) / 2)
        side = [large, square / large]
        return np.array(side if abs(row[0]) >= abs(row[1]) else side[::-1])

    def learned(self, before: np.ndarray, after: np.ndarray, alpha: Any) -> Any:
        """(i, sign) of what became non-zero, read in (u, v)."""
        return self.diagonal.learned(before @ self.rotation.T, after @ self.rotation.T, alpha)
