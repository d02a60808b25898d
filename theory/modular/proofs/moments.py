"""Statements about N aligned neurons, for every N at once: a sum over neurons is a moment.

A monomial A_u^a A_v^b A_w^c e^(i(k s_u + l s_v + m (s_w + s_x))) summed over the group is one
complex number, whatever N. So a statement about cost, utility or output is a polynomial in the real
and imaginary parts of a few moments, and is proved as one.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from theory import modular as paper
from theory.modular.proofs.harmonics import Resonant, laurent, unit

AMPLITUDES, PHASES = (paper.A_u, paper.A_v, paper.A_w), (paper.s_u, paper.s_v, paper.s_w)
Key = tuple[int, ...]  # powers of A_u, A_v, A_w and of the units of s_u, s_v, s_w + s_x


class Moment(sp.Symbol):
    """A sum over the group, or the real or imaginary part of one: any real number."""


@dataclass(frozen=True)
class Letters:
    """What is summed over a group: amplitudes and phases, functions of the neuron; the last phase
    is counted from minus ``turned``.
    """

    amplitudes: tuple[sp.Function, ...]
    phases: tuple[sp.Function, ...]
    turned: sp.Expr = sp.S.One

    def of(self, index: sp.Basic) -> list[sp.Basic]:
        """The letters of one neuron: amplitudes, then units of the phases."""
        return [function(index) for function in self.amplitudes] + [
            unit(function(index)) for function in self.phases
        ]


NEURONS = Letters(AMPLITUDES, PHASES, unit(paper.ph_x))
VECTORS = Letters((paper.C_of,), (paper.alpha_of,))  # C_i and alpha_i of eq:bothpos


def moment(key: Key, amplitudes: int = len(AMPLITUDES)) -> sp.Expr:
    """The sum over the group of the monomial; a monomial and its conjugate share their two real
    letters.
    """
    powers, turns = key[:amplitudes], key[amplitudes:]
    if not any(turns):
        return Moment(f"moment{powers}", real=True)
    sign = 1 if turns > tuple(-t for t in turns) else -1
    name = (*powers, *(sign * t for t in turns))
    return Moment(f"re{name}", real=True) + sign * sp.I * Moment(f"im{name}", real=True)


def _summed(total: sp.Sum, of: Letters) -> sp.Expr:
    indices = []
    for index, low, high in total.limits:
        if (low, high) != (1, paper.N):
            raise Resonant(f"{total} does not run over the group")
        indices.append(index)
    result = sp.S.Zero
    for term in sp.Add.make_args(sp.expand(laurent(total.function))):
        powers, moments = term.as_powers_dict(), sp.S.One
        for index in indices:
            letters = of.of(index)
            key = tuple(int(powers.get(letter, 0)) for letter in letters)
            moments *= moment(key, len(of.amplitudes)) * of.turned ** -key[-1]
            term /= sp.Mul(*(letter ** powers.get(letter, 0) for letter in letters))
        if term.has(*indices):
            raise Resonant(f"{term} is not a monomial in amplitudes and phases")
        result += term * moments
    return result


def in_moments(expr: sp.Expr, of: Letters = NEURONS) -> sp.Expr:
    """Every sum over the group replaced by moments, every cosine by units.

    >>> in_moments(paper.over_neurons(paper.A_w(paper.i) * sp.cos(paper.s_w(paper.i) + paper.ph_x)))
    re(0, 0, 1, 0, 0, 1)
    """
    totals = {total: sp.expand(_summed(total, of)) for total in expr.atoms(sp.Sum)}
    return sp.expand(
        laurent(
            expr.xreplace({total: sp.Symbol(f"sum{n}") for n, total in enumerate(totals)})
        ).xreplace({sp.Symbol(f"sum{n}"): value for n, value in enumerate(totals.values())})
    )
