"""A neuron at rest satisfies all that is defined of neurons that start aligned."""

import pytest
from mpmath import mp

from tests.theory.proof.evaluate import truth
from theory import claim
from theory.modular import letters
from theory.modular.letters.escape import X_3
from theory.modular.witnesses import rested
from theory.proof.letters import READINGS, stated
from theory.proof.terms import ZERO, substituted


@pytest.mark.parametrize(
    "identifier, names",
    [("modular.one-neuron-rest", rested.REST), ("modular.alignment-kept", rested.KEPT)],
)
def test_statement_and_assumptions_hold_there(identifier, names):
    letters.register_functions()
    assert names == READINGS[identifier]
    asked = stated(claim(identifier))
    with mp.workdps(30):
        for one in (asked.statement, *asked.assumptions):
            here = substituted(one, rested.TABLE)
            assert not here.free and truth(here, {}), one


def test_the_encoding_has_no_third_harmonic():
    assert rested.TABLE[X_3] is ZERO
