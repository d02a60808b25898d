"""Networks beside their dormant flow, integrated: the slopes, and how the distance vanishes."""

import numpy as np
import pytest

from checks.methods.check import Effort
from checks.modular.first_frequency.flow_follows import Beside, dormant_slopes, followed
from theory import modular as paper


def test_a_wave_at_three_residues_grows_along_itself():
    wave = np.cos(2 * np.pi * np.arange(3) / 3)
    slopes = dormant_slopes(wave, 0.7 * np.ones((1, 3, 1)) * wave)
    assert slopes[0] == pytest.approx(9 / 8 * 0.7**2 * np.ones((3, 1)) * wave, rel=1e-12)


def test_neurons_of_the_dormant_flow_do_not_see_each_other():
    draw = np.random.default_rng(2)
    x, phi = draw.normal(size=5), draw.normal(size=(3, 3, 5))
    each = [dormant_slopes(x, one[None])[0] for one in phi]
    assert dormant_slopes(x, phi) == pytest.approx(np.stack(each), rel=1e-9, abs=1e-11)


def test_the_squared_distance_is_of_order_alpha_to_the_sixth():
    def distance(scale):
        drawn = Beside((9, -4, 2, -7, 0), 10, 3, 1, 1.0, scale, 0.3, late=True)
        (seen,) = followed(drawn, Effort())
        return float(seen[paper.apart_sq].value)

    assert distance(0.1) / distance(0.05) == pytest.approx(2**6, rel=0.05)
