"""The experiment of the figure of principal components: four features, a context of 32, five
heads.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

import numpy as np
from hypothesis import strategies as st

from checks.attention.races import Race, limit_gaps
from checks.methods.check import Effort, Rejected
from checks.methods.measured import between
from checks.methods.property import Observation
from numerics import AttentionNetwork, gradient_flow
from theory import attention as paper

# 1, 1/2, 1/3, 1/4, scaled to the trace 2.
VALUES = tuple(Fraction(24, 25) / i for i in range(1, 5))
CONTEXT, HEADS = 32, 5
ALPHAS, CLOSER = ("1e-4", "1e-5"), ("1e-6", "1e-7")

starts = st.integers(0, 10**6)


def network() -> AttentionNetwork:
    """The network of the figure, in the eigenbasis of its covariance."""
    return AttentionNetwork(np.diag([float(x) for x in VALUES]), CONTEXT, HEADS)


@lru_cache(maxsize=64)
def _rests(seed: int, alpha: str) -> tuple[np.ndarray, ...]:
    """sum V K Q^T half-way from each jump to the next, and at the end."""
    net = network()
    run = gradient_flow(net, alpha, seed=seed)
    if tuple(run.staircase.features) != tuple(range(len(VALUES))):
        raise Rejected("heads took the components in another order, or two at once")
    times = [float(time) for time in run.staircase.jump_times]
    halves = [(a + b) / 2 for a, b in zip(times, times[1:])]
    return tuple(net.function(run.at(t)) for t in halves) + (net.function(run.parameters[-1]),)


def singular_values(
    seed: int, effort: Effort, alphas: tuple[str, str] = ALPHAS
) -> Iterator[Observation]:
    """The singular value along every eigenvector on every plateau, at two alphas."""
    first, second = (_rests(seed, alpha) for alpha in alphas)
    for k, pair in enumerate(zip(first, second), 1):
        coarse, fine = (_along_axes(W) for W in pair)
        for i in range(len(VALUES)):
            yield Observation(
                {
                    paper.singular_flow: lambda i, _k, a=coarse, b=fine: between(
                        float(a[round(i) - 1]), float(b[round(i) - 1]), float(b.max())
                    ),
                    paper.mode_1: i + 1,
                    paper.iteration: k,
                    paper.T: sum(VALUES),
                    paper.N: CONTEXT,
                    paper.lam_of: lambda i: VALUES[round(i) - 1],
                },
                alphas=alphas,
            )


def _along_axes(W: np.ndarray) -> np.ndarray:
    """Singular values of W by the eigenvector that their left singular vector lies along; what is
    no singular value of its own (two vectors along one axis) is not told apart.
    """
    U, s, _ = np.linalg.svd(W)
    order = np.argmax(np.abs(U), axis=0)
    if sorted(order) != list(range(len(s))):
        large = s > 1e-3 * s[0]  # what has not been learned has no direction
        if len(set(order[large])) < large.sum():
            raise Rejected("two singular vectors along one eigenvector")
        rest = [i for i in range(len(s)) if i not in set(order[large])]
        order = np.array([*order[large], *rest])
    found = np.zeros(len(s))
    found[order] = s
    return found


def gaps(seed: int, effort: Effort, integrated: bool = False) -> Iterator[dict]:
    """The waiting time and the largest dormant norm before every jump, alpha -> 0."""
    rows = np.random.default_rng(seed).normal(size=(HEADS, 2 * len(VALUES) + 1))
    exact = tuple(tuple(Fraction(float(x)) for x in row) for row in rows)
    for seen in limit_gaps(Race(VALUES, CONTEXT, exact), effort, integrated):
        if seen[paper.lam_now] == seen[paper.lam_k]:  # l = k - 1
            yield seen
