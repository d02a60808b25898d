"""No statement that has a proof is one instance of what its definitions say of everything.

The alarms compare a statement with the hypotheses as they stand. A definition with "S <= 1 on every
plateau, at all times" says of one plateau and its start that S <= 1, and no alarm rings for that.
"""

from importlib import import_module
from importlib.util import find_spec

import pytest

from theory import catalogue, claim
from theory.proof.alarms import RELATIONS, _inside, _unfolded, said_by
from theory.proof.letters import stated
from theory.proof.tactics import forall
from theory.proof.terms import BINDERS, INT, Term, eq, function, le, var

SETTINGS = tuple(one for one in catalogue.SETTINGS if find_spec(f"theory.{one}.kernel_proofs"))
# Ubar(0) = U_0 is the first of its conjuncts: two names for one thing, beside what is shown.
IN_PASSING = {"diagonal.utility-interpolates"}


def matches(pattern: Term, term: Term, depth: int, found: dict) -> bool:
    """Is a term an instance of a pattern, whose variables bound further out are free to choose?"""
    if pattern.op == "bound" and pattern.data[0] >= depth:
        return not term.loose and found.setdefault(pattern.data[0] - depth, term) is term
    if (pattern.op, pattern.data, len(pattern.args)) != (term.op, term.data, len(term.args)):
        return False
    inner = [depth] * len(term.args)
    if term.op in BINDERS:
        inner[-1] += len(term.data)
    return all(map(lambda p, t, d: matches(p, t, d, found), pattern.args, term.args, inner))


def _any(term: Term) -> bool:
    """A variable alone: i = j is behind premises, and fits everything."""
    return term.op == "bound"


def instances(statement: Term, hypotheses) -> list[Term]:
    """The conjuncts that are an instance of a relation in a hypothesis, letters written out."""
    said = [one for whole in hypotheses for one in _inside(whole, said_by) if one.op in RELATIONS]
    closed = [one for one in said if not one.loose]
    found = []
    for goal in _inside(statement, lambda one: one.args if one.op == "and" else ()):
        if goal.op in RELATIONS:
            written, _ = _unfolded(goal, closed)
            general = (one for one in said if one.loose and not all(map(_any, one.args)))
            found += [goal for one in general if matches(one, written, 0, {})]
    return found


def test_an_instance_is_found():
    table, value = function("S_at", INT, INT), var("S", INT)
    always = forall(lambda n: le(table(n), 1), INT)
    here = eq(value, table(var("m", INT)))
    assert instances(le(value, 1), [always, here]) == [le(value, 1)]
    assert not instances(le(value, 2), [always, here])
    assert not instances(le(value, 1), [here])


@pytest.mark.parametrize("setting", SETTINGS)
def test_no_proof_takes_an_instance_of_a_definition(setting):
    import_module(f"theory.{setting}.letters").register_functions()
    proofs = import_module(f"theory.{setting}.kernel_proofs").PROOFS
    asked = {name: stated(claim(name)) for name in proofs}
    trivial = {name for name, one in asked.items() if instances(one.statement, one.allowed)}
    assert trivial <= IN_PASSING
