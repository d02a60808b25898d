"""The compiled gradient, and the batch along a curve, against the network's own."""

import numpy as np
import pytest

from numerics import AttentionNetwork
from numerics.flow import along


@pytest.mark.parametrize("d, heads", [(1, 1), (2, 3), (4, 5)])
def test_the_compiled_gradient_is_the_gradient(d, heads):
    draw = np.random.default_rng(d)
    root = draw.normal(size=(d, d))
    work = AttentionNetwork(root @ root.T + np.eye(d), 3, heads).rotated
    theta = draw.normal(size=(heads, 2 * d + 1))
    fast = work.flat_gradient(-2.0, heads)
    assert fast(theta.ravel()) == pytest.approx(-2 * work.gradient(theta).ravel(), rel=1e-12)


def test_one_batch_is_one_by_one():
    draw = np.random.default_rng(0)
    net = AttentionNetwork(np.diag([1.0, 0.5]), 4, 3)
    rows = draw.normal(size=(7, 3, 5))
    losses, squares = along(net, rows)
    assert losses == pytest.approx([net.loss(row) for row in rows], rel=1e-13)
    assert squares == pytest.approx([np.sum(net.gradient(row) ** 2) for row in rows], rel=1e-13)
