"""The in-context regression task, enumerated: every expectation from its definition.

A Gaussian vector is replaced by a few points with weights that have the same moments, as many as an
expectation needs; predictions come from the full attention formula.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from math import gcd, lcm

import numpy as np
from hypothesis import strategies as st

from checks.methods.drawing import fractions

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
        """The dimension of the inputs."""
        return len(self.root)

    @property
    def Sigma(self) -> np.ndarray:
        """The covariance root root^T, in rationals."""
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


# (d, N), the simplest first; each is drawn as often as any other
SHAPES = ((1, 1), (2, 1), (4, 1), (3, 3), (1, 9), (4, 2), (2, 4), (3, 1))


def shapes(least: int, most: int) -> st.SearchStrategy:
    """Dimension and length of the context."""
    return st.sampled_from([shape for shape in SHAPES if least <= shape[0] <= most])


@st.composite
def tasks(draw: st.DrawFn, most: int = 4, least: int = 1) -> Task:
    """Lower triangular roots with a positive diagonal: every covariance is positive definite by
    construction."""
    d, N = draw(shapes(least, most))
    entries = fractions(-1, 1, max_denominator=2)
    root = tuple(
        tuple(
            draw(st.sampled_from(SIZES)) if i == j else draw(entries) if j < i else Fraction(0)
            for j in range(d)
        )
        for i in range(d)
    )
    return Task(root, N)


SIZES = tuple(Fraction(x) for x in ("1", "1/2", "3/2", "2"))
NEAR = Fraction(21, 20)  # an eigenvalue a tenth above the next


@st.composite
def turned_tasks(
    draw: st.DrawFn,
    most: int = 4,
    least: int = 1,
    sizes: tuple[Fraction, ...] = (*SIZES, NEAR),
) -> TurnedTask:
    """Eigenvalues that are squares of ``sizes``, repeated or not, and the eigenvectors of a Cayley
    transform."""
    d, N = draw(shapes(least, most))
    roots = sorted((draw(st.sampled_from(sizes)) for _ in range(d)), reverse=True)
    places = d * (d - 1) // 2
    return turned_task(roots, draw(st.tuples(*[st.sampled_from(TURNS)] * places)), N)


TURNS = tuple(Fraction(x) for x in ("0", "1/2", "-1/2", "1", "1/3"))


def turned_task(sizes: Sequence, upper: Sequence, N: int = 1) -> TurnedTask:
    """The covariance with these square roots of eigenvalues, falling, and the eigenvectors of
    (I - A)(I + A)^-1, A skew with these entries above its diagonal."""
    d, turn = len(sizes), cayley(len(sizes), [Fraction(x) for x in upper])
    roots = [Fraction(x) for x in sizes]
    root = tuple(tuple(turn[i][j] * roots[j] for j in range(d)) for i in range(d))
    return TurnedTask(root, N, tuple(r * r for r in roots), tuple(zip(*turn)))


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
    """A task and as many heads as asked for."""
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


def fifth_degree(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Points s and weights (over 36) with E p(sqrt(3) s) that of n standard normal variables, for
    every polynomial p of degree five: 0, +-e_i, +-e_i +- e_j.

    >>> points, weights = fifth_degree(2)
    >>> len(points), weights.sum(), 9 * weights @ points[:, 0] ** 4, 9 * weights @ points[:, 1] ** 2
    (9, np.int64(36), np.int64(108), np.int64(108))
    """
    return _signed(n, (2 * (n * n - 7 * n + 18), 2 * (4 - n), 1))


def third_degree(n: int) -> tuple[np.ndarray, np.ndarray]:
    """The same for degree three, with weights over 6: 0, +-e_i."""
    return _signed(n, (6 - 2 * n, 1))


def _signed(n: int, masses: Sequence[int]) -> tuple[np.ndarray, np.ndarray]:
    """Points with 0, 1, ... entries +-1 and the others 0, each with the mass of its number; some
    weights may be negative, which no expectation minds."""
    points, weights = [], []
    for size, mass in enumerate(masses):
        for places, signs in product(combinations(range(n), size), product((1, -1), repeat=size)):
            point = [0] * n
            for i, sign in zip(places, signs):
                point[i] = sign
            points.append(point)
            weights.append(mass)
    return np.array(points), np.array(weights)


