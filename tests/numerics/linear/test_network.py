"""Linear networks: the log-domain flow against an integration in 60 digits, AGF and GLRL against
each other.
"""

import flint
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from numerics import LinearNetwork, alternating_gradient_flow, gradient_flow
from numerics.linear.greedy import greedy_low_rank
from numerics.linear.log_flow import REST, orthonormal
from numerics.linear.matrices import reduced_rank_solution

TURNED = LinearNetwork([[2, 1], [0, 1]], [[1, 0], [0, 3]], width=2)  # does not split
MISORDERED = LinearNetwork(
    [[1, 0], [0, 2]], [[3, 0], [0, 1]], width=2
)  # sigma = 3, 2 but mu = 3, 4
SINGLE = LinearNetwork([[1, 0], [0, 2]], [[3, 0], [0, 1]], width=1)


def many_digits(
    net: LinearNetwork, alpha: str, seed: int, span: float, digits: int = 70, order: int = 30
) -> list[tuple[float, float]]:
    """(plain time, loss) along Z' = M(Z) Z by a Taylor method in 70-digit arithmetic: nothing is
    rescaled, frozen or rotated.
    """
    c, d = net.B.shape
    with flint.ctx.workdps(digits):
        Sigma, B = (
            flint.arb_mat(m.shape[0], m.shape[1], [flint.arb(float(x)) for x in m.ravel()])
            for m in (net.Sigma, net.B)
        )
        C = B * Sigma
        start = net.directions(seed)
        A = flint.arb_mat(
            c, net.width, [flint.arb(alpha) * flint.arb(float(x)) for x in start[:, :c].T.ravel()]
        )
        W = flint.arb_mat(
            net.width, d, [flint.arb(alpha) * flint.arb(float(x)) for x in start[:, c:].ravel()]
        )
        now, seen = 0.0, []
        h = 0.25 / float(np.linalg.norm(net.cross_covariance, 2))
        while now < span:
            As, Ws, Gs = [A], [W], []
            for k in range(order):
                beta = As[0] * Ws[k]
                for i in range(1, k + 1):
                    beta += As[i] * Ws[k - i]
                Gs.append(C - beta * Sigma if k == 0 else beta * Sigma * flint.arb(-1))
                dA, dW = Gs[0] * Ws[k].transpose(), As[k].transpose() * Gs[0]
                for i in range(1, k + 1):
                    dA += Gs[i] * Ws[k - i].transpose()
                    dW += As[k - i].transpose() * Gs[i]
                As.append(dA * (flint.arb(1) / (k + 1)))
                Ws.append(dW * (flint.arb(1) / (k + 1)))
            for share in (0.25, 0.5, 0.75, 1.0):
                A, W = (_evaluated(parts, flint.arb(share * h)) for parts in (As, Ws))
                product = A * W
                seen.append(
                    (
                        now + share * h,
                        net.loss_of(
                            np.array([[float(product[i, j]) for j in range(d)] for i in range(c)])
                        ),
                    )
                )
            now += h
    return seen


def _evaluated(parts: list, s: flint.arb) -> flint.arb_mat:
    value = parts[-1]
    for part in reversed(parts[:-1]):
        value = value * s + part
    return value.mid()


@pytest.mark.parametrize(
    "net", [TURNED, MISORDERED, SINGLE], ids=["one block", "two blocks", "one neuron"]
)
def test_the_log_domain_flow_agrees_with_seventy_digits(net):
    alpha = "1e-15"
    run = gradient_flow(net, alpha, seed=1)
    times, losses = map(
        np.array, zip(*many_digits(net, alpha, 1, 1.05 * run.staircase.jump_times[-1] * run.eta))
    )
    ours = np.array([run.measure(t / run.eta)[0] for t in times])
    # Frozen plateaus shift a jump by about 1e-9 in plain time; the loss falls at a rate of order
    # one.
    assert_allclose(ours, losses, rtol=0, atol=2e-8 * losses[0])


