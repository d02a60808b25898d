"""Greedy Low-Rank Learning, stage by stage."""

import numpy as np
from numpy.testing import assert_allclose

from numerics import LinearNetwork
from numerics.linear.greedy import greedy_low_rank, greedy_stages

NET = LinearNetwork([[2, 1], [0, 1]], [[1, 0], [0, 3]], width=2)


def test_a_stage_starts_at_the_top_singular_pair_and_rests_where_the_gradient_vanishes():
    start, rest = next(greedy_stages(NET, epsilon=1e-8))
    U, _, Vt = np.linalg.svd(NET.cross_covariance)
    assert_allclose(start[:, 0], 1e-4 * np.concatenate([U[:, 0], Vt[0]]) / np.sqrt(2))
    assert np.abs(NET.gradient(rest.T)).max() < 1e-8


def test_the_first_stages_are_the_first_of_all():
    assert len(greedy_low_rank(NET)) == 3
    assert_allclose(greedy_low_rank(NET, stages=1), greedy_low_rank(NET)[:2])
