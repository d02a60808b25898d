"""Nests of sums: multiplied, opened and pulled apart without another value."""

import pytest

from tests.theory.proof.evaluate import confirmed
from theory.proof.rules import Refused, algebra, assume
from theory.proof.sums.nests import chained, lifted_over, linearity, merged, nested, pushed
from theory.proof.terms import INT, ONE, REAL, eq, function, var

n, m, k, q = (var(name, INT) for name in "nmkq")
c = var("c")
f, g = function("f", INT, REAL), function("g", INT, REAL)
h = function("h", INT, INT, REAL)
K, Q = (k, ONE, n), (q, ONE, m)


def test_a_product_of_sums_is_one_nest():
    product = c * nested([K], f(k)) * nested([Q], g(q)) ** 2
    theorem, indices = merged(product, 0)
    assert len(indices) == 3 and theorem.conclusion.args[0] is product
    assert confirmed(theorem, tries=30) == 30


def test_a_factor_goes_through_a_nest():
    theorem = pushed(c, nested([K, Q], h(k, q)), 2)
    assert not theorem.hypotheses and confirmed(theorem, tries=30) == 30


def test_a_sum_of_products_is_linear():
    parts = [(c, f(k)), (ONE, g(k)), (c**2, f(k) * g(k))]
    for theorem in linearity(parts, K):
        assert confirmed(theorem, tries=30) == 30


def test_an_equation_is_summed_over_a_letter_it_says_nothing_else_of():
    double = algebra(eq(f(k) + f(k), 2 * f(k)))
    assert confirmed(lifted_over(double, K), tries=30) == 30
    assert lifted_over(double, K).hypotheses == frozenset()
    special = assume(eq(f(k), g(k)))
    with pytest.raises(Refused):
        lifted_over(special, K)  # a hypothesis about k itself


def test_a_chain_has_to_meet():
    one, other = algebra(eq(c + c, 2 * c)), algebra(eq(2 * c, c * 2))
    assert chained(one, other).conclusion is eq(c + c, c * 2)
    with pytest.raises(Refused):
        chained(assume(eq(c, 1)), assume(eq(2 * c, 5)))
