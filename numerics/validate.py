"""Arguments are checked before anything is computed, with one line that names the argument and its
value.

An initialisation scale of 1e-1000 is an ordinary argument here, though no double holds it:
everything downstream works from ``log_inverse(alpha)``.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Set
from fractions import Fraction
from functools import lru_cache
from numbers import Integral
from typing import Any

import mpmath
import numpy as np

from theory.validate import abbreviated

# What several functions refuse: more digits than can be meant; scales whose logarithm no flow
# resolves in doubles; data and parameters whose powers (up to the fourth, up to the sixth) are no
# doubles.
MOST_DIGITS = 10_000
SCALES = ("1e-1000000", "1e50")
LARGEST_DATUM, LARGEST_PARAMETER = 1e75, 1e50
# Decimal digits that a double carries: up to this many, hardware floats are used.
DOUBLE_DIGITS = 16


def as_mpf(value: Any) -> mpmath.mpf:
    """Any real number (float, Fraction, string, mpmath, SymPy) as an mpf at the working
    precision.
    """
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

    A float is taken at its exact binary value; write ``"1e-8"`` for the decimal number to many
    digits.

    >>> log_inverse("1e-1000")
    2302.5850929940457
    >>> print(mpmath.nstr(log_inverse(Fraction(1, 10), digits=30), 30))
    2.30258509299404568401799145468
    """
    if digits <= DOUBLE_DIGITS and type(alpha) in (str, float, int):
        return _log_inverse_of(type(alpha).__name__, alpha)  # 1 and True, 0.5 and a string differ
    return _log_inverse(alpha, digits)


@lru_cache(maxsize=256)
def _log_inverse_of(_kind: str, alpha: Any) -> float:
    """Every plateau asks for the same one."""
    return _log_inverse(alpha, DOUBLE_DIGITS)


def _log_inverse(alpha: Any, digits: int) -> Any:
    with mpmath.workdps(digits + 5 if digits > DOUBLE_DIGITS else 25):
        try:
            number = as_mpf(alpha)
        except (TypeError, ValueError, AttributeError, ZeroDivisionError):
            raise ValueError(
                f"alpha is {abbreviated(alpha)}: expected a positive number, or a string such as "
                "'1e-1000'"
            ) from None
        if not (mpmath.isfinite(number) and number > 0):
            raise ValueError(f"alpha is {abbreviated(alpha)}: expected a finite number > 0")
        if not mpmath.mpf(SCALES[0]) <= number <= mpmath.mpf(SCALES[1]):
            raise ValueError(
                f"alpha is {abbreviated(alpha)}: expected a number between {SCALES[0]} and "
                f"{SCALES[1]}"
            )
        value = -mpmath.log(number)
    return value if digits > DOUBLE_DIGITS else float(value)


def inverse(alpha: Any) -> float:
    """1 / alpha as a double.

    >>> inverse("1e-1000")
    Traceback (most recent call last):
    ...
    ValueError: alpha is '1e-1000': expected at least 1e-300, so that the rate 1/alpha is a double
    """
    size = log_inverse(alpha)
    if size > 300 * math.log(10):
        raise ValueError(
            f"alpha is {abbreviated(alpha)}: expected at least 1e-300, so that the rate 1/alpha is "
            "a double"
        )
    return math.exp(size)


def as_double(alpha: Any) -> float:
    """alpha as a double, 0.0 where it underflows.

    >>> as_double("1e-3"), as_double("1e-1000")
    (0.001, 0.0)
    """
    if type(alpha) in (str, float, int):
        return _as_double_of(type(alpha).__name__, alpha)
    return _as_double(alpha)


@lru_cache(maxsize=256)
def _as_double_of(_kind: str, alpha: Any) -> float:
    return _as_double(alpha)


def _as_double(alpha: Any) -> float:
    with mpmath.workdps(25):
        return float(as_mpf(alpha))


