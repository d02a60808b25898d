"""Gradient flow of a linear network with its dormant modes kept in the log domain.

The flow is Z' = M(Z) Z for the stacked matrix Z = (A; W^T), with M = (0, G; G^T, 0) and G =
-grad L(A W). It acts from the left, so Z = Y diag(e^g) X with X constant over a step: Y has
columns of order one, and a mode of size 1e-1000 is an ordinary column. After each step Y is
made orthonormal again (modified Gram-Schmidt, largest column first), so that a small mode is
never lost to the rounding of a large one. Rows of different blocks of the problem are never
added.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import import_module
from typing import Any

import numpy as np

ORDER = 24
# Entries of A times columns of W^T up to which compiled sums are faster than NumPy's products.
SMALL = 400
EPS = 1e-16
# A step is taken where the last two Taylor terms of every column are below EPS of the column.
SAFETY = 0.9
# On a plateau M is frozen once the active modes rest to REST of the first rate and the dormant
# ones are smaller than CALM: what is neglected then moves a jump by about 1e-9 in plain time, the
# same for every alpha.
REST = 1e-13
CALM = 1e-9
# Columns of at least this size are active.
ACTIVE = np.log(1e-3)
# Columns are made orthonormal again before they can lose more than e^10 of their independence:
# 1e-12 is left of rounding.
STRIDE = 10.0
MOST_STEPS = 100_000
# What an active column holds in another block is not followed below this: doubles end at 1e-308.
LOST = 1e-280
TURN_LOST = (
    "the flow rests at plain time {:.6g} on a plateau it should leave by turning active modes, "
    "whose seed "
    "has left the range of doubles: use a larger alpha, 1e-100 say"
)


@dataclass(frozen=True)
class Piece:
    """One Taylor step: Y(start + s) = sum_n series[n] s^n for 0 <= s <= length, Z = Y
    diag(e^g) X.
    """

    start: float
    length: float
    series: np.ndarray
    g: np.ndarray
    X: np.ndarray

    @property
    def first(self) -> np.ndarray:
        """Y at the start."""
        return self.series[0]

    def at(self, t: float) -> np.ndarray:
        """Y at plain time t, by the series."""
        s = t - self.start
        return np.tensordot(s ** np.arange(len(self.series)), self.series, axes=1)


@dataclass(frozen=True)
class Glide:
    """A step with frozen M: Y(start + s) = exp(M s) Y in the dormant columns."""

    start: float
    length: float
    Y: np.ndarray
    g: np.ndarray
    X: np.ndarray
    rates: np.ndarray
    basis: np.ndarray

    @property
    def first(self) -> np.ndarray:
        """Y at the start."""
        return self.Y

    def at(self, t: float) -> np.ndarray:
        """Y at plain time t."""
        return np.where(
            self.g < ACTIVE, exponential(self.rates, self.basis, t - self.start) @ self.Y, self.Y
        )


def exponential(rates: np.ndarray, basis: np.ndarray, s: float) -> np.ndarray:
    """exp(M s) from the eigenvectors of M; zeros of the basis stay zeros, so blocks stay apart."""
    return (basis * np.exp(rates * s)) @ basis.T


@dataclass(frozen=True)
class LogPath:
    """A dense solution in plain time, in pieces."""

    pieces: list[Piece | Glide]

    @cached_property
    def _starts(self) -> list[float]:
        return [piece.start for piece in self.pieces]

    @property
    def end(self) -> float:
        """The plain time at which it ends."""
        return self.pieces[-1].start + self.pieces[-1].length

    def samples(self) -> tuple[np.ndarray, np.ndarray]:
        """Times for a curve, and Z there: every Taylor step, and of a plateau one stride in ten."""
        kept = [p for k, p in enumerate(self.pieces) if isinstance(p, Piece) or k % 10 == 0]
        # a piece begins with its first coefficient: no series has to be summed
        states = [(p.first, p.g, p.X) for p in kept] + [self.state(self.end)]
        Y, g, X = (np.array(one) for one in zip(*states))
        return np.array([*(p.start for p in kept), self.end]), (Y * np.exp(g)[:, None]) @ X

    def state(self, t: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(Y, g, X) at plain time t."""
        piece = self.pieces[min(max(bisect_right(self._starts, t) - 1, 0), len(self.pieces) - 1)]
        return piece.at(t), piece.g, piece.X


