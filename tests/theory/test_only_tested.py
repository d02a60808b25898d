"""A claim that no theorem, no argument and no certificate decides says why, in its reading."""

from importlib import import_module
from importlib.util import find_spec

import pytest

from checks.catalogue import checks_for
from theory import claims
from theory.catalogue import SETTINGS

WHY = "Tested, not proved: "
STRONGER = {"theorem", "symbolic", "certified"}


def scripts():
    """The ids that a proof script proves, whatever has been written as data."""
    found = set()
    for setting in SETTINGS:
        if find_spec(f"theory.{setting}.kernel_proofs"):
            import_module(f"theory.{setting}.letters").register_functions()
            found |= set(import_module(f"theory.{setting}.kernel_proofs").PROOFS)
    return found


PROVED = scripts()
ONLY_TESTED = [
    one.id
    for one in claims()
    if one.id not in PROVED and not STRONGER & {check.method for check in checks_for(one)}
]


@pytest.mark.parametrize("identifier", ONLY_TESTED)
def test_a_claim_that_is_only_tested_says_why(identifier):
    reading = next(one.reading for one in claims() if one.id == identifier)
    _, said, reason = reading.partition(WHY)
    assert said, "its reading has no sentence that begins with 'Tested, not proved: '"
    assert len(reason) > 25, reason


def test_a_claim_with_a_theorem_does_not_say_that_it_is_only_tested():
    assert [one.id for one in claims() if WHY in one.reading and one.id in PROVED] == []


def test_there_are_such_claims_and_they_are_the_minority():
    assert 10 < len(ONLY_TESTED) < len(PROVED) / 4
