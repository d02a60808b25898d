"""Equations from known ones: rewriting that keeps its cofactors, and combinations."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product as signings

from ..polynomials import combined, polynomial, product, term_of
from ..rules import Theorem, algebra
from ..terms import Term, num, term
from .logic import NotShown


def _rewriting(equation: Theorem):
    """(leading monomial, what replaces it): the left side has to be one monomial."""
    left, right = map(polynomial, equation.conclusion.args)
    if len(left) != 1 or () in left:
        raise NotShown(
            "its left side is no single product, so it does not say what to replace: "
            f"{equation.conclusion}"
        )
    ((lead, value),) = left.items()
    return lead, value, combined(((Fraction(1), right), (Fraction(-1), left)))


def _quotient(monomial, lead):
    exponents = dict(monomial)
    for atom, exponent in lead:
        if exponents.get(atom, 0) < exponent:
            return None
        exponents[atom] -= exponent
    return tuple(sorted((atom, e) for atom, e in exponents.items() if e))


def reduced(poly: dict, rewrites: Sequence[Theorem], limit: int = 4_000):
    """(what is left, cofactors): poly + sum of cofactor * (right - left) = what is left."""
    table = [_rewriting(one) for one in rewrites]
    cofactors: list[dict] = [{} for _ in table]
    done: dict = {}
    todo = dict(poly)
    while todo:
        monomial, value = todo.popitem()
        for number, (lead, scale, gap) in enumerate(table):
            rest = _quotient(monomial, lead)
            if rest is None:
                continue
            factor = {rest: Fraction(value) / scale}
            cofactors[number] = combined(((Fraction(1), cofactors[number]), (Fraction(1), factor)))
            todo[monomial] = value
            todo = combined(((Fraction(1), todo), (Fraction(1), product(factor, gap))))
            break
        else:
            done = combined(((Fraction(1), done), (Fraction(1), {monomial: value})))
        limit -= 1
        if not limit:
            raise NotShown("the rewriting does not end")
    return done, cofactors


def gap_polynomial(relation):
    """right - left of a relation, as a polynomial."""
    left, right = map(polynomial, relation.args)
    return combined(((Fraction(1), right), (Fraction(-1), left)))


def cofactor_pairs(cofactors, rewrites, sign=1):
    """(cofactor, equation) for each cofactor that is not zero, as the rules take them."""
    return tuple(
        (term_of(combined(((Fraction(sign), c),))), one) for c, one in zip(cofactors, rewrites) if c
    )


def ring(goal: Term, *rewrites: Theorem) -> Theorem:
    """An equation by rewriting with known ones, left side to right side, until nothing is left."""
    left, cofactors = reduced(gap_polynomial(goal), rewrites)
    if left:
        raise NotShown(f"left to show:  0 = {term_of(left)}\nin  {goal}")
    return algebra(goal, *cofactor_pairs(cofactors, rewrites, -1))


def combine(goal: Term, *pairs) -> Theorem:
    """An equation as a combination of others: (cofactor, equation) pairs, cofactors up to their
    signs, which are found.
    """
    wanted = gap_polynomial(goal)
    parts_ = [
        product(polynomial(term(cofactor)), gap_polynomial(one.conclusion))
        for cofactor, one in pairs
    ]
    for signs in signings((1, -1), repeat=len(pairs)):
        if not combined(
            [(Fraction(1), wanted), *((Fraction(-sign), part) for sign, part in zip(signs, parts_))]
        ):
            return algebra(
                goal, *((num(sign) * cofactor, one) for sign, (cofactor, one) in zip(signs, pairs))
            )
    raise NotShown(f"no combination of the equations given, whatever the signs, is  {goal}")
