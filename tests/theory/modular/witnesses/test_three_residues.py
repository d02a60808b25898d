"""Sums over three residues, term by term, without hypotheses."""

import pytest

from tests.theory.proof.evaluate import confirmed
from theory.modular.witnesses.three_residues import pull, spectrum, squares


@pytest.mark.parametrize("number", range(3))
def test_the_slope_of_the_utility_is_parallel_to_the_neuron(number):
    found = pull(number)
    assert not found.hypotheses and confirmed(found, tries=5)


def test_transform_and_squares_of_a_wave():
    for found in (spectrum(), squares()):
        assert not found.hypotheses and confirmed(found, tries=5)
