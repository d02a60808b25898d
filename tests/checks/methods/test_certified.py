"""Definitions are put in on both sides; a bound that must be attained becomes an equation."""

import pytest
import sympy as sp
from sympy import And, Derivative, Eq, Ge, Gt, Integral, Le, exp, log, sin, symbols

from checks.methods.certified import Certified, attained, on_sides, refute, substituted
from checks.methods.check import Effort
from tests.toy import toy_claim
from theory.claim import equation

x, y = symbols("x y", real=True)
p, t = symbols("p t", positive=True)
f = sp.Function("f")


def claim(printed, given=()):
    return toy_claim(printed, given=given)


def test_what_is_false_at_one_point_that_it_names_is_refuted_there():
    number = sp.Rational(1, 7919)
    step = sp.Piecewise((1, Eq(x, number)), (0, True))
    found = refute(claim(equation(y, y + step)), equation(y, y + step), (), 20, 0)
    assert found.outcome == "fails" and found.counterexample[x] == number


def test_what_is_false_from_a_whole_number_on_is_refuted_beyond_it():
    n = sp.Symbol("n", integer=True)
    late, odd = sp.Piecewise((0, n <= 40), (1, True)), (n >= 3, Eq(sp.Mod(n, 2), 1))
    found = refute(claim(equation(y, y + late), odd), equation(y, y + late), (), 20, 0)
    assert found.outcome == "fails" and found.counterexample[n] == 41


def test_a_point_outside_the_assumptions_breaks_nothing():
    step = sp.Piecewise((1, Le(p, 0, evaluate=False)), (0, True))
    one = refute(claim(equation(y, y + step)), equation(y, y + step), (), 20, 0)
    other = sp.Piecewise((1, Eq(x, 9)), (0, True))
    two = refute(claim(equation(y, y + other), (x < 2,)), equation(y, y + other), (), 20, 0)
    assert one.outcome == two.outcome == "holds"


@pytest.mark.parametrize(
    "statement",
    [
        (7919 * x - 1) ** 2 > 0,
        (x**2 - 2) ** 2 > 0,
        (x - y - sp.Rational(1, 7919)) ** 2 > 0,
        sp.Ne(x, sp.sqrt(2)),
        sp.Ne(x**2, sp.Rational(1, 7919**2)),
        sp.Or(x > sp.sqrt(2), x < sp.sqrt(2), evaluate=False),
        sp.Abs(sp.exp(x) - 3) > 0,
    ],
)
def test_what_is_strict_is_tried_where_both_sides_are_equal(statement):
    found = Certified().run(claim(statement), statement, Effort())
    assert found.outcome == "fails" and found.refuted_by == "exact"


@pytest.mark.parametrize(
    "statement, given",
    [((x**2 - 2) ** 2 > 0, (x > 2,)), ((x**2 - y) ** 2 > 0, (y < 0,)), (sp.Ne(x, y), (x > y,))],
)
def test_what_is_strict_and_never_equal_holds(statement, given):
    found = Certified().run(claim(statement, given), statement, Effort())
    assert found.outcome == "holds"


def test_a_definition_is_put_in_and_derivatives_and_integrals_are_carried_out():
    statement = equation(Derivative(f(t), t), x)
    assert substituted(statement, {f: lambda s: s**3, x: 3 * t**2}) == equation(3 * t**2, 3 * t**2)
    assert substituted(equation(x, y), {x: Integral(2 * t, (t, 0, p)), y: p**2}) == equation(
        p**2, p**2
    )


def test_a_definition_may_be_a_function_that_is_called_when_the_check_runs():
    called = []
    check = Certified("late", lambda: called.append(1) or {y: x**2})
    assert not called
    assert (
        check.run(claim(equation(y, x**2)), equation(y, x**2), Effort()).outcome == "holds"
        and called
    )


def test_an_equation_between_equal_sides_is_not_evaluated_away():
    assert isinstance(substituted(equation(x, y), {x: p, y: p}), Eq)


def test_both_sides_are_changed_in_every_part_of_a_statement():
    both = And(equation(x, 1), Gt(y, x, evaluate=False), evaluate=False)
    changed = on_sides(both, lambda side: side.subs(x, p))
    assert set(changed.args) == {equation(p, 1), Gt(y, p, evaluate=False)}


