"""The search takes goals apart and uses what holds for every value where it is needed."""

import pytest

from theory.own.search import found_proof, seen_at
from theory.proof.rules import assume
from theory.proof.tactics import NotShown, forall
from theory.proof.terms import REAL, both, call, eq, function, implies, le, lt, var

x, y = var("x"), var("y")
f = function("f", REAL, REAL)


def test_a_conjunction_is_shown_part_by_part():
    goal = both(le(0, x**2), eq(x + y, y + x))
    assert found_proof(goal, ()).conclusion is goal


def test_what_holds_for_every_value_is_used_where_it_is_needed():
    everywhere = assume(forall(lambda s: implies(le(0, s), eq(f(s), s**2))))
    (_, here) = seen_at(x, [everywhere, assume(le(0, x))])[1:]
    assert here.conclusion is eq(f(x), x**2)
    goal = eq(f(x) + 1, x**2 + 1)
    shown = found_proof(goal, [everywhere, assume(le(0, x))])
    assert shown.conclusion is goal
    with pytest.raises(NotShown):
        found_proof(goal, [everywhere])


def test_a_square_of_an_equation_may_be_left_out():
    goal = le(2 * x**2, y**2)
    shown = found_proof(goal, [assume(eq(y**2 - f(x) ** 2, 2 * x**2))])
    assert shown.conclusion is goal


def test_maxima_are_cases():
    goal = le(call("min", x, y), call("max", x, y))
    assert not found_proof(goal, ()).hypotheses
    with pytest.raises(NotShown):
        found_proof(lt(call("min", x, y), call("max", x, y)), ())
