"""The angle that a neuron has left: of degree two by its closed form, beyond that a finite one."""

from fractions import Fraction
from math import atan, pi, tan

import pytest

from checks.framework.alignment import (
    adaptive_alignment,
    alignment,
    angle_left,
    angle_left_adaptive,
)
from checks.methods.check import Effort, Rejected
from theory import framework as paper

TIGHT = ("DOP853", 1e-12)


@pytest.mark.parametrize("alpha, size", [("1/100", 0.01), ("1/10000", 1e-4)])
@pytest.mark.parametrize("course", [angle_left, angle_left_adaptive])
def test_a_neuron_of_two_factors_turns_like_tanh(course, alpha, size):
    # U = sin cos turns by cos(2 phi) = cos^2 - sin^2: tan(phi - pi/4) falls like exp(-2 t), and
    # half the jump time is -log(alpha)/2.
    start = 0.4
    left = atan(abs(tan(start - pi / 4)) * size)
    assert course(1, start, alpha, TIGHT) == pytest.approx(left, rel=1e-6)


def test_without_its_own_rate_a_neuron_of_three_factors_is_never_aligned():
    far = [angle_left(2, 0.4, text, TIGHT) for text in ("1e-6", "1e-12")]
    assert far[0] == pytest.approx(far[1], rel=1e-4) and far[1] > 0.01
    assert angle_left_adaptive(2, 0.4, "1e-12", TIGHT) < 1e-3


def test_what_is_observed_is_the_angle_at_the_smallest_alpha():
    (one,) = alignment.observe((1, Fraction(1, 3)), Effort())
    assert float(one.values[paper.angle].value) < 1e-12
    (one,) = adaptive_alignment.observe((3, Fraction(1, 2)), Effort())
    assert float(one.values[paper.angle_adaptive].value) < 1e-6


def test_a_start_in_the_best_direction_is_not_generic():
    with pytest.raises(Rejected, match="aligned from the start"):
        list(alignment.observe((1, Fraction(785, 1000)), Effort()))
