"""Single terms of a sum, for letters as ends and summands: what is shown, and from what."""

from theory.proof.rules import assume
from theory.proof.sums.single_terms import only_inside, term_below_sum, zero_terms
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


def test_a_sum_is_its_only_term_that_is_not_zero():
    rest = within(lambda k: implies(negation(eq(k, a)), eq(f(k), 0)))
    shown = only_inside(F, a, low, high, *INSIDE, lambda k, *known: at(rest, k, *known))
    assert shown.conclusion is eq(WHOLE, f(a))
    assert shown.hypotheses == {*(one.conclusion for one in INSIDE), rest.conclusion}


def test_a_term_is_at_most_the_sum_of_terms_that_are_not_negative():
    signs = within(lambda k: le(0, f(k)))
    shown = term_below_sum(F, a, low, high, *INSIDE, lambda k, *known: at(signs, k, *known))
    assert shown.conclusion is le(f(a), WHOLE)
    assert shown.hypotheses == {*(one.conclusion for one in INSIDE), signs.conclusion}


def test_terms_that_are_not_negative_and_sum_to_zero_are_zero():
    signs = within(lambda k: le(0, f(k)))
    nothing = assume(eq(WHOLE, 0))
    shown = zero_terms(F, low, high, lambda k, *known: at(signs, k, *known), nothing)(a, *INSIDE)
    assert shown.conclusion is eq(f(a), 0)
