"""What Algorithm 1 leaves open: who has collapsed, where it goes, and where AGF is defined."""

import numpy as np
import pytest

from numerics import (
    AttentionNetwork,
    DiagonalNetwork,
    LinearNetwork,
    ModularNetwork,
    ReluNetwork,
    alternating_gradient_flow,
)
from numerics.network import Dormant
from numerics.steps import collapse


def test_who_is_no_larger_than_at_the_start_has_returned():
    theta, first = np.array([[1e-3, 0], [1e-3 * (1 + 1e-5), 0], [0, 0]]), np.full(3, 1e-3)
    assert collapse.returned(theta, first).tolist() == [True, False, True]


def test_a_step_that_knows_the_minimiser_is_believed_and_one_along_the_flow_is_judged_by_norms():
    theta, first = np.array([[0.1, 0.0], [0.5, 0.0]]), np.full(2, 0.2)
    assert collapse.taken_out(DiagonalNetwork([[1]], [1]), theta, first).tolist() == theta.tolist()
    flowing = AttentionNetwork([[1.0]], 1, 2)
    assert collapse.taken_out(flowing, theta, first).tolist() == [[0, 0], [0.5, 0]]


@pytest.mark.parametrize("kappa", [2, 3])
def test_a_collapsed_neuron_is_back_below_its_threshold_in_the_direction_it_had(kappa):
    class Net:
        pass

    dormant = Dormant(
        np.array([False, True]),
        np.eye(2),
        np.array([0.3, 0.4]),
        np.array([1.0, 2.0]),
        np.full(2, 0.1),
    )
    awake, theta = np.array([[3.0, 4.0], [0.0, 0.0]]), np.zeros((2, 2))
    again = collapse.asleep_again(Net(), dormant, awake, theta, 0.1)
    assert again.mask.all() and again.directions.tolist() == [[0.6, 0.8], [0.0, 1.0]]
    assert again.accumulated == pytest.approx([1.0, 0.4], abs=1e-12)
    assert again.accumulated[0] < dormant.thresholds[0]


@pytest.mark.parametrize(
    "net",
    [
        LinearNetwork([[1.0]], [[1.0]], 3),
        AttentionNetwork([[1.0]], 1, 3),
        ModularNetwork([2, -1, -1], 3),
        ReluNetwork([[1.0, -1.0]], [[1.0, 0.5]], 3),
    ],
    ids=lambda net: type(net).__name__,
)
@pytest.mark.parametrize("alpha", [3.0, "50"])
def test_agf_from_a_large_start_says_that_it_is_not_defined(net, alpha):
    with pytest.raises((ValueError, ArithmeticError), match="alpha"):
        alternating_gradient_flow(net, alpha)


def test_a_neuron_above_its_threshold_is_named():
    with pytest.raises(ValueError, match=r"neuron 1 starts with norm 1.5, expected below 1"):
        collapse.defined("0.9", np.array([0.5, 1.5]))
