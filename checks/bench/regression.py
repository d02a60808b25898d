"""The diagonal network of the benchmark, and its gradient flow as a user would hand it to scipy.

The data are rounded to three decimals, so that every arithmetic starts from the same numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from scipy.integrate import solve_ivp

from numerics import DiagonalNetwork, gradient_flow
from numerics.diagonal.network import DiagonalTrajectory
from theory.staircase import Staircase

POINTS = 101


def regression(d: int, samples_each: int = 5, seed: int = 0) -> DiagonalNetwork:
    """d coefficients of size 1 to 3 and ``samples_each`` d samples; with many samples no
    coefficient returns to zero.
    """
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(d, samples_each * d)).round(3)
    target = np.sign(rng.normal(size=d)) * np.linspace(1, 3, d)
    return DiagonalNetwork(X, (target @ X).round(3))


def diagonal_flow(net: DiagonalNetwork, alpha: str, **options: Any) -> DiagonalTrajectory:
    """``gradient_flow`` of a diagonal network, which knows beta and the dual variable."""
    return cast(DiagonalTrajectory, gradient_flow(net, alpha, **options))


@dataclass(frozen=True)
class Run:
    """One flow to be solved: beta at ``POINTS`` times up to plain time ``end``."""

    net: DiagonalNetwork
    alpha: str
    end: float  # in accelerated time

    @classmethod
    def through_jumps(cls, net: DiagonalNetwork, alpha: str, most: int) -> Run:
        """A horizon that ends on the plateau after ``most`` jumps, or at rest."""
        flow = gradient_flow(net, alpha)
        jumps = flow.staircase.jump_times
        return cls(
            net,
            alpha,
            float(flow.times[-1] if len(jumps) <= most else (jumps[most - 1] + jumps[most]) / 2),
        )

    @property
    def plain_times(self) -> np.ndarray:
        """The times compared, in units of the flow without acceleration."""
        return np.linspace(0, self.end * self.net.eta(self.alpha), POINTS)

    def ours(self, digits: int = 16, engine: str | None = None) -> np.ndarray:
        """beta by ``gradient_flow``."""
        flow = diagonal_flow(self.net, self.alpha, until=self.end, digits=digits, engine=engine)
        return flow.beta_at([flow.times[-1] * k / (POINTS - 1) for k in range(POINTS)])

    def with_staircase(self) -> Staircase:
        """The flow to the same end, and the staircase read off it."""
        return gradient_flow(self.net, self.alpha, until=self.end).staircase

    def scipy(self, method: str, rtol: float) -> np.ndarray:
        """beta by ``solve_ivp`` in (u, v), the absolute tolerance tied to alpha; NaN where it gives
        up.
        """
        Sigma, h, d, start = (
            self.net.Sigma,
            self.net.h,
            self.net.neurons,
            np.sqrt(2) * float(self.alpha),
        )

        def field(_t: float, z: np.ndarray) -> np.ndarray:
            u, v = z[:d], z[d:]
            g = h - Sigma @ (u * v)
            return np.concatenate([v * g, u * g])

        def jacobian(_t: float, z: np.ndarray) -> np.ndarray:
            u, v = z[:d, None], z[d:, None]
            g = np.diag(h - Sigma @ (u * v)[:, 0])
            return np.block(
                [[-v * Sigma * v.T, g - v * Sigma * u.T], [g - u * Sigma * v.T, -u * Sigma * u.T]]
            )

        implicit: dict[str, Any] = {"jac": jacobian} if method != "DOP853" else {}
        found = solve_ivp(
            field,
            (0, self.plain_times[-1]),
            np.repeat([start, 0.0], d),
            method,
            t_eval=self.plain_times,
            rtol=rtol,
            atol=rtol * start,
            **implicit,
        )
        beta = (found.y[:d] * found.y[d:]).T
        return beta if len(beta) == POINTS else np.full((POINTS, d), np.nan)

    def euler(self, step: float = 1e-3) -> np.ndarray:
        """beta by gradient descent in (u, v)."""
        Sigma, h = self.net.Sigma, self.net.h
        u, v = np.full(len(h), np.sqrt(2) * float(self.alpha)), np.zeros(len(h))
        rows, now = [u * v], 0
        for stop in np.round(self.plain_times[1:] / step).astype(int):
            for _ in range(now, stop):
                g = step * (h - Sigma @ (u * v))
                u, v = u + v * g, v + u * g
            now = stop
            rows.append(u * v)
        return np.array(rows)


def apart(beta: np.ndarray, reference: np.ndarray) -> float:
    """Largest difference of any coefficient at any time."""
    return float(np.max(np.abs((beta - reference).astype(float)), initial=0.0))


def fastest(
    candidates: Sequence[tuple[float, float, str]], error: float
) -> tuple[float, float, str] | None:
    """The quickest (seconds, error, name) that is right to ``error``."""
    right = [one for one in candidates if one[1] <= error]
    return min(right) if right else None
