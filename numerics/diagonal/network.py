"""Diagonal linear networks beta = u * v (sec:diagnn, app:diagonal-linear).

Neuron i is theta_i = (u_i, v_i), started at (sqrt(2) alpha, 0). Gradient flow runs in the dual
variable (dual_flow.py), AGF's two steps are exact, and `successive_saddles` is the limit alpha -> 0
of both.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from scipy.optimize import nnls

from numerics import validate
from numerics.arithmetic import Arithmetic
from numerics.diagonal.balanced import BalancedNetwork
from numerics.diagonal.dual_flow import Problem, dual_flow
from numerics.diagonal.engines import LsodaEngine, engine_for
from numerics.diagonal.trajectory import DiagonalTrajectory
from numerics.network import Dormant, UtilityPhase

HALF_LOG_2 = float(np.log(2) / 2)
# Points of the accumulated utilities kept for plots in each exact utility maximisation.
PATH_POINTS = 101


@dataclass(frozen=True, eq=False)
class DiagonalNetwork:
    """L(beta) = |y - beta^T X|^2 / (2n), beta = u * v, X (d, n), y (n,) (sec:diagnn).

    >>> net = DiagonalNetwork([[1, 1], [0.75, 0.25]], [0.45, -0.05])
    >>> net.neurons, round(float(net.loss(np.zeros((2, 2)))), 12)
    (2, 0.05125)
    """

    X: Any
    y: Any
    _exact: tuple[np.ndarray, np.ndarray] = field(init=False, repr=False)  # as given

    def __post_init__(self) -> None:
        X, y = validate.real_array("X", self.X, 2), validate.real_array("y", self.y, 1)
        if X.shape[1] != len(y):
            raise ValueError(
                f"y has shape {y.shape}: expected ({X.shape[1]},), one target for each column of X "
                f"{X.shape}"
            )
        exact = (np.array(self.X, dtype=object), np.array(self.y, dtype=object))
        object.__setattr__(self, "_exact", exact)
        object.__setattr__(self, "X", X)
        object.__setattr__(self, "y", y)

    def __repr__(self) -> str:
        return f"DiagonalNetwork(d={self.X.shape[0]}, n={self.X.shape[1]})"

    @property
    def neurons(self) -> int:
        """d, one for each coefficient."""
        return self.X.shape[0]

    @property
    def kappa(self) -> int:
        """2: the utility is quadratic."""
        return 2

    @cached_property
    def Sigma(self) -> np.ndarray:
        """X X^T / n."""
        return self.moments(Arithmetic())[0]

    @cached_property
    def h(self) -> np.ndarray:
        """X y / n."""
        return self.moments(Arithmetic())[1]

    @cached_property
    def optimum(self) -> np.ndarray:
        """The least-squares solution of smallest norm."""
        return np.linalg.lstsq(self.X.T, self.y, rcond=None)[0]

    @cached_property
    def triangular(self) -> tuple[np.ndarray, np.ndarray, float]:
        """R (d, d), c (d,) and rest with L(beta) = |c - R beta|^2 / 2 + rest: X^T /
        sqrt(n) = Q R.
        """
        n, d = len(self.y), self.neurons
        Q, R = np.linalg.qr(self.X.T / np.sqrt(n))
        c = Q.T @ self.y / np.sqrt(n)
        left = self.y / np.sqrt(n) - Q @ c
        rows = d - len(R)  # fewer samples than coefficients
        full = np.ascontiguousarray(np.pad(R, ((0, rows), (0, 0))))
        return full, np.pad(c, (0, rows)), float(left @ left) / 2

    def moments(self, arithmetic: Arithmetic) -> tuple[np.ndarray, np.ndarray, Any]:
        """Sigma, h and |y|^2 / n from the data as given: fractions and strings stay exact."""
        return (
            self._in_doubles if arithmetic.double else _moments(*map(arithmetic.array, self._exact))
        )

    @cached_property
    def _in_doubles(self) -> tuple[np.ndarray, np.ndarray, Any]:
        return _moments(self.X, self.y)

    # ------------------------------------------------------------ the loss

    def function(self, theta: np.ndarray) -> np.ndarray:
        """beta = u * v."""
        theta = validate.parameters(theta, 2)
        if len(theta) != self.neurons:
            raise ValueError(
                f"theta has {len(theta)} rows: expected {self.neurons}, one for each row of X"
            )
        return theta[:, 0] * theta[:, 1]

    def loss_of(self, beta: np.ndarray) -> Any:
        """L(beta) = |y - beta^T X|^2 / (2n)."""
        residual = self.y - beta @ self.X
        return np.sum(residual**2, axis=-1) / (2 * len(self.y))

    def slope_of(self, beta: np.ndarray) -> np.ndarray:
        """-grad_beta L = X (y - beta^T X) / n."""
        return self.X @ (self.y - beta @ self.X) / len(self.y)

    def loss(self, theta: np.ndarray) -> Any:
        """L(u * v)."""
        return self.loss_of(self.function(theta))

    def gradient(self, theta: np.ndarray) -> np.ndarray:
        """(dL/du_i, dL/dv_i) = (v_i, u_i) dL/dbeta_i."""
        return -self._pull(theta) * validate.parameters(theta, 2)[:, ::-1]

    def _pull(self, theta: np.ndarray) -> np.ndarray:
        """-dL/dbeta_i, in a column."""
        return self.slope_of(self.function(theta))[:, None]

    def utility(self, theta: np.ndarray, directions: np.ndarray) -> np.ndarray:
        """U_i = -u_i v_i dL/dbeta_i (lemma:dln-max-utility)."""
        return self._pull(theta)[:, 0] * self.function(directions)

    def utility_gradient(self, theta: np.ndarray, directions: np.ndarray) -> np.ndarray:
        """(dU/du_i, dU/dv_i) = -dL/dbeta_i (v_i, u_i) at the directions."""
        return self._pull(theta) * validate.parameters(directions, 2, "directions")[:, ::-1]

    # ------------------------------------------------------------ initialisation

    def eta(self, alpha: Any, digits: int = validate.DOUBLE_DIGITS) -> Any:
        """eta_alpha = -log(sqrt(2) alpha) (thrm:dln-accum-util).

        >>> DiagonalNetwork([[1]], [1]).eta("1e-1000")
        2302.2385194037656
        """
        arithmetic = Arithmetic(digits)
        with arithmetic.working():
            half_log_2 = arithmetic.log(arithmetic.number(2)) / 2
            eta = validate.log_inverse(alpha, digits) - half_log_2
        if eta <= 0:
            raise ValueError(
                f"alpha is {alpha!r}: expected alpha < 1/sqrt(2), so that eta = -log(sqrt(2) "
                "alpha) > 0"
            )
        return eta

    def initial(self, alpha: Any, seed: int = 0) -> np.ndarray:
        """theta_i(0) = (sqrt(2) alpha, 0): the same for every seed."""
        validate.whole("seed", seed, 0)
        start = np.exp(-self.eta(alpha))
        return np.column_stack([np.full(self.neurons, start), np.zeros(self.neurons)])

    # ------------------------------------------------------------ gradient flow

    def flow(
        self, alpha: Any, seed: int, until: Any, digits: int, engine: str | None = None
    ) -> DiagonalTrajectory:
        """Gradient flow in the dual variable, for any alpha < 1/sqrt(2) that can be written."""
        arithmetic = Arithmetic(digits)
        with arithmetic.working():
            eta = self.eta(alpha, digits)
            Sigma, h, power = self.moments(arithmetic)
            problem = Problem(
                Sigma, h, validate.log_inverse(alpha, digits), self.optimum, arithmetic
            )
            end = None if until is None else arithmetic.number(until) * eta
            implicit = LsodaEngine(Sigma, h) if arithmetic.double else None
            path = dual_flow(problem, engine_for(Sigma, h, digits, engine), end, implicit)
            return DiagonalTrajectory(self, problem, path, power, alpha, eta, until is None)

    def learned(self, before: np.ndarray, after: np.ndarray, alpha: Any) -> Any:
        """(i, sign) of the coefficient that became non-zero; a tuple of such pairs if several did
        at once.
        """
        (found,) = self.features(
            np.array([self.function(theta) for theta in (before, after)], dtype=float), alpha
        )
        return found

    def features(self, points: np.ndarray, alpha: Any) -> list[Any]:
        """The same from one plateau to the next, with a row of coefficients for each."""
        signs = self._signs(points, alpha)
        return [
            feature([(i, now) for i, now in enumerate(after) if now and now != before[i]])
            for before, after in zip(signs, signs[1:])
        ]

    def _signs(self, beta: np.ndarray, alpha: Any) -> list[list[int]]:
        """Signs of the active coefficients on each plateau: not tiny, and in equilibrium.

        A dormant coefficient is alpha^(2(1-|S|)) / 2, below alpha^0.2 until S is within a tenth of
        its threshold; on its last way there it is told from an active one by its slope, unless all
        slopes have gone.
        """
        pull = np.abs(self.h - beta @ self.Sigma)
        share = min(max(math.exp(-0.2 * validate.log_inverse(alpha)), 1e-6), 1e-2)
        gone = 1e-6 * max(map(abs, self.h.tolist()))
        found = []
        for coefficients, pulls in zip(beta.tolist(), pull.tolist()):
            most = max(pulls)
            tiny = max(share * max(map(abs, coefficients)), 1e-12)
            slow = most if most <= gone else 0.05 * most
            found.append(
                [
                    (1 if size > 0 else -1) if abs(size) > tiny and speed <= slow else 0
                    for size, speed in zip(coefficients, pulls)
                ]
            )
        return found

    # ------------------------------------------------------------ the exact steps of AGF

    @property
    def rotated(self) -> BalancedNetwork:
        """Parameters in which what decides a neuron's return is not lost to rounding."""
        return BalancedNetwork(self)

    def settled(self, row: np.ndarray, alpha: Any) -> np.ndarray:
        """The direction with u^2 - v^2 = 2 alpha^2 on u^2 + v^2 = 1 and the sign of u v."""
        return (
            self.rotated.settled(row @ BalancedNetwork.rotation, alpha) @ BalancedNetwork.rotation.T
        )

    def maximise_utility(self, theta: np.ndarray, dormant: Dormant, eta: float) -> UtilityPhase:
        """sigma_i(t) = sigma_i - t dL/dbeta_i, S = log cosh(2 eta sigma) / (2 eta), to S = 1
        (thrm:dln-accum-util).
        """
        slope = np.where(dormant.mask, self.slope_of(self.function(theta)), 0.0)
        sigma = np.where(
            dormant.mask, signed_dual(dormant.directions, dormant.accumulated, eta), 0.0
        )
        waiting = waiting_times(sigma, slope, boundary(eta))
        duration = waiting.min()
        if not np.isfinite(duration):
            return UtilityPhase.never(dormant)
        activated = np.flatnonzero(waiting <= duration + tie(duration))
        times = np.linspace(0, duration, PATH_POINTS)
        path = np.where(
            dormant.mask, accumulated(sigma + times[:, None] * slope, eta), dormant.accumulated
        )
        path[-1, activated] = dormant.thresholds[activated]
        ends = np.where(
            dormant.mask[:, None], directions_of(sigma + duration * slope, eta), dormant.directions
        )
        return UtilityPhase(
            float(duration), tuple(map(int, activated)), ends, path[-1], times, path
        )

    def minimise_cost(self, theta: np.ndarray) -> np.ndarray:
        """argmin L(beta) with beta_i = 0 for a dormant and sgn(beta_i) = sgn(u_i v_i) for an active
        neuron (app:dln-cost-min).
        """
        beta = constrained_least_squares(self.X, self.y, np.sign(self.function(theta)))
        root = np.sqrt(np.abs(beta))
        return np.column_stack([root, np.copysign(root, beta)])


