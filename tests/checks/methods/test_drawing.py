"""Fractions are those that Hypothesis draws, whatever is kept between two draws."""

from fractions import Fraction

import pytest
from hypothesis import strategies as st

from checks.methods.balls import Judgement
from checks.methods.check import search
from checks.methods.drawing import fractions


def drawn(strategy, seed):
    """The instances that a search tries."""
    found = []

    def note(value):
        found.append(value)
        return Judgement(True)

    search(strategy, note, 60, seed)
    return found


@pytest.mark.parametrize(
    ("low", "high", "most"),
    [(0, 1, 40), (Fraction(1, 4), 2, 4), (-6, 6, 40), (Fraction(1, 10), Fraction(1, 2), 20)],
)
@pytest.mark.parametrize("seed", [0, 7])
def test_the_same_instances_are_drawn(low, high, most, seed):
    several = st.tuples(fractions(low, high, most), fractions(low, high, most))
    theirs = st.fractions(low, high, max_denominator=most)
    assert drawn(several, seed) == drawn(st.tuples(theirs, theirs), seed)


def test_they_lie_between_their_bounds_and_have_small_denominators():
    found = drawn(fractions(Fraction(1, 4), 2, 4), 0)
    assert all(Fraction(1, 4) <= one <= 2 and one.denominator <= 4 for one in found)


def test_one_value_alone_is_drawn_where_the_bounds_meet():
    assert set(drawn(fractions(Fraction(1, 2), Fraction(1, 2), 4), 0)) == {Fraction(1, 2)}
