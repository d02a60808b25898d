"""Letters by Wick's theorem are the moments they stand for, in any dimension."""

from itertools import product

import numpy as np
import pytest
import sympy as sp

from checks.attention import definitions
from theory import attention as paper
from theory.attention.gaussian_moments import Moment, expectation, matchings


def test_matchings_are_counted_by_double_factorials():
    assert [len(list(matchings(tuple(range(2 * n))))) for n in range(5)] == [1, 1, 3, 15, 105]


def test_wick_gives_the_fourth_moment_of_a_standard_normal_variable():
    four = Moment((("x", "n"),) * 4, ((0, 1, ""), (2, 3, "")))
    s = sp.Symbol("s")
    # one dimension: tr S^2 = (tr S)^2 = s^2, and the moment is 3 s^2 for one sample
    assert expectation(four, sp.Integer(1), {"tr S": s, "tr SS": s**2}) == 3 * s**2


def isserlis(moments: list[tuple[int, int]], Sigma: np.ndarray) -> float:
    """E of a product of entries x_{n a} of independent Gaussian samples, by brute force over
    matchings."""
    total = 0.0
    for matching in matchings(tuple(range(len(moments)))):
        pairs = [(moments[i], moments[j]) for i, j in matching]
        total += np.prod(
            [Sigma[one[1], other[1]] if one[0] == other[0] else 0.0 for one, other in pairs]
        )
    return total


@pytest.mark.parametrize("d, N", [(1, 1), (2, 3), (3, 2), (4, 2)])
def test_wick_words_agree_with_entry_by_entry_isserlis_in_any_dimension(d, N):
    root = np.random.default_rng(d).normal(size=(d, d))
    Sigma = root @ root.T
    formula = sp.lambdify(
        (paper.N, paper.T, paper.s_ab, paper.s2_ab), definitions.moments()[paper.C_ab]
    )
    for a, b in product(range(d), repeat=2):
        direct = sum(
            isserlis([(n, a), (n, c), (m, c), (m, b)], Sigma)
            for n in range(N)
            for m in range(N)
            for c in range(d)
        )
        assert abs(
            formula(N, np.trace(Sigma), Sigma[a, b], (Sigma @ Sigma)[a, b]) - direct
        ) < 1e-10 * (1 + abs(direct))


def test_the_magnitude_of_one_component_minimises_its_loss():
    numbers = {paper.N: 3, paper.T: 5, paper.lam_k: 2}
    size = definitions.learning()[paper.A_k].subs(numbers)
    losses = [
        definitions.component_loss(paper.lam_k, size + step).subs(numbers)
        for step in (0, sp.Rational(1, 100), -sp.Rational(1, 100))
    ]
    assert size == sp.Rational(1, 13) and losses[0] < min(losses[1:])


def test_the_gradient_of_a_head_is_that_of_its_loss_by_a_difference():
    """d = 2, Sigma = diag(2, 1), N = 1: the loss from its traces, for a head that is not
    aligned."""
    S = sp.diag(2, 1)
    V, Q, K = sp.Rational(1, 2), sp.Matrix([1, -1]), sp.Matrix([2, 3])

    def loss(q):
        W = V * q * K.T
        traces = ((S**2 * W).trace(), (S * W * S * W.T).trace(), (S * W * S**2 * W.T).trace())
        return definitions.loss_at(*traces).subs({paper.N: 1, paper.T: 3})

    h = sp.Rational(1, 10)
    step = sp.Matrix([h, 0])
    slope = (loss(Q + step) - loss(Q - step)) / (2 * h)  # exact: the loss is quadratic in Q
    letters = {"others_K": (K.T * S * K)[0] - 8, "others_KK": (K.T * S**2 * K)[0] - 16}
    values = {paper.N: 1, paper.T: 3, paper.V_h: V, paper.Q_j: 1, paper.K_j: 2, paper.lam_j: 2}
    formula = definitions.one_head()[paper.grad_Q_alone].subs(values)
    named = {symbol: letters[symbol.name] for symbol in formula.free_symbols}
    assert formula.subs(named) == slope


def test_no_height_exceeds_the_largest():
    (top,) = definitions.largest_height().values()
    numbers = {paper.N: 1, paper.lam_k: 1}
    heights = [v * (1 - v**2) / 2 for v in (k / 100 for k in range(101))]
    assert max(heights) <= float(top.subs(numbers)) < max(heights) + 1e-4
