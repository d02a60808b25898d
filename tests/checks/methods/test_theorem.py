"""A verdict `proved` comes from the re-check, and from nothing else."""

import json
from dataclasses import replace

import pytest
import sympy as sp

from checks import verify
from checks.catalogue import checks_for
from checks.methods import theorem
from checks.methods.check import Effort
from checks.methods.rival import rival
from checks.methods.theorem import Kernel, rechecked, remember, written
from checks.run.tasks import check_claim
from theory import claim, claims, diagonal
from theory.catalogue import SETTINGS

PROVED = [one for one in claims() if one.id in written(one.setting)]


@pytest.fixture(autouse=True, scope="module")
def proofs_checked_once(proofs_checked_again):
    """As a run does; without it each theorem is a process of its own."""
    remember(proofs_checked_again)
    yield
    theorem._TOLD.clear()


@pytest.mark.parametrize("one", PROVED, ids=lambda one: one.id)
def test_the_theorem_of_a_claim_is_the_statement_that_we_stand_for(one):
    found = Kernel().run(one, one.expr, Effort())
    assert (found.outcome, found.method) == ("holds", "theorem"), found.detail


def changed(statement):
    """The same statement, false or another one: each conjunct denied, an extra conjunct, sides
    exchanged, a premise more.
    """
    yield sp.Not(statement, evaluate=False)
    yield sp.And(statement, sp.Eq(diagonal.alpha, 1, evaluate=False), evaluate=False)
    if isinstance(statement, sp.Eq):
        left, right = statement.args
        yield sp.Ne(left, right, evaluate=False)
        yield sp.Ge(left, right, evaluate=False)
        yield sp.Eq(left, right + 1, evaluate=False)


@pytest.mark.parametrize("one", PROVED[::4], ids=lambda one: one.id)
def test_another_statement_in_its_place_is_not_proved(one):
    for statement in changed(one.expr):
        if statement == one.expr:
            continue  # oo + 1 is oo
        denied = isinstance(one.expr, sp.Eq) and isinstance(statement, sp.Ne)
        denied |= isinstance(statement, sp.Eq) and rival(one, statement) is not None
        assert Kernel().run(one, statement, Effort()).outcome == ("fails" if denied else "unknown")


@pytest.mark.parametrize("relation", [sp.Gt, sp.Lt, sp.Ne])
def test_a_theorem_that_two_numbers_are_equal_refutes_that_they_differ(relation):
    one = claim("diagonal.maximal-utility")
    for sides in (one.expr.args, one.expr.args[::-1]):
        result = verify(one.id, relation(*sides, evaluate=False))
        assert result.verdict == "refuted"
        assert [e.outcome for e in result.evidence if e.method == "theorem"] == ["fails"]


def test_a_theorem_says_nothing_of_a_difference_that_it_does_not_deny():
    one = claim("diagonal.maximal-utility")
    for statement in (
        sp.Ge(*one.expr.args, evaluate=False),
        sp.Ne(one.expr.lhs, one.expr.rhs + 1, evaluate=False),
        sp.Or(sp.Gt(*one.expr.args, evaluate=False), sp.Ge(diagonal.alpha, 0, evaluate=False)),
    ):
        assert Kernel().run(one, statement, Effort()).outcome == "unknown"


def test_a_premise_that_is_dropped_makes_the_theorem_another_one():
    one = next(one for one in PROVED if any(g.args for g in one.given) and Kernel().run(
        replace(one, given=()), one.expr, Effort()).outcome != "holds")  # fmt: skip
    found = Kernel().run(replace(one, given=()), one.expr, Effort())
    assert found.outcome == "unknown" and found.detail


def test_a_claim_with_a_theorem_asks_the_kernel_first_and_only_for_the_form_we_stand_for():
    assert isinstance(checks_for(claim("diagonal.conserved"))[0], Kernel)
    result = verify("diagonal.conserved-appendix")
    assert [e.statement for e in result.evidence if e.method == "theorem"] == ["corrected"]


def test_a_proof_that_is_forged_is_refused_and_the_claim_loses_its_verdict(tmp_path, monkeypatch):
    (tmp_path / "data").mkdir()
    data = json.loads((theorem.FOLDER / "data" / "diagonal.json").read_text())
    wrong = data["theorems"]["diagonal.conserved"]
    wrong["conclusion"] = data["theorems"]["diagonal.maximal-utility"]["conclusion"]
    (tmp_path / "data" / "diagonal.json").write_text(json.dumps(data))
    monkeypatch.setattr(theorem, "FOLDER", tmp_path)
    monkeypatch.setattr(theorem, "_TOLD", {})
    rechecked.cache_clear()
    try:
        found = Kernel().run(
            claim("diagonal.conserved"), claim("diagonal.conserved").expr, Effort()
        )
        assert found.outcome == "unknown" and "conclusion" in found.detail[0]
    finally:
        rechecked.cache_clear()


def test_the_names_of_the_theorems_are_those_of_the_whole_file():
    for setting in SETTINGS:
        file = theorem.FOLDER / "data" / f"{setting}.json"
        whole = json.loads(file.read_text())["theorems"] if file.exists() else ()
        assert written(setting) == frozenset(whole), setting


def test_what_a_theorem_answers_computer_algebra_argues_in_a_longer_look_alone():
    one = next(c for c in PROVED if any(k.method == "symbolic" for k in checks_for(c)))
    quick = check_claim(one, Effort())
    assert quick.standing == "proved"
    stand = "printed" if one.corrected is None else "corrected"
    assert not any(e.method == "symbolic" for e in quick.about(stand))
