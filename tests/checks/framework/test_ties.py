"""Neurons at which two things happen at once, against what is drawn elsewhere."""

import pytest
import sympy as sp

from checks.catalogue import checks_for
from checks.framework import ties
from checks.methods.check import Effort
from checks.methods.exactly import Exactly
from theory import claim, framework
from theory.notation import S, eta, kappa, n_0, n_t


@pytest.mark.parametrize("degree", [2, 3, 5])
def test_the_norm_is_one_where_the_threshold_is_reached(degree):
    seen = ties.at_crossing(degree)()
    value = framework.threshold(n_0).subs(kappa, degree) / eta
    assert seen[n_t] == 1 and sp.simplify(seen[S] - value) == 0


def test_a_direction_at_its_largest_utility_rests():
    assert ties.at_rest()[framework.rate_U] == 0


@pytest.mark.parametrize(
    "identifier, strict",
    [
        ("framework.utility-rises", lambda e: sp.Gt(*e.args, evaluate=False)),
        (
            "framework.algorithm-threshold",
            lambda e: sp.Equivalent(sp.Ge(*e.args[0].args), e.args[1]),
        ),
        ("framework.first-crossing", lambda e: sp.Equivalent(sp.Ge(*e.args[0].args), e.args[1])),
    ],
)
def test_another_sign_is_refuted_there_and_the_claim_itself_is_not(identifier, strict):
    one = claim(identifier)
    families = [check for check in checks_for(one) if isinstance(check, Exactly)]
    assert {check.run(one, one.expr, Effort()).outcome for check in families} == {"holds"}
    assert {check.run(one, strict(one.expr), Effort()).outcome for check in families} == {"fails"}
