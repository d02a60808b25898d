"""What machine code reads off a flow is what the curve has, read point by point."""

import numpy as np
import pytest

from numerics import DiagonalNetwork, gradient_flow
from numerics.arithmetic import Arithmetic
from numerics.diagonal.compiled import straight
from numerics.diagonal.compiled_reading import Reader, _plateaus, alone
from numerics.diagonal.dual_flow import Problem
from numerics.diagonal.trajectory import DiagonalTrajectory
from numerics.reading import plateaus
from numerics.trajectory import Trajectory


def read_point_by_point(flow):
    """The staircase as any network has it, from the samples and `measure`."""
    flow = gradient_flow(flow.network, flow.alpha)
    vars(flow)["_reader"] = None
    return Trajectory.staircase.func(flow)


@pytest.mark.parametrize("alpha", ["0.1", "1e-3", "1e-8", "1e-300"])
@pytest.mark.parametrize("seed", range(3))
def test_both_ways_of_reading_have_one_staircase(regression, alpha, seed):
    flow = gradient_flow(regression(5, seed), alpha)
    assert isinstance(flow, DiagonalTrajectory) and flow._reader is not None
    ours, slowly = flow.staircase, read_point_by_point(flow)
    assert ours.features == slowly.features and len(ours) == len(slowly) > 0
    assert ours.jump_times == pytest.approx(slowly.jump_times, rel=1e-12)
    assert ours.levels == pytest.approx(slowly.levels, rel=1e-12, abs=1e-15 * ours.levels[0])
    for a, b in zip(ours.points, slowly.points):
        assert a == pytest.approx(b, abs=1e-7)  # a calmest time is flat to second order


def test_a_jump_is_where_the_loss_is_the_mean_of_its_plateaus(regression):
    flow = gradient_flow(regression(6, 1), "1e-6")
    stairs = flow.staircase
    for t, before, after in zip(stairs.jump_times, stairs.levels, stairs.levels[1:]):
        assert flow.measure(t)[0] == pytest.approx((before + after) / 2, rel=1e-12)


def test_the_samples_are_those_of_the_coefficients(regression):
    flow = gradient_flow(regression(7, 2), "1e-5")
    fresh = gradient_flow(regression(7, 2), "1e-5")
    vars(fresh)["_reader"] = None
    assert flow.times == pytest.approx(fresh.times, rel=1e-13)
    assert flow.losses == pytest.approx(fresh.losses, rel=1e-11, abs=1e-15)
    assert flow.speeds == pytest.approx(fresh.speeds, rel=1e-9, abs=1e-18 * flow.speeds.max())


def test_what_has_nothing_to_learn_does_not_move():
    flow = gradient_flow(DiagonalNetwork([[1.0, 0.0], [0.0, 1.0]], [0.0, 1.0]), "1e-4", until=0.1)
    assert np.all(flow.beta[:, 0] == 0) and len(flow.staircase) <= 1
    rest = gradient_flow(DiagonalNetwork([[1.0]], [0.0]), "1e-3", until=2.0)
    assert not rest.speeds.any() and len(rest.staircase) == 0


def test_a_staircase_asks_for_no_losses_and_no_pieces(regression):
    flow = gradient_flow(regression(3, 0), "1e-8")
    assert len(flow.staircase) > 0
    assert "losses" not in vars(flow) and "pieces" not in vars(flow._path)


def test_a_loss_beside_which_the_motion_is_lost_divides_by_nothing():
    # What cannot be fitted is 1e16 times what can: the loss is one double for many of its states.
    network = DiagonalNetwork([[0, 1e8, 1], [1e-8, 0, 0]], [1, 0, 1e8])
    assert np.isfinite(gradient_flow(network, "1e-3", until=1e-6).staircase.jump_times).all()


def test_a_flow_that_crawls_is_given_up_before_memory_is():
    network = DiagonalNetwork([[0, 1e8, 1], [1e-8, 0, 0]], [1, 0, 1e8])
    with pytest.raises(ArithmeticError, match="badly scaled"):
        gradient_flow(network, "0.5", until=1e-6)


def test_loss_and_speed_are_those_of_the_coefficient():
    # One coordinate, Sigma = R = 1, h = c = 1/2, rest = 0: L = (1/2 - beta)^2/2, beta = sinh(2 x),
    # -L' = eta g^2 s with g = 1/2 - beta and s = u^2 + v^2 = 2 cosh(2 x).
    one, half = np.ones((1, 1)), np.array([0.5])
    problem = Problem(one, half, 0.0, half, Arithmetic())
    line = alone(0.0, np.zeros(1), np.zeros(1), straight(np.zeros(1), np.ones(1)))  # x = tau
    loss, speed, _ = Reader(line, problem, (one, half, 0.0), 3.0, 1.0).at(0.1)
    gap = 0.5 - np.sinh(0.2)
    assert loss == pytest.approx(gap**2 / 2)
    assert speed == pytest.approx(3.0 * gap**2 * 2 * np.cosh(0.2))


@pytest.mark.parametrize("seed", range(40))
def test_plateaus_in_machine_code_are_those_of_numpy(seed):
    draw = np.random.default_rng(seed)
    steps = draw.normal(size=draw.integers(2, 300)) * draw.choice([0.3, 1.0, 3.0])
    speeds = np.exp(np.cumsum(steps))  # with floors, where it falls by more than 1e-18
    index = np.empty(len(speeds) // 2 + 3, np.int64)
    assert index[: _plateaus(speeds, index)].tolist() == plateaus(speeds)


@pytest.mark.parametrize("speeds", [[0.0, 0.0], [1.0], [2.0, 2.0, 2.0], [0.0, 1.0, 0.0, 0.0]])
def test_plateaus_of_a_curve_without_a_valley(speeds):
    index = np.empty(8, np.int64)
    assert index[: _plateaus(np.array(speeds), index)].tolist() == plateaus(np.array(speeds))
