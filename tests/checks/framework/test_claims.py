"""What the framework's claims are compared with, and the counterexamples to its printed forms, by
little calculations of our own.
"""

import math
import re
from fractions import Fraction

import mpmath
import numpy as np
import pytest

from checks.catalogue import checks_for
from checks.framework.expectation import expected_threshold, log_norm_density
from checks.framework.neuron import (
    Neuron,
    along_jump,
    differentiate,
    monomial_flow,
    monomial_maximum,
    polar,
)
from checks.methods.check import Effort, Rejected
from theory import claim, claims

FALSE = [one.id for one in claims() if one.setting == "framework" and one.corrected is not None]


def refutation(identifier):
    one = claim(identifier)
    for check in checks_for(one):
        evidence = check.run(one, one.printed, Effort())
        if evidence.outcome == "fails":
            return evidence
    return None


def numbers(text):
    """The instance of a counterexample, by name."""
    return {
        name: float(Fraction(value))
        for name, value in re.findall(r"(\w+) = ([-+\d/.e]+)", text.rpartition(": ")[0])
    }


def slope(function, at, h=1e-5):
    return (function(at + h) - function(at - h)) / (2 * h)


def time_to_one(degree, start, rate, utility, steps=100_000):
    """An aligned neuron: n' = eta kappa U* n^(kappa-1), by the midpoint rule for dt = dn/n' from n
    = start to 1.
    """
    h = (1 - start) / steps
    return sum(
        h / (rate * degree * utility * (start + (k + 0.5) * h) ** (degree - 1))
        for k in range(steps)
    )


def sides_of_the_gradient(v, printed):
    """Minus the loss gradient in theta = a of one neuron among two, and what the printed formula
    differentiates.
    """

    def sigma(z):
        return v["sigma_slope"] * z + v["sigma_quadratic"] * z**2 + v["sigma_cubic"] * z**3

    def f(theta):
        return theta * sigma(v["w"] * v["x"])

    other = v["b"] * sigma(v["v"] * v["x"])
    return (
        slope(lambda q: -((v["y"] - f(q) - other) ** 2) / 2, v["theta"]),
        slope(lambda q: printed(f(q), v["y"], other), v["theta"]),
    )


def printed_norm(accumulated, start, degree):
    return (
        start * math.exp(accumulated)
        if degree == 2
        else (start ** (2 - degree) + (2 - degree) * accumulated) ** (1 / (2 - degree))
    )


def c_of(size, degree):
    return (size ** (2 - degree) - 1) / (degree - 2)


def added_near_zero(degree, outputs, inputs, low, high, cells=2000):
    """The part of E|theta|^(2-kappa) from ``low`` to ``high``: r^(c+d-1) r^(2-kappa) dr, in the
    logarithm of r.
    """
    h = math.log(high / low) / cells
    return sum(
        h * math.exp((outputs + inputs + 2 - degree) * (math.log(low) + (k + 0.5) * h))
        for k in range(cells)
    )


def test_the_counterexample_to_the_size_of_the_projection():
    v = numbers(refutation("framework.projection-size").counterexample)
    parameters = [0.0] * int(v["d"]) + [0.0] * int(v["c"])  # (w, a)
    assert len(parameters) == v["m"] != v["d"]


def test_the_counterexample_to_a_finite_expectation():
    v = numbers(refutation("framework.accelerated-rate").counterexample)
    instance = v["kappa"], v["c"], v["d"]
    assert (
        v["finite"] == 0
        and added_near_zero(*instance, 1e-24, 1e-12)
        >= 0.99 * added_near_zero(*instance, 1e-12, 1)
        > 1
    )  # it does not settle


@pytest.mark.parametrize(
    "identifier, printed",
    [
        ("framework.residual-gradient", lambda f, y, other: f * (y - f - other)),
        ("framework.gradient-split", lambda f, y, other: f * y - f * (f + other)),
    ],
)
def test_the_counterexample_to_a_gradient_that_acts_on_the_residual_too(identifier, printed):
    evidence = refutation(identifier)
    assert evidence.check.endswith("gradient in a")
    true, stated = sides_of_the_gradient(numbers(evidence.counterexample), printed)
    assert abs(true - stated) > 0.1


