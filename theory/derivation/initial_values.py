"""The solution of u' = f(t, u), u(t0) = u0, put for the function u in an expression.

There is one such function where f is smooth everywhere (Picard and Lindelöf), so that a formula
that satisfies both equations is the flow, from t0 on as long as the flow lasts. An f that is not
seen to be smooth is refused: u' = sqrt(u) and u' = u/t have many solutions from 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sympy import (
    Add,
    Derivative,
    Dummy,
    Eq,
    Expr,
    Integer,
    Integral,
    Lambda,
    Mul,
    Pow,
    Sum,
    Symbol,
    atan,
    cos,
    cosh,
    diff,
    dsolve,
    exp,
    sin,
    sinh,
    tanh,
)
from sympy.core.function import AppliedUndef

from theory.derivation.calculus import within_seconds
from theory.derivation.steps import DerivationError

SMOOTH = (exp, sin, cos, sinh, cosh, tanh, atan)  # on the whole line
SECONDS = 20  # of work that computer algebra may take for a solution


@dataclass(frozen=True)
class InitialValue:
    """u' = f(t, u) with u(t0) = u0 and a formula for u(t); refused where they are not of this form.

    Whether the formula solves them is what ``conditions`` asks.
    """

    equation: Eq
    start: Eq
    formula: Expr

    def __post_init__(self) -> None:
        left = self.equation.lhs if isinstance(self.equation, Eq) else None
        if not isinstance(left, Derivative) or not _is_first_derivative(left):
            raise DerivationError(
                f"differential equation: expected Eq(u(t).diff(t), ...), got {self.equation!r}"
            )
        begin = self.start.lhs if isinstance(self.start, Eq) else None
        if not isinstance(begin, AppliedUndef) or begin.func != self.function.func:
            raise DerivationError(
                f"differential equation: expected Eq({self.function.func}(t0), value) for its "
                f"start, got {self.start!r}"
            )
        height = Dummy("height")
        rate = self.equation.rhs.subs(self.function, height)
        if rate.has(self.function.func) or not _is_smooth(rate, {height, self.time}):
            raise DerivationError(
                f"differential equation: {self.equation.rhs} is not seen to be smooth in "
                f"{self.function} and {self.time}: that there is one solution is not shown"
            )
        if self.start.rhs.has(self.time) or self.start.rhs.has(self.function.func):
            raise DerivationError(
                f"differential equation: the value at the start is a number or a letter other than "
                f"{self.time}, got {self.start.rhs}"
            )

    @property
    def function(self) -> Expr:
        """u(t)."""
        return self.equation.lhs.expr

    @property
    def time(self) -> Symbol:
        """t."""
        return self.function.args[0]

    def put_into(self, expr: Expr) -> Expr:
        """The expression with the solution in the place of u, at every time that u is asked at."""
        parameters = self.formula.free_symbols - {self.time}
        bound = {s for one in expr.atoms(Sum, Integral) for s in one.variables} & parameters
        if bound:
            raise DerivationError(
                f"differential equation: {', '.join(map(str, bound))} of {self.formula} is bound "
                f"in {expr}"
            )
        return expr.replace(self.function.func, Lambda(self.time, self.formula)).doit(
            integrals=False, sums=False, limits=False
        )

    def conditions(self) -> tuple[tuple[Expr, Expr], ...]:
        """The pairs that have to be equal for a formula to be the solution: rates, then starts."""
        (t0,) = self.start.lhs.args
        return (
            (diff(self.formula, self.time), self.equation.rhs.subs(self.function, self.formula)),
            (self.formula.subs(self.time, t0), self.start.rhs),
        )


def solution_of(equation: Eq, start: Eq) -> Expr:
    """The formula that computer algebra finds for u(t); an error that asks for one where it finds
    none.

    >>> from sympy import Function, symbols
    >>> t, c = symbols("t c", positive=True)
    >>> u = Function("u")
    >>> solution_of(Eq(u(t).diff(t), -2*u(t)), Eq(u(0), c))
    c*exp(-2*t)
    """
    function = InitialValue(equation, start, Integer(0)).function
    try:
        found = within_seconds(
            SECONDS, lambda: dsolve(equation, function, ics={start.lhs: start.rhs})
        )
    except (NotImplementedError, ValueError, TypeError, AttributeError):
        found = None  # what dsolve raises where it knows no way
    if not isinstance(found, Eq) or found.lhs != function or found.rhs.has(Integral):
        raise DerivationError(
            f"differential equation: computer algebra finds no formula for {function}: give one, "
            "solution=..."
        )
    return found.rhs


def _is_first_derivative(left: Derivative) -> Any:
    function = left.expr
    return (
        isinstance(function, AppliedUndef)
        and len(function.args) == 1
        and isinstance(function.args[0], Symbol)
        and left.args[1:] == ((function.args[0], 1),)
    )


def _is_smooth(expr: Expr, letters: set[Symbol]) -> bool:
    """Is it made of the letters by sums, products, powers 0, 1, 2, ... and functions without a
    pole? The other letters are constants.
    """
    if not expr.free_symbols & letters:
        return True
    if isinstance(expr, Pow) and expr.func is not exp:
        whole = expr.exp.is_Integer and expr.exp >= 0
        return bool(whole) and _is_smooth(expr.base, letters)
    made = isinstance(expr, (Add, Mul, *SMOOTH)) and bool(expr.args)
    return isinstance(expr, Symbol) or made and all(_is_smooth(one, letters) for one in expr.args)
