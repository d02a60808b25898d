"""The utility of an attention head on the unit sphere: maxima by optimisers, every critical point by its Hessian."""
from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np
from hypothesis import strategies as st
from scipy.optimize import minimize

from theory import attention as at
from theory.symbols import U_star

from .attention_population import Task, tasks
from .check import Effort, Rejected

OPTIMUM = 1e-7  # quasi-Newton with exact gradients: half of the digits in the point, all in the value


def remaining(task: Task, k: int) -> np.ndarray:
    """M = Sigma^2 - sum_{h<k} lambda_h^2 v_h v_h^T, as printed."""
    values, vectors = task.spectrum
    return task.Sigma @ task.Sigma - sum((values[h]**2 * np.outer(vectors[:, h], vectors[:, h]) for h in range(k)), np.zeros((task.d,) * 2))


def height(M: np.ndarray, N: int, theta: np.ndarray) -> tuple[float, np.ndarray]:
    """N V Q^T M K and its gradient."""
    d = len(M)
    V, Q, K = theta[0], theta[1 : d + 1], theta[d + 1 :]
    return N * V * (Q @ M @ K), N * np.concatenate([[Q @ M @ K], V * (M @ K), V * (M @ Q)])


def climb(M: np.ndarray, N: int, start: np.ndarray) -> np.ndarray:
    """A local maximum of the utility on the sphere, by BFGS on U(theta) - |theta|^4/4, whose maxima lie on the same rays."""
    scale = N * np.abs(M).max()

    def down(theta: np.ndarray) -> tuple[float, np.ndarray]:
        value, slope = height(M, N, theta)
        square = float(theta @ theta)
        return square**2 / 4 - value / scale, square * theta - slope / scale

    found = minimize(down, start / np.linalg.norm(start), jac=True, method="BFGS", options={"gtol": 1e-10, "maxiter": 2000}).x
    return found / np.linalg.norm(found)


def tied_tasks() -> st.SearchStrategy:
    """Covariances with distinct eigenvalues, and multiples of the identity."""
    tied = st.builds(lambda d, N: Task(tuple(tuple(Fraction(int(i == j)) for j in range(d)) for i in range(d)), N), st.integers(2, 3), st.integers(1, 3))
    return st.one_of(tasks(), tied)


def starts(task: Task, k: int, count: int) -> np.ndarray:
    return np.random.default_rng([task.d, task.N, k]).normal(size=(count, 2 * task.d + 1))


def maxima(task: Task, effort: Effort) -> Iterator[dict]:
    """What BFGS finds from many starts at every iteration; ends that are not (+-1, +-v_k, +-v_k)/sqrt(3) are counted."""
    values, vectors = task.spectrum
    for k in range(task.d):
        M, v, behind = remaining(task, k), vectors[:, k], float(values[k + 1]) if k + 1 < task.d else 0
        if behind and 1e-9 < values[k] - behind < 0.05 * values[k]:
            raise Rejected("BFGS crawls where two eigenvalues are close; exact ties are kept")
        ends = [climb(M, task.N, start) for start in starts(task, k, 8)]
        ends = [end for end in ends if height(M, task.N, end)[0] > 1e-9]  # an end of utility zero is no maximum: see `critical`
        odd = [end for end in ends if 1 - abs(v @ end[1 : task.d + 1]) * 3**0.5 > 1e-5 or 1 - abs(v @ end[task.d + 1 :]) * 3**0.5 > 1e-5]
        tied = behind and values[k] - behind <= 1e-9
        seen = {at.N: task.N, at.lam_k: float(values[k]), at.lam_after: float(values[k]) if tied else behind, at.other_maxima: len(odd)}
        for end in ends:
            yield {**seen, U_star: height(M, task.N, end)[0], at.V: end[0], at.Q_k: float(v @ end[1 : task.d + 1]), at.K_k: float(v @ end[task.d + 1 :])}


def distinct_maxima(task: Task, effort: Effort) -> Iterator[dict]:
    yield from (seen for seen in maxima(task, effort) if seen[at.lam_k] > seen[at.lam_after])


