"""The printed staircase of modular addition beside NumPy's transform."""

import mpmath
import numpy as np
import pytest

from theory import modular

X = (3, -1, 0, -2, 0)


def test_frequencies_come_by_magnitude_with_the_printed_bounds_and_levels():
    stairs = modular.staircase(X, digits=15)
    hat = abs(np.fft.fft(X))[1:3]
    order = sorted((1, 2), key=lambda k: -hat[k - 1])
    assert list(stairs.features) == order
    bounds = [np.sqrt(1.5) * 5**1.5 / hat[k - 1] ** 3 for k in order]
    assert [float(t) for t in stairs.jump_times] == pytest.approx(bounds, rel=1e-12)
    # Parseval: |x|^2/2 at the start, and what is not learned yet after it
    left = [14 / 2, hat[order[1] - 1] ** 2 / 5, 0]
    assert [float(level) for level in stairs.levels] == pytest.approx(left, abs=1e-12)


def test_the_function_is_zero_at_first_and_the_encoding_at_last():
    first, middle, last = (np.array(point, float) for point in modular.staircase(X).points)
    assert first == pytest.approx(np.zeros(5), abs=1e-15)
    assert last == pytest.approx(np.array(X, float), abs=1e-14)
    kept = np.fft.fft(middle)
    assert abs(kept[[1, 4]]) == pytest.approx(abs(np.fft.fft(X)[[1, 4]]), rel=1e-12)
    assert abs(kept[[0, 2, 3]]) == pytest.approx(np.zeros(3), abs=1e-12)


def test_a_frequency_that_is_missing_is_never_learned():
    wave = [mpmath.cos(2 * mpmath.pi * 2 * a / 7) for a in range(7)]
    assert modular.staircase(wave).features == (2,)


def test_equal_magnitudes_have_no_order():
    with pytest.raises(ValueError, match="both frequencies 1 and 2"):
        modular.staircase((4, -1, -1, -1, -1))  # a delta: every magnitude is 5
