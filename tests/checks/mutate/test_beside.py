"""Mutants beside the formula: none that is false is accepted, and a check that reads a part is
found out.
"""

from dataclasses import replace

import pytest
import sympy as sp
from hypothesis import strategies as st
from sympy import And, Eq, Ge, Gt, Implies, Le, Lt, Ne, Or, symbols

from checks.evidence import Evidence
from checks.methods.balls import Undefined
from checks.methods.certified import Certified
from checks.methods.check import Beyond, Effort
from checks.methods.property import Property
from checks.methods.proved import Symbolic
from checks.mutate import Mutant, deciding
from checks.mutate.beside import denials, with_a_weaker_assumption, without_one_assumption
from tests.toy import toy_claim
from theory.catalogue import claim as claim_by_id
from theory.claim import equation

a, b = symbols("a b", positive=True)
x = sp.Symbol("x", real=True)


def toy(statement, monkeypatch, *checks, given=()):
    monkeypatch.setattr(deciding, "checks_for", lambda claim: checks)
    return toy_claim(statement, given=given)


@pytest.mark.parametrize(
    "relation, denied",
    [(Eq, {Ne, Gt, Lt}), (Ne, {Eq}), (Ge, {Lt}), (Gt, {Le}), (Le, {Gt}), (Lt, {Ge})],
)
def test_a_relation_is_denied_by_those_that_exclude_it(relation, denied):
    found = [
        m.statement for m in denials(relation(a, b, evaluate=False)) if m.operator == "relation"
    ]
    assert {type(one) for one in found} == denied and all(one.args == (a, b) for one in found)


def test_conclusions_and_conjuncts_are_denied_one_at_a_time_and_premises_never():
    found = [m.statement for m in denials(Implies(Gt(x, 0), And(Eq(a, x), Ge(b, x))))]
    denied = [one for one in found if isinstance(one, Implies)]
    assert len(denied) == 4 and all(one.args[0] == Gt(x, 0) for one in denied)
    assert [m.operator for m in denials(Or(Eq(a, x), Eq(b, x)))] == ["conjunct"]


class ReadsTheRightSide:
    """The kind of check that is to be found out: it looks at a position."""

    name, method = "right side", "property"

    def run(self, claim, statement, effort):
        first = statement.args[0] if isinstance(statement, And) else statement
        right = first.args[1]
        found = "holds" if right == b**2 else "fails"
        return Evidence(self.name, self.method, found, instances=1)


def test_a_check_that_reads_by_position_is_found_out(monkeypatch):
    claim = toy(equation(a, b**2), monkeypatch, ReadsTheRightSide())
    fates = [deciding.decide_beside(claim, m, Effort()) for m in denials(claim.expr)]
    assert {one.fate for one in fates if one.operator == "relation"} == {"survived"}


def test_checks_that_judge_the_whole_statement_accept_nothing_false(monkeypatch):
    definitions = {a: b**2}
    for check in (Certified("balls", definitions), Symbolic("algebra", definitions)):
        claim = toy(equation(a, b**2), monkeypatch, check)
        fates = {deciding.decide_beside(claim, m, Effort()).fate for m in denials(claim.expr)}
        assert "survived" not in fates and "killed" in fates


def test_an_assumption_is_killed_unneeded_or_never_left(monkeypatch):
    needed = toy(Ge(x, 0, evaluate=False), monkeypatch, Certified("balls"), given=(x > 1,))
    ((name, weaker),) = without_one_assumption(needed)
    assert (name, weaker.given) == ("x > 1", ())
    assert deciding.decide_premise(name, weaker, Effort()).fate == "killed"
    square = toy(Ge(x**2, 0, evaluate=False), monkeypatch, Symbolic("algebra"), given=(x > 1,))
    ((name, weaker),) = without_one_assumption(square)
    assert deciding.decide_premise(name, weaker, Effort()).fate == "unneeded"
    ((name, weaker),) = without_one_assumption(
        toy(Ge(x**2, 0, evaluate=False), monkeypatch, Certified("balls"), given=(x > 1,))
    )
    assert deciding.decide_premise(name, weaker, Effort()).fate == "unnoticed"


def test_an_assumption_without_which_the_statement_has_no_value_is_needed():
    claim = claim_by_id("diagonal.symmetry")
    ((name, weaker),) = without_one_assumption(claim)
    fate = deciding.decide_premise(name, weaker, Effort())
    assert (name, fate.fate) == ("Ne(stretch, 0)", "killed") and "stretch != 0" in fate.by


