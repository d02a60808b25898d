"""Arguments that several settings take: checked before any work, with one line that names the
argument and its value.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from decimal import Decimal
from fractions import Fraction
from typing import Any

MOST_DIGITS = 10_000  # a number with more is a mistake, and would be computed for hours
EXPONENT = 100_000  # so is one beyond 10^100000, which would be written out as an exact integer


def abbreviated(value: Any) -> str:
    """A value in an error message: one line, and not a long one.

    >>> abbreviated("1" * 5000)[:5], len(abbreviated("1" * 5000))
    ("'1111", 80)
    """
    line = " ".join(repr(value).split())
    return line if len(line) <= 80 else line[:77] + "..."


def plural(count: int, noun: str) -> str:
    """How many of what.

    >>> plural(1, "claim"), plural(2, "claim")
    ('1 claim', '2 claims')
    """
    return f"{count} {noun}{'' if count == 1 else 's'}"


def entries(name: str, value: Any, axes: int, expected: str) -> list:
    """A vector (one axis) or a matrix (two) as lists of its entries.

    Text is no row of digits and a mapping no row of its keys, a set has no order, and what numpy
    has masked has no value.

    >>> entries("y", (1, "1/2"), 1, "n numbers")
    [1, '1/2']
    >>> entries("y", "12", 1, "n numbers")
    Traceback (most recent call last):
        ...
    ValueError: y is '12': expected n numbers
    """
    refused = ValueError(f"{name} is {abbreviated(value)}: expected {expected}")
    if isinstance(value, (str, bytes, bytearray, Mapping, Set)):
        raise refused
    try:
        listed = list(value)
    except TypeError:
        raise refused from None
    if axes > 1:
        return [
            entries(f"{name}[{k}]", row, axes - 1, "a row of numbers")
            for k, row in enumerate(listed)
        ]
    if any(type(entry).__name__ == "MaskedConstant" for entry in listed):  # of numpy.ma
        raise ValueError(f"{name} has masked entries: expected a value for each")
    return listed


def whole_digits(digits: Any) -> int:
    """A number of decimal digits.

    >>> whole_digits(0)
    Traceback (most recent call last):
        ...
    ValueError: digits is 0: expected a whole number between 1 and 10000
    """
    if isinstance(digits, bool) or not isinstance(digits, int) or not 1 <= digits <= MOST_DIGITS:
        raise ValueError(
            f"digits is {abbreviated(digits)}: expected a whole number between 1 and {MOST_DIGITS}"
        )
    return digits


def too_long(value: Any) -> bool:
    """Would the exact value of a decimal string or of an mpmath number have more digits than can be
    meant?

    >>> too_long("1e-1000"), too_long("1e-10000000000"), too_long("3/4")
    (False, True, False)
    """
    if hasattr(value, "man_exp"):
        return abs(value.man_exp[1]) > 4 * EXPONENT  # of two: log2(10) < 4
    return isinstance(value, str) and "/" not in value and abs(Decimal(value).adjusted()) > EXPONENT


def exact_fraction(value: Any) -> Fraction:
    """The exact value of a number: a float is the binary number it is, "0.1" a tenth.

    ValueError, TypeError or ArithmeticError where it is none, or has more digits than can be meant.

    >>> exact_fraction("0.1"), exact_fraction(0.5)
    (Fraction(1, 10), Fraction(1, 2))
    """
    value = value.item() if hasattr(value, "item") else value
    if too_long(value):
        raise ValueError("more digits than can be meant")
    if hasattr(value, "man_exp"):  # of mpmath; infinity and NaN have a mantissa of 0 too
        mantissa, exponent = value.man_exp
        if not mantissa and value != 0:
            raise ValueError("not finite")
        return Fraction(int(mantissa) if value > 0 else -int(mantissa)) * Fraction(2) ** exponent
    if hasattr(value, "p") and hasattr(value, "q"):
        return Fraction(int(value.p), int(value.q))
    return Fraction(value)
