"""Checks of the linear-network claims: proofs and plain linear algebra here, measured flows in ``linear_flows``.

Optima are found by ascent and by alternating least squares, gradients by differencing the loss; eigenvectors and
singular vectors stand only on the side of the formula that is being checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import sympy as sp
from hypothesis import strategies as st

from theory import linear as paper
from theory.symbols import c, d

from . import linear_flows as flows
from .certify import Certified
from .check import Check, Effort, Rejected
from .linear_decompositions import DOUBLES, FORTY_DIGITS
from .linear_problems import (
    Problem,
    against_first,
    as_given,
    best_of_rank,
    in_order,
    integer_problems,
    minus,
    numbered,
    require_assumptions,
    rotation,
    rotations,
    sized_by,
    spectral_problems,
    spectrum,
    table,
)
from .measured import Measured
from .property import Property
from .prove import Symbolic

ROUNDING = (
    1e-11  # doubles and matrices of size at most 5, of the size that cancels: some 1e-14 is left
)
ROUNDING_REASON = (
    "double precision through small dense matrices; gaps of 3 % between eigenvalues cost two digits"
)
# Steps below 1e-14 that shrink by 1.5 % each leave 1e-12; ill-conditioned factors cost two digits.
DESCENT = 1e-9
DESCENT_REASON = (
    "an optimiser that stops where its steps fall below 1e-14; near-ties of eigenvalues cost digits"
)
DIFFERENCES = 1e-8  # steps of 1e-5: a third derivative times 1e-10, and rounding of 1e-16 over 1e-5


# --- symbolic: c = H = d = 2, any entries --------------------------------------------------------
def matrices(*names: str) -> list[sp.Matrix]:
    return [
        sp.Matrix(2, 2, lambda i, k, name=name: sp.Symbol(f"{name}{i + 1}{k + 1}", real=True))
        for name in names
    ]


def each_entry(where: Callable[[int, int], dict]) -> Callable[[sp.Basic], sp.Basic]:
    """The statement at all four entries at once."""

    def into(statement: sp.Basic) -> sp.Basic:
        return sp.And(
            *(statement.xreplace(where(i, k)) for i in range(2) for k in range(2)), evaluate=False
        )

    return into


def change_of_basis(i: int, k: int) -> dict:
    A, W, G = matrices("a", "w", "g")
    adjugate = sp.Matrix([[G[1, 1], -G[0, 1]], [-G[1, 0], G[0, 0]]]) / (
        G[0, 0] * G[1, 1] - G[0, 1] * G[1, 0]
    )
    return {
        paper.f_moved: sp.cancel(((A * adjugate) * (G * W))[i, k]),
        paper.f_entry: (A * W)[i, k],
    }


def balance(i: int, k: int) -> dict:
    """d/dt (A^T A - W W^T) under A' = G W^T, W' = A^T G for any G."""
    A, W, G = matrices("a", "w", "g")
    dA, dW = G * W.T, A.T * G
    return {paper.rate_balance: sp.expand((dA.T * A + A.T * dA - dW * W.T - W * dW.T)[i, k])}


def one_sample() -> dict:
    """U = E<a w^T x, y - beta x> and a^T grad L w for one sample; all others are averaged by the same sum."""
    beta = sp.Matrix(1, 2, sp.symbols("beta1 beta2", real=True))
    x, w = (sp.Matrix(2, 1, sp.symbols(f"{name}1 {name}2", real=True)) for name in "xw")
    y, a = (sp.Matrix(1, 1, sp.symbols(f"{name}1,", real=True)) for name in "ya")
    residual = y - beta * x
    loss = residual.dot(residual) / 2
    grad = beta.applyfunc(lambda entry: sp.diff(loss, entry))
    return {
        paper.U_basis: sp.expand((a * w.dot(x)).dot(residual)),
        paper.pairing: sp.expand((a.T * grad * w)[0, 0]),
    }


def recursion_at(statement: sp.Basic) -> sp.Basic:
    """The statement at k = 1..3 with Delta tau from eq:cumut and eq:rectime, indices corrected, for symbolic sigma_i^(k)."""
    spectrum_ = {
        (i, k): sp.Symbol(f"sigma{i}_{k}", positive=True) for k in range(5) for i in range(1, 7)
    }
    waits, S = [sp.S.Zero], dict.fromkeys(range(1, 6), sp.S.Zero)
    for k in range(4):
        wait = (1 - S[k + 1]) / spectrum_[1, k]
        waits.append(wait)
        for n in range(k + 1, 6):
            S[n] += spectrum_[n - k, k] * wait
    # Whatever lies outside the table (a mutant's index, say) is a letter of its own.
    outside = sp.Function("outside")

    def sigma(i: sp.Expr, k: sp.Expr) -> sp.Expr:
        return (
            spectrum_.get((int(i), int(k)), sp.S.Zero)
            if i.is_Integer and k.is_Integer
            else outside(i, k)
        )

    def delta(i: sp.Expr) -> sp.Expr:
        return waits[int(i)] if i.is_Integer and 0 <= i < len(waits) else sp.S.Zero

    def at(k: int, side: sp.Basic) -> sp.Basic:
        opened = side.subs(paper.step, k).replace(lambda e: isinstance(e, sp.Sum), _opened)
        return opened.replace(paper.sigma, sigma).replace(paper.delta, delta)

    def _opened(total: sp.Sum) -> sp.Expr:
        body, (symbol, low, high) = total.args
        return sp.Add(*(body.subs(symbol, n) for n in range(int(low), int(high) + 1)))

    return sp.And(
        *(
            statement.func(*(at(k, side) for side in statement.args), evaluate=False)
            for k in range(1, 4)
        ),
        evaluate=False,
    )


def two_plateaus() -> dict:
    small, gap, wait = (
        sp.symbols(f"{name}_0 {name}_1", nonnegative=True) for name in ("sigma", "gap", "wait")
    )
    second = sum(s * w for s, w in zip(small, wait))
    return {
        paper.S_one: sp.expand(sum((s + g) * w for s, g, w in zip(small, gap, wait))),
        paper.S_two: second,
    }


def tied_plateaus() -> dict:
    found = two_plateaus()
    ties = {s: 0 for s in found[paper.S_one].free_symbols if s.name.startswith("gap")}
    return {paper.S_one: found[paper.S_one].subs(ties), paper.S_two: found[paper.S_two]}


# --- utility -------------------------------------------------------------------------------------
def lifted(slope: np.ndarray) -> np.ndarray:
    """M = (0, G; G^T, 0): sum of a_i^T G w_i = sum of theta_i^T M theta_i / 2."""
    rows, columns = slope.shape
    return np.block([[np.zeros((rows, rows)), slope], [slope.T, np.zeros((columns, columns))]])


def utility_of(vector: np.ndarray, slope: np.ndarray) -> float:
    return float(vector[: len(slope)] @ slope @ vector[len(slope) :])


def slope_after(instance: Problem, rank: int, by: Any = DOUBLES) -> np.ndarray:
    """-grad L at the best matrix of this rank."""
    net = instance.net
    return by.array(
        net.slope_of(best_of_rank(net, rank, by) if rank else by.array(np.zeros_like(net.B)))
    )


def stages(instance: Problem) -> range:
    require_assumptions(instance)
    return range(spectrum(instance).rank)


def largest(matrix: np.ndarray) -> float:
    """The size of what cancels in a product with orthonormal vectors: the Frobenius norm."""
    return float(np.sqrt(np.sum(np.asarray(matrix, dtype=float) ** 2)))


def _cross(instance: Problem, effort: Effort, by: Any = DOUBLES) -> Iterator[dict]:
    """E[y x^T] over the 2d points +-sqrt(d) r_l, R R^T = Sigma: an ensemble of this covariance."""
    B, Sigma = by.array(instance.net.B), by.array(instance.net.Sigma)
    points = [sign * column for column in by.cholesky(Sigma).T for sign in (1, -1)]
    mean = sum(np.outer(B @ x, x) for x in points) / 2  # each of the 2d points carries a factor d
    size = sum(np.outer(np.abs(B) @ np.abs(x), np.abs(x)) for x in points) / 2
    for i, k in np.ndindex(*mean.shape):
        yield {
            paper.cross: Measured(float(mean[i, k]), float(size[i, k])),
            d: len(Sigma),
            paper.target: numbered(as_given(B[i])),
            paper.covariance: numbered(as_given(Sigma[:, k])),
        }


def _sizes(instance: tuple[int, int, int, int], effort: Effort) -> Iterator[dict]:
    rows, hidden, columns, seed = instance
    draw = np.random.default_rng(seed)
    product = draw.normal(size=(rows, hidden)) @ draw.normal(size=(hidden, columns))
    rank = int(np.linalg.matrix_rank(product))
    yield {paper.tilde_H: rank, c: rows, paper.width: hidden, d: columns}


def _sizes_again(instance: tuple[int, int, int, int], effort: Effort) -> Iterator[dict]:
    """Another seed: the rank is that of generic products."""
    return _sizes((*instance[:3], instance[3] + 1000), effort)


def _aligned(instance: Problem, effort: Effort, by: Any = DOUBLES) -> Iterator[dict]:
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


def _critical(instance: Problem, effort: Effort, by: Any = DOUBLES) -> Iterator[dict]:
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


def _frames(instance: Problem, effort: Effort, start: int = 0) -> Iterator[dict]:
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


def _dormant(instance: Problem, effort: Effort, by: Any = DOUBLES) -> Iterator[dict]:
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
def _best(instance: Problem, effort: Effort, by: Any = DOUBLES) -> Iterator[dict]:
    require_assumptions(instance)
    net, whole = instance.net, spectrum(instance, by)
    _, U = whole.modes()
    cross = whole.B @ whole.Sigma
    for k in range(1, whole.rank + 1):
        beta = best_of_rank(net, k, by)
        P = U[:, :k] @ U[:, :k].T
        projected = cross - P @ cross
        descent, sizes = differenced(net, beta)
        level = Measured(net.loss_of(beta), net.loss_of(0 * beta))
        common = {
            paper.step: k,
            paper.rank: whole.rank,
            c: len(net.B),
            d: len(net.Sigma),
            paper.level: numbered([None] * k + [level], 0),
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
    """-grad L by central differences, exact for a quadratic, and the sizes of what was subtracted."""
    descent, sizes = np.empty(beta.shape), np.empty(beta.shape)
    for at in np.ndindex(*beta.shape):
        shift = np.zeros(beta.shape)
        shift[at] = 0.5
        ahead, behind = net.loss_of(beta + shift), net.loss_of(beta - shift)
        descent[at], sizes[at] = behind - ahead, behind + ahead
    return descent, sizes


# --- commuting covariances, interlacing ----------------------------------------------------------
def _simultaneous(instance: Problem, effort: Effort, by: Any = DOUBLES) -> Iterator[dict]:
    require_assumptions(instance)
    whole = spectrum(instance, by)
    if whole.B.shape[0] != whole.B.shape[1]:
        raise Rejected("c != d")
    U, _, Vt = by.svd(whole.B @ whole.Sigma)
    gram = whole.B @ whole.Sigma @ whole.B.T
    turned = {
        paper.left_xx: (U.T @ whole.Sigma @ U, whole.Sigma),
        paper.right_xx: (Vt @ whole.Sigma @ Vt.T, whole.Sigma),
        paper.left_mu: (U.T @ gram @ U, gram),
    }
    for i, k in np.ndindex(*whole.B.shape):
        if i < k:
            yield {
                letter: Measured(float(matrix[i, k]), largest(of))
                for letter, (matrix, of) in turned.items()
            }


def _left_over(instance: Problem, effort: Effort, by: Any = DOUBLES) -> Iterator[dict]:
    require_assumptions(instance)
    whole = spectrum(instance, by)
    sigma = table([whole.sigma(k) for k in range(whole.rank)])
    for k in range(1, whole.rank):
        for i in range(1, whole.rank - k + 1):
            yield {
                paper.sigma: sigma,
                paper.index: i,
                paper.step: k,
                paper.ordered: int(in_order(instance)),
            }


def _recursion(instance: Problem, effort: Effort, by: Any = DOUBLES) -> Iterator[dict]:
    """The conjecture's own staircase, in theory/, against the singular values of Sigma_yx."""
    require_assumptions(instance)
    stairs = paper.staircase(instance.B, instance.Sigma, digits=15 if by is DOUBLES else 40)
    values, variances = flows.by_singular_value(instance, by)
    levels = numbered(against_first(stairs.levels), 0)
    # A wait is (1 - S)/sigma_1^(k-1) with S <= 1: what cancels is as large as 1/(smallest sigma).
    times = [Measured(0, 0), *sized_by(stairs.jump_times, 2 / float(values[-1].value))]
    for k in range(1, len(stairs) + 1):
        yield {
            paper.tau_rec: times[k],
            paper.wait_rec: minus(times[k], times[k - 1]),
            paper.s_k: values[k - 1],
            paper.s_before: values[max(k - 2, 0)],
            paper.step: k,
            paper.ordered: int(in_order(instance)),
            paper.level_rec: levels,
            paper.sigma: table([values]),
            paper.lam: numbered(variances),
            paper.rank: len(values),
        }


