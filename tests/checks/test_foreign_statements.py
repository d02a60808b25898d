"""A statement that a check has no meaning for is `unknown`, with the reason: neither an error nor
true nor false.
"""

from dataclasses import replace

import pytest
import sympy as sp
from sympy.logic import boolalg

from checks import verify
from checks.methods import check
from checks.methods.check import Effort
from checks.run.tasks import check_claim
from theory import claim

ACCEPTED = {"proved", "argued", "certified", "tested", "supported"}
# every setting, and every method that judges another statement than the claim's own
CLAIMS = [
    "framework.conserved-quantity",
    "diagonal.conserved",
    "diagonal.utility-interpolates",
    "linear.aligned-mode",
    "attention.rayleigh",
    "modular.width",
]
f = sp.Function("f_other")
n = sp.Symbol("n_other", integer=True, positive=True)
A = sp.MatrixSymbol("A_other", 2, 2)
P, Q = sp.symbols("P_other Q_other")


def raw(relation, left, right):
    return relation(left, right, evaluate=False)


# What is said beside the claim, of one of its letters x; is it true? (None: that hangs on f, A, P.)
BESIDE = {
    "gamma": (lambda x: raw(sp.Gt, sp.gamma(x**2 + 1), 0), True),
    "gamma, wrong": (lambda x: raw(sp.Gt, sp.gamma(x**2 + 1), 10**90), False),
    "KroneckerDelta": (lambda x: raw(sp.Le, sp.KroneckerDelta(n, n + 1), x**2), True),
    "KroneckerDelta, wrong": (lambda x: raw(sp.Eq, sp.KroneckerDelta(x, 0), 2), False),
    "an undefined function": (lambda x: raw(sp.Eq, f(x), x), None),
    "an undefined function and one more": (lambda x: raw(sp.Eq, f(x), f(x) + 1), False),
    "Piecewise": (lambda x: raw(sp.Ge, sp.Piecewise((x, x > 0), (-x, True)), 0), True),
    "Piecewise, wrong": (lambda x: raw(sp.Eq, sp.Piecewise((1, x > 0), (2, True)), 7), False),
    "Mod": (lambda x: raw(sp.Eq, sp.Mod(x, 7), 8), False),
    "Max": (lambda x: raw(sp.Ge, sp.Max(x, 3), x), True),
    "floor": (lambda x: raw(sp.Le, sp.floor(x), x), True),
    "floor, wrong": (lambda x: raw(sp.Gt, sp.floor(x), x), False),
    "ceiling": (lambda x: raw(sp.Lt, sp.ceiling(x), x), False),
    "Derivative": (lambda x: raw(sp.Eq, sp.Derivative(f(x), x), 1), None),
    "Subs": (lambda x: raw(sp.Eq, sp.Subs(sp.Derivative(f(n), n), n, x), 1), None),
    "an infinite sum": (
        lambda x: raw(sp.Eq, sp.Sum(x**n / sp.factorial(n), (n, 0, sp.oo)), sp.exp(x)),
        True,
    ),
    "Product": (lambda x: raw(sp.Eq, sp.Product(n + x * 0, (n, 1, 3)), 7), False),
    "an infinite product": (
        lambda x: raw(sp.Ge, sp.Product(1 + x**2 / n**2, (n, 1, sp.oo)), 1),
        True,
    ),
    "a matrix": (lambda x: raw(sp.Eq, A * A, A), None),
    "a trace": (lambda x: raw(sp.Eq, sp.Trace(A), x), None),
    "a truth value": (lambda x: P, None),
    "Xor": (lambda x: boolalg.Xor(raw(sp.Gt, sp.zeta(x), 0), P), None),
    "Xor of two letters": (lambda x: boolalg.Xor(raw(sp.Gt, x**2, -1), raw(sp.Lt, x**2, -1)), True),
    "if, then, else": (lambda x: boolalg.ITE(raw(sp.Gt, x, 0), P, Q), None),
    "Integral": (
        lambda x: raw(sp.Gt, sp.Integral(sp.exp(-(n**2) - x**2), (n, -sp.oo, sp.oo)), 0),
        True,
    ),
    "Limit": (lambda x: raw(sp.Eq, sp.Limit(x + 1 / n, n, sp.oo), x + 1), False),
    "erf": (lambda x: raw(sp.Le, sp.erf(x), 1), True),
    "the imaginary unit": (lambda x: raw(sp.Eq, sp.Add(x, sp.I, -sp.I, evaluate=False), x), True),
    "infinity": (lambda x: raw(sp.Lt, x, sp.oo), True),
    "nan": (lambda x: raw(sp.Eq, x, sp.nan), False),
    "a float": (lambda x: raw(sp.Eq, x**2 + 0.5, x**2 + sp.Rational(1, 2)), True),
    "a set": (lambda x: sp.Contains(x, sp.Interval(0, 1), evaluate=False), None),
    "Bessel's function": (lambda x: raw(sp.Gt, sp.besselj(0, x), 2), False),
    "a letter without a value": (lambda x: raw(sp.Eq, sp.Symbol("loose_other"), x), None),
}


def letter_of(one):
    return min((s for s in one.expr.free_symbols), key=lambda symbol: symbol.name)


@pytest.mark.parametrize("identifier", CLAIMS)
@pytest.mark.parametrize("name", BESIDE)
def test_what_a_check_does_not_understand_is_no_error_and_is_judged_rightly_or_not_at_all(
    identifier, name, monkeypatch
):
    judged_rightly_or_not_at_all(identifier, name, monkeypatch)


@pytest.mark.parametrize("name", ["KroneckerDelta", "Derivative", "a matrix", "a truth value"])
def test_a_flow_that_is_slow_is_not_run_for_what_is_not_understood(name, monkeypatch):
    judged_rightly_or_not_at_all("relu.constant-ratio", name, monkeypatch)


def judged_rightly_or_not_at_all(identifier, name, monkeypatch):
    monkeypatch.setattr(check, "SHRINKS_EACH", 0)  # no small counterexample is asked for
    ours = claim(identifier)
    beside, true = BESIDE[name]
    said = boolalg.And(ours.expr, beside(letter_of(ours)), evaluate=False)
    other = replace(ours, printed=said, corrected=None, erratum="", severity=None, derive=None)
    result = check_claim(other, Effort(instances=2))
    assert result.verdict != "error", [one.detail for one in result.evidence]
    assert true is not False or result.verdict not in ACCEPTED, result
    assert true is not True or result.verdict != "refuted", result


def test_the_reason_is_said():
    ours = claim("modular.width")
    result = verify("modular.width", sp.Eq(f(letter_of(ours)), letter_of(ours)))
    assert result.verdict == "unknown"
    assert any("no ball arithmetic for f_other" in " ".join(one.detail) for one in result.evidence)


def test_a_check_that_breaks_on_the_claims_own_form_is_an_error_still():
    class Broken:
        name, method = "broken", "property"

        def run(self, claim, statement, effort):
            raise ZeroDivisionError("ours")

    ours = claim("diagonal.conserved")
    assert check_claim(ours, Effort(), checks=[Broken()]).verdict == "error"
    other = replace(ours, printed=sp.Eq(letter_of(ours), 1), derive=None)
    found = check_claim(other, Effort(), checks=[Broken()])
    (said,) = found.evidence
    assert (found.verdict, said.outcome) == ("vacuous", "unknown")
    assert "ZeroDivisionError: ours" in said.detail[0]
