"""Signs of differences: True is a proof, so what is not true must never be shown."""

import pytest
from sympy import Dummy, Function, Ge, Integral, Le, Sum, Symbol, sqrt, symbols

from theory.derivation.nonnegative import nonnegative

a, b = symbols("a b", positive=True)
y, z = symbols("y z", real=True)
n = Symbol("n", integer=True, positive=True)
k = Symbol("k", integer=True)
f, g = Function("f"), Function("g")


def test_squares_and_products_of_nonnegative_letters_are_seen():
    assert (
        nonnegative(y**2 + z**2 - 2 * y * z)
        and nonnegative(a * b)
        and nonnegative((y - sqrt(a)) ** 2)
    )
    assert not nonnegative(y) and not nonnegative(y * z) and not nonnegative(a - b)


def test_an_inequality_is_used_in_its_own_direction_only():
    assert nonnegative(b**2 - a**2, (Le(a, b),)) and nonnegative(1 / a - 1 / b, (Ge(b, a),))
    assert not nonnegative(a**2 - b**2, (Le(a, b),)) and not nonnegative(b**2 - a**2)


def test_a_sum_has_the_sign_of_its_summands():
    total = Sum(f(k) ** 3, (k, 1, n)) - a * Sum(f(k) ** 2 * g(k), (k, 1, n))
    assert nonnegative(total, (Ge(f(k), a * g(k)), Ge(g(k), 0)))
    assert not nonnegative(total, (Ge(f(k), g(k)), Ge(g(k), 0)))
    assert not nonnegative(Sum(f(k) ** 2, (k, 1, n)))  # f may be complex


def test_sums_over_different_ranges_are_not_mixed():
    assert not nonnegative(Sum(f(k), (k, 1, 2 * n)) - Sum(g(k), (k, 1, n)), (Le(g(k), f(k)),))


def test_an_integral_that_may_run_backwards_has_no_sign():
    integral = Integral(z**2, (z, a, b))
    assert not nonnegative(integral) and nonnegative(integral, (Le(a, b),))


def test_a_bound_on_a_summand_is_not_put_into_a_square_of_the_sum():
    """f(1) = 1, f(2) = -1 has the sum 0: as if f were one number h for every k, n h
    would come out.
    """
    square = Sum(f(k), (k, 1, n)) ** 2 - Sum(f(k), (k, 1, n)) * Sum(g(k), (k, 1, n))
    assert not nonnegative(square, (Le(g(k), f(k)),))


def test_a_bound_on_a_whole_sum_is_used():
    squares = Sum(f(k) ** 2, (k, 1, n))
    assert nonnegative(a - squares, (Le(squares, a),)) and not nonnegative(
        squares - a, (Le(squares, a),)
    )


@pytest.mark.parametrize("wrong", [y, -a, a - 1, y**2 - 1, a - b, Dummy("q", real=True)])
def test_what_can_be_negative_is_not_shown(wrong):
    assert not nonnegative(wrong) and not nonnegative(wrong, (Le(a, 2 * b), Ge(z, 0)))
