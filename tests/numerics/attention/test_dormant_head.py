"""The orbit of a dormant head, against the differential equation itself."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from numerics.attention.dormant_head import NearSaddle, Orbit, evolve

FORCE = np.array([[2.0, 0.3], [-0.4, 1.0]])


def parts(force=FORCE):
    """(left, s, right) with G = left diag(s) right^T."""
    left, s, right = np.linalg.svd(force)
    return left, s, right.T


def unit(*row):
    return np.array(row) / np.linalg.norm(row)


def integrated(row, force, until, growth=None):
    """V' = Q^T G K, Q' = V G K, K' = V G^T Q: when the norm is ``growth``, and the row then."""
    d = len(force)

    def slope(_t, state):
        V, Q, K = state[0], state[1 : d + 1], state[d + 1 :]
        return np.concatenate([[Q @ force @ K], V * force @ K, V * force.T @ Q])

    def grown(_t, state):
        return np.linalg.norm(state) - growth

    grown.terminal = True
    run = solve_ivp(
        slope, (0, until), row, "DOP853", events=grown if growth else None, rtol=1e-12, atol=1e-14
    )
    if growth:
        return run.t_events[0][0], run.y_events[0][0]
    return run.t[-1], run.y[:, -1]


ROWS = [
    unit(1.0, 0.5, 0.2, 0.4, -0.3),
    unit(-1.0, 0.5, 0.2, 0.4, -0.3),  # V has to turn round
    unit(0.2, 1.0, 0.1, -0.8, 0.3),
    unit(0.0, 0.7, -0.2, 0.5, 0.1),
    unit(0.0, 0.7, -0.2, -0.5, 0.1),
]


@pytest.mark.parametrize("row", ROWS, ids=range(len(ROWS)))
def test_time_and_landing_are_those_of_the_differential_equation(row):
    left, s, right = parts()
    orbit = Orbit.of(row, left, s, right)
    when, end = integrated(row, FORCE, 1000.0, 20.0)
    assert orbit.time_to(20.0) == pytest.approx(when, rel=1e-8)
    assert orbit.landing(20.0, left, right) == pytest.approx(end, rel=1e-6, abs=1e-5)
    assert np.linalg.norm(orbit.landing(20.0, left, right)) == pytest.approx(20.0)


@pytest.mark.parametrize("growth", [2.0, 100.0, 1e6])
def test_an_aligned_head_needs_the_time_of_a_hyperbola(growth):
    """V = Q = K = c, c' = s c^2: from 1/sqrt(3) to growth/sqrt(3)."""
    c = 1 / np.sqrt(3)
    orbit = Orbit(c, np.array([2 * c]), np.array([0.0]), np.array([1.5]))
    assert orbit.time_to(growth) == pytest.approx(np.sqrt(3) * (1 - 1 / growth) / 1.5)


@pytest.mark.parametrize("row", ROWS[:3], ids=range(3))
def test_the_square_of_the_value_is_a_function_of_its_integral(row):
    """V^2 at I = int V dt, with the slope that its formula has."""
    left, s, right = parts()
    orbit = Orbit.of(row, left, s, right)
    assert orbit.square(0.0) == pytest.approx(row[0] ** 2)
    for I in (0.1, 0.5, 1.2):
        step = 1e-6
        change = orbit.square(I + step) - orbit.square(I - step)
        assert orbit.slope(I) == pytest.approx(change / (2 * step), rel=1e-6)


def test_a_head_whose_value_is_negative_is_its_mirror_with_the_key_reversed():
    left, s, right = parts()
    row = unit(1.0, 0.5, 0.2, 0.4, -0.3)
    mirror = row * np.array([-1, 1, 1, -1, -1])
    there, back = (Orbit.of(one, left, s, right) for one in (row, mirror))
    assert there.time_to(50.0) == pytest.approx(back.time_to(50.0))
    ends = [one.landing(50.0, left, right) for one in (there, back)]
    assert ends[0] * np.array([-1, 1, 1, -1, -1]) == pytest.approx(ends[1])


def test_a_head_turns_round_where_its_value_vanishes():
    # V = 0.2 against m = 2: F = 0.04 + (e^(-2 I) - 1) + (e^(2 I) - 1)/100 vanishes on its way down
    orbit = Orbit(0.2, np.array([0.2]), np.array([2.0]), np.array([1.0]))
    after, back = orbit.turning()
    assert orbit.square(back) == pytest.approx(0, abs=1e-12)
    assert after.v == 0 and after.sign == -orbit.sign
    assert after.square(back) == pytest.approx(0.04)  # walked back to where it came from
    keeps = Orbit(2.0, np.array([0.2]), np.array([2.0]), np.array([1.0]))
    assert keeps.turning() is None


def test_a_head_without_sums_and_fast_enough_never_grows():
    """p = 0: the differences shrink, and V^2 tends to v^2 - m^2/4 > 0 for ever."""
    orbit = Orbit(1.0, np.array([0.0]), np.array([1.0]), np.array([1.0]))
    assert orbit.time_to(10.0) == np.inf
    assert orbit.square(50.0) == pytest.approx(0.75)


def test_a_head_at_rest_stays_there():
    assert Orbit(0.0, np.zeros(2), np.zeros(2), np.array([2.0, 1.0])).time_to(2.0) == np.inf


def test_a_head_on_its_way_into_a_saddle_is_refused_with_a_time_before_which_nothing_happens():
    # p = 0 and v^2 = m^2/4: V tends to zero and so do the differences
    row = unit(1.0, 1.0, -1.0)
    orbit = Orbit.of(row, np.eye(1), np.ones(1), np.eye(1))
    with pytest.raises(NearSaddle, match="closer than double precision") as refused:
        orbit.time_to(10.0)
    assert refused.value.since > 0
    _, end = integrated(row, np.eye(1), refused.value.since)
    assert np.linalg.norm(end) < 1


@pytest.mark.parametrize("row", ROWS[:3], ids=range(3))
def test_elapsed_time_is_the_integral_over_the_inverse_of_the_value(row):
    left, s, right = parts()
    orbit = Orbit.of(row, left, s, right)
    if orbit.turning() is not None:
        orbit, _ = orbit.turning()
    # the midpoint rule in the root of I, where the integrand has no pole
    w = (np.arange(4000) + 0.5) / 4000 * np.sqrt(0.7)
    expected = np.mean([2 * x / np.sqrt(orbit.square(x * x)) for x in w]) * np.sqrt(0.7)
    assert orbit.elapsed(0.7) == pytest.approx(expected, rel=1e-6)


def test_rows_evolve_as_the_differential_equation_each_by_its_own_clock():
    rows, clocks = np.array(ROWS), np.array([0.1, 0.5, 0.9, 0.3, 0.0])
    found = evolve(rows, clocks, *parts())
    for row, clock, end in zip(rows, clocks, found, strict=True):
        expected = integrated(row, FORCE, clock)[1] if clock else row
        assert end == pytest.approx(expected, abs=1e-10)
