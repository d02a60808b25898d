"""Gradients at chosen groups: do pairs of neurons stay pairs, do square terms return, does a second
group move the first?
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
from flint import arb
from hypothesis import strategies as st

from checks.methods.check import Beyond, Effort
from checks.methods.property import Observation
from checks.modular import task
from checks.modular.exact import balls, pairs
from checks.modular.neuron_groups import constructions
from theory import modular as paper
from theory.modular import p


def _squares(x: np.ndarray, theta: np.ndarray) -> Any:
    """The largest entry of sum w <u, a.x>^2 and of sum w <v, b.x>^2."""
    E = task.encodings(x)
    return max(abs(np.square(theta[:, n] @ E.T).T @ theta[:, 2]).max() for n in (0, 1))


MIRROR = np.array([1, -1, -1])[:, None]


@st.composite
def _neurons(draw: st.DrawFn, most: int = 2) -> tuple:
    """An encoding that is centred and neurons that are aligned with nothing, in whole numbers."""
    x = draw(task.centred((3, 4, 5, 6)))
    vector = st.tuples(*[st.integers(-2, 2)] * len(x))
    return x, tuple(draw(st.lists(st.tuples(vector, vector, vector), min_size=1, max_size=most)))


def _pairs(instance: tuple, effort: Effort) -> Iterator[dict]:
    """Whole numbers in, fractions through: what vanishes is 0."""
    x, rows = task.something(instance[0]), task.fractions(instance[1])
    theta = np.concatenate([rows, MIRROR * rows])
    one, other = np.split(-task.gradient(x, theta), 2)
    yield {paper.square_sum: _squares(x, theta), paper.pair_drift: abs(other - MIRROR * one).max()}


paired = pairs("gradients of pairs over all pairs (a, b), any neurons", _neurons(), _pairs)


def _one_pair(instance: tuple, effort: Effort) -> Iterator[dict]:
    """The two neurons one after the other, at some (a, b, c)."""
    x, rows = task.something(instance[0]), task.fractions(instance[1])
    quarter = np.array([1, 1, Fraction(1, 4)])[:, None]
    theta, E = np.array([quarter * rows[0], MIRROR * quarter * rows[0]]), task.encodings(x)
    inner_u, inner_v, outer = theta[:, 0] @ E.T, theta[:, 1] @ E.T, theta[:, 2]
    for a, b, c in ((0, 0, 0), (1, 2, 0), (2, 1, 1)):
        yield {
            paper.z_1: inner_u[0, a],
            paper.z_2: inner_v[0, b],
            paper.w_c: rows[0][2][c],
            paper.pair_squares_u: np.sum(outer[:, c] * inner_u[:, a] ** 2),
            paper.pair_squares_v: np.sum(outer[:, c] * inner_v[:, b] ** 2),
            paper.pair_out: np.sum((inner_u[:, a] + inner_v[:, b]) ** 2 * outer[:, c]),
        }


one_pair = pairs("outputs of pairs, any neurons", _neurons(1), _one_pair)


def _returning(instance: tuple, effort: Effort) -> Iterator[Observation]:
    (numbers, rows), ratio = instance
    x, row = task.something(numbers), task.fractions(rows[0])
    theta, n = (
        np.array([row, MIRROR * row * np.array([1 / ratio, 1 / ratio, ratio**2])[:, None]]),
        len(x),
    )
    E, rate = task.encodings(x), -task.gradient(x, theta)
    inner, drift, squares = theta[:, 0] @ E.T, rate[:, 0] @ E.T, _squares(x, theta)
    for a, c in ((0, 0), (1, 2)):
        found = np.sum(
            rate[:, 2, c] * inner[:, a] ** 2 + 2 * theta[:, 2, c] * inner[:, a] * drift[:, a]
        )
        yield Observation(
            {
                p: n,
                paper.scale: ratio,
                paper.inner_u: inner[0, a],
                paper.w_c: theta[0, 2, c],
                paper.rate_u: drift[0, a],
                paper.rate_w: rate[0, 2, c],
                paper.square_rate: found,
            },
            detail=f"p = {n}, scale {ratio}: sum of squares {squares}, its rate {float(found):.3g}",
        )


_scales = st.sampled_from([Fraction(q) for q in ("1", "2", "1/2", "3/2")])
returning = pairs(
    "gradients of two neurons without square terms", st.tuples(_neurons(1), _scales), _returning
)


def _on_the_next(group: task.Group) -> task.Group:
    return task.Group(group.x, task.strongest(group.x)[1], group.neurons)


def _on_half(drawn: tuple[tuple, task.Group]) -> task.Group:
    """p even: the second group on p/2, where a neuron has no phase but its sign."""
    x, group = drawn
    return task.Group(x, len(x) // 2, group.neurons)


def _on_missing(drawn: tuple[tuple, task.Group]) -> task.Group:
    """The second group on a frequency that x lacks: nothing pulls."""
    x, group = drawn
    return task.Group(x, 3, group.neurons)


def _largest(slopes: np.ndarray) -> arb:
    """The largest of the sizes of some balls."""
    found = arb(0)
    for one in slopes.ravel():
        found = found.max(abs(one))
    return found


def _turned(group: task.Group, half_turns: int) -> task.Group:
    """Partners with the output turned to pi - s_w, where the cosines of s_w cancel and the sines do
    not, or to -s_w, where the sines do.
    """
    turned = tuple(
        (*neuron[:5], half_turns * arb.pi() - task.ball(neuron[5])) for neuron in group.neurons
    )
    return task.Group(group.x, group.frequency, group.neurons + turned)


def _second(other: task.Group, effort: Effort) -> Iterator[dict]:
    """The gradient of the first group, six neurons at their bound on the strongest frequency,
    beside a second one on the next: alone, and with partners that take its square terms away, or
    their cosines, or their sines.
    """
    x = balls(task.clear(other.x))
    first = constructions.our_minimiser(other.x, task.strongest(other.x)[0], 6).enclosed
    if not _largest(task.gradient(x, first)).contains(0):
        raise ArithmeticError(f"the first group is not at a critical point: {other.x}")
    columns = (paper.A_u, paper.A_v, paper.A_w, paper.s_u, paper.s_v, paper.s_w)
    for second in (other, task.square_free(other), _turned(other, 1), _turned(other, 0)):
        pulled = task.gradient(x, np.concatenate([first, second.enclosed]))[: len(first)]
        yield {
            p: len(x),
            paper.N: len(second.neurons),
            paper.pull_first: _largest(pulled),
            **{function: second.value(n) for n, function in enumerate(columns)},
        }


second = pairs(
    "the gradient of a group at its bound beside another one",
    task.groups((5, 7, 9), most=2).map(_on_the_next),
    _second,
    beyond=(
        # of six residues: at p = 8 the first group may be on 2, a quarter of p
        *task.beyond_odd(st.tuples(task.with_half((6,)), task.groups((3,), most=2)).map(_on_half)),
        Beyond(
            paper.X_2 > 0,
            st.tuples(task.lacking(), task.groups((3,), most=2)).map(_on_missing),
        ),
    ),
)
