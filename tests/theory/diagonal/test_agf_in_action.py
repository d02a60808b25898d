"""Where the accumulated utility is one, and how far AGF is from its limit."""

import mpmath
import pytest
from sympy import Rational

from theory import diagonal


@pytest.mark.parametrize("rate", [1, 10, Rational(1, 2)])
def test_at_the_boundary_the_accumulated_utility_is_one(rate):
    # S = log cosh(2 eta sigma)/(2 eta)
    sigma = mpmath.mpf(str(diagonal.boundary(rate).evalf(30)))
    assert float(mpmath.log(mpmath.cosh(2 * float(rate) * sigma)) / (2 * float(rate))) == (
        pytest.approx(1, rel=1e-12)
    )


def test_the_factor_is_the_boundary_at_the_rate_of_the_scale_and_tends_to_one():
    with mpmath.workdps(60):
        alpha = mpmath.mpf(1) / 1000
        rate = -mpmath.log(mpmath.sqrt(2) * alpha)  # cosh(2 eta A) = exp(2 eta) = 1/(2 alpha^2)
        expected = mpmath.acosh(1 / (2 * alpha**2)) / (2 * rate)
        found = mpmath.mpf(str(diagonal.jump_factor(Rational(1, 1000)).evalf(40)))
        assert abs(found / expected - 1) < mpmath.mpf(10) ** -35
    far = [float(diagonal.jump_factor(Rational(1, 10**n)).evalf(30)) - 1 for n in (10, 20, 40)]
    # log(2)/(2 eta) above one, with eta = -log(alpha) to leading order
    assert [gap * 2 * n * mpmath.log(10) / mpmath.log(2) for gap, n in zip(far, (10, 20, 40))] == (
        pytest.approx([1, 1, 1], abs=0.03)
    )
