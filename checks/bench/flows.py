"""Linear and modular gradient flow against what a person would write: scipy on the parameters, with
the gradient in numpy. Both sides give the times of the jumps.

The peer is told the levels between which to look, and where to stop; ours finds both. A plain flow
in doubles is right at these alphas: below 1e-15 or so, rounding of the active modes wakes the
dormant ones of a linear network, and no tolerance helps.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

from checks.bench.row import Row, answered, seconds, side_by_side
from numerics import LinearNetwork, ModularNetwork, gradient_flow

LADDER = (
    *(("LSODA", rtol) for rtol in (1e-6, 1e-8, 1e-10)),
    *(("DOP853", rtol) for rtol in (1e-6, 1e-8, 1e-10, 1e-12)),
)
# An explicit method whose steps rounding alone decides; where two such runs differ, by less than
# ROUNDING, nobody is asked for more.
REFERENCE, ROUNDING = ("DOP853", 1e-13), 1e-12
LINEAR, MODULAR = ("1e-2", "1e-4", "1e-8"), ((5, "1e-2"), (7, "1e-2"))
TARGET = 2.0
# Modular addition is followed through its first jumps: up to this time, of 1/alpha, they are over.
HORIZON = 7.7


def rows() -> Iterator[Row]:
    """The linear flow of three modes, then the first jumps of modular addition."""
    net = LinearNetwork(np.diag([3.0, 2.0, 1.0]), np.diag([1.0, 0.8, 0.5]), 4)
    for alpha in LINEAR:
        yield _row(f"linear flow, 3 x 3, H = 4, alpha = {alpha}", net, alpha, None)
    for p, alpha in MODULAR:
        x = np.random.default_rng(p).normal(size=p).round(3)
        adding = ModularNetwork(x - x.mean(), 2 * p)
        yield _row(f"modular flow, p = {p}, H = {2 * p}, alpha = {alpha}", adding, alpha, HORIZON)


@dataclass(frozen=True)
class Peer:
    """What scipy is asked: when the loss of this flow is at each of the levels."""

    net: LinearNetwork | ModularNetwork
    alpha: str
    levels: list[float]
    end: float

    def jump_times(self, method: str, rtol: float) -> np.ndarray:
        """By ``solve_ivp`` on the parameters and a root of its dense output for each level; the
        absolute tolerance is tied to alpha. NaN where a level is not reached.
        """
        start, eta = self.net.initial(self.alpha), float(self.net.eta(self.alpha))

        def field(_t: float, flat: np.ndarray) -> np.ndarray:
            return -eta * self.net.gradient(flat.reshape(start.shape)).ravel()

        def loss(flat: np.ndarray) -> float:
            return float(self.net.loss(flat.reshape(start.shape)))

        found = solve_ivp(
            field, (0, self.end), start.ravel(), method, rtol=rtol,
            atol=rtol * float(np.abs(start).min()), dense_output=True,
        )  # fmt: skip
        losses, times = np.array([loss(flat) for flat in found.y.T]), []
        for level in self.levels:
            k = int(np.argmax(losses < level))
            if k == 0:
                return np.full(len(self.levels), np.nan)
            bracket = found.t[k - 1], found.t[k]
            times.append(brentq(lambda t: loss(found.sol(t)) - level, *bracket, xtol=1e-15))
        return np.array(times)


def _row(name: str, net: LinearNetwork | ModularNetwork, alpha: str, until: float | None) -> Row:
    """Ours, with its staircase, against the quickest scipy run whose jump times are as near to a
    reference as ours.
    """

    def mine_alone() -> tuple[np.ndarray, list[float]]:
        staircase = gradient_flow(net, alpha, until=until).staircase
        levels = [float(level) for level in staircase.levels]
        half_way = [(a + b) / 2 for a, b in zip(levels, levels[1:])]
        return np.array(staircase.jump_times, dtype=float), half_way

    times, half_way = mine_alone()
    # the peer ends as soon as the last jump is over
    peer = Peer(net, alpha, half_way, 1.05 * float(times[-1]))
    reference = peer.jump_times(*REFERENCE)

    def apart(found: np.ndarray) -> float:
        return float(np.max(np.abs(found - reference) / reference))

    ours = apart(times)
    allowed = max(ours, ROUNDING)
    tried = [(*answered(lambda: peer.jump_times(*how)), how) for how in LADDER]
    right = [(taken, apart(found), how) for taken, found, how in tried if apart(found) <= allowed]
    if not right:
        note = f"no scipy run comes within {allowed:.1e}"
        return Row(name, seconds(mine_alone), "scipy", None, ours, None, note)
    _, error, how = min(right)
    mine, theirs = side_by_side(mine_alone, lambda: peer.jump_times(*how), turns=3)
    return Row(
        name,
        mine,
        f"scipy {how[0]} {how[1]:g} and a root for each jump",
        theirs,
        max(ours, error),
        TARGET,
        f"{len(times)} jumps, whose levels ours finds by itself; agree_to: their times",
    )
