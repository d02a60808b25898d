"""The definitions of a race, at numbers: a neuron that grows by itself from 0.6 alpha to 1."""

import pytest
from mpmath import mp, mpf

from tests.theory.proof import evaluate
from tests.theory.proof.definitions.modular.growing import racing
from theory.modular.letters import race
from theory.proof.terms import var

ALPHA = var("alpha")


@pytest.fixture(autouse=True)
def few_samples(monkeypatch):
    """Three times and three whole numbers: every alpha takes a while."""
    monkeypatch.setitem(evaluate.SAMPLES, "Real", [mpf(0), mpf("0.1"), mpf("0.3")])
    monkeypatch.setitem(evaluate.SAMPLES, "Int", [0, 1, 2])
    with mp.workdps(100):
        yield


def holds(values, alpha=mpf("0.5")):
    statement = race.race(ALPHA)
    letters = {one: values[one.data[0]] for one in statement.free - {ALPHA}}
    return evaluate.truth(statement, {**letters, ALPHA: alpha})


def test_a_neuron_aligned_with_the_frequency_that_is_left_is_in_the_race():
    assert holds(racing())


@pytest.mark.parametrize(
    "letter, wrong",
    [
        ("mu_race", lambda alpha: alpha / 2),
        ("share_race", mpf("1.1")),
        ("G_w_race", lambda alpha, j, a, s: mpf(0)),
        ("jumper_race", lambda alpha: mpf(2)),
    ],
)
def test_a_norm_a_share_a_slope_or_a_neuron_that_is_not_its_own_is_noticed(letter, wrong):
    assert not holds({**racing(), letter: wrong})
