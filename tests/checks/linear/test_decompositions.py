"""Decompositions, in doubles and in forty digits, of matrices that are decomposed by hand."""

import mpmath
import numpy as np
import pytest
from numpy.testing import assert_allclose

from checks.linear.decompositions import DOUBLES, FORTY_DIGITS

BOTH = pytest.mark.parametrize("by", [DOUBLES, FORTY_DIGITS], ids=["doubles", "forty digits"])
WIDE = [
    [3.0, 0.0, 0.0],
    [4.0, 5.0, 0.0],
]  # W W^T has the trace 50 and the determinant 225: 45 and 5


def doubles(array):
    return np.array(array, dtype=float)


@BOTH
def test_eigenvalues_rise_and_their_vectors_are_columns(by):
    values, vectors = by.eigh(by.array([[2.0, 1.0], [1.0, 2.0]]))
    assert_allclose(doubles(values), [1, 3], rtol=1e-14)
    assert_allclose(abs(doubles(vectors)), np.full((2, 2), 0.5**0.5), rtol=1e-14)
    assert float(vectors[0, 0] * vectors[1, 0]) < 0 < float(vectors[0, 1] * vectors[1, 1])


@BOTH
@pytest.mark.parametrize("turned", [False, True])
def test_singular_values_fall_and_both_bases_are_whole(by, turned):
    M = by.array(np.transpose(WIDE) if turned else WIDE)
    U, values, Vt = by.svd(M)
    assert_allclose(doubles(values), [45**0.5, 5**0.5], rtol=1e-14)
    for basis in (U, Vt):
        assert_allclose(doubles(basis @ basis.T), np.eye(len(basis)), atol=1e-14)
    assert (len(U), len(Vt)) == np.shape(M)
    assert_allclose(doubles((U[:, :2] * values) @ Vt[:2]), doubles(M), atol=1e-13)


@BOTH
def test_an_inverse_a_triangular_root_and_a_volume(by):
    M = by.array([[4.0, 2.0], [2.0, 5.0]])
    assert_allclose(doubles(by.inverse(M)), np.array([[5, -2], [-2, 4]]) / 16, rtol=1e-14)
    assert_allclose(doubles(by.cholesky(M)), [[2, 0], [1, 2]], atol=1e-15)
    # a parallelogram in space: |(1, 2, 2) x (0, 3, 4)| = |(2, -4, 3)|
    Z = by.array([[1.0, 0.0], [2.0, 3.0], [2.0, 4.0]])
    assert float(by.log_volume(Z)) == pytest.approx(np.log(29) / 2, rel=1e-14)


def test_forty_digits_are_forty_and_leave_the_precision_in_force_alone():
    before = mpmath.mp.dps
    _, values, _ = FORTY_DIGITS.svd(FORTY_DIGITS.array(WIDE))
    assert mpmath.mp.dps == before
    with mpmath.workdps(50):
        assert abs(mpmath.mpf(values[1]) - mpmath.sqrt(5)) < mpmath.mpf(10) ** -37
