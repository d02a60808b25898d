"""The overview: the two steps of AGF on one loss curve, the settings it unifies, and what it
explains (fig:overview).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from checks.figures import diagonal_sweep, stepwise_fourier, stepwise_regression, stepwise_svd

ALPHA = "1e-16"


@dataclass(frozen=True)
class Data:
    """The numbers of four other figures."""

    diagonal: diagonal_sweep.Data
    linear: stepwise_svd.Panel
    attention: stepwise_regression.Data
    modular: stepwise_fourier.Data


def measure(alpha: str = ALPHA, fourier: tuple = ()) -> Data:
    """``fourier`` are arguments of the modular addition figure."""
    return Data(
        diagonal_sweep.measure((alpha,)),
        stepwise_svd.measure().panels[-1],
        stepwise_regression.measure(),
        stepwise_fourier.measure(*fourier),
    )


def draw(data: Data):
    """Four panels: the two steps on a loss curve, and three settings."""
    from checks.figures import style

    fig = style.figure(
        14.0,
        5.8,
        "Feature learning in two-layer networks alternates: neurons align on plateaus, features "
        "are learned in drops",
        "All curves are gradient flow, computed here; dashed lines are predictions.",
    )
    fig.set_layout_engine("constrained", wspace=0.04)
    grid = fig.subplot_mosaic(
        [["loss", "linear", "fourier"], ["loss", "attention", "fourier"]],
        width_ratios=[1.35, 0.9, 1.1],
    )
    _two_steps(grid["loss"], data.diagonal)
    _linear(grid["linear"], data.linear)
    _attention(grid["attention"], data.attention)
    _fourier(grid["fourier"], data.modular)
    return fig


def _two_steps(ax, data: diagonal_sweep.Data) -> None:
    from checks.figures import style

    (times, losses), stairs = data.curves[0], data.limit
    jumps = [float(t) for t in stairs.jump_times]
    end, half = 1.25 * jumps[-1], 0.3 * min(np.diff([0.0, *jumps]))
    edges = [0.0, *jumps, end]
    for k, (a, b) in enumerate(zip(edges, edges[1:])):
        ax.axvspan(a, b, color=style.PLATEAU, alpha=0.07 + 0.07 * (k % 2), linewidth=0)
    levels = [float(level) for level in stairs.levels]
    for time, above, below in zip(jumps, levels, levels[1:]):  # no higher: labels stand beside it
        ax.bar(time, above - below, half / 3, below, color=style.DROP, alpha=0.35, linewidth=0)
    ax.plot(np.append(times, end), np.append(losses, losses[-1]), color=style.INK, linewidth=2.6)
    for k, (time, feature) in enumerate(zip(jumps, stairs.features)):
        style.name(
            ax,
            time,
            levels[k],
            rf"learns $\beta_{feature[0] + 1}$",
            style.DROP,
            dx=6,
            dy=3,
            fontsize=11,
        )
    for height, color, text in (
        (0.84, style.PLATEAU, "plateau: dormant neurons\nmaximise their utility"),
        (0.69, style.DROP, "drop: active neurons\nminimise the cost"),
    ):
        ax.text(
            0.97,
            height,
            text,
            color=color,
            transform=ax.transAxes,
            ha="right",
            va="top",
            fontsize=12,
            fontweight="bold",
        )
    ax.set(
        xlim=(0, end),
        ylim=(0, 1.08 * losses[0]),
        xlabel="accelerated time",
        ylabel="loss",
        title="Two alternating steps (diagonal network)",
    )


def _linear(ax, panel: stepwise_svd.Panel) -> None:
    from checks.figures import style

    end = panel.end
    for j, color in zip(range(panel.values.shape[1]), style.CYCLE):
        panel.plot(ax, j, color=color)
        style.stairs(
            ax,
            panel.corrected.jump_times,
            [stepwise_svd.singular(m)[j] for m in panel.corrected.points],
            end,
        )
    ax.set(xlim=(0, end), ylim=(0, None), xlabel="", ylabel="size", title="Linear: singular values")


def _attention(ax, data: stepwise_regression.Data) -> None:
    from checks.figures import style

    for k, color in zip(range(data.components.shape[1]), style.CYCLE):
        ax.plot(data.times, data.components[:, k], color=color)
        style.stairs(
            ax,
            data.agf.jump_times,
            stepwise_regression.component(data.agf.points, k),
            data.times[-1],
        )
    ax.set(
        xlim=(0, data.times[-1]),
        ylim=(0, None),
        xlabel="accelerated time",
        ylabel="size",
        title="Transformer: components",
    )


def _fourier(ax, data: stepwise_fourier.Data) -> None:
    stepwise_fourier.draw_spectrum(ax, data)
    ax.set_title("Modular addition: Fourier features")


def alt(data: Data) -> str:
    """What the four panels show."""
    return (
        "Overview: a loss curve whose plateaus (utility maximisation) and drops (cost "
        "minimisation) are marked; a linear network learning singular values, "
        "a transformer learning principal components, and a quadratic network learning Fourier "
        "features, one after the other; the steps of its frequencies overlap."
    )
