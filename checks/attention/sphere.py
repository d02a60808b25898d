"""The utility of an attention head on the unit sphere: maxima by optimisers, every critical point
by its Hessian in rationals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

import numpy as np
import sympy as sp
from flint import fmpq, fmpq_mat
from hypothesis import strategies as st
from scipy.optimize import minimize

from checks.attention.population import SIZES, TurnedTask, rational, turned_tasks
from checks.methods.balls import Undefined
from checks.methods.check import Effort
from checks.methods.measured import BETWEEN, Measured, Unsettled, alone
from theory import attention as paper
from theory.notation import U_star

# Newton steps on the sphere leave rounding over the least curvature, a tenth of the largest at the
# nearest ties
OPTIMUM = 1e-11
FLAT = 1e-6  # curvature below this share of the largest is that of an exact tie
SETTLED = 1e-9  # a Newton step that is still longer has not converged
# ends of converged searches are closer than this to a printed maximiser, or at another one
DISTINCT = 1e-6
STARTS = 6
Field = Callable[[np.ndarray, int, np.ndarray], np.ndarray]


def remaining(task: TurnedTask, k: int) -> np.ndarray:
    """M = Sigma^2 - sum_{h<k} lambda_h^2 v_h v_h^T, as printed, in rationals."""
    learned = (
        task.values[h] ** 2 * np.outer(rational(task.vectors[h]), rational(task.vectors[h]))
        for h in range(k)
    )
    return task.Sigma @ task.Sigma - sum(learned, rational([[0] * task.d] * task.d))


def behind(task: TurnedTask, k: int) -> Fraction:
    """The eigenvalue after lambda_k (counted from 0 here), or zero."""
    return task.values[k + 1] if k + 1 < task.d else Fraction(0)


def height(M: np.ndarray, N: int, theta: np.ndarray) -> tuple[float, np.ndarray]:
    """N V Q^T M K and its gradient."""
    d = len(M)
    V, Q, K = theta[0], theta[1 : d + 1], theta[d + 1 :]
    return N * V * (Q @ M @ K), N * np.concatenate([[Q @ M @ K], V * (M @ K), V * (M @ Q)])


def second(M: np.ndarray, N: int, theta: np.ndarray) -> np.ndarray:
    """The Hessian of the utility."""
    d = len(M)
    V, Q, K = theta[0], theta[1 : d + 1], theta[d + 1 :]
    half = 0 * np.outer(theta, theta)
    half[0, 1 : d + 1], half[0, d + 1 :], half[1 : d + 1, d + 1 :] = M @ K, M @ Q, V * M
    return N * (half + half.T)


# --- searches -------------------------------------------------------------------------------------
def climb(M: np.ndarray, N: int, start: np.ndarray) -> np.ndarray:
    """A local maximum of the utility on the sphere, by BFGS on U(theta) - |theta|^4/4, whose maxima
    lie on the same rays."""
    scale = N * np.abs(M).max()

    def down(theta: np.ndarray) -> tuple[float, np.ndarray]:
        value, slope = height(M, N, theta)
        square = float(theta @ theta)
        return square**2 / 4 - value / scale, square * theta - slope / scale

    found = minimize(
        down,
        start / np.linalg.norm(start),
        jac=True,
        method="BFGS",
        options={"gtol": 1e-10, "maxiter": 2000},
    ).x
    return found / np.linalg.norm(found)


def iterate(M: np.ndarray, N: int, start: np.ndarray) -> np.ndarray:
    """The same by fixed-point steps: theta becomes the direction of grad U + s theta, which raises
    U where s exceeds its curvature."""
    theta, shift = start / np.linalg.norm(start), 2 * N * np.linalg.norm(M, 2)
    for _ in range(3000):
        moved = height(M, N, theta)[1] + shift * theta
        moved /= np.linalg.norm(moved)
        if np.abs(moved - theta).max() < 1e-12:
            break
        theta = moved
    return theta


def tangential(
    M: np.ndarray, N: int, theta: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A basis of the tangent space, and in it the Riemannian gradient and the eigenproblem of the
    Riemannian Hessian."""
    slope = height(M, N, theta)[1]
    tangent = np.linalg.svd(theta[None])[2][1:]
    return (
        tangent,
        tangent @ slope,
        tangent @ (second(M, N, theta) - (theta @ slope) * np.eye(len(theta))) @ tangent.T,
    )


def polished(M: np.ndarray, N: int, theta: np.ndarray) -> tuple[np.ndarray, float] | None:
    """The critical point that Newton steps lead to, and the length of the last; None if it is no
    maximum, or of utility zero."""
    scale = N * np.linalg.norm(M, 2)
    for _ in range(6):
        tangent, slope, curved = tangential(M, N, theta)
        values, vectors = np.linalg.eigh(curved)
        if values.max() > FLAT * scale or height(M, N, theta)[0] < FLAT * scale:
            return None
        bent = np.abs(values) > FLAT * scale
        step = -(vectors[:, bent] / values[bent]) @ (vectors[:, bent].T @ slope)
        theta = theta + step @ tangent
        theta /= np.linalg.norm(theta)
        if np.linalg.norm(step) < SETTLED:
            return theta, float(np.linalg.norm(step))
    raise Unsettled("an optimiser on the sphere has not converged")


