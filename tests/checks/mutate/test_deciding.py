"""The fate of a mutant whose formula has no value at an instance: killed, not a broken check."""

import sympy as sp

from checks.methods.balls import judge
from theory.claim import equation

c, k = sp.Symbol("c", real=True), sp.Symbol("k", integer=True, positive=True)
LARGER = sp.Max(-c, c / (k - 2), evaluate=False)


def test_a_maximum_of_what_is_no_number_breaks_the_statement():
    """0/0 inside of a maximum, which SymPy does not compare."""
    for relation in (sp.Ge(c, LARGER, evaluate=False), equation(c, LARGER)):
        found = judge(relation, {c: sp.Integer(0), k: sp.Integer(2)})
        assert found.holds is False and "division by zero" in found.sides
        assert found.means == "enclosed"


def test_elsewhere_its_sides_are_rational_numbers_and_a_refutation_exact():
    found = judge(equation(c, LARGER), {c: sp.Integer(-1), k: sp.Integer(3)})
    assert found.holds is False and found.means == "exact"
