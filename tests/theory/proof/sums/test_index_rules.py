"""Rules "for all indices in range, L = R": where they fit, and Kronecker's delta."""

import pytest

from tests.theory.proof.evaluate import confirmed
from theory.proof.rules import assume
from theory.proof.sums.any_range import delta
from theory.proof.sums.index_rules import (
    delta_power,
    delta_same,
    delta_turned,
    premise,
    ranged,
    unified,
)
from theory.proof.sums.nested import same_sums
from theory.proof.tactics import NotShown, forall, total
from theory.proof.terms import INT, ONE, REAL, eq, function, implies, le, num, var

a, b, c, k = (var(name, INT) for name in "abck")
S, x = function("S", INT, INT, REAL), function("x", INT, REAL)


def test_a_delta_is_symmetric_and_its_own_square():
    for theorem in (delta_turned(a, b), delta_power(delta(a, b), 2), delta_power(delta(a, b), 3)):
        assert not theorem.hypotheses and confirmed(theorem, tries=60) == 60


def test_a_delta_of_known_numbers_is_one_or_zero():
    same, other = delta_same(delta(a, a)), delta_same(delta(num(1), num(2)))
    assert confirmed(same, tries=5) and confirmed(other, tries=5)
    assert same.conclusion.args[1] is ONE and delta_same(delta(a, b)) is None


def test_a_pattern_fits_a_term_in_one_way():
    table = {}
    assert unified(S(a, b), S(c, c + 1), {a, b}, table) and table == {a: c, b: c + 1}
    assert not unified(S(a, a), S(c, c + 1), {a}, {})
    assert not unified(S(a, b), S(c, k), {a}, {})  # b is not a letter of the pattern


def test_a_premise_is_known_or_added_up_from_what_is():
    known = [*ranged([(k, ONE, c)]), assume(le(c, a))]
    assert premise(le(1, k), known) is known[0]
    assert premise(le(k, a), known).conclusion is le(k, a)
    assert premise(le(a, k), known) is None


def test_a_rule_holds_within_its_range_only():
    flat = assume(forall(lambda i: implies(le(1, i), le(i, c), eq(x(i), 2)), INT))
    found = same_sums(
        eq(total(1, c, lambda i: x(i) * S(i, a)), total(1, c, lambda i: 2 * S(i, a))), flat
    )
    assert confirmed(found, tries=30, x=lambda i: 2 + 0 * i) == 30
    with pytest.raises(NotShown):
        same_sums(eq(total(0, c, x), total(0, c, lambda i: 2 + 0 * i)), flat)
