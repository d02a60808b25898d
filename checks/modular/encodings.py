"""Encodings by their own numbers: the template of the figure, and the centred one-hot encoding."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np
from hypothesis import strategies as st

from checks.methods.assuming import Assuming
from checks.methods.check import Effort
from checks.modular import task as modular_task
from checks.modular.exact import pairs
from checks.modular.sums.transforms import transform
from theory import modular as paper
from theory.modular import p


def _figure(_: str, effort: Effort) -> Iterator[dict]:
    """The template of the figure: cosines of frequencies 1, 3, 5 with coefficients 10, 5, 5/2."""
    waves = [size * modular_task.wave(20, f, 0) / 20 for f, size in ((1, 20), (3, 10), (5, 5))]
    x = list(sum(waves, np.zeros(20, dtype=int)))
    sizes = [abs(transform(x)(f)) for f in range(1, 11)]
    tied = sum(
        any(one.overlaps(other) for j, other in enumerate(sizes) if j != i)
        for i, one in enumerate(sizes)
    )
    yield {paper.parity: len(x) % 2, paper.nyquist: sum(x[::2]) - sum(x[1::2]), paper.tied: tied}


figure = pairs(
    "the figure's own numbers", st.just("the template of the figure"), _figure, examples=(1, 1, 1)
)


def _one_hot(size: int, effort: Effort) -> Iterator[dict]:
    """The transform of e_0 less its mean, at every frequency; 0 and p are not what the claim
    speaks of.
    """
    x = [Fraction(int(a == 0)) - Fraction(1, size) for a in range(size)]
    hat = transform(x)
    for frequency in range(size + 1):
        yield {p: size, paper.k: frequency, paper.x_hat: lambda q: abs(hat(round(q)))}


one_hot = pairs(
    "the transform of the centred one-hot encoding, p = 2, ..., 31",
    st.integers(2, 31),
    _one_hot,
    examples=(10, 30, 30),
    kind=Assuming,
)
