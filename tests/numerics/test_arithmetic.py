"""One set of operations: doubles to 16 digits, mpmath beyond, each exact in what it takes."""

from fractions import Fraction

import flint
import mpmath
import numpy as np
import pytest

from numerics.arithmetic import Arithmetic, to_mpf


def test_up_to_16_digits_an_array_holds_doubles_and_beyond_mpmath_numbers():
    assert Arithmetic(16).array([1]).dtype == float and Arithmetic(17).array([1]).dtype == object
    assert (Arithmetic(16).double, Arithmetic(17).double) == (True, False)


@pytest.mark.parametrize("digits", [17, 30, 100])
def test_a_fraction_is_taken_to_all_digits_and_a_float_at_its_binary_value(digits):
    arithmetic = Arithmetic(digits)
    with arithmetic.working():
        third, tenth = arithmetic.array([Fraction(1, 3), 0.1])
        assert abs(3 * third - 1) <= mpmath.mpf(10) ** -digits
        assert tenth == mpmath.mpf(0.1) != mpmath.mpf("0.1")


@pytest.mark.parametrize("digits", [16, 30, 50])
def test_exp_and_log_have_the_digits_of_a_longer_computation(digits):
    arithmetic = Arithmetic(digits)
    with arithmetic.working():
        e = arithmetic.exp(arithmetic.array(["1"] if digits > 16 else [1.0]))[0]
        two = arithmetic.log(arithmetic.number(2))
    with mpmath.workdps(digits + 30):
        assert abs(mpmath.mpf(e) - mpmath.e) < mpmath.mpf(10) ** (1 - digits)
        assert abs(mpmath.mpf(two) - mpmath.log(2)) < mpmath.mpf(10) ** (1 - digits)


def test_the_spacing_near_one_is_that_of_the_numbers():
    assert Arithmetic().eps == np.finfo(float).eps
    assert Arithmetic(30).eps == mpmath.mpf(10) ** -30


def test_the_midpoint_of_a_ball_is_not_rounded():
    with flint.ctx.workprec(300):
        ball = flint.arb(2).sqrt()
    with mpmath.workdps(80):
        assert abs(to_mpf(ball) ** 2 - 2) < mpmath.mpf(10) ** -79
