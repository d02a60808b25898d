"""A dormant head integrated to norm one by Taylor series, with companions for its error.

V' = eta N Q^T M K, Q' = eta N V M K, K' = eta N V M Q; nothing of the exact solution enters.
Companions fly along that start within the rounding errors of the whole flight: where a saddle
pulls neighbours apart, their distance says how much of the result is left, and that is its error.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from importlib import import_module
from typing import Any

import numpy as np
from flint import arb, fmpq

from checks.methods.balls import precision
from checks.methods.measured import BETWEEN, Measured, Unsettled

MOST_STEPS = 400  # some fifty are usual
FAINT = 1e-230  # below, the last of 32 coefficients are smaller than doubles are


@dataclass(frozen=True)
class Arithmetic:
    """How a flight is computed: order of the Taylor series, the size of its last term, what
    rounding may leave at the end."""

    order: int
    last: float  # a step takes the solution to where its last term is this share of the state
    rounding: (
        float  # a hundred steps leave as much, relative to the state, where nothing amplifies it
    )
    companions: int
    bits: int = 53

    @property
    def double(self) -> bool:
        """Are its numbers machine floats?"""
        return self.bits == 53

    def working(self) -> AbstractContextManager:
        """The precision in force while it computes."""
        return nullcontext() if self.double else precision(self.bits)

    def number(self, x: Fraction) -> Any:
        """A rational in this arithmetic."""
        return x.numerator / x.denominator if self.double else arb(fmpq(x.numerator, x.denominator))

    def array(self, values: Sequence) -> np.ndarray:
        """Numbers of this arithmetic as an array."""
        return np.array(values, dtype=float if self.double else object)

    def zeros(self, *shape: int) -> np.ndarray:
        """An array of zeros."""
        found = np.zeros(shape, dtype=float if self.double else object)
        return found if self.double else found + arb(0)

    def rounded(self, values: Any) -> Any:
        """Without the radii that balls pick up: the companions say more about the error than
        interval arithmetic would."""
        return values if self.double else _middle(values)


_middle = np.frompyfunc(lambda x: x.mid(), 1, 1)
DOUBLES = Arithmetic(order=32, last=1e-17, rounding=2e-14, companions=2)
MANY_DIGITS = Arithmetic(order=32, last=1e-25, rounding=1e-22, companions=1, bits=96)


def floats(values: np.ndarray) -> np.ndarray:
    """The same numbers as machine floats."""
    return (
        np.asarray(values, dtype=float)
        if values.dtype != object
        else np.vectorize(float, otypes=[float])(values)
    )


@dataclass(frozen=True)
class Landing:
    """One moment of a flight: of the head and its companions (one row each) the time, and V, Q, K,
    int eta V dt and S."""

    times: tuple[Any, ...]
    states: tuple[np.ndarray, ...]
    group: Group

    def read(self, value: Callable[[np.ndarray], Any], size: Any = None) -> Measured:
        """A number read off the state; its error is the largest distance of a companion, with a
        margin."""
        return _with_companions([value(state) for state in self.states], size)

    @property
    def when(self) -> Measured:
        """The time, with the error that the companions show."""
        return _with_companions(self.times, None)

    @property
    def size(self) -> float:
        """|(V, Q, K)|: what an entry may have cancelled from."""
        return float(np.linalg.norm(floats(self.states[0][:-2])))

    @property
    def accumulated(self) -> Measured:
        """S: the utility may have been negative on the way, and is never beyond N mu_1/sqrt(27)."""
        size = float(self.times[0]) * self.group.fastest / 3**0.5
        return self.read(lambda state: state[-1], max(size, abs(float(self.states[0][-1]))))

    @property
    def integral(self) -> Measured:
        """I: V may have changed its sign on the way."""
        return self.read(lambda state: state[-2], self.group.turns(self.times[0]))


def _with_companions(seen: Sequence[Any], size: Any) -> Measured:
    spread = max(abs(float(one - seen[0])) for one in seen[1:])
    return Measured(seen[0], abs(seen[0]) if size is None else size, BETWEEN * spread)


@dataclass(frozen=True)
class Course:
    """A flight to norm one, step by step: when each began, its unit of time, its Taylor series; and
    where it ended."""

    steps: list[tuple[Any, Any, np.ndarray]]
    time: Any
    state: np.ndarray

    def at(self, time: Any) -> np.ndarray:
        """The state at a moment before the landing."""
        began, unit, series = [step for step in self.steps if step[0] <= time][-1]
        return value_at(series, (time - began) / unit)


@dataclass(frozen=True)
class Group:
    """The head and its companions, each on its own course; N mu_1 and eta."""

    courses: tuple[Course, ...]
    fastest: float
    eta: float

    def turns(self, time: Any) -> float:
        """eta times the time times the largest |V| on the way: what int eta V dt may have lost."""
        largest = max(
            abs(float(series[0][0])) for began, _, series in self.courses[0].steps if began <= time
        )
        here = self.courses[0].state if time == self.courses[0].time else self.courses[0].at(time)
        return self.eta * float(time) * max(largest, abs(float(here[0])))

    @property
    def landing(self) -> Landing:
        """The head and its companions, each at norm one."""
        return Landing(
            tuple(course.time for course in self.courses),
            tuple(course.state for course in self.courses),
            self,
        )

    def at(self, time: Any) -> Landing:
        """The head and its companions at one time."""
        return Landing(
            (time,) * len(self.courses), tuple(course.at(time) for course in self.courses), self
        )


@lru_cache(maxsize=256)
def fly(
    start: tuple[Fraction, ...], rates: tuple[Fraction, ...], eta: Fraction, arithmetic: Arithmetic
) -> Group:
    """Taylor steps until the norm is one, of each row by itself; Unsettled if there are too
    many."""
    with arithmetic.working():
        rate, speeds = (
            arithmetic.number(eta),
            arithmetic.array([arithmetic.number(r) for r in rates]),
        )
        states = _group(start, arithmetic)
        times, flying = arithmetic.zeros(len(states)), list(range(len(states)))
        steps: list[list] = [[] for _ in states]
        landed: dict[int, Course] = {}
        for _ in range(MOST_STEPS):
            unit = arithmetic.rounded(1 / (rate * max(speeds) * abs(states[:, :-2]).sum(axis=1)))
            series = taylor(states, speeds, rate * unit, unit, arithmetic)
            h = _step(series, arithmetic)
            ends = arithmetic.rounded(value_at(series, h[:, None]))
            for row, which in enumerate(flying):
                steps[which].append((times[row], unit[row], series[:, row]))
                if _square(ends[row]) >= 1:
                    own = _landing(series[:, row], h[row])
                    state = arithmetic.rounded(value_at(series[:, row], own))
                    landed[which] = Course(steps[which], times[row] + own * unit[row], state)
            keep = [row for row, which in enumerate(flying) if which not in landed]
            times = arithmetic.rounded(times + h * unit)[keep]
            states, flying = ends[keep], [flying[row] for row in keep]
            if not flying:
                courses = tuple(landed[which] for which in sorted(landed))
                return Group(courses, float(max(rates)), float(eta))
    raise Unsettled(f"a flight of more than {MOST_STEPS} Taylor steps")


def _group(start: Sequence[Fraction], arithmetic: Arithmetic) -> np.ndarray:
    """The head, and companions that start within the rounding of the whole flight.

    What is zero stays zero, and so do Q_j + K_j and Q_j - K_j where they are: the flow keeps them,
    and so does rounding.
    """
    head, d = [arithmetic.number(x) for x in start], len(start) // 2
    signs = np.random.default_rng(0).choice([-1, 1], size=(arithmetic.companions, len(head)))
    kept = [j for j in range(1, d + 1) if abs(start[j]) == abs(start[j + d])]
    signs[:, [j + d for j in kept]] = signs[:, kept]
    nudge, zero = (arithmetic.number(x) for x in (Fraction(arithmetic.rounding), Fraction(0)))
    rows = [head, *([x * (1 + int(s) * nudge) for x, s in zip(head, row)] for row in signs)]
    return arithmetic.array([[*row, zero, zero] for row in rows])


def taylor(
    states: np.ndarray,
    speeds: np.ndarray,
    rate: np.ndarray,
    unit: np.ndarray,
    arithmetic: Arithmetic,
) -> np.ndarray:
    """Coefficients of V, Q, K, I = int eta V dt and S = int 3 U(theta/|theta|) dt: (order, row,
    entry).

    From the product rule. Time is in units of ``unit``, the time in which the head grows, or the
    coefficients would overflow; ``rate`` is eta in it.
    """
    d, order = len(speeds), arithmetic.order
    if arithmetic.double and (fill := _compiled()) is not None:
        c = np.empty((order + 1, *states.shape))
        c[0] = states
        fill(c, speeds, rate, unit, np.empty((4, order)))
        return c
    c, pull, square, cube, utility = (
        arithmetic.zeros(order + 1, *shape) for shape in (states.shape, *((len(states),),) * 4)
    )
    c[0] = states
    both = rate[:, None] * speeds
    for n in range(order):
        V, Q, K = c[: n + 1, :, :1], c[: n + 1, :, 1 : d + 1], c[: n + 1, :, d + 1 : 2 * d + 1]
        theta = c[: n + 1, :, : 2 * d + 1]
        pull[n] = ((Q * K[::-1]).sum(axis=0) * speeds).sum(axis=1)
        square[n] = (theta * theta[::-1]).sum(axis=(0, 2))
        cube[n] = _power(square, cube, n)
        utility[n] = (c[: n + 1, :, 0] * pull[n::-1]).sum(axis=0)
        c[n + 1, :, 0] = rate * pull[n]
        c[n + 1, :, 1 : d + 1] = both * (V * K[::-1]).sum(axis=0)
        c[n + 1, :, d + 1 : 2 * d + 1] = both * (V * Q[::-1]).sum(axis=0)
        c[n + 1, :, -2] = rate * c[n, :, 0]
        c[n + 1, :, -1] = 3 * unit * (utility[: n + 1] * cube[n::-1]).sum(axis=0)
        c[n + 1] /= n + 1
    return c


@cache
def _compiled() -> Callable | None:
    """The same in machine code, for doubles; None without numba."""
    try:
        return import_module("checks.attention.compiled_flight").fill
    except ImportError:
        return None


def _power(square: np.ndarray, cube: np.ndarray, n: int) -> np.ndarray:
    """Coefficient n of w^(-3/2), w = |theta|^2: n w_0 g_n = sum_j (-3j/2 - (n - j)) w_j g_(n-j)."""
    if n == 0:
        return (
            1 / square[0] ** 1.5
            if square.dtype != object
            else np.array([1 / (w * w.sqrt()) for w in square[0]], dtype=object)
        )
    weights = -2 * n - np.arange(1, n + 1)  # twice, so that they are whole
    weights = (
        weights[:, None]
        if square.dtype != object
        else np.array([[int(w)] for w in weights], dtype=object)
    )
    return (weights * square[1 : n + 1] * cube[n - 1 :: -1]).sum(axis=0) / (2 * n * square[0])


def _step(series: np.ndarray, arithmetic: Arithmetic) -> np.ndarray:
    """For each row the step at which the last two terms of its head, of I and of S are below
    rounding.

    The sums Q_j + K_j and the differences each beside their own size: one that shrinks on the way
    to a turning point grows again behind it, and companions would all carry the same wrong part.
    """
    order, last = arithmetic.order, arithmetic.last
    first, *ends = (_sums_and_differences(floats(series[k])) for k in (0, order - 1, order))
    scale, d = np.abs(first), (first.shape[1] - 3) // 2
    sizes = np.empty_like(scale)
    sizes[:, 0] = np.abs(floats(series[0]))[:, :-2].max(axis=1)
    sizes[:, -2:] = 1 + scale[:, -2:]
    pairs = scale[:, 1:-2].reshape(-1, 2, d)
    # what has cancelled is rounding: companions differ by that
    cancelled = 2.0**-arithmetic.bits * pairs.max(axis=1, keepdims=True)
    sizes[:, 1:-2] = np.maximum(pairs, cancelled).reshape(len(scale), 2 * d)
    if arithmetic.double and np.any((sizes > 0) & (sizes < FAINT)):
        raise Unsettled("a part of the head is smaller than its series in doubles can be")
    tails = [
        np.divide(np.abs(end), sizes, out=np.zeros_like(sizes), where=sizes > 0).max(axis=1)
        for end in ends
    ]
    with np.errstate(divide="ignore"):
        h = np.minimum(*((last / tail) ** (1 / k) for k, tail in zip((order - 1, order), tails)))
    return h if arithmetic.double else np.array([arb(float(x)) for x in h], dtype=object)


def _sums_and_differences(states: np.ndarray) -> np.ndarray:
    """V, Q + K, Q - K and the two integrals."""
    d = (states.shape[1] - 3) // 2
    Q, K = states[:, 1 : d + 1], states[:, d + 1 : 2 * d + 1]
    return np.hstack([states[:, :1], Q + K, Q - K, states[:, -2:]])


def value_at(series: np.ndarray, h: Any) -> np.ndarray:
    """The Taylor series at h, by Horner's rule."""
    value = series[-1]
    for c in series[-2::-1]:
        value = value * h + c
    return value


def _square(state: np.ndarray) -> Any:
    return (state[:-2] * state[:-2]).sum()


def _landing(series: np.ndarray, h: Any) -> Any:
    """The time of norm one inside a step, by Newton from its end: |theta|^2 is convex on the way
    up."""
    slope = np.array([k * c for k, c in enumerate(series)][1:], dtype=series.dtype)
    for _ in range(60):
        state = value_at(series, h)
        step = (_square(state) - 1) / (2 * (state * value_at(slope, h))[:-2].sum())
        h = h - step if isinstance(h, float) else (h - step).mid()
        if abs(float(step)) <= abs(float(h)) * (4e-16 if isinstance(h, float) else 1e-27):
            break
    return h
