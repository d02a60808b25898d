"""Stepwise singular value decomposition in linear networks: covariances that commute, in order and
not, and some that do not (fig:linear-loss).
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import cache

import numpy as np

from numerics import LinearNetwork, gradient_flow
from theory import Staircase, linear

ALPHA = "1e-40"


@dataclass(frozen=True)
class Panel:
    """Singular values of A W under gradient flow (T, k) and its levels; the sequence as printed and
    the corrected one.
    """

    title: str
    times: np.ndarray
    values: np.ndarray
    seen: Staircase
    printed: Staircase
    corrected: Staircase

    @property
    def as_printed(self) -> bool:
        """Are the plateaus of gradient flow those of the printed sequence? At alpha = 1e-40 they
        are flat to many digits.
        """
        ours, theirs = (
            np.array([float(level) for level in stairs.levels])
            for stairs in (self.seen, self.printed)
        )
        return len(ours) == len(theirs) and bool(np.allclose(ours, theirs, atol=1e-4 * ours[0]))

    @property
    def end(self) -> float:
        """The time up to which it is drawn: a little beyond the last jump."""
        return 1.15 * float(self.corrected.jump_times[-1])

    def plot(self, ax, j: int, **line) -> None:
        """Singular value j over time, up to the end."""
        ax.plot(
            np.append(self.times, self.end),
            np.append(self.values[:, j], self.values[-1, j]),
            **line,
        )


@dataclass(frozen=True)
class Data:
    """The three problems at one alpha."""

    alpha: str
    panels: tuple[Panel, ...]


def problems() -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """(B, Sigma): the variances i^(-3/4), with maps B that share their axes,
    in two orders, or not.
    """
    Sigma = np.diag(np.arange(1.0, 4.0) ** -0.75)
    turn = np.array([[2.0, -1.0, 2.0], [2.0, 2.0, -1.0], [-1.0, 2.0, 2.0]]) / 3
    return {
        "a  Commuting, same order": (turn @ np.diag([1.8, 1.6, 1.3]), Sigma),
        # sigma = b lambda falls, 1.1 > 0.92 > 0.83, while mu = b^2 lambda rises, 1.21 < 1.43 <
        # 1.58.
        "b  Commuting, other order": (turn @ np.diag([1.1, 1.55, 1.9]), Sigma),
        "c  Not commuting": (np.diag([1.8, 1.6, 1.3]) @ turn, Sigma),
    }


@cache
def measure(alpha: str = ALPHA) -> Data:
    """The three problems, each with its flow and both predicted sequences."""
    return Data(
        alpha, tuple(_panel(title, B, Sigma, alpha) for title, (B, Sigma) in problems().items())
    )


def _panel(title: str, B: np.ndarray, Sigma: np.ndarray, alpha: str) -> Panel:
    net = LinearNetwork(B, Sigma, width=len(B) + 1)
    gf = gradient_flow(net, alpha)
    with warnings.catch_warnings():  # the figure shows both
        warnings.simplefilter("ignore", linear.OtherOrder)
        printed = linear.staircase(B, Sigma, digits=15)
    corrected = linear.union_staircase(B, Sigma, digits=15)
    values = np.array([singular(net.function(theta)) for theta in gf.parameters])
    return Panel(title, gf.times, values, gf.staircase, printed, corrected)


def singular(matrix) -> np.ndarray:
    """Singular values of a matrix of floats or mpmath numbers, largest first."""
    rows = matrix.tolist() if hasattr(matrix, "tolist") else matrix
    return np.linalg.svd(np.array([[float(x) for x in row] for row in rows]), compute_uv=False)


def draw(data: Data):
    """A panel for each problem: singular values over time, printed and corrected jumps."""
    from checks.figures import style

    fig = style.figure(
        13.5,
        4.8,
        "A linear network learns one singular value after the other, but not always in the "
        "printed order",
        f"Singular values of $AW$; input variances $i^{{-3/4}}$, gradient flow at alpha = "
        f"{style.power(data.alpha)}, time in units of -log(alpha).",
    )
    for ax, panel in zip(fig.subplots(1, len(data.panels), sharey=True), data.panels):
        end = panel.end
        for j, color in zip(range(panel.values.shape[1]), style.CYCLE):
            panel.plot(ax, j, color=color, linewidth=2.4)
            style.name(ax, end, panel.values[-1, j], rf"$s_{j + 1}$", color)
            style.stairs(
                ax,
                panel.corrected.jump_times,
                [singular(m)[j] for m in panel.corrected.points],
                end,
                label=("conjecture as printed" if panel.as_printed else "corrected")
                if j == 0
                else None,
            )
            if not panel.as_printed:
                style.stairs(
                    ax,
                    panel.printed.jump_times,
                    [singular(m)[j] for m in panel.printed.points],
                    end,
                    color=style.PINK,
                    linestyle=":",
                    linewidth=2.2,
                    label="as printed" if j == 0 else None,
                )
        ax.plot([], [], color=style.CYCLE[0], linewidth=2.4, label="gradient flow")
        ax.set(
            xlim=(0, end),
            ylim=(0, 2.7),
            xlabel="accelerated time",
            title=panel.title + (": as printed" if panel.as_printed else ": not so"),
        )
        ax.legend(frameon=False, loc="upper left", fontsize=9.5)
    fig.axes[0].set_ylabel("singular values of $AW$")
    return fig


def alt(data: Data) -> str:
    """The jumps of each panel, corrected and printed."""
    parts = []
    for panel in data.panels:
        times = ", ".join(f"{float(t):.3g}" for t in panel.corrected.jump_times)
        printed = ", ".join(f"{float(t):.3g}" for t in panel.printed.jump_times)
        parts.append(f"{panel.title[3:]} (jumps at {times}; printed {printed})")
    return "Singular values of a linear network over time in three cases: " + "; ".join(parts) + "."
