"""Dormant heads, integrated: where they land, what their error is, and which are refused."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings

from checks.attention import dormant_head, jump_times, taylor_flight
from checks.methods.balls import precision
from checks.methods.certified import attained
from checks.methods.check import Effort, Rejected
from checks.methods.measured import Unsettled, as_ball
from theory import attention as paper
from theory.catalogue import claim


def flight(row, squares, scale="1/10", N=1, eta="1"):
    row, squares = (tuple(Fraction(x) for x in part) for part in (row, squares))
    return dormant_head.Flight(row, squares, N, Fraction(eta), Fraction(scale))


@given(dormant_head.flights(aligned=True))
@settings(max_examples=30, deadline=None)
def test_aligned_heads_are_aligned_with_the_largest_eigenvalue(drawn):
    """Seeds 1, 2 and 3: a head on the smaller eigenvalue of diag(1/2, 3/4) attains no bound."""
    d = drawn.d
    assert drawn.squares[0] == max(drawn.squares)
    V, Q, K = drawn.row[0], drawn.row[1 : d + 1], drawn.row[d + 1 :]
    assert abs(V) == abs(Q[0]) == abs(K[0]) and V * Q[0] * K[0] > 0 and not any(Q[1:] + K[1:])


@pytest.mark.parametrize(
    "identifier, observe",
    [
        ("attention.jump-bound", jump_times.far_jumps),
        ("attention.jump-bound-appendix", jump_times.jumps),
        ("attention.accumulated-bound", jump_times.half_way),
    ],
)
def test_bounds_are_attained_where_the_other_eigenvalue_is_the_larger_one(
    holds, identifier, observe
):
    aligned = flight((1, 1, 0, 1, 0), ("3/4", "1/2"))
    aside = flight((1, 0, 1, 0, 1), ("3/4", "1/2"))
    attained_form = attained(claim(identifier).expr)
    assert holds(identifier, observe(aligned, Effort()), jump_times.TWELVE, attained_form) == {True}
    assert holds(identifier, observe(aside, Effort()), jump_times.TWELVE, attained_form) == {False}
    assert holds(identifier, observe(aside, Effort()), jump_times.TWELVE) == {True}


@pytest.mark.parametrize("row", [("1", "2", "-1"), ("1/2", "-1", "1/2"), ("1", "1", "-1")])
@pytest.mark.parametrize(
    "observe", [jump_times.jumps, jump_times.exact_times, jump_times.exact_limits]
)
def test_a_head_on_a_separatrix_is_refused_by_name(row, observe):
    """Seed 3: the integrator left the saddle by rounding, and the quadrature returned a number
    too."""
    with pytest.raises(Rejected, match="exactly on a separatrix"):
        list(observe(flight(row, ("1",)), Effort()))


def test_a_head_that_never_jumps_takes_no_part_in_a_race(holds):
    """--instances 100: first-head compared a head at a saddle with one that jumps."""
    caught, slow, fast = (
        flight(r, ("1",), s)
        for r, s in ((("1", "2", "-1"), "1/10"), ((1, 1, 1), "1/50"), ((1, 1, 1), "1/10"))
    )
    assert holds(
        "attention.first-head", jump_times.races((caught, slow, fast), Effort()), jump_times.TWELVE
    ) == {True}
    with pytest.raises(Rejected, match="fewer than two"):
        list(jump_times.races((caught, slow), Effort()))
    with pytest.raises(Rejected, match="nobody is first"):
        list(jump_times.races((slow, slow), Effort()))


NEAR_A_SADDLE = [
    ("1001/1000", "2", "-1"),
    ("999/1000", "2", "-1"),
    ("1000001/1000000", "2", "-1"),
    ("999999/1000000", "2", "-1"),
]


@pytest.mark.parametrize("row", NEAR_A_SADDLE)
def test_near_a_saddle_the_error_covers_what_is_lost_and_grows_with_it(row):
    here = flight(row, ("1",))
    coarse, fine = (
        here.course(one).landing for one in (taylor_flight.DOUBLES, taylor_flight.MANY_DIGITS)
    )
    exact = jump_times.quadrature(here, 1, 25)
    with precision(128):
        assert abs(fine.when.value - as_ball(exact)) < 1e-18
    assert abs(float(coarse.when) - float(exact)) <= coarse.when.error + jump_times.TWELVE * float(
        exact
    )
    assert (
        abs(float(coarse.accumulated) - float(fine.accumulated)) <= coarse.accumulated.error + 1e-12
    )


def test_the_error_of_a_flight_grows_as_it_comes_nearer_to_a_saddle():
    rows = NEAR_A_SADDLE[0], NEAR_A_SADDLE[2]
    far, near = (flight(row, ("1",)).course(taylor_flight.DOUBLES).landing.when for row in rows)
    assert near.error > 100 * far.error


def test_a_head_without_a_sum_along_the_first_eigenvector_is_followed_as_far_as_any_other(holds):
    odd = flight((1, 1, "1/2", -1, 2), (2, "1/4"))
    assert holds(
        "attention.exact-jump-time-limit", jump_times.exact_limits(odd, Effort()), jump_times.TWELVE
    ) == {True}
    (seen,) = jump_times.exact_limits(odd, Effort())
    assert seen[paper.tau_limit].error < 1e-7 * seen[paper.tau_limit].size


def test_an_integrated_aligned_head_lands_at_the_corrected_bound():
    aligned = flight((1, 1, 1), (2,), N=3, eta="1/2")
    end = aligned.course(taylor_flight.DOUBLES).landing
    assert (
        abs(float(end.when) / (np.sqrt(3) * (1 / float(aligned.norm) - 1) / (0.5 * 3 * 2)) - 1)
        < 1e-13
    )
    assert abs(end.size - 1) < 1e-13


def test_a_sum_that_has_shrunk_below_rounding_is_no_denominator():
    """With V < 0 the first component dies by 48 powers of ten on the way: doubles keep 16."""
    dying = flight((-2, 1, 1, 1, 1, 1, 1, 1, -1), ("3", "1/4", "1/4", "1/50"), N=2)
    with pytest.raises(Unsettled, match="Q_1 . K_1 has shrunk"):
        list(jump_times.tilted(dying, Effort()))
