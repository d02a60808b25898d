"""Single terms of a sum, for letters as ends and summands: what is shown, from what, and that it
is true of random terms.
"""

import pytest

from tests.theory.proof.evaluate import confirmed
from theory.proof.rules import Refused, assume
from theory.proof.sums.single_terms import (
    marked,
    only,
    only_inside,
    term_below_sum,
    zero_terms,
)
from theory.proof.tactics import at, forall, lam, total
from theory.proof.terms import INT, REAL, eq, function, implies, le, negation, var

f = function("f", INT, REAL)
a, low, high = (var(name, INT) for name in ("a", "low", "high"))
F = lam(lambda k: f(k), INT)
INSIDE = (assume(le(low, a)), assume(le(a, high)))
WHOLE = total(low, high, lambda k: f(k))


def within(statement):
    """for all k in low, ..., high."""
    return assume(forall(lambda k: implies(le(low, k), le(k, high), statement(k)), INT))


SIGNS = within(lambda k: le(0, f(k)))


def not_negative(k, *known):
    return at(SIGNS, k, *known)


def test_a_sum_is_its_only_term_that_is_not_zero():
    rest = within(lambda k: implies(negation(eq(k, a)), eq(f(k), 0)))
    shown = only_inside(F, a, low, high, *INSIDE, lambda k, *known: at(rest, k, *known))
    assert shown.conclusion is eq(WHOLE, f(a))
    assert shown.hypotheses == {*(one.conclusion for one in INSIDE), rest.conclusion}
    assert confirmed(shown, f=lambda k: 5 * (k == 2), a=2) > 20


def test_also_where_it_is_the_only_one_of_all_numbers():
    rest = assume(forall(lambda k: implies(negation(eq(k, a)), eq(f(k), 0)), INT))
    shown = only(F, a, low, high, *INSIDE, lambda k, apart: at(rest, k, apart))
    assert shown.conclusion is eq(WHOLE, f(a))
    assert marked(F, a)(a).op == "ite"
    with pytest.raises(Refused):
        only(F, a, low, high + 1, *INSIDE, lambda k, apart: at(rest, low, apart))


def test_a_term_is_at_most_the_sum_of_terms_that_are_not_negative():
    shown = term_below_sum(F, a, low, high, *INSIDE, not_negative)
    assert shown.conclusion is le(f(a), WHOLE)
    assert shown.hypotheses == {*(one.conclusion for one in INSIDE), SIGNS.conclusion}
    assert confirmed(shown, f=lambda k: (k - 2) ** 2) > 20
    with pytest.raises(Refused):
        term_below_sum(F, a, low, high, *reversed(INSIDE), not_negative)


@pytest.mark.parametrize("nothing", [eq(WHOLE, 0), le(WHOLE, 0), le(WHOLE, -1)])
def test_terms_that_are_not_negative_and_have_no_sum_are_zero(nothing):
    shown = zero_terms(F, low, high, not_negative, assume(nothing))
    assert shown.conclusion is within(lambda k: eq(f(k), 0)).conclusion
    assert shown.hypotheses == {nothing, SIGNS.conclusion}
    assert nothing is le(WHOLE, -1) or confirmed(shown, f=lambda k: 1 * (k > 6)) > 20


def test_a_sum_that_may_be_positive_says_nothing_of_its_terms():
    with pytest.raises(Refused):
        zero_terms(F, low, high, not_negative, assume(le(WHOLE, 1)))
