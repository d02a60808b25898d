"""What the letters of the linear claims stand for at exact instances: whole numbers, matrices of
any shape up to five.

Nothing is rounded, so a relation of any sign is decided; derivatives are central differences,
exact for quadratics.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import sympy as sp
from hypothesis import strategies as st

from checks.linear.problems import numbered, table
from checks.methods.check import Effort, Rejected
from checks.methods.property import Property
from theory import linear as paper
from theory.notation import c, d

LARGEST = 5  # c, H, d and the number of plateaus
# Sums of a few hundred fractions at 192 bits: 1e-50 is left, and no measured number enters.
EXACT, REASON = 1e-40, "fractions; sums over them in balls of 192 bits"


@dataclass(frozen=True)
class Matrices:
    """Matrices of whole numbers by name, shown row by row."""

    rows: tuple[tuple[str, tuple[tuple[int, ...], ...]], ...]

    def __repr__(self) -> str:
        return ", ".join(f"{name} = {[list(row) for row in rows]}" for name, rows in self.rows)

    def __getitem__(self, name: str) -> np.ndarray:
        """The matrix as an array of Python's whole numbers, which do not overflow."""
        return np.array(dict(self.rows)[name], dtype=object)


@st.composite
def matrices(draw: st.DrawFn, **shapes: str) -> Matrices:
    """One matrix for each name, its shape in letters: A="cH" is a c x H matrix, sizes drawn from 1
    to 5.

    Entries come from one seed: a counterexample shrinks to small matrices, in few steps.
    """
    letters = sorted(set("".join(shapes.values())) - {"1"})
    sizes = {"1": 1} | {letter: draw(st.integers(1, LARGEST)) for letter in letters}
    entries = np.random.default_rng(draw(st.integers(0, 999)))

    def matrix(rows: int, columns: int) -> tuple[tuple[int, ...], ...]:
        return tuple(map(tuple, entries.integers(-3, 4, size=(rows, columns)).tolist()))

    return Matrices(
        tuple((name, matrix(*(sizes[s] for s in shape))) for name, shape in shapes.items())
    )


def differenced(function: Callable[[np.ndarray], Fraction], point: np.ndarray) -> np.ndarray:
    """The gradient of a quadratic, (f(x + e) - f(x - e))/2 in every entry."""
    slopes = np.empty(point.shape, dtype=object)
    for place in np.ndindex(*point.shape):
        shift = np.zeros(point.shape, dtype=object)
        shift[place] = 1
        slopes[place] = Fraction(function(point + shift) - function(point - shift)) / 2
    return slopes


# --- the network ---------------------------------------------------------------------------------
def change_of_basis(drawn: Matrices, effort: Effort) -> Iterator[dict]:
    """(A G^-1)(G W) and A W, entry by entry, for an invertible G."""
    A, W, G = drawn["A"], drawn["W"], drawn["G"]
    if sp.Matrix(G).det() == 0:
        raise Rejected("G is not invertible")
    inverse = np.array(sp.Matrix(G).inv().tolist(), dtype=object)
    moved, before = (A @ inverse) @ (G @ W), A @ W
    for place in np.ndindex(*before.shape):
        yield {paper.f_moved: sp.Rational(moved[place]), paper.f_entry: int(before[place]),
               paper.width: len(W), c: len(A), d: W.shape[1]}  # fmt: skip


def balance(drawn: Matrices, effort: Effort) -> Iterator[dict]:
    """d/dt (A^T A - W W^T) along A' = -dL/dA, W' = -dL/dW; both gradients and the rate by exact
    differences.
    """
    A, W, B, R = (drawn[name] for name in "AWBR")

    def loss(A: np.ndarray, W: np.ndarray) -> Fraction:
        errors = (B - A @ W) @ R  # Sigma = R R^T
        return Fraction(int(np.sum(errors * errors)), 2)

    def conserved(A: np.ndarray, W: np.ndarray) -> np.ndarray:
        return A.T @ A - W @ W.T

    dA, dW = -differenced(lambda a: loss(a, W), A), -differenced(lambda w: loss(A, w), W)
    rate = (conserved(A + dA, W + dW) - conserved(A - dA, W - dW)) / 2
    for value in rate.ravel():
        yield {paper.rate_balance: Fraction(value), paper.width: len(W)}


