"""cosh, sinh, tanh: each lemma is true at random numbers, and asks for its signs."""

import pytest

from tests.theory.proof.evaluate import confirmed
from theory.proof import lemmas
from theory.proof.rules import Refused, assume
from theory.proof.terms import le, lt, var

x, y = map(var, "xy")
OF_ANY_NUMBER = [
    lemmas.pythagoras,
    lemmas.cosh_even,
    lemmas.sinh_odd,
    lemmas.cosh_double,
    lemmas.sinh_double,
    lemmas.cosh_at_least_one,
    lemmas.sign_times_acosh_cosh,
    lemmas.acosh_cosh,
    lemmas.tanh_quotient,
    lemmas.tanh_odd,
]
WITH_A_SIGN = {
    lemmas.sinh_positive: lt(0, x),
    lemmas.sinh_negative: lt(x, 0),
    lemmas.cosh_above_one: lt(0, x),
    lemmas.sinh_at_least_zero: le(0, x),
}


@pytest.mark.parametrize("lemma", OF_ANY_NUMBER)
def test_it_is_true_of_every_number(lemma):
    theorem = lemma(x)
    assert not theorem.hypotheses and confirmed(theorem, tries=60) == 60


@pytest.mark.parametrize("lemma", WITH_A_SIGN)
def test_it_is_true_of_every_number_with_this_sign(lemma):
    theorem = lemma(assume(WITH_A_SIGN[lemma]))
    assert theorem.hypotheses == {WITH_A_SIGN[lemma]} and confirmed(theorem, tries=100)


@pytest.mark.parametrize("lemma", WITH_A_SIGN)
def test_another_sign_is_refused(lemma):
    with pytest.raises(Refused):
        lemma(assume(lt(x, 1) if lemma is lemmas.sinh_negative else le(-1, x)))


def test_sums_bounds_and_values_at_zero():
    both = [lemmas.cosh_sum(x, y), lemmas.sinh_sum(x, y), *lemmas.tanh_within(x)]
    for theorem in (*both, *lemmas.hyperbolic(x), lemmas.sinh_zero(), lemmas.cosh_zero()):
        assert not theorem.hypotheses and confirmed(theorem, tries=40) == 40


def test_the_larger_of_two_numbers_has_the_larger_cosine():
    theorem = lemmas.cosh_increases(assume(le(0, x)), assume(lt(x, y)))
    assert confirmed(theorem, tries=200)
    with pytest.raises(Refused):
        lemmas.cosh_increases(assume(le(x, 0)), assume(lt(x, y)))
