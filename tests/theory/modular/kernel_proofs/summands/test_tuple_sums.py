"""Sums over tuples, one index at a time: the steps of the proof in numbers, over all p^j tuples."""

from itertools import product
from math import factorial

import numpy as np
import pytest

from theory import claim
from theory.modular import letters
from theory.modular.kernel_proofs import PROOFS
from theory.proof.letters import READINGS, stated

p = 5
X = np.array([1.0, -2.0, 0.5, 3.0, 0.25])
W = np.array([0.5, 1.0, -1.5, 2.0, 0.75])
INPUTS = np.array([[1.0, 2, 0, -1, 0.5], [0.25, -1, 3, 1, 2], [2, 0.5, -1, 1, -2.0]])


def label(r):
    return W @ (np.roll(X, r) - X.mean())


def reached(j, a):
    return INPUTS[j] @ np.roll(X, a)


def tuple_sum(j, n, s, r):
    """Over all a_1, ..., a_j at once, not one index at a time."""
    return sum(
        (s + sum(reached(i, a) for i, a in enumerate(chosen))) ** n * label(r + sum(chosen))
        for chosen in product(range(p), repeat=j)
    )


@pytest.mark.parametrize("j, n", [(0, 2), (1, 2), (1, 3), (2, 3)])
def test_one_index_more_is_one_sum_more(j, n):
    more = sum(tuple_sum(j, n, 0.7 + reached(j, a), 2 + a) for a in range(p))
    assert more == pytest.approx(tuple_sum(j + 1, n, 0.7, 2))


@pytest.mark.parametrize("j, n", [(0, 3), (1, 2), (2, 3)])
def test_over_a_period_of_r_a_sum_over_tuples_adds_up_to_nothing(j, n):
    values = [tuple_sum(j, n, 0.7, 2 + a) for a in range(p)]
    assert abs(sum(values)) < 1e-10 * sum(map(abs, values))


@pytest.mark.parametrize("j", [1, 2, 3])
def test_with_as_many_indices_as_the_power_only_the_product_is_left(j):
    """j! times the product of transforms, whatever s is; with a lower power nothing is left."""
    hat = np.fft.fft(X)
    labels = np.conj(np.fft.fft([label(c) for c in range(p)]))
    factors = np.prod([np.fft.fft(row) * np.conj(hat) for row in INPUTS[:j]], axis=0)
    waves = np.exp(-2j * np.pi * np.arange(p) * 4 / p)
    expected = factorial(j) * np.sum(waves * labels * factors) / p
    for s in (0.0, -1.3):
        assert tuple_sum(j, j, s, 4) == pytest.approx(expected)
        assert abs(tuple_sum(j, j - 1, s, 4)) < 1e-9 * abs(expected)


def test_the_theorem_is_for_every_p_and_every_number_of_summands():
    letters.register_functions()
    theorem = PROOFS["modular.summands-utility"]()
    free = {letter.data[0] for letter in theorem.conclusion.free}
    assert {"k", "p", "factorial", "prod_hat", "U_k"} <= free
    assert theorem.hypotheses <= stated(claim("modular.summands-utility")).allowed
    assert "modular.factorial" in READINGS["modular.summands-utility"]
