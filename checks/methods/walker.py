"""The one way from a SymPy expression to a ball, real or complex: compiled once, called at every
instance.

The tree is read with exact rationals: ``lambdify`` into Arb would turn 1/3 into a float, and the
ball would miss the true value. What the expression means at a node is here; what a ball can do is
in :mod:`checks.methods.functions`. Compiling decides what stands at each node and where its value
will be found; what depends on the values or on the precision in force is left to the call.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache, reduce
from typing import Any

import sympy as sp
from flint import arb, fmpq
from sympy.core.function import AppliedUndef

from checks.methods.functions import Arithmetic, NotJudged, Undefined, show, whole

Decide = Callable[[sp.Basic, Mapping[Any, Any]], bool]
# (the values in the order of their names, who decides which branch applies) -> a ball
Formula = Callable[[list[Any], Decide], Any]


@dataclass(frozen=True)
class Walker:
    """An expression as a ball: at ``values``, in one ``arithmetic``; ``decide`` tells which branch
    of a case distinction applies.
    """

    values: Mapping[Any, Any]
    arithmetic: Arithmetic
    decide: Decide

    def __call__(self, expr: sp.Basic) -> Any:
        """The ball of ``expr`` at the precision in force; it may be infinite or not a number."""
        formula = compiled(expr, tuple(self.values), self.arithmetic)
        return formula(list(self.values.values()), self.decide)


@lru_cache(maxsize=1024)  # a statement has a few formulas, and thousands of instances
def compiled(expr: sp.Basic, names: tuple[Any, ...], arithmetic: Arithmetic) -> Formula:
    """The formula of ``expr`` at values that come in the order of their ``names``."""
    return Compiler(names, arithmetic).formula(expr)


class Compiler:
    """Formulas in one arithmetic, at values with these names."""

    def __init__(self, names: tuple[Any, ...], arithmetic: Arithmetic) -> None:
        self.names = names
        self.arithmetic = arithmetic
        self.slots = {name: slot for slot, name in enumerate(names)}

    def formula(self, expr: sp.Basic) -> Formula:
        """What stands at this node; one that no ball stands for is refused when it is reached."""
        if expr in self.slots:
            return self._given(expr)
        if isinstance(expr, AppliedUndef) and expr.func in self.slots:  # a flow at any time, say
            return self._measured(expr)
        if expr.is_Rational:
            exact, number = fmpq(int(expr.p), int(expr.q)), self.arithmetic.number
            return lambda values, decide: number(arb(exact))
        if expr in self.arithmetic.constants:
            constant = self.arithmetic.constants[expr]
            return lambda values, decide: constant()
        if isinstance(expr, (sp.Sum, sp.Product)):
            return self._over_indices(expr)
        try:
            _refuse(expr)
        except (NotJudged, Undefined) as refusal:
            return _raising(type(refusal), str(refusal))
        if isinstance(expr, sp.Piecewise):
            return self._case(expr)
        if isinstance(expr, sp.Pow):
            return self._power(expr)
        if isinstance(expr, (sp.Add, sp.Mul)):
            combine = operator.add if isinstance(expr, sp.Add) else operator.mul
            parts = [self.formula(arg) for arg in expr.args]
            return lambda values, decide: reduce(combine, [one(values, decide) for one in parts])
        return self._function(expr)

    def _given(self, expr: sp.Basic) -> Formula:
        slot = self.slots[expr]
        return lambda values, decide: _seen(expr, self._number(values[slot], values, decide))

    def _number(self, value: Any, values: list[Any], decide: Decide) -> Any:
        """A value as a ball; a SymPy constant is a formula of its own."""
        if isinstance(value, sp.Basic):
            return self.formula(value)(values, decide)
        return self.arithmetic.number(value)

    def _measured(self, expr: AppliedUndef) -> Formula:
        slot, arguments = self.slots[expr.func], [self._argument(arg) for arg in expr.args]

        def value(values: list[Any], decide: Decide) -> Any:
            found = values[slot](*[one(values, decide) for one in arguments])
            return _seen(expr, self._number(found, values, decide))

        return value

    def _argument(self, expr: sp.Basic) -> Formula:
        """What a measured function is called with; a whole number stays what it is."""
        formula, argument = self.formula(expr), self.arithmetic.argument
        slot = self.slots.get(expr) if argument is whole else None
        if slot is None:
            return lambda values, decide: argument(formula(values, decide))
        return lambda values, decide: (
            values[slot] if type(values[slot]) is int else argument(formula(values, decide))
        )

    def _power(self, expr: sp.Pow) -> Formula:
        exponent = self.formula(expr.exp)
        if expr.base is sp.E:
            exp = self.arithmetic.functions[sp.exp]
            return lambda values, decide: exp(exponent(values, decide))
        base, power = self.formula(expr.base), self.arithmetic.power
        return lambda values, decide: power(
            base(values, decide), expr.exp, exponent(values, decide)
        )

    def _function(self, expr: sp.Basic) -> Formula:
        parts = expr.args
        if isinstance(expr, sp.hyper) and (len(expr.ap), len(expr.bq)) == (2, 1):
            parts = (*expr.ap, *expr.bq, expr.argument)
        function = self.arithmetic.functions.get(type(expr))
        if function is None or not parts or any(isinstance(part, sp.Tuple) for part in parts):
            return _raising(
                NotJudged,
                f"no {self.arithmetic.name} for {type(expr).__name__} in {expr}: "
                f"give {expr} a value or a definition",
            )
        formulas = [self.formula(part) for part in parts]
        outside = self.arithmetic.outside.get(type(expr))

        def value(values: list[Any], decide: Decide) -> Any:
            balls = [one(values, decide) for one in formulas]
            if outside is not None and outside(balls[-1]):
                raise Undefined(f"{expr} has no real value at {show(balls[-1])}")
            return function(*balls)

        return value

    def _over_indices(self, expr: sp.Sum | sp.Product) -> Formula:
        """A finite sum or product, term by term; its bounds are whole numbers at the values, and
        past each other they leave nothing.
        """
        index, *bounds = expr.limits[-1]  # of several indices SymPy writes the innermost first
        inner = len(expr.limits) > 1
        body = expr.func(expr.function, *expr.limits[:-1]) if inner else expr.function
        names = self.names if index in self.slots else (*self.names, index)
        inside = Compiler(names, self.arithmetic)
        slot, room = inside.slots[index], [None] * (len(names) - len(self.names))
        letters = [
            (name, its_slot)
            for name, its_slot in self.slots.items()
            if isinstance(name, sp.Symbol) and any(name in bound.free_symbols for bound in bounds)
        ]
        term = inside.formula(body)
        one_more = operator.add if isinstance(expr, sp.Sum) else operator.mul
        neutral, number = int(isinstance(expr, sp.Product)), self.arithmetic.number

        def value(values: list[Any], decide: Decide) -> Any:
            known = tuple(
                (name, sp.Integer(values[its_slot]))
                for name, its_slot in letters
                if isinstance(values[its_slot], (int, sp.Integer))
            )
            first, last = _whole_bounds(expr, known)
            there, total = [*values, *room], number(neutral)
            for n in range(first, last + 1):
                there[slot] = n
                total = one_more(total, term(there, decide))
            return total

        return value

    def _case(self, expr: sp.Piecewise) -> Formula:
        branches = [(self.formula(branch), condition) for branch, condition in expr.args]

        def value(values: list[Any], decide: Decide) -> Any:
            named = dict(zip(self.names, values))
            for branch, condition in branches:
                if decide(condition, named):
                    return branch(values, decide)
            raise Undefined(f"no branch of {expr} applies")

        return value


@lru_cache(maxsize=1024)
def _whole_bounds(
    expr: sp.Sum | sp.Product, known: tuple[tuple[sp.Symbol, sp.Integer], ...]
) -> tuple[int, int]:
    """The first and the last index, where the letters have these values."""
    first, last = (bound.xreplace(dict(known)) for bound in expr.limits[-1][1:])
    if not (first.is_Integer and last.is_Integer):
        numbers = all(bound.is_number and bound.is_finite for bound in (first, last))
        problem = Undefined if numbers else NotJudged  # a letter, or infinity
        raise problem(f"{expr} has the bounds {first} and {last}: expected whole numbers")
    return int(first), int(last)


def _raising(problem: type[Exception], words: str) -> Formula:
    """A formula without a value: a branch that is not taken may have one."""

    def value(values: list[Any], decide: Decide) -> Any:
        raise problem(words)

    return value


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
    if value.is_finite():
        return value
    real = value if isinstance(value, arb) else value.real + value.imag
    if real.is_nan():
        raise ArithmeticError(f"{expr} was measured as {value}: expected a number")
    return value
