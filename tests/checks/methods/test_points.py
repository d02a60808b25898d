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
        sp.Implies(x >= POINT, sp.Eq(y, 1)),
        sp.Implies((x * y <= POINT) & (y > 0), sp.Eq(y, 1)),
        sp.Ge(x, sp.Piecewise((y, x > POINT), (y - 1, True)), evaluate=False),
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
        sp.Implies(x >= POINT, KEPT),
        sp.Implies(sp.Ne(x, 1), sp.Eq(y, sp.Piecewise((2, x > 1), (1, True)))),
        sp.Eq(y, sp.Piecewise((x, x > 1), (2 - x, True)), evaluate=False),
        sp.Implies(n >= 3, sp.Eq(y, 1)),
    ],
)
def test_what_instances_can_break_is_left_to_them(statement):
    assert unseen_points(statement, KEPT) is None


def test_what_the_claim_says_itself_is_no_new_point():
    known = sp.Implies(sp.Eq(x, y), sp.Ne(x, 0))
    assert unseen_points(sp.And(known, x < 3, evaluate=False), known) is None
    assert unseen_points(sp.Implies(sp.Eq(y - x, 0), sp.Ne(0, x)), known) is None


def test_a_threshold_that_no_instance_meets_is_not_tested():
    """b/(1 + b) is the limit where b lambda t = 1, neither b nor 0."""
    ours = claim("linear.aligned-mode")
    at = {one.name: one for one in ours.expr.free_symbols}
    b, limit = at["b_mode"], at["mode_limit"]
    course = b * at["lam_mode"] * at["t"]
    for false in (
        sp.Implies(course >= 1, sp.Eq(limit, b)),
        sp.Implies(course <= 1, sp.Eq(limit, 0)),
        sp.Eq(limit, sp.Piecewise((b, course > 1), (0, True))),
    ):
        assert verify(ours.id, false).verdict == "unknown"
    true = sp.Implies(sp.Ne(course, 1), sp.Eq(limit, sp.Piecewise((b, course > 1), (0, True))))
    assert verify(ours.id, true).verdict == "tested"


@pytest.mark.parametrize("form", [sp.Ne, lambda a, b: sp.Or(a < b, a > b, evaluate=False)])
def test_a_statement_that_is_false_at_one_measured_value_is_not_tested(form):
    ours = claim("linear.aligned-mode")
    limit = next(one for one in ours.expr.free_symbols if one.name == "mode_limit")
    found = verify(ours.id, sp.And(ours.expr, form(limit, POINT), evaluate=False))
    assert found.verdict == "unknown" and "no instance drawn here meets" in str(
        [one.detail for one in found.evidence]
    )


def test_the_edge_that_strict_cases_leave_out_is_not_met():
    case = sp.And(sp.Implies(x > 1, sp.Eq(y, x)), sp.Implies(x < 1, sp.Eq(y, 2)))
    assert unseen_points(sp.Eq(y, x) | sp.Eq(y, 2), case) == sp.Eq(x, 1, evaluate=False)
    assert unseen_points(sp.Implies(sp.Ne(x, 1), sp.Eq(y, x) | sp.Eq(y, 2)), case) is None
    assert unseen_points(case.args[0], case) is None