def riemannian(M: np.ndarray, N: int, theta: np.ndarray) -> np.ndarray:
    """Eigenvalues of P (Hess U - <theta, grad U>) P on the tangent space."""
    d = len(M)
    V, Q, K = theta[0], theta[1 : d + 1], theta[d + 1 :]
    second = np.zeros((2 * d + 1, 2 * d + 1))
    second[0, 1 : d + 1], second[0, d + 1 :], second[1 : d + 1, d + 1 :] = M @ K, M @ Q, V * M
    second = N * (second + second.T) - (theta @ height(M, N, theta)[1]) * np.eye(2 * d + 1)
    tangent = np.linalg.svd(theta[None])[2][1:]
    return np.linalg.eigvalsh(tangent @ second @ tangent.T)


def critical(task: Task, effort: Effort) -> Iterator[dict]:
    """All critical points: eigenvectors by their Hessian, points of utility zero by the values around them."""
    values, vectors = task.spectrum
    draw = np.random.default_rng(task.d)
    for k in range(task.d):
        M, others = remaining(task, k), 0
        for j in range(k, task.d):
            for sign_V, sign_Q in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
                v = vectors[:, j]
                theta = np.concatenate([[sign_V], sign_Q * v, sign_V * sign_Q * v]) / 3**0.5
                others += j != k and riemannian(M, task.N, theta).max() <= 1e-9 * task.N * values[k]**2
        for theta in flat_points(M, vectors[:, :k], draw):
            around = [height(M, task.N, theta + 1e-2 * step)[0] for step in draw.normal(size=(64, len(theta)))]
            others += max(around) <= 0
        yield {at.other_maxima: int(others), at.lam_k: float(values[k]), at.lam_after: float(values[k + 1]) if k + 1 < task.d else 0}


def flat_points(M: np.ndarray, kernel: np.ndarray, draw: np.random.Generator) -> Iterator[np.ndarray]:
    """Unit vectors with U = 0 and grad U = 0: V = 0 with Q^T M K = 0 (or one of them zero), or M Q = M K = 0."""
    d = len(M)
    Q, zero = draw.normal(size=d), np.zeros(d)
    K = draw.normal(size=d)
    K -= M @ Q * (K @ M @ Q) / (M @ Q @ M @ Q)
    points = [np.concatenate(parts) for parts in (([1.0], zero, zero), ([0.0], Q, zero), ([0.0], zero, Q), ([0.0], Q, K))]
    if kernel.size:
        points += [np.concatenate([[v], kernel[:, 0], kernel[:, -1]]) for v in (0.0, 1.0)]
    return (point / np.linalg.norm(point) for point in points if np.any(point))


def best_for_value(instance: tuple[Task, Fraction], effort: Effort) -> Iterator[dict]:
    """At given V: the largest value on |Q|^2 + |K|^2 = 1 - V^2, found by BFGS in (Q, K)."""
    task, share = instance
    values, _ = task.spectrum
    V = float(share)
    for k in range(task.d):
        M = remaining(task, k)

        def down(x: np.ndarray) -> tuple[float, np.ndarray]:
            """x^T B x penalised by |x|^4: a maximum lies on the ray of a largest Rayleigh quotient of B."""
            Q, K = x[: task.d], x[task.d :]
            return float((x @ x)**2 / 4 - V * (Q @ M @ K)), (x @ x) * x - V * np.concatenate([M @ K, M @ Q])

        ends = [minimize(down, start, jac=True, method="BFGS", options={"gtol": 1e-10}).x for start in starts(task, k, 3)[:, 1:]]
        units = [end / np.linalg.norm(end) * (1 - V**2)**0.5 for end in ends]
        highest = max(task.N * V * (unit[: task.d] @ M @ unit[task.d :]) for unit in units)
        yield {at.best_at_V: float(highest), at.V: share, at.N: task.N, at.lam_k: float(values[k])}


def eigenvalues(task: Task, effort: Effort) -> Iterator[dict]:
    values, _ = task.spectrum
    for k in range(task.d):
        yield {at.top: float(np.linalg.eigvalsh(remaining(task, k))[-1]), at.lam_k: float(values[k])}
