"""The checks of the attention claims can fail."""

import pytest
import sympy as sp

from checks.catalogue import checks_for
from checks.methods.check import Effort
from checks.run.tasks import check_claim
from theory import attention as paper
from theory.catalogue import claim, claims
from theory.claim import equation


def test_every_claim_of_the_setting_has_a_check():
    assert all(checks_for(one) for one in claims() if one.setting == "attention")


PLANTED = [
    (
        "attention.covariance-square",
        equation(paper.C_ab, paper.N * paper.s_ab * paper.T + paper.N**2 * paper.s2_ab),
    ),
    ("attention.magnitude", equation(paper.A_k, 1 / (paper.T + paper.N * paper.lam_k))),
    ("attention.utility", equation(paper.U, paper.N * paper.V * paper.QSSK)),
    ("attention.maximal-utility", equation(paper.U_star, paper.N * paper.lam_k**2 / 3)),
    (
        "attention.exact-jump-time",
        equation(paper.tau, paper.quadrature * (1 + sp.Rational(1, 10**10)) / paper.eta),
    ),
    (
        "attention.dormant-norm",
        equation(paper.theta_sq, 2 * paper.V_sq + paper.n_0**2 - 2 * paper.V_0**2),
    ),
    (
        "attention.jump-bound-appendix",
        sp.Ge(
            paper.gap,
            sp.sqrt(3) / (paper.eta * paper.mu * paper.N * paper.lam_now**2),
            evaluate=False,
        ),
    ),
    ("attention.decoupled-loss", equation(paper.L_A, paper.L_sum - paper.active * paper.T / 2)),
]


@pytest.mark.parametrize("identifier, statement", PLANTED)
def test_a_planted_error_is_refuted(identifier, statement):
    one = claim(identifier)
    assert any(check.run(one, statement, Effort()).outcome == "fails" for check in checks_for(one))


@pytest.mark.parametrize(
    "identifier",
    [
        "attention.decoupled-loss",
        "attention.gradient",
        "attention.threshold",
        "attention.jump-bound",
        "attention.no-other-maxima",
        "attention.magnitude-index",
    ],
)
def test_what_is_false_as_printed_is_refuted_and_its_correction_holds(holds, identifier):
    result = check_claim(claim(identifier), Effort())
    assert result.verdict == "refuted" and result.sound


def test_the_counterexample_to_decoupling_is_the_smallest():
    (found, *_) = check_claim(claim("attention.decoupled-loss"), Effort()).evidence
    assert (
        "R = [1 0; 0 1], N = 1" in found.counterexample
        and "L_A = 3, L_sum = 4" in found.counterexample
    )


def test_the_bound_with_a_later_eigenvalue_is_broken_by_heads_that_jump_in_short_order():
    (found, *_) = check_claim(claim("attention.jump-bound"), Effort()).evidence
    assert found.outcome == "fails" and "diag(sqrt(2), 1)" in found.counterexample
