"""The theorem of somebody's own claim: it judges the statement that was proved, and no other."""

from dataclasses import replace

import pytest
from sympy import Eq, Symbol, cosh, sinh

from checks.methods.check import Effort, asked_of_ours_alone
from checks.methods.own_theorem import OwnTheorem
from theory import Claim, prove

x = Symbol("x", real=True)
IDENTITY = Eq(cosh(x) ** 2 - sinh(x) ** 2, 1)


def cubes():
    """x^3 > 0 of a positive x, with its proof."""
    one = Claim(
        id="mine.cubes",
        title="A cube",
        kind="inequality",
        printed=x**3 > 0,
        given=[x > 0],
        proof=lambda: prove(one),
    )
    return one


def judged(claim, statement):
    return OwnTheorem().run(claim, statement, Effort())


def test_what_was_proved_holds_by_a_theorem_that_names_its_assumptions():
    claim = cubes()
    found = judged(claim, claim.printed)
    assert (found.outcome, found.method, found.instances) == ("holds", "theorem", 0)
    assert any("x" in line for line in found.detail)


@pytest.mark.parametrize("statement", [x**3 > 1, x**3 >= 0, x**5 > 0, Eq(x, x + 1, evaluate=False)])
def test_another_statement_is_not_judged_be_it_true_or_false(statement):
    found = judged(cubes(), statement)
    assert found.outcome == "unknown" and found.detail


def test_without_its_assumption_the_proof_says_nothing():
    claim = cubes()
    found = judged(replace(claim, given=()), claim.printed)
    assert found.outcome == "unknown" and "neither given" in " ".join(found.detail)


@pytest.mark.parametrize("made", [None, True, "proved", IDENTITY])
def test_what_is_no_theorem_of_the_kernel_is_refused(made):
    claim = Claim(
        id="mine.words", title="A toy", kind="identity", printed=IDENTITY, proof=lambda: made
    )
    found = judged(claim, IDENTITY)
    assert found.outcome == "unknown" and "expected what theory.prove gives" in found.detail[0]


def test_it_is_asked_of_the_form_that_one_stands_for_alone():
    assert asked_of_ours_alone(OwnTheorem())