def starts(task: TurnedTask, k: int, count: int) -> np.ndarray:
    """Random starts that depend on the size of the task alone."""
    return np.random.default_rng([task.d, task.N, k]).normal(size=(count, 2 * task.d + 1))


def tied_tasks() -> st.SearchStrategy:
    """Eigenvalues that may repeat, and all of them equal."""
    return st.one_of(
        turned_tasks(),
        st.sampled_from(SIZES).flatmap(lambda size: turned_tasks(least=2, sizes=(size,))),
    )


def maxima(task: TurnedTask, effort: Effort, search: Field = climb) -> Iterator[dict]:
    """What a search finds from many starts at every iteration; ends that are not (+-1, +-v_k,
    +-v_k)/sqrt(3) are counted."""
    for k in range(task.d):
        M, v = remaining(task, k).astype(float), rational(task.vectors[k]).astype(float)
        ends = [
            end
            for start in starts(task, k, STARTS)
            if (end := polished(M, task.N, search(M, task.N, start))) is not None
        ]
        if not ends:
            raise Unsettled("no search on the sphere ended in a maximum")
        scale = float(task.N * task.values[k] ** 2)
        others = sum(_odd(theta, v) for theta, _ in ends)
        for theta, step in ends:
            error = BETWEEN * step
            value = alone(height(M, task.N, theta)[0], scale * error)
            yield {
                paper.N: task.N,
                paper.lam_k: task.values[k],
                paper.lam_after: behind(task, k),
                paper.other_maxima: others,
                U_star: value,
                paper.U_peak: value,
                paper.V: Measured(theta[0], 1, error),
                paper.Q_k: Measured(v @ theta[1 : task.d + 1], 1, error),
                paper.K_k: Measured(v @ theta[task.d + 1 :], 1, error),
            }


def _odd(end: np.ndarray, v: np.ndarray) -> bool:
    """Is a maximum none of the printed ones?"""
    parts = end[0], v @ end[1 : len(v) + 1], v @ end[len(v) + 1 :]
    return max(abs(abs(part) - 3**-0.5) for part in parts) > DISTINCT


# --- every critical point, in rationals -----------------------------------------------------------
def rises(matrix: np.ndarray) -> bool:
    """Has a rational symmetric matrix a positive eigenvalue? Its characteristic polynomial has real
    roots only: by Descartes."""
    polynomial = _exact_matrix(matrix).charpoly()
    signs = [c > 0 for k in range(len(matrix) + 1) if (c := polynomial[k]) != 0]
    return any(a != b for a, b in zip(signs, signs[1:]))


def critical(task: TurnedTask, effort: Effort) -> Iterator[dict]:
    """All critical points: eigenvectors by their Hessian, points of utility zero by whether the
    utility rises from them. One observation for each local maximum, with its value."""
    for k in range(task.d):
        M = remaining(task, k)
        tops = [
            (j, Fraction(height(M, task.N, theta)[0]))
            for j in range(k, task.d)
            for theta in aligned_points(task, j)
            if not rises(on_sphere(M, task.N, theta))
        ]
        up = rational([1, *task.vectors[k], *task.vectors[k]])
        flat = 0
        for theta in flat_points(M, task.vectors[:k]):
            bent = second(M, task.N, theta)
            # Where the second derivatives vanish as well, the utility is that of the displacement
            # itself.
            flat += not (rises(bent) if bent.any() else height(M, task.N, up)[0] > 0)
        values = {value for _, value in tops} | ({Fraction(0)} if flat else set())
        for value in sorted(values):
            yield {
                paper.other_maxima: sum(j != k for j, _ in tops) + flat,
                # the points are sqrt(3) times those of the sphere, and the utility is cubic
                paper.U_peak: sp.Rational(value.numerator, value.denominator) / (3 * sp.sqrt(3)),
                paper.N: task.N,
                paper.lam_k: task.values[k],
                paper.lam_after: behind(task, k),
            }


def aligned_points(task: TurnedTask, j: int) -> Iterator[np.ndarray]:
    """sqrt(3) times (+-1, +-v_j, +-v_j)/sqrt(3) with a positive product."""
    v = rational(task.vectors[j])
    for sign_V, sign_Q in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        yield np.concatenate([[Fraction(sign_V)], sign_Q * v, sign_V * sign_Q * v])


def on_sphere(M: np.ndarray, N: int, theta: np.ndarray) -> np.ndarray:
    """P (Hess U - <theta, grad U>) P at theta/sqrt(3), times sqrt(3): U is cubic, so all of it is
    rational at theta."""
    identity = rational(np.eye(len(theta), dtype=int))
    tangent = identity - np.outer(theta, theta) / 3
    return tangent @ (second(M, N, theta) - height(M, N, theta)[0] * identity) @ tangent


