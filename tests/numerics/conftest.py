"""Problems that several files look at."""

import numpy as np
import pytest

from numerics import DiagonalNetwork


@pytest.fixture
def returning():
    """Coordinate 0 is learned, returns to dormancy and comes back with the other sign: Sigma = [[1,
    1/2], [1/2, 5/16]].
    """
    return DiagonalNetwork([[1, 1], ["0.75", "0.25"]], ["0.45", "-0.05"])


@pytest.fixture
def regression():
    """A maker of random regression problems with n = 2d + 2 samples."""

    def make(d: int, seed: int, noise: float = 0.1) -> DiagonalNetwork:
        random = np.random.default_rng(seed)
        X = random.normal(size=(d, 2 * d + 2))
        return DiagonalNetwork(X, random.normal(size=d) @ X + noise * random.normal(size=2 * d + 2))

    return make
