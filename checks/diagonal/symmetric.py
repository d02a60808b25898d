"""Utility and loss of a diagonal network before and after one neuron is stretched, in fractions."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from hypothesis import strategies as st

from checks.diagonal.data import Data, problems
from checks.methods.check import Effort
from checks.methods.property import Property
from theory import diagonal as paper
from theory.framework import U

EXACT, REASON = 1e-40, "fractions, compared in balls of 192 bits"
FACTORS = [Fraction(x) for x in ("2", "-1", "1/3", "-5/2", "7")]
PARAMETERS = [Fraction(x) for x in ("1", "-2", "1/2", "0", "3/4", "-1/5")]


@st.composite
def networks(draw: st.DrawFn) -> tuple[Data, tuple[tuple[Fraction, Fraction], ...], int, Fraction]:
    """Data, the parameters of every neuron, one of them, and a factor."""
    data = draw(problems(4))
    each = st.tuples(st.sampled_from(PARAMETERS), st.sampled_from(PARAMETERS))
    neurons = tuple(draw(each) for _ in data.X)
    return data, neurons, draw(st.integers(0, len(neurons) - 1)), draw(st.sampled_from(FACTORS))


def utility(data: Data, neurons: tuple, which: int) -> Fraction:
    """U_i = mean over the samples of u v X_ij r_j, with the residual that the others leave."""
    u, v = neurons[which]
    rest = _residuals(data, [0 if i == which else u * v for i, (u, v) in enumerate(neurons)])
    return sum(u * v * x * r for x, r in zip(data.X[which], rest)) / Fraction(len(data.y))


def loss(data: Data, neurons: tuple) -> Fraction:
    """L = |r|^2/(2n) with every neuron."""
    rest = _residuals(data, [u * v for u, v in neurons])
    return sum((r * r for r in rest), Fraction(0)) / (2 * len(data.y))


def _residuals(data: Data, beta: list) -> list[Fraction]:
    return [y - sum(row[j] * b for row, b in zip(data.X, beta)) for j, y in enumerate(data.y)]


def transformed(instance: tuple, effort: Effort) -> Iterator[dict]:
    """Utility and loss of the network before and after one neuron is stretched, in fractions."""
    data, neurons, which, factor = instance
    u, v = neurons[which]
    moved = (*neurons[:which], (factor * u, v / factor), *neurons[which + 1 :])
    yield {
        U: utility(data, neurons, which),
        paper.U_moved: utility(data, moved, which),
        paper.L_here: loss(data, neurons),
        paper.L_moved: loss(data, moved),
    }


NETWORKS = Property(
    "utility and loss of networks, sample by sample",
    networks(),
    transformed,
    EXACT,
    REASON,
    examples=(30, 200, 1000),
    confirm=transformed,
)
