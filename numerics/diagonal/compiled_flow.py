"""`dual_flow` in doubles as one piece of machine code: leaps over plateaus, chunks of Taylor steps
between them. What is read off them is in compiled_reading.py.

It is the loop of dual_flow.py, step by step; what it cannot do (an ill-conditioned set of active
coordinates, an implicit method) it hands back, and the loop there goes on from where it stopped.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, inf, log, sqrt

import numpy as np

from numerics.diagonal.compiled import ORDER, advance_steps, with_room
from numerics.machine_code import machine_code, number, row, stack, table, whole, wholes

# How a call ended: at `until`, at rest, out of room, with something that the other loop has to do,
# or beyond what doubles hold.
DONE, RESTED, FULL, HANDED_BACK, OVERFLOWED = 0, 1, 2, 3, 4
# A pivot below this share of its diagonal entry: rounding is no longer bounded by a plain solution.
PIVOT = 1e-10
ROOM, PIECES = 512, 64
LEAP_KNOTS = 9  # of a straight piece, where it is sampled


@machine_code(whole(table, wholes, whole, table), inner=True)
def _factored(Sigma, active, count, C):
    """Fill C with the Cholesky factor of Sigma on the active coordinates; 0 where a
    pivot is lost.
    """
    for i in range(count):
        for j in range(i + 1):
            value = Sigma[active[i], active[j]]
            for k in range(j):
                value -= C[i, k] * C[j, k]
            if i == j:
                if not value > PIVOT * Sigma[active[i], active[i]]:
                    return 0
                C[i, i] = sqrt(value)
            else:
                C[i, j] = value / C[j, j]
    return 1


@machine_code(whole(table, row, row, row, row, wholes, table, row), inner=True)
def _noise(Sigma, slope, silent, own, noise, active, C, weights):
    """Fill noise with the size below which a slope is rounding (`Problem.noise`); 0 where this
    takes more than a plain solution.
    """
    d, count, moving = len(own), 0, 0
    for i in range(d):
        noise[i] = own[i]
        if silent[i] == 0.0:
            active[count] = i
            count += 1
            moving += abs(slope[i]) > own[i]
    if count == 0 or count == d or moving:
        return 1
    if not _factored(Sigma, active, count, C):
        return 0
    for j in range(d):
        if silent[j] != 0.0:
            for i in range(count):
                value = Sigma[active[i], j]
                for k in range(i):
                    value -= C[i, k] * weights[k]
                weights[i] = value / C[i, i]
            for i in range(count - 1, -1, -1):
                value = weights[i]
                for k in range(i + 1, count):
                    value -= C[k, i] * weights[k]
                weights[i] = value / C[i, i]
                noise[j] += abs(weights[i]) * own[active[i]]
    return 1


@machine_code(number(table, row, number, number, table, table), inner=True)
def _slopes(Sigma, h, L, eps, frame, work):
    """Fill work with the exponents a, b, beta, the slopes, who is silent, and the rounding of each
    slope; the fastest rate.
    """
    d, fastest = len(h), 0.0
    reference, x = frame[0], frame[1]
    a, b, beta, slope, silent, own = work[0], work[1], work[2], work[3], work[4], work[5]
    for i in range(d):
        a[i], b[i] = 2 * (reference[i] - L), 2 * (reference[i] + L)
        plus, minus = exp(x[i] + a[i] / 2), exp(-x[i] - b[i] / 2)
        p, q = plus * plus / 2, minus * minus / 2
        beta[i] = p - q
        silent[i] = 1.0 if max(p, q) < eps / 16 else 0.0
    for i in range(d):
        pull, size = h[i], abs(h[i])
        for j in range(d):
            pull -= beta[j] * Sigma[i, j]
            size += abs(Sigma[i, j]) * abs(beta[j])
        slope[i], own[i] = pull, 16 * eps * size
        fastest = max(fastest, max(abs(pull), 2 * abs(beta[i]) * Sigma[i, i]))
    return fastest


@machine_code(number(number, number, table, row, row), inner=True)
def _leap_length(L, eps, frame, slope, noise):
    """How long nobody silent is heard, where that is worth a leap; else 0."""
    duration, speed = inf, 0.0
    heard = L + log(eps / 8) / 2
    for i in range(len(slope)):
        if abs(slope[i]) > noise[i]:
            G = frame[0, i] + frame[1, i]
            outward = G if slope[i] > 0 else -G
            duration = min(duration, (heard - outward) / abs(slope[i]))
            speed = max(speed, abs(slope[i]))
    return duration if duration * speed > 1 else 0.0


@machine_code(number(number, row, row, row, table), inner=True)
def _leap(duration, x, slope, noise, coefficients):
    """Move x along its slopes; the coefficients are those of a straight line."""
    for i in range(len(x)):
        moved = slope[i] if abs(slope[i]) > noise[i] else 0.0
        for k in range(ORDER + 1):
            coefficients[k, i] = 0.0
        coefficients[0, i], coefficients[1, i] = x[i], moved
        x[i] += duration * moved
    return 0.0


@machine_code(number(table, row, row), inner=True)
def _descent_rate(Sigma, optimum, beta):
    """A bound on every |G_i'| from here on (`Problem.rate`)."""
    d, steepest, left = len(beta), 0.0, 0.0
    for i in range(d):
        steepest = max(steepest, Sigma[i, i])
        for j in range(d):
            left += (optimum[i] - beta[i]) * Sigma[i, j] * (optimum[j] - beta[j])
    return sqrt(steepest * max(left, 0.0)) + 1e-300


