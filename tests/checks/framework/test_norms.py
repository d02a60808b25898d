"""The norm of the smallest neuron, integrated, beside n' = eta kappa n^(kappa - 1) U solved by
hand.
"""

from fractions import Fraction
from math import exp, log

import pytest

from checks.framework.norms import integrated_crossing, integrated_jumps, integrated_norm
from checks.methods.check import Effort
from theory import framework as paper
from theory.notation import S, U_star, kappa, n_t, tau

START, RATE, LEVEL = Fraction(1, 4), Fraction(2), Fraction(3, 2)


def observed(prop, *instance):
    return list(prop.observe(instance, Effort()))


def test_a_norm_of_degree_two_grows_exponentially_and_passes_one_at_its_threshold():
    seen = observed(integrated_crossing, 2, START, RATE, LEVEL, Fraction(1, 2))
    for one in seen:
        # n = n_0 exp(eta S), S the accumulated utility
        grown = 0.25 * exp(2 * float(one[S].value))
        assert float(one[n_t].value) == pytest.approx(grown, rel=1e-9)
    assert float(seen[0][S].value) == pytest.approx(log(4) / 2 / 2, rel=1e-12)
    assert [float(one[n_t].value) < 1 for one in seen] == [True, True, False]


def test_a_norm_of_degree_three_grows_like_one_over_the_time_left():
    seen = observed(integrated_crossing, 3, START, RATE, LEVEL, Fraction(3, 2))
    for one in seen[:3]:
        assert 1 / float(one[n_t].value) == pytest.approx(4 - 2 * float(one[S].value), rel=1e-8)


def test_degree_two_is_looked_at_beside_every_other():
    seen = observed(integrated_crossing, 3, START, RATE, LEVEL, Fraction(3, 2))
    assert [int(one[kappa]) for one in seen] == [3, 3, 3, 2, 2]
    for one in seen[3:]:
        grown = 0.25 * exp(2 * float(one[S].value))
        assert float(one[n_t].value) == pytest.approx(grown, rel=1e-9)


def test_nothing_but_the_integral_of_a_utility_that_varies_matters():
    (one,) = observed(integrated_norm, 2, START, RATE, LEVEL, Fraction(1, 2))
    grown = 0.25 * exp(2 * float(one[S].value))
    assert float(one[n_t].value) == pytest.approx(grown, rel=1e-9)


def test_an_aligned_neuron_jumps_at_its_threshold_over_its_largest_utility():
    # u v on the circle is largest at 45 degrees, where it is 1/2, and -log(n_0)/eta is accumulated.
    jumps = integrated_jumps("a name", (1, 1), (1, 1, 1))
    (one,) = observed(jumps, 1, Fraction(0.7853981633974483), START, RATE)
    assert float(one[U_star].value) == pytest.approx(0.5)
    assert float(one[paper.S_jump].value) == pytest.approx(log(4) / 2, rel=1e-8)
    assert float(one[tau].value) == pytest.approx(log(4) / (2 * 2 * 0.5), rel=1e-8)
