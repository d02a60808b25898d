"""The compiled coefficients of a dormant head, against the same sums in NumPy."""

import numpy as np
import pytest

from checks.attention import taylor_flight
from checks.attention.taylor_flight import DOUBLES, taylor


@pytest.mark.parametrize("d, rows", [(1, 1), (2, 3), (4, 2)])
def test_the_compiled_coefficients_are_those_of_numpy(monkeypatch, d, rows):
    draw = np.random.default_rng(d)
    states = draw.normal(size=(rows, 2 * d + 3))
    speeds, rate, unit = draw.uniform(0.5, 2, d), draw.uniform(1, 2, rows), draw.uniform(1, 2, rows)
    fast = taylor(states, speeds, rate, unit, DOUBLES)
    monkeypatch.setattr(taylor_flight, "_compiled", lambda: None)
    plain = taylor(states, speeds, rate, unit, DOUBLES)
    assert fast.shape == plain.shape
    for k, row in enumerate(plain):
        assert fast[k] == pytest.approx(row, rel=1e-9, abs=1e-11 * np.abs(row).max())