def _later_waits(instance: Problem, effort: Effort, by: Any = DOUBLES) -> Iterator[dict]:
    return (seen for seen in _recursion(instance, effort, by) if seen[paper.step] >= 2)


def _volume(instance: tuple[Problem, int], effort: Effort, by: Any = DOUBLES) -> Iterator[dict]:
    """The rate of log |Z_1 ^ ... ^ Z_n| by stepping Z' = M Z to and fro from random columns."""
    drawn, seed = instance
    net = drawn.net
    for count in range(1, min(net.B.shape) + 1):
        Z = np.random.default_rng(seed).normal(size=(sum(net.B.shape), count))
        yield _grown(Z, net.slope_of(Z[: len(net.B)] @ Z[len(net.B) :].T), by)


def _grown(Z: np.ndarray, slope: np.ndarray, by: Any) -> dict:
    """Any basis of the span of Z grows by the same factor: an orthonormal one loses no digits."""
    count, size = Z.shape[1], largest(slope)
    slope, Q = by.array(slope), by.array(np.linalg.qr(Z)[0])
    M = lifted(slope)
    h = by.stop ** (5 / 14) / size  # 1e-5 in doubles
    rate = (by.log_volume(Q + h * (M @ Q)) - by.log_volume(Q - h * (M @ Q))) / (2 * h)
    return {
        paper.volume_rate: Measured(float(rate), count * size),
        paper.modes: count,
        paper.sigma_mode_at.func: numbered(sized_by(by.svd(slope)[1], size)),
    }


