"""A sum of numbers that are not negative is not negative."""

import pytest

from tests.theory.proof.evaluate import confirmed
from theory.proof.rules import Refused, assume
from theory.proof.sums.order import nonnegative_sum
from theory.proof.tactics import at, forall, lam, total
from theory.proof.terms import INT, REAL, function, implies, le, var

f, n, m = function("f", INT, REAL), var("n", INT), var("m", INT)


def proof_from(floor, ordered=le(n, m + 1)):
    signs = assume(forall(lambda k: implies(le(n, k), le(k, m), le(floor, f(k))), INT))
    return nonnegative_sum(
        lam(f, INT), n, m, assume(ordered), lambda k, *inside: at(signs, k, *inside)
    )


def test_terms_that_are_not_negative_have_such_a_sum():
    theorem = proof_from(0)
    assert theorem.conclusion is le(0, total(n, m, f))
    assert confirmed(theorem, f=lambda k: k**2) > 20


def test_a_negative_term_or_a_range_of_no_meaning_is_refused():
    with pytest.raises(Refused):
        proof_from(-1)
    with pytest.raises(Refused):
        proof_from(0, ordered=le(n, m + 2))
