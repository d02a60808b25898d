"""Where an expression is zero: the values of one of its letters that random fractions do not meet.

What is false, or has no value, at such a place alone is seen nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import sympy as sp

from checks.methods.check import Rejected
from checks.methods.instances import may_be
from numerics.internals import stated_assumptions

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
    without = base.replace(sp.Abs, lambda inner: inner)
    if base.is_nonzero:
        return
    for factor in sp.Mul.make_args(sp.factor(without)):
        inner = factor.base if isinstance(factor, sp.Pow) else factor
        for letter in sorted(inner.free_symbols & letters, key=str):
            for root in _roots(inner, letter):
                if not _excluded(letter, root):
                    yield letter, root


def _excluded(letter: sp.Symbol, root: sp.Expr) -> bool:
    """Is the value, whatever the other letters are, none that the letter may have?"""
    told = stated_assumptions(letter).items()
    return any(getattr(root, f"is_{name}") is (not is_so) for name, is_so in told)


def _roots(factor: sp.Expr, letter: sp.Symbol) -> Iterator[sp.Expr]:
    """Where a factor is zero; what else is zero is not looked for."""
    if factor.is_polynomial(letter):
        slope = sp.diff(factor, letter)
        if not slope.has(letter):
            yield -factor.xreplace({letter: sp.S.Zero}) / slope
        elif factor.free_symbols == {letter} and all(
            one.is_Rational for one in sp.Poly(factor, letter).coeffs()
        ):
            yield from sp.real_roots(factor, letter)
        elif sp.degree(factor, letter) == 2:
            yield from sp.roots(factor, letter)
        return
    inside = {one for one in factor.atoms(*INVERSE) if one.has(letter)}
    if len(inside) != 1:
        return
    (function,) = inside
    value = sp.Dummy()
    outside = factor.xreplace({function: value})
    if outside.has(letter) or outside.free_symbols != {value}:
        return
    for number in _roots(outside, value):
        for argument in INVERSE[type(function)](number):
            if argument.is_real:
                yield from _roots(function.args[0] - argument, letter)


def put(values: Mapping, letter: sp.Symbol, root: sp.Expr) -> dict:
    """The instance with the letter at the zero; Rejected where the letter may not have
    that value.
    """
    value = root.xreplace(dict(values))
    if not (value.is_number and value.is_real and value.is_finite and may_be(letter, value)):
        raise Rejected
    return {**values, letter: value}
