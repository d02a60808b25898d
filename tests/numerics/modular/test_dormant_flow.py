"""Taylor series of a dormant neuron: against the exact blow-up of an aligned one, and against
Runge-Kutta.
"""

import numpy as np
import pytest

from checks.modular.first_frequency.dormant import both_ways, without
from numerics.modular.blow_up import blow_up_times
from numerics.modular.dormant_flow import dormant_end
from theory import modular as paper
from theory.modular import three_wave

X = (3, -1, 0, -2, 0)


@pytest.mark.parametrize("labels", [None, [1], [2]])
def test_taylor_and_runge_kutta_agree_to_thirteen_digits(labels):
    start = 0.3 * np.random.default_rng(1).normal(size=15)
    until = 0.9 * float(min(paper.blow_up_times(X, start)))
    coarse, fine = both_ways(X, start, None if labels is None else without(X, labels), until)
    assert np.abs(coarse - fine).max() < 1e-13 * np.abs(fine).max()


def test_what_a_neuron_grows_until_then_is_what_the_elliptic_integrals_say():
    start = 0.2 * np.random.default_rng(2).normal(size=15)
    until = 0.95 * float(min(paper.blow_up_times(X, start)))
    end = dormant_end(X, start, until).astype(float)
    gained = 6 / 5 * sum(float(wave.growth(until)) for wave in three_wave.waves(X, start))
    assert end @ end - start @ start == pytest.approx(gained, rel=1e-13)


def test_a_neuron_that_blows_up_before_is_said_to():
    start = 0.3 * np.random.default_rng(3).normal(size=15)
    with pytest.raises(ArithmeticError, match="blows up before"):
        dormant_end(X, start, 1.01 * float(blow_up_times(X, [start]).min()))