def test_the_counterexample_to_the_norm_without_learning_rate():
    v = numbers(refutation("framework.norm-solution").counterexample)
    size, steps = v["norm_0"], 100_000
    for _ in range(steps):  # d|theta|/dS = eta |theta|^(kappa-1), by the midpoint rule
        middle = size + v["S"] / steps / 2 * v["eta"] * size ** (v["kappa"] - 1)
        size += v["S"] / steps * v["eta"] * middle ** (v["kappa"] - 1)
    assert v["norm_t"] == pytest.approx(size, rel=1e-7)
    assert abs(size - printed_norm(v["S"], v["norm_0"], v["kappa"])) > 0.1


def test_the_counterexample_to_the_jump_bound_for_kappa_two():
    v = numbers(refutation("framework.jump-bound-quadratic").counterexample)
    jump = time_to_one(2, v["norm_0"], v["eta"], v["U_star"])
    assert abs(jump - -math.log(v["norm_0"]) / (2 * v["U_star"])) > 1e-3 and v["eta"] != 1


def test_the_jump_bound_for_kappa_two_is_broken_in_the_direction_of_an_earlier_jump():
    assert time_to_one(2, 0.5, 2.0, 1.0) < -math.log(0.5) / 2  # eta = 2: half of the printed bound


def test_the_counterexample_to_the_jump_bound_for_higher_kappa():
    v = numbers(refutation("framework.jump-bound-higher").counterexample)
    jump = time_to_one(
        v["kappa"], v["norm_0"], v["eta"], v["U_star"]
    )  # the slack is what a neuron loses that is not aligned
    stated = v["norm_0"] ** (2 - v["kappa"]) / (v["kappa"] * (v["kappa"] - 2) * v["U_star"])
    assert jump + v["slack"] / (v["kappa"] * v["U_star"]) < stated


def test_the_counterexample_to_the_conserved_quantity():
    degree = numbers(refutation("framework.conserved-quantity").counterexample)["k"]

    def drift(factor):  # of factor a^2 - w^2 under the flow of U = a w^k from (1.1, 0.9)
        a, w = 1.1, 0.9
        return 2 * factor * a * w**degree - 2 * w * degree * a * w ** (degree - 1)

    assert abs(drift(degree - 1)) > 0.1 and abs(drift(degree)) < 1e-12


def test_the_counterexample_to_the_asymptotics_of_the_threshold():
    degree = numbers(refutation("framework.threshold-asymptotics-higher").counterexample)["kappa"]
    assert degree == 4  # kappa = 3 is the one case that is right
    ratios = [c_of(size, degree) / size ** (2 - degree) for size in (1e-2, 1e-4, 1e-6)]
    assert ratios == pytest.approx([0.5] * 3, abs=1e-3) and c_of(1e-6, 3) / 1e6 == pytest.approx(
        1, abs=1e-5
    )


@pytest.mark.parametrize(
    "identifier", ["framework.alignment-speed", "framework.alignment-limit-higher"]
)
def test_the_counterexample_to_a_finite_alignment_speed(identifier):
    v = numbers(refutation(identifier).counterexample)
    speeds = [
        c_of(size * v.get("norm_0", 1.0), v["kappa"]) / size ** (v["kappa"] - 2)
        for size in (1e-2, 1e-4, 1e-6)
    ]
    assert speeds[0] > 10 and all(
        later > 100 * earlier for earlier, later in zip(speeds, speeds[1:])
    )


def test_the_counterexample_to_a_direction_that_turns_faster():
    text = refutation("framework.faster-direction").counterexample
    found = re.findall(r"(\w+) = (-?[\d./]+)", text)
    v = {name: float(Fraction(value)) for name, value in reversed(found)}  # the sides come last
    rates = [("", "rate_norm", "rate_dir_j"), ("lambda", "rate_norm_scaled", "rate_dir_scaled")]
    # the velocity of the direction over d log|theta|/dt: the same at both norms, none of it 0
    ratios = [v[turn] / (v[rate] / (v["norm"] * v.get(at, 1))) for at, rate, turn in rates]
    assert ratios[0] == pytest.approx(ratios[1]) and abs(ratios[0]) > 1e-3 and v["lambda"] != 1


