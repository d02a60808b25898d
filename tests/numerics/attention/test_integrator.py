"""The transformer's own integrator against SciPy: the same flow, to the digits of doubles."""

import sys

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from numerics import AttentionNetwork, collocation, gradient_flow
from numerics.attention.integrator import TaylorPiece


def drawn(seed: int) -> tuple[AttentionNetwork, float]:
    draw = np.random.default_rng(seed)
    d, heads = int(draw.integers(1, 4)), int(draw.integers(1, 5))
    root = draw.normal(size=(d, d))
    Sigma = float(draw.choice([0.3, 1, 3])) * (root @ root.T / d + 0.3 * np.eye(d))
    return AttentionNetwork(Sigma, int(draw.choice([1, 5, 100])), heads), float(
        draw.choice([0.5, 0.1, 1e-2])
    )


@pytest.mark.parametrize("seed", range(8))
def test_the_end_is_that_of_an_explicit_method_at_rounding(seed):
    net, alpha = drawn(seed)
    flow = gradient_flow(net, alpha, seed=seed)
    start, end = net.initial(alpha, seed), flow.times[-1] * net.eta(alpha)
    other = solve_ivp(
        lambda _t, flat: -net.gradient(flat.reshape(start.shape)).ravel(),
        (0, end), start.ravel(), "DOP853", rtol=3e-14, atol=1e-14 * np.abs(start).min(),
    ).y[:, -1]  # fmt: skip
    assert flow.at(flow.times[-1]).ravel() == pytest.approx(other, abs=1e-11)


@pytest.mark.parametrize("alpha", ["1e-2", "1e-4", "1e-6"])
def test_it_is_the_flow_of_lsoda_to_the_digits_of_lsoda(alpha):
    net = AttentionNetwork(np.diag([1.0, 0.6, 0.3]), 5, 4)
    own, plain = (gradient_flow(net, alpha, seed=2, raw=raw).staircase for raw in (False, True))
    assert own.features == plain.features
    assert own.jump_times == pytest.approx(plain.jump_times, rel=1e-8)
    assert own.levels == pytest.approx(plain.levels, rel=1e-10)


def test_the_curve_between_the_knots_solves_the_equation():
    net = AttentionNetwork(np.diag([1.0, 0.5]), 4, 3)
    flow = gradient_flow(net, "1e-3", seed=1)
    eta = net.eta("1e-3")
    for t in np.linspace(0.05, 0.95, 40) * flow.times[-1]:
        h = 1e-4 / eta
        slope = (flow.at(t + h) - flow.at(t - h)) / (2 * h * eta)
        gradient = net.gradient(flow.at(t))
        assert np.abs(slope + gradient).max() < 1e-6 * np.abs(gradient).max() + 2e-11


def test_a_conserved_quantity_keeps_twelve_digits_of_every_head_through_all_plateaus():
    net = AttentionNetwork(np.diag([1.0, 0.6]), 5, 4)
    flow = gradient_flow(net, "1e-5", seed=3)
    V, Q, K = flow.parameters[:, :, 0], flow.parameters[:, :, 1:3], flow.parameters[:, :, 3:]
    for size in (np.sum(Q**2, axis=2), np.sum(K**2, axis=2)):
        drift = np.abs((V**2 - size) - (V**2 - size)[0])
        assert np.all(drift < 1e-12 * np.maximum(V**2, size))


def test_a_plateau_costs_the_logarithm_of_its_length():
    net = AttentionNetwork(np.diag([1.0, 0.7, 0.5, 0.3]), 10, 8)
    few, many = (gradient_flow(net, alpha).steps for alpha in ("1e-4", "1e-8"))
    assert many < 2.5 * few < 2500


def test_both_kinds_of_step_are_taken_and_follow_one_another():
    net = AttentionNetwork(np.diag([1.0, 0.5]), 4, 2).rotated
    integrator = net.integrator()
    pieces = [p for group in integrator.pieces(net.initial("1e-5"), 1e5) for p in group]
    assert {type(piece) for piece in pieces} == {TaylorPiece, collocation.Step}
    assert pieces[0].start == 0 and pieces[-1].end == 1e5 == integrator.time
    for before, after in zip(pieces[:-1], pieces[1:]):
        assert before.end == after.start
        joint = np.array([after.start])
        assert before.at(joint) == pytest.approx(after.at(joint), rel=1e-11, abs=1e-17)


@pytest.mark.parametrize("until", [1e-9, 0.3, 40.0])
def test_it_ends_where_it_is_asked_to(until):
    net = AttentionNetwork([[1.0]], 1, 2)
    assert gradient_flow(net, "1e-2", until=until).times[-1] == until


def test_a_network_too_steep_for_lsoda_is_followed():
    net = AttentionNetwork(np.diag([9.0, 4.0]), 10**4, 3)
    with pytest.raises(ArithmeticError, match="LSODA failed"):
        gradient_flow(net, 0.5, raw=True)
    flow = gradient_flow(net, 0.5)
    assert 0 < flow.losses[-1] < 1e-10 * flow.losses[0]


def test_without_numba_lsoda_gives_the_same_staircase(monkeypatch):
    net = AttentionNetwork(np.diag([1.0, 0.5]), 4, 2)
    own = gradient_flow(net, "1e-3").staircase
    for name in ("integrator", "taylor", "compiled"):
        monkeypatch.setitem(sys.modules, f"numerics.attention.{name}", None)
    plain = gradient_flow(net, "1e-3").staircase
    assert own.features == plain.features
    assert own.jump_times == pytest.approx(plain.jump_times, rel=1e-8)
    assert own.levels == pytest.approx(plain.levels, rel=1e-10)
