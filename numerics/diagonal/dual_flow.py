"""Gradient flow of a diagonal linear network in its dual variable, at a cost that does not depend
on alpha.

u = sqrt(2) alpha cosh G, v = sqrt(2) alpha sinh G, beta = alpha^2 sinh 2G turn the flow into G' = h
- Sigma beta, in plain time. With L = log(1/alpha), beta = (exp(2(G - L)) - exp(-2(G + L))) / 2:
only exponents appear, so alpha = 1e-1000 is as easy as 1e-8. G is kept as ``reference + x`` with
reference = +L or -L for a coordinate near its threshold: an active coefficient is then known to
full relative precision though G itself is large.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import groupby
from typing import Any

import numpy as np

from numerics.arithmetic import Arithmetic
from numerics.diagonal.chunk import Engine
from numerics.diagonal.engines import OVERFLOW, CompiledEngine, compiled_kernels

# |G| within this of L: the coordinate is measured from its threshold. exp(-2 * 40) is far below
# 1e-16, and a coordinate further away is measured from where it is.
NEAR = 40
# After this many chunks without a leap the slow modes of an ill-conditioned problem are relaxing:
# an explicit method would take a step for every fast time of the problem, an implicit one follows
# the slow ones.
PATIENCE = 150
# Past this, each further chunk of the implicit method is longer by this factor.
STRETCH = 1.2
# A run of this many steps (fifty coordinates at alpha = 1e-1000 take 20,000) is not converging in
# reasonable time.
MOST_STEPS = 60_000
NEWTON = 2  # steps from 1e-9 beside an equilibrium: the first leaves 1e-18 but for rounding
# A chunk is at most so long, in units of 1 / rate, in which every engine caps its step: between two
# counts of the steps there are not many more, whatever the data.
CHUNK = 10_000


@dataclass(frozen=True)
class Problem:
    """G' = h - Sigma beta(G) with L = log(1/alpha); ``optimum`` is a least-squares solution, in
    doubles.
    """

    Sigma: np.ndarray
    h: np.ndarray
    L: Any
    optimum: np.ndarray
    arithmetic: Arithmetic

    def exponents(self, reference: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """a, b of beta = (exp(2x + a) - exp(-2x - b)) / 2."""
        return 2 * (reference - self.L), 2 * (reference + self.L)

    def roots(self, state: Dual) -> tuple[np.ndarray, np.ndarray]:
        """e^(G-L) and e^(-G-L), which are (u + v) / sqrt(2) and (u - v) / sqrt(2)."""
        a, b = self.exponents(state.reference)
        return self.arithmetic.exp(state.x + a / 2), self.arithmetic.exp(-state.x - b / 2)

    def exponentials(self, state: Dual) -> tuple[np.ndarray, np.ndarray]:
        """p, q with beta = p - q and (u^2 + v^2) / 2 = p + q."""
        plus, minus = self.roots(state)
        return plus**2 / 2, minus**2 / 2

    def slope(self, beta: np.ndarray) -> np.ndarray:
        """h - Sigma beta, for one beta or for rows of them."""
        return self.h - beta @ self.Sigma

    def rate(self, beta: np.ndarray) -> float:
        """A bound on every |G_i'| from here on: |g_i| <= sqrt(Sigma_ii) sqrt(2 (L - L_min)), and
        the loss falls.
        """
        Sigma = self.Sigma.astype(float)
        away = self.optimum - beta.astype(float)
        return float(np.sqrt(np.diag(Sigma).max() * max(away @ Sigma @ away, 0.0))) + 1e-300

    def noise(
        self, beta: np.ndarray, slope: np.ndarray, silent: np.ndarray, eps: Any
    ) -> np.ndarray:
        """Size below which a component of slope = h - Sigma beta is rounding.

        Active coefficients are known only as well as their own slopes vanish; a dormant slope
        inherits that error through Sigma_DA Sigma_AA^-1. While an active one still moves, nobody
        asks about the dormant ones.
        """
        own = 16 * eps * (np.abs(self.h) + np.abs(self.Sigma) @ np.abs(beta))
        if silent.all() or not silent.any() or (np.abs(slope) > own)[~silent].any():
            return own
        Sigma = self.Sigma.astype(float)
        weights = np.linalg.lstsq(
            Sigma[np.ix_(~silent, ~silent)], Sigma[np.ix_(~silent, silent)], rcond=None
        )[0]
        inherited = own.copy()
        inherited[silent] = own[silent] + np.abs(weights.T) @ own[~silent]
        return inherited


@dataclass(frozen=True)
class Dual:
    """G = reference + x, at one time (d,) or at many (T, d)."""

    reference: np.ndarray
    x: np.ndarray

    @property
    def G(self) -> np.ndarray:
        """The dual variable: the reference and what was added to it."""
        return self.reference + self.x


@dataclass(frozen=True, eq=False)
class Piece:
    """The flow on [start, start + duration]: x(tau) = at(tau) measured from ``reference``."""

    start: Any
    duration: Any
    reference: np.ndarray
    end: np.ndarray
    knots: np.ndarray
    at: Callable[[np.ndarray], np.ndarray]
    taylor: tuple[np.ndarray, np.ndarray] | None = None  # knots and coefficients, in doubles


@dataclass(frozen=True)
class DualPath:
    """The whole flow, piece by piece, in plain time."""

    made: tuple[Piece, ...]
    end: Any
    flown: Any = None  # as compiled arrays, where machine code has made all of it

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """What was made; of compiled arrays, when it is asked for."""
        return self.made if self.flown is None else _compiled_pieces(self.flown)

    @property
    def steps(self) -> int:
        """How many intervals its knots make."""
        if self.flown is not None:
            return self.flown.intervals
        return sum(len(piece.knots) - 1 for piece in self.made)

    @cached_property
    def _starts(self) -> list:
        return [piece.start for piece in self.pieces]

    def piece(self, t: Any) -> Piece:
        """The piece that has plain time t."""
        return self.pieces[max(bisect_right(self._starts, t) - 1, 0)]

    def state(self, t: Any) -> Dual:
        """G at plain time t."""
        piece = self.piece(t)
        return Dual(piece.reference, piece.at(np.array([t - piece.start]))[0])

    def states(self, times: Iterable[Any]) -> Dual:
        """G at plain times in ascending order, one row a time."""
        references, rows = [], []
        for piece, group in groupby(times, self.piece):
            rows.append(piece.at(np.array([t - piece.start for t in group])))
            references.append(np.broadcast_to(piece.reference, rows[-1].shape))
        return Dual(np.vstack(references), np.vstack(rows))

    def sampled(self, between: int) -> list[tuple[Piece, np.ndarray]]:
        """The integrator's knots, with ``between`` more in each interval: times from the start of
        each piece, up to the end of the path.
        """
        found = []
        for piece in self.pieces:
            gaps = piece.knots[1:] - piece.knots[:-1]
            taus = np.ravel(
                piece.knots[:-1, None] + gaps[:, None] * np.arange(between + 1) / (between + 1)
            )
            taus = taus[piece.start + taus < self.end]
            if len(taus):
                found.append((piece, taus))
        last = self.piece(self.end)
        return [*found, (last, np.array([self.end - last.start]))]


def times_of(samples: list[tuple[Piece, np.ndarray]], end: Any) -> np.ndarray:
    """The plain times of these samples, the last of which is ``end``."""
    return np.concatenate([*(piece.start + taus for piece, taus in samples[:-1]), [end]])


def states_of(samples: list[tuple[Piece, np.ndarray]]) -> Dual:
    """G at these samples, one row a time."""
    rows = [piece.at(taus) for piece, taus in samples]
    references = [
        np.broadcast_to(piece.reference, row.shape) for (piece, _), row in zip(samples, rows)
    ]
    return Dual(np.vstack(references), np.vstack(rows))


def dual_flow(
    problem: Problem, engine: Engine, until: Any = None, implicit: Engine | None = None
) -> DualPath:
    """G' = h - Sigma beta from G = 0 to convergence, or to plain time ``until``.

    A plateau is crossed in one leap, an exact one: while every exponential is either negligible or
    in equilibrium, G moves on a straight line. Elsewhere the engine integrates; where it makes no
    headway, ``implicit`` does.
    """
    zero = problem.arithmetic.number(0)
    pieces: list[Piece] = []
    first_engine, since_leap, steps = engine, 0, 0
    if isinstance(engine, CompiledEngine):
        stopped = _compiled(problem, engine, until)
        if stopped.how in (engine.kernels.DONE, engine.kernels.RESTED):
            return DualPath((), stopped.time if until is None else until, stopped.flown)
        pieces = list(_compiled_pieces(stopped.flown))
        state, t = Dual(stopped.reference, stopped.x), stopped.time
        since_leap, steps = stopped.since_leap, stopped.knots
    else:
        state, t = _framed(problem, Dual(problem.h * zero, problem.h * zero)), zero
    while True:
        stuck = since_leap - PATIENCE if implicit else 0
        engine = implicit if implicit and stuck > 0 else first_engine
        if until is not None and t >= until:
            return DualPath(tuple(pieces), until)
        p, q = problem.exponentials(state)
        slope, silent = problem.slope(p - q), np.maximum(p, q) < engine.eps / 16
        noise = problem.noise(p - q, slope, silent, engine.eps)
        if engine is implicit and np.all(np.abs(slope) <= noise, where=~silent):
            state = _in_equilibrium(problem, state, ~silent)
            p, q = problem.exponentials(state)
            slope = problem.slope(p - q)
        if np.all(np.abs(slope) <= noise):
            # What Newton's method has settled is shown for as long as the last piece took.
            still = pieces[-1].duration if engine is implicit else zero
            return _rested(problem, state, t, pieces, t + still if until is None else until)
        if steps >= MOST_STEPS:
            raise ArithmeticError(
                f"the flow has not converged after {steps} steps, at plain time {float(t):.3g} "
                f"(largest slope {float(np.max(np.abs(slope))):.1e}): "
                "X is nearly singular, or badly scaled; pass an earlier until=..."
            )
        leap = _leap(problem, state, slope, noise, silent, engine.eps)
        since_leap = 0 if leap else since_leap + 1
        piece = leap or _integrated(
            problem,
            engine,
            state,
            slope,
            p - q,
            STRETCH ** max(stuck, 0),
            None if until is None else until - t,
        )
        pieces.append(replace(piece, start=t))
        steps += len(piece.knots)
        state = _framed(problem, Dual(piece.reference, piece.end))
        t = t + piece.duration


def _compiled(problem: Problem, engine: CompiledEngine, until: Any) -> Any:
    """As far as machine code goes; it overflows where the engine's own would."""
    stopped = engine.kernels.flow(
        engine.Sigma, engine.h, problem.optimum, problem.L, np.inf if until is None else until,
        (engine.eps, engine.stride, NEAR, PATIENCE, MOST_STEPS, CHUNK, engine.longest, engine.leap),
    )  # fmt: skip
    if stopped.how == engine.kernels.OVERFLOWED:
        raise ArithmeticError(OVERFLOW)
    return stopped


