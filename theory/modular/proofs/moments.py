"""Statements about N aligned neurons, for every N at once: a sum over neurons is a moment.

A monomial A_u^a A_v^b A_w^c e^(i(k s_u + l s_v + m (s_w + s_x))) summed over the group is one complex number, whatever N. So a statement
about cost, utility or output is a polynomial in the real and imaginary parts of a few moments, and is proved as one.
"""

from __future__ import annotations

import sympy as sp

from theory import modular as paper
from theory.modular.proofs.harmonics import Resonant, laurent, unit

AMPLITUDES, PHASES = (paper.A_u, paper.A_v, paper.A_w), (paper.s_u, paper.s_v, paper.s_w)
Key = tuple[int, ...]  # powers of A_u, A_v, A_w and of the units of s_u, s_v, s_w + s_x
PHASE_OF_X = unit(paper.ph_x)


def moment(key: Key) -> sp.Expr:
    """The sum over the group of the monomial; a monomial and its conjugate share their two real letters."""
    powers, turns = key[:3], key[3:]
    if not any(turns):
        return sp.Symbol(f"moment{powers}", real=True)
    sign = 1 if turns > tuple(-t for t in turns) else -1
    name = (*powers, *(sign * t for t in turns))
    return sp.Symbol(f"re{name}", real=True) + sign * sp.I * sp.Symbol(f"im{name}", real=True)


def _letters(index: sp.Basic) -> list[sp.Basic]:
    return [function(index) for function in AMPLITUDES] + [
        unit(function(index)) for function in PHASES
    ]


def _summed(total: sp.Sum) -> sp.Expr:
    indices = []
    for index, low, high in total.limits:
        if (low, high) != (1, paper.N):
            raise Resonant(f"{total} does not run over the group")
        indices.append(index)
    result = sp.S.Zero
    for term in sp.Add.make_args(sp.expand(laurent(total.function))):
        powers, moments = term.as_powers_dict(), sp.S.One
        for index in indices:
            letters = _letters(index)
            key = tuple(int(powers.get(letter, 0)) for letter in letters)
            moments *= moment(key) * PHASE_OF_X ** -key[-1]
            term /= sp.Mul(*(letter ** powers.get(letter, 0) for letter in letters))
        if term.has(*indices):
            raise Resonant(f"{term} is not a monomial in amplitudes and phases")
        result += term * moments
    return result


def in_moments(expr: sp.Expr) -> sp.Expr:
    """Every sum over the group replaced by moments, every cosine by units.

    >>> in_moments(paper.over_neurons(paper.A_w(paper.i) * sp.cos(paper.s_w(paper.i) + paper.ph_x)))
    re(0, 0, 1, 0, 0, 1)
    """
    totals = {total: sp.expand(_summed(total)) for total in expr.atoms(sp.Sum)}
    return sp.expand(
        laurent(
            expr.xreplace({total: sp.Symbol(f"sum{n}") for n, total in enumerate(totals)})
        ).xreplace({sp.Symbol(f"sum{n}"): value for n, value in enumerate(totals.values())})
    )
