"""Arguments are refused in one line that names them."""

import mpmath
import pytest

from theory.validate import MOST_DIGITS, abbreviated, exact_fraction, too_long, whole_digits


@pytest.mark.parametrize("length", [0, 77, 78, 79, 80, 5000])
def test_a_value_in_a_message_is_one_line_of_at_most_80_characters(length):
    text = abbreviated("ab\n" * length)
    assert "\n" not in text and len(text) <= 80


def test_a_short_value_is_shown_whole():
    assert abbreviated([1, 2]) == "[1, 2]" and abbreviated("x" * 78) == repr("x" * 78)


@pytest.mark.parametrize("digits", [True, 0, -1, 1.0, "3", None, MOST_DIGITS + 1])
def test_digits_are_a_whole_number_in_range(digits):
    with pytest.raises(ValueError, match="^digits is .*: expected a whole number between 1 and"):
        whole_digits(digits)


def test_the_ends_of_the_range_are_in_it():
    assert (whole_digits(1), whole_digits(MOST_DIGITS)) == (1, MOST_DIGITS)


def test_what_would_be_written_out_for_hours_is_too_long():
    with mpmath.workdps(15):
        huge, usual = mpmath.mpf(10) ** 200_000, mpmath.mpf(10) ** -1000
    assert too_long(huge) and not too_long(usual)
    assert too_long("1e200000") and not too_long("1e-99999") and not too_long(0.5)


@pytest.mark.parametrize("number", ["nan", "inf", "-inf"])
def test_what_is_not_finite_has_no_exact_value(number):
    for value in (mpmath.mpf(number), float(number), number):
        with pytest.raises((ValueError, ArithmeticError)):
            exact_fraction(value)


def test_a_number_of_mpmath_is_the_binary_number_it_is():
    assert exact_fraction(mpmath.mpf(-3) / 8) == -3 / 8 and exact_fraction(mpmath.mpf(0)) == 0