def _compiled_pieces(flown: Any) -> tuple[Piece, ...]:
    return tuple(_compiled_piece(flown, k) for k in range(len(flown)))


def _compiled_piece(flown: Any, k: int) -> Piece:
    knots, series = flown.steps(k)
    times = knots
    if flown.straight[k]:
        knots, times = knots[:1], np.linspace(0, 1, 9) * knots[1]
    return Piece(
        flown.starts[k],
        times[-1],
        flown.references[k],
        times[:0],  # nobody goes on from here
        times,
        partial(compiled_kernels().evaluate, knots, series),
        (knots, series),
    )


def _framed(problem: Problem, state: Dual) -> Dual:
    """Measure G from the threshold it is near, else from where it is."""
    G = state.G
    threshold = np.where(G < 0, -problem.L, problem.L)
    near = np.abs(G - threshold) < NEAR
    kept = near & (state.reference == threshold)
    reference = np.where(near, threshold, G)
    return Dual(reference, np.where(kept, state.x, G - reference))


def _in_equilibrium(problem: Problem, state: Dual, active: np.ndarray) -> Dual:
    """The state with its active coordinates where their slopes vanish, by Newton's method.

    An implicit engine leaves them at rest to its own tolerance only, and the dormant slopes, which
    inherit that, are followed over a whole plateau.
    """
    for _ in range(NEWTON):
        p, q = problem.exponentials(state)
        slope = problem.slope(p - q)[active]
        slopes = 2 * problem.Sigma[np.ix_(active, active)] * (p + q)[active]
        step = np.zeros_like(state.x)
        step[active] = np.linalg.lstsq(slopes, slope, rcond=None)[0]
        state = replace(state, x=state.x + step)
    return state


