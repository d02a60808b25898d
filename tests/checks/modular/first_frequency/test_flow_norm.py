"""Norms that are integrated, beside the one neuron that keeps its direction."""

import warnings

import numpy as np
import pytest

from checks import verify
from checks.methods.check import Effort
from checks.methods.measured import Unsettled
from checks.modular.first_frequency import flow_norm
from checks.modular.first_frequency.flow_norm import Start, followed, integrated, loss_and_slopes
from numerics import ModularNetwork
from theory import modular as paper
from theory.notation import eta, t


def test_the_slopes_are_those_of_the_network():
    x = np.array([2.0, -0.5, 1.0, -1.5, -1.0])
    theta = np.random.default_rng(3).normal(size=(4, 3, 5))
    net = ModularNetwork(x, 4)
    loss, slopes = loss_and_slopes(x, theta)
    rows = theta.reshape(4, 15)
    assert loss == pytest.approx(net.loss(rows), rel=1e-12)
    assert slopes.reshape(4, 15) == pytest.approx(net.gradient(rows), rel=1e-10, abs=1e-12)


def test_a_mean_of_the_labels_is_taken_off():
    x = np.array([2.0, -0.5, 1.0])
    loss, slopes = loss_and_slopes(x, np.zeros((1, 3, 3)))
    assert loss == pytest.approx((x @ x - x.sum() ** 2 / 3) / 2) and not slopes.any()


@pytest.mark.parametrize("y", [0.01, 0.2, 0.4])
def test_a_wave_at_three_residues_is_pulled_along_itself(y):
    wave = np.cos(2 * np.pi * np.arange(3) / 3)
    _, slopes = loss_and_slopes(2 * wave, y * np.ones((1, 3, 1)) * wave)
    pull = 9 * y**2 - 729 / 4 * y**5
    assert slopes[0] == pytest.approx(-pull * np.ones((3, 1)) * wave, rel=1e-12, abs=1e-14)


@pytest.mark.parametrize("x", [(2, -1, -1), (3, 0, 1, -2, 1)])
def test_a_small_neuron_at_the_largest_utility_comes_to_ten_times_its_norm(x):
    (seen,) = followed(Start(x, 1, 5, 1e-6, 0.9, 0.5, aligned=True), Effort())
    before, after = (float(seen[one].value) for one in (paper.norm_net_0, paper.norm_net))
    assert after / before == pytest.approx(10, rel=1e-8)
    assert float(seen[eta].value) == 0.5 and float(seen[t].value) > 0


@pytest.mark.parametrize(
    "identifier, statement",
    [
        ("modular.flow-norm", paper.x_sum**2 <= paper.p * paper.x_sq),
        ("modular.flow-norm", paper.X**2 <= paper.p * paper.x_sq / 2),
        ("modular.one-neuron-rest", paper.loss_net <= paper.loss_net_0 + 1),
    ],
)
def test_what_is_true_of_every_encoding_is_not_refuted(identifier, statement):
    """Instances that are worked out keep Parseval; bounds that need not be attained are weak."""
    assert verify(identifier, statement).verdict == "tested"


def test_a_flow_too_stiff_to_be_followed_is_given_up(monkeypatch):
    monkeypatch.setattr(flow_norm, "MOST_SLOPES", 50)
    start = np.random.default_rng(0).normal(size=(2, 3, 3))
    with pytest.raises(Unsettled, match="more than 50 gradients"):
        flow_norm.moved(np.array([2.0, -1.0, 0.0]), start, 1.0, 100.0)


def test_a_flow_that_ends_before_its_time_is_not_taken_for_one_that_is_there():
    def blows_up_at_one(_time, theta):
        return theta * theta

    start = np.ones(1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert integrated(blows_up_at_one, start, 0.5, 1e-11, 1e-14) == pytest.approx(2.0)
        with pytest.raises(Unsettled, match="gave up at 1 of 2"):
            integrated(blows_up_at_one, start, 2.0, 1e-11, 1e-14)
