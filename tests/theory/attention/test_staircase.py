"""The staircase of the linear transformer: levels by regression, times by an integrator."""

import mpmath
import numpy as np
import pytest
from scipy.integrate import solve_ivp
from sympy import Rational, sqrt

from theory import attention


def test_levels_fall_by_what_ridge_regression_gains():
    # one input of variance 2, N = 3: L = E (1 - S w)^2 lambda/2 over S = sum x_n^2, w = E S/E S^2
    stairs = attention.staircase([[2]], context=3)
    share = 6**2 / (15 * 2**2)  # (N lambda)^2/(N (N + 2) lambda^2)
    assert [float(level) for level in stairs.levels] == pytest.approx([1, 1 - share])


def test_components_come_by_size_and_the_learned_matrix_grows_by_one_each_time():
    stairs = attention.staircase([[1, 0], [0, 2]], context=2)
    assert stairs.features == (0, 1)  # the largest eigenvalue is the first component
    assert [matrix.rank() for matrix in stairs.points] == [0, 1, 2]
    assert stairs.points[1][1, 1] == Rational(1, 3 + 3 * 2) and stairs.points[1][0, 0] == 0
    assert stairs.jump_times[0] == sqrt(3) / (2 * 2**2)


def test_a_head_that_is_not_aligned_jumps_when_the_integrated_flow_has_norm_one():
    V, Q, K, squares, N = 0.1, (0.2, -0.1), (0.05, 0.3), (4.0, 1.0), 2
    rates = N * np.array(squares)

    def slope(_, y):
        v, q, k = y[0], y[1:3], y[3:]
        return np.concatenate([[np.sum(rates * q * k)], v * rates * k, v * rates * q])

    def outside(_, y):
        return y @ y - 1

    outside.terminal = True
    start = np.array([V, *Q, *K])
    run = solve_ivp(slope, (0, 100), start, "DOP853", rtol=1e-12, atol=1e-14, events=outside)
    text = [str(one) for one in (V, *Q, *K)]
    found = attention.exact_jump_time(text[0], text[1:3], text[3:], [4, 1], context=N)
    assert float(found) == pytest.approx(run.t_events[0][0], rel=1e-9)


def test_a_head_at_rest_never_jumps():
    assert attention.exact_jump_time(0, ["0.1"], [0], [1], context=1) == mpmath.inf


@pytest.mark.parametrize(
    "Sigma, words",
    [([[1, 2]], "square"), ([[1, 2], [0, 1]], "transpose"), ([[1, 0], [0, 1]], "twice"),
     ([[1, 0], [0, -1]], "positive definite"), (3, "covariance matrix")],
)  # fmt: skip
def test_what_is_no_covariance_with_an_order_is_refused(Sigma, words):
    with pytest.raises(ValueError, match=words):
        attention.staircase(Sigma, context=1)
