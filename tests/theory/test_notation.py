"""The notation table: one letter, one macro, one meaning; within a claim nothing looks like
anything else.
"""

import re
from collections import Counter, defaultdict

import pytest
from sympy import Function, Symbol, sqrt
from sympy.core.function import AppliedUndef

from theory import claims
from theory.notation import (
    FUNCTIONS,
    NOTATION,
    RUNNING,
    alpha,
    as_it_looks,
    function,
    kappa,
    known,
    letter,
    letters_in,
    n_0,
    tau,
    to_latex,
)

DIRECTIONS = ("+", "-")  # SymPy keeps the side of a limit as a symbol


def atoms(claim):
    expressions = [claim.printed, claim.expr, *claim.given]
    if claim.derive:
        expressions += [claim.derivation.start, *(step.expr for step in claim.derivation.steps)]
    return {
        atom
        for expr in expressions
        for atom in expr.atoms(Symbol, AppliedUndef)
        if atom.is_Function or atom.name not in DIRECTIONS
    }


def test_no_two_symbols_share_a_name_and_every_entry_has_a_meaning():
    assert [
        name for name, count in Counter(symbol.name for symbol in NOTATION).items() if count > 1
    ] == []
    for table in (NOTATION, FUNCTIONS, RUNNING):
        assert all(entry.macro and entry.meaning for entry in table.values())


def test_a_meaning_is_understood_without_the_letter_before_it():
    entries = [*NOTATION.items(), *FUNCTIONS.items(), *RUNNING.items()]
    lean = [
        str(head) for head, entry in entries if re.match("(the same|its|of it)\\b", entry.meaning)
    ]
    assert lean == []


@pytest.mark.parametrize("claim", claims(), ids=lambda claim: claim.id)
def test_within_a_claim_no_two_symbols_render_alike(claim):
    looks = defaultdict(set)
    for atom in atoms(claim):
        looks[as_it_looks(to_latex(atom))].add(atom)
    assert {look: found for look, found in looks.items() if len(found) > 1} == {}


@pytest.mark.parametrize("claim", claims(), ids=lambda claim: claim.id)
def test_every_symbol_and_function_of_a_claim_is_in_the_table(claim):
    stated = [claim.printed, claim.expr, *claim.given]
    heads = {
        getattr(atom, "func", None) if atom.is_Function else atom
        for expr in stated
        for atom in expr.atoms(Symbol, AppliedUndef)
    }
    assert [head for head in heads if known(head) is None and str(head) not in DIRECTIONS] == []
    assert set(letters_in(stated)) == {head for head in heads if str(head) not in DIRECTIONS}


def test_two_macros_that_differ_only_in_braces_and_spaces_look_the_same():
    assert (
        as_it_looks(r"{k}_{b}")
        == as_it_looks(r"k_b")
        == as_it_looks(r"k\,_{ b }")
        != as_it_looks(r"k^b")
    )


def test_a_letter_that_is_taken_is_refused_with_its_meaning_and_leaves_no_trace():
    before = dict(NOTATION)
    with pytest.raises(ValueError, match="the letter 'kappa' is taken: leading order"):
        letter("kappa", "q", "another")
    with pytest.raises(ValueError, match="is taken by alpha"):
        letter("another_alpha", r"{\alpha}", "another")
    assert NOTATION == before


def test_a_new_letter_is_entered_with_its_assumptions():
    try:
        symbol = letter("only_here", r"\flat", "a letter of a test", negative=True)
        assert symbol.is_negative and to_latex(sqrt(alpha) + symbol) == r"\sqrt{\alpha} + \flat"
    finally:
        NOTATION.pop(symbol)


def test_a_function_is_printed_with_its_arguments_put_into_its_macro():
    try:
        f = function("only_here", r"\phi_{#2}(#1)", "a function of a test")
        assert to_latex(f(alpha, 1) ** 2) == r"\phi_{1}(\alpha)^{2}"
    finally:
        FUNCTIONS.pop(Function("only_here"))
    with pytest.raises(ValueError, match="expected #1 where the argument of"):
        function("only_here", r"\phi", "no place for an argument")


def test_latex_uses_the_macros_of_the_paper():
    assert to_latex(n_0 ** (2 - kappa)) == r"\|\theta(0)\|^{2 - \kappa}"
    assert to_latex(tau / alpha) == r"\frac{\tau}{\alpha}"
