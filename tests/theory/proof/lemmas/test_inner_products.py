"""Sums of squares: Cauchy-Schwarz and Bessel at random vectors, and systems that are none."""

import pytest

from tests.theory.proof.evaluate import confirmed
from theory.proof.lemmas.inner_products import (
    bessel,
    cauchy_schwarz,
    dot,
    entry,
    orthonormal,
    square_sum,
    within,
)
from theory.proof.rules import Refused, assume
from theory.proof.tactics import lam
from theory.proof.terms import INT, REAL, eq, function, le, var

n = var("n", INT)
x, y = function("x", INT, REAL), function("y", INT, REAL)
u = function("u", INT, INT, REAL)
X, Y = lam(lambda k: x(k), INT), lam(lambda k: y(k), INT)


def test_an_inner_product_is_at_most_the_product_of_the_lengths():
    theorem = cauchy_schwarz(X, Y, n)
    assert theorem.conclusion is le(dot(x, y, n) ** 2, dot(x, x, n) * dot(y, y, n))
    assert not theorem.hypotheses and confirmed(theorem, tries=40) == 40
    assert confirmed(square_sum(lambda k: x(k) - y(k), 1, n), tries=40) == 40


def test_the_components_along_orthonormal_vectors_are_at_most_the_whole():
    columns = assume(orthonormal(u, n, 2))
    system = lam(lambda k, i: u(k, i), INT, INT)
    theorem = bessel(system, X, n, 2, columns)
    assert theorem.hypotheses == {columns.conclusion}
    assert confirmed(theorem, tries=40, u=lambda k, i: int(k == i) * (-1) ** int(k))


@pytest.mark.parametrize("wrong", [within(1, 2, lambda i: eq(u(i, i), 1)), orthonormal(u, n, 3)])
def test_columns_that_are_not_known_to_be_orthonormal_are_refused(wrong):
    with pytest.raises(Refused):
        bessel(lam(lambda k, i: u(k, i), INT, INT), X, n, 2, assume(wrong))


def test_an_entry_of_a_vector_is_its_value():
    assert entry(X, 2) is x(2)
