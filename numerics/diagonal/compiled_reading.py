"""The curve and the staircase of a flow that machine code has made (compiled_flow.py), in machine
code: samples of the speed, the calmest times of the plateaus, and where the loss is half-way.
"""

from __future__ import annotations

from math import exp, nan
from typing import Any

import numpy as np

from numerics.diagonal.compiled import ORDER, TINY, measure
from numerics.diagonal.compiled_flow import LEAP_KNOTS, Flown
from numerics.machine_code import machine_code, number, row, stack, table, whole, wholes

# A flow as the kernels take it: starts, first, references, knots and series of its pieces; log
# 1/alpha; Sigma, h, R, c, rest and eta; room for seven rows, and for three numbers.
FLOW = (row, wholes, table, row, stack, number, table, row, table, row, number, number, table, row)


@machine_code(number(number, whole, *FLOW))
def _seen(
    plain, which, starts, first, references, knots, series, L, Sigma, h, R, c, rest, eta, work, out
):
    """`measure` at a plain time, in the piece that has it."""
    at, high = 0, len(starts) - 1
    while at < high:
        middle = (at + high + 1) // 2
        if starts[middle] <= plain:
            at = middle
        else:
            high = middle - 1
    for i in range(len(h)):
        work[4, i], work[5, i] = 2 * (references[at, i] - L), 2 * (references[at, i] + L)
    low, high = first[at], first[at + 1]
    return measure(
        knots[low + at : high + at + 1], series[low:high], plain - starts[at], work[4], work[5],
        Sigma, h, R, c, rest, eta, which, work, out,
    )  # fmt: skip


@machine_code(number(number, number, whole, number, *FLOW))
def _root(
    low, high, which, level,
    starts, first, references, knots, series, L, Sigma, h, R, c, rest, eta, work, out,
):  # fmt: skip
    """The plain time between ``low`` and ``high`` at which the measured number ``which`` (0: loss,
    2: derivative of the speed) has the value ``level``: `numerics.reading.crossing`, step by step.
    """
    f_low, f_high, middle = 0.0, 0.0, low
    for turn in range(402):
        f_middle = _seen(
            middle, which, starts, first, references, knots, series, L, Sigma, h, R, c, rest, eta,
            work, out,
        ) - level  # fmt: skip
        if turn == 0:
            f_low, middle = f_middle, high
            continue
        if turn == 1:
            f_high = f_middle
            if f_low == 0:
                return low
        else:
            if (f_middle > 0) == (f_high > 0):
                f_low /= 2
            else:
                low, f_low = high, f_high
            if middle == high:
                break
            high, f_high = middle, f_middle
        if f_high == 0 or f_high == f_low:  # found, or flat to the last digit
            return high
        middle = high - f_high * (high - low) / (f_high - f_low)
        if not min(low, high) < middle < max(low, high):
            break
    return high


@machine_code(number(wholes, row, row, number, row, *FLOW))
def _calm(
    index, times, speeds, still, calm,
    starts, first, references, knots, series, L, Sigma, h, R, c, rest, eta, work, out,
):  # fmt: skip
    """Fill calm with the times near these samples at which the speed is least, where its derivative
    changes sign; NaN where that is not seen. Below ``still`` nothing moves any more.
    """
    for k in range(len(index)):
        m = index[k]
        calm[k] = times[m]
        if 0 < m < len(times) - 1 and speeds[m] > still:
            low, high = times[m - 1] * eta, times[m + 1] * eta
            slowing = _seen(
                low, 2, starts, first, references, knots, series, L, Sigma, h, R, c, rest, eta,
                work, out,
            )  # fmt: skip
            quickening = _seen(
                high, 2, starts, first, references, knots, series, L, Sigma, h, R, c, rest, eta,
                work, out,
            )  # fmt: skip
            calm[k] = nan
            if slowing < 0 < quickening:
                calm[k] = _root(
                    low, high, 2, 0.0, starts, first, references, knots, series, L, Sigma, h, R,
                    c, rest, eta, work, out,
                ) / eta  # fmt: skip
    return 0.0


