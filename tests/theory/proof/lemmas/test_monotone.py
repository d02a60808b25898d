"""A function whose derivative vanishes keeps its value; one whose derivative does not
is refused.
"""

import pytest

from tests.theory.proof.evaluate import confirmed
from theory.proof.lemmas.monotone import constant
from theory.proof.rules import Refused, assume
from theory.proof.tactics import at, deriv, forall, lam
from theory.proof.terms import REAL, eq, function, implies, le, var

f, b = function("f", REAL, REAL), var("b")


def slope(value):
    return assume(
        forall(lambda s: implies(le(0, s), le(s, b), deriv(0, b, s, value, lambda x: f(x))))
    )


def proof_from(known):
    return constant(
        lam(lambda x: f(x)), 0, b, assume(le(0, b)), lambda s, *inside: at(known, s, *inside)
    )


def test_a_function_with_derivative_zero_has_one_value():
    theorem = proof_from(slope(0))
    assert theorem.conclusion is eq(f(0), f(b))
    assert confirmed(theorem, tries=40, f=lambda x: x * 0 + 3)
    assert not confirmed(theorem, tries=40, f=lambda x: x, b=2)


def test_another_derivative_is_refused():
    with pytest.raises(Refused):
        proof_from(slope(1))
