"""Ball arithmetic: every ball contains the true value; test_balls_judged.py has the relations."""

from fractions import Fraction

import mpmath
import pytest
import sympy as sp
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as st

from checks.methods.balls import (
    Indeterminate,
    Judgement,
    Undefined,
    ball,
    evaluate,
    judge,
    precision,
    show,
)

x, y = sp.symbols("x y", real=True)
k = sp.Symbol("k", integer=True)

# The same small trees twice: for SymPy (walked by balls) and for mpmath.
UNARY = {
    "exp": (sp.exp, mpmath.exp),
    "sin": (sp.sin, mpmath.sin),
    "cosh": (sp.cosh, mpmath.cosh),
    "tanh": (sp.tanh, mpmath.tanh),
    "log(2 + .^2)": (lambda e: sp.log(2 + e**2), lambda v: mpmath.log(2 + v**2)),
    "sqrt(1 + .^2)": (lambda e: sp.sqrt(1 + e**2), lambda v: mpmath.sqrt(1 + v**2)),
    "abs": (sp.Abs, abs),
    "atan": (sp.atan, mpmath.atan),
    "asinh": (sp.asinh, mpmath.asinh),
    "1/(3 + .^2)": (lambda e: 1 / (3 + e**2), lambda v: 1 / (3 + v**2)),
    "gamma(1 + .^2)": (lambda e: sp.gamma(1 + e**2), lambda v: mpmath.gamma(1 + v**2)),
    "digamma(1 + .^2)": (lambda e: sp.digamma(1 + e**2), lambda v: mpmath.digamma(1 + v**2)),
}
BINARY = {
    "+": (lambda a, b: a + b, lambda a, b: a + b),
    "*": (lambda a, b: a * b, lambda a, b: a * b),
    "max": (lambda a, b: sp.Max(a, b), max),
    "(1 + .^2)^sin": (
        lambda a, b: (1 + a**2) ** sp.sin(b),
        lambda a, b: (1 + a**2) ** mpmath.sin(b),
    ),
}
leaves = st.one_of(st.sampled_from(["x", "y"]), st.fractions(-3, 3, max_denominator=7))
trees = st.recursive(
    leaves,
    lambda t: st.one_of(
        st.tuples(st.sampled_from(sorted(UNARY)), t),
        st.tuples(st.sampled_from(sorted(BINARY)), t, t),
    ),
    max_leaves=5,
)


def grown(tree, numbers, which):
    """``which`` 0: a SymPy expression in x and y; 1: an mpf at ``numbers``."""
    if isinstance(tree, str):
        return {"x": x, "y": y}[tree] if which == 0 else numbers[tree]
    if isinstance(tree, Fraction):
        return (
            sp.Rational(tree.numerator, tree.denominator)
            if which == 0
            else mpmath.mpf(tree.numerator) / tree.denominator
        )
    name, *parts = tree
    return {**UNARY, **BINARY}[name][which](*(grown(part, numbers, which) for part in parts))


@settings(max_examples=150)
@given(trees, st.fractions(-2, 2, max_denominator=9), st.fractions(-2, 2, max_denominator=9))
def test_the_ball_of_an_expression_contains_its_value_to_60_digits(tree, p, q):
    with mpmath.workdps(60):
        value = grown(
            tree,
            {
                "x": mpmath.mpf(p.numerator) / p.denominator,
                "y": mpmath.mpf(q.numerator) / q.denominator,
            },
            1,
        )
        if not mpmath.isfinite(value) or abs(value) > 1e9:
            return  # a tower of exponentials: 60 digits do not reach its units
        text = mpmath.nstr(value, 55)
    with precision(128):
        enclosure = evaluate(
            grown(tree, {}, 0),
            {
                x: sp.Rational(p.numerator, p.denominator),
                y: sp.Rational(q.numerator, q.denominator),
            },
        )
        # 128 bits are 38 digits: a ball may be that wide, and must hold the 50 digits that mpmath
        # vouches for.
        assert enclosure.rad() <= arb("1e-20") * (1 + abs(enclosure))
        assert enclosure.overlaps(arb(f"{text} +/- 1e-40"))


def test_one_third_is_enclosed_and_stays_exact_through_the_tree():
    for bits in (53, 192, 1000):
        with precision(bits):
            third = evaluate(x, {x: sp.Rational(1, 3)})
            assert (3 * third).contains(1) and third.rad() < arb(2) ** (3 - bits)
    assert judge(sp.Eq(3 * x, 1, evaluate=False), {x: sp.Rational(1, 3)}).holds is True
    assert judge(sp.Eq(3 * x, 1, evaluate=False), {x: Fraction(1, 3)}).holds is True


def test_a_float_is_taken_at_its_binary_value_and_refused_inside_a_formula():
    assert judge(sp.Eq(x, sp.Rational(1, 10), evaluate=False), {x: 0.1}).holds is False
    assert judge(sp.Eq(x, sp.Rational(1, 2), evaluate=False), {x: 0.5}).holds is True
    with pytest.raises(TypeError, match="a float inside a formula"):
        evaluate(sp.Float(0.1) * x, {x: 1})


