"""Plateaus of the linear transformer: what AGF learns at each jump, and the best networks of k
heads."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from hypothesis import strategies as st
from scipy.optimize import minimize

from checks.attention.dormant_head import CONTEXTS, dimensions
from checks.methods.check import Effort, Rejected
from checks.methods.measured import BETWEEN, Measured, Unsettled
from numerics import AttentionNetwork, alternating_gradient_flow
from theory import attention as paper


class DrawnNetwork(NamedTuple):
    """Eigenvalues of a covariance, examples in a prompt, heads, and a seed for all that is
    random."""

    eigenvalues: tuple[Fraction, ...]
    N: int
    heads: int
    seed: int


@st.composite
def random_networks(draw: st.DrawFn, most: int = 4, heads: int = 6) -> DrawnNetwork:
    """Eigenvalues at ratios of 3/2 or more, a rotation by seed, and a seed for the heads."""
    d = draw(dimensions(most))
    ratios = [
        draw(st.sampled_from([Fraction(3, 2), Fraction(2), Fraction(5, 3)])) for _ in range(d - 1)
    ]
    values = [Fraction(1)]
    for ratio in ratios:
        values.append(values[-1] / ratio)
    return DrawnNetwork(
        tuple(values),
        draw(CONTEXTS),
        draw(st.integers(d, heads)),
        draw(st.integers(0, 10**6)),
    )


@lru_cache(maxsize=32)
def network(instance: tuple) -> AttentionNetwork:
    """The network of an instance, its covariance turned by the seed."""
    values, N, heads, seed = instance
    turn = np.linalg.qr(np.random.default_rng(seed).normal(size=(len(values),) * 2))[0]
    return AttentionNetwork(turn @ np.diag([float(x) for x in values]) @ turn.T, N, heads)


def at_rest(net: AttentionNetwork, theta: np.ndarray) -> tuple[np.ndarray, float] | None:
    """The minimum that Newton steps lead to, and how far the last moved W; None if it is none.

    A head's scalings have no curvature; steps of least norm leave them alone.
    """
    for _ in range(4):
        curved = net.hessian(theta)
        values = np.linalg.eigvalsh(curved)
        if values[0] < -UPHILL * values[-1]:
            return None
        step = np.linalg.lstsq(curved, -net.gradient(theta).ravel(), rcond=UPHILL)[0].reshape(
            theta.shape
        )
        before, theta = theta, theta + step
        moved = float(np.abs(net.function(theta) - net.function(before)).max())
        if moved < SETTLED * float(np.abs(net.function(theta)).max()):
            return theta, moved
    return None


# curvature beyond rounding, as a share of the largest; the least that matters is of the order 1e-3
UPHILL = 1e-9
SETTLED = 1e-8  # a Newton step that moves W by more than this share has not converged


def learned(
    net: AttentionNetwork, instance: tuple, W: np.ndarray, k: int, moved: float = 0.0
) -> Iterator[dict]:
    """Every entry of W in the eigenbasis after k jumps, and what the formula needs."""
    _, vectors = net.spectrum
    values, size = instance[0], np.linalg.norm(W, 2)
    for i, j in np.ndindex(len(values), len(values)):
        yield {
            paper.W_ab: Measured(vectors[:, i] @ W @ vectors[:, j], size, BETWEEN * moved),
            paper.mode_1: i + 1,
            paper.mode_2: j + 1,
            paper.iteration: k,
            paper.T: sum(values),
            paper.lam_of: lambda i: values[int(i) - 1],
            paper.N: net.context,
        }


# Far below the alpha at which a head still takes another component than the largest one left: its
# misalignment is a power of
# alpha, 1 - 4/9 at the closest eigenvalues, and at 1e-20 no draw has that much. The second look is
# closer still.
AGF_ALPHA, CLOSER_ALPHA = "1e-20", "1e-60"


def agf_plateaus(instance: tuple, effort: Effort, alpha: str = AGF_ALPHA) -> Iterator[dict]:
    """What AGF learns at each jump, from a random initialisation."""
    net = network(instance)
    run = alternating_gradient_flow(net, alpha, seed=instance[3])
    if len(run.staircase) < len(instance[0]):
        raise Rejected("not every component was learned")
    for k, (feature, turn) in enumerate(zip(run.staircase.features, run.iterations)):
        if not isinstance(feature, int):
            raise Rejected("two components in one jump")
        active = list(turn.active)
        found = at_rest(net, turn.theta[active])
        if found is None:
            raise Unsettled("cost minimisation did not end at a minimum")
        W = net.function(turn.theta[active])
        for seen in learned(net, instance, W, k + 1, found[1]):
            yield {paper.component: feature + 1, **seen}


def agf_components(instance: tuple, effort: Effort, alpha: str = AGF_ALPHA) -> Iterator[dict]:
    """Which component each jump learns: whole numbers alone, so that they are judged exactly."""
    values = [*instance[0], instance[0][-1] / 2]  # behind the last one nothing is left
    for seen in agf_plateaus(instance, effort, alpha):
        k = seen[paper.iteration]
        if seen[paper.mode_1] == seen[paper.mode_2] == 1:
            yield {
                paper.component: seen[paper.component],
                paper.iteration: k,
                paper.lam_k: values[k - 1],
                paper.lam_after: values[k],
            }


def best_networks(instance: tuple, effort: Effort) -> Iterator[dict]:
    """The minimum of the loss over all networks of k heads, by BFGS from several starts of order
    one."""
    net, d = network(instance), len(instance[0])
    for k in range(1, d + 1):
        shape = (k, 2 * d + 1)
        draw = np.random.default_rng([k, instance[3]])
        runs = [
            minimize(
                lambda x: net.loss(x.reshape(shape)),
                draw.normal(size=shape).ravel() / 2,
                method="BFGS",
                jac=lambda x: net.gradient(x.reshape(shape)).ravel(),
                options={"gtol": 1e-10, "maxiter": 3000},
            )
            for _ in range(6)
        ]
        ends = [end for run in runs if (end := at_rest(net, run.x.reshape(shape))) is not None]
        if not ends:
            raise Unsettled("BFGS ended in no minimum")
        theta, moved = min(ends, key=lambda end: net.loss(end[0]))
        yield from learned(net, instance, net.function(theta), k, moved)


def reduced_rank(instance: tuple, effort: Effort) -> Iterator[dict]:
    """The same in closed form: L = |A W B - R|^2/2 + const with A = Sigma^(1/2), B = C^(1/2), and R
    cut to its k largest parts."""
    net, d = network(instance), len(instance[0])
    A, B = _root(net.Sigma), _root(net.second_moment)
    left, s, right = np.linalg.svd(
        np.linalg.solve(A, net.context * net.Sigma @ net.Sigma) @ np.linalg.inv(B)
    )
    for k in range(1, d + 1):
        W = np.linalg.solve(A, (left[:, :k] * s[:k]) @ right[:k]) @ np.linalg.inv(B)
        yield from learned(net, instance, W, k)


def _root(matrix: np.ndarray) -> np.ndarray:
    values, vectors = np.linalg.eigh(matrix)
    return (vectors * np.sqrt(values)) @ vectors.T
