"""AGF beside the algorithm: orthogonal inputs, whose jumps are known by hand."""

import math
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

from checks.diagonal import agf
from checks.diagonal.data import EXAMPLE, Data, Rounded
from checks.framework.cases import Unreadable
from checks.methods.check import Effort, Rejected
from checks.methods.measured import Unsettled
from theory import diagonal as paper
from theory.diagonal import agf_gap, agf_time, beta_gap, t_agf, t_pf, t_ratio
from theory.notation import alpha


def of(X, y):
    return Data(tuple(tuple(map(Fraction, row)) for row in X), tuple(map(Fraction, y)))


# gradients (-2, -1): the algorithm jumps at 1/2 and at 1, AGF later by one factor
ORTHOGONAL = of([[1, 0], [0, 2]], [4, 1])
TWINS = of([[1, 0], [0, 1]], [1, 1])
TENTH = sp.Rational(1, 10)
# arcosh(50)/log(50)
FACTOR = math.acosh(50) / math.log(50)


def test_the_shorter_of_two_staircases_goes_on_at_its_last_step():
    assert list(agf.beside("xabc", "yd")) == [("a", "d"), ("b", "d"), ("c", "d")]
    assert list(agf.beside("x", "yd")) == [("x", "d")]
    assert list(agf.beside("x", "y")) == []


@pytest.mark.parametrize("jumps", [agf.exact_jumps, agf.numeric_jumps])
def test_on_orthogonal_inputs_every_jump_is_later_by_one_factor(jumps):
    seen = list(jumps((ORTHOGONAL, TENTH), Effort()))
    assert [one[t_pf] for one in seen] == [Fraction(1, 2), 1]
    assert [float(one[t_agf]) for one in seen] == pytest.approx([FACTOR / 2, FACTOR])
    assert [float(one[beta_gap]) for one in seen] == pytest.approx([0, 0], abs=1e-12)
    assert {one[alpha] for one in seen} == {TENTH}


@pytest.mark.parametrize("jumps", [agf.exact_jumps, agf.numeric_jumps])
def test_jumps_that_are_due_at_once_are_not_compared_one_by_one(jumps):
    with pytest.raises(Rejected, match="same time"):
        list(jumps((TWINS, TENTH), Effort()))


def test_after_all_that_are_due_at_once_the_coefficients_agree():
    seen = list(agf.tied_processes((TWINS, TENTH), Effort()))
    assert len(seen) == 2 and all(one[beta_gap] == 0 for one in seen)
    with pytest.raises(Rejected, match="nobody is due"):
        list(agf.tied_processes((ORTHOGONAL, TENTH), Effort()))


def test_the_gap_of_coefficients_is_the_largest_one_and_knows_what_it_is_taken_from():
    saddle = paper.successive_saddles(ORTHOGONAL.X, ORTHOGONAL.y)[-1]
    found = agf.coefficient_gap(saddle, np.array([4.0, 0.75]), Rounded(0.0, 1e-9))
    # beta = (4, 1/2)
    assert (found.value, found.size, found.error) == (0.25, 4, 1e-9)
    beyond = agf.coefficient_gap(saddle, np.array([-7.0, 0.5]), Rounded(0.0, 0.0))
    assert (beyond.value, beyond.size) == (11, 7)


@pytest.mark.parametrize("limit", [agf.agf_limit, agf.exact_limit])
@pytest.mark.parametrize("problem", [ORTHOGONAL, EXAMPLE])
def test_as_alpha_vanishes_the_jumps_are_those_of_the_algorithm(limit, problem):
    seen = list(limit(problem, Effort()))
    path = paper.successive_saddles(problem.X, problem.y)
    assert [one.values[t_pf] for one in seen] == [saddle.time for saddle in path[1:]]
    for one in seen:
        assert float(one.values[t_ratio]) == pytest.approx(1, abs=1e-9)
        assert float(one.values[beta_gap]) == pytest.approx(0, abs=1e-9)
    assert seen[0].detail.startswith("jump 1: raw gaps ")


def test_the_slope_in_the_logarithm_is_that_of_the_factor():
    """With L = log(1/alpha) it is 2 L over 2 L - log 2, up to alpha^4: 1 + (log 2)/(2 L) + ..."""
    first, *_ = agf.agf_limit(ORTHOGONAL, Effort())
    assert first.rate == pytest.approx(math.log(2) / 2, rel=1e-2)


def test_alphas_are_raised_to_a_power_that_is_small_enough():
    assert agf.scales(Effort(), 8) == ("1e-200", "1e-400", "1e-800")
    assert agf.scales(Effort(alphas=("1e-4", "1e-2", "1e-3")), 8) == ("1e-8", "1e-12", "1e-16")
    assert agf.scales(Effort(alphas=("1e-9", "1e-9")), 8) == ("1e-9",)
    assert agf.smaller("1e-12") == "1e-48"


def test_one_alpha_does_not_tell_a_limit():
    with pytest.raises(Unsettled, match="one alpha"):
        agf.extrapolated([5.0, 5.0], [1.0, 1.0])
    found = agf.extrapolated([100.0, 200.0, 400.0], [2 + 3 / 100, 2 + 3 / 200, 2 + 3 / 400])
    assert found.limit == pytest.approx(2) and found.slope == pytest.approx(3)


def test_a_statement_is_read_in_the_limits_that_are_measured():
    times = sp.Eq(sp.Limit(agf_time(alpha), alpha, 0), t_pf, evaluate=False)
    assert agf.by_its_limits(times) == sp.Eq(t_ratio * t_pf, t_pf, evaluate=False)
    gaps = sp.Eq(sp.Limit(agf_gap(alpha), alpha, 0), 0, evaluate=False)
    assert agf.by_its_limits(gaps) == sp.Eq(beta_gap, 0, evaluate=False)
    for other in (agf_time(alpha), sp.Limit(agf_time(alpha) ** 2, alpha, 0)):
        with pytest.raises(Unreadable, match="only the limits"):
            agf.by_its_limits(sp.Eq(other, t_pf, evaluate=False))
