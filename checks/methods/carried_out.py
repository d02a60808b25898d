"""Derivatives and integrals carried out by computer algebra, where it can be believed.

SymPy differentiates |x| and a case distinction branch by branch, also where they have no
derivative, and takes an antiderivative across a pole.
"""

from __future__ import annotations

import sympy as sp

from checks.methods.functions import NotJudged
from checks.methods.zeros import never_zero

BROKEN = (sp.Abs, sp.sign, sp.Piecewise, sp.Max, sp.Min, sp.floor, sp.ceiling, sp.Mod, sp.Heaviside)
WITH_POLES = (sp.tan, sp.cot, sp.sec, sp.csc, sp.coth, sp.csch, sp.gamma, sp.atanh, sp.acoth)


def carried_out(expr: sp.Expr) -> sp.Expr:
    """The derivative, or the integral; ``NotJudged`` where it may not exist, whatever SymPy makes
    of it.

    >>> x, y = sp.symbols("x y", real=True)
    >>> carried_out(sp.Derivative(x**3, x)), carried_out(sp.Integral(1 / (1 + x**2), (x, 0, y)))
    (3*x**2, atan(y))
    >>> carried_out(sp.Derivative(sp.Abs(x), x))
    Traceback (most recent call last):
        ...
    checks.methods.functions.NotJudged: Derivative(Abs(x), x): whether Abs(x) has a derivative is
    not looked at where it changes its branch: give it a value or a definition
    """
    if isinstance(expr, sp.Derivative):
        _require_smooth(expr)
    else:
        _require_finite(expr)
    done = expr.doit()
    if isinstance(expr, sp.Derivative) and not any(
        power.exp.is_negative for power in expr.expr.atoms(sp.Pow)
    ):
        # SymPy writes n x^n/x for n x^(n - 1), which has a value at 0
        done = sp.powsimp(done, combine="exp", deep=True)
    if isinstance(expr, sp.Derivative) and done.has(sp.Piecewise) and not expr.has(sp.Piecewise):
        # a sum in closed form, case by case: at the edge of a case it has a derivative, too
        raise NotJudged(f"{expr}: SymPy has cases for it: give it a value or a definition")
    return done


def _require_smooth(expr: sp.Derivative) -> None:
    for part in sorted(expr.expr.atoms(*BROKEN), key=str):
        if part.free_symbols & set(expr.variables):
            raise NotJudged(
                f"{expr}: whether {part} has a derivative is not looked at where it changes its "
                "branch: give it a value or a definition"
            )


def _require_finite(expr: sp.Integral) -> None:
    """Nothing is divided by zero strictly between the ends; at an end SymPy takes a limit."""
    within = {variable: _within(variable, *ends) for variable, *ends in expr.limits if ends[1:]}
    integrand, inner = expr.function.xreplace(within), set(within.values())
    below = {one.base for one in integrand.atoms(sp.Pow) if not one.exp.is_nonnegative}
    below -= {sp.E}
    broken = integrand.atoms(*WITH_POLES) | {one for one in below if not never_zero(one)}
    if any(one.free_symbols & inner for one in broken):
        raise NotJudged(
            f"{expr}: whether its integrand is finite on the way is not looked at: give it a "
            "value or a definition"
        )


def _within(variable: sp.Symbol, low: sp.Expr, high: sp.Expr) -> sp.Dummy:
    """What is known of a variable strictly between its ends."""
    if low.is_extended_nonnegative and high.is_extended_nonnegative:
        return sp.Dummy(variable.name, positive=True)
    if low.is_extended_nonpositive and high.is_extended_nonpositive:
        return sp.Dummy(variable.name, negative=True)
    return sp.Dummy(variable.name, real=True)
