"""Gradient flow against other integrators, closed forms and its own limit; and the failures that
must not be silent.
"""

from dataclasses import dataclass

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from numerics import DiagonalNetwork, gradient_flow
from numerics.diagonal.saddles import successive_saddles


@dataclass(frozen=True)
class ProductNetwork:
    """f = a w fitted to 1: L = (1 - sum a_i w_i)^2 / 2, with a(0) = w(0); z = a w obeys z' = 2 z (1
    - z).
    """

    neurons: int = 1
    kappa: int = 2

    def function(self, theta):
        return theta[:, 0] * theta[:, 1]

    def loss(self, theta):
        return (1 - self.function(theta).sum()) ** 2 / 2

    def gradient(self, theta):
        return -(1 - self.function(theta).sum()) * theta[:, ::-1]

    def initial(self, alpha, seed=0):
        return np.full((self.neurons, 2), float(alpha))

    def eta(self, alpha):
        return -float(np.log(float(alpha)))

    def utility(self, theta, directions):
        return (1 - self.function(theta).sum()) * self.function(directions)

    def utility_gradient(self, theta, directions):
        return (1 - self.function(theta).sum()) * directions[:, ::-1]


@pytest.mark.parametrize("alpha", ["1e-3", "1e-50", "1e-250"])
def test_a_generic_network_leaves_the_origin_when_the_logistic_curve_does(alpha):
    flow = gradient_flow(ProductNetwork(), alpha)
    # half of the first loss (1 - z)^2 / 2 at 1 - z = (1 - alpha^2) / sqrt(2), and z / (1 - z) =
    # alpha^2 e^(2 t) / (1 - alpha^2)
    rest = (1 - float(alpha) ** 2) / np.sqrt(2)
    half = np.log((1 - rest) / rest * (1 - float(alpha) ** 2)) / 2 - np.log(float(alpha))
    assert flow.staircase.jump_times == pytest.approx([half / flow.eta], rel=1e-8)
    assert flow.losses[-1] < 1e-14
    assert flow.staircase.features == ((0,),)


def test_naive_tolerances_would_have_stayed_at_the_origin_and_called_it_success():
    net = ProductNetwork()
    naive = solve_ivp(
        lambda _t, z: -net.eta(1e-50) * net.gradient(z.reshape(1, 2)).ravel(),
        (0, 3),
        np.full(2, 1e-50),
        "LSODA",
    )
    assert naive.success and net.loss(naive.y[:, -1].reshape(1, 2)) == 0.5  # the trap is real
    assert gradient_flow(net, "1e-50", until=3).losses[-1] < 1e-10


def test_an_initialisation_below_the_range_of_doubles_is_refused_not_rounded_to_the_origin(
    regression,
):
    with pytest.raises(ArithmeticError, match="alpha is '1e-1000'.*range of doubles"):
        gradient_flow(ProductNetwork(), "1e-1000")
    with pytest.raises(ArithmeticError, match="DiagonalNetwork leave the range of doubles"):
        gradient_flow(regression(2, 0), "1e-200", raw=True)


def test_a_generic_network_in_doubles_cannot_promise_more_digits():
    with pytest.raises(ValueError, match="digits is 30"):
        gradient_flow(ProductNetwork(), 1e-3, digits=30)


def test_the_dual_flow_is_the_flow_of_u_and_v(returning):
    flow = gradient_flow(returning, 1e-3)
    end = float(flow.times[-1]) / 2
    solution = solve_ivp(
        lambda _t, z: -flow.eta * returning.gradient(z.reshape(2, 2)).ravel(), (0, end),
        returning.initial(1e-3).ravel(), "DOP853", rtol=1e-13, atol=1e-18, dense_output=True,
    )  # fmt: skip
    for t in np.linspace(0.01, 1, 30) * end:
        # coordinate 0 dies in between: there u and v in doubles lose u^2 - v^2 = 2e-6 to a few 1e-8
        assert flow.at(t) == pytest.approx(solution.sol(t).reshape(2, 2), abs=2e-6)


@pytest.mark.parametrize("alpha", [1e-2, 1e-4, 1e-8, "1e-30"])
def test_the_dual_flow_is_the_generic_flow(returning, alpha):
    own, raw = (
        gradient_flow(returning, alpha).staircase,
        gradient_flow(returning, alpha, raw=True).staircase,
    )
    assert own.jump_times == pytest.approx(raw.jump_times, rel=1e-6)
    assert own.features == raw.features
    assert own.levels == pytest.approx(raw.levels, abs=1e-8)


def test_u_squared_minus_v_squared_is_conserved_by_the_integrated_flow(returning):
    flow = gradient_flow(returning, 1e-3, raw=True)
    u, v = flow.parameters[..., 0], flow.parameters[..., 1]
    assert u**2 - v**2 == pytest.approx(2e-6, abs=1e-12)


def test_the_loss_never_rises(regression):
    for alpha in ("1e-2", "1e-20", "1e-1000"):
        flow = gradient_flow(regression(5, 1), alpha)
        assert np.diff(flow.losses).max() < 1e-14


def test_speeds_are_the_slope_of_the_loss(regression):
    flow = gradient_flow(regression(3, 2), 1e-4)
    for t in flow.staircase.jump_times:
        step = 1e-5
        slope = (flow.measure(t - step)[0] - flow.measure(t + step)[0]) / (2 * step)
        assert flow.measure(t)[1] == pytest.approx(slope, rel=1e-6)


@pytest.mark.parametrize("seed", [0, 3, 5])
def test_jump_times_extrapolate_to_the_successive_saddles(regression, seed):
    net = regression(4, seed)
    check_limit(net)


