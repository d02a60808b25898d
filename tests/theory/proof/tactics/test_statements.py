"""Whole statements by their connectives: shown where they follow, else what is left is said."""

import pytest

from tests.theory.proof.evaluate import confirmed
from theory.proof.rules import assume
from theory.proof.tactics import NotShown, deriv, exists, forall, prove, satisfied
from theory.proof.terms import both, call, eq, implies, le, lt, var

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
