"""The two-dimensional example in four panels: a coefficient that is learned, forgotten, and learned
with the other sign (fig:panel_d).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np

from numerics import DiagonalNetwork, gradient_flow
from numerics.diagonal.network import DiagonalTrajectory
from theory import Staircase, diagonal

X, Y = (("1", "1"), ("0.75", "0.25")), ("0.45", "-0.05")
ALPHAS = ("1e-1", "1e-2", "1e-4", "1e-100")
SAMPLES = 4000


@dataclass(frozen=True)
class Run:
    """Gradient flow at one alpha, time in units of -log(alpha): loss, beta, (u, v); signed
    accumulated utility and angle at ``fine`` times.
    """

    alpha: str
    times: np.ndarray
    losses: np.ndarray
    beta: np.ndarray
    parameters: np.ndarray
    fine: np.ndarray
    dual: np.ndarray
    angle: np.ndarray


@dataclass(frozen=True)
class Data:
    """The flow at each alpha, the limiting staircase, and the network, for its loss."""

    runs: tuple[Run, ...]
    limit: Staircase
    net: DiagonalNetwork


def measure(alphas: Sequence[str] = ALPHAS) -> Data:
    """Gradient flow at each alpha and the limit in exact numbers."""
    net = DiagonalNetwork(X, Y)
    return Data(tuple(_run(net, alpha) for alpha in alphas), diagonal.staircase(X, Y), net)


def _run(net: DiagonalNetwork, alpha: str) -> Run:
    gf = cast(DiagonalTrajectory, gradient_flow(net, alpha))
    unit = float(net.eta(alpha)) + np.log(2) / 2
    times = gf.times * float(gf.eta) / unit
    # On a plateau the dual variable is a straight line, however far apart the samples are.
    fine = np.linspace(0, times[-1], SAMPLES)
    dual = np.stack([np.interp(fine, times, gf.dual[:, i]) for i in range(2)], axis=1)
    # u = cosh G, v = sinh G up to a factor: the angle from the u-axis is arctan(tanh G), G = S
    # log(1/alpha).
    return Run(
        alpha,
        times,
        gf.losses,
        gf.beta,
        gf.parameters,
        fine,
        dual,
        np.arctan(np.tanh(dual * unit)),
    )


def draw(data: Data):
    """Four panels: loss, beta in the plane, parameters, accumulated utility with the angle."""
    from checks.figures import style

    fig = style.figure(
        12.5,
        7.6,
        "One coefficient is learned, forgotten, and learned again with the other sign",
        r"Diagonal linear network $\beta = u \odot v$ with two coefficients; $\beta_1$ leaves, "
        r"returns to zero and comes back negative.",
    )
    grid = fig.subplot_mosaic(
        [
            ["loss", "beta", "beta"],
            ["loss", "beta", "beta"],
            ["theta", "S", "S"],
            ["theta", "angle", "angle"],
        ],
        width_ratios=[1.15, 0.55, 0.55],
    )
    _loss(grid["loss"], data)
    _plane(grid["beta"], data)
    _parameters(grid["theta"], data)
    _utility(grid["S"], grid["angle"], data)
    return fig


def _end(data: Data) -> float:
    return 1.2 * float(data.limit.jump_times[-1])


def _loss(ax, data: Data) -> None:
    from checks.figures import style

    for run, color in zip(data.runs, style.shades(len(data.runs))):
        ax.plot(
            np.append(run.times, _end(data)),
            np.append(run.losses, run.losses[-1]),
            color=color,
            label=rf"$\alpha$ = {style.power(run.alpha)}",
        )
    style.stairs(
        ax, data.limit.jump_times, data.limit.levels, _end(data), label=r"AGF, $\alpha \to 0$"
    )
    for k, time in enumerate(data.limit.jump_times):
        style.name(
            ax,
            float(time),
            float(data.limit.levels[k]),
            rf"$\tau^{{({k + 1})}}$ = {float(time):.4g}",
            dx=3,
            dy=7,
        )
    ax.set(
        xlim=(0, _end(data)),
        ylim=(0, 1.16 * float(data.limit.levels[0])),
        xlabel=r"time, in units of $-\log\alpha$",
        ylabel="loss",
        title="a  Three jumps",
    )
    ax.legend(frameon=False, loc="center right")


def _plane(ax, data: Data) -> None:
    from checks.figures import style

    points = np.array([[float(b) for b in point] for point in data.limit.points])
    low, high = points.min(axis=0) - 0.18, points.max(axis=0) + 0.18
    one, two = np.meshgrid(np.linspace(low[0], high[0], 160), np.linspace(low[1], high[1], 160))
    loss = data.net.loss_of(np.stack([one, two], axis=-1))
    ax.contourf(one, two, np.log10(loss + 1e-4), levels=14, cmap="Greys", alpha=0.45)
    for run, color in zip(data.runs, style.shades(len(data.runs))):
        ax.plot(*run.beta.T, color=color)
    ax.plot(*points.T, "o", color=style.INK, ms=6)
    for k, (x, y) in enumerate(points):
        style.name(ax, x, y, rf"$\beta^{{({k})}}$", dx=6, dy=9, fontsize=12)
    ax.set(
        xlabel=r"$\beta_1$",
        ylabel=r"$\beta_2$",
        title=r"b  From saddle to saddle (shade: loss)",
        xlim=(low[0], high[0]),
        ylim=(low[1], high[1]),
    )


def _parameters(ax, data: Data) -> None:
    from checks.figures import style

    for i, color in enumerate((style.BLUE, style.RED)):
        for run, width in zip(data.runs, np.linspace(0.8, 2.4, len(data.runs))):
            ax.plot(run.parameters[:, i, 0], run.parameters[:, i, 1], color=color, linewidth=width)
        u, v = data.runs[-1].parameters[-1, i]
        style.name(
            ax,
            u,
            v,
            rf"$(u_{i + 1}, v_{i + 1})$",
            color,
            dx=4,
            dy=-14 if i else 12,
            ha="center",
            fontsize=12,
        )
    reach = 1.15 * max(np.abs(run.parameters).max() for run in data.runs)
    ax.plot(
        [0, reach, np.nan, 0, reach],
        [0, reach, np.nan, 0, -reach],
        color=style.PALE,
        linewidth=1.2,
        zorder=0,
    )
    style.name(ax, 0.66 * reach, 0.66 * reach, r"$v = u$", style.GREY, dx=-4, dy=9, ha="right")
    style.name(ax, 0.8 * reach, -0.8 * reach, r"$v = -u$", style.GREY, dx=-4, ha="right")
    ax.set(
        xlabel="$u$",
        ylabel="$v$",
        title=r"c  Parameters on $u^2 - v^2 = 2\alpha^2$ (thin: large $\alpha$)",
        xlim=(0, reach),
        ylim=(-reach, reach),
    )


def _utility(top, bottom, data: Data) -> None:
    from checks.figures import style

    run, end = data.runs[-1], _end(data)
    for i, color in enumerate((style.BLUE, style.RED)):
        times = np.append(run.fine, end)
        top.plot(times, np.abs(np.append(run.dual[:, i], run.dual[-1, i])), color=color)
        bottom.plot(times, np.append(run.angle[:, i], run.angle[-1, i]) / (np.pi / 4), color=color)
    style.name(top, 0.3 * end, 0.62, "neuron 1", style.BLUE, dx=8)
    style.name(top, 0.6 * end, 1.0, "neuron 2", style.RED, dx=0, dy=-9)
    top.axhline(1, color=style.INK, linestyle=style.DASHES, linewidth=1.2, zorder=0)
    for ax in (top, bottom):
        for time in data.limit.jump_times:
            ax.axvline(float(time), color=style.PALE, linewidth=1.2, zorder=0)
        ax.set_xlim(0, end)
    top.set(
        ylim=(0, 1.15),
        ylabel=r"utility $|\tilde S_i|$",
        title=r"d  A jump at $\tilde S_i = 1$; the angle flips where $\tilde S_1 = 0$ ($\alpha$ = "
        rf"{style.power(run.alpha)})",
    )
    top.tick_params(labelbottom=False)
    bottom.set(
        xlabel=r"time, in units of $-\log\alpha$",
        ylabel=r"angle / $45°$",
        ylim=(-1.2, 1.2),
        yticks=(-1, 0, 1),
    )


def alt(data: Data) -> str:
    """When the three jumps come and what the panels show."""
    times = ", ".join(f"{float(t):.4g}" for t in data.limit.jump_times)
    return (
        "Four panels of a two-coefficient diagonal network: the loss falls in three jumps at "
        f"{times}; beta moves from saddle to saddle; "
        "parameters stay on hyperbolas; the accumulated utility of neuron 1 returns to zero, where "
        "its angle flips sign."
    )
