"""How formulas look; above all, that brackets are where the value needs them."""

import pytest
from sympy import Abs, And, Eq, Implies, Piecewise, Sum, Symbol, acosh, sign, symbols

from theory import attention, claims, diagonal
from theory.claim import equation
from theory.notation import U_star, alpha, eta, kappa, t, to_latex
from theory.typeset.layout import tokens

x, y = symbols("x y", positive=True)
i = Symbol("i", integer=True)


def test_a_macro_that_is_a_difference_gets_brackets_in_a_product_and_a_power():
    assert to_latex(2 * attention.gap) == r"2 \left(\tau^{(k)}-\tau^{(l)}\right)"
    assert to_latex(attention.gap**2) == r"\left(\tau^{(k)}-\tau^{(l)}\right)^{2}"
    assert to_latex(1 - attention.gap) == r"1 - \left(\tau^{(k)}-\tau^{(l)}\right)"
    assert to_latex(attention.gap + 1) == r"\tau^{(k)}-\tau^{(l)} + 1"


def test_what_stands_behind_an_operator_is_not_swallowed_by_it():
    assert (
        to_latex(diagonal.g * Abs(diagonal.g))
        == r"\left(\nabla_{\beta_i}\mathcal{L}\right) \left|{\nabla_{\beta_i}\mathcal{L}}\right|"
    )
    assert to_latex(diagonal.u * diagonal.g) == r"u_{i} \nabla_{\beta_i}\mathcal{L}"


def test_a_sum_behind_a_fraction_keeps_its_brackets():
    wide = sum(Symbol(f"a_{n}") * acosh(x + n) for n in range(4)) / (4 * eta)
    latex = to_latex(wide)
    assert latex.startswith(r"\frac{1}{4 \eta} \left(") and latex.endswith(r"\right)")


def test_a_case_distinction_stands_behind_its_factor():
    assert to_latex(Piecewise((x, Eq(kappa, 2)), (y, True)) / eta).startswith(
        r"\frac{1}{\eta} \begin{cases}"
    )


def test_sums_start_with_a_positive_term_and_letters_come_before_functions():
    assert to_latex(U_star**2 - x**2) == r"\left(\mathcal{U}^{*}\right)^{2} - x^{2}"
    assert (
        to_latex(4 * acosh(x) * eta * U_star * t)
        == r"4 \eta t \mathcal{U}^{*} \operatorname{arcosh}{\left(x \right)}"
    )
    assert to_latex(-x - y) == "- x - y"


def test_names_of_functions_are_those_of_mathematicians():
    assert to_latex(sign(x - y)) == r"\operatorname{sgn}{\left(x - y \right)}"


def test_a_conjunction_is_a_list_and_several_consequences_stand_under_each_other():
    both = And(equation(x, 1), equation(y, alpha), evaluate=False)
    assert to_latex(both) == r"x = 1 ,\qquad y = \alpha"
    latex = to_latex(Implies(x > y, both, evaluate=False))
    assert (
        r"x > y \implies \left\{\begin{array}{l} \displaystyle x = 1 \\ \displaystyle y = \alpha "
        r"\end{array}\right." == latex
    )


def test_a_sum_followed_by_a_factor_is_closed():
    assert to_latex(Sum(x**i, (i, 1, 3)) * y) == r"y \sum_{i=1}^{3} x^{i}"


@pytest.mark.parametrize("printed", [True, False])
def test_braces_and_brackets_of_every_claim_are_balanced(printed):
    for claim in claims():
        last = tokens(claim.latex(printed=printed, width=None) + " ")[-1]
        assert not last.inside, claim.id
