"""Gradient flow of modular addition past its jumps, in the frequencies that x has
(``numerics.modular.frequencies``).

A small network starts with explicit steps, so that its first jump has eight digits. In accelerated
time a dormant neuron moves at a rate of order one and an active one at a rate of order 1/alpha, so
the flow is stiff later on: the Jacobian given to the BDF method is the Hessian of the active
neurons alone, and nothing of the dormant ones; equations with it are solved block by block. At
alpha = 1e-4, three frequencies and H = 3p, a hundredth of the loss is left after 17 s for p = 59
and two minutes for p = 113.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from scipy.integrate import DOP853

# SciPy's own wrappers cost more than the work
from scipy.linalg.lapack import dgetrf, dgetrs, sgetrf, sgetrs

from numerics import validate
from numerics.internals import structured_bdf
from numerics.modular.frequencies import Waves
from numerics.network import norms
from numerics.trajectory import Trajectory

RTOL = 1e-6
# While nothing is stiff an explicit method of order 8 is a hundred times as accurate for the cost.
EXPLICIT = 1e-2
# Its longest stable step is some six over the largest rate: steps that come near it are held back
# by stability. Asked every LOOK of them.
STIFF, LOOK = 4.0, 16
# Newton's method stops at this share of the tolerance, SciPy's own for coarse ones: with the 1e-3
# it takes at 1e-6 a third more work, and no digit gained.
NEWTON = 0.03
# Newton's method makes good what single precision does to its equations, at half the cost, unless
# their condition takes all of its seven digits: not while no entry is larger than this.
COARSE = 1e3
# Neurons of at least this norm are active: below, their second derivatives beside neurons of norm
# 10 are still small (0.02 took half as many steps again).
ACTIVE = 2e-4
# Thousands suffice at alpha = 1e-5. At 1e-6 groups without a minimiser have weights of 30 and more:
# rates 1e12 apart, and steps that rounding alone decides.
MOST_STEPS = 20_000
# A jump takes tens of steps. Where weights have grown large, the stiff modes of an implicit step or
# two carry an error whose square is a thousand times the speed of the plateau: no jump.
NOISE = 3
# Doubles that a trajectory may keep: a quarter of a gigabyte.
MEMORY = 2**25
# ... and that an array of the work on them at once may have.
BATCH = 2**17


@dataclass(frozen=True)
class Step:
    """One accepted step: its end, loss and |grad L|^2 there; parameters are lifted from the reduced
    rows when asked for.
    """

    time: float
    loss: float
    slope: float
    rows: np.ndarray
    waves: Waves
    path: Callable[[float], np.ndarray]

    @property
    def theta(self) -> np.ndarray:
        """The parameters (u, v, w) at the end of the step, a row for each neuron."""
        return self.waves.lift(self.rows)


def follow(
    net: Any, start: np.ndarray, eta: float, until: float = np.inf, rtol: float = RTOL
) -> Iterator[Step]:
    """theta' = -eta grad L(theta) step by step, for as long as the caller asks: nothing is stored
    here.

    A step is held to ``rtol`` of every neuron's norm, so that a dormant neuron counts as much as an
    active one.
    """
    if not norms(start).min() > 0:
        raise ValueError(
            "start has a neuron that is zero: expected every neuron to have a direction"
        )
    waves = Waves(net.x, start)
    rows = waves.lower(start)
    slope = eta * norms(waves.evaluate(rows)[1])
    # the fastest neuron turns or grows by a thousandth
    first = min(
        1e-3 * float(np.min(norms(rows)[slope > 0] / slope[slope > 0])) if slope.any() else np.inf,
        until,
        1.0,
    )
    try:
        for time, reached, path in _steps(waves, rows, eta, until, rtol, first):
            loss, gradient = waves.evaluate(reached)
            square = float(np.sum(gradient * gradient))
            yield Step(time, float(loss), square, reached, waves, path)
    except ArithmeticError as stopped:
        raise ArithmeticError(
            f"gradient flow failed ({stopped}): pass until=... or a larger alpha"
        ) from None


def recorded(net: Any, alpha: Any, eta: float, start: np.ndarray, steps: list[Step]) -> Trajectory:
    """The steps as a trajectory: every one of them and its middle, or fewer where their parameters
    would not fit into MEMORY.
    """
    waves, ends = steps[0].waves, [0.0, *(step.time for step in steps)]
    first = waves.lower(start)

    def rows(t: float) -> np.ndarray:
        return steps[min(max(bisect_left(ends, t) - 1, 0), len(steps) - 1)].path(t)

    def measure(t: float) -> tuple[float, float]:
        loss, gradient = waves.evaluate(rows(t))
        return float(loss), eta * float(np.sum(gradient * gradient))

    # an end of a step every second time, which the solver knows, and a middle in between
    times = np.repeat(ends, 2)[:-1]
    times[1::2] = (times[:-1:2] + times[2::2]) / 2
    most = max(2, min(len(times), MEMORY // start.size))
    kept = np.unique(np.linspace(0, len(times) - 1, most).astype(int))
    sampled = np.array(
        [
            steps[k // 2].path(times[k]) if k % 2 else steps[k // 2 - 1].rows if k else first
            for k in kept.tolist()
        ]
    )
    # the ends of steps are known; else many small products in one call, as long as they stay within
    # the processor's memory
    losses, squares = (
        np.array([getattr(steps[k // 2 - 1], name) for k in kept.tolist()])
        for name in ("loss", "slope")
    )
    unknown = np.flatnonzero((kept == 0) | (kept % 2 == 1))
    batch = max(1, BATCH // (len(start) * max(start.shape)))
    for some in np.split(unknown, range(batch, len(unknown), batch)):
        losses[some], slope = waves.evaluate(sampled[some])
        squares[some] = np.sum(slope**2, axis=(1, 2))
    return Trajectory(
        times=times[kept],
        losses=losses,
        speeds=eta * squares,
        parameters=waves.lift(sampled),
        alpha=alpha,
        eta=eta,
        digits=validate.DOUBLE_DIGITS,
        network=net,
        at=lambda t: waves.lift(rows(t)),
        measure=measure,
        steps=len(steps),
        narrowest=1 + round(NOISE * len(kept) / len(steps)),
    )


def _steps(
    waves: Waves, rows: np.ndarray, eta: float, until: float, rtol: float, first: float
) -> Iterator[tuple]:
    """End, state and path of every step: in a small network explicit ones until the flow is stiff,
    then implicit ones.
    """
    shape, begin = rows.shape, 0.0

    def slope(_t: float, flat: np.ndarray) -> np.ndarray:
        return -eta * waves.evaluate(flat.reshape(shape))[1].ravel()

    if waves.small:
        finer = EXPLICIT * rtol
        solver = DOP853(
            slope, begin, rows.ravel(), until, rtol=finer, atol=_shares(rows, finer),
            first_step=first,
        )  # fmt: skip
        for count, step in enumerate(_driven(solver, shape, finer), 1):
            yield step
            begin, rows, _ = step
            if count % LOOK == 0 and begin < until:
                first = min(solver.h_abs, until - begin)
                if first * eta * _steepness(waves, rows) > STIFF:
                    break
        else:
            return
    # for a hundred dormant neurons beside ten active ones, most of the work of a step is saved
    jacobian = partial(_active_hessian, waves, shape, -eta)
    yield from _driven(
        structured_bdf(
            slope, begin, rows.ravel(), until, rtol, _shares(rows, rtol), first, jacobian, NEWTON
        ),
        shape,
        rtol,
    )


def _driven(solver: Any, shape: tuple[int, int], rtol: float) -> Iterator[tuple]:
    """The steps of this solver to its end, each held to ``rtol`` of every neuron's norm."""
    for _ in range(MOST_STEPS):
        with np.errstate(over="ignore", invalid="ignore"):  # what leaves for infinity is refused
            message = solver.step()
        if solver.status == "failed" or not np.all(np.isfinite(solver.y)):
            raise ArithmeticError(f"{message} at t = {solver.t:.6g}")
        output, rows = solver.dense_output(), solver.y.reshape(shape)
        yield solver.t, rows, lambda t, output=output: output(t).reshape(shape)
        if solver.status == "finished":
            return
        # small components of an active neuron need no more digits than its large ones
        solver.atol = _shares(rows, rtol)
    raise ArithmeticError(f"no end after {MOST_STEPS} steps, at t = {solver.t:.6g}")


