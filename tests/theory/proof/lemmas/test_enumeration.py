"""The numbers of 1..D with a property can be listed, and sums over them are sums over the list."""

import pytest
from mpmath import mpf

from tests.theory.proof.evaluate import truth
from theory.proof.lemmas.enumeration import LIST, A, can_be_listed, enumeration, list_of, listed
from theory.proof.rules import Refused, assume
from theory.proof.tactics import lam
from theory.proof.terms import INT, ZERO, le, lt, num, var

D, i = var("D", INT), var("i", LIST)
PROPERTIES = [lambda k: k % 2 == 1, lambda k: True, lambda k: False, lambda k: k in (2, 3)]


def test_every_property_of_finitely_many_numbers_can_be_listed():
    assert not enumeration().hypotheses and A in enumeration().conclusion.free
    found = list_of(lam(lambda k: lt(2, k), INT), D, assume(le(0, D)))
    assert found.hypotheses == {le(0, D)} and A not in found.conclusion.free
    assert can_be_listed(ZERO).op == "exists"


@pytest.mark.parametrize("has", PROPERTIES)
@pytest.mark.parametrize("size", [0, 1, 4])
def test_what_is_said_of_the_list_holds_for_the_list(has, size):
    numbers = [k for k in range(1, size + 1) if has(k)]
    letters = {A: has, i: lambda p: mpf(numbers[int(p) - 1])}
    assert truth(listed(num(size), num(len(numbers)), i), letters)
    if len(numbers) > 1:
        twice = {**letters, i: lambda p: mpf(numbers[0])}
        assert not truth(listed(num(size), num(len(numbers)), i), twice)
    if numbers:
        assert not truth(listed(num(size), num(len(numbers) - 1), i), letters)


def test_a_range_that_ends_below_zero_is_refused():
    with pytest.raises(Refused):
        list_of(lam(lambda k: lt(2, k), INT), D, assume(le(-1, D)))
