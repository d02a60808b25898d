"""Where both sides are one number, > is false, and random instances do not show it."""

from dataclasses import replace

import pytest
import sympy as sp

from checks.methods.certified import Certified
from checks.methods.check import Effort
from checks.methods.measured import alone
from checks.methods.property import Property
from checks.methods.ties import sharpens, tied, with_ties
from checks.run.tasks import check_claim
from theory import Claim, claim

x, y = sp.symbols("x y", positive=True)
CIRCLE = sp.sin(x) ** 2 + sp.cos(x) ** 2


def own(statement):
    return Claim(id="mine.tie", title="A tie", kind="inequality", printed=statement)


@pytest.mark.parametrize("relation", [sp.Eq, sp.Ge, sp.Le])
def test_what_is_weak_holds_at_a_tie(relation):
    assert with_ties(relation(CIRCLE, 1, evaluate=False)) is sp.true


@pytest.mark.parametrize("relation", [sp.Ne, sp.Gt, sp.Lt])
def test_what_is_strict_fails_at_a_tie(relation):
    assert with_ties(relation(CIRCLE, 1, evaluate=False)) is sp.false


def test_an_equivalence_of_weak_and_strict_is_false_at_a_tie_and_one_of_two_strict_is_true():
    weak, strict = sp.Ge(x, y, evaluate=False), sp.Gt(2 * x, 2 * y, evaluate=False)
    assert with_ties(sp.Equivalent(weak, strict), {y: x}) is sp.false
    also = sp.Gt(x, y, evaluate=False)
    assert with_ties(sp.Equivalent(also, strict, evaluate=False), {y: x}) is sp.true


def test_sides_that_algebra_does_not_show_equal_are_left_alone():
    statement = sp.Gt(x, y)
    assert with_ties(statement) == statement and tied(statement) is None


@pytest.mark.parametrize(
    "relation, outcome", [(sp.Ge, "holds"), (sp.Gt, "fails"), (sp.Lt, "fails"), (sp.Le, "holds")]
)
def test_balls_that_never_separate_are_decided_by_algebra(relation, outcome):
    statement = relation(sp.log(x**2), 2 * sp.log(x), evaluate=False)
    found = Certified().run(own(statement), statement, Effort())
    assert found.outcome == outcome
    assert outcome == "holds" or found.refuted_by == "exact"


def observed(relation, gap):
    from hypothesis import strategies as st

    def measure(value, effort):
        return [{x: alone(1.0 + gap * (value > 0.5)), y: alone(1.0)}]

    way = Property("measured", st.floats(0, 1), measure, 1e-9, "doubles", examples=(40, 40, 40))
    statement = relation(x, y, evaluate=False)
    return way.run(own(statement), statement, Effort()).outcome


def test_one_tie_within_the_error_leaves_what_is_strict_open():
    assert observed(sp.Gt, 1.0) == "unknown" and observed(sp.Ne, 1.0) == "unknown"
    assert observed(sp.Ge, 1.0) == "holds"


def test_a_statement_is_sharper_where_it_says_more_or_assumes_less():
    a, b = sp.Ge(x, y, evaluate=False), sp.Ge(x**2, y, evaluate=False)
    assert sharpens(sp.Gt(x, y), a) and sharpens(sp.Lt(y, x), a) and not sharpens(a, sp.Gt(x, y))
    assert not sharpens(a, a) and not sharpens(sp.Gt(x, 2 * y), a)
    assert sharpens(sp.Implies(a, sp.Gt(x**2, y)), sp.Implies(a, b))
    assert not sharpens(sp.Implies(sp.Gt(x, y), b), sp.Implies(a, b))
    assert sharpens(sp.Implies(a, b), sp.Implies(sp.Gt(x, y), b))
    assert sharpens(sp.Equivalent(a, sp.Gt(x**2, y)), sp.Equivalent(sp.Gt(x, y), sp.Gt(x**2, y)))


def test_samples_of_a_claim_say_nothing_of_it_with_a_strict_sign():
    ours = claim("diagonal.integral-bounded")
    strict = sp.Lt(*ours.expr.args, evaluate=False)

    def measure(value, effort):
        return [{one: alone(value) for one in strict.free_symbols}]

    from hypothesis import strategies as st

    way = Property("half", st.just(0.5), measure, 1e-9, "doubles", confirm=measure)
    asked = replace(ours, printed=strict, corrected=None, erratum="", severity=None)
    assert check_claim(ours, Effort(), checks=[way]).verdict == "tested"
    assert check_claim(asked, Effort(), checks=[way]).verdict == "unknown"
