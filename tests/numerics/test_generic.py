"""What follows from loss, gradient, initial and kappa."""

import numpy as np
import pytest

from numerics import DiagonalNetwork, GenericNetwork
from numerics.generic import read_off_utility_gradient


def test_the_utility_is_read_off_the_gradient_of_the_loss():
    net = DiagonalNetwork([[1, 2], [3, 1]], [1, 2])
    theta, directions = np.zeros((2, 2)), np.array([[0.6, 0.8], [-1.0, 0.5]])
    found = read_off_utility_gradient(net, theta, directions)
    assert np.allclose(found, net.utility_gradient(theta, directions), rtol=1e-8)


def test_active_neurons_have_none():
    net = DiagonalNetwork([[1, 2], [3, 1]], [1, 2])
    theta = np.array([[0.5, 0.5], [0.0, 0.0]])
    assert not read_off_utility_gradient(net, theta, np.ones((2, 2)))[0].any()


@pytest.mark.parametrize("kappa, eta", [(2, np.log(100)), (3, 99.0), (4, 9999 / 2)])
def test_the_learning_rate_is_the_activation_constant_at_alpha(kappa, eta):
    net = GenericNetwork()
    net.kappa = kappa
    assert net.eta("1e-2") == pytest.approx(eta)
    with pytest.raises(ValueError, match="alpha < 1"):
        net.eta(1)
