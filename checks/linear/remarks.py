"""What the sentences between the formulas say, at instances: decompositions, frames, a gradient."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from hypothesis import strategies as st

from checks.linear.commuting import DESCENT, DESCENT_REASON, TURNED_AXES
from checks.linear.decompositions import DOUBLES, FORTY_DIGITS
from checks.linear.optima import ascend, largest, lifted, slope_after, stages
from checks.linear.problems import Problem, require_assumptions, spectrum
from checks.methods.check import Effort
from checks.methods.measured import Measured, alone
from checks.methods.property import Property
from theory import linear as paper

ROUNDING, REASON = 1e-11, "double precision through small dense matrices"
TIES = ((2.0, 2.0), (3.0, 1.0), (3.0, 2.0, 1.0), (2.0, 2.0, 1.0), (4.0, 3.0, 3.0), (1.0,))


# Sigma_yx = B Sigma_xx is the identity, in doubles too: every pair of equal unit vectors is a top
# one.
TIED = Problem(B=((0.75, -0.25), (-0.25, 0.75)), Sigma=((1.5, 0.5), (0.5, 1.5)), width=2)


def _gap(value: float, after: float) -> Measured:
    """value - after, 0 where they agree to all but the last digits."""
    gap = float(value - after)
    return alone(gap if gap > ROUNDING * float(value) else 0.0)


class Spectrum(NamedTuple):
    """Singular values, and a seed for their vectors."""

    singular_values: tuple[float, ...]
    seed: int


@st.composite
def decomposed(draw: st.DrawFn) -> Spectrum:
    """Singular values, some of them equal, and a seed for the vectors."""
    return Spectrum(draw(st.sampled_from(TIES)), draw(st.integers(0, 99)))


def two_decompositions(drawn: tuple, effort: Effort) -> Iterator[dict]:
    """One from the vectors drawn; the other with signs flipped and equal values rotated."""
    values, seed = drawn
    n = len(values)
    draw = np.random.default_rng(seed)
    U, V = (np.linalg.qr(draw.normal(size=(n + 1, n)))[0] for _ in range(2))
    turn = np.diag(draw.choice([-1.0, 1.0], size=n))
    for i in range(n - 1):
        if values[i] == values[i + 1]:
            angle = draw.uniform(0.3, 1.2)
            block = np.eye(n)
            block[i : i + 2, i : i + 2] = [
                [np.cos(angle), -np.sin(angle)],
                [np.sin(angle), np.cos(angle)],
            ]
            turn = turn @ block
    other_U, other_V = U @ turn, V @ turn
    whole = [(L * np.array(values)) @ R.T for L, R in ((U, V), (other_U, other_V))]
    assert np.abs(whole[0] - whole[1]).max() < 1e-12  # both decompose one matrix
    for i, value in enumerate(values):
        rest = [abs(value - other) for j, other in enumerate(values) if j != i]
        one = value * np.outer(U[:, i], V[:, i])
        two = value * np.outer(other_U[:, i], other_V[:, i])
        for place in np.ndindex(*one.shape):
            yield {
                paper.map_one: Measured(float(one[place]), value),
                paper.map_two: Measured(float(two[place]), value),
                paper.separation: alone(float(min(rest, default=value))),
            }


def aligned_frames(instance: Problem, effort: Effort, start: int = 0) -> Iterator[dict]:
    """Vectors where an ascent of the total utility ends, against the leading eigenvectors."""
    whole = spectrum(instance)
    for k in (0,) if instance is TIED else stages(instance):
        M = lifted(slope_after(instance, k))
        values, vectors = np.linalg.eigh(M)
        values, vectors = values[::-1], vectors[:, ::-1]
        for count in range(1, whole.rank - k + 1):
            after = values[count] if count < len(values) else 0.0
            if instance is not TIED and values[count - 1] - after < 0.05 * values[0]:
                continue  # the ascent would not converge: a near-tie
            Q = ascend(M, count, np.random.default_rng((instance.seed, start)))
            squares = (vectors[:, :count].T @ Q) ** 2
            for column in squares.T:
                yield {
                    paper.overlap_one: Measured(float(column.max()), 1.0),
                    paper.overlap_all: Measured(float(column.sum()), 1.0),
                    paper.gap_after: _gap(values[count - 1], after),
                }


def leaving_gradient(instance: Problem, effort: Effort, by: Any = DOUBLES) -> Iterator[dict]:
    """grad L at u_1 v_1^T, applied to u_1, off v_1."""
    if instance is not TIED:
        require_assumptions(instance)
    whole = spectrum(instance, by)
    U, values, Vt = by.svd(whole.B @ whole.Sigma)
    u, v = U[:, 0], Vt[0]
    slope = (whole.B - np.outer(u, v)) @ whole.Sigma
    moved = slope.T @ u
    off = moved - (moved @ v) * v
    inner = whole.Sigma @ (whole.B @ whole.Sigma).T @ (whole.B @ whole.Sigma)
    twist = largest(inner - inner.T) / largest(inner)
    yield {
        paper.leaving: Measured(largest(off), largest(slope)),
        paper.commutes: int(twist < 1e-10),
        paper.top_gap: _gap(values[0], values[1] if len(values) > 1 else 0),
    }


unique = Property(
    "two decompositions of one matrix, equal values among them",
    decomposed(),
    two_decompositions,
    ROUNDING,
    REASON,
    examples=(30, 200, 1000),
    confirm=two_decompositions,
)
aligned = Property(
    "ascent over orthonormal frames",
    st.one_of(TURNED_AXES, st.just(TIED)),
    aligned_frames,
    DESCENT,
    DESCENT_REASON,
    examples=(12, 120, 800),
    confirm=lambda instance, effort: aligned_frames(instance, effort, 1),
)


def in_the_span(problems: st.SearchStrategy) -> Property:
    """The gradient at the selected pair, for these problems."""
    return Property(
        "the gradient at the selected pair",
        st.one_of(problems, st.just(TIED)),
        leaving_gradient,
        ROUNDING,
        REASON,
        examples=(20, 200, 1000),
        confirm=lambda instance, effort: leaving_gradient(instance, effort, FORTY_DIGITS),
    )
