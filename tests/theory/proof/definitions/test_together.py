"""The definitions that a claim reads, its assumptions and its statement hold together at an
explicit solution.

Numbers with 100 digits at sampled points (``evaluate``), not the kernel's witness: it catches a
wrong sign or two definitions that exclude each other, and with them theorems that say nothing. Each
setting has a file that says at which numbers (``instances``), what samples do not decide
(``SAMPLED``), and which statements are limits (``LIMITS``).
"""

from functools import cache
from importlib import import_module
from importlib.util import find_spec

import pytest
from mpmath import mp

from tests.theory.proof.evaluate import truth
from theory import catalogue, claim
from theory.proof.letters import DEFINITIONS, READINGS, stated

SETTINGS = tuple(one for one in catalogue.SETTINGS if find_spec(f"theory.{one}.letters"))
for setting in SETTINGS:
    import_module(f"theory.{setting}.letters").register_functions()
NUMBERS = {one: import_module(f"tests.theory.proof.definitions.{one}") for one in SETTINGS}
SAMPLED = {name for one in NUMBERS.values() for name in one.SAMPLED}
LIMITS = NUMBERS["diagonal"].LIMITS
READ = list(READINGS)


@pytest.fixture(autouse=True)
def digits():
    with mp.workdps(100):
        yield


@cache
def instances(identifier):
    """The numbers of a claim, with 100 digits."""
    return tuple(NUMBERS[identifier.partition(".")[0]].instances(identifier))


HELD = {}  # statement and numbers -> is it true, and the numbers, so that no other is taken for one


def holds(statement, values):
    """Is it true there? Asked once where claims share a statement and its numbers."""
    own = {letter: values[letter.data[0]] for letter in statement.free}
    key = statement, frozenset((letter, id(value)) for letter, value in own.items())
    if key not in HELD:
        HELD[key] = truth(statement, own), own
    return HELD[key][0]


@pytest.mark.parametrize("identifier", READ)
def test_what_a_claim_may_use_holds_together_somewhere(identifier):
    asked = stated(claim(identifier))
    skipped = {one.statement for one in asked.definitions if one.name in SAMPLED}
    for values in instances(identifier):
        for hypothesis in asked.allowed - skipped:
            assert holds(hypothesis, values), hypothesis
        if identifier not in LIMITS:
            assert holds(asked.statement, values)


def test_every_letter_of_the_registry_has_a_number_by_another_route():
    """What no claim reads, or no instance gives a number, is named here."""
    read = {name for names in READINGS.values() for name in names}
    assert set(DEFINITIONS) - read == set()
    valued = {
        (identifier.partition(".")[0], letter)
        for identifier in READ
        for values in instances(identifier)
        for letter in values
    }
    missing = {
        (one.name, letter)
        for one in DEFINITIONS.values()
        for letter in one.letters
        if (one.setting, letter) not in valued
    }
    assert missing == set()


def explicit(definition):
    """letter = value, or f(q) = value for all q, where the value does not speak of the letter."""
    statement, (letter, *more) = definition.statement, definition.letters
    while statement.op in ("forall", "implies"):
        statement = statement.args[-1]
    if more or statement.op != "eq":
        return False
    left, right = statement.args
    head, places = (left.args[0], left.args[1:]) if left.op == "app" else (left, ())
    bound = [one.data[0] if one.op == "bound" else None for one in places]
    named = head.op == "var" and head.data[0] == letter and head not in right.free
    return named and set(bound) == set(range(len(bound)))


def test_every_definition_of_the_registry_has_a_witness():
    """A theorem without hypotheses says that something satisfies it, or it says letter = value."""
    covered = {name for name, one in DEFINITIONS.items() if explicit(one)}
    for setting in SETTINGS:
        module = import_module(f"theory.{setting}.witnesses")
        for name in module.WITNESSES:
            covered |= {name, *module.BUNDLES.get(name, ())}
    assert set(DEFINITIONS) - covered == set()
