"""Equations by rewriting: known equations are turned into rules, functions bring their own."""

import pytest

from theory.own.rewriting import by_rewriting, exponentials, oriented
from theory.proof.rules import Refused, assume
from theory.proof.terms import call, eq, lt, num, var

x, y = var("x"), var("y")


def test_an_equation_between_sums_becomes_a_rule():
    rule = oriented(assume(eq(x * y + x, 3 + y)))
    assert rule.conclusion.args[0] is x * y


def test_an_equation_that_says_nothing_is_no_rule():
    assert oriented(assume(eq(num(1), num(1)))) is None


def test_a_fraction_is_cleared_where_its_denominator_is_not_zero():
    goal = eq((x + 1) * call("inv", x + 1) * y, y)
    assert by_rewriting(goal, [assume(lt(0, x))]).conclusion is goal
    with pytest.raises(Refused):
        by_rewriting(goal, [])


def test_exponentials_of_multiples_are_powers():
    conclusions = [one.conclusion for one in exponentials(3 * x - y, ())]
    assert eq(call("exp", y) * call("exp", -y), 1) in conclusions or len(conclusions) >= 3
