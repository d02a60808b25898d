"""Linear arithmetic: a relation, or falsehood, from known equations and inequalities.
Not trusted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product as signings

from ..rules import Refused, Theorem, assume, discharge, order
from ..terms import FALSE, ONE, ZERO, Term, le, lt, num
from . import NotShown, bound, contradiction, fact


def both_ways(equation: Theorem) -> list[Theorem]:
    """a <= b and b <= a, from a = b."""
    a, b = equation.conclusion.args
    return [
        order(le(a, b), ((ONE, equation),), ()),
        order(le(b, a), ((num(-1), equation),), ()),
    ]


def linear(goal: Term, *known: Theorem, products: Iterable = ()) -> Theorem:
    """The goal (<=, <, = or false) as a combination of known relations with factors >= 0.

    ``products`` are lists of inequalities whose product is >= 0 too, as ``bound`` takes them.
    """
    single = [
        part for one in known for part in (both_ways(one) if one.conclusion.op == "eq" else [one])
    ]
    facts = [[one] for one in single] + list(products)
    if goal.op == "eq":
        a, b = goal.args
        up, down = bound(le(a, b), (), facts), bound(le(b, a), (), facts)
        return fact("antisymmetric", up, down, x=a, y=b)
    if goal.op in ("le", "lt"):
        return bound(goal, (), facts)
    return contradiction(bound(lt(ZERO, ZERO), (), facts), goal)


def ordered(goal: Term, pairs: Sequence, *products: Sequence) -> Theorem:
    """``order`` with weights 1: (cofactor, equation) pairs up to their signs, which are found, and
    products of inequalities; one may end with a term whose square it is multiplied by.
    """
    made = tuple(
        (ONE, tuple(one[:-1]), one[-1]) if isinstance(one[-1], Term) else (ONE, tuple(one), ONE)
        for one in products
    )
    return signed_order(goal, pairs, *made)


def signed_order(goal: Term, pairs: Sequence, *products: tuple) -> Theorem:
    """``order`` itself, (cofactor, equation) pairs up to their signs, which are found."""
    for signs in signings((1, -1), repeat=len(pairs)):
        turned = tuple((num(sign) * c, known) for sign, (c, known) in zip(signs, pairs))
        try:
            return order(goal, turned, products)
        except Refused:
            continue
    raise NotShown(f"no signs of the equations given show  {goal}")


def never(statement: Term, *known: Theorem, products: Iterable = ()) -> Theorem:
    """not P, where P contradicts what is known."""
    return discharge(statement, linear(FALSE, assume(statement), *known, products=products))
