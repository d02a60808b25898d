"""A network along gradient flow beside the dormant flow of its neurons, both followed by an
integrator: modular.flow-follows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy as sp
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

from checks.methods.check import Effort
from checks.methods.measured import Measured, alone
from checks.methods.property import Property
from checks.modular.first_frequency.flow_norm import (
    FOLLOWED,
    REASON,
    encodings,
    loss_and_slopes,
)
from theory import modular as paper
from theory.notation import alpha, t


@dataclass(frozen=True)
class Beside:
    """An encoding in parts of one, a start, a scale, and a time: in units in which the bound
    grows, or in which the dormant flow may blow up.
    """

    x: tuple[int, ...]
    parts: int
    neurons: int
    seed: int
    size: float
    scale: float
    time: float
    late: bool = False


def dormant_slopes(x: np.ndarray, phi: np.ndarray) -> np.ndarray:
    """The gradient of the utilities: the even part of the loss's, with the other sign."""
    return -(loss_and_slopes(x, phi)[1] + loss_and_slopes(x, -phi)[1]) / 2


def _until(drawn: Beside, x: np.ndarray, before: float) -> float:
    """The time of the instance; before ``late`` = 1 no neuron can blow up (modular.flow-norm)."""
    if drawn.late:
        largest = float(np.abs(np.fft.fft(x))[1:].max())
        return drawn.time * 9 * len(x) ** 1.5 / (3 * np.sqrt(6) * largest**3 * before)
    square = float(x @ x)
    return drawn.time / (120 * square * (1 + square) * (1 + before**2) ** 3)


def followed(drawn: Beside, effort: Effort, tight: float = 1e-11) -> Iterator[dict]:
    """How far apart the two are at the end."""
    x = np.array(drawn.x, dtype=float) / drawn.parts
    shape = (2, drawn.neurons, 3, len(x))
    start = drawn.size * np.random.default_rng(drawn.seed).normal(size=shape[1:])
    before = float(np.linalg.norm(start))
    time = float(_until(drawn, x, before))
    both = np.stack([drawn.scale * start, start])

    def slope(_: float, flat: np.ndarray) -> np.ndarray:
        theta, phi = flat.reshape(shape)
        pulled = -loss_and_slopes(x, theta)[1] / drawn.scale
        return np.stack([pulled, dormant_slopes(x, phi)]).ravel()

    accuracy = tight * 1e-3 * before * min(1.0, drawn.scale)
    run = solve_ivp(slope, (0, time), both.ravel(), method="DOP853", rtol=tight, atol=accuracy)
    theta, phi = run.y[:, -1].reshape(shape)
    distance = float(np.sum((theta / drawn.scale - phi) ** 2))
    # the squared norm of the dormant flow is convex in time: largest at an end
    most = max(before**2, float(np.sum(phi**2)))
    yield {
        paper.apart_sq: Measured(distance, float(np.sqrt(distance * most)) + 1e-8 * most),
        paper.dormant_most: Measured(most, most),
        paper.x_sq: sp.Rational(sum(one**2 for one in drawn.x), drawn.parts**2),
        alpha: alone(drawn.scale),
        t: alone(time),
    }


def again(drawn: Beside, effort: Effort) -> Iterator[Any]:
    """Smaller steps."""
    return followed(drawn, effort, 1e-13)


def instances(scales: tuple, times: tuple, late: bool) -> st.SearchStrategy[Beside]:
    """Networks of any start at these scales and times."""
    return st.builds(
        Beside,
        encodings(),
        st.sampled_from((10, 1)),
        st.integers(1, 4),
        st.integers(0, 999),
        st.sampled_from((0.1, 0.5, 1.0)),
        st.sampled_from(scales),
        st.sampled_from(times),
        st.just(late),
    )


EARLY = instances((0.03, 0.3, 1.5), (1e-6, 0.01, 1.0, 4.0), False)
LATE = instances((0.1, 0.9, 1.5), (0.3, 0.9), True)
followed_both = Property(
    "networks of any start beside their dormant flow, integrated",
    st.one_of(EARLY, LATE),
    followed,
    FOLLOWED,
    REASON,
    examples=(20, 120, 800),
    confirm=again,
)
# At the start both sides are alpha^6.
begun = Property(
    "attained at the start",
    instances((0.1, 0.9, 1.5), (1e-10,), False),
    followed,
    FOLLOWED,
    REASON,
    examples=(8, 60, 300),
    confirm=again,
    sharp=True,
)
