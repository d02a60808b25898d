"""Measured sequences extrapolated in 1/log(1/alpha)."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checks.methods.extrapolation import extrapolate


@settings(max_examples=40)
@given(st.floats(-50, 50), st.floats(-20, 20), st.floats(-1e-3, 1e-3))
def test_extrapolation_removes_the_first_term_and_measures_the_rest(limit, slope, second):
    logs = [100.0, 200.0, 400.0, 800.0]
    fit = extrapolate(logs, [limit + slope / L + second / L**2 for L in logs])
    # What is left of second/L^2 after the linear term of the last two (L = 400, 800) is
    # -second/(400 * 800).
    assert abs(fit.limit - limit) < abs(second) / 3e5 + 1e-10
    assert abs(fit.slope - slope) < abs(second) / 100 + 1e-6
    assert fit.raw[0] == pytest.approx(slope / 100, abs=1e-5)


REMAINDERS = [
    lambda L: 5 / L**2,
    lambda L: math.log(L) / L,
    lambda L: L**-0.75,
    lambda L: math.exp(-0.05 * L),
    lambda L: 1 / (L + 30),
]


@pytest.mark.parametrize("remainder", REMAINDERS)
@pytest.mark.parametrize("ratio", [1.05, 1.3, 2.0, 10.0])
@pytest.mark.parametrize("slope", [0.0, 1.0, -3.0])
def test_the_limit_lies_within_the_doubt_of_its_extrapolation(remainder, ratio, slope):
    logs = [100.0 * ratio**k for k in range(3)]
    fit = extrapolate(logs, [2 + slope / L + remainder(L) for L in logs])
    assert abs(fit.limit - 2) <= fit.doubt + 1e-12


@pytest.mark.parametrize(
    "value",
    [
        lambda L: L,
        math.log,
        lambda L: 1 / math.log(L),
        lambda L: L**-0.5,
        lambda L: (-1) ** round(L / 100),
    ],
)
@pytest.mark.parametrize("ratio", [1.3, 2.0, 10.0])
def test_points_that_do_not_settle_have_no_limit(value, ratio):
    logs = [100.0 * ratio**k for k in range(3)]
    fit = extrapolate(logs, [value(L) for L in logs])
    assert fit.doubt > abs(fit.limit) / 2


def test_two_alphas_do_not_know_how_far_they_are_off():
    assert extrapolate([1.0, 2.0], [0.5, 0.25]).doubt == math.inf
    assert extrapolate([1.0, 2.0, 2.0], [0.5, 0.25, 0.25]).doubt == math.inf


def test_the_alphas_may_come_in_any_order():
    assert extrapolate([4.0, 1.0, 2.0], [3.25, 4.0, 3.5]) == extrapolate(
        [1.0, 2.0, 4.0], [4.0, 3.5, 3.25]
    )


def test_noise_about_zero_is_settled_beside_what_it_is_compared_with():
    noise = [3e-13, -2e-13, 5e-13]
    assert extrapolate([100.0, 200.0, 400.0], noise).doubt == math.inf
    assert extrapolate([100.0, 200.0, 400.0], noise, size=1.0).doubt < 1e-11


@pytest.mark.parametrize("logs, values", [([1.0], [1.0]), ([1.0, 2.0], [1.0])])
def test_extrapolation_from_one_alpha_is_refused(logs, values):
    with pytest.raises(ValueError, match="two alphas or more"):
        extrapolate(logs, values)
