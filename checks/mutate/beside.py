"""Mutants beside the formula: another relation sign, a conjunct that cannot hold, an assumption
less, or a weaker one.

The first two are false wherever the statement is true, so no check may accept them; one that
measures may leave them undecided, since nothing measured is exactly equal. A statement without one
of its assumptions, or with a weaker one, may still be true.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import sympy as sp
from sympy.logic import boolalg

from checks.mutate.formulas import Mutant
from theory.claim import Claim

OPERATORS = ("relation", "conjunct", "premise")
DENIED: dict[type, tuple[type, ...]] = {
    sp.Eq: (sp.Ne, sp.Gt, sp.Lt),
    sp.Ne: (sp.Eq,),
    sp.Ge: (sp.Lt,),
    sp.Gt: (sp.Le,),
    sp.Le: (sp.Gt,),
    sp.Lt: (sp.Ge,),
}
IMPOSSIBLE = sp.Eq(sp.S.Zero, sp.S.One, evaluate=False)


def denials(statement: sp.Basic) -> list[Mutant]:
    """The statement with one relation denied, and with a conjunct that cannot hold.

    >>> a, b = sp.symbols("a b")
    >>> [str(m.statement) for m in denials(sp.Ge(a, b))]
    ['a < b', 'Eq(0, 1) & (a >= b)']
    """
    denied = [Mutant("relation", one) for one in _denied(statement)]
    return [*denied, Mutant("conjunct", boolalg.And(statement, IMPOSSIBLE, evaluate=False))]


def _denied(statement: sp.Basic) -> Iterator[sp.Basic]:
    """Conclusions and conjuncts are denied one at a time; of an alternative neither part has to be
    true.
    """
    if type(statement) in DENIED:
        for relation in DENIED[type(statement)]:
            try:
                yield relation(*statement.args, evaluate=False)
            except TypeError:  # no order between these sides
                continue
    elif isinstance(statement, boolalg.Implies):
        premise, conclusion = statement.args
        for one in _denied(conclusion):
            yield boolalg.Implies(premise, one, evaluate=False)
    elif isinstance(statement, boolalg.And):
        for index, part in enumerate(statement.args):
            for one in _denied(part):
                rest = (*statement.args[:index], one, *statement.args[index + 1 :])
                yield boolalg.And(*rest, evaluate=False)


def without_one_assumption(claim: Claim) -> Iterator[tuple[str, Claim]]:
    """(the assumption, the claim without it), for every assumption that is not carried
    by a symbol.
    """
    for index, assumption in enumerate(claim.given):
        if assumption.args:
            rest = (*claim.given[:index], *claim.given[index + 1 :])
            yield str(assumption), replace(claim, given=rest)


def with_a_weaker_assumption(claim: Claim) -> Iterator[tuple[str, Claim]]:
    """(the weaker assumption, the claim with it): equality is let in, a whole number may be one
    less.

    >>> from theory import claim
    >>> [name for name, _ in with_a_weaker_assumption(claim("framework.scaling-symmetry"))]
    ['kappa >= 1']
    """
    for index, assumption in enumerate(claim.given):
        weaker = _weaker(assumption, claim.given)
        if weaker is not None:
            rest = (*claim.given[:index], weaker, *claim.given[index + 1 :])
            yield str(weaker), replace(claim, given=rest)


def _weaker(assumption: sp.Basic, given: tuple) -> sp.Basic | None:
    """a >= b of a > b; k >= n - 1 of k >= n for whole numbers, k >= n - m where the others fix k
    mod m. An upper bound of a whole number is a range to draw from: it is dropped
    (``without_one_assumption``), not shifted.
    """
    if isinstance(assumption, (sp.Gt, sp.Lt)):
        let_in = sp.Ge if isinstance(assumption, sp.Gt) else sp.Le
        return let_in(*assumption.args, evaluate=False)
    if isinstance(assumption, sp.Ge) and assumption.lhs.is_integer and assumption.rhs.is_Integer:
        return sp.Ge(assumption.lhs, assumption.rhs - _step(assumption.lhs, given), evaluate=False)
    return None


def _step(letter: sp.Basic, given: tuple) -> sp.Integer:
    """How far apart the values of a whole number are: 2 where it is odd."""
    fixed = (one.lhs for one in given if isinstance(one, sp.Eq))
    steps = [one.args[1] for one in fixed if isinstance(one, sp.Mod) and one.args[0] == letter]
    return next((step for step in steps if step.is_Integer), sp.S.One)
