"""Local maxima with k summands: which single frequencies are, by numbers, and the theorem."""

from math import pi, sqrt

import numpy as np
import pytest

from tests.theory.modular.kernel_proofs.summands.test_maximum import X, utility
from theory import claim
from theory.modular import letters
from theory.modular.kernel_proofs import PROOFS
from theory.modular.kernel_proofs.summands.weaker_frequency import none_carried
from theory.modular.letters.summands import k
from theory.proof.letters import DEFINITIONS, stated
from theory.proof.tactics import written
from theory.proof.terms import eq

letters.register_functions()


def waves(count, m, x=X):
    """k + 1 waves of the frequency m, in phase with x."""
    p = len(x)
    height = 2 / p * sqrt(p / (2 * (count + 1)))
    angle = np.angle(np.fft.fft(x)[m])
    return np.array([height * np.cos(2 * pi * m * np.arange(p) / p + angle)] * (count + 1))


def gain(theta, other, step):
    """Of a step towards another vector, back on the sphere."""
    moved = theta + step * other
    return utility(moved / np.linalg.norm(moved)) - utility(theta)


@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize("m", [1, 2])
def test_with_several_summands_no_drawn_neighbour_of_a_frequency_has_more(count, m):
    theta, draw = waves(count, m), np.random.default_rng(count + m)
    for _ in range(20):
        other = draw.normal(size=theta.shape)
        assert gain(theta, other / np.linalg.norm(other), 0.01) < 0


def test_with_one_summand_a_little_of_the_strongest_frequency_gains():
    strong = 1 + int(np.argmax(abs(np.fft.fft(X)[1:3])))
    weak = 3 - strong
    assert gain(waves(1, weak), waves(1, strong), 0.01) > 0
    assert gain(waves(1, strong), waves(1, weak), 0.01) < 0


def test_the_theorem_is_the_claim_and_uses_its_definitions_alone():
    theorem, asked = PROOFS["modular.summands-maxima"](), stated(claim("modular.summands-maxima"))
    assert written(asked.statement, theorem).conclusion is asked.statement
    assert theorem.hypotheses <= asked.allowed
    assert DEFINITIONS["modular.summands-maxima"].statement in theorem.hypotheses
    assert DEFINITIONS["modular.alone"].statement in theorem.hypotheses


def test_only_for_one_summand_is_a_weaker_frequency_shown_to_carry_none():
    assert eq(k, 1) in none_carried().hypotheses
