"""A differential equation with its start: solved, checked, and refused where it has no flow."""

import pytest
from sympy import Derivative, Eq, Function, Integral, exp, log, sqrt, symbols

from theory import derive
from theory.derivation import DerivationError
from theory.derivation.initial_values import InitialValue

t, s, c, k = symbols("t s c k", positive=True)
u, v = Function("u"), Function("v")
DECAY = Eq(u(t).diff(t), -u(t))
START = Eq(u(0), c)
LOGISTIC = Eq(u(t).diff(t), u(t) * (k - u(t)))
SIGMOID = c * k * exp(k * t) / (k + c * (exp(k * t) - 1))


def test_the_solution_is_put_in_at_every_time_and_under_the_integral():
    chain = derive(Integral(u(s) ** 2, (s, 0, t))).differential_equation(DECAY, START).integrate()
    assert chain.proves()
    assert (chain.result - c**2 * (1 - exp(-2 * t)) / 2).simplify() == 0
    (rate,) = derive(Derivative(u(t), t)).differential_equation(DECAY, START).steps
    assert rate.expr == -c * exp(-t)


def test_a_given_formula_is_checked_by_its_rate_and_its_start():
    chain = derive(u(t)).differential_equation(LOGISTIC, START, solution=SIGMOID)
    assert chain.check() == ("its rate: proved; its start: proved",)


@pytest.mark.parametrize(
    "formula",
    [k, SIGMOID + 1, SIGMOID.subs(k, 2 * k), 2 * SIGMOID, SIGMOID.subs(t, t + 1)],
    ids=["another start", "moved", "another rate", "scaled", "later"],
)
def test_a_wrong_formula_is_refused(formula):
    with pytest.raises(DerivationError, match="is false"):
        derive(u(t)).differential_equation(LOGISTIC, START, solution=formula).check()


@pytest.mark.parametrize(
    ("rate", "formula"),
    [(sqrt(u(t)), t**2 / 4), (u(t) / t, c * t), (log(u(t)), t), (abs(u(t)), t), (u(2 * t), t)],
    ids=str,
)
def test_a_rate_that_may_have_several_solutions_is_refused(rate, formula):
    with pytest.raises(DerivationError, match="one solution is not shown"):
        derive(u(t)).differential_equation(Eq(u(t).diff(t), rate), Eq(u(0), 0), solution=formula)


@pytest.mark.parametrize(
    ("equation", "start", "words"),
    [
        (Eq(u(t).diff(t, 2), u(t)), START, r"expected Eq\(u\(t\)\.diff\(t\)"),
        (3, START, r"expected Eq\(u\(t\)\.diff\(t\)"),
        (DECAY, 3, "for its start, got 3"),
        (DECAY, Eq(v(0), c), "for its start"),
        (DECAY, Eq(u(0), t), "a letter other than t"),
    ],
)
def test_what_is_no_initial_value_problem_is_named(equation, start, words):
    with pytest.raises(DerivationError, match=words):
        derive(u(t)).differential_equation(equation, start)


def test_a_letter_of_the_solution_is_not_caught_by_an_integral():
    with pytest.raises(DerivationError, match="c of .* is bound"):
        derive(Integral(u(t), (c, 0, 1))).differential_equation(DECAY, START)


def test_a_formula_is_asked_for_where_none_is_found():
    hard = Eq(u(t).diff(t), exp(-t) * u(t) ** 5 + t)
    with pytest.raises(DerivationError, match="give one, solution="):
        derive(u(t)).differential_equation(hard, START)


def test_a_tampered_step_is_caught():
    flow = InitialValue(DECAY, START, c * exp(-t))
    chain = derive(u(t))._followed_by(c * exp(-t) + 1, "tampered", flow=flow)
    with pytest.raises(DerivationError, match="with the solution put in"):
        chain.check()
