"""The Taylor method on python-flint, where the dual equation is solved by hand."""

import mpmath
import numpy as np
import pytest

from numerics.arithmetic import Arithmetic
from numerics.diagonal.arb_engine import ArbEngine

DIGITS = 40


def exact(*values):
    with mpmath.workdps(DIGITS + 10):
        return np.array([mpmath.mpf(value) for value in values], dtype=object)


def test_without_a_covariance_the_state_moves_in_a_straight_line():
    engine = ArbEngine(exact(0).reshape(1, 1), exact("0.25"), DIGITS)
    with mpmath.workdps(DIGITS + 10):  # as whoever follows a flow works
        chunk = engine.advance(exact("0.1"), exact(-80), exact(-80), mpmath.mpf(2), 0.25)
        assert abs(chunk.end[0] - mpmath.mpf("0.6")) < mpmath.mpf(10) ** -(DIGITS - 2)


def test_one_coordinate_obeys_its_equation_between_the_knots():
    """x' = h - sinh(2 x) for Sigma = 1 and a = b = 0, which the difference quotient shows."""
    engine = ArbEngine(exact(1).reshape(1, 1), exact("0.3"), DIGITS)
    chunk = engine.advance(exact(0), exact(0), exact(0), mpmath.mpf(1), 1.0)
    with mpmath.workdps(DIGITS + 10):
        step = mpmath.mpf(10) ** -12
        before, now, after = (
            chunk.at(np.array([mpmath.mpf("0.4") + sign * step], dtype=object))[0, 0]
            for sign in (-1, 0, 1)
        )
        slope = (after - before) / (2 * step)
        assert abs(slope - (mpmath.mpf("0.3") - mpmath.sinh(2 * now))) < mpmath.mpf(10) ** -20


@pytest.mark.parametrize("digits", [30, 60])
def test_it_promises_the_digits_that_are_asked_for(digits):
    engine = ArbEngine(exact(1).reshape(1, 1), exact(1), digits)
    assert engine.eps == Arithmetic(digits).eps and engine.stride == 3 * digits