@machine_code(number(number, number, table), inner=True)
def _measured_anew(L, near, frame):
    """Measure each coordinate from the threshold that it is near, else from where it is."""
    reference, x = frame[0], frame[1]
    for i in range(len(x)):
        G = reference[i] + x[i]
        threshold = -L if G < 0 else L
        if not abs(G - threshold) < near:
            reference[i], x[i] = G, 0.0
        elif reference[i] != threshold:
            reference[i], x[i] = threshold, G - threshold
    return 0.0


@machine_code(
    whole(
        table, row, row, number, number, row, row, table, table,
        row, wholes, wholes, table, row, stack, stack, wholes, table, wholes, row,
    )
)  # fmt: skip
def _flow(
    Sigma, h, optimum, L, until, limits, state, work, C,
    starts, first, straight, references, knots, series, e, owner, frame, count, now,
):  # fmt: skip
    """Pieces from the state that ``frame`` (reference, x) and ``now`` (time) hold, until one of the
    ends above; ``count`` is (steps, pieces, pieces since a leap, knots).
    """
    eps, stride, near, patience, most, chunk, cap, leap = limits
    d, x = len(h), frame[1]
    a, b, beta, slope, silent, own, noise, weights = (
        work[0], work[1], work[2], work[3], work[4], work[5], work[6], work[7],
    )  # fmt: skip
    while True:
        _measured_anew(L, near, frame)
        n, piece = count[0], count[1]
        if now[0] >= until:
            return DONE
        if count[2] > patience or count[3] >= most:
            return HANDED_BACK
        if piece + 1 >= len(starts) or n + 1 >= len(series):
            return FULL
        fastest = _slopes(Sigma, h, L, eps, frame, work)
        if not _noise(Sigma, slope, silent, own, noise, owner, C, weights):
            return HANDED_BACK
        rested, crossing = True, True
        for i in range(d):
            resting = abs(slope[i]) <= noise[i]
            rested = rested and resting
            crossing = crossing and (resting or silent[i] != 0.0)
        if rested and piece and not now[0] < until < inf:
            return RESTED
        starts[piece], first[piece] = now[0], n
        for i in range(d):
            references[piece, i] = frame[0, i]
        duration = _leap_length(L, eps, frame, slope, noise) if crossing else 0.0
        straight[piece] = 1 if rested or duration > 0 else 0
        if rested:  # it stays there
            duration = until - now[0] if until < inf else 0.0
        knots[n + piece] = 0.0
        if straight[piece]:
            _leap(duration, x, slope, noise, series[n])
            knots[n + piece + 1] = duration
            count[0], count[2], count[3] = n + 1, 0, count[3] + LEAP_KNOTS
        else:
            rate = _descent_rate(Sigma, optimum, beta)
            duration = min(min(stride / fastest, chunk / rate), until - now[0])
            for i in range(d):
                state[i] = x[i]
            made = advance_steps(
                Sigma, h, a, b, x, duration, cap / rate, cap / 2, leap, 0, knots[n + piece :],
                series[n:], e, owner,
            )  # fmt: skip
            if knots[n + piece + made] < duration:
                for i in range(d):
                    x[i] = state[i]
                return FULL if made >= len(series) - n else OVERFLOWED
            for i in range(d):
                if not abs(x[i]) < inf:
                    return OVERFLOWED
            count[0], count[2], count[3] = n + made, count[2] + 1, count[3] + made + 1
        count[1], now[0] = piece + 1, now[0] + duration
        if rested:
            return RESTED


