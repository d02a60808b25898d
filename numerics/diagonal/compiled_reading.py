"""The curve and the staircase of a flow that machine code has made (compiled_flow.py), in machine
code: samples of the speed, plateaus and their calmest times, and where the loss is half-way.
"""

from __future__ import annotations

from math import exp, log
from typing import Any

import numpy as np

from numerics.diagonal.compiled import ORDER, TINY
from numerics.diagonal.compiled_flow import LEAP_KNOTS, Flown
from numerics.machine_code import machine_code, number, row, stack, table, whole, wholes
from numerics.reading import DEEP, FLOOR, SHARE

EPS, GOLDEN = float(np.finfo(float).eps), (3 - 5**0.5) / 2

# A flow as the kernels take it: starts, first, references, knots and series of its pieces; log
# 1/alpha; Sigma, h, R, c, rest and eta; room for seven rows, and for three numbers.
FLOW = (row, wholes, table, row, stack, number, table, row, table, row, number, number, table, row)


@machine_code(number(number, whole, *FLOW))
def _seen(
    plain, which, starts, first, references, knots, series, L, Sigma, h, R, c, rest, eta, work, out
):
    """Fill out with the loss, -dL/dt and its derivative at one plain time, work[0] with beta; where
    only the loss (``which`` = 0) or only the last (2) is asked for, not with the others.

    With s = u^2 + v^2 and g = h - Sigma beta: L = |c - R beta|^2 / 2 + rest, R triangular, -L' =
    eta sum g^2 s, beta' = eta s g, s' = 4 eta beta g, g' = -Sigma beta'.
    """
    d, at, high = len(h), 0, len(starts) - 1
    while at < high:
        middle = (at + high + 1) // 2
        if starts[middle] <= plain:
            at = middle
        else:
            high = middle - 1
    t, low, high = plain - starts[at], first[at], first[at + 1] - 1
    while low < high:  # the knots of this piece are its steps' and one more
        middle = (low + high + 1) // 2
        if knots[middle + at] <= t:
            low = middle
        else:
            high = middle - 1
    t -= knots[low + at]
    for i in range(d):
        work[2, i] = series[low, ORDER, i]
    for k in range(ORDER - 1, -1, -1):
        for i in range(d):
            work[2, i] = work[2, i] * t + series[low, k, i]
    for i in range(d):
        G = 2 * (references[at, i] - L) + 2 * work[2, i]
        p, q = exp(G) / 2, exp(-2 * (references[at, i] + L) - 2 * work[2, i]) / 2
        work[0, i], work[1, i] = p - q, 2 * (p + q)
    if which != 2:
        loss = rest
        for i in range(d):
            missing = c[i]
            for j in range(i, d):
                missing -= R[i, j] * work[0, j]
            loss += missing * missing / 2
        out[0] = loss
    if which != 0:
        speed, change = 0.0, 0.0
        for i in range(d):
            slope = h[i]
            for j in range(d):
                slope -= Sigma[i, j] * work[0, j]
            speed += slope * slope * work[1, i]
            work[2, i], work[3, i] = slope, eta * work[1, i] * slope
        for i in range(d):
            turn = 0.0
            for j in range(d):
                turn -= Sigma[i, j] * work[3, j]
            slope = work[2, i]
            change += 2 * slope * turn * work[1, i]
            change += 4 * eta * work[0, i] * (slope * slope * slope)
        out[1], out[2] = eta * speed, eta * change
    return out[which]


@machine_code(number(number, number, whole, number, *FLOW), inner=True)
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


@machine_code(number(number, number, number, *FLOW), inner=True)
def _lowest(
    low, middle, high,
    starts, first, references, knots, series, L, Sigma, h, R, c, rest, eta, work, out,
):  # fmt: skip
    """The plain time between ``low`` and ``high`` at which the speed is least, to half the digits:
    `numerics.reading.lowest`, step by step.
    """
    least, width, ties, trial = 0.0, high - low, 0, middle
    for turn in range(2001):
        speed = _seen(
            trial, 1, starts, first, references, knots, series, L, Sigma, h, R, c, rest, eta, work,
            out,
        )  # fmt: skip
        if turn == 0:
            least = speed
        elif (speed < least) == (trial > middle):
            low = middle if speed < least else trial
        else:
            high = middle if speed < least else trial
        if turn > 0:
            ties = ties + 1 if speed == least else 0
            if speed < least:
                middle, least = trial, speed
            if ties == 4 or middle in (low, high) or high - low < 1e-30 * width:
                break
        trial = middle + GOLDEN * ((high if high - middle > middle - low else low) - middle)
    return middle


