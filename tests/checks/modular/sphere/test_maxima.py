"""The largest utility on the sphere, found by ascent, is that of the dominant frequency."""

import numpy as np
import pytest

from checks.methods.check import Effort, Rejected
from checks.modular.sphere import maxima
from checks.modular.sphere.summands import summands
from theory import modular as paper

X = (3, -1, -2, 1, -1)


def largest(x):
    """sqrt(2/(27 p^3)) |x_hat|^3 at the strongest frequency below p/2."""
    hat = np.abs(np.fft.fft(x))[1 : (len(x) + 1) // 2].max()
    return np.sqrt(2 / (27 * len(x) ** 3)) * hat**3


def test_an_ascent_starts_in_every_frequency_and_at_random():
    found = list(maxima.starts(summands(X), 0, 3))
    assert len(found) == 3 + 2 and all(len(start) == 15 for start in found)


def test_the_ascent_reaches_the_largest_utility_with_all_weight_at_one_frequency():
    seen = list(maxima.maximum.observe((X, 0), Effort()))
    assert len(seen) == 3 * 7  # three vectors, frequencies -1, ..., p
    one = seen[0]
    assert one[paper.U_top].value == pytest.approx(largest(X), rel=1e-9)
    assert one[paper.leak].value < 1e-4 and one[paper.mismatch].value < 1e-6
    dominant = one[paper.xi]
    for magnitude in (paper.mu_u, paper.mu_v, paper.mu_w):
        assert one[magnitude](dominant).value == pytest.approx(np.sqrt(5 / 6), abs=1e-4)
        assert one[magnitude](-dominant).value == pytest.approx(one[magnitude](dominant).value)


def test_where_the_frequency_p_over_2_is_strong_the_largest_utility_is_there():
    x = (1, -1, 1, -1)
    (one,) = maxima.nyquist.observe((x, 0), Effort())
    assert (one[paper.X], one[paper.X_half]) == (pytest.approx(0, abs=1e-12), 4)
    expected = np.sqrt(2) * np.sqrt(2 / (27 * 4**3)) * 4**3
    assert one[paper.U_top].value == pytest.approx(expected, rel=1e-9)


def test_an_encoding_that_is_zero_is_no_instance():
    for observed in (maxima.maximum, maxima.nyquist):
        with pytest.raises(Rejected):
            list(observed.observe(((0, 0, 0, 0), 0), Effort()))