@dataclass(frozen=True, eq=False)
class Flown:
    """Pieces of a flow one behind the other: of piece k, steps first[k] to first[k + 1], begun at
    plain time starts[k] and measured from references[k].
    """

    starts: np.ndarray
    first: np.ndarray
    straight: np.ndarray
    references: np.ndarray
    knots: np.ndarray
    series: np.ndarray
    intervals: int  # steps of all pieces, a straight one counted as it is sampled

    def __len__(self) -> int:
        return len(self.starts)

    def steps(self, k: int) -> tuple[np.ndarray, np.ndarray]:
        """Knots and Taylor coefficients of piece k."""
        low, high = self.first[k], self.first[k + 1]
        return self.knots[low + k : high + k + 1], self.series[low:high]


@dataclass(frozen=True, eq=False)
class Stopped:
    """Where the machine code stopped, and how."""

    flown: Flown
    how: int
    time: float
    reference: np.ndarray
    x: np.ndarray
    since_leap: int
    knots: int


def flow(
    Sigma: np.ndarray, h: np.ndarray, optimum: np.ndarray, L: float, until: float, limits: tuple,
) -> Stopped:  # fmt: skip
    """The flow from G = 0 at time 0; ``limits`` are eps, stride, near, patience, most knots, the
    longest chunk and step times the rate, and e^2.
    """
    d = len(h)
    frame, now, count = np.zeros((2, d)), np.zeros(1), np.zeros(4, np.int64)
    room, pieces = ROOM, PIECES
    kept: list[np.ndarray] = [
        np.empty(pieces), np.zeros(pieces, np.int64), np.zeros(pieces, np.int64),
        np.empty((pieces, d)), np.empty(room + pieces), np.empty((room, ORDER + 1, d)),
    ]  # fmt: skip
    scratch = (
        np.empty(d), np.empty((8, d)), np.empty((d, d)),
        np.empty((3, ORDER + 1, d)), np.empty(d, np.int64), frame, count, now,
    )  # fmt: skip
    numbers = np.array(limits)
    while True:
        how = _flow(Sigma, h, optimum, L, until, numbers, *scratch[:3], *kept, *scratch[3:])
        if how != FULL:
            break
        kept = with_room(*kept)
    steps, made, since_leap, reached = count.tolist()
    kept[1][made] = steps
    flown = Flown(
        kept[0][:made], kept[1][: made + 1], kept[2][:made], kept[3][:made],
        kept[4][: steps + made], kept[5][:steps], reached - made,
    )  # fmt: skip
    return Stopped(flown, how, float(now[0]), frame[0], frame[1], since_leap, reached)
