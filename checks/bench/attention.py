"""The linear transformer's gradient flow against scipy at equal accuracy, and AGF against GF in
every setting.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy.integrate import solve_ivp

from checks.bench.regression import apart, fastest, regression
from checks.bench.row import Row, answered, seconds, side_by_side
from numerics import (
    AttentionNetwork,
    DiagonalNetwork,
    LinearNetwork,
    alternating_gradient_flow,
    gradient_flow,
)

LADDER = (
    *(("LSODA", rtol) for rtol in (1e-9, 1e-10, 1e-11, 1e-12, 1e-13)),
    *(("DOP853", rtol) for rtol in (1e-9, 1e-11, 1e-13)),
)
# Both sides are right to these errors at the end, beside an explicit method at rounding.
ERRORS = (1e-10, 1e-12)
REFERENCE = ("DOP853", 3e-14)
TARGET = 3.0
Learner = DiagonalNetwork | LinearNetwork | AttentionNetwork


def rows() -> Iterator[Row]:
    """The transformer's flow against scipy at two alphas and errors, then AGF against GF in each
    setting.
    """
    net = AttentionNetwork(np.diag([1.0, 0.7, 0.5, 0.3]), context=10, heads=8)
    for alpha in ("1e-2", "1e-4"):
        yield from _against_scipy(net, alpha)
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


def _against_scipy(net: AttentionNetwork, alpha: str) -> Iterator[Row]:
    """At each error, the quickest scipy run that is right to it."""
    flow = gradient_flow(net, alpha)
    end, start, eta = float(flow.times[-1]), net.initial(alpha), net.eta(alpha)
    reference = _scipy(net, start, eta, end, *REFERENCE)
    ours = apart(flow.at(end), reference)
    tried = []
    for method, rtol in LADDER:
        taken, theta = answered(lambda: _scipy(net, start, eta, end, method, rtol))
        tried.append((taken, apart(theta, reference), f"{method} {rtol:g}"))
    for error in ERRORS:
        name = f"attention flow, d = 4, H = 8, alpha = {alpha}, error {error:g}"
        best = fastest(tried, error)
        if best is None or ours > error:
            note = f"no scipy run is right to {error:g}" if best is None else f"off by {ours:.1e}"
            mine = seconds(lambda: gradient_flow(net, alpha))
            yield Row(name, mine, "scipy", None, ours, TARGET, note)
            continue
        solver, accuracy = best[2].split()
        mine, theirs = side_by_side(
            lambda: gradient_flow(net, alpha),
            lambda: _scipy(net, start, eta, end, solver, float(accuracy)),
            turns=5,
        )
        note = "ours finds its end by itself and keeps loss and speed along the whole curve"
        yield Row(name, mine, f"scipy {best[2]}", theirs, max(ours, best[1]), TARGET, note)


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
