"""Limits as 1/log(1/alpha) -> 0: the first term is removed, what is left is doubted, and what does
not settle says so.
"""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checks.methods.extrapolation import extrapolate, settled
from checks.methods.measured import Unsettled

LOGS = [100.0, 200.0, 400.0, 800.0]


@given(st.floats(-5, 5), st.floats(-10, 10), st.floats(-20, 20))
def test_a_series_in_1_over_L_is_known_within_its_doubt(limit, slope, curvature):
    fit = extrapolate(LOGS, [limit + slope / L + curvature / L**2 for L in LOGS], size=1.0)
    if math.isfinite(fit.doubt):
        assert abs(fit.limit - limit) <= fit.doubt + 1e-12
    if abs(curvature) < abs(slope):
        assert math.isfinite(fit.doubt)


def test_a_remainder_like_log_L_over_L_is_within_the_doubt_and_one_like_its_root_is_not_believed():
    slow = extrapolate(LOGS, [1 + math.log(L) / L for L in LOGS])
    assert abs(slow.limit - 1) <= slow.doubt < math.inf
    assert extrapolate(LOGS, [1 + L**-0.5 for L in LOGS]).doubt == math.inf


def test_the_order_of_the_alphas_does_not_matter():
    values = [3 + 2 / L for L in LOGS]
    assert extrapolate(LOGS[::-1], values[::-1]) == extrapolate(LOGS, values)


def test_two_alphas_tell_no_limit_and_one_is_refused():
    with pytest.raises(Unsettled, match="2 alphas"):
        settled(extrapolate([10.0, 20.0], [1.1, 1.05]))
    with pytest.raises(ValueError, match="two alphas or more, got 1"):
        extrapolate([10.0, 10.0], [1.0, 1.0])


def test_a_settled_limit_is_a_measurement_with_its_doubt():
    fit = extrapolate(LOGS, [2 + 1 / L for L in LOGS])
    measured = settled(fit)
    assert (measured.value, measured.size, measured.error) == (fit.limit, fit.limit, fit.doubt)
