"""0 < x part by part of the term: true at random numbers; a part of unknown sign is named."""

import pytest

from tests.theory.proof.evaluate import confirmed
from theory.proof.rules import assume
from theory.proof.tactics import NotShown, inverse, nonzero, positive
from theory.proof.terms import call, eq, lt, negation, var

x, y = map(var, "xy")
ABOVE = assume(lt(0, x))


@pytest.mark.parametrize(
    "whole",
    [
        2 * x + call("exp", y),
        x**3 * call("cosh", y),
        call("sqrt", x) * call("inv", x + 1),
        call("pi") + x,
    ],
)
def test_sums_products_roots_and_exponentials_of_positive_numbers_are_positive(whole):
    theorem = positive(whole, [ABOVE])
    assert theorem.conclusion is lt(0, whole) and confirmed(theorem, tries=40) > 10
    assert confirmed(inverse(whole, [ABOVE]), tries=40) > 10


def test_a_part_of_unknown_sign_is_named():
    with pytest.raises(NotShown, match="0 < y"):
        positive(x + y, [ABOVE])


def test_known_not_to_be_zero_is_enough_for_an_inverse():
    apart = assume(negation(eq(y, 0)))
    assert nonzero(y, [apart]) is apart
    assert inverse(y, [apart]).conclusion is eq(y * call("inv", y), 1)
    with pytest.raises(NotShown):
        inverse(y, [ABOVE])
