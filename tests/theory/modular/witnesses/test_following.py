"""A neuron at rest beside a dormant flow satisfies all that modular.flow-follows defines."""

from mpmath import mp, mpf

from tests.theory.proof.evaluate import truth, value
from theory import claim
from theory.modular import letters
from theory.modular.letters.follows import apart
from theory.modular.witnesses import following
from theory.proof.letters import READINGS, stated
from theory.proof.terms import substituted


def test_the_two_are_far_apart():
    letters.register_functions()
    with mp.workdps(30):
        left = mpf(59049) / 26281 - 1  # y(1) less twice one half
        assert abs(value(following.TABLE[apart], {}) - mpf(9) / 2 * left**2) < mpf(10) ** -25


def test_every_definition_has_a_value_there_and_the_statement_holds():
    letters.register_functions()
    asked = stated(claim("modular.flow-follows"))
    assert following.NAMES == READINGS["modular.flow-follows"]
    with mp.workdps(30):
        for one in (asked.statement, *asked.assumptions):
            here = substituted(one, following.TABLE)
            assert not here.free and truth(here, {}), one


def test_both_flows_have_the_slopes_that_are_told():
    letters.register_functions()
    for number in range(3):
        assert not following.no_slope(number).hypotheses
        assert not following.pull(number).hypotheses
