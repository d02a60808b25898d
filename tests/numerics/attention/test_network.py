"""The attention network in numerics/: loss, dormant heads, AGF and gradient flow against second
routes."""

import itertools

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numerics import AttentionNetwork, alternating_gradient_flow, gradient_flow
from numerics.attention.dormant_head import NearSaddle, Orbit, evolve
from numerics.network import norms
from theory import attention


def random_network(
    seed: int, d: int, context: int, heads: int
) -> tuple[AttentionNetwork, np.ndarray]:
    draw = np.random.default_rng(seed)
    root = draw.normal(size=(d, d)) + np.eye(d)
    return AttentionNetwork(root @ root.T + np.eye(d) / 2, context, heads), draw.normal(
        size=(heads, 2 * d + 1)
    ) / 2


def enumerated_loss(net: AttentionNetwork, theta: np.ndarray) -> float:
    """E(y - y_hat)^2/2 with each Gaussian replaced by 0, +-sqrt(3) (weights 4:1:1), exact up to
    fifth moments."""
    d, N = len(net.Sigma), net.context
    root, total = np.linalg.cholesky(net.Sigma), 0.0
    V, Q, K = theta[:, 0], theta[:, 1 : d + 1], theta[:, d + 1 :]
    nodes = {0.0: 2 / 3, 3**0.5: 1 / 6, -(3**0.5): 1 / 6}
    for z in itertools.product(nodes, repeat=d * N):
        x = np.array(z).reshape(N, d) @ root.T
        weight = np.prod([nodes[value] for value in z])
        for signs in itertools.product((1.0, -1.0), repeat=2 * d):
            beta, query = np.array(signs[:d]), root @ np.array(signs[d:])
            y = x @ beta
            guess = sum(V[h] * (y @ x @ K[h]) * (Q[h] @ query) for h in range(len(V)))
            total += weight * (beta @ query - guess) ** 2 / 2 / 4**d
    return total


@pytest.mark.parametrize("d, context, heads", [(1, 1, 1), (1, 3, 2), (2, 1, 2), (2, 2, 1)])
def test_the_loss_is_the_expectation_over_an_enumerated_population(d, context, heads):
    net, theta = random_network(7 + d, d, context, heads)
    assert abs(net.loss(theta) / enumerated_loss(net, theta) - 1) < 1e-12


def test_the_loss_agrees_with_a_monte_carlo_estimate_within_five_standard_errors():
    net, theta = random_network(1, 3, 4, 2)
    theta = theta / 10
    draw, count = np.random.default_rng(0), 200_000
    x = draw.normal(size=(count, 5, 3)) @ np.linalg.cholesky(net.Sigma).T
    beta = draw.normal(size=(count, 3))
    labels = np.einsum("pnd,pd->pn", x, beta)
    moment = np.einsum("pn,pnd->pd", labels[:, :4], x[:, :4])
    sample = (
        labels[:, 4] - np.einsum("pd,de,pe->p", x[:, 4], net.function(theta), moment)
    ) ** 2 / 2
    assert abs(sample.mean() - net.loss(theta)) < 5 * sample.std() / count**0.5


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 3), st.integers(1, 5), st.integers(1, 3))
def test_gradient_and_hessian_are_the_derivatives_of_the_loss(seed, d, context, heads):
    net, theta = random_network(seed, d, context, heads)
    step, scale = np.random.default_rng(seed + 1).normal(size=theta.shape), 1e-4
    # fourth-order differences along a line: the loss is a polynomial of degree six
    values = [net.loss(theta + k * scale * step) for k in (-2, -1, 1, 2)]
    slope = (values[0] - 8 * values[1] + 8 * values[2] - values[3]) / (12 * scale)
    size = np.abs(net.gradient(theta)).sum() * np.abs(step).max()
    assert abs(slope - np.sum(net.gradient(theta) * step)) < 1e-6 * size + 1e-8
    slopes = [net.gradient(theta + k * scale * step) for k in (-2, -1, 1, 2)]
    turned = (slopes[0] - 8 * slopes[1] + 8 * slopes[2] - slopes[3]).ravel() / (12 * scale)
    exact = net.hessian(theta) @ step.ravel()
    assert np.abs(turned - exact).max() < 1e-6 * np.abs(exact).max() + 1e-8


