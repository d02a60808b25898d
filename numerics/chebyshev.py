"""Stabilised explicit integration: the second-order Runge-Kutta-Chebyshev method of Sommeijer, Shampine and Verwer (J. Comput. Appl. Math. 88, 1998).

With s stages it is stable for decay rates up to 0.65 s^2/h, so a stiff gradient flow costs the square root of its stiffness, and neither Jacobian nor
linear system. Errors are measured row by row, relative to the norm of the row: in a network a dormant neuron counts as much as an active one.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

# Damping of the stability polynomial, and 1.54: the constants of the paper. A larger s gains nothing over two steps.
DAMPING, REACH, MOST_STAGES = 2 / 13, 1.54, 300
# The power iteration sees a lower bound of the largest rate; the paper's margin.
MARGIN = 1.2
# Iterations of the power method: at the start and after a rejected step, and in every other step (the vector is kept).
MANY, FEW = 20, 1
SAFETY, SHRINK, GROW = 0.8, 0.1, 5.0

Field = Callable[[np.ndarray], np.ndarray]


@dataclass(frozen=True)
class Stride:
    """An accepted step: state and velocity at both ends, with the cubic Hermite polynomial between them."""

    start: float
    end: float
    before: np.ndarray
    after: np.ndarray
    leaving: np.ndarray
    arriving: np.ndarray

    def __call__(self, t: float) -> np.ndarray:
        h = self.end - self.start
        s = (t - self.start) / h
        return ((1 - s)**2 * ((1 + 2 * s) * self.before + s * h * self.leaving) + s * s * ((3 - 2 * s) * self.after - (1 - s) * h * self.arriving))


@cache
def _coefficients(s: int) -> tuple[float, np.ndarray]:
    """mu_1 and, for j = 2, ..., s, the row (1 - mu_j - nu_j, mu_j, nu_j, h-factor of F_(j-1), h-factor of F_0)."""
    w0 = 1 + DAMPING / s**2
    T, dT, ddT = [1.0, w0], [0.0, 1.0], [0.0, 0.0]
    for _ in range(2, s + 1):
        T.append(2 * w0 * T[-1] - T[-2])
        dT.append(2 * T[-2] + 2 * w0 * dT[-1] - dT[-2])
        ddT.append(4 * dT[-2] + 2 * w0 * ddT[-1] - ddT[-2])
    w1 = dT[s] / ddT[s]
    b = [ddT[j] / dT[j]**2 for j in range(2, s + 1)]
    b = [b[0], b[0], *b]
    rows = []
    for j in range(2, s + 1):
        mu, nu, rate = 2 * b[j] * w0 / b[j - 1], -b[j] / b[j - 2], 2 * b[j] * w1 / b[j - 1]
        rows.append((1 - mu - nu, mu, nu, rate, -(1 - b[j - 1] * T[j - 1]) * rate))
    return b[1] * w1, np.array(rows)


def _stages(field: Field, y: np.ndarray, slope: np.ndarray, h: float, s: int) -> np.ndarray:
    first, rows = _coefficients(s)
    older, old = y, y + first * h * slope
    for keep, mu, nu, rate, initial in rows:
        older, old = old, keep * y + mu * old + nu * older + h * (rate * field(old) + initial * slope)
    return old


class _Radius:
    """The largest rate of change of the field, by the power method on differences; the vector is kept from step to step."""

    def __init__(self, field: Field, y: np.ndarray) -> None:
        self.field, self.vector, self.value = field, np.random.default_rng(0).normal(size=y.shape), 0.0

    def update(self, y: np.ndarray, slope: np.ndarray, iterations: int) -> float:
        size = 1e-7 * max(float(np.linalg.norm(y)), 1e-300)
        for _ in range(iterations):
            shift = self.vector * (size / np.linalg.norm(self.vector))
            change = self.field(y + shift) - slope
            length = float(np.linalg.norm(change))
            if length == 0:
                break
            self.value, self.vector = length / size, change
        return self.value


def strides(field: Field, y: np.ndarray, until: float, rtol: float, first: float, most: int) -> Iterator[Stride]:
    """y' = field(y) from time 0; rows of y are held to ``rtol`` of their norm a step. The caller stops it."""
    t, h, slope, radius, fresh = 0.0, min(first, until), field(y), _Radius(field, y), True
    last = 1.0
    for _ in range(most):
        rate = MARGIN * radius.update(y, slope, MANY if fresh else FEW)
        h = min(h, until - t, (MOST_STAGES**2 - 1) / (REACH * rate) if rate > 0 else np.inf)
        s = max(2, 1 + int(np.sqrt(REACH * h * rate + 1)))
        with np.errstate(over="ignore", invalid="ignore"):
            new = _stages(field, y, slope, h, s)
            arriving = field(new)
            gap = 0.8 * (y - new) + 0.4 * h * (slope + arriving)
            scale = np.maximum(_lengths(y), _lengths(new))
            error = float(np.max(_lengths(gap) / np.where(scale > 0, scale, 1))) / rtol
        if not error <= 1:
            h, fresh = h * max(SHRINK, SAFETY * error**(-1 / 3) if np.isfinite(error) else 0), True
            if t + h == t:
                raise ArithmeticError(f"the step has shrunk to nothing at t = {t:.6g}")
            continue
        yield Stride(t, t + h, y, new, slope, arriving)
        t, y, slope, fresh = t + h, new, arriving, False
        if t >= until:
            return
        # Watts' predictive control, which foresees an error that grows from step to step
        error = max(error, 1e-12)
        h *= min(GROW, max(SHRINK, SAFETY * error**(-1 / 3) * min(1.0, (last / error)**(1 / 3))))
        last = error
    raise ArithmeticError(f"no end after {most} steps, at t = {t:.6g}: pass until=...")


def _lengths(rows: np.ndarray) -> np.ndarray:
    return np.sqrt(np.einsum("ij,ij->i", rows, rows))
