"""What a statement says, read as a whole: its conjuncts, the formula that an equation gives for a
letter, the bound of an inequality.

Every proof of this setting reads its statement here. The answer is None for any other shape
(another relation, another letter, the letter inside its own formula): then nothing is shown.
"""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp


def formula(statement: sp.Basic, letter: sp.Expr) -> sp.Expr | None:
    """f where the statement is letter = f, in whatever order, with terms moved across or both sides
    multiplied by a number.

    >>> x, y = sp.symbols("x y")
    >>> formula(sp.Eq(y**2 - 2 * x, 0), x), formula(sp.Ne(x, y), x), formula(sp.Eq(x, x * y), x)
    (y**2/2, None, None)
    """
    return _solved(statement, letter)[0] if isinstance(statement, sp.Equality) else None


def lower_bound(statement: sp.Basic, letter: sp.Expr) -> sp.Expr | None:
    """f where the statement is letter >= f, from whichever side it is read.

    >>> x, y = sp.symbols("x y", real=True)
    >>> lower_bound(sp.Le(y, x), x), lower_bound(sp.Ge(-x, y), x), lower_bound(sp.Gt(x, y), x)
    (y, None, None)
    """
    if not isinstance(statement, (sp.Ge, sp.Le)):
        return None
    bound, slope = _solved(statement, letter)
    upwards = slope.is_positive if isinstance(statement, sp.Ge) else slope.is_negative
    return bound if upwards else None


def _solved(relation: sp.Rel, letter: sp.Expr) -> tuple[sp.Expr | None, sp.Expr]:
    """The other side once the letter stands alone, and the number that it was multiplied by (left
    minus right).
    """
    alone = sp.Dummy("letter")
    difference = (relation.lhs - relation.rhs).xreplace({letter: alone})
    slope = sp.diff(difference, alone)
    if not (slope.is_number and slope.is_nonzero):
        return None, sp.S.Zero
    other = sp.expand(alone - difference / slope, deep=False)
    return (None, slope) if other.has(alone, *letter.free_symbols) else (other, slope)


def conjuncts(statement: sp.Basic) -> tuple[sp.Basic, ...]:
    """The parts that a statement joins by "and"; itself, where it joins none."""
    return statement.args if isinstance(statement, sp.And) else (statement,)


def each(proof: Callable[[sp.Basic], bool]) -> Callable[[sp.Basic], bool]:
    """The proof of one statement as one of several joined by "and": all of them must follow."""
    return lambda statement: all(proof(part) for part in conjuncts(statement))


def zeros(statement: sp.Basic) -> list[sp.Expr] | None:
    """What is said to vanish, where the statement is a system of equations; None where a part of it
    is none.
    """
    parts = conjuncts(statement)
    if not all(isinstance(part, sp.Equality) for part in parts):
        return None
    return [part.lhs - part.rhs for part in parts]
