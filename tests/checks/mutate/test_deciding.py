"""The fate of a mutant whose formula has no value at an instance: killed, not a broken check."""

import sympy as sp

from checks.methods.balls import judge
from checks.mutate.deciding import follows
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


def test_a_weaker_bound_follows_and_a_sharper_or_another_does_not():
    a, b = sp.symbols("a b", real=True)
    r = sp.Symbol("r", positive=True)
    assert follows(sp.Le(a, 1), sp.Le(a, 2)) and not follows(sp.Le(a, 2), sp.Le(a, 1))
    assert follows(sp.Gt(a, -1), sp.Gt(a, -2)) and not follows(sp.Gt(a, -2), sp.Gt(a, -1))
    assert follows(sp.Le(a, b), sp.Le(a, b + r)) and not follows(sp.Le(a, b), sp.Le(a, b + a))
    assert not follows(sp.Le(a, 1), sp.Lt(a, 2)), "another relation is left to the checks"
    assert not follows(sp.Le(a, 1), sp.Ge(a, 0)) and not follows(sp.Eq(a, 1), sp.Eq(a, 2))
    both = sp.And(sp.Le(a, 1), sp.Le(b, 1), evaluate=False)
    assert follows(both, sp.And(sp.Le(a, 2), sp.Le(b, 1), evaluate=False))
    assert not follows(both, sp.And(sp.Le(a, 2), sp.Le(b, 0), evaluate=False))
    conditional = sp.Implies(b > 0, sp.Le(a, 1), evaluate=False)
    assert follows(conditional, sp.Implies(b > 0, sp.Le(a, 2), evaluate=False))
    assert not follows(conditional, sp.Implies(b > -1, sp.Le(a, 2), evaluate=False))
