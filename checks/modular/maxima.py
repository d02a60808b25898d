"""Measurements for the claims about maxima of the utility: ascent on the sphere, Riemannian
Hessians at every critical point.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import combinations, product
from typing import NamedTuple

import numpy as np
from hypothesis import strategies as st

from checks.methods.check import Effort, Rejected
from checks.methods.measured import Measured, Unsettled
from checks.methods.property import Observation, Property
from checks.modular import summands as task
from checks.modular import task as modular_task
from checks.modular.summands import Summands
from checks.modular.task import DOUBLE
from theory import modular as paper
from theory.modular import p
from theory.notation import k

# --- maxima of the utility ------------------------------------------------------------------------
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


def _starts(summands: Summands, seed: int, count: int) -> Iterator[np.ndarray]:
    draw = np.random.default_rng(seed)
    n = len(summands.x)
    for _ in range(count):
        yield draw.normal(size=summands.size)
    for f in range(1, n // 2 + 1):  # and one inside every frequency
        turns = 2 * np.pi * f * np.arange(n) / n
        yield np.concatenate(
            [
                draw.uniform(0.5, 1) * np.cos(turns + draw.uniform(0, 6.3))
                for _ in range(summands.k + 1)
            ]
        )


def _best(summands: Summands, seed: int, count: int) -> Top:
    theta = max(
        (summands.ascend(start) for start in _starts(summands, seed, count)), key=summands.utility
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
    # of a unit vector: what is outside the frequency is a part of 1, an amplitude one of sqrt(2/p)
    for row, frequency in product(range(3), range(n)):
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
            paper.mismatch: Measured(float(1 - np.real(z) / abs(z)), 1, top.away),
            **tops,
            **entries,
        }


def _entries(part: np.ndarray, away: float) -> Callable[[float], Measured]:
    """u[a], of a unit vector."""
    return lambda a: Measured(part[round(a)], 1, away)


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
    return lambda k: Measured(abs(spectrum[round(k)]), most, most * away)


maximum = Property(
    "gradient ascent on the sphere from many starts",
    st.tuples(modular_task.centred((3, 5, 7)), st.integers(0, 9)),
    partial(_maximum, 4),
    DOUBLE,
    ASCENT_REASON,
    examples=(6, 60, 600),
    method="critical-points",
    confirm=partial(_maximum, 16),
)


def _nyquist(count: int, instance: tuple, effort: Effort) -> Iterator[dict]:
    x, seed = instance
    n, hat = len(x), abs(modular_task.spectrum_of(x))
    below = 1 + int(np.argmax(hat[1 : n // 2]))
    if max(hat[below], hat[n // 2]) < 1e-6:
        raise Rejected("x is zero")
    if abs(hat[below] ** 3 - np.sqrt(2) * hat[n // 2] ** 3) < 0.1 * hat[below] ** 3:
        raise Rejected("the frequency p/2 and another have nearly equal utilities")
    yield {
        p: n,
        paper.X: modular_task.magnitude(x, below),
        paper.X_half: modular_task.magnitude(x, n // 2),
        paper.U_top: _best(task.summands(x), seed, count).utility,
    }


nyquist = Property(
    "gradient ascent on the sphere, p = 4, 6",
    st.tuples(modular_task.centred((4, 6)), st.integers(0, 9)),
    partial(_nyquist, 4),
    DOUBLE,
    ASCENT_REASON,
    examples=(12, 60, 600),
    method="critical-points",
    confirm=partial(_nyquist, 16),
)


# --- critical points ------------------------------------------------------------------------------
# An eigenvalue is 0, or at least U/20 in size (one summand, magnitudes a twentieth apart). In
# doubles a zero is some 1e-15 of what is added in a Hessian, so there is room where U is above
# 1e-10 of that.
LOST = 1e-10


class Critical(NamedTuple):
    """A critical point: its utility, the eigenvalues of the Hessian (descending), how many of them
    are 0 at a maximum, what was added in each.
    """

    utility: float
    eigenvalues: np.ndarray
    flat: int
    size: float

    @property
    def across(self) -> np.ndarray:
        """Without the directions that are flat at a maximum: the radius, and the k phases a
        frequency that keep the condition.
        """
        return (
            self.eigenvalues[self.flat :]
            if self.eigenvalues[0] < 1e-3 * self.utility
            else self.eigenvalues
        )

    @property
    def maximum(self) -> bool:
        """Every eigenvalue across the flat directions is below -U/1000: a strict local maximum."""
        return bool(self.across[0] < -1e-3 * self.utility)


def _critical(
    summands: Summands, theta: np.ndarray, frequencies: int, differences: bool
) -> Critical:
    utility, slope, size = (
        summands.utility(theta),
        summands.gradient(theta),
        summands.hessian_size(theta),
    )
    if np.linalg.norm(slope - (summands.k + 1) * utility * theta) > 1e-12 * size:
        raise ArithmeticError(
            f"a mixture of {frequencies} frequencies of {summands.x} is not critical"
        )
    if utility < LOST * size:
        raise Unsettled("a frequency is too weak for a Hessian in doubles")
    hessian = summands.hessian_by_differences(theta) if differences else summands.hessian(theta)
    eigenvalues = np.sort(np.linalg.eigvalsh(hessian))[::-1]
    return Critical(utility, eigenvalues, summands.k * frequencies + 1, size)


def _classified(
    summands: Summands, differences: bool
) -> tuple[int, Critical | None, Critical | None]:
    """How many frequencies have a local maximum; one of them, and one mixture."""
    count, single, mixed = 0, None, None
    for size in (1, 2, 3):
        for chosen in (
            combinations(range(1, (len(summands.x) - 1) // 2 + 1), size)
            if summands.k > 1 or size == 1
            else ()
        ):
            point = _critical(summands, summands.mixture(chosen), size, differences)
            count += point.maximum
            if size == 1 and point.maximum:
                single = point
            elif size > 1:
                if point.maximum:
                    raise ArithmeticError(f"the mixture of {chosen} is a local maximum")
                mixed = point
    return count, single, mixed


def _hessians(differences: bool, instance: tuple, effort: Effort) -> Iterator[Observation]:
    x, degree = instance
    summands = task.summands(modular_task.clear(x), degree)
    count, single, mixed = _classified(summands, differences)
    ends = set()
    for start in _starts(summands, 0, 6):
        power = np.sum(abs(summands.spectrum(summands.ascend(start))) ** 2, axis=0)
        ends.add(
            tuple(int(f) for f in range(1, (len(x) - 1) // 2 + 1) if power[f] > 1e-6 * power.max())
        )
    seen = {p: len(x), k: degree, paper.maxima: count, paper.maxima_k: count}
    if single is not None and len(x) > 3:
        seen |= {
            paper.hess_single: Measured(single.across[0], single.size),
            paper.U_single: Measured(single.utility, single.size),
        }
    if mixed is not None:
        seen |= {
            paper.hess_mix: Measured(mixed.eigenvalues[0], mixed.size),
            paper.U_mix: Measured(mixed.utility, mixed.size),
        }
    yield Observation(
        seen, detail=f"x = {x}, k = {degree}: ascent ended at the frequencies {sorted(ends)}"
    )


HESSIAN, HESSIAN_REASON = (
    1e-12,
    "second derivatives summed over all tuples in doubles, eigenvalues by a backward stable method",
)
hessians = Property(
    "Riemannian Hessian at every critical point of positive utility",
    st.tuples(modular_task.centred((3, 5, 7)), st.just(2)),
    partial(_hessians, False),
    HESSIAN,
    HESSIAN_REASON,
    examples=(8, 60, 400),
    method="critical-points",
    confirm=partial(_hessians, True),
)
hessians_larger = Property(
    "Riemannian Hessian at every critical point of positive utility, p = 5, 7",
    st.tuples(modular_task.centred((5, 7)), st.just(2)),
    partial(_hessians, False),
    HESSIAN,
    HESSIAN_REASON,
    examples=(6, 60, 400),
    method="critical-points",
    confirm=partial(_hessians, True),
)
hessians_k = Property(
    "Riemannian Hessian at every critical point of positive utility, k = 1, ..., 4",
    st.tuples(modular_task.centred((3, 5)), st.integers(1, 4)),
    partial(_hessians, False),
    HESSIAN,
    HESSIAN_REASON,
    examples=(8, 60, 400),
    method="critical-points",
    confirm=partial(_hessians, True),
)


@dataclass(frozen=True)
class Weakest:
    """An encoding, and the unit neuron whose three parts are cosines of its weakest frequency, in
    phase with it.
    """

    x: tuple[int, ...]

    @property
    def frequency(self) -> int:
        """The frequency with the least |x_hat|."""
        return (
            int(np.argmin(np.abs(modular_task.spectrum_of(self.x))[1 : (len(self.x) + 1) // 2])) + 1
        )

    @property
    def phase(self) -> float:
        """s_x, the argument of x_hat at this frequency."""
        return float(np.angle(modular_task.spectrum_of(self.x)[self.frequency]))

    @property
    def theta(self) -> np.ndarray:
        """(u, v, w) = sqrt(2/(3p)) (cos, cos, cos of omega a - s_x), a unit vector."""
        n = len(self.x)
        turns = 2 * np.pi * self.frequency * np.arange(n) / n
        return np.sqrt(2 / (3 * n)) * np.concatenate(
            [np.cos(turns), np.cos(turns), np.cos(turns - self.phase)]
        )

    def __str__(self) -> str:
        n, f = len(self.x), self.frequency
        size, turn = f"sqrt(2/{3 * n})", f"{2 * f} pi a/{n}"
        return (
            f"x = {self.x}, theta: u[a] = v[a] = {size} cos({turn}), w[a] = {size} cos({turn} "
            f"{-self.phase:+.6g})"
        )


def _weakest(differences: bool, one: Weakest, effort: Effort) -> Iterator[Observation]:
    """How many frequencies carry a local maximum; and for a person to see, the utility and the
    Hessian at the weakest, beside the largest utility.
    """
    summands = task.summands(modular_task.clear(one.x))
    count, *_ = _classified(summands, differences)
    point, dominant = (
        _critical(summands, one.theta, 1, differences),
        summands.mixture((modular_task.strongest(one.x)[0],)),
    )
    top = Measured(summands.utility(dominant), summands.utility_size(dominant))
    yield Observation(
        {
            p: len(one.x),
            paper.maxima: count,
            paper.U_single: Measured(point.utility, point.size),
            paper.U_top: top,
            paper.hess_single: Measured(point.eigenvalues[point.flat], point.size),
        }
    )


weakest = Property(
    "Riemannian Hessian at every critical point of positive utility, the weakest frequency shown",
    modular_task.centred((3, 5, 7)).map(Weakest),
    partial(_weakest, False),
    HESSIAN,
    HESSIAN_REASON,
    examples=(8, 60, 400),
    method="critical-points",
    confirm=partial(_weakest, True),
)


def _maximum_k(count: int, instance: tuple, effort: Effort) -> Iterator[dict]:
    x, degree, seed = instance
    top = _best(task.summands(modular_task.clear(x), degree), seed, count)
    yield {
        p: len(x),
        k: degree,
        paper.X: modular_task.magnitude(x, modular_task.strongest(x)[0]),
        paper.U_top_k: top.utility,
    }


maximum_k = Property(
    "gradient ascent on the sphere, k = 1, ..., 4",
    st.tuples(modular_task.centred((3, 5)), st.integers(1, 4), st.integers(0, 9)),
    partial(_maximum_k, 2),
    DOUBLE,
    ASCENT_REASON,
    examples=(10, 60, 400),
    method="critical-points",
    confirm=partial(_maximum_k, 16),
)