def test_utility_is_the_first_order_change_of_the_loss_when_a_small_head_is_added():
    net, theta = random_network(3, 2, 3, 2)
    theta[1] = 0
    direction = np.zeros_like(theta)
    direction[1] = np.random.default_rng(1).normal(size=5)
    size = 1e-4
    change = (net.loss(theta - size * direction) - net.loss(theta + size * direction)) / (
        2 * size**3
    )
    assert abs(change / net.utility(theta, direction)[1] - 1) < 1e-4


def test_the_principal_network_is_the_same_network_in_other_coordinates():
    net, theta = random_network(11, 3, 2, 2)
    work = net.rotated
    assert np.allclose(work.rotation @ work.rotation.T, np.eye(7), atol=1e-14)
    assert abs(work.loss(theta @ work.rotation) - net.loss(theta)) < 1e-12 * net.loss(theta)
    assert np.allclose(
        work.gradient(theta @ work.rotation) @ work.rotation.T,
        net.gradient(theta),
        atol=1e-9 * np.abs(net.gradient(theta)).max(),
    )


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**6))
def test_the_orbit_in_doubles_agrees_with_the_quadrature_in_mpmath(seed):
    draw = np.random.default_rng(seed)
    row, size = draw.normal(size=5), float(draw.uniform(0.01, 0.4))
    row /= np.linalg.norm(row)
    exact = attention.exact_jump_time(size * row[0], size * row[1:3], size * row[3:], [2, 1], 1)
    time = Orbit.of(row, np.eye(2), np.array([2.0, 1.0]), np.eye(2)).time_to(1 / size) / size
    assert (time == np.inf and exact == mpmath.inf) or abs(time / float(exact) - 1) < 1e-11


def test_a_head_evolved_to_its_own_jump_has_norm_one():
    draw = np.random.default_rng(2)
    left, s, right = np.linalg.svd(draw.normal(size=(3, 3)))
    right = right.T
    rows = draw.normal(size=(6, 7))
    rows /= norms(rows)[:, None]
    sizes = np.full(6, 0.1)
    times = np.array([Orbit.of(row, left, s, right).time_to(10.0) for row in rows])
    assert np.allclose(norms(evolve(rows, times, left, s, right)), 1 / sizes, rtol=1e-8)


@pytest.mark.parametrize("seed", range(8))
def test_the_landing_of_an_orbit_is_where_the_flow_takes_the_head(seed):
    draw = np.random.default_rng(seed)
    left, s, right = np.linalg.svd(draw.normal(size=(2, 2)))
    right = right.T
    row = draw.normal(size=(1, 5)) * [1, 1, 1, draw.choice([-1, 1]), 1]
    row[0, 0] *= seed % 3  # some without V, which the force sets in motion
    row /= norms(row)[:, None]
    orbit = Orbit.of(row[0], left, s, right)
    flown = evolve(row, np.array([orbit.time_to(3.0)]), left, s, right)[0]
    assert np.allclose(orbit.landing(3.0, left, right), flown, atol=1e-9)


def test_a_head_on_a_force_without_pull_never_jumps():
    assert (
        Orbit.of(np.array([1.0, 0, 0]), np.eye(1), np.array([1.0]), np.eye(1)).time_to(10.0)
        == np.inf
    )
    assert (
        Orbit.of(np.array([0.6, 0.8, 0]), np.eye(1), np.array([0.0]), np.eye(1)).time_to(10.0)
        == np.inf
    )


def test_a_head_with_opposite_query_and_key_turns_round_and_jumps():
    row, one = np.array([0.5, 1.0, -1.0]), np.eye(1)
    size = np.linalg.norm(row)
    time = Orbit.of(row / size, one, np.array([1.0]), one).time_to(10 / size) / size
    assert time == pytest.approx(
        float(attention.exact_jump_time(0.05, [0.1], [-0.1], [1], 1)) / 10, rel=1e-11
    )


def test_a_head_along_a_weak_component_alone_jumps_late_and_not_never():
    row = np.array([1.0, 0, 1, 0, 1]) / 3**0.5
    strong = Orbit.of(row, np.eye(2), np.array([1.0, 1e-4]), np.eye(2)).time_to(1e3)
    assert strong * 1e-4 == pytest.approx(3**0.5 * (1 - 1e-3), rel=1e-11)


