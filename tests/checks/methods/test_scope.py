"""The ranges of what was drawn."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import sympy as sp

from checks.methods.measured import Measured
from checks.methods.scope import Ranges, joined

p = sp.Symbol("p")


@dataclass
class Problem:
    B: tuple
    matrix: np.ndarray
    width: int
    seed: int


def drawn(*instances):
    ranges = Ranges()
    for one in instances:
        ranges.note(one)
    return ranges.drawn


def test_letters_have_the_smallest_and_the_largest_value_that_was_drawn():
    assert drawn({p: 0.5}, {p: 3.25}, {p: 3}) == (("p", "0.5", "3.25"),)
    assert drawn({p: Fraction(1, 2)}, {p: sp.Rational(1, 4)}) == (("p", "0.25", "0.5"),)
    assert drawn({p: sp.Float("1e-1000", 20)}) == (("p", "1.0e-1000", "1.0e-1000"),)


def test_whole_numbers_have_the_values_that_were_drawn_and_none_between():
    # A statement that is false at p = 7 alone is false outside such a scope.
    assert drawn({p: 9}, {p: 3}) == (("p", "3", "3", "9", "9"),)
    assert drawn({p: 4}, {p: 9}, {p: 3}, {p: 5}, {p: 4}) == (("p", "3", "5", "9", "9"),)
    assert drawn(*({p: value} for value in range(6, 2, -1))) == (("p", "3", "6"),)


def test_whole_numbers_in_very_many_pieces_are_told_by_their_ends():
    assert drawn(*({p: value} for value in range(0, 200, 2))) == (("p", "0.0", "198"),)


def test_a_number_that_is_not_always_whole_has_a_range():
    assert drawn({p: 1}, {p: 4}, {p: Fraction(1, 2)}) == (("p", "0.5", "4"),)


def test_what_was_measured_has_a_range_too():
    # A statement may be false of a measured letter where no instance has come.
    assert drawn({p: Measured(0.5, 1.0)}, {p: Measured(2.0, 1.0)}) == (("p", "0.5", "2.0"),)


def test_a_problem_is_described_by_its_sizes():
    one = Problem(((1, 2, 3), (4, 5, 6)), np.zeros((4, 5)), 7, seed=8)
    assert drawn(one) == (
        ("columns of B", "3", "3"),
        ("columns of matrix", "5", "5"),
        ("rows of B", "2", "2"),
        ("rows of matrix", "4", "4"),
        ("width", "7", "7"),
    )


def test_instances_without_names_leave_no_range():
    assert drawn(3, (1, 2), "text") == ()


def test_shards_are_put_together():
    assert joined([(("p", "3", "5"),), (("p", "7", "11"), ("x", "0.5", "0.75"))]) == (
        ("p", "3", "5", "7", "11"),
        ("x", "0.5", "0.75"),
    )
