"""From a staircase to a slide: ReLU networks of growing width on handwritten digits, gradient flow
and AGF (fig:stairslide).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from numerics import ReluNetwork, alternating_gradient_flow, gradient_flow
from numerics.network import normalised
from numerics.relu.data import digits
from numerics.relu.network import tracking_gap
from theory import Staircase

WIDTHS, SEEDS, ALPHA, UNTIL = (1, 2, 4, 8, 16, 32, 64), (0, 1, 2), "1e-9", 16.0
DRAWN_SEED = 1  # the seed whose curves are drawn
LARGE = 0.1  # a gap of this share is seen at a glance; the others are below 0.03


@dataclass(frozen=True)
class Data:
    """For each width the loss curve and AGF's staircase of one seed, and the tracking gap of every
    seed (W, seeds).

    ``paired``: did two neurons become large together, in one direction, at the first jump?
    """

    widths: tuple[int, ...]
    curves: tuple[tuple[np.ndarray, np.ndarray], ...]
    agf: tuple[Staircase, ...]
    gaps: np.ndarray
    paired: np.ndarray
    alpha: str
    until: float

    @property
    def large_gaps_are_paired(self) -> bool:
        """Is there a gap above LARGE, and did neurons pair up wherever there is one?"""
        large = self.gaps > LARGE
        return bool(large.any() and self.paired[large].all())


def measure(
    widths: Sequence[int] = WIDTHS,
    seeds: Sequence[int] = SEEDS,
    alpha: str = ALPHA,
    until: float = UNTIL,
    drawn_seed: int = DRAWN_SEED,
) -> Data:
    """Gradient flow and AGF for every width and seed; curves are kept of one seed."""
    X, Y = digits()
    curves, stairs, gaps = [], [], np.zeros((len(widths), len(seeds)))
    paired = np.zeros(gaps.shape, dtype=bool)
    for i, width in enumerate(widths):
        net = ReluNetwork(X, Y, width)
        for j, seed in enumerate(seeds):
            gf, agf = (
                gradient_flow(net, alpha, seed=seed, until=until),
                alternating_gradient_flow(net, alpha, seed=seed),
            )
            gaps[i, j] = tracking_gap(gf, agf.staircase, until)
            paired[i, j] = pairs(gf.at(min(until, 1.1 * agf.staircase.jump_times[0])))
            if seed == drawn_seed or (drawn_seed not in seeds and j == 0):
                curves.append((gf.times, gf.losses))
                stairs.append(agf.staircase)
    return Data(tuple(widths), tuple(curves), tuple(stairs), gaps, paired, alpha, until)


def pairs(theta: np.ndarray) -> bool:
    """Do two neurons of more than a tenth of the largest size point the same way, to one in a
    thousand?
    """
    size = np.linalg.norm(theta, axis=1)
    large = theta[size > 0.1 * size.max()]
    cosines = normalised(large) @ normalised(large).T
    return bool(np.any(np.triu(cosines, 1) > 0.999))


def draw(data: Data):
    """Loss curves with AGF beside them, and the gap against the width."""
    from checks.figures import style

    fig = style.figure(
        12.5,
        5.4,
        "Narrow ReLU networks descend by stairs, wide ones by a slide"
        + ("; AGF errs much only where neurons pair up" if data.large_gaps_are_paired else ""),
        f"Handwritten digits 0 to 4 (scikit-learn); alpha = {style.power(data.alpha)}. Gap: area "
        "between the two loss curves, as a share of what is gained.",
    )
    left, right = fig.subplots(1, 2, width_ratios=[1.6, 1])
    _losses(left, data)
    _gaps(right, data)
    return fig


def _losses(left, data: Data) -> None:
    """Gradient flow at every width, AGF's staircase over it."""
    from checks.figures import style

    colors, last = style.shades(len(data.widths)), []
    for (times, losses), stairs, color, width in zip(data.curves, data.agf, colors, data.widths):
        left.plot(times, losses, color=color, linewidth=2.4)
        style.stairs(left, stairs.jump_times, stairs.levels, data.until, color=color, linewidth=1.3)
        last.append((losses[-1], f"width {width}", color))
    start = 0.75 * min(float(stairs.jump_times[0]) for stairs in data.agf)
    dashed = {"linewidth": 1.3, "linestyle": style.DASHES}
    left.plot([], [], color=style.INK, linewidth=2.4, label="gradient flow")
    left.plot([], [], color=style.INK, **dashed, label="AGF, same initialisation")
    left.set(
        xlim=(start, data.until),
        ylim=(-0.02, None),
        xlabel=r"accelerated time ($\eta = -\log\alpha$)",
        ylabel="loss",
        title="a  Loss (one seed)",
    )
    left.legend(frameon=False, loc="upper right")
    style.names_at_end(left, data.until, last)


def _gaps(right, data: Data) -> None:
    """The gap of every seed against the width, those where neurons pair up marked."""
    from checks.figures import style

    for i, (color, width) in enumerate(zip(style.shades(len(data.widths)), data.widths)):
        for gap, pair in zip(data.gaps[i], data.paired[i]):
            right.semilogy(
                width,
                gap,
                "D" if pair else "o",
                color=style.RED if pair else color,
                markeredgecolor=style.INK,
                markeredgewidth=0.6,
            )
    right.semilogy(data.widths, np.median(data.gaps, axis=1), color=style.INK, linewidth=1.4)
    style.name(right, data.widths[-1], np.median(data.gaps[-1]), "median", dx=7)
    right.semilogy([], [], "o", color=style.GREY, label="every neuron its own direction")
    right.semilogy([], [], "D", color=style.RED, label="two neurons grow in one direction")
    right.legend(frameon=False, loc="center right", fontsize=10)
    right.set_xscale("log", base=2)
    right.set_xticks(data.widths, [str(w) for w in data.widths])
    right.minorticks_off()
    right.set(
        xlabel="width",
        ylabel="tracking gap of AGF",
        title=f"b  How well AGF tracks ({data.gaps.shape[1]} seeds)",
    )


def alt(data: Data) -> str:
    """What the curves do, and the median gap at each width."""
    rows = ", ".join(f"width {w}: {np.median(g):.3f}" for w, g in zip(data.widths, data.gaps))
    return (
        "Loss curves of ReLU networks on digits: steps at small width, a smooth slide at large "
        "width, AGF's staircases beside them"
        + (
            "; its gap is large only where two neurons pair up. "
            if data.large_gaps_are_paired
            else ". "
        )
        + f"Median tracking gap over {data.gaps.shape[1]} seeds, {rows}; "
        f"largest {data.gaps.max():.2f}."
    )
