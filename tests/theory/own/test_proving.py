"""``prove``: true statements become theorems, false ones never, and an error says what is left to
show.
"""

import pytest
from sympy import Abs, Derivative, Eq, Max, cos, cosh, exp, log, sin, sinh, sqrt, symbols, tanh

from theory import conserved, define, for_every, function, letter, prove
from theory.own.letters import clear
from theory.own.proving import NotShown

x, y = symbols("x y", positive=True)
a, b = symbols("a b", real=True)


@pytest.fixture(autouse=True)
def no_letters():
    clear()
    yield
    clear()


@pytest.mark.parametrize(
    "statement",
    [
        Eq(cosh(x) ** 2 - sinh(x) ** 2, 1),
        Eq(sin(a) ** 2 + cos(a) ** 2, 1),
        Eq(1 / x - 1 / (x + 1), 1 / (x * (x + 1))),
        Eq(tanh(a), (exp(2 * a) - 1) / (exp(2 * a) + 1)),
        Eq(exp(a + 2 * b) * exp(-b), exp(a) * exp(b)),
        a**2 + b**2 >= 2 * a * b,
        (x + y) / 2 >= sqrt(x * y),
        x / y + y / x >= 2,
        Abs(a) + Abs(b) >= Abs(a + b),
        Max(a, b) >= a,
        exp(a) > a,
        Eq(Derivative(log(1 + x), x), 1 / (1 + x)),
    ],
    ids=str,
)
def test_what_is_true_is_shown(statement):
    assert prove(statement).statement == statement


@pytest.mark.parametrize(
    "statement",
    [
        Eq(cosh(x) ** 2 + sinh(x) ** 2, 1),
        a**2 + b**2 > 2 * a * b,
        x / y + y / x > 2,
        Abs(a) + Abs(b) <= Abs(a + b),
        Max(a, b) > a,
        Eq(1 / a * a**2, b),
        Eq(Derivative(log(1 + x), x), 1 / x),
        exp(a) >= 2 + a,
    ],
    ids=str,
)
def test_what_is_false_is_not(statement):
    with pytest.raises(NotShown):
        prove(statement)


def test_an_error_says_what_is_left_to_show():
    with pytest.raises(NotShown, match=r"left to show:  2 < x"):
        prove(x > 2)


def test_what_sympy_has_decided_already_is_no_statement():
    with pytest.raises(ValueError, match="no relation"):
        prove(x > 0)


def flow(sign):
    t, T = letter("t", "t", "time", real=True), letter("T", "T", "end", nonnegative=True)
    u, v, g = (function(name, f"{name}(#1)", "at time #1", t) for name in "uvg")
    equations = (
        Eq(Derivative(u(t), t), -g(t) * v(t)),
        Eq(Derivative(v(t), t), sign * g(t) * u(t)),
    )
    define(u, v, by=for_every(t, 0, T, *equations))
    return t, T, u, v


def test_the_balance_is_conserved_along_gradient_flow():
    t, T, u, v = flow(-1)
    assert conserved(u(t) ** 2 - v(t) ** 2, t, 0, T).statement.args[0] == u(T) ** 2 - v(T) ** 2


def test_what_is_not_conserved_is_not_shown_to_be():
    t, T, u, v = flow(1)
    with pytest.raises(NotShown):
        conserved(u(t) ** 2 - v(t) ** 2, t, 0, T)
