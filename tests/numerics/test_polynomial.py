"""Networks from the formula of one neuron: a cubic activation and a diagonal network of depth 3,
against gradient flow.
"""

import numpy as np
import pytest
from sympy import exp, symbols

from numerics import (
    DiagonalNetwork,
    PolynomialNetwork,
    alternating_gradient_flow,
    check_network,
    gradient_flow,
)

a, b, c, w, z = symbols("a b c w z", real=True)


def cubic(neurons=2):
    """f(z) = sum a (w z)^3."""
    data = [((1,), 1), ((-1,), -1), ((2,), 8)]
    return PolynomialNetwork(
        a * (w * z) ** 3, parameters=(a, w), inputs=(z,), data=data, neurons=neurons
    )


def depth_three():
    """f(z) = a b c z: a diagonal network of depth 3."""
    return PolynomialNetwork(
        a * b * c * z, parameters=(a, b, c), inputs=(z,), data=[((1,), 1)], neurons=1
    )


@pytest.mark.parametrize("net, kappa", [(cubic(), 4), (depth_three(), 3)])
def test_they_are_what_they_say(net, kappa):
    assert net.kappa == kappa
    check_network(net)


@pytest.mark.parametrize("net", [cubic(), depth_three()], ids=["cubic", "depth 3"])
@pytest.mark.parametrize("seed", [1, 2])
def test_agf_jumps_where_gradient_flow_does(net, seed):
    agf = alternating_gradient_flow(net, "1e-2", seed=seed).staircase
    flow = gradient_flow(net, "1e-2", seed=seed, until=3 * float(agf.jump_times[-1])).staircase
    assert abs(float(flow.jump_times[0]) / float(agf.jump_times[0]) - 1) < 0.1
    assert abs(float(flow.levels[-1]) - float(agf.levels[-1])) < 1e-3


def test_neurons_that_all_collapse_leave_nothing_to_follow():
    assert len(alternating_gradient_flow(cubic(), "1e-2", seed=7).staircase.levels) >= 1


def test_depth_two_is_the_diagonal_network():
    net = PolynomialNetwork(a * b * z, parameters=(a, b), inputs=(z,), data=[((1,), 1)])
    theta = np.array([[0.3, -0.2]])
    ours = DiagonalNetwork([[1]], [1])
    assert np.allclose(net.gradient(theta), ours.gradient(theta))
    assert np.allclose(net.utility(theta, theta), ours.utility(theta, theta))


@pytest.mark.parametrize(
    "expression, word",
    [(a * exp(w), "no polynomial"), (a * b * z, "has b"), (a + w * z, "order 1")],
)
def test_what_is_no_such_neuron_is_refused(expression, word):
    with pytest.raises(ValueError, match=word):
        PolynomialNetwork(expression, parameters=(a, w), inputs=(z,), data=[((1,), 1)], neurons=1)


@pytest.mark.parametrize("data", [[], [(1, 2, 3)], [(1, 2)], [((1,), (1, 2))], [1]])
def test_data_of_another_shape_are_named(data):
    with pytest.raises(ValueError, match="expected pairs"):
        PolynomialNetwork(a * w * z, parameters=(a, w), inputs=(z,), data=data)
