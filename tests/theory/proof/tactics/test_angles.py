"""Cosine and sine of combinations of angles: true at random angles, and a wrong one is refused."""

import pytest

from tests.theory.proof.evaluate import confirmed
from theory.proof.rules import Refused
from theory.proof.tactics import ring
from theory.proof.tactics.angles import (
    addition,
    circle,
    cos,
    difference,
    mirrored,
    rewritten,
    sin,
    sin_zero,
    spread,
)
from theory.proof.terms import call, eq, num, var

a, b = map(var, "ab")


def test_additions_and_their_kin_are_true_at_random_angles():
    both = [*mirrored(a), *addition(a, b), *difference(a, b), *spread(3 * a - b, [(3, a), (-1, b)])]
    for theorem in (circle(a), sin_zero(), *both):
        assert not theorem.hypotheses and confirmed(theorem, tries=30) == 30


def test_a_cosine_of_a_combination_of_angles_is_a_polynomial():
    whole = spread(2 * (a - b), [(2, a), (-2, b)])[0]
    once = spread(a - b, [(1, a), (-1, b)])[0]
    double = eq(cos(2 * (a - b)), 2 * cos(a - b) ** 2 - 1)
    assert ring(double, whole, once, circle(a), circle(b))
    with pytest.raises(Refused):
        ring(eq(cos(2 * (a - b)), 2 * cos(a - b) ** 2), whole, once, circle(a), circle(b))


def test_an_angle_that_is_not_the_combination_given_is_refused():
    with pytest.raises(Refused):
        spread(a + b, [(1, a), (-1, b)])


def test_rewriting_with_an_equation_that_says_nothing_ends():
    same = ring(eq(sin(a), sin(a)))
    assert rewritten(sin(a) + num(1), [same]).conclusion.args[1] is not None
    assert call("sin", a) is sin(a)