def test_the_counterexample_to_the_test_of_the_outer_loop():
    assert refutation("framework.loop-test").counterexample
    # d/da and d/dw of (y - a tanh(w x))^2/2 at a = w = 0, by central differences
    step, x, y = 1e-5, 0.8, 1.3

    def loss(a, w):
        return (y - a * math.tanh(w * x)) ** 2 / 2

    assert loss(step, 0) == loss(-step, 0) and loss(0, step) == loss(0, -step)


def test_the_counterexample_to_a_balanced_start():
    v = numbers(refutation("framework.balanced-start").counterexample)
    # c entries of variance alpha^2/(2c), and d of alpha^2/(2d): alpha^2/2 each
    assert v["kappa"] > 2
    assert v["mean_a_sq"] == pytest.approx(v["alpha"] ** 2 / 2) == v["mean_w_sq"]


def test_every_correction_of_the_framework_has_its_counterexample_recomputed_here():
    import inspect
    import sys

    source = inspect.getsource(sys.modules[__name__])
    assert [identifier for identifier in FALSE if f'"{identifier}"' not in source] == []


def test_every_claim_has_checks_that_know_their_method():
    from checks.evidence import METHODS

    for one in claims():
        found = checks_for(one)
        assert found, one.id
        assert all(check.method in METHODS and check.name for check in found), one.id


def test_no_checks_are_registered_for_a_claim_that_does_not_exist():
    from importlib import import_module

    from theory.catalogue import SETTINGS

    for setting in SETTINGS:
        assert set(import_module(f"checks.{setting}").CHECKS) <= {one.id for one in claims()}


# --- the measurements -----------------------------------------------------------------------------
@pytest.mark.parametrize("outputs, inputs", [(1, 1), (1, 3), (4, 2), (5, 5)])
def test_the_density_of_the_squared_norm_integrates_to_one_and_has_mean_alpha_squared(
    outputs, inputs
):
    """E|a|^2 = c alpha^2/(2c) and E|w|^2 = d alpha^2/(2d): half of alpha^2 each."""
    with mpmath.workdps(20):
        density = log_norm_density(outputs, inputs, 20)
        whole, mean = (
            mpmath.quad(lambda z: density(z) * mpmath.exp(power * z), [-120, -40, -10, -3, 0, 2, 6])
            for power in (0, 1)
        )
        assert abs(whole - 1) < mpmath.mpf("1e-12") and abs(mean - 1) < mpmath.mpf("1e-12")


@pytest.mark.parametrize("scale", [Fraction(1, 7), Fraction(1), Fraction(3, 2)])
def test_the_expected_threshold_of_one_input_and_one_output_is_a_gamma_function(scale):
    """|theta|^2/alpha^2 is exponential: E|theta|^-1 = Gamma(1/2)/alpha, E log|theta| = log(alpha)
    - gamma/2.
    """
    with mpmath.workdps(20):
        size = mpmath.mpf(scale.numerator) / scale.denominator
        cubic, square = (expected_threshold(k, 1, 1, scale).value for k in (3, 2))
        assert abs(cubic - (mpmath.sqrt(mpmath.pi) / size - 1)) < mpmath.mpf("1e-15") / size
        assert abs(square - (mpmath.euler / 2 - mpmath.log(size))) < mpmath.mpf("1e-15")


def test_the_density_for_two_equal_degrees_of_freedom_is_exponential():
    density = log_norm_density(1, 1, 15)
    assert [float(density(mpmath.log(s))) / s for s in (0.1, 1, 3)] == pytest.approx(
        [math.exp(-s) for s in (0.1, 1, 3)], rel=1e-13
    )


@pytest.mark.parametrize("degree", [1, 2, 3, 4])
def test_the_best_direction_of_a_monomial_has_sin_squared_k_over_k_plus_1(degree):
    """d/dphi of cos phi sin^k phi vanishes where tan^2 phi = k."""
    angle, value = monomial_maximum(degree)
    assert math.tan(angle) ** 2 == pytest.approx(degree, rel=1e-6)
    assert value == pytest.approx(
        math.sqrt(degree**degree / (degree + 1) ** (degree + 1)), rel=1e-12
    )


