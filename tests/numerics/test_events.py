"""An event ends an integration where its function vanishes, in the direction that it names."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from numerics.events import ends_at_zero


@pytest.mark.parametrize("direction, end", [(1, np.pi), (-1, 2 * np.pi), (0, np.pi)])
def test_the_cosine_is_followed_to_the_zero_of_its_slope(direction, end):
    """y = cos t falls until pi and rises until 2 pi: -sin t vanishes upwards at pi, downwards at 2
    pi.
    """

    @ends_at_zero(direction)
    def slope_vanishes(t, y):
        return y[1]

    flow = solve_ivp(
        lambda t, y: [y[1], -y[0]], (0.1, 10), [np.cos(0.1), -np.sin(0.1)],
        events=slope_vanishes, rtol=1e-10, atol=1e-12,
    )  # fmt: skip
    assert flow.status == 1 and abs(flow.t[-1] - end) < 1e-7