def test_a_head_on_a_separatrix_is_not_timed_by_rounding():
    row, one = np.array([1.0, 2, -1]) / 6**0.5, np.eye(1)
    with pytest.raises(NearSaddle, match="closer than double precision can tell"):
        Orbit.of(row, one, np.array([1.0]), one).time_to(100.0)


@pytest.mark.parametrize("leader", [True, False])
def test_a_head_at_a_saddle_stops_agf_only_if_nobody_jumps_before(leader):
    class Fixed(AttentionNetwork):
        def initial(self, alpha, seed=0):
            return 1e-3 * np.array([[1.0, 2, -1], [1, 1, 1] if leader else [2, 4, -2]])

    net = Fixed([[1.0]], 1, 2)
    if leader:
        assert len(alternating_gradient_flow(net, 1e-3).staircase) == 1
    else:
        with pytest.raises(ArithmeticError, match="passes a saddle"):
            alternating_gradient_flow(net, 1e-3)


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_exact_and_integrated_agf_jump_together(seed):
    net = AttentionNetwork(np.diag([1.0, 0.6]), 3, 3)
    exact, steps = (
        alternating_gradient_flow(net, 1e-3, seed=seed, integrated=mode).staircase
        for mode in (False, True)
    )
    assert exact.features == steps.features == (0, 1)
    assert np.allclose(exact.jump_times, steps.jump_times, rtol=1e-7)
    assert np.allclose(exact.levels, steps.levels, rtol=1e-9)


def test_numerical_agf_and_the_exact_staircase_of_theory_have_the_same_jumps():
    net = AttentionNetwork([[1.0, 0.2], [0.2, 0.5]], 2, 3)
    run = alternating_gradient_flow(net, 1e-4, seed=4)
    exact = attention.exact_staircase(net.Sigma, 2, net.initial(1e-4, 4), eta=net.eta(1e-4))
    assert np.allclose(run.staircase.jump_times, [float(t) for t in exact.jump_times], rtol=1e-10)
    assert [it.activated[0] for it in run.iterations] == [head for head, _ in exact.features]
    assert np.allclose(run.staircase.levels, [float(x) for x in exact.levels], rtol=1e-12)


def test_plateaus_of_agf_have_the_levels_and_magnitudes_of_the_paper():
    net = AttentionNetwork(np.diag([0.4, 1.0, 0.65]), 5, 4)
    run, stairs = (
        alternating_gradient_flow(net, 1e-6, seed=1).staircase,
        attention.staircase(net.Sigma, 5),
    )
    assert run.features == (0, 1, 2)
    assert np.allclose(run.levels, [float(x) for x in stairs.levels], rtol=1e-12)
    for got, want in zip(run.points, stairs.points):
        assert np.allclose(got, np.array(want.tolist(), dtype=float), atol=1e-9)


def test_cost_minimisation_follows_the_flow_and_throws_no_head_through_zero():
    # A context this long makes the loss steep: a fixed step that is stable at the start would
    # overshoot zero.
    net = AttentionNetwork(np.diag([3.0, 1.0]), 200, 2)
    start = np.zeros((2, 5))
    start[0] = np.array([1.0, 1.0, 0.05, 1.0, -0.03]) / np.linalg.norm([1.0, 1.0, 0.05, 1.0, -0.03])
    end = net.minimise_cost(start)
    assert np.all(end[0, [0, 1, 3]] > 0) and not end[1].any()
    assert abs(net.function(end)[0, 0] * (4 + 201 * 3.0) - 1) < 1e-10
    # V^2 - |Q|^2 is conserved along the flow
    assert (
        abs(
            (end[0, 0] ** 2 - end[0, 1:3] @ end[0, 1:3])
            - (start[0, 0] ** 2 - start[0, 1:3] @ start[0, 1:3])
        )
        < 1e-8
    )


def test_a_component_a_thousand_times_weaker_is_learned_to_the_last_digits():
    net = AttentionNetwork(np.diag([1.0, 0.03]), 4, 2)
    stairs = alternating_gradient_flow(net, 1e-6, seed=1).staircase
    assert stairs.features == (0, 1)
    assert abs(stairs.points[2][1, 1] * (1.03 + 5 * 0.03) - 1) < 1e-11


