"""Encodings at which letters have values that are known: what a theorem says there, it says of
something.
"""

from __future__ import annotations

from functools import partial, reduce

from flint import arb

from checks.methods.rival import Attained
from checks.modular.task import magnitude
from theory import modular as paper
from theory.modular import p


def least_magnitude(x: tuple[int, ...]) -> dict:
    """p and X_least, the least |x_hat|; how many maxima there are is what their letter counts."""
    return {p: len(x), paper.X_least: reduce(arb.min, (magnitude(x, f) for f in range(1, len(x))))}


# Neither frequency is missing there.
ATTAINED = {
    "modular.no-other-maxima": Attained(
        "x = (0, 0, 0, 1, -1)", partial(least_magnitude, (0, 0, 0, 1, -1))
    )
}