def samples(drawn: Matrices, effort: Effort) -> Iterator[dict]:
    """U = E<a w^T x, y - beta x> and a^T grad L w over the samples drawn, the gradient of L by
    exact differences.
    """
    X, Y, beta, a, w = drawn["X"], drawn["Y"], drawn["beta"], drawn["a"][:, 0], drawn["w"][:, 0]
    count = X.shape[1]

    def loss(beta: np.ndarray) -> Fraction:
        return Fraction(int(np.sum((Y - beta @ X) ** 2)), 2 * count)

    utility = Fraction(int(np.sum(np.outer(a, w @ X) * (Y - beta @ X))), count)
    yield {paper.U_basis: utility, paper.pairing: Fraction(a @ differenced(loss, beta) @ w)}


# --- the recursion of the jump times -------------------------------------------------------------
POSITIVE = st.integers(1, 12).map(lambda n: Fraction(n, 4))


@st.composite
def spectra(draw: st.DrawFn) -> tuple[tuple[Fraction, ...], ...]:
    """sigma_i^(k) for k = 0..n, as many i as a formula may ask for: any positive numbers."""
    plateaus = draw(st.integers(1, LARGEST))
    size = 2 * plateaus + 1
    return tuple(draw(st.tuples(*[POSITIVE] * size)) for _ in range(plateaus + 1))


def waits(rows: tuple[tuple[Fraction, ...], ...], effort: Effort) -> Iterator[dict]:
    """Delta tau^(k) followed plateau by plateau through eq:cumut and eq:rectime, their indices
    corrected.
    """
    count = len(rows) - 1
    accumulated, found = [Fraction(0)] * (count + 1), [Fraction(0)]  # Delta tau^(0) = 0 is printed
    for k in range(count):
        found.append((1 - accumulated[k]) / rows[k][0])
        accumulated[k:] = [S + rows[k][n] * found[-1] for n, S in enumerate(accumulated[k:])]
    for k in range(1, count + 1):
        yield {paper.step: k, paper.delta: numbered(found, 0), paper.sigma: table(list(rows))}


PLATEAUS = st.lists(
    st.tuples(*[st.integers(0, 12).map(lambda n: Fraction(n, 4))] * 3), min_size=1, max_size=6
)


def ordered_modes(plateaus: list[tuple[Fraction, ...]], effort: Effort) -> Iterator[dict]:
    """S_1 and S_2 after plateaus (sigma_2, sigma_1 - sigma_2, how long): on each sigma_1 >=
    sigma_2.
    """
    yield {
        paper.S_one: sum(((low + more) * wait for low, more, wait in plateaus), Fraction(0)),
        paper.S_two: sum((low * wait for low, _, wait in plateaus), Fraction(0)),
    }


def tied_modes(plateaus: list[tuple[Fraction, ...]], effort: Effort) -> Iterator[dict]:
    """The same where the two modes are tied on every plateau."""
    return ordered_modes([(low, Fraction(0), wait) for low, _, wait in plateaus], effort)


def exact(name: str, instances: st.SearchStrategy, observe: Callable, **more) -> Property:
    """A statement at whole numbers, whatever its relation: what breaks here is false."""
    return Property(
        name, instances, observe, EXACT, REASON, examples=(25, 200, 2000), confirm=observe, **more
    )


symmetry = exact(
    "matrices of whole numbers, up to 5 x 5", matrices(A="cH", W="Hd", G="HH"), change_of_basis
)
conserved = exact(
    "gradients of the loss by exact differences, up to 5 x 5",
    matrices(A="cH", W="Hd", B="cd", R="dd"),
    balance,
)
utility = exact(
    "up to five samples, inputs and outputs",
    matrices(X="dn", Y="cn", beta="cd", a="c1", w="d1"),
    samples,
)
unrolled = exact("up to five plateaus, any singular values", spectra(), waits)
order_kept = exact("up to six plateaus, any singular values in order", PLATEAUS, ordered_modes)
order_tied = exact("attained where they are tied", PLATEAUS, tied_modes, sharp=True)
