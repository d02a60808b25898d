"""A measured number has an error that comes from what produced it; nothing is judged relative to
itself.
"""

from fractions import Fraction

import mpmath
import pytest
import sympy as sp
from flint import arb

from checks.methods.measured import (
    Measured,
    Unsettled,
    alone,
    as_ball,
    between,
    enclosed,
    exact,
    is_exact,
    sized,
    total,
)


def test_the_ball_of_a_cancelled_sum_is_as_wide_as_its_terms():
    cancelled = total([1e8, -1e8, 1e-9])
    assert cancelled.size == pytest.approx(2e8) and cancelled.ball(1e-15).contains(0)
    assert not alone(1e-9).ball(1e-15).contains(0)


def test_a_number_computed_twice_is_known_to_four_times_the_distance():
    ball = between(1.0, 1.001).ball(0.0)
    assert ball.contains(arb(1.001 - 0.0039)) and not ball.contains(arb(1.001 - 0.0041))


def test_a_coarse_measurement_settles_nothing():
    with pytest.raises(Unsettled, match="measured only to 6.0e-02, of a size 1.0e"):
        Measured(0.5, 1.0, 0.06).ball(1e-12)
    Measured(0.5, 1.0, 0.04).ball(1e-12)


@pytest.mark.parametrize("size, error", [(-1, 0), (1, -1)])
def test_sizes_and_errors_are_not_negative(size, error):
    with pytest.raises(ValueError, match="expected numbers >= 0"):
        Measured(1.0, size, error)


def test_what_is_stored_is_enclosed_to_the_last_bit():
    assert as_ball(Fraction(1, 3)).contains(arb(1) / 3)
    with mpmath.workdps(60):
        tenth = mpmath.mpf("0.1")
    assert as_ball(-tenth) < 0 and as_ball(0.5) == arb("0.5") and as_ball(7) == 7


def test_exact_numbers_and_balls_are_what_they_are():
    assert is_exact(3) and is_exact(Fraction(1, 2)) and is_exact(sp.pi) and not is_exact(0.5)
    assert exact(arb(1)) and not exact(mpmath.mpf(1))
    assert sized({"a": 2, "b": 0.5}, 3.0) == {"a": 2, "b": Measured(0.5, 3.0)}


def test_a_float_without_an_error_is_refused_also_as_a_value_of_a_function():
    with pytest.raises(TypeError, match="a number without an error"):
        enclosed("x", 0.5, 1e-12)
    with pytest.raises(TypeError, match="a number without an error"):
        enclosed("f", lambda t: 0.5, 1e-12)(1.0)
    assert enclosed("f", lambda t: alone(t), 1e-12)(2.0).contains(2)
