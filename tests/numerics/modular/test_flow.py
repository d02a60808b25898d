"""Gradient flow of modular addition in the frequencies of x: it is gradient flow."""

import sys
import warnings

import numpy as np
import pytest
from scipy.integrate import BDF, solve_ivp, trapezoid

from numerics import ModularNetwork, gradient_flow
from numerics.modular.flow import follow, recorded
from numerics.reading import plateaus

X = np.array([2.0, -1.0, 3.0, -4.0, 0.0])
NET = ModularNetwork(X, 2)
START = 0.1 * np.random.default_rng(3).normal(size=(2, 15))


def test_it_is_the_flow_that_another_method_integrates_in_all_coordinates():
    dense = solve_ivp(
        lambda t, y: -2.0 * NET.gradient(y.reshape(2, 15)).ravel(),
        (0, 0.3),
        START.ravel(),
        method="LSODA",
        rtol=1e-10,
        atol=1e-12,
    )
    last = list(follow(NET, START, 2.0, until=0.3, rtol=1e-8))[-1]
    assert last.time == 0.3
    assert last.theta.ravel() == pytest.approx(dense.y[:, -1], abs=1e-5)
    assert last.loss == pytest.approx(NET.loss(last.theta), rel=1e-9)


def test_the_loss_falls_at_the_rate_of_the_squared_gradient():
    steps = list(follow(NET, START, 1.0, until=0.5))
    losses = np.array([step.loss for step in steps])
    assert np.all(np.diff(losses) <= 1e-9)
    path = recorded(NET, 0.1, 1.0, START, steps)
    assert path.times[0] == 0 and path.at(0) == pytest.approx(START, abs=1e-12)
    fallen = trapezoid(path.speeds, path.times)
    assert fallen == pytest.approx(path.losses[0] - path.losses[-1], rel=1e-2)


def test_a_neuron_without_a_direction_is_refused():
    with pytest.raises(ValueError, match="a neuron that is zero"):
        next(follow(NET, np.vstack([START[:1], np.zeros((1, 15))]), 1.0))


def test_a_small_network_has_eight_digits_of_its_first_jump():
    net = ModularNetwork([2, -1, -1], 2)
    own, fine = (gradient_flow(net, "1e-2", until=0.7, raw=raw).staircase for raw in (False, True))
    assert own.jump_times[0] == pytest.approx(fine.jump_times[0], rel=1e-8)


def test_errors_of_stiff_modes_are_no_jumps():
    # the weights of its groups grow without end: 49 jumps were read here, 43 of them of no height
    x = np.array([-0.802, -1.324, -0.248, 0.42, 1.136])
    net = ModularNetwork(x - x.mean(), 10)
    levels = gradient_flow(net, "1e-4", until=7).staircase.levels
    assert len(levels) > 1 and np.all(-np.diff(levels) > 1e-2 * levels[0])


@pytest.mark.parametrize("narrowest", [1, 3])
def test_a_spike_narrower_than_a_jump_is_none(narrowest):
    times = np.linspace(-1, 1, 2001)
    speeds = np.exp(-2000 * times**2) + 1e-6
    speeds[1700] = 1e-2
    assert len(plateaus(speeds, narrowest)) == (2 if narrowest > 1 else 3)


def test_a_newton_step_that_leaves_for_infinity_is_refused_without_a_warning(monkeypatch):
    step, wild = BDF.step, []

    def first_from_far_away(solver):
        if not wild:
            wild.append(solver.fun(0.0, np.full(len(solver.y), 1e200)))
        return step(solver)

    monkeypatch.setattr(BDF, "step", first_from_far_away)
    wide = ModularNetwork(np.r_[X, -X], 30)  # so wide that its gradient is not machine code
    start = wide.initial("1e-2")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        list(follow(wide, start, 1.0, until=0.1))
    assert not np.all(np.isfinite(wild[0]))


def test_without_numba_the_flow_is_the_same(monkeypatch):
    own = list(follow(NET, START, 2.0, until=0.3))[-1]
    monkeypatch.setitem(sys.modules, "numerics.modular.compiled", None)
    plain = list(follow(NET, START, 2.0, until=0.3))[-1]
    assert plain.theta == pytest.approx(own.theta, rel=1e-9, abs=1e-12)
