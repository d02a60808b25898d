"""Alternating Gradient Flows: Algorithm 1 of the paper, for any network.

Utility maximisation moves the dormant neurons on their spheres until the first accumulates its
threshold; cost minimisation follows the flow of the active neurons to rest. A network's exact steps
are used where it has them. What the algorithm leaves open (who has collapsed, where AGF is defined
at all) is decided in `numerics.steps.collapse`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from numerics import validate
from numerics.checking import check_once
from numerics.network import (
    Dormant,
    Network,
    UtilityPhase,
    activation_constant,
    in_doubles,
    learned,
    normalised,
    norms,
)
from numerics.steps import collapse
from numerics.steps import integrated as integration
from numerics.steps.integrated import REST
from theory.staircase import Staircase

# Where alpha underflows, directions are drawn at this scale.
REPRESENTABLE = 1e-3


@dataclass(frozen=True)
class Iteration:
    """One turn of AGF: a utility maximisation from ``start`` to ``end``, then a cost minimisation
    at ``end``.

    ``times`` and ``accumulated`` (one row a time) are the path of S during the first; ``active``
    and ``theta`` what the second left.
    """

    start: float
    end: float
    activated: tuple[int, ...]
    collapsed: tuple[int, ...]
    active: tuple[int, ...]
    times: np.ndarray = field(repr=False)
    accumulated: np.ndarray = field(repr=False)
    theta: np.ndarray = field(repr=False)
    level: float = 0.0


@dataclass(frozen=True, repr=False)
class AlternatingFlow:
    """What AGF predicts: its staircase, and every iteration on the way."""

    staircase: Staircase
    iterations: tuple[Iteration, ...] = field(repr=False)
    alpha: Any = None
    eta: float = 0.0

    def __repr__(self) -> str:
        return f"AGF, alpha = {self.alpha}, eta = {self.eta:.6g}: {self.staircase!r}"

    def _repr_html_(self) -> str:
        return self.staircase._repr_html_()


def alternating_gradient_flow(
    net: Network, alpha: Any, seed: int = 0, *, integrated: bool = False, most: int = 10_000
) -> AlternatingFlow:
    """Algorithm alg:alternating-gradient-flows, from the initialisation that gradient flow has for
    the same seed.

    ``integrated=True`` integrates both steps even where the network knows them exactly.

    >>> from numerics import DiagonalNetwork
    >>> alternating_gradient_flow(DiagonalNetwork([[1, 1], [0.75, 0.25]], [0.45, -0.05]), "1e-1000").staircase.features
    ((0, 1), (1, 1), (0, -1))
    """
    seed, most = validate.whole("seed", seed, 0), validate.whole("most", most, 1)
    validate.network(net)
    check_once(net)
    eta = float(net.eta(alpha))
    exact_utility = None if integrated else getattr(net, "maximise_utility", None)
    exact_cost = None if integrated else getattr(net, "minimise_cost", None)
    whole, rotation, finest = net, None, 0.0
    if exact_utility is None:
        net, rotation, finest = in_doubles(net, alpha)
    dormant = _asleep(net, alpha, seed, eta)
    theta = np.zeros_like(dormant.directions)
    scale = float(np.abs(net.utility_gradient(theta, dormant.directions)).max(initial=0.0))
    now, iterations, start = 0.0, [], theta
    while scale > 0 and dormant.mask.any() and _stirred(net, theta, dormant, REST * scale):
        if exact_utility is not None:
            phase = exact_utility(theta, dormant, eta)
        else:
            phase = integration.maximise_utility(net, theta, dormant, eta, scale, finest)
        if phase.duration is None:
            break
        awake = theta.copy()
        awake[list(phase.activated)] = phase.directions[list(phase.activated)]
        if exact_cost is not None:
            theta = collapse.taken_out(net, exact_cost(awake), dormant.initial_norms)
        else:
            theta = integration.minimise_cost(net, awake, dormant, scale, finest)
        dormant = replace(dormant, directions=phase.directions, accumulated=phase.accumulated)
        dormant = collapse.asleep_again(net, dormant, awake, theta, alpha)
        iterations.append(_iteration(net, now, phase, awake, theta))
        now += phase.duration
        if len(iterations) >= most:
            raise ArithmeticError(
                f"AGF made {most} jumps without ending: pass most=... to allow more"
            )
    if rotation is not None:
        iterations = [replace(it, theta=it.theta @ rotation.T) for it in iterations]
    return AlternatingFlow(
        _staircase(whole, start, iterations, alpha), tuple(iterations), alpha, eta
    )


def _asleep(net: Network, alpha: Any, seed: int, eta: float) -> Dormant:
    """All neurons dormant, S = 0, thresholds c_i / eta."""
    scale = alpha if validate.as_double(alpha) > 1e-290 else REPRESENTABLE
    first = net.initial(scale, seed)
    first_norms = norms(first)
    collapse.defined(alpha, first_norms)
    constants = activation_constant(first_norms, net.kappa)
    if scale is not alpha:
        # c_i = -log||theta_i(0)|| only shifts with log(alpha), and beside doubles the norm itself
        # is zero.
        constants = constants + validate.log_inverse(alpha) - validate.log_inverse(scale)
        first_norms = np.zeros_like(first_norms)
    count = net.neurons
    return Dormant(
        np.ones(count, dtype=bool),
        normalised(first),
        np.zeros(count),
        constants / eta,
        first_norms,
    )


def _stirred(net: Network, theta: np.ndarray, dormant: Dormant, least: float) -> bool:
    """Does any dormant neuron still feel a utility gradient?"""
    strongest = getattr(net, "strongest_pull", None)
    if strongest is not None:
        return strongest(theta) > least
    pull = net.utility_gradient(theta, dormant.directions)
    return bool(np.abs(pull[dormant.mask]).max(initial=0.0) > least)


def _iteration(
    net: Network, now: float, phase: UtilityPhase, awake: np.ndarray, theta: np.ndarray
) -> Iteration:
    assert phase.duration is not None  # a phase without an end makes no iteration
    return Iteration(
        now,
        now + phase.duration,
        phase.activated,
        collapse.collapsed(awake, theta),
        tuple(map(int, np.flatnonzero(norms(theta) > 0))),
        now + phase.times,
        phase.path,
        theta,
        float(net.loss(theta)),
    )


def _staircase(
    net: Network, start: np.ndarray, iterations: list[Iteration], alpha: Any
) -> Staircase:
    points = [start, *(it.theta for it in iterations)]
    return Staircase(
        jump_times=[it.end for it in iterations],
        levels=[float(net.loss(theta)) for theta in points],
        features=[learned(net, a, b, alpha) for a, b in zip(points[:-1], points[1:])],
        points=[net.function(theta) for theta in points],
    )


# ---------------------------------------------------------------- the two steps, integrated


def _maximise_utility(
    net: Network, theta: np.ndarray, dormant: Dormant, eta: float, scale: float, finest: float
) -> UtilityPhase:
    """theta_bar' = eta |theta|^(kappa-2) P grad U, S' = kappa U, until some S_i = c_i / eta (eq:dormant-dynamics)."""
    shape, mask = dormant.directions.shape, dormant.mask
    split = dormant.directions.size

    def slope(_t: float, flat: np.ndarray) -> np.ndarray:
        directions, S = normalised(flat[:split].reshape(shape)), flat[split:]
        power = (
            dormant_norm(dormant.initial_norms, S, eta, net.kappa) ** (net.kappa - 2)
            if net.kappa != 2
            else np.ones(len(S))
        )
        turn = (
            eta * power[:, None] * tangential(directions, net.utility_gradient(theta, directions))
        )
        growth = net.kappa * net.utility(theta, directions)
        return np.concatenate([(turn * mask[:, None]).ravel(), growth * mask])

    @ends_at_zero(direction=1)
    def arrival(_t: float, flat: np.ndarray) -> float:
        return float((flat[split:] - dormant.thresholds)[mask].max())

    first = np.concatenate([dormant.directions.ravel(), dormant.accumulated])
    horizon = HORIZON * float(np.max(dormant.thresholds)) / scale
    # A neuron that has just collapsed sits on its threshold and moves away from it: an event needs it strictly below.
    first[split:] -= np.where(
        mask & (first[split:] >= dormant.thresholds), 1e-13 * dormant.thresholds, 0
    )
    # Directions must be resolved as finely as what decides a return; S passes through zero, where only RTOL makes sense.
    atol = np.concatenate([np.full(split, RTOL * finest), np.full(len(first) - split, RTOL)])
    solution = solve_ivp(
        slope, (0.0, horizon), first, "LSODA", events=arrival, rtol=RTOL, atol=atol, first_step=1e-4 / (eta * scale),
    )  # fmt: skip
    if not solution.success:
        raise ArithmeticError(
            f"utility maximisation failed ({solution.message}): try a larger alpha"
        )
    if solution.status != 1:
        return UtilityPhase(
            None, (), dormant.directions, dormant.accumulated, solution.t, solution.y[split:].T
        )
    return _ended(solution.t, solution.y, solution.t_events[0][0], solution.y_events[0][0], dormant)


def _ended(
    times: np.ndarray, path: np.ndarray, end: float, last: np.ndarray, dormant: Dormant
) -> UtilityPhase:
    """The phase that ended at ``end`` in the state ``last``: who arrived (ties to 1e-9 together), and S on the way."""
    split = dormant.directions.size
    gap = np.where(dormant.mask, dormant.thresholds - last[split:], np.inf)
    activated = np.flatnonzero(gap <= gap.min() + 1e-9)
    S = last[split:].copy()
    S[activated] = dormant.thresholds[activated]
    times = np.append(times, end) if times[-1] < end else times
    return UtilityPhase(
        float(end),
        tuple(map(int, activated)),
        normalised(last[:split].reshape(dormant.directions.shape)),
        S,
        times,
        np.vstack([path[split:].T, S])[: len(times)],
    )


def _minimise_cost(
    net: Network, awake: np.ndarray, dormant: Dormant, scale: float, finest: float
) -> np.ndarray:
    """theta_j' = -grad_j L for active j, to rest; a neuron that comes near the origin is taken out.

    Near is the geometric mean of its initial and its active size, sqrt(||theta_i(0)||). One that was taken out and
    would grow again at the point reached had only passed by: it is put back.
    """
    near = np.sqrt(dormant.initial_norms)
    theta, out = awake.copy(), np.zeros(len(awake), dtype=bool)
    for _ in range(10 * len(awake) + 10):
        theta, fallen = _descend(net, theta, near, scale, finest)
        if fallen is not None:
            awake = awake.copy()
            awake[fallen] = theta[fallen]
            theta[fallen] = 0
            out[fallen] = True
            continue
        back = out & (net.utility(theta, normalised(awake)) > REST * scale)
        if not back.any():
            return theta
        theta[back] = normalised(awake)[back] * 2 * near[back, None]
        out[back] = False
    raise ArithmeticError(
        "cost minimisation does not settle: neurons keep collapsing and growing back; try a smaller alpha"
    )


def _descend(
    net: Network, theta: np.ndarray, near: np.ndarray, scale: float, finest: float
) -> tuple[np.ndarray, int | None]:
    """Follow the flow of the non-zero neurons to rest, or to the first that shrinks to ``near``."""
    shape, active = theta.shape, norms(theta) > 0
    if not active.any():  # every one has collapsed: nothing is left to follow
        return theta, None

    def slope(_t: float, flat: np.ndarray) -> np.ndarray:
        return (-net.gradient(flat.reshape(shape)) * active[:, None]).ravel()

    @ends_at_zero(direction=-1)
    def shrinking(_t: float, flat: np.ndarray) -> float:
        return float((norms(flat.reshape(shape)) - near)[active].min())

    span = 10 / scale
    for _ in range(60):
        solution = solve_ivp(
            slope,
            (0.0, span),
            theta.ravel(),
            "LSODA",
            events=shrinking,
            rtol=RTOL,
            atol=RTOL * finest,
        )
        if not solution.success:
            raise ArithmeticError(
                f"cost minimisation failed ({solution.message}): try a larger alpha"
            )
        theta = solution.y[:, -1].reshape(shape)
        if solution.status == 1:
            theta = solution.y_events[0][0].reshape(shape)
            return theta, int(np.argmin(np.where(active, norms(theta) - near, np.inf)))
        # Per unit of size: a neuron on its way to the origin has a small gradient and is not at rest.
        if (
            unrest(net, theta, net.gradient(theta) * active[:, None], np.zeros(len(theta)))
            <= REST * scale
        ):
            return theta, None
        span *= 2
    raise ArithmeticError(
        "cost minimisation has not converged: the active neurons' problem is nearly singular"
    )
