"""The figure's problems are what its caption says, and the loop of Greedy Low-Rank
Learning ends.
"""

import numpy as np
from numpy.testing import assert_allclose

from checks.linear.figure import (
    PAIRINGS,
    _distinct,
    caption,
    captions,
    least_curvature,
    loop,
    power_law,
    regular,
    unmoved,
)
from checks.linear.problems import in_order, problem, spectrum
from checks.methods.check import Effort
from numerics.linear.greedy import greedy_low_rank
from theory import linear as paper
from theory.claim import equation


def test_variances_are_a_power_law_and_commute_where_they_should():
    for pairing in PAIRINGS:
        one = spectrum(power_law(3, 4, 2, pairing))
        assert_allclose(np.linalg.eigvalsh(one.Sigma)[::-1], [1, 1 / 4, 1 / 9, 1 / 16], rtol=1e-12)
        inner = one.B.T @ one.B
        commute = np.abs(inner @ one.Sigma - one.Sigma @ inner).max() < 1e-12
        assert commute == (pairing != "not commuting")


def test_the_experiment_pairs_large_variances_with_large_singular_values():
    for one in _distinct(0, 3, "same order", 5):
        assert in_order(one)
    assert not any(in_order(one) for one in _distinct(0, 3, "other order", 5))


def test_every_problem_that_is_drawn_satisfies_the_assumptions_at_every_seed():
    for seed in range(3):
        assert captions(Effort(seed=seed)) is not None


def test_without_its_premise_the_caption_is_false():
    statement = paper.figure_values.printed.args[1]
    assert caption.run(paper.figure_values, statement, Effort()).outcome == "fails"


def test_the_loop_runs_once_for_each_mode():
    net = problem(np.diag([1.0, 2.0]), np.diag([3.0, 1.0]), 2).net
    stages = greedy_low_rank(net)
    assert len(stages) == 3
    assert_allclose(stages[-1], net.B, atol=1e-7)


def test_a_loop_that_ended_one_stage_earlier_is_refuted():
    early = equation(paper.top_slope(paper.rank - 1), 0)
    assert loop.run(paper.greedy_ends, early, Effort()).outcome == "fails"


def test_a_loop_that_never_ended_is_refuted():
    endless = paper.top_slope(paper.step) > 0
    assert loop.run(paper.greedy_ends, endless, Effort()).outcome == "fails"


def test_only_a_square_factor_with_an_inverse_makes_the_gradient_vanish_exactly():
    wide, learned, half = np.eye(2, 3), np.diag([1.0, 2.0]), np.diag([1.0, 0.0])
    assert regular(learned, wide) and regular(wide.T, learned)
    assert not regular(half, wide) and not regular(half, half)


def test_a_last_stage_at_a_saddle_does_not_end_the_loop():
    always = equation(paper.top_slope(paper.rank), 0)
    assert loop.run(paper.greedy_ends, always, Effort()).outcome == "holds"
    assert unmoved.run(paper.greedy_ends, always, Effort()).outcome == "fails"
    assert unmoved.run(paper.greedy_ends, paper.greedy_ends.printed, Effort()).outcome == "holds"


def test_curvature_tells_a_minimum_from_a_saddle():
    net = problem(np.diag([1.0, 2.0]), np.diag([3.0, 1.0]), 2).net
    assert least_curvature(net, np.vstack([np.diag([1.0, 2.0]), np.eye(2)])) > -1e-12
    # one mode learned, one column at rest in 0: down along the other one, at its singular value
    half = np.diag([1.0, 0.0])
    assert_allclose(least_curvature(net, np.vstack([half, half])), -2.0)
