"""The staircase of a diagonal flow has the digits of the flow; its curves are built
when asked for.
"""

import mpmath
import numpy as np
import pytest

from checks.bench.regression import regression as of_the_benchmark
from numerics import gradient_flow


@pytest.mark.parametrize("alpha", ["1e-3", "1e-8", "1e-20"])
@pytest.mark.parametrize("seed", [0, 2])
def test_jump_times_and_levels_of_sixteen_digits_are_those_of_fifty(regression, alpha, seed):
    net = regression(3, seed)
    ours, many = (gradient_flow(net, alpha, digits=digits).staircase for digits in (16, 50))
    assert len(ours) == len(many) > 0 and ours.features == many.features
    for a, b in zip(ours.levels, many.levels):
        assert abs(a - float(b)) <= 4e-15 * float(many.levels[0])
    for k, (a, b) in enumerate(zip(ours.jump_times, many.jump_times)):
        # What an error of 4e-15 in the levels means for the time at which their mean is crossed.
        speed = gradient_flow(net, alpha).measure(a)[1]
        allowed = 4e-15 * float(many.levels[0]) / speed + 2e-13 * float(b)
        assert abs(a - float(b)) <= allowed, k


def test_thirty_digits_are_thirty_digits(regression):
    net = regression(2, 1)
    some, more = (gradient_flow(net, "1e-8", digits=digits).staircase for digits in (30, 60))
    with mpmath.workdps(60):
        for a, b in zip((*some.jump_times, *some.levels), (*more.jump_times, *more.levels)):
            assert abs(a - b) <= mpmath.mpf(10) ** -28 * (1 + abs(b))


@pytest.mark.parametrize("engine", ["compiled", "portable"])
def test_the_acceleration_is_the_derivative_of_the_speed(regression, engine):
    flow = gradient_flow(regression(3, 0), "1e-3", engine=engine)
    t = float(flow.staircase.jump_times[0])
    step = 1e-5
    slope = (flow.measure(t + step)[1] - flow.measure(t - step)[1]) / (2 * step)
    assert flow.acceleration(t) == pytest.approx(slope, rel=1e-5)


def test_what_is_read_in_compiled_code_is_what_the_curve_has(regression):
    flow = gradient_flow(regression(4, 3), "1e-6")
    for k in range(0, len(flow.times), 37):
        loss, speed = flow.measure(flow.times[k])
        assert loss == pytest.approx(flow.losses[k], rel=1e-12, abs=1e-16)
        assert speed == pytest.approx(flow.speeds[k], rel=1e-9, abs=1e-18 * flow.speeds.max())
        u, v = flow.parameters[k].T
        assert u * v == pytest.approx(flow.beta[k], rel=1e-9, abs=1e-16)
        assert flow.network.loss_of(flow.beta[k]) == pytest.approx(loss, rel=1e-12, abs=1e-16)


def test_curves_are_built_when_they_are_asked_for(regression):
    flow = gradient_flow(regression(3, 0), "1e-8")
    assert not {"parameters", "losses", "beta", "dual"} & set(vars(flow))
    assert flow.beta_at([flow.times[-1]]).shape == (1, 3) and "parameters" not in vars(flow)
    assert len(flow.staircase) > 0 and "parameters" not in vars(flow)
    assert flow.parameters.shape == (len(flow.times), 3, 2) and "parameters" in vars(flow)
    assert np.all(np.diff(flow.times) > 0)


@pytest.mark.parametrize("digits", [30, 50])
def test_more_digits_read_as_many_jumps_at_the_same_times(digits):
    # The last dip is a plateau by a hair: samples too far apart missed it.
    net = of_the_benchmark(5)
    few, many = (gradient_flow(net, "1e-3", digits=n).staircase for n in (16, digits))
    assert len(few) == len(many) == 3
    assert np.allclose(few.jump_times, [float(t) for t in many.jump_times], rtol=1e-12, atol=0)
