"""Mutants are different statements, and a check that is strong enough kills every one that is
false.
"""

from collections import Counter

import pytest
import sympy as sp
from sympy import Eq, Equivalent, Ge, Implies, Limit, Piecewise, exp, log, oo, symbols

from checks.methods.certified import Certified
from checks.methods.check import Effort
from checks.methods.proved import Symbolic
from checks.mutate import OPERATORS, Mutant, decide, deciding, mutants, same
from tests.toy import toy_claim
from theory.claim import equation

a, b, x = symbols("a b x", positive=True)
n = sp.Symbol("n", integer=True, positive=True)


def made(statement):
    return {(m.operator, m.statement) for m in mutants(statement)}


def test_the_mutants_of_a_small_formula_are_those_one_writes_by_hand():
    """b^2 + 1: sign and factor of the whole and of each term, exponent 3, one term dropped, b taken
    for a.
    """

    def eq(side):
        return Eq(a, side, evaluate=False)

    assert made(eq(b**2 + 1)) == {
        ("sign", eq(-(b**2) - 1)),
        ("sign", eq(1 - b**2)),
        ("sign", eq(b**2 - 1)),
        ("factor", eq(2 * b**2 + 2)),
        ("factor", eq(2 * b**2 + 1)),
        ("factor", eq(b**2 + 2)),
        ("exponent", eq(b**3 + 1)),
        ("dropped term", eq(sp.Integer(1))),
        ("dropped term", eq(b**2)),
        ("swapped symbol", eq(a**2 + 1)),
    }


def test_no_real_number_becomes_the_number_of_terms():
    """Such a sum has no meaning, and no check could kill it."""
    l, m = sp.symbols("l m", integer=True)
    total = sp.Sum(1 / l, (l, 1, m))
    assert "swapped symbol" not in {operator for operator, _ in made(equation(a, total))}
    k = sp.Symbol("k", integer=True)
    swapped = sp.Sum(1 / l, (l, 1, k))
    assert ("swapped symbol", equation(k, swapped)) in made(equation(k, total))


@pytest.mark.parametrize(
    "statement",
    [
        equation(a, b * exp(-2 * x) + log(b) / x),
        Ge(a, b * x - 1, evaluate=False),
        Equivalent(Eq(n, 2), equation(a, b)),
        equation(Limit(a**n, a, 0), 0),
        equation(a, Piecewise((b, Eq(n, 2)), (b**n / n, True))),
        equation(a, oo),
    ],
)
def test_no_mutant_is_the_statement_itself_or_twice_there(statement):
    found = [m.statement for m in mutants(statement)]
    assert found and statement not in found and len(set(found)) == len(found)
    assert {m.operator for m in mutants(statement)} <= set(OPERATORS)


def test_every_operator_is_used_on_a_formula_that_has_something_for_each():
    operators = {m.operator for m in mutants(equation(a, (b + 1) ** 2 * x**n))}
    assert operators == set(OPERATORS)


def test_a_hypothesis_is_left_alone():
    changed = [m.statement for m in mutants(Implies(Eq(n, 2), equation(a, b)))]
    assert changed and all(m.args[0] == Eq(n, 2) for m in changed)


def toy(statement, monkeypatch, *checks):
    monkeypatch.setattr(deciding, "checks_for", lambda claim: checks)
    return toy_claim(statement)


def test_every_mutant_of_a_formula_is_killed_by_a_strong_check(monkeypatch):
    statement = equation(a, 3 * b**2 + x)
    claim = toy(statement, monkeypatch, Certified("definition", {a: 3 * b**2 + x}))
    fates = [decide(claim, m, Effort()) for m in mutants(statement)]
    assert (
        len(fates) > 8
        and {f.fate for f in fates} == {"killed"}
        and {f.by for f in fates} == {"definition"}
    )


def test_a_weak_check_lets_a_mutant_survive_and_it_is_named(monkeypatch):
    """At b = 1 nothing can tell b from b^2."""
    statement = equation(a, b)
    claim = toy(
        statement, monkeypatch, Certified("only at one", {a: sp.Integer(1), b: sp.Integer(1)})
    )
    fate = decide(claim, Mutant("exponent", equation(a, b**2)), Effort())
    assert (fate.fate, fate.latex) == ("survived", "a = b^{2}")


def test_a_mutant_that_says_the_same_is_equivalent(monkeypatch):
    statement = equation(a, sp.cosh(x))
    claim = toy(statement, monkeypatch, Certified("definition", {a: sp.cosh(x)}))
    fate = decide(claim, Mutant("sign", equation(a, sp.cosh(-x, evaluate=False))), Effort())
    assert fate.fate == "equivalent" and "proved equal" in fate.by


def test_a_mutant_that_is_a_theorem_itself_is_equivalent(monkeypatch):
    """x^2 + 1 >= 2x is true, and so is the mutant with 2x dropped to x."""
    claim = toy(Ge(x**2 + 1, 2 * x, evaluate=False), monkeypatch, Symbolic("square"))
    fate = decide(claim, Mutant("factor", Ge((x - 1) ** 2, 0, evaluate=False)), Effort())
    assert fate.fate == "equivalent" and fate.by == "proved by: square"


def test_a_mutant_that_contradicts_itself_is_killed(monkeypatch):
    claim = toy(equation(a, b), monkeypatch)
    assert decide(claim, Mutant("sign", sp.false), Effort()).fate == "killed"


def test_two_relations_are_the_same_only_side_by_side():
    assert same(equation(a, (b + 1) ** 2), equation(a, b**2 + 2 * b + 1))
    assert not same(equation(a, b), equation(a, 2 * b))
    assert not same(equation(a, b), Ge(a, b, evaluate=False))
    both = sp.And(equation(a, b), equation(x, b + b * x), evaluate=False)
    assert same(both, sp.And(equation(a, b), equation(x, b * (1 + x)), evaluate=False))


def test_all_mutants_of_a_real_claim_are_killed_or_proved_equivalent():
    """eta <theta, grad U>/|theta|: sign, factor, three dropped factors (one is the exponent 0), two
    swaps (the third changes nothing).
    """
    found = []
    deciding.fates("framework.polar-norm", Effort(), found.append)
    assert Counter(f.operator for f in found) == {
        "sign": 1,
        "factor": 1,
        "dropped term": 3,
        "swapped symbol": 2,
        "relation": 3,
        "conjunct": 1,
    }
    assert {f.fate for f in found} == {"killed"}
