"""Algorithm 1: its exact steps against its integrated ones, and both against the limit."""

from dataclasses import dataclass

import mpmath
import numpy as np
import pytest

from numerics import alternating_gradient_flow
from numerics.diagonal.saddles import successive_saddles


@pytest.mark.parametrize("alpha", [1e-3, 1e-4, 1e-6])
@pytest.mark.parametrize("seed", [0, 1])
def test_the_exact_steps_are_the_integrated_steps(regression, alpha, seed):
    net = regression(4, seed)
    exact, integrated = (
        alternating_gradient_flow(net, alpha).staircase,
        alternating_gradient_flow(net, alpha, integrated=True).staircase,
    )
    assert exact.features == integrated.features
    assert integrated.jump_times == pytest.approx(exact.jump_times, rel=1e-7)
    assert integrated.levels == pytest.approx(exact.levels, abs=1e-10)


@pytest.mark.parametrize("alpha", ["1e-3", "1e-8", "1e-40"])
def test_a_returning_neuron_is_integrated_as_exactly_as_it_is_known(returning, alpha):
    exact, integrated = (
        alternating_gradient_flow(returning, alpha),
        alternating_gradient_flow(returning, alpha, integrated=True),
    )
    assert integrated.staircase.features == exact.staircase.features == ((0, 1), (1, 1), (0, -1))
    assert integrated.staircase.jump_times == pytest.approx(exact.staircase.jump_times, rel=1e-9)
    assert (
        [it.collapsed for it in integrated.iterations]
        == [it.collapsed for it in exact.iterations]
        == [(), (0,), ()]
    )


@pytest.mark.parametrize("alpha", ["1e-1", "1e-3", "1e-8", "1e-300", "1e-1000"])
def test_jump_times_are_those_of_the_successive_saddles_times_one_factor(
    returning, regression, alpha
):
    with mpmath.workdps(2020):
        a = mpmath.mpf(alpha)
        factor = float(mpmath.acosh(1 / (2 * a**2)) / (-2 * mpmath.log(mpmath.sqrt(2) * a)))
    for net in (returning, regression(5, 2)):
        limit, stairs = (
            successive_saddles(net.X, net.y),
            alternating_gradient_flow(net, alpha).staircase,
        )
        assert stairs.jump_times == pytest.approx([factor * t for t in limit.jump_times], rel=1e-11)
        assert stairs.features == limit.features
        assert np.array(stairs.points) == pytest.approx(np.array(limit.points), abs=1e-12)


def test_the_record_of_an_iteration_shows_utilities_that_reach_their_threshold(returning):
    for integrated in (False, True):
        run = alternating_gradient_flow(returning, 1e-4, integrated=integrated)
        for it in run.iterations:
            assert it.times[0] == pytest.approx(it.start) and it.times[-1] == pytest.approx(it.end)
            assert it.accumulated.shape == (len(it.times), 2)
            for i in it.activated:
                assert it.accumulated[-1, i] == pytest.approx(1.0, abs=1e-9)
        assert [it.active for it in run.iterations] == [(0,), (1,), (0, 1)]
        # the collapsed coordinate goes through zero utility before it comes back
        assert run.iterations[2].accumulated[:, 0].min() < 0.1


def test_the_integrated_route_says_when_doubles_cannot_do_it(returning):
    with pytest.raises(ArithmeticError, match="range of doubles"):
        alternating_gradient_flow(returning, "1e-1000", integrated=True)


def test_nothing_to_learn_is_no_jump():
    from numerics import DiagonalNetwork

    run = alternating_gradient_flow(DiagonalNetwork([[1.0, 1.0]], [1.0, -1.0]), 1e-3)
    assert len(run.staircase) == 0 and run.iterations == ()


@dataclass(frozen=True)
class CubicNetwork:
    """f = sum a_i w_i^2 fitted to 1: kappa = 3. Each neuron starts in its best direction (1,
    sqrt(2)) / sqrt(3).
    """

    sizes: tuple = (1.0, 0.5)
    kappa: int = 3

    @property
    def neurons(self):
        return len(self.sizes)

    def function(self, theta):
        return theta[:, 0] * theta[:, 1] ** 2

    def loss(self, theta):
        return (1 - self.function(theta).sum()) ** 2 / 2

    def utility(self, theta, directions):
        return (1 - self.function(theta).sum()) * self.function(directions)

    def utility_gradient(self, theta, directions):
        a, w = directions.T
        return (1 - self.function(theta).sum()) * np.column_stack([w**2, 2 * a * w])

    def gradient(self, theta):
        return -self.utility_gradient(theta, theta)

    def initial(self, alpha, seed=0):
        return alpha * np.outer(self.sizes, [1, np.sqrt(2)]) / np.sqrt(3)

    def eta(self, alpha):
        return float(np.mean(1 / (alpha * np.array(self.sizes)) - 1))


def test_a_cubic_neuron_activates_when_its_norm_would_reach_one():
    net = CubicNetwork()
    run = alternating_gradient_flow(net, 0.01)
    # aligned from the start: |theta|' = 3 eta |theta|^2 U*, U* = 2 / (3 sqrt(3)), so t =
    # (1/|theta(0)| - 1) / (3 eta U*)
    expected = (1 / 0.01 - 1) / (3 * run.eta * 2 / (3 * np.sqrt(3)))
    assert run.staircase.jump_times == pytest.approx([expected], rel=1e-9)
    assert run.staircase.levels == pytest.approx([0.5, 0.0], abs=1e-15)
    assert run.iterations[0].activated == (0,)
