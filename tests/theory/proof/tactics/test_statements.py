"""Whole statements by their connectives: shown where they follow, else what is left is said."""

import pytest

from tests.theory.proof.evaluate import confirmed
from theory.proof.rules import assume, witness
from theory.proof.tactics import (
    NotShown,
    bound,
    deriv,
    exists,
    forall,
    part_by_part,
    prove,
    satisfied,
)
from theory.proof.terms import ONE, both, call, eq, implies, le, lt, make, opened, var

x, y = map(var, "xy")


def test_a_statement_follows_part_by_part():
    statement = implies(lt(0, x), both(lt(0, 2 * x), forall(lambda s: eq((s + x) - s, x))))
    theorem = prove(statement)
    assert theorem.conclusion is statement and not theorem.hypotheses
    assert confirmed(theorem, tries=20) == 20


def test_what_is_given_becomes_a_hypothesis():
    theorem = prove(lt(x, y + 1), given=[le(x, y), assume(eq(y**2, x))])
    assert theorem.hypotheses == {le(x, y)}


@pytest.mark.parametrize("statement", [lt(0, x), eq(x, y), exists(lambda s: lt(x, s))])
def test_what_is_left_to_show_is_said(statement):
    with pytest.raises(NotShown, match="left to show|no combination"):
        prove(statement, given=[le(0, x)])


def test_explicit_functions_satisfy_their_equation():
    def course(s):
        return call("exp", -2 * s)

    flow = forall(
        lambda s: implies(le(0, s), le(s, 1), deriv(0, 1, s, -2 * course(s), lambda r: course(r)))
    )
    start = eq(course(x) * call("exp", 2 * x), course(x) * call("exp", 2 * x))
    assert satisfied(both(flow, start)).conclusion is both(flow, start)
    wrong = forall(lambda s: deriv(0, 1, s, -course(s), lambda r: course(r)))
    with pytest.raises(NotShown):
        satisfied(wrong)


def test_part_by_part_asks_for_the_atoms_alone_and_hands_over_the_premises():
    seen = []

    def atom(part, known):
        seen.append((part, [one.conclusion for one in known]))
        return bound(part, (), [[one] for one in known])

    statement = both(le(0, 1), implies(le(1, x), make("or", None, (lt(x, 0), lt(0, x)))))
    assert part_by_part(statement, atom).conclusion is statement
    assert seen == [(le(0, 1), []), (lt(x, 0), [le(1, x)]), (lt(0, x), [le(1, x)])]


def test_part_by_part_leaves_a_part_to_whoever_takes_it_first():
    def special(part, known):
        if part.op == "exists":
            return witness(part, ONE, bound(opened(part, (ONE,))))
        return None

    statement = both(le(0, 1), exists(lambda s: lt(0, s)))
    theorem = part_by_part(statement, lambda part, _: bound(part), special=special)
    assert theorem.conclusion is statement and not theorem.hypotheses
    with pytest.raises(NotShown, match="none of these holds"):
        part_by_part(make("or", None, (lt(1, 0), lt(2, 0))), lambda part, _: bound(part))
