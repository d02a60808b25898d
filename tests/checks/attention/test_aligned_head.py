"""Aligned heads attain the bounds exactly, which breaks strict ones and no weak one."""

import pytest
from sympy import Ge, Gt, Le, Lt, Ne, sqrt

from checks.attention.aligned_head import accumulated, first_jump, vanishing_start
from checks.methods.check import Effort
from checks.methods.exactly import Exactly
from theory import attention as paper
from theory.catalogue import claim
from theory.notation import S, eta, t

BOUND = t * paper.N * paper.lam_k**2 / sqrt(3)


def outcome(statement, check=accumulated, identifier="attention.accumulated-bound"):
    return Exactly("aligned", check).run(claim(identifier), statement, Effort())


@pytest.mark.parametrize(
    "kind, verdict", [(Le, "holds"), (Ge, "holds"), (Lt, "fails"), (Ne, "fails")]
)
def test_equality_breaks_what_is_strict(kind, verdict):
    found = outcome(kind(S, BOUND, evaluate=False))
    assert found.outcome == verdict and bool(found.counterexample) == (verdict == "fails")


def test_a_bound_that_is_not_attained_holds_with_a_remark():
    found = outcome(Le(S, 2 * BOUND, evaluate=False))
    assert found.outcome == "holds" and "not shown to be attained by aligned heads" in found.detail


def test_too_strong_a_bound_fails():
    assert outcome(Le(S, BOUND / 2, evaluate=False)).outcome == "fails"


def test_the_sum_over_plateaus_is_attained_and_never_strict():
    right = sqrt(3) * (1 / paper.mu - 1) / (eta * paper.N)
    for kind, verdict in ((Ge, "holds"), (Gt, "fails")):
        statement = kind(paper.weighted, right, evaluate=False)
        assert outcome(statement, first_jump, "attention.jump-bound-appendix").outcome == verdict


def test_the_limit_for_a_vanishing_start_is_that_of_the_finite_time():
    finite, limit = first_jump()[paper.gap], vanishing_start()[paper.gap_limit]
    small = 10**-9
    value = finite.subs({paper.mu: 2 * small, eta: 1 / small, paper.N: 3, paper.lam_k: 2})
    assert (
        abs(float(value) / float(limit.subs({paper.mu_limit: 2, paper.N: 3, paper.lam_k: 2})) - 1)
        < 1e-8
    )
