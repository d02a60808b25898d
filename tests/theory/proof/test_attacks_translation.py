"""Attacks through the translation from SymPy: a statement must not become another one."""

import pytest
import sympy as sp

from theory.proof.tactics import exists
from theory.proof.terms import INT, digest, eq, negation, num, var
from theory.proof.translate import NotUnderstood, Translation

x, y = sp.symbols("x y", real=True)
n, k, N = sp.symbols("n k N", integer=True)
HALF = sp.Rational(1, 2)


def refused(expr):
    with pytest.raises(NotUnderstood):
        Translation()(expr)


@pytest.mark.parametrize("name", ["near", "level", "x", "epsilon"])
def test_a_limit_does_not_depend_on_the_name_of_its_variable(name):
    """|1 - 0| < x for all large x: so a limit of 1 was 0 where its variable was called level."""
    symbol = sp.Symbol(name, real=True)
    asked = sp.Eq(sp.Limit(1 / (1 + symbol**2) + 1, symbol, sp.oo), 0, evaluate=False)
    other = sp.Eq(sp.Limit(1 / (1 + y**2) + 1, y, sp.oo), 0, evaluate=False)
    assert digest(Translation()(asked)) == digest(Translation()(other))


@pytest.mark.parametrize("name", ["#1", "k#1", "near#1"])
def test_a_symbol_cannot_be_named_like_a_bound_letter(name):
    refused(sp.Eq(sp.Sum(sp.Symbol(name, integer=True), (k, 1, N)), 3, evaluate=False))


def test_whole_numbers_are_not_integrated_over_nor_differentiated_by():
    """SymPy has made 1 of cos(2 pi n) before the translation sees it."""
    refused(sp.Eq(sp.Integral(sp.cos(2 * sp.pi * n), (n, 0, HALF)), HALF, evaluate=False))
    refused(sp.Eq(sp.Derivative(sp.cos(2 * sp.pi * n) * n, n), 1, evaluate=False))


def test_a_limit_over_whole_numbers_speaks_of_them_alone():
    term = Translation()(sp.Eq(sp.Limit(x**2 / n, n, sp.oo), 0, evaluate=False))
    *_, inner = term.args[0].args[1].args  # level -> near -> whole number
    assert inner.data == (INT,)


@pytest.mark.parametrize(
    "told", [{"positive": True}, {"odd": True}, {"prime": True}, {"nonzero": True}]
)
def test_the_range_of_a_sum_has_what_sympy_is_told_of_its_index(told):
    """|k| is k for a positive k, (-1)^k is -1 for an odd one: the sum from -N to N would be
    another.
    """
    index = sp.Symbol("k", integer=True, **told)
    refused(sp.Eq(sp.Sum(sp.Abs(index) + (-1) ** index, (index, -N, N)), 0, evaluate=False))


def test_an_integral_over_a_positive_symbol_starts_at_a_nonnegative_number():
    positive = sp.Symbol("s", positive=True)
    refused(sp.Eq(sp.Integral(sp.Abs(positive), (positive, -1, x)), 0, evaluate=False))


def test_a_number_that_may_be_infinite_is_not_real():
    unbounded = sp.Symbol("e", extended_real=True)
    refused(sp.StrictLessThan(unbounded, unbounded + 1, evaluate=False))


def test_a_remainder_says_that_a_quotient_exists():
    n, p = sp.Symbol("n", integer=True), sp.Symbol("p", integer=True, positive=True)
    odd = Translation()(sp.Eq(sp.Mod(n, 2), 1))
    letter = var("n", INT)
    assert odd is exists(lambda q: eq(letter, num(2) * q + num(1)), INT)
    whole = Translation()(sp.Ne(sp.Mod(3 * n, p), 0))
    parts = exists(lambda q: eq(num(3) * letter, var("p", INT) * q + num(0)), INT)
    assert whole is negation(parts)


@pytest.mark.parametrize(
    "divisor, rest",
    [(2, 2), (2, -1), (sp.Symbol("d", integer=True), 0), (sp.Symbol("p", integer=True), 1)],
)
def test_a_remainder_that_no_division_leaves_is_not_understood(divisor, rest):
    n = sp.Symbol("n", integer=True)
    with pytest.raises(NotUnderstood):
        Translation()(sp.Eq(sp.Mod(n, divisor), rest, evaluate=False))


def test_a_remainder_of_numbers_that_are_not_whole_is_not_understood():
    with pytest.raises(NotUnderstood):
        Translation()(sp.Eq(sp.Mod(sp.Symbol("x", real=True), 2), 1))


def test_a_factorial_is_a_letter_where_the_registry_has_one_and_refused_elsewhere():
    """Its meaning is a definition, so that nothing is known of it where no claim reads one."""
    whole = sp.Symbol("m", integer=True)
    statement = sp.Eq(sp.factorial(whole), y, evaluate=False)
    refused(statement)
    sort = ("Fun", (INT,), INT)
    term = Translation({sp.factorial: sort})(statement)
    assert term is eq(var("factorial", sort)(var("m", INT)), var("y"))
    with pytest.raises(NotUnderstood):
        Translation({sp.factorial: sort})(sp.Eq(sp.gamma(whole), y, evaluate=False))


def test_a_function_of_the_registry_and_a_symbol_of_its_name_are_not_one_letter():
    whole = sp.Symbol("factorial", integer=True)
    with pytest.raises(NotUnderstood):
        Translation({sp.factorial: ("Fun", (INT,), INT)})(
            sp.Eq(sp.factorial(whole), 1, evaluate=False)
        )
