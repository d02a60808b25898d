"""The diagonal network: its loss, its exact AGF steps and the limit alpha -> 0, each against a
second route.
"""

from fractions import Fraction
from itertools import product

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numerics import DiagonalNetwork
from numerics.diagonal.network import (
    accumulated,
    boundary,
    constrained_least_squares,
    directions_of,
    signed_dual,
)
from numerics.diagonal.saddles import successive_saddles


def brute_force(X, y, signs):
    """The best of the least-squares solutions of all supports that keep the signs."""
    best, loss = np.zeros(len(signs)), y @ y
    for support in product([False, True], repeat=len(signs)):
        chosen = np.flatnonzero(np.array(support) & (signs != 0))
        if len(chosen):
            part = np.linalg.lstsq(X[chosen].T, y, rcond=None)[0]
            beta = np.zeros(len(signs))
            beta[chosen] = part
            residual = y - beta @ X
            if np.all(part * signs[chosen] >= 0) and residual @ residual < loss - 1e-13:
                best, loss = beta, residual @ residual
    return best


def slow_saddles(X, y):
    """Algorithm 2 word by word, with the constrained problem solved by brute force."""
    d, n = X.shape
    t, beta, S, jumps = 0.0, np.zeros(d), np.zeros(d), []
    while True:
        gradient = X @ (beta @ X - y) / n
        if np.abs(gradient).max() < 1e-11:
            return jumps
        candidates = [
            (edge - S[i]) / -gradient[i]
            for i in range(d)
            if abs(gradient[i]) > 1e-11
            for edge in (1, -1)
        ]
        tau = min(c for c in candidates if c > 1e-9)
        t, S = t + tau, S - tau * gradient
        beta = brute_force(X, y, np.where(np.abs(np.abs(S) - 1) < 1e-9, np.sign(S), 0.0))
        jumps.append((t, beta))


@given(st.integers(0, 10**6), st.integers(1, 5), st.integers(-2, 4))
@settings(max_examples=60, deadline=None)
def test_signed_least_squares_is_the_best_over_all_supports(seed, d, extra):
    random = np.random.default_rng(seed)
    X, y = random.normal(size=(d, max(1, d + extra))), random.normal(size=max(1, d + extra))
    signs = random.choice([-1.0, 0.0, 1.0], size=d)
    beta = constrained_least_squares(X, y, signs)
    assert np.all(beta * signs >= 0) and np.all(beta[signs == 0] == 0)
    # where d > n the solution need not be unique; the fit is
    assert beta @ X == pytest.approx(brute_force(X, y, signs) @ X, abs=1e-9)


@given(st.integers(0, 10**6), st.integers(1, 5), st.integers(-1, 5))
@settings(max_examples=60, deadline=None)
def test_successive_saddles_are_those_of_the_algorithm_taken_word_by_word(seed, d, extra):
    random = np.random.default_rng(seed)
    X, y = random.normal(size=(d, max(2, d + extra))), random.normal(size=max(2, d + extra))
    stairs, jumps = successive_saddles(X, y), slow_saddles(X, y)
    assert stairs.jump_times == pytest.approx([t for t, _ in jumps], rel=1e-8)
    assert np.array(stairs.points[1:]) == pytest.approx(
        np.array([beta for _, beta in jumps]), abs=1e-7
    )


def test_a_neuron_that_returns_to_dormancy_reactivates_with_the_other_sign(returning):
    stairs = successive_saddles(returning.X, returning.y)
    assert stairs.features == ((0, 1), (1, 1), (0, -1))
    assert stairs.jump_times == pytest.approx([5, 8, Fraction(124, 3)], rel=1e-13)
    assert np.array(stairs.points) == pytest.approx(
        np.array([[0, 0], [0.2, 0], [0, 0.52], [-0.3, 1]]), abs=1e-13
    )


def test_coordinates_that_arrive_together_are_learned_together():
    stairs = successive_saddles(np.eye(3), [1.0, -1.0, 0.5])
    assert stairs.jump_times == pytest.approx([3, 6])
    assert stairs.features == (((0, 1), (1, -1)), (2, 1))


def test_with_fewer_samples_than_coordinates_the_last_saddle_interpolates():
    random = np.random.default_rng(3)
    X, y = random.normal(size=(9, 4)), random.normal(size=4)
    stairs = successive_saddles(X, y)
    assert stairs.levels[-1] < 1e-25
    assert np.count_nonzero(stairs.points[-1]) <= 4


def test_targets_orthogonal_to_the_inputs_leave_nothing_to_learn():
    stairs = successive_saddles([[1.0, 1.0]], [1.0, -1.0])
    assert len(stairs) == 0 and stairs.levels == (0.5,)


def test_levels_keep_the_constant_of_the_loss():
    assert DiagonalNetwork([[1.0, 1.0]], [1.0, 3.0]).loss_of(np.zeros(1)) == 10 / 4


@given(st.floats(0.5, 5000.0), st.floats(-1.5, 1.5))
def test_the_accumulated_utility_is_log_cosh_at_any_scale(eta, sigma):
    with mpmath.workdps(40):
        expected = mpmath.log(mpmath.cosh(2 * mpmath.mpf(eta) * mpmath.mpf(sigma))) / (
            2 * mpmath.mpf(eta)
        )
    assert accumulated(np.array([sigma]), eta)[0] == pytest.approx(
        float(expected), rel=1e-13, abs=1e-35
    )


@given(st.floats(0.5, 5000.0), st.floats(-1.2, 1.2))
def test_the_signed_dual_is_recovered_from_direction_and_utility(eta, sigma):
    directions = directions_of(np.array([sigma]), eta)
    back = signed_dual(directions, accumulated(np.array([sigma]), eta), eta)[0]
    assert back == pytest.approx(sigma, rel=1e-12, abs=1e-16)


@pytest.mark.parametrize("eta", [0.1, 1.0, 17.0, 2302.0])
def test_the_boundary_is_where_the_accumulated_utility_is_one(eta):
    assert accumulated(np.array([boundary(eta)]), eta)[0] == pytest.approx(1.0, rel=1e-14)
