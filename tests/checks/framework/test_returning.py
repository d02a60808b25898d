"""A coordinate that is forgotten, and what is left when the algorithm has stopped."""

import numpy as np
import pytest

from checks.framework.returning import PASSED, at_termination, on_the_way_back, returning
from checks.methods.check import Effort
from checks.methods.measured import Unsettled
from theory import framework as paper


def test_the_network_is_fitted_where_its_first_coordinate_is_negative():
    # beta = u v: both square roots, the first with opposite signs
    theta = np.array([[0.5, -0.5], [1.0, 1.0]])
    net = returning(0.25)
    assert net.loss(theta) == pytest.approx(0, abs=1e-15)
    assert net.loss(np.abs(theta)) > 0.01


def test_on_its_way_back_the_utility_is_nearly_what_it_was_on_the_way_up():
    threshold, ratio = on_the_way_back(0.25, "1e-100")
    assert threshold == pytest.approx(100 * np.log(10) - np.log(2) / 2)
    # log |theta| = eta S - c, and beta = 1/100 there: |theta|^2 is near it
    assert (ratio - 1) * threshold == pytest.approx(np.log(PASSED) / 2, abs=0.5)


def test_a_coordinate_that_never_comes_back_tells_nothing():
    with pytest.raises(Unsettled, match="come back"):
        on_the_way_back(-0.5, "1e-20")


@pytest.mark.parametrize("features", [1, 3])
def test_at_the_end_no_residual_correlates_with_a_feature(features):
    for observe in (at_termination.observe, at_termination.confirm):
        (seen,) = observe((features, 7), Effort())
        left = seen[paper.utility_left]
        assert abs(float(getattr(left, "value", left))) < 1e-12