def test_gradient_flow_approaches_agf_in_proportion_to_alpha():
    net = AttentionNetwork(np.diag([1.0, 0.5]), 2, 2)
    gaps = []
    for alpha in (1e-2, 1e-3):
        flow, agf = (
            run(net, alpha, seed=3).staircase for run in (gradient_flow, alternating_gradient_flow)
        )
        assert flow.features == agf.features == (0, 1)
        gaps.append(np.abs(np.array(flow.jump_times) / agf.jump_times - 1).max())
    assert gaps[1] < gaps[0] / 5
    assert np.allclose(
        flow.levels, [float(x) for x in attention.staircase(net.Sigma, 2).levels], rtol=1e-5
    )


def test_jump_times_settle_as_alpha_vanishes_far_below_what_a_flow_can_reach():
    net = AttentionNetwork(np.diag([1.0, 0.6]), 4, 3)
    times = [
        alternating_gradient_flow(net, alpha, seed=2).staircase.jump_times
        for alpha in ("1e-8", "1e-12", "1e-100")
    ]
    assert np.allclose(times[0], times[2], rtol=1e-6) and np.allclose(
        times[1], times[2], rtol=1e-10
    )
    row = net.initial(1.0, 2)
    limits = [float(attention.limit_jump_time(r[0], r[1:3], r[3:], [1.0, 0.36], 4)) for r in row]
    assert times[2][0] == pytest.approx(min(limits), rel=1e-11)


def test_fewer_heads_than_components_learn_only_the_first_ones():
    net = AttentionNetwork(np.diag([1.0, 0.6, 0.3]), 3, 2)
    stairs = alternating_gradient_flow(net, 1e-5, seed=0).staircase
    assert stairs.features == (0, 1)
    assert np.allclose(
        stairs.levels, [float(x) for x in attention.staircase(net.Sigma, 3).levels[:3]], rtol=1e-12
    )


def test_initialisations_scale_with_alpha_and_do_not_depend_on_it_otherwise():
    net = AttentionNetwork(np.eye(2), 1, 3)
    assert np.allclose(net.initial("1e-6", 5) / 1e-6, net.initial(1e-2, 5) / 1e-2)
    assert net.eta("1e-6") == pytest.approx(1e6)


BAD = [
    (
        ([[1.0, 2.0], [0.0, 1.0]], 1, 1),
        "Sigma differs from its transpose by 2: expected a symmetric matrix",
    ),
    (
        ([[1.0, 0.0], [0.0, -1.0]], 1, 1),
        "Sigma has the eigenvalue -1: expected a positive definite matrix",
    ),
    (
        ([[1.0, 0.0]], 1, 1),
        "Sigma has shape (1, 2): expected a square matrix, the covariance of the inputs",
    ),
    (([1.0], 1, 1), "Sigma has shape (1,): expected 2 axes"),
    (
        ([[float("nan")]], 1, 1),
        "Sigma has an entry that is not finite (nan): expected finite real numbers",
    ),
    (([[1.0]], 0, 1), "context is 0: expected a whole number >= 1"),
    (([[1.0]], 1.5, 1), "context is 1.5: expected a whole number >= 1"),
    (([[1.0]], 1, 0), "heads is 0: expected a whole number >= 1"),
]


@pytest.mark.parametrize("arguments, message", BAD)
def test_bad_networks_are_refused_in_one_line(arguments, message):
    with pytest.raises(ValueError) as caught:
        AttentionNetwork(*arguments)
    assert str(caught.value) == message


def test_parameters_of_the_wrong_shape_are_refused():
    with pytest.raises(ValueError, match=r"theta has shape \(1, 2\): expected \(neurons, 3\)"):
        AttentionNetwork([[1.0]], 1, 1).loss(np.zeros((1, 2)))


def test_a_head_that_starts_above_the_threshold_is_refused():
    with pytest.raises(ValueError, match="expected below 1, its threshold"):
        alternating_gradient_flow(AttentionNetwork([[1.0]], 1, 2), 2.0)


def test_a_head_beyond_the_range_of_doubles_is_refused_and_not_left_out():
    """At alpha = 1e-290 the staircase had no jumps, without a word."""
    net = AttentionNetwork([[2, 0], [0, 1]], 3, 2)
    assert len(alternating_gradient_flow(net, "1e-250").staircase) == 2
    with pytest.raises(ArithmeticError, match="left the range of doubles; use a larger alpha"):
        alternating_gradient_flow(net, "1e-290")
