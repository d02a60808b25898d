"""Equations by rewriting and by combination: what they give is true, what is false is refused."""

import pytest

from tests.theory.proof.evaluate import confirmed
from theory.proof.polynomials import polynomial
from theory.proof.rules import assume
from theory.proof.tactics import NotShown, combine, reduced, ring
from theory.proof.terms import eq, var

x, y, z = map(var, "xyz")


def test_rewriting_from_left_to_right_until_nothing_is_left():
    theorem = ring(eq(x**3, x * y + x), assume(eq(x**2, y + 1)))
    assert confirmed(theorem, tries=20, x=3, y=8)
    assert ring(eq((x + y) ** 2, x**2 + 2 * x * y + y**2)).hypotheses == frozenset()
    with pytest.raises(NotShown, match="left to show"):
        ring(eq(x**3, x * y), assume(eq(x**2, y + 1)))


def test_a_left_side_that_is_a_sum_says_not_what_to_replace():
    with pytest.raises(NotShown, match="no single product"):
        ring(eq(x, y), assume(eq(x + y, 0)))


def test_rewriting_that_does_not_end_is_stopped():
    with pytest.raises(NotShown, match="does not end"):
        reduced(polynomial(x), [assume(eq(x, x + 1))], limit=50)


def test_the_signs_of_a_combination_are_found():
    theorem = combine(eq(x, z), (1, assume(eq(y, x))), (1, assume(eq(y, z))))
    assert confirmed(theorem, tries=20, x=2, y=2, z=2) == 20
    with pytest.raises(NotShown, match="whatever the signs"):
        combine(eq(x, z), (2, assume(eq(y, x))), (1, assume(eq(y, z))))
