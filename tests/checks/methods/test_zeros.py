"""Zeros that random fractions do not meet."""

import pytest
import sympy as sp

from checks.methods.check import Rejected
from checks.methods.zeros import put, zeros

x, y = sp.symbols("x y", real=True)
p = sp.Symbol("p", positive=True)
n = sp.Symbol("n", integer=True)


@pytest.mark.parametrize(
    "expr, wanted",
    [
        (7919 * x - 1, sp.Rational(1, 7919)),
        ((x**2 - 2) * y, sp.sqrt(2)),
        (x - y - 3, y + 3),
        (x**2 + y - 1, sp.sqrt(1 - y)),
        (sp.Abs(x - 3), 3),
        (sp.exp(2 * x) - 4, sp.log(2)),
        (sp.log(x - 1), 2),
        (sp.sin(x / 2), 2 * sp.pi),
        (sp.cos(x), -sp.pi / 2),
        (sp.cosh(x) - 2, sp.acosh(2)),
        (sp.tanh(x) - sp.Rational(1, 2), sp.atanh(sp.Rational(1, 2))),
    ],
)
def test_a_zero_of_each_kind_is_found(expr, wanted):
    found = [root for letter, root in zeros(expr, {x}) if letter == x]
    assert any(sp.simplify(root - wanted) == 0 for root in found)
    assert all(sp.simplify(expr.xreplace({x: root})) == 0 for root in found)


@pytest.mark.parametrize("expr", [x**2 + 1, sp.cosh(x), sp.exp(x) + 1, x + sp.sin(x), p + 1])
def test_where_there_is_none_or_none_that_is_easily_found_there_is_nothing(expr):
    found = [root for _, root in zeros(expr, {x, p}) if root.is_positive or root.is_real]
    assert not [one for one in found if one.is_positive]


@pytest.mark.parametrize("letter, root", [(p, -1), (n, sp.Rational(1, 2)), (x, sp.sqrt(y))])
def test_a_letter_is_put_to_what_it_may_be_alone(letter, root):
    with pytest.raises(Rejected):
        put({y: sp.Integer(-1)}, letter, sp.sympify(root))
    assert put({y: sp.Integer(4)}, x, sp.sqrt(y)) == {x: 2, y: 4}
