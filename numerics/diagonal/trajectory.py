"""What the gradient flow of a diagonal network did. Each curve is built when it is asked for.

In doubles loss, speed and its derivative at one time are read from the Taylor coefficients of the
steps, in compiled code: that is what a staircase is made of.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import mpmath
import numpy as np

from numerics.arithmetic import Arithmetic
from numerics.diagonal.dual_flow import Dual, DualPath, Piece, Problem, states_of, times_of
from numerics.diagonal.engines import compiled_reading
from numerics.diagonal.merging import Merged, Remark
from numerics.trajectory import Trajectory

if TYPE_CHECKING:
    from numerics.diagonal.network import DiagonalNetwork

# Samples inside each step, in every arithmetic: a jump takes some fifteen steps, and whether the
# dip behind it is a plateau is read off these points (with none between, 30 digits saw two jumps
# where doubles saw three).
BETWEEN = 3


class DiagonalTrajectory(Trajectory):
    """A Trajectory with ``dual`` S = G / log(1/alpha) (T, d) and ``beta`` (T, d), which hold where
    u and v underflow.
    """

    _problem: Problem
    _path: DualPath
    _power: Any
    _whole: bool

    def __init__(
        self, network: DiagonalNetwork, problem: Problem, path: DualPath,
        power: Any, alpha: Any, eta: Any, whole: bool,
    ) -> None:  # fmt: skip
        vars(self).update(  # the base is frozen
            network=network, alpha=alpha, eta=eta, digits=problem.arithmetic.digits,
            steps=path.steps,
            _problem=problem, _path=path, _power=power, _whole=whole,
        )  # fmt: skip

    # ------------------------------------------------------------ along the curve

    @cached_property
    def _samples(self) -> list[tuple[Piece, np.ndarray]]:
        return self._path.sampled(BETWEEN)

    @cached_property
    def _reader(self) -> Any:
        """Reads in compiled code, where that has made the whole path; else None."""
        if self._path.flown is None:
            return None
        return self._reader_of(self._path.flown)

    def _reader_of(self, flown: Any) -> Any:
        triangular = self.network.triangular  # type: ignore[attr-defined]  # a diagonal network
        return compiled_reading().Reader(
            flown, self._problem, triangular, float(self.eta), self._path.end
        )

    @cached_property
    def _times_and_speeds(self) -> tuple[np.ndarray, np.ndarray]:
        if self._reader is not None:
            return self._reader.curve(BETWEEN)[:2]
        with self._arithmetic.working():
            return (
                times_of(self._samples, self._path.end) / self.eta,
                self._speed(self.beta, *self._roots),
            )

    @cached_property
    def times(self) -> np.ndarray:
        """Accelerated times of the samples."""
        return self._times_and_speeds[0]

    @cached_property
    def _states(self) -> Dual:
        return states_of(self._samples)

    @cached_property
    def _roots(self) -> tuple[np.ndarray, np.ndarray]:
        with self._arithmetic.working():
            return self._problem.roots(self._states)

    @cached_property
    def beta(self) -> np.ndarray:
        """u * v, one row a time."""
        with self._arithmetic.working():
            return _product(*self._roots)

    @cached_property
    def dual(self) -> np.ndarray:
        """S = G / log(1/alpha), one row a time."""
        with self._arithmetic.working():
            return self._states.G / self._problem.L

    @cached_property
    def losses(self) -> np.ndarray:
        """L(beta), one a time."""
        if self._reader is not None:
            return self._reader.curve(BETWEEN, losses=True)[2]
        with self._arithmetic.working():
            return self._loss(self.beta)

    @cached_property
    def speeds(self) -> np.ndarray:
        """-dL/dt, one a time."""
        return self._times_and_speeds[1]

    @cached_property
    def parameters(self) -> np.ndarray:
        """(u, v) of every coordinate, (T, d, 2)."""
        with self._arithmetic.working():
            return _parameters(*self._roots)

    # ------------------------------------------------------------ at one time

    def at(self, t: Any) -> np.ndarray:
        """The parameters at accelerated time t."""
        with self._arithmetic.working():
            return _parameters(*self._problem.roots(self._path.state(t * self.eta)))

    def beta_at(self, times: Sequence[Any]) -> np.ndarray:
        """beta at any ascending times, one row a time."""
        with self._arithmetic.working():
            return _product(*self._problem.roots(self._path.states(t * self.eta for t in times)))

    def measure(self, t: Any) -> tuple[Any, Any]:
        """Loss and speed at accelerated time t."""
        loss, speed, _ = self._seen(t)
        return loss, speed

    def acceleration(self, t: Any) -> Any:
        """d(-dL/dt)/dt at accelerated time t."""
        return self._seen(t)[2]

    def _seen(self, t: Any) -> Any:
        """L, -L' and -L''."""
        plain = t * self.eta
        if self._reader is not None:
            return self._reader.at(plain)
        piece = self._path.piece(plain)
        if piece.taylor is not None:
            return self._reader_in(piece).at(plain)
        with self._arithmetic.working():
            plus, minus = self._problem.roots(self._path.state(plain))
            beta = _product(plus, minus)
            slope, size = self._problem.slope(beta), plus**2 + minus**2  # u^2 + v^2
            turn = -self.eta * self._problem.Sigma @ (size * slope)
            change = 2 * slope * turn * size + 4 * self.eta * beta * slope**3
            return (
                self._loss(beta),
                self._speed(beta, plus, minus),
                self.eta * np.sum(change),
            )

    def _read(self) -> tuple[list, list, list, list]:
        if self._reader is None:
            return super()._read()
        jump_times, levels, points = self._reader.staircase(*self._times_and_speeds)
        net: DiagonalNetwork = self.network  # type: ignore[assignment]
        features = net.features(points, self.alpha)
        return jump_times.tolist(), levels.tolist(), list(points), features

    # ------------------------------------------------------------ what it does not show

    @property
    def merged(self) -> Merged | None:
        """The jumps of the limit that this alpha shows as one, if the flow was followed
        to its end.
        """
        remark = self.staircase.remark
        return remark.merged if isinstance(remark, Remark) else None

    def _remark(self, jumps: int) -> Callable[[], str]:
        """Whether jumps have merged, and the alpha at which they part."""
        net: DiagonalNetwork = self.network  # type: ignore[assignment]
        return Remark(net, self.alpha, jumps) if self._whole else str

    # ------------------------------------------------------------ what they are made of

    @property
    def _arithmetic(self) -> Arithmetic:
        return self._problem.arithmetic

    def _reader_in(self, piece: Piece) -> Any:
        """The reader of one piece, of which a staircase asks again and again."""
        found = self._readers.get(id(piece))
        if found is None:
            steps = piece.taylor or ()
            alone = compiled_reading().alone(piece.start, piece.reference, *steps)
            found = self._readers[id(piece)] = self._reader_of(alone)
        return found

    @cached_property
    def _readers(self) -> dict[int, Any]:
        return {}

    def _loss(self, beta: np.ndarray) -> Any:
        if self._arithmetic.double:  # as a sum of squares: nothing cancels near zero loss
            R, c, rest = self.network.triangular  # type: ignore[attr-defined]
            return np.sum((c - beta @ R.T) ** 2, axis=-1) / 2 + rest
        problem = self._problem
        return (self._power - np.sum((problem.h + problem.slope(beta)) * beta, axis=-1)) / 2

    def _speed(self, beta: np.ndarray, plus: np.ndarray, minus: np.ndarray) -> Any:
        """-dL/dt = eta sum_i (dL/dbeta_i)^2 (u_i^2 + v_i^2)."""
        slope = self._problem.slope(beta)
        return self.eta * np.sum(slope**2 * (plus**2 + minus**2), axis=-1)


def _product(plus: np.ndarray, minus: np.ndarray) -> np.ndarray:
    """u v from e^(G-L) and e^(-G-L)."""
    return (plus**2 - minus**2) / 2


def _parameters(plus: np.ndarray, minus: np.ndarray) -> np.ndarray:
    """Rows (u, v) from e^(G-L) = (u + v) / sqrt(2) and e^(-G-L) = (u - v) / sqrt(2)."""
    root = mpmath.sqrt(2) if plus.dtype == object else np.sqrt(2)
    return np.stack([(plus + minus) / root, (plus - minus) / root], axis=-1)