@dataclass(frozen=True)
class Quadratic:
    """L(beta) = tr (B - beta) Sigma (B - beta)^T / 2, by C = B Sigma; ``mask`` marks the entries
    of M inside a block.
    """

    C: np.ndarray
    Sigma: np.ndarray
    mask: np.ndarray

    def force(self, beta: np.ndarray) -> np.ndarray:
        """M = (0, G; G^T, 0), G = C - beta Sigma."""
        c, d = self.C.shape
        M = np.zeros((c + d, c + d))
        M[:c, c:] = self.C - beta @ self.Sigma
        M[c:, :c] = M[:c, c:].T
        return M

    def blocks(self) -> list[np.ndarray]:
        """The rows of each block that has something to learn."""
        first = self.force(np.zeros_like(self.C))
        return [rows for rows in np.unique(self.mask, axis=0) if first[rows].any()]

    def product(self, Y: np.ndarray, g: np.ndarray, X: np.ndarray) -> np.ndarray:
        """beta = A W from the scaled columns."""
        c = len(self.C)
        scaled = (Y * np.exp(g)) @ X
        return scaled[:c] @ scaled[c:].T


def orthonormal(
    Y: np.ndarray, g: np.ndarray, X: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The same Z = Y e^g X with orthonormal Y, largest column first in the Gram-Schmidt order.

    >>> columns, sizes = np.array([[1.0, 1.0], [0.0, 1.0]]), np.array([0.0, -2000.0])
    >>> Y, g, X = orthonormal(columns, sizes, np.eye(2))
    >>> Y.round(12).tolist(), g.round(12).tolist()
    ([[1.0, 0.0], [0.0, 1.0]], [0.0, -2000.0])
    """
    sizes = np.sqrt(np.einsum("ij,ij->j", Y, Y))
    order = np.argsort(-(g + np.log(sizes)), kind="stable")
    m = len(g)
    R, Q = np.zeros((m, m)), np.empty((m, len(Y)))
    # Gram-Schmidt, not reflections: these would add rounding of one block's rows to another's.
    for place, i in enumerate(order):
        y = Y[:, i].copy()
        for before in range(place):
            r = Q[before] @ y
            R[before, place] = r
            y -= r * Q[before]
        R[place, place] = np.sqrt(y @ y)
        Q[place] = y / R[place, place]
    g_sorted = g[order]
    g_new = g_sorted + np.log(np.diag(R))
    weight = np.exp(np.minimum(g_sorted[None, :] - g_new[:, None], 700.0)) * R
    return rows_orthonormal(Q.T, g_new, weight @ X[order])


def orthonormal_in_one_block(
    Y: np.ndarray, g: np.ndarray, X: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The same by Householder reflections, faster, for a problem that is a single block."""
    order = np.argsort(-g, kind="stable")
    Q, R = np.linalg.qr(Y[:, order])
    size = np.diag(R)
    g_sorted = g[order]
    g_new = g_sorted + np.log(np.abs(size))
    weight = np.exp(np.minimum(g_sorted[None, :] - g_new[:, None], 700.0)) * (
        R * np.sign(size)[:, None]
    )
    return rows_orthonormal(Q * np.sign(size), g_new, weight @ X[order])


def rows_orthonormal(
    Y: np.ndarray, g: np.ndarray, X: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The same Z with orthonormal rows of X = L Q: column j of Y takes up L_ij e^(g_i - g_j) of
    every smaller column i.

    Without this e^g would drift away from the singular values of Z, and a dormant column would
    lean on an active one.
    """
    Q, R = np.linalg.qr(X.T)
    size = np.diag(R)
    lower = (R / size[:, None]).T  # L with unit diagonal
    mix = np.tril(lower * np.exp(np.minimum(g[:, None] - g[None, :], 700.0)))
    return Y @ mix, g + np.log(np.abs(size)), (Q * np.sign(size)).T


@lru_cache
def _kernels() -> Any:
    """`numerics.linear.compiled`, loaded when it is first asked for; None without numba."""
    try:
        return import_module("numerics.linear.compiled")
    except ImportError:
        return None


def series(problem: Quadratic, Y: np.ndarray, K: np.ndarray) -> np.ndarray:
    """Taylor coefficients (ORDER + 1, n, m) of Y' = M(Y) Y with beta = Y_a K Y_w^T."""
    (c, d), (n, m) = problem.C.shape, Y.shape
    if c * d * m <= SMALL and (kernels := _kernels()) is not None:
        return kernels.series(problem.C, problem.Sigma, Y, K, ORDER)
    out = np.empty((ORDER + 1, n, m))
    left = np.empty((c, (ORDER + 1) * m))  # A_0 K, A_1 K, ...
    right = np.empty((d, (ORDER + 1) * m))  # ..., W_1^T, W_0^T
    force = np.zeros((n, (ORDER + 1) * n))  # M_0, M_1, ...
    rows = np.empty(((ORDER + 1) * n, m))  # ..., Y_1, Y_0
    out[0] = Y
    minus = -problem.Sigma
    for k in range(ORDER):
        back = ORDER - k
        left[:, k * m : (k + 1) * m] = out[k, :c] @ K
        right[:, back * m : (back + 1) * m] = out[k, c:]
        rows[back * n : (back + 1) * n] = out[k]
        G = left[:, : (k + 1) * m] @ right[:, back * m :].T @ minus
        if k == 0:
            G += problem.C
        force[:c, k * n + c : (k + 1) * n] = G
        force[c:, k * n : k * n + c] = G.T
        np.matmul(force[:, : (k + 1) * n], rows[back * n :], out=out[k + 1])
        out[k + 1] /= k + 1
    return out


def eigen(M: np.ndarray, mask: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Eigenvalues and eigenvectors of M, block by block: each vector is exactly zero outside its
    block.
    """
    if mask.all():
        return np.linalg.eigh(M)
    n = len(M)
    rates, basis = np.empty(n), np.zeros((n, n))
    for block in {tuple(np.flatnonzero(row)) for row in mask}:
        rows = np.ix_(block, block)
        values, vectors = np.linalg.eigh(M[rows])
        rates[list(block)], basis[rows] = values, vectors
    return rates, basis


def step_length(terms: np.ndarray) -> float:
    """h with |Y_k| h^k <= EPS |Y_0| for the last two orders, column by column."""
    sizes = np.sqrt(np.einsum("kij,kij->kj", terms[[0, -2, -1]], terms[[0, -2, -1]]))
    return SAFETY * _longest(*sizes)


def step_length_in_blocks(terms: np.ndarray, blocks: list[np.ndarray], fastest: float) -> float:
    """The same in each block apart, against what it holds or will hold after a time 1/``fastest``.

    An active column that rests in one block may grow in another, where it is still tiny: the
    seed of a turn.
    """
    # The largest entry, not a norm: a seed of 1e-200 has no square.
    sizes = np.array([np.abs(terms[[0, 1, -2, -1]][:, rows]).max(axis=1) for rows in blocks])
    held, soon, last_but_one, last = sizes.transpose(1, 0, 2)
    return SAFETY * _longest(np.maximum(np.maximum(held, soon / fastest), LOST), last_but_one, last)


def _longest(size: np.ndarray, last_but_one: np.ndarray, last: np.ndarray) -> float:
    with np.errstate(divide="ignore", invalid="ignore"):
        h = np.minimum(
            (EPS * size / last_but_one) ** (1 / (ORDER - 1)), (EPS * size / last) ** (1 / ORDER)
        )
    return float(np.nanmin(h, initial=np.inf))  # 0/0: nothing of this column lies in this block


def integrate(
    problem: Quadratic,
    Y: np.ndarray,
    g: np.ndarray,
    X: np.ndarray,
    *,
    end: float | None,
    finished: Callable[[np.ndarray], bool],
    settled: Callable[[np.ndarray, int], bool],
) -> LogPath:
    """Follow the flow in plain time until ``end``, or until ``finished(beta)``; plateaus with
    ``settled(beta, rank)`` are crossed at once.
    """
    factor = orthonormal_in_one_block if problem.mask.all() else orthonormal
    # With a neuron for every mode nothing ever turns: what an active column holds in other blocks
    # does not matter.
    narrow = len(g) < min(problem.C.shape) and not problem.mask.all()
    blocks = problem.blocks() if narrow else None
    Y, g, X = factor(Y, g, X)
    scale = float(np.abs(np.linalg.svd(problem.C, compute_uv=False)).max())
    now = 0.0
    pieces: list[Piece | Glide] = []
    while len(pieces) < MOST_STEPS:
        left = np.inf if end is None else end - now
        if left <= 0:
            return LogPath(pieces)
        scaled = X * np.exp(g)[:, None]
        K = scaled @ scaled.T
        M = problem.force(Y[: len(problem.C)] @ K @ Y[len(problem.C) :].T)
        if pieces and _at_rest(Y, g, M, 10 * REST * scale) and finished(problem.product(Y, g, X)):
            if end is not None:  # it stays there
                pieces.append(Piece(now, left, Y[None], g, X))
            return LogPath(pieces)
        resting = ((g < ACTIVE).any() or blocks is not None) and _at_rest(Y, g, M, REST * scale)
        best = resting and settled(problem.product(Y, g, X), int(np.sum(g >= ACTIVE)))
        if resting and not best and blocks is not None and _seed_is_lost(Y[:, g >= ACTIVE], blocks):
            raise ArithmeticError(TURN_LOST.format(now))
        if best and (g < ACTIVE).any():
            crossed = _glide(eigen(M, problem.mask), Y, g, X, now, left, pieces, factor)
            if crossed is not None:
                now, Y, g, X = crossed
                continue
        terms = series(problem, Y, K)
        h = min(
            step_length(terms) if blocks is None else step_length_in_blocks(terms, blocks, scale),
            left,
        )
        if not np.isfinite(h):
            raise ArithmeticError(TURN_LOST.format(now))
        pieces.append(Piece(now, h, terms, g, X))
        Y, g, X = factor(pieces[-1].at(now + h), g, X)
        now += h
        if not np.all(np.isfinite(g)):
            raise ArithmeticError(
                f"the flow left the range of doubles at plain time {now:.6g}: a mode has vanished "
                "exactly"
            )
    raise ArithmeticError(
        f"no critical point after {MOST_STEPS} steps, at plain time {now:.6g}: pass until=..."
    )


def _seed_is_lost(active: np.ndarray, blocks: list[np.ndarray]) -> bool:
    """Does an active column hold less of some block than is followed?"""
    return any((np.abs(active[rows]).max(axis=0, initial=0.0) < LOST).any() for rows in blocks)


def _at_rest(Y: np.ndarray, g: np.ndarray, M: np.ndarray, least: float) -> bool:
    """Do the modes of order one move slower than this?"""
    large = g >= ACTIVE
    return not large.any() or float(np.abs(M @ Y[:, large] * np.exp(g[large])).max()) <= least


def _glide(
    modes: tuple[np.ndarray, np.ndarray], Y: np.ndarray, g: np.ndarray, X: np.ndarray,
    now: float, left: float, pieces: list, factor: Callable,
) -> tuple[float, np.ndarray, np.ndarray, np.ndarray] | None:  # fmt: skip
    """Advance the dormant columns by exp(M span), a stride at a time; the active ones rest. The
    span ends where a dormant column could have the size CALM, as none grows faster than the top
    rate; None where that is less than two strides away.
    """
    fastest = float(modes[0].max())
    room, h = (np.log(CALM) - g[g < ACTIVE].max()) / fastest, STRIDE / fastest
    if not room > 2 * h:
        return None
    finish, whole = now + min(room, left), exponential(*modes, h)
    while finish - now > 1e-12 * finish:
        step = min(h, finish - now)
        pieces.append(Glide(now, step, Y, g, X, *modes))
        P = whole if step == h else exponential(*modes, step)
        Y, g, X = factor(np.where(g < ACTIVE, P @ Y, Y), g, X)
        now += step
    return now, Y, g, X