def _volume_sharp(
    instance: tuple[Problem, int], effort: Effort, by: Any = DOUBLES
) -> Iterator[dict]:
    """Columns that span the leading eigenspace of M reach the bound."""
    drawn, seed = instance
    net = drawn.net
    draw = np.random.default_rng(seed)
    slope = draw.normal(size=net.B.shape)
    for count in range(1, min(net.B.shape) + 1):
        leading = np.linalg.eigh(lifted(slope))[1][:, ::-1][:, :count]
        yield _grown(leading @ draw.normal(size=(count, count)), slope, by)


ANY = integer_problems(3)
TURNED_AXES = spectral_problems(
    (3.0, 1.0, 2.0), (2.0, 1.5, 0.6), ((2, 2), (3, 3), (2, 3), (3, 2), (1, 2), (2, 1)), False
)
SQUARE = spectral_problems(
    (3.0, 1.0, 2.0, 0.6), (2.0, 1.5, 0.6, 1.1), ((2, 2), (4, 4), (3, 3), (2, 3), (3, 2)), False
)
# sigma = 20, 14, 10 and mu = 20, 28, 40: every stage learns the mode with the smallest singular value.
REVERSED = st.builds(
    lambda size, axes: flows.problem(
        size * np.diag([1.0, 2.0, 4.0]) @ axes.T, axes @ np.diag([20.0, 7.0, 2.5]) @ axes.T, 3
    ),
    st.sampled_from((1.0, 0.5, 1.5)),
    rotations(3),
)
COMMUTING = flows.MISORDERED
# sigma and mu in the same order through every mode, whatever the width
IN_ORDER = spectral_problems((3.0, 2.0, 1.0), (3.0, 2.0, 1.0), ((2, 2), (3, 3)), True).filter(
    lambda one: in_order(replace(one, width=len(one.B)))
)
TURNED = st.builds(
    lambda one, two, b, lam: flows.problem(
        rotation((one,), 2) @ np.diag(b) @ rotation((two,), 2).T,
        rotation((two,), 2) @ np.diag(lam) @ rotation((two,), 2).T,
        2,
    ),
    st.sampled_from((0, 1, 2)),
    st.sampled_from((1, 0, 3)),
    st.permutations((1.0, 2.0)),
    st.permutations((3.0, 1.0)),
)
SOME = (20, 200, 1500)
FEW = (12, 120, 800)


