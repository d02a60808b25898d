"""Instances that one checks by hand: shown first, judged exactly."""

from collections import namedtuple

import sympy as sp

from checks import verify
from checks.methods.by_hand import by_hand
from theory import Claim
from theory.claim import equation

x, y = sp.symbols("x y", positive=True)
Side = namedtuple("Side", "side")


def diagonals(square, effort):
    """The side of a square and its diagonal."""
    yield {x: square.side, y: sp.sqrt(2 * square.side**2)}


def judged(statement):
    """The verdict on a statement about the diagonal y of a square with the side x."""
    claim = Claim(id="mine.square", title="A square", kind="identity", printed=statement)
    return verify(claim, checks=[by_hand(diagonals, Side(1), Side(2))])


def test_the_first_instance_refutes_exactly():
    found = judged(equation(y, x * sp.Rational(3, 2)))
    assert (found.verdict, found.refuted_by) == ("refuted", "exact")
    assert "side = 1" in str(found.evidence[0].counterexample)
    assert "y = sqrt(2), 3*x/2 = 3/2" in str(found.evidence[0].counterexample)


def test_what_holds_there_is_tested_and_no_more():
    assert judged(equation(y**2, 2 * x**2)).verdict == "tested"
    assert judged(equation(y, sp.sqrt(2))).verdict == "refuted"  # not of the second square


def test_nothing_is_said_of_letters_that_the_instances_do_not_have():
    z = sp.Symbol("z", positive=True)
    assert judged(equation(y, z)).verdict == "vacuous"


def test_an_instance_outside_the_assumptions_refutes_nothing():
    wrong = equation(y, x * sp.Rational(3, 2))
    claim = Claim(id="mine.square", title="", kind="identity", printed=wrong, given=(x >= 3,))
    assert verify(claim, checks=[by_hand(diagonals, Side(1), Side(2))]).verdict == "vacuous"
