"""Attacks on the kernel: each once made a falsehood (or could), and has to be refused."""

from theory.proof.rules import assume, instantiate
from theory.proof.terms import ONE, ZERO, eq, var

FALSEHOOD = eq(ZERO, ONE)


def test_instantiation_keeps_hypotheses():
    """A generator of hypotheses was consumed before the theorem was made: |- 0 = 1."""
    assert instantiate(assume(FALSEHOOD)).hypotheses == {FALSEHOOD}
    x = var("x")
    known = instantiate(assume(eq(x, ONE)), x, ZERO)
    assert known.hypotheses == {FALSEHOOD} and known.conclusion is FALSEHOOD
