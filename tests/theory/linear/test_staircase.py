"""The predicted staircases of linear networks, by hand and against independent linear algebra."""

import mpmath
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from theory import linear


def test_the_printed_sequence_of_the_smallest_misordered_problem_by_hand():
    # sigma = (3, 2), mu = (3, 4): mode 2 has the larger mu and is 'learned' first, leaving
    # sigma^(1) = 3. tau_1 = 1/3; S_2 = 2/3; the second wait is (1 - 2/3)/3 = 1/9.
    with pytest.warns(linear.OtherOrder, match="gradient flow rests at 3.5, 2.0, 0.0"):
        stairs = linear.staircase([[1, 0], [0, 2]], [[3, 0], [0, 1]])
    assert [mpmath.identify(t) for t in stairs.jump_times] == ["(1/3)", "(4/9)"]
    assert [float(v) for v in stairs.levels] == [3.5, 1.5, 0.0]


def test_the_union_of_the_blocks_learns_by_decreasing_singular_value():
    stairs = linear.union_staircase([[1, 0], [0, 2]], [[3, 0], [0, 1]])
    assert [mpmath.identify(t) for t in stairs.jump_times] == ["(1/3)", "(1/2)"]
    assert [float(v) for v in stairs.levels] == [3.5, 2.0, 0.0]


def test_in_order_the_two_sequences_are_the_same_and_jump_at_inverse_singular_values():
    B, Sigma = [[3, 0, 0], [0, 2, 0], [0, 0, 1]], [[3, 0, 0], [0, 2, 0], [0, 0, 1]]
    one, other = linear.staircase(B, Sigma), linear.union_staircase(B, Sigma)
    for stairs in (one, other):
        assert_allclose([float(t) for t in stairs.jump_times], [1 / 9, 1 / 4, 1], rtol=1e-14)
        assert_allclose([float(v) for v in stairs.levels], [18, 4.5, 0.5, 0], rtol=1e-14)


@settings(max_examples=20)
@given(st.integers(1, 4), st.integers(1, 4), st.integers(0, 10**6))
def test_levels_and_matrices_are_those_of_a_truncated_singular_value_decomposition(c, d, seed):
    draw = np.random.default_rng(seed)
    root = draw.normal(size=(d, d)) + np.diag(np.arange(2.0, 2 + d))
    B, Sigma = draw.normal(size=(c, d)), root @ root.T
    try:
        stairs = linear.staircase(B, Sigma, digits=20)
    except ValueError:
        assume(False)
    # Independent of B Sigma B^T: whiten, truncate, unwhiten (Eckart and Young).
    whitener = np.linalg.cholesky(Sigma)
    U, s, Vt = np.linalg.svd(B @ whitener)
    for k, (level, point) in enumerate(zip(stairs.levels, stairs.points)):
        best = (U[:, :k] * s[:k]) @ Vt[:k] @ np.linalg.inv(whitener)
        assert_allclose(np.array(point.tolist(), dtype=float), best, atol=1e-9)
        assert_allclose(float(level), np.sum(s[k:] ** 2) / 2, atol=1e-9)


def test_a_problem_that_does_not_split_is_one_block_and_a_diagonal_one_is_all_blocks():
    with mpmath.workdps(40):
        assert (
            len(linear.split(mpmath.matrix([[2, 1], [0, 1]]), mpmath.matrix([[1, 0], [0, 3]]))) == 1
        )
        assert (
            len(linear.split(mpmath.matrix([[2, 0], [0, 1]]), mpmath.matrix([[1, 0], [0, 3]]))) == 2
        )


def test_a_narrow_network_in_the_wrong_order_has_no_union_staircase():
    with pytest.raises(ValueError, match="width is 1: below min"):
        linear.union_staircase([[1, 0], [0, 2]], [[3, 0], [0, 1]], width=1)


@pytest.mark.parametrize(
    "arguments, said",
    [
        (([[1, 0]], [[1, 2], [0, 1]]), "Sigma differs from its transpose"),
        (
            ([[1, 0]], [[1, 0], [0, -1]]),
            "Sigma has the eigenvalues 1.0, -1.0: expected them positive",
        ),
        (
            ([[1, 0], [0, 2]], [[1, 0], [0, 1]]),
            "Sigma has the eigenvalues 1.0, 1.0: expected them distinct",
        ),
        (
            ([[2, 0], [0, 1]], [[1, 0], [0, 2]]),
            "B Sigma has the singular values 2.0, 2.0: expected them distinct",
        ),
        (([[1, 0, 0]], [[1, 0], [0, 2]]), r"B has shape \(1, 3\)"),
        (([[1, float("nan")]], [[1, 0], [0, 2]]), "expected a matrix of finite real numbers"),
        (([[1, 0], [1]], [[1, 0], [0, 2]]), r"B has rows of lengths \[2, 1\]"),
        (([[1, 1], [1, 1]], [[1, 0], [0, 2]]), "expected them positive"),
    ],
)
def test_bad_input_is_named_in_one_line(arguments, said):
    with pytest.raises(ValueError, match=said) as caught:
        linear.staircase(*arguments)
    assert "\n" not in str(caught.value)


def test_a_width_of_zero_is_refused():
    with pytest.raises(ValueError, match="width is 0"):
        linear.staircase([[1]], [[1]], width=0)
