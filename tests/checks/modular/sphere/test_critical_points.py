"""Which critical points of the utility are local maxima: one frequency alone, and no mixture."""

import numpy as np
import pytest

from checks.methods.check import Effort
from checks.modular.sphere import critical_points
from checks.modular.sphere.critical_points import Critical, Weakest
from theory import modular as paper

X = (3, -1, -2, 1, -1)


def test_a_maximum_falls_off_in_every_direction_but_the_flat_ones():
    assert Critical(1.0, np.array([1e-9, 0.0, -3.0, -6.0]), 2, 1.0).maximum
    assert not Critical(1.0, np.array([2.0, 0.0, -3.0, -6.0]), 2, 1.0).maximum
    assert not Critical(1.0, np.array([1e-9, 0.0, 0.0, -6.0]), 2, 1.0).maximum


@pytest.mark.parametrize("observed", ["observe", "confirm"])
def test_every_frequency_carries_a_local_maximum_and_a_mixture_a_saddle(observed):
    """Across the flat directions -3 U at a single frequency, and 3 U along a mixture."""
    (seen,) = getattr(critical_points.hessians, observed)((X, 2), Effort())
    values = seen.values
    assert values[paper.maxima] == 2
    single, mixed = values[paper.hess_single].value, values[paper.hess_mix].value
    assert single == pytest.approx(-3 * values[paper.U_single].value, rel=1e-6)
    assert mixed == pytest.approx(3 * values[paper.U_mix].value, rel=1e-6)


def test_with_one_summand_only_the_strongest_frequency_has_one():
    (seen,) = critical_points.hessians_k.observe((X, 1), Effort())
    assert seen.values[paper.maxima_k] == 1


def test_the_weakest_frequency_is_critical_below_the_largest_utility():
    one = Weakest(X)
    hat = np.abs(np.fft.fft(X))
    assert hat[one.frequency] == min(hat[1:3])
    assert np.linalg.norm(one.theta) == pytest.approx(1)
    (seen,) = critical_points.weakest.observe(one, Effort())
    assert 0 < seen.values[paper.U_single].value < seen.values[paper.U_top].value
    assert f"x = {X}" in str(one)
