"""What the claims about the linear transformer say of losses, utilities and gradients, enumerated
over the population."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import NamedTuple

import numpy as np
from hypothesis import strategies as st

from checks.attention.population import (
    ONE,
    Row,
    Task,
    TurnedTask,
    Values,
    answers,
    attend,
    loss,
    population,
    predictions,
    rational,
    residual,
    slices,
    turned_tasks,
)
from checks.methods.check import Effort
from theory import attention as paper
from theory.framework import U, lam


# --- the model ------------------------------------------------------------------------------------
def prompt(task: Task, place: int) -> np.ndarray:
    """A prompt without zeros but its last, in rationals; another for each place."""
    d, N = task.d, task.N
    noise = [[Fraction(1 + (5 * i + 3 * n + place) % 7, 2) for n in range(N + 1)] for i in range(d)]
    x = rational(task.root) @ rational(noise)
    y = rational([(-1) ** i * (1 + place % (i + 2)) for i in range(d)]) @ x
    y[N] = Fraction(0)
    return np.concatenate([x, y[None]])


def homogeneous(instance: tuple, effort: Effort) -> Iterator[dict]:
    """An entry of a head at a prompt; at the scaled prompt; with the scaled parameters."""
    task, heads, scale = instance
    X, weights = prompt(task, 1), slices(heads[0], task.d)
    yield {
        lam: scale,
        paper.head_part: attend(X, *weights)[-1, -1],
        paper.head_by_input: attend(scale * X, *weights)[-1, -1],
        paper.head_by_weights: attend(X, *(scale * w for w in weights))[-1, -1],
    }


def predicted(instance: tuple, effort: Effort) -> Iterator[dict]:
    """y_hat of X + sum_h attention against key and query responses summed token by token."""
    task, heads = instance
    for place in (0, 3):
        X = prompt(task, place)
        full = X + sum(attend(X, *slices(head, task.d)) for head in heads)
        x, y = X[:-1].T, X[-1]
        keys = [
            sum(y[n] * (x[n] @ rational(head[task.d + 1 :])) for n in range(task.N))
            for head in heads
        ]
        queries = [x[task.N] @ rational(head[1 : task.d + 1]) for head in heads]
        yield {
            paper.y_hat: full[-1, -1],
            paper.heads: len(heads),
            paper.value_of: lambda h: heads[int(h) - 1][0],
            paper.key_of: lambda h, keys=keys: keys[int(h) - 1],
            paper.query_of: lambda h, queries=queries: queries[int(h) - 1],
        }


def frozen(instance: tuple, effort: Effort) -> Iterator[dict]:
    """-E[r df] for every entry that starts at zero; the output is linear in each of them, so df is
    a unit increment."""
    task, heads = instance
    d, part = task.d, slices(heads[0], task.d)
    people = population(task, steep=True)
    rest = residual(
        task, ((ONE, predictions(task, head, steep=True)) for head in heads), steep=True
    )
    base, worst = people.product(rest, predictions(task, heads[0], steep=True)), Fraction(0)
    for which, matrix in enumerate(part):
        for entry in np.ndindex(matrix.shape):
            if entry == (d, d) if which == 0 else entry[0] < d:
                continue
            moved = [m.copy() for m in part]
            moved[which][entry] += 1
            worst = max(worst, abs(people.product(rest, answers(people, *moved)) - base))
    yield {paper.grad_zero: worst}


# --- moments, losses, utilities -------------------------------------------------------------------
def second_moments(task: Task, effort: Effort) -> Iterator[dict]:
    """E[(sum x x^T)^2] and its two parts, entry by entry."""
    people, d, N, S = population(task), task.d, task.N, task.Sigma
    x = np.swapaxes(people.X[:, :d, :N], 1, 2)
    outer = np.einsum("pna,pnb->pnab", x, x)
    total = outer.sum(axis=1)
    scale = Fraction(9, people.unit**4)
    pairs = sum(
        (outer[:, i] @ outer[:, j] for i in range(N) for j in range(i + 1, N)), np.zeros_like(total)
    )
    found = {
        paper.C_ab: total @ total,
        paper.squares_ab: np.einsum("pnac,pncb->pab", outer, outer),
        paper.pairs_ab: pairs,
    }
    for a, b in np.ndindex(d, d):
        yield {
            **{letter: scale * people.mean(numbers[:, a, b]) for letter, numbers in found.items()},
            paper.s_ab: S[a, b],
            paper.s2_ab: (S @ S)[a, b],
            paper.T: np.trace(S),
            paper.N: N,
        }


def losses(instance: tuple, effort: Effort) -> Iterator[dict]:
    """The loss of a network from its definition, and the traces of its W."""
    task, heads = instance
    S, table = task.Sigma, [rational(head) for head in heads]
    W = sum(row[0] * np.outer(row[1 : task.d + 1], row[task.d + 1 :]) for row in table)
    yield {
        paper.L_W: loss(task, [(ONE, predictions(task, head)) for head in heads]),
        paper.T: np.trace(S),
        paper.N: task.N,
        paper.linear_term: np.trace(S @ S @ W),
        paper.quad_1: np.trace(S @ W @ S @ W.T),
        paper.quad_2: np.trace(S @ W @ S @ S @ W.T),
    }


@dataclass(frozen=True)
class Component:
    """Head h learned: its eigenvalue, eigenvector, unit response g_h and best magnitude, by least
    squares on the population."""

    value: Fraction
    vector: np.ndarray
    response: Values
    magnitude: Fraction

    @property
    def learned(self) -> tuple[Fraction, Values]:
        """The magnitude with the response that it multiplies."""
        return self.magnitude, self.response


def components(task: TurnedTask) -> list[Component]:
    """Every component of a task, learned by least squares."""
    people, found = population(task), []
    for value, vector in zip(task.values, task.vectors):
        g = predictions(task, (ONE, *vector, *vector))
        found.append(
            Component(
                value, rational(vector), g, people.product(people.y, g) / people.product(g, g)
            )
        )
    return found


def before_first_jump(instance: tuple, effort: Effort) -> Iterator[dict]:
    """E[y f_i] of a head, and the parts of its formula."""
    task, (head,) = instance
    S, d, row = task.Sigma, task.d, rational(head)
    yield {
        paper.N: task.N,
        paper.T: np.trace(S),
        paper.V: head[0],
        paper.QSSK: row[1 : d + 1] @ S @ S @ row[d + 1 :],
        U: population(task).product(population(task).y, predictions(task, head)),
    }


def utilities(instance: tuple, effort: Effort) -> Iterator[dict]:
    """At every iteration k: the utility of the head from E[f_i (y - sum f_h)], and its parts."""
    task, (head,) = instance
    (first,), row, d = before_first_jump(instance, effort), rational(head), task.d
    Q, K, f, learned = row[1 : d + 1], row[d + 1 :], predictions(task, head), components(task)
    people = population(task)
    yield {**first, paper.captured: 0}
    for k in range(1, d):
        done = learned[:k]
        seen = {
            **first,
            U: people.product(residual(task, (h.learned for h in done)), f),
            paper.captured: sum(h.value**2 * (h.vector @ Q) * (h.vector @ K) for h in done),
        }
        for h in done:
            yield {
                **seen,
                paper.A_h: h.magnitude,
                paper.lam_h: h.value,
                paper.lam_k: learned[k].value,
                paper.Q_h: h.vector @ Q,
                paper.K_h: h.vector @ K,
                paper.cross: h.magnitude * people.product(h.response, f),
            }


def after_a_jump(instance: tuple, effort: Effort) -> Iterator[dict]:
    """The same at iterations that have an active head."""
    yield from (seen for seen in utilities(instance, effort) if paper.cross in seen)


# --- cost minimisation ----------------------------------------------------------------------------
def aligned(task: TurnedTask, heads: Sequence[Row]) -> list[Row]:
    """Head h aligned with v_h, with its own three magnitudes."""
    return [
        (a, *(b * x for x in v), *(c * x for x in v)) for (a, b, c), v in zip(heads, task.vectors)
    ]


class AlignedHeads(NamedTuple):
    """A task and the magnitudes (V, |Q|, |K|) of a head on each of its first directions."""

    task: TurnedTask
    heads: tuple[tuple[Fraction, Fraction, Fraction], ...]


def with_magnitudes(heads: int = 1, **options) -> st.SearchStrategy:
    """A task, and magnitudes (V, |Q|, |K|) for some of its directions."""
    size = st.sampled_from(
        [Fraction(1), Fraction(1, 2), Fraction(-1), Fraction(-1, 2), Fraction(2)]
    )
    magnitudes = st.tuples(size, size, size)
    return turned_tasks(**options).flatmap(
        # all directions at once three times as often as any fewer of them
        lambda task: st.sampled_from([*range(heads, task.d), *[task.d] * (3 * task.d)]).flatmap(
            lambda count: st.tuples(*[magnitudes] * count).map(
                lambda drawn: AlignedHeads(task, drawn)
            )
        )
    )


def gradient(task: Task, table: Sequence[Row], which: int) -> np.ndarray:
    """-E[r df/dtheta] for one head; f is linear in each parameter, so df is a unit increment."""
    people, row = population(task), table[which]
    rest = residual(task, ((ONE, predictions(task, head)) for head in table))
    here = people.product(rest, predictions(task, row))
    moved = (tuple(x + (i == j) for j, x in enumerate(row)) for i in range(len(row)))
    return np.array(
        [here - people.product(rest, predictions(task, one)) for one in moved], dtype=object
    )


def balanced(instance: tuple, effort: Effort) -> Iterator[dict]:
    """Velocities of V^2 - |Q|^2 and V^2 - |K|^2 along gradient flow of a whole network, by the
    gradient of its definition."""
    task, heads = instance
    for which, head in enumerate(heads):
        speed, row, d = -gradient(task, heads, which), rational(head), task.d
        V, Q, K = (
            2 * (row[part] @ speed[part])
            for part in (slice(0, 1), slice(1, d + 1), slice(d + 1, None))
        )
        yield {paper.rate_VQ: V - Q, paper.rate_VK: V - K}


def active_heads(instance: tuple, effort: Effort) -> Iterator[dict]:
    """Losses and gradients of aligned heads, together and each alone."""
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
        response = (V * Fraction(3, people.unit**2 * below)) ** 2 * people.mean(
            key.astype(object) ** 2
        )
        yield {
            paper.L_A: whole,
            paper.L_sum: sum(alone),
            paper.active: len(table),
            paper.T: sum(task.values),
            paper.N: task.N,
            paper.lam_j: task.values[h],
            paper.across_Q: max(map(abs, across[0])),
            paper.across_K: max(map(abs, across[1])),
            paper.V_h: V,
            paper.grad_Q: v @ slope[1 : d + 1],
            paper.grad_Q_alone: v @ own[1 : d + 1],
            paper.response: response,
            paper.Q_j: Q,
            paper.K_j: K,
        }


def at_equilibrium(instance: tuple, effort: Effort) -> Iterator[dict]:
    """Old heads at their optimal magnitude, the new one at any."""
    task, sizes = instance
    best = [h.magnitude for h in components(task)]
    sizes = [
        (a, b, best[h] / (a * b)) if h < len(sizes) - 1 else (a, b, c)
        for h, (a, b, c) in enumerate(sizes)
    ]
    table = aligned(task, sizes)
    yield {
        paper.grad_old: max(abs(x) for h in range(len(table) - 1) for x in gradient(task, table, h))
    }


def plateaus(task: TurnedTask, effort: Effort) -> Iterator[dict]:
    """Levels from E(y - sum_h A_h g_h)^2/2 with the magnitudes of least squares, and the curvature
    along the new one."""
    learned = components(task)
    levels = [loss(task, [h.learned for h in learned[:k]]) for k in range(task.d + 1)]
    for k, h in enumerate(learned):
        curvature = sum(
            weight * loss(task, [(Fraction(A), h.response)])
            for A, weight in ((1, 1), (0, -2), (-1, 1))
        )
        yield {
            paper.level_0: levels[0],
            paper.level_k: levels[k + 1],
            paper.iteration: k + 1,
            paper.lam_of: lambda i: task.values[int(i) - 1],
            paper.drop: levels[k] - levels[k + 1],
            paper.T: sum(task.values),
            paper.lam_k: h.value,
            paper.N: task.N,
            paper.A_k: h.magnitude,
            paper.curvature: curvature,
        }
