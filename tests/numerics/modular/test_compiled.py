"""The sum over all pairs in machine code is the factorised one."""

import numpy as np
import pytest

from numerics import ModularNetwork
from numerics.modular.frequencies import Waves


@pytest.mark.parametrize("p", [3, 5, 7, 9])
def test_both_sums_have_one_loss_and_one_gradient(p):
    x = np.random.default_rng(p).normal(size=p)
    net = ModularNetwork(x - x.mean(), p + 1)
    theta = net.initial(0.7)
    waves = Waves(net.x, theta)
    rows = waves.lower(theta)
    loss, slope = waves.compiled(rows)
    (expected,), (wanted,) = waves.evaluate(rows[None])  # of many at once, factorised
    assert loss == pytest.approx(expected, rel=1e-14) == pytest.approx(net.loss(theta), rel=1e-13)
    assert slope == pytest.approx(wanted, abs=1e-14)


def test_a_large_network_and_the_frequency_p_half_are_left_to_the_factorised_sums():
    large = ModularNetwork(np.arange(23) - 11.0, 46)
    even = ModularNetwork([1.0, -1.0, 1.0, -1.0], 3)
    for net in (large, even):
        assert Waves(net.x, net.initial(0.1)).compiled is None