def algebra(
    name: str, instances: st.SearchStrategy, observe: Callable, examples: tuple = SOME, **more
) -> Property:
    """Observed in doubles; what seems to break there is observed again in forty digits."""
    return Property(
        name,
        instances,
        observe,
        ROUNDING,
        ROUNDING_REASON,
        examples=examples,
        confirm=partial(observe, by=FORTY_DIGITS),
        **more,
    )


def optimum(name: str, observe: Callable, confirm: Callable, **more) -> Property:
    return Property(
        name, TURNED_AXES, observe, DESCENT, DESCENT_REASON, examples=FEW, confirm=confirm, **more
    )


def descended(name: str, observe: Callable, **more) -> Property:
    """The optimum is polished in forty digits for the second look."""
    return optimum(name, observe, partial(observe, by=FORTY_DIGITS), **more)


def volume(name: str, observe: Callable, **more) -> Property:
    return Property(
        name,
        st.tuples(ANY, st.integers(0, 99)),
        observe,
        DIFFERENCES,
        "central differences",
        examples=SOME,
        confirm=partial(observe, by=FORTY_DIGITS),
        **more,
    )


least_squares = descended("alternating least squares from four starts", _best)
frames = optimum("ascent over orthonormal frames", _frames, partial(_frames, start=1))
recursion = algebra("the conjecture's recursion, to 15 digits", COMMUTING, _recursion)
left_over = algebra("singular values of the projected cross-covariance", COMMUTING, _left_over)
consecutive = algebra("singular values of consecutive plateaus", SQUARE, _left_over)

