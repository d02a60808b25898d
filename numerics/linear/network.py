"""Fully connected linear networks f(x) = A W x on y = B x (sec:unifying-analysis, app:linear), in
the population.

Neuron i is theta_i = (a_i, w_i), column i of A beside row i of W. Gradient flow runs in the log
domain (log_flow.py). AGF works on the orthogonal basis vectors of the paper, whose two steps
are exact: singular modes of -grad L, and reduced rank regression. Algorithm alg:glrl is in
greedy.py.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from numerics import validate
from numerics.linear.log_flow import LogPath, Quadratic, integrate, orthonormal
from numerics.linear.matrices import covariance, effective_rank, reduced_rank_solution
from numerics.network import Dormant, UtilityPhase, norms
from numerics.trajectory import Trajectory

# Entries below this share of the largest count as zero when the problem is split into blocks.
DECOUPLED = 1e-12
# A gap between eigenvalues below this share of the largest is a repeated eigenvalue, to double
# precision.
DISTINCT = 1e-9
# The flow has arrived when the loss is this close, relative to its first value, to the least loss
# of its rank.
ARRIVED = 1e-9
PATH_POINTS = 101
# Modes below 1e-8 move the loss at less than this share of its fastest: on a plateau, what is
# slower is rounding.
STILL = float(np.finfo(float).eps)


@dataclass(frozen=True, eq=False, repr=False)
class LinearTrajectory(Trajectory):
    """A Trajectory with ``path``, the flow in the log domain: it holds modes that underflow in
    ``parameters``.
    """

    path: LogPath = field(kw_only=True)

    def exponents(self, t: float) -> np.ndarray:
        """1 + log(s_i) / eta for the singular values s_i of (A; W^T), largest first: the
        accumulated utilities S_i.
        """
        state = self.path.state(float(t) * self.eta)
        for _ in range(
            3
        ):  # each pass orthogonalises columns, then rows: e^g tends to the singular values
            state = orthonormal(*state)
        return np.sort(1 + state[1] / self.eta)[::-1]


@dataclass(frozen=True, eq=False)
class LinearNetwork:
    """L(A, W) = tr (B - A W) Sigma (B - A W)^T / 2 with B (c, d), Sigma (d, d) and ``width``
    hidden neurons.

    >>> net = LinearNetwork([[2, 0], [0, 1]], [[1, 0], [0, 1]], width=2)
    >>> net.neurons, net.loss(np.zeros((2, 4)))
    (2, 2.5)
    """

    B: Any
    Sigma: Any
    width: int

    def __post_init__(self) -> None:
        B, Sigma = validate.real_array("B", self.B, 2), covariance(self.Sigma)
        if B.shape[1] != len(Sigma):
            raise ValueError(
                f"B has shape {B.shape}: expected (c, {len(Sigma)}), one column for each row of "
                f"Sigma {Sigma.shape}"
            )
        object.__setattr__(self, "B", B)
        object.__setattr__(self, "Sigma", Sigma)
        object.__setattr__(self, "width", validate.whole("width", self.width, 1))

    def __repr__(self) -> str:
        return f"LinearNetwork(c={self.B.shape[0]}, d={self.B.shape[1]}, width={self.width})"

    @property
    def neurons(self) -> int:
        """H."""
        return self.width

    @property
    def kappa(self) -> int:
        """2: the order of the utility at the origin."""
        return 2

    @property
    def cross_covariance(self) -> np.ndarray:
        """Sigma_yx = B Sigma_xx."""
        return self.B @ self.Sigma

    # ------------------------------------------------------------ the loss

    def function(self, theta: np.ndarray) -> np.ndarray:
        """beta = A W = sum_i a_i w_i^T."""
        c = len(self.B)
        theta = validate.parameters(theta, sum(self.B.shape))
        return theta[:, :c].T @ theta[:, c:]

    def loss_of(self, beta: np.ndarray) -> float:
        """tr (B - beta) Sigma (B - beta)^T / 2."""
        rest = self.B - beta
        return float(np.sum((rest @ self.Sigma) * rest)) / 2

    def slope_of(self, beta: np.ndarray) -> np.ndarray:
        """-grad_beta L = (B - beta) Sigma."""
        return (self.B - beta) @ self.Sigma

    def loss(self, theta: np.ndarray) -> float:
        """L(A W)."""
        return self.loss_of(self.function(theta))

    def gradient(self, theta: np.ndarray) -> np.ndarray:
        """grad L in every row (a_i, w_i)."""
        return -self.utility_gradient(theta, theta)

    def utility(self, theta: np.ndarray, directions: np.ndarray) -> np.ndarray:
        """U_i = -a_i^T grad L w_i."""
        c, directions = (
            len(self.B),
            validate.parameters(directions, sum(self.B.shape), "directions"),
        )
        return np.einsum(
            "ij,jk,ik->i", directions[:, :c], self.slope_of(self.function(theta)), directions[:, c:]
        )

    def utility_gradient(self, theta: np.ndarray, directions: np.ndarray) -> np.ndarray:
        """(G w_i, G^T a_i) with G = -grad_beta L at theta."""
        c, slope = len(self.B), self.slope_of(self.function(theta))
        directions = validate.parameters(directions, sum(self.B.shape), "directions")
        return np.hstack([directions[:, c:] @ slope.T, directions[:, :c] @ slope])

    def least_loss(self, rank: int) -> float:
        """min L over matrices of this rank: half the sum of the other eigenvalues of B Sigma B^T
        (Eckart and Young).
        """
        mu = np.linalg.eigvalsh(self.B @ self.Sigma @ self.B.T)[::-1]
        return float(mu[rank:].sum()) / 2

    # ------------------------------------------------------------ initialisation

    def eta(self, alpha: Any) -> float:
        """eta = -log(alpha) (conj:fully-connected-linear).

        >>> LinearNetwork([[1]], [[1]], 1).eta("1e-1000")
        2302.5850929940457
        """
        eta = validate.log_inverse(alpha)
        if eta <= 0:
            raise ValueError(
                f"alpha is {alpha!r}: expected alpha < 1, so that eta = -log(alpha) > 0"
            )
        return eta

    def directions(self, seed: int = 0) -> np.ndarray:
        """The initialisation at alpha = 1: a_i ~ N(0, 1/(2c)), w_i ~ N(0, 1/(2d))."""
        c, d = self.B.shape
        draw = np.random.default_rng(validate.whole("seed", seed, 0))
        return np.hstack(
            [
                draw.normal(size=(self.width, c)) / np.sqrt(2 * c),
                draw.normal(size=(self.width, d)) / np.sqrt(2 * d),
            ]
        )

    def initial(self, alpha: Any, seed: int = 0) -> np.ndarray:
        """alpha times `directions`."""
        return np.exp(-self.eta(alpha)) * self.directions(seed)

    # ------------------------------------------------------------ blocks

    @cached_property
    def blocks(self) -> tuple[tuple[np.ndarray, np.ndarray], ...]:
        """Orthonormal (E_b, F_b), bases of R^c and R^d, with Sigma F_b inside F_b and B F_b inside
        E_b: the finest such splitting.

        >>> [len(F.T) for E, F in LinearNetwork([[2, 0], [0, 1]], [[1, 0], [0, 3]], 2).blocks]
        [1, 1]
        >>> [len(F.T) for E, F in LinearNetwork([[2, 1], [0, 1]], [[1, 0], [0, 3]], 2).blocks]
        [2]
        """
        values, F = np.linalg.eigh(self.Sigma)
        if len(values) > 1 and np.diff(values).min() < DISTINCT * values[-1]:
            raise ValueError(
                f"Sigma has the eigenvalues {values.tolist()}: expected distinct ones, to split "
                "the problem into blocks"
            )
        inner = F.T @ self.B.T @ self.B @ F
        joined = np.abs(inner) > DECOUPLED * np.abs(inner).max(initial=0.0)
        found, left = [], list(range(len(values)))
        while left:
            block, front = {left[0]}, [left[0]]
            while front:
                i = front.pop()
                new = {int(j) for j in np.flatnonzero(joined[i])} - block
                block |= new
                front += new
            left = [i for i in left if i not in block]
            columns = F[:, sorted(block)]
            E, sizes, _ = np.linalg.svd(self.B @ columns, full_matrices=False)
            found.append((E[:, sizes > DECOUPLED * max(1.0, sizes.max(initial=0.0))], columns))
        return tuple(found)

    @cached_property
    def _adapted(self) -> tuple[np.ndarray, np.ndarray, Quadratic]:
        """Orthogonal bases of R^c and R^d in which the blocks are exact, and the problem there."""
        c, d = self.B.shape
        try:
            blocks = self.blocks
        except ValueError:
            blocks = ()
        if len(blocks) <= 1:
            return (
                np.eye(c),
                np.eye(d),
                Quadratic(self.cross_covariance, self.Sigma, np.ones((c + d, c + d), dtype=bool)),
            )
        E = np.hstack([e for e, _ in blocks])
        F = np.hstack([f for _, f in blocks])
        missing = np.linalg.svd(E)[0][:, E.shape[1] :]
        E = np.hstack([E, missing])
        rows = np.concatenate(
            [np.full(e.shape[1], b) for b, (e, _) in enumerate(blocks)]
            + [np.full(missing.shape[1], -1)]
        )
        columns = np.concatenate([np.full(f.shape[1], b) for b, (_, f) in enumerate(blocks)])
        same = rows[:, None] == columns[None, :]
        labels = np.concatenate([rows, columns])
        C = np.where(same, E.T @ self.cross_covariance @ F, 0.0)
        Sigma = np.where(columns[:, None] == columns[None, :], F.T @ self.Sigma @ F, 0.0)
        return E, F, Quadratic(C, Sigma, labels[:, None] == labels[None, :])

    # ------------------------------------------------------------ gradient flow

    def flow(
        self, alpha: Any, seed: int, until: Any, digits: int, engine: str | None = None
    ) -> LinearTrajectory:
        """Gradient flow in the log domain, for any alpha < 1 that can be written down."""
        if digits > validate.DOUBLE_DIGITS:
            raise ValueError(
                f"digits is {digits}: LinearNetwork is integrated in doubles, expected at most "
                f"{validate.DOUBLE_DIGITS}"
            )
        eta = self.eta(alpha)
        E, F, problem = self._adapted
        c = len(self.B)
        start = self.directions(seed)
        Z = np.vstack([E.T @ start[:, :c].T, F.T @ start[:, c:].T])
        Y, sizes, X = (
            np.linalg.svd(Z, full_matrices=False)
            if self.width > len(Z)
            else (Z, np.ones(self.width), np.eye(self.width))
        )
        least, first = self.least_loss(self.width), self.loss_of(np.zeros_like(self.B))

        def finished(beta: np.ndarray) -> bool:
            return self.loss_of(E @ beta @ F.T) - least <= ARRIVED * first

        def settled(beta: np.ndarray, rank: int) -> bool:
            # A plateau that is not the best of its rank is left, with no neuron to spare, by
            # turning active modes: they do not rest.
            return (
                self.width >= min(self.B.shape)
                or self.loss_of(E @ beta @ F.T) - self.least_loss(rank) <= ARRIVED * first
            )

        path = integrate(
            problem,
            Y,
            np.log(sizes) - eta,
            X,
            end=None if until is None else float(until) * eta,
            finished=finished,
            settled=settled,
        )
        return self._trajectory(path, problem, alpha, eta)

    def _trajectory(
        self, path: LogPath, problem: Quadratic, alpha: Any, eta: float
    ) -> LinearTrajectory:
        E, F, _ = self._adapted
        c = len(self.B)

        def stacked(t: float) -> np.ndarray:
            Y, g, X = path.state(float(t) * eta)
            return (Y * np.exp(g)) @ X

        def state_at(t: float) -> np.ndarray:
            Z = stacked(t)
            return np.hstack([(E @ Z[:c]).T, (F @ Z[c:]).T])

        def measure(t: float) -> tuple[float, float]:
            Z = stacked(t)
            beta = Z[:c] @ Z[c:].T
            return self.loss_of(E @ beta @ F.T), eta * float(np.sum((problem.force(beta) @ Z) ** 2))

        def acceleration(t: float) -> float:
            """d/dt of eta |M Z|^2, with Z' = eta M Z and G' = -beta' Sigma."""
            Z = stacked(t)
            M, turn = problem.force(Z[:c] @ Z[c:].T), np.zeros((len(Z), len(Z)))
            V = M @ Z
            turn[:c, c:] = -(V[:c] @ Z[c:].T + Z[:c] @ V[c:].T) @ problem.Sigma
            turn[c:, :c] = turn[:c, c:].T
            return 2 * eta**2 * float(np.sum(V * (turn @ Z + M @ V)))

        plain, Z = path.samples()
        beta = Z[:, :c] @ Z[:, c:].transpose(0, 2, 1)
        slope = problem.C - beta @ problem.Sigma
        rest = self.B - E @ beta @ F.T
        squares = (slope @ Z[:, c:]) ** 2, (slope.transpose(0, 2, 1) @ Z[:, :c]) ** 2
        speeds = eta * sum(square.sum(axis=(1, 2)) for square in squares)
        return LinearTrajectory(
            times=plain / eta,
            losses=np.sum((rest @ self.Sigma) * rest, axis=(1, 2)) / 2,
            speeds=np.maximum(speeds, STILL * speeds.max()),
            parameters=np.concatenate([E @ Z[:, :c], F @ Z[:, c:]], axis=1).transpose(0, 2, 1),
            alpha=alpha,
            eta=eta,
            digits=validate.DOUBLE_DIGITS,
            network=self,
            at=state_at,
            measure=measure,
            steps=len(path.pieces),
            acceleration=acceleration,
            path=path,
        )

    def learned(self, before: np.ndarray, after: np.ndarray, alpha: Any) -> int:
        """The number of singular values of A W that became non-zero."""
        return effective_rank(self.function(after), alpha) - effective_rank(
            self.function(before), alpha
        )

    # ------------------------------------------------------------ the exact steps of AGF

    def maximise_utility(self, theta: np.ndarray, dormant: Dormant, eta: float) -> UtilityPhase:
        """Dormant basis vectors lie on the singular modes of -grad L, in the order of what they
        have accumulated; S_i' = sigma_i (eq:cumut), to the first threshold.
        """
        U, sigma, Vt = np.linalg.svd(self.slope_of(self.function(theta)))
        asleep = np.flatnonzero(dormant.mask)
        ranked = asleep[
            np.argsort(dormant.thresholds[asleep] - dormant.accumulated[asleep], kind="stable")
        ]
        count = min(len(ranked), len(sigma), min(self.B.shape) - int((~dormant.mask).sum()))
        directions, rates = dormant.directions.copy(), np.zeros(self.width)
        for i, who in enumerate(ranked[:count]):
            directions[who] = np.concatenate([U[:, i], Vt[i]]) / np.sqrt(2)
            rates[who] = sigma[i]
        with np.errstate(divide="ignore", invalid="ignore"):
            waiting = np.where(
                rates > 0, np.maximum(dormant.thresholds - dormant.accumulated, 0) / rates, np.inf
            )
        duration = float(waiting.min())
        if not np.isfinite(duration):
            return UtilityPhase.never(dormant)
        first = int(np.argmin(waiting))
        times = np.linspace(0, duration, PATH_POINTS)
        path = dormant.accumulated + times[:, None] * rates
        path[-1, first] = dormant.thresholds[first]
        return UtilityPhase(duration, (first,), directions, path[-1], times, path)

    def strongest_pull(self, theta: np.ndarray) -> float:
        """max |grad U| over unit vectors (a, w) is the largest singular value of -grad L."""
        return float(np.linalg.norm(self.slope_of(self.function(theta)), 2))

    def minimise_cost(self, theta: np.ndarray) -> np.ndarray:
        """The active rows become a balanced factorisation of the best matrix of their number's
        rank (eq:app_betak).
        """
        active = np.flatnonzero(norms(theta) > 0)
        U, sizes, Vt = np.linalg.svd(reduced_rank_solution(self.B, self.Sigma, len(active)))
        out = np.zeros_like(theta)
        for i, who in enumerate(active):
            out[who] = np.sqrt(sizes[i]) * np.concatenate([U[:, i], Vt[i]])
        return out
