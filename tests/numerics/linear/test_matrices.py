"""Covariances, ranks at a scale, and the best map of a rank against every other one drawn."""

import numpy as np
import pytest

from numerics.linear.matrices import covariance, effective_rank, reduced_rank_solution

SIGMA = np.array([[2.0, 0.5, 0.0], [0.5, 1.0, 0.2], [0.0, 0.2, 0.7]])
B = np.array([[1.0, -2.0, 0.5], [0.3, 1.0, 2.0]])


@pytest.mark.parametrize(
    ("matrix", "says"),
    [
        ([[1, 2, 3], [2, 1, 3]], "expected a square matrix"),
        ([[1, 0.5], [0.4, 1]], "differs from its transpose by 0.1"),
        ([[1, 1], [1, 1]], "expected a positive definite matrix"),
    ],
)
def test_what_is_no_covariance_is_said(matrix, says):
    with pytest.raises(ValueError, match=says):
        covariance(matrix)


def test_a_covariance_stays_as_it_is():
    assert np.array_equal(covariance(SIGMA), SIGMA)


def test_singular_values_of_order_alpha_do_not_count():
    beta = np.diag([1.0, 0.1, 1e-6])
    assert effective_rank(beta, 1e-6) == 2 and effective_rank(0 * beta, 1e-6) == 0


def test_no_map_of_the_same_rank_has_a_smaller_loss():
    def loss(beta):
        return np.trace((B - beta) @ SIGMA @ (B - beta).T) / 2

    best, rng = reduced_rank_solution(B, SIGMA, 1), np.random.default_rng(0)
    assert np.linalg.matrix_rank(best) == 1
    others = [np.outer(*map(rng.normal, (0, 0), (1, 1), (2, 3))) for _ in range(200)]
    near = [best + 1e-3 * np.outer(best[:, 0], rng.normal(size=3)) for _ in range(20)]
    assert loss(best) < min(map(loss, (*others, *near)))
    assert np.allclose(reduced_rank_solution(B, SIGMA, 2), B)
