"""Optima of a problem whose axes are known: B = diag(2, 1), Sigma = diag(1, 3)."""

import numpy as np
import pytest

from checks.linear.optima import (
    aligned_utilities,
    ascend,
    best_frames,
    cross_covariances,
    differenced,
    dormant_modes,
    lifted,
    ranks_of_products,
    slope_after,
)
from checks.linear.problems import Problem
from checks.methods.check import Effort
from theory import linear as paper

# B Sigma = diag(2, 3): the utilities at the start; mu = b^2 lambda = 4, 3: the first axis is
# learned first.
PROBLEM = Problem(((2.0, 0.0), (0.0, 1.0)), ((1.0, 0.0), (0.0, 3.0)), width=2)


def test_the_slope_is_what_is_not_fitted_yet():
    assert slope_after(PROBLEM, 0) == pytest.approx(np.diag([2.0, 3.0]))
    assert slope_after(PROBLEM, 1) == pytest.approx(np.diag([0.0, 3.0]), abs=1e-9)


def test_singular_pairs_of_the_descent_have_the_utility_and_those_of_the_gradient_its_opposite():
    seen = list(aligned_utilities(PROBLEM, Effort()))
    # a and w of a unit vector have length 1/sqrt(2) each: U = sigma/2
    assert [float(one[paper.U_on_descent].value) for one in seen] == pytest.approx([1.5, 1, 1.5])
    assert [float(one[paper.U_on_gradient].value) for one in seen] == pytest.approx(
        [-1.5, -1, -1.5]
    )


def test_an_ascent_finds_the_leading_frame_without_eigenvectors():
    slope = np.array([[0.0, 2.0], [1.0, 0.0]])
    Q = ascend(lifted(slope), 2, np.random.default_rng(0))
    assert Q.T @ Q == pytest.approx(np.eye(2))
    assert np.trace(Q.T @ lifted(slope) @ Q) == pytest.approx(2 + 1)


def test_the_frames_of_both_stages_are_looked_at():
    totals = {
        (one[paper.modes], round(float(one[paper.total].value), 9))
        for one in best_frames(PROBLEM, Effort())
    }
    assert totals == {(1, 1.5), (2, 2.5)}


def test_the_mean_of_y_x_is_B_times_the_covariance():
    drawn = Problem(((1.0, 2.0),), ((2.0, 1.0), (1.0, 3.0)))
    means = [float(one[paper.cross].value) for one in cross_covariances(drawn, Effort())]
    assert means == pytest.approx([4, 7])


def test_a_product_has_the_rank_of_its_narrowest_place():
    for sizes, rank in (((3, 2, 4), 2), ((1, 5, 2), 1), ((4, 3, 3), 3)):
        (seen,) = ranks_of_products((sizes, 0), Effort())
        assert seen[paper.tilde_H] == rank


def test_modes_that_are_left_are_no_more_than_the_neurons_that_are_left():
    assert [one[paper.modes] for one in dormant_modes(PROBLEM, Effort())] == [1, 0]


def test_differences_of_a_quadratic_are_its_slope():
    beta = np.array([[1.0, -1.0], [0.5, 2.0]])
    descent, _ = differenced(PROBLEM.net, beta)
    gap = np.diag([2.0, 1.0]) - beta
    assert descent == pytest.approx(gap @ np.diag([1.0, 3.0]))