def test_a_comparison_with_something_that_is_not_real_fails():
    statement = Ge(x, y, evaluate=False)
    assert (
        Certified("balls", {y: sp.sqrt(-2)}).run(claim(statement), statement, Effort()).outcome
        == "fails"
    )
    assert (
        Certified("balls", {y: -sp.Integer(7)}).run(claim(statement), statement, Effort()).outcome
        == "holds"
    )  # x is drawn from [-6, 6]


def test_an_attained_bound_is_an_equation_and_a_strict_one_stays():
    assert attained(Ge(x, y, evaluate=False)) == equation(x, y) and attained(
        Le(x, y, evaluate=False)
    ) == equation(x, y)
    assert attained(Gt(x, y, evaluate=False)) == Gt(x, y, evaluate=False)


def test_sharp_refutes_a_bound_that_is_true_but_too_weak():
    weak = Ge(
        exp(x), x, evaluate=False
    )  # true, and never attained; exp(x) >= 1 + x is attained at 0
    assert Certified("plain").run(claim(weak), weak, Effort()).outcome == "holds"
    assert (
        Certified("sharp", {x: sp.Integer(0)}, sharp=True).run(claim(weak), weak, Effort()).outcome
        == "fails"
    )
    tight = Ge(exp(x), 1 + x, evaluate=False)
    assert (
        Certified("sharp", {x: sp.Integer(0)}, sharp=True)
        .run(claim(tight), tight, Effort())
        .outcome
        == "holds"
    )


def test_evidence_counts_what_was_tried_and_rejected_and_the_digits_reached():
    statement = equation(log(p**2), 2 * log(p))
    found = Certified("balls", given=(p < y,)).run(claim(statement), statement, Effort())
    assert (
        found.outcome == "holds"
        and found.instances > 10
        and found.rejected > 0
        and found.digits >= 50
    )
    assert found.counterexample is None


def test_a_counterexample_shows_the_instance_and_both_sides():
    statement = equation(x**2, 2 * x)
    found = Certified("balls").run(claim(statement), statement, Effort())
    assert found.counterexample == "x = 1: x**2 = 1, 2*x = 2"


def test_a_harder_profile_tries_more_instances():
    statement = equation(sin(x + y), sin(x) * sp.cos(y) + sp.cos(x) * sin(y))
    check = Certified("balls", examples=(5, 20, 40))
    assert [
        check.run(claim(statement), statement, Effort(profile)).instances
        for profile in ("quick", "full", "deep")
    ] == [5, 20, 40]


def test_assumptions_of_the_claim_bound_every_instance():
    statement = Gt(p, 2, evaluate=False)
    assert refute(claim(statement, given=(p >= 3, p <= 4)), statement, (), 60, 0).outcome == "holds"
    assert refute(claim(statement, given=(p >= 1, p <= 4)), statement, (), 60, 0).outcome == "fails"


@pytest.mark.parametrize(
    "statement",
    [
        sp.tan(x) * sp.cos(x) >= sin(x),
        (x**2 - 2) ** (-2) > 0,
        1 / sp.cos(x) ** 2 >= 1,
        equation((exp(2 * x) - 4) / (exp(x) - 2), exp(x) + 2),
        sin(x) < 1,
        (x - sp.sqrt(2)) ** 2 > 0,
        sp.Abs(x - sp.sqrt(3)) > 0,
        sp.Equivalent(x > sp.sqrt(2), x >= sp.sqrt(2)),
        equation(
            sp.Piecewise((1, (x > sp.Rational(1, 7)) & (x < sp.Rational(1, 6))), (0, True)), 0
        ),
        sp.Implies((x > sp.Rational(1, 3)) & (x < sp.Rational(1003, 3000)), Eq(x, 0)),
    ],
)
def test_what_is_false_where_no_fraction_lies_is_refuted(statement):
    assert Certified().run(claim(statement), statement, Effort()).outcome == "fails"


def test_a_premise_that_nothing_meets_shows_nothing():
    third = sp.Rational(1, 3)
    premise = And(x > third, x < third, evaluate=False)
    statement = sp.Implies(premise, equation(x, x + 1), evaluate=False)
    assert Certified().run(claim(statement), statement, Effort()).outcome in ("vacuous", "unknown")


def test_the_derivative_of_a_power_has_a_value_at_zero():
    n = sp.Symbol("n", integer=True, positive=True)
    statement = equation(Derivative(x**n, x), n * x ** (n - 1))
    assert Certified().run(claim(statement), statement, Effort()).outcome == "holds"
