"""Zero by computer algebra: identities of textbooks are seen, and nothing false ever is."""

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from theory import vanishing
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


def test_nothing_is_rewritten_where_a_number_shows_that_it_does_not_vanish(monkeypatch):
    """A few letters below a root and an exponential take SymPy minutes to simplify."""
    a, b, c = sp.symbols("a b c", positive=True)
    asked = []
    monkeypatch.setattr(vanishing, "_ROUTES", (lambda e: asked.append(e) or e,))
    left = (a + b - c) * sp.exp(-32 * a * (1 - sp.sqrt(a + b - c) / b) ** 2 / c)
    assert not vanishes(left - left.xreplace({sp.Integer(-32): sp.Integer(-31)}))
    assert asked == []
    assert not vanishes(sp.sin(x) ** 2 + sp.cos(x) ** 2 - 1) and asked  # no digit tells this from 0


def test_letters_are_tried_at_values_that_they_may_have():
    odd, below = sp.Symbol("p", odd=True, positive=True), sp.Symbol("z", negative=True)
    whole = sp.Symbol("n", integer=True)
    assert not vanishes(sp.cos(sp.pi * odd)) and vanishes(sp.cos(sp.pi * odd) + 1)
    assert vanishes(sp.sqrt(below**2) + below) and vanishes(sp.sin(sp.pi * whole))
    assert not vanishes(sp.sqrt(x**2) - x)  # |x| - x, seen at a negative value or not shown at all
