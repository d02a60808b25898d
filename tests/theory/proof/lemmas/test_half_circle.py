"""Half a turn reverses."""

from tests.theory.proof.evaluate import confirmed
from theory.proof.lemmas.half_circle import PI, half_circle
from theory.proof.tactics.angles import cos, sin
from theory.proof.terms import eq


def test_half_a_turn_has_the_cosine_minus_one_and_no_sine():
    first, second = half_circle()
    assert first.conclusion is eq(cos(PI), -1) and second.conclusion is eq(sin(PI), 0)
    assert not first.hypotheses | second.hypotheses
    assert confirmed(first) and confirmed(second)
