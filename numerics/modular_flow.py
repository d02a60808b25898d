"""Gradient flow of modular addition past its jumps: an implicit method that knows which neurons are stiff.

In accelerated time a dormant neuron moves at a rate of order one and an active one at a rate of order 1/alpha, so the Jacobian given to the BDF
method is the Hessian of the active neurons alone, and nothing of the dormant ones. The number of steps still grows as alpha shrinks (p = 5, H = 15:
895, 1709, 2626 at 1e-2, 1e-3, 1e-4), because groups of fewer than six neurons drift to large weights and ever larger curvature.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.integrate import BDF
from scipy.sparse import csc_matrix

from numerics.network import norms

RTOL = 1e-6
# Neurons of at least this norm are active. The Hessian of smaller ones is linear in their norm: some hundredths of that of a neuron at rest.
ACTIVE = 0.02
# Central differences of a polynomial of degree five: rounding 1e-11, truncation 1e-10.
STEP = 1e-5
# From this many unknowns on the Jacobian is sparse: its block of active neurons is most of what there is to factor.
DENSE = 500
MOST_STEPS = 100_000


@dataclass(frozen=True)
class Step:
    """One accepted step: its end, the parameters there, and the dense output since the step before."""

    time: float
    theta: np.ndarray
    dense: Callable[[float], np.ndarray]


def follow(net: Any, start: np.ndarray, eta: float, until: float = np.inf, rtol: float = RTOL) -> Iterator[Step]:
    """theta' = -eta grad L(theta) step by step, for as long as the caller asks: nothing is stored here.

    Errors are relative to every component, down to ``rtol`` of the smallest neuron at the start. What they amount to after many jumps has not been measured.
    """
    shape, smallest = start.shape, float(norms(start).min())
    if not smallest > 0:
        raise ValueError("start has a neuron that is zero: expected every neuron to have a direction")
    rate = float(np.abs(net.utility_gradient(np.zeros_like(start), start)).max())
    solver = BDF(
        lambda _t, flat: -eta * net.gradient(flat.reshape(shape)).ravel(), 0.0, start.ravel(), until, rtol=rtol, atol=rtol * smallest,
        jac=lambda _t, flat: -eta * active_hessian(net, flat.reshape(shape)),
        first_step=min(1e-3 * smallest / (eta * rate) if rate > 0 else np.inf, until, 1.0),
    )  # fmt: skip
    for _ in range(MOST_STEPS):
        message = solver.step()
        if solver.status == "failed" or not np.all(np.isfinite(solver.y)):
            raise ArithmeticError(f"gradient flow failed at t = {solver.t:.6g} ({message}): pass until=... or a larger alpha")
        output = solver.dense_output()
        yield Step(solver.t, solver.y.reshape(shape), lambda t, output=output: output(t).reshape(shape))
        if solver.status == "finished":
            return
    raise ArithmeticError(f"no end after {MOST_STEPS} steps, at t = {solver.t:.6g}: pass until=...")


def active_hessian(net: Any, theta: np.ndarray) -> Any:
    """Second derivatives of the loss in the active neurons, zero elsewhere; sparse for large networks."""
    active = np.flatnonzero(norms(theta) > ACTIVE)
    block = _hessian(net, theta[active]) if len(active) else np.zeros((0, 0))
    place = (active[:, None] * theta.shape[1] + np.arange(theta.shape[1])).ravel()
    if theta.size > DENSE:
        rows, columns = np.repeat(place, len(place)), np.tile(place, len(place))
        return csc_matrix((block.ravel(), (rows, columns)), shape=(theta.size, theta.size))
    full = np.zeros((theta.size, theta.size))
    full[np.ix_(place, place)] = block
    return full


def _hessian(net: Any, theta: np.ndarray) -> np.ndarray:
    """By differences of the gradient of a network of these neurons alone: the dormant ones add the cubes of their norms."""
    flat, block = theta.ravel(), np.empty((theta.size, theta.size))
    for n in range(theta.size):
        shift = np.zeros(theta.size)
        shift[n] = STEP
        up, down = (net.gradient((flat + sign * shift).reshape(theta.shape)) for sign in (1, -1))
        block[n] = (up - down).ravel() / (2 * STEP)
    return (block + block.T) / 2
