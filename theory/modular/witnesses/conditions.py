"""Nine is how many conditions can be independent: all of them, at nine neurons."""

from __future__ import annotations

from theory.modular.kernel_proofs.cost.needed import ALL, U, V, all_chosen, few, nine_independent
from theory.modular.letters.conditions import independent
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, assume, conjoin, discharge, generalise, witness
from theory.proof.tactics import fresh, ring, written
from theory.proof.terms import Term, num, opened, substituted

TABLE = {independent: num(9)}


def nine() -> Theorem:
    """All nine at these neurons, and never more."""
    statement = substituted(DEFINITIONS["modular.independent-conditions"].statement, TABLE)
    some, every = statement.args
    return conjoin(_there(some, [ALL, U, V]), _never_more(every, []))


def _there(existence: Term, values: list[Term]) -> Theorem:
    if existence.op == "exists":
        first, *rest = values
        return witness(existence, first, _there(opened(existence, (first,)), rest))
    first, second, count = existence.args
    return conjoin(written(first, all_chosen()), written(second, nine_independent()), ring(count))


def _never_more(statement: Term, letters: list[Term]) -> Theorem:
    if statement.op == "forall" and len(letters) < 3:
        letter = fresh(statement.data[0])
        return generalise(_never_more(opened(statement, (letter,)), [*letters, letter]), letter)
    each, rest = statement.args
    found = few(letters[0], assume(each))
    return discharge(each, discharge(rest.args[0], written(rest.args[1], found)))


WITNESSES = {"modular.independent-conditions": nine}
BUNDLES: dict[str, tuple[str, ...]] = {}
TABLES = {"modular.independent-conditions": TABLE}
