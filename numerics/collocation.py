"""Long implicit steps on a plateau: Radau's collocation at ten points, y(c_i) = y_0 + h sum_j A_ij
f(y(c_j)).

What is stiff there are few entries near rest, whose Jacobian is symmetric, since they follow a
gradient. Its eigenvectors, and those of A, solve the equations of Newton's method at every step
length; entries that are slow are left to plain iteration.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.polynomial import legendre

STAGES = 10
# The highest Legendre coefficient of a step, beside the size of the neuron: the next one, which is
# left out, is smaller by the same ratio as this one is beside the one before.
TOLERANCE = 1e-13
# Iterations are over when the correction is rounding, and given up when it does not come near that
# at the pace of the last two, to which a lucky guess may have given a bad name.
ROUNDING, MOST_ITERATIONS, HOPELESS = 3e-15, 16, 1e-6
# The next step: for the tolerance, with a margin, and not out of proportion to this one. A jump
# ahead makes steps shorter by a constant factor each: the margin to the tenth power allows for it.
SAFETY, LONGEST, SHORTEST = 0.8, 2.0, 0.3
# Of the step before, so many terms make the first guess: further ones are rounding, extrapolated.
GUESS = 6


def _nodes() -> np.ndarray:
    """The roots of P_s - P_(s-1), the last one at 1: Radau's points on [-1, 1]."""
    roots = np.sort(legendre.legroots([0.0] * (STAGES - 1) + [-1.0, 1.0]).real)
    roots[-1] = 1.0
    return roots


NODES = _nodes()
_INTEGRALS = np.column_stack(
    [legendre.legval(NODES, legendre.legint(row, lbnd=-1)) / 2 for row in np.eye(STAGES)]
)
A = _INTEGRALS @ np.linalg.inv(legendre.legvander(NODES, STAGES - 1))
_ROOTS, _TURN = np.linalg.eig(A)
_BACK = np.linalg.inv(_TURN)
# values at -1 and the nodes -> Legendre coefficients
_TO_LEGENDRE = np.linalg.inv(legendre.legvander(np.append(-1.0, NODES), STAGES))


@dataclass(frozen=True, eq=False)
class Stiff:
    """J = vectors diag(values) vectors^T on the entries ``index``."""

    index: np.ndarray
    values: np.ndarray
    vectors: np.ndarray

    @classmethod
    def of(cls, jacobian: np.ndarray, index: np.ndarray) -> Stiff:
        """From the symmetric matrix of these entries."""
        return cls(index, *np.linalg.eigh(jacobian))

    def corrected(self, rest: np.ndarray, h: float) -> np.ndarray:
        """(1 - h A x J)^-1 rest, where J is zero on the other entries."""
        turned = _BACK @ (rest[:, self.index] @ self.vectors)
        turned /= 1 - h * _ROOTS[:, None] * self.values
        change = rest.copy()
        change[:, self.index] = (_TURN @ turned).real @ self.vectors.T
        return change


@dataclass(frozen=True, eq=False)
class Step:
    """y on [start, end] as a Legendre series (STAGES + 1, entries), and y at the end."""

    start: float
    end: float
    last: np.ndarray
    series: np.ndarray
    error: float
    iterations: int

    def at(self, t: np.ndarray) -> np.ndarray:
        """y at times, one row each."""
        return self._terms(t, STAGES + 1)

    def _terms(self, t: np.ndarray, count: int) -> np.ndarray:
        x = 2 * (np.atleast_1d(t) - self.start) / self.length - 1
        return legendre.legvander(x, count - 1) @ self.series[:count]

    def beyond(self, t: np.ndarray) -> np.ndarray:
        """A guess at y at times after the end, one row each."""
        return self._terms(t, GUESS)

    @property
    def length(self) -> float:
        """The length of the step."""
        return self.end - self.start

    @property
    def next_length(self) -> float:
        """The step length that keeps the tolerance."""
        wanted = SAFETY * (TOLERANCE / max(self.error, 1e-300)) ** (1 / STAGES)
        return self.length * min(max(wanted, SHORTEST), LONGEST)


def step(
    slopes: Callable[[np.ndarray], np.ndarray], start: float, end: float, y: np.ndarray,
    before: Step | None, stiff: Stiff, sizes: np.ndarray,
) -> Step | None:  # fmt: skip
    """One step of y' = f(y), ``slopes`` taking rows; None where the iteration does not converge.

    ``sizes`` has, for each entry, the size of the neuron it belongs to; ``before`` is the step that
    ended here, where there is one, and is a first guess.
    """
    h = end - start
    times = start + h * (NODES + 1) / 2
    Y = np.repeat(y[None], STAGES, axis=0) if before is None else before.beyond(times)
    last = np.inf
    for iteration in range(1, MOST_ITERATIONS + 1):
        change = stiff.corrected(y + h * (A @ slopes(Y)) - Y, h)
        Y = Y + change
        far = float(np.max(np.abs(change) / sizes))
        # Rounding: small, or no longer falling though close to it.
        if far < ROUNDING or last / 2 < far < 30 * ROUNDING:
            series = _TO_LEGENDRE @ np.vstack([y, Y])
            error = float(np.max(np.abs(series[-1]) / sizes))
            return Step(start, end, Y[-1], series, error, iteration)
        left = MOST_ITERATIONS - iteration if iteration > 3 else 0
        if not far * (far / last) ** left < (HOPELESS if left else 10.0):
            return None
        last = far
    return None
