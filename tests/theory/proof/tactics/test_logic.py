"""Quantifiers, premises, cases, induction: what they give, and what they say where they
do not fit.
"""

import pytest

from tests.theory.proof.evaluate import confirmed
from theory.proof.rules import Refused, assume, reflexive
from theory.proof.tactics import (
    NotShown,
    at,
    bound,
    by_cases,
    combine,
    equal_inside,
    exists,
    fact,
    filled,
    forall,
    from_premises,
    given,
    induction,
    lam,
    obtain,
    parts,
    put,
    ring,
    substitute,
    swapped,
    symmetric,
    total,
)
from theory.proof.terms import INT, ZERO, both, call, eq, implies, le, lt, num, var

x, y = var("x"), var("y")
IDENTITY = lam(lambda k: k, INT)


def test_a_name_that_a_theorem_does_not_have_is_named():
    theorem = assume(le(0, x))
    assert put(theorem, x=y).conclusion is le(0, y) and put(theorem) is theorem
    with pytest.raises(NotShown, match="no letter named q in .*\n.*its letters: x"):
        put(theorem, x=y, q=y)
    with pytest.raises(NotShown, match="no letter named w"):
        fact("exp-positive", w=x)


def test_values_and_premises_are_put_in_one_after_the_other():
    rule = assume(forall(lambda k: implies(lt(0, k), lt(k, y), eq(call("sign", k), 1))))
    found = at(rule, x, assume(lt(0, x)), assume(lt(x, y)))
    assert found.conclusion is eq(call("sign", x), 1)
    with pytest.raises(Refused):
        at(rule, x, assume(lt(x, y)))
    with pytest.raises(NotShown, match="nothing is implied"):
        given(assume(le(0, x)), assume(le(0, y)))


def test_a_conjunction_has_parts_and_an_existence_a_witness():
    whole = assume(both(le(0, x), both(le(x, y), le(y, 1))))
    assert [one.conclusion for one in parts(whole)] == [le(0, x), le(x, y), le(y, 1)]
    some = assume(exists(lambda w: both(lt(x, w), lt(w, y))))
    found = obtain(some, lambda w, known: bound(lt(x, y), (), [[one] for one in parts(known)]))
    assert found.conclusion is lt(x, y) and found.hypotheses == {some.conclusion}
    with pytest.raises(Refused):
        obtain(some, lambda w, known: parts(known)[0])  # it speaks of the witness


def test_both_cases_have_to_show_the_same():
    goal = le(0, x**2)
    found = by_cases(
        le(0, x), lambda _: bound(goal, (), [], [x]), lambda _: bound(goal, (), [], [x])
    )
    assert found.conclusion is goal and not found.hypotheses
    with pytest.raises(Refused):
        by_cases(le(0, x), lambda one: one, lambda one: one)


def test_induction_needs_its_base_and_its_step():
    def gauss(top):
        return eq(total(1, top, lambda k: k), num(1, 2) * top * (top + 1))

    def step(top, above, now):
        grown = fact("sum-step", bound(le(1, top + 1), (), [[above]]), n=num(1), m=top, s=IDENTITY)
        return ring(gauss(top + 1), grown, now)

    empty = fact("sum-empty", bound(lt(0, 1)), n=num(1), m=ZERO, s=IDENTITY)
    theorem = induction(gauss, 0, ring(gauss(ZERO), empty), step)
    assert confirmed(theorem, tries=1) == 1
    with pytest.raises(Refused):
        induction(gauss, 0, ring(gauss(ZERO), empty), lambda top, above, now: now)


def test_equals_are_put_for_equals():
    equation = assume(eq(x, y))
    assert substitute(assume(le(x, x + 1)), equation).conclusion is le(y, y + 1)
    assert equal_inside(call("exp", x), equation).conclusion is eq(call("exp", x), call("exp", y))
    assert symmetric(equation).conclusion is eq(y, x)
    assert swapped(x + call("exp", x), x, y) is y + call("exp", y)
    assert combine(eq(x, x)).conclusion is reflexive(x).conclusion


def test_a_table_fills_the_letters_of_a_theorem():
    theorem = filled(assume(le(x, y)), {x: num(1), y: x})
    assert theorem.conclusion is le(1, x) and theorem.hypotheses == {le(1, x)}


def test_what_follows_from_premises_is_said_with_them_in_their_order():
    theorem = from_premises(lambda first, second: second, le(0, x), lt(0, y))
    assert theorem.conclusion is implies(le(0, x), lt(0, y), lt(0, y)) and not theorem.hypotheses
