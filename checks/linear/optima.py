"""Optima of the utility and of the cost of linear networks, found by ascent and by alternating
least squares.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from checks.linear.decompositions import DOUBLES
from checks.linear.problems import (
    Problem,
    as_given,
    best_of_rank,
    numbered,
    require_assumptions,
    sized_by,
    spectrum,
)
from checks.methods.check import Effort
from checks.methods.measured import Measured
from theory import linear as paper
from theory.notation import c, d


# --- utility -------------------------------------------------------------------------------------
def lifted(slope: np.ndarray) -> np.ndarray:
    """M = (0, G; G^T, 0): sum of a_i^T G w_i = sum of theta_i^T M theta_i / 2."""
    rows, columns = slope.shape
    return np.block([[np.zeros((rows, rows)), slope], [slope.T, np.zeros((columns, columns))]])


def utility_of(vector: np.ndarray, slope: np.ndarray) -> float:
    """U = a^T G w for the vector (a, w)."""
    return float(vector[: len(slope)] @ slope @ vector[len(slope) :])


def slope_after(instance: Problem, rank: int, by: Any = DOUBLES) -> np.ndarray:
    """-grad L at the best matrix of this rank."""
    net = instance.net
    return by.array(
        net.slope_of(best_of_rank(net, rank, by) if rank else by.array(np.zeros_like(net.B)))
    )


def stages(instance: Problem) -> range:
    """k = 0, 1, ..., before every mode is learned, for a problem that the section allows."""
    require_assumptions(instance)
    return range(spectrum(instance).rank)


def largest(matrix: np.ndarray) -> float:
    """The size of what cancels in a product with orthonormal vectors: the Frobenius norm."""
    return float(np.sqrt(np.sum(np.asarray(matrix, dtype=float) ** 2)))


def cross_covariances(instance: Problem, effort: Effort, by: Any = DOUBLES) -> Iterator[dict]:
    """E[y x^T] over the 2d points +-sqrt(d) r_l, R R^T = Sigma: an ensemble of this covariance."""
    B, Sigma = by.array(instance.net.B), by.array(instance.net.Sigma)
    points = [sign * column for column in by.cholesky(Sigma).T for sign in (1, -1)]
    # Each of the 2d points carries a factor d.
    mean = np.sum([np.outer(B @ x, x) for x in points], axis=0) / 2
    size = np.sum([np.outer(np.abs(B) @ np.abs(x), np.abs(x)) for x in points], axis=0) / 2
    for i, k in np.ndindex(*mean.shape):
        yield {
            paper.cross: Measured(float(mean[i, k]), float(size[i, k])),
            c: len(B),
            d: len(Sigma),
            paper.target: numbered(as_given(B[i])),
            paper.covariance: numbered(as_given(Sigma[:, k])),
        }


def ranks_of_products(instance: tuple[tuple[int, int, int], int], effort: Effort) -> Iterator[dict]:
    """The rank of A W for Gaussian A and W."""
    (rows, hidden, columns), seed = instance
    draw = np.random.default_rng(seed)
    product = draw.normal(size=(rows, hidden)) @ draw.normal(size=(hidden, columns))
    rank = int(np.linalg.matrix_rank(product))
    yield {paper.tilde_H: rank, c: rows, paper.width: hidden, d: columns}


def sizes_again(instance: tuple[tuple[int, int, int], int], effort: Effort) -> Iterator[dict]:
    """Another seed: the rank is that of generic products."""
    return ranks_of_products((instance[0], instance[1] + 1000), effort)


def aligned_utilities(instance: Problem, effort: Effort, by: Any = DOUBLES) -> Iterator[dict]:
    """U at the singular pairs of grad L and of -grad L after every stage."""
    for k in stages(instance):
        slope = slope_after(instance, k, by)
        size, found = largest(slope), {}
        for sign in (-1, 1):
            U, values, Vt = by.svd(sign * slope)
            found[sign] = [
                utility_of(np.concatenate([U[:, i], Vt[i]]), slope) / 2 for i in range(len(values))
            ]
        for i, value in enumerate(values[: spectrum(instance).rank - k]):
            yield {
                paper.U_on_gradient: Measured(found[-1][i], size),
                paper.U_on_descent: Measured(found[1][i], size),
                paper.sigma_mode: Measured(float(value), size),
            }


def critical_points(instance: Problem, effort: Effort, by: Any = DOUBLES) -> Iterator[dict]:
    """Critical points of theta^T M theta / 2 on the sphere are the eigenvectors.

    P (M - lambda) P <= 0 makes a maximum.
    """
    for k in stages(instance):
        slope = slope_after(instance, k, by)
        M, size = lifted(slope), largest(slope)
        values, vectors = by.eigh(M)
        top = Measured(float(by.svd(slope)[1][0]), size)
        for value, vector in zip(values, vectors.T):
            tangent = np.eye(len(M)) - np.outer(vector, vector)
            hessian = tangent @ (M - value * np.eye(len(M))) @ tangent
            if by.eigh(hessian)[0][-1] < 1e-9 * values[-1]:
                yield {
                    paper.U_local: Measured(utility_of(vector, slope), size),
                    paper.sigma_top: top,
                }


def ascend(M: np.ndarray, count: int, draw: np.random.Generator) -> np.ndarray:
    """A maximiser of tr Q^T M Q over orthonormal Q: Q <- polar(Q + s M Q), each step uphill.

    No eigenvectors are used.
    """
    Q = np.linalg.qr(draw.normal(size=(len(M), count)))[0]
    shift = np.abs(M).sum(axis=1).max()
    for _ in range(20000):
        U, _, Vt = np.linalg.svd(shift * Q + M @ Q, full_matrices=False)
        before, Q = Q, U @ Vt
        if np.abs(Q - before).max() < 1e-13:
            break
    return Q


def best_frames(instance: Problem, effort: Effort, start: int = 0) -> Iterator[dict]:
    """Maximisers found by ascent from a random frame; ``start`` chooses another."""
    whole = spectrum(instance)
    for k in stages(instance):
        slope = slope_after(instance, k)
        size = largest(slope)
        values = [*np.linalg.svd(slope, compute_uv=False)[: whole.rank - k], 0.0]
        for count in range(1, whole.rank - k + 1):
            if values[count - 1] - values[count] < 0.05 * values[0]:
                continue  # the ascent would not converge: a near-tie
            Q = ascend(lifted(slope), count, np.random.default_rng((instance.seed, start)))
            utilities = sorted((utility_of(q, slope) for q in Q.T), reverse=True)
            for i in range(1, count + 1):
                yield {
                    paper.total: Measured(sum(utilities), size),
                    paper.modes: count,
                    paper.sigma_mode_at.func: numbered(sized_by(values[:-1], size)),
                    paper.U_frame: numbered(sized_by(utilities, size)),
                    paper.index: i,
                }


def dormant_modes(instance: Problem, effort: Effort, by: Any = DOUBLES) -> Iterator[dict]:
    """How many singular modes of -grad L the H - k neurons that are left can take."""
    for k in range(1, min(spectrum(instance).rank, instance.width) + 1):
        require_assumptions(instance)
        values = by.svd(slope_after(instance, k, by))[1]
        available = sum(value > 1e-6 * spectrum(instance).singular(0)[0] for value in values)
        yield {
            paper.modes: min(instance.width - k, int(available)),
            paper.width: instance.width,
            paper.step: k,
            c: len(instance.B),
            d: len(instance.Sigma),
        }


# --- cost minimisation ---------------------------------------------------------------------------
def least_squares_optima(instance: Problem, effort: Effort, by: Any = DOUBLES) -> Iterator[dict]:
    """The best matrix of every rank by alternating least squares, entry by entry."""
    require_assumptions(instance)
    net, whole = instance.net, spectrum(instance, by)
    _, U = whole.modes()
    cross = whole.B @ whole.Sigma
    optima = [best_of_rank(net, k, by) for k in range(1, whole.rank + 1)]
    nothing = net.loss_of(by.array(np.zeros_like(net.B)))
    levels = [
        Measured(net.loss_of(beta), nothing) for beta in (by.array(np.zeros_like(net.B)), *optima)
    ]
    for k, beta in enumerate(optima, 1):
        P = U[:, :k] @ U[:, :k].T
        projected = cross - P @ cross
        descent, sizes = differenced(net, beta)
        common = {
            paper.step: k,
            paper.rank: whole.rank,
            c: len(net.B),
            d: len(net.Sigma),
            paper.level: numbered(levels, 0),
            paper.mu: numbered(whole.mu()),
        }
        for i, j in np.ndindex(*beta.shape):
            yield {
                **common,
                paper.best: Measured(float(beta[i, j]), largest(net.B)),
                paper.solution: numbered(sized_by(beta[i], largest(net.B))),
                paper.projector: numbered(sized_by(P[i], 1.0)),
                paper.ols: numbered(as_given(net.B[:, j])),
                paper.descent_entry: Measured(descent[i, j], sizes[i, j]),
                paper.grad_entry: Measured(-descent[i, j], sizes[i, j]),
                paper.projected: Measured(float(projected[i, j]), largest(cross)),
                paper.cross: Measured(float(cross[i, j]), largest(cross)),
                paper.covariance: numbered(as_given(net.Sigma[:, j])),
            }


def differenced(net, beta: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """-grad L by central differences, exact for a quadratic, and the sizes subtracted."""
    descent, sizes = np.empty(beta.shape), np.empty(beta.shape)
    for place in np.ndindex(*beta.shape):
        shift = np.zeros(beta.shape)
        shift[place] = 0.5
        ahead, behind = net.loss_of(beta + shift), net.loss_of(beta - shift)
        descent[place], sizes[place] = behind - ahead, behind + ahead
    return descent, sizes
