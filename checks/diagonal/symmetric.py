"""Utility and loss of a diagonal network as functions of one neuron's parameters, in fractions."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from flint import arb
from hypothesis import strategies as st

from checks.diagonal.data import Data, problems
from checks.methods.balls import ball
from checks.methods.check import Effort
from checks.methods.property import Property
from theory import diagonal as paper

# exact rationals in, balls of 192 bits (57 digits) through
EXACT, REASON = 1e-40, "fractions in, balls of 192 bits through"
# A function is asked for its value at a double: thirds of these, and their multiples, are doubles.
FACTORS = [Fraction(x) for x in ("2", "-1", "3", "-3/2", "1/4")]
PARAMETERS = [Fraction(x) for x in ("3", "-6", "3/2", "0", "9/4", "-3/8")]


@st.composite
def networks(draw: st.DrawFn) -> tuple[Data, tuple[tuple[Fraction, Fraction], ...], int, Fraction]:
    """Data, the parameters of every neuron, one of them, and a factor."""
    data = draw(problems(4))
    each = st.tuples(st.sampled_from(PARAMETERS), st.sampled_from(PARAMETERS))
    neurons = tuple(draw(each) for _ in data.X)
    return data, neurons, draw(st.integers(0, len(neurons) - 1)), draw(st.sampled_from(FACTORS))


def _residuals(data: Data, beta: list[Any]) -> list[arb]:
    return [
        ball(y) - sum((row[j] * b for row, b in zip(balls(data), beta)), arb(0))
        for j, y in enumerate(data.y)
    ]


def balls(data: Data) -> list[list[arb]]:
    """X, entry by entry."""
    return [[ball(x) for x in row] for row in data.X]


def transformed(instance: tuple, effort: Effort) -> Iterator[dict]:
    """U_i = mean of u v X_ij r_j with the residual of the others, and L = |r|^2/(2n) with neuron i
    among them, by the definition and sample by sample.
    """
    data, neurons, which, factor = instance
    count = len(data.y)

    def betas(own: Any) -> list[Any]:
        others = [ball(u * v) for u, v in neurons]
        others[which] = own
        return others

    def utility(u: Any, v: Any) -> arb:
        rest = _residuals(data, betas(arb(0)))
        return (
            sum((ball(u) * ball(v) * x * r for x, r in zip(balls(data)[which], rest)), arb(0))
            / count
        )

    def loss(u: Any, v: Any) -> arb:
        rest = _residuals(data, betas(ball(u) * ball(v)))
        return sum((r * r for r in rest), arb(0)) / (2 * count)

    u, v = neurons[which]
    yield {
        paper.u: u,
        paper.v: v,
        paper.stretch: factor,
        paper.utility_of: utility,
        paper.loss_of: loss,
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
