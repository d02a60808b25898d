"""The one walk from a SymPy expression to a ball, real or complex.

The tree is walked with exact rationals: ``lambdify`` into Arb would turn 1/3 into a float, and the
ball would miss the true value. What the expression means at a node is here; what a ball can do is
in :mod:`checks.methods.functions`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any

import sympy as sp
from flint import arb, fmpq
from sympy.core.function import AppliedUndef

from checks.methods.functions import Arithmetic, NotJudged, Undefined, show


@dataclass(frozen=True)
class Walker:
    """An expression as a ball: at ``values``, in one ``arithmetic``; ``decide`` tells which branch
    of a case distinction applies.
    """

    values: Mapping[Any, Any]
    arithmetic: Arithmetic
    decide: Callable[[sp.Basic, Mapping[Any, Any]], bool]

    def __call__(self, expr: sp.Basic) -> Any:
        """The ball of ``expr`` at the precision in force; it may be infinite or not a number."""
        if expr in self.values:
            return _seen(expr, self.number(self.values[expr]))
        if isinstance(expr, AppliedUndef) and expr.func in self.values:  # a flow at any time, say
            arguments = (self.arithmetic.argument(self(arg)) for arg in expr.args)
            return _seen(expr, self.number(self.values[expr.func](*arguments)))
        if expr.is_Rational:
            return self.arithmetic.number(arb(fmpq(int(expr.p), int(expr.q))))
        if expr in self.arithmetic.constants:
            return self.arithmetic.constants[expr]()
        if isinstance(expr, (sp.Sum, sp.Product)):
            return self._over_indices(expr)
        _refuse(expr)
        if isinstance(expr, sp.Piecewise):
            return self._case(expr)
        if isinstance(expr, sp.Pow):
            return self._power(expr)
        if isinstance(expr, (sp.Add, sp.Mul)):
            combine = operator.add if isinstance(expr, sp.Add) else operator.mul
            return reduce(combine, [self(arg) for arg in expr.args])
        return self._function(expr)

    def number(self, value: Any) -> Any:
        """A value as a ball; a SymPy constant is walked."""
        return self(value) if isinstance(value, sp.Basic) else self.arithmetic.number(value)

    def _power(self, expr: sp.Pow) -> Any:
        if expr.base is sp.E:
            return self.arithmetic.functions[sp.exp](self(expr.exp))
        return self.arithmetic.power(self(expr.base), expr.exp, self(expr.exp))

    def _function(self, expr: sp.Basic) -> Any:
        parts = expr.args
        if isinstance(expr, sp.hyper) and (len(expr.ap), len(expr.bq)) == (2, 1):
            parts = (*expr.ap, *expr.bq, expr.argument)
        function = self.arithmetic.functions.get(type(expr))
        if function is None or not parts or any(isinstance(part, sp.Tuple) for part in parts):
            raise NotJudged(
                f"no {self.arithmetic.name} for {type(expr).__name__} in {expr}: "
                f"give {expr} a value or a definition"
            )
        balls = [self(part) for part in parts]
        outside = self.arithmetic.outside.get(type(expr))
        if outside is not None and outside(balls[-1]):
            raise Undefined(f"{expr} has no real value at {show(balls[-1])}")
        return function(*balls)

    def _over_indices(self, expr: sp.Sum | sp.Product) -> Any:
        """A finite sum or product, term by term; its bounds are whole numbers at the values, and
        past each other they leave nothing.
        """
        index, *bounds = expr.limits[-1]  # of several indices SymPy writes the innermost first
        inner = len(expr.limits) > 1
        body = expr.func(expr.function, *expr.limits[:-1]) if inner else expr.function
        known = {
            symbol: sp.Integer(value)
            for symbol, value in self.values.items()
            if isinstance(symbol, sp.Symbol) and isinstance(value, (int, sp.Integer))
        }
        first, last = (bound.xreplace(known) for bound in bounds)
        if not (first.is_Integer and last.is_Integer):
            numbers = all(bound.is_number and bound.is_finite for bound in (first, last))
            problem = Undefined if numbers else NotJudged  # a letter, or infinity
            raise problem(f"{expr} has the bounds {first} and {last}: expected whole numbers")
        one_more = operator.add if isinstance(expr, sp.Sum) else operator.mul
        total = self.arithmetic.number(0 if isinstance(expr, sp.Sum) else 1)
        for n in range(int(first), int(last) + 1):
            term = Walker({**self.values, index: n}, self.arithmetic, self.decide)(body)
            total = one_more(total, term)
        return total

    def _case(self, expr: sp.Piecewise) -> Any:
        for branch, condition in expr.args:
            if self.decide(condition, self.values):
                return self(branch)
        raise Undefined(f"no branch of {expr} applies")


def _refuse(expr: sp.Basic) -> None:
    """What no ball stands for."""
    if isinstance(expr, sp.Limit):
        raise NotJudged(
            f"{expr} is a limit: no ball encloses it; it is followed (checks.methods.ladder) or "
            "proved"
        )
    if expr.is_Float:
        raise NotJudged(f"{expr} is a float inside a formula: write an exact number")
    if expr.is_infinite or expr in (sp.nan, sp.zoo, sp.I) or isinstance(expr, sp.AccumBounds):
        raise Undefined(f"{expr} is not a finite real number")


def _seen(expr: sp.Basic, value: Any) -> Any:
    """A measurement that is not a number is a broken measurement, not an instance outside the
    assumptions.
    """
    real = value if isinstance(value, arb) else value.real + value.imag
    if real.is_nan():
        raise ArithmeticError(f"{expr} was measured as {value}: expected a number")
    return value
