"""The letters of one neuron against its flow, integrated in (u, v, S) themselves."""

import numpy as np
import pytest
import sympy as sp
from scipy.integrate import solve_ivp

from checks.diagonal.orbit import (
    crossing,
    flow_in_dual,
    in_angles,
    local_maxima,
    neuron,
    neuron_cases,
    orbit_cases,
    p,
    q,
    tanh_cases,
)
from theory.diagonal import (
    S_0,
    U_0,
    S_later,
    U_later,
    beta,
    delta,
    dual,
    g,
    pm,
    rho,
    rho_later,
    u,
    u_cross,
    v,
    v_cross,
    x,
)
from theory.framework import theta_sq
from theory.notation import U_star, alpha, eta, t

SCALE, RATE, TIME = 0.3, 1.7, 0.8


def followed(start, force):
    """(u, v, S) at the last jump and a time later; before it the gradient was -1/RATE for the time
    |start|.
    """

    def field(gradient):
        def slope(_t, z):
            first, second = z[0], z[1]
            utility = -gradient * first * second / (first**2 + second**2)
            return [-RATE * gradient * second, -RATE * gradient * first, 2 * utility]

        return slope

    past = -np.sign(start) / RATE  # G' = -RATE g
    begin = [np.sqrt(2) * SCALE, 0.0, 0.0]
    before = begin
    if start:
        before = solve_ivp(field(past), (0, abs(start)), begin, rtol=1e-11, atol=1e-12).y[:, -1]
    after = solve_ivp(field(force), (0, TIME), before, rtol=1e-11, atol=1e-12).y[:, -1]
    return before, after


@pytest.mark.parametrize(
    "start, force", [(0.6, 0.9), (-0.6, 0.9), (0.0, -0.5), (0.4, 0.0), (0.4, -1)]
)
def test_the_letters_of_a_neuron_are_what_its_flow_shows(start, force):
    before, after = followed(start, force)
    letters = neuron(sp.Float(start) if start else sp.S.Zero, sp.Rational(str(force)))
    numbers = {alpha: SCALE, eta: RATE, t: TIME}

    def value(letter):
        return float(sp.sympify(letters[letter]).subs(numbers))

    size = before[0] ** 2 + before[1] ** 2
    assert value(u) == pytest.approx(before[0]) and value(v) == pytest.approx(before[1])
    assert value(beta) == pytest.approx(before[0] * before[1])
    assert value(theta_sq) == pytest.approx(size)
    assert value(S_0) == pytest.approx(before[2], abs=1e-9)
    assert value(S_later) == pytest.approx(after[2], abs=1e-9)
    assert value(U_0) == pytest.approx(-force * before[0] * before[1] / size)
    assert value(U_later) == pytest.approx(
        -force * after[0] * after[1] / (after[0] ** 2 + after[1] ** 2)
    )
    assert value(rho) == np.sign(start) and value(rho_later) == np.sign(after[1])
    if force:
        assert value(delta) == pytest.approx(np.arctanh(value(U_0) / value(U_star)))
        if start:
            assert value(pm) == -np.sign(force) * np.sign(start)


def test_the_exponential_of_the_matrix_solves_the_flow():
    letters = flow_in_dual()
    assert sp.simplify(sp.diff(letters[u], dual) - letters[v]) == 0
    assert sp.simplify(sp.diff(letters[v], dual) - letters[u]) == 0
    assert letters[u].subs(dual, 0) == sp.sqrt(2) * alpha and letters[v].subs(dual, 0) == 0


def test_the_cases_of_the_orbit_keep_the_difference_of_squares_and_meet_every_sign():
    cases = list(orbit_cases())
    assert all(sp.simplify(one[u] ** 2 - one[v] ** 2 - 2 * alpha**2) == 0 for one in cases)
    assert sorted(one[rho] for one in cases) == [-1, 0, 1]
    assert all(sp.simplify(one[theta_sq] - one[u] ** 2 - one[v] ** 2) == 0 for one in cases)


def test_the_product_vanishes_at_the_start_of_the_flow_only():
    assert crossing() == {u_cross: sp.sqrt(2) * alpha, v_cross: 0}


def test_there_are_two_maxima_for_either_force_and_a_circle_of_them_without_one():
    forces = [one[g] for one in local_maxima()]
    assert forces.count(p) == forces.count(-p) == 2 and forces.count(0) == 1


def test_every_sign_of_past_and_force_is_met_and_where_one_is_zero_either_sign_is_allowed():
    met = [(one[dual], one[g], one[pm]) for one in neuron_cases()]
    assert {(start, force) for start, force, _ in met} == {
        (start, force) for start in (q, -q, 0) for force in (p, -p, 0)
    }
    assert all(
        {sign for a, b, sign in met if (a, b) == (start, force)} == {1, -1}
        for start, force, _ in met
        if 0 in (start, force)
    )


def test_in_angles_delta_is_the_angle_itself():
    for letters in in_angles():
        half = letters[delta].subs({dual: sp.Rational(1, 3), p: 2})
        side = sp.sign(letters[g].subs(p, 1))
        assert float(half) == pytest.approx(float(-side * sp.Rational(2, 3)))


def test_the_cases_of_a_real_number_reach_beyond_one():
    values = [one[x].subs(q, 1) for one in tanh_cases()]
    assert max(values) > 1 and min(values) < -1 and 0 in values
