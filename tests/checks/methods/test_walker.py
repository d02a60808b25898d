"""The one walk: the same tree in real and in complex balls, and what neither stands for
is named.
"""

import cmath
import operator
from fractions import Fraction

import pytest
import sympy as sp
from flint import acb, arb

from checks.methods.balls import NotJudged, Undefined, evaluate, precision
from checks.methods.functions import COMPLEX, REAL
from checks.methods.walker import Walker

k, n, p = sp.symbols("k n p", integer=True)
x = sp.Symbol("x", real=True)
f = sp.Function("f")
half = sp.Rational(1, 2)


@pytest.mark.parametrize("arithmetic", [REAL, COMPLEX], ids=["real", "complex"])
@pytest.mark.parametrize(
    "expr, values, value",
    [
        (x**2 - 3 * x + half, {x: 3}, half),
        (sp.Sum(k**2, (k, 1, n)), {n: 10}, 385),
        (sp.Sum(k, (k, 3, n)), {n: 2}, 0),
        (sp.Sum(k * n, (k, 1, n), (n, 1, 3)), {}, 1 + 6 + 18),
        (sp.factorial(n) / n, {n: 5}, 24),
        (sp.Piecewise((1, sp.Eq(sp.Mod(n, p), 0)), (2, True)), {n: 12, p: 4}, 1),
        (sp.Piecewise((1, sp.Eq(sp.Mod(n, p), 0)), (2, True)), {n: 13, p: 4}, 2),
        (f(n + 1), {f: lambda m: int(m) ** 3, n: 2}, 27),
        (sp.Abs(x) ** 3, {x: -2}, 8),
        (sp.Product(k**2, (k, 1, n)), {n: 4}, 576),
        (sp.Product(k, (k, 3, n)), {n: 2}, 1),
    ],
)
def test_both_arithmetics_give_the_number_that_is_worked_out_by_hand(
    expr, values, value, arithmetic
):
    assert (2 * evaluate(expr, values, arithmetic) - int(2 * value)).contains(0)


@pytest.mark.parametrize("size", [2, 3, 7])
def test_the_roots_of_unity_sum_to_zero_in_complex_balls(size):
    roots = sp.Sum(sp.exp(2 * sp.pi * sp.I * k / p), (k, 0, p - 1))
    found = evaluate(roots, {p: size}, COMPLEX)
    assert found.contains(0) and abs(found).upper() < 1e-12
    one = evaluate(sp.exp(2 * sp.pi * sp.I / p), {p: size}, COMPLEX)
    assert abs(complex(one) - cmath.exp(2j * cmath.pi / size)) < 1e-14


def test_the_imaginary_unit_is_a_number_in_one_of_them():
    assert evaluate(sp.I * sp.I, {}, COMPLEX) == -1
    with pytest.raises(Undefined, match="not real"):
        evaluate(sp.I * x, {x: 1})
    assert evaluate(sp.Add(x, sp.I, -sp.I, evaluate=False), {x: 3}) == 3


@pytest.mark.parametrize("arithmetic", [REAL, COMPLEX], ids=["real", "complex"])
@pytest.mark.parametrize(
    "expr, values, problem, words",
    [
        (sp.Sum(k, (k, 1, n)), {n: arb(3)}, NotJudged, "expected whole numbers"),
        (sp.Sum(k, (k, 1, sp.oo)), {}, NotJudged, "expected whole numbers"),
        (sp.Sum(k, (k, 1, n / 2)), {n: 3}, Undefined, "expected whole numbers"),
        (sp.Float(0.5) + x, {x: 1}, TypeError, "a float inside a formula"),
        (f(x), {x: 1}, TypeError, "give f.x. a value or a definition"),
        (sp.Symbol("missing"), {}, TypeError, "give missing a value"),
        (sp.zeta(x), {x: 3}, TypeError, "ball arithmetic for zeta"),
        (sp.Limit(x, x, 0), {}, TypeError, "is a limit"),
        (sp.oo, {}, Undefined, "not a finite"),
        (1 / x, {x: 0}, Undefined, "division by zero"),
        (sp.hyper((1, 2, 3), (4,), x), {x: 0}, TypeError, "ball arithmetic for hyper"),
        (x, {x: arb("nan")}, ArithmeticError, "was measured as nan"),
    ],
)  # fmt: skip
def test_what_no_ball_stands_for_is_named(expr, values, problem, words, arithmetic):
    with pytest.raises(problem, match=words):
        evaluate(expr, values, arithmetic)


def test_a_branch_is_chosen_by_whoever_decides():
    expr = sp.Piecewise((1, x > 0), (2, True))
    asked = []

    def never_the_first(condition, values):
        asked.append(condition)
        return condition is sp.true

    assert Walker({x: 5}, REAL, never_the_first)(expr) == 2
    assert asked == [x > 0, sp.true]


def test_a_value_may_itself_be_a_formula():
    assert evaluate(x, {x: sp.sqrt(2) ** 2}) == 2
    assert operator.contains([acb(0, 1)], evaluate(x, {x: sp.I}, COMPLEX))


def test_a_formula_compiled_at_one_precision_is_as_good_at_another():
    third = sp.Rational(1, 3) + sp.pi * x
    for bits in (64, 512, 128):
        with precision(bits):
            found = evaluate(third, {x: 1})
            assert 0 < found.rad() < arb(2) ** (4 - bits)


def test_a_formula_compiled_for_one_kind_of_value_takes_another():
    for value in (2, Fraction(2), arb(2), sp.Integer(2), sp.sqrt(4), 2.0):
        assert evaluate(x**2 + 1, {x: value}) == 5
    assert evaluate(x**2 + 1, {x: 3, k: 1}) == evaluate(x**2 + 1, {k: 1, x: 3}) == 10


def test_an_index_that_is_also_a_value_is_its_own_inside_the_sum_alone():
    expr = sp.Sum(k * n, (k, 1, n)) + k
    assert evaluate(expr, {k: 10, n: 2}) == 16 and evaluate(expr, {n: 3, k: 1}) == 19


def test_what_a_branch_that_is_not_taken_says_is_not_refused():
    expr = sp.Piecewise((sp.zeta(x), x > 2), (x, True))
    assert evaluate(expr, {x: 1}) == 1
    with pytest.raises(NotJudged, match="zeta"):
        evaluate(expr, {x: 3})


def test_a_function_of_whole_numbers_is_called_with_them():
    called = []
    evaluate(
        sp.Sum(f(k) + f(k + n), (k, 0, 1)), {f: lambda m: called.append(m) or 1, n: 2}, COMPLEX
    )
    assert sorted(called) == [0, 1, 2, 3] and {type(one) for one in called} == {int}
