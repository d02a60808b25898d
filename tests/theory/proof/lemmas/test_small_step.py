"""A step small enough for two bounds."""

import pytest

from tests.theory.proof.evaluate import confirmed
from theory.proof.lemmas.small_step import small_step
from theory.proof.rules import Refused, assume
from theory.proof.terms import le, lt, var

rho, c, d = map(var, ("rho", "c", "d"))


def test_a_small_step_satisfies_both_bounds():
    t, above, falls, close = small_step(
        rho, c, d, assume(lt(0, rho)), assume(le(0, c)), assume(le(0, d))
    )
    assert above.conclusion is lt(0, t)
    assert falls.conclusion is lt(t**2 * c, 1) and close.conclusion is lt(t**2 * d, rho)
    assert confirmed(falls) and confirmed(close)


def test_the_radius_has_to_be_positive():
    with pytest.raises(Refused):
        small_step(rho, c, d, assume(le(0, rho)), assume(le(0, c)), assume(le(0, d)))
