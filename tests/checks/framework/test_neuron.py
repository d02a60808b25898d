"""One neuron from its definition: its differences are derivatives, its flow is the flow."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings

from checks.framework import neuron
from checks.methods.check import Rejected

ONE = neuron.Neuron(
    "power",
    2,
    (Fraction(1, 2), Fraction(3)),
    1,
    (((Fraction(2),), (Fraction(1, 3),)),),
    Fraction(2),
)  # U = a (2 w)^2/3


def test_the_gradient_by_differences_is_the_derivative_of_the_utility():
    with mpmath.workdps(60):
        a, w = ONE.start()
        slopes = ONE.gradient([a, w])
        assert mpmath.almosteq(slopes[0], 4 * w**2 / 3, 1e-35)
        assert mpmath.almosteq(slopes[1], 8 * a * w / 3, 1e-35)


@settings(max_examples=10)
@given(neuron.neurons())
def test_the_majorant_bounds_the_utility_and_the_gradient(drawn):
    with mpmath.workdps(60):
        large = drawn.majorant
        theta, above = drawn.start(), large.start()
        assert abs(drawn.utility(theta)) <= large.utility(above) * (1 + mpmath.mpf(10) ** -50)
        for one, most in zip(drawn.gradient(theta), large.gradient(above)):
            assert abs(one) <= most + mpmath.mpf(10) ** -15


def test_the_radial_rate_is_kappa_times_the_utility_over_the_norm():
    """Euler's identity: theta . grad U = kappa U, here by differences on both sides."""
    seen = neuron.polar(ONE)
    with mpmath.workdps(60):
        utility = ONE.utility(seen.theta)
        assert mpmath.almosteq(seen.rate_norm * seen.norm, 2 * 3 * utility, 1e-30)


def test_a_neuron_on_its_kink_is_no_instance():
    at_kink = neuron.Neuron("relu power", 1, (Fraction(1), Fraction(0)), 1, ONE.data, Fraction(1))
    with pytest.raises(Rejected, match="kink"):
        neuron.polar(at_kink)


def test_a_flow_keeps_its_imbalance_and_says_where_it_blows_up():
    """U = a w^2: 2 a^2 - w^2 is conserved."""
    state = neuron.monomial_flow(2, (0.3, 0.4))
    a, w = state(0.5)
    assert 2 * a**2 - w**2 == pytest.approx(2 * 0.09 - 0.16, abs=1e-10)
    assert state(0).tolist() == [0.3, 0.4]
    with pytest.raises(Rejected, match="blows up"):
        state(1e3)


@pytest.mark.parametrize("degree", [1, 2, 5])
def test_the_largest_utility_of_a_direction_is_where_it_no_longer_turns(degree):
    angle, value = neuron.monomial_maximum(degree)
    assert np.tan(angle) == pytest.approx(np.sqrt(degree), rel=1e-6)
    assert neuron.turning(degree, angle) == pytest.approx(0, abs=1e-6)
    assert value == pytest.approx(degree ** (degree / 2) / (degree + 1) ** ((degree + 1) / 2))


@pytest.mark.parametrize("degree, size", [(1, 1e-3), (2, 1e-2)])
def test_an_aligned_neuron_jumps_when_its_accumulated_utility_is_the_threshold(degree, size):
    angle, value = neuron.monomial_maximum(degree)
    time, accumulated = neuron.along_jump(degree, angle, size, 1.0)
    threshold = -np.log(size) if degree == 1 else (size ** (1 - degree) - 1) / (degree - 1)
    assert accumulated == pytest.approx(threshold, rel=1e-8)
    assert time == pytest.approx(threshold / ((degree + 1) * value), rel=1e-6)
