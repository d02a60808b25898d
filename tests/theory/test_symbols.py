"""The notation table: one letter, one macro, one meaning."""
from collections import Counter

import pytest
from sympy import sqrt

from theory.symbols import NOTATION, alpha, kappa, letter, n_0, to_latex


def test_no_two_symbols_share_a_name_or_a_macro():
    import theory  # noqa: F401  (every setting enters its letters)

    for part in (lambda s: s.name, lambda s: NOTATION[s].macro):
        assert [what for what, count in Counter(map(part, NOTATION)).items() if count > 1] == []
    assert all(known.meaning for known in NOTATION.values())


def test_a_letter_that_is_taken_is_refused_with_its_meaning_and_leaves_no_trace():
    before = dict(NOTATION)
    with pytest.raises(ValueError, match="the letter 'kappa' is taken: leading order"):
        letter("kappa", "q", "another")
    with pytest.raises(ValueError, match="is taken by alpha"):
        letter("another_alpha", r"\alpha", "another")
    assert NOTATION == before


def test_a_new_letter_is_entered_with_its_assumptions():
    try:
        symbol = letter("only_here", r"\flat", "a letter of a test", negative=True)
        assert symbol.is_negative and to_latex(sqrt(alpha) + symbol) == r"\sqrt{\alpha} + \flat"
    finally:
        NOTATION.pop(symbol)


def test_latex_uses_the_macros_of_the_paper():
    assert to_latex(n_0**(2 - kappa)) == r"\|\theta(0)\|^{2 - \kappa}"