def _moments(X: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray, Any]:
    n = len(y)
    return X @ X.T / n, X @ y / n, y @ y / n


# ---------------------------------------------------------------- the dual variable


def boundary(eta: float) -> float:
    """A = arccosh(e^(2 eta)) / (2 eta): the |sigma| at which S = 1 (corr:dln-next-neuron-agf).

    >>> round(boundary(10.0), 12), round(boundary(2302.0), 12)
    (1.034657359028, 1.000150553254)
    """
    return float(_dual_size(2 * eta) / (2 * eta))


def _dual_size(exponent: Any) -> Any:
    """arccosh(e^x) = x + log(1 + sqrt(1 - e^(-2x))), for any x >= 0."""
    return exponent + np.log1p(np.sqrt(-np.expm1(-2 * exponent)))


def accumulated(sigma: np.ndarray, eta: float) -> np.ndarray:
    """S = log cosh(2 eta sigma) / (2 eta) (eq:app-dln-accumulated-utility), without overflow.

    >>> accumulated(np.array([0.0, 1.0]), 1000.0)
    array([0.        , 0.99965343])
    """
    z = 2 * eta * np.abs(sigma)
    # Near zero, log cosh z = log1p(2 sinh(z/2)^2) keeps its digits; beyond, z - log 2 +
    # log1p(e^(-2z)).
    small = np.minimum(z, 1.0)
    return np.where(
        z < 1, np.log1p(2 * np.sinh(small / 2) ** 2), z - 2 * HALF_LOG_2 + np.log1p(np.exp(-2 * z))
    ) / (2 * eta)


