"""The same network in the coordinates a, b = (u +- v)/sqrt(2)."""

import numpy as np
import pytest

from numerics import DiagonalNetwork
from numerics.diagonal.balanced import BalancedNetwork

NET = DiagonalNetwork([[1, 2, 0], [0.5, -1, 3]], [1, -2, 0.5])
TURNED = BalancedNetwork(NET)
THETA = np.array([[0.7, -0.2], [0.3, 0.9]])


def test_turned_parameters_give_the_same_function_loss_and_start():
    turned = THETA @ TURNED.rotation
    assert TURNED.function(turned) == pytest.approx(NET.function(THETA))
    assert TURNED.loss(turned) == pytest.approx(NET.loss(THETA))
    assert TURNED.initial(0.1) == pytest.approx(np.full((2, 2), 0.1))


def test_its_gradients_are_those_of_finite_differences():
    h = 1e-6
    for i in range(2):
        for entry in range(2):
            step = np.zeros((2, 2))
            step[i, entry] = h
            loss = (TURNED.loss(THETA + step) - TURNED.loss(THETA - step)) / (2 * h)
            assert TURNED.gradient(THETA)[i, entry] == pytest.approx(loss, rel=1e-7)
            gain = TURNED.utility(THETA, THETA + step) - TURNED.utility(THETA, THETA - step)
            assert TURNED.utility_gradient(THETA, THETA)[i, entry] == pytest.approx(
                gain[i] / (2 * h)
            )


def test_the_product_of_both_is_conserved_so_the_smaller_goes_down_to_its_square():
    assert TURNED.finest(1e-3) == pytest.approx(1e-6)
