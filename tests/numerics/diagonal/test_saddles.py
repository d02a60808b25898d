"""Successive saddles in doubles, beside the same algorithm in fractions."""

import numpy as np
import pytest

from numerics.diagonal import saddles
from numerics.diagonal.saddles import successive_saddles
from theory import diagonal


@pytest.mark.parametrize("seed", range(4))
def test_jumps_levels_and_features_are_those_of_exact_arithmetic(seed):
    draw = np.random.default_rng(seed)
    X, y = draw.integers(-5, 6, size=(4, 6)), draw.integers(-5, 6, size=6)
    ours, exact = successive_saddles(X, y), diagonal.staircase(X.tolist(), y.tolist())
    assert [float(t) for t in ours.jump_times] == pytest.approx(
        [float(t) for t in exact.jump_times]
    )
    assert [float(q) for q in ours.levels] == pytest.approx(
        [float(q) for q in exact.levels], abs=1e-12
    )
    assert list(ours.features) == list(exact.features)


def test_orthogonal_inputs_are_learned_one_by_one_at_the_inverse_of_their_pull():
    """X = diag(2, 1), y = (1, -3), n = 2: pulls 1 and -3/2, times 2/3 and 1, signs -, +."""
    stairs = successive_saddles([[2, 0], [0, 1]], [1, -3])
    assert list(stairs.jump_times) == pytest.approx([2 / 3, 1])
    assert list(stairs.features) == [(1, -1), (0, 1)]
    assert np.asarray(stairs.points[-1], dtype=float) == pytest.approx([0.5, -3])


def test_targets_without_correlation_leave_nothing_to_learn():
    assert len(successive_saddles([[1, 1]], [1, -1])) == 0


def test_least_squares_that_stay_where_they_are_end_in_an_error_and_not_in_a_circle(monkeypatch):
    """SciPy 1.15.0 has such an nnls: the algorithm went on for ever."""
    monkeypatch.setattr(saddles, "constrained_least_squares", lambda X, y, signs: np.zeros(len(X)))
    with pytest.raises(ArithmeticError, match="do not leave"):
        successive_saddles([[2, 0], [0, 1]], [1, -3])
