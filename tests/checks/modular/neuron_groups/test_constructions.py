"""Groups that are built and groups that are searched for, against their conditions and loops."""

import math

import numpy as np
import pytest

from checks.methods.check import Rejected
from checks.modular.neuron_groups import constructions
from checks.modular.task import Group

FIVE = (3, -1, 0, -2, 0)
MANY = tuple(tuple(row) for row in np.random.default_rng(5).uniform(0.4, 1.6, size=(4, 6)).tolist())
BUILT = ("printed_minimiser", "our_minimiser", "signed_minimiser")


def gap_of(loops, group):
    """(C - U) p/|x_hat|^2 + 1 over all pairs."""
    spent, gained, _ = loops.sums(group.x, group.parameters)
    hat = abs(np.fft.fft(group.x))[group.frequency]
    return (spent - gained) * group.p / hat**2 + 1


def test_equal_amplitudes_have_the_product_that_makes_the_outputs_whole():
    group = constructions.scaled(FIVE, 2, [(0, 0, 0)] * 4)
    hat = abs(np.fft.fft(FIVE))[2]
    for row in group.neurons:
        sizes = [float(size) for size in row[:3]]
        assert sizes[0] == sizes[1] == sizes[2]
        assert math.prod(sizes) == pytest.approx(math.sqrt(54 * 5) / (4 * hat))


def test_turns_are_the_angles_of_a_regular_polygon():
    corners = [complex(math.cos(float(t)), math.sin(float(t))) for t in constructions.turns(7)]
    assert corners[0] == 1 and abs(sum(corners)) < 1e-14
    assert [corner**7 for corner in corners] == pytest.approx([1] * 7)


def test_a_frequency_that_is_missing_has_no_group():
    for build in BUILT:
        with pytest.raises(Rejected, match="lacks the frequency"):
            getattr(constructions, build)((1, -1, 1, -1), 1, 6)


@pytest.mark.parametrize("build", BUILT)
def test_phases_agree_up_to_half_turns_with_what_the_output_should_have(build):
    """cos(s_u + s_v - s_w - s_x) is 1, and -1 in the opposites."""
    group = getattr(constructions, build)(FIVE, 1, 6)
    s_x = np.angle(np.fft.fft(FIVE)[1])
    found = [math.cos(float(row[3]) + float(row[4]) - float(row[5]) - s_x) for row in group.neurons]
    signs = [1] * 6 + [-1] * (len(group.neurons) - 6)
    assert found == pytest.approx(signs)


@pytest.mark.parametrize("build", BUILT)
@pytest.mark.parametrize("count", [6, 8, 10])
def test_from_six_neurons_on_every_condition_is_kept(build, count):
    group = getattr(constructions, build)(FIVE, 2, count)
    assert np.abs(constructions.violations(group)).max() < 1e-12
    assert constructions.enclosed_gap(group).contains(0)


def test_an_odd_number_of_printed_phases_breaks_a_condition():
    assert np.abs(constructions.violations(constructions.printed_minimiser(FIVE, 1, 7))).max() > 0.1
    assert np.abs(constructions.violations(constructions.our_minimiser(FIVE, 1, 7))).max() < 1e-12


def test_the_nine_sums_are_those_of_the_paper_written_out():
    rng = np.random.default_rng(0)
    u, v, w = rng.normal(size=(3, 4)) + 1j * rng.normal(size=(3, 4))
    expected = [
        sum(third * quadratic(one, two) for one, two, third in zip(u, v, w))
        for quadratic in (
            lambda a, b: abs(a) ** 2 + abs(b) ** 2,
            lambda a, b: a**2,
            lambda a, b: np.conj(a**2),
            lambda a, b: b**2,
            lambda a, b: np.conj(b**2),
            lambda a, b: a * np.conj(b),
            lambda a, b: np.conj(a) * b,
            lambda a, b: a * b,
            lambda a, b: np.conj(a * b),
        )
    ]
    assert constructions.conditions(u, v, w) == pytest.approx(np.array(expected))


@pytest.mark.parametrize("frequency", [1, 2])
def test_the_gap_is_the_weighted_sum_of_squares_of_the_violations(loops, frequency):
    group = Group(FIVE, frequency, MANY)
    off = constructions.violations(group) * constructions.WEIGHTS
    squares = float(np.sum(np.abs(off) ** 2))
    assert squares == pytest.approx(gap_of(loops, group)) and squares > 0.1


def test_the_gap_in_doubles_and_in_balls_is_that_of_loops(loops):
    group = Group(FIVE, 1, MANY)
    expected = gap_of(loops, group)
    assert constructions.gap(group) == pytest.approx(expected)
    assert float(constructions.enclosed_gap(group)) == pytest.approx(expected)


def test_sizes_are_sums_without_regard_to_signs_and_no_violation_is_larger():
    group = Group(FIVE, 1, MANY)
    sizes = constructions.sizes(group)
    wanted = np.eye(9)[8]
    assert np.all(np.abs(constructions.violations(group) + wanted) <= sizes + 1e-12)
    unit = abs(np.fft.fft(FIVE))[1] / math.sqrt(54 * 5)
    assert sizes[7] == pytest.approx(unit * sum(A * B * C for A, B, C, *_ in MANY))
    assert sizes[0] == pytest.approx(unit * sum((A * A + B * B) * C for A, B, C, *_ in MANY))


def test_a_search_with_six_neurons_ends_at_the_bound(loops):
    group = constructions.searched(FIVE, 2, 6, seed=0, tries=6)
    assert len(group.neurons) == 6 and group.frequency == 2
    assert gap_of(loops, group) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("released", [8, 17])
def test_a_released_condition_alone_is_not_asked_for(released):
    group = constructions.searched(FIVE, 1, 7, seed=1, released=released, tries=4)
    sums = constructions.violations(group)
    off = np.abs(np.concatenate([sums.real, sums.imag]))
    assert np.delete(off, released).max() < 1e-8
    assert off[released] > 1e-3


def test_fewer_than_six_neurons_leave_a_gap_that_grows_as_they_become_fewer(loops):
    gaps = [gap_of(loops, constructions.searched(FIVE, 1, n, seed=0, tries=4)) for n in (1, 2, 4)]
    assert 1 > gaps[0] > gaps[1] > gaps[2] > 0.01
