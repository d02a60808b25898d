"""Ours: the distance between gradient flow's jump times and AGF's limit, against alpha, and what
extrapolation leaves of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from checks.figures.diagonal_sweep import problem
from checks.methods.extrapolation import extrapolate
from numerics import DiagonalNetwork, gradient_flow
from numerics.validate import log_inverse
from theory import diagonal

ALPHAS = tuple(f"1e-{e}" for e in (25, 50, 100, 200, 400, 800, 1600))


@dataclass(frozen=True)
class Data:
    """logs = log(1/alpha) (A,); gaps |tau_k(alpha) - tau_k| / tau_k (A, K); left (A - 1, K): with
    the 1/log term of two alphas removed.
    """

    alphas: tuple[str, ...]
    logs: np.ndarray
    gaps: np.ndarray
    left: np.ndarray

    @property
    def slope(self) -> float:
        """d log(gap) / d log(log(1/alpha)) at the smallest alphas: -1 for an error like
        1/log(1/alpha).
        """
        tail = self.gaps[-2:].max(axis=1)
        return float(np.log(tail[1] / tail[0]) / np.log(self.logs[-1] / self.logs[-2]))


def measure(alphas: Sequence[str] = ALPHAS) -> Data:
    """Jump times at each alpha, their distance from the limit, and what is left without the 1/log
    term.
    """
    X, y = problem()
    exact = np.array([float(t) for t in diagonal.staircase(X, y).jump_times])
    logs = np.array([log_inverse(alpha) for alpha in alphas])
    net = DiagonalNetwork(X, y)
    times = np.array(
        [
            [float(t) for t in gradient_flow(net, alpha).in_units_of(log).jump_times]
            for alpha, log in zip(alphas, logs)
        ]
    )
    fits = np.array(
        [
            [extrapolate(logs[i : i + 2], times[i : i + 2, k]).limit for k in range(len(exact))]
            for i in range(len(logs) - 1)
        ]
    )
    return Data(tuple(alphas), logs, np.abs(times - exact) / exact, np.abs(fits - exact) / exact)


def draw(data: Data):
    """Both distances against alpha, on logarithmic axes."""
    from checks.figures import style

    fig = style.figure(
        9.6,
        5.6,
        f"Gradient flow nears AGF only like 1/log(1/α); extrapolated, it agrees to {_digits(data)} "
        "digits",
        "Relative distance of the five jump times of a diagonal network from Pesme and "
        "Flammarion's, which are AGF's limit.",
    )
    ax = fig.subplots()
    tens = data.logs / np.log(10)
    floor = np.finfo(float).eps
    for k, color in zip(range(data.gaps.shape[1]), style.CYCLE):
        ax.loglog(tens, np.maximum(data.gaps[:, k], floor), "o-", color=color, markersize=5)
        ax.loglog(
            tens[1:],
            np.maximum(data.left[:, k], floor),
            "s--",
            color=color,
            markersize=5,
            linewidth=1.4,
        )
    _names(ax, data, tens, floor)
    ax.set_xlim(tens[0] * 0.6, tens[-1] * 2.6)
    ax.set_xticks(tens, [style.power(alpha) for alpha in data.alphas])
    ax.minorticks_off()
    ax.set(
        xlabel=r"initialisation $\alpha$ (logarithm of its logarithm)",
        ylabel="relative distance of jump times",
    )
    return fig


def _names(ax, data: Data, tens: np.ndarray, floor: float) -> None:
    """The line of slope -1, what the two kinds of curves are, and which jump has which colour."""
    from checks.figures import style

    guide = data.gaps.max(axis=1)
    ax.loglog(
        tens, 2.5 * guide[-1] * tens[-1] / tens, color=style.GREY, linewidth=1.2, linestyle=":"
    )
    middle = len(tens) // 2
    style.name(
        ax,
        tens[middle],
        2.5 * guide[-1] * tens[-1] / tens[middle],
        r"slope $-1$",
        style.GREY,
        dx=6,
        dy=8,
    )
    style.name(ax, tens[-1], guide[-1], "as measured", dx=8)
    style.name(
        ax,
        tens[-1],
        np.maximum(data.left[-1].max(), floor),
        r"with the $1/\log$" "\nterm removed",
        dx=8,
    )
    ax.set_ylim(floor / 4, 1)
    style.names_at_end(
        ax,
        tens[0] * 0.62,
        [
            (max(data.gaps[0, k], floor), f"jump {k + 1}", color)
            for k, color in zip(range(data.gaps.shape[1]), style.CYCLE)
        ],
        apart=0.042,
    )


def _digits(data: Data) -> int:
    return int(-np.log10(max(data.left[-1].max(), np.finfo(float).eps)))


def alt(data: Data) -> str:
    """The slope, and the first and the last distances."""
    return (
        "Relative distance of gradient flow's jump times from AGF's limit against alpha from "
        f"{data.alphas[0]} to {data.alphas[-1]}: it falls with slope "
        f"{data.slope:.3f} in log(1/alpha), from {data.gaps[0].max():.1e} to "
        f"{data.gaps[-1].max():.1e}; extrapolated, {data.left[-1].max():.1e} is left."
    )
