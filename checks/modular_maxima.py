"""Measurements for the claims about maxima of the utility: ascent on the sphere, Riemannian Hessians at every critical point."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from hypothesis import strategies as st

from theory import modular_utility as mu
from theory import modular_waves as mw
from theory.modular_sums import p
from theory.symbols import k

from . import modular_task as task
from .check import Effort, Rejected
from .modular_task import DOUBLE, Summands
from .property import Observation, Property

# --- maxima of the utility --------------------------------------------------------------------------------------------------------
ASCENT = 1e-7   # the ascent stops where the gradient is 1e-13 of the value or a step no longer gains: half the digits of a maximiser


def _starts(summands: Summands, seed: int, count: int) -> Iterator[np.ndarray]:
    draw = np.random.default_rng(seed)
    n = len(summands.x)
    for _ in range(count):
        yield draw.normal(size=summands.size)
    for f in range(1, n // 2 + 1):  # and one inside every frequency
        turns = 2 * np.pi * f * np.arange(n) / n
        yield np.concatenate([draw.uniform(0.5, 1) * np.cos(turns + draw.uniform(0, 6.3)) for _ in range(summands.k + 1)])


def _best(x: tuple, degree: int, seed: int, count: int) -> tuple[Summands, np.ndarray]:
    summands = task.summands(x, degree)
    return summands, max((summands.ascend(start) for start in _starts(summands, seed, count)), key=summands.utility)


def _maximum(instance: tuple, effort: Effort) -> Iterator[dict]:
    x, seed = instance
    summands, best = _best(task.clear(x), 2, seed, 4)
    hat, spectra, n = task.spectrum_of(x), None, len(x)
    spectra = summands.spectrum(best)
    dominant = max(range(1, (n - 1) // 2 + 1), key=lambda f: abs(hat[f]))
    inside = np.zeros(n, dtype=bool)
    inside[[dominant, n - dominant]] = True
    z = spectra[0, dominant] * spectra[1, dominant] * np.conj(spectra[2, dominant] * hat[dominant])
    for row in range(3):
        yield {p: n, mu.X: abs(hat[dominant]), mu.U_top: summands.utility(best), mu.amplitude: 2 * abs(spectra[row, dominant]) / n,
               mu.leak: float(np.sqrt(np.sum(abs(spectra[:, ~inside])**2) / n)), mu.mismatch: float(1 - np.real(z) / abs(z))}


maximum = Property("gradient ascent on the sphere from many starts", st.tuples(task.centred((3, 5, 7)), st.integers(0, 9)), _maximum, ASCENT,
                   "a maximum is flat: half of the digits of the value are those of the maximiser", examples=(6, 60, 600), method="critical-points")


def _nyquist(instance: tuple, effort: Effort) -> Iterator[dict]:
    x, seed = instance
    n, hat = len(x), abs(task.spectrum_of(x))
    below = float(max(hat[1:n // 2]))
    if max(below, hat[n // 2]) < 1e-6 or abs(below**3 - np.sqrt(2) * hat[n // 2]**3) < 0.1 * below**3:
        raise Rejected
    summands, best = _best(x, 2, seed, 4)
    yield {p: n, mu.X: max(below, 1e-9), mu.X_half: float(hat[n // 2]), mu.U_top: summands.utility(best)}


nyquist = Property("gradient ascent on the sphere, p = 4, 6", st.tuples(task.centred((4, 6)), st.integers(0, 9)), _nyquist, ASCENT,
                   "as for odd p", examples=(12, 60, 600), method="critical-points")


def _classified(summands: Summands) -> tuple[int, float | None, float | None, float | None, float | None]:
    """Count the frequencies whose critical point is a local maximum; the extreme eigenvalues at single points and at mixtures."""
    n, count, worst_single, single, mixed, value = len(summands.x), 0, None, None, None, None
    frequencies = range(1, (n - 1) // 2 + 1)
    for size in (1, 2, 3):
        for chosen in combinations(frequencies, size) if summands.k > 1 or size == 1 else ():
            theta = summands.mixture(chosen)
            utility, slope = summands.utility(theta), summands.gradient(theta)
            if np.linalg.norm(slope - (summands.k + 1) * utility * theta) > 1e-9 * utility:
                raise ArithmeticError(f"the mixture of {chosen} is not critical")
            eigenvalues = np.linalg.eigvalsh(summands.hessian(theta))
            # The radial direction and the k phases that keep the condition are flat; everything else must go down.
            across = np.sort(eigenvalues)[::-1][summands.k * size + 1:] if eigenvalues.max() < 1e-6 * utility else eigenvalues
            maximum = bool(across.max() < -1e-6 * utility)
            count += maximum
            if size == 1 and maximum:
                worst_single, single = float(across.max()), utility
            elif size > 1:
                if maximum:
                    raise ArithmeticError(f"the mixture of {chosen} is a local maximum")
                mixed, value = float(eigenvalues.max()), utility
    return count, worst_single, single, mixed, value


def _hessians(instance: tuple, effort: Effort) -> Iterator[Observation]:
    x, degree = instance
    summands = task.summands(task.clear(x), degree)
    count, worst, single, mixed, value = _classified(summands)
    ends = set()
    for start in _starts(summands, 0, 6):
        end = summands.ascend(start)
        power = np.sum(abs(summands.spectrum(end))**2, axis=0)
        ends.add(tuple(int(f) for f in range(1, (len(x) - 1) // 2 + 1) if power[f] > 1e-6 * power.max()))
    seen = {p: len(x), k: degree, mu.maxima: count, mw.maxima_k: count}
    if worst is not None and len(x) > 3:
        seen |= {mu.hess_single: worst, mu.U_single: single}
    if mixed is not None:
        seen |= {mu.hess_mix: mixed, mu.U_mix: value}
    yield Observation(seen, detail=f"x = {x}, k = {degree}: ascent ended at the frequencies {sorted(ends)}")


hessians = Property("Riemannian Hessian at every critical point of positive utility", st.tuples(task.centred((3, 5, 7)), st.just(2)), _hessians, 1e-6,
                    "central differences with step 1e-3 of a quadratic gradient: 1e-9", examples=(8, 60, 400), method="critical-points")
hessians_larger = Property("Riemannian Hessian at every critical point of positive utility, p = 5, 7", st.tuples(task.centred((5, 7)), st.just(2)), _hessians, 1e-6,
                           "central differences with step 1e-3 of a quadratic gradient: 1e-9", examples=(6, 60, 400), method="critical-points")
hessians_k = Property("Riemannian Hessian at every critical point of positive utility, k = 1, ..., 4", st.tuples(task.centred((3, 5)), st.integers(1, 4)), _hessians, 1e-6,
                      "central differences of a polynomial gradient", examples=(8, 60, 400), method="critical-points")


@dataclass(frozen=True)
class Weakest:
    """An encoding, and the unit neuron whose three parts are cosines of its weakest frequency, in phase with it."""

    x: tuple[int, ...]

    @property
    def frequency(self) -> int:
        return int(np.argmin(np.abs(task.spectrum_of(self.x))[1:(len(self.x) + 1) // 2])) + 1

    @property
    def phase(self) -> float:
        return float(np.angle(task.spectrum_of(self.x)[self.frequency]))

    @property
    def theta(self) -> np.ndarray:
        n = len(self.x)
        turns = 2 * np.pi * self.frequency * np.arange(n) / n
        return np.sqrt(2 / (3 * n)) * np.concatenate([np.cos(turns), np.cos(turns), np.cos(turns - self.phase)])

    def __str__(self) -> str:
        n, f = len(self.x), self.frequency
        size, turn = f"sqrt(2/{3 * n})", f"{2 * f} pi a/{n}"
        return f"x = {self.x}, theta: u[a] = v[a] = {size} cos({turn}), w[a] = {size} cos({turn} {-self.phase:+.6g})"


def _weakest(one: Weakest, effort: Effort) -> Iterator[Observation]:
    """How many frequencies carry a local maximum; and for a person to see, the utility and the Hessian at the weakest, beside the largest utility."""
    summands = task.summands(task.clear(one.x))
    count, *_ = _classified(summands)
    value, slope = summands.utility(one.theta), summands.gradient(one.theta)
    if np.linalg.norm(slope - 3 * value * one.theta) > 1e-9 * value:
        raise ArithmeticError(f"{one} is not critical")
    # the radial direction and the two phases that keep the condition are flat
    across = np.sort(np.linalg.eigvalsh(summands.hessian(one.theta)))[::-1][3:]
    dominant = 1 + int(np.argmax(np.abs(task.spectrum_of(one.x))[1:(len(one.x) + 1) // 2]))
    yield Observation({p: len(one.x), mu.maxima: count, mu.U_single: value, mu.U_top: summands.utility(summands.mixture((dominant,))), mu.hess_single: float(across[0])})


weakest = Property("Riemannian Hessian at every critical point of positive utility, the weakest frequency shown", task.centred((3, 5, 7)).map(Weakest), _weakest, 1e-6,
                   "central differences with step 1e-3 of a quadratic gradient: 1e-9", examples=(8, 60, 400), method="critical-points")


def _maximum_k(instance: tuple, effort: Effort) -> Iterator[dict]:
    x, degree, seed = instance
    summands, best = _best(task.clear(x), degree, seed, 2)
    yield {p: len(x), k: degree, mu.X: max(abs(task.spectrum_of(x)[1:])), mw.U_top_k: summands.utility(best)}


maximum_k = Property("gradient ascent on the sphere, k = 1, ..., 4", st.tuples(task.centred((3, 5)), st.integers(1, 4), st.integers(0, 9)), _maximum_k, ASCENT,
                     "a maximum is flat", examples=(10, 60, 400), method="critical-points")


def _figure(_: str, effort: Effort) -> Iterator[dict]:
    """The template of the figure: cosines of frequencies 1, 3, 5 with coefficients 10, 5, 5/2."""
    n = np.arange(20)
    x = sum(2 * size * np.cos(2 * np.pi * f * n / 20) / 20 for f, size in ((1, 10), (3, 5), (5, 2.5)))
    sizes = np.abs(task.spectrum_of(tuple(x)))[1:11]
    tied = sum(any(abs(one - other) < 1e-12 for j, other in enumerate(sizes) if j != i) for i, one in enumerate(sizes))
    yield {mu.parity: len(x) % 2, mu.nyquist: float(sum(x * (-1.0)**n)), mu.tied: tied}


figure = Property("the figure's own numbers", st.just("the template of the figure"), _figure, DOUBLE, "double precision", examples=(1, 1, 1))
