"""A proof is believed only after instances did not break it; not shown is not refuted."""

from dataclasses import replace

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st
from sympy import (
    And,
    Eq,
    Equivalent,
    Ge,
    Gt,
    Implies,
    Integral,
    Le,
    Max,
    Ne,
    Or,
    acosh,
    asinh,
    atanh,
    cosh,
    exp,
    hyper,
    log,
    sinh,
    sqrt,
    symbols,
    tanh,
)

from checks.catalogue import checks_for
from checks.methods import proved
from checks.methods.check import Effort
from checks.methods.proved import ByDerivation, Symbolic, provable
from tests.toy import toy_claim
from theory import claim as catalogued
from theory.claim import equation
from theory.derivation import DerivationError, derive
from theory.vanishing import vanishes

x, y = symbols("x y", real=True)
p, q, t = symbols("p q t", positive=True)


def claim(printed, **more):
    return toy_claim(printed, **more)


IDENTITIES = [
    sinh(x + y) - sinh(x) * cosh(y) - cosh(x) * sinh(y),
    acosh(cosh(p)) - p,
    asinh(sinh(x)) - x,
    atanh(tanh(x)) - x,
    log(p * q) - log(p) - log(q),
    sqrt(p) * sqrt(q) - sqrt(p * q),
    (p**q) ** 2 - p ** (2 * q),
    1 / (1 + exp(x)) - (1 - tanh(x / 2)) / 2,
]


@pytest.mark.parametrize("zero", IDENTITIES)
def test_an_expression_that_vanishes_identically_is_shown_to(zero):
    assert vanishes(zero)


@pytest.mark.parametrize("zero", [IDENTITIES[k] for k in (1, 4, 5)])
def test_the_same_expression_moved_a_little_does_not_vanish(zero):
    assert not vanishes(zero + x / 10**9)


def test_acosh_of_cosh_is_the_number_itself_only_where_it_is_not_negative():
    """acosh(cosh(-1)) = 1."""
    assert not vanishes(acosh(cosh(x)) - x)


def test_pfaff_s_transformation_is_found():
    left = hyper((1, 2), (4,), -(x**2))
    right = (1 + x**2) ** (-1) * hyper(
        (1, 2), (4,), x**2 / (x**2 + 1)
    )  # 2F1(1, 4 - 2; 4; z/(z - 1)) (1 - z)^-1
    assert vanishes(left - right)


@given(st.integers(-3, 3), st.integers(-3, 3), st.integers(0, 3))
def test_a_polynomial_inequality_is_provable_only_if_it_is_true(a, b, c):
    """a x^2 + b x + c >= 0 for all x exactly if a > 0 and b^2 <= 4ac, or a = b = 0 and c >= 0."""
    true = (a > 0 and b * b <= 4 * a * c) or (a == b == 0 and c >= 0)
    if provable(Ge(a * x**2 + b * x + c, 0, evaluate=False)):
        assert true


@pytest.mark.parametrize(
    "statement, answer",
    [
        (Ge(x**2, 0, evaluate=False), True),
        (Gt(x**2, 0, evaluate=False), False),
        (Gt(p + q, p, evaluate=False), True),
        (Le(p, p + q**2, evaluate=False), True),
        (Ne(p + q, 0), True),
        (Ge(x**2, Max(-(y**2), -1), evaluate=False), True),
        (Ge(x**2, Max(-(y**2), 1), evaluate=False), False),
        (And(Eq(x, y), Ge(x**2, 0, evaluate=False), evaluate=False), False),
        (Or(Eq(x, y), equation(x - y, -(y - x)), evaluate=False), True),
        (Implies(Eq(x, y), equation(x + y, y + x)), True),
        (Implies(Eq(x, y), equation(x, 1)), False),
        (Equivalent(Eq(x, 1), Eq(y, 1)), False),
    ],
)
def test_what_is_provable_and_what_is_not_shown(statement, answer):
    assert provable(statement) is answer


def run(check, statement, **more):
    return check.run(claim(statement, **more), statement, Effort())


def test_a_proof_reports_the_instances_that_did_not_break_it():
    found = run(Symbolic("proof", {y: Integral(2 * t, (t, 0, x))}), equation(y, x**2))
    assert (found.outcome, found.method, found.instances) == (
        "holds",
        "symbolic",
        25,
    ) and found.digits >= 50


def test_an_instance_overrules_a_computer_algebra_proof(monkeypatch):
    """However sure the algebra is, a decided violation is a refutation."""
    monkeypatch.setattr(proved, "provable", lambda statement: True)
    found = run(Symbolic("proof"), equation(sinh(x), cosh(x)))
    assert found.outcome == "fails" and found.counterexample.startswith("x = 0:")


