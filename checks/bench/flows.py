"""Linear and modular gradient flow against what a person would write: scipy on the parameters, with
the gradient in numpy.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy.integrate import solve_ivp

from checks.bench.row import Row, answered, seconds, side_by_side
from numerics import LinearNetwork, ModularNetwork, gradient_flow

LADDER = tuple(
    (method, rtol) for method in ("LSODA", "DOP853") for rtol in (1e-6, 1e-8, 1e-10, 1e-12)
)
# alpha of the linear rows, and the target: at 1e-8 rounding of the active modes has begun to wake
# the dormant ones.
LINEAR = (("1e-2", 1.0), ("1e-4", 1.0))
MODULAR = ((7, "1e-2", 1.0), (23, "1e-2", 1.0))


def rows() -> Iterator[Row]:
    """The linear flow of three modes, then modular addition."""
    net = LinearNetwork(np.diag([3.0, 2.0, 1.0]), np.diag([1.0, 0.8, 0.5]), 4)
    for alpha, target in LINEAR:
        yield _row(f"linear flow, 3 x 3, H = 4, alpha = {alpha}", net, alpha, target)
    for p, alpha, target in MODULAR:
        x = np.random.default_rng(p).normal(size=p).round(3)
        adding = ModularNetwork(x - x.mean(), 2 * p)
        yield _row(f"modular flow, p = {p}, H = {2 * p}, alpha = {alpha}", adding, alpha, target)


def _row(name: str, net: LinearNetwork | ModularNetwork, alpha: str, target: float) -> Row:
    """Ours, with its staircase, against the quickest scipy run whose end is as near to a reference
    as ours.
    """
    flow = gradient_flow(net, alpha)
    end, start, eta = float(flow.times[-1]), net.initial(alpha), float(net.eta(alpha))
    reference = net.loss(_scipy(net, start, eta, end, "LSODA", 1e-13))
    scale = net.loss(0 * start)

    def apart(theta: np.ndarray) -> float:
        return abs(float(net.loss(theta) - reference)) / scale

    ours = apart(flow.at(end))
    allowed = max(2 * ours, 1e-9)
    tried = [(*answered(lambda: _scipy(net, start, eta, end, *how)), how) for how in LADDER]
    right = [(taken, apart(theta), how) for taken, theta, how in tried if apart(theta) <= allowed]
    mine_alone = lambda: gradient_flow(net, alpha).staircase
    if not right:
        note = f"no scipy run comes within {allowed:.1e}"
        return Row(name, seconds(mine_alone), "scipy", None, ours, None, note)
    _, error, how = min(right)
    mine, theirs = side_by_side(mine_alone, lambda: _scipy(net, start, eta, end, *how), turns=3)
    return Row(
        name,
        mine,
        f"scipy {how[0]} {how[1]:g}",
        theirs,
        max(ours, error),
        target,
        "ours finds its end and its staircase; agree_to: the loss at the end",
    )


def _scipy(
    net: LinearNetwork | ModularNetwork,
    start: np.ndarray,
    eta: float,
    end: float,
    method: str,
    rtol: float,
) -> np.ndarray:
    def field(_t: float, flat: np.ndarray) -> np.ndarray:
        return -eta * net.gradient(flat.reshape(start.shape)).ravel()

    atol = rtol * float(np.abs(start).min())
    found = solve_ivp(field, (0, end), start.ravel(), method, rtol=rtol, atol=atol)
    return found.y[:, -1].reshape(start.shape)