@machine_code(number(wholes, row, row, row, row, table, row, *FLOW))
def _read(
    index, times, speeds, calm, levels, points, jumps,
    starts, first, references, knots, series, L, Sigma, h, R, c, rest, eta, work, out,
):  # fmt: skip
    """Fill levels and points with loss and beta at the calm times, jumps with the times in between
    at which the loss is half-way. The loss falls, and most where the speed is largest: from there
    two neighbouring samples are sought that have the level between them.
    """
    for k in range(len(index)):
        levels[k] = _seen(
            calm[k] * eta, 0, starts, first, references, knots, series, L, Sigma, h, R, c, rest,
            eta, work, out,
        )  # fmt: skip
        for i in range(len(h)):
            points[k, i] = work[0, i]
    for k in range(len(index) - 1):
        level = (levels[k] + levels[k + 1]) / 2
        before, after = index[k], index[k + 1]
        if times[before] > calm[k]:
            before -= 1
        if times[after] < calm[k + 1]:
            after += 1
        here, reach = before + 1, 1
        for m in range(before + 1, after):
            if speeds[m] > speeds[here]:
                here = m
        low, high = calm[k] * eta, calm[k + 1] * eta
        while after - before > 1:
            plain = times[here] * eta
            if _seen(
                plain, 0, starts, first, references, knots, series, L, Sigma, h, R, c, rest, eta,
                work, out,
            ) > level:  # fmt: skip
                before, low, here = here, plain, here + reach
            else:
                after, high, here = here, plain, here - reach
            reach *= 2
            if not before < here < after:
                here = (before + after) // 2
        jumps[k] = _root(
            low, high, 0, level, starts, first, references, knots, series, L, Sigma, h, R, c,
            rest, eta, work, out,
        ) / eta  # fmt: skip
    return 0.0


@machine_code(whole(number, whole, wholes, wholes, row, row, row, *FLOW))
def _sample(
    end, between, straight, live, times, losses, speeds,
    starts, first, references, knots, series, L, Sigma, h, R, c, rest, eta, work, out,
):  # fmt: skip
    """Fill times, speeds and, where there is room for them, losses at the knots, with ``between``
    more in each interval, and at the end; how many there are.
    """
    d, m, largest, steepest, tiny = len(h), 0, 0.0, 0.0, exp(-2 * L)
    for i in range(d):
        largest, steepest = max(largest, abs(h[i])), max(steepest, Sigma[i, i])
    heard = TINY * largest / steepest if steepest > 0 else 0.0
    for piece in range(len(starts) + 1):
        last = piece == len(starts)
        at = piece - last
        steps = 1 if last else first[at + 1] - first[at]
        legs = LEAP_KNOTS - 1 if straight[at] and not last else 1
        parts = 1 if last else legs * (between + 1)
        for i in range(d):  # of 2 log(u + v) and 2 log(u - v), but for x and log 2
            work[4, i], work[5, i] = 2 * (references[at, i] - L), -2 * (references[at, i] + L)
        for step in range(steps):
            n = first[at] + step
            for part in range(parts):
                if last:
                    tau = end - starts[at]
                    n = first[at]
                    while n + 1 < first[at + 1] and knots[n + 1 + at] <= tau:
                        n += 1
                else:
                    gap = knots[n + at + 1] - knots[n + at]
                    leg, within = part // (between + 1), part % (between + 1)
                    here = leg / legs * gap
                    tau = knots[n + at] + (
                        here + ((leg + 1) / legs * gap - here) * within / (between + 1)
                    )
                if not last and starts[at] + tau >= end:
                    continue
                t, count, order = tau - knots[n + at], 0, 1 if straight[at] else ORDER
                for i in range(d):
                    work[6, i] = series[n, order, i]
                for k in range(order - 1, -1, -1):
                    for i in range(d):
                        work[6, i] = work[6, i] * t + series[n, k, i]
                for i in range(d):
                    plus, minus = work[4, i] + 2 * work[6, i], work[5, i] - 2 * work[6, i]
                    larger = exp(max(plus, minus))  # their product is alpha^4
                    smaller = larger
                    if plus != minus:
                        smaller = tiny / larger * tiny if larger > 0 else 0.0
                    work[0, i] = (larger - smaller) / 2 if plus > minus else (smaller - larger) / 2
                    work[1, i], work[2, i] = larger + smaller, h[i]
                    if abs(work[0, i]) > heard:
                        live[count] = i
                        count += 1
                k = 0
                while k + 4 <= count:
                    p, q, r, s = live[k], live[k + 1], live[k + 2], live[k + 3]
                    in_p, in_q, in_r, in_s = work[0, p], work[0, q], work[0, r], work[0, s]
                    for i in range(d):
                        work[2, i] -= (
                            Sigma[p, i] * in_p + Sigma[q, i] * in_q
                            + Sigma[r, i] * in_r + Sigma[s, i] * in_s
                        )  # fmt: skip
                    k += 4
                while k < count:
                    p, in_p = live[k], work[0, live[k]]
                    for i in range(d):
                        work[2, i] -= Sigma[p, i] * in_p
                    k += 1
                speed = 0.0
                for i in range(d):
                    speed += work[2, i] * work[2, i] * work[1, i]
                times[m] = (end if last else starts[at] + tau) / eta
                speeds[m] = eta * speed
                if len(losses):
                    loss = 0.0
                    for i in range(d):
                        missing = c[i]
                        for j in range(i, d):
                            missing -= R[i, j] * work[0, j]
                        loss += missing * missing
                    losses[m] = loss / 2 + rest
                m += 1
    return m


