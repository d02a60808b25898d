"""2F1 of four numbers is SymPy's function of lists: its value and its print."""

import pytest
import sympy as sp
from mpmath import mp

from theory.special import hyp2f1

AT = [(1, 1, 2, sp.Rational(1, 2)), (sp.Rational(1, 2), 1, 3, -3), (2, sp.Rational(1, 2), 1, 0)]


@pytest.mark.parametrize("values", AT)
def test_its_value_is_that_of_sympy_and_of_mpmath(values):
    a, b, c, z = values
    own = hyp2f1(*values).evalf(20)
    assert abs(own - sp.hyper((a, b), (c,), z).evalf(20)) < 1e-15
    assert abs(own - mp.hyp2f1(*map(float, values))) < 1e-12


def test_it_prints_as_sympy_prints_it():
    a, b, c, z = sp.symbols("a b c z")
    assert sp.latex(hyp2f1(a, b, c, z)) == sp.latex(sp.hyper((a, b), (c,), z))


def test_the_order_of_the_last_parameter_matters():
    x = sp.Rational(1, 3)
    assert hyp2f1(1, 2, 3, x).evalf() != hyp2f1(1, 3, 2, x).evalf()
