"""The printed recursion of the waiting times, unrolled by hand."""

from fractions import Fraction

from sympy import Function

from theory import linear

WAITS = {1: Fraction(1, 4), 2: Fraction(1, 3)}
SIGMA = {(1, 0): 4, (2, 0): 2, (3, 0): 1, (1, 1): 3, (2, 1): 1, (1, 2): 2}


def value(expression):
    names = {"Delta_tau": lambda k: WAITS[int(k)], "sigma": lambda i, k: SIGMA[int(i), int(k)]}
    called = expression.doit().replace(
        lambda e: e.func.__name__ in names, lambda e: names[e.func.__name__](*e.args)
    )
    return Fraction(int(called.p), int(called.q))


def test_each_wait_is_what_the_modes_before_it_left_over():
    sigma = Function("sigma")
    wait = [linear.waiting_time(linear.delta, sigma, k) for k in (1, 2, 3)]
    assert value(wait[0]) == Fraction(1, 4)  # 1/sigma_1^(0)
    assert value(wait[1]) == (1 - 2 * WAITS[1]) / 3  # sigma_2^(0) has worked for the first wait
    assert value(wait[2]) == (1 - 1 * WAITS[1] - 1 * WAITS[2]) / Fraction(2)
