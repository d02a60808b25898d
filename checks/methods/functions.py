"""Real and complex balls: which functions they have, where each has a value, and what a number
becomes.

An :class:`Arithmetic` is what the walker (:mod:`checks.methods.walker`) has to know of the balls
that it walks in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any

import sympy as sp
from flint import acb, arb, fmpq

from checks.methods.measured import as_ball
from theory.special import hyp2f1


class Undefined(ArithmeticError):
    """The expression has no finite value here (a logarithm of a negative number, say)."""


class Indeterminate(Undefined):
    """The balls cannot tell: an argument touches the edge of a domain."""


class NotJudged(TypeError):
    """The statement says something that this way of judging has no meaning for: ``unknown``, with
    these words as the reason, and neither true nor false.
    """


@dataclass(frozen=True, eq=False)
class Arithmetic:
    """Balls of one kind. ``outside`` says where a function has, for certain, no value; on the edge
    the balls cannot tell.
    """

    name: str
    number: Callable[[Any], Any]  # a number, or a ball, as a ball of this kind
    argument: Callable[[Any], Any]  # a ball as what a measured function is called with
    power: Callable[[Any, sp.Expr, Any], Any]  # base, exponent as written, exponent
    functions: Mapping[type, Callable[..., Any]]
    constants: Mapping[sp.Basic, Callable[[], Any]]
    outside: Mapping[type, Callable[[Any], bool]]


def show(value: arb | acb) -> str:
    """A short decimal for people; zeros at its end are left out where it is the number itself.

    >>> show(arb("0.5")), show(acb(1, -2)), show(arb(2).sqrt() ** 2)
    ('0.5', '1 - 2i', '2.0000000')
    """
    if isinstance(value, acb):
        sign = "-" if value.imag < 0 else "+"
        return show(value.real) + (
            "" if value.imag.contains(0) else f" {sign} {show(abs(value.imag))}i"
        )
    if not value.is_exact():
        return value.str(8, radius=False) if value.rad() < abs(value.mid()) else value.str(3)
    text = value.str(8, radius=False)
    decimal = "." in text and "e" not in text and arb(text) == value
    return text.rstrip("0").rstrip(".") if decimal else text


def whole(value: arb | acb) -> int:
    """The integer that a ball stands for."""
    real, imag = (value.real, value.imag) if isinstance(value, acb) else (value, arb(0))
    exact = real.unique_fmpz()
    if exact is None or not imag.contains(0):
        raise Undefined(f"{show(value)} stands where a whole number is expected")
    return int(exact)


# --- real balls -----------------------------------------------------------------------------------
def _real(value: Any) -> arb:
    """Exact for integers, fractions, floats and mpf."""
    if isinstance(value, Fraction):
        return arb(fmpq(value.numerator, value.denominator))
    return as_ball(value)


def _power(base: arb, exponent: sp.Expr, power: arb) -> arb:
    if base == 0 and power < 0:
        raise Undefined("division by zero")
    if exponent.is_Integer:
        return _whole_power(base, int(exponent))
    if base < 0 and not power.is_integer():
        raise Undefined(f"a negative number to the power {exponent}")
    if exponent == sp.S.Half:
        return base.sqrt()
    if base == 0 and power > 0:  # 0**x by logarithms would be undefined
        return arb(0)
    return base**power


def _whole_power(base: arb, exponent: int) -> arb:
    """base^exponent, also of a ball around zero, which Arb takes by logarithms and loses."""
    if exponent < 0 or not base.contains(0):
        return base**exponent
    if exponent == 0:
        return arb(1)
    largest = (abs(base).upper() ** exponent).upper()
    return arb(largest / 2, (largest / 2).upper()) if exponent % 2 == 0 else arb(0, largest)


def _sign(x: arb) -> arb:
    if x > 0:
        return arb(1)
    if x < 0:
        return arb(-1)
    if x == 0:
        return arb(0)
    raise Indeterminate("the sign of a ball that contains zero")


def _floor(x: arb) -> arb:
    """The whole number below: a ball across a whole number has two."""
    if (low := x.lower().floor()) != x.upper().floor():
        raise Indeterminate("the whole part of a ball that contains a whole number")
    return low


def _kronecker(x: arb, y: arb) -> arb:
    return arb(int(whole(x) == whole(y)))


def _modulo(x: arb, y: arb) -> arb:
    if whole(y) == 0:
        raise Undefined("a remainder of a division by zero")
    return arb(whole(x) % whole(y))


def _digamma(order: arb, x: arb) -> arb:
    if order != 0:
        raise NotJudged(f"no ball arithmetic for polygamma of order {show(order)}: only for 0")
    return x.digamma()


def _hypergeometric(a: arb, b: arb, c: arb, z: arb) -> arb:
    if z > 1:
        raise Undefined("a hypergeometric function has no real value beyond its branch point")
    return z.hypgeom_2f1(a, b, c)


REAL = Arithmetic(
    name="ball arithmetic",
    number=_real,
    argument=float,
    power=_power,
    functions={
        sp.exp: arb.exp,
        sp.log: arb.log,
        sp.sin: arb.sin,
        sp.cos: arb.cos,
        sp.tan: arb.tan,
        sp.sinh: arb.sinh,
        sp.cosh: arb.cosh,
        sp.tanh: arb.tanh,
        sp.acosh: arb.acosh,
        sp.asinh: arb.asinh,
        sp.atanh: arb.atanh,
        sp.acos: arb.acos,
        sp.asin: arb.asin,
        sp.atan: arb.atan,
        sp.Abs: abs,
        sp.sign: _sign,
        sp.gamma: arb.gamma,
        sp.loggamma: arb.lgamma,
        sp.polygamma: _digamma,
        sp.hyper: _hypergeometric,
        hyp2f1: _hypergeometric,
        sp.Max: lambda *balls: reduce(arb.max, balls),
        sp.Min: lambda *balls: reduce(arb.min, balls),
        sp.re: lambda x: x,
        sp.Mod: _modulo,
        sp.floor: _floor,
        sp.ceiling: lambda x: -_floor(-x),
        sp.KroneckerDelta: _kronecker,
        sp.factorial: lambda x: (x + 1).gamma(),
    },
    constants={sp.pi: arb.pi, sp.E: arb.const_e, sp.EulerGamma: arb.const_euler},
    outside={
        sp.log: lambda x: x <= 0,
        sp.acosh: lambda x: x < 1,
        sp.atanh: lambda x: abs(x) >= 1,
        sp.acos: lambda x: abs(x) > 1,
        sp.asin: lambda x: abs(x) > 1,
        sp.gamma: lambda x: x <= 0 and x.is_integer(),
        sp.factorial: lambda x: x < 0,
        sp.polygamma: lambda x: x <= 0 and x.is_integer(),
    },
)


# --- complex balls --------------------------------------------------------------------------------
def _complex(value: Any) -> acb:
    return value if isinstance(value, acb) else acb(_real(value))


def _complex_power(base: acb, exponent: sp.Expr, power: acb) -> acb:
    exact = power.real.unique_fmpz() if power.imag == 0 else None
    if exact is None:
        return base**power
    if base == 0 and exact < 0:
        raise Undefined("division by zero")
    return base ** int(exact)


COMPLEX = Arithmetic(
    name="complex ball arithmetic",
    number=_complex,
    argument=whole,
    power=_complex_power,
    functions={
        sp.exp: acb.exp,
        sp.log: acb.log,  # the principal value, as SymPy's
        sp.cos: acb.cos,
        sp.sin: acb.sin,
        sp.cosh: acb.cosh,
        sp.sinh: acb.sinh,
        sp.conjugate: acb.conjugate,
        sp.Abs: lambda z: acb(abs(z)),
        sp.factorial: lambda z: acb(int(sp.factorial(whole(z)))),
    },
    constants={
        sp.pi: lambda: acb(arb.pi()),
        sp.E: lambda: acb(arb.const_e()),
        sp.I: lambda: acb(0, 1),
    },
    outside={sp.factorial: lambda z: whole(z) < 0, sp.log: lambda z: z == 0},
)
