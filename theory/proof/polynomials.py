"""Exact polynomials, rational coefficients, in atoms: what ``algebra`` and ``order`` compare.

An atom is a numeric term that is not a sum, product, power or number. Its own arguments are brought
to normal form first: cosh(x + y) and cosh(y + x) are one atom, because functions give equal values
at equal arguments. A polynomial identity with rational coefficients holds in every commutative ring
that contains the rationals, hence for complex numbers, whatever the atoms are worth (also inside a
binder, for every value of what it binds).
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache, reduce

from .terms import RANK, ZERO, Term, add, make, mul, num

MAX_MONOMIALS, MAX_BITS = 60_000, 200_000

_order: dict[Term, int] = {}  # a number for each atom, so that monomials have one form
_atoms: list[Term] = []


class TooLarge(ValueError):
    """A polynomial with more monomials than a rule will look at."""


@cache
def polynomial(term: Term) -> dict:
    """{((atom number, exponent), ...): coefficient, int or Fraction} of a number; zero is empty."""
    if term.sort not in RANK:
        raise ValueError(f"not a number: {term}")
    if term.op == "num":
        n, d = term.data
        return {(): Fraction(n, d) if d > 1 else n} if n else {}
    if term.op == "add":
        return combined((1, polynomial(arg)) for arg in term.args)
    if term.op in ("mul", "pow"):
        factors = term.args if term.op == "mul" else term.args * term.data
        return reduce(product, map(polynomial, factors)) if factors else {(): 1}
    return {((_number(make(term.op, term.data, map(normal, term.args))), 1),): 1}


def _number(atom):
    if atom not in _order:
        _order[atom] = len(_atoms)
        _atoms.append(atom)
    return _order[atom]


def combined(parts) -> dict:
    """The sum of coefficient times polynomial."""
    total: dict = {}
    for factor, one in parts:
        for monomial, value in one.items():
            total[monomial] = total.get(monomial, 0) + factor * value
    return {monomial: value for monomial, value in total.items() if value}


def product(one: dict, other: dict) -> dict:
    """one * other, multiplied out; ``TooLarge`` before it takes all memory."""
    if len(one) * len(other) > 50 * MAX_MONOMIALS or _bits(one) + _bits(other) > MAX_BITS:
        raise TooLarge(f"{len(one)} x {len(other)} monomials, or too many digits")
    total: dict = {}
    for left, a in one.items():
        for right, b in other.items():
            monomial = times(left, right)
            total[monomial] = total.get(monomial, 0) + a * b
    if len(total) > MAX_MONOMIALS:
        raise TooLarge(f"{len(total)} monomials")
    return {monomial: value for monomial, value in total.items() if value}


def _bits(poly: dict) -> int:
    largest = max([max(abs(n.numerator), n.denominator) for n in poly.values()], default=0)
    return largest.bit_length()


def times(left: tuple, right: tuple) -> tuple:
    """The product of two monomials: exponents added, atoms in their order."""
    if not left or not right or left[-1][0] < right[0][0]:  # in order as they stand
        return left + right
    exponents = dict(left)
    for atom, exponent in right:
        exponents[atom] = exponents.get(atom, 0) + exponent
    return tuple(sorted(exponents.items()))


def term_of(poly: dict) -> Term:
    """The polynomial as a term, monomials in one order."""
    parts = []
    for monomial, value in sorted(poly.items()):
        factors = [_atoms[atom] if n == 1 else _atoms[atom] ** n for atom, n in monomial]
        if value != 1 or not factors:
            factors.insert(0, num(value.numerator, value.denominator))
        parts.append(mul(*factors))
    return add(*parts) if parts else ZERO


@cache
def normal(term: Term) -> Term:
    """The term with every number in normal form: the same value, or truth, everywhere."""
    if term.sort in RANK:
        return term_of(polynomial(term))
    return term if term.op in ("var", "bound") else make(term.op, term.data, map(normal, term.args))


def atom_of(number: int) -> Term:
    """The term that has this number among the atoms."""
    return _atoms[number]
