"""A network of ten neurons that are not aligned has no loss at p = 5: found by a search, and
enclosed in ball arithmetic.

With centred x a neuron enters as A(a) = <u, a.x>, B(b) = <v, b.x> and w, each of them four numbers
(the fifth makes the sum zero). For x = e_0 less its mean the loss is zero where sum (A(a) + B(b))^2
w[c] = [c = a + b] - 1/5 for all a, b and c < 4: a hundred equations in twelve unknowns a neuron.
Any other x with every frequency has the same network: A and B are what they were, and w is what x
makes of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numpy as np
import sympy as sp
from flint import arb, arb_mat, fmpq
from hypothesis import strategies as st
from scipy.linalg import qr
from scipy.optimize import least_squares

from checks.evidence import Evidence
from checks.methods.balls import judge, precision
from checks.methods.check import Effort, Rejected
from checks.methods.measured import Measured
from checks.methods.property import Property
from checks.modular import task
from theory import modular as paper
from theory.claim import Claim
from theory.modular import p

P = 5
SPREAD = np.concatenate(
    [np.eye(P - 1), -np.ones((1, P - 1))]
)  # four numbers to the five values that sum to zero
EACH = 3 * (P - 1)
EQUATIONS = P * P * (P - 1)
WANTED = np.array(
    [
        [[float((a + b - c) % P == 0) - 1 / P for c in range(P - 1)] for b in range(P)]
        for a in range(P)
    ]
)
# of the box: far above the rounding of a solution in doubles (1e-14), far below where the Jacobian
# changes (1e-2)
RADIUS = 1e-10
BITS = 128


def _values(flat: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """z(a, b) of every neuron, and its four outputs."""
    A, B, w = np.split(flat.reshape(-1, EACH), 3, axis=1)
    return (A @ SPREAD.T)[:, :, None] + (B @ SPREAD.T)[:, None, :], w


def _off(flat: np.ndarray) -> np.ndarray:
    z, w = _values(flat)
    return (np.einsum("iab,ic->abc", z * z, w) - WANTED).ravel()


def _slopes(flat: np.ndarray) -> np.ndarray:
    z, w = _values(flat)
    pull = 2 * np.einsum("iab,ic->abci", z, w)[..., None]
    in_w = np.einsum("iab,cd->abcid", z * z, np.eye(P - 1))
    rows = np.concatenate(
        [pull * SPREAD[:, None, None, None], pull * SPREAD[None, :, None, None], in_w], axis=-1
    )
    return rows.reshape(EQUATIONS, -1)


@cache
def solution(count: int, seed: int = 0) -> np.ndarray:
    """The best of a few least-squares searches, in doubles."""
    best: Any = None
    for attempt in range(4):
        start = 0.7 * np.random.default_rng((seed, attempt)).normal(size=EACH * count)
        found = least_squares(
            _off, start, jac=_slopes, xtol=1e-15, ftol=1e-15, gtol=1e-15, max_nfev=200
        )
        best = found if best is None or found.cost < best.cost else best
        if best.cost < 1e-24:
            break
    return best.x


# --- the enclosure --------------------------------------------------------------------------------
def _ball(value: float, radius: float = 0.0) -> arb:
    return arb(fmpq(*float(value).as_integer_ratio())) + arb(0, radius)


def _in_balls(flat: list[arb]) -> tuple[list, list]:
    """z(a, b) and w of every neuron, as balls."""
    neurons = [flat[n : n + EACH] for n in range(0, len(flat), EACH)]
    parts = [[row[n : n + P - 1] for n in range(0, EACH, P - 1)] for row in neurons]
    full = [[[*part, -sum(part, arb(0))] for part in (A, B)] for A, B, _ in parts]
    return [[[A[a] + B[b] for b in range(P)] for a in range(P)] for A, B in full], [
        w for _, _, w in parts
    ]


def _equations(flat: list[arb]) -> arb_mat:
    z, w = _in_balls(flat)
    return arb_mat(
        [
            [
                sum((z_i[a][b] ** 2 * w_i[c] for z_i, w_i in zip(z, w)), arb(0))
                - ((a + b - c) % P == 0)
                + arb(1) / P
            ]
            for a in range(P)
            for b in range(P)
            for c in range(P - 1)
        ]
    )


def _jacobian(flat: list[arb], columns: np.ndarray) -> arb_mat:
    z, w = _in_balls(flat)
    rows = []
    for a, b, c in np.ndindex(P, P, P - 1):
        row = []
        for column in columns:
            i, place = divmod(int(column), EACH)
            block, n = divmod(place, P - 1)
            if block == 2:
                row.append(z[i][a][b] ** 2 if n == c else arb(0))
            else:
                row.append(2 * z[i][a][b] * w[i][c] * int(SPREAD[(a, b)[block], n]))
        rows.append(row)
    return arb_mat(rows)


def enclosed(flat: np.ndarray) -> bool:
    """Is there an exact solution within RADIUS? Krawczyk: m - R F(m) + (1 - R F'(box)) (box - m)
    lies inside the box.

    As many unknowns as equations are left free, those that the Jacobian determines best; the others
    stay at their doubles. R is the inverse in doubles.
    """
    slopes = _slopes(flat)
    free = np.sort(qr(slopes, pivoting=True, mode="r")[1][:EQUATIONS])
    if len(free) < EQUATIONS or not np.isfinite(flat).all():
        return False
    box = set(free.tolist())
    with precision(BITS):
        inverse = arb_mat([[_ball(q) for q in row] for row in np.linalg.inv(slopes[:, free])])
        middle = inverse * _equations([_ball(q) for q in flat])
        spread = inverse * _jacobian(
            [_ball(q, RADIUS if n in box else 0.0) for n, q in enumerate(flat)], free
        )
        for n in range(EQUATIONS):
            moved = -middle[n, 0] + sum(
                ((int(n == m) - spread[n, m]) * arb(0, RADIUS) for m in range(EQUATIONS)), arb(0)
            )
            if not abs(moved) < RADIUS:
                return False
    return True


@dataclass(frozen=True)
class Enclosed:
    """An exact network of ``count`` neurons without loss, p = 5; more neurons may be zero."""

    name: str
    count: int
    method: str = "certified"

    def run(self, claim: Claim, statement: sp.Basic, effort: Effort) -> Evidence:
        """The statement at loss 0, if a search ends at a network whose zero loss can be enclosed;
        else unknown.
        """
        tried = range(effort.seed, effort.seed + effort.pick(1, 5, 20))
        exact = [seed for seed in tried if enclosed(solution(self.count, seed))]
        if not exact:
            return Evidence(
                self.name,
                self.method,
                "unknown",
                instances=len(tried),
                detail=("no search ended at a solution that can be enclosed",),
            )
        holds = judge(statement, {paper.H: self.count, paper.least_loss: 0, p: P})
        return Evidence(
            self.name,
            self.method,
            {True: "holds", False: "fails", None: "unknown"}[holds.holds],
            instances=len(exact),
            rejected=len(tried) - len(exact),
            counterexample=f"{paper.H} = {self.count}: {holds.sides}"
            if holds.holds is False
            else None,
            detail=(
                f"weights within {RADIUS:g} of doubles up to "
                f"{max(abs(solution(self.count, seed)).max() for seed in exact):.2f}",
            ),
        )


# --- any encoding ---------------------------------------------------------------------------------
def network(x: np.ndarray, flat: np.ndarray) -> np.ndarray:
    """(N, 3, p): the neurons for the encoding x, from A, B and the outputs for e_0."""
    E = task.encodings(np.asarray(x, dtype=float))
    back = np.linalg.pinv(E)
    return np.array(
        [
            [back @ SPREAD @ A, back @ SPREAD @ B, E.T @ SPREAD @ w]
            for A, B, w in flat.reshape(-1, 3, P - 1)
        ]
    )


def _transported(seed: int, instance: tuple, effort: Effort) -> Iterator[dict]:
    numbers, count = instance
    sizes = abs(task.spectrum_of(numbers))[1:]
    if not sizes.min() > 0.05 * sizes.max():
        raise Rejected("a frequency is missing")
    x = np.array(numbers, dtype=float)
    empty = task.loss(x, np.zeros((1, 3, P)))
    # a sum of squares of differences of outputs and labels, in units of the squared labels
    yield {
        p: P,
        paper.H: count,
        paper.least_loss: Measured(task.loss(x, network(x, solution(count, seed))) / empty, 1),
    }


any_encoding = Property(
    "the loss over all pairs, any x with every frequency",
    st.tuples(task.centred((P,)), st.just(10)),
    partial(_transported, 0),
    task.DOUBLE,
    "double precision over all pairs, six digits to spare",
    examples=(6, 150, 1500),
    confirm=partial(_transported, 1),
)
