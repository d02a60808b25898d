"""Definitions of the framework's letters, against integrals and derivatives of our own."""

import pytest
import sympy as sp
from scipy.integrate import quad
from sympy import Derivative

from checks.framework.cases import Unreadable
from checks.framework.definitions import (
    accumulated_to,
    balances,
    degrees,
    in_rates,
    j,
    now_a_sq,
    now_w_sq,
    rate_a_sq,
    rate_w_sq,
    scaled_solution,
)
from theory import framework as paper
from theory.claim import equation
from theory.notation import alpha, eta, k, kappa, n_0, t


@pytest.mark.parametrize("order", [2, 3, 5])
def test_the_accumulated_utility_is_the_integral_of_separated_variables(order):
    case = {kappa: sp.Integer(order)}
    value = accumulated_to(sp.Rational(4, 5), case).subs({n_0: sp.Rational(1, 3), eta: 2})
    area, _ = quad(lambda size: size ** (1 - order), 1 / 3, 4 / 5)
    assert float(value) == pytest.approx(area / 2)


def test_every_order_is_met():
    assert [case[kappa].subs(j, 1) for case in degrees()] == [1, 2, 3]
    assert [one[paper.imbalance].subs(j, 1) for one in balances()] == [
        -paper.W_sq,
        paper.A_sq - paper.W_sq,
        2 * paper.A_sq - paper.W_sq,
    ]


def test_a_rate_of_change_is_written_by_the_chain_rule():
    square = Derivative((k * paper.a_sq(t) - paper.w_sq(t)) ** 2, t)
    read = in_rates(equation(square, paper.a_sq(t)))
    left, right = read.args
    expected = 2 * (k * now_a_sq - now_w_sq) * (k * rate_a_sq - rate_w_sq)
    assert sp.expand(left - expected) == 0 and right == now_a_sq


@pytest.mark.parametrize(
    "statement",
    [
        equation(Derivative(paper.a_sq(t), t, t), 0),
        equation(paper.a_sq(0), paper.w_sq(t)),
        equation(Derivative(paper.a_sq(2 * t), t), 0),
        equation(paper.a_sq(t), t),
    ],
)
def test_what_is_not_measured_is_not_judged(statement):
    with pytest.raises(Unreadable):
        in_rates(statement)


def test_both_sides_of_the_scaling_are_read():
    printed = paper.scaling_symmetry.printed
    exchanged = equation(printed.args[1], printed.args[0])
    assert scaled_solution(printed) == scaled_solution(exchanged)
    for other in (
        equation(paper.solution(2 * alpha, t), printed.args[1]),
        equation(printed.args[0], printed.args[1] + 1),
        sp.Ne(*printed.args, evaluate=False),
        equation(printed.args[0], paper.solution(1, t) * paper.solution(2, t)),
    ):
        with pytest.raises(Unreadable):
            scaled_solution(other)
