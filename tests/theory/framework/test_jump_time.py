"""The threshold and the norm of a neuron beside quadrature of n' = n^(kappa - 1)."""

import pytest
from scipy.integrate import quad
from sympy import Rational

from theory import framework


@pytest.mark.parametrize("degree", [2, 3, 5])
@pytest.mark.parametrize("start", [Rational(1, 10), Rational(4, 5)])
def test_the_threshold_is_the_integral_up_to_one(start, degree):
    expected = quad(lambda n: n ** (1 - degree), float(start), 1)[0]
    assert float(framework.threshold(start, degree)) == pytest.approx(expected, rel=1e-10)


@pytest.mark.parametrize("degree", [2, 3, 5])
def test_the_norm_after_so_much_utility_solves_the_integral(degree):
    start, utility, rate = Rational(1, 2), Rational(1, 8), 2
    reached = float(framework.norm_after(utility, rate, start, degree))
    used = quad(lambda n: n ** (1 - degree), 0.5, reached)[0]
    assert used == pytest.approx(rate / 8, rel=1e-10)


@pytest.mark.parametrize("degree", [2, 4])
def test_at_the_threshold_the_norm_is_one(degree):
    start = Rational(1, 3)
    reached = framework.norm_after(framework.threshold(start, degree), 1, start, degree)
    assert float(reached) == pytest.approx(1, rel=1e-14)
