"""The in-context regression task, enumerated: every expectation of the attention claims from its definition.

Gaussian variables are replaced by the three-point variable 0, +-sqrt(3) (weights 2/3, 1/6, 1/6), which has the same moments
up to order five; no expectation here needs more of any one variable (+-1 does where two are enough). Predictions come from the full attention formula.
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np
from hypothesis import strategies as st

from theory import attention as at
from theory.framework import U, lam

from .check import Effort

ROUNDING = 1e-9   # sums of up to 1e5 terms in doubles, with cancellation between terms of the loss
REASON = "the enumeration is exact up to rounding"
NODES, WEIGHTS = np.array([0.0, 3**0.5, -(3**0.5)]), np.array([2 / 3, 1 / 6, 1 / 6])


@dataclass(frozen=True)
class Task:
    """x ~ N(0, Sigma) with Sigma = root root^T, and N examples in the context."""

    root: tuple[tuple[Fraction, ...], ...]
    N: int

    def __repr__(self) -> str:
        return f"Sigma = R R^T, R = [{'; '.join(' '.join(map(str, row)) for row in self.root)}], N = {self.N}"

    @property
    def d(self) -> int:
        return len(self.root)

    @property
    def factor(self) -> np.ndarray:
        return np.array([[float(x) for x in row] for row in self.root])

    @property
    def Sigma(self) -> np.ndarray:
        return self.factor @ self.factor.T

    @property
    def spectrum(self) -> tuple[np.ndarray, np.ndarray]:
        values, vectors = np.linalg.eigh(self.Sigma)
        return values[::-1], vectors[:, ::-1]


@st.composite
def tasks(draw: st.DrawFn, most: int = 3, cells: int = 4, least: int = 1) -> Task:
    """Lower triangular roots with a positive diagonal: every covariance is positive definite by construction."""
    d = draw(st.integers(least, most))
    entries = st.fractions(-1, 1, max_denominator=2)
    diagonal = st.sampled_from([Fraction(1), Fraction(1, 2), Fraction(3, 2), Fraction(2)])
    root = tuple(tuple(draw(diagonal) if i == j else draw(entries) if j < i else Fraction(0) for j in range(d)) for i in range(d))
    return Task(root, draw(st.integers(1, max(1, cells // d))))


def rows(d: int, count: int) -> st.SearchStrategy:
    """Heads (V, Q, K) with small rational entries."""
    entry = st.sampled_from([Fraction(p, q) for p in (1, -1, 2, -2, 3) for q in (1, 2)] + [Fraction(0)])
    return st.lists(st.tuples(*[entry] * (2 * d + 1)), min_size=count, max_size=count).map(tuple)


def with_heads(count: int = 2, **options) -> st.SearchStrategy:
    return tasks(**options).flatmap(lambda task: st.tuples(st.just(task), rows(task.d, count)))


@dataclass(frozen=True)
class Population:
    """Prompts X (P, d + 1, N + 1) with targets y_{N+1} (P,) and weights (P,)."""

    X: np.ndarray
    y: np.ndarray
    weights: np.ndarray

    def mean(self, values: np.ndarray) -> np.ndarray:
        return np.tensordot(self.weights, values, axes=1)


@lru_cache(maxsize=64)
def population(task: Task, rich: bool = False) -> Population:
    """Task vector and query enter the loss squared, so +-1 stands for them; ``rich`` gives them three points as well."""
    d, N = task.d, task.N
    few, many = (2 * d, d * N)
    grid = np.indices(((3,) if rich else (2,)) * few + (3,) * many).reshape(few + many, -1)
    ends, middle = (grid[:few], grid[few:])
    nodes, weights = (NODES, WEIGHTS) if rich else (np.array([1.0, -1.0]), np.array([0.5, 0.5]))
    z = np.concatenate([nodes[ends], NODES[middle]]).T.reshape(-1, N + 2, d)
    weights = np.prod(weights[ends], axis=0) * np.prod(WEIGHTS[middle], axis=0)
    beta, x = z[:, 0], np.concatenate([z[:, 2:], z[:, 1:2]], axis=1) @ task.factor.T
    labels = np.einsum("pnd,pd->pn", x, beta)
    X = np.concatenate([np.swapaxes(x, 1, 2), labels[:, None, :]], axis=1)
    y = labels[:, -1].copy()
    X[:, d, N] = 0.0
    return Population(X, y, weights)


def attend(X: np.ndarray, W_V: np.ndarray, W_K: np.ndarray, W_Q: np.ndarray) -> np.ndarray:
    """W_V X X^T W_K W_Q^T X, prompt by prompt."""
    return W_V @ X @ np.swapaxes(X, 1, 2) @ W_K @ W_Q.T @ X


def slices(row: np.ndarray, d: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The full matrices of a head: V in the corner of W_V, K and Q above a zero."""
    W_V = np.zeros((d + 1, d + 1))
    W_V[d, d] = row[0]
    return W_V, np.append(row[d + 1 :], 0.0)[:, None], np.append(row[1 : d + 1], 0.0)[:, None]


