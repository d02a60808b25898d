"""The in-context regression task, enumerated: every expectation from its definition.

Gaussian variables are replaced by variables of a few points with the same moments, as many as an expectation needs;
predictions come from the full attention formula.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm

import numpy as np
from hypothesis import strategies as st

EXACT = 1e-50  # of rational arithmetic: what the formula itself is evaluated to
REASON = "the enumeration is in rationals: nothing is rounded"
SAFE = 2**62  # beyond it whole numbers leave the machine's and become Python's
Matrix = tuple[tuple[Fraction, ...], ...]
Row = tuple[Fraction, ...]


# --- tasks ----------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Task:
    """x ~ N(0, Sigma) with Sigma = root root^T, and N examples in the context."""

    root: Matrix
    N: int

    def __repr__(self) -> str:
        rows = "; ".join(" ".join(map(str, row)) for row in self.root)
        return f"Sigma = R R^T, R = [{rows}], N = {self.N}"

    @property
    def d(self) -> int:
        return len(self.root)

    @property
    def Sigma(self) -> np.ndarray:
        factor = rational(self.root)
        return factor @ factor.T


@dataclass(frozen=True, repr=False)
class TurnedTask(Task):
    """A covariance whose eigenvalues and eigenvectors are rational: root = (v_1 ... v_d) diag(sqrt
    lambda), lambda falling."""

    values: Row = ()
    vectors: tuple[Row, ...] = ()  # v_1, ..., v_d


def rational(values: Iterable) -> np.ndarray:
    """An array of Fractions; machine integers, which would overflow inside one, become Python's."""
    return np.array(
        np.frompyfunc(lambda x: x if isinstance(x, Fraction) else Fraction(int(x)), 1, 1)(
            np.array(values, dtype=object)
        )
    )


