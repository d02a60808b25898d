"""Exact numbers are shown as fractions and radicals, and nothing else is."""

from fractions import Fraction

import pytest
import sympy as sp

from checks.methods.balls import judge
from checks.methods.measured import alone
from checks.methods.written import as_written, side_in_numbers

x, y = sp.symbols("x y", real=True)
f, i = sp.Function("f"), sp.Symbol("i", integer=True)


@pytest.mark.parametrize(
    "value, text",
    [
        (Fraction(1, 3), "1/3"),
        (7, "7"),
        (sp.sqrt(2) / 2, "sqrt(2)/2"),
        (sp.sqrt(3 + 2 * sp.sqrt(2)), "1 + sqrt(2)"),
        (sp.cos(1), None),
        (sp.log(2), None),
        (sp.I, None),
        (0.5, None),
        (alone(0.5), None),
    ],
)
def test_only_what_is_exact_is_written(value, text):
    assert as_written(value) == text


def test_a_side_is_a_number_only_where_everything_in_it_is_exact():
    assert side_in_numbers(x**2 + y, {x: Fraction(1, 2), y: 1}) == sp.Rational(5, 4)
    assert side_in_numbers(x + y, {x: 1}) is None
    assert side_in_numbers(x, {x: alone(1.0)}) is None
    assert side_in_numbers(1 / x, {x: 0}) is None
    total = sp.Sum(f(i), (i, 1, 3))
    assert side_in_numbers(total, {f: lambda n: Fraction(1, round(n))}) == sp.Rational(11, 6)
    assert side_in_numbers(total, {f: lambda n: alone(1.0)}) is None


def test_a_refutation_shows_the_whole_number_and_not_a_part_of_a_decimal():
    found = judge(sp.Eq(x**2, 2 * y), {x: sp.sqrt(2) / 2, y: Fraction(1, 2)})
    assert (found.sides, found.means) == ("x**2 = 1/2, 2*y = 1", "exact")