def _rested(problem: Problem, state: Dual, t: Any, pieces: list[Piece], end: Any) -> DualPath:
    """The flow has converged: stay there until ``end``."""
    if end > t or not pieces:
        pieces.append(_line(problem, state, np.zeros_like(problem.h), t, end - t))
    return DualPath(tuple(pieces), end)


def _line(problem: Problem, state: Dual, slope: np.ndarray, start: Any, duration: Any) -> Piece:
    def states_at(taus: np.ndarray) -> np.ndarray:
        return state.x + taus[:, None] * slope

    knots = problem.arithmetic.array(np.linspace(0, 1, 9)) * duration
    taylor = None
    if problem.arithmetic.double and compiled_kernels():
        taylor = knots[:1], compiled_kernels().straight(state.x, slope)
    return Piece(
        start, duration, state.reference, state.x + duration * slope, knots, states_at, taylor
    )


def _leap(
    problem: Problem, state: Dual, slope: np.ndarray, noise: np.ndarray, silent: np.ndarray,
    eps: Any,
) -> Piece | None:  # fmt: skip
    """The straight piece up to where the first growing exponential becomes worth eps / 16, if there
    is one.

    Every coordinate must be silent (both exponentials below eps / 16) or at rest (slope below
    rounding).
    """
    resting = np.abs(slope) <= noise
    if not np.all(silent | resting):
        return None
    moving = silent & ~resting
    heard = problem.L + problem.arithmetic.log(eps / 8) / 2  # exp(2 (heard - L)) / 2 = eps / 16
    speed, outward = np.abs(slope[moving]), np.where(slope[moving] > 0, 1, -1) * state.G[moving]
    duration = min((heard - outward) / speed)
    # Shorter than a growth time, a leap gains nothing over a step.
    return (
        _line(problem, state, np.where(moving, slope, 0 * slope), 0, duration)
        if duration * max(speed) > 1
        else None
    )


def _integrated(
    problem: Problem, engine: Engine, state: Dual, slope: np.ndarray, beta: np.ndarray,
    stretch: float, left: Any,
) -> Piece:  # fmt: skip
    """One chunk by the engine: some growth times of the fastest dormant or active coordinate, or
    the time that is left.
    """
    fastest = max(np.max(np.abs(slope)), np.max(2 * np.abs(beta) * np.diag(problem.Sigma)))
    a, b = problem.exponents(state.reference)
    rate = problem.rate(beta)
    duration = min(stretch * engine.stride / fastest, problem.arithmetic.number(CHUNK / rate))
    chunk = engine.advance(state.x, a, b, duration if left is None else min(duration, left), rate)
    taylor = None if chunk.series is None else (chunk.knots, chunk.series)
    return Piece(0, chunk.duration, state.reference, chunk.end, chunk.knots, chunk.at, taylor)
