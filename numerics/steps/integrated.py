"""The two steps of AGF, integrated: for a network that does not know them, and to compare with one
that does.

Only the neurons a step is about are integrated; the others are not part of the state, so no
rounding of the integrator can wake them or move them. Who collapses is decided in
`numerics.steps.collapse`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable

import numpy as np
from scipy.integrate import LSODA, solve_ivp
from scipy.optimize import brentq

from numerics.events import ends_at_zero
from numerics.network import (
    Dormant,
    Network,
    UtilityPhase,
    dormant_norm,
    normalised,
    norms,
    tangential,
    unrest,
)
from numerics.steps.collapse import returned

RTOL = 1e-11
# Active neurons are at rest when no component of their gradient exceeds this share of the first
# utility gradient.
REST = 1e-10
# A dormant neuron that would need longer than this many times the first waiting time never
# activates.
HORIZON = 1e6
# At rest is asked after this many steps: the question costs as much as a step.
LOOK = 8
MOST_STEPS = 200_000


# ---------------------------------------------------------------- utility maximisation


def maximise_utility(
    net: Network, theta: np.ndarray, dormant: Dormant, eta: float, scale: float, finest: float
) -> UtilityPhase:
    """theta_bar' = eta |theta|^(kappa-2) P grad U, S' = kappa U, until some S_i = c_i / eta
    (eq:dormant-dynamics).
    """
    asleep = np.flatnonzero(dormant.mask)
    shape = (len(asleep), dormant.directions.shape[1])
    split = shape[0] * shape[1]
    first_norms, thresholds = dormant.initial_norms[asleep], dormant.thresholds[asleep]
    everyone = dormant.directions.copy()

    def slope(_t: float, flat: np.ndarray) -> np.ndarray:
        S = flat[split:]
        directions = normalised(flat[:split].reshape(shape))
        everyone[asleep] = directions
        power = (
            # A trial step may go beyond the threshold, where the norm would blow up.
            dormant_norm(first_norms, np.minimum(S, thresholds), eta, net.kappa) ** (net.kappa - 2)
            if net.kappa != 2
            else np.ones(len(S))
        )
        pull = net.utility_gradient(theta, everyone)[asleep]
        turn = eta * power[:, None] * tangential(directions, pull)
        return np.concatenate([turn.ravel(), net.kappa * net.utility(theta, everyone)[asleep]])

    @ends_at_zero(direction=1)
    def arrival(_t: float, flat: np.ndarray) -> float:
        return float((flat[split:] - thresholds).max())

    first = np.concatenate([dormant.directions[asleep].ravel(), dormant.accumulated[asleep]])
    horizon = HORIZON * float(np.max(dormant.thresholds)) / scale
    # Directions must be resolved as finely as what decides a return; S passes through zero, where
    # only RTOL makes sense.
    atol = np.concatenate([np.full(split, RTOL * finest), np.full(len(asleep), RTOL)])
    solution = solve_ivp(
        slope,
        (0.0, horizon),
        first,
        "LSODA",
        events=arrival,
        rtol=RTOL,
        atol=atol,
        first_step=1e-4 / (eta * scale),
    )
    if not solution.success:
        raise ArithmeticError(
            f"utility maximisation failed ({solution.message}): try a larger alpha"
        )
    path = np.tile(dormant.accumulated, (len(solution.t), 1))
    path[:, asleep] = solution.y[split:].T
    if solution.status != 1:
        return UtilityPhase(None, (), dormant.directions, dormant.accumulated, solution.t, path)
    last = solution.y_events[0][0]
    everyone[asleep] = normalised(last[:split].reshape(shape))
    S = dormant.accumulated.copy()
    S[asleep] = last[split:]
    return _ended(solution.t, path, float(solution.t_events[0][0]), everyone, S, dormant)


def _ended(
    times: np.ndarray, path: np.ndarray, end: float, directions: np.ndarray, S: np.ndarray,
    dormant: Dormant,
) -> UtilityPhase:  # fmt: skip
    """The phase that ended at ``end``: who arrived (ties to 1e-9 together), and S on the way."""
    gap = np.where(dormant.mask, dormant.thresholds - S, np.inf)
    activated = np.flatnonzero(gap <= gap.min() + 1e-9)
    S[activated] = dormant.thresholds[activated]
    times = np.append(times, end) if times[-1] < end else times
    path = np.vstack([path, S])[: len(times)]
    path[-1] = S
    return UtilityPhase(end, tuple(map(int, activated)), directions, S, times, path)


# ---------------------------------------------------------------- cost minimisation


def minimise_cost(
    net: Network, awake: np.ndarray, dormant: Dormant, scale: float, finest: float
) -> np.ndarray:
    """theta_j' = -grad_j L for active j, to rest, with a row of zeros for each that collapsed on
    the way.
    """
    theta, fallen = awake.copy(), {}
    # Every return lowers the loss, and there are finitely many sets of active neurons.
    for _ in range(10 * len(awake) + 10):
        theta, who = _descend(net, theta, dormant.initial_norms, scale, finest)
        if who is not None:
            fallen[who] = theta[who].copy()
            theta[who] = 0
            continue
        growing = net.utility(theta, normalised(awake)) > REST * scale
        back = [i for i in fallen if growing[i]]
        if not back:
            return theta
        for i in back:
            theta[i] = fallen.pop(i)
    raise ArithmeticError(
        "cost minimisation does not settle: neurons keep collapsing and growing back; try a "
        "smaller alpha"
    )


def _descend(
    net: Network, theta: np.ndarray, initial_norms: np.ndarray, scale: float, finest: float
) -> tuple[np.ndarray, int | None]:
    """Follow the flow of the non-zero neurons to rest, or to the first that returns to its initial
    norm.
    """
    active = np.flatnonzero(norms(theta) > 0)
    shape, first = theta[active].shape, initial_norms[active]
    hessian = getattr(net, "hessian", None)
    index = (active[:, None] * shape[1] + np.arange(shape[1])).ravel()

    def whole(flat: np.ndarray) -> np.ndarray:
        full = np.zeros_like(theta)
        full[active] = flat.reshape(shape)
        return full

    def slope(_t: float, flat: np.ndarray) -> np.ndarray:
        return -net.gradient(whole(flat))[active].ravel()

    def growth(flat: np.ndarray) -> np.ndarray:
        """d log||theta_i|| / dt, whose sign turns where a norm is least."""
        rows, pull = flat.reshape(shape), slope(0.0, flat).reshape(shape)
        return np.sum(normalised(rows) * pull, axis=1) / norms(rows)

    def at_rest(flat: np.ndarray) -> bool:
        # Per unit of size: a neuron on its way to the origin has a small gradient and is not at
        # rest.
        gradient = np.zeros_like(theta)
        gradient[active] = -slope(0.0, flat).reshape(shape)
        return unrest(net, whole(flat), gradient, np.zeros(len(theta))) <= REST * scale

    if at_rest(theta[active].ravel()):
        return theta, None
    solver = LSODA(
        slope,
        0.0,
        theta[active].ravel(),
        np.inf,
        rtol=RTOL,
        atol=RTOL * finest,
        first_step=1e-4 / scale,
        jac=None
        if hessian is None
        else lambda _t, flat: -hessian(whole(flat))[np.ix_(index, index)],
    )
    who, end = _until_rest(solver, growth, at_rest, first, REST * scale)
    return whole(end), None if who is None else int(active[who])


def _until_rest(
    solver: LSODA, growth: Callable[[np.ndarray], np.ndarray],
    at_rest: Callable[[np.ndarray], bool], initial_norms: np.ndarray, still: float,
) -> tuple[int | None, np.ndarray]:  # fmt: skip
    """The first neuron that returns to its initial norm, None where the flow comes to rest before
    one does, and the state there.
    """
    before = growth(solver.y)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # a solver that fails also says so
        for step in range(1, MOST_STEPS):
            message = solver.step()
            if solver.status == "failed" or not np.all(np.isfinite(solver.y)):
                raise ArithmeticError(f"cost minimisation failed ({message}): try a larger alpha")
            after = growth(solver.y)
            who, end = _first_return(solver, growth, before, after, initial_norms, still)
            if who is not None:
                return who, end
            before = after
            if step % LOOK == 0 and at_rest(solver.y):
                return None, solver.y
    raise ArithmeticError(
        "cost minimisation has not converged: the active neurons' problem is nearly singular"
    )


def _first_return(
    solver: LSODA, growth: Callable[[np.ndarray], np.ndarray], before: np.ndarray,
    after: np.ndarray, initial_norms: np.ndarray, still: float,
) -> tuple[int | None, np.ndarray]:  # fmt: skip
    """The first neuron that came back to its initial norm within the last step, and the state
    there.

    It fell through (its norm is below, and still falls), or it turned there: then the least norm
    lies inside the step.
    """
    shape = (len(initial_norms), -1)
    below = returned(solver.y.reshape(shape), initial_norms) & (after < 0)
    turned = (before < 0) & (after >= 0) & (np.maximum(-before, after) > still)
    if not (below.any() or turned.any()):
        return None, solver.y
    dense, found = solver.dense_output(), []
    for i in np.flatnonzero(turned):
        when = brentq(lambda t: growth(dense(t))[i], solver.t_old, solver.t, xtol=1e-300)
        if returned(dense(when).reshape(shape), initial_norms)[i]:
            found.append((when, int(i)))
    found += [(solver.t, int(i)) for i in np.flatnonzero(below)]
    if not found:
        return None, solver.y
    when, who = min(found)
    return who, dense(when)
