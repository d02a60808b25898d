"""n equations in n + 1 unknowns: the theorem says so of every n and every matrix."""

from random import Random

import pytest
import sympy as sp
from mpmath import mpf

from tests.theory.proof.evaluate import truth
from theory.proof.lemmas.linear_dependence import dependence, statement
from theory.proof.rules import Refused
from theory.proof.sums import MATRIX, VECTOR
from theory.proof.tactics import at, bound, forall
from theory.proof.terms import INT, function, implies, le, num, opened, var

Y, x = var("Y", MATRIX), var("x", VECTOR)


def test_more_unknowns_than_equations_have_a_solution_that_is_not_zero():
    found = dependence()
    assert not found.hypotheses
    assert found.conclusion is forall(lambda n: implies(le(0, n), statement(n)), INT)


@pytest.mark.parametrize("size", range(5))
def test_what_it_says_holds_for_a_vector_of_the_null_space(size):
    draw = Random(size)
    matrix = sp.Matrix(size, size + 1, lambda *_: draw.choice([-2, -1, 0, 0, 1, 3]))
    solution = matrix.nullspace()[0] if size else sp.Matrix([1])
    solution *= sp.ilcm(1, *(entry.q for entry in solution))  # whole numbers: exact
    body = opened(opened(statement(num(size)), (Y,)), (x,))
    letters = {
        Y: lambda row, column: mpf(int(matrix[int(row) - 1, int(column) - 1])),
        x: lambda column: mpf(int(solution[int(column) - 1])),
    }
    assert truth(body, letters)
    assert not truth(body, {**letters, x: lambda column: mpf(0)})
    if any(matrix):
        assert not truth(body, {**letters, x: lambda column: letters[x](column) + column**3})


def test_a_size_below_zero_and_a_matrix_of_another_sort_are_refused():
    with pytest.raises(Refused):
        at(dependence(), num(-1), bound(le(0, 1)))
    with pytest.raises((Refused, TypeError)):
        at(dependence(), num(1), bound(le(0, 1)), function("v", INT, INT))
