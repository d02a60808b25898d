"""A network that says something wrong of itself is named before a flow runs on it."""

import numpy as np
import pytest

from numerics import (
    AttentionNetwork,
    DiagonalNetwork,
    GenericNetwork,
    LinearNetwork,
    ModularNetwork,
    ReluNetwork,
    alternating_gradient_flow,
    check_network,
    gradient_flow,
)

OURS = [
    DiagonalNetwork([[1, 2], [3, 1]], [1, 2]),
    LinearNetwork([[1, 0], [0, 2]], [[3, 0], [0, 1]], 3),
    AttentionNetwork([[2, 0], [0, 1]], 4, 2),
    ModularNetwork([0, 1, 2, 0.5, -3.5], 3),
    ReluNetwork([[1, 2, -1], [0.5, -1, 1]], [[1, 2, 1]], 4),
]


@pytest.mark.parametrize("net", OURS, ids=lambda net: type(net).__name__)
def test_our_networks_are_what_they_say(net):
    check_network(net)


class Product(GenericNetwork):
    """f = sum_i u_i v_i towards 1."""

    neurons, kappa = 2, 2

    def rest(self, theta):
        return 1 - float(np.sum(theta[:, 0] * theta[:, 1]))

    def loss(self, theta):
        return self.rest(theta) ** 2 / 2

    def gradient(self, theta):
        return -self.rest(theta) * np.asarray(theta)[:, ::-1]

    def initial(self, alpha, seed=0):
        draw = np.random.default_rng(seed).standard_normal((2, 2))
        return float(alpha) * draw


class WrongGradient(Product):
    def gradient(self, theta):
        return 2 * super().gradient(theta)


class WrongOrder(Product):
    kappa = 4


class WrongShape(Product):
    def gradient(self, theta):
        return super().gradient(theta).ravel()


class WrongRows(Product):
    neurons = 3


class WrongUtility(Product):
    def utility_gradient(self, theta, directions):
        return 2 * super().utility_gradient(theta, directions)


class NoGradient:
    neurons, kappa = 2, 2


@pytest.mark.parametrize(
    "net, word",
    [
        (WrongGradient(), r"WrongGradient.gradient\[. .\]|WrongGradient.gradient"),
        (WrongOrder(), "expected kappa = 2"),
        (WrongShape(), r"gradient has shape \(4,\)"),
        (WrongRows(), "each of 3 neurons"),
        (WrongUtility(), "utility_gradient gives 2 times"),
        (NoGradient(), "has no loss, gradient, initial"),
        (type("NoLoss", (WrongOrder,), {"loss": None})(), "NoLoss has no loss"),
    ],
)
def test_what_is_wrong_is_named(net, word):
    with pytest.raises(ValueError, match=word):
        check_network(net)


def test_a_flow_looks_at_a_strangers_network_first():
    with pytest.raises(ValueError, match="kappa"):
        gradient_flow(WrongOrder(), "1e-3")
    with pytest.raises(ValueError, match="utility_gradient"):
        alternating_gradient_flow(WrongUtility(), "1e-3")


def test_a_network_without_a_formula_of_its_utility_runs():
    flow = gradient_flow(Product(), "1e-6").staircase
    agf = alternating_gradient_flow(Product(), "1e-6").staircase
    assert agf.levels[-1] < 1e-12 and flow.levels[-1] < 1e-8
    assert abs(float(flow.jump_times[0]) - float(agf.jump_times[0])) < 0.1
