"""The formulas of the framework against integrated equations and sampled neurons."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import solve_ivp
from sympy import Float, Rational, log

from theory import framework as paper
from theory.notation import S, U_bar, alpha, c, d, eta, kappa, n, n_0


def integrated(degree, start, rate, until=None, accumulated=None):
    """d|theta|/dS = rate |theta|^(kappa-1): S when the norm is ``until``, or the norm at
    ``accumulated``, by DOP853.
    """

    def reached(_, p):
        return p[0] - until if until else 1.0

    reached.terminal = True
    run = solve_ivp(
        lambda s, p: [rate * p[0] ** (degree - 1)],
        (0, accumulated or 1e6),
        [start],
        method="DOP853",
        rtol=1e-11,
        atol=1e-14,
        events=reached,
    )
    return run.t_events[0][0] if until else run.y[0, -1]


@settings(max_examples=25)
@given(st.integers(2, 6), st.floats(0.15, 0.9), st.floats(0.3, 3))
def test_the_threshold_over_eta_is_the_accumulated_utility_at_which_the_integrated_norm_is_one(
    degree, start, rate
):
    assert float(paper.threshold(Float(start), degree)) / rate == pytest.approx(
        integrated(degree, start, rate, until=1.0), rel=1e-8
    )


@settings(max_examples=25)
@given(st.integers(2, 6), st.floats(0.15, 0.9), st.floats(0.3, 3), st.floats(0.05, 0.9))
def test_the_norm_after_an_accumulated_utility_is_the_integrated_one(degree, start, rate, share):
    # a share of the way to norm 1, by the elementary integral of n^(1-kappa)
    way = -math.log(start) if degree == 2 else (start ** (2 - degree) - 1) / (degree - 2)
    accumulated = share * way / rate
    formula = paper.norm_after(S, eta).subs({S: accumulated, eta: rate, n_0: start, kappa: degree})
    assert float(formula) == pytest.approx(
        integrated(degree, start, rate, accumulated=accumulated), rel=1e-8
    )


def test_the_threshold_takes_simple_values():
    """(1/2)^(-1) - 1 = 1; ((1/2)^(-2) - 1)/2 = 3/2; ((1/3)^(-2) - 1)/2 = 4; nothing is left to do
    at norm 1.
    """
    half, third = Rational(1, 2), Rational(1, 3)
    assert [paper.threshold(half, 3), paper.threshold(half, 4), paper.threshold(third, 4)] == [
        1,
        Rational(3, 2),
        4,
    ]
    assert paper.threshold(half, 2) == log(2) and all(
        paper.threshold(Rational(1), degree) == 0 for degree in (2, 3, 4)
    )
    assert (
        paper.threshold(n_0).subs(kappa, 2) == -log(n_0)
        and paper.threshold(n_0).subs({kappa: 3, n_0: half}) == 1
    )


def test_the_printed_norm_is_the_corrected_one_at_learning_rate_one():
    claim = paper.norm_solution
    assert claim.corrected.subs(eta, 1) == claim.printed
    assert claim.printed.free_symbols == claim.corrected.free_symbols - {eta}


def sampled(outputs, inputs, scale, count=400_000):
    """Norms of neurons with a ~ N(0, alpha^2/2c) and w ~ N(0, alpha^2/2d), as the paper initialises
    them.
    """
    draw = np.random.default_rng(0)
    a = draw.normal(scale=scale / math.sqrt(2 * outputs), size=(count, outputs))
    w = draw.normal(scale=scale / math.sqrt(2 * inputs), size=(count, inputs))
    return np.sqrt((a**2).sum(axis=1) + (w**2).sum(axis=1))


@pytest.mark.parametrize(
    "degree, outputs, inputs, scale",
    [(3, 2, 3, 0.5), (3, 1, 2, 0.3), (4, 3, 4, 0.4), (4, 6, 2, 0.9)],
)
def test_the_closed_form_of_the_expected_threshold_is_the_mean_over_sampled_neurons(
    degree, outputs, inputs, scale
):
    values = (sampled(outputs, inputs, scale) ** (2 - degree) - 1) / (degree - 2)
    formula = paper.expected_threshold.formula.subs(
        {kappa: degree, c: outputs, d: inputs, alpha: Rational(str(scale))}
    ).evalf()
    # the variance is finite (2 kappa < c + d + 4): 5 standard errors
    assert abs(float(formula) - values.mean()) < 5 * values.std() / math.sqrt(values.size)


@pytest.mark.parametrize("width, scale", [(1, 0.5), (4, 0.1)])
def test_the_closed_form_for_kappa_two_is_the_mean_over_sampled_neurons(width, scale):
    values = -np.log(sampled(width, width, scale))
    formula = paper.expected_threshold_quadratic.formula.subs(
        {d: width, alpha: Rational(str(scale))}
    ).evalf()
    assert abs(float(formula) - values.mean()) < 5 * values.std() / math.sqrt(values.size)


@pytest.mark.parametrize("degree", [1, 2, 3])
def test_the_riccati_equation_holds_for_a_monomial_neuron(degree):
    """U = a w^k at (0.6, 0.5): the velocity of U(theta/|theta|) by a finite difference of one Euler
    step.
    """
    a, w, rate, h = 0.6, 0.5, 1.7, 1e-6

    def normalised(a, w):
        return a * w**degree / math.hypot(a, w) ** (degree + 1)

    slope = w**degree, degree * a * w ** (degree - 1)
    measured = (
        normalised(a + h * rate * slope[0], w + h * rate * slope[1])
        - normalised(a - h * rate * slope[0], w - h * rate * slope[1])
    ) / (2 * h)
    norm = math.hypot(a, w)
    value = paper.utility_riccati.formula.subs(
        {
            eta: rate,
            kappa: degree + 1,
            n: norm,
            U_bar: normalised(a, w),
            paper.gradient_norm: math.hypot(*slope) / norm**degree,
        }
    )
    assert float(value) == pytest.approx(measured, rel=1e-7)


@pytest.mark.parametrize(
    "claim",
    [
        one
        for one in vars(paper).values()
        if getattr(one, "derive", None) and hasattr(one, "printed")
    ],
    ids=lambda one: one.id,
)
def test_every_derivation_of_the_framework_is_accepted_and_ends_in_the_claim(claim):
    chain = claim.derivation
    assert len(chain.check()) == len(chain.steps) >= 1
    point = {
        symbol: Rational(5 + i, 11)
        for i, symbol in enumerate(
            sorted(chain.result.free_symbols | claim.formula.free_symbols, key=str)
        )
    }
    point[kappa] = 3
    assert float((chain.result - claim.formula).subs(point).evalf(30)) == pytest.approx(
        0, abs=1e-25
    )
