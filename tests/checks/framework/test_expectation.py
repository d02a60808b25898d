"""The expectation of the threshold. With as many outputs as inputs |theta|^2/alpha^2 is one gamma
variable of shape and rate c, whose moments are known by hand.
"""

from fractions import Fraction

import mpmath
import numpy as np
import pytest

from checks.framework import expectation
from checks.framework.expectation import Degrees, expected_threshold, log_norm_density
from checks.methods.check import Effort
from theory import framework as paper
from theory.notation import alpha, c, d, kappa

HALF = Fraction(1, 2)


@pytest.mark.parametrize("outputs, inputs", [(1, 1), (2, 5), (4, 1)])
def test_the_density_has_mass_one_and_mean_one(outputs, inputs):
    density = log_norm_density(outputs, inputs, 15)
    cuts = [-60, -10, -3, 0, 1, 2, 4]
    assert mpmath.quad(density, cuts) == pytest.approx(1)
    # |a|^2 and |w|^2 have the mean alpha^2/2 each
    assert mpmath.quad(lambda z: mpmath.exp(z) * density(z), cuts) == pytest.approx(1)


@pytest.mark.parametrize("size", [1, 3])
def test_equal_layers_have_the_density_of_one_gamma_variable(size):
    density = log_norm_density(size, size, 15)
    for z in (-2.0, 0.0, 0.7):
        s = np.exp(z)
        gamma = size**size * s**size * np.exp(-size * s) / float(mpmath.gamma(size))
        assert float(density(mpmath.mpf(z))) == pytest.approx(gamma)


@pytest.mark.parametrize("size, scale", [(2, HALF), (3, Fraction(1, 10)), (5, Fraction(3, 2))])
def test_for_degree_four_the_mean_is_that_of_an_inverse_gamma_variable(size, scale):
    found = expected_threshold(4, size, size, scale)
    exact = (size / (size - 1) / float(scale) ** 2 - 1) / 2
    assert float(found) == pytest.approx(exact, rel=1e-12)
    assert abs(float(found) - exact) <= found.error + 1e-12 * found.size


def test_for_degree_two_the_mean_is_a_logarithm_and_a_digamma():
    # E log s = psi(1) = -gamma for the exponential distribution
    found = expected_threshold(2, 1, 1, HALF)
    assert float(found) == pytest.approx(np.log(2) + np.euler_gamma / 2, rel=1e-12)


def test_for_unequal_layers_the_mean_is_that_of_a_sample():
    draw, size = np.random.default_rng(0), 400_000
    squares = (draw.normal(size=size) ** 2) / 2 + (draw.normal(size=(4, size)) ** 2).sum(axis=0) / 8
    sample = 1 / np.sqrt(squares) / 0.5 - 1  # degree three, alpha = 1/2
    error = sample.std() / np.sqrt(size)
    assert abs(float(expected_threshold(3, 1, 4, HALF)) - sample.mean()) < 5 * error


@pytest.mark.parametrize("outputs, inputs", [(1, 1), (2, 3)])
def test_the_expectation_is_finite_below_the_number_of_weights_and_two_more(outputs, inputs):
    first = outputs + inputs + 2
    for degree in (first - 1, first, first + 1):
        seen = expectation.finite_expectation.observe((degree, outputs, inputs), Effort())
        values = [one.values for one in seen]
        # and once more at the first degree at which it is not
        assert [one[kappa] for one in values] == list(dict.fromkeys((degree, first)))
        assert [one[paper.finite] for one in values] == [int(one[kappa] < first) for one in values]
        assert {(one[c], one[d]) for one in values} == {(outputs, inputs)}


@pytest.mark.parametrize("degree, power, finite", [(4, -1, 0), (3, 0, 1), (5, -2, 0)])
def test_near_the_origin_a_power_law_decides(degree, power, finite):
    one = Degrees(degree, 1, 1)
    assert str(one) == f"the integral of r^{power} from 0 to 1, r the norm"
    (seen,) = expectation._at_the_origin(one, Effort())
    assert (seen[paper.finite], seen[kappa]) == (finite, degree)


def test_beside_the_expectation_stands_what_the_claim_does_not_speak_of():
    seen = list(expectation.expectation_by_quadrature.observe((4, 2, 2, HALF), Effort()))
    assert [(one[kappa], one[alpha]) for one in seen] == [
        (4, HALF),
        (2, HALF),
        (6, HALF),
        (7, HALF),
        (4, 1),
        (4, Fraction(3, 2)),
    ]
    assert float(seen[0][paper.expected]) == pytest.approx((2 * 4 - 1) / 2)
    # an infinite expectation is shown as what lies above a small norm: it grows with the degree
    assert float(seen[3][paper.expected]) > 100 * float(seen[2][paper.expected]) > 100


def test_the_quadratic_expectation_at_alpha_one_is_half_of_eulers_constant():
    seen = list(expectation.expectation_by_quadrature_quadratic.observe((1, HALF), Effort()))
    logs = [np.log(2), 0, np.log(2 / 3)]
    assert [float(one[paper.expected]) for one in seen] == pytest.approx(
        [log + np.euler_gamma / 2 for log in logs]
    )
    assert [one[d] for one in seen] == [1, 1, 1]
