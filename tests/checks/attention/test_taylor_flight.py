"""A dormant head by Taylor series. With V = Q = K = a in one dimension V' = eta r V^2, so that
everything is known by hand; in two, another integrator says the same.
"""

import math
from fractions import Fraction

import numpy as np
import pytest
from flint import arb
from scipy.integrate import solve_ivp

from checks.attention import taylor_flight
from checks.attention.taylor_flight import DOUBLES, MANY_DIGITS, Arithmetic, floats, fly, value_at
from checks.methods.balls import precision
from checks.methods.measured import Unsettled
from theory.attention.staircase import exact_jump_time

A, RATE, ETA = Fraction(1, 100), Fraction(3), Fraction(2)
EQUAL = (A, A, A)
# V = a/(1 - eta r a t) reaches 1/sqrt(3) where the norm is one
WHEN = (100 - math.sqrt(3)) / 6
PLANE = tuple(Fraction(n, 200) for n in (3, 2, -1, 1, 4))
RATES = (Fraction(3), Fraction(1))


@pytest.fixture(params=[DOUBLES, MANY_DIGITS], ids=["doubles", "many digits"])
def arithmetic(request):
    return request.param


def test_an_equal_head_lands_when_the_pole_says(arithmetic):
    end = fly(EQUAL, (RATE,), ETA, arithmetic).landing
    assert float(end.when) == pytest.approx(WHEN, rel=1e-12)
    assert floats(end.states[0][:3]) == pytest.approx([1 / math.sqrt(3)] * 3, rel=1e-12)
    assert end.size == pytest.approx(1, rel=1e-12)


def test_more_digits_land_closer_than_doubles_can():
    end = fly(EQUAL, (RATE,), ETA, MANY_DIGITS).landing
    with precision(200):
        off = abs(float(end.times[0] - (100 - arb(3).sqrt()) / 6))
    assert off < 1e-20
    assert off < float(end.when.error) < 1e-18


def test_the_integral_of_the_value_is_a_logarithm_and_the_utility_is_constant(arithmetic):
    end = fly(EQUAL, (RATE,), ETA, arithmetic).landing
    # int eta V dt = log(V/a)/r, and 3 U = r/sqrt(3) on the diagonal
    assert float(end.integral) == pytest.approx(math.log(100 / math.sqrt(3)) / 3, rel=1e-11)
    assert float(end.accumulated) == pytest.approx(WHEN * 3 / math.sqrt(3), rel=1e-11)


@pytest.mark.parametrize("share", [0.0, 0.3, 0.999])
def test_on_the_way_the_head_is_on_the_hyperbola(share):
    group = fly(EQUAL, (RATE,), ETA, DOUBLES)
    V = group.at(share * WHEN).states[0][0]
    assert V == pytest.approx(0.01 / (1 - 0.06 * share * WHEN), rel=1e-11)
    assert {float(time) for time in group.at(share * WHEN).times} == {share * WHEN}


def reference(start, rates, eta, until):
    """By SciPy: when the norm is one; V, Q, K, int eta V dt and S = int 3 U(theta/|theta|) dt."""
    d, M = len(rates), np.array(rates, dtype=float)

    def slope(_t, state):
        V, Q, K = state[0], state[1 : d + 1], state[d + 1 : 2 * d + 1]
        size = np.linalg.norm(state[:-2])
        return np.concatenate(
            [
                [eta * Q @ (M * K)],
                eta * V * M * K,
                eta * V * M * Q,
                [eta * V, 3 * V * (Q @ (M * K)) / size**3],
            ]
        )

    def norm_one(_t, state):
        return state[:-2] @ state[:-2] - 1

    norm_one.terminal = True
    begin = np.array([*map(float, start), 0.0, 0.0])
    run = solve_ivp(slope, (0, until), begin, "DOP853", events=norm_one, rtol=1e-12, atol=1e-14)
    return run.t_events[0][0], run.y_events[0][0]


def test_a_head_in_the_plane_flies_as_another_integrator_says(arithmetic):
    end = fly(PLANE, RATES, ETA, arithmetic).landing
    time, state = reference(PLANE, RATES, 2.0, 1000.0)
    assert float(end.when) == pytest.approx(time, rel=1e-8)
    assert floats(end.states[0]) == pytest.approx(state, rel=1e-6, abs=1e-6)


def test_differences_of_squares_are_kept_along_the_flight():
    group = fly(PLANE, RATES, ETA, DOUBLES)
    V, Q, K = float(PLANE[0]), np.array(PLANE[1:3], dtype=float), np.array(PLANE[3:], dtype=float)
    for moment in (group.at(3.0), group.landing):
        state = moment.states[0]
        now = state[0], state[1:3], state[3:5]
        assert now[0] ** 2 - now[1] @ now[1] == pytest.approx(V * V - Q @ Q, abs=1e-12)
        assert now[1] ** 2 - now[2] ** 2 == pytest.approx(Q**2 - K**2, abs=1e-12)


def test_companions_say_how_much_of_a_result_is_left():
    end = fly(PLANE, RATES, ETA, DOUBLES).landing
    assert len(end.times) == 3
    spread = max(abs(time - end.times[0]) for time in end.times[1:])
    assert end.when.error == pytest.approx(4 * spread) and 0 < spread < 1e-9
    first = end.read(lambda state: state[1], size=7)
    assert (first.value, first.size) == (end.states[0][1], 7) and first.error < 1e-9
    # one component may come out to the last bit alike in all of them, which depends on the compiler
    assert first.error == pytest.approx(
        4 * max(abs(state[1] - end.states[0][1]) for state in end.states[1:])
    )
    assert any(tuple(state) != tuple(end.states[0]) for state in end.states[1:])


