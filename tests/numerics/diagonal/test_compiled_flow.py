"""The flow in machine code is that of the loop in dual_flow.py, step by step."""

import numpy as np
import pytest

from numerics import DiagonalNetwork, gradient_flow
from numerics.diagonal import dual_flow, engines

pytest.importorskip("numba")


def network(d, samples, seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(d, samples)).round(3)
    return DiagonalNetwork(X, (np.linspace(1, 3, d) @ X).round(3))


def both(monkeypatch, net, alpha, until=None):
    """By machine code, and by the loop with the same steps."""
    ours = gradient_flow(net, alpha, until=until)
    # with fewer samples than coordinates the active ones may be dependent: then it is handed back
    assert ours._path.flown is not None or net.X.shape[0] > net.X.shape[1]
    with monkeypatch.context() as patch:
        patch.setattr(dual_flow, "CompiledEngine", type(None))
        loop = gradient_flow(net, alpha, until=until)
    assert loop._path.flown is None
    return ours, loop


@pytest.mark.parametrize("alpha", ["1e-1", "1e-3", "1e-50", "1e-1000"])
@pytest.mark.parametrize(("d", "samples"), [(1, 1), (3, 5), (6, 30), (6, 4)])
def test_machine_code_and_the_loop_show_one_staircase(monkeypatch, alpha, d, samples):
    ours, loop = both(monkeypatch, network(d, samples, d + samples), alpha)
    assert ours.staircase.features == loop.staircase.features
    times, levels = (
        [np.array(getattr(one.staircase, name), dtype=float) for one in (ours, loop)]
        for name in ("jump_times", "levels")
    )
    # slow modes, which fewer samples leave, are followed by LSODA, to nine digits
    np.testing.assert_allclose(*times, rtol=1e-10 if samples >= d else 1e-8)
    np.testing.assert_allclose(*levels, rtol=1e-9, atol=1e-12)


def test_the_samples_of_machine_code_are_those_of_numpy():
    flow = gradient_flow(network(5, 25, 0), "1e-8")
    np.testing.assert_allclose(flow.losses, flow._loss(flow.beta), rtol=1e-10, atol=1e-13)
    np.testing.assert_allclose(
        flow.speeds, flow._speed(flow.beta, *flow._roots), rtol=1e-6, atol=1e-18
    )
    assert len(flow.times) == len(flow.beta) and np.all(np.diff(flow.times) > 0)


@pytest.mark.parametrize("until", [1e-3, 0.7, 1e4])
def test_it_ends_where_it_is_told_to_also_long_after_it_came_to_rest(monkeypatch, until):
    ours, loop = both(monkeypatch, network(3, 12, 1), "1e-8", until)
    assert ours.times[-1] == pytest.approx(until, rel=1e-15)
    np.testing.assert_allclose(ours.beta[-1], loop.beta[-1], rtol=1e-10, atol=1e-13)


def test_nothing_to_learn_is_a_path_of_one_piece():
    flow = gradient_flow(DiagonalNetwork([[1.0, -1.0]], [1.0, 1.0]), "1e-8")
    assert len(flow._path.pieces) == 1 and len(flow.staircase) == 0


def test_what_it_cannot_do_is_handed_back(monkeypatch):
    rng = np.random.default_rng(3)
    row = rng.normal(size=12)
    net = DiagonalNetwork([row, row + 1e-7 * rng.normal(size=12), rng.normal(size=12)], row)
    monkeypatch.setattr(dual_flow, "PATIENCE", 3)
    assert gradient_flow(net, "1e-4", until=0.5).times[-1] == pytest.approx(0.5)


def test_a_flow_with_more_steps_than_room_is_the_same(monkeypatch):
    net = network(6, 30, 2)
    whole = gradient_flow(net, "1e-50").beta[-1]
    kernels = engines.engine_for(net.Sigma, net.h, 16, "compiled").kernels
    monkeypatch.setattr(kernels, "ROOM", 4)
    monkeypatch.setattr(kernels, "PIECES", 2)
    np.testing.assert_array_equal(gradient_flow(net, "1e-50").beta[-1], whole)
