"""A network along gradient flow beside the dormant flow of its neurons, both followed by an
integrator: modular.flow-follows.

What is integrated is their difference, in units of alpha^3: at small alpha it is far below the
rounding of either.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
import sympy as sp
from hypothesis import strategies as st

from checks.methods.check import Effort
from checks.methods.measured import alone
from checks.methods.property import Property
from checks.modular.first_frequency.flow_norm import (
    FOLLOWED,
    REASON,
    encodings,
    integrated,
    loss_and_slopes,
)
from theory import modular as paper
from theory.notation import alpha, t

ROOM = 1 + 1e-6  # between the largest squared norm that was met and the bound that is named


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
    scale: sp.Rational
    time: float
    late: bool = False


def dormant_slopes(x: np.ndarray, phi: np.ndarray) -> np.ndarray:
    """G, the gradient of the utilities: the even part of the loss's, with the other sign."""
    return -(loss_and_slopes(x, phi)[1] + loss_and_slopes(x, -phi)[1]) / 2


def held_back(x: np.ndarray, theta: np.ndarray) -> np.ndarray:
    """Q, the pull of what the network puts out: the odd part of the loss's gradient."""
    return (loss_and_slopes(x, theta)[1] - loss_and_slopes(x, -theta)[1]) / 2


def difference_slope(x: np.ndarray, phi: np.ndarray, e: np.ndarray, cube: float) -> np.ndarray:
    """e' = 2 B(phi, e) + alpha^3 G(e) - Q(phi + alpha^3 e), where theta/alpha = phi + alpha^3 e.

    theta' = -eta dL/dtheta is (theta/alpha)' = G - alpha^3 Q, and G is a quadratic form: its
    bilinear one B is taken of two vectors of one length, so that nothing cancels.
    """
    pull = held_back(x, phi + cube * e)
    length = float(np.linalg.norm(e)) / float(np.linalg.norm(phi))
    if not length:
        return -pull
    unit = e / length
    turned = (dormant_slopes(x, phi + unit) - dormant_slopes(x, phi - unit)) / 2
    return length * turned + cube * dormant_slopes(x, e) - pull


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
    cube = float(drawn.scale) ** 3

    def slope(_: float, flat: np.ndarray) -> np.ndarray:
        phi, e = flat.reshape(shape)
        return np.stack([dormant_slopes(x, phi), difference_slope(x, phi, e, cube)]).ravel()

    way = time * float(np.linalg.norm(held_back(x, start)))
    accuracy = tight * 1e-3 * np.repeat([before, way], start.size)
    phi, e = integrated(slope, np.stack([start, 0 * start]), time, tight, accuracy)
    # the squared norm of the dormant flow is convex in time: largest at an end; any bound will do
    most = ROOM * max(before**2, float(np.sum(phi**2)))
    yield {
        paper.apart_sq: alone(cube**2 * float(np.sum(e**2))),
        paper.dormant_most: sp.Rational(most),
        paper.x_sq: sp.Rational(sum(one**2 for one in drawn.x), drawn.parts**2),
        alpha: drawn.scale,
        t: sp.Rational(time),
    }


def begun_there(drawn: Beside, effort: Effort, tight: float = 1e-11) -> Iterator[dict]:
    """Both sides are equal as t -> 0: here they differ by less than alpha is known to."""
    for values in followed(drawn, effort, tight):
        yield {**values, alpha: alone(float(drawn.scale))}


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


SMALL, LARGE = sp.Rational(1, 10**9), (sp.Rational(9, 10), sp.Rational(3, 2))
EARLY = instances(
    (SMALL, sp.Rational(3, 100), sp.Rational(3, 10), sp.Rational(3, 2)), (1e-6, 0.01, 1, 4), False
)
LATE = instances((sp.Rational(1, 10), *LARGE), (0.3, 0.9), True)
followed_both = Property(
    "networks of any start beside their dormant flow, integrated",
    st.one_of(EARLY, LATE),
    followed,
    FOLLOWED,
    REASON,
    examples=(20, 120, 800),
    confirm=partial(followed, tight=1e-13),  # smaller steps
)
# At the start both sides are alpha^6.
begun = Property(
    "attained at the start",
    instances((sp.Rational(1, 10), *LARGE), (1e-10,), False),
    begun_there,
    FOLLOWED,
    REASON,
    examples=(8, 60, 300),
    confirm=partial(begun_there, tight=1e-13),
    sharp=True,
)
