"""What the three layers compare: one plateau more than there are jumps."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import Rational, sqrt

from theory import Staircase


@given(st.lists(st.integers(1, 9), max_size=5), st.integers(-2, 3))
def test_there_is_one_plateau_more_than_there_are_jumps(times, surplus):
    levels = range(max(0, len(times) + 1 + surplus))
    if len(levels) == len(times) + 1:
        assert len(Staircase(times, levels)) == len(times)
    else:
        with pytest.raises(ValueError, match="one more than"):
            Staircase(times, levels)


def test_features_and_points_must_fit_the_jumps():
    with pytest.raises(ValueError, match="features has 2 entries"):
        Staircase((1,), (1, 0), features=("a", "b"))
    with pytest.raises(ValueError, match="points has 1 entries"):
        Staircase((1,), (1, 0), points=((0,),))


def test_rescaling_moves_the_jumps_and_nothing_else():
    stair = Staircase((1, Rational(5, 2)), (3, 2, 0), ("a", "b"), ((0,), (1,), (2,)))
    scaled = stair.rescaled(Rational(1, 2))
    assert scaled.jump_times == (Rational(1, 2), Rational(5, 4))
    assert (scaled.levels, scaled.features, scaled.points) == (
        stair.levels,
        stair.features,
        stair.points,
    )
    assert scaled.rescaled(2) == stair


def test_exact_values_stay_exact_and_are_shown_as_decimals():
    stair = Staircase([sqrt(2)], [1, 0], ["w"])
    assert stair.jump_times[0] is sqrt(2)
    assert "t = 1.414213562" in repr(stair) and repr(stair).startswith("Staircase with 1 jump\n")


def test_the_notebook_table_has_a_row_for_each_plateau():
    assert Staircase((1, 2), (3, 2, 1))._repr_html_().count("<tr>") == 1 + 3


def test_a_staircase_without_jumps_is_a_single_plateau():
    assert repr(Staircase((), (7,))).splitlines() == [
        "Staircase with 0 jumps",
        "  start            level 7",
    ]
