"""Flows of U = a w^k, read off: at k = 1 they are hyperbolic functions."""

from fractions import Fraction
from math import cosh, sinh

import pytest

from checks.framework.flows import corresponding_directions, flow_of, kept_along, scaled_flow
from checks.framework.neuron import ORDINARY
from checks.methods.check import Effort
from theory import framework as paper

START = (1, Fraction(1, 4), Fraction(1, 2))


def test_two_factors_turn_hyperbolically():
    # a' = eta w, w' = eta a
    for which, expected in (
        (0, 0.25 * cosh(0.6) + 0.5 * sinh(0.6)),
        (1, 0.5 * cosh(0.6) + 0.25 * sinh(0.6)),
    ):
        read = flow_of(1, (0.25, 0.5), 2.0, 0.3, ORDINARY, lambda point, which=which: point[which])
        assert float(read.value) == pytest.approx(expected, rel=1e-11)


def test_both_coordinates_of_a_scaled_copy_are_scaled():
    seen = list(scaled_flow.observe((START, Fraction(1, 2), Fraction(3, 10)), Effort()))
    values = [float(one[paper.solution](0.5, 0.3).value) for one in seen]
    assert values == pytest.approx(
        [0.125 * cosh(0.3) + 0.25 * sinh(0.3), 0.25 * cosh(0.3) + 0.125 * sinh(0.3)], rel=1e-11
    )


def test_a_direction_is_a_share_of_the_norm():
    instance = (START, Fraction(1, 2), Fraction(3, 10))
    (seen,) = corresponding_directions.observe(instance, Effort())
    a, w = 0.25 * cosh(0.3) + 0.5 * sinh(0.3), 0.5 * cosh(0.3) + 0.25 * sinh(0.3)
    share = a / (a * a + w * w) ** 0.5
    assert float(seen[paper.direction](1.0, 0.3).value) == pytest.approx(share, rel=1e-11)


def test_what_is_conserved_is_read_from_the_start_and_the_layers_from_the_end():
    (seen,) = kept_along.observe((START, Fraction(2), Fraction(3, 10)), Effort())
    assert seen[paper.imbalance] == Fraction(1, 16) - Fraction(1, 4)
    a, w = 0.25 * cosh(0.6) + 0.5 * sinh(0.6), 0.5 * cosh(0.6) + 0.25 * sinh(0.6)
    read = [float(seen[one].value) for one in (paper.A_now, paper.W_now, paper.theta_sq)]
    assert read == pytest.approx([a * a, w * w, a * a + w * w], rel=1e-10)