def test_the_flow_of_a_w_is_exponential_along_its_best_direction():
    """a = w: a' = rate a, so a(t) = a(0) exp(rate t)."""
    assert monomial_flow(1, (0.2, 0.2), 1.5)(0.7) == pytest.approx(
        [0.2 * math.exp(1.05)] * 2, rel=1e-10
    )
    assert list(monomial_flow(3, (0.3, 0.1))(0.0)) == [0.3, 0.1]


def test_a_flow_that_blows_up_before_the_time_asked_for_is_no_instance():
    """On tan^2 = k the norm of U = a w^3 follows n' = 4 U* n^3, U* = sqrt(27)/16, infinite at 1/(8
    U*) = 0.385 from norm 1.
    """
    angle, _ = monomial_maximum(3)
    with pytest.raises(Rejected):
        monomial_flow(3, (math.cos(angle), math.sin(angle)))(1.0)


@pytest.mark.parametrize("degree, rate", [(1, 1.0), (2, 0.5), (3, 2.0)])
def test_an_aligned_neuron_jumps_when_the_norm_s_own_equation_says(degree, rate):
    angle, value = monomial_maximum(degree)
    when, accumulated = along_jump(degree, angle, 0.4, rate)
    assert when == pytest.approx(time_to_one(degree + 1, 0.4, rate, value), rel=1e-8)
    assert accumulated == pytest.approx((degree + 1) * value * when, rel=1e-8)


def test_a_neuron_that_is_not_aligned_jumps_later():
    angle, _ = monomial_maximum(2)
    assert along_jump(2, angle - 0.4, 0.3, 1.0)[0] > 1.001 * along_jump(2, angle, 0.3, 1.0)[0]


def test_a_central_difference_has_forty_digits():
    with mpmath.workdps(60):
        assert abs(
            differentiate(lambda h: mpmath.exp(2 * (1 + h))) - 2 * mpmath.exp(2)
        ) < mpmath.mpf("1e-38")


def test_the_measured_velocities_of_a_small_neuron_are_those_computed_by_hand():
    """U = 2 a w (one datum x = 1, r = 2) at a = 1, w = 2, eta = 3: gradient (4, 2); with n^2 = 5
    the inner product is 8, n' = 3 * 8/sqrt 5, U at the direction 4/5, and its velocity 3 (20/5 - 4
    (4/5)^2) = 108/25.
    """
    neuron = Neuron(
        "power", 1, (Fraction(1), Fraction(2)), 1, (((Fraction(1),), (Fraction(2),)),), Fraction(3)
    )
    seen = polar(neuron)
    assert [float(g) for g in seen.gradient] == [4, 2]
    assert float(seen.rate_norm) == pytest.approx(24 / math.sqrt(5), rel=1e-15)
    assert float(seen.utility_at_direction) == pytest.approx(0.8, rel=1e-15)
    assert float(seen.rate_utility) == pytest.approx(108 / 25, rel=1e-15)
    # velocity of a/n: (3 * 4 * 5 - 1 * 24)/5^(3/2)
    assert float(seen.rate_direction[0]) == pytest.approx(36 / 5**1.5, rel=1e-15)


def test_a_neuron_on_the_kink_of_its_activation_is_no_instance():
    flat = Neuron(
        "relu power",
        1,
        (Fraction(1), Fraction(1), Fraction(-1)),
        1,
        (((Fraction(1), Fraction(1)), (Fraction(1),)),),
        Fraction(1),
    )
    with pytest.raises(Rejected):
        polar(flat)


def test_the_utility_of_a_neuron_is_the_mean_over_its_data():
    draw = np.random.default_rng(1)
    values = [Fraction(int(q), 4) for q in draw.integers(-8, 8, size=12)]
    data = tuple(((values[2 * k], values[2 * k + 1]), (values[6 + k],)) for k in range(3))
    neuron = Neuron(
        "power", 2, (Fraction(1, 2), Fraction(1), Fraction(-1, 3)), 1, data, Fraction(1)
    )
    expected = sum(Fraction(1, 2) * r * (x[0] - x[1] / 3) ** 2 for x, (r,) in data) / 3
    with mpmath.workdps(30):
        assert abs(
            neuron.utility(neuron.start()) - mpmath.mpf(expected.numerator) / expected.denominator
        ) < mpmath.mpf("1e-28")
