"""Computer algebra is not asked for derivatives and integrals that may not exist."""

import pytest
import sympy as sp
from sympy import Abs, Derivative, Integral, Piecewise, Symbol, cos, log, oo, sin, sqrt, tan

from checks import Certified, Symbolic, verify
from checks.methods.carried_out import carried_out
from checks.methods.functions import NotJudged
from tests.toy import toy_claim
from theory.claim import equation

x, t = sp.symbols("x t", real=True)
a, b = sp.symbols("a b", positive=True)
WITH_A_JUMP = Piecewise((x, x < 0), (x + 1, True))


@pytest.mark.parametrize(
    "statement",
    [
        equation(Derivative(Abs(x), x), sp.sign(x)),  # none at 0
        equation(Derivative(WITH_A_JUMP, x), 1),
        equation(Derivative(sp.Max(x, 0) + x, (x, 2)), 0),
        equation(Integral(1 / t**2, (t, -1, a)), -1 - 1 / a),  # infinite
        equation(Integral(tan(t) ** 2, (t, 0, a)), tan(a) - a),  # infinite from pi/2 on
        equation(Integral(1 / (t - b) ** 2, (t, 0, a)), a / (b * (b - a))),
    ],
)
def test_what_exists_only_for_computer_algebra_is_not_judged(statement):
    assert verify(toy_claim(statement), checks=[Certified(), Symbolic()]).verdict == "unknown"


@pytest.mark.parametrize(
    "expr, value",
    [
        (Derivative(Abs(x) * a, a), Abs(x)),
        (Derivative(x**3 * sin(x), x), 3 * x**2 * sin(x) + x**3 * cos(x)),
        (Integral(1 / t, (t, a, 1)), -log(a)),
        (Integral(1 / sqrt(t), (t, 0, a)), 2 * sqrt(a)),
        (Integral(t ** (-2), (t, -oo, -1)), 1),
        (Integral(1 / (1 + t**2), (t, 0, x)), sp.atan(x)),
        (Integral(1 / (2 + cos(t)), (t, 0, 2 * sp.pi)), 2 * sp.pi / sqrt(3)),
        (Integral(1 / (a + t), (t, 0, b)), log(a + b) - log(a)),
        (Integral(sp.exp(-t) / b, (t, 0, oo)), 1 / b),
    ],
)
def test_what_exists_is_carried_out(expr, value):
    assert sp.simplify(carried_out(expr) - value) == 0


def test_an_antiderivative_is_left_to_computer_algebra():
    assert carried_out(Integral(1 / x, x)) == log(x)


def test_a_letter_is_no_excuse():
    with pytest.raises(NotJudged, match="integrand is finite"):
        carried_out(Integral(1 / (t - Symbol("c", real=True)), (t, 0, 1)))
