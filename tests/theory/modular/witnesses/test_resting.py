"""A neuron at its least loss satisfies all that modular.flow-norm defines, and its bounds."""

from mpmath import mp, mpf

from tests.theory.proof.evaluate import truth, value
from theory import claim
from theory.modular import letters
from theory.modular.letters.energy import loss_t, norm_t
from theory.modular.witnesses import resting
from theory.proof.letters import READINGS, stated
from theory.proof.terms import substituted


def test_the_neuron_is_not_zero_and_takes_a_ninth_of_the_loss():
    letters.register_functions()
    with mp.workdps(30):
        assert value(resting.TABLE[norm_t], {}) > 1
        # without weights the loss is |x|^2/2 = 3/4, and |x_hat|^2/p = 3/4 of it can be learned
        assert abs(value(resting.TABLE[loss_t], {}) - mpf(3) / 4 * 8 / 9) < mpf(10) ** -25


def test_every_definition_has_a_value_there_and_the_statement_holds():
    letters.register_functions()
    asked = stated(claim("modular.flow-norm"))
    assert resting.NAMES == READINGS["modular.flow-norm"]
    with mp.workdps(30):
        for one in (asked.statement, *asked.assumptions):
            here = substituted(one, resting.TABLE)
            assert not here.free and truth(here, {}), one


def test_no_entry_of_the_neuron_changes_the_loss():
    letters.register_functions()
    for number in range(3):
        assert not resting.no_slope(number).hypotheses
