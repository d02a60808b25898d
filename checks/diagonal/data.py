"""Data sets for the diagonal network, what the exact algorithm does on them, and what doubles make
of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from hypothesis import strategies as st
from sympy import Integer

from checks.methods.check import Effort, Rejected
from checks.methods.measured import Unsettled, alone
from numerics import DiagonalNetwork
from theory import diagonal as paper
from theory.diagonal import (
    S_dormant,
    U_best,
    beta,
    beta_new,
    g,
    s,
    tau_pf,
)

EPS = 10 * np.finfo(float).eps  # rounding of a short sum of products, with a digit to spare


@dataclass(frozen=True)
class Data:
    """X (d, n) and y (n,), rational."""

    X: tuple[tuple[Fraction, ...], ...]
    y: tuple[Fraction, ...]

    def __repr__(self) -> str:
        return (
            f"X = [{'; '.join(' '.join(map(str, row)) for row in self.X)}], y = "
            f"[{' '.join(map(str, self.y))}]"
        )

    @cached_property
    def network(self) -> DiagonalNetwork:
        """The network that is trained on them."""
        return DiagonalNetwork(self.X, self.y)


EXAMPLE = Data(
    ((Fraction(1), Fraction(1)), (Fraction(3, 4), Fraction(1, 4))),
    (Fraction(9, 20), Fraction(-1, 20)),
)


# A coordinate dies with gradient exactly 0, and joins again at the very moment at which another
# does.
DIES_WITHOUT_FORCE = Data(
    tuple(tuple(map(Fraction, row)) for row in ((3, 1, 0, 2), (4, 1, -2, 3), (5, 0, -2, 4))),
    tuple(map(Fraction, (-2, 0, 2, -1))),
)


@st.composite
def data(draw: st.DrawFn, most: int = 8, reach: int = 9) -> Data:
    """d and n between 2 and ``most``, with n > d or n < d; targets on the model or not; inputs
    correlated or not.
    """
    d, n = draw(st.integers(2, most)), draw(st.integers(2, most))
    whole = st.integers(-reach, reach)
    rows = [[Fraction(draw(whole)) for _ in range(n)] for _ in range(d)]
    if draw(st.booleans()):  # correlated: every row leans towards the first
        rows = [rows[0]] + [[a + 2 * b for a, b in zip(row, rows[0])] for row in rows[1:]]
    if draw(st.booleans()):
        truth = [Fraction(draw(st.integers(-3, 3))) for _ in range(d)]
        target = [sum((b * row[j] for b, row in zip(truth, rows)), Fraction(0)) for j in range(n)]
    else:
        target = [Fraction(draw(whole)) for _ in range(n)]
    return Data(tuple(map(tuple, rows)), tuple(target))


def problems(most: int = 8) -> st.SearchStrategy:
    """The paper's example, and random data."""
    return st.one_of(st.just(EXAMPLE), data(most), data(most))


@st.composite
def stretched(draw: st.DrawFn, most: int = 8) -> Data:
    """Inputs of sizes 1, 7, 49, ... (a spread spectrum), or all but parallel (a clustered one)."""
    drawn = draw(data(most))
    if draw(st.booleans()):
        rows = [[7 ** (i % 4) * a for a in row] for i, row in enumerate(drawn.X)]
    else:
        rows = [[50 * a + b for a, b in zip(drawn.X[0], row)] for row in drawn.X]
    return Data(tuple(map(tuple, rows)), drawn.y)


def any_spectrum(most: int = 8) -> st.SearchStrategy:
    """Random data, stretched or not: for what is evaluated exactly, and no flow has to follow."""
    return st.one_of(problems(most), stretched(most))


def small(effort: Effort) -> st.SearchStrategy:
    """Data small enough for gradient flow: up to four coordinates where it has to be quick."""
    return problems(effort.pick(4, 8, 8))


def saddles(problem: Data) -> tuple[paper.Saddle, ...]:
    """The algorithm's plateaus; data that are not in general position, or have nothing to learn,
    are rejected.
    """
    try:
        path = paper.successive_saddles(problem.X, problem.y)
    except ValueError:
        raise Rejected("inputs not in general position") from None
    if len(path) < 2:
        raise Rejected("nothing to learn")
    return path


TIED = "two coordinates due at the same time (see diagonal.ties)"
FORCELESS = "a coordinate on the boundary with neither coefficient nor force (see diagonal.ties)"


