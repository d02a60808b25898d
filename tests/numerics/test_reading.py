"""A staircase is read off synthetic curves whose jumps are known."""

import mpmath
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from numerics.reading import crossing, lowest, plateaus, prominent


def bumps(t, centres, sharpness):
    """Speed of a loss that falls by a logistic step at each centre."""
    return sum(1 / np.cosh(np.minimum(sharpness * np.abs(t - c), 300)) ** 2 for c in centres)


@given(st.lists(st.floats(0.5, 2.0), min_size=1, max_size=6))
@settings(max_examples=50, deadline=None)
def test_there_is_one_plateau_between_two_separated_jumps(gaps):
    centres = np.cumsum(gaps)
    t = np.linspace(0, centres[-1] + 1, 4000)
    index = plateaus(bumps(t, centres, 30.0))
    assert len(index) == len(centres) + 1
    assert all(a < c < b for a, c, b in zip(t[index[:-1]], centres, t[index[1:]]))


def test_a_jump_that_relaxes_in_two_shallow_phases_is_one_jump():
    t = np.linspace(0, 4, 4001)
    speed = bumps(t, [1, 3], 20.0) + 0.02 / np.cosh(20 * (t - 1.25)) ** 2
    assert len(plateaus(speed)) == 3


def test_the_noise_of_a_converged_run_is_not_a_jump():
    t = np.linspace(0, 4, 2001)
    noise = 1e-24 * np.random.default_rng(0).random(len(t)) ** 4
    assert len(plateaus(bumps(t, [1], 30.0) + noise)) == 2


def test_a_speed_that_underflows_on_a_plateau_still_separates_its_jumps():
    t = np.linspace(0, 4, 401)
    assert len(plateaus(np.where(np.abs(t - 2) < 0.5, 0.0, bumps(t, [1, 3], 500.0)))) == 3


def test_a_curve_that_begins_at_full_speed_has_a_jump_there():
    t = np.linspace(0, 1, 101)
    assert plateaus(np.exp(-30 * t)) == [0, 100]


def test_a_curve_without_motion_has_no_jump():
    assert plateaus(np.zeros(10)) == [0]


@given(st.floats(0.1, 100.0))
def test_a_root_is_found_to_the_last_digit(x):
    assert abs(crossing(lambda z: z**3 - x**3, 0.0, 200.0) - x) <= 4e-15 * x


def test_what_is_flat_to_the_last_digit_has_no_root_and_divides_by_nothing():
    assert crossing(lambda z: 1.0, 0.0, 2.0) == 2.0


def test_a_root_is_found_to_fifty_digits():
    with mpmath.workdps(55):
        root = crossing(lambda z: mpmath.exp(z) - 3, mpmath.mpf(0), mpmath.mpf(2))
        assert abs(root - mpmath.log(3)) < mpmath.mpf(10) ** -52


@given(st.floats(0.01, 0.99))
def test_a_minimum_is_found_to_half_the_digits(x):
    assert abs(lowest(lambda z: np.cosh(z - x), 0.0, 0.5, 1.0) - x) < 1e-7


@given(st.lists(st.integers(-3, 3), min_size=3, max_size=40), st.integers(1, 4))
def test_prominent_maxima_are_those_of_scipy(heights, least):
    from scipy.signal import find_peaks

    height = np.array([-9.0, *heights, -9.0])
    assert prominent(height, least) == find_peaks(height, prominence=least)[0].tolist()
