"""Blow-up times: what is no encoding is said, and the symmetries of the three waves hold."""

import numpy as np
import pytest

from numerics.modular.blow_up import blow_up_times, times_below_half

X = np.array([3.0, -1.0, 0.0, -2.0, 0.0])
NEURONS = np.random.default_rng(2).normal(size=(3, 15))


@pytest.mark.parametrize(
    ("x", "neurons", "says"),
    [
        ([1.0, -1.0], np.ones((1, 6)), "expected p odd and at least 3"),
        ([0.0, 0.0, 0.0], np.ones((1, 9)), "x is zero"),
        ([1.0, 0.0, 0.0], np.ones((1, 9)), "expected a centred encoding"),
        ([2.0, -1.0, -1.0], np.ones((1, 8)), "rows of 3p = 9 entries"),
    ],
)
def test_what_is_no_problem_is_said(x, neurons, says):
    with pytest.raises(ValueError, match=says):
        blow_up_times(x, neurons)


def test_a_neuron_twice_as_large_needs_half_the_time():
    assert np.allclose(blow_up_times(X, 2 * NEURONS), blow_up_times(X, NEURONS) / 2)


def test_two_signs_turned_together_change_nothing():
    turned = NEURONS * np.repeat([-1.0, -1.0, 1.0], 5)
    assert np.allclose(blow_up_times(X, turned), blow_up_times(X, NEURONS))


def test_a_frequency_that_the_encoding_lacks_never_grows():
    wave = np.cos(2 * np.pi * np.arange(5) / 5)
    times = blow_up_times(wave, NEURONS)
    assert np.isfinite(times[:, 0]).all() and np.isinf(times[:, 1]).all()


def test_of_an_even_number_of_residues_the_frequencies_with_a_partner_are_solved():
    """Of three residues written twice: frequency 2 of six is frequency 1 of three."""
    x, neurons = np.array([2.0, -1.0, -1.0]), np.random.default_rng(3).normal(size=(2, 9))
    twice = np.tile(neurons.reshape(2, 3, 3), (1, 1, 2)).reshape(2, 18)
    times = times_below_half(np.tile(x, 2), twice)
    assert times.shape == (2, 2) and np.isinf(times[:, 0]).all()
    # |x_hat| and |u_hat| are twice as large, p^2 four times: the time is a quarter of what it was
    assert np.allclose(times[:, 1], blow_up_times(x, neurons)[:, 0] / 4)