def test_an_mpf_is_enclosed_at_its_own_precision():
    with mpmath.workdps(50):
        value = mpmath.pi + 0
    with precision(400):
        assert abs(ball(value) - arb.pi()) < arb("1e-49") and ball(-value) < 0
        assert ball(mpmath.mpf(3) / 4) == arb("0.75")


@pytest.mark.parametrize(
    "expr",
    [
        sp.log(x - 2),
        sp.acosh(x - 1),
        sp.sqrt(-x),
        1 / (x - 1),
        sp.acos(2 * x),
        sp.gamma(1 - x),
        sp.oo * x,
        (-x) ** sp.Rational(1, 3),
        sp.log(x - 1),
        sp.atanh(x),
        sp.hyper((1, 1), (2,), 2 * x),
    ],
)
def test_a_value_that_does_not_exist_is_undefined(expr):
    with pytest.raises(Undefined) as caught:
        evaluate(expr, {x: sp.Integer(1)})
    assert not isinstance(caught.value, Indeterminate)


@pytest.mark.parametrize(
    "zero", [sp.sin(x) ** 2 + sp.cos(x) ** 2 - 1, sp.sin(2 * x) - 2 * sp.sin(x) * sp.cos(x)]
)
@pytest.mark.parametrize(
    "edge", [sp.log, sp.sign, lambda e: 1 / e, lambda e: e ** sp.Rational(-1, 3)]
)
def test_a_value_on_the_edge_of_a_domain_is_indeterminate(zero, edge):
    """The argument is zero, which no ball can know: not the same as having no value."""
    zero = sp.Add(*zero.args, evaluate=False)
    with pytest.raises(Indeterminate):
        evaluate(edge(zero), {x: sp.Integer(1)})


def test_an_integer_power_of_a_negative_number_is_real():
    assert evaluate(x**k, {x: sp.Integer(-2), k: sp.Integer(3)}) == -8
    assert evaluate(x**-2, {x: sp.Integer(-2)}) == arb("0.25")
    assert evaluate(x**k, {x: sp.Integer(0), k: sp.Integer(0)}) == 1
    assert evaluate(x**y, {x: sp.Integer(0), y: sp.Rational(1, 2)}) == 0


def test_a_piecewise_branch_is_chosen_by_the_exact_instance():
    formula = sp.Piecewise((x + 100, sp.Eq(k, 2)), (x, sp.Gt(k, 2)))
    assert (
        evaluate(formula, {x: 1, k: sp.Integer(2)}) == 101
        and evaluate(formula, {x: 1, k: sp.Integer(3)}) == 1
    )
    with pytest.raises(Undefined, match="no branch"):
        evaluate(formula, {x: 1, k: sp.Integer(1)})


def test_a_function_without_ball_arithmetic_is_an_error_that_says_what_to_do():
    with pytest.raises(TypeError, match="no ball arithmetic for zeta.*a value or a definition"):
        evaluate(sp.zeta(x), {x: 3})


def test_numbers_are_shown_with_a_few_digits():
    assert show(arb("0.5")) == "0.5" and show(arb(1) / 3).startswith("0.3333333")
    assert Judgement(None).holds is None


@pytest.mark.parametrize("middle", [0, 1e-9, -1e-9, 0.5, -0.5])
@pytest.mark.parametrize("radius", [0.0, 1e-8, 1.0])
@pytest.mark.parametrize("power", [0, 1, 2, 3, 4, 7])
def test_a_whole_power_of_a_ball_around_zero_encloses_the_power_of_every_number_in_it(
    middle, radius, power
):
    """Arb takes the power of such a ball by logarithms: nothing was left, and the instance was
    dropped.
    """
    found = evaluate(x**power, {x: arb(middle, radius)})
    for share in (-0.99, -0.5, 0, 0.3, 0.99):
        assert found.contains(
            arb(middle + share * radius) ** power
            if middle + share * radius
            else arb(0 if power else 1)
        )
    assert power % 2 or found.upper() >= 0 >= found.lower() - 1e-30 or found > 0


def test_a_formula_with_the_imaginary_unit_is_walked_and_refused_where_it_is_not_real():
    """A sign inside a logarithm is what a reader may slip in: log(-2) = log(2) + i pi."""
    turned = sp.log(2) + sp.I * sp.pi
    with pytest.raises(Undefined, match="is not real"):
        evaluate(turned, {})
    assert evaluate(turned * sp.conjugate(turned), {}).overlaps(arb(2).log() ** 2 + arb.pi() ** 2)
    real = sp.cosh(sp.I * x) + sp.I * sp.sinh(sp.I * x)  # cos x - sin x
    assert evaluate(real, {x: 1}).overlaps(arb(1).cos() - arb(1).sin())
