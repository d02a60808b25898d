"""Implicit steps: collocation against closed forms, stiff and not."""

import numpy as np
import pytest

from numerics import collocation

ONE = np.ones(1)


def linear(rate: float, forcing: float = 0.0):
    """y' = rate y + forcing, and its Jacobian."""
    stiff = collocation.Stiff.of(np.array([[rate]]), np.array([0]))
    return (lambda rows: rate * rows + forcing), stiff


def test_radau_points_integrate_polynomials_of_degree_eighteen_and_not_twenty():
    weights, nodes = collocation.A[-1], (collocation.NODES + 1) / 2
    for degree in range(19):
        assert weights @ nodes**degree == pytest.approx(1 / (degree + 1), rel=1e-12)
    assert weights @ nodes**20 != pytest.approx(1 / 21, rel=1e-12)


def test_a_smooth_step_has_the_exponential_at_every_time():
    slopes, stiff = linear(-1.0)
    step = collocation.step(slopes, 2.0, 2.5, ONE, None, stiff, ONE)
    assert step is not None and step.error < collocation.TOLERANCE
    times = np.linspace(2.0, 2.5, 7)
    assert step.at(times)[:, 0] == pytest.approx(np.exp(-(times - 2)), rel=1e-14)
    assert step.last == pytest.approx(np.exp(-0.5), rel=1e-15)


def test_a_stiff_mode_at_rest_is_stepped_over_a_million_times_its_decay():
    slopes, stiff = linear(-1e6, 2e6)  # y -> 2
    step = collocation.step(slopes, 0.0, 1.0, 2 * ONE, None, stiff, ONE)
    assert step is not None and step.error < collocation.TOLERANCE
    assert step.last == pytest.approx(2.0, rel=1e-14)


def test_a_stiff_mode_that_still_decays_is_not_passed_off_as_resolved():
    slopes, stiff = linear(-1e6, 2e6)
    step = collocation.step(slopes, 0.0, 1.0, 2.1 * ONE, None, stiff, ONE)
    assert step is None or step.error > 1e6 * collocation.TOLERANCE


def test_a_jump_ahead_shortens_the_next_step_and_one_across_it_is_refused():
    none = collocation.Stiff.of(np.zeros((0, 0)), np.array([], dtype=int))
    square = lambda rows: rows**2  # y = 1 / (1 - t)
    long = collocation.step(square, 0.0, 0.25, ONE, None, none, ONE)
    assert long is not None and long.next_length < long.length
    short = collocation.step(square, 0.0, 0.05, ONE, None, none, ONE)
    assert short is not None and short.last == pytest.approx(1 / 0.95, rel=1e-14)
    assert collocation.step(square, 0.0, 1.5, ONE, None, none, ONE) is None


def test_the_error_of_a_small_neuron_is_measured_by_its_own_size():
    slopes, stiff = linear(-20.0)
    small = 1e-12 * ONE
    step = collocation.step(slopes, 0.0, 1.0, small, None, stiff, small)
    assert step is not None and step.error > collocation.TOLERANCE
