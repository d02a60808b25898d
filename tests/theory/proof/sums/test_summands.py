"""Sums taken apart by monomials; what is false is not shown."""

from __future__ import annotations

import pytest

from tests.theory.proof.evaluate import confirmed
from theory.proof.rules import Refused, assume
from theory.proof.sums.summands import evaluated
from theory.proof.tactics import bound, ring, total
from theory.proof.tactics.angles import cos
from theory.proof.terms import INT, ONE, REAL, eq, function, le, lt, var

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
    assert confirmed(theorem, tries=50) > 10
    with pytest.raises(Refused):
        ring(eq(theorem.conclusion.args[0], value + c), theorem)


def test_a_summand_is_rewritten_and_its_sums_are_evaluated():
    known = assume(eq(total(1, n, lambda k: f(k)), a))
    theorem = evaluated(lambda k: 2 * f(k) * cos(b), 1, n, some, lambda k: (), [known])
    assert ring(eq(theorem.conclusion.args[1], 2 * a * cos(b)))
