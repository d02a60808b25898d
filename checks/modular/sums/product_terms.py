"""The terms of a product of two expanded squares, counted: how many differ, how many
have a mean.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product

import numpy as np
from flint import arb
from hypothesis import strategies as st

from checks.methods.balls import ball
from checks.methods.check import Effort
from checks.modular import task
from checks.modular.exact import pairs
from theory import modular as paper
from theory.modular import p

Neuron = tuple[int, int, Fraction, Fraction]  # A, B and the two phases


def terms_of(neuron: Neuron, size: int, frequency: int) -> list[np.ndarray]:
    """(A cos al + B cos be)^2 as the four terms of line 1669, each over all pairs (a, b)."""
    A, B, first, second = neuron

    def angle(shift: Fraction) -> np.ndarray:
        return np.array([ball(shift) - _turn(frequency * a, size) for a in range(size)])

    al, be = angle(first)[:, None], angle(second)[None, :]
    whole, half = np.full((size, size), arb(1)), arb(1) / 2
    return [
        whole * (A * A + B * B) * half,
        whole * _cos(2 * al) * (A * A) * half,
        whole * _cos(2 * be) * (B * B) * half,
        (_cos(al + be) + _cos(al - be)) * (A * B),
    ]


def _turn(a: int, size: int) -> arb:
    return 2 * arb.pi() * (a % size) / size


_cos = np.frompyfunc(lambda angle: angle.cos(), 1, 1)


@st.composite
def two_neurons(
    draw: st.DrawFn, sizes: tuple[int, ...] = task.UP_TO_31
) -> tuple[int, int, Neuron, Neuron]:
    """A p, a frequency, and two neurons whose phases are not a rational part of a turn."""
    size = draw(st.sampled_from(sizes))
    frequency = draw(st.integers(1, size - 1))
    amplitudes = draw(st.permutations((1, 2, 3, 4)))
    phases = [Fraction(n, 7) for n in draw(st.permutations((1, 2, 3, 4, 5)))]
    return (
        size,
        frequency,
        (amplitudes[0], amplitudes[1], phases[0], phases[1]),
        (amplitudes[2], amplitudes[3], phases[2], phases[3]),
    )


def _counted(instance: tuple, effort: Effort) -> Iterator[dict]:
    size, frequency, one, other = instance
    products = [
        s * t for s, t in product(terms_of(one, size, frequency), terms_of(other, size, frequency))
    ]
    same = {
        later
        for (_, first), (later, second) in combinations(enumerate(products), 2)
        if all(x.overlaps(y) for x, y in zip(first.ravel(), second.ravel()))
    }
    left = sum(not sum(one.ravel(), arb(0)).contains(0) for one in products)
    yield {p: size, paper.terms: len(products) - len(same), paper.terms_left: left}


counted_terms = pairs(
    "every product over all pairs (a, b)",
    two_neurons(),
    _counted,
    examples=(8, 60, 400),
    beyond=task.beyond_odd(two_neurons(task.EVEN)),
)
