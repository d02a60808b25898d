"""A neuron integrated on the circle. From (1, 0) under a constant gradient sin(2 phi) =
-tanh(2 eta g t) and e^(2 eta S) = cosh(2 eta g t), and against the opposite gradient it goes back
the way that it came.
"""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings

from checks.diagonal import integrated_neuron as neuron
from checks.diagonal.integrated_neuron import History
from checks.framework.neuron import ORDINARY, OTHER
from checks.methods.check import Effort, Rejected
from theory.diagonal import (
    S_0,
    U_0,
    S_later,
    U_later,
    delta,
    first,
    g,
    i_star,
    pm,
    rho,
    rho_later,
    u,
    v,
    waiting,
)
from theory.notation import U_star, alpha, eta

HALF, ONE, TWO = Fraction(1, 2), Fraction(1), Fraction(2)
AWAY = History(TWO, ONE, HALF, Fraction(-3, 2), HALF)


def accumulated(rate, force, time):
    """S from zero, under one gradient."""
    return math.log(math.cosh(2 * rate * force * time)) / (2 * rate)


def to_one(rate, force):
    """The time at which it is one."""
    return math.acosh(math.exp(2 * rate)) / (2 * rate * abs(force))


@pytest.mark.parametrize("integrator", [ORDINARY, OTHER])
@pytest.mark.parametrize("rate, force", [(0.5, 2.0), (3.0, -0.7)])
def test_under_one_gradient_the_angle_and_its_utility_are_hyperbolic(rate, force, integrator):
    took, (phi, S) = neuron.circle(rate, force, (0.0, 0.0), 0.8, integrator=integrator)
    assert took == 0.8
    assert math.sin(2 * phi) == pytest.approx(-math.tanh(2 * rate * force * 0.8), rel=1e-9)
    assert S == pytest.approx(accumulated(rate, force, 0.8), rel=1e-9)


def test_without_a_gradient_nothing_moves():
    assert neuron.circle(2.0, 0.0, (0.3, 0.4), 5.0) == (5.0, pytest.approx((0.3, 0.4)))


@pytest.mark.parametrize("rate, force", [(1.0, 1.0), (0.5, -2.0), (4.0, 0.25)])
def test_the_flow_stops_where_the_utility_has_added_up_to_one(rate, force):
    took, (_, S) = neuron.circle(rate, force, (0.0, 0.0), 100.0, to_one=True)
    assert took == pytest.approx(to_one(rate, force), rel=1e-9) and S == pytest.approx(1)


def test_a_neuron_that_has_not_the_time_never_activates():
    short = 0.99 * to_one(1.0, 1.0)
    with pytest.raises(Rejected, match="never activates"):
        neuron.circle(1.0, 1.0, (0.0, 0.0), short, to_one=True)


def test_against_the_opposite_gradient_a_neuron_returns_to_its_start():
    history = History(ONE, ONE, HALF, -ONE, HALF)
    before, after = neuron.two_plateaus(history, ORDINARY)
    assert before[1] == pytest.approx(accumulated(1, 1, 0.5))
    assert after == pytest.approx((0, 0), abs=1e-10)
    with pytest.raises(Rejected, match="at the zero itself"):
        list(neuron.measured_neuron(history, Effort()))


def test_the_letters_of_a_neuron_with_a_history_are_those_of_the_hyperbolic_solution():
    (seen,) = neuron.measured_neuron(AWAY, Effort())
    # under -3/2 for 1/2 as under the first gradient backwards for 3/4: past its start by 1/4
    reached = 1 / 2 - 3 / 4
    assert float(seen[S_0]) == pytest.approx(accumulated(2, 1, 0.5))
    assert float(seen[S_later]) == pytest.approx(accumulated(2, 1, reached))
    assert float(seen[U_star]) == pytest.approx(0.75)
    assert float(seen[U_0]) == pytest.approx(-0.75 * math.tanh(2))
    assert float(seen[U_later]) == pytest.approx(-0.75 * math.tanh(4 * reached))
    assert float(seen[delta]) == pytest.approx(-2)
    assert (seen[rho], seen[rho_later]) == (-1, 1)
    assert (seen[eta], seen[g]) == (2, Fraction(-3, 2))


@pytest.mark.parametrize("now, sign", [(ONE, 1), (-ONE, -1), (Fraction(0), 1)])
def test_the_sign_says_whether_the_force_pushes_where_the_neuron_is(now, sign):
    (seen,) = neuron.measured_neuron(replace(AWAY, g_now=now, t_now=Fraction(1, 4)), Effort())
    assert seen[pm] == sign


