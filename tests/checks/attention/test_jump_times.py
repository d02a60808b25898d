"""Jump times of dormant heads: aligned ones, whose time is known by hand, and what is refused."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

from checks.attention import jump_times
from checks.attention.dormant_head import Flight
from checks.attention.taylor_flight import DOUBLES, MANY_DIGITS
from checks.methods.check import Effort, Rejected
from checks.methods.measured import Measured, Unsettled
from theory import attention as paper
from theory.framework import S_jump, theta_sq
from theory.notation import S, eta, n_0, t, tau

ONE, TENTH = Fraction(1), Fraction(1, 10)
# V = Q = K = c with c' = eta N mu c^2, from 1/10 to 1/sqrt(3); eta = 2, N = 3, mu = 4
ALIGNED = Flight((ONE, ONE, ONE), (Fraction(4),), 3, Fraction(2), TENTH)
WHEN = (10 - math.sqrt(3)) / 24
PLANE = Flight(tuple(map(Fraction, (1, 2, 1, 1, -1))), (Fraction(2), Fraction(1, 2)), 2, ONE, TENTH)
# p = 0 and V^2 = m^2/4: exactly into a saddle
SADDLE = replace(ALIGNED, row=(ONE, ONE, -ONE))


@pytest.mark.parametrize("arithmetic", [DOUBLES, MANY_DIGITS], ids=["doubles", "many digits"])
def test_an_aligned_head_jumps_when_its_hyperbola_says(arithmetic):
    (seen,) = jump_times.jumps(ALIGNED, Effort(), arithmetic)
    assert float(seen[tau]) == pytest.approx(WHEN, rel=1e-12)
    # 3 U = N mu/sqrt(3) all the way
    assert float(seen[S_jump]) == pytest.approx(WHEN * 12 / math.sqrt(3), rel=1e-12)
    assert seen[n_0] == sp.sqrt(3) / 10 and seen[paper.lam_k] == 2
    # the plateau is weighed with lambda^2 = mu
    assert float(seen[paper.weighted]) == pytest.approx(4 * WHEN)


def test_the_weight_of_a_plateau_scales_its_error_too():
    found = jump_times.weighed(Measured(0.5, 0.5, 1e-3), PLANE)
    assert (found.value, found.size, found.error) == (1.0, 1.0, 2e-3)


def test_a_vanishing_start_has_the_time_of_the_whole_hyperbola():
    """alpha c from alpha to infinity at the rate 1/alpha: 1/(N mu)."""
    found = jump_times.limit_time(ALIGNED, DOUBLES)
    assert float(found) == pytest.approx(1 / 12, rel=1e-9)
    assert found.error < 1e-8
    (seen,) = jump_times.far_jumps(ALIGNED, Effort())
    assert float(seen[paper.gap_limit]) == float(found) and seen[paper.mu_limit] == sp.sqrt(3)
    assert float(seen[paper.weighted_limit]) == pytest.approx(4 / 12)


def test_a_head_on_a_separatrix_or_at_rest_is_refused_by_name():
    with pytest.raises(Rejected, match="runs into a saddle"):
        list(jump_times.jumps(SADDLE, Effort()))
    rest = replace(ALIGNED, row=(ONE, Fraction(0), Fraction(0)))
    with pytest.raises(Rejected, match="comes to rest"):
        list(jump_times.jumps(rest, Effort()))


def test_on_its_way_an_aligned_head_is_on_the_hyperbola():
    first, second = jump_times.half_way(ALIGNED, Effort())
    for one, share in ((first, 1 / 3), (second, 2 / 3)):
        V = 0.1 / (1 - 2.4 * share * WHEN)
        assert float(one[t]) == pytest.approx(share * WHEN)
        assert float(one[paper.V_sq]) == pytest.approx(V * V)
        assert float(one[theta_sq]) == pytest.approx(3 * V * V)
        assert float(one[paper.integral_V]) == pytest.approx(math.log(10 * V) / 12)
        assert float(one[S]) == pytest.approx(share * WHEN * 12 / math.sqrt(3))
        assert float(one[paper.plus_t]) == pytest.approx(2 * V)
        assert float(one[paper.minus_t]) == pytest.approx(0, abs=1e-12)
        assert (one[paper.plus_0], one[paper.minus_0]) == (Fraction(1, 5), 0)


def test_sums_grow_and_differences_shrink_with_the_integral_of_the_value():
    for one in jump_times.half_way(PLANE, Effort()):
        rate = float(one[paper.mu_j]) * 2 * float(one[paper.integral_V])
        plus, minus = float(one[paper.plus_0]), float(one[paper.minus_0])
        assert float(one[paper.plus_t]) == pytest.approx(plus * math.exp(rate), abs=1e-9)
        assert float(one[paper.minus_t]) == pytest.approx(minus * math.exp(-rate), abs=1e-9)


def test_the_tilt_is_the_quotient_of_two_sums():
    seen = list(jump_times.tilted(PLANE, Effort()))
    assert len(seen) == 4  # two moments, two components
    for one in seen:
        first = float(one[paper.tilt_0])
        if one[paper.mu_j] == 2:
            assert first == 1 and float(one[paper.tilt]) == pytest.approx(1)
        else:
            # Q_2 + K_2 = 0 at the start, and stays
            assert first == 0 and float(one[paper.tilt]) == pytest.approx(0, abs=1e-12)


def test_a_head_without_a_first_component_has_no_tilt(monkeypatch):
    row = tuple(map(Fraction, (1, 1, 1, -1, 1)))
    with pytest.raises(Rejected, match="no component along the first"):
        list(jump_times.tilted(replace(PLANE, row=row), Effort()))
    monkeypatch.setattr(jump_times, "half_way", lambda *_: [{paper.mu_j: 1}])
    with pytest.raises(Unsettled, match="below what doubles tell from zero"):
        list(jump_times.tilted(PLANE, Effort()))


@pytest.mark.parametrize("flight", [ALIGNED, PLANE])
def test_the_integrated_time_is_that_of_the_quadrature(flight):
    (seen,) = jump_times.exact_times(flight, Effort())
    # the quadrature is at the rate one
    assert float(seen[tau]) * float(seen[eta]) == pytest.approx(float(seen[paper.quadrature]))
    both = [float(jump_times.quadrature(flight, rate)) for rate in (1, 4)]
    assert both[0] == pytest.approx(4 * both[1])


def test_the_quadrature_of_an_aligned_head_is_its_hyperbola():
    assert float(jump_times.quadrature(ALIGNED, 2)) == pytest.approx(WHEN)
    (seen,) = jump_times.exact_limits(ALIGNED, Effort())
    assert float(seen[paper.quadrature_limit]) == pytest.approx(1 / 12)


def test_of_two_heads_the_one_that_starts_closer_lands_first():
    near = replace(ALIGNED, scale=Fraction(1, 5))
    (seen,) = jump_times.races((ALIGNED, near), Effort())
    assert (seen.values[paper.first_head], seen.values[paper.least_quadrature]) == (1, 1)
    times = [round(WHEN, 6), round((5 - math.sqrt(3)) / 24, 6)]
    assert seen.detail == f"landing times {times}"


def test_no_race_is_between_equals_or_against_a_head_that_never_jumps():
    with pytest.raises(Rejected, match="nobody is first"):
        list(jump_times.races((ALIGNED, ALIGNED), Effort()))
    with pytest.raises(Rejected, match="fewer than two"):
        list(jump_times.races((ALIGNED, SADDLE), Effort()))


def test_the_misalignment_vanishes_with_a_power_of_alpha():
    """(Q_j + K_j)/(Q_1 + K_1) ~ e^((mu_j - mu_1) I) and e^(mu_1 I) ~ 1/alpha."""
    row = tuple(map(Fraction, (1, 1, 1, 1, 1)))
    seen = list(jump_times.tilt_exponents((row, Fraction(1, 2), 1, Fraction(2)), Effort()))
    # mu_j/mu_1 = 1/4, then equal ones
    assert seen[0].rate == pytest.approx(3 / 4, abs=0.05)
    assert seen[1].rate == pytest.approx(0, abs=1e-9)
    assert [one.values[paper.lam_j] for one in seen] == [1, 2, 3]
    assert np.sign(seen[2].rate) == -1 and seen[0].alphas == ("1e-05", "1e-07", "1e-09")
