"""The in-context regression task, enumerated in rationals: every expectation of the attention claims from its definition.

Gaussian variables are replaced by the three-point variable sqrt(3) s, s = 0, +-1 with the weights 2/3, 1/6, 1/6, which has
the same moments up to order five; the task vector, of which no expectation here has more than three factors, by +-1. So
every input is sqrt(3) times a rational number, an expectation has an even number of such factors, and all of them are exact.
Predictions come from the full attention formula.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm

import numpy as np
from hypothesis import strategies as st

from theory import attention as at
from theory.framework import U, lam

from .check import Effort

EXACT = 1e-50  # of rational arithmetic: what the formula itself is evaluated to
REASON = "the enumeration is in rationals: nothing is rounded"
SAFE = 2**62  # beyond it whole numbers leave the machine's and become Python's
Matrix = tuple[tuple[Fraction, ...], ...]
Row = tuple[Fraction, ...]


# --- tasks ------------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Task:
    """x ~ N(0, Sigma) with Sigma = root root^T, and N examples in the context."""

    root: Matrix
    N: int

    def __repr__(self) -> str:
        return f"Sigma = R R^T, R = [{'; '.join(' '.join(map(str, row)) for row in self.root)}], N = {self.N}"

    @property
    def d(self) -> int:
        return len(self.root)

    @property
    def Sigma(self) -> np.ndarray:
        factor = rational(self.root)
        return factor @ factor.T


@dataclass(frozen=True, repr=False)
class TurnedTask(Task):
    """A covariance whose eigenvalues and eigenvectors are rational: root = (v_1 ... v_d) diag(sqrt lambda), lambda falling."""

    values: Row = ()
    vectors: tuple[Row, ...] = ()  # v_1, ..., v_d


def rational(values: Iterable) -> np.ndarray:
    """An array of Fractions; machine integers, which would overflow inside one, become Python's."""
    return np.array(np.frompyfunc(lambda x: x if isinstance(x, Fraction) else Fraction(int(x)), 1, 1)(np.array(values, dtype=object)))


