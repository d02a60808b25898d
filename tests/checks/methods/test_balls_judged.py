"""A relation is decided only where the balls decide it, by as much as was measured."""

from fractions import Fraction

import flint
import mpmath
import pytest
import sympy as sp
from flint import arb
from hypothesis import given
from hypothesis import strategies as st

from checks.methods.balls import Undefined, evaluate, judge, precision
from checks.methods.measured import alone

x, y = sp.symbols("x y", real=True)
f = sp.Function("f")
tiny = sp.Rational(1, 10**80)


@pytest.mark.parametrize("value", [mpmath.inf, -mpmath.inf, float("inf"), mpmath.nan, float("nan")])
def test_a_measurement_that_is_no_finite_number_is_an_error_and_no_rejected_instance(value):
    with pytest.raises(
        ArithmeticError, match="a measured value is .*: expected a finite number"
    ) as caught:
        alone(value)
    assert not isinstance(caught.value, Undefined)


@pytest.mark.parametrize(
    "statement", [sp.Eq(x, sp.log(x - 5), evaluate=False), sp.Eq(sp.log(x - 5), x, evaluate=False)]
)
def test_one_side_without_a_value_is_a_violation(statement):
    broken = judge(statement, {x: sp.Integer(1)})
    assert broken.holds is False and "x = 1, but log(x - 5) has no real value" in broken.sides


def test_where_neither_side_has_a_value_or_the_measured_one_has_none_there_is_no_instance():
    with pytest.raises(Undefined):
        judge(sp.Eq(sp.log(x - 5), 2 * sp.log(x - 5), evaluate=False), {x: sp.Integer(1)})
    with pytest.raises(Undefined):
        judge(sp.Eq(sp.log(x - 5), x, evaluate=False), {x: alone(1.0)}, 1e-10)


def test_an_implication_whose_premise_fails_asserts_nothing_there():
    claim = sp.Implies(sp.Gt(x, 2, evaluate=False), sp.Eq(x, 7, evaluate=False))
    assert judge(claim, {x: sp.Integer(1)}).idle and judge(claim, {x: sp.Integer(1)}).holds
    assert not judge(claim, {x: sp.Integer(7)}).idle
    assert not judge(
        sp.And(claim, sp.Gt(x, 0, evaluate=False), evaluate=False), {x: sp.Integer(1)}
    ).idle


RELATIONS = [
    (sp.Gt, (False, False, True)),
    (sp.Ge, (False, True, True)),
    (sp.Lt, (True, False, False)),
    (sp.Le, (True, True, False)),
    (sp.Eq, (False, True, False)),
    (sp.Ne, (True, False, True)),
]


@pytest.mark.parametrize("relation, answers", RELATIONS)
def test_strict_and_weak_relations_at_less_equal_and_greater(relation, answers):
    for value, answer in zip((1, 2, 3), answers):
        assert judge(relation(x, 2, evaluate=False), {x: sp.Integer(value)}).holds is answer


@pytest.mark.parametrize("relation, answers", RELATIONS)
def test_a_gap_of_1e_80_is_found_by_raising_the_precision(relation, answers):
    """192 bits are 57 digits, so the first balls overlap at every one of the three; 384 bits (115
    digits) tell them apart.
    """
    root = sp.sqrt(2)
    for value, answer in zip((-1, 1), (answers[0], answers[2])):
        found = judge(relation(root + value * tiny + x, root, evaluate=False), {x: sp.Integer(0)})
        assert found.holds is answer
    with precision(192):
        assert evaluate(root + tiny * x, {x: sp.Integer(1)}).overlaps(evaluate(root, {}))


def test_a_domain_that_is_missed_by_1e_80_is_decided_by_raising_the_precision():
    almost = sp.Add(sp.sin(x) ** 2, sp.cos(x) ** 2, -1, tiny, evaluate=False)  # = 1e-80
    found = judge(sp.Lt(sp.log(almost), -184, evaluate=False), {x: sp.Integer(1)})
    assert found.holds is True  # log(1e-80) = -184.2


def test_an_identity_between_transcendental_numbers_is_enclosed_not_decided_when_strict():
    both = sp.sin(2 * x), 2 * sp.sin(x) * sp.cos(x)
    at = {x: sp.Rational(1, 3)}
    equal = judge(sp.Eq(*both, evaluate=False), at)
    assert equal.holds is True and equal.digits >= 50
    assert judge(sp.Ge(*both, evaluate=False), at).holds is True
    assert judge(sp.Gt(*both, evaluate=False), at).holds is None


def test_a_relation_is_decided_at_two_precisions_that_overlap(monkeypatch):
    """A function that is wrong at one precision is found out."""
    from checks.methods import functions

    monkeypatch.setitem(
        functions.REAL.functions, sp.sin, lambda v: v.sin() + (1 if flint.ctx.prec == 192 else 0)
    )
    own = sp.Dummy("x", real=True)  # formulas are kept: nobody else's may be the wrong one
    with pytest.raises(ArithmeticError, match="do not meet"):
        judge(sp.Gt(sp.sin(own), 1, evaluate=False), {own: sp.Integer(1)})


@given(st.floats(0.1, 100), st.floats(-3e-9, 3e-9))
def test_measured_values_may_differ_by_their_tolerance_and_not_by_more(value, error):
    """Both sides carry 1e-9 relative uncertainty, so a gap of 1e-9 is allowed for certain and
    2.5e-9 is not.
    """
    found = judge(
        sp.Eq(x, y, evaluate=False), {x: alone(value * (1 + error)), y: alone(value)}, 1e-9
    )
    if abs(error) < 0.9e-9:
        assert found.holds is True
    if abs(error) > 2.5e-9:
        assert found.holds is False