def test_companions_keep_what_is_zero_and_what_is_equal_up_to_its_sign():
    start = tuple(Fraction(n, 100) for n in (2, 1, 0, -1, 3))  # Q_1 = -K_1, Q_2 = 0
    for state in fly(start, RATES, ETA, DOUBLES).at(0.0).states:
        assert state[1] == -state[3] and state[2] == 0 and state[4] == pytest.approx(0.03)
    heads = {float(state[0]) for state in fly(start, RATES, ETA, DOUBLES).at(0.0).states}
    assert len(heads) > 1  # the others do start elsewhere


def test_what_an_integral_may_have_lost_is_no_less_than_the_integral():
    group = fly(EQUAL, (RATE,), ETA, DOUBLES)
    # V grows, and is largest at the end
    assert group.turns(group.courses[0].time) == pytest.approx(2 * WHEN / math.sqrt(3))
    assert group.turns(WHEN / 2) == pytest.approx(WHEN * 0.01 / (1 - 0.03 * WHEN))


def test_a_flight_of_too_many_steps_settles_nothing(monkeypatch):
    monkeypatch.setattr(taylor_flight, "MOST_STEPS", 2)
    with pytest.raises(Unsettled, match="more than 2 Taylor steps"):
        fly.__wrapped__(EQUAL, (RATE,), ETA, DOUBLES)


def test_the_taylor_coefficients_of_a_hyperbola_are_geometric(monkeypatch, arithmetic):
    monkeypatch.setattr(taylor_flight, "_compiled", lambda: None)
    number = arithmetic.number
    a, r = number(Fraction(1, 2)), number(Fraction(3))
    zero, one = number(Fraction(0)), number(Fraction(1))
    states = arithmetic.array([[a, a, a, zero, zero]])
    series = taylor_flight.taylor(
        states, arithmetic.array([r]), arithmetic.array([one]), arithmetic.array([one]), arithmetic
    )
    # a/(1 - r a t) = a (1 + (3/2) t + (3/2)^2 t^2 + ...)
    powers = 0.5 * 1.5 ** np.arange(arithmetic.order + 1)
    for column in range(3):
        assert floats(series[:, 0, column]) == pytest.approx(powers, rel=1e-12)
    # its integral, and S = r t/sqrt(3)
    assert floats(series[1:, 0, 3]) == pytest.approx(powers[:-1] / np.arange(1, len(powers)))
    assert floats(series[:2, 0, 4]) == pytest.approx([0, math.sqrt(3)])
    assert np.max(np.abs(floats(series[2:, 0, 4]) / powers[2:])) < 1e-12


def test_a_series_is_evaluated_as_a_polynomial():
    series = np.array([[1.0, 2.0], [0.5, -1.0], [3.0, 0.0], [-2.0, 4.0]])
    for h in (0.0, 0.7, -1.5):
        assert value_at(series, h) == pytest.approx(np.polyval(series[::-1], h))


def test_numbers_of_an_arithmetic_are_as_many_bits_as_it_says():
    third = Fraction(1, 3)
    assert DOUBLES.double and DOUBLES.number(third) == 1 / 3 and DOUBLES.zeros(2).dtype == float
    assert not MANY_DIGITS.double
    with MANY_DIGITS.working():
        found = MANY_DIGITS.number(third)
        middle = MANY_DIGITS.rounded(MANY_DIGITS.array([found]))[0]
        off = abs(float(3 * middle - 1))
        assert (3 * found).contains(1) and 0 < float(found.rad()) < 1e-27
    assert middle.rad() == 0 and off < 1e-27
    assert floats(MANY_DIGITS.zeros(2, 1)).tolist() == [[0.0], [0.0]]


def test_fewer_terms_need_more_steps_and_land_at_the_same_time():
    short = Arithmetic(order=12, last=1e-17, rounding=2e-14, companions=1)
    many, few = (fly(PLANE, RATES, ETA, one) for one in (short, DOUBLES))
    assert len(many.courses[0].steps) > len(few.courses[0].steps)
    assert float(many.landing.when) == pytest.approx(float(few.landing.when), rel=1e-10)


def test_a_mode_that_shrinks_to_a_turning_point_grows_again_behind_it(arithmetic):
    """V changes its sign where I = -17.3; until then Q_1 falls by exp(-69), and back to I = 0 it
    grows by as much. The time is the quadrature's, which follows no flow."""
    start = tuple(Fraction(n, 10) for n in (-2, 1, 2, 1, 2))
    when = fly(start, (Fraction(4), Fraction(1, 25)), Fraction(1), arithmetic).landing.when
    exact = exact_jump_time("-0.2", ["0.1", "0.2"], ["0.1", "0.2"], ["2", "0.02"], context=2)
    assert float(when) == pytest.approx(float(exact), rel=1e-12)


def test_a_mode_that_leaves_the_range_of_doubles_is_not_followed():
    start = tuple(Fraction(n, 10) for n in (-2, 1, 2, 1, 2))
    with pytest.raises(Unsettled, match="in doubles"):
        fly(start, (Fraction(45), Fraction(1, 25)), Fraction(1), DOUBLES)
