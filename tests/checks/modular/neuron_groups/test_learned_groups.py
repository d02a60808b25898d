"""Networks of whole groups: what they leave of the loss, and that two groups do not meet."""

import numpy as np
import pytest

from checks.methods.check import Effort
from checks.modular.neuron_groups.learned_groups import beside, plateaus
from checks.modular.task import Group
from theory import modular as paper

X = (3, -1, 0, -2, 0)


def seen(share):
    return list(plateaus.observe((X, share), Effort()))


def test_nothing_learned_leaves_half_the_square_and_everything_learned_nothing():
    assert float(seen(0.0)[0][paper.level]) == pytest.approx(14 / 2, abs=1e-12)
    full = seen(1.0)
    assert float(full[0][paper.level]) == pytest.approx(0, abs=1e-10)
    # the network adds: f(a, b)[c] = x[c - a - b], at (0, 0)[0] and at (1, 2)[1]
    assert [float(one[paper.f_c]) for one in full] == pytest.approx([X[0], X[3]], abs=1e-8)


def test_half_of_the_frequencies_leave_the_weaker_one():
    weaker = min(abs(np.fft.fft(X)[1:3]))
    assert float(seen(0.5)[0][paper.level]) == pytest.approx(weaker**2 / 5, rel=1e-9)


def test_the_neighbour_of_a_group_has_another_frequency():
    seven = (1, 0, 0, 0, 0, 0, -1)
    neurons = ((1, 1, 1, 0, 0, 0),)
    taken = [beside(Group(seven, f, neurons), Group(X, 1, neurons)).frequency for f in (1, 2, 3)]
    assert taken == [2, 3, 1]
