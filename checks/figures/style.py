"""One look for every figure: the colours of Okabe and Ito, which stay apart for every kind of
colour vision, and text large enough to read.

A curve is named at its end, in its own colour, rather than in a legend; a title states what was
found.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

BLUE, ORANGE, GREEN, PINK, SKY, RED, YELLOW = (
    "#0072B2",
    "#E69F00",
    "#009E73",
    "#CC79A7",
    "#56B4E9",
    "#D55E00",
    "#F0E442",
)
INK, GREY, PALE = "#222222", "#767676", "#DDDDDD"
CYCLE = (BLUE, RED, GREEN, PINK, ORANGE, SKY)
# The two steps of AGF, as in the paper: plateaus blue, drops red.
PLATEAU, DROP = BLUE, RED
DASHES = (0, (4, 2))

SHEET: Any = {
    "font.size": 11,
    "axes.titlesize": 11.5,
    "axes.titlelocation": "left",
    "axes.titleweight": "bold",
    "axes.labelsize": 11,
    "xtick.labelsize": 10,
    "ytick.labelsize": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "lines.linewidth": 2.0,
    "figure.facecolor": "white",
    "savefig.facecolor": "white",
    "mathtext.fontset": "dejavusans",
    # Letters as outlines and fixed ids: the same file everywhere, whatever fonts a reader has.
    "svg.fonttype": "path",
    "svg.hashsalt": "agf",
    "path.simplify": True,
}


@contextmanager
def sheet() -> Iterator[None]:
    """Draw in this style, leaving the reader's own settings alone."""
    with matplotlib.rc_context(SHEET):
        yield


def figure(width: float, height: float, title: str, subtitle: str = "") -> Figure:
    """An empty figure under its finding; the layout engine keeps labels apart."""
    fig = Figure(figsize=(width, height), layout="constrained")
    fig.suptitle(title, x=0.012, ha="left", fontsize=14, fontweight="bold")
    if subtitle:
        fig.supxlabel(subtitle, x=0.012, ha="left", fontsize=9.5, color=GREY)
    return fig


def shades(count: int) -> list[Any]:
    """``count`` colours in order, light to dark, for a parameter that grows."""
    return [
        matplotlib.colormaps["viridis_r"](0.1 + 0.68 * k / max(1, count - 1)) for k in range(count)
    ]


def stairs(ax: Axes, times: Sequence, values: Sequence, end: float, **kind: Any) -> None:
    """A step function: values[k] from times[k-1] to times[k], from 0 to ``end``."""
    kind = {"color": INK, "linestyle": DASHES, "linewidth": 1.5, **kind}
    times = [float(t) for t in times if float(t) < end]
    values = [float(v) for v in values][: len(times) + 1]
    ax.step([0.0, *times, end], [*values, values[-1]], where="post", **kind)


def name(
    ax: Axes,
    x: float,
    y: float,
    text: str,
    color: Any = INK,
    dx: float = 4,
    dy: float = 0,
    **kind: Any,
) -> None:
    """A curve's name beside it, on a pale ground so that lines do not cross it."""
    kind = {
        "ha": "left",
        "va": "center",
        "fontsize": 10,
        "color": color,
        "annotation_clip": False,
        **kind,
    }
    ground = {"facecolor": "white", "edgecolor": "none", "alpha": 0.7, "pad": 0.6}
    ax.annotate(text, (x, y), (dx, dy), textcoords="offset points", bbox=ground, **kind)


def names_at_end(
    ax: Axes, x: float, rows: Sequence[tuple[float, str, Any]], apart: float = 0.055
) -> None:
    """The names of several curves at the right edge, moved apart vertically (``apart`` is a share
    of the axis) where they would overlap.
    """
    low, high = ax.get_ylim()
    log = ax.get_yscale() == "log"
    place = (
        (lambda y: (np.log(y) - np.log(low)) / (np.log(high) - np.log(low)))
        if log
        else (lambda y: (y - low) / (high - low))
    )
    last = -np.inf
    for y, text, color in sorted(rows, key=lambda row: place(row[0])):
        spot = max(place(y), last + apart)
        last = spot
        height = (
            np.exp(np.log(low) + spot * (np.log(high) - np.log(low)))
            if log
            else low + spot * (high - low)
        )
        name(ax, x, height, text, color)


def power(alpha: str) -> str:
    """1e-100 as 10^-100."""
    mantissa, _, exponent = str(alpha).partition("e")
    return rf"$10^{{{int(exponent)}}}$" if float(mantissa) == 1 else str(alpha)


def save(figure: Figure, path: Path) -> None:
    """Written whole or not at all, with nothing in it that changes from run to run."""
    handle, partial = tempfile.mkstemp(dir=path.parent, prefix=".agf-", suffix=path.suffix)
    os.close(handle)
    figure.savefig(
        partial, dpi=160, metadata={"Date": None} if path.suffix == ".svg" else {"Software": None}
    )
    os.chmod(partial, 0o644)
    os.replace(partial, path)