def untied(problem: Data) -> tuple[paper.Saddle, ...]:
    """The same where one coordinate at a time reaches +-1, and none is left at +-1 without a
    coefficient or a force.

    Such a coordinate (a zero of a noiseless truth that was active before, say) dies like 1/t along
    gradient flow, and joins again at the same moment as another as soon as it is pushed outwards.
    """
    path = saddles(problem)
    for a, b in zip(path, path[1:]):
        if (
            sum(
                abs(now) == 1 and abs(was) != 1 or now == -was != 0
                for was, now in zip(a.integral, b.integral)
            )
            > 1
        ):
            raise Rejected(TIED)
        if any(
            not x and not slope and abs(z) == 1
            for x, slope, z in zip(b.beta, b.gradient, b.integral)
        ):
            raise Rejected(FORCELESS)
    return path


def plateaus(problem: Data, effort: Effort) -> Iterator[dict]:
    """Every coordinate on every plateau; |g|/2 is the maximal utility."""
    for saddle in saddles(problem):
        for z, b, slope in zip(saddle.integral, saddle.beta, saddle.gradient):
            yield {s: z, beta: b, g: slope, U_best: abs(slope) / 2}


def appearing(problem: Data, effort: Effort) -> Iterator[dict]:
    """The largest new coefficient of every jump."""
    path = saddles(problem)
    for a, b in zip(path, path[1:]):
        yield {beta_new: max(abs(now) for was, now in zip(a.beta, b.beta) if was == 0)}


def dormant_starts(problem: Data, effort: Effort) -> Iterator[dict]:
    """S of every dormant neuron at the start of every plateau of AGF that has an end."""
    saddles(problem)
    path = paper.alternating_saddles(problem.X, problem.y, "1/10", 40)
    for saddle in path[:-1]:
        for amount, b in zip(saddle.integral, saddle.beta):
            if b == 0:
                # 1 is exact: it is set, not computed
                yield {S_dormant: Integer(1) if abs(amount) == 1 else alone(abs(amount))}


def candidates(problem: Data, effort: Effort) -> Iterator[dict]:
    """The integrals of the coordinates with a non-zero gradient."""
    return (one for one in plateaus(problem, effort) if one[g] != 0)


def returned(problem: Data, effort: Effort) -> Iterator[dict]:
    """Those among them that have just gone back to zero: they sit on the boundary."""
    path = saddles(problem)
    found = [
        {s: b.integral[i], beta: b.beta[i], g: b.gradient[i]}
        for a, b in zip(path, path[1:])
        for i in range(len(a.beta))
        if a.beta[i] and not b.beta[i] and b.gradient[i]
    ]
    if not found:
        raise Rejected("no coordinate returns to dormancy")
    yield from found


def enumerated_root(problem: Data, effort: Effort) -> Iterator[dict]:
    """The smallest positive tau with s - tau g = +-1, among the two."""
    for one in candidates(problem, effort):
        positive = [root for root in ((one[s] - 1) / one[g], (one[s] + 1) / one[g]) if root > 0]
        yield {**one, tau_pf: min(positive)}


# --- what doubles make of it ----------------------------------------------------------------------
@dataclass(frozen=True)
class Rounded:
    """How far a jump computed in doubles may be off: its time, and the coefficients after it."""

    time: float
    beta: float


def in_doubles(problem: Data, path: tuple[paper.Saddle, ...]) -> list[Rounded]:
    """Rounding carried from jump to jump.

    A coefficient is off by eps cond^2 (least squares by normal equations), a gradient by eps of
    what cancels in it and by what the coefficients bring, an integral by that for as long as it
    lasts, a time by the integral over the gradient. Undecided where two coordinates are due within
    that of each other.
    """
    net, n = problem.network, len(problem.y)
    found, integral_error, time_error, beta_error = [], 0.0, 0.0, 0.0
    for a, b in zip(path, path[1:]):
        beta, slope = (np.array([float(z) for z in values]) for values in (a.beta, a.gradient))
        cancelled = float(
            np.max(np.abs(net.X) @ (np.abs(net.y) + np.abs(beta) @ np.abs(net.X)) / n)
        )
        slope_error = EPS * cancelled + float(np.max(np.abs(net.Sigma).sum(axis=0))) * beta_error
        wait = float(b.time - a.time)
        integral_error += wait * slope_error + time_error * float(np.max(np.abs(slope)))
        arriving = [i for i, z in enumerate(b.integral) if abs(z) == 1 and a.gradient[i]]
        time_error += integral_error / min(abs(slope[i]) for i in arriving)
        # another coordinate this close to its own boundary might come first, or not come at all
        if any(0 < 1 - abs(float(z)) < 100 * integral_error for z in b.integral):
            raise Unsettled("two coordinates due closer together than doubles can tell")
        held = [i for i, z in enumerate(b.beta) if z]
        beta_error = (
            EPS * np.linalg.cond(net.X[held]) ** 2 * max(abs(float(z)) for z in b.beta)
            if held
            else 0.0
        )
        found.append(Rounded(time_error, beta_error))
    return found
