"""AGF = GF as alpha -> 0 in a diagonal linear network (fig:diagonal-linear-sweep)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from numerics import DiagonalNetwork, alternating_gradient_flow, gradient_flow
from theory import Staircase, diagonal

ALPHAS = ("1e-1", "1e-2", "1e-4", "1e-8", "1e-32", "1e-1000")
# Five coefficients of a decaying size on weakly correlated inputs, so that every jump has a plateau
# of its own.
BETA, COUPLING = (2.0, -1.4, 1.0, 0.75, -0.55), 0.15


@dataclass(frozen=True)
class Data:
    """Loss curves in time units of -log(alpha), AGF's staircase at each alpha, and the limit in
    exact rationals.
    """

    alphas: tuple[str, ...]
    curves: tuple[tuple[np.ndarray, np.ndarray], ...]
    agf: tuple[Staircase, ...]
    limit: Staircase


def problem() -> tuple[np.ndarray, np.ndarray]:
    """X (5, 5) and y (5,)."""
    d = len(BETA)
    X = np.eye(d) + COUPLING * np.sin(np.arange(1, d * d + 1)).round(2).reshape(d, d)
    return X * np.sqrt(d), np.round(np.array(BETA) @ X * np.sqrt(d), 6)


@cache
def measure(alphas: Sequence[str] = ALPHAS) -> Data:
    """Gradient flow and AGF at each alpha, and their limit."""
    X, y = problem()
    net = DiagonalNetwork(X, y)
    flows = [gradient_flow(net, alpha) for alpha in alphas]
    unit = [float(net.eta(alpha)) + np.log(2) / 2 for alpha in alphas]  # -log(alpha)
    return Data(
        tuple(alphas),
        tuple((run.times * float(run.eta) / one, run.losses) for run, one in zip(flows, unit)),
        tuple(
            alternating_gradient_flow(net, alpha).staircase.rescaled(float(net.eta(alpha)) / one)
            for alpha, one in zip(alphas, unit)
        ),
        diagonal.staircase(X, y),
    )


def draw(data: Data):
    """Loss curves that sharpen, over the staircase they become."""
    from checks.figures import style

    fig = style.figure(
        9.6,
        5.0,
        "As the initialisation shrinks, gradient flow becomes AGF's staircase",
        "Diagonal linear network, five coefficients; gradient flow integrated in the dual variable "
        "at every alpha.",
    )
    ax = fig.subplots()
    end = 1.22 * float(data.limit.jump_times[-1])
    for (times, losses), color, alpha in zip(
        data.curves, style.shades(len(data.alphas)), data.alphas
    ):
        ax.plot(
            np.append(times, end),
            np.append(losses, losses[-1]),
            color=color,
            label=rf"gradient flow, $\alpha$ = {style.power(alpha)}",
        )
    for stairs in data.agf:
        style.stairs(ax, stairs.jump_times, stairs.levels, end, linewidth=1.0)
    style.stairs(
        ax,
        data.limit.jump_times,
        data.limit.levels,
        end,
        label=r"AGF, and its limit $\alpha \to 0$",
    )
    for k, (time, feature) in enumerate(zip(data.limit.jump_times, data.limit.features)):
        middle = float(data.limit.levels[k] + data.limit.levels[k + 1]) / 2
        style.name(ax, float(time), middle, rf"$\beta_{feature[0] + 1}$", style.INK, dx=5)
    ax.set(
        xlim=(0, end),
        ylim=(0, None),
        xlabel=r"accelerated time $t$, in units of $-\log\alpha$",
        ylabel="loss",
    )
    ax.legend(frameon=False, loc="upper right")
    return fig


def alt(data: Data) -> str:
    """What the curves do and when the limit jumps."""
    times = ", ".join(f"{float(t):.3g}" for t in data.limit.jump_times)
    return (
        "Loss of gradient flow in a diagonal linear network against accelerated time for alpha "
        f"from {data.alphas[0]} to {data.alphas[-1]}; "
        f"the curves sharpen into AGF's staircase, which jumps at {times}."
    )
