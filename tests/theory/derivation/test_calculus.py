"""Change of variables, parts, roots: what they lead to, and what they refuse."""

import pytest
from sympy import Eq, Integral, exp, sqrt, symbols

from theory.derivation.calculus import by_parts, changed_variable, root_of, within_seconds
from theory.derivation.steps import DerivationError

s, t, y = symbols("s t y", positive=True)


def test_the_ends_move_with_the_variable():
    assert changed_variable(Integral(s, (s, 2, t)), y, 2 * y) == Integral(4 * y, (y, 1, t / 2))


def test_a_letter_in_use_cannot_be_the_new_one():
    with pytest.raises(DerivationError, match="stands in"):
        changed_variable(Integral(s, (s, 0, t)), t, sqrt(t))


def test_what_is_no_product_of_the_two_is_refused():
    with pytest.raises(DerivationError, match="is not"):
        by_parts(Integral(s * exp(s), (s, 0, t)), s, exp(2 * s))


def test_of_several_roots_one_has_to_be_chosen():
    equation = Eq((s - 1) * (s - 2), 0)
    with pytest.raises(DerivationError, match="say which one"):
        root_of(equation, s, 0)
    assert {root_of(equation, s, 1), root_of(equation, s, 2)} == {1, 2}


def test_an_answer_in_time_is_given_and_a_late_one_is_none():
    assert within_seconds(5, lambda: 7) == 7

    def forever():
        while True:
            try:
                sum(range(1000))
            except Exception:  # SymPy catches those: the end of patience is none
                pass

    assert within_seconds(0.2, forever) is None
