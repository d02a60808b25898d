"""Where the flow of the active vectors ends: the saddle without blocks, and why there is one."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from checks.linear.flows import FAMILIES, SADDLE, reaches_best
from checks.linear.greedy import Loop, _overlap, rests, stage_by_stage, unmoved
from checks.linear.problems import parts, problem, spectrum
from checks.methods.check import Effort
from theory import linear as paper

LOOP = Loop((3, 2, 1), (4.4, 3.6, 1), (0.0, 0.25, 0.5))


def test_the_saddle_has_one_block_and_the_spectra_it_is_said_to_have():
    assert len(parts(SADDLE)) == 1
    assert_allclose(spectrum(SADDLE).modes()[0], [4.4, 3.6, 1.0], rtol=1e-13)
    assert_allclose(np.linalg.svd(SADDLE.net.cross_covariance)[1], [3, 2, 1], rtol=1e-13)


def test_the_first_stage_learns_the_second_mode_whole_there():
    first = next(rests(SADDLE, Effort())).values
    assert_allclose([float(first[paper.kept](i)) for i in (1, 2, 3)], [0, 1, 0], atol=1e-7)
    assert_allclose(float(first[paper.level_glrl](1)), (4.4 + 1) / 2, rtol=1e-9)


def test_the_premise_of_the_corrected_conjecture_fails_there_and_holds_for_a_neighbour():
    assert not reaches_best(SADDLE)
    moved = np.array(SADDLE.B) + 0.05 * np.eye(3)
    assert reaches_best(problem(moved, np.array(SADDLE.Sigma), 3))


def test_without_its_premise_the_corrected_conjecture_is_refuted_there():
    sequence = paper.conjecture.corrected.args[1]
    assert FAMILIES[-1].run(paper.conjecture, sequence, Effort()).outcome == "fails"
    kept = FAMILIES[-1].run(paper.conjecture, paper.conjecture.corrected, Effort())
    assert kept.outcome != "fails" and kept.instances == 0


def test_after_half_a_turn_the_problem_is_the_first_with_two_axes_reversed():
    reversed_axes = np.diag([-1.0, -1.0, 1.0])
    (before, u_0), (after, u_1) = LOOP.turned(0.0), LOOP.turned(1.0)
    assert_allclose(after.Sigma, reversed_axes @ before.Sigma @ reversed_axes, atol=1e-12)
    assert_allclose(after.cross_covariance, before.cross_covariance, atol=1e-12)
    assert_allclose(u_1, reversed_axes @ u_0, atol=1e-12)


def test_the_side_changes_once_along_the_half_turn():
    overlaps = [_overlap(LOOP, turns, 1e-8, 1e-11) for turns in (0.0, 0.25, 0.75, 1.0)]
    assert_allclose(np.abs(overlaps), 1, rtol=1e-9)
    assert (
        overlaps[0] == pytest.approx(-overlaps[-1]) and np.sum(np.diff(np.sign(overlaps)) != 0) == 1
    )


def test_a_stage_that_does_not_move_holds_one_mode_less():
    held = paper.greedy.corrected.args[1]
    assert stage_by_stage.run(paper.greedy, held, Effort()).outcome == "holds"
    assert unmoved.run(paper.greedy, held, Effort()).outcome == "fails"
    assert unmoved.run(paper.greedy, paper.greedy.corrected, Effort()).outcome == "holds"
