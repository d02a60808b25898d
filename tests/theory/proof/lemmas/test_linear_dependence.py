"""n equations in n + 1 unknowns: the theorem says so of every n and every matrix."""

from theory.proof.lemmas.linear_dependence import dependence, statement
from theory.proof.tactics import forall
from theory.proof.terms import INT, implies, le


def test_more_unknowns_than_equations_have_a_solution_that_is_not_zero():
    found = dependence()
    assert not found.hypotheses
    assert found.conclusion is forall(lambda n: implies(le(0, n), statement(n)), INT)
