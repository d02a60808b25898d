"""One step: which way it is checked, what shows it, and what is refused."""

import pytest
from sympy import Abs, Eq, Ge, Integral, Rational, Symbol, cos, exp, log, pi, sin, symbols

from theory.derivation.steps import (
    DerivationError,
    Step,
    checked,
    expression,
    integrated,
    substituted,
)

s, t = symbols("s t", positive=True)
x, y = symbols("x y", real=True)


def test_an_identity_is_proved_and_says_so():
    assert checked(1, sin(x) ** 2, Step(1 - cos(x) ** 2, "Pythagoras"), {}) == "proved"


def test_what_algebra_cannot_see_is_sampled_and_says_so():
    nested = Step(Rational(1, 2) + 5 ** Rational(1, 2) / 2, "denesting", by=None)
    how = checked(1, (2 + 5 ** Rational(1, 2)) ** Rational(1, 3), nested, {})
    assert how in ("proved", "30 digits at 6 points")


@pytest.mark.parametrize("off", [Rational(1, 10**29), Rational(1, 10**80)])
def test_a_step_that_is_off_by_less_than_the_digits_sampled_is_still_false(off):
    with pytest.raises(DerivationError, match="is false"):
        checked(3, pi, Step(pi + off, "almost"), {})


def test_a_false_step_names_its_number_its_rule_and_a_point():
    with pytest.raises(DerivationError, match=r"step 7 \(wrong\): x = 2\*x is false at x = -?1"):
        checked(7, x, Step(2 * x, "wrong"), {})


def test_a_bound_needs_its_sign_proved_and_not_only_sampled():
    assert checked(1, x**2 + y**2, Step(2 * x * y, "square", relation=">="), {}) == "proved"
    with pytest.raises(DerivationError, match="is false at"):
        checked(1, x, Step(x + 1, "no", relation=">="), {})
    # 1 + x^2 >= log(2 + x^2) is true everywhere, and no rule here shows it.
    with pytest.raises(DerivationError, match="is not shown"):
        checked(1, 1 + x**2, Step(log(2 + x**2), "true", relation=">="), {})


def test_a_bound_that_is_known_is_used():
    known = Ge(y, x**2, evaluate=False)
    assert checked(1, 2 * y, Step(2 * x**2, "known", (known,), relation=">="), {}).startswith("by ")


def test_an_antiderivative_is_differentiated_and_its_limits_put_in():
    integral = Integral(1 / s, (s, 1, t))
    assert integrated(integral, log(s)) == log(t)
    step = Step(log(t), "log", antiderivative=log(s))
    assert checked(1, integral, step, {}) == "its derivative: proved"
    with pytest.raises(DerivationError, match="is not .* with the antiderivative put in"):
        checked(1, integral, Step(log(t) + 1, "log", antiderivative=log(s)), {})
    with pytest.raises(DerivationError, match="2 integrals"):
        integrated(integral + Integral(s, (s, 0, t)), log(s))


def test_an_equation_about_a_free_letter_does_not_go_under_the_sign():
    integral = Integral(s * x, (s, 0, 1))
    assert substituted(integral, (Eq(x, 2 * y),)) == integral.subs(x, 2 * y)
    with pytest.raises(DerivationError, match="is bound"):
        substituted(integral, (Eq(s, t),))
    assert substituted(integral, (Eq(s, exp(s)),), every=(s,)) == Integral(exp(s) * x, (s, 0, 1))


@pytest.mark.parametrize("value", ["x + 1", None, [1], float("nan")])
def test_text_and_what_is_no_expression_is_refused(value):
    with pytest.raises(DerivationError, match="is not an expression"):
        expression(value)


def test_a_symbol_is_sampled_where_a_person_says():
    """|x| = x is false at x = -1, and true where x is drawn from (0, 1)."""
    free = Symbol("free", real=True)
    step = Step(free, "positive here")
    with pytest.raises(DerivationError, match="is false"):
        checked(1, Abs(free), step, {})
    assert checked(1, Abs(free), step, {free: (0, 1)}) == "30 digits at 6 points"
