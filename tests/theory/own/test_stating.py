"""Claims of one's own in the kernel's terms: exactly what was said, of one's own letters."""

import pytest
from sympy import Derivative, Eq, Symbol

from theory import Claim, define, for_every, function, letter
from theory.own.letters import clear
from theory.own.stating import stated
from theory.proof.show import show
from theory.proof.translate import NotUnderstood


@pytest.fixture(autouse=True)
def no_letters():
    clear()
    yield
    clear()


def claim(statement, **more):
    return Claim(id="mine.toy", title="A toy", kind="identity", printed=statement, **more)


def test_assumptions_are_ones_own_and_not_those_of_the_papers_letters():
    alpha = letter("alpha", "a", "a number of any sign", real=True)
    x = letter("x", "x", "a number", real=True)
    define(x, by=Eq(x, alpha**2))
    asked, _ = stated(claim(Eq(x, 3)), Eq(x, 3))
    assert asked.assumptions == ()  # the paper's alpha is positive, this one is not


def test_a_derivative_in_a_definition_is_taken_within_the_range():
    t, T = letter("t", "t", "time", real=True), letter("T", "T", "end", nonnegative=True)
    u = function("u", "u(#1)", "a weight at time #1", t)
    define(u, by=for_every(t, 0, T, Eq(Derivative(u(t), t), -u(t))))
    asked, _ = stated(claim(Eq(u(T), 0)), Eq(u(T), 0))
    (flow,) = asked.definitions
    assert "d/dx1 u[x1] = -u[x0] at x1 = x0 within [0, T]" in show(flow.statement)
    assert [show(one) for one in asked.assumptions] == ["0 <= T"]


def test_a_derivative_elsewhere_is_not_understood():
    t, T = letter("t", "t", "time", real=True), letter("T", "T", "end", nonnegative=True)
    u = function("u", "u(#1)", "a weight at time #1", t)
    define(u, by=for_every(t, 0, T, Derivative(u(t), t) > 0))
    with pytest.raises(NotUnderstood, match="expected Eq"):
        stated(claim(Eq(u(T), 0)), Eq(u(T), 0))


def test_two_symbols_of_one_name_are_refused():
    x, other = Symbol("x", real=True), Symbol("x", positive=True)
    with pytest.raises(NotUnderstood, match="two symbols"):
        stated(claim(Eq(x, 1), given=[other**2 > 2]), Eq(x, 1))
