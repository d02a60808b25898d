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
    nonzero,
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
    >>> net = DiagonalNetwork([[1, 1], [0.75, 0.25]], [0.45, -0.05])
    >>> alternating_gradient_flow(net, "1e-1000").staircase.features
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
        tuple(map(int, np.flatnonzero(nonzero(theta)))),
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
