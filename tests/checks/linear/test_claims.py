"""The checks of the linear claims: what they refute is recomputed here, and planted errors must be
found.
"""

import numpy as np
import pytest
import sympy as sp
from numpy.testing import assert_allclose

from checks.linear import CHECKS
from checks.linear.flows import FAMILIES, limit
from checks.linear.problems import (
    Problem,
    best_of_rank,
    in_order,
    parts,
    problem,
    rotation,
    spectrum,
    union,
)
from checks.linear.refutation import too_early
from checks.methods.by_hand import ByHand
from checks.methods.check import Effort
from checks.methods.measured import Unsettled
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
    found = limit(MISORDERED, ("1e-60", "1e-150", "1e-400"))
    assert_allclose([float(time) for time in found.times], [1 / 3, 1 / 2], rtol=1e-10)
    assert_allclose([float(level) for level in found.levels], [3.5, 2.0, 0.0], atol=1e-10)


def test_a_recursion_with_a_shifted_singular_value_is_noticed_by_gradient_flow():
    planted = paper.conjecture.corrected.xreplace(
        {paper.sigma_b(1, paper.step_b - 1): paper.sigma_b(2, paper.step_b - 1)}
    )
    assert planted != paper.conjecture.corrected
    assert FAMILIES[2].run(paper.conjecture, planted, Effort()).outcome == "fails"


def test_the_corrected_sequence_holds_for_a_problem_that_does_not_split():
    assert (
        FAMILIES[2].run(paper.conjecture, paper.conjecture.corrected, Effort()).outcome == "holds"
    )


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
        assert_allclose(
            one.net.loss_of(best_of_rank(one.net, k)), np.sum(singular[k:] ** 2) / 2, rtol=1e-9
        )
    assert_allclose(
        spectrum(one).levels()[:3], [np.sum(singular[k:] ** 2) / 2 for k in range(3)], rtol=1e-9
    )


def test_the_wrong_sign_of_the_utility_is_refuted_and_the_right_one_proved():
    assert run(paper.utility_main, paper.utility_main.printed).outcome == "fails"
    assert run(paper.utility_main, paper.utility_main.corrected).outcome == "holds"


def test_unit_vectors_on_each_side_would_double_the_utility():
    assert (
        run(paper.aligned_utility, sp.Eq(paper.U_on_descent, paper.sigma_mode)).outcome == "fails"
    )


# --- sound at every seed: instances that our own arithmetic or extrapolation refuted once --------
def observed(check, instance, statement, effort=Effort()):
    """The judgement of one statement at one instance, at first sight."""
    from checks.methods.property import _as_observations, _judged

    return _judged(statement, _as_observations(check.observe(instance, effort)), check.tolerance)[0]


SPLITTING = [  # zeros of rounding, 1e-16 beside entries of order one
    Problem(
        ((1.6, -1.2, 0), (-1.66533e-16, 1.66533e-16, 1.5)),
        ((1.36, -0.48, 3.33067e-16), (-0.48, 1.64, 3.33067e-16), (3.33067e-16, 3.33067e-16, 3)),
        width=4,
        seed=3,
    ),
    Problem(
        ((0, 0.9), (1.77636e-16, -1.2), (-2, 0)), ((2.28, 0.96), (0.96, 1.72)), width=4, seed=2
    ),
    Problem(
        ((1.2, 0.766667), (1.2, -0.0666667), (-1.11022e-16, 1.66667)), ((3, 0), (0, 1)), width=2
    ),
]
MERGING = Problem(  # two of its three jumps are one at alpha = 1e-150
    (
        (-0.146939, -0.930612, -1.23673),
        (-0.636735, 0.967347, -1.35918),
        (0.869388, -0.493878, 0.0673469),
    ),
    (
        (1.44898, 0.612245, -0.489796),
        (0.612245, 2.65306, -0.122449),
        (-0.489796, -0.122449, 1.89796),
    ),
    width=3,
    seed=1,
)
NEARLY_TIED = Problem(  # 1e-4 is left of an extrapolation from alpha = 1e-150 and 1e-400
    ((-0.461538, -0.615385, 1.84615), (-1.38462, -0.346154, -0.461538)),
    ((3, 0, 0), (0, 1, 0), (0, 0, 2)),
    width=2,
)


@pytest.mark.parametrize("instance", SPLITTING)
@pytest.mark.parametrize("claim", [paper.reduced_rank, paper.gradient])
def test_a_zero_is_compared_with_what_cancelled_in_it(claim, instance):
    assert observed(CHECKS[claim.id][0], instance, claim.printed).holds


@pytest.mark.parametrize("instance", SPLITTING)
def test_a_wrong_projection_is_still_refuted_there(instance):
    wrong = paper.reduced_rank.printed.subs(paper.projector(paper.l), 1 - paper.projector(paper.l))
    assert observed(CHECKS[paper.reduced_rank.id][0], instance, wrong).holds is False


FLOWS = {
    identifier: next(check for check in CHECKS[identifier] if check.name == name)
    for identifier, name in {
        paper.accumulated.id: "singular values of (A; W^T) along gradient flow",
        paper.recursion.id: "gradient flow between jumps",
        paper.conjecture.id: "gradient flow, commuting covariances, any width",
    }.items()
}


@pytest.mark.parametrize("instance", [MERGING, NEARLY_TIED])
@pytest.mark.parametrize("claim", [paper.accumulated, paper.recursion, paper.conjecture])
def test_jumps_that_merge_at_one_alpha_are_told_apart_at_a_smaller_one(claim, instance):
    check = FLOWS[claim.id]
    assert observed(check, instance, claim.corrected).holds
    if claim is not paper.conjecture:  # printed, it is right for a problem that does not split
        assert observed(check, instance, claim.printed).holds is False


@pytest.mark.parametrize(
    "alphas",
    [("1e-2",), ("1e-50", "1e-100"), ("1e-50", "1e-050", "1e-100"), ("1e-2", "1e-3", "1e-4")],
)
@pytest.mark.parametrize(
    "claim",
    [paper.conjecture, paper.accumulated, paper.recursion, paper.commuting_flow, paper.turning],
)
def test_one_or_two_alphas_or_large_ones_say_nothing_about_a_limit(claim, alphas):
    ours = claim.printed if claim.corrected is None else claim.corrected
    others = (check for check in CHECKS[claim.id] if check is not too_early)
    flows = [check for check in others if not isinstance(check, ByHand)]  # no flow, no alpha
    found = flows[0].run(claim, ours, Effort(alphas=alphas, instances=2))
    assert found.outcome == "unknown"
    assert any(line.startswith("undecided") for line in found.detail)


def test_three_small_alphas_of_a_persons_own_are_used_in_any_order():
    found = FAMILIES[2].run(
        paper.conjecture,
        paper.conjecture.corrected,
        Effort(alphas=("1e-150", "1e-40", "1e-80"), instances=2),
    )
    assert found.outcome == "holds" and found.alphas == ("1e-40", "1e-80", "1e-150")


def test_an_instance_that_never_settles_is_undecided_by_name():
    with pytest.raises(Unsettled, match="jumps? .*down to alpha = 1e-20"):
        limit(MERGING, ("1e-10", "1e-15", "1e-20"))
