"""The linear transformer's gradient flow against scipy at equal accuracy, and AGF against GF in
every setting.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy.integrate import solve_ivp

from checks.bench.regression import regression
from checks.bench.row import Row, answered, seconds, side_by_side
from numerics import (
    AttentionNetwork,
    DiagonalNetwork,
    LinearNetwork,
    alternating_gradient_flow,
    gradient_flow,
)

METHODS = (
    ("LSODA", 1e-9),
    ("LSODA", 1e-10),
    ("LSODA", 1e-11),
    ("LSODA", 1e-12),
    ("DOP853", 1e-9),
    ("DOP853", 1e-11),
)
Learner = DiagonalNetwork | LinearNetwork | AttentionNetwork


def rows() -> Iterator[Row]:
    """The transformer's flow against scipy at two alphas, then AGF against GF in each setting."""
    net = AttentionNetwork(np.diag([1.0, 0.7, 0.5, 0.3]), context=10, heads=8)
    for alpha in ("1e-2", "1e-4"):
        yield _against_scipy(net, alpha)
    networks: tuple[tuple[str, Learner, str], ...] = (
        ("diagonal, d = 5", regression(5), "1e-60"),
        ("linear, 3 x 3", LinearNetwork(np.diag([3.0, 2.0, 1.0]), np.eye(3), 3), "1e-60"),
        (
            "attention, d = 3, H = 6",
            AttentionNetwork(np.diag([1.0, 0.6, 0.3]), context=10, heads=6),
            "1e-4",
        ),
    )
    for name, network, alpha in networks:
        yield _agf_against_gf(name, network, alpha)


def _against_scipy(net: AttentionNetwork, alpha: str) -> Row:
    flow = gradient_flow(net, alpha)
    end, start, eta = float(flow.times[-1]), net.initial(alpha), net.eta(alpha)
    reference = _scipy(net, start, eta, end, "LSODA", 1e-13)

    def apart(theta: np.ndarray) -> float:
        return float(np.max(np.abs(theta - reference)))

    ours, name = apart(flow.at(end)), f"attention flow, d = 4, H = 8, alpha = {alpha}"
    # Equal accuracy: a peer must come as close to the reference as we do, within a factor of two.
    tried = [(*answered(lambda: _scipy(net, start, eta, end, *how)), how) for how in METHODS]
    right = [(taken, apart(theta), how) for taken, theta, how in tried if apart(theta) <= 2 * ours]
    if not right:
        return Row(
            name,
            seconds(lambda: gradient_flow(net, alpha)),
            "scipy",
            None,
            ours,
            None,
            f"no scipy run comes within {2 * ours:.1e}",
        )
    _, error, how = min(right)
    mine, theirs = side_by_side(
        lambda: gradient_flow(net, alpha), lambda: _scipy(net, start, eta, end, *how), turns=3
    )
    return Row(
        name,
        mine,
        f"scipy {how[0]} {how[1]:g}",
        theirs,
        max(ours, error),
        3.0,
        "ours finds its end by itself and keeps loss and speed along the whole curve",
    )


def _scipy(
    net: AttentionNetwork, start: np.ndarray, eta: float, end: float, method: str, rtol: float
) -> np.ndarray:
    def field(_t: float, flat: np.ndarray) -> np.ndarray:
        return -eta * net.gradient(flat.reshape(start.shape)).ravel()

    atol = rtol * np.abs(start).min()
    return (
        solve_ivp(field, (0, end), start.ravel(), method, rtol=rtol, atol=atol)
        .y[:, -1]
        .reshape(start.shape)
    )


def _agf_against_gf(name: str, net: Learner, alpha: str) -> Row:
    """Both staircases; they differ by what alpha makes them differ."""
    agf, gf = alternating_gradient_flow(net, alpha).staircase, gradient_flow(net, alpha).staircase
    gap = max((abs(float(a) - float(b)) for a, b in zip(agf.levels, gf.levels)), default=0.0)
    mine, theirs = side_by_side(
        lambda: alternating_gradient_flow(net, alpha).staircase,
        lambda: gradient_flow(net, alpha).staircase,
        turns=3,
    )
    return Row(
        f"AGF, {name}, alpha = {alpha}",
        mine,
        "GF, the same staircase",
        theirs,
        gap,
        None,
        f"{len(agf.jump_times)} and {len(gf.jump_times)} jumps; agree_to: the levels",
    )
