"""Taylor steps of the transformer's flow: their coefficients, their steps, their state."""

import numpy as np
import pytest

from numerics import AttentionNetwork
from numerics.attention import compiled
from numerics.attention.taylor import LEAP, ORDER, TaylorSteps


def made(values, context, heads, theta, until=np.inf, most=1):
    steps = TaylorSteps(*compiled.coefficients(np.array(values), context), heads)
    return steps.advance(theta.ravel(), 0.0, until, 1.0, most)


@pytest.mark.parametrize("d, heads", [(1, 1), (2, 3), (3, 2)])
def test_the_series_solves_the_equation_within_its_step(d, heads):
    values = np.linspace(1.0, 0.4, d)
    theta = np.random.default_rng(d).normal(size=(heads, 2 * d + 1)) / 3
    knots, series, _ = made(values, 3, heads, theta)
    powers = knots[1] * 0.7
    at = powers ** np.arange(ORDER + 1) @ series[0]
    slope = (np.arange(1, ORDER + 1) * powers ** np.arange(ORDER)) @ series[0, 1:]
    net = AttentionNetwork(np.diag(values), 3, heads)
    assert slope == pytest.approx(-net.gradient(at.reshape(theta.shape)).ravel(), abs=1e-13)


def test_an_aligned_head_is_a_series_known_in_closed_form():
    # V = Q = K = y with y' = y^2 (1 - 3 y^3): the first coefficients by hand
    y = 0.1
    _, series, _ = made([1.0], 1, 1, np.full((1, 3), y))
    first = y**2 * (1 - 3 * y**3)
    second = (2 * y - 15 * y**4) * first / 2
    assert series[0, 1] == pytest.approx(np.full(3, first), rel=1e-14)
    assert series[0, 2] == pytest.approx(np.full(3, second), rel=1e-14)


def test_a_small_head_is_held_to_its_own_size():
    theta = np.vstack([np.full(3, 0.5), 1e-9 * np.ones(3)])
    knots, series, _ = made([1.0], 1, 2, theta, most=3)
    for n, h in enumerate(np.diff(knots)):
        head = np.abs(series[n].reshape(ORDER + 1, 2, 3)).max(axis=2)
        assert np.all(head[ORDER] * h**ORDER <= np.exp(-2 * ORDER) * 1.01 * head[0])
    assert LEAP == pytest.approx(np.exp(2))


def test_steps_end_at_the_time_asked_for_and_a_flow_at_rest_ends_somewhere():
    theta = np.full((1, 3), 0.1)
    knots, _, end = made([1.0], 1, 1, theta, until=0.5, most=50)
    assert knots[-1] == 0.5 and np.all(end > theta[0])
    knots, series, end = made([1.0], 1, 1, np.zeros((1, 3)), most=4)
    assert knots.tolist() == [0, 1, 3, 7, 15] and not end.any()