def test_a_mode_in_the_wrong_order_is_learned_by_its_singular_value_not_by_its_eigenvalue():
    stairs = gradient_flow(MISORDERED, "1e-1000", seed=3).staircase
    assert_allclose(stairs.jump_times, [1 / 3, 1 / 2], rtol=1e-2)
    assert_allclose(stairs.levels[:2], [3.5, 2.0], rtol=1e-9)


def test_a_single_neuron_learns_the_first_mode_and_then_turns_to_the_better_one():
    coarse, stairs = (
        gradient_flow(SINGLE, alpha, seed=0).staircase for alpha in ("1e-20", "1e-40")
    )
    rate = np.sqrt(1 + 4) - 2  # the unstable eigenvalue of [[-3, 2], [2, -1]] at the first plateau
    assert_allclose(rate, np.linalg.eigvalsh([[-3, 2], [2, -1]])[-1], rtol=1e-12)
    assert_allclose(stairs.levels, [3.5, 2.0, 1.5], rtol=1e-8)
    # log(1/alpha) doubles between the two: this removes the term in 1/log(1/alpha).
    times = 2 * np.array(stairs.jump_times) - np.array(coarse.jump_times)
    assert_allclose(times, [1 / 3, 1 / 3 + (1 - 2 / 3) / rate], rtol=1e-6)


def test_gradients_are_differences_of_the_loss():
    net = LinearNetwork([[1, 2, 0], [0, 1, -1]], [[2, 1, 0], [1, 3, 0], [0, 0, 1]], width=3)
    theta = np.random.default_rng(0).normal(size=(3, 5))
    for at in np.ndindex(*theta.shape):
        shift = np.zeros_like(theta)
        shift[at] = 1e-5
        assert_allclose(
            net.gradient(theta)[at],
            (net.loss(theta + shift) - net.loss(theta - shift)) / 2e-5,
            rtol=1e-7,
            atol=1e-7,
        )


def test_the_conserved_matrix_stays_where_it_began():
    run = gradient_flow(TURNED, 0.01, seed=2)

    def balance(theta):
        A, W = theta[:, :2].T, theta[:, 2:]
        return A.T @ A - W @ W.T

    assert_allclose(balance(run.at(run.times[-1])), balance(run.at(0.0)), atol=1e-11)


def test_dormant_modes_far_below_the_range_of_doubles_keep_growing_at_their_singular_values():
    run = gradient_flow(MISORDERED, "1e-2000", seed=0, until=0.3)
    assert_allclose(run.exponents(0.3)[:2] - run.exponents(0.1)[:2], [3 * 0.2, 2 * 0.2], rtol=1e-6)


def test_alternating_flows_and_greedy_low_rank_learning_agree_where_the_problem_does_not_split():
    levels = [TURNED.loss_of(beta) for beta in greedy_low_rank(TURNED)]
    assert_allclose(levels, alternating_gradient_flow(TURNED, "1e-50").staircase.levels, atol=1e-8)


def test_greedy_low_rank_learning_stops_at_a_saddle_where_the_orders_differ():
    assert_allclose(
        [MISORDERED.loss_of(beta) for beta in greedy_low_rank(MISORDERED)],
        [3.5, 2.0, 0.0],
        atol=1e-8,
    )
    assert_allclose(
        alternating_gradient_flow(MISORDERED, "1e-50").staircase.levels, [3.5, 1.5, 0.0], atol=1e-12
    )


def test_alternating_flow_and_gradient_flow_jump_together_as_alpha_vanishes():
    for alpha, close in (("1e-30", 0.1), ("1e-3000", 1e-3)):
        ours, theirs = (
            run(TURNED, alpha).staircase.jump_times
            for run in (gradient_flow, alternating_gradient_flow)
        )
        assert_allclose(ours, theirs, rtol=close)


