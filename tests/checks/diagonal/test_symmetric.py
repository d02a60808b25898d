"""The symmetry of one neuron: what leaves utility and loss alone, and what does not."""

from fractions import Fraction

import pytest

from checks.diagonal.data import EXAMPLE
from checks.diagonal.symmetric import NETWORKS, loss, utility
from checks.methods.check import Effort
from theory.claim import equation
from theory.diagonal import L_here, L_moved, U_moved, symmetry
from theory.framework import U

NEURONS = ((Fraction(1), Fraction(2)), (Fraction(1, 2), Fraction(-1)))


def test_the_loss_at_zero_is_half_the_mean_square_of_the_labels():
    nothing = ((Fraction(0), Fraction(1)),) * 2
    assert loss(EXAMPLE, nothing) == sum(y * y for y in EXAMPLE.y) / 4


def test_the_utility_is_bilinear_and_the_loss_is_not_left_alone_by_another_stretching():
    (u, v), other = NEURONS
    assert utility(EXAMPLE, ((3 * u, v), other), 0) == 3 * utility(EXAMPLE, NEURONS, 0) != 0
    assert loss(EXAMPLE, ((3 * u, v), other)) != loss(EXAMPLE, NEURONS)
    assert loss(EXAMPLE, ((3 * u, v / 3), other)) == loss(EXAMPLE, NEURONS)


@pytest.mark.parametrize(
    "statement",
    [equation(U_moved, 2 * U), equation(U_moved, -U), L_moved < L_here, equation(L_moved, U)],
)
def test_what_is_false_is_refuted(statement):
    assert NETWORKS.run(symmetry, statement, Effort()).outcome == "fails"


def test_what_is_printed_holds():
    assert NETWORKS.run(symmetry, symmetry.printed, Effort()).outcome == "holds"
