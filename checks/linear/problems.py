"""Instances of the linear setting: a target B, an input covariance Sigma, a width and a seed.

They are built from their spectra and from rational rotations (Cayley's), so that covariances
that commute, that split into blocks, or that do neither are drawn on purpose and shrink to
small whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np
from hypothesis import strategies as st

from checks.linear.decompositions import DOUBLES
from checks.methods.balls import Undefined
from checks.methods.check import Rejected
from checks.methods.measured import Measured
from numerics.linear.network import LinearNetwork

# Relative gap from which eigenvalues, singular values and jump times count as distinct.
DISTINCT = 0.03


@dataclass(frozen=True)
class Problem:
    """B and Sigma as rows, the width and the seed of the initialisation."""

    B: tuple[tuple, ...]
    Sigma: tuple[tuple, ...]
    width: int = 1
    seed: int = 0

    def __repr__(self) -> str:
        def rows(matrix: tuple) -> str:
            return (
                "["
                + ", ".join("[" + ", ".join(f"{float(x):.6g}" for x in row) + "]" for row in matrix)
                + "]"
            )

        return (
            f"B = {rows(self.B)}, Sigma = {rows(self.Sigma)}, H = {self.width}, seed = {self.seed}"
        )

    @property
    def net(self) -> LinearNetwork:
        """The network on this problem, in doubles."""
        return LinearNetwork(
            np.array(self.B, dtype=float), np.array(self.Sigma, dtype=float), self.width
        )


# --- drawing -------------------------------------------------------------------------------------
def rotation(entries: tuple[float, ...], n: int) -> np.ndarray:
    """Cayley's (I - K)(I + K)^-1 for the skew matrix with these entries."""
    K = np.zeros((n, n))
    for value, (a, b) in zip(entries, combinations(range(n), 2)):
        K[a, b], K[b, a] = value, -value
    return np.linalg.solve((np.eye(n) + K).T, (np.eye(n) - K).T).T


