"""Dependent rows of a square matrix give dependent columns."""

import pytest

from theory.proof.lemmas.inner_products import within
from theory.proof.lemmas.square_kernel import kernel_vector, square_kernel
from theory.proof.rules import Refused, assume
from theory.proof.sums import MATRIX, VECTOR
from theory.proof.tactics import total
from theory.proof.terms import INT, eq, le, negation, var

c, k = var("c", INT), var("k", INT)
A, g = var("A", MATRIX), var("g", VECTOR)


def premises(apart):
    return [
        assume(one)
        for one in (
            le(0, c - 1),
            le(1, k),
            le(k, c),
            apart,
            within(1, c, lambda h: eq(total(1, c, lambda i: g(i) * A(i, h)), 0)),
        )
    ]


def test_a_relation_between_rows_gives_a_vector_that_is_taken_to_zero():
    known = premises(negation(eq(g(k), 0)))
    theorem = square_kernel(A, g, k, c, *known)
    assert theorem.conclusion is kernel_vector(A, c)
    assert theorem.hypotheses == {one.conclusion for one in known}


def test_a_relation_that_may_be_zero_gives_nothing():
    with pytest.raises(Refused):
        square_kernel(A, g, k, c, *premises(eq(g(k), g(k))))
