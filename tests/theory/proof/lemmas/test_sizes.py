"""Inverses, sizes and squares that vanish: true at random numbers, and refused without
a premise.
"""

import pytest

from tests.theory.proof.evaluate import confirmed
from theory.proof.lemmas.sizes import inverse_is, inverse_one, positive_of, root_zero, within_size
from theory.proof.rules import Refused, assume
from theory.proof.terms import ONE, eq, le, lt, var

x, y, c = map(var, "xyc")


def test_a_number_lies_between_minus_its_size_and_its_size():
    for theorem in within_size(x):
        assert not theorem.hypotheses and confirmed(theorem, tries=50) == 50


def test_the_inverse_is_what_gives_one():
    assert confirmed(inverse_is(x, y, assume(eq(x * y, 1))), tries=2000)
    assert confirmed(inverse_one(x, assume(eq(x, ONE))), tries=500)
    with pytest.raises(Refused):
        inverse_is(x, y, assume(eq(x * y, 2)))


def test_what_equals_a_positive_number_is_positive():
    assert confirmed(positive_of(x, assume(eq(x, y)), assume(lt(0, y))), tries=1000)
    with pytest.raises(Refused):
        positive_of(x, assume(eq(x, y)), assume(le(0, y)))


@pytest.mark.parametrize("square", [eq(x**2, 0), le(x**2, 0), le(3 * x**2, 0)])
def test_a_number_whose_square_vanishes_is_zero(square):
    theorem = root_zero(x, assume(square))
    assert theorem.conclusion is eq(x, 0) and confirmed(theorem, tries=500)


def test_also_where_a_positive_number_scales_the_square():
    theorem = root_zero(x - y, assume(le(c * (x - y) ** 2, 0)), assume(lt(0, c)))
    assert theorem.conclusion is eq(x - y, 0) and confirmed(theorem, tries=1000)
    with pytest.raises(Refused):
        root_zero(x - y, assume(le(c * (x - y) ** 2, 0)), assume(le(0, c)))
    with pytest.raises(Refused):
        root_zero(x, assume(le(x**2, 1)))
