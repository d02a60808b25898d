"""Gradient flow of any network, at small initialisation, without the silent failures.

A network with coordinates of its own (``flow``) uses them. Otherwise theta itself is integrated,
with tolerances tied to the size of the initialisation, and the end state is examined before it is
believed.
"""

from __future__ import annotations

import warnings
from bisect import bisect_right
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from scipy.integrate import LSODA

from numerics import validate
from numerics.checking import check_once
from numerics.network import Network, in_doubles, norms, unrest
from numerics.patience import Patience
from numerics.trajectory import Trajectory

RTOL = 1e-11
# At rest: growth and rotation of every neuron below this share of what they were at the start.
REST = 1e-8
# whether the flow is at rest is asked every so many steps: the question costs as much as a step
LOOK = 8
MOST_STEPS = 200_000
SAMPLES_PER_STEP = 2
# of a network's own integrator, whose steps are longer
SAMPLES_PER_PIECE = 4


def gradient_flow(
    net: Network, alpha: Any, seed: int = 0, until: Any = None, digits: int = 16, *,
    engine: str | None = None, raw: bool = False,
) -> Trajectory:  # fmt: skip
    """theta' = -eta grad L(theta) from the initialisation of scale alpha, in accelerated time
    (sec:framework).

    ``until=None`` runs to convergence. ``raw=True`` integrates theta itself even if the network has
    better coordinates.

    >>> from numerics import DiagonalNetwork
    >>> flow = gradient_flow(DiagonalNetwork([[1]], [1]), "1e-1000")
    >>> flow.in_units_of(2302.585092994046)  # doctest: +ELLIPSIS
    Staircase with 1 jump
      start            level 0.5
      t = 0.9999591272 level ... (0, 1)
    """
    digits, seed, until = (
        validate.whole("digits", digits, 1, validate.MOST_DIGITS),
        validate.whole("seed", seed, 0),
        validate.end_time(until),
    )
    validate.network(net)
    check_once(net)
    validate.log_inverse(alpha)
    if hasattr(net, "flow") and not raw:
        return net.flow(alpha, seed, until, digits, engine)
    if digits > validate.DOUBLE_DIGITS:
        raise ValueError(
            f"digits is {digits}: {type(net).__name__} is integrated in doubles, expected at most "
            f"{validate.DOUBLE_DIGITS}"
        )
    return _integrate(net, alpha, seed, until, raw)


def _integrate(net: Network, alpha: Any, seed: int, until: Any, raw: bool) -> Trajectory:
    """The flow by the network's own integrator, where it has one; else, or ``raw``, by LSODA."""
    whole, (net, rotation, finest) = net, in_doubles(net, alpha)
    start, eta = net.initial(alpha, seed), float(net.eta(alpha))
    own = None if raw else getattr(net, "integrator", None)
    integrator = None if own is None else own()
    first = unrest(net, start, net.gradient(start), norms(start))

    def unrest_at(theta: np.ndarray) -> float:
        """Beside that of the start; the flow is at rest where it is below REST."""
        return unrest(net, theta, net.gradient(theta), norms(start)) / first if first else 0.0

    if integrator is None:
        knots, dense = _by_lsoda(net, start, eta, until, finest, unrest_at)
        return trajectory(whole, alpha, eta, rotation, knots, dense)
    knots, dense = _by_pieces(integrator, start, eta, until, unrest_at)
    return trajectory(whole, alpha, eta, rotation, knots, dense, SAMPLES_PER_PIECE)


def _by_pieces(
    integrator: Any, start: np.ndarray, eta: float, until: Any, unrest_at: Callable
) -> tuple[list, list]:
    """Knots in accelerated time, and the dense output between them."""
    dense: list = []
    end = np.inf if until is None else eta * float(until)
    patience = Patience(until)
    for made in integrator.pieces(start, end):
        dense += made
        left = unrest_at(integrator.theta.reshape(start.shape))
        if until is not None:
            patience.look(len(dense), integrator.time / eta, left <= REST)
        elif left <= REST:
            break
        _patient(len(dense), integrator.time / eta, left)
    knots = [0.0, *(piece.end / eta for piece in dense)]
    if until is not None:
        knots[-1] = float(until)
    return knots, [partial(_accelerated, piece, eta) for piece in dense]


def _accelerated(piece: Any, eta: float, t: Any) -> np.ndarray:
    """A piece in plain time, as SciPy's dense output is called: one column a time."""
    rows = piece.at(np.clip(eta * np.asarray(t), piece.start, piece.end))
    return rows.T if np.ndim(t) else rows[0]


def _patient(steps: int, t: float, left: float) -> None:
    """Give up after MOST_STEPS."""
    if steps >= MOST_STEPS:
        raise ArithmeticError(
            f"no critical point after {MOST_STEPS} steps, at t = {t:.6g} (unrest {left:.1e} of "
            f"the first, at rest below {REST:.1e}): pass until=..."
        )


