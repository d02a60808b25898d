"""The staircase that the section prints for modular addition: frequencies by decreasing
magnitude.
"""

from __future__ import annotations

from typing import Any

import mpmath

from theory.modular.three_wave import DIGITS, encoding, transform
from theory.staircase import Staircase
from theory.validate import whole_digits

TIED = (
    mpmath.mpf(10) ** -13
)  # doubles that were equal before a transform differ by less than this share after it


def staircase(x: Any, digits: int = DIGITS) -> Staircase:
    """The printed sequence eq:ma-sequence: frequencies by decreasing magnitude, levels, functions,
    and the bounds on the jump times.

    ``jump_times`` are lower bounds with eta mu = 1, sqrt(3/2) p^(3/2)/|x_hat|^3; the order itself
    is not certain (modular.dominant-first). ``first_jump`` gives the exact first jump from the
    initial weights.

    >>> staircase((3, -1, 0, -2, 0), digits=15)
    Staircase with 2 jumps
      start            level 7
      t = 0.1704511391 level 3.276393202  1
      t = 0.2065150017 level 0            2
    """
    with mpmath.workdps(whole_digits(digits) + 5):
        values = encoding(x)
        p = len(values)
        spectrum = {k: transform(values, k) for k in range(1, (p - 1) // 2 + 1)}
        order = _ordered(spectrum)
        levels = [
            mpmath.fsum(abs(spectrum[k]) ** 2 for k in order[done:]) / p
            for done in range(len(order) + 1)
        ]
        times = [
            mpmath.sqrt(mpmath.mpf(3) / 2) * mpmath.mpf(p) ** 1.5 / abs(spectrum[k]) ** 3
            for k in order
        ]
        points = [
            tuple(
                +mpmath.fsum(
                    2 * (spectrum[k] * mpmath.expjpi(mpmath.mpf(2 * k * c) / p)).real / p
                    for k in order[:done]
                )
                for c in range(p)
            )
            for done in range(len(order) + 1)
        ]
    return Staircase(tuple(times), tuple(levels), tuple(order), tuple(points))


def _ordered(spectrum: dict[int, mpmath.mpc]) -> list[int]:
    """The frequencies present, strongest first; equal magnitudes have no order."""
    top = max(map(abs, spectrum.values()))
    order = sorted(
        (k for k, value in spectrum.items() if abs(value) > TIED * top),
        key=lambda k: -abs(spectrum[k]),
    )
    for one, other in zip(order, order[1:]):
        if abs(abs(spectrum[one]) - abs(spectrum[other])) <= TIED * top:
            raise ValueError(
                f"x has magnitudes {mpmath.nstr(abs(spectrum[one]), 6)} at both frequencies {one} "
                f"and {other}: "
                "expected distinct magnitudes, which decide the order"
            )
    return order