def test_without_a_force_there_is_no_best_utility_and_no_delay():
    (seen,) = neuron.measured_neuron(replace(AWAY, g_now=Fraction(0)), Effort())
    assert delta not in seen and float(seen[U_star]) == float(seen[U_0]) == 0
    assert float(seen[S_later]) == pytest.approx(float(seen[S_0]))


def test_errors_cover_the_distance_from_the_hyperbolic_solution():
    (seen,) = neuron.measured_neuron(AWAY, Effort())
    found = seen[S_later].ball(neuron.INTEGRATED)
    assert abs(float(found.mid()) - accumulated(2, 1, 0.25)) <= float(found.rad())


def test_a_neuron_waits_for_what_is_left_of_its_utility():
    ahead = History(ONE, ONE, HALF, TWO, ONE)
    (seen,) = neuron.measured_waiting(ahead, Effort())
    # half of a unit of time under 1 is a quarter under 2
    assert float(seen[waiting]) == pytest.approx(to_one(1, 2) - 0.25)
    assert seen[U_star] == 1 and seen[rho] == -1


def test_a_neuron_that_has_returned_to_dormancy_waits_for_twice_the_whole_time():
    once, again = neuron.measured_waiting(replace(AWAY, eta=ONE), Effort())
    assert again[S_0] == 1 and float(again[waiting]) == pytest.approx(2 * to_one(1, 1.5))
    assert float(once[waiting]) == pytest.approx(to_one(1, 1.5) + 0.5 / 1.5)


def test_at_norm_one_the_difference_of_squares_is_that_of_the_start():
    """(u, v) starts at sqrt(2) alpha (1, 0), and the flow keeps u^2 - v^2."""
    for seen in neuron.measured_waiting(AWAY, Effort()):
        x, y, scale = float(seen[u]), float(seen[v]), float(seen[alpha])
        assert x * x - y * y == pytest.approx(2 * scale**2, rel=1e-7)
        assert math.hypot(x, y) == pytest.approx(math.sqrt(2) * scale * math.exp(2))
        assert y > 0  # U = -g u v is positive where g is negative


def test_the_neuron_of_the_larger_gradient_is_first_and_of_equal_ones_none():
    slow, fast = History(ONE, ONE, HALF, ONE, ONE), History(ONE, ONE, HALF, TWO, ONE)
    (seen,) = neuron.first_to_activate((slow, fast), Effort())
    assert (seen.values[first], seen.values[i_star]) == (1, 1)
    expected = [round(to_one(1, 1) - 0.5, 6), round(to_one(1, 2) - 0.25, 6)]
    assert seen.detail == f"activation times {expected}"
    with pytest.raises(Rejected, match="nobody is first"):
        list(neuron.first_to_activate((slow, slow), Effort()))


def test_neurons_are_compared_at_a_common_rate_and_after_a_common_time():
    one = History(ONE, ONE, HALF, ONE, ONE)
    other = History(Fraction(4), ONE, Fraction(1, 4), TWO, ONE)
    (seen,) = neuron.first_to_activate((one, other), Effort())
    expected = [round(to_one(1, 1) - 0.25, 6), round(to_one(1, 2) - 0.125, 6)]
    assert seen.detail == f"activation times {expected}"


@pytest.mark.parametrize("route", [neuron.best_direction, neuron.refined_direction])
@pytest.mark.parametrize("force", [Fraction(3, 2), Fraction(-1, 3)])
def test_the_best_directions_are_the_two_diagonals_that_a_grid_finds(route, force):
    angles = np.linspace(-np.pi, np.pi, 8001)[:-1]
    values = -float(force) * np.cos(angles) * np.sin(angles)
    top = values.max()
    seen = list(route(force, Effort()))
    found = {(round(float(one[u]), 6), round(float(one[v]), 6)) for one in seen}
    best = {
        (round(math.cos(angle), 6), round(math.sin(angle), 6))
        for angle in angles[values > top * (1 - 1e-12)]
    }
    assert found == best and len(best) == 2
    assert all(float(one[U_star]) == pytest.approx(top) for one in seen)


@settings(max_examples=40)
@given(neuron.histories(zero=False))
def test_a_history_leaves_the_neuron_dormant(history):
    assert abs(history.g_before * history.t_before) < 1 and history.g_now != 0
    assert history.eta >= HALF and history.t_now > 0
    spent = accumulated(*map(float, (history.eta, history.g_before, history.t_before)))
    assert 0 <= spent < 1


def test_a_second_look_is_by_another_integrator():
    asked = []
    neuron.again(lambda history, effort, integrator: asked.append(integrator))(AWAY, Effort())
    assert asked == [OTHER] != [ORDINARY]