def predictions(task: Task, row: np.ndarray) -> np.ndarray:
    """The head's contribution to y_hat_{N+1} on every prompt, from the full formula."""
    return attend(population(task).X, *slices(np.asarray(row, dtype=float), task.d))[:, -1, -1]


def clean(values: dict) -> dict:
    """Measured numbers below rounding are zero."""
    return {symbol: 0 if isinstance(value, float) and abs(value) < ROUNDING / 1e3 else value for symbol, value in values.items()}


# --- the model --------------------------------------------------------------------------------------------------------
def homogeneous(instance: tuple, effort: Effort) -> Iterator[dict]:
    task, heads, scale = instance
    X = population(task).X[-1:]
    weights = slices(np.array(heads[0], dtype=float), task.d)
    once, s = attend(X, *weights)[0, -1, -1], float(scale)
    yield {lam: scale, at.head_part: once, at.head_by_input: attend(s * X, *weights)[0, -1, -1],
           at.head_by_weights: attend(X, *(s * w for w in weights))[0, -1, -1]}


def predicted(instance: tuple, effort: Effort) -> Iterator[dict]:
    """y_hat of X + sum_h attention against key and query responses summed token by token."""
    task, heads = instance
    X = population(task).X
    for X in (X[-1:], X[len(X) // 3][None]):
        parts = [slices(np.array(head, dtype=float), task.d) for head in heads]
        full = X + sum(attend(X, *part) for part in parts)
        x, y = X[0, :-1].T, X[0, -1]
        keys = [sum(y[n] * (x[n] @ np.array(head[task.d + 1 :], dtype=float)) for n in range(task.N)) for head in heads]
        queries = [x[task.N] @ np.array(head[1 : task.d + 1], dtype=float) for head in heads]
        yield {at.y_hat: full[0, -1, -1], at.V_1: float(heads[0][0]), at.V_2: float(heads[1][0]), at.key_1: keys[0], at.key_2: keys[1],
               at.query_1: queries[0], at.query_2: queries[1]}


def frozen(instance: tuple, effort: Effort) -> Iterator[dict]:
    """-E[r df] for every entry that starts at zero; the output is linear in each of them, so df is a unit increment."""
    task, heads = instance
    people = population(task, rich=True)
    parts = [slices(np.array(head, dtype=float), task.d) for head in heads]
    residual = people.y - sum(attend(people.X, *part)[:, -1, -1] for part in parts)
    worst, part, d = 0.0, parts[0], task.d
    base = attend(people.X, *part)[:, -1, -1]
    for which, matrix in enumerate(part):
        for entry in np.ndindex(matrix.shape):
            kept = entry == (d, d) if which == 0 else entry[0] < d
            if kept:
                continue
            moved = [m.copy() for m in part]
            moved[which][entry] += 1.0
            slope = -people.mean(residual * (attend(people.X, *moved)[:, -1, -1] - base))
            worst = max(worst, abs(float(slope)))
    yield {at.grad_zero: worst}


# --- moments, losses, utilities ---------------------------------------------------------------------------------------
def second_moments(task: Task, effort: Effort) -> Iterator[dict]:
    people, d, N = population(task), task.d, task.N
    x = np.swapaxes(people.X[:, :d, :N], 1, 2)
    outer = np.einsum("pna,pnb->pnab", x, x)
    total = outer.sum(axis=1)
    squares = people.mean(np.einsum("pnac,pncb->pab", outer, outer))
    pairs = sum((people.mean(outer[:, i] @ outer[:, j]) for i in range(N) for j in range(i + 1, N)), np.zeros((d, d)))
    whole, S = people.mean(total @ total), task.Sigma
    for a, b in np.ndindex(d, d):
        yield {at.C_ab: whole[a, b], at.squares_ab: squares[a, b], at.pairs_ab: pairs[a, b], at.s_ab: S[a, b], at.s2_ab: (S @ S)[a, b],
               at.T: np.trace(S), at.N: N}


def losses(instance: tuple, effort: Effort) -> Iterator[dict]:
    task, heads = instance
    people, S = population(task), task.Sigma
    table = np.array(heads, dtype=float)
    output = sum(predictions(task, row) for row in table)
    W = sum(row[0] * np.outer(row[1 : task.d + 1], row[task.d + 1 :]) for row in table)
    yield {at.L_W: float(people.mean((people.y - output)**2)) / 2, at.T: np.trace(S), at.N: task.N, at.linear_term: np.trace(S @ S @ W),
           at.quad_1: np.trace(S @ W @ S @ W.T), at.quad_2: np.trace(S @ W @ S @ S @ W.T)}


@dataclass(frozen=True)
class Component:
    """Head h learned: its eigenvalue, eigenvector, unit response g_h and best magnitude, by least squares on the population."""

    value: float
    vector: np.ndarray
    response: np.ndarray
    magnitude: float


def components(task: Task) -> list[Component]:
    values, vectors = task.spectrum
    people, found = population(task), []
    for value, vector in zip(values, vectors.T):
        g = predictions(task, np.concatenate([[1.0], vector, vector]))
        found.append(Component(float(value), vector, g, float(people.mean(people.y * g) / people.mean(g * g))))
    return found


def utilities(instance: tuple, effort: Effort) -> Iterator[dict]:
    """At every iteration k: the utility of the head from E[f_i (y - sum f_h)], and its parts."""
    task, heads = instance
    people, S = population(task), task.Sigma
    row = np.array(heads[0], dtype=float)
    f, Q, K = predictions(task, row), row[1 : task.d + 1], row[task.d + 1 :]
    learned = components(task)
    common = {at.N: task.N, at.T: np.trace(S), at.V: row[0], at.QSSK: Q @ S @ S @ K}
    for k in range(task.d):
        done = learned[:k]
        residual = people.y - sum((h.magnitude * h.response for h in done), np.zeros_like(people.y))
        seen = {**common, U: float(people.mean(residual * f)), at.captured: sum(h.value**2 * (h.vector @ Q) * (h.vector @ K) for h in done)}
        if k == 0:
            yield {**seen, at.captured: 0}
        for h in done:
            yield {**seen, at.A_h: h.magnitude, at.lam_h: h.value, at.lam_k: learned[k].value, at.Q_h: h.vector @ Q, at.K_h: h.vector @ K,
                   at.cross: float(people.mean(h.magnitude * h.response * f))}


def before_first_jump(instance: tuple, effort: Effort) -> Iterator[dict]:
    yield next(utilities(instance, effort))


def after_a_jump(instance: tuple, effort: Effort) -> Iterator[dict]:
    yield from (seen for seen in utilities(instance, effort) if at.cross in seen)


# --- cost minimisation ----------------------------------------------------------------------------------------------------
def aligned(task: Task, heads: tuple) -> list[np.ndarray]:
    """Head h aligned with v_h, with its own three magnitudes."""
    _, vectors = task.spectrum
    return [np.concatenate([[float(a)], float(b) * v, float(c) * v]) for (a, b, c), v in zip(heads, vectors.T)]


def with_magnitudes(heads: int = 1, **options) -> st.SearchStrategy:
    size = st.sampled_from([Fraction(1), Fraction(1, 2), Fraction(-1), Fraction(-1, 2), Fraction(2)])
    return tasks(**options).flatmap(lambda task: st.tuples(st.just(task), st.lists(
        st.tuples(size, size, size), min_size=heads, max_size=task.d).map(tuple)))


def gradient(task: Task, table: list[np.ndarray], which: int) -> np.ndarray:
    """-E[r df/dtheta] for one head; f is linear in each parameter, so df is a unit increment."""
    people = population(task)
    outputs = [predictions(task, row) for row in table]
    residual = people.y - sum(outputs)
    steps = (predictions(task, table[which] + unit) - outputs[which] for unit in np.eye(2 * task.d + 1))
    return np.array([-float(people.mean(residual * step)) for step in steps])


def active_heads(instance: tuple, effort: Effort) -> Iterator[dict]:
    task, sizes = instance
    people, d = population(task), task.d
    values, vectors = task.spectrum
    table = aligned(task, sizes)
    outputs = [predictions(task, row) for row in table]
    alone = [float(people.mean((people.y - f)**2)) / 2 for f in outputs]
    together = float(people.mean((people.y - sum(outputs))**2)) / 2
    for h, row in enumerate(table):
        slope, own = gradient(task, table, h), gradient(task, [row], 0)
        v = vectors[:, h]
        across = [part - v * (v @ part) for part in (slope[1 : d + 1], slope[d + 1 :])]
        x, y = people.X[:, :d, : task.N], people.X[:, d, : task.N]
        key = row[0] * np.einsum("pn,pdn,d->p", y, x, row[d + 1 :])
        yield {at.L_A: together, at.L_sum: sum(alone), at.active: len(table), at.T: values.sum(), at.N: task.N, at.lam_j: values[h],
               at.across_Q: float(np.abs(across[0]).max()), at.across_K: float(np.abs(across[1]).max()), at.V_h: row[0],
               at.grad_Q: float(v @ slope[1 : d + 1]), at.grad_Q_alone: float(v @ own[1 : d + 1]), at.response: float(people.mean(key**2)),
               at.Q_j: float(v @ row[1 : d + 1]), at.K_j: float(v @ row[d + 1 :])}


def at_equilibrium(instance: tuple, effort: Effort) -> Iterator[dict]:
    """Old heads at their optimal magnitude, the new one at any."""
    task, sizes = instance
    learned = components(task)
    table = aligned(task, sizes)
    for h, row in enumerate(table[:-1]):
        a, b = float(sizes[h][0]), float(sizes[h][1])
        table[h] = np.concatenate([[a], b * learned[h].vector, learned[h].magnitude / (a * b) * learned[h].vector])
    yield {at.grad_old: max(float(np.abs(gradient(task, table, h)).max()) for h in range(len(table) - 1))}


def plateaus(task: Task, effort: Effort) -> Iterator[dict]:
    """Levels from E(y - sum_h A_h g_h)^2/2 with the magnitudes of least squares, and the curvature along the new one."""
    people, learned = population(task), components(task)
    values, _ = task.spectrum
    losses = [float(people.mean((people.y - sum((h.magnitude * h.response for h in learned[:k]), np.zeros_like(people.y)))**2)) / 2
              for k in range(task.d + 1)]
    for k, h in enumerate(learned):
        def loss(A: float, g: np.ndarray = h.response) -> float:
            return float(people.mean((people.y - A * g)**2)) / 2

        yield {at.level_0: losses[0], at.drop: losses[k] - losses[k + 1], at.T: values.sum(), at.lam_k: h.value, at.N: task.N,
               at.A_k: h.magnitude, at.curvature: loss(1.0) - 2 * loss(0.0) + loss(-1.0)}
