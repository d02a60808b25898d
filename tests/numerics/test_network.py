"""Norms, thresholds and the test for rest, against their definitions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad

from numerics import DiagonalNetwork, Network
from numerics.diagonal.balanced import BalancedNetwork
from numerics.network import (
    Dormant,
    UtilityPhase,
    activation_constant,
    dormant_norm,
    norms,
    unrest,
)


@given(st.floats(1e-6, 0.9), st.sampled_from([2, 3, 4]))
def test_a_dormant_neuron_at_its_threshold_has_norm_one(norm, kappa):
    first = np.array([norm])
    assert dormant_norm(first, activation_constant(first, kappa), 1.0, kappa) == pytest.approx(
        1.0, rel=1e-9
    )


@given(st.floats(0.01, 0.9), st.sampled_from([2, 3, 4]))
def test_the_threshold_is_the_time_that_the_radial_flow_needs_at_unit_speed(norm, kappa):
    # |theta|' = |theta|^(kappa - 1) from norm to 1
    assert activation_constant(np.array([norm]), kappa)[0] == pytest.approx(
        quad(lambda r: r ** (1 - kappa), norm, 1)[0], rel=1e-8
    )


@pytest.mark.parametrize("make", [lambda net: net, BalancedNetwork])
def test_the_gradient_is_the_derivative_of_the_loss(regression, make):
    net = make(regression(4, 0))
    theta = np.random.default_rng(1).normal(size=(4, 2))
    step = 1e-5
    for i in np.ndindex(4, 2):
        shift = np.zeros((4, 2))
        shift[i] = step
        # the loss is quartic in theta: the five-point difference is exact up to rounding
        slope = (
            8 * (net.loss(theta + shift) - net.loss(theta - shift))
            - (net.loss(theta + 2 * shift) - net.loss(theta - 2 * shift))
        ) / (12 * step)
        assert net.gradient(theta)[i] == pytest.approx(slope, abs=1e-8)


@pytest.mark.parametrize("make", [lambda net: net, BalancedNetwork])
def test_the_utility_is_the_correlation_with_the_residual(regression, make):
    net = make(regression(3, 2))
    data = regression(3, 2)
    theta, directions = np.random.default_rng(3).normal(size=(2, 3, 2))
    residual = data.y - net.function(theta) @ data.X
    expected = [np.mean(net.function(directions)[i] * data.X[i] * residual) for i in range(3)]
    assert net.utility(theta, directions) == pytest.approx(expected, rel=1e-12)
    # degree two: Euler's <theta, grad U> = 2 U
    assert np.sum(directions * net.utility_gradient(theta, directions), axis=1) == pytest.approx(
        2 * net.utility(theta, directions), rel=1e-12
    )


def test_the_rotated_network_is_the_same_network(regression):
    net = regression(3, 4)
    theta = np.random.default_rng(5).normal(size=(3, 2))
    turned = theta @ BalancedNetwork.rotation
    assert net.rotated.loss(turned) == pytest.approx(net.loss(theta), rel=1e-13)
    assert net.rotated.gradient(turned) @ BalancedNetwork.rotation.T == pytest.approx(
        net.gradient(theta), rel=1e-12, abs=1e-13
    )


def test_the_origin_is_critical_but_not_at_rest(regression):
    net = regression(3, 6)
    near_zero = net.initial("1e-100")
    assert np.abs(net.gradient(near_zero)).max() < 1e-99
    assert unrest(net, near_zero, net.gradient(near_zero), norms(near_zero)) > 0.01


def test_a_minimum_is_at_rest(regression):
    net = regression(3, 7)
    root = np.sqrt(np.abs(net.optimum))
    theta = np.column_stack([root, np.copysign(root, net.optimum)])
    assert unrest(net, theta, net.gradient(theta), np.ones(3)) < 1e-13


def test_diagonal_networks_are_networks():
    net = DiagonalNetwork([[1.0]], [1.0])
    assert isinstance(net, Network)
    assert isinstance(net.rotated, Network)


def test_norms_survive_where_squares_underflow():
    assert norms(np.array([[3e-200, 4e-200], [0.0, 0.0]])) == pytest.approx(
        [5e-200, 0.0], rel=1e-15, abs=0
    )


def test_a_neuron_that_shrinks_is_not_yet_at_rest(returning):
    # coordinate 0 dies on the second plateau, only to come back: in rotated parameters it just
    # shrinks there
    net = returning.rotated
    theta = np.array([[1e-4, 1e-12], [np.sqrt(1.04), 0.0]])
    assert unrest(net, theta, net.gradient(theta), np.full(2, 1e-8)) > 0.01


def test_where_nobody_will_ever_activate_everything_stays_as_it_is():
    dormant = Dormant(np.array([True]), np.ones((1, 2)), np.array([0.3]), np.ones(1), np.ones(1))
    phase = UtilityPhase.never(dormant)
    assert phase.duration is None and phase.activated == ()
    assert phase.directions is dormant.directions and phase.path.tolist() == [[0.3]]