class Reader:
    """What can be read off a flow, up to plain time ``end``; all times given and found are in
    accelerated time.
    """

    def __init__(
        self, flown: Flown, problem: Any, triangular: tuple, eta: float, end: float
    ) -> None:
        R, c, rest = triangular
        self._flown, self._end = flown, end
        self._flow = (
            flown.starts, flown.first, flown.references, flown.knots, flown.series, problem.L,
            problem.Sigma, problem.h, R, c, rest, eta, np.empty((7, len(c))), np.empty(3),
        )  # fmt: skip

    def curve(self, between: int, losses: bool = False) -> tuple[np.ndarray, ...]:
        """Times, speeds and, if asked for, losses at the knots and at ``between`` more times in
        each interval.
        """
        flown, legs = self._flown, (between + 1) * (1 + self._flown.straight * (LEAP_KNOTS - 2))
        room = int(np.dot(np.diff(flown.first), legs)) + 1
        times, speeds, fallen = np.empty(room), np.empty(room), np.empty(room if losses else 0)
        count = _sample(
            self._end, between, flown.straight, np.empty(flown.references.shape[1], np.int64),
            times, fallen, speeds, *self._flow,
        )  # fmt: skip
        return times[:count], speeds[:count], fallen[:count]

    def calm(
        self, index: np.ndarray, times: np.ndarray, speeds: np.ndarray, still: float
    ) -> np.ndarray:
        """The calmest times near these samples; NaN where the derivative of the speed does not
        show them.
        """
        found = np.empty(len(index))
        _calm(index, times, speeds, still, found, *self._flow)
        return found

    def staircase(
        self, index: np.ndarray, times: np.ndarray, speeds: np.ndarray, calm: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Levels and beta at the calm times near these samples, and the times of the jumps."""
        many, d = len(index), self._flown.references.shape[1]
        levels, points, jumps = np.empty(many), np.empty((many, d)), np.empty(many - 1)
        _read(index, times, speeds, calm, levels, points, jumps, *self._flow)
        return levels, points, jumps
