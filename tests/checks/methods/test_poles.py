"""A statement that divides by zero inside its assumptions is not true there, though the factor
cancels.
"""

import pytest
import sympy as sp
from sympy import Abs, And, Eq, Piecewise, Rational, Symbol, cosh

from checks.methods.check import Effort
from checks.methods.proved import Symbolic
from tests.toy import toy_claim
from theory.claim import equation

x, y, z = sp.symbols("x y z", real=True)
p = Symbol("p", positive=True)
n = Symbol("n", integer=True, positive=True)
SEVENTH = Rational(137, 1000)  # nobody draws this one


def outcome(statement, definitions, given=()):
    toy = toy_claim(statement, given=given)
    return Symbolic("proof", definitions).run(toy, statement, Effort())


@pytest.mark.parametrize(
    "statement, where, given",
    [
        (equation(z / x, y), {z: x * y}, ()),
        (equation(z, (x**2 - SEVENTH * x) / (x - SEVENTH)), {z: x}, ()),
        (equation(z, (p**2 - SEVENTH**2) / (p - SEVENTH)), {z: p + SEVENTH}, ()),
        (equation(z**2 / (x * y), x * y), {z: x * y}, ()),
        (equation(z / Abs(x - y), 1), {z: Abs(x - y)}, ()),
        (equation(z / (n - 4), 1), {z: n - 4}, ()),
        (And(Eq(z, x), equation(z / x, 1), evaluate=False), {z: x}, (x >= 0,)),
        # where no fraction is zero
        (equation((x**2 - 2) / (x - sp.sqrt(2)), x + sp.sqrt(2)), {}, ()),
        (equation((x**4 - 4) / (x**2 - 2), x**2 + 2), {}, ()),
        (equation(z / (x**2 + y - 3), 1), {z: x**2 + y - 3}, ()),
        (equation(sp.sin(2 * p) / sp.sin(p), 2 * sp.cos(p)), {}, ()),
        (equation((sp.exp(2 * x) - 4) / (sp.exp(x) - 2), sp.exp(x) + 2), {}, ()),
        (equation(sp.tan(x) * sp.cos(x), sp.sin(x)), {}, ()),
    ],
)
def test_a_zero_below_a_fraction_is_found_though_it_cancels(statement, where, given):
    found = outcome(statement, where, given)
    assert found.outcome == "fails" and found.refuted_by == "exact"
    assert "is divided by at" in found.counterexample


@pytest.mark.parametrize(
    "statement, where, given",
    [
        (equation(z / p, y), {z: p * y}, ()),
        (equation(z / x, y), {z: x * y}, (x > 0,)),
        (equation(z / x, y), {z: x * y}, (sp.Ne(x, 0),)),
        (equation(z / (n - Rational(1, 2)), 1), {z: n - Rational(1, 2)}, ()),
        (equation(z, Piecewise((y, Eq(x, 0)), (x * y / x, True))), {z: y}, ()),
        (equation(1 / z, 1 / x), {z: x}, ()),  # neither side has a value there
        (equation(z / cosh(x), 1), {z: cosh(x)}, ()),
        (equation((x**2 - 2) / (x - sp.sqrt(2)), x + sp.sqrt(2)), {}, (x < 1,)),
        (equation((n**2 - 2) / (n - sp.sqrt(2)), n + sp.sqrt(2)), {}, ()),
        (equation(sp.sin(2 * x) / sp.sin(x), 2 * sp.cos(x)), {}, (x > 0, x < 3)),
        (equation(sp.tan(x), sp.sin(x) / sp.cos(x)), {}, ()),
    ],
)
def test_what_is_never_zero_inside_the_assumptions_is_left_alone(statement, where, given):
    assert outcome(statement, where, given).outcome == "holds"


C = Rational(10, 3)


@pytest.mark.parametrize(
    "statement",
    [
        equation(
            (sp.sin(x) ** 2 - sp.cos(x) ** 2) / (sp.sin(x) - sp.cos(x)), sp.sin(x) + sp.cos(x)
        ),
        equation((x**2 - 4 * sp.exp(2 * x)) / (x + 2 * sp.exp(x)), x - 2 * sp.exp(x)),
        equation((p**2 * sp.log(p) ** 2 - 1) / (p * sp.log(p) - 1), p * sp.log(p) + 1),
        equation(
            ((x**5 + y**5 + x * y - 5) ** 2 - 1) / (x**5 + y**5 + x * y - 6),
            x**5 + y**5 + x * y - 4,
        ),
        # inside a sum, a case or a derivative; the poles of gamma
        equation(sp.Sum((x**2 - C**2) / (x - C), (sp.Dummy("k"), 1, n)), n * (x + C)),
        equation(Piecewise(((x**2 - C**2) / (x - C), x > -100), (x + C, True)), x + C),
        equation(sp.Derivative((x**2 - C**2) / (x - C), x), 1),
        equation(sp.gamma(x + 8), (x + 7) * sp.gamma(x + 7)),
    ],
)
def test_where_zeros_are_not_known_nothing_is_shown(statement):
    found = outcome(statement, {})
    assert found.outcome == "unknown" and "zero somewhere is not known" in found.detail[-1]


@pytest.mark.parametrize(
    "statement",
    [
        equation(sp.tanh(x + y), (sp.tanh(x) + sp.tanh(y)) / (1 + sp.tanh(x) * sp.tanh(y))),
        equation(z / (2 + sp.sin(x)) * (2 + sp.sin(x)), z),
        equation(sp.gamma(p + 1), p * sp.gamma(p)),
        equation((p**2 - 1) / (p + 1), p - 1),
    ],
)
def test_what_is_never_zero_may_be_divided_by(statement):
    assert outcome(statement, {}).outcome == "holds"
