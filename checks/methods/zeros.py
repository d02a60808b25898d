"""Where an expression is zero: the values of one of its letters that random fractions do not meet.

What is false, or has no value, at such a place alone is seen nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import sympy as sp
from flint import arb
from sympy.functions.elementary.hyperbolic import HyperbolicFunction

from checks.methods.balls import evaluate
from checks.methods.check import Rejected
from checks.methods.functions import NotJudged
from checks.methods.instances import may_be
from numerics.internals import stated_assumptions

FAR = arb("1e30")  # what holds within this distance of 0 is taken to hold everywhere
# where a function of one letter has a given value: arguments, those of one period
INVERSE: dict[type, Callable[[sp.Expr], tuple[sp.Expr, ...]]] = {
    sp.exp: lambda r: (sp.log(r),),
    sp.log: lambda r: (sp.exp(r),),
    sp.sin: lambda r: (sp.asin(r), sp.pi - sp.asin(r), -sp.pi - sp.asin(r)),
    sp.cos: lambda r: (sp.acos(r), -sp.acos(r)),
    sp.tan: lambda r: (sp.atan(r), sp.atan(r) + sp.pi),
    sp.sinh: lambda r: (sp.asinh(r),),
    sp.cosh: lambda r: (sp.acosh(r), -sp.acosh(r)),
    sp.tanh: lambda r: (sp.atanh(r),),
}


def zeros(base: sp.Expr, letters: set[sp.Symbol]) -> Iterator[tuple[sp.Symbol, sp.Expr]]:
    """(letter, value) with which an expression is zero, as far as that is found: by a factor that
    a letter enters linearly or to a low power, or inside one function.

    >>> x, y = sp.symbols("x y", real=True)
    >>> list(zeros(x * (sp.exp(x) - 2), {x})), list(zeros(x**2 - y, {x}))
    ([(x, 0), (x, log(2))], [(x, -sqrt(y)), (x, sqrt(y))])
    """
    if base.is_nonzero:
        return
    for factor in _factors(base):
        for letter in sorted(factor.free_symbols & letters, key=str):
            for root in _roots(factor, letter) or ():
                if not _excluded(letter, root):
                    yield letter, root


def overlooked(base: sp.Expr, letters: set[sp.Symbol]) -> bool:
    """May the expression be zero somewhere that ``zeros`` does not know?

    >>> x = sp.Symbol("x", real=True)
    >>> overlooked(x**2 - 2, {x}), overlooked(x + sp.exp(x), {x}), overlooked(2 + sp.exp(x), {x})
    (False, True, False)
    """
    return not never_zero(base) and any(
        not never_zero(factor)
        and all(_roots(factor, letter) is None for letter in factor.free_symbols & letters)
        for factor in _factors(base)
    )


def never_zero(expr: sp.Expr) -> bool:
    """By the signs of its letters, by its range, or as a sum of exponentials: 2 + cos(t),
    1 + tanh(t) tanh(u).
    """
    if expr.is_nonzero:
        return True
    if expr.has(HyperbolicFunction):
        above = sp.numer(sp.together(expr.rewrite(sp.exp)))
        if sp.expand(above).is_nonzero:
            return True
    try:
        return not evaluate(expr, {one: _range(one) for one in expr.free_symbols}).contains(0)
    except (ArithmeticError, NotJudged):
        return False


def _range(letter: sp.Symbol) -> arb:
    half = arb(FAR / 2, FAR / 2)
    if letter.is_nonnegative:
        return half
    return -half if letter.is_nonpositive else arb(0, FAR)


def _factors(base: sp.Expr) -> list[sp.Expr]:
    """What has to be zero where the expression is: one of these."""
    without = base.replace(sp.Abs, lambda inner: inner)
    factors = sp.Mul.make_args(sp.factor(without))
    return [factor.base if isinstance(factor, sp.Pow) else factor for factor in factors]


def _excluded(letter: sp.Symbol, root: sp.Expr) -> bool:
    """Is the value, whatever the other letters are, none that the letter may have?"""
    told = stated_assumptions(letter).items()
    return any(getattr(root, f"is_{name}") is (not is_so) for name, is_so in told)


def _roots(factor: sp.Expr, letter: sp.Symbol) -> list[sp.Expr] | None:
    """Where a factor is zero; None where that is not looked for."""
    if factor.is_polynomial(letter):
        slope = sp.diff(factor, letter)
        if not slope.has(letter):
            return [-factor.xreplace({letter: sp.S.Zero}) / slope] if slope else None
        if factor.free_symbols == {letter} and all(
            one.is_Rational for one in sp.Poly(factor, letter).coeffs()
        ):
            return list(sp.real_roots(factor, letter))
        return list(sp.roots(factor, letter)) if sp.degree(factor, letter) == 2 else None
    inside = {one for one in factor.atoms(*INVERSE) if one.has(letter)}
    if len(inside) != 1:
        return None
    (function,) = inside
    value = sp.Dummy()
    outside = factor.xreplace({function: value})
    if outside.has(letter) or outside.free_symbols != {value}:
        return None
    found: list[sp.Expr] = []
    for number in _roots(outside, value) or ():
        for argument in INVERSE[type(function)](number):
            if argument.is_real:
                found += _roots(function.args[0] - argument, letter) or ()
    return found


def put(values: Mapping, letter: sp.Symbol, root: sp.Expr) -> dict:
    """The instance with the letter at the zero; Rejected where the letter may not have
    that value.
    """
    value = root.xreplace(dict(values))
    if not (value.is_number and value.is_real and value.is_finite and may_be(letter, value)):
        raise Rejected
    return {**values, letter: value}
