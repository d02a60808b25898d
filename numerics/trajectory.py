"""What gradient flow did: the curve, sampled and dense, and the staircase that can be
read off it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from numerics import picture
from numerics.arithmetic import Arithmetic
from numerics.network import Network, learned
from numerics.reading import crossing, lowest, plateaus
from theory.staircase import Staircase


@dataclass(frozen=True, eq=False)
class Trajectory:
    """A solution of theta' = -eta grad L(theta), in accelerated time (sec:framework).

    ``times`` (T,), ``losses`` (T,), ``speeds`` = -dL/dt (T,), ``parameters`` (T, H, p); ``at(t)``
    is the dense output, as accurate as the integration, and ``measure(t)`` the loss and speed
    there; ``acceleration(t)``, where it is known, is the derivative of the speed. ``steps`` counts
    the integrator's steps, and a jump takes at least ``narrowest`` samples. In a notebook it shows
    itself as a plot; without Matplotlib, as the table of its staircase.

    >>> from numerics import DiagonalNetwork, gradient_flow
    >>> gradient_flow(DiagonalNetwork([[1]], [1]), "1e-100")  # doctest: +ELLIPSIS
    DiagonalTrajectory of DiagonalNetwork, alpha = 1e-100, 16 digits: ... loss 0.5 -> ...
    """

    times: np.ndarray
    losses: np.ndarray
    speeds: np.ndarray
    parameters: np.ndarray
    alpha: Any
    eta: Any
    digits: int
    network: Network = field(repr=False)
    at: Callable[[Any], np.ndarray] = field(repr=False)
    measure: Callable[[Any], tuple[Any, Any]] = field(repr=False)
    steps: int = 0
    acceleration: Callable[[Any], Any] | None = field(default=None, repr=False)
    narrowest: int = 1

    @property
    def physical_times(self) -> np.ndarray:
        """Plain time eta t, in which theta' = -grad L."""
        return self.eta * self.times

    def in_units_of(self, rate: Any) -> Staircase:
        """The staircase with time measured so that theta' = -rate grad L; Pesme and Flammarion use
        rate = -log(alpha).
        """
        return self.staircase.rescaled(self.eta / rate)

    @cached_property
    def staircase(self) -> Staircase:
        """Jump times (loss half-way between two plateaus), plateau levels, features and
        functions.
        """
        with Arithmetic(self.digits).working():
            jump_times, levels, points, features = self._read()
            return Staircase(jump_times, levels, features, points, self._remark(len(jump_times)))

    def _read(self) -> tuple[list, list, list, list]:
        """Jump times, levels, functions and features, from the samples on the plateaus."""
        times = [self._calmest(k) for k in plateaus(self.speeds, self.narrowest)]
        levels, points, features = self._on_plateaus(times)
        jump_times = [
            self._half_way(times[k], times[k + 1], levels[k], levels[k + 1])
            for k in range(len(times) - 1)
        ]
        return jump_times, levels, points, features

    def _on_plateaus(self, times: list) -> tuple[list, list, list]:
        """The loss and the function at each of these times, and what was learned in between."""
        rows = [self.at(t) for t in times]
        return (
            [self.measure(t)[0] for t in times],
            [self.network.function(row) for row in rows],
            [learned(self.network, a, b, self.alpha) for a, b in zip(rows[:-1], rows[1:])],
        )

    def _remark(self, jumps: int) -> Callable[[], str]:
        """What a reader of a staircase with so many jumps has to know beside it; a setting that
        knows more says it.

        It must not hold the trajectory, which holds the staircase: in a ring, the curves of a sweep
        would stay in memory until the garbage collector happens to look.
        """
        return str

    def _calmest(self, k: int) -> Any:
        """The time near sample k at which the speed is least: a level read there does not depend on
        the sampling.
        """
        inner = 0 < k < len(self.times) - 1
        # Where nothing moves any more, the loss is the same to the last digit all around.
        if not inner or self.speeds[k] <= Arithmetic(self.digits).eps * self.speeds.max():
            return self.times[k]
        low, high = self.times[k - 1], self.times[k + 1]
        # The zero of a derivative is found to all digits, the minimum of a function only to half of
        # them.
        if self.acceleration and self.acceleration(low) < 0 < self.acceleration(high):
            return crossing(self.acceleration, low, high)
        return lowest(lambda t: self.measure(t)[1], low, self.times[k], high)

    def _half_way(self, start: Any, end: Any, before: Any, after: Any) -> Any:
        """The time in between at which the loss is the mean of the two plateau levels."""
        level = (before + after) / 2
        between = (self.times > start) & (self.times < end)
        inside = np.flatnonzero(between & (self.losses > level))
        low = self.times[inside[-1]] if len(inside) else start
        later = np.flatnonzero(between & (self.times > low))
        high = self.times[later[0]] if len(later) else end
        return crossing(lambda t: self.measure(t)[0] - level, low, high)

    def plot(self, axes: Any, **style: Any) -> None:
        """Draw L(theta(t)) on Matplotlib axes."""
        picture.curve(axes, self, **style)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        try:
            picture_or_table = {"image/svg+xml": picture.loss_curve(self)}
        except ImportError:
            picture_or_table = {"text/html": self.staircase._repr_html_()}
        return {"text/plain": repr(self), **picture_or_table}

    def __repr__(self) -> str:
        name = type(self.network).__name__
        return (
            f"{type(self).__name__} of {name}, alpha = {self.alpha}, {self.digits} digits: "
            f"{len(self.times)} points to "
            f"t = {float(self.times[-1]):.6g}, loss {float(self.losses[0]):.6g} -> "
            f"{float(self.losses[-1]):.6g}"
        )
