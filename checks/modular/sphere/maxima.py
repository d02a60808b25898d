"""Measurements for the claims about maxima of the utility: ascent on the sphere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from typing import NamedTuple

import numpy as np
from hypothesis import strategies as st

from checks.methods.assuming import Assuming
from checks.methods.check import Effort, Rejected
from checks.methods.measured import Measured
from checks.methods.property import Property
from checks.modular import task as modular_task
from checks.modular.sphere import summands as task
from checks.modular.sphere.summands import Summands
from checks.modular.task import DOUBLE
from theory import modular as paper
from theory.modular import p
from theory.notation import k

ASCENT_REASON = (
    "double precision over all tuples; the error of an ascent comes from the gradient where it "
    "stopped"
)
# The flattest direction at the largest utility U has the curvature 3 U, and U/10 with one summand,
# where magnitudes differ by a twentieth.
FLATTEST = 0.1


class Top(NamedTuple):
    """Where the best ascent ended, its utility, and how far the maximiser is from there:
    |gradient|/curvature, with a factor of two.
    """

    theta: np.ndarray
    utility: Measured
    away: float


def starts(summands: Summands, seed: int, count: int) -> Iterator[np.ndarray]:
    """``count`` random points, and one inside every frequency."""
    draw = np.random.default_rng(seed)
    n = len(summands.x)
    for _ in range(count):
        yield draw.normal(size=summands.size)
    for f in range(1, n // 2 + 1):
        turns = 2 * np.pi * f * np.arange(n) / n
        yield np.concatenate(
            [
                draw.uniform(0.5, 1) * np.cos(turns + draw.uniform(0, 6.3))
                for _ in range(summands.k + 1)
            ]
        )


def _best(summands: Summands, seed: int, count: int) -> Top:
    theta = max(
        (summands.ascend(start) for start in starts(summands, seed, count)), key=summands.utility
    )
    value, slope = summands.utility(theta), summands.gradient(theta)
    away = 2 * float(np.linalg.norm(slope - (theta @ slope) * theta)) / (FLATTEST * value)
    return Top(theta, Measured(value, summands.utility_size(theta), away**2 * value), away)


def _maximum(count: int, instance: tuple, effort: Effort) -> Iterator[dict]:
    x, seed = instance
    summands, n, dominant = (
        task.summands(modular_task.clear(x)),
        len(x),
        modular_task.strongest(x)[0],
    )
    top = _best(summands, seed, count)
    hat, spectra = modular_task.spectrum_of(x), summands.spectrum(top.theta)
    inside = np.zeros(n, dtype=bool)
    inside[[dominant, n - dominant]] = True
    z = spectra[0, dominant] * spectra[1, dominant] * np.conj(spectra[2, dominant] * hat[dominant])
    leak = float(np.sqrt(np.sum(abs(spectra[:, ~inside]) ** 2) / n))
    tops = {
        magnitude: _magnitudes(spectra[row], top.away)
        for row, magnitude in enumerate((paper.mu_u, paper.mu_v, paper.mu_w))
    }
    parts = zip((paper.u, paper.v, paper.w), (paper.S_u, paper.S_v, paper.S_w), range(3))
    entries = {}
    for vector, phase, row in parts:
        entries[vector] = _entries(top.theta[row * n : (row + 1) * n], top.away)
        entries[phase] = _phases(spectra[row], dominant, top.away)
    # p even and all weight at p/2: nothing is left at the dominant frequency that could match
    mismatch = float(1 - np.real(z) / abs(z)) if z else 1.0
    # of a unit vector: what is outside the frequency is a part of 1, an amplitude one of sqrt(2/p)
    for row, frequency in product(range(3), range(-1, n + 1)):
        amplitude = Measured(
            2 * abs(spectra[row, dominant]) / n, np.sqrt(2 / n), np.sqrt(2 / n) * top.away
        )
        yield {
            p: n,
            paper.xi: dominant,
            paper.k: frequency,
            paper.a: frequency,
            paper.X: modular_task.magnitude(x, dominant),
            paper.U_top: top.utility,
            paper.amplitude: amplitude,
            paper.top_magnitude: tops[paper.mu_u](dominant),
            paper.leak: Measured(leak, 1, top.away),
            paper.mismatch: Measured(mismatch, 1, top.away),
            **tops,
            **entries,
        }


def _entries(part: np.ndarray, away: float) -> Callable[[float], Measured]:
    """u[a], of a unit vector."""
    return lambda a: Measured(part[round(a) % len(part)], 1, away)


def _phases(spectrum: np.ndarray, dominant: int, away: float) -> Callable[[float], Measured]:
    """The phase at each frequency, of a magnitude sqrt(p/6) at the dominant one and its mirror; any
    phase is one of 0, and 0 is taken where nothing is left.
    """
    n = len(spectrum)

    def phase(frequency: float) -> Measured:
        k = round(frequency) % n
        own = k in (dominant, n - dominant)
        return Measured(float(np.angle(spectrum[k])) if own else 0.0, 1, 4 * away)

    return phase


def _magnitudes(spectrum: np.ndarray, away: float) -> Callable[[float], Measured]:
    """|f_hat[k]| of a part of a unit vector, which is at most sqrt(p)."""
    most = np.sqrt(len(spectrum))
    return lambda k: Measured(abs(spectrum[round(k) % len(spectrum)]), most, most * away)


def _ascents(kind, name, instances, observed, count, examples, beyond=()) -> Property:
    """Ascents from so many starts; a counterexample is looked at from sixteen."""
    return kind(
        name,
        instances,
        partial(observed, count),
        DOUBLE,
        ASCENT_REASON,
        examples=examples,
        method="critical-points",
        confirm=partial(observed, 16),
        beyond=beyond,
    )


maximum = _ascents(
    Assuming,
    "gradient ascent on the sphere from many starts",
    st.tuples(modular_task.centred((3, 4, 5, 6, 7)), st.integers(0, 9)),
    _maximum,
    4,
    (10, 90, 900),
)


def _nyquist(count: int, instance: tuple, effort: Effort) -> Iterator[dict]:
    """X below p/2 (0 for p = 2, where there is none) and X_half = |sum (-1)^a x[a]|, also where p
    is odd and that is no frequency.
    """
    x, seed = instance
    n, hat = len(x), abs(modular_task.spectrum_of(x))
    half = abs(sum(x[0::2]) - sum(x[1::2]))
    below = max(range(1, (n + 1) // 2), key=lambda f: hat[f], default=0)
    largest = hat[below] if below else 0.0
    if max(largest, half) < 1e-6:
        raise Rejected("x is zero")
    if abs(largest**3 - np.sqrt(2) * half**3) < 0.1 * largest**3:
        raise Rejected("the frequency p/2 and another have nearly equal utilities")
    yield {
        p: n,
        paper.X: modular_task.magnitude(x, below) if below else 0,
        paper.X_half: half,
        paper.U_top: _best(task.summands(x), seed, count).utility,
    }


nyquist = _ascents(
    Assuming,
    "gradient ascent on the sphere, p even",
    st.tuples(modular_task.centred((2, 4, 5, 6, 8)), st.integers(0, 9)),
    _nyquist,
    4,
    (20, 100, 1000),
)


def _maximum_k(count: int, instance: tuple, effort: Effort) -> Iterator[dict]:
    x, degree, seed = instance
    top = _best(task.summands(modular_task.clear(x), degree), seed, count)
    yield {
        p: len(x),
        k: degree,
        paper.X: modular_task.magnitude(x, modular_task.ordered(x)[0]),
        paper.U_top_k: top.utility,
    }


maximum_k = _ascents(
    Property,
    "gradient ascent on the sphere, k = 1, ..., 6",
    st.sampled_from(task.SIZES).flatmap(
        lambda size: st.tuples(modular_task.centred(size[:1]), st.just(size[1]), st.integers(0, 9))
    ),
    _maximum_k,
    2,
    (10, 60, 400),
    modular_task.beyond_odd(st.tuples(modular_task.with_half(), st.just(2), st.integers(0, 9))),
)
