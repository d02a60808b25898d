"""Where both sides of a relation are the same number: >= holds there and > does not, which no ball
can see.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from theory.vanishing import vanishes

_HOLDS_AT_A_TIE: dict[type, bool] = {
    sp.Eq: True,
    sp.Ge: True,
    sp.Le: True,
    sp.Ne: False,
    sp.Gt: False,
    sp.Lt: False,
}
STRICT = (sp.Gt, sp.Lt, sp.Ne)


def with_ties(statement: sp.Basic, values: Mapping[Any, Any] | None = None) -> sp.Basic:
    """The statement with every relation whose sides are equal, by algebra, decided; others stay.

    >>> x, y = sp.symbols("x y")
    >>> with_ties(sp.Lt(2 * x, x + x, evaluate=False)), with_ties(sp.Lt(x, y))
    (False, x < y)
    >>> with_ties(sp.Equivalent(sp.Ge(x, y), sp.Gt(x, y), evaluate=False), {y: x})
    False
    """
    if isinstance(statement, Relational):
        side = tied(statement, values)
        return statement if side is None else sp.sympify(_HOLDS_AT_A_TIE[type(statement)])
    if isinstance(statement, sp.logic.boolalg.BooleanFunction):
        return statement.func(*(with_ties(part, values) for part in statement.args))
    return statement


def tied(relation: sp.Basic, values: Mapping[Any, Any] | None = None) -> sp.Expr | None:
    """What both sides are, where algebra shows them equal at these values."""
    if type(relation) not in _HOLDS_AT_A_TIE:
        return None
    left, right = (side.xreplace(dict(values or {})) for side in relation.args)
    try:
        return left if vanishes(left - right) else None
    except (TypeError, ValueError):  # sides that have no difference, or none at these values
        return None


def sharpens(statement: sp.Basic, known: sp.Basic) -> bool:
    """Is the statement the known one with > for a >=, or < for a <=, somewhere in it?

    Random instances that keep the one keep the other too, wherever equality is rare.

    >>> x, y = sp.symbols("x y")
    >>> sharpens(x > y, x >= y), sharpens(y < x, x >= y), sharpens(x >= y, x > y)
    (True, True, False)
    """
    if _outline(statement) != _outline(known):
        return False
    return bool(_sharp(statement) - _sharp(known))


def _sharp(statement: sp.Basic, asserted: bool = True) -> set:
    """What is said as > and not as >=, and what is assumed as >= and not as >."""
    if isinstance(statement, (sp.Gt, sp.Lt)):
        return {_outline(statement)} if asserted else set()
    if isinstance(statement, (sp.Ge, sp.Le)):
        return set() if asserted else {_outline(statement)}
    if isinstance(statement, sp.Implies):
        premise, conclusion = statement.args
        return _sharp(premise, not asserted) | _sharp(conclusion, asserted)
    if isinstance(statement, sp.Not):
        return _sharp(statement.args[0], not asserted)
    if isinstance(statement, sp.Equivalent):
        both = [(part, side) for part in statement.args for side in (True, False)]
        return {(side, one) for part, side in both for one in _sharp(part, side)}
    if isinstance(statement, (sp.And, sp.Or)):
        return {one for part in statement.args for one in _sharp(part, asserted)}
    return set()


def _outline(statement: sp.Basic) -> object:
    """The statement with every order taken as weak, and its parts in no order."""
    if isinstance(statement, (sp.Gt, sp.Ge, sp.Lt, sp.Le)):
        sides = statement.args
        return (">=", *(sides if isinstance(statement, (sp.Gt, sp.Ge)) else sides[::-1]))
    if isinstance(statement, (sp.And, sp.Or, sp.Equivalent)):
        return (type(statement).__name__, frozenset(map(_outline, statement.args)))
    if isinstance(statement, (sp.Implies, sp.Not)):
        return (type(statement).__name__, *map(_outline, statement.args))
    return statement