def _by_lsoda(
    net: Network, start: np.ndarray, eta: float, until: Any, finest: float, unrest_at: Callable
) -> tuple[list, list]:
    """Knots in accelerated time, and the dense output between them."""
    shape = start.shape
    solver = LSODA(
        _field(net, eta, shape), 0.0, start.ravel(),
        np.inf if until is None else float(until), rtol=RTOL, jac=_jacobian(net, eta, shape),
        # An absolute tolerance above a neuron's size would let the solver sit at the origin and
        # report success.
        atol=RTOL * finest,
        first_step=1e-3 / eta if until is None else min(1e-3 / eta, float(until)),
    )  # fmt: skip
    dense: list = []
    knots, patience = [0.0], Patience(until)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # a solver that fails also says so
        while solver.status == "running":
            message = solver.step()
            if solver.status == "failed" or not np.all(np.isfinite(solver.y)):
                if patience.rested:
                    patience.give_up(len(dense), solver.t)
                raise ArithmeticError(
                    f"LSODA failed at t = {solver.t:.6g} ({message}): pass until=... or a larger "
                    "alpha"
                )
            knots.append(solver.t)
            dense.append(solver.dense_output())
            if len(dense) % LOOK == 0:
                resting = unrest_at(solver.y.reshape(shape)) <= REST
                if until is not None:
                    patience.look(len(dense), solver.t, resting)
                elif resting:
                    break
            if len(dense) >= MOST_STEPS:
                _patient(len(dense), solver.t, unrest_at(solver.y.reshape(shape)))
    return knots, dense


def _field(net: Network, eta: float, shape: tuple[int, int]) -> Any:
    """-eta grad L as the solver calls it: compiled, where the network has that."""
    own = getattr(net, "flat_gradient", None)
    fast = None if own is None else own(-eta, shape[0])
    if fast is not None:
        return lambda _t, flat: fast(flat)
    return lambda _t, flat: -eta * net.gradient(flat.reshape(shape)).ravel()


def _jacobian(net: Network, eta: float, shape: tuple[int, int]) -> Any:
    """-eta times the Hessian where the network knows it; else LSODA takes differences."""
    hessian = getattr(net, "hessian", None)
    return None if hessian is None else lambda _t, flat: -eta * hessian(flat.reshape(shape))


def trajectory(
    net: Network, alpha: Any, eta: float, rotation: np.ndarray, knots: list, dense: list,
    samples: int = SAMPLES_PER_STEP,
) -> Trajectory:  # fmt: skip
    """The samples of a flow from its solver's pieces, with parameters turned back by
    ``rotation``.
    """

    def state_at(t: float) -> np.ndarray:
        k = min(max(bisect_right(knots, t) - 1, 0), len(dense) - 1)
        return dense[k](t).reshape(-1, len(rotation)) @ rotation.T

    def speed(theta: np.ndarray) -> float:
        return eta * float(np.sum(net.gradient(theta) ** 2))

    steps = np.array(knots)
    times = steps[:-1, None] + np.diff(steps)[:, None] * np.arange(samples) / samples
    flat = np.vstack(
        [piece(inside).T for piece, inside in zip(dense, times)] + [dense[-1](steps[-1:]).T]
    )
    rows = flat.reshape(len(flat), -1, len(rotation)) @ rotation.T
    losses, squares = along(net, rows)
    return Trajectory(
        times=np.append(times, steps[-1]),
        losses=losses,
        speeds=eta * squares,
        parameters=rows,
        alpha=alpha,
        eta=eta,
        digits=validate.DOUBLE_DIGITS,
        network=net,
        at=state_at,
        measure=lambda t: (net.loss(state_at(t)), speed(state_at(t))),
        steps=len(dense),
        acceleration=_acceleration(net, eta, state_at),
    )


def along(net: Network, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """L and |grad L|^2 at many parameters (T, H, p): in one batch where the network can, else one
    by one.
    """
    own = getattr(net, "along", None)
    if own is not None:
        return own(rows)
    return (
        np.array([net.loss(row) for row in rows]),
        np.array([float(np.sum(net.gradient(row) ** 2)) for row in rows]),
    )


def _acceleration(net: Network, eta: float, state_at: Callable[[float], np.ndarray]) -> Any:
    """d(eta |grad L|^2)/dt = -2 eta^2 grad L^T Hess grad L, where the network knows its Hessian."""
    hessian = getattr(net, "hessian", None)
    if hessian is None:
        return None

    def acceleration(t: float) -> float:
        theta = state_at(t)
        slope = net.gradient(theta).ravel()
        return -2 * eta**2 * float(slope @ hessian(theta) @ slope)

    return acceleration
