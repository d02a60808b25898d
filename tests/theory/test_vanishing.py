"""Zero by computer algebra: identities of textbooks are seen, and nothing false ever is."""

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from theory.special import hyp2f1
from theory.vanishing import vanishes

x = sp.Symbol("x", real=True)
p, q = sp.symbols("p q", positive=True)
z = sp.Symbol("z", negative=True)

IDENTITIES = [
    (x + 1) ** 2 - x**2 - 2 * x - 1,
    sp.sin(x) ** 2 + sp.cos(x) ** 2 - 1,
    sp.acosh(sp.cosh(p)) - p,
    sp.asinh(sp.sinh(x)) - x,
    sp.atanh(sp.tanh(x)) - x,
    sp.cosh(x) + sp.sinh(x) - sp.exp(x),
    sp.log(p * q) - sp.log(p) - sp.log(q),
    1 / (sp.sqrt(p) + 1) - (sp.sqrt(p) - 1) / (p - 1),
    sp.Piecewise((p, p > 0), (-p, True)) - sp.Abs(p),
    # Pfaff: 2F1(1, 1; 2; z) = (1 - z)^-1 2F1(1, 1; 2; z/(z - 1))
    sp.hyper((1, 1), (2,), z) - sp.hyper((1, 1), (2,), z / (z - 1)) / (1 - z),
    hyp2f1(1, 1, 2, z) - hyp2f1(1, 1, 2, z / (z - 1)) / (1 - z),
]


@pytest.mark.parametrize("zero", IDENTITIES, ids=str)
def test_an_identity_vanishes_and_a_thousandth_beside_it_does_not(zero):
    assert vanishes(zero)
    assert not vanishes(zero + sp.Rational(1, 1000))


def test_acosh_of_cosh_is_the_absolute_value_and_not_the_number():
    assert not vanishes(sp.acosh(sp.cosh(x)) - x)  # at x = -1 it is 2


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=4))
def test_a_polynomial_vanishes_only_if_every_coefficient_does(coefficients):
    polynomial = sum(c * x**k for k, c in enumerate(coefficients))
    assert vanishes(sp.sympify(polynomial)) == (not any(coefficients))
