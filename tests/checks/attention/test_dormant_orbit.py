"""The solved flow of a dormant head is that of an integrator."""

import numpy as np
import sympy as sp
from scipy.integrate import solve_ivp

from checks.attention import dormant_orbit
from checks.catalogue import checks_for
from checks.methods.check import Effort
from theory import attention as paper
from theory.catalogue import claim
from theory.claim import equation
from theory.notation import d


def test_the_solution_in_the_integral_of_V_is_that_of_the_flow():
    """One component, N mu = 3/2: V' = r Q K, Q' = r V K, K' = r V Q, I' = V."""
    rate, start = 1.5, (0.4, 0.3, -0.1, 0.0)
    run = solve_ivp(
        lambda _, y: (rate * y[1] * y[2], rate * y[0] * y[2], rate * y[0] * y[1], y[0]),
        (0, 2), start, rtol=1e-12, atol=1e-14,
    )  # fmt: skip
    V, Q, K, I = run.y[:, -1]
    numbers = {paper.N: 1, paper.mu_j: rate, paper.mu_1: rate, paper.integral_V: I, paper.V_0: 0.4}

    def value_of(expression):
        names = {"Q": start[1], "K": start[2]}
        letters = {s: names[s.name[0]] for s in expression.free_symbols if s.name[0] in names}
        return float(expression.subs(numbers | letters))

    start_of = {paper.mu_of(1): rate, paper.plus_of(1): 0.2, paper.minus_of(1): 0.4}
    expanded = claim("attention.dormant-value").formula.subs(d, 1).doit().subs(start_of)
    assert np.isclose(value_of(dormant_orbit.sums()[paper.plus_t]), Q + K, rtol=1e-9)
    assert np.isclose(value_of(dormant_orbit.sums()[paper.minus_t]), Q - K, rtol=1e-9)
    assert np.isclose(value_of(expanded), V**2, rtol=1e-9)


def test_only_values_that_a_head_can_have_are_drawn():
    """V^2 at an I that is never reached would be negative, and break what is true of squares."""
    one = claim("attention.dormant-value")
    check = checks_for(one)[-1]
    assert check.run(one, sp.Ge(paper.V_sq, 0, evaluate=False), Effort()).outcome != "fails"
    assert (
        check.run(one, sp.Ge(paper.V_sq, paper.V_0**2, evaluate=False), Effort()).outcome == "fails"
    )


def test_a_formula_that_solves_the_equation_from_another_start_is_refuted():
    one = claim("attention.dormant-sums")
    doubled = sp.And(
        *(equation(part.lhs, 2 * part.rhs) for part in one.printed.args), evaluate=False
    )
    assert checks_for(one)[-1].run(one, doubled, Effort()).outcome == "fails"