def flat_points(M: np.ndarray, kernel: tuple) -> Iterator[np.ndarray]:
    """Points with U = 0 and grad U = 0: V = 0 with Q^T M K = 0 (or one of them zero), or M Q = M K
    = 0."""
    d = len(M)
    Q, K, zero = (rational(entries) for entries in ([1] * d, [2 - i for i in range(d)], [0] * d))
    if not (M @ Q).any():
        Q = rational([int(i == int(np.argmax(M.any(axis=0)))) for i in range(d)])
    K = K - M @ Q * (K @ M @ Q) / (M @ Q @ (M @ Q))
    none, whole = rational([0]), rational([1])
    points = [(whole, zero, zero), (none, Q, zero), (none, zero, Q), (none, Q, K)]
    if kernel:
        points += [(v, rational(kernel[0]), rational(kernel[-1])) for v in (none, whole)]
    return (np.concatenate(point) for point in points)


# --- at a given V ---------------------------------------------------------------------------------
def best_for_value(instance: tuple[TurnedTask, Fraction], effort: Effort) -> Iterator[dict]:
    """At given V: the largest value on |Q|^2 + |K|^2 = 1 - V^2, found by BFGS in (Q, K); its error
    is the gradient left there."""
    task, V = instance
    _room(V)
    for k in range(task.d):
        form = quadratic(task, k, V)
        size = np.linalg.norm(form, 2)

        def down(x: np.ndarray) -> tuple[float, np.ndarray]:
            """x^T B x penalised by |x|^4: a maximum lies on the ray of a largest Rayleigh quotient
            of B."""
            return float((x @ x) ** 2 / 4 - x @ form @ x / (2 * size)), (
                x @ x
            ) * x - form @ x / size

        ends = [
            minimize(down, start, jac=True, method="BFGS", options={"gtol": 1e-10}).x
            for start in starts(task, k, STARTS // 2)[:, 1:]
        ]
        units = [end / np.linalg.norm(end) for end in ends]
        best = max(units, key=lambda x: float(x @ form @ x))
        value = float(best @ form @ best)
        left = float(np.linalg.norm(form @ best - value * best))  # an eigenvalue is as near as this
        yield at_value(task, k, V, float(1 - V**2) * value, float(1 - V**2) * left)


def _room(V: Fraction) -> None:
    if V**2 > 1:
        raise Undefined(f"at V = {V} no (Q, K) is on the sphere |Q|^2 + |K|^2 = 1 - V^2")


def eigenvalue_for_value(instance: tuple[TurnedTask, Fraction], effort: Effort) -> Iterator[dict]:
    """The same by the largest eigenvalue of the quadratic form."""
    task, V = instance
    _room(V)
    for k in range(task.d):
        yield at_value(
            task, k, V, float(1 - V**2) * float(np.linalg.eigvalsh(quadratic(task, k, V))[-1]), 0.0
        )


def quadratic(task: TurnedTask, k: int, V: Fraction) -> np.ndarray:
    """The matrix of (Q, K) -> N V Q^T M K."""
    zero = rational([[0] * task.d] * task.d)
    half = remaining(task, k) * task.N * V / 2
    return np.block([[zero, half], [half, zero]]).astype(float)


def at_value(task: TurnedTask, k: int, V: Fraction, best: float, error: float) -> dict:
    """The largest utility at this V, with what its formula needs."""
    return {
        paper.best_at_V: alone(best, error),
        paper.V: V,
        paper.N: task.N,
        paper.lam_k: task.values[k],
    }


def eigenvalues(task: TurnedTask, effort: Effort) -> Iterator[dict]:
    """The largest root of the characteristic polynomial, which has rational roots only."""
    for k in range(task.d):
        roots = rational_roots(_exact_matrix(remaining(task, k)))
        yield {paper.top: max(roots), paper.lam_k: task.values[k]}


def best_components(task: TurnedTask, effort: Effort) -> Iterator[dict]:
    """After k jumps, every component j whose v_j^T M v_j is the largest: of equal eigenvalues all.
    The utility of a head along v_j grows with it.
    """
    for k in range(task.d):
        M = remaining(task, k)
        gains = [rational(v) @ M @ rational(v) / (rational(v) @ rational(v)) for v in task.vectors]
        for j in range(task.d):
            if gains[j] == max(gains):
                yield {
                    paper.component: j + 1,
                    paper.iteration: k + 1,
                    paper.lam_k: task.values[k],
                    paper.lam_after: behind(task, k),
                }


def rational_roots(matrix: fmpq_mat) -> list[Fraction]:
    """The eigenvalues of a matrix; an error if one of them is not rational.

    >>> rational_roots(fmpq_mat(2, 2, [2, 1, 1, 2]))
    [Fraction(1, 1), Fraction(3, 1)]
    """
    roots = []
    for factor, count in matrix.charpoly().numer().factor()[1]:
        if factor.degree() != 1:
            raise ArithmeticError(f"{factor} has no rational root")
        roots += [Fraction(-int(factor[0]), int(factor[1]))] * count
    return sorted(roots)


def _exact_matrix(matrix: np.ndarray) -> fmpq_mat:
    entries = [fmpq(x.numerator, x.denominator) for x in matrix.flat]
    return fmpq_mat(len(matrix), len(matrix), entries)
