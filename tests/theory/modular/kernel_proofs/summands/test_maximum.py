"""The largest utility with k summands: numbers by brute force over all tuples, and the theorem."""

from itertools import product
from math import factorial, pi, sqrt

import numpy as np
import pytest

from theory import claim
from theory.modular import letters
from theory.modular.kernel_proofs import PROOFS
from theory.modular.kernel_proofs.summands.existence import products, tuples
from theory.modular.letters.summands import k
from theory.proof.letters import stated
from theory.proof.tactics import written
from theory.proof.terms import lt

letters.register_functions()
X = np.array([2.0, 0.0, -1.0, 0.5, -1.5])  # p = 5


def utility(theta, x=X):
    """The mean over all tuples of (<u_1, a_1.x> + ...)^count <w, (a_1 + ...).x - its mean>."""
    p, count = len(x), len(theta) - 1
    hidden = [[u @ np.roll(x, a) for a in range(p)] for u in theta[:-1]]
    labels = [theta[-1] @ (np.roll(x, a) - x.mean()) for a in range(p)]
    return np.mean(
        [
            sum(row[a] for row, a in zip(hidden, chosen)) ** count * labels[sum(chosen) % p]
            for chosen in product(range(p), repeat=count)
        ]
    )


def printed(count, x=X):
    top = max(abs(np.fft.fft(x)[1:]))
    return (
        2 * factorial(count) * top ** (count + 1) * (2 * (count + 1) * len(x)) ** (-(count + 1) / 2)
    )


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_waves_in_phase_with_the_strongest_frequency_attain_it_and_no_drawn_vector_has_more(count):
    p, hats = len(X), np.fft.fft(X)
    m = 1 + int(np.argmax(abs(hats[1 : (p + 1) // 2])))
    height = 2 / p * sqrt(p / (2 * (count + 1)))
    wave = height * np.cos(2 * pi * m * np.arange(p) / p + np.angle(hats[m]))
    best = [wave] * (count + 1)
    assert np.sum(np.square(best)) == pytest.approx(1)
    assert utility(best) == pytest.approx(printed(count))
    draw = np.random.default_rng(count)
    for spread in (0.01, 0.1, 1, 10):
        for _ in range(5):
            theta = np.array(best) + spread * draw.normal(size=(count + 1, p))
            assert utility(theta / np.linalg.norm(theta)) < printed(count)


def test_the_theorem_is_the_claim_and_uses_its_definitions_alone():
    theorem, asked = PROOFS["modular.summands-maximum"](), stated(claim("modular.summands-maximum"))
    assert written(asked.statement, theorem).conclusion is asked.statement
    assert theorem.hypotheses <= asked.allowed


@pytest.mark.parametrize("existence", [products, tuples])
def test_what_is_said_one_level_at_a_time_exists_for_any_vectors(existence):
    theorem = existence()
    assert theorem.conclusion.op == "exists"
    assert theorem.hypotheses == {lt(0, k)}
