"""A theorem of the literature that a proof uses is a hypothesis of its own, and is named."""

import pytest

from theory import claim
from theory.diagonal import letters as diagonal_letters
from theory.proof import letters
from theory.proof.letters import Cited, cited_by, stated
from theory.proof.terms import digest, eq, le, num, var

x = var("x")
BOUND = Cited(le(0, x**2), "Somebody, Theorem 1")


diagonal_letters.register_functions()


@pytest.fixture
def citing(monkeypatch):
    """diagonal.conserved, whose proof may cite BOUND."""
    monkeypatch.setitem(letters.CITED, "diagonal.conserved", (BOUND,))
    return claim("diagonal.conserved")


def test_what_is_cited_may_be_a_hypothesis_of_that_claim_alone(citing):
    assert BOUND.statement in stated(citing).allowed
    assert BOUND.statement not in stated(claim("diagonal.maximal-utility")).allowed


def test_the_verdict_names_what_the_theorem_used_and_nothing_else(citing):
    assert cited_by(citing.id, [digest(BOUND.statement)]) == (BOUND.reference,)
    assert cited_by(citing.id, [digest(eq(x, num(1)))]) == ()


def test_a_definition_whose_existence_is_cited_names_it(citing):
    (name, *_) = letters.READINGS[citing.id]
    one = letters.DEFINITIONS[name]
    object.__setattr__(one, "exists_by", "Tchakaloff")
    try:
        assert cited_by(citing.id, [digest(one.statement)]) == ("Tchakaloff",)
    finally:
        object.__setattr__(one, "exists_by", "")
