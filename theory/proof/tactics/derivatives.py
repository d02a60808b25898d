"""The derivative of a term by the axioms of calculus, along the term."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..rules import Theorem, replace
from ..terms import ONE, REAL, Term, bind, eq, le, lt, make, opened, term
from .algebra import ring
from .logic import NotShown, fact, fresh, lam, written
from .order import bound
from .signs import nonzero, positive


def derivative(
    body: Callable | Term,
    low,
    high,
    at,
    known: Sequence[Theorem] = (),
    side: Sequence[Theorem] = (),
) -> Theorem:
    """deriv(low, high, at, value, s. body): the axioms along the term.

    ``known``: derivatives of function letters at this point. ``side``: facts for the conditions of
    inv, log, sqrt.
    """
    body = body if type(body) is Term else lam(body)
    return _derived(body, tuple(map(term, (low, high, at))), known, side)


def _derived(function: Term, place, known, side) -> Theorem:
    low, high, at = place
    ends = dict(low=low, high=high, at=at)
    body = function.args[0]
    if not body.loose:
        return fact("deriv-constant", y=body, **ends)
    if body.op == "bound":
        return fact("deriv-identity", **ends)
    for one in known:
        if (
            one.conclusion.op == "deriv"
            and one.conclusion.args[-1] is body
            and one.conclusion.args[:3] == place
        ):
            return one
    if body.op in ("add", "mul"):
        return _derived_pair(body, place, known, side)
    if body.op == "pow":
        return _derived_power(body, place, known, side)
    inner = make("lam", (REAL,), (body.args[-1],))
    value = opened(inner, (at,))
    slope = _derived(inner, place, known, side)
    name = f"deriv-{body.op}"
    if body.op == "inv":
        return fact(name, slope, nonzero(value, side), g=inner, a=slope.conclusion.args[3], **ends)
    if body.op in ("log", "sqrt"):
        return fact(name, slope, positive(value, side), g=inner, a=slope.conclusion.args[3], **ends)
    if body.op in ("exp", "cosh", "sinh", "cos", "sin"):
        return fact(name, slope, g=inner, a=slope.conclusion.args[3], **ends)
    raise NotShown(f"no derivative is known of {function}")


def _derived_pair(body, place, known, side):
    """Sum and product rule, one argument after the other."""
    low, high, at = place
    head, *rest = body.args
    joined, slope = head, _derived(make("lam", (REAL,), (head,)), place, known, side)
    for arg in rest:
        other = _derived(make("lam", (REAL,), (arg,)), place, known, side)
        values = dict(
            low=low,
            high=high,
            at=at,
            b=slope.conclusion.args[3],
            a=other.conclusion.args[3],
            f=make("lam", (REAL,), (joined,)),
            g=make("lam", (REAL,), (arg,)),
        )
        slope = fact("deriv-sum" if body.op == "add" else "deriv-product", slope, other, **values)
        joined = make(body.op, None, (joined, arg))
    goal = make("deriv", (REAL,), (low, high, at, slope.conclusion.args[3], body))
    return written(goal, slope)


def _derived_power(body, place, known, side):
    inner = body.args[0]
    factors = make("mul", None, (inner,) * body.data) if body.data > 1 else inner
    slope = (
        _derived(make("lam", (REAL,), (factors,)), place, known, side)
        if body.data
        else fact("deriv-constant", y=ONE, low=place[0], high=place[1], at=place[2])
    )
    return written(make("deriv", (REAL,), (*place, slope.conclusion.args[3], body)), slope)


def slope_is(theorem: Theorem, equation: Theorem) -> Theorem:
    """The same derivative with its value replaced by what the equation says it is."""
    low, high, at, value, body = theorem.conclusion.args
    hole = fresh()
    template = bind("lam", hole, make("deriv", (REAL,), (low, high, at, hole, body)))
    same = written(eq(value, equation.conclusion.args[1]), equation)
    return replace(same, template, theorem)


def with_slope(theorem: Theorem, value, *rewrites: Theorem) -> Theorem:
    """The same derivative with its value written otherwise, equal by rewriting."""
    return slope_is(theorem, ring(eq(theorem.conclusion.args[3], term(value)), *rewrites))


def slope_within(slope: Theorem, low: Term, high: Term, above: Theorem, below: Theorem) -> Theorem:
    """The same derivative within [low, high], a part of its interval (``above``, ``below``)."""
    old_low, old_high, at, value, body = slope.conclusion.args
    ends = dict(low=old_low, high=old_high, at=at, a=low, y=high)
    return fact("deriv-within", slope, above, below, b=value, f=_function(body), **ends)


def one_slope(slope: Theorem, other: Theorem, *place: Theorem) -> Theorem:
    """a = b, where one function has the slopes a and b at one point.

    ``place``: low < high, low <= point, point <= high; left out where the numbers show it.
    """
    low, high, at, value, body = slope.conclusion.args
    if not place:
        place = bound(lt(low, high)), bound(le(low, at)), bound(le(at, high))
    ends = dict(low=low, high=high, at=at, a=value, b=other.conclusion.args[3])
    return fact("deriv-unique", *place, slope, other, f=_function(body), **ends)


def slope_of_same(function: Term, same: Theorem, slope: Theorem, *inside: Theorem) -> Theorem:
    """The function's derivative, for ``same`` says that it equals everywhere what has this one.

    ``inside``: low <= point, point <= high; left out where the numbers show it.
    """
    low, high, at, value, body = slope.conclusion.args
    inside = inside or (bound(le(low, at)), bound(le(at, high)))
    ends = dict(low=low, high=high, at=at, a=value)
    return fact("deriv-equal", *inside, same, slope, f=function, g=_function(body), **ends)


def _function(body: Term) -> Term:
    return make("lam", (REAL,), (body,))
