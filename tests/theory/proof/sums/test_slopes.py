"""Slopes of terms with nested sums, from those of indexed letters."""

import pytest

from tests.theory.proof.evaluate import confirmed
from theory.proof.rules import Refused, assume
from theory.proof.sums.slopes import same_slope, sum_derivative
from theory.proof.tactics import bound, deriv, forall, total
from theory.proof.terms import INT, ONE, REAL, ZERO, call, function, implies, le, var

n = var("n", INT)
z, v = function("z", INT, REAL, REAL), function("v", INT, REAL)
INSIDE = (bound(le(ZERO, ONE)), bound(le(ONE, ONE)))
MOVING = assume(
    forall(lambda k: implies(le(1, k), le(k, n), deriv(0, 1, 1, v(k), lambda s: z(k, s))), INT)
)
MOTION = {"z": lambda k, s: k * s**2, "v": lambda k: 2 * k}


def test_the_slope_of_a_sum_of_squares():
    slope = sum_derivative(lambda s: total(1, n, lambda k: z(k, s) ** 2), 0, 1, 1, INSIDE, [MOVING])
    found = same_slope(slope, 2 * total(1, n, lambda k: z(k, ONE) * v(k)))
    assert found.hypotheses == {MOVING.conclusion}
    assert confirmed(found, tries=20, **MOTION) > 10
    with pytest.raises(Refused):
        same_slope(slope, total(1, n, lambda k: z(k, ONE) * v(k)))


def test_also_inside_a_function():
    slope = sum_derivative(
        lambda s: call("exp", -total(1, n, lambda k: z(k, s))), 0, 1, 1, INSIDE, [MOVING]
    )
    assert confirmed(slope, tries=20, **MOTION) > 10


def test_a_letter_of_unknown_slope_and_a_range_that_moves_are_refused():
    with pytest.raises(Refused):
        sum_derivative(lambda s: total(0, n, lambda k: z(k, s)), 0, 1, 1, INSIDE, [MOVING])
    with pytest.raises(Refused):
        sum_derivative(lambda s: total(1, n, lambda k: v(k) * s * z(k, s)), 0, 1, 1, INSIDE, [])
