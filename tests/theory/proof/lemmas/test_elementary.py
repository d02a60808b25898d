"""Exponentials, logarithms, roots: each lemma is true at random numbers, and asks for its signs."""

import pytest

from tests.theory.proof.evaluate import confirmed
from theory.proof.lemmas import elementary as lemmas
from theory.proof.rules import Refused, assume
from theory.proof.terms import ZERO, call, eq, le, lt, mul, negation, var

x, y, w = map(var, "xyw")
ABOVE, Y_ABOVE = assume(lt(0, x)), assume(lt(0, y))
THEOREMS = {
    "exp(x) exp(-x) = 1": lambda: lemmas.exp_inverse(x),
    "exp(x + y) = exp(x) exp(y)": lambda: lemmas.exp_sum(x, y),
    "1 < exp(x)": lambda: lemmas.exp_above_one(ABOVE),
    "log(x y) = log(x) + log(y)": lambda: lemmas.log_product(x, y, ABOVE, Y_ABOVE),
    "log(1) = 0": lemmas.log_one,
    "log(x) < log(y)": lambda: lemmas.log_below(assume(lt(x, y)), ABOVE),
    "log(1/x) = -log(x)": lambda: lemmas.log_inverse(x, ABOVE),
    "x < y or x = y or y < x": lambda: lemmas.trichotomy(x, y),
    "b = 0": lambda: lemmas.product_zero(assume(eq(mul(x, y), 0)), assume(negation(eq(x, 0)))),
    "|x|^2 = x^2": lambda: lemmas.abs_square(x),
    "a = b": lambda: lemmas.same_root(
        x, y, assume(le(0, x)), assume(le(0, y)), assume(eq(x**2, y**2))
    ),
    "sqrt(y^2) = y": lambda: lemmas.sqrt_is(y, assume(le(0, y)), assume(eq(y**2, x**2))),
}


@pytest.mark.parametrize("statement", THEOREMS)
def test_it_is_true_wherever_its_hypotheses_are(statement):
    assert confirmed(THEOREMS[statement](), tries=400)


def test_the_logarithm_of_an_exponential_is_its_exponent():
    found = lemmas.log_of(assume(eq(call("exp", x), y)), x)
    assert found.conclusion is eq(call("log", y), x)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: lemmas.exp_above_one(assume(le(0, x))),
        lambda: lemmas.log_product(x, y, ABOVE, ABOVE),
        lambda: lemmas.log_below(assume(le(x, y)), ABOVE),
        lambda: lemmas.log_inverse(x, assume(lt(x, 0))),
        lambda: lemmas.product_zero(assume(eq(mul(x, y), 0)), assume(negation(eq(y, 0)))),
        lambda: lemmas.same_root(
            x, y, assume(le(0, x)), assume(le(y, 0)), assume(eq(x**2, y**2))
        ),
        lambda: lemmas.sqrt_is(x, assume(le(x, ZERO)), assume(eq(x**2, w))),
    ],
)  # fmt: skip
def test_another_sign_is_refused(wrong):
    with pytest.raises(Refused):
        wrong()
