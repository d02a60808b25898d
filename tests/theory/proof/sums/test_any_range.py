"""Finite sums whatever their ends: the same lemmas without a condition, at empty ranges too."""

import pytest

from tests.theory.proof.evaluate import confirmed
from theory.proof.rules import Refused, assume
from theory.proof.sums import any_range
from theory.proof.tactics import at, bound, forall, lam
from theory.proof.terms import INT, REAL, eq, function, implies, le, lt, var

n, m, i, j, a = (var(name, INT) for name in "nmija")
c = var("c")
f, g = function("f", INT, REAL), function("g", INT, REAL)
h = function("h", INT, INT, REAL)
F, G, ROWS = lam(f, INT), lam(g, INT), lam(h, INT, INT)


def within(statement):
    """for all k in n, ..., m, as a function of k and its range."""
    known = assume(forall(lambda k: implies(le(n, k), le(k, m), statement(k)), INT))
    return lambda k, *inside: at(known, k, *inside)


def test_linearity_and_exchange_need_no_condition():
    for theorem in (
        any_range.scaled(c, F, n, m),
        any_range.added(F, G, n, m),
        any_range.exchanged(ROWS, n, m, i, j),
    ):
        assert not theorem.hypotheses and confirmed(theorem, tries=60) == 60


def test_a_sum_of_zeros_is_zero_and_of_nonnegative_numbers_is_not_negative():
    zero = any_range.zero_sum(F, n, m, within(lambda k: eq(f(k), 0)))
    assert confirmed(zero, tries=40, f=lambda k: 0 * k) == 40
    low = any_range.nonnegative(F, n, m, within(lambda k: le(0, f(k))))
    assert confirmed(low, tries=40, f=lambda k: k**2) == 40
    less = any_range.at_most(F, G, n, m, within(lambda k: le(f(k), g(k))))
    assert confirmed(less, tries=40, f=lambda k: k, g=lambda k: k**2) == 40
    with pytest.raises(Refused):
        any_range.at_most(G, F, n, m, within(lambda k: le(f(k), g(k))))
    with pytest.raises(Refused):
        any_range.zero_sum(F, n, m, within(lambda k: eq(g(k), 0)))


def test_a_delta_picks_one_term_of_those_in_range():
    inside = assume(le(n, a)), assume(le(a, m))
    assert confirmed(any_range.picked(a, F, n, m, *inside), tries=200) > 20
    with pytest.raises(Refused):
        any_range.picked(a, F, n, m, inside[0], assume(le(a, m + 1)))


def test_a_range_is_split_shifted_and_counted():
    whole = any_range.split_sum(F, n, a, m, assume(le(n, a + 1)), assume(le(a, m)))
    assert confirmed(whole, tries=200) > 20
    moved = any_range.shifted_sum(F, n, m, a, assume(le(n, m + 1)))
    assert confirmed(moved, tries=100) > 20
    assert confirmed(any_range.counted(n, m, assume(le(n, m + 1))), tries=100) > 20
    with pytest.raises(Refused):
        any_range.split_sum(F, n, a, m, assume(le(n, a + 1)), assume(le(a, m + 1)))
    with pytest.raises(Refused):
        any_range.counted(n, m, assume(le(n, m + 2)))


def test_an_empty_range_is_said_to_be_empty():
    assert confirmed(any_range.empty_sum(F, n, m, assume(lt(m, n))), tries=100) > 20
    with pytest.raises(Refused):
        any_range.empty_sum(F, 1, 1, bound(le(1, 1)))
