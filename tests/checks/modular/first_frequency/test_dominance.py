"""Encodings near a tie, and whose blow-up is the first of a network."""

import numpy as np
import pytest

from checks.methods.check import Effort
from checks.methods.measured import Measured, Unsettled
from checks.modular.first_frequency import dominance
from checks.modular.first_frequency.dominance import Draws, near_ties
from theory import modular as paper
from theory.modular import p

DRAW = Draws((2, 0, -1, 0, -1))


def images(x):
    """Shifts, reflections and signs of an encoding."""
    for sign in (1, -1):
        for n in range(len(x)):
            row = tuple(sign * q for q in x[n:] + x[:n])
            yield row
            yield row[::-1]


@pytest.mark.parametrize("size, most", [(5, 3), (7, 1)])
def test_near_a_tie_the_two_largest_magnitudes_differ_by_less_than_a_fifth(size, most):
    found = near_ties(size, most)
    assert found
    for x in found:
        second, first = np.sort(abs(np.fft.fft(x)[1 : (size + 1) // 2]))[-2:]
        assert sum(x) == 0 and max(map(abs, x)) <= most
        assert 0.8 * first < second < first


def test_no_encoding_is_listed_twice_up_to_shifts_reflection_and_sign():
    found = near_ties(5, 2)
    assert all(x not in set(images(y)) for n, x in enumerate(found) for y in found[:n])
    lengths = [sum(q * q for q in x) for x in found]
    assert lengths == sorted(lengths)


def test_every_encoding_near_a_tie_has_an_image_in_the_list():
    """By drawing: magnitudes apart by a twentieth to a fifth of the larger one."""
    listed, draw, hits = set(near_ties(5, 2)), np.random.default_rng(0), 0
    for free in draw.integers(-2, 3, size=(300, 4)):
        x = (*map(int, free), -int(free.sum()))
        second, first = np.sort(abs(np.fft.fft(x)[1:3]))
        if max(map(abs, x)) <= 2 and 0.801 * first < second < 0.949 * first:
            hits += 1
            assert set(images(x)) & listed
    assert hits > 10


def test_a_draw_is_a_network_of_three_neurons_for_each_residue():
    assert (DRAW.network.p, DRAW.network.width) == (5, 15)
    assert str(DRAW) == "x = (2, 0, -1, 0, -1), ModularNetwork(x, 15).initial(1, seed)"


def planted(monkeypatch, times, alone=True):
    """Exact times of fifteen neurons: these of the first ones, and late ones of the others."""
    rows = iter([*times, *[[50.0, 60.0]] * (15 - len(times))])
    monkeypatch.setattr(paper, "blow_up_times", lambda x, row, digits: next(rows))
    monkeypatch.setattr(
        dominance, "blow_up_time", lambda x, row, tolerances: Measured(1.0, 1.0, 0.0)
    )
    monkeypatch.setattr(dominance, "_together", lambda *_: alone)
    return dominance._first_of(DRAW, 0, 1, dominance.LOOK)


def test_the_times_of_the_dominant_frequency_and_of_others_are_those_of_any_neuron(monkeypatch):
    seen = planted(monkeypatch, [[9.0, 7.0], [1.0, 8.0], [3.0, 2.0]])
    assert (float(seen.values[paper.T_1]), float(seen.values[paper.T_2])) == (1.0, 2.0)
    assert seen.values[p] == 5 and float(seen.values[paper.jump_limit]) == 1.0
    assert "neuron 1 is first, at 1, and takes frequency 1; the dominant one is 1" in seen.detail


def test_a_neuron_that_blows_up_before_the_first_is_an_error_and_near_it_undecided(monkeypatch):
    with pytest.raises(ArithmeticError, match="another neuron than 1 blows up before 1"):
        planted(monkeypatch, [[9.0, 7.0], [1.0, 8.0]], alone=False)
    with pytest.raises(Unsettled, match="nearly the same time"):
        planted(monkeypatch, [[9.0, 1.00001], [1.0, 8.0]], alone=False)


def test_an_integrated_network_blows_up_at_the_least_of_its_exact_times():
    first, *_ = dominance.dominant.observe(DRAW, Effort())
    values = first.values
    least = min(float(values[paper.T_1]), float(values[paper.T_2]))
    assert float(values[paper.jump_limit]) == pytest.approx(least, rel=1e-8)
    # a weaker frequency is first in the first of the two
    assert float(values[paper.T_2]) < float(values[paper.T_1])
    assert "a weaker one is first with" in first.detail
