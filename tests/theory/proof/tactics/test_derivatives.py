"""Derivatives by the axioms along a term: true by difference quotients, refused without a side."""

import pytest

from tests.theory.proof.evaluate import confirmed
from theory.proof.rules import Refused, assume
from theory.proof.tactics import NotShown, deriv, derivative, slope_is, with_slope
from theory.proof.terms import REAL, call, eq, function, lt, var

a, t = var("a"), var("t")
BODIES = [
    lambda s: a * s**3 - 2 * s,
    lambda s: call("exp", a * s) * call("sin", s),
    lambda s: call("cosh", s) ** 2 - call("sinh", a * s),
    lambda s: call("cos", s**2) + a**0 * s**0,
]


@pytest.mark.parametrize("body", BODIES)
def test_a_slope_is_the_limit_of_difference_quotients(body):
    theorem = derivative(body, t - 1, t + 1, t)
    assert not theorem.hypotheses and confirmed(theorem, tries=20) == 20


def test_inverse_logarithm_and_root_ask_where_they_are_defined():
    above = assume(lt(0, t))
    for name in ("inv", "log", "sqrt"):
        theorem = derivative(lambda s, name=name: call(name, s), 0, t + 1, t, side=[above])
        assert theorem.hypotheses == {above.conclusion} and confirmed(theorem, tries=20) > 5
        with pytest.raises(NotShown):
            derivative(lambda s, name=name: call(name, s), 0, t + 1, t)


def test_a_slope_is_written_otherwise_where_an_equation_says_so():
    slope = derivative(lambda s: s**2, 0, 1, t)
    assert with_slope(slope, 2 * t).conclusion is deriv(0, 1, t, 2 * t, lambda s: s**2)
    found = slope_is(slope, assume(eq(slope.conclusion.args[3], a)))
    assert found.conclusion is deriv(0, 1, t, a, lambda s: s**2)
    with pytest.raises(Refused):
        with_slope(slope, 3 * t)
    with pytest.raises(Refused):
        slope_is(slope, assume(eq(t, a)))


def test_a_letter_without_a_known_slope_has_none():
    f = function("f", REAL, REAL)
    with pytest.raises(NotShown, match="no derivative is known"):
        derivative(lambda s: f(s) + s, 0, 1, t)
