"""Reading a staircase off a loss curve, without knowing where the jumps should be.

A jump is a prominent maximum of log(-dL/dt); a plateau is the deepest minimum between two of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

# A jump that relaxes in several phases (a second coordinate collapses on the way) dips by a factor
# that does not depend on alpha; a plateau dips by a power of alpha. A dip below 1e-3 of the speed
# is read as a plateau ...
DEEP = np.log(1e3)
# ... and, where alpha is so large that the whole curve spans little, one fifth of the rise from the
# start.
SHARE = 0.2
# Slower than this share of the fastest point, a speed may be the noise of the integrator: gradients
# there are held to 1e-11 or better, and speeds are their squares.
FLOOR = 1e-18


def log_speeds(speeds: np.ndarray) -> np.ndarray:
    """log(-dL/dt), floored where the speed is lost to underflow.

    >>> log_speeds(np.array([1.0, 0.0]))
    array([  0.        , -41.44653167])
    """
    speeds = np.abs(np.asarray(speeds, dtype=float))
    top = speeds.max(initial=0.0)
    if top == 0:
        return np.zeros_like(speeds)
    return np.log(np.maximum(speeds, FLOOR * top))


def plateaus(speeds: np.ndarray, narrowest: int = 1) -> list[int]:
    """Indices of the plateaus: the start, the deepest point between two neighbouring jumps, the
    end. A jump takes at least ``narrowest`` samples; what stands out in fewer is noise.

    >>> t = np.linspace(0, 4, 401)
    >>> two_jumps = np.exp(-200 * (t - 1) ** 2) + np.exp(-200 * (t - 3) ** 2)
    >>> [float(t[k]) for k in plateaus(two_jumps)]
    [0.0, 2.0, 4.0]
    """
    height = without_spikes(log_speeds(speeds), narrowest)
    if len(height) < 2 or not np.any(speeds):
        return [0]
    low = height.min() - 2 * DEEP
    rise = height.max() - height[0]
    # A curve that begins or ends at full speed still has its jump there: hence the low points at
    # both ends.
    padded = np.concatenate([[low], height, [low]])
    peaks = [top - 1 for top in prominent(padded, min(DEEP, SHARE * rise) if rise > 0 else DEEP)]
    between = [a + _lowest_index(height[a : b + 1]) for a, b in zip(peaks[:-1], peaks[1:])]
    return [0, *between, len(height) - 1] if len(peaks) else [0]


def without_spikes(height: np.ndarray, narrowest: int) -> np.ndarray:
    """The curve without what stands out in fewer samples than ``narrowest``: at each point the
    largest, over all windows of so many samples around it, of the least height inside.

    >>> without_spikes(np.array([0.0, 9.0, 0.0, 5.0, 6.0, 7.0, 0.0]), 3)
    array([0., 0., 0., 5., 5., 5., 0.])
    """
    width = min(narrowest, len(height))
    if width < 2:
        return height
    floors = sliding_window_view(height, width).min(axis=1)
    padded = np.pad(floors, width - 1, mode="edge")
    return sliding_window_view(padded, width).max(axis=1)


def prominent(height: np.ndarray, least: float) -> list[int]:
    """The local maxima that stand out by ``least``: by so much the curve falls on both sides before
    it rises above them.

    A flat top counts once, at its middle.

    >>> prominent(np.array([0.0, 3.0, 2.0, 2.5, 2.5, 0.0, 1.0, 0.0]), 0.75)
    [1, 6]
    """
    starts = np.concatenate([[0], np.flatnonzero(height[1:] != height[:-1]) + 1])
    level = height[starts]  # every flat stretch once
    rises = level[1:] > level[:-1]
    tops = np.flatnonzero(rises[:-1] & ~rises[1:]) + 1
    if not len(tops):
        return []
    # the lowest level before, between and behind the tops
    valleys = np.minimum.reduceat(level, np.concatenate([[0], tops])).tolist()
    levels, found = level[tops].tolist(), []
    for i, top in enumerate(levels):
        left, right, before, after = valleys[i], valleys[i + 1], i, i + 1
        while before > 0 and levels[before - 1] <= top:
            before -= 1
            left = min(left, valleys[before])
        while after < len(levels) and levels[after] <= top:
            after += 1
            right = min(right, valleys[after])
        if top - max(left, right) >= least:
            found.append(int(starts[tops[i]] + starts[tops[i] + 1] - 1) // 2)
    return found


def _lowest_index(height: np.ndarray) -> int:
    """The middle one of the lowest points: of a floor, its middle."""
    lowest_ones = np.flatnonzero(height <= height.min())
    return int(lowest_ones[len(lowest_ones) // 2])


def crossing(f: Callable[[Any], Any], low: Any, high: Any) -> Any:
    """The root of f between ``low`` and ``high``, to the last digit of the arithmetic (Illinois
    false position).

    >>> crossing(lambda x: x * x - 2, 1.0, 2.0)
    1.4142135623730951
    """
    f_low, f_high = f(low), f(high)
    if f_low == 0:
        return low
    for _ in range(400):
        if f_high == 0:
            return high
        if f_high == f_low:
            break  # flat to the last digit: no bracket, and no place in it is better than another
        middle = high - f_high * (high - low) / (f_high - f_low)
        if not min(low, high) < middle < max(low, high):
            break  # the bracket has no number left inside it
        f_middle = f(middle)
        if (f_middle > 0) == (f_high > 0):
            f_low /= 2
        else:
            low, f_low = high, f_high
        if middle == high:
            break
        high, f_high = middle, f_middle
    return high


def lowest(f: Callable[[Any], Any], low: Any, middle: Any, high: Any) -> Any:
    """The minimum of f in a bracket with f(middle) least, to half the digits of the arithmetic
    (golden section).

    The loss changes by speed * dt, and the speed is least here: half the digits are plenty.

    >>> round(lowest(lambda x: (x - 1) ** 2, 0.0, 0.5, 3.0), 7)
    1.0
    """
    golden = (3 - 5**0.5) / 2
    f_middle, width, ties = f(middle), high - low, 0
    for _ in range(2000):
        right = high - middle > middle - low
        trial = middle + golden * ((high if right else low) - middle)
        f_trial = f(trial)
        if (f_trial < f_middle) == right:
            low = middle if f_trial < f_middle else trial
        else:
            high = middle if f_trial < f_middle else trial
        # One tie may be two points on either side of the minimum; several in a row are differences
        # below rounding.
        ties = ties + 1 if f_trial == f_middle else 0
        if f_trial < f_middle:
            middle, f_middle = trial, f_trial
        if ties == 4:
            break
        if middle in (low, high) or high - low < 1e-30 * width:
            break
    return middle
