"""A third of a turn, without hypotheses."""

from tests.theory.proof.evaluate import confirmed
from theory.proof.lemmas.third_turn import THIRD, third_turn
from theory.proof.tactics.angles import cos, sin
from theory.proof.terms import eq, num


def test_cosine_and_sine_of_a_third_of_a_turn():
    value, height = third_turn()
    assert value.conclusion is eq(cos(THIRD), num(-1, 2)) and not value.hypotheses
    assert height.conclusion is eq(sin(THIRD) ** 2, num(3, 4)) and not height.hypotheses
    assert confirmed(value) and confirmed(height)