@machine_code(whole(row, wholes))
def _plateaus(speeds, index):
    """Fill index with the plateaus of `numerics.reading.plateaus`: the start, the deepest sample
    between two neighbouring jumps, the end; how many there are.

    On the way up a jump is the highest sample before the speed falls by as much as a plateau is
    deep; on the way down, it goes up again once it has risen by that.
    """
    top, last = 0.0, len(speeds) - 1
    for m in range(last + 1):
        top = max(top, speeds[m])
    index[0] = 0
    if top == 0.0 or last == 0:
        return 1
    floor = FLOOR * top
    rise = log(top / max(speeds[0], floor))
    deep = exp(min(DEEP, SHARE * rise) if rise > 0 else DEEP)
    count, upward, jump, here, extreme = 1, True, -1, 0, 0.0
    for m in range(last + 2):
        speed = max(speeds[m], floor) if m <= last else 0.0
        if upward and speed > extreme:
            here, extreme = m, speed
        elif upward and extreme >= speed * deep:
            if jump >= 0:
                least, ties = extreme, 0
                for n in range(jump, here + 1):
                    depth = max(speeds[n], floor)
                    ties = 1 if depth < least else ties + (depth == least)
                    least = min(least, depth)
                ties //= 2  # of a floor, its middle
                for n in range(jump, here + 1):
                    if max(speeds[n], floor) == least:
                        if ties == 0:
                            index[count] = n
                        ties -= 1
                count += 1
            upward, jump, extreme = False, here, speed
        elif not upward and speed < extreme:
            extreme = speed
        elif not upward and speed >= extreme * deep:
            upward, here, extreme = True, m, speed
    index[count] = last
    return count + 1


@machine_code(whole(wholes, row, row, row, row, table, row, *FLOW))
def _staircase(
    index, times, speeds, calm, levels, points, jumps,
    starts, first, references, knots, series, L, Sigma, h, R, c, rest, eta, work, out,
):  # fmt: skip
    """Fill calm with the calmest time of each plateau, levels and points with loss and beta there,
    jumps with the times in between at which the loss is half-way; the number of plateaus.

    The loss falls, and most where the speed is largest: from there two neighbouring samples are
    sought that have the level between them.
    """
    count, top = _plateaus(speeds, index), 0.0
    for m in range(len(speeds)):
        top = max(top, speeds[m])
    for k in range(count):
        m = index[k]
        calm[k] = times[m]
        if 0 < m < len(times) - 1 and speeds[m] > EPS * top:  # below, nothing moves any more
            low, high = times[m - 1] * eta, times[m + 1] * eta
            slowing = _seen(
                low, 2, starts, first, references, knots, series, L, Sigma, h, R, c, rest, eta,
                work, out,
            )  # fmt: skip
            quickening = _seen(
                high, 2, starts, first, references, knots, series, L, Sigma, h, R, c, rest, eta,
                work, out,
            )  # fmt: skip
            # the zero of a derivative is found to all digits, a minimum only to half of them
            if slowing < 0 < quickening:
                calm[k] = _root(
                    low, high, 2, 0.0, starts, first, references, knots, series, L, Sigma, h, R,
                    c, rest, eta, work, out,
                ) / eta  # fmt: skip
            else:
                calm[k] = _lowest(
                    low, times[m] * eta, high, starts, first, references, knots, series, L, Sigma,
                    h, R, c, rest, eta, work, out,
                ) / eta  # fmt: skip
        levels[k] = _seen(
            calm[k] * eta, 0, starts, first, references, knots, series, L, Sigma, h, R, c, rest,
            eta, work, out,
        )  # fmt: skip
        for i in range(len(h)):
            points[k, i] = work[0, i]
    for k in range(count - 1):
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
    return count


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
                for k in range(order - 1, 0, -2):
                    for i in range(d):
                        work[6, i] = (work[6, i] * t + series[n, k, i]) * t + series[n, k - 1, i]
                if order % 2:
                    for i in range(d):
                        work[6, i] = work[6, i] * t + series[n, 0, i]
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
        flown = self._flown
        room = (between + 1) * flown.intervals + 1
        times, speeds, fallen = np.empty(room), np.empty(room), np.empty(room if losses else 0)
        count = _sample(
            self._end, between, flown.straight, np.empty(flown.references.shape[1], np.int64),
            times, fallen, speeds, *self._flow,
        )  # fmt: skip
        return times[:count], speeds[:count], fallen[:count]

    def at(self, plain: float) -> tuple[float, float, float]:
        """Loss, speed -dL/dt and its derivative at one plain time."""
        _seen(plain, 1, *self._flow)
        loss, speed, change = self._flow[-1].tolist()
        return loss, speed, change

    def staircase(
        self, times: np.ndarray, speeds: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """From samples, the times of the jumps, and levels and beta at the calmest times of the
        plateaus.
        """
        room, d = len(times) // 2 + 3, self._flown.references.shape[1]
        calm, levels, jumps = np.empty((3, room))
        points = np.empty((room, d))
        many = _staircase(
            np.empty(room, np.int64), times, speeds, calm, levels, points, jumps, *self._flow
        )
        return jumps[: many - 1], levels[:many], points[:many]


def alone(start: float, reference: np.ndarray, knots: np.ndarray, series: np.ndarray) -> Flown:
    """A flow of one piece."""
    return Flown(
        np.array([start]), np.array([0, len(series)]), np.zeros(1, np.int64),
        np.array([reference], dtype=float), knots, series, len(series),
    )  # fmt: skip
