"""Is an expression never negative, given some inequalities? Three answers are two here: True is a
proof, False means "not shown".

Every inequality a <= b is used up: b = a + h or a = b - h with h >= 0. What is left must be seen to
be >= 0 from the signs of its letters; sums and integrals are gathered by their limits, and their
summands decide.
"""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Add, Dummy, Expr, Integral, Mul, S, Sum, expand, factor
from sympy.core.relational import Relational

Bound = tuple[Expr, Expr]  # (smaller, larger)


def nonnegative(expr: Expr, known: tuple[Relational, ...] = ()) -> bool:
    """expr >= 0, for every value of its letters for which the known inequalities hold.

    >>> from sympy import Le, symbols
    >>> a, b = symbols("a b", positive=True)
    >>> nonnegative(a**2 + b**2 - 2*a*b), nonnegative(b**3 - a**3)
    (True, False)
    >>> nonnegative(b**3 - a**3, (Le(a, b),))
    True
    """
    return _with([(one.lts, one.gts) for one in known], expr)


def _with(known: list[Bound], expr: Expr) -> bool:
    """Bounds on whole sums are put in first: the others may be about what stands under them."""
    whole = next((one for one in known if any(side.has(Sum, Integral) for side in one)), None)
    if whole is not None:
        rest = [one for one in known if one is not whole]
        return any(_with(_put(rest, old, new), expr.subs(old, new)) for old, new in _slack(whole))
    bodies, outside = _gathered(expr)
    return all(
        _forward(head, limits, known) and _sign(body, known)
        for (head, limits), body in bodies.items()
    ) and _sign(outside, known)


def _gathered(expr: Expr) -> tuple[dict, Expr]:
    """The sums and integrals of an expression, one a range, and what stands outside of them."""
    if not expr.has(
        Sum, Integral
    ):  # a square is seen to be one only as long as it is not multiplied out
        return {}, expr
    bodies: dict = {}
    outside = S.Zero
    for term in Add.make_args(expand(expr)):
        signs = [one for one in Mul.make_args(term) if isinstance(one, (Sum, Integral))]
        factor_ = Mul(*(one for one in Mul.make_args(term) if one not in signs))
        if (
            len(signs) != 1
            or factor_.has(Sum, Integral)
            or factor_.free_symbols & set(signs[0].variables)
        ):
            outside += term
            continue
        key = (signs[0].func, signs[0].limits)
        bodies[key] = bodies.get(key, S.Zero) + factor_ * signs[0].function
    return bodies, outside


def _forward(head: type, limits: tuple, known: list[Bound]) -> bool:
    """Does every range run upwards (a sum may be empty)?"""
    return all(
        len(limit) == 3 and _sign(limit[2] - limit[1] + (1 if head is Sum else 0), known)
        for limit in limits
    )


def _sign(expr: Expr, known: list[Bound]) -> bool:
    if expr == 0:
        return True
    if known and not expr.has(
        Sum, Integral
    ):  # a bound on a summand has a slack for every index: it cannot be put under a sign
        first, *rest = known
        return any(_sign(expr.subs(old, new), _put(rest, old, new)) for old, new in _slack(first))
    return any(form.is_nonnegative is True for form in (expr, expand(expr), factor(expr)))


def _slack(bound: Bound) -> Iterator[tuple[Expr, Expr]]:
    smaller, larger = bound
    h = Dummy("h", nonnegative=True)
    if not larger.is_number:
        yield larger, smaller + h
    if not smaller.is_number:
        yield smaller, larger - h


def _put(known: list[Bound], old: Expr, new: Expr) -> list[Bound]:
    return [(smaller.subs(old, new), larger.subs(old, new)) for smaller, larger in known]
