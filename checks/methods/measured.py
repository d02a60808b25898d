"""A measured number has an error, and the error comes from what produced it.

Every check that compares numbers goes through here. A difference of two numbers of size one that
should vanish and comes out as 1e-17 is compared with one, not with itself; an optimiser's answer is
as good as its gradient; a number computed twice is as good as the two agree. Nothing is ever judged
relative to itself alone, unless nothing can have cancelled in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from numbers import Integral
from typing import Any

import sympy as sp
from flint import arb
from mpmath import isfinite, mpf

# Two computations that differ in precision or tolerance differ by about the error of the coarser
# one. The finer one is reported; four times the distance covers methods whose error shrinks by a
# quarter only.
BETWEEN = 4
# A number known to less than a twentieth of what went into it agrees with too much to say anything.
COARSE = 0.05


class Unsettled(Exception):
    """The instance cannot be decided by this measurement, for the reason given; it is counted as
    undecided.
    """


@dataclass(frozen=True)
class Measured:
    """|truth - ``value``| <= ``error`` + tolerance * ``size``, where the tolerance is that of the
    arithmetic.

    ``size`` is the sum of the magnitudes that went into the value: of the terms that were added, of
    what cancelled. ``error`` is what the producer knows beside rounding: an optimiser's, an
    integrator's, the distance of two precisions.

    >>> Measured(1e-17, size=1).ball(1e-15).contains(0), alone(1e-17).ball(1e-15).contains(0)
    (True, False)
    """

    value: Any
    size: Any
    error: Any = 0

    def __post_init__(self) -> None:
        for name in ("value", "size", "error"):
            number = getattr(self, name)
            if not (
                isinstance(number, arb) or isfinite(mpf(number) if is_exact(number) else number)
            ):
                raise ArithmeticError(f"a measured {name} is {number}: expected a finite number")
        if self.size < 0 or self.error < 0:
            raise ValueError(f"size {self.size} and error {self.error}: expected numbers >= 0")

    def __float__(self) -> float:
        return float(self.value)

    def ball(self, tolerance: float) -> arb:
        """The interval that the true number lies in, if the arithmetic is as accurate as
        ``tolerance`` says.
        """
        if self.error > COARSE * self.size:
            raise Unsettled(
                f"measured only to {float(self.error):.1e}, of a size {float(self.size):.1e}"
            )
        radius = as_ball(self.error) + arb(tolerance) * as_ball(self.size)
        return arb(as_ball(self.value).mid(), (as_ball(self.value).rad() + radius).upper())


def alone(value: Any, error: Any = 0) -> Measured:
    """A number in which nothing cancelled: a product, a norm, a time, a sum of positive terms."""
    return Measured(value, abs(value), error)


def total(terms: Iterable[Any]) -> Measured:
    """The sum of ``terms``, as large as their magnitudes together.

    >>> total([1.0, -1.0])
    Measured(value=0.0, size=2.0, error=0)
    """
    terms = list(terms)
    return Measured(sum(terms), sum(abs(term) for term in terms))


def between(coarse: Any, fine: Any, size: Any = None) -> Measured:
    """A number computed twice: the finer value, and four times their distance for its error.

    >>> between(1.0, 1.25)
    Measured(value=1.25, size=1.25, error=1.0)
    """
    return Measured(fine, abs(fine) if size is None else size, BETWEEN * abs(fine - coarse))


def sized(values: Mapping[Any, Any], size: Any) -> dict[Any, Any]:
    """Every number of ``values`` measured with one size; exact ones stay exact."""
    return {
        key: value
        if exact(value) or isinstance(value, Measured)
        else Measured(value, max(size, abs(value)))
        for key, value in values.items()
    }


def is_exact(value: Any) -> bool:
    """Known to any number of digits: a whole number, a fraction, a SymPy number."""
    return isinstance(value, (Integral, Fraction, sp.Basic))


def exact(value: Any) -> bool:
    """Whole numbers, fractions, SymPy numbers and balls are what they are; floats and mpf were
    measured.
    """
    return is_exact(value) or isinstance(value, arb)


def as_ball(value: Any) -> arb:
    """The number as it is stored, without an error of its own."""
    if isinstance(value, arb):
        return value
    if isinstance(value, mpf):
        mantissa, exponent = value.man_exp
        return arb(int(mantissa) * (-1 if value < 0 else 1)) * arb(2) ** int(exponent)
    if isinstance(value, Integral):
        return arb(int(value))
    if isinstance(value, Fraction):
        return arb(value.numerator) / arb(value.denominator)
    return arb(float(value))


def enclosed(name: Any, value: Any, tolerance: float) -> Any:
    """What enters a comparison for the letter ``name``: exact values and balls as they are,
    measured ones as their balls.
    """
    if isinstance(value, Measured):
        return value.ball(tolerance)
    if exact(value):
        return value
    if callable(value):
        return _enclosed_function(name, value, tolerance)
    raise TypeError(
        f"{name} was observed as {value!r}, a number without an error: expected Measured(value, "
        "size), "
        "alone(value) where nothing can have cancelled, or an exact number"
    )


def _enclosed_function(
    name: Any, function: Callable[..., Any], tolerance: float
) -> Callable[..., Any]:
    return lambda *arguments: enclosed(name, function(*arguments), tolerance)
