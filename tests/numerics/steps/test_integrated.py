"""The integrated steps of AGF against the exact ones, at every alpha where AGF is defined."""

import numpy as np
import pytest

from numerics import DiagonalNetwork, alternating_gradient_flow
from numerics.diagonal.balanced import BalancedNetwork
from numerics.network import Dormant, norms
from numerics.steps.integrated import minimise_cost

ALPHAS = ["0.7", "0.5", "0.3", "0.1", "1e-3", "1e-8", "1e-40", "1e-140"]


def same_story(net, alpha):
    exact = alternating_gradient_flow(net, alpha)
    integrated = alternating_gradient_flow(net, alpha, integrated=True)
    assert integrated.staircase.features == exact.staircase.features
    assert integrated.staircase.jump_times == pytest.approx(exact.staircase.jump_times, rel=1e-7)
    assert integrated.staircase.levels == pytest.approx(exact.staircase.levels, abs=1e-9)
    assert [it.collapsed for it in integrated.iterations] == [
        it.collapsed for it in exact.iterations
    ]


@pytest.mark.parametrize("alpha", ALPHAS)
def test_a_neuron_that_returns_is_found_at_every_alpha(returning, alpha):
    same_story(returning, alpha)


@pytest.mark.parametrize("alpha", ["0.6", "0.2", "1e-2", "1e-20"])
@pytest.mark.parametrize("d, n, seed", [(2, 3, 0), (3, 2, 1), (4, 8, 2), (5, 6, 3)])
def test_random_regressions_have_the_exact_staircase(d, n, seed, alpha):
    draw = np.random.default_rng(seed)
    same_story(DiagonalNetwork(draw.normal(size=(d, n)), draw.normal(size=n)), alpha)


def test_where_alpha_is_no_longer_small_agf_says_so(returning):
    for integrated in (False, True):
        with pytest.raises(ValueError, match=r"alpha < 1/sqrt\(2\)"):
            alternating_gradient_flow(returning, "0.71", integrated=integrated)


def test_a_row_of_zeros_stays_a_row_of_zeros(returning):
    """An integrator that carries the dormant rows along gives them 1e-44, and they were active."""
    net = BalancedNetwork(returning)
    dormant = Dormant(
        np.array([True, False]), np.eye(2), np.ones(2), np.ones(2), norms(net.initial("1e-3"))
    )
    end = minimise_cost(net, np.array([[0.0, 0.0], [1.0, 1e-6]]), dormant, 0.1, 1e-6)
    assert np.array_equal(end[0], [0.0, 0.0]) and norms(end)[1] > 1


def test_what_is_taken_out_too_early_goes_on_from_there():
    """Coordinate 1 is pushed through zero by coordinate 0 before that has settled, then wanted
    again.
    """
    net = DiagonalNetwork([[1.0, 0.9], [1.0, 1.0]], [1.0, 1.05])
    balanced = BalancedNetwork(net)
    first = norms(balanced.initial("1e-3"))
    dormant = Dormant(np.zeros(2, dtype=bool), np.eye(2), np.ones(2), np.ones(2), first)
    awake = np.array([[3.0, 1e-6 / 3], [0.1, 1e-5]])
    end = minimise_cost(balanced, awake, dormant, 1.0, 1e-6)
    slope = net.slope_of(balanced.function(end))
    active = norms(end) > 0
    assert active.any()
    assert slope[active] == pytest.approx(0, abs=1e-9) and (slope[~active] <= 1e-9).all()


def test_the_balanced_hessian_is_the_derivative_of_the_gradient(returning):
    net = BalancedNetwork(returning)
    theta = np.array([[0.7, 0.2], [0.4, -0.3]])
    step = 1e-6
    columns = []
    for k in range(theta.size):
        shift = np.zeros(theta.size)
        shift[k] = step
        shift = shift.reshape(theta.shape)
        columns.append(
            (net.gradient(theta + shift) - net.gradient(theta - shift)).ravel() / (2 * step)
        )
    assert net.hessian(theta) == pytest.approx(np.array(columns).T, abs=1e-8)
