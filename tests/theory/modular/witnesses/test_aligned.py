"""One neuron satisfies all that the jump bounds assume and define, and attains them."""

import pytest
from mpmath import mp

from tests.theory.proof.evaluate import near, truth, value
from theory import claim
from theory.modular import letters
from theory.modular.witnesses import aligned
from theory.proof.letters import READINGS, stated
from theory.proof.terms import substituted

WITNESSED = {
    "modular.jump-bound-finite": (aligned.jumping, aligned.JUMPING, aligned.JUMP_NAMES),
    "modular.jump-bound": (aligned.racing, aligned.RACING, aligned.RACE_NAMES),
}


@pytest.fixture(autouse=True)
def registered():
    letters.register_functions()
    with mp.workdps(100):
        yield


@pytest.mark.parametrize("identifier", WITNESSED)
def test_it_is_a_witness_of_every_definition_that_the_claim_reads_at_once(identifier):
    script, _, names = WITNESSED[identifier]
    assert names == READINGS[identifier] and not script().hypotheses


@pytest.mark.parametrize("identifier", WITNESSED)
def test_what_the_claim_assumes_holds_there_too(identifier):
    _, table, _ = WITNESSED[identifier]
    for one in stated(claim(identifier)).assumptions:
        here = substituted(one, table)
        assert not here.free and truth(here, {}), one


@pytest.mark.parametrize("identifier", WITNESSED)
def test_the_bound_is_attained(identifier):
    _, table, _ = WITNESSED[identifier]
    relation = substituted(stated(claim(identifier)).statement, table)
    assert relation.op == "le" and not relation.free
    assert near(*(value(side, {}) for side in relation.args))