CHECKS: dict[str, list[Check]] = {
    "linear.cross-covariance": [
        algebra("an ensemble of 2d points with this covariance", ANY, _cross)
    ],
    "linear.symmetry": [
        Symbolic("2 x 2 matrices with any entries", into=each_entry(change_of_basis))
    ],
    "linear.conserved-matrix": [
        Symbolic("2 x 2 matrices with any entries and any gradient", into=each_entry(balance))
    ],
    "linear.basis-size": [
        Property(
            "rank of random products",
            st.tuples(*(st.integers(1, 4) for _ in range(3)), st.integers(0, 9)),
            _sizes,
            ROUNDING,
            "whole numbers",
            examples=(60, 200, 500),
            confirm=_sizes_again,
        )
    ],
    "linear.utility-main": [Symbolic("one sample, two inputs, one output", one_sample)],
    "linear.utility": [Symbolic("one sample, two inputs, one output", one_sample)],
    "linear.aligned-utility": [descended("utility at singular pairs after every stage", _aligned)],
    "linear.single-maximum": [
        descended("Riemannian Hessian at every critical point", _critical, method="critical-points")
    ],
    "linear.total-utility": [frames],
    "linear.individual-utility": [frames],
    "linear.dormant-count": [descended("singular modes left after every stage", _dormant)],
    "linear.reduced-rank-regression": [least_squares],
    "linear.level": [least_squares],
    "linear.gradient-main": [least_squares],
    "linear.gradient": [least_squares],
    "linear.greedy-low-rank": [flows.greedy],
    "linear.conjecture": flows.FAMILIES,
    "linear.recovers-gidel": [recursion],
    "linear.accumulated-utility": [flows.accumulated],
    "linear.jump-recursion": [flows.waiting],
    "linear.recursion-unrolled": [Symbolic("k = 1..3, any singular values", into=recursion_at)],
    "linear.order-kept": [
        Symbolic("two plateaus, any singular values", two_plateaus),
        Certified("attained where they are tied", tied_plateaus, sharp=True),
    ],
    "linear.simultaneous": [algebra("commuting covariances", TURNED, _simultaneous)],
    "linear.bottom-singular-values": [left_over],
    "linear.commuting-waits": [
        algebra("the conjecture's recursion, to 15 digits", COMMUTING, _later_waits)
    ],
    "linear.commuting-times": [recursion],
    "linear.commuting-flow": [flows.commuting],
    "linear.interlaced-below": [
        consecutive,
        algebra("attained where the largest mode is learned", IN_ORDER, _left_over, sharp=True),
    ],
    "linear.interlaced-above": [
        consecutive,
        algebra("attained where the smallest mode is learned", REVERSED, _left_over, sharp=True),
    ],
    "linear.volume-growth": [
        volume("random columns, differenced", _volume),
        volume("attained by columns in the leading eigenspace", _volume_sharp, sharp=True),
    ],
    "linear.turning": [flows.turning],
}
