"""Exact instances: what they observe, by hand, and a relation of any sign is decided."""

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from sympy import And, Eq, Ge, Gt, Ne

from checks.linear import definitions
from checks.methods.check import Effort
from theory import linear as paper


def test_the_gradient_of_a_quadratic_is_exact():
    slopes = definitions.differenced(
        lambda x: x[0] ** 2 + 3 * x[0] * x[1], np.array([2, 5], dtype=object)
    )
    assert slopes.tolist() == [2 * 2 + 3 * 5, 3 * 2]


def test_waits_follow_the_recursion_by_hand():
    # tau_1 = 1/2; the second mode has gained 1/2 by then, and waits (1 - 1/2)/3 longer.
    rows = tuple(tuple(map(Fraction, row)) for row in ((2, 1, 7, 7, 7), (3, 7, 7, 7, 7), (7,) * 5))
    first, second = definitions.waits(rows, Effort())
    assert (first[paper.delta](1), second[paper.delta](2)) == (Fraction(1, 2), Fraction(1, 6))
    assert second[paper.sigma](2, 0) == 1


def test_the_rate_of_the_conserved_matrix_is_a_cancellation_of_something():
    one = definitions.Matrices(
        (("A", ((1, 2),)), ("W", ((1,), (3,))), ("B", ((2,),)), ("R", ((1,),)))
    )
    assert [value[paper.rate_balance] for value in definitions.balance(one, Effort())] == [0] * 4
    # L = (2 - 7)^2/2: A' = -5 W^T, so (A^T A)_11 alone changes at -10.
    assert definitions.differenced(
        lambda a: Fraction(int((2 - (a @ one["W"])[0, 0]) ** 2), 2), one["A"]
    ).tolist() == [[5, 15]]


@pytest.mark.parametrize(
    "claim, check, statements",
    [
        (
            paper.symmetry,
            definitions.symmetry,
            (Ne(paper.f_moved, paper.f_entry), Gt(paper.f_moved, paper.f_entry)),
        ),
        (
            paper.utility,
            definitions.utility,
            (Ne(paper.U_basis, -paper.pairing), And(paper.utility.printed, Ge(paper.U_basis, 0))),
        ),
        (
            paper.conserved,
            definitions.conserved,
            (Ne(paper.rate_balance, 0), Gt(paper.rate_balance, 0)),
        ),
        (
            paper.order_kept,
            definitions.order_kept,
            (Gt(paper.S_one, paper.S_two), Eq(paper.S_one, paper.S_two)),
        ),
    ],
    ids=lambda one: getattr(one, "id", None),
)
def test_other_relations_in_place_of_the_claim_are_refuted(claim, check, statements):
    assert check.run(claim, claim.printed, Effort()).outcome == "holds"
    for statement in statements:
        assert check.run(claim, statement, Effort()).outcome == "fails"


def test_a_letter_outside_the_spectra_is_not_read_as_zero():
    outside = sp.Eq(paper.delta(paper.step), paper.unrolled.printed.rhs + paper.sigma(99, 99))
    assert definitions.unrolled.run(paper.unrolled, outside, Effort()).outcome == "fails"
