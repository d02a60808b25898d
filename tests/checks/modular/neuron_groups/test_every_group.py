"""Groups of any size: double sums by hand, and statements that are not shown."""

from fractions import Fraction

import pytest

from checks.catalogue import checks_for
from checks.methods.check import Effort
from checks.modular.neuron_groups.every_group import double_sums
from theory import modular as paper
from theory.catalogue import claim
from theory.claim import equation


@pytest.mark.parametrize("angle, square", [(0, 16.0), (Fraction(22, 7), 4.0)])
def test_a_double_sum_is_the_square_of_a_sum_of_vectors(angle, square):
    # vectors of lengths 3 and 1: along each other (3 + 1)^2, against each other (3 - 1)^2
    drawn = ((Fraction(3), Fraction(0)), (Fraction(1), Fraction(angle)))
    (seen,) = double_sums.observe(drawn, Effort())
    assert float(seen[paper.double_sum]) == pytest.approx(square, abs=1e-5)
    assert seen[paper.N] == 2 and seen[paper.C_of](1) == 3


def test_a_double_sum_is_shown_for_every_group_and_its_half_is_refuted():
    summed = claim("modular.double-sum")
    (check, *_) = [one for one in checks_for(summed) if one.method == "symbolic"]
    assert check.run(summed, summed.expr, Effort()).outcome == "holds"
    halved = equation(summed.expr.args[0], summed.expr.args[1] / 2)
    assert check.run(summed, halved, Effort()).outcome == "fails"