def test_not_shown_is_unknown_and_not_refuted(monkeypatch):
    monkeypatch.setattr(proved, "provable", lambda statement: False)
    assert run(Symbolic("proof"), equation(sinh(2 * x), 2 * sinh(x) * cosh(x))).outcome == "unknown"


def test_a_statement_can_be_turned_into_the_one_to_prove():
    """y = exp(2t) solves y' = 2y; y = exp(3t) does not."""
    solves = Symbolic(
        "solves y' = 2y", rewrite=lambda s: equation(sp.diff(s.args[1], t), 2 * s.args[1])
    )
    assert run(solves, equation(y, exp(2 * t))).outcome == "holds"
    assert run(solves, equation(y, exp(3 * t))).outcome == "fails"


def test_replacements_are_made_after_differentiation():
    """d/dx (x y) with y held fixed and set to x afterwards is x, not 2x."""
    f = sp.Function("f")
    held = Symbolic("held fixed", {f: lambda a, b: a * b}, afterwards=((y, x),))
    assert run(held, equation(sp.Derivative(f(x, y), x), x)).outcome == "holds"
    assert run(held, equation(sp.Derivative(f(x, y), x), 2 * x)).outcome == "fails"


def test_a_proof_by_cases_proves_the_cases_and_samples_the_statement():
    n = sp.Symbol("n", integer=True, positive=True)
    statement = Ge(
        n**2 - 3 * n + 2, 0, evaluate=False
    )  # (n - 1)(n - 2): zero at 1 and 2, positive above
    j = sp.Symbol("j", integer=True, nonnegative=True)

    def cases(s):
        return And(
            *(equation(s.args[0].subs(n, k), 0) for k in (1, 2)), s.subs(n, j + 3), evaluate=False
        )

    assert run(Symbolic("plain"), statement).outcome == "unknown"
    assert run(Symbolic("cases", cases=cases), statement).outcome == "holds"


def test_a_derivation_is_run_and_its_end_compared_with_the_statement():
    s = sp.Symbol("s", positive=True)

    def chain():
        return derive(Integral(tanh(s), (s, 0, t))).integrate(antiderivative=log(cosh(s)))

    right, wrong = equation(y, log(cosh(t))), equation(y, log(sinh(t)))
    found = run(ByDerivation(), right, derive=chain)
    assert found.outcome == "holds" and found.detail == ("integrate: its derivative: proved",)
    assert run(ByDerivation(), wrong, derive=chain).outcome == "fails"


def test_the_end_of_a_derivation_stands_for_the_letter_of_the_claim_alone():
    own = claim(equation(y, t**2 + t), derive=lambda: derive(t * (t + 1)).expand())
    found = {
        statement: ByDerivation().run(own, statement, Effort()).outcome
        for statement in (own.printed, equation(2 * y, t**2 + t), equation(x, t**2 + t))
    }
    assert list(found.values()) == ["holds", "fails", "fails"]
    with pytest.raises(ValueError, match="expected a letter"):
        run(ByDerivation(), equation(2 * y, t**2 + t), derive=lambda: derive(t * (t + 1)).expand())


def test_a_broken_derivation_is_an_error_and_no_pass():
    with pytest.raises(DerivationError):
        run(ByDerivation(), equation(y, t), derive=lambda: derive(t).equals(2 * t))


def test_a_chain_of_bounds_is_no_proof_of_an_equality():
    with pytest.raises(ValueError, match="a chain of bounds"):
        run(
            ByDerivation(),
            equation(y, 2 * t),
            derive=lambda: derive(t**2 + 1).at_least(2 * t, "a square"),
        )


@pytest.mark.parametrize("number", [0, 1])
def test_a_proof_says_nothing_of_a_claim_without_an_assumption_it_was_worked_out_under(number):
    """For even p the frequency p/2 may have a larger utility: "p is odd" is needed."""
    whole = catalogued("modular.summands-maximum")
    (check,) = (one for one in checks_for(whole) if isinstance(one, Symbolic))
    assert check.run(whole, whole.expr, Effort()).outcome == "holds"
    fewer = replace(whole, given=whole.given[:number] + whole.given[number + 1 :])
    assert check.run(fewer, whole.expr, Effort()).outcome == "unknown"


@pytest.mark.parametrize("where", [sp.sin, sp.cos])
def test_limits_that_do_not_exist_are_not_equal(where):
    """SymPy gives both of them as the same interval."""
    statement = equation(sp.Limit(sp.sin(1 / p), p, 0), sp.Limit(where(1 / p), p, 0))
    assert not provable(statement)
    assert Symbolic().run(claim(statement), statement, Effort()).outcome == "unknown"