def test_the_uncertainty_of_a_measurement_is_carried_through_the_formula():
    """x = 1e6 + 1 measured to 1e-9 is known to 1e-3: its distance 1 from 1e6 is known to 1e-3, not
    to 1e-9.
    """
    relation = sp.Eq(y, x - 10**6, evaluate=False)
    assert judge(relation, {x: alone(1e6 + 1), y: alone(1.0005)}, 1e-9).holds is True
    assert judge(relation, {x: alone(1e6 + 1), y: alone(1.01)}, 1e-9).holds is False


def test_measured_inequalities_forgive_a_tolerance_only_when_weak():
    assert judge(sp.Ge(x, 1, evaluate=False), {x: alone(1 - 1e-12)}, 1e-9).holds is True
    assert judge(sp.Ge(x, 1, evaluate=False), {x: alone(1 - 1e-6)}, 1e-9).holds is False
    assert judge(sp.Gt(x, 1, evaluate=False), {x: alone(1 - 1e-12)}, 1e-9).holds is None
    assert judge(sp.Gt(x, 1, evaluate=False), {x: alone(1 + 1e-12)}, 1e-9).holds is None
    assert judge(sp.Lt(x, 1, evaluate=False), {x: alone(1 + 1e-6)}, 1e-9).holds is False


def test_an_exact_tie_breaks_a_strict_inequality_whatever_the_tolerance():
    assert judge(sp.Lt(x, 1, evaluate=False), {x: sp.Integer(1)}, 1e-9).holds is False
    assert judge(sp.Ne(x, 1, evaluate=False), {x: 1}, 1e-9).holds is False


def test_whole_numbers_and_fractions_are_never_uncertain():
    assert judge(sp.Eq(x, 10**12, evaluate=False), {x: 10**12 + 1}, 1e-9).holds is False
    assert (
        judge(sp.Eq(x - 10**12, 1, evaluate=False), {x: 10**12 + 2}, 1e-9).holds is False
    )  # exact, so the 2 is a 2


def test_a_measured_function_is_called_at_the_arguments_of_the_formula():
    assert (
        judge(sp.Eq(f(2 * x), 36, evaluate=False), {f: lambda v: alone(v**2), x: 3}, 1e-12).holds
        is True
    )


@pytest.mark.parametrize("p", [True, False])
@pytest.mark.parametrize("q", [True, False])
def test_connectives_have_their_truth_tables(p, q):
    def fact(value, symbol):
        return sp.Eq(symbol, 1 if value else 2, evaluate=False)

    at = {x: sp.Integer(1), y: sp.Integer(1)}
    P, Q = fact(p, x), fact(q, y)
    for statement, answer in (
        (sp.And(P, Q, evaluate=False), p and q),
        (sp.Or(P, Q, evaluate=False), p or q),
        (sp.Not(P, evaluate=False), not p),
        (sp.Implies(P, Q, evaluate=False), not p or q),
        (sp.Equivalent(P, Q, evaluate=False), p == q),
    ):
        assert judge(statement, at).holds is answer


def test_precision_is_put_back_also_after_an_error():
    with pytest.raises(Undefined):
        judge(sp.Eq(sp.log(x), sp.sqrt(x), evaluate=False), {x: sp.Integer(-1)})
    assert flint.ctx.prec == 53


@pytest.mark.parametrize(
    "relation, values, tolerance, means",
    [
        (sp.Gt(x, x**2), {x: Fraction(3, 2)}, None, "exact"),
        (sp.Eq(x**2, sp.sqrt(2)), {x: 1}, None, "exact"),
        (sp.Eq(x**2, sp.log(2)), {x: 1}, None, "enclosed"),
        (sp.Eq(x, 2), {x: arb(1, 1e-9), y: 1}, 1e-9, "enclosed"),
        (sp.Eq(f(1), 2), {f: lambda i: Fraction(1, 3)}, 1e-9, "exact"),
        (sp.Eq(f(1), 2), {f: lambda i: alone(1.0)}, 1e-9, "measured"),
        # a whole number may have been counted in what was measured
        (sp.Eq(x, 2), {x: 1, y: alone(1.0)}, 1e-9, "measured"),
        (sp.Eq(x, 2), {x: alone(1.0)}, 1e-9, "measured"),
        (sp.Eq(x, 2), {x: 1}, 1e-9, "exact"),
    ],
)
def test_a_refutation_says_what_it_rests_on(relation, values, tolerance, means):
    found = judge(relation, values, tolerance)
    assert (found.holds, found.means) == (False, means)


@pytest.mark.parametrize("relation", [sp.Ne, sp.Lt, sp.Gt])
def test_a_tie_of_exact_numbers_breaks_what_is_strict_also_beside_something_measured(relation):
    values = {x: 4, y: alone(1.0)}
    assert judge(relation(x, 4, evaluate=False), values, 1e-9).holds is False
    assert judge(relation(y, 1, evaluate=False), values, 1e-9).holds is None


def test_what_has_no_value_is_not_true_because_it_is_denied():
    below = sp.Lt(sp.log(x), 1, evaluate=False)
    never = sp.Lt(2, 1, evaluate=False)
    for statement in (
        below,
        sp.Not(below, evaluate=False),
        sp.Equivalent(never, below, evaluate=False),
        sp.And(sp.Gt(2, 1, evaluate=False), sp.Not(below, evaluate=False), evaluate=False),
    ):
        found = judge(statement, {x: -1})
        assert found.holds is False and "has no real value at -1" in found.sides
    # a premise that has none does not hold: nothing is said there
    assert judge(sp.Implies(below, never, evaluate=False), {x: -1}).idle
    # a guard says where the other part is meant
    assert judge(sp.Or(sp.Le(x, 0), below, evaluate=False), {x: -1}).holds
