"""Rules that a derivation applies to integrals and fractions: change of variables, parts, partial
fractions, series, roots.

Each gives the expression it leads to; the step is checked again by ``theory.derivation.steps``, as
every other.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from sympy import Dummy, Eq, Expr, Integral, Symbol, apart, diff, simplify, solve

from theory.derivation.steps import DerivationError


def only_integral(expr: Expr, rule: str) -> tuple[Integral, Symbol, Expr, Expr]:
    """The one definite integral over one variable that stands in an expression: it, its variable,
    its limits.
    """
    integrals = expr.atoms(Integral)
    if len(integrals) != 1 or [len(one) for one in next(iter(integrals)).limits] != [3]:
        raise DerivationError(
            f"{rule}: {expr} has {len(integrals)} integrals: expected one, definite"
        )
    (integral,) = integrals
    ((variable, low, high),) = integral.limits
    return integral, variable, low, high


def changed_variable(expr: Expr, new: Symbol, old_in_new: Expr) -> Expr:
    """Int f(x) dx with x = g(y): Int f(g(y)) g'(y) dy between the values of y at the ends."""
    integral, variable, low, high = only_integral(expr, "change of variables")
    if new in expr.free_symbols | {variable}:
        raise DerivationError(f"change of variables: {new} stands in {expr} already")
    # An integral over a positive letter may begin at 0.
    letter = Dummy(new.name, nonnegative=True) if new.is_positive else new
    ends = []
    for end in (low, high):
        found = solve(Eq(old_in_new.subs(new, letter), end), letter)
        roots = [one for one in found if not one.has(variable)]
        if len(roots) != 1:
            raise DerivationError(
                f"change of variables: {old_in_new} = {end} has {len(roots)} solutions {new}: "
                "expected one"
            )
        ends.append(roots[0])
    inside = simplify(integral.function.subs(variable, old_in_new) * diff(old_in_new, new))
    return expr.xreplace({integral: Integral(inside, (new, *ends))})


def by_parts(expr: Expr, factor: Expr, antiderivative: Expr) -> Expr:
    """Int u v' = [u v] - Int u' v, for the integrand u v' with this u and v."""
    integral, variable, low, high = only_integral(expr, "by parts")
    if simplify(integral.function - factor * diff(antiderivative, variable)) != 0:
        raise DerivationError(
            f"by parts: {factor} times the derivative of {antiderivative} is not "
            f"{integral.function}"
        )
    whole = factor * antiderivative
    edge = whole.subs(variable, high) - whole.subs(variable, low)
    rest = Integral(diff(factor, variable) * antiderivative, (variable, low, high))
    return expr.xreplace({integral: edge - rest})


def fractions_of(expr: Expr, variable: Symbol) -> Expr:
    """The expression in partial fractions of one letter."""
    return apart(expr, variable)


def root_of(equation: Any, letter: Symbol, number: int) -> Expr:
    """One solution of an equation for a letter; which one has to be said where there
    are several.
    """
    if not isinstance(equation, Eq):
        raise DerivationError(f"solve takes an equation, got {equation!r}: write Eq(left, right)")
    found = solve(equation, letter)
    if not (1 <= number <= len(found) or number == 0 and len(found) == 1):
        told = ", ".join(f"{one}" for one in found) or "none"
        raise DerivationError(
            f"solve: {equation} has {len(found)} solutions for {letter} ({told}): say which one, "
            "root=1, 2, ..."
        )
    return found[number - 1] if number else found[0]


# --- patience: computer algebra may run forever ---------------------------------------------------
Answer = TypeVar("Answer")


class _Over(BaseException):
    """Not an Exception: SymPy catches those."""


def within_seconds(seconds: float, work: Callable[[], Answer]) -> Answer | None:
    """What the work gives, or None after so many seconds of it; outside the main thread it cannot
    be stopped.

    >>> within_seconds(5, lambda: 1 + 1)
    2
    """
    if (
        not hasattr(signal, "SIGVTALRM")
        or threading.current_thread() is not threading.main_thread()
    ):
        return work()

    def over(*_: object) -> None:
        raise _Over

    before = signal.signal(signal.SIGVTALRM, over)
    # And again each second: Python drops what is raised inside a callback of its garbage collector.
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, 1.0)
    try:
        return work()
    except _Over:
        return None
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
