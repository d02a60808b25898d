"""The exact staircases of theory/diagonal/staircase.py, against values worked by hand and against
numerics/.
"""

from fractions import Fraction

import mpmath
import numpy as np
import pytest
import sympy as sp
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from numerics.diagonal.saddles import successive_saddles as in_doubles
from theory import diagonal
from theory.claim import Claim
from theory.diagonal import alternating_saddles, jump_factor, staircase, successive_saddles

X = [[1, 1], ["3/4", "1/4"]]
Y = ["0.45", "-0.05"]
CLAIMS = [value for value in vars(diagonal).values() if isinstance(value, Claim)]


def matrices(d: int, n: int) -> st.SearchStrategy:
    return st.lists(st.lists(st.integers(-6, 6), min_size=n, max_size=n), min_size=d, max_size=d)


problems = st.tuples(st.integers(1, 5), st.integers(1, 6)).flatmap(
    lambda size: st.tuples(
        matrices(*size), st.lists(st.integers(-6, 6), min_size=size[1], max_size=size[1])
    )
)


def predicted(X, y, alpha=0):
    try:
        return staircase(X, y, alpha)
    except ValueError:
        assume(False)


# --- values worked by hand ------------------------------------------------------------------------
def test_one_coefficient_jumps_when_its_gradient_has_integrated_to_one():
    steps = staircase([[2, 0]], [3, 5])  # gradient -2*3/2 = -3, minimiser 3/2, residual (0, 5)
    assert steps.jump_times == (sp.Rational(1, 3),)
    assert steps.points == ((0,), (sp.Rational(3, 2),))
    assert steps.levels == (sp.Rational(17, 2), sp.Rational(25, 4))
    assert steps.features == ((0, 1),)


def test_orthogonal_inputs_learn_one_coefficient_after_the_other():
    steps = staircase([[2, 0], [0, -1]], [1, 1])
    assert steps.jump_times == (1, 2)
    assert steps.features == ((0, 1), (1, -1))
    assert steps.levels == (sp.Rational(1, 2), sp.Rational(1, 4), 0)


def test_a_neuron_that_returns_to_dormancy_reactivates_with_the_other_sign():
    path = successive_saddles(X, Y)
    assert [saddle.time for saddle in path] == [0, 5, 8, sp.Rational(124, 3)]
    assert [saddle.beta for saddle in path] == [
        (0, 0),
        (sp.Rational(1, 5), 0),
        (0, sp.Rational(13, 25)),
        (-sp.Rational(3, 10), 1),
    ]
    assert path[2].integral == (1, 1) and path[2].gradient[0] > 0  # on the boundary, pushed inwards
    assert staircase(X, Y).features == ((0, 1), (1, 1), (0, -1))
    assert staircase(X, Y).levels == (
        sp.Rational(41, 800),
        sp.Rational(1, 32),
        sp.Rational(9, 1000),
        0,
    )


def test_coordinates_due_at_the_same_time_jump_together_in_the_limit_and_one_by_one_in_agf():
    tied = [[1, 1], [1, -1]]
    limit, agf = staircase(tied, [1, 0]), staircase(tied, [1, 0], "1e-3")
    assert limit.jump_times == (2,) and limit.features == (((0, 1), (1, 1)),)
    assert len(agf) == 2 and abs(agf.jump_times[0] - agf.jump_times[1]) < 1e-25
    assert agf.points[-1] == limit.points[-1] == (sp.Rational(1, 2), sp.Rational(1, 2))


def test_a_coordinate_without_gradient_never_activates():
    steps = staircase([[1, 0], [0, 1]], [1, 0])
    assert steps.features == ((0, 1),) and steps.points[-1] == (1, 0)


def test_nothing_to_learn_gives_one_plateau():
    assert staircase([[1, 2]], [2, -1]).levels == (sp.Rational(5, 4),)


def test_a_gradient_that_vanishes_in_passing_leaves_the_utility_where_it_was():
    # After the first jump the residual is (0, 0, 1): the second gradient is zero at s = 1/2, where
    # the printed theorem, with zeta = 0, would reset the utility to 0.
    data, target = [[2, 0, 0], [1, 2, 0], [0, 1, 1]], [4, 0, 1]
    path, agf = successive_saddles(data, target), alternating_saddles(data, target, "1e-2")
    assert path[1].gradient[1] == 0 and path[1].beta[1] == 0
    assert path[1].integral[1] == path[2].integral[1] == sp.Rational(1, 2)
    assert agf[1].integral[1] == agf[2].integral[1] > 0.4


def test_more_coefficients_than_samples_end_at_an_interpolator():
    steps = staircase([[1, 0], [2, 1], [1, 3], [-1, 1]], [3, 1])
    assert steps.levels[-1] == 0 and sum(b != 0 for b in steps.points[-1]) <= 2