def test_a_returning_neuron_has_the_limit_of_the_successive_saddles(returning):
    check_limit(returning)


def check_limit(net):
    """In units of log(1/alpha) a jump time is t + C / log(1/alpha) up to a power of alpha."""
    limit = successive_saddles(net.X, net.y)
    one, two = (gradient_flow(net, f"1e-{k}").in_units_of(k * np.log(10)) for k in (400, 800))
    assert one.features == two.features == limit.features
    extrapolated = [2 * b - a for a, b in zip(one.jump_times, two.jump_times)]
    assert extrapolated == pytest.approx(limit.jump_times, rel=1e-10)
    assert two.levels == pytest.approx(limit.levels, abs=1e-12)
    assert np.array(two.points) == pytest.approx(np.array(limit.points), abs=1e-11)


def test_fifty_coordinates_are_learned_one_after_the_other():
    random = np.random.default_rng(0)
    # nearly orthogonal inputs: fifty jumps, far enough apart to be told from each other
    X = np.linalg.qr(random.normal(size=(200, 50)))[0].T * np.sqrt(200) + 0.003 * random.normal(
        size=(50, 200)
    )
    net = DiagonalNetwork(X, (1 / np.linspace(1, 6, 50)) @ X)
    limit = successive_saddles(net.X, net.y)
    flow = gradient_flow(net, "1e-1000")
    assert len(limit) == 50
    assert flow.staircase.features == limit.features
    assert flow.in_units_of(1000 * np.log(10)).jump_times == pytest.approx(
        limit.jump_times, rel=1e-3
    )


def test_with_fewer_samples_than_coordinates_the_flow_ends_at_an_interpolator():
    random = np.random.default_rng(3)
    net = DiagonalNetwork(random.normal(size=(6, 3)), random.normal(size=3))
    assert gradient_flow(net, "1e-100").losses[-1] < 1e-25


def test_slow_modes_of_nearly_equal_inputs_are_followed_to_their_end():
    random = np.random.default_rng(0)
    X = random.normal(size=(4, 10))
    X[1] = X[0] + 0.1 * X[1]
    net = DiagonalNetwork(X, random.normal(size=10))
    flow, limit = gradient_flow(net, "1e-30"), successive_saddles(net.X, net.y)
    assert flow.staircase.features == limit.features
    assert flow.losses[-1] == pytest.approx(limit.levels[-1], abs=1e-14)


def test_a_hopeless_run_ends_with_a_reason(monkeypatch, regression):
    monkeypatch.setattr("numerics.diagonal.dual_flow.MOST_STEPS", 20)
    with pytest.raises(ArithmeticError, match="not converged after .* pass an earlier until"):
        gradient_flow(regression(3, 0), "1e-8")


def test_targets_that_cannot_be_learned_leave_the_flow_at_rest():
    flow = gradient_flow(DiagonalNetwork([[1.0, 1.0]], [1.0, -1.0]), 1e-3)
    assert len(flow.staircase) == 0 and flow.losses[-1] == pytest.approx(0.5, rel=1e-15)


@pytest.mark.parametrize("raw", [False, True])
def test_a_run_until_a_time_ends_there_and_agrees_with_the_whole_run(regression, raw):
    net = regression(3, 4)
    whole = gradient_flow(net, 1e-6, raw=raw)
    t = whole.staircase.jump_times[0]
    part = gradient_flow(net, 1e-6, until=t, raw=raw)
    assert part.times[-1] == t
    assert part.losses[-1] == pytest.approx(whole.measure(t)[0], rel=1e-7)
    longer = gradient_flow(net, 1e-6, until=2 * whole.times[-1], raw=raw)
    assert longer.times[-1] == 2 * whole.times[-1]
    assert longer.losses[-1] == pytest.approx(whole.losses[-1], rel=1e-7)


def test_units_of_time_convert_by_the_ratio_of_the_rates(regression):
    flow = gradient_flow(regression(2, 1), 1e-5)
    assert flow.physical_times[-1] == pytest.approx(flow.eta * flow.times[-1])
    assert flow.in_units_of(1.0).jump_times == pytest.approx(
        [flow.eta * t for t in flow.staircase.jump_times]
    )


def test_the_dual_variable_holds_what_the_parameters_cannot(regression):
    flow = gradient_flow(regression(3, 1), "1e-1000")
    assert flow.parameters[0].max() == 0.0  # underflow
    assert np.all(np.abs(flow.dual) < 1.01) and np.abs(flow.dual[-1]) == pytest.approx(
        1.0, abs=0.01
    )
    assert flow.beta[-1] == pytest.approx(regression(3, 1).optimum, rel=1e-12)
    assert "1e-1000" in repr(flow)


def test_with_fewer_samples_than_coordinates_rounding_does_not_push_the_flow_off_its_interpolator():
    # Slopes of dormant coordinates are rounding there, amplified by the conditioning of the active
    # block; taken for forces they would carry the flow on to plain times of 1e14.
    X = [
        [8, -9, 5, -8, -9],
        [12, -20, 18, -19, -27],
        [21, -22, 12, -24, -20],
        [14, -18, 4, -13, -20],
        [8, -11, 11, -8, -22],
        [22, -26, 16, -16, -13],
        [25, -18, 15, -22, -27],
        [16, -18, 10, -16, -14],
    ]
    flow = gradient_flow(DiagonalNetwork(X, [-4, -7, -5, 8, -5]), "1e-1600")
    assert np.all(np.isfinite(np.asarray(flow.losses, dtype=float)))
    assert flow.losses[-1] < 1e-18
    assert len(flow.staircase) == 5
    assert float(flow.times[-1]) < 2 * float(flow.staircase.jump_times[-1])
