"""The picture of a trajectory: loss against time. Matplotlib is imported only when something is
drawn.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from theory.staircase import Staircase

if TYPE_CHECKING:
    from numerics.trajectory import Trajectory

# Text stays text, and the same data give the same file: no date, no random ids.
STYLE: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "agf",
    "axes.spines.top": False,
    "axes.spines.right": False,
}
BLUE, GREY = (
    "#0072B2",
    "#767676",
)  # of Okabe and Ito's colours, which the colour-blind can tell apart


def curve(axes: Any, trajectory: Trajectory, **style: Any) -> None:
    """L(theta(t)) against accelerated time t."""
    axes.plot(trajectory.times.astype(float), trajectory.losses.astype(float), **style)
    axes.set(xlabel="accelerated time t", ylabel="loss")


def steps(axes: Any, staircase: Staircase, end: Any, **style: Any) -> None:
    """The piecewise constant loss of a staircase: levels[k] between the jumps tau^(k) and
    tau^(k+1), up to ``end``.
    """
    times = [0.0, *map(float, staircase.jump_times), float(end)]
    levels = [*map(float, staircase.levels), float(staircase.levels[-1])]
    axes.step(
        times,
        levels,
        where="post",
        **{"color": "black", "linestyle": "--", "linewidth": 1, **style},
    )


def svg(draw: Callable[[Any], None], width: float = 5.5, height: float = 2.8) -> str:
    """What ``draw`` puts on a pair of axes, as SVG."""
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(STYLE):
        figure = Figure((width, height), layout="constrained")
        draw(figure.subplots())
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    return out.getvalue()


def loss_curve(trajectory: Trajectory) -> str:
    """The loss with its plateaus dashed, and what was learned beside each jump, as SVG."""
    staircase = trajectory.staircase

    def draw(axes: Any) -> None:
        curve(axes, trajectory, color=BLUE)
        steps(axes, staircase, trajectory.times[-1], color=GREY)
        for when, top, feature in zip(staircase.jump_times, staircase.levels, staircase.features):
            axes.annotate(
                str(feature),
                (float(when), float(top)),
                xytext=(3, 0),
                textcoords="offset points",
                fontsize="small",
            )
        axes.set_title(
            f"{type(trajectory.network).__name__}, alpha = {trajectory.alpha}",
            fontsize="medium",
            loc="left",
        )

    return svg(draw)
