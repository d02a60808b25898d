"""Exact numbers as a person writes them: fractions and radicals, never a decimal that stands for
one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from checks.methods.functions import Undefined
from checks.methods.measured import is_exact

SHORT = 32  # letters of a number that one reads; a longer one is shown by its first digits
MOST_OPERATIONS = 60  # of radicals that are made simpler before they are shown
MOST_TERMS = 64  # of a sum that is added up exactly, for a person


def as_written(value: Any) -> str | None:
    """``1/3``, ``sqrt(2)/2``; None for what is not exact, or not a fraction or a radical that one
    reads.

    >>> from fractions import Fraction
    >>> as_written(Fraction(2, 6)), as_written(sp.sqrt(2) / 2), as_written(0.5), as_written(sp.pi)
    ('1/3', 'sqrt(2)/2', None, None)
    """
    number = in_radicals(value)
    text = "" if number is None else str(number)
    return text if 0 < len(text) <= SHORT else None


def in_radicals(value: Any) -> sp.Expr | None:
    """The number as a fraction or in radicals, where it is exact and one of these."""
    if not is_exact(value):
        return None
    number = sp.sympify(value)
    if number.is_Rational:
        return number
    if not (number.is_number and number.is_algebraic and number.is_real):
        return None
    if number.atoms(sp.Function) - number.atoms(sp.Abs, sp.Max, sp.Min):
        return None
    if number.count_ops() > MOST_OPERATIONS:
        return number
    simple = sp.sqrtdenest(sp.radsimp(sp.expand(number)))
    return simple if simple.is_real else None


def side_in_numbers(side: sp.Expr, values: Mapping[Any, Any]) -> sp.Expr | None:
    """A side of a relation at exact values, as a fraction or in radicals; None where it is no such
    number.
    """
    known = {one: sp.sympify(value) for one, value in values.items() if is_exact(value)}
    try:
        filled = _filled(side.xreplace(known), values)
        return None if filled is None else in_radicals(filled)
    except (ValueError, TypeError, ArithmeticError, Undefined):  # it has no value here
        return None


def _filled(side: sp.Expr, values: Mapping[Any, Any]) -> sp.Expr | None:
    """Sums added up, and functions that were observed replaced by what they are; None where one of
    them is not exact.
    """
    sums = side.atoms(sp.Sum)
    if any(_terms(one) > MOST_TERMS for one in sums):
        return None
    side = side.doit() if sums else side
    applied = {
        one: values[one.func](*map(float, one.args))
        for one in side.atoms(AppliedUndef)
        if one.func in values and all(argument.is_number for argument in one.args)
    }
    if not all(is_exact(value) for value in applied.values()):
        return None
    return side.xreplace({one: sp.sympify(value) for one, value in applied.items()})


def _terms(one: sp.Sum) -> float:
    bounds = [(low, high) for _, low, high in one.limits]
    if not all(low.is_Integer and high.is_Integer for low, high in bounds):
        return float("inf")
    return float(sp.prod([max(0, high - low + 1) for low, high in bounds]))