def _steepness(waves: Waves, rows: np.ndarray) -> float:
    """A bound of the second derivatives of the loss in the active neurons, as one number."""
    active = rows[norms(rows) > ACTIVE]
    return max(map(float, map(np.linalg.norm, waves.hessian(active)))) if len(active) else 0.0


def _active_hessian(
    waves: Waves, shape: tuple[int, int], scale: float, _t: float, flat: np.ndarray
) -> ActiveHessian:
    return ActiveHessian(waves, flat.reshape(shape), scale)


def _shares(rows: np.ndarray, rtol: float) -> np.ndarray:
    """The tolerance of every component: what is due to its neuron, spread over the components."""
    return np.repeat(rtol * norms(rows) / np.sqrt(rows.shape[1]), rows.shape[1])


class ActiveHessian:
    """``scale`` times the second derivatives of the loss in the active neurons, zero elsewhere: one
    block for their waves, one and the same for every coordinate of the rest. Only what a BDF step
    does with its Jacobian J is defined: 1 - c J, and equations with that."""

    __array_ufunc__ = None  # c is a NumPy number: the product is ours

    def __init__(self, waves: Waves, rows: np.ndarray, scale: float) -> None:
        self.active, self.shape, self.wave = (
            np.flatnonzero(norms(rows) > ACTIVE),
            rows.shape,
            3 * waves.wave,
        )
        block, rest = waves.hessian(rows[self.active])
        size = len(self.active) * self.wave
        self.blocks = scale * block.reshape(size, size), scale * rest
        self.solvers: tuple[Callable, ...] = ()

    def __rmul__(self, c: float) -> ActiveHessian:
        scaled = copy(self)
        scaled.blocks = c * self.blocks[0], c * self.blocks[1]
        return scaled

    def __rsub__(self, _one: float) -> ActiveHessian:
        left = copy(self)
        left.blocks = -self.blocks[0], -self.blocks[1]
        for block in left.blocks:
            block[np.diag_indices_from(block)] += 1
        return left

    def factored(self) -> ActiveHessian:
        """The same matrix, ready for ``solve``; the blocks here are overwritten."""
        left = copy(self)
        left.solvers = tuple(_solver(block) for block in self.blocks if len(block))
        return left

    def solve(self, flat: np.ndarray) -> np.ndarray:
        """The solution y of M y = flat for a factored M; rows that are not active stay
        as they are.
        """
        rows = flat.reshape(self.shape).copy()
        if len(self.active):
            waves, rest = rows[self.active, : self.wave], rows[self.active, self.wave :]
            rows[self.active, : self.wave] = self.solvers[0](waves.ravel())[0].reshape(waves.shape)
            if rest.shape[1]:
                rows[self.active, self.wave :] = self.solvers[1](rest)[0]
        return rows.ravel()


def _solver(block: np.ndarray) -> Callable:
    """What solves equations with this block by its LU factors. It is symmetric, and LAPACK reads
    columns: the transpose is not copied.
    """
    if np.abs(block).max() < COARSE:
        return partial(sgetrs, *sgetrf(block.T.astype(np.float32), overwrite_a=True)[:2])
    return partial(dgetrs, *dgetrf(block.T, overwrite_a=True)[:2])
