"""Statements about N aligned neurons, for every N at once: a sum over neurons is a moment.

A monomial A_u^a A_v^b A_w^c e^(i(k s_u + l s_v + m (s_w + s_x))) summed over the group is one complex number, whatever N. So a statement
about cost, utility or output is a polynomial in the real and imaginary parts of a few moments, and is proved as one.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import sympy as sp

from theory import modular_cost as mc
from theory.claim import Claim

from .check import Check, Effort
from .evidence import Evidence
from .harmonics import Resonant, laurent, unit
from .prove import Shown

AMPLITUDES, PHASES = (mc.A_u, mc.A_v, mc.A_w), (mc.s_u, mc.s_v, mc.s_w)
Key = tuple[int, ...]   # powers of A_u, A_v, A_w and of the units of s_u, s_v, s_w + s_x
PHASE_OF_X = unit(mc.ph_x)


def moment(key: Key) -> sp.Expr:
    """The sum over the group of the monomial; a monomial and its conjugate share their two real letters."""
    powers, turns = key[:3], key[3:]
    if not any(turns):
        return sp.Symbol(f"moment{powers}", real=True)
    sign = 1 if turns > tuple(-t for t in turns) else -1
    name = (*powers, *(sign * t for t in turns))
    return sp.Symbol(f"re{name}", real=True) + sign * sp.I * sp.Symbol(f"im{name}", real=True)


def _letters(index: sp.Basic) -> list[sp.Basic]:
    return [function(index) for function in AMPLITUDES] + [unit(function(index)) for function in PHASES]


def _summed(total: sp.Sum) -> sp.Expr:
    indices = []
    for index, low, high in total.limits:
        if (low, high) != (1, mc.N):
            raise Resonant(f"{total} does not run over the group")
        indices.append(index)
    result = sp.S.Zero
    for term in sp.Add.make_args(sp.expand(laurent(total.function))):
        powers, moments = term.as_powers_dict(), sp.S.One
        for index in indices:
            letters = _letters(index)
            key = tuple(int(powers.get(letter, 0)) for letter in letters)
            moments *= moment(key) * PHASE_OF_X**-key[-1]
            term /= sp.Mul(*(letter**powers.get(letter, 0) for letter in letters))
        if term.has(*indices):
            raise Resonant(f"{term} is not a monomial in amplitudes and phases")
        result += term * moments
    return result


def in_moments(expr: sp.Expr) -> sp.Expr:
    """Every sum over the group replaced by moments, every cosine by units.

    >>> in_moments(mc.over_neurons(mc.A_w(mc.i) * sp.cos(mc.s_w(mc.i) + mc.ph_x)))
    re(0, 0, 1, 0, 0, 1)
    """
    totals = {total: sp.expand(_summed(total)) for total in expr.atoms(sp.Sum)}
    return sp.expand(laurent(expr.xreplace({total: sp.Symbol(f"sum{n}") for n, total in enumerate(totals)}))
                     .xreplace({sp.Symbol(f"sum{n}"): value for n, value in enumerate(totals.values())}))


@dataclass(frozen=True)
class ForEveryGroup:
    """Prove a statement about N aligned neurons for every N and every odd p. ``where`` gives the observed symbols in moments.

    ``at`` are values of moments where the statement is about special groups (minimisers), or new letters for them.
    ``tried`` is a check on instances that must not fail first.
    """

    name: str
    where: Callable[[], Mapping[sp.Basic, sp.Expr]]
    tried: Check
    at: Callable[[], Mapping[sp.Basic, sp.Expr]] = dict
    method: str = "symbolic"

    def run(self, claim: Claim, statement: sp.Basic, effort: Effort) -> Evidence:
        return Shown(self.name, self.tried, self._shown).run(claim, statement, effort)

    def _shown(self, statement: sp.Basic) -> bool:
        where, at = dict(self.where()), dict(self.at())

        def side(expr: sp.Expr) -> sp.Expr:
            return sp.expand(in_moments(expr.xreplace(where)).xreplace(at))

        try:
            left, right = map(side, statement.args)
        except Resonant:
            return False
        # Polynomials: equal or not; and nonnegative where they are seen to be sums of squares.
        return left == right if isinstance(statement, sp.Eq) else isinstance(statement, sp.Ge) and bool(sp.expand(left - right).is_nonnegative)
