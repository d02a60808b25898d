"""A family of instances that is known exactly, under the assumptions that hold there."""

import sympy as sp

from checks.methods.check import Effort
from checks.methods.exactly import Exactly, equal_side
from theory import Claim

x, y = sp.symbols("x y", positive=True)


def run(statement, definitions, given=(), **options):
    claim = Claim(id="mine.family", title="x", kind="inequality", printed=statement, given=given)
    return Exactly("a family", lambda: definitions, "members", **options).run(
        claim, statement, Effort()
    )


def test_a_bound_that_the_family_attains_is_not_strict():
    weak, strict = (one(y, x**2, evaluate=False) for one in (sp.Ge, sp.Gt))
    held, broken = (run(one, {y: x * x}) for one in (weak, strict))
    assert held.outcome == "holds" and "attained by members" in held.detail
    assert broken.outcome == "fails" and broken.refuted_by == "exact"


def test_what_is_assumed_of_a_letter_is_assumed_of_what_stands_for_it():
    statement = sp.Ge(x, 1, evaluate=False)
    assert run(statement, {y: x}).outcome == "fails"
    assert run(statement, {y: x}, given=(y > 1,)).outcome == "holds"


def test_no_member_satisfies_the_assumptions_so_nothing_was_tried():
    assert run(sp.Ge(x, 0, evaluate=False), {y: -x}, given=(y > 1,)).empty


def test_the_side_that_is_shown_is_that_of_a_strict_part():
    first, second = sp.Ge(x, x, evaluate=False), sp.Gt(2 * y, y + y, evaluate=False)
    assert equal_side(sp.And(first, second, evaluate=False)) == 2 * y
