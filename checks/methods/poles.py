"""Where a side divides by zero: u/u = 1 is no statement at u = 0, whatever computer algebra makes
of it.

Simplifying cancels a common factor and with it the value at which the factor is zero; random
instances hardly ever meet that value. Here each denominator that may be zero is put to zero, by a
letter that enters it linearly, to a low power, or inside one function: x^2 - 2, sin(x), e^x - 2.
"""

from __future__ import annotations

from collections.abc import Mapping

import sympy as sp
from sympy.core.relational import Relational

from checks.methods.balls import Judgement
from checks.methods.carried_out import carried_out
from checks.methods.certified import Definitions
from checks.methods.check import Rejected, Search, search
from checks.methods.instances import require, strategy
from checks.methods.zeros import never_zero, overlooked, put, zeros
from theory.claim import Claim

CONTAINERS = (sp.Piecewise, sp.Sum, sp.Integral, sp.Limit, sp.Derivative)
TRIES = 8  # values of the other letters, for each zero of each denominator


def divided_by_zero(
    claim: Claim, statement: sp.Basic, definitions: Definitions, given: tuple, seed: int
) -> Search:
    """A search for an instance inside the assumptions at which one side of a relation divides by
    zero and the other does not.
    """
    carried = _carried_out(definitions)
    assumed = (*claim.given, *given)
    tally = Search()
    for relation in sorted(statement.atoms(Relational), key=str):
        left, right = map(_denominators, relation.args)
        for base in sorted(left ^ right, key=str):
            others = right if base in left else left
            written = base.xreplace(carried)
            letters = _letters((relation, *assumed), carried)
            for letter, root in zeros(written, letters):

                def judge_at(values: dict) -> Judgement:
                    values = put(values, letter, root)
                    require(assumed, values)
                    known = {one: _exact(one, carried, values) for one in relation.free_symbols}
                    if any(_is_zero(one, known) for one in others) or not _is_zero(base, known):
                        raise Rejected
                    told = ", ".join(f"{one} = {value}" for one, value in known.items())
                    return Judgement(
                        False, float("inf"), sides=f"{base} = 0 is divided by at {told}"
                    )

                tally = search(strategy(assumed, letters), judge_at, TRIES, seed)
                if tally.counterexample is not None:
                    tally.counterexample = put(tally.counterexample, letter, root)
                    return tally
    return tally


def unclear_pole(claim: Claim, statement: sp.Basic, definitions: Definitions) -> sp.Expr | None:
    """What one side of a relation divides by, or has a pole of, and the other does not, and of
    which it is not known where it is zero; None where there is nothing of the kind.
    """
    carried = _carried_out(definitions)
    for relation in sorted(statement.atoms(Relational), key=str):
        left, right = map(_denominators, relation.args)
        letters = _letters((relation, *claim.given), carried)
        for base in sorted(left ^ right, key=str):
            if overlooked(base.xreplace(carried), letters):
                return base
        inside = set.symmetric_difference(*map(_inner_denominators, relation.args))
        for base in sorted(inside - (left & right), key=str):
            if not never_zero(base.xreplace(carried)):
                return base
    return None


def _carried_out(definitions: Definitions) -> dict:
    """The definitions of letters, derivatives and integrals carried out."""
    table = dict(definitions() if callable(definitions) else definitions)
    return {
        letter: value.replace(lambda e: isinstance(e, (sp.Derivative, sp.Integral)), carried_out)
        for letter, value in table.items()
        if isinstance(letter, sp.Symbol)
    }


def _denominators(side: sp.Basic) -> set[sp.Expr]:
    """What a side divides by, or takes the logarithm of, whichever case applies: a case
    distinction, or a sum, may see to it that nothing is zero.
    """
    return _below(side.replace(lambda e: isinstance(e, CONTAINERS), lambda e: sp.Dummy()))


def _inner_denominators(side: sp.Basic) -> set[sp.Expr]:
    """What sums, cases and derivatives inside a side divide by; and gamma functions, whose poles
    are not looked for.
    """
    inner = {base for one in side.atoms(*CONTAINERS) for base in _below(one)}
    arguments = {
        one.args[0] + int(isinstance(one, sp.factorial))
        for one in side.atoms(sp.gamma, sp.factorial)
    }
    return inner | {1 / sp.gamma(one) for one in arguments if not one.is_positive}


def _below(side: sp.Basic) -> set[sp.Expr]:
    below = {one.base for one in side.atoms(sp.Pow) if one.exp.is_negative}
    below |= {sp.cos(one.args[0]) for one in side.atoms(sp.tan)}
    return below | {one.args[0] for one in side.atoms(sp.log)}


def _letters(statements: tuple, definitions: Mapping) -> set[sp.Symbol]:
    """The letters that instances are drawn for: those of the statements, the defined ones written
    out.
    """
    own = {letter for one in statements for letter in one.free_symbols}  # u/u has no u left
    return {inner for one in own for inner in definitions.get(one, one).free_symbols}


def _exact(letter: sp.Symbol, definitions: Mapping, values: Mapping) -> sp.Expr:
    value = definitions.get(letter, letter).xreplace(dict(values))
    if not value.is_number or value.has(sp.nan, sp.zoo, sp.oo):
        raise Rejected
    return value


def _is_zero(base: sp.Expr, known: Mapping) -> bool:
    there = base.xreplace(dict(known))
    return there.is_zero is True or sp.expand(there).is_zero is True
