"""What is read off a curve, on one whose jumps are known: the loss 1/(1 + exp(t - 10)) + 1/(1 +
exp(t - 30)).
"""

import numpy as np
import pytest

from numerics.trajectory import Trajectory


class Ramp:
    """A network whose function is its parameter: enough for a trajectory."""

    neurons, kappa = 1, 2

    def function(self, theta):
        return float(theta[0, 0])

    def learned(self, before, after, alpha):
        return f"{float(before[0, 0]):.2f} to {float(after[0, 0]):.2f}"


def loss(t):
    return 1 / (1 + np.exp(t - 10)) + 1 / (1 + np.exp(t - 30))


def speed(t):
    return sum(1 / (2 + np.exp(t - c) + np.exp(c - t)) for c in (10, 30))


@pytest.fixture(scope="module")
def curve():
    times = np.linspace(0, 45, 91)
    return Trajectory(
        times=times, losses=loss(times), speeds=speed(times),
        parameters=loss(times).reshape(-1, 1, 1), alpha="1e-3", eta=2.0, digits=16, network=Ramp(),
        at=lambda t: np.array([[loss(t)]]), measure=lambda t: (loss(t), speed(t)), steps=90,
    )  # fmt: skip


def test_a_jump_is_where_the_loss_is_half_way_between_two_plateaus(curve):
    assert [float(t) for t in curve.staircase.jump_times] == pytest.approx([10, 30], abs=2e-3)


def test_the_levels_are_those_of_the_calmest_moments(curve):
    assert [float(level) for level in curve.staircase.levels] == pytest.approx([2, 1, 0], abs=2e-4)


def test_features_and_functions_are_those_of_the_network(curve):
    assert curve.staircase.features == ("2.00 to 1.00", "1.00 to 0.00")
    assert curve.staircase.points == pytest.approx((2, 1, 0), abs=2e-4)


def test_time_can_be_measured_in_other_units(curve):
    """Plain time is eta t; at the rate 4 the same flow runs twice as fast as at eta = 2."""
    assert np.allclose(curve.physical_times, 2 * curve.times)
    slow = [float(t) for t in curve.in_units_of(4.0).jump_times]
    assert slow == pytest.approx([5, 15], abs=1e-3)


def test_it_shows_itself_in_one_line(curve):
    assert repr(curve).startswith(
        "Trajectory of Ramp, alpha = 1e-3, 16 digits: 91 points to t = 45"
    )