def sign_vectors(d: int, odd: bool) -> np.ndarray:
    """Vectors of signs with E b b^T = 1 (rows of Hadamard's matrix); ``odd``: and their opposites,
    so that moments of degree one and three vanish."""
    rows = np.array([[1]])
    while len(rows) < d:
        rows = np.block([[rows, rows], [rows, -rows]])
    return np.concatenate([rows, -rows])[:, :d] if odd else rows[:, :d]


@lru_cache(maxsize=64)
def population(task: Task, steep: bool = False) -> Population:
    """Prompts for products of two predictions: of degree two in the task vector and in the query,
    four in the examples; ``steep``: of degree three and five in the first two."""
    d, N = task.d, task.N
    examples, weights = fifth_degree(d * N)
    query, its_weights = (fifth_degree if steep else third_degree)(d)
    beta = sign_vectors(d, odd=steep)
    i, j, k = (grid.ravel() for grid in np.indices((len(examples), len(query), len(beta))))
    s = np.concatenate([examples.reshape(-1, N, d)[i], query[j][:, None]], axis=1)
    unit = lcm(*(x.denominator for row in task.root for x in row))
    root = np.array([[int(x * unit) for x in row] for row in task.root])
    x = s @ root.T
    labels = np.einsum("pnd,pd->pn", x, beta[k])
    X = np.concatenate([np.swapaxes(x, 1, 2), labels[:, None, :]], axis=1)
    X[:, d, N] = 0
    known = Values(labels[:, -1].copy(), Fraction(1, unit))
    return Population(X, known, weights[i] * its_weights[j], unit)


def attend(X: np.ndarray, W_V: np.ndarray, W_K: np.ndarray, W_Q: np.ndarray) -> np.ndarray:
    """W_V X X^T W_K W_Q^T X, prompt by prompt."""
    return W_V @ X @ np.swapaxes(X, -1, -2) @ W_K @ W_Q.T @ X


def slices(row: Sequence[Fraction], d: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The full matrices of a head: V in the corner of W_V, K and Q above a zero."""
    W_V = rational([[0] * (d + 1)] * (d + 1))
    W_V[d, d] = Fraction(row[0])
    W_K, W_Q = (rational([[x] for x in (*part, 0)]) for part in (row[d + 1 :], row[1 : d + 1]))
    return W_V, W_K, W_Q


def answers(people: Population, W_V: np.ndarray, W_K: np.ndarray, W_Q: np.ndarray) -> Values:
    """The head's part of y_hat_{N+1} on every prompt: the last entry of the full formula, of degree
    three in the prompt."""
    whole, unit = [], Fraction(3, people.unit**3)
    for W in (W_V[-1:], W_K, W_Q):
        below = lcm(*(x.denominator for x in W.flat))
        whole.append(np.array([[int(x * below) for x in row] for row in W], dtype=object))
        unit /= below
    X = people.X
    bound = X.shape[1] ** 3 * X.shape[2] * int(np.abs(X).max()) ** 3
    for W in whole:
        bound *= int(np.abs(W).max())
    if bound < SAFE:
        whole = [W.astype(np.int64) for W in whole]
    else:
        X = X.astype(object)
    V, K, Q = whole
    return Values((V @ X @ np.swapaxes(X, 1, 2) @ K @ Q.T @ X[:, :, -1:])[:, 0, 0], unit)


@lru_cache(maxsize=512)
def predictions(task: Task, row: Row, steep: bool = False) -> Values:
    """What the head (V, Q, K) answers on every prompt."""
    return answers(population(task, steep), *slices(row, task.d))


ONE = Fraction(1)


def together(terms: Iterable[tuple[Fraction, Values]]) -> Values:
    """The sum of values with coefficients."""
    parts = [(a * f.unit, f.numbers.astype(object)) for a, f in terms if a]
    if not parts:
        raise ValueError("a sum of no values")
    unit = Fraction(gcd(*(a.numerator for a, _ in parts)), lcm(*(a.denominator for a, _ in parts)))
    return Values(np.sum([int(a / unit) * numbers for a, numbers in parts], axis=0), unit)


def residual(task: Task, heads: Iterable[tuple[Fraction, Values]], steep: bool = False) -> Values:
    """y - sum of the heads."""
    return together([(ONE, population(task, steep).y), *((-a, f) for a, f in heads)])


def loss(task: Task, heads: Iterable[tuple[Fraction, Values]]) -> Fraction:
    """E(y - sum of the heads)^2/2."""
    rest = residual(task, heads)
    return population(task).product(rest, rest) / 2