def real_array(name: str, value: Any, ndim: int) -> np.ndarray:
    """``value`` as an array of floats, after a check that it is finite and has ``ndim`` axes.

    >>> real_array("y", [1, float("nan")], 1)
    Traceback (most recent call last):
    ...
    ValueError: y has an entry that is not finite (nan): expected finite real numbers
    """
    unmasked(name, value)
    try:
        if np.iscomplexobj(value):  # numpy would drop the imaginary parts with a warning
            raise TypeError
        array = np.array(value, dtype=float)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(
            f"{name} is {abbreviated(value)}: expected an array of real numbers with {ndim} axes"
        ) from None
    if array.ndim != ndim:
        raise ValueError(
            f"{name} has shape {array.shape}: expected {ndim} {'axis' if ndim == 1 else 'axes'}"
        )
    if array.size == 0:
        raise ValueError(f"{name} has shape {array.shape}: expected at least one entry")
    if not np.all(np.isfinite(array)):
        bad = array[~np.isfinite(array)].flat[0]
        raise ValueError(
            f"{name} has an entry that is not finite ({bad}): expected finite real numbers"
        )
    if np.abs(array).max() > LARGEST_DATUM:
        raise ValueError(
            f"{name} has the entry {array.flat[np.abs(array).argmax()]:.6g}: expected sizes of at "
            f"most {LARGEST_DATUM:g}"
        )
    return array


def unmasked(name: str, value: Any) -> None:
    """What numpy has masked has no value: it would be taken for what lies under the mask.

    >>> unmasked("y", np.ma.array([1.0, 2.0], mask=[False, True]))
    Traceback (most recent call last):
    ...
    ValueError: y has masked entries: expected a value for each
    """
    if np.ma.is_masked(value):
        raise ValueError(f"{name} has masked entries: expected a value for each")


def parameters(theta: Any, columns: int, name: str = "theta") -> np.ndarray:
    """``theta`` as an array of floats (or of mpmath numbers, if it is one) with a row of
    ``columns`` parameters for each neuron.

    >>> parameters([[1.0, 2.0, 3.0]], 2)
    Traceback (most recent call last):
    ...
    ValueError: theta has shape (1, 3): expected (neurons, 2), one row of parameters for each neuron
    """
    exact = (
        type(theta) is np.ndarray
        and theta.dtype == object
        and all(isinstance(entry, mpmath.mpf) for entry in theta.flat)
    )
    if not exact and (type(theta) is not np.ndarray or theta.dtype != float):
        unmasked(name, theta)
        try:
            # Text falls apart into its digits, a mapping into its keys; of complex numbers numpy
            # would drop a part.
            if np.iscomplexobj(theta) or any(
                isinstance(part, (str, bytes, Mapping, Set)) for part in (theta, *theta)
            ):
                raise TypeError
            theta = np.array([[float(entry) for entry in row] for row in theta])
        except (TypeError, ValueError, OverflowError):
            raise ValueError(
                f"{name} is {abbreviated(theta)}: expected an array of real numbers with 2 axes"
            ) from None
    if theta.ndim != 2 or theta.shape[1] != columns:
        raise ValueError(
            f"{name} has shape {theta.shape}: expected (neurons, {columns}), one row of parameters "
            "for each neuron"
        )
    if not np.abs(theta).max(initial=0.0) <= LARGEST_PARAMETER:  # this is how a NaN is caught, too
        raise ValueError(
            f"{name} has an entry that is not finite, or above {LARGEST_PARAMETER:g}: expected "
            "finite real numbers"
        )
    return theta


def whole(name: str, value: Any, least: int, most: int | None = None) -> int:
    """``value`` as an int that is at least ``least`` (and at most ``most``): for digits, width,
    seed.

    >>> whole("width", 0, 1)
    Traceback (most recent call last):
    ...
    ValueError: width is 0: expected a whole number >= 1
    """
    if isinstance(value, bool) or not isinstance(value, (Integral, np.integer)) or value < least:
        raise ValueError(f"{name} is {abbreviated(value)}: expected a whole number >= {least}")
    if most is not None and int(value) > most:
        raise ValueError(
            f"{name} is {abbreviated(value)}: expected a whole number between {least} and {most}"
        )
    return int(value)


def network(net: Any) -> None:
    """Anything that says what ``Network`` asks for will do.

    >>> network("net")
    Traceback (most recent call last):
    ...
    ValueError: net is 'net': expected a network, such as DiagonalNetwork(X, y)
    """
    if isinstance(net, type) or not all(
        hasattr(net, name) for name in ("neurons", "kappa", "loss", "gradient", "initial", "eta")
    ):
        raise ValueError(
            f"net is {abbreviated(net)}: expected a network, such as DiagonalNetwork(X, y)"
        )


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
        masked = until is np.ma.masked  # numpy would make it NaN, with a warning
        good = not isinstance(until, bool) and not masked
        good = good and math.isfinite(until) and float(until) > 0
    except (TypeError, ValueError, OverflowError):
        good = False
    if not good:
        raise ValueError(
            f"until is {abbreviated(until)}: expected a finite time > 0, or None to run until "
            "convergence"
        )
    return until
