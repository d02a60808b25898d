"""The way to a point: values that approach a limit, and slow or wrong ones that do not."""

import pytest
from sympy import Rational, Symbol, log, oo, sin

from theory.derivation.along import NEAR, along, approaching

x = Symbol("x", positive=True)


def values(expr, point, side=1):
    return [along(expr, x, point, side)(k) for k in NEAR]


def test_the_values_beside_a_point_have_its_side():
    assert values(x, Rational(1), -1)[0] < 1 < values(x, Rational(1))[0]
    assert values(1 / x, oo)[0] == pytest.approx(1e-10)


def test_sine_over_x_approaches_one_and_no_other_number():
    assert approaching(values(sin(x) / x, Rational(0)), 1, Rational(1, 1000))
    assert not approaching(values(sin(x) / x, Rational(0)), Rational(101, 100), Rational(1, 1000))


def test_a_slow_limit_falls_steadily_and_not_by_a_thousand():
    slow = values(1 / log(x), oo)
    assert approaching(slow, 0, Rational(3, 4), steadily=True)
    assert not approaching(slow, 0, Rational(1, 1000))