def test_the_first_root_leaves_the_interval_where_its_start_lies_outside():
    claim = claim_by_id("diagonal.boundary-sign")
    fates = {
        name: deciding.decide_premise(name, weaker, Effort()).fate
        for name, weaker in without_one_assumption(claim)
        if name.startswith("s_i >") or name.startswith("s_i <")
    }
    assert fates == {"s_i >= -1": "killed", "s_i <= 1": "killed"}


def test_a_range_that_instances_are_drawn_from_is_no_premise():
    claim = claim_by_id("framework.scaling-symmetry")
    fates = {name: deciding.only_a_range(weaker) for name, weaker in without_one_assumption(claim)}
    assert fates == {"kappa >= 2": False, "kappa <= 6": True}


def test_a_weaker_assumption_lets_the_boundary_in(monkeypatch):
    k = sp.Symbol("k", integer=True)
    inverse = toy(Gt(1 / x, 0, evaluate=False), monkeypatch, Certified("balls"), given=(x > 0,))
    ((name, weaker),) = with_a_weaker_assumption(inverse)
    assert (name, weaker.given) == ("x >= 0", (Ge(x, 0),))
    assert deciding.decide_premise(name, weaker, Effort()).fate == "killed"
    whole = toy(Ge(k, 2, evaluate=False), monkeypatch, Certified("balls"), given=(k >= 2, k <= 6))
    ((name, weaker),) = with_a_weaker_assumption(whole)
    assert name == "k >= 1" and weaker.given == (Ge(k, 1), k <= 6)
    assert deciding.decide_premise(name, weaker, Effort()).fate == "killed"
    assert not list(with_a_weaker_assumption(toy(Ge(x, 0), monkeypatch, given=(x >= 1,))))


def test_mutants_of_a_statement_that_does_not_pass_say_nothing(monkeypatch):
    claim = toy(equation(a, b), monkeypatch, Certified("balls", {a: b + 1}))
    monkeypatch.setattr(deciding, "claim_by_id", lambda identifier: claim)
    with pytest.raises(deciding.NotPassed, match="framework.toy"):
        deciding.fates("framework.toy", Effort(), lambda fate: None)


def test_an_impossible_conjunct_is_refuted_by_whoever_reads_it(monkeypatch):
    claim = toy(equation(a, b), monkeypatch, Certified("balls", {a: b}))
    (conjunct,) = (m for m in denials(claim.expr) if m.operator == "conjunct")
    assert isinstance(conjunct, Mutant)
    assert deciding.decide_beside(claim, conjunct, Effort()).fate == "killed"


def test_instances_beyond_an_assumption_break_the_statement_or_say_that_it_was_not_needed(
    monkeypatch,
):
    def fate(statement):
        claim = toy(statement, monkeypatch, Certified("balls"), given=(x > 1,))
        monkeypatch.setattr(deciding, "claim_by_id", lambda identifier: claim)
        ((_, weaker),) = without_one_assumption(claim)
        return deciding.beyond(weaker, Effort())

    assert fate(Ge(x**2, 0, evaluate=False))[0] == "unneeded"
    assert fate(Ge(x, 0, evaluate=False))[0] == "killed"


def test_a_premise_is_needed_where_the_instances_kept_for_it_have_no_value(monkeypatch):
    def observe(value, effort):
        if value < 1:
            raise Undefined("nothing to observe")
        return [{x: value}]

    way = Property("numbers", st.just(2), observe, 1e-15, "whole numbers", confirm=observe)
    outside = Beyond(x > 1, st.just(0))
    claim = toy(
        Ge(x, 0, evaluate=False), monkeypatch, replace(way, beyond=(outside,)), given=(x > 1,)
    )
    monkeypatch.setattr(deciding, "claim_by_id", lambda identifier: claim)
    ((_, weaker),) = without_one_assumption(claim)
    fate, by = deciding.beyond(weaker, Effort())
    assert fate == "killed" and by.endswith("no value where it does not hold")


@pytest.mark.parametrize("excluded, fate", [(x > 1, "killed"), (x > 2, "unnoticed")])
def test_instances_kept_for_a_premise_are_drawn_where_it_is_dropped(monkeypatch, excluded, fate):
    def observe(value, effort):
        return [{x: value}]

    inside, outside = st.sampled_from((2, 3)), st.sampled_from((-1, -2))
    way = Property("numbers", inside, observe, 1e-15, "whole numbers", confirm=observe)
    claim = toy(
        Ge(x, 0, evaluate=False),
        monkeypatch,
        replace(way, beyond=(Beyond(excluded, outside),)),
        given=(x > 1,),
    )
    monkeypatch.setattr(deciding, "claim_by_id", lambda identifier: claim)
    ((_, weaker),) = without_one_assumption(claim)
    assert deciding.beyond(weaker, Effort())[0] == fate
