"""Where a statement says something of single points: x != 3, x < 3 or x > 3, a branch for x = 3,
or from x = 3 on.

Random instances of a letter that is measured, or computed from others, do not meet such a point,
and that none of them broke the statement does not show it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, pairwise

import sympy as sp
from sympy.core.relational import Relational
from sympy.logic import boolalg

from checks.methods.proved import provable
from checks.methods.zeros import zeros
from theory.vanishing import vanishes


def unseen_points(statement: sp.Basic, known: sp.Basic) -> sp.Basic | None:
    """Where the statement says something that instances do not meet and that ``known`` does not
    say: an equation of these points; None where there is none.

    >>> x, y = sp.symbols("x y", positive=True)
    >>> unseen_points(sp.Ne(x, 3) & (x >= y), x >= y)
    Eq(x, 3)
    >>> unseen_points((x < 3) | (x > 3), sp.true), unseen_points((x - 3)**2 > 0, sp.true)
    (Eq(x, 3), Eq(x - 3, 0))
    >>> unseen_points(sp.Ne(x, -1), sp.true), unseen_points(sp.Implies(sp.Ne(x, 3), x > y), sp.true)
    (None, None)
    """
    said = {_difference(one) for one in single_points(known)}
    parts = set(sp.And.make_args(known))
    rest = [one for one in sp.And.make_args(statement) if not _follows(one, parts)]
    for one in chain(
        single_points(sp.And(*rest, evaluate=False)), _left_out(statement, known, rest)
    ):
        gap = _difference(one)
        if gap not in said and -gap not in said and _may_be_met(one):
            return one
    return None


def _left_out(statement: sp.Basic, known: sp.Basic, rest: list[sp.Basic]) -> Iterator[sp.Eq]:
    """Where every case that is known has a strict premise, its edge; what is said there is new
    unless the statement leaves the edge out as well.
    """
    if not rest:
        return
    own = {_difference(one) for one in statement.atoms(sp.Gt, sp.Lt, sp.Ne)}
    for part in sp.And.make_args(known):
        if isinstance(part, sp.Implies):
            for one in sp.And.make_args(part.args[0]):
                if isinstance(one, (sp.Gt, sp.Lt, sp.Ne)):
                    edge = sp.Eq(*one.args, evaluate=False)
                    if not {_difference(edge), -_difference(edge)} & own:
                        yield edge


def _follows(part: sp.Basic, known: set[sp.Basic]) -> bool:
    """Is it among what is known, or a part of that under a premise?"""
    conclusion = part.args[1] if isinstance(part, sp.Implies) else part
    return set(sp.And.make_args(conclusion)) <= known


def single_points(statement: sp.Basic) -> Iterator[sp.Eq]:
    """Equations of the points at which the statement may alone be false."""
    return _points(statement, True)


def _difference(equation: Relational) -> sp.Expr:
    return sp.expand(equation.lhs - equation.rhs)


def _may_be_met(equation: sp.Eq) -> bool:
    """Is there such a point, for all that algebra sees, and is it one that is seldom drawn?"""
    whole = all(side.is_integer for side in equation.args)
    return not whole and not provable(sp.Ne(*equation.args, evaluate=False))


def _points(statement: sp.Basic, asserted: bool) -> Iterator[sp.Eq]:
    """Equations of the points at which what is strict, or denied, may alone be false."""
    if isinstance(statement, Relational):
        yield from _of_relation(statement, asserted)
    elif isinstance(statement, sp.Not):
        yield from _points(statement.args[0], not asserted)
    elif isinstance(statement, sp.Implies):
        premise, conclusion = statement.args
        yield from _edges(premise) if asserted else ()
        yield from _points(premise, not asserted)
        left_out = {_difference(one) for one in sp.And.make_args(premise) if type(one) is sp.Ne}
        for one in _points(conclusion, asserted):
            if not {_difference(one), -_difference(one)} & left_out:
                yield one
    elif isinstance(statement, (sp.And, sp.Or)):
        if isinstance(statement, sp.Or) is asserted:
            yield from _between(statement.args)
        for part in statement.args:
            yield from _points(part, asserted)
    elif isinstance(statement, boolalg.BooleanFunction):  # of any other, both ways
        for part in statement.args:
            yield from _points(part, True)
            yield from _points(part, False)


def _of_relation(relation: Relational, asserted: bool) -> Iterator[sp.Eq]:
    left, right = relation.args
    if isinstance(relation, sp.Ne if asserted else sp.Eq):
        yield sp.Eq(left, right, evaluate=False)
    if isinstance(relation, (sp.Gt, sp.Lt) if asserted else (sp.Ge, sp.Le)):
        yield from _touched(left - right)
    for side in relation.args:
        for branches in side.atoms(sp.Piecewise):
            yield from _jumps(branches)
            for _, condition in branches.args:
                for one in condition.atoms(sp.Eq, sp.Ne):
                    yield sp.Eq(*one.args, evaluate=False)
        for delta in side.atoms(sp.KroneckerDelta):
            yield sp.Eq(*delta.args[:2], evaluate=False)


def _edges(premise: sp.Basic) -> Iterator[sp.Eq]:
    """x >= 3 assumes x = 3 too, where what follows for x > 3 need not hold."""
    for part in (*sp.And.make_args(premise), *sp.Or.make_args(premise)):
        if isinstance(part, (sp.Ge, sp.Le)):
            yield sp.Eq(*part.args, evaluate=False)


def _jumps(branches: sp.Piecewise) -> Iterator[sp.Eq]:
    """Where one case ends and the next begins, and the two differ there."""
    for (value, condition), (other, _) in pairwise(branches.args):
        for order in condition.atoms(sp.Ge, sp.Gt, sp.Le, sp.Lt):
            edge = next(zeros(order.lhs - order.rhs, order.free_symbols), None)
            if edge is None or not vanishes((value - other).xreplace(dict([edge]))):
                yield sp.Eq(*order.args, evaluate=False)


def _between(parts: tuple[sp.Basic, ...]) -> Iterator[sp.Eq]:
    """a < b or a > b leaves out a = b."""
    orders = {
        one.args if isinstance(one, (sp.Gt, sp.Ge)) else one.args[::-1]
        for one in parts
        if isinstance(one, (sp.Gt, sp.Ge, sp.Lt, sp.Le))
    }
    for pair in sorted(orders, key=lambda one: (one[0].is_number, str(one))):
        if pair[::-1] in orders:
            yield sp.Eq(*pair, evaluate=False)
            return


def _touched(difference: sp.Expr) -> Iterator[sp.Eq]:
    """Where a difference is zero and does not change its sign: at an even power, or an absolute
    value.
    """
    try:
        _, factors = sp.factor_list(difference.replace(sp.Abs, lambda inside: inside**2))
    except sp.PolynomialError:
        return
    for factor, power in factors:
        if power % 2 == 0 and _vanishes_somewhere(factor):
            yield sp.Eq(factor, 0, evaluate=False)


def _vanishes_somewhere(factor: sp.Expr) -> bool:
    letters = factor.free_symbols
    if len(letters) != 1 or not factor.is_polynomial(*letters):
        return bool(letters)
    (letter,) = letters
    try:
        roots = sp.real_roots(factor, letter)
    except NotImplementedError:  # coefficients that are radicals: there may be one
        return True
    if letter.is_positive or letter.is_negative:
        sign = 1 if letter.is_positive else -1
        return any(sign * root > 0 for root in roots)
    return bool(roots)
