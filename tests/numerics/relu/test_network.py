"""ReLU networks: gradient against differences, homogeneity, what the flow conserves, and AGF
beside gradient flow.
"""

import numpy as np
import pytest

from numerics import ReluNetwork, alternating_gradient_flow, gradient_flow
from numerics.network import norms
from numerics.relu.data import digits
from numerics.relu.network import tracking_gap

pytest.importorskip("sklearn")


@pytest.fixture(scope="module")
def net():
    return ReluNetwork(*digits(samples=40, components=5, classes=3), width=2)


def some(net, seed=3):
    return np.random.default_rng(seed).normal(size=(net.width, len(net.X) + len(net.Y)))


def test_the_loss_is_the_mean_over_the_data_neuron_by_neuron(net):
    theta, c, total = some(net), len(net.Y), 0.0
    for x, y in zip(net.X.T, net.Y.T):
        total += (
            sum(
                (y[o] - sum(row[o] * max(0.0, float(row[c:] @ x)) for row in theta)) ** 2
                for o in range(c)
            )
            / 2
        )
    assert net.loss(theta) == pytest.approx(total / net.X.shape[1], rel=1e-13)


def test_the_gradient_is_the_slope_of_the_loss_in_every_parameter(net):
    theta, step = some(net), 1e-6
    slopes = np.zeros_like(theta)
    for i in np.ndindex(theta.shape):
        ahead, behind = theta.copy(), theta.copy()
        ahead[i] += step
        behind[i] -= step
        slopes[i] = (net.loss(ahead) - net.loss(behind)) / (2 * step)
    # No data point lies within the step of a kink here, so central differences are good to step^2.
    assert np.abs(theta[:, len(net.Y) :] @ net.X).min() > 1e-4
    assert np.allclose(net.gradient(theta), slopes, atol=1e-8)


def test_the_utility_has_order_two_at_the_origin(net):
    theta, directions = some(net, 1), some(net, 2)
    assert np.allclose(net.utility(theta, 3 * directions), 9 * net.utility(theta, directions))
    assert np.allclose(
        np.sum(directions * net.utility_gradient(theta, directions), axis=1),
        net.kappa * net.utility(theta, directions),
    )


def test_the_gradient_is_minus_the_utility_gradient_with_the_residual_held(net):
    theta = some(net)
    assert np.allclose(net.gradient(theta), -net.utility_gradient(theta, theta))
    assert not np.allclose(net.utility(theta, theta), net.utility(0 * theta, theta))


def test_both_layers_of_a_neuron_stay_balanced_along_the_flow(net):
    gf, c = gradient_flow(net, "1e-3", until=12), len(net.Y)
    balance = np.sum(gf.parameters[..., :c] ** 2, axis=2) - np.sum(
        gf.parameters[..., c:] ** 2, axis=2
    )
    assert norms(gf.parameters[-1]).max() > 0.5  # it has learned something
    # <theta, f(theta)> has no jump at a kink, so only the error of order h^4 remains there.
    assert np.abs(balance - balance[0]).max() < 1e-3 * np.max(gf.parameters[-1] ** 2)


def test_a_shorter_step_hardly_changes_the_curve(net):
    finer = ReluNetwork(net.X, net.Y, net.width, step=0.25)
    coarse, fine = (gradient_flow(one, "1e-4", seed=1, until=14) for one in (net, finer))
    grid = np.linspace(0, 14, 200)
    assert coarse.losses[-1] < 0.9 * coarse.losses[0]
    assert (
        np.abs(
            np.interp(grid, coarse.times, coarse.losses) - np.interp(grid, fine.times, fine.losses)
        ).max()
        < 0.01 * coarse.losses[0]
    )


def test_one_neuron_jumps_when_and_where_agf_says(net):
    one = ReluNetwork(net.X, net.Y, 1)
    agf = alternating_gradient_flow(one, "1e-12").staircase
    until = 3 * agf.jump_times[0]
    gf = gradient_flow(one, "1e-12", until=until)
    half = (gf.losses[0] + gf.losses[-1]) / 2
    passed = gf.times[np.argmax(gf.losses < half)]
    assert passed == pytest.approx(
        agf.jump_times[0], rel=2 / gf.eta
    )  # the time of a jump is known to O(1/eta)
    assert gf.losses[-1] == pytest.approx(agf.levels[1], rel=1e-2)
    assert tracking_gap(gf, agf, until) < 0.05


