"""Taylor coefficients in machine code are those of NumPy's products."""

import numpy as np
import pytest

from numerics.linear import log_flow


@pytest.mark.parametrize(("c", "d", "m"), [(1, 1, 1), (3, 3, 4), (2, 5, 3)])
def test_both_have_one_series(monkeypatch, c, d, m):
    draw = np.random.default_rng(m)
    problem = log_flow.Quadratic(
        draw.normal(size=(c, d)), np.diag(draw.uniform(0.5, 1, d)), np.ones((c + d, c + d), bool)
    )
    Y, K = draw.normal(size=(c + d, m)) / 2, np.diag(draw.uniform(size=m))
    ours = log_flow.series(problem, Y, K)
    monkeypatch.setattr(log_flow, "SMALL", 0)
    theirs = log_flow.series(problem, Y, K)
    sizes = np.abs(theirs).max(axis=(1, 2), keepdims=True)
    assert ours / sizes == pytest.approx(theirs / sizes, abs=1e-13)


def test_a_block_that_is_zero_stays_zero():
    problem = log_flow.Quadratic(np.diag([2.0, 1.0]), np.diag([1.0, 3.0]), np.eye(4, dtype=bool))
    Y = np.array([[1.0, 0.0], [0.0, 0.3], [0.5, 0.0], [0.0, 0.7]])  # rows a_1, a_2, w_1, w_2
    terms = log_flow.series(problem, Y, np.eye(2))
    assert not terms[:, [1, 3], 0].any() and not terms[:, [0, 2], 1].any()
