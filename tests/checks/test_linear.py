"""The checks of the linear claims: what they refute is recomputed here, and planted errors must be found."""
import numpy as np
import sympy as sp
from numpy.testing import assert_allclose

from checks.check import Effort
from checks.linear import CHECKS
from checks.linear_flows import FAMILIES, limit
from checks.linear_problems import Problem, best_of_rank, in_order, parts, problem, rotation, spectrum, union
from theory import claims
from theory import linear as paper

MISORDERED = Problem(((1.0, 0.0), (0.0, 2.0)), ((3.0, 0.0), (0.0, 1.0)), width=2)


def run(claim, statement):
    return CHECKS[claim.id][0].run(claim, statement, Effort())


def test_every_linear_claim_has_a_check():
    assert {claim.id for claim in claims() if claim.setting == "linear"} == set(CHECKS)


def test_the_conjecture_fails_as_printed_at_the_smallest_misordered_problem():
    found = FAMILIES[0].run(paper.conjecture, paper.conjecture.printed, Effort())
    assert found.outcome == "fails"
    assert found.counterexample.startswith("B = [[1, 0], [0, 2]], Sigma = [[3, 0], [0, 1]], H = 2")


def test_the_limit_of_gradient_flow_there_is_one_third_and_one_half():
    found = limit(MISORDERED, ("1e-150", "1e-400"))
    assert_allclose(found.times, [1 / 3, 1 / 2], rtol=1e-10)
    assert_allclose(found.levels, [3.5, 2.0, 0.0], atol=1e-10)


def test_a_recursion_with_a_shifted_singular_value_is_noticed_by_gradient_flow():
    planted = paper.conjecture.corrected.xreplace({paper.sigma_b(1, paper.step_b - 1): paper.sigma_b(2, paper.step_b - 1)})
    assert planted != paper.conjecture.corrected
    assert FAMILIES[2].run(paper.conjecture, planted, Effort()).outcome == "fails"


def test_the_corrected_sequence_holds_for_a_problem_that_does_not_split():
    assert FAMILIES[2].run(paper.conjecture, paper.conjecture.corrected, Effort()).outcome == "holds"


def test_blocks_are_found_in_turned_coordinates():
    E, F = rotation((1, 2, -1), 3), rotation((2, 0, 1), 3)
    turned = problem(E @ np.diag([1.0, 2.0, 0.7]) @ F.T, F @ np.diag([3.0, 1.0, 2.2]) @ F.T, 3)
    assert sorted(block.rank for block, _, _ in parts(turned)) == [1, 1, 1]
    assert_allclose([time for time, _ in union(turned)], [1 / 3, 1 / 2, 1 / 1.54], rtol=1e-10)
    assert not in_order(turned)


def test_alternating_least_squares_reaches_the_eckart_young_level_of_every_rank():
    draw = np.random.default_rng(3)
    one = problem(draw.normal(size=(3, 4)), np.diag([1.0, 2.0, 3.0, 4.0]), 2)
    singular = np.linalg.svd(one.net.B @ np.sqrt(one.net.Sigma), compute_uv=False)
    for k in (1, 2):
        assert_allclose(one.net.loss_of(best_of_rank(one.net, k)), np.sum(singular[k:]**2) / 2, rtol=1e-9)
    assert_allclose(spectrum(one).levels()[:3], [np.sum(singular[k:]**2) / 2 for k in range(3)], rtol=1e-9)


def test_the_wrong_sign_of_the_utility_is_refuted_and_the_right_one_proved():
    assert run(paper.utility_main, paper.utility_main.printed).outcome == "fails"
    assert run(paper.utility_main, paper.utility_main.corrected).outcome == "holds"


def test_unit_vectors_on_each_side_would_double_the_utility():
    assert run(paper.aligned_utility, sp.Eq(paper.U_on_descent, paper.sigma_mode)).outcome == "fails"
