"""Neurons that start aligned and are integrated, beside what is known of where they stay."""

from dataclasses import replace

import numpy as np
import pytest

from checks.methods.check import Effort
from checks.modular.first_frequency.alignment_kept import (
    FOLLOWED,
    ONE,
    Start,
    encoding,
    followed,
    outside,
    weights,
)
from theory import modular as paper

THREE = Start(9, 2, 3, 5, 1.0, 5.0, 1.0)


def share(drawn):
    """What is outside at the end, as a part of all weights."""
    (seen,) = followed(drawn, Effort())
    return seen[paper.away_sq].value / seen[paper.away_sq].size


@pytest.mark.parametrize("p, frequency", [(3, 1), (5, 2), (9, 3), (15, 5)])
def test_the_encoding_has_its_frequency_and_not_three_times_it(p, frequency):
    hat = np.fft.fft(encoding(replace(ONE, p=p, frequency=frequency)))
    assert abs(hat[frequency]) >= 1 - 1e-12 and abs(hat[3 * frequency % p]) < 1e-12


def test_waves_of_the_frequency_are_inside_and_all_else_is_outside():
    theta = weights(THREE, encoding(THREE))
    assert outside(theta, 2) < 1e-28 and outside(theta, 7) < 1e-28
    assert outside(theta, 3) == pytest.approx(np.sum(theta**2), rel=1e-12)
    assert outside(theta + 1, 2) == pytest.approx(theta.size, rel=1e-12)


def test_three_neurons_move_and_stay_on_their_frequency():
    (late,), (early,) = (followed(replace(THREE, time=time), Effort()) for time in (5.0, 1e-6))
    assert abs(late[paper.away_sq].size / early[paper.away_sq].size - 1) > 0.05
    assert share(THREE) < FOLLOWED


def test_with_the_third_harmonic_they_leave_it():
    assert share(replace(THREE, third=True)) > 1e-4
    # where 3 xi = 0 mod p the third harmonic is the mean
    own = replace(THREE, frequency=3)
    assert abs(encoding(own).mean()) < 1e-15 < abs(encoding(replace(own, third=True)).mean())
    assert share(own) < FOLLOWED < 1e-4 < share(replace(own, third=True))


def test_one_entry_alone_is_outside_but_for_its_share_of_the_two_waves():
    x = encoding(ONE)
    theta = weights(ONE, x)
    theta[0, 0, 0] += 0.1
    assert outside(theta, ONE.frequency) == pytest.approx(0.01 * (1 - 2 / ONE.p), rel=1e-12)


def test_rounding_that_other_frequencies_multiply_breaks_nothing():
    """Three neurons at p = 11 whose other frequencies grow by 1e5: deep drew it at seed 3."""
    start = Start(11, 4, 3, 4, 0.1, 5.0, 0.5)
    (seen,) = followed(start, Effort())
    away = seen[paper.away_sq]
    assert away.value > 1e-12 and away.error > away.value
    (third,) = followed(replace(ONE, third=True), Effort())
    assert third[paper.away_sq].error < third[paper.away_sq].value / 100
