"""Networks from their definition: slopes at a saddle, orders of vanishing, what the flow keeps."""

from fractions import Fraction

import pytest

from checks.framework.networks import (
    lowest_order,
    lowest_order_attained,
    parameter_count,
    saddle_gradients,
    scaled_utility,
)
from checks.framework.neuron import Neuron
from checks.methods.check import Effort, Rejected
from theory import framework as paper

ONE, TWO, ZERO = Fraction(1), Fraction(2), Fraction(0)


def observed(prop, instance):
    return list(prop.observe(instance, Effort()))


def test_at_a_saddle_the_active_neuron_has_the_slopes_of_the_network_without_the_dormant_one():
    # One point x = (1, 0), y = (1, 0), f = a w^2: of a = (1, 0), w = (2, 0) the residual is
    # 1 - 4, and dL/da_1 = -(1 - 4) 4, dL/dw_1 = -(1 - 4) 2 a w.
    network = {
        "sigma": "square",
        "a": [[ONE, ONE], [ONE, ZERO]],
        "w": [[ONE, ONE], [TWO, ZERO]],
        "x": [[ONE, ZERO]],
        "y": [[ONE, ZERO]],
    }
    seen = observed(saddle_gradients, network)
    active = [float(one[paper.grad_active].value) for one in seen]
    assert active == pytest.approx([12, 0, 12, 0], abs=1e-15)
    assert [float(one[paper.grad_restricted].value) for one in seen] == pytest.approx(active)
    assert [float(one[paper.grad_dormant].value) for one in seen] == pytest.approx([0] * 4)


@pytest.mark.parametrize(
    "name, data, order",
    [("tanh", [(1, 1)], 2), ("tanh", [(1, 1), (-1, 1)], None), ("z^2", [(1, 1)], 3),
     ("z + z^2", [(1, 1), (-1, 1)], 3), ("1 - cos", [(2, 1)], 3), ("z^3", [(1, 2)], 4)],
)  # fmt: skip
def test_the_order_is_that_of_the_first_term_that_the_data_leave(name, data, order):
    if order is None:  # odd, on data that cancel: nothing is left
        with pytest.raises(Rejected, match="vanishes identically"):
            observed(lowest_order, (name, 1, data))
    else:
        assert observed(lowest_order, (name, 1, data)) == [{paper.order: order}]


def test_data_that_cancel_the_linear_term_are_not_generic():
    with pytest.raises(Rejected, match="not generic"):
        observed(lowest_order_attained, ("z + z^2", 1, [(1, 1), (-1, 1)]))


def test_a_neuron_has_its_inputs_and_its_outputs():
    assert observed(parameter_count, (3, 2))[0][paper.size] == 5


def test_a_utility_of_degree_three_has_eight_times_its_value_at_twice_the_neuron():
    neuron = Neuron("power", 2, (ONE, TWO), 1, (((ONE,), (Fraction(1, 2),)),), ONE)
    (seen,) = observed(scaled_utility, (neuron, TWO))
    # a w^2 r = 1 * 4 / 2
    assert float(seen[paper.U].value) == 2 and float(seen[paper.U_scaled].value) == 16
