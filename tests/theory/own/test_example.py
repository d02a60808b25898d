"""Assumptions that something satisfies, and those that nothing does."""

import pytest

from theory.own.example import at_values, example
from theory.proof.tactics import NotShown, deriv, forall
from theory.proof.terms import REAL, call, eq, function, implies, le, lt, var

x, y, T = var("x"), var("y"), var("T")
u = function("u", REAL, REAL)


def test_simple_values_are_found_and_shown_to_satisfy_everything():
    wanted = [lt(0, x), lt(x, y), eq(y, x + 1)]
    theorem, table = example(wanted)
    assert not theorem.hypotheses and theorem.conclusion is at_values(wanted, table)


def test_a_flow_has_a_solution():
    flow = forall(lambda s: implies(le(0, s), le(s, T), deriv(0, T, s, -u(s), u)))
    theorem, _ = example([flow, le(0, T), eq(u(0), 1)])
    assert not theorem.hypotheses


def test_a_contradiction_has_no_example():
    with pytest.raises(NotShown, match="no values were found"):
        example([lt(1, x), lt(x, 0)])


def test_values_that_a_person_names_are_taken():
    root = eq(x**2, 2)
    with pytest.raises(NotShown):
        example([root])
    theorem, _ = example([root], {x: call("sqrt", 2)})
    assert not theorem.hypotheses
