"""What is measured of commuting covariances and of growing volumes, beside problems by hand."""

import numpy as np
import pytest

from checks.linear.commuting import fastest_volume_growth, later_waits, simultaneous
from checks.linear.decompositions import DOUBLES, FORTY_DIGITS
from checks.linear.problems import Problem, problem, rotation
from checks.methods.check import Effort, Rejected
from theory import linear as paper

TURN = rotation((1.0,), 2)


def off_diagonal(instance, letter):
    return [float(seen[letter].value) for seen in simultaneous(instance, Effort())]


def test_covariances_that_commute_are_diagonal_in_the_singular_vectors():
    Sigma = TURN @ np.diag([3.0, 1.0]) @ TURN.T
    together = problem(TURN @ np.diag([2.0, 1.0]) @ TURN.T, Sigma, 2)
    for letter in (paper.left_xx, paper.right_xx, paper.left_mu):
        assert off_diagonal(together, letter) == pytest.approx([0.0], abs=1e-14)


def test_covariances_that_do_not_commute_are_not():
    # B Sigma = (3 0; 3 1) has no right singular vectors along the axes, which are those of Sigma.
    apart = problem(np.array([[1.0, 0.0], [1.0, 1.0]]), np.diag([3.0, 1.0]), 2)
    (entry,) = off_diagonal(apart, paper.right_xx)
    assert abs(entry) > 0.1


def test_a_problem_that_is_not_square_has_no_common_basis():
    wide = Problem(((1.0, 0.0, 0.0), (0.0, 2.0, 0.0)), tuple(map(tuple, np.diag([3.0, 1.0, 2.0]))))
    with pytest.raises(Rejected, match="c != d"):
        list(simultaneous(wide, Effort()))


@pytest.mark.parametrize("by", [DOUBLES, FORTY_DIGITS])
def test_the_leading_eigenspace_grows_at_the_sum_of_its_singular_values(by):
    drawn = Problem(((1.0, 2.0), (0.0, 1.0)), ((1.0, 0.0), (0.0, 1.0)), 2)
    slope = np.random.default_rng(3).normal(size=(2, 2))
    # s_1 from |S|^2 = s_1^2 + s_2^2 and det S = +- s_1 s_2, without a decomposition
    sums, products = np.sum(slope**2), 2 * abs(np.linalg.det(slope))
    largest = (np.sqrt(sums + products) + np.sqrt(sums - products)) / 2
    expected = [largest, np.sqrt(sums + products)]
    rates = [seen[paper.volume_rate] for seen in fastest_volume_growth((drawn, 3), Effort(), by)]
    assert [float(rate.value) for rate in rates] == pytest.approx(expected, rel=1e-8)


def test_the_first_wait_has_no_singular_value_before_it():
    drawn = Problem(((2.0, 0.0), (0.0, 1.0)), ((3.0, 0.0), (0.0, 1.0)), 2)
    assert [seen[paper.step] for seen in later_waits(drawn, Effort())] == [2]