@settings(max_examples=25)
@given(st.integers(1, 4), st.integers(1, 4), st.integers(1, 3), st.integers(0, 10**6))
def test_no_perturbed_matrix_of_the_same_rank_beats_reduced_rank_regression(c, d, rank, seed):
    draw = np.random.default_rng(seed)
    root = draw.normal(size=(d, d)) + 2 * np.eye(d)
    net = LinearNetwork(draw.normal(size=(c, d)), root @ root.T + 0.1 * np.eye(d), 1)
    best = net.loss_of(reduced_rank_solution(net.B, net.Sigma, min(rank, c, d)))
    U, s, Vt = np.linalg.svd(
        reduced_rank_solution(net.B, net.Sigma, min(rank, c, d)), full_matrices=False
    )
    k = min(rank, c, d)
    for size in (1e-1, 1e-3):
        left, right = (
            U[:, :k] + size * draw.normal(size=(c, k)),
            (s[:k, None] * Vt[:k]) + size * draw.normal(size=(k, d)),
        )
        assert net.loss_of(left @ right) >= best - 1e-12


@settings(max_examples=25)
@given(st.integers(1, 4), st.integers(0, 10**6))
def test_refactoring_leaves_the_stacked_matrix_unchanged(columns, seed):
    draw = np.random.default_rng(seed)
    Y, g, X = (
        draw.normal(size=(6, columns)),
        draw.normal(size=columns),
        draw.normal(size=(columns, columns + 1)),
    )
    Q, h, V = orthonormal(Y, g, X)
    assert_allclose((Q * np.exp(h)) @ V, (Y * np.exp(g)) @ X, rtol=1e-8, atol=1e-8)


@pytest.mark.parametrize(
    "arguments, said",
    [
        (
            ([[1, 0]], [[1, 2], [0, 1]], 1),
            "Sigma differs from its transpose by 2: expected a symmetric matrix",
        ),
        (
            ([[1, 0]], [[1, 2], [2, 1]], 1),
            "Sigma has the eigenvalue -1: expected a positive definite matrix",
        ),
        (([[1, 0, 0]], [[1, 0], [0, 2]], 1), r"B has shape \(1, 3\): expected \(c, 2\)"),
        (([[1, 0]], [[1, 0], [0, 2]], 0), "width is 0: expected a whole number >= 1"),
        (([[1, float("nan")]], [[1, 0], [0, 2]], 1), "B has an entry that is not finite"),
        (([[1]], [[1, 2]], 1), r"Sigma has shape \(1, 2\): expected a square matrix"),
    ],
)
def test_bad_input_is_named_in_one_line(arguments, said):
    with pytest.raises(ValueError, match=said) as caught:
        LinearNetwork(*arguments)
    assert "\n" not in str(caught.value)


def test_an_initialisation_scale_of_one_or_more_has_no_accelerated_rate():
    with pytest.raises(ValueError, match="alpha is 2: expected alpha < 1"):
        gradient_flow(TURNED, 2)


@pytest.mark.parametrize("alphas", [("1e-20", "1e-40"), ("1e-80", "1e-160"), ("1e-150", "1e-300")])
def test_the_seed_of_a_turn_is_followed_however_small_it_is(alphas):
    """At the first plateau what the neuron holds of the better mode is alpha^(1 - s_2/s_1)."""
    net = LinearNetwork([[1, 0], [0, 2.5]], [[3.325, 0], [0, 0.7]], width=1)
    s_1, s_2, mean, half = 3.325, 1.75, (3.325 + 0.7) / 2, (3.325 - 0.7) / 2
    coarse, fine = (gradient_flow(net, alpha, seed=1).staircase.jump_times[1] for alpha in alphas)
    assert_allclose(
        2 * fine - coarse, 1 / s_1 + (1 - s_2 / s_1) / (np.sqrt(half**2 + s_2**2) - mean), rtol=1e-9
    )


@pytest.mark.parametrize("until", [100, 1e4, 1e30])
def test_a_flow_that_has_come_to_rest_stays_there_until_the_end(until):
    net = LinearNetwork([[1, 0], [0, 2]], [[3, 0], [0, 1]], 2)
    whole, longer = gradient_flow(net, 1e-2), gradient_flow(net, 1e-2, until=until)
    assert longer.times[-1] == pytest.approx(until)
    # at rest |C - B Sigma| is below ten REST of the first rate, 3; the loss is half its square
    assert whole.losses[-1] < (10 * REST * 3) ** 2 / 2
    assert longer.losses[-1] == pytest.approx(whole.losses[-1], rel=1e-6)
    assert longer.staircase.jump_times == pytest.approx(whole.staircase.jump_times, rel=1e-12)
