"""How the cost grows: with the dimension, the width, p, 1/alpha and the digits, as fitted
exponents.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from checks.bench.regression import regression
from checks.bench.row import Row, seconds
from numerics import AttentionNetwork, LinearNetwork, ModularNetwork, gradient_flow

TURNS = 3


@dataclass(frozen=True)
class Curve:
    """Seconds against a size, and the exponent of the straight line through their logarithms."""

    name: str
    letter: str
    sizes: tuple[float, ...]
    taken: tuple[float, ...]

    @property
    def exponent(self) -> float:
        """The slope of log(seconds) against log(size)."""
        return float(np.polyfit(np.log(self.sizes), np.log(self.taken), 1)[0])


def _modular(p: int) -> Any:
    x = np.random.default_rng(p).normal(size=p)
    net, theta = ModularNetwork(x - x.mean(), 3 * p), 0.3 * np.ones((3 * p, 3 * p))
    return lambda: net.gradient(theta)


def _linear(H: int) -> Any:
    net = LinearNetwork(np.diag([3.0, 2.0, 1.0]), np.eye(3), H)
    return lambda: gradient_flow(net, "1e-20").staircase


def _attention(H: int) -> Any:
    net = AttentionNetwork(np.diag([1.0, 0.5]), 8, H)
    return lambda: gradient_flow(net, "1e-2").staircase


def _diagonal(d: int) -> Any:
    net = regression(d)
    return lambda: gradient_flow(net, "1e-8").staircase


def _smaller(size: int) -> Any:
    net = regression(5)
    return lambda: gradient_flow(net, f"1e-{size}").staircase


def _digits(digits: int) -> Any:
    net = regression(3)
    return lambda: gradient_flow(net, "1e-8", digits=digits).staircase


# What grows, its letter, the sizes, and what is done at each.
SERIES: tuple[tuple[str, str, tuple[int, ...], Callable[[int], Any]], ...] = (
    ("diagonal flow, alpha = 1e-8", "d", (5, 10, 20, 40), _diagonal),
    ("diagonal flow, d = 5", "log10(1/alpha)", (8, 40, 200, 1000), _smaller),
    ("diagonal flow, d = 3", "digits", (20, 40, 80), _digits),
    ("linear flow, 3 x 3", "H", (3, 6, 12, 24), _linear),
    ("attention flow, d = 2", "H", (2, 4, 8), _attention),
    ("modular gradient, H = 3p", "p", (23, 47, 89), _modular),
)


def curves() -> Iterator[Curve]:
    """One measured curve for each series."""
    for name, letter, sizes, made in SERIES:
        taken = tuple(seconds(made(size), TURNS) for size in sizes)
        yield Curve(name, letter, tuple(map(float, sizes)), taken)


def as_row(curve: Curve) -> Row:
    """The largest size against the smallest, with the exponent in the note."""
    return Row(
        f"growth: {curve.name}, {curve.letter} = {curve.sizes[-1]:g}",
        curve.taken[-1],
        f"the same at {curve.letter} = {curve.sizes[0]:g}",
        curve.taken[0],
        None,
        None,
        f"cost grows like {curve.letter}^{curve.exponent:.1f}",
    )


def rows() -> Iterator[Row]:
    """The growth of each series in a row."""
    yield from map(as_row, curves())


def plot(path: Any, measured: list[Curve]) -> None:
    """Seconds against size, both as logarithms, each divided by its first; the legend has the
    exponents.
    """
    import matplotlib
    from matplotlib.figure import Figure

    from checks.figures.style import CYCLE, SHEET

    with matplotlib.rc_context(SHEET):
        figure = Figure(figsize=(7.5, 4.5), layout="constrained")
        ax = figure.subplots()
        for curve, color in zip(measured, CYCLE * len(measured)):
            sizes, taken = np.array(curve.sizes), np.array(curve.taken)
            label = f"{curve.name}: {curve.letter}^{curve.exponent:.1f}"
            ax.loglog(sizes / sizes[0], taken / taken[0], marker="o", color=color, label=label)
        ax.set_xlabel("size, in units of the smallest")
        ax.set_ylabel("seconds, in units of the first")
        ax.set_title("How the cost grows")
        ax.legend(fontsize=8)
        figure.savefig(path)
