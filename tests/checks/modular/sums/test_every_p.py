"""Sums over Z/p for every p: what is shown is true at small p, and what is changed is not shown."""

import numpy as np
import pytest
import sympy as sp

from checks import verify
from checks.methods.check import Effort
from checks.modular.sums.every_p import Geometric, summands_for_every_p
from theory import modular as paper
from theory.catalogue import claim
from theory.claim import equation
from theory.modular import p

COSINES = claim("modular.cosine-sum")


def test_the_sum_of_cosines_is_shown_for_every_p():
    assert Geometric().run(COSINES, COSINES.expr, Effort()).outcome == "holds"


@pytest.mark.parametrize(
    "right",
    [
        sp.Piecewise((p * sp.sin(paper.shift), sp.Eq(sp.Mod(paper.wave, p), 0)), (0, True)),
        sp.Piecewise((2 * p * sp.cos(paper.shift), sp.Eq(sp.Mod(paper.wave, p), 0)), (0, True)),
        sp.Piecewise((p * sp.cos(paper.shift), sp.Eq(sp.Mod(paper.wave, p), 0)), (1, True)),
        sp.Piecewise((p * sp.cos(paper.shift), sp.Eq(sp.Mod(2 * paper.wave, p), 1)), (0, True)),
    ],
)
def test_another_sum_is_not(right):
    assert Geometric().run(COSINES, equation(paper.cosine_sum, right), Effort()).outcome == "fails"


@pytest.mark.parametrize("number, shift", [(0, 0.3), (2, 0.3), (7, 1.1)])
def test_the_statement_is_what_the_sum_is_at_seven(number, shift):
    total = np.sum(np.cos(2 * np.pi * number * np.arange(7) / 7 + shift))
    stated = COSINES.expr.args[1].subs({p: 7, paper.wave: number, paper.shift: shift})
    assert float(stated) == pytest.approx(total, abs=1e-12)


def test_one_number_of_summands_is_evidence_of_that_case_alone():
    summed = claim("modular.summands-utility")
    check = summands_for_every_p(2)
    assert check.run(summed, summed.expr, Effort()).method == "property"
    doubled = equation(summed.expr.args[0], 2 * summed.expr.args[1])
    assert check.run(summed, doubled, Effort()).outcome == "fails"


def test_what_breaks_at_a_large_p_is_tested_only_within_the_p_that_the_verdict_names():
    right = claim("modular.cosine-sum").expr.rhs
    late = sp.Piecewise((right, p < 1000), (right + 1, True))
    found = verify("modular.cosine-sum", sp.Eq(paper.cosine_sum, late, evaluate=False))
    assert found.verdict == "tested" and "p 1 to 31" in found.scope