def rotations(n: int, entries: tuple[int, ...] = (0, 1, -1, 2, -2)) -> st.SearchStrategy:
    """Rotations from small whole numbers, the first of ``entries`` being the simplest."""
    return st.tuples(*(st.sampled_from(entries) for _ in range(n * (n - 1) // 2))).map(
        lambda k: rotation(k, n)
    )


def _frozen(matrix: np.ndarray) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(float(x) for x in row) for row in matrix)


def problem(B: np.ndarray, Sigma: np.ndarray, width: int, seed: int = 0) -> Problem:
    """A Problem from arrays; Sigma is made symmetric to the last bit."""
    return Problem(_frozen(B), _frozen((Sigma + Sigma.T) / 2), width, seed)


@st.composite
def integer_problems(
    draw: st.DrawFn, most: int = 3, widths: tuple[int, int] = (1, 4), least: int = 1
) -> Problem:
    """Whole numbers: B of any shape and Sigma = L D L^T; they may split or not."""
    c, d = draw(st.integers(least, most)), draw(st.integers(least, most))
    B = np.array(
        draw(
            st.lists(st.lists(st.integers(-2, 3), min_size=d, max_size=d), min_size=c, max_size=c)
        ),
        dtype=float,
    )
    lower = np.eye(d)
    for a, b in combinations(range(d), 2):
        lower[b, a] = draw(st.integers(-1, 1))
    Sigma = lower @ np.diag(draw(st.permutations([3.0, 1.0, 2.0, 5.0, 4.0][:d]))) @ lower.T
    return problem(B, Sigma, draw(st.integers(*widths)), draw(st.integers(0, 3)))


def _diagonal(c: int, d: int, values: list) -> np.ndarray:
    out = np.zeros((c, d))
    np.fill_diagonal(out, values)
    return out


def any_width(r: int) -> tuple[int, ...]:
    """Widths below, at and above the rank, the rank first."""
    return r, *range(1, r), r + 1, r + 2


def wide(r: int) -> tuple[int, ...]:
    """Widths that hold every mode."""
    return r, r + 1


def narrow(r: int) -> tuple[int, ...]:
    """Widths up to the rank."""
    return tuple(range(1, r + 1))


@st.composite
def spectral_problems(
    draw: st.DrawFn,
    variances: tuple,
    targets: tuple,
    shapes: tuple,
    commuting: bool,
    widths: Callable = any_width,
) -> Problem:
    """B = E diag(b) G^T, Sigma = F diag(lambda) F^T; G = F where the covariances commute."""
    c, d = draw(st.sampled_from(shapes))
    r = min(c, d)
    lam = draw(st.permutations(variances[:d]))
    b = draw(st.permutations(targets[:r]))
    F, E = draw(rotations(d)), draw(rotations(c))
    # Entries 1 alone would give permutations: a 2 first, so that the simplest problem does not
    # split.
    G = F if commuting else draw(rotations(d, (2, 1, -2, -1, 0)))
    return problem(
        E @ _diagonal(c, d, b) @ G.T,
        F @ np.diag(lam) @ F.T,
        draw(st.sampled_from(widths(r))),
        draw(st.integers(0, 3)),
    )


@st.composite
def block_problems(draw: st.DrawFn) -> Problem:
    """Two or three problems side by side: they split by construction."""
    parts = [draw(integer_problems(most=2)) for _ in range(draw(st.integers(2, 2)))]
    scales = draw(st.permutations((1.0, 1.7)))
    rows, columns = sum(len(p.B) for p in parts), sum(len(p.Sigma) for p in parts)
    B, Sigma, row, column = np.zeros((rows, columns)), np.zeros((columns, columns)), 0, 0
    for part, scale in zip(parts, scales):
        b, s = np.array(part.B), scale * np.array(part.Sigma)
        B[row : row + b.shape[0], column : column + b.shape[1]] = b
        Sigma[column : column + len(s), column : column + len(s)] = s
        row, column = row + b.shape[0], column + b.shape[1]
    return problem(
        B,
        Sigma,
        draw(st.integers(min(rows, columns), min(rows, columns) + 1)),
        draw(st.integers(0, 3)),
    )


# --- numbers with their sizes --------------------------------------------------------------------
def sized_by(values: Iterable, size: float) -> list[Measured]:
    """Measured values that share one size."""
    return [Measured(float(value), size) for value in values]


def against_first(values: Sequence) -> list[Measured]:
    """Values in decreasing order, of a decomposition that knows each to a share of the first."""
    return sized_by(values, abs(float(values[0])))


def as_given(values: Iterable) -> list[Fraction]:
    """Entries of the instance itself: no error."""
    return [Fraction(float(value)) for value in values]


def minus(a: Measured, b: Measured) -> Measured:
    """a - b, as large as both together."""
    return Measured(a.value - b.value, a.size + b.size, a.error + b.error)


# --- what a problem is, by plain linear algebra --------------------------------------------------
def numbered(values: Any, first: int = 1) -> Callable[..., float]:
    """values[i - first] as a function of a whole i; anything else has no value."""

    def entry(i: float) -> float:
        n = round(i)
        if abs(i - n) > 1e-9 or not 0 <= n - first < len(values):
            raise Undefined(f"there is no entry {i:g} among {len(values)}")
        return values[n - first]

    return entry


def table(rows: list) -> Callable[..., float]:
    """rows[k][i - 1] as a function of (i, k)."""

    def entry(i: float, k: float) -> float:
        return numbered(numbered(rows, 0)(k))(i)

    return entry


@dataclass(frozen=True)
class Spectrum:
    """mu_i and u_i of B Sigma B^T, and the singular values of every P^perp_{U_k} B Sigma."""

    B: np.ndarray
    Sigma: np.ndarray
    by: Any = DOUBLES

    @property
    def rank(self) -> int:
        """min(c, d)."""
        return min(self.B.shape)

    def modes(self) -> tuple[np.ndarray, np.ndarray]:
        """mu_i downwards, and u_i as columns."""
        values, vectors = self.by.eigh(self.B @ self.Sigma @ self.B.T)
        return values[::-1][: self.rank], vectors[:, ::-1]

    def singular(self, k: int) -> np.ndarray:
        """All min(c, d) singular values on plateau k, downwards: the last k vanish."""
        _, U = self.modes()
        cross = self.B @ self.Sigma
        return self.by.svd(cross - U[:, :k] @ (U[:, :k].T @ cross))[1][: self.rank]

    def recursion(self) -> list[float]:
        """Jump times by eq:cumut and eq:rectime with their indices corrected, followed plateau by
        plateau.
        """
        S = np.zeros(self.rank)
        times: list[float] = []
        for k in range(self.rank):
            rates = self.singular(k)[: self.rank - k]
            wait = (1 - S[k]) / rates[0]
            S[k:] += rates * wait
            times.append((times[-1] if times else 0.0) + wait)
        return times

    def levels(self) -> np.ndarray:
        """ell^(k) = (mu_{k+1} + ... + mu_r)/2 for k = 0..r."""
        mu = self.modes()[0]
        return np.array([mu[k:].sum() / 2 for k in range(self.rank + 1)])

    def mu(self) -> list[Measured]:
        """mu_i downwards; an eigenvalue is as good as the largest."""
        return against_first(list(self.modes()[0]))

    def sigma(self, k: int) -> list[Measured]:
        """sigma_i^(k) downwards; they are as good as the cross-covariance is large."""
        return sized_by(
            self.singular(k), float(np.linalg.norm((self.B @ self.Sigma).astype(float)))
        )


@lru_cache(maxsize=256)
def spectrum(problem: Problem, by: Any = DOUBLES) -> Spectrum:
    """The spectrum of a problem, kept."""
    net = problem.net
    return Spectrum(by.array(net.B), by.array(net.Sigma), by)


def parts(problem: Problem) -> list[tuple[Spectrum, np.ndarray, np.ndarray]]:
    """The blocks: their spectrum and the bases (E_b, F_b); a block on which B vanishes is none."""
    net = problem.net
    return [
        (Spectrum(E.T @ net.B @ F, F.T @ net.Sigma @ F), E, F) for E, F in net.blocks if E.shape[1]
    ]


def union(problem: Problem) -> list[tuple[float, float]]:
    """(time, drop of the loss) of every jump of every block, by time."""
    jumps = []
    for block, _, _ in parts(problem):
        levels = block.levels()
        jumps += [
            (time, float(levels[k] - levels[k + 1])) for k, time in enumerate(block.recursion())
        ]
    return sorted(jumps)


def in_order(problem: Problem) -> bool:
    """Does the union of the blocks' sequences learn the modes by decreasing mu, as far as the
    width goes?
    """
    most = min(problem.width, spectrum(problem).rank)
    drops, levels = [drop for _, drop in union(problem)], spectrum(problem).levels()
    return all(
        abs(levels[0] - sum(drops[:k]) - levels[k]) < 1e-9 * levels[0] for k in range(1, most + 1)
    )


def require_assumptions(problem: Problem) -> None:
    """Full rank and distinct values, as the section assumes, and no two jumps at once."""
    whole = spectrum(problem)
    apart = {
        "eigenvalues of Sigma_xx": np.linalg.eigvalsh(whole.Sigma),
        "singular values of Sigma_yx": np.linalg.svd(whole.B @ whole.Sigma, compute_uv=False),
        "eigenvalues mu": whole.modes()[0],
    }
    for name, values in apart.items():
        values = np.sort(np.abs(values))
        if values[0] < DISTINCT * values[-1] / 3:
            raise Rejected(f"{name}: one is nearly zero")
        if np.any(np.diff(values) < DISTINCT * values[1:]):
            raise Rejected(f"{name}: nearly tied")
    times = np.array([time for time, _ in union(problem)])
    if len(times) != whole.rank or np.any(np.diff(times) < DISTINCT * times[1:]):
        raise Rejected("two jumps nearly at once")


def best_of_rank(
    net: LinearNetwork, rank: int, by: Any = DOUBLES, starts: int = 4, seed: int = 0
) -> np.ndarray:
    """min L over rank ``rank`` by alternating least squares from several starts.

    No eigenvectors of anything are used.
    """
    draw = np.random.default_rng(seed)

    def alternate(W: np.ndarray, most: int, by: Any = DOUBLES) -> tuple[np.ndarray, np.ndarray]:
        B, Sigma = by.array(net.B), by.array(net.Sigma)
        for _ in range(most):
            A = B @ Sigma @ W.T @ by.inverse(W @ Sigma @ W.T)
            before, W = W, by.inverse(A.T @ A) @ (A.T @ B)
            if np.abs(W - before).max() < by.stop * np.abs(W).max():
                break
        return A @ W, W

    rough = [alternate(draw.normal(size=(rank, net.B.shape[1])), 40) for _ in range(starts)]
    best, W = alternate(min(rough, key=lambda pair: net.loss_of(pair[0]))[1], 4000)
    return best if by is DOUBLES else alternate(by.array(W), 4000, by)[0]