def test_two_neurons_of_one_direction_keep_the_ratio_of_their_norms_at_every_alpha():
    whole = ReluNetwork(*digits(), width=2)
    ratios = []
    for alpha, until in (("1e-6", 4.0), ("1e-12", 2.0)):  # the same plain time
        size = norms(gradient_flow(whole, alpha, seed=0, until=until).parameters[-1])
        ratios.append(size[0] / size[1])
    assert ratios[0] == pytest.approx(ratios[1], rel=1e-5)
    assert 0.5 < ratios[0] < 2  # neither is negligible when they jump


def test_the_digits_are_centred_and_of_unit_size():
    X, Y = digits(30, 4, 3)
    assert X.shape == (4, 30) and Y.shape == (3, 30)
    assert np.allclose(X.mean(axis=1), 0) and np.allclose(Y.mean(axis=1), 0)
    assert np.mean(np.sum(X**2, axis=0)) == pytest.approx(1) and np.mean(
        np.sum(Y**2, axis=0)
    ) == pytest.approx(1)
    assert np.allclose(X @ X.T, np.diag(np.diag(X @ X.T)))  # principal components


def test_a_gap_of_zero_is_the_staircase_itself_and_of_one_is_never_moving():
    from types import SimpleNamespace

    from theory import Staircase

    gf = SimpleNamespace(times=np.array([0, 1 - 1e-9, 1, 2.0]), losses=np.array([1, 1, 0, 0.0]))
    assert tracking_gap(gf, Staircase((1,), (1, 0)), 2.0) == pytest.approx(0, abs=1e-3)
    assert tracking_gap(gf, Staircase((), (1,)), 2.0) == pytest.approx(0.5, abs=1e-3)


@pytest.mark.parametrize(
    "arguments, message",
    [
        (([[1, 2]], [[1]], 1), r"Y has shape \(1, 1\): expected \(c, 2\)"),
        (([[1]], [[1]], 0), "width is 0"),
        (([[1]], [[1]], 1, 3.0), "step is 3.0"),
    ],
)
def test_wrong_arguments_are_named(arguments, message):
    with pytest.raises(ValueError, match=message):
        ReluNetwork(*arguments)


def test_digits_that_do_not_exist_are_refused():
    with pytest.raises(ValueError, match="classes is 11: expected at most 10"):
        digits(classes=11)
    with pytest.raises(ValueError, match="samples is 3: expected at least components = 8"):
        digits(samples=3)


@pytest.mark.parametrize("X, Y, named", [([[1, -1]], [[0, 0]], "Y"), ([[0, 0]], [[1, 2]], "X")])
def test_data_that_nothing_can_be_learned_from_is_refused(X, Y, named):
    with pytest.raises(ValueError, match=f"{named} has only zeros"):
        ReluNetwork(X, Y, 2)


@pytest.mark.parametrize("step", [float("nan"), 0, "1", None, 3, True, 10**400])
def test_a_step_is_a_number(step):
    with pytest.raises(ValueError, match="step is"):
        ReluNetwork([[1.0]], [[1.0]], 2, step)


def test_what_goes_in_as_nan_does_not_come_out_as_nan():
    with pytest.raises(ValueError, match="not finite"):
        ReluNetwork([[1.0]], [[1.0]], 1).loss([[float("nan"), 1.0]])


def test_outputs_that_are_uncorrelated_with_the_inputs_are_learned():
    """y = |x|: no linear neuron grows, two ReLU neurons learn it."""
    net = ReluNetwork([[1.0, -1.0]], [[1.0, 1.0]], 6)
    assert gradient_flow(net, 1e-3).losses[-1] < 0.05 * net.loss(np.zeros((6, 2)))
