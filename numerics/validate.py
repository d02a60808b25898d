"""Arguments are checked before anything is computed, with one line that names the argument and its value.

An initialisation scale of 1e-1000 is an ordinary argument here, though no double holds it:
everything downstream works from ``log_inverse(alpha)``.
"""
from __future__ import annotations

import math
from fractions import Fraction
from numbers import Integral
from typing import Any

import mpmath
import numpy as np

# Decimal digits that a double carries: up to this many, hardware floats are used.
DOUBLE_DIGITS = 16


def _as_mpf(value: Any) -> mpmath.mpf:
    """Any real number (float, Fraction, string, mpmath, SymPy) as an mpf at the working precision."""
    if isinstance(value, Fraction):
        return mpmath.mpf(value.numerator) / value.denominator
    if isinstance(value, np.generic):
        value = value.item()
    number = mpmath.mpmathify(value)
    if not isinstance(number, mpmath.mpf):
        raise TypeError(f"{value!r} is not real")
    return number


def log_inverse(alpha: Any, digits: int = DOUBLE_DIGITS) -> Any:
    """L = log(1 / alpha), without ever forming a double that could underflow.

    A float is taken at its exact binary value; write ``"1e-8"`` for the decimal number to many digits.

    >>> log_inverse("1e-1000")
    2302.5850929940457
    >>> print(mpmath.nstr(log_inverse(Fraction(1, 10), digits=30), 30))
    2.30258509299404568401799145468
    """
    with mpmath.workdps(digits + 5 if digits > DOUBLE_DIGITS else 25):
        try:
            number = _as_mpf(alpha)
        except (TypeError, ValueError, AttributeError):
            raise ValueError(f"alpha is {alpha!r}: expected a positive number, or a string such as '1e-1000'") from None
        if not (mpmath.isfinite(number) and number > 0):
            raise ValueError(f"alpha is {alpha!r}: expected a finite number > 0")
        value = -mpmath.log(number)
    return value if digits > DOUBLE_DIGITS else float(value)


def as_double(alpha: Any) -> float:
    """alpha as a double, 0.0 where it underflows.

    >>> as_double("1e-3"), as_double("1e-1000")
    (0.001, 0.0)
    """
    with mpmath.workdps(25):
        return float(_as_mpf(alpha))


def real_array(name: str, value: Any, ndim: int) -> np.ndarray:
    """``value`` as an array of floats, after a check that it is finite and has ``ndim`` axes.

    >>> real_array("y", [1, float("nan")], 1)
    Traceback (most recent call last):
    ...
    ValueError: y has an entry that is not finite (nan): expected finite real numbers
    """
    try:
        array = np.array(value, dtype=float)
    except (TypeError, ValueError):
        raise ValueError(f"{name} is {value!r}: expected an array of real numbers with {ndim} axes") from None
    if array.ndim != ndim:
        raise ValueError(f"{name} has shape {array.shape}: expected {ndim} {'axis' if ndim == 1 else 'axes'}")
    if array.size == 0:
        raise ValueError(f"{name} has shape {array.shape}: expected at least one entry")
    if not np.all(np.isfinite(array)):
        bad = array[~np.isfinite(array)].flat[0]
        raise ValueError(f"{name} has an entry that is not finite ({bad}): expected finite real numbers")
    return array


def whole(name: str, value: Any, least: int) -> int:
    """``value`` as an int that is at least ``least``: for digits, width, seed.

    >>> whole("width", 0, 1)
    Traceback (most recent call last):
    ...
    ValueError: width is 0: expected a whole number >= 1
    """
    if isinstance(value, bool) or not isinstance(value, (Integral, np.integer)) or value < least:
        raise ValueError(f"{name} is {value!r}: expected a whole number >= {least}")
    return int(value)


def end_time(until: Any) -> Any:
    """``until`` is None (run to convergence) or a finite time > 0.

    >>> end_time(-1)
    Traceback (most recent call last):
    ...
    ValueError: until is -1: expected a finite time > 0, or None to run until convergence
    """
    if until is None:
        return None
    try:
        good = math.isfinite(until) and until > 0
    except (TypeError, OverflowError):
        good = False
    if not good:
        raise ValueError(f"until is {until!r}: expected a finite time > 0, or None to run until convergence")
    return until
