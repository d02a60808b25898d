"""Sums taken apart by monomials, angles by addition; what is false is not shown."""

from __future__ import annotations

import pytest

from theory.proof.rules import Refused, assume
from theory.proof.sums.summands import evaluated
from theory.proof.tactics import bound, ring, total
from theory.proof.tactics.angles import circle, cos, rewritten, sin, spread
from theory.proof.terms import INT, ONE, REAL, call, eq, function, le, lt, num, var

a, b, c = map(var, "abc")
n = var("n", INT)
f, g = function("f", INT, REAL), function("g", INT, REAL)
some = bound(le(ONE, n + 1), (), [[assume(lt(0, n))]])


def test_what_does_not_speak_of_the_index_comes_out_of_a_sum():
    theorem = evaluated(lambda k: (a * f(k) + b) ** 2 + c * g(k), 1, n, some)
    squares = total(1, n, lambda k: f(k) ** 2)
    lines = total(1, n, lambda k: f(k))
    others = total(1, n, lambda k: g(k))
    value = a**2 * squares + 2 * a * b * lines + b**2 * n + c * others
    assert ring(eq(theorem.conclusion.args[0], value), theorem)
    with pytest.raises(Refused):
        ring(eq(theorem.conclusion.args[0], value + c), theorem)


def test_a_summand_is_rewritten_and_its_sums_are_evaluated():
    known = assume(eq(total(1, n, lambda k: f(k)), a))
    theorem = evaluated(lambda k: 2 * f(k) * cos(b), 1, n, some, lambda k: (), [known])
    assert ring(eq(theorem.conclusion.args[1], 2 * a * cos(b)))


def test_a_cosine_of_a_combination_of_angles_is_a_polynomial():
    whole = spread(2 * (a - b), [(2, a), (-2, b)])[0]
    once = spread(a - b, [(1, a), (-1, b)])[0]
    double = eq(cos(2 * (a - b)), 2 * cos(a - b) ** 2 - 1)
    assert ring(double, whole, once, circle(a), circle(b))
    with pytest.raises(Refused):
        ring(eq(cos(2 * (a - b)), 2 * cos(a - b) ** 2), whole, once, circle(a), circle(b))


def test_an_angle_that_is_not_the_combination_given_is_refused():
    with pytest.raises(Refused):
        spread(a + b, [(1, a), (-1, b)])


def test_rewriting_with_an_equation_that_says_nothing_ends():
    same = ring(eq(sin(a), sin(a)))
    assert rewritten(sin(a) + num(1), [same]).conclusion.args[1] is not None
    assert call("sin", a) is sin(a)
