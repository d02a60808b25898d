"""Limits of measured quantities as alpha -> 0, by extrapolation in 1/log(1/alpha).

Jump times approach their limit only like 1/log(1/alpha), so two digits are all that a small alpha
shows by itself. The remainder behind that term is far smaller: with it removed, a limit is read off
to many digits.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from checks.methods.measured import Measured, Unsettled

# increments of a flow's jump times below this share are its integrator's, and shrink no further
FLOW_NOISE = 1e-9
# slopes of a series in 1/L settle, of log(L)/L they grow like L^0.2; L^0.5 would be of 1/sqrt(L)
SLOWEST = 0.3
# of remainders between 1/L^0.7 and any power of alpha, the last step is at least a quarter of what
# is left
FOURFOLD = 4


@dataclass(frozen=True)
class Extrapolation:
    """value(L) = limit + slope/L + less, with L = log(1/alpha); the limit is within ``doubt``.

    ``raw`` are the distances of the values from the limit, the largest alpha first. An infinite
    doubt says that the points do not tell: there are fewer than three, or their increments do not
    shrink like those of 1/L.
    """

    limit: float
    slope: float
    doubt: float
    raw: tuple[float, ...]


def extrapolate(
    logs: Sequence[float] | np.ndarray,
    values: Sequence[float] | np.ndarray,
    size: float | None = None,
) -> Extrapolation:
    """Remove the 1/L term with the two smallest alphas; the two before the last tell how far that
    may be off.

    ``size`` is what the values are to be compared with where they may all vanish; their largest by
    default.

    >>> fit = extrapolate([100.0, 200.0, 400.0], [3 + 2/100, 3 + 2/200, 3 + 2/400])
    >>> round(fit.limit, 12), round(fit.slope, 9), fit.doubt < 1e-12
    (3.0, 2.0, True)
    >>> extrapolate([100.0, 200.0], [3.02, 3.01]).doubt
    inf
    """
    if len(logs) != len(values) or len(set(logs)) < 2:
        raise ValueError(
            f"extrapolation needs two alphas or more, got {len(set(logs))} and {len(values)} values"
        )
    points = dict(sorted(zip(map(float, logs), map(float, values))))
    L, v = np.array(list(points)), np.array(list(points.values()))
    slopes = -np.diff(v) / (1 / L[:-1] - 1 / L[1:])
    limits = v[1:] - slopes / L[1:]
    doubt = _doubt(L, v, slopes, limits, np.abs(v).max() if size is None else size)
    return Extrapolation(
        float(limits[-1]), float(slopes[-1]), doubt, tuple(float(g) for g in v - limits[-1])
    )


def _doubt(
    L: np.ndarray, v: np.ndarray, slopes: np.ndarray, limits: np.ndarray, size: float
) -> float:
    """FOURFOLD |last limit - the one before|, and more where the alphas are close together; oo
    where nothing settles.
    """
    if len(L) < 3 or not np.all(np.isfinite(v)):
        return float("inf")
    moving = abs(v[-1] - v[-2]) > FLOW_NOISE * size
    if moving and abs(slopes[-1]) > abs(slopes[-2]) * (L[-1] / L[-3]) ** (SLOWEST / 2):
        return float("inf")
    # What is left of a term 1/L^2 is this share of the distance between the two limits.
    share = L[-3] / (L[-1] - L[-3])
    return float(FOURFOLD * max(1.0, share) * abs(limits[-1] - limits[-2]))


def settled(fit: Extrapolation, size: float = 1.0) -> Measured:
    """The limit with its doubt, of numbers that are ``size`` large; undecided where the points do
    not tell.
    """
    if not math.isfinite(fit.doubt):
        few = len(fit.raw) < 3
        raise Unsettled(
            f"{len(fit.raw)} alphas: three or more tell a limit"
            if few
            else "the values at these alphas do not settle"
        )
    return Measured(fit.limit, max(size, abs(fit.limit)), fit.doubt)
