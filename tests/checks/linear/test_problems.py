"""Instances of the linear setting, and what plain linear algebra says of them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checks.linear import problems
from checks.methods.balls import Undefined
from checks.methods.check import Rejected
from checks.methods.measured import Measured
from theory import linear

PAPER = problems.problem(np.diag([1.0, 2.0]), np.diag([3.0, 1.0]), 2)
SHAPES = ((2, 2), (2, 3), (3, 2))


def commutator(problem):
    net = problem.net
    cross = net.B @ net.Sigma
    return np.linalg.norm(cross.T @ cross @ net.Sigma - net.Sigma @ cross.T @ cross)


@settings(max_examples=25)
@given(problems.spectral_problems((3.0, 1.0, 2.0), (1.0, 2.5, 4.0), SHAPES, commuting=True))
def test_covariances_that_are_to_commute_do(problem):
    assert commutator(problem) < 1e-9
    assert np.linalg.eigvalsh(problem.net.Sigma).min() > 0


@settings(max_examples=25)
@given(problems.block_problems())
def test_a_problem_of_two_blocks_splits_and_has_the_jumps_of_both(problem):
    split = problems.parts(problem)
    drops = [drop for _, drop in problems.union(problem)]
    assert sum(drops) == pytest.approx(sum(part.levels()[0] for part, _, _ in split))
    assert sum(drops) == pytest.approx(problem.net.loss_of(0 * problem.net.B), abs=1e-9)


@given(st.tuples(*[st.sampled_from((0, 1, -1, 2, -2))] * 3))
def test_cayleys_matrix_is_a_rotation(entries):
    Q = problems.rotation(entries, 3)
    assert Q.T @ Q == pytest.approx(np.eye(3), abs=1e-12)
    assert np.linalg.det(Q) == pytest.approx(1)


def test_the_jump_times_of_the_problem_that_refutes_the_conjecture():
    """Printed 1/3 and 4/9; the blocks jump at 1/3 and 1/2, each by its own recursion."""
    assert [time for time, _ in problems.union(PAPER)] == pytest.approx([1 / 3, 1 / 2])
    assert problems.spectrum(PAPER).recursion()[-1] != pytest.approx(1 / 2)
    assert not problems.in_order(PAPER)  # mu = (4, 3), and 3 is learned first


def test_the_recursion_of_one_block_is_the_predicted_staircase():
    one = problems.problem(
        np.array([[2.0, 1.0], [0.0, 1.0]]), np.array([[2.0, 1.0], [1.0, 3.0]]), 2
    )
    predicted = linear.staircase(one.net.B, one.net.Sigma)
    times = problems.spectrum(one).recursion()
    assert times == pytest.approx([float(t) for t in predicted.jump_times], rel=1e-9)


@pytest.mark.parametrize("rank", [0, 1])
def test_alternating_least_squares_reaches_the_level_of_its_rank(rank):
    one = problems.problem(
        np.array([[2.0, 1.0], [0.0, 1.0]]), np.array([[2.0, 1.0], [1.0, 3.0]]), 2
    )
    best = problems.best_of_rank(one.net, rank) if rank else 0 * one.net.B
    assert one.net.loss_of(best) == pytest.approx(problems.spectrum(one).levels()[rank])


@pytest.mark.parametrize(
    "B, Sigma, why",
    [
        (np.diag([1.0, 2.0]), np.diag([1.0, 1.0]), "Sigma_xx: nearly tied"),
        (np.diag([1.0, 0.0]), np.diag([1.0, 2.0]), "Sigma_yx: one is nearly zero"),
        (np.diag([2.0, 1.0]), np.diag([1.0, 2.0]), "Sigma_yx: nearly tied"),
    ],
)
def test_what_the_section_excludes_is_rejected_with_its_reason(B, Sigma, why):
    with pytest.raises(Rejected, match=why):
        problems.require_assumptions(problems.problem(B, Sigma, 2))
    problems.require_assumptions(PAPER)


def test_entries_are_counted_from_one_and_others_have_no_value():
    entry, row = problems.numbered([5, 7]), problems.table([[1, 2], [3]])
    assert (entry(2), row(1, 1)) == (7, 3)
    for wrong in (0, 3, 1.5):
        with pytest.raises(Undefined):
            entry(wrong)


def test_a_difference_is_as_uncertain_as_both():
    found = problems.minus(Measured(3.0, 4.0, 0.1), Measured(1.0, 2.0, 0.2))
    assert (found.value, found.size, found.error) == pytest.approx((2.0, 6.0, 0.3))
