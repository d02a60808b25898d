"""The cost of two aligned neurons beside the mean over two angles that it stands for."""

from math import tau

import numpy as np
import pytest

from theory import modular
from theory.modular import i, j
from theory.modular.aligned import over_neurons, pair_cost

NAMES = ("A_u", "A_v", "A_w", "s_u", "s_v", "s_w")
NEURONS = {1: (1.5, 0.7, 2.0, 0.3, 1.9, 0.4), 2: (0.6, 1.1, 0.9, 2.5, 0.1, 1.3)}
# Products of four cosines have harmonics up to four: nine angles take their mean exactly.
ANGLES = np.arange(9) * tau / 9


def hidden(number):
    A_u, A_v, _, s_u, s_v, _ = NEURONS[number]
    return (A_u * np.cos(ANGLES[:, None] - s_u) + A_v * np.cos(ANGLES - s_v)) ** 2


@pytest.mark.parametrize("one, other", [(1, 1), (1, 2), (2, 2)])
def test_the_cost_of_a_pair_is_four_times_the_mean_of_both_activations(one, other):
    values = {
        getattr(modular, name)(number): entry
        for number, neuron in NEURONS.items()
        for name, entry in zip(NAMES, neuron)
    }
    stated = float(pair_cost().subs({i: one, j: other}).subs(values))
    outputs = (NEURONS[number][2] for number in (one, other))
    turned = np.cos(NEURONS[one][5] - NEURONS[other][5])
    mean = np.mean(hidden(one) * hidden(other))
    assert stated == pytest.approx(4 * np.prod(list(outputs)) * turned * mean, rel=1e-12)


def test_a_sum_over_neurons_runs_from_the_first_to_the_last():
    assert over_neurons(i**2).subs(modular.N, 4).doit() == 1 + 4 + 9 + 16
