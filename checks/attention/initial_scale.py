"""How large the thresholds of freshly drawn heads are, by their order in alpha."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

import mpmath
from hypothesis import strategies as st

from checks.methods.check import Effort
from checks.methods.measured import Measured, between
from theory import attention as paper
from theory.notation import d as dimension

# E[c_i] has a term of the order one beside its leading one, so the order in alpha is off by
# sqrt(alpha) between two of them.
ALPHAS = tuple(Fraction(1, 10**power) for power in (40, 44, 48))


def dimensions() -> st.SearchStrategy:
    """Small ones and large ones."""
    return st.sampled_from([2, 1, 3, 4, 5, 6, 7, 8, 16, 31, 64])


def expected_threshold(d: int, variance: Fraction) -> mpmath.mpf:
    """E[1/|theta| - 1] for 2d + 1 independent normal variables of this variance, by quadrature over
    the density of the norm."""
    scale = mpmath.sqrt(2 * mpmath.mpf(variance.numerator) / variance.denominator)
    digits = mpmath.mp.dps
    return _moment(d, -1, digits) / scale - _moment(d, 0, digits)


@lru_cache(maxsize=32)
def _moment(d: int, power: int, digits: int) -> mpmath.mpf:
    """E[x^power] of the norm x of 2d + 1 independent normal variables of variance 1/2: what the
    variance is comes in as a factor, and no quadrature is done again for it.
    """
    with mpmath.workdps(digits):
        m, middle = 2 * d + 1, mpmath.sqrt(d)
        front = 2 / mpmath.gamma(mpmath.mpf(m) / 2)
        return mpmath.quad(
            lambda x: front * x ** (m - 1 + power) * mpmath.exp(-x * x),
            [0, middle / 2, middle, 2 * middle, 2 * middle + 4, 2 * middle + 12],
        )


def order_of_threshold(d: int, effort: Effort, digits: int = 18) -> Iterator[dict]:
    """The power of alpha between one scale and the next."""
    with mpmath.workdps(digits):
        logs = [mpmath.log(expected_threshold(d, alpha)) for alpha in ALPHAS]
        steps = [mpmath.log(b.denominator) - mpmath.log(a.denominator) for a, b in _pairs(ALPHAS)]
        far, near = (-(after - before) / step for (before, after), step in zip(_pairs(logs), steps))
        size = (abs(logs[1]) + abs(logs[2])) / steps[1]
        order: Measured = between(far, near, size)
    yield {paper.rate_order: order, dimension: d}


def _pairs(values: tuple | list) -> list[tuple]:
    return list(zip(values, values[1:]))
