"""Arguments are refused in one line that names them."""

import mpmath
import numpy as np
import pytest

from theory import attention, diagonal, linear, modular
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


NO_NUMBERS = [
    "1001",
    b"1001",
    {0: [1, 0], 1: [0, 2]},
    {(1, 0), (0, 2)},
    ["10", "02"],
    [[1, 0], "02"],
]
MASKED = np.ma.array([[3.0, 0.0], [0.0, 1.0]], mask=[[False, True], [True, False]])
PREDICTED = {
    "X": lambda a: diagonal.staircase(a, [1, 2]),
    "B": lambda a: linear.staircase(a, [[3, 0], [0, 1]]),
    "Sigma": lambda a: linear.staircase([[1, 0], [0, 2]], a),
    "Sigma of a head": lambda a: attention.staircase(a, 3),
}


@pytest.mark.parametrize("name", PREDICTED)
@pytest.mark.parametrize("value", NO_NUMBERS, ids=repr)
def test_text_is_no_row_of_digits_and_a_mapping_or_a_set_no_matrix(name, value):
    with pytest.raises(ValueError, match=f"^{name.split()[0]}.* is .*: expected "):
        PREDICTED[name](value)


@pytest.mark.parametrize("name", PREDICTED)
def test_what_is_masked_is_not_taken_for_what_lies_under_the_mask(name):
    with pytest.raises(ValueError, match=rf"^{name.split()[0]}\[0\] has masked entries"):
        PREDICTED[name](MASKED)


@pytest.mark.parametrize("value", ["12", b"12", {1: 0, 2: 0}, {1, 2}], ids=repr)
def test_a_vector_is_a_sequence_of_numbers(value):
    with pytest.raises(ValueError, match=r"^y is .*: expected n targets"):
        diagonal.staircase([[1, 0], [0, 1]], value)
    with pytest.raises(ValueError, match=r"^x is .*: expected a vector of p numbers"):
        modular.staircase(value)
    with pytest.raises(ValueError, match="^x has masked entries"):
        modular.staircase(np.ma.array([2.0, -1.0, -1.0], mask=[False, True, False]))


@pytest.mark.parametrize("context", [0, True, 1.5, "3", None, np.ma.masked], ids=repr)
def test_a_context_is_a_whole_number(context):
    with pytest.raises(ValueError, match=r"^context is .*: expected a whole number >= 1"):
        attention.staircase([[2, 0], [0, 1]], context)
