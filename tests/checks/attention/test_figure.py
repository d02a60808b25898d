"""The experiment of the figure of principal components."""

from fractions import Fraction

import numpy as np
import pytest
from numpy.testing import assert_allclose

from checks.attention.figure import (
    CONTEXT,
    VALUES,
    _along_axes,
    _rests,
    gaps,
    singular_values,
)
from checks.methods.check import Effort, Rejected
from theory import attention as paper


def test_eigenvalues_are_in_the_ratios_of_the_experiment():
    assert sum(VALUES) == 2 and VALUES[0] / VALUES[3] == 4 and VALUES[1] == Fraction(12, 25)


def test_singular_values_are_told_by_the_eigenvector_they_lie_along():
    assert_allclose(_along_axes(np.diag([0.1, 0.3, 0.2, 0.0])), [0.1, 0.3, 0.2, 0.0], atol=1e-15)
    turned = np.eye(3) - 2 / 3  # two of its columns are largest in the first entry
    with pytest.raises(Rejected):
        _along_axes(turned @ np.diag([3.0, 2.0, 1.0]))


def test_the_last_plateau_is_the_best_network():
    W = _rests(0, "1e-4")[-1]
    assert_allclose(np.diag(W), [1 / (2 + (CONTEXT + 1) * float(x)) for x in VALUES], rtol=1e-6)


def test_every_plateau_and_every_eigenvector_is_observed():
    seen = [
        (one.values[paper.iteration], one.values[paper.mode_1])
        for one in singular_values(0, Effort())
    ]
    assert len(set(seen)) == len(VALUES) ** 2


def test_only_neighbouring_jumps_are_compared():
    found = list(gaps(0, Effort()))
    assert len(found) == len(VALUES)
    assert [one[paper.lam_k] for one in found] == list(VALUES)
