"""The compiled Taylor steps beside flows of one coordinate that are solved by hand."""

import numpy as np
import pytest

from numerics.diagonal.compiled import advance, evaluate, straight

ZERO = np.zeros(1)


def flown(Sigma, h, x, duration, cap=np.inf):
    return advance(np.array([[Sigma]]), np.array([h]), ZERO, ZERO, np.array([x]), duration, cap)


def test_a_coordinate_without_a_target_decays_like_the_hyperbolic_tangent():
    # x' = -sinh(2 x): tanh(x) = tanh(x_0) exp(-2 t)
    knots, series, end = flown(1.0, 0.0, 0.9, 1.5)
    times = np.linspace(0, 1.5, 7)
    expected = np.arctanh(np.tanh(0.9) * np.exp(-2 * times))
    assert evaluate(knots, series, times)[:, 0] == pytest.approx(expected, rel=1e-13)
    assert end[0] == pytest.approx(expected[-1], rel=1e-13)


def test_without_a_covariance_the_force_is_constant():
    _, _, end = flown(0.0, 0.25, -1.0, 8.0)
    assert end[0] == pytest.approx(1.0, rel=1e-14)


def test_no_step_is_longer_than_asked_for_and_the_last_ends_at_the_time():
    knots, series, _ = flown(1.0, 0.0, 0.9, 1.5, cap=0.1)
    assert len(series) == len(knots) - 1 >= 15
    assert np.diff(knots).max() <= 0.1 * (1 + 1e-12) and knots[-1] == 1.5


def test_more_steps_than_there_was_room_for_are_all_kept():
    knots, series, end = flown(1.0, 0.0, 0.9, 1.5, cap=1.5 / 700)
    assert len(series) >= 700
    assert end[0] == pytest.approx(np.arctanh(np.tanh(0.9) * np.exp(-3)), rel=1e-12)


def test_a_straight_piece_is_its_line():
    series = straight(np.array([1.0, 2.0]), np.array([0.5, -1.0]))
    assert evaluate(np.zeros(1), series, np.array([0.0, 4.0])).tolist() == [[1.0, 2.0], [3.0, -2.0]]


@pytest.mark.parametrize("d", [3, 4, 6, 9])
def test_many_coordinates_that_know_nothing_of_one_another_decay_each_by_itself(d):
    start = np.linspace(-0.9, 0.8, d)
    knots, series, end = advance(
        np.eye(d), np.zeros(d), np.zeros(d), np.zeros(d), start, 1.5, np.inf
    )
    expected = np.arctanh(np.tanh(start) * np.exp(-3))
    assert end == pytest.approx(expected, rel=1e-13)
    assert evaluate(knots, series, np.array([1.5]))[0] == pytest.approx(expected, rel=1e-13)
