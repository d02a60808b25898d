"""What a network has to say about itself for gradient flow and AGF to run on it.

``theta`` has one row a neuron. A setting writes one class with the methods of `Network`; it
registers nowhere, and flow.py and agf.py never ask for its name. Where a setting knows better
coordinates or an exact step it adds one of the optional methods listed at `Network`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np


@runtime_checkable
class Network(Protocol):
    """A two-layer network f(x) = sum_i f_i(x; theta_i) with its population loss (sec:framework).

    >>> from numerics import DiagonalNetwork
    >>> isinstance(DiagonalNetwork([[1]], [1]), Network)
    True

    Optional methods, used where present:

    - ``flow(alpha, seed, until, digits, engine) -> Trajectory``: gradient flow in benign
      coordinates;
    - ``maximise_utility(theta, dormant, eta) -> UtilityPhase`` and ``minimise_cost(theta) ->
      theta``: exact AGF steps;
      a row of zeros is a neuron that collapsed, and ``follows_flow = True`` leaves that to
      `numerics.steps.collapse`;
    - ``strongest_pull(theta)``: the largest utility gradient over all directions, where dormant
      ones turn at once;
    - ``settled(row, alpha) -> direction``: where on the unit sphere a collapsed neuron returns to
      dormancy;
    - ``learned(before, after, alpha) -> feature``: the name of what changed between two plateaus;
    - ``rotated``: the same network with parameters theta @ rotation, used where parameters
      themselves are integrated;
      it has the attribute ``rotation``, an orthogonal matrix;
    - ``hessian(theta)``: second derivatives of the loss, (H p, H p), for stiff flows;
    - ``along(rows)``: L and |grad L|^2 at many parameters (T, H, p) in one batch;
    - ``flat_gradient(factor, neurons)``: flat theta -> factor grad L, compiled, or None;
    - ``finest(alpha)``: size of the smallest parameter that must be followed, if below the smallest
      initial norm.
    """

    @property
    def neurons(self) -> int:
        """How many neurons the network has: the rows of theta."""
        ...

    @property
    def kappa(self) -> int:
        """Order of the utility at the origin, 2 or more."""

    def loss(self, theta: np.ndarray) -> Any:
        """L(theta), exact for the data."""

    def gradient(self, theta: np.ndarray) -> np.ndarray:
        """grad L(theta), one row a neuron."""
        ...

    def initial(self, alpha: Any, seed: int = 0) -> np.ndarray:
        """Parameters of scale alpha, one row a neuron."""
        ...

    def eta(self, alpha: Any) -> float:
        """The accelerated learning rate E[c_i] at this initialisation scale."""

    def utility(self, theta: np.ndarray, directions: np.ndarray) -> np.ndarray:
        """U_i(directions_i; r) for every neuron, with the residual r of the network at ``theta``
        (eq:utility-defn).
        """

    def utility_gradient(self, theta: np.ndarray, directions: np.ndarray) -> np.ndarray:
        """grad U_i at directions_i, one row a neuron."""

    def function(self, theta: np.ndarray) -> Any:
        """What the network computes, as the setting names it: a vector of coefficients, a matrix,
        ...
        """


@dataclass(frozen=True)
class Dormant:
    """The dormant side of AGF: for each neuron its direction, accumulated utility and threshold c_i
    / eta.

    Rows of active neurons are kept, unused, so that indices never move.
    """

    mask: np.ndarray
    directions: np.ndarray
    accumulated: np.ndarray
    thresholds: np.ndarray
    initial_norms: np.ndarray


@dataclass(frozen=True)
class UtilityPhase:
    """One utility maximisation: how long it took, where the dormant neurons ended, the path for
    plots.

    ``duration`` is None when no dormant neuron will ever reach its threshold.
    """

    duration: Any
    activated: tuple[int, ...]
    directions: np.ndarray
    accumulated: np.ndarray
    times: np.ndarray
    path: np.ndarray

    @classmethod
    def never(cls, dormant: Dormant) -> UtilityPhase:
        """No dormant neuron will ever reach its threshold: everything stays as it is."""
        S = dormant.accumulated
        return cls(None, (), dormant.directions, S, np.zeros(1), S[None])


def norms(theta: np.ndarray) -> np.ndarray:
    """||theta_i||, one a neuron.

    >>> norms(np.array([[3.0, 4.0]]))
    array([5.])
    """
    theta = np.asarray(theta, dtype=float)
    # Scaled first: the square of 1e-200 is not a double.
    largest = np.abs(theta).max(axis=1, keepdims=True)
    scaled = np.divide(theta, largest, out=np.zeros_like(theta), where=largest > 0)
    return largest[:, 0] * np.linalg.norm(scaled, axis=1)


def nonzero(theta: np.ndarray) -> np.ndarray:
    """Which neurons are not at the origin.

    >>> nonzero(np.array([[3.0, 0.0], [0.0, 0.0]]))
    array([ True, False])
    """
    return np.any(theta, axis=1)


def normalised(theta: np.ndarray) -> np.ndarray:
    """theta_i / ||theta_i||; a row of zeros stays.

    >>> normalised(np.array([[3.0, 4.0], [0.0, 0.0]]))
    array([[0.6, 0.8],
           [0. , 0. ]])
    """
    size = norms(theta)[:, None]
    return np.divide(theta, size, out=np.zeros_like(theta), where=size > 0)


def activation_constant(initial_norms: np.ndarray, kappa: int) -> np.ndarray:
    """c_i = -log||theta_i(0)||, or (||theta_i(0)||^(2-kappa) - 1) / (kappa - 2) if kappa > 2
    (eq:jump-time-neuron).

    >>> activation_constant(np.array([0.5]), 3)
    array([1.])
    """
    if kappa == 2:
        return -np.log(initial_norms)
    return (initial_norms ** (2.0 - kappa) - 1) / (kappa - 2)


def dormant_norm(
    initial_norms: np.ndarray, accumulated: np.ndarray, eta: float, kappa: int
) -> np.ndarray:
    """||theta_i|| from S_i: ||theta_i(0)|| e^(eta S_i), or (||theta_i(0)||^(2-k) + (2-k) eta
    S_i)^(1/(2-k)) (eq:dormant-norm-sol).

    >>> dormant_norm(np.array([0.5]), np.array([1.0]), 1.0, 3)
    array([1.])
    """
    if kappa == 2:
        return initial_norms * np.exp(eta * accumulated)
    left = initial_norms ** (2.0 - kappa) + (2 - kappa) * eta * accumulated
    with np.errstate(invalid="ignore"):  # a solver's trial step may look beyond the time of blow-up
        return left ** (1.0 / (2 - kappa))


def tangential(directions: np.ndarray, vectors: np.ndarray) -> np.ndarray:
    """P_theta v = v - theta_bar <theta_bar, v>, row by row (eq:dormant-dynamics).

    >>> tangential(np.array([[1.0, 0.0]]), np.array([[2.0, 3.0]]))
    array([[0., 3.]])
    """
    return vectors - directions * np.sum(directions * vectors, axis=1, keepdims=True)


def unrest(
    net: Network, theta: np.ndarray, gradient: np.ndarray, initial_norms: np.ndarray
) -> float:
    """max_i ||grad_i L|| / ||theta_i||^(kappa-1): how fast neurons turn, grow or shrink, with their
    size scaled out.

    At the origin the gradient vanishes too, so its size alone cannot tell a minimum from the first
    saddle. A neuron that shrinks is not at rest (it may be about to turn round and grow) until it
    is a millionth of its first size.
    """
    size = norms(theta)[:, None]
    pull = -np.divide(
        gradient, size ** (net.kappa - 1), out=np.zeros_like(gradient), where=size > 0
    )
    dead = (np.sum(theta * pull, axis=1) < 0) & (size[:, 0] < 1e-6 * initial_norms)
    return float(norms(pull)[~dead].max(initial=0.0))


def learned(net: Network, before: np.ndarray, after: np.ndarray, alpha: Any) -> Any:
    """The feature of a jump: the network's own name for it, or the neurons that have
    become large.
    """
    own = getattr(net, "learned", None)
    if own is not None:
        return own(before, after, alpha)
    large = 0.1 * norms(after).max(initial=0.0)
    return tuple(int(i) for i in np.flatnonzero((norms(after) > large) & (norms(before) <= large)))


def in_doubles(net: Network, alpha: Any) -> tuple[Network, np.ndarray, float]:
    """The network to integrate in doubles, the rotation of its parameters, and the size it must
    resolve.
    """
    work = getattr(net, "rotated", net)
    rotation = getattr(work, "rotation", None)
    size = norms(work.initial(alpha, 0))
    finest = work.finest(alpha) if hasattr(work, "finest") else size.min()
    # A tolerance of 1e-11 beside the finest size must itself be an ordinary double.
    if not finest > 1e-290:
        raise ArithmeticError(
            f"alpha is {alpha!r}: the parameters of {type(net).__name__} leave the range of "
            "doubles; "
            "use the network's own coordinates or exact steps, if it has them, or a larger alpha"
        )
    return (
        work,
        np.eye(work.initial(alpha, 0).shape[1]) if rotation is None else rotation,
        float(finest),
    )
