"""A chain on paper: signs, rules, and lines that are folded."""

from sympy import symbols

from theory import derive
from theory.derivation.display import aligned

a, b = symbols("a b", real=True)


def test_each_step_is_a_line_with_its_sign_and_its_rule():
    chain = derive((a + b) ** 2).expand().at_least(4 * a * b, "a square")
    first, second, third = aligned(chain.start, chain.steps).splitlines()[1:-1]
    assert first.startswith("&") and "=" not in first
    assert second.startswith("&= ") and "expand" in second
    assert third.startswith(r"&\geq ") and "a square" in third


def test_a_long_sum_is_folded_and_no_term_is_lost():
    letters = symbols("x1:60")
    lines = aligned(sum(letters), ()).splitlines()
    assert len(lines) > 3
    assert sum(line.count("x_{") for line in lines) == len(letters)
