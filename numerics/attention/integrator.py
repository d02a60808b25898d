"""The transformer's gradient flow to the digits of doubles: Taylor steps through jumps, implicit
steps on plateaus.

A jump takes a time of order one, a plateau one of order 1/alpha, during which the heads that have
learned rest: an explicit method pays for their stability all the way. So each time a Taylor step
has become short beside the time in which anything changes, one implicit step is tried, ten times
as long; where it holds its error they go on, ever longer, until the next jump makes them short.
Both hold every head to its own size, however small: a jump's time is a dormant head's digits.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass

import numpy as np

from numerics import collocation
from numerics.attention import compiled
from numerics.attention.taylor import LEAP, ORDER, TaylorSteps

# An implicit step costs ten Taylor steps, so it should be as long as these.
WORTH = 10.0
# One is tried where the coefficients of this order, to which a mode that has decayed no longer
# adds, would allow Taylor steps so many times as long as the highest orders do.
SLOW_ORDER, STIFF = 8, 4.0
# Taylor steps before another look at whether implicit ones are worth it; twice as many after each
# look that was in vain.
LOOK = 16
# Heads above this share of the largest one may be stiff; the others move at their own small pace.
LARGE = 0.1
# The Jacobian is taken anew where the iteration needs more than so many turns.
STALE = 8


@dataclass(frozen=True, eq=False)
class TaylorPiece:
    """theta on one Taylor step, from its coefficients (ORDER + 1, entries)."""

    start: float
    end: float
    series: np.ndarray

    def at(self, t: np.ndarray) -> np.ndarray:
        """theta at plain times, one row each."""
        return np.power.outer(np.atleast_1d(t) - self.start, np.arange(ORDER + 1.0)) @ self.series


Piece = TaylorPiece | collocation.Step


class Integrator:
    """theta' = -grad L of heads side by side, for the covariance diag(values), in plain time."""

    def __init__(
        self, values: np.ndarray, context: int, heads: int,
        hessian: Callable[[np.ndarray], np.ndarray],
    ) -> None:  # fmt: skip
        self._steps = TaylorSteps(*compiled.coefficients(values, context), heads)
        self._force = float(context * np.max(values) ** 2)
        self._slopes = compiled.slopes(values, context, heads)
        self._hessian = hessian
        self._heads = heads
        self.time, self.theta = 0.0, np.empty(0)

    def pieces(self, theta: np.ndarray, until: float) -> Iterator[list[Piece]]:
        """The pieces of the flow from theta on, one after the other, in groups; ``time`` and
        ``theta`` are the state after the last group.
        """
        self.time, self.theta = 0.0, np.array(theta, dtype=float).ravel()
        pause = wait = LOOK
        while self.time < until:
            made = self._taylor(until)
            yield list(made)
            wait -= LOOK
            explicit = made[-2:][0].end - made[-2:][0].start
            if wait <= 0 and self._slow_step(made[-1]) > STIFF * explicit:
                went = yield from self._implicit(WORTH * explicit, until)
                pause = wait = LOOK if went else min(2 * pause, 8 * LOOK)

    def _taylor(self, until: float) -> list[TaylorPiece]:
        """LOOK Taylor steps."""
        unit = 1 / (self._force * np.abs(self.theta).max())
        knots, series, end = self._steps.advance(self.theta, self.time, until, unit, LOOK)
        if len(knots) == 1 or not np.all(np.isfinite(end)):
            raise ArithmeticError(
                f"the flow leaves the range of doubles at plain time {self.time:.6g}: pass "
                "until=... or a larger alpha"
            )
        self.time, self.theta = float(knots[-1]), end
        return [TaylorPiece(*one) for one in zip(knots.tolist(), knots[1:].tolist(), series)]

    def _sizes(self) -> np.ndarray:
        """The largest entry of its head, for each entry."""
        rows = np.abs(self.theta.reshape(self._heads, -1))
        return np.repeat(np.maximum(rows.max(axis=1), np.finfo(float).tiny), rows.shape[1])

    def _slow_step(self, piece: TaylorPiece) -> float:
        """How long a step the coefficients of SLOW_ORDER would allow."""
        of_order = np.max(np.abs(piece.series[SLOW_ORDER]) / self._sizes())
        return float(max(of_order, np.finfo(float).tiny) ** (-1 / SLOW_ORDER) / LEAP)

    def _stiff(self) -> collocation.Stiff:
        """The Jacobian of the large heads."""
        sizes = self._sizes()
        large = np.flatnonzero(sizes > LARGE * sizes.max())
        rows = self.theta[large].reshape(-1, len(self.theta) // self._heads)
        return collocation.Stiff.of(-self._hessian(rows), large)

    def _implicit(self, shortest: float, until: float) -> Generator[list[Piece], None, bool]:
        """Implicit steps while they are not shorter than this; whether there was one."""
        before, length, stiff, fresh = None, shortest, self._stiff(), True
        while length >= shortest and self.time < until:
            end = min(self.time + length, until)
            found = collocation.step(
                self._slopes, self.time, end, self.theta, before, stiff, self._sizes()
            )
            if found is None and not fresh:
                stiff, fresh = self._stiff(), True
            elif found is None:
                length = (end - self.time) / 2
            elif found.error > collocation.TOLERANCE:
                length = min(found.next_length, 0.9 * found.length)
            else:
                self.time, self.theta = found.end, found.last
                yield [found]
                before, length, fresh = found, found.next_length, False
                if found.iterations > STALE:
                    stiff, fresh = self._stiff(), True
        return before is not None
