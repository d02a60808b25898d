"""Thresholds of freshly drawn heads, against the closed form of their expectation."""

from fractions import Fraction

import mpmath
import pytest

from checks.attention import initial_scale
from checks.methods.check import Effort
from theory import attention as paper


@pytest.mark.parametrize("d", [1, 4, 31])
def test_the_expected_threshold_has_the_closed_form_of_the_erratum(d):
    alpha = Fraction(1, 50)
    with mpmath.workdps(20):
        exact = mpmath.gamma(d) / (mpmath.sqrt(2 * mpmath.mpf(1) / 50) * mpmath.gamma(d + 0.5)) - 1
        assert abs(initial_scale.expected_threshold(d, alpha) - exact) < mpmath.mpf(10) ** -14


def test_its_order_in_alpha_is_one_half():
    (seen,) = initial_scale.order_of_threshold(3, Effort())
    order = seen[paper.rate_order]
    assert abs(order.value + 0.5) <= order.error + 1e-14 and order.error < 1e-9
