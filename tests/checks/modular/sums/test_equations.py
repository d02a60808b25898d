"""A check of equations says nothing of other statements, and judges each of several."""

from dataclasses import dataclass

import sympy as sp

from checks.evidence import Evidence
from checks.methods.check import Effort
from checks.modular.sums.equations import OfEquations
from theory import claim
from theory.claim import equation

x = sp.Symbol("x")


@dataclass(frozen=True)
class SidesAlike:
    """Holds where both sides are one expression."""

    name: str = "alike"
    method: str = "certified"

    def run(self, claim, statement, effort):
        same = statement.lhs == statement.rhs
        return Evidence(self.name, self.method, "holds" if same else "fails", instances=1)


def outcome(statement):
    found = OfEquations(SidesAlike()).run(claim("modular.plancherel"), statement, Effort())
    return found.outcome, found.instances


def test_one_false_equation_among_several_decides():
    true, false = equation(x, x), equation(x, 1)
    assert outcome(true) == ("holds", 1)
    assert outcome(sp.And(true, false, evaluate=False)) == ("fails", 2)


def test_other_relations_are_left_open():
    for relation in (sp.Ne, sp.Ge, sp.Lt):
        assert outcome(relation(x, x + 1, evaluate=False)) == ("unknown", 0)
    assert outcome(sp.And(equation(x, x), sp.Gt(x, 0), evaluate=False)) == ("unknown", 0)
