"""The modular network against sums over all pairs, the printed levels and the exact first jump."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

from numerics import ModularNetwork, Network, alternating_gradient_flow, gradient_flow
from numerics.modular.blow_up import blow_up_times
from numerics.modular.flow import ACTIVE, ActiveHessian
from numerics.modular.frequencies import Waves
from numerics.modular.network import DIRECT
from numerics.network import norms
from theory import modular


def network(p, width, seed):
    draw = np.random.default_rng(seed)
    x = draw.normal(size=p)
    return ModularNetwork(x - x.mean(), width), draw.normal(size=(width, 3 * p))


def outputs(x, theta):
    """f(a.x, b.x), pair by pair, straight from the definition."""
    p = len(x)
    total = np.zeros((p, p, p))
    for a in range(p):
        for b in range(p):
            for row in theta:
                total[a, b] += (
                    row[:p] @ np.roll(x, a) + row[p : 2 * p] @ np.roll(x, b)
                ) ** 2 * row[2 * p :]
    return total


def targets(x):
    p = len(x)
    return np.array([[np.roll(x, a + b) for b in range(p)] for a in range(p)])


@settings(max_examples=20, deadline=None)
@given(st.integers(3, 8), st.integers(1, 4), st.integers(0, 1000))
def test_the_factorised_loss_is_the_sum_over_all_pairs(p, width, seed):
    net, theta = network(p, width, seed)
    brute = np.sum((outputs(net.x, theta) - targets(net.x)) ** 2) / (2 * p**2)
    assert net.loss(theta) == pytest.approx(brute, rel=1e-11)


@settings(max_examples=20, deadline=None)
@given(st.integers(3, 8), st.integers(1, 4), st.integers(0, 1000))
def test_both_gradients_are_the_derivative_of_the_loss(p, width, seed):
    net, theta = network(p, width, seed)
    direction = np.random.default_rng(seed + 1).normal(size=theta.shape)
    # the loss is a polynomial of degree six along a line: seven points give its slope exactly
    weights = {1: 3 / 4, 2: -3 / 20, 3: 1 / 60}
    step = 0.1
    slope = (
        sum(
            w * (net.loss(theta + n * step * direction) - net.loss(theta - n * step * direction))
            for n, w in weights.items()
        )
        / step
    )
    for gradient in (net._direct_gradient(theta), net._factorised_gradient(theta)):
        assert np.sum(gradient * direction) == pytest.approx(
            slope, rel=1e-7, abs=1e-7 * np.abs(gradient).sum()
        )


@pytest.mark.parametrize("p", [DIRECT, DIRECT + 2])
def test_the_two_gradients_agree_on_both_sides_of_the_switch(p):
    net, theta = network(p, 5, 0)
    assert net._direct_gradient(theta) == pytest.approx(
        net._factorised_gradient(theta), rel=1e-9, abs=1e-9
    )


@pytest.mark.parametrize("p", [5, 6])
def test_the_utility_is_the_correlation_with_the_residual(p):
    net, theta = network(p, 3, 1)
    directions = np.random.default_rng(2).normal(size=theta.shape)
    residual = targets(net.x) - outputs(net.x, theta)
    assert net.utility(theta, directions) == pytest.approx(
        [np.sum(outputs(net.x, [row]) * residual) / p**2 for row in directions], rel=1e-10
    )
    # degree three: Euler's <theta, grad U> = 3 U
    assert np.sum(directions * net.utility_gradient(theta, directions), axis=1) == pytest.approx(
        3 * net.utility(theta, directions), rel=1e-9
    )


def test_a_network_of_six_neurons_a_frequency_walks_down_the_printed_levels():
    x = np.array([3.0, -1, 0, -2, 0])
    stairs, p = modular.staircase(x), 5
    hat, turns, rows = np.fft.fft(x), 2 * np.pi * np.arange(5) / 5, []
    net = ModularNetwork(x, 12)
    for n, k in enumerate(stairs.features, 1):
        size = (np.sqrt(54 * p) / (6 * abs(hat[k]))) ** (1 / 3) * np.sqrt(2 / (3 * p))
        for psi in 2 * np.pi * np.arange(6) / 6:
            rows.append(
                np.concatenate(
                    [size * np.cos(k * turns + s) for s in (2 * psi, -psi, psi - np.angle(hat[k]))]
                )
            )
        assert net.loss(np.array(rows)) == pytest.approx(float(stairs.levels[n]), abs=1e-12)
        assert net.function(np.array(rows)) == pytest.approx(
            np.array(stairs.points[n], dtype=float), abs=1e-12
        )
    assert np.abs(net.gradient(np.array(rows))).max() < 1e-13


def test_gradient_flow_and_agf_share_their_first_jump():
    net, alpha = ModularNetwork([2.0, -1, -1], 4), 1e-3
    exact = modular.first_jump(net.x, net.initial(alpha, 0), net.eta(alpha), digits=16)
    flow = gradient_flow(net, alpha, until=1.01 * float(exact.time))
    crossing = flow.times[np.argmax(np.linalg.norm(flow.parameters[:, exact.neuron], axis=1) > 0.3)]
    assert crossing == pytest.approx(float(exact.time), rel=5e-3)  # what is left is of order alpha
    net = ModularNetwork([2.0, -1, -1], 2)
    agf = alternating_gradient_flow(net, 0.05, most=100)
    exact = modular.first_jump(net.x, net.initial(0.05, 0), net.eta(0.05), digits=16)
    assert agf.staircase.jump_times[0] == pytest.approx(float(exact.time), rel=1e-8)
    assert agf.iterations[0].activated == (exact.neuron,)
    assert agf.staircase.features[0] == 1
    assert agf.staircase.levels[0] == pytest.approx(3.0)


def test_the_initialisation_has_the_paper_s_variances():
    rows = ModularNetwork([2.0, -1, -1], 40_000).initial(0.1, 3)
    assert rows[:, :6].var() == pytest.approx(0.01 / 12, rel=0.02)
    assert rows[:, 6:].var() == pytest.approx(0.01 / 6, rel=0.02)
    assert np.mean(np.sum(rows**2, axis=1)) == pytest.approx(0.01, rel=0.02)


def test_modular_networks_are_networks():
    assert isinstance(ModularNetwork([2.0, -1, -1], 2), Network)


@pytest.mark.parametrize(
    "arguments, message",
    [
        (([1.0, -1.0], 3), "x has p = 2"),
        (([0.0, 0, 0], 3), "x is zero"),
        (([1.0, 0, 0], 3), "x has the sum 1"),
        (([1.0, float("nan"), 0], 3), "not finite"),
        (([[1.0, -1.0, 0.0]], 3), "shape"),
        (([2.0, -1, -1], 0), "width is 0"),
    ],
)
def test_bad_arguments_are_named(arguments, message):
    with pytest.raises(ValueError, match=message):
        ModularNetwork(*arguments)


def test_parameters_of_the_wrong_shape_are_named():
    with pytest.raises(ValueError, match=r"theta has shape \(2, 8\)"):
        ModularNetwork([2.0, -1, -1], 2).loss(np.zeros((2, 8)))


# --- flows past the jumps -------------------------------------------------------------------------
def test_the_implicit_flow_and_the_explicit_one_go_the_same_way():
    net, alpha = ModularNetwork([2.0, -1, -1], 4), 1e-2
    one, other = (
        gradient_flow(net, alpha, until=0.6),
        gradient_flow(net, alpha, until=0.6, raw=True),
    )
    assert other.losses[-1] < 0.9 * other.losses[0]  # past the first jump, to 8/9
    assert one.losses[-1] == pytest.approx(other.losses[-1], rel=1e-3)


SPARSE = {
    p: sum(
        size * np.cos(2 * np.pi * k * np.arange(p) / p + k) for k, size in zip(present, (3.0, 2.0))
    )
    for p, present in {7: (2,), 9: (1, 3), 10: (2, 5), 23: (1, 5)}.items()
}


@pytest.mark.parametrize("p", SPARSE)
@pytest.mark.parametrize("width", [2, 12])
def test_only_the_frequencies_of_x_move(p, width):
    net = ModularNetwork(SPARSE[p], width)
    theta = np.random.default_rng(p).normal(size=(width, 3 * p))
    waves = Waves(net.x, theta)
    rows, gradient = waves.lower(theta), net.gradient(theta)
    loss, slope = waves.evaluate(rows)
    assert waves.lift(rows) == pytest.approx(theta, abs=1e-12)
    assert loss == pytest.approx(net.loss(theta), rel=1e-10)
    # a step along the gradient leaves nothing outside the coordinates
    assert waves.lift(rows - slope) == pytest.approx(
        theta - gradient, rel=1e-9, abs=1e-9 * np.abs(gradient).max()
    )


@pytest.mark.parametrize(
    "x", [np.array([3.0, -1, 0, -2, 0]), SPARSE[9], SPARSE[10]], ids=["5", "9", "10"]
)
def test_the_jacobian_is_the_derivative_of_the_active_part_of_the_gradient(x):
    theta = np.random.default_rng(4).normal(size=(3, 3 * len(x)))
    theta[1] *= ACTIVE / 100
    waves = Waves(x, theta)
    rows = waves.lower(theta)
    rows[:, 3 * waves.wave :] *= (
        1e-9  # the mixed derivatives that are left out are proportional to this part
    )
    h = np.random.default_rng(5).normal(size=rows.shape)
    h[1] = 0
    change = (waves.evaluate(rows + 1e-4 * h)[1] - waves.evaluate(rows - 1e-4 * h)[1]) / 2e-4
    change[1] = 0
    # what the method does with it: solve (1 - c J) y = h - c J h
    back = (
        (1.0 - np.float64(0.1) * ActiveHessian(waves, rows, -2.0))
        .factored()
        .solve((h + 0.2 * change).ravel())
        .reshape(rows.shape)
    )
    assert back == pytest.approx(h, rel=1e-5, abs=1e-5 * np.abs(h).max())


def test_what_has_decayed_outside_the_frequencies_of_x_does_not_mix_with_them():
    """Singular vectors of a part that is rounding alone once pointed into the waves, and counted
    them twice.
    """
    net = ModularNetwork(SPARSE[23], 6)
    waves = Waves(net.x, net.initial(1, 0))
    rows = waves.lower(net.initial(1, 0))
    rows[:, 3 * waves.wave :] *= 1e-12
    theta = waves.lift(rows)
    again = Waves(net.x, theta)
    assert norms(again.lower(theta)) == pytest.approx(norms(rows), rel=1e-12)
    assert again.evaluate(again.lower(theta))[0] == pytest.approx(net.loss(theta), rel=1e-12)


def test_the_flow_follows_the_network_with_eleven_digits_past_its_first_jump():
    net, alpha = ModularNetwork(SPARSE[7], 3), 1e-2
    end = 1.2 * alpha * blow_up_times(net.x, net.initial(alpha, 0)).min()
    brute = solve_ivp(
        lambda _, flat: -net.gradient(flat.reshape(3, -1)).ravel() / alpha,
        (0, end),
        net.initial(alpha, 0).ravel(),
        "LSODA",
        rtol=1e-11,
        atol=1e-14,
    )
    flow = gradient_flow(net, alpha, until=end)
    assert net.loss(brute.y[:, -1].reshape(3, -1)) < 0.95 * net.loss(np.zeros((3, 21)))
    # a jump turns the relative error 1e-6 a step into one of time, which the growth multiplies by
    # 1/alpha
    assert flow.parameters[-1] == pytest.approx(brute.y[:, -1].reshape(3, -1), abs=1e-3)
    assert flow.losses[-1] == pytest.approx(net.loss(flow.parameters[-1]), rel=1e-10)


def test_gradient_flow_with_a_hundred_and_thirteen_residues_learns_its_frequencies():
    turns = 2 * np.pi * np.arange(113) / 113
    net = ModularNetwork(np.cos(turns) + np.cos(3 * turns) / 2, 12)
    flow = gradient_flow(net, 1e-2)
    assert flow.losses[-1] < 2e-3 * flow.losses[0]
    assert net.shares(flow.parameters[-1])[[0, 2]] == pytest.approx([1, 1], abs=0.1)


def test_the_cost_step_ends_where_its_own_flow_does():
    net = ModularNetwork([2.0, -1, -1], 2)
    start = np.zeros((2, 9))
    start[0] = np.random.default_rng(0).normal(size=9) / 3
    rest = net.minimise_cost(start)
    far = solve_ivp(
        lambda _, flat: -net.gradient(flat[None]).ravel(),
        (0, 300),
        start[0],
        method="LSODA",
        rtol=1e-10,
        atol=1e-12,
    ).y[:, -1]
    assert rest[0] == pytest.approx(far, abs=1e-3)
    assert not rest[1].any() and net.loss(rest) == pytest.approx(3 * 8 / 9, rel=1e-6)


@pytest.mark.parametrize("p", [3, 7, 13])
def test_blow_up_times_of_a_network_are_those_of_each_wave(p):
    net, _ = network(p, 4, p)
    start = net.initial(1, 3)
    exact = [[float(t) for t in modular.blow_up_times(net.x, row, 20)] for row in start]
    assert blow_up_times(net.x, start) == pytest.approx(np.array(exact), rel=1e-9)


def test_a_frequency_that_is_missing_never_blows_up():
    x = np.cos(2 * np.pi * np.arange(7) / 7)
    times = blow_up_times(x, ModularNetwork(x, 3).initial(1, 0))
    assert np.isfinite(times[:, 0]).all() and np.isinf(times[:, 1:]).all()


@pytest.mark.parametrize(
    "arguments, message",
    [
        (([1.0, -1, 1, -1], [[1.0] * 12]), "x has p = 4"),
        (([0.0] * 3, [[1.0] * 9]), "x is zero"),
        (([1.0, 0, 0], [[1.0] * 9]), "x has the sum 1"),
        (([2.0, -1, -1], [[1.0] * 8]), "rows of 3p = 9"),
    ],
)
def test_blow_up_times_outside_the_assumptions_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        blow_up_times(*arguments)


def test_more_digits_or_another_engine_than_there_are_is_refused():
    net = ModularNetwork([2.0, -1, -1], 2)
    with pytest.raises(ValueError, match="digits is 30"):
        gradient_flow(net, 1e-2, digits=30)
    with pytest.raises(ValueError, match="engine is 'taylor'"):
        gradient_flow(net, 1e-2, engine="taylor")


def test_neurons_that_do_not_start_dormant_are_refused():
    with pytest.raises(ValueError, match="alpha is 2: expected a number below 1"):
        gradient_flow(ModularNetwork([2.0, -1, -1], 2), 2)


def test_an_initialisation_beyond_the_range_of_doubles_is_refused_by_agf():
    with pytest.raises(
        ValueError,
        match="alpha is 1.0e-300: AGF of ModularNetwork is integrated in doubles, expected alpha "
        "of at least 1e-100",
    ):
        alternating_gradient_flow(ModularNetwork([2, -1, -1], 2), "1e-300")
