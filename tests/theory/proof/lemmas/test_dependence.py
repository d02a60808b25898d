"""n + 1 vectors with n entries are dependent; a list of the numbers with a property exists."""

from theory.proof.lemmas.dependence import FAMILY, dependence, dependent
from theory.proof.lemmas.enumeration import A, can_be_listed, enumeration, list_of
from theory.proof.rules import assume
from theory.proof.sums.swapped import swapped_sum
from theory.proof.tactics import at, bound, forall, lam
from theory.proof.terms import INT, ZERO, implies, le, lt, num, var


def test_dependence_holds_for_every_number_of_entries_without_hypotheses():
    found = dependence()
    assert not found.hypotheses
    wanted = forall(
        lambda n: implies(le(0, n), forall(lambda V: dependent(lambda p, j: V(p, j), n), FAMILY)),
        INT,
    )
    assert found.conclusion is wanted


def test_two_vectors_with_one_entry_are_dependent():
    family = lam(lambda p, j: p, INT, INT)
    found = at(dependence(), num(1), bound(le(0, 1)), family)
    assert found.conclusion is dependent(lambda p, j: p, num(1))


def test_every_property_of_finitely_many_numbers_can_be_listed():
    assert not enumeration().hypotheses and A in enumeration().conclusion.free
    D = var("D", INT)
    found = list_of(lam(lambda k: lt(2, k), INT), D, assume(le(0, D)))
    assert found.hypotheses == {le(0, D)} and A not in found.conclusion.free
    assert can_be_listed(ZERO).op == "exists"


def test_a_sum_with_one_term_taken_out_needs_its_place():
    assert not swapped_sum().hypotheses and swapped_sum().conclusion.op == "implies"
