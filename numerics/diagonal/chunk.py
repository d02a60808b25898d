"""What an integrator of the dual equation promises: a dense solution over a chunk of time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

# Where every |state| < 1 a Taylor step control is absolute and would leap over a tiny growing
# exponential: exp(2 g t) is resolved by an order-N series while 2 g t < N / e^2.
LEAP = float(np.e**2)
# exp(-2 g t) falls from 1 to 10^-digits over g t = 1.15 digits: about one chunk for the rise and
# one for the rest.
STRIDE_PER_DIGIT = 3.0


@dataclass(frozen=True)
class Chunk:
    """A dense solution on [0, duration]: ``at(taus)`` has one row a time; ``knots`` are the
    integrator's own.
    """

    duration: Any
    end: np.ndarray
    knots: np.ndarray
    at: Callable[[np.ndarray], np.ndarray]
    series: np.ndarray | None = None  # Taylor coefficients at the knots, in doubles


class Engine(Protocol):
    """``eps``: the error it holds the solution to. ``stride``: chunk length it likes, in units of 1
    / rate.
    """

    eps: Any
    stride: float

    def advance(
        self, x: np.ndarray, a: np.ndarray, b: np.ndarray, duration: Any, rate: float
    ) -> Chunk:
        """Solve from x over ``duration``; no |x_i'| will exceed ``rate``, which caps the step."""


def horner(coefficients: Any, t: Any) -> Any:
    """sum_k c_k t^k, for numbers or arrays of any kind."""
    value = 0 * t
    for c in reversed(coefficients):
        value = value * t + c
    return value
