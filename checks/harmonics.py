"""Proofs about aligned neurons for every odd p: sums over Z/p of trigonometric polynomials, by their harmonics.

With a phase s written as the unit e^(is), cosines are Laurent polynomials. The sum over a of e^(i m omega a), omega = 2 pi xi/p and xi != 0, vanishes
for m = 1, 2, 4 whatever the odd p; a harmonic that some odd p could make resonant (3, 5, 6) must not occur, and is refused.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from theory.claim import Claim

from .check import Check, Effort
from .evidence import Evidence

SAFE = (1, 2, 4)  # never 0 mod an odd number above 1


class Resonant(ValueError):
    """A harmonic that vanishes for some odd p."""


def laurent(expr: sp.Expr) -> sp.Expr:
    """cos and sin of whole combinations of phases as Laurent polynomials in units; nothing else is touched."""
    def unit(argument: sp.Expr) -> sp.Expr:
        monomial = sp.S.One
        for term in sp.Add.make_args(sp.expand(argument)):
            number, phase = term.as_coeff_Mul()
            if not number.is_Integer or not isinstance(phase, (sp.Symbol, AppliedUndef)):
                raise Resonant(f"{argument} is not a whole combination of phases")
            monomial *= sp.Symbol(f"e[{phase}]")**number
        return monomial

    def cosine(e: sp.Expr) -> sp.Expr:
        return (unit(e.args[0]) + 1 / unit(e.args[0])) / 2

    def sine(e: sp.Expr) -> sp.Expr:
        return (unit(e.args[0]) - 1 / unit(e.args[0])) / (2 * sp.I)

    return expr.replace(sp.cos, lambda arg: cosine(sp.cos(arg, evaluate=False))).replace(sp.sin, lambda arg: sine(sp.sin(arg, evaluate=False)))


def average(expr: sp.Expr, *angles: sp.Symbol) -> sp.Expr:
    """The mean over Z/p of a trigonometric polynomial in the angles omega a, omega b, ..., as a Laurent polynomial.

    >>> turn, s = sp.symbols("turn s", real=True)
    >>> average(sp.cos(turn + s)**2, turn)
    1/2
    """
    units = [sp.Symbol(f"e[{angle}]") for angle in angles]
    kept = []
    for term in sp.Add.make_args(sp.expand(laurent(expr))):
        powers = term.as_powers_dict()
        harmonics = [abs(int(powers.get(unit, 0))) for unit in units]
        if not any(harmonics):
            kept.append(term)
        elif not any(m in SAFE for m in harmonics):
            raise Resonant(f"{term} has the harmonics {harmonics}, which some odd p makes resonant")
    return sp.Add(*kept)


@dataclass(frozen=True)
class Harmonic:
    """Prove an equation between trigonometric polynomials. ``where`` gives the observed symbols (averages already taken).

    ``into`` picks what is to be shown from the statement: the summand of a double sum, say, for one pair of neurons.
    ``tried`` is a check on instances that must not fail first.
    """

    name: str
    where: Callable[[], Mapping[sp.Basic, sp.Expr]]
    tried: Check
    into: Callable[[sp.Basic], sp.Basic] = lambda statement: statement
    method: str = "symbolic"

    def run(self, claim: Claim, statement: sp.Basic, effort: Effort) -> Evidence:
        seen = self.tried.run(claim, statement, effort)
        outcome = seen.outcome
        if outcome != "fails":
            outcome = "holds" if self._shown(statement) else "unknown"
        return Evidence(self.name, self.method, outcome, instances=seen.instances, rejected=seen.rejected, max_error=seen.max_error,
                        counterexample=seen.counterexample)

    def _shown(self, statement: sp.Basic) -> bool:
        try:
            left, right = (laurent(side.xreplace(dict(self.where()))) for side in self.into(statement).args)
            return sp.expand(left - right) == 0
        except Resonant:
            return False


def for_neurons(*indices: Any) -> Callable[[sp.Basic], sp.Basic]:
    """A statement about a sum over neurons, at one pair (or one neuron): both sides are linear in such sums."""
    def into(statement: sp.Basic) -> sp.Basic:
        left, right = statement.args
        (total,) = right.atoms(sp.Sum)
        body = total.function.xreplace({limit[0]: sp.Integer(n) for limit, n in zip(total.limits, indices)})
        whole = right.xreplace({total: sp.Symbol("one")})
        if sp.diff(whole, sp.Symbol("one"), 2) != 0 or whole.subs(sp.Symbol("one"), 0) != 0:
            raise Resonant("the statement is not linear in its sum")
        return sp.Eq(left, right.xreplace({total: body}), evaluate=False)

    return into
