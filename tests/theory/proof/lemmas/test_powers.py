"""x^y for a positive x: each lemma is true at random numbers, and asks for what it needs."""

import pytest

from tests.theory.proof.evaluate import confirmed
from theory.proof.lemmas import powers as lemmas
from theory.proof.rules import Refused, assume
from theory.proof.terms import ONE, le, lt, var

x, y, z = map(var, "xyz")
ABOVE = assume(lt(0, x))
THEOREMS = [
    lambda: lemmas.power_sum(x, ABOVE, y, z),
    lambda: lemmas.power_one(x, ABOVE),
    lambda: lemmas.power_step(x, ABOVE, y),
    lambda: lemmas.power_zero(x, ABOVE),
    lambda: lemmas.power_positive(x, ABOVE, y),
    lambda: lemmas.power_of_one(y),
    lambda: lemmas.power_below_base(x, ABOVE, assume(lt(x, 1)), y, assume(le(ONE, y))),
]


@pytest.mark.parametrize("script", THEOREMS)
def test_it_is_true_wherever_its_hypotheses_are(script):
    assert confirmed(script(), tries=200)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: lemmas.power_one(x, assume(le(0, x))),
        lambda: lemmas.power_below_base(x, ABOVE, assume(lt(x, 2)), y, assume(le(ONE, y))),
        lambda: lemmas.power_below_base(x, ABOVE, assume(lt(x, 1)), y, assume(le(0, y))),
    ],
)
def test_without_its_premise_it_is_refused(wrong):
    with pytest.raises(Refused):
        wrong()
