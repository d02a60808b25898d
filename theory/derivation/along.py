"""The values of an expression on the way to a point: what a limit is confirmed by."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mpmath
from sympy import (
    Derivative,
    Expr,
    Integral,
    Limit,
    N,
    Rational,
    Sum,
    Symbol,
    lambdify,
    sign,
    sympify,
)

DIGITS = 30  # in which a value is asked for
# powers of ten: where a limit is looked at, and where slow ones are
NEAR, FAR = (10, 20, 40), (1000, 10_000)


def approaching(values: list[Expr], value: Expr, share: Rational, steadily: bool = False) -> bool:
    """Is the last distance this share of the first, or nothing?"""
    gaps = [abs(v - value) for v in values]
    if not all(gap.is_number and gap.is_finite for gap in gaps):
        return False
    if steadily and any(later >= before for before, later in zip(gaps, gaps[1:])):
        return False
    return bool(gaps[-1] <= share * max(gaps[0], Rational(1, 10**10)))


def along(expr: Expr, symbol: Symbol, point: Expr, side: int) -> Callable[[int], Expr]:
    """The value 10^-k beside the point, or at 10^k on the way to infinity; floats, for n^n at n =
    10^40 has too many digits.
    """

    def near(k: int) -> Any:
        ten = mpmath.mpf(10)
        if not point.is_finite:
            return int(sign(point)) * ten**k
        return mpmath.mpmathify(N(point, k + 2 * DIGITS)) + side * ten**-k

    quick = None if expr.has(Integral, Sum, Limit, Derivative) else lambdify(symbol, expr, "mpmath")

    def value(k: int) -> Expr:
        with mpmath.workdps(k + 2 * DIGITS):
            if quick is not None:
                try:
                    return sympify(quick(near(k)))
                except (TypeError, ValueError, NameError, ZeroDivisionError, OverflowError):
                    pass
        exact = point + side * Rational(1, 10**k) if point.is_finite else sign(point) * 10**k
        return N(expr.subs(symbol, exact), DIGITS)

    return value
