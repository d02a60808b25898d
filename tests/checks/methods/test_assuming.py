"""Assumptions are asked of what was observed: a claim without one is judged without it."""

from dataclasses import replace

import pytest
import sympy as sp
from hypothesis import strategies as st

from checks.methods.assuming import Assuming, premises
from checks.methods.check import Effort
from theory.catalogue import claim
from theory.claim import equation

x, y = sp.symbols("x y", real=True)


def looked(instance, effort):
    yield {x: instance, y: abs(instance)}


CHECK = Assuming("whole numbers", st.integers(-5, 5), looked, 1e-12, "exact", confirm=looked)


def judged(statement, given):
    one = replace(claim("attention.initial-utility"), printed=statement, given=given)
    return CHECK.run(one, statement, Effort())


def test_a_premise_that_is_needed_is_missed_where_it_is_dropped():
    assert judged(equation(x, y), (x >= 0,)).outcome == "holds"
    assert judged(equation(x, y), ()).outcome == "fails"
    assert judged(equation(x, y), (x >= -1,)).outcome == "fails"


def test_a_premise_that_nothing_satisfies_leaves_nothing_tried():
    assert judged(equation(x, y), (x > 9,)).empty


def test_a_second_look_is_asked_for():
    with pytest.raises(ValueError, match="no confirm"):
        Assuming("one look", st.integers(), looked, 1e-12, "exact")


def test_the_scope_names_what_was_judged_and_not_where_the_premise_fails():
    found = {name: low for name, low, *_ in judged(x >= 0, (x >= 2,)).ranges}
    assert found["x"] == "2"


def test_upper_ends_of_whole_numbers_say_what_is_drawn_and_are_no_premises():
    k = sp.Symbol("k", integer=True)
    assert premises((k <= 6, k < 7, x <= 6, k >= 2, k <= x)) == (x <= 6, k >= 2, k <= x)