def test_every_kind_of_exact_number_is_read_exactly():
    written = staircase(X, Y)
    assert (
        staircase(
            [[1, 1], [Fraction(3, 4), sp.Rational(1, 4)]], [Fraction(9, 20), sp.Rational(-1, 20)]
        )
        == written
    )
    assert staircase(np.array([[1, 1], [0.75, 0.25]]), [mpmath.mpf("0.5"), 0]).jump_times[0] == 4


# --- bad input ------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("data", "target", "alpha", "named"),
    [
        ([[1, 2], [3]], [1, 2], 0, "X"),
        ([[1, 2]], [1], 0, "y"),
        ([], [], 0, "X"),
        (3, [1], 0, "X"),
        ([[float("nan"), 1]], [1, 2], 0, "X"),
        ([[1, 1]], [1, float("inf")], 0, "y"),
        ([["one", 1]], [1, 2], 0, "X"),
        ([[1, 1], [1, 1]], [1, 2], 0, "X"),  # the same input twice: the minimiser is not unique
        ([[1, 1]], [1, 2], -1, "alpha"),
        ([[1, 1]], [1, 2], 0.75, "alpha"),
        ([[1, 1]], [1, 2], "nan", "alpha"),
        ([[1, 1]], [1, 2], "small", "alpha"),
        ([[1, 1]], [1, 2], float("inf"), "alpha"),
    ],
)
def test_bad_input_is_one_line_that_names_the_argument(data, target, alpha, named):
    with pytest.raises(ValueError, match=rf"^{named} ") as problem:
        staircase(data, target, alpha)
    assert "\n" not in str(problem.value)


# --- properties -----------------------------------------------------------------------------------
@settings(max_examples=40, deadline=None)
@given(problems)
def test_the_loss_falls_and_every_plateau_is_a_constrained_minimum(problem):
    try:
        path = successive_saddles(*problem)
    except ValueError:
        assume(False)
    assert all(b.level < a.level and b.time > a.time for a, b in zip(path, path[1:]))
    for saddle in path:
        for integral, beta, slope in zip(saddle.integral, saddle.beta, saddle.gradient):
            assert abs(integral) <= 1
            assert beta == 0 or (slope == 0 and beta * integral > 0 and abs(integral) == 1)
            assert (
                abs(integral) < 1 or integral * slope >= 0
            )  # nothing at the boundary is pushed outwards
    assert all(slope == 0 for slope in path[-1].gradient)


@settings(max_examples=40, deadline=None)
@given(problems)
def test_the_exact_algorithm_agrees_with_the_one_in_doubles(problem):
    exact, floating = predicted(*problem), in_doubles(*problem)
    # A coefficient at the boundary with neither size nor force is decided by rounding in doubles.
    assume(
        not any(
            abs(z) == 1 and not b and not g
            for saddle in successive_saddles(*problem)
            for z, b, g in zip(saddle.integral, saddle.beta, saddle.gradient)
        )
    )
    assert len(exact) == len(floating) and exact.features == floating.features
    for a, b in zip((*exact.jump_times, *exact.levels), (*floating.jump_times, *floating.levels)):
        assert b == pytest.approx(float(a), rel=1e-7, abs=1e-9)


@settings(max_examples=30, deadline=None)
@given(problems, st.sampled_from(["1/2", "1/10", "1/1000"]))
def test_agf_visits_the_same_coefficients_at_times_stretched_by_one_factor(problem, scale):
    limit = predicted(*problem)
    agf = predicted(*problem, Fraction(scale))
    assume(len(agf) == len(limit))  # no ties
    factor = jump_factor(sp.Rational(scale)).evalf(30)
    assert agf.points == limit.points
    for slow, time in zip(agf.jump_times, limit.jump_times):
        assert abs(float(sp.Float(str(slow), 30) / (factor * time) - 1)) < 1e-13


# --- the claims -----------------------------------------------------------------------------------
def test_a_claim_is_found_under_the_name_its_id_says_and_its_dependencies_exist():
    from theory import claims

    known = {claim.id for claim in claims()}
    assert len({claim.id for claim in CLAIMS}) == len(CLAIMS) >= 45
    for claim in CLAIMS:
        assert getattr(diagonal, claim.id.removeprefix("diagonal.").replace("-", "_")) is claim
        assert set(claim.rests_on) <= known, claim.id


def test_the_lines_of_the_claims_lie_in_the_two_sections():
    assert all(307 <= claim.line <= 376 or 922 <= claim.line <= 1197 for claim in CLAIMS)


def test_the_derivation_of_the_accumulated_utility_ends_at_the_corrected_formula():
    chain = diagonal.accumulated_utility.derivation
    assert all(chain.check())
    assert chain.result == diagonal.accumulated_utility.formula
