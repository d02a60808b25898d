"""One planted statement: which checks judge it, and what it may expect."""

import pytest

from checks.catalogue import checks_for
from checks.planted.plant import changed, plant
from theory import diagonal
from theory.catalogue import claim
from theory.claim import equation

REAL = "diagonal.conserved"
STATEMENT = equation(diagonal.u, 0)


def names(planted):
    return [check.name for check in planted.checks]


def test_a_changed_claim_is_judged_by_all_its_checks_but_the_theorem():
    own = [check.name for check in checks_for(claim(REAL)) if check.method != "theorem"]
    assert names(changed(REAL, "words", "planted", "refuted", STATEMENT)) == own
    assert len(own) < len(checks_for(claim(REAL)))


def test_checks_are_chosen_by_name_in_the_order_asked_for():
    own = [check.name for check in checks_for(claim(REAL)) if check.method != "theorem"]
    chosen = changed(REAL, "words", "planted", "refuted", STATEMENT, *reversed(own))
    assert names(chosen) == own[::-1]


def test_a_name_that_no_check_has_is_answered_with_those_there_are():
    with pytest.raises(LookupError, match="has no check 'by magic': it has 'on the orbit"):
        changed(REAL, "words", "planted", "refuted", STATEMENT, "by magic")


def test_an_expected_verdict_that_does_not_exist_is_refused():
    with pytest.raises(ValueError, match="expected = 'wrong'"):
        plant("diagonal.words", "identity", "planted", "wrong", STATEMENT)
