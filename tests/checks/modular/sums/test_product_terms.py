"""The terms of two expanded squares, over all pairs (a, b)."""

from fractions import Fraction

import numpy as np
import pytest
from sympy import And

from checks.methods.check import Effort
from checks.modular.sums.product_terms import counted_terms, terms_of
from theory import modular as paper
from theory.claim import equation

ONE = (1, 2, Fraction(1, 7), Fraction(2, 7))


def test_the_four_terms_add_up_to_the_square():
    whole = sum(terms_of(ONE, 5, 2))
    for a in range(5):
        for b in range(5):
            turn = 2 * np.pi * 2 / 5
            plain = (np.cos(1 / 7 - turn * a) + 2 * np.cos(2 / 7 - turn * b)) ** 2
            assert float(whole[a, b].mid()) == pytest.approx(plain, rel=1e-12)


def test_only_the_constant_has_a_mean():
    means = [float(sum(one.ravel()).mid()) for one in terms_of(ONE, 5, 2)]
    assert means[0] == pytest.approx(25 * 5 / 2) and means[1:] == pytest.approx([0, 0, 0])


@pytest.mark.parametrize("terms, left", [(16, 5), (16, 3), (15, 4), (25, 4)])
def test_other_counts_are_refuted(terms, left):
    statement = And(equation(paper.terms, terms), equation(paper.terms_left, left), evaluate=False)
    assert counted_terms.run(paper.product_terms, statement, Effort()).outcome == "fails"
