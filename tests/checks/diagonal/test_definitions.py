"""What the letters of a jump stand for, at numbers worked out by hand."""

import pytest
import sympy as sp
from sympy import Limit, Rational

from checks.diagonal.definitions import (
    EDGE,
    EDGE_IS,
    IN_ETA_UTILITY,
    B,
    accelerated,
    one_step_cases,
    sign_cases,
    smallest_positive_root,
    time_to_one,
    waiting_cases,
)
from checks.diagonal.orbit import p
from checks.framework.cases import Unreadable
from theory.claim import equation
from theory.diagonal import agf_utility, dual, g, s, s_later, tau_pf, waiting
from theory.notation import alpha, eta


@pytest.mark.parametrize(
    "start, force, root",
    [
        ("0", "1", "1"),
        ("1/2", "1", "3/2"),
        ("1/2", "-1", "1/2"),
        ("2", "1", "1"),
        ("-1", "-2", "1"),
    ],
)
def test_the_smallest_positive_root_is_the_first_that_the_line_meets(start, force, root):
    value = smallest_positive_root()[tau_pf].subs({s: Rational(start), g: Rational(force)})
    assert value == Rational(root)


def test_the_letter_of_the_edge_has_its_value():
    rate = EDGE_IS[eta].subs(B, 2)
    assert float(EDGE.subs(eta, rate)) == pytest.approx(2)


def test_a_neuron_that_starts_at_rest_waits_for_half_the_edge_over_eta_times_the_force():
    found = time_to_one()[waiting].subs({dual: 0, g: -3, eta: 1})
    assert float(found) == pytest.approx(float(sp.acosh(sp.exp(2)) / 6))
    rested = list(waiting_cases())[2]  # under the gradient p, from G = 0
    assert rested[waiting].subs({B: 6, eta: 1, p: 1}) == 3


def test_a_limit_in_alpha_is_one_in_eta_and_every_alpha_goes_along():
    rewrite = accelerated(agf_utility, IN_ETA_UTILITY)
    turned = rewrite(equation(Limit(agf_utility(alpha) + alpha, alpha, 0), sp.Abs(s)))
    (limit,) = turned.atoms(Limit)
    assert limit.args[1:3] == (eta, sp.oo) and alpha not in limit.args[0].free_symbols


@pytest.mark.parametrize(
    "statement",
    [
        equation(Limit(agf_utility(alpha), alpha, 1), s),
        equation(Limit(agf_utility(2 * alpha), alpha, 0), s),
        equation(Limit(agf_utility(alpha), alpha, 0), eta),
    ],
)
def test_other_limits_are_not_judged(statement):
    with pytest.raises(Unreadable):
        accelerated(agf_utility, IN_ETA_UTILITY)(statement)


def test_a_step_may_end_at_zero_and_every_sign_is_met():
    steps = list(one_step_cases())
    assert len(steps) == 18 and sum(one[s_later] == 0 for one in steps) == 6
    assert len(list(sign_cases())) == 9
