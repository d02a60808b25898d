"""Data of the diagonal network: what the exact algorithm does on them, and what is no instance."""

from fractions import Fraction

import pytest
import sympy as sp

from checks.diagonal import data
from checks.methods.check import Effort, Rejected
from checks.methods.measured import Unsettled
from theory import diagonal as paper


def of(X, y):
    return data.Data(tuple(tuple(map(Fraction, row)) for row in X), tuple(map(Fraction, y)))


ORTHOGONAL = of([[1, 0], [0, 2]], [4, 1])
TWINS = of([[1, 0], [0, 1]], [1, 1])


def test_orthogonal_inputs_are_learned_one_by_one_where_their_integral_is_one():
    """Gradients -X y/2 = (-2, -1) stay as they are until they are gone: tau = 1/2 and 1."""
    path = data.untied(ORTHOGONAL)
    assert [saddle.time for saddle in path] == [0, Fraction(1, 2), 1]
    assert path[-1].beta == (4, Fraction(1, 2))


def test_two_coordinates_due_at_once_are_no_untied_instance():
    assert len(data.saddles(TWINS)) >= 2
    with pytest.raises(Rejected, match="same time"):
        data.untied(TWINS)


def test_a_coordinate_that_dies_without_force_is_no_untied_instance():
    with pytest.raises(Rejected, match="(?s)same time|neither coefficient nor force"):
        data.untied(data.DIES_WITHOUT_FORCE)


@pytest.mark.parametrize(
    "problem, why",
    [
        (of([[1, 0]], [0, 1]), "nothing to learn"),
        (of([[1, 2], [1, 2]], [1, 1]), "general position"),
    ],
)
def test_data_without_a_jump_or_with_equal_inputs_are_rejected(problem, why):
    with pytest.raises(Rejected, match=why):
        data.saddles(problem)


def test_the_examples_coordinate_returns_and_sits_on_the_boundary():
    seen = list(data.returned(data.EXAMPLE, Effort()))
    assert seen and all(abs(one[paper.s]) == 1 and one[paper.beta] == 0 for one in seen)
    with pytest.raises(Rejected, match="no coordinate returns"):
        list(data.returned(ORTHOGONAL, Effort()))


def test_the_enumerated_root_brings_an_integral_to_its_boundary():
    for one in data.enumerated_root(data.EXAMPLE, Effort()):
        tau = one[paper.tau_pf]
        assert tau > 0 and abs(one[paper.s] - tau * one[paper.g]) == 1


def test_what_appears_is_larger_than_nothing_and_who_sleeps_is_within_the_boundary():
    assert all(one[paper.beta_new] > 0 for one in data.appearing(data.EXAMPLE, Effort()))
    for one in data.dormant_starts(data.EXAMPLE, Effort()):
        value = one[paper.S_dormant]
        assert value == sp.Integer(1) or value.value < 1


def test_doubles_are_trusted_only_where_no_two_jumps_are_nearly_one():
    errors = data.in_doubles(ORTHOGONAL, data.saddles(ORTHOGONAL))
    assert all(0 < one.time < 1e-13 and 0 < one.beta < 1e-12 for one in errors)
    close = of([[1, 0], [0, 1]], [1, 1 - Fraction(1, 10**15)])
    with pytest.raises(Unsettled, match="closer together"):
        data.in_doubles(close, data.saddles(close))
