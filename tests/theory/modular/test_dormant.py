"""The largest utility of a dormant neuron, beside an ascent over all neurons."""

from itertools import product
from math import factorial

import numpy as np
import pytest
from scipy.optimize import minimize
from sympy import Rational

from theory.modular import p
from theory.modular.dormant import largest_utility

X = np.array([2.0, -1.0, -1.0])


def utility(vectors, degree):
    """(1/p^k) sum over a_1, ..., a_k of (sum_j <u_j, a_j.x>)^k <w, (sum a).x>, straight from the
    task.
    """
    inputs = [np.array([np.roll(X, a) @ u for a in range(3)]) for u in vectors[:-1]]
    outputs = np.array([np.roll(X, a) @ vectors[-1] for a in range(3)])
    return (
        sum(
            sum(z[a] for z, a in zip(inputs, row)) ** degree * outputs[sum(row) % 3]
            for row in product(range(3), repeat=degree)
        )
        / 3**degree
    )


@pytest.mark.parametrize("degree", [1, 2, 3])
def test_no_neuron_of_norm_one_has_more_and_one_has_as_much(degree):
    def lost(theta):
        return -utility((theta / np.linalg.norm(theta)).reshape(degree + 1, 3), degree)

    draw = np.random.default_rng(0)
    best = max(-minimize(lost, draw.normal(size=3 * degree + 3)).fun for _ in range(6))
    stated = float(largest_utility(Rational(3), degree).subs(p, 3))  # |x_hat| = 3
    assert best == pytest.approx(stated, rel=1e-7)
    assert stated == pytest.approx(
        2 * factorial(degree) * (3 / (6 * degree + 6) ** 0.5) ** (degree + 1)
    )
