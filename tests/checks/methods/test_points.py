"""What is said of single points is not shown by instances that do not meet them."""

import pytest
import sympy as sp

from checks import verify
from checks.methods.points import unseen_points
from theory import claim

x, y = sp.symbols("x y", real=True)
n = sp.Symbol("n", integer=True)
POINT = sp.Rational(3, 7)
KEPT = sp.Ge(x, y, evaluate=False)


def beside(part):
    return sp.And(KEPT, part, evaluate=False)


@pytest.mark.parametrize(
    "statement",
    [
        beside(sp.Ne(x, POINT)),
        beside(sp.Not(sp.Eq(x, POINT), evaluate=False)),
        beside(sp.Or(x < POINT, x > POINT, evaluate=False)),
        beside((x - POINT) ** 2 > 0),
        beside(sp.Abs(x - POINT) > 0),
        beside((x - y) ** 2 > 0),
        sp.Implies(sp.Eq(x, POINT), x < y),
        sp.Equivalent(KEPT, sp.Ne(x, POINT)),
        sp.Ge(x, sp.Piecewise((y + 1, sp.Eq(x, POINT)), (y, True)), evaluate=False),
        sp.Ge(x, y + sp.KroneckerDelta(x, POINT), evaluate=False),
    ],
)
def test_a_single_point_is_seen_in_every_form(statement):
    assert unseen_points(statement, KEPT) is not None


@pytest.mark.parametrize(
    "statement",
    [
        KEPT,
        sp.Not(sp.Not(KEPT, evaluate=False), evaluate=False),
        beside(sp.Ne(x**2, -1)),
        beside((x**2 + 1) ** 2 > 0),
        beside(sp.Ne(n, 3)),
        beside(x > POINT),
        sp.Implies(sp.Ne(x, POINT), KEPT),
        sp.Implies((x - y) ** 2 > 0, KEPT),
        sp.Or(sp.Eq(x, POINT), KEPT),
    ],
)
def test_what_instances_can_break_is_left_to_them(statement):
    assert unseen_points(statement, KEPT) is None


def test_what_the_claim_says_itself_is_no_new_point():
    known = sp.Implies(sp.Eq(x, y), sp.Ne(x, 0))
    assert unseen_points(sp.And(known, x < 3, evaluate=False), known) is None
    assert unseen_points(sp.Implies(sp.Eq(y - x, 0), sp.Ne(0, x)), known) is None


@pytest.mark.parametrize("form", [sp.Ne, lambda a, b: sp.Or(a < b, a > b, evaluate=False)])
def test_a_statement_that_is_false_at_one_measured_value_is_not_tested(form):
    ours = claim("linear.aligned-mode")
    limit = next(one for one in ours.expr.free_symbols if one.name == "mode_limit")
    found = verify(ours.id, sp.And(ours.expr, form(limit, POINT), evaluate=False))
    assert found.verdict == "unknown" and "no instance drawn here meets" in str(
        [one.detail for one in found.evidence]
    )