def signed_dual(directions: np.ndarray, S: np.ndarray, eta: float) -> np.ndarray:
    """sigma_i = rho_i arccosh(e^(2 eta S_i)) / (2 eta), rho_i = sgn(u_i v_i).

    Near S = 0 the root loses half of the digits, and sigma = artanh(2 u v) / (2 eta) is used there.
    """
    product = 2 * directions[:, 0] * directions[:, 1]
    far = np.sign(product) * _dual_size(2 * eta * np.maximum(S, 0.0))
    near = np.arctanh(np.clip(product, -0.9, 0.9))
    return np.where(np.abs(product) < 0.9, near, far) / (2 * eta)


def directions_of(sigma: np.ndarray, eta: float) -> np.ndarray:
    """(cosh eta sigma, sinh eta sigma) / norm: the unit vector with artanh(2 u v) = 2 eta sigma."""
    slant = np.tanh(eta * sigma)
    return np.stack([np.ones_like(slant), slant], axis=1) / np.sqrt(1 + slant**2)[:, None]


# ---------------------------------------------------------------- the limit alpha -> 0


def tie(duration: float) -> float:
    """Two coordinates arrive together if their times agree to rounding, d operations deep."""
    return 1e-12 * duration


def waiting_times(sigma: np.ndarray, slope: np.ndarray, edge: float = 1.0) -> np.ndarray:
    """tau_i = (edge - sgn(slope_i) s_i) / |slope_i|: when s_i + tau slope_i = +-edge; never if the
    slope is 0.

    >>> waiting_times(np.array([0.0, 1.0, 0.5]), np.array([2.0, -1.0, 0.0]))
    array([0.5, 2. , inf])
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        waiting = (edge - np.sign(slope) * sigma) / np.abs(slope)
    return np.where(slope == 0, np.inf, waiting)


def constrained_least_squares(X: np.ndarray, y: np.ndarray, signs: np.ndarray) -> np.ndarray:
    """argmin |y - beta^T X|^2 over beta_i signs_i >= 0, beta_i = 0 where signs_i = 0.

    >>> constrained_least_squares(np.eye(2), np.array([1.0, -1.0]), np.array([1, 1]))
    array([1., 0.])
    """
    free = np.flatnonzero(signs)
    beta = np.zeros(len(signs))
    if len(free):
        # Restoring the sign: a true active set (Lawson and Hanson); clipping the free solution once
        # is wrong.
        size, _ = nnls((X[free] * signs[free, None]).T, y)
        beta[free] = signs[free] * size
    return beta


def feature(pairs: list[tuple[int, int]]) -> Any:
    """The pair (i, sign), or a tuple of several."""
    return pairs[0] if len(pairs) == 1 else tuple(pairs)
