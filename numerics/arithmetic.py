"""One set of array operations for doubles and for many digits.

Up to 16 digits an array holds doubles; beyond, it is an object array of mpmath numbers. The flow
code is written once, on these few operations.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

import flint
import mpmath
import numpy as np

from numerics.validate import DOUBLE_DIGITS, as_mpf

_mp_number = np.frompyfunc(as_mpf, 1, 1)
# Digits carried beyond those asked for, so that sums over d terms and ~1e4 steps do not eat into
# them.
GUARD_DIGITS = 10


def to_mpf(value: flint.arb) -> mpmath.mpf:
    """The midpoint of a ball, unrounded."""
    man, exp = value.mid().man_exp()
    return mpmath.mpf((int(man), int(exp)))


# python-flint's exponential is several times faster than mpmath's at these precisions.
_mp_exp = np.frompyfunc(lambda value: to_mpf(flint.arb(value).exp()), 1, 1)


@dataclass(frozen=True)
class Arithmetic:
    """Real arithmetic with ``digits`` decimal digits.

    >>> Arithmetic(16).exp(np.array([0.0]))
    array([1.])
    >>> with Arithmetic(30).working():
    ...     print(Arithmetic(30).array(["0.1"])[0])
    0.1
    """

    digits: int = DOUBLE_DIGITS

    @property
    def double(self) -> bool:
        """Are doubles enough for these digits?"""
        return self.digits <= DOUBLE_DIGITS

    @property
    def eps(self) -> Any:
        """Spacing of the numbers near one."""
        return np.finfo(float).eps if self.double else mpmath.mpf(10) ** -self.digits

    @property
    def bits(self) -> int:
        """Bits that hold the digits and the guard."""
        return int((self.digits + GUARD_DIGITS) * 3.33) + 8

    def working(self) -> AbstractContextManager:
        """Context in which mpmath carries the digits, with a guard."""
        return nullcontext() if self.double else mpmath.workdps(self.digits + GUARD_DIGITS)

    def number(self, value: Any) -> Any:
        """One number, a double or an mpf."""
        return float(value) if self.double else as_mpf(value)

    def array(self, values: Any) -> np.ndarray:
        """Exact conversion: a float is its binary value, a Fraction or a string its decimal one."""
        return (
            np.array(values, dtype=float)
            if self.double
            else _mp_number(np.array(values, dtype=object))
        )

    def exp(self, values: np.ndarray) -> np.ndarray:
        """exp of every entry, to all digits."""
        if self.double:
            return np.exp(values)
        with flint.ctx.workprec(self.bits):
            return _mp_exp(values)

    def log(self, value: Any) -> Any:
        """The natural logarithm of one number."""
        return float(np.log(value)) if self.double else mpmath.log(value)