@st.composite
def tasks(draw: st.DrawFn, most: int = 3, cells: int = 4, least: int = 1) -> Task:
    """Lower triangular roots with a positive diagonal: every covariance is positive definite by
    construction."""
    d = draw(st.integers(least, most))
    entries = st.fractions(-1, 1, max_denominator=2)
    root = tuple(
        tuple(
            draw(st.sampled_from(SIZES)) if i == j else draw(entries) if j < i else Fraction(0)
            for j in range(d)
        )
        for i in range(d)
    )
    return Task(root, draw(st.integers(1, max(1, cells // d))))


SIZES = tuple(Fraction(x) for x in ("1", "1/2", "3/2", "2"))
NEAR = Fraction(21, 20)  # an eigenvalue a tenth above the next


@st.composite
def turned_tasks(
    draw: st.DrawFn,
    most: int = 3,
    cells: int = 4,
    least: int = 1,
    sizes: tuple[Fraction, ...] = (*SIZES, NEAR),
) -> TurnedTask:
    """Eigenvalues that are squares of ``sizes``, repeated or not, and the eigenvectors of a Cayley
    transform."""
    d = draw(st.integers(least, most))
    roots = sorted((draw(st.sampled_from(sizes)) for _ in range(d)), reverse=True)
    turn = draw(rotations(d))
    root = tuple(tuple(turn[i][j] * roots[j] for j in range(d)) for i in range(d))
    return TurnedTask(
        root,
        draw(st.integers(1, max(1, cells // d))),
        tuple(r * r for r in roots),
        tuple(zip(*turn)),
    )


def rotations(d: int) -> st.SearchStrategy:
    """Rational orthogonal matrices (I - A)(I + A)^-1 with A skew."""
    entry = st.sampled_from([Fraction(x) for x in ("0", "1/2", "-1/2", "1", "1/3")])
    return st.lists(entry, min_size=d * (d - 1) // 2, max_size=d * (d - 1) // 2).map(
        lambda upper: cayley(d, upper)
    )


def cayley(d: int, upper: Sequence[Fraction]) -> Matrix:
    """
    >>> [str(x) for x in cayley(2, [Fraction(1, 2)])[0]]
    ['3/5', '-4/5']
    """
    places = [(i, j) for i in range(d) for j in range(i + 1, d)]
    A = {
        **{(i, j): x for (i, j), x in zip(places, upper)},
        **{(j, i): -x for (i, j), x in zip(places, upper)},
    }
    plus, minus = (
        [[Fraction(i == j) + sign * A.get((i, j), 0) for j in range(d)] for i in range(d)]
        for sign in (1, -1)
    )
    return tuple(tuple(row) for row in np.array(minus, dtype=object) @ _inverse(plus))


def _inverse(matrix: list[list[Fraction]]) -> np.ndarray:
    """By elimination; the matrices here are the identity plus a skew one, and every pivot is
    positive."""
    d = len(matrix)
    wide = [row + [Fraction(i == j) for j in range(d)] for i, row in enumerate(matrix)]
    for i in range(d):
        wide[i] = [x / wide[i][i] for x in wide[i]]
        wide = [
            row if k == i else [x - row[i] * y for x, y in zip(row, wide[i])]
            for k, row in enumerate(wide)
        ]
    return np.array([row[d:] for row in wide], dtype=object)


def rows(d: int, count: int) -> st.SearchStrategy:
    """Heads (V, Q, K) with small rational entries."""
    entry = st.sampled_from(
        [Fraction(p, q) for p in (1, -1, 2, -2, 3) for q in (1, 2)] + [Fraction(0)]
    )
    return st.lists(st.tuples(*[entry] * (2 * d + 1)), min_size=count, max_size=count).map(tuple)


def with_heads(count: int, drawn: st.SearchStrategy) -> st.SearchStrategy:
    return drawn.flatmap(lambda task: st.tuples(st.just(task), rows(task.d, count)))


# --- the population -------------------------------------------------------------------------------
@dataclass(frozen=True, eq=False)
class Values:
    """What the network, or a part of it, answers on every prompt: ``unit`` * sqrt(3) * ``numbers``,
    whole numbers."""

    numbers: np.ndarray
    unit: Fraction


@dataclass(frozen=True, eq=False)
class Population:
    """Prompts sqrt(3)/``unit`` X with X (P, d + 1, N + 1) whole, targets y_{N+1}, and the weights
    of both."""

    X: np.ndarray
    y: Values
    weights: np.ndarray
    unit: int

    def mean(self, numbers: np.ndarray) -> Fraction:
        """The expectation of whole numbers, one a prompt."""
        return Fraction(
            int(self.weights.astype(object) @ numbers.astype(object)), int(self.weights.sum())
        )

    def product(self, one: Values, other: Values) -> Fraction:
        """E[one * other]."""
        return (
            3
            * one.unit
            * other.unit
            * self.mean(one.numbers.astype(object) * other.numbers.astype(object))
        )


@lru_cache(maxsize=64)
def population(task: Task) -> Population:
    d, N = task.d, task.N
    grid = np.indices((2,) * d + (3,) * (d * (N + 1))).reshape(d * (N + 2), -1)
    beta, s = np.array([1, -1])[grid[:d]].T, np.array([0, 1, -1])[grid[d:]].T.reshape(-1, N + 1, d)
    unit = lcm(*(x.denominator for row in task.root for x in row))
    root = np.array([[int(x * unit) for x in row] for row in task.root])
    x = s @ root.T
    labels = np.einsum("pnd,pd->pn", x, beta)
    X = np.concatenate([np.swapaxes(x, 1, 2), labels[:, None, :]], axis=1)
    X[:, d, N] = 0
    return Population(
        X, Values(labels[:, -1].copy(), Fraction(1, unit)), 4 ** np.sum(s == 0, axis=(1, 2)), unit
    )


def attend(X: np.ndarray, W_V: np.ndarray, W_K: np.ndarray, W_Q: np.ndarray) -> np.ndarray:
    """W_V X X^T W_K W_Q^T X, prompt by prompt."""
    return W_V @ X @ np.swapaxes(X, -1, -2) @ W_K @ W_Q.T @ X


def slices(row: Sequence[Fraction], d: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The full matrices of a head: V in the corner of W_V, K and Q above a zero."""
    W_V = rational([[0] * (d + 1)] * (d + 1))
    W_V[d, d] = Fraction(row[0])
    return W_V, *(rational([[x] for x in (*part, 0)]) for part in (row[d + 1 :], row[1 : d + 1]))  # type: ignore[return-value]


def answers(task: Task, W_V: np.ndarray, W_K: np.ndarray, W_Q: np.ndarray) -> Values:
    """The head's part of y_hat_{N+1} on every prompt, from the full formula, of degree three in the
    prompt."""
    people = population(task)
    whole, unit = [], Fraction(3, people.unit**3)
    for W in (W_V, W_K, W_Q):
        below = lcm(*(x.denominator for x in W.flat))
        whole.append(np.array([[int(x * below) for x in row] for row in W], dtype=object))
        unit /= below
    X = people.X
    bound = (task.d + 1) ** 4 * (task.N + 1) * int(np.abs(X).max()) ** 3
    for W in whole:
        bound *= int(np.abs(W).max())
    if bound < SAFE:
        whole = [W.astype(np.int64) for W in whole]
    else:
        X = X.astype(object)
    return Values(attend(X, *whole)[:, -1, -1], unit)


@lru_cache(maxsize=512)
def predictions(task: Task, row: Row) -> Values:
    return answers(task, *slices(row, task.d))


ONE = Fraction(1)


def together(terms: Iterable[tuple[Fraction, Values]]) -> Values:
    """The sum of values with coefficients."""
    terms = [(a * f.unit, f.numbers) for a, f in terms if a]  # type: ignore[misc]
    if not terms:
        raise ValueError("a sum of no values")
    unit = Fraction(gcd(*(a.numerator for a, _ in terms)), lcm(*(a.denominator for a, _ in terms)))
    return Values(sum(int(a / unit) * numbers.astype(object) for a, numbers in terms), unit)  # type: ignore[arg-type, attr-defined]


def residual(task: Task, heads: Iterable[tuple[Fraction, Values]]) -> Values:
    """y - sum of the heads."""
    return together([(ONE, population(task).y), *((-a, f) for a, f in heads)])


def loss(task: Task, heads: Iterable[tuple[Fraction, Values]]) -> Fraction:
    """E(y - sum of the heads)^2/2."""
    rest = residual(task, heads)
    return population(task).product(rest, rest) / 2
