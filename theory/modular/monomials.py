"""Monomials in sequences over Z/p: products f(form) times a root of unity, summed over indices."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any

Form = tuple[tuple[Any, int], ...]  # a linear form in index letters, sorted, without zeros


def sorted_form(entries: dict) -> Form:
    """The form with these entries, sorted by name, without zeros."""
    return tuple(
        sorted(
            ((key, value) for key, value in entries.items() if value), key=lambda item: str(item[0])
        )
    )


def combine(one: Form, other: Form, factor: int = 1) -> Form:
    """one + factor * other."""
    total = dict(one)
    for key, value in other:
        total[key] = total.get(key, 0) + factor * value
    return sorted_form(total)


@dataclass(frozen=True)
class Monomial:
    """coefficient p^power sum over ``indices`` of prod name(form) zeta^phase; the phase is bilinear
    in the indices.

    >>> Monomial(Fraction(2), power=1).times(Monomial(Fraction(3), power=-2))
    Monomial(coefficient=Fraction(6, 1), power=-1, factors=(), phase=(), indices=frozenset())
    """

    coefficient: Fraction
    power: int = 0
    factors: tuple[tuple[str, Form], ...] = ()
    phase: tuple[tuple[tuple, int], ...] = ()  # ((a, b), n): n a b in the exponent
    indices: frozenset = frozenset()

    def times(self, other: Monomial) -> Monomial:
        """The product: coefficients and roots of unity multiplied, both sets of indices summed
        over.
        """
        return Monomial(
            self.coefficient * other.coefficient,
            self.power + other.power,
            self.factors + other.factors,
            combine(self.phase, other.phase),
            self.indices | other.indices,
        )

    def conjugate(self) -> Monomial:
        """The complex conjugate, the sequences being real: zeta^phase becomes zeta^(-phase)."""
        return replace(self, phase=tuple((key, -value) for key, value in self.phase))

    def put(self, index: Any, form: Form) -> Monomial:
        """The same with ``index`` replaced by a linear form."""
        factors = tuple(
            (name, _substituted(argument, index, form)) for name, argument in self.factors
        )
        phase: dict = {}
        for (a, b), n in self.phase:
            for (left, m), (right, q) in product(
                form if a == index else ((a, 1),), form if b == index else ((b, 1),)
            ):
                key = tuple(sorted((left, right), key=str))
                phase[key] = phase.get(key, 0) + n * m * q
        return replace(
            self, factors=factors, phase=sorted_form(phase), indices=self.indices - {index}
        )


def _substituted(argument: Form, index: Any, form: Form) -> Form:
    entries = dict(argument)
    factor = entries.pop(index, 0)
    return combine(sorted_form(entries), form, factor)