@st.composite
def tasks(draw: st.DrawFn, most: int = 3, cells: int = 4, least: int = 1) -> Task:
    """Lower triangular roots with a positive diagonal: every covariance is positive definite by construction."""
    d = draw(st.integers(least, most))
    entries = st.fractions(-1, 1, max_denominator=2)
    root = tuple(tuple(draw(st.sampled_from(SIZES)) if i == j else draw(entries) if j < i else Fraction(0) for j in range(d)) for i in range(d))
    return Task(root, draw(st.integers(1, max(1, cells // d))))


SIZES = tuple(Fraction(x) for x in ("1", "1/2", "3/2", "2"))
NEAR = Fraction(21, 20)  # an eigenvalue a tenth above the next


@st.composite
def turned_tasks(draw: st.DrawFn, most: int = 3, cells: int = 4, least: int = 1, sizes: tuple[Fraction, ...] = (*SIZES, NEAR)) -> TurnedTask:
    """Eigenvalues that are squares of ``sizes``, repeated or not, and the eigenvectors of a Cayley transform."""
    d = draw(st.integers(least, most))
    roots = sorted((draw(st.sampled_from(sizes)) for _ in range(d)), reverse=True)
    turn = draw(rotations(d))
    root = tuple(tuple(turn[i][j] * roots[j] for j in range(d)) for i in range(d))
    return TurnedTask(root, draw(st.integers(1, max(1, cells // d))), tuple(r * r for r in roots), tuple(zip(*turn)))


def rotations(d: int) -> st.SearchStrategy:
    """Rational orthogonal matrices (I - A)(I + A)^-1 with A skew."""
    entry = st.sampled_from([Fraction(x) for x in ("0", "1/2", "-1/2", "1", "1/3")])
    return st.lists(entry, min_size=d * (d - 1) // 2, max_size=d * (d - 1) // 2).map(lambda upper: cayley(d, upper))


def cayley(d: int, upper: Sequence[Fraction]) -> Matrix:
    """
    >>> [str(x) for x in cayley(2, [Fraction(1, 2)])[0]]
    ['3/5', '-4/5']
    """
    places = [(i, j) for i in range(d) for j in range(i + 1, d)]
    A = {**{(i, j): x for (i, j), x in zip(places, upper)}, **{(j, i): -x for (i, j), x in zip(places, upper)}}
    plus, minus = ([[Fraction(i == j) + sign * A.get((i, j), 0) for j in range(d)] for i in range(d)] for sign in (1, -1))
    return tuple(tuple(row) for row in np.array(minus, dtype=object) @ _inverse(plus))


def _inverse(matrix: list[list[Fraction]]) -> np.ndarray:
    """By elimination; the matrices here are the identity plus a skew one, and every pivot is positive."""
    d = len(matrix)
    wide = [row + [Fraction(i == j) for j in range(d)] for i, row in enumerate(matrix)]
    for i in range(d):
        wide[i] = [x / wide[i][i] for x in wide[i]]
        wide = [row if k == i else [x - row[i] * y for x, y in zip(row, wide[i])] for k, row in enumerate(wide)]
    return np.array([row[d:] for row in wide], dtype=object)


def rows(d: int, count: int) -> st.SearchStrategy:
    """Heads (V, Q, K) with small rational entries."""
    entry = st.sampled_from([Fraction(p, q) for p in (1, -1, 2, -2, 3) for q in (1, 2)] + [Fraction(0)])
    return st.lists(st.tuples(*[entry] * (2 * d + 1)), min_size=count, max_size=count).map(tuple)


def with_heads(count: int, drawn: st.SearchStrategy) -> st.SearchStrategy:
    return drawn.flatmap(lambda task: st.tuples(st.just(task), rows(task.d, count)))


# --- the population -----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, eq=False)
class Values:
    """What the network, or a part of it, answers on every prompt: ``unit`` * sqrt(3) * ``numbers``, whole numbers."""

    numbers: np.ndarray
    unit: Fraction


@dataclass(frozen=True, eq=False)
class Population:
    """Prompts sqrt(3)/``unit`` X with X (P, d + 1, N + 1) whole, targets y_{N+1}, and the weights of both."""

    X: np.ndarray
    y: Values
    weights: np.ndarray
    unit: int

    def mean(self, numbers: np.ndarray) -> Fraction:
        """The expectation of whole numbers, one a prompt."""
        return Fraction(int(self.weights.astype(object) @ numbers.astype(object)), int(self.weights.sum()))

    def product(self, one: Values, other: Values) -> Fraction:
        """E[one * other]."""
        return 3 * one.unit * other.unit * self.mean(one.numbers.astype(object) * other.numbers.astype(object))


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
    return Population(X, Values(labels[:, -1].copy(), Fraction(1, unit)), 4 ** np.sum(s == 0, axis=(1, 2)), unit)


def attend(X: np.ndarray, W_V: np.ndarray, W_K: np.ndarray, W_Q: np.ndarray) -> np.ndarray:
    """W_V X X^T W_K W_Q^T X, prompt by prompt."""
    return W_V @ X @ np.swapaxes(X, -1, -2) @ W_K @ W_Q.T @ X


def slices(row: Sequence[Fraction], d: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The full matrices of a head: V in the corner of W_V, K and Q above a zero."""
    W_V = rational([[0] * (d + 1)] * (d + 1))
    W_V[d, d] = Fraction(row[0])
    return W_V, *(rational([[x] for x in (*part, 0)]) for part in (row[d + 1 :], row[1 : d + 1]))


def answers(task: Task, W_V: np.ndarray, W_K: np.ndarray, W_Q: np.ndarray) -> Values:
    """The head's part of y_hat_{N+1} on every prompt, from the full formula, of degree three in the prompt."""
    people = population(task)
    whole, unit = [], Fraction(3, people.unit**3)
    for W in (W_V, W_K, W_Q):
        below = lcm(*(x.denominator for x in W.flat))
        whole.append(np.array([[int(x * below) for x in row] for row in W], dtype=object))
        unit /= below
    X = people.X
    bound = (task.d + 1)**4 * (task.N + 1) * int(np.abs(X).max())**3
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
    terms = [(a * f.unit, f.numbers) for a, f in terms if a]
    if not terms:
        raise ValueError("a sum of no values")
    unit = Fraction(gcd(*(a.numerator for a, _ in terms)), lcm(*(a.denominator for a, _ in terms)))
    return Values(sum(int(a / unit) * numbers.astype(object) for a, numbers in terms), unit)


def residual(task: Task, heads: Iterable[tuple[Fraction, Values]]) -> Values:
    """y - sum of the heads."""
    return together([(ONE, population(task).y), *((-a, f) for a, f in heads)])


def loss(task: Task, heads: Iterable[tuple[Fraction, Values]]) -> Fraction:
    """E(y - sum of the heads)^2/2."""
    rest = residual(task, heads)
    return population(task).product(rest, rest) / 2


# --- the model --------------------------------------------------------------------------------------------------------
def prompt(task: Task, place: int) -> np.ndarray:
    """One prompt of the population (over sqrt 3), in rationals."""
    people = population(task)
    return rational(people.X[place]) / people.unit


def homogeneous(instance: tuple, effort: Effort) -> Iterator[dict]:
    task, heads, scale = instance
    X, weights = prompt(task, -1), slices(heads[0], task.d)
    yield {lam: scale, at.head_part: attend(X, *weights)[-1, -1], at.head_by_input: attend(scale * X, *weights)[-1, -1],
           at.head_by_weights: attend(X, *(scale * w for w in weights))[-1, -1]}


def predicted(instance: tuple, effort: Effort) -> Iterator[dict]:
    """y_hat of X + sum_h attention against key and query responses summed token by token."""
    task, heads = instance
    for place in (-1, len(population(task).y.numbers) // 3):
        X = prompt(task, place)
        full = X + sum(attend(X, *slices(head, task.d)) for head in heads)
        x, y = X[:-1].T, X[-1]
        keys = [sum(y[n] * (x[n] @ rational(head[task.d + 1 :])) for n in range(task.N)) for head in heads]
        queries = [x[task.N] @ rational(head[1 : task.d + 1]) for head in heads]
        yield {at.y_hat: full[-1, -1], at.V_1: heads[0][0], at.V_2: heads[1][0], at.key_1: keys[0], at.key_2: keys[1],
               at.query_1: queries[0], at.query_2: queries[1]}


def frozen(instance: tuple, effort: Effort) -> Iterator[dict]:
    """-E[r df] for every entry that starts at zero; the output is linear in each of them, so df is a unit increment."""
    task, heads = instance
    d, part = task.d, slices(heads[0], task.d)
    people, rest = population(task), residual(task, ((ONE, predictions(task, head)) for head in heads))
    base, worst = people.product(rest, predictions(task, heads[0])), Fraction(0)
    for which, matrix in enumerate(part):
        for entry in np.ndindex(matrix.shape):
            if entry == (d, d) if which == 0 else entry[0] < d:
                continue
            moved = [m.copy() for m in part]
            moved[which][entry] += 1
            worst = max(worst, abs(people.product(rest, answers(task, *moved)) - base))
    yield {at.grad_zero: worst}


# --- moments, losses, utilities ---------------------------------------------------------------------------------------
def second_moments(task: Task, effort: Effort) -> Iterator[dict]:
    people, d, N, S = population(task), task.d, task.N, task.Sigma
    x = np.swapaxes(people.X[:, :d, :N], 1, 2)
    outer = np.einsum("pna,pnb->pnab", x, x)
    total = outer.sum(axis=1)
    scale = Fraction(9, people.unit**4)
    pairs = sum((outer[:, i] @ outer[:, j] for i in range(N) for j in range(i + 1, N)), np.zeros_like(total))
    found = {at.C_ab: total @ total, at.squares_ab: np.einsum("pnac,pncb->pab", outer, outer), at.pairs_ab: pairs}
    for a, b in np.ndindex(d, d):
        yield {**{letter: scale * people.mean(numbers[:, a, b]) for letter, numbers in found.items()},
               at.s_ab: S[a, b], at.s2_ab: (S @ S)[a, b], at.T: np.trace(S), at.N: N}


def losses(instance: tuple, effort: Effort) -> Iterator[dict]:
    task, heads = instance
    S, table = task.Sigma, [rational(head) for head in heads]
    W = sum(row[0] * np.outer(row[1 : task.d + 1], row[task.d + 1 :]) for row in table)
    yield {at.L_W: loss(task, [(ONE, predictions(task, head)) for head in heads]), at.T: np.trace(S), at.N: task.N,
           at.linear_term: np.trace(S @ S @ W), at.quad_1: np.trace(S @ W @ S @ W.T), at.quad_2: np.trace(S @ W @ S @ S @ W.T)}


@dataclass(frozen=True)
class Component:
    """Head h learned: its eigenvalue, eigenvector, unit response g_h and best magnitude, by least squares on the population."""

    value: Fraction
    vector: np.ndarray
    response: Values
    magnitude: Fraction

    @property
    def learned(self) -> tuple[Fraction, Values]:
        return self.magnitude, self.response


def components(task: TurnedTask) -> list[Component]:
    people, found = population(task), []
    for value, vector in zip(task.values, task.vectors):
        g = predictions(task, (ONE, *vector, *vector))
        found.append(Component(value, rational(vector), g, people.product(people.y, g) / people.product(g, g)))
    return found


def before_first_jump(instance: tuple, effort: Effort) -> Iterator[dict]:
    task, (head,) = instance
    S, d, row = task.Sigma, task.d, rational(head)
    yield {at.N: task.N, at.T: np.trace(S), at.V: head[0], at.QSSK: row[1 : d + 1] @ S @ S @ row[d + 1 :],
           U: population(task).product(population(task).y, predictions(task, head))}


def utilities(instance: tuple, effort: Effort) -> Iterator[dict]:
    """At every iteration k: the utility of the head from E[f_i (y - sum f_h)], and its parts."""
    task, (head,) = instance
    (first,), row, d = before_first_jump(instance, effort), rational(head), task.d
    Q, K, f, learned = row[1 : d + 1], row[d + 1 :], predictions(task, head), components(task)
    people = population(task)
    yield {**first, at.captured: 0}
    for k in range(1, d):
        done = learned[:k]
        seen = {**first, U: people.product(residual(task, (h.learned for h in done)), f),
                at.captured: sum(h.value**2 * (h.vector @ Q) * (h.vector @ K) for h in done)}
        for h in done:
            yield {**seen, at.A_h: h.magnitude, at.lam_h: h.value, at.lam_k: learned[k].value, at.Q_h: h.vector @ Q, at.K_h: h.vector @ K,
                   at.cross: h.magnitude * people.product(h.response, f)}


def after_a_jump(instance: tuple, effort: Effort) -> Iterator[dict]:
    yield from (seen for seen in utilities(instance, effort) if at.cross in seen)


# --- cost minimisation ----------------------------------------------------------------------------------------------------
def aligned(task: TurnedTask, heads: Sequence[Row]) -> list[Row]:
    """Head h aligned with v_h, with its own three magnitudes."""
    return [(a, *(b * x for x in v), *(c * x for x in v)) for (a, b, c), v in zip(heads, task.vectors)]


def with_magnitudes(heads: int = 1, **options) -> st.SearchStrategy:
    size = st.sampled_from([Fraction(1), Fraction(1, 2), Fraction(-1), Fraction(-1, 2), Fraction(2)])
    return turned_tasks(**options).flatmap(lambda task: st.tuples(st.just(task), st.lists(
        st.tuples(size, size, size), min_size=heads, max_size=task.d).map(tuple)))


def gradient(task: Task, table: Sequence[Row], which: int) -> np.ndarray:
    """-E[r df/dtheta] for one head; f is linear in each parameter, so df is a unit increment."""
    people, row = population(task), table[which]
    rest = residual(task, ((ONE, predictions(task, head)) for head in table))
    here = people.product(rest, predictions(task, row))
    moved = (tuple(x + (i == j) for j, x in enumerate(row)) for i in range(len(row)))
    return np.array([here - people.product(rest, predictions(task, one)) for one in moved], dtype=object)


def balanced(instance: tuple, effort: Effort) -> Iterator[dict]:
    """Velocities of V^2 - |Q|^2 and V^2 - |K|^2 along gradient flow of a whole network, by the gradient of its definition."""
    task, heads = instance
    for which, head in enumerate(heads):
        speed, row, d = -gradient(task, heads, which), rational(head), task.d
        V, Q, K = (2 * (row[part] @ speed[part]) for part in (slice(0, 1), slice(1, d + 1), slice(d + 1, None)))
        yield {at.rate_VQ: V - Q, at.rate_VK: V - K}


def active_heads(instance: tuple, effort: Effort) -> Iterator[dict]:
    task, sizes = instance
    people, d, table = population(task), task.d, aligned(*instance)
    outputs = [(ONE, predictions(task, row)) for row in table]
    whole, alone = loss(task, outputs), [loss(task, [one]) for one in outputs]
    x, y = people.X[:, :d, : task.N], people.X[:, d, : task.N]
    for h, row in enumerate(table):
        slope, own = gradient(task, table, h), gradient(task, [row], 0)
        v, (V, Q, K) = rational(task.vectors[h]), sizes[h]
        across = [part - v * (v @ part) for part in (slope[1 : d + 1], slope[d + 1 :])]
        below = lcm(*(z.denominator for z in row[d + 1 :]))
        key = np.einsum("pn,pdn,d->p", y, x, np.array([int(z * below) for z in row[d + 1 :]]))
        response = (V * Fraction(3, people.unit**2 * below))**2 * people.mean(key.astype(object)**2)
        yield {at.L_A: whole, at.L_sum: sum(alone), at.active: len(table), at.T: sum(task.values), at.N: task.N, at.lam_j: task.values[h],
               at.across_Q: max(map(abs, across[0])), at.across_K: max(map(abs, across[1])), at.V_h: V,
               at.grad_Q: v @ slope[1 : d + 1], at.grad_Q_alone: v @ own[1 : d + 1], at.response: response, at.Q_j: Q, at.K_j: K}


def at_equilibrium(instance: tuple, effort: Effort) -> Iterator[dict]:
    """Old heads at their optimal magnitude, the new one at any."""
    task, sizes = instance
    best = [h.magnitude for h in components(task)]
    sizes = [(a, b, best[h] / (a * b)) if h < len(sizes) - 1 else (a, b, c) for h, (a, b, c) in enumerate(sizes)]
    table = aligned(task, sizes)
    yield {at.grad_old: max(abs(x) for h in range(len(table) - 1) for x in gradient(task, table, h))}


def plateaus(task: TurnedTask, effort: Effort) -> Iterator[dict]:
    """Levels from E(y - sum_h A_h g_h)^2/2 with the magnitudes of least squares, and the curvature along the new one."""
    learned = components(task)
    levels = [loss(task, [h.learned for h in learned[:k]]) for k in range(task.d + 1)]
    for k, h in enumerate(learned):
        curvature = sum(weight * loss(task, [(Fraction(A), h.response)]) for A, weight in ((1, 1), (0, -2), (-1, 1)))
        yield {at.level_0: levels[0], at.drop: levels[k] - levels[k + 1], at.T: sum(task.values), at.lam_k: h.value, at.N: task.N,
               at.A_k: h.magnitude, at.curvature: curvature}
