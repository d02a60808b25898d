"""The flow of a linear network in the log domain: the same matrix, however its columns are kept."""

import numpy as np
import pytest
from scipy.linalg import expm

from numerics.linear import log_flow

DRAW = np.random.default_rng(1)
ONE_BLOCK = np.ones((4, 4), dtype=bool)
PROBLEM = log_flow.Quadratic(np.diag([3.0, 1.0]), np.diag([1.0, 2.0]), ONE_BLOCK)


def stacked(Y, g, X):
    return (Y * np.exp(g)) @ X


@pytest.mark.parametrize("factor", [log_flow.orthonormal, log_flow.orthonormal_in_one_block])
def test_columns_are_made_orthogonal_and_the_matrix_stays(factor):
    Y, g, X = DRAW.normal(size=(4, 2)), np.array([-3.0, 1.0]), DRAW.normal(size=(2, 2))
    again = factor(Y, g, X)
    assert stacked(*again) == pytest.approx(stacked(Y, g, X), rel=1e-12)
    assert again[2] @ again[2].T == pytest.approx(np.eye(2), abs=1e-12)
    assert again[1][0] > again[1][1]  # the largest first


def test_a_column_of_size_1e_1000_keeps_its_direction():
    Y, g, X = DRAW.normal(size=(4, 2)), np.array([0.0, -2302.6]), np.eye(2)
    found, sizes, _ = log_flow.orthonormal(Y, g, X)
    apart = Y[:, 1] - (Y[:, 0] @ Y[:, 1]) / (Y[:, 0] @ Y[:, 0]) * Y[:, 0]
    assert found[:, 1] == pytest.approx(apart / np.linalg.norm(apart), abs=1e-12)
    assert sizes[1] == pytest.approx(-2302.6 + np.log(np.linalg.norm(apart)))


def test_the_series_solves_the_flow():
    """Y' = M(Y) Y: its first terms are those of the equation, and the rest agree with steps."""
    Y, K = 0.5 * DRAW.normal(size=(4, 2)), np.eye(2)
    terms = log_flow.series(PROBLEM, Y, K)
    beta = Y[:2] @ Y[2:].T
    assert terms[1] == pytest.approx(PROBLEM.force(beta) @ Y)
    s, h = 0.05, 1e-5
    piece = log_flow.Piece(0.0, 1.0, terms, np.zeros(2), np.eye(2))
    here = piece.at(s)
    slope = (piece.at(s + h) - piece.at(s - h)) / (2 * h)
    assert slope == pytest.approx(PROBLEM.force(here[:2] @ here[2:].T) @ here, rel=1e-7)


def test_a_plateau_is_crossed_by_the_exponential_of_its_force():
    M = PROBLEM.force(np.zeros((2, 2)))
    rates, basis = log_flow.eigen(M, ONE_BLOCK)
    assert log_flow.exponential(rates, basis, 0.7) == pytest.approx(expm(0.7 * M))


def test_eigenvectors_of_a_block_are_exactly_zero_outside_it():
    mask = np.zeros((4, 4), dtype=bool)
    for block in ((0, 2), (1, 3)):
        mask[np.ix_(block, block)] = True
    M = PROBLEM.force(np.zeros((2, 2)))
    rates, basis = log_flow.eigen(M, mask)
    assert (basis * rates) @ basis.T == pytest.approx(M)
    assert not basis[np.ix_((0, 2), (1, 3))].any() and not basis[np.ix_((1, 3), (0, 2))].any()


def test_a_step_is_as_long_as_its_last_two_terms_allow():
    terms = np.zeros((log_flow.ORDER + 1, 1, 1))
    terms[0], terms[-1] = 1.0, 2.0**log_flow.ORDER  # |Y_k| h^k = EPS at h = EPS^(1/k)/2
    expected = log_flow.SAFETY * log_flow.EPS ** (1 / log_flow.ORDER) / 2
    assert log_flow.step_length(terms) == pytest.approx(expected)


def test_two_aligned_modes_are_learned_to_the_best_matrix():
    start = log_flow.integrate(
        PROBLEM,
        np.vstack([np.eye(2), np.eye(2)]) / np.sqrt(2),
        np.full(2, -20.0),
        np.eye(2),
        end=None,
        finished=lambda beta: np.abs(PROBLEM.C - beta @ PROBLEM.Sigma).max() < 1e-9,
        settled=lambda beta, rank: True,
    )
    beta = PROBLEM.product(*start.state(start.end))
    assert beta == pytest.approx(np.diag([3.0, 0.5]), abs=1e-8)
    times, matrices = start.samples()
    assert times[0] == 0 and np.all(np.diff(times) > 0) and len(matrices) == len(times)
