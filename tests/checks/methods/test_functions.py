"""Real and complex balls: each function encloses its value, knows where it has none, and both kinds
agree on the reals.
"""

import cmath

import mpmath
import pytest
import sympy as sp
from flint import acb, arb

from checks.methods.functions import COMPLEX, REAL, Indeterminate, Undefined, show, whole

NAMES = [kind for kind in COMPLEX.functions if kind in REAL.functions]


@pytest.mark.parametrize("kind", NAMES, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("value", [0, 1, 2, 5])
def test_a_complex_function_is_the_real_one_on_the_reals(kind, value):
    real, complex_ = REAL.functions[kind](arb(value)), COMPLEX.functions[kind](acb(value))
    assert complex_.real.overlaps(real) and complex_.imag.contains(0)


@pytest.mark.parametrize("z", [1 + 2j, -0.5 + 0.25j, 3j])
def test_complex_functions_enclose_what_the_standard_library_computes(z):
    for kind, function in ((sp.exp, cmath.exp), (sp.cos, cmath.cos), (sp.sin, cmath.sin)):
        found = COMPLEX.functions[kind](acb(z.real, z.imag))
        assert abs(complex(found) - function(z)) < 1e-13
    assert complex(COMPLEX.functions[sp.conjugate](acb(z.real, z.imag))) == z.conjugate()


def test_a_power_of_zero_is_a_division_in_both():
    with pytest.raises(Undefined, match="division by zero"):
        REAL.power(arb(0), sp.Integer(-1), arb(-1))
    with pytest.raises(Undefined, match="division by zero"):
        COMPLEX.power(acb(0), sp.Integer(-2), acb(-2))
    assert COMPLEX.power(acb(0, 1), sp.Integer(2), acb(2)) == -1


@pytest.mark.parametrize(
    "kind, edge",
    [(sp.log, 0), (sp.acosh, 0.5), (sp.atanh, 1), (sp.acos, 2), (sp.gamma, -3), (sp.factorial, -1)],
)
def test_a_function_knows_where_it_has_no_value(kind, edge):
    assert REAL.outside[kind](arb(edge))
    assert not REAL.outside[kind](arb(mpmath.mpf("1.5") if kind in (sp.acosh, sp.log) else 0.5))


def test_the_sign_of_a_ball_around_zero_cannot_be_told():
    assert REAL.functions[sp.sign](arb(-2)) == -1 and REAL.functions[sp.sign](arb(0)) == 0
    with pytest.raises(Indeterminate):
        REAL.functions[sp.sign](arb(0, 1e-30))


def test_a_remainder_is_one_of_whole_numbers():
    assert REAL.functions[sp.Mod](arb(-7), arb(5)) == 3
    with pytest.raises(Undefined):
        REAL.functions[sp.Mod](arb("0.5"), arb(2))
    with pytest.raises(Undefined):
        REAL.functions[sp.Mod](arb(3), arb(0))


def test_a_whole_number_is_the_only_one_in_its_ball():
    assert whole(arb(3, 0.25)) == 3 and whole(acb(arb(2), arb(0, 1e-20))) == 2
    for value in (arb("0.5"), arb(3, 2), acb(1, 1)):
        with pytest.raises(Undefined, match="whole number"):
            whole(value)


def test_a_complex_number_is_shown_without_an_imaginary_part_that_may_be_zero():
    assert show(acb(arb(1), arb(0, 1e-40))) == "1"
    assert show(acb(0, 2)) == "0 + 2i"


def test_the_whole_part_and_the_kronecker_delta_are_those_of_whole_numbers():
    floor, ceiling = REAL.functions[sp.floor], REAL.functions[sp.ceiling]
    assert [floor(arb(-1.5)), ceiling(arb(-1.5)), floor(arb(2)), ceiling(arb(2))] == [-2, -1, 2, 2]
    with pytest.raises(Indeterminate):
        floor(arb(2, 0.1))
    delta = REAL.functions[sp.KroneckerDelta]
    assert delta(arb(3), arb(3)) == 1 and delta(arb(3), arb(4)) == 0
    with pytest.raises(Undefined):
        delta(arb(0.5), arb(0.5))
