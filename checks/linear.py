"""Checks of the linear-network claims: proofs and plain linear algebra here, measured flows in ``linear_flows``.

Optima are found by ascent and by alternating least squares, gradients by differencing the loss; eigenvectors and
singular vectors stand only on the side of the formula that is being checked.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import sympy as sp
from hypothesis import strategies as st

from theory import linear as paper
from theory.symbols import c, d

from . import linear_flows as flows
from .certify import Certified
from .check import Check, Effort, Rejected
from .linear_problems import (Problem, best_of_rank, in_order, integer_problems, numbered, require_assumptions, rotation, rotations, spectral_problems,
                              spectrum, table)
from .property import Property
from .prove import Symbolic

ROUNDING = 1e-9  # doubles and matrices of size at most 5: some 1e-13 is left; optimisers stop at 1e-14 relative
ROUNDING_REASON = "double precision through small dense matrices"
DESCENT = 1e-6   # alternating least squares and ascent converge linearly, and stop where steps no longer change digits
DESCENT_REASON = "an optimiser that stops where its steps fall below 1e-14; near-ties of eigenvalues cost digits"
ZERO = 1e-11     # absolute size below which an entry that should vanish counts as zero


def clean(value: float) -> float | int:
    return 0 if abs(value) < ZERO else float(value)


# --- symbolic: c = H = d = 2, any entries -----------------------------------------------------------------------------------
def matrices(*names: str) -> list[sp.Matrix]:
    return [sp.Matrix(2, 2, lambda i, k, name=name: sp.Symbol(f"{name}{i + 1}{k + 1}", real=True)) for name in names]


def each_entry(where: Callable[[int, int], dict]) -> Callable[[sp.Basic], sp.Basic]:
    """The statement at all four entries at once."""
    def into(statement: sp.Basic) -> sp.Basic:
        return sp.And(*(statement.xreplace(where(i, k)) for i in range(2) for k in range(2)), evaluate=False)

    return into


def change_of_basis(i: int, k: int) -> dict:
    A, W, G = matrices("a", "w", "g")
    adjugate = sp.Matrix([[G[1, 1], -G[0, 1]], [-G[1, 0], G[0, 0]]]) / (G[0, 0] * G[1, 1] - G[0, 1] * G[1, 0])
    return {paper.f_moved: sp.cancel(((A * adjugate) * (G * W))[i, k]), paper.f_entry: (A * W)[i, k]}


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
    return {paper.U_basis: sp.expand((a * w.dot(x)).dot(residual)), paper.pairing: sp.expand((a.T * grad * w)[0, 0])}


def recursion_at(statement: sp.Basic) -> sp.Basic:
    """The statement at k = 1..3 with Delta tau from eq:cumut and eq:rectime, indices corrected, for symbolic sigma_i^(k)."""
    spectrum_ = {(i, k): sp.Symbol(f"sigma{i}_{k}", positive=True) for k in range(5) for i in range(1, 7)}
    waits, S = [sp.S.Zero], {n: sp.S.Zero for n in range(1, 6)}
    for k in range(4):
        wait = (1 - S[k + 1]) / spectrum_[1, k]
        waits.append(wait)
        for n in range(k + 1, 6):
            S[n] += spectrum_[n - k, k] * wait
    # Whatever lies outside the table (a mutant's index, say) is a letter of its own.
    outside = sp.Function("outside")

    def sigma(i: sp.Expr, k: sp.Expr) -> sp.Expr:
        return spectrum_.get((int(i), int(k)), sp.S.Zero) if i.is_Integer and k.is_Integer else outside(i, k)

    def delta(i: sp.Expr) -> sp.Expr:
        return waits[int(i)] if i.is_Integer and 0 <= i < len(waits) else sp.S.Zero

    def at(k: int, side: sp.Basic) -> sp.Basic:
        opened = side.subs(paper.step, k).replace(lambda e: isinstance(e, sp.Sum), _opened)
        return opened.replace(paper.sigma, sigma).replace(paper.delta, delta)

    def _opened(total: sp.Sum) -> sp.Expr:
        body, (symbol, low, high) = total.args
        return sp.Add(*(body.subs(symbol, n) for n in range(int(low), int(high) + 1)))

    return sp.And(*(statement.func(*(at(k, side) for side in statement.args), evaluate=False) for k in range(1, 4)), evaluate=False)


def two_plateaus() -> dict:
    small, gap, wait = (sp.symbols(f"{name}_0 {name}_1", nonnegative=True) for name in ("sigma", "gap", "wait"))
    second = sum(s * w for s, w in zip(small, wait))
    return {paper.S_one: sp.expand(sum((s + g) * w for s, g, w in zip(small, gap, wait))), paper.S_two: second}


def tied_plateaus() -> dict:
    found = two_plateaus()
    ties = {s: 0 for s in found[paper.S_one].free_symbols if s.name.startswith("gap")}
    return {paper.S_one: found[paper.S_one].subs(ties), paper.S_two: found[paper.S_two]}


# --- utility ------------------------------------------------------------------------------------------------------------------
def lifted(slope: np.ndarray) -> np.ndarray:
    """M = (0, G; G^T, 0): sum of a_i^T G w_i = sum of theta_i^T M theta_i / 2."""
    rows, columns = slope.shape
    return np.block([[np.zeros((rows, rows)), slope], [slope.T, np.zeros((columns, columns))]])


def utility_of(vector: np.ndarray, slope: np.ndarray) -> float:
    return float(vector[:len(slope)] @ slope @ vector[len(slope):])


def slope_after(instance: Problem, rank: int) -> np.ndarray:
    """-grad L at the best matrix of this rank."""
    net = instance.net
    return net.slope_of(best_of_rank(net, rank) if rank else np.zeros_like(net.B))


def stages(instance: Problem) -> range:
    require_assumptions(instance)
    return range(spectrum(instance).rank)


def _cross(instance: Problem, effort: Effort) -> Iterator[dict]:
    """E[y x^T] over the 2d points +-sqrt(d) r_l, R R^T = Sigma: an ensemble with exactly this covariance."""
    net = instance.net
    root = np.linalg.cholesky(net.Sigma) * np.sqrt(len(net.Sigma))
    points = np.hstack([root, -root])
    mean = sum(np.outer(net.B @ x, x) for x in points.T) / points.shape[1]
    for i, k in np.ndindex(*mean.shape):
        yield {paper.cross: clean(mean[i, k]), d: len(net.Sigma), paper.target: numbered(list(net.B[i])), paper.covariance: numbered(list(net.Sigma[:, k]))}


def _sizes(instance: tuple[int, int, int, int], effort: Effort) -> Iterator[dict]:
    rows, hidden, columns, seed = instance
    draw = np.random.default_rng(seed)
    product = draw.normal(size=(rows, hidden)) @ draw.normal(size=(hidden, columns))
    rank = int(np.linalg.matrix_rank(product))
    yield {paper.tilde_H: rank, c: rows, paper.width: hidden, d: columns}


def _aligned(instance: Problem, effort: Effort) -> Iterator[dict]:
    for k in stages(instance):
        slope = slope_after(instance, k)
        for sign, letter in ((-1, paper.U_on_gradient), (1, paper.U_on_descent)):
            U, values, Vt = np.linalg.svd(sign * slope)
            found = [utility_of(np.concatenate([U[:, i], Vt[i]]) / np.sqrt(2), slope) for i in range(len(values))]
            if sign == -1:
                on_gradient = found
        for i, value in enumerate(values[:spectrum(instance).rank - k]):
            yield {paper.U_on_gradient: on_gradient[i], paper.U_on_descent: found[i], paper.sigma_mode: float(value)}


def _critical(instance: Problem, effort: Effort) -> Iterator[dict]:
    """Critical points of theta^T M theta / 2 on the sphere are the eigenvectors; P (M - lambda) P <= 0 makes a maximum."""
    for k in stages(instance):
        slope = slope_after(instance, k)
        M = lifted(slope)
        values, vectors = np.linalg.eigh(M)
        for value, vector in zip(values, vectors.T):
            tangent = np.eye(len(M)) - np.outer(vector, vector)
            hessian = tangent @ (M - value * np.eye(len(M))) @ tangent
            if np.linalg.eigvalsh(hessian)[-1] < 1e-9 * values[-1]:
                yield {paper.U_local: utility_of(vector, slope), paper.sigma_top: float(np.linalg.norm(slope, 2))}


def ascend(M: np.ndarray, count: int, draw: np.random.Generator) -> np.ndarray:
    """A maximiser of tr Q^T M Q over orthonormal Q: Q <- polar(Q + s M Q), each step uphill; no eigenvectors are used."""
    Q = np.linalg.qr(draw.normal(size=(len(M), count)))[0]
    shift = np.abs(M).sum(axis=1).max()
    for _ in range(20000):
        U, _, Vt = np.linalg.svd(shift * Q + M @ Q, full_matrices=False)
        before, Q = Q, U @ Vt
        if np.abs(Q - before).max() < 1e-13:
            break
    return Q


def _frames(instance: Problem, effort: Effort) -> Iterator[dict]:
    whole = spectrum(instance)
    for k in stages(instance):
        slope = slope_after(instance, k)
        values = [float(v) for v in np.linalg.svd(slope, compute_uv=False)]
        for count in range(1, whole.rank - k + 1):
            if count < whole.rank - k and values[count - 1] - values[count] < 0.05 * values[0]:
                continue  # the ascent would not converge: a near-tie
            Q = ascend(lifted(slope), count, np.random.default_rng(instance.seed))
            utilities = sorted((utility_of(q, slope) for q in Q.T), reverse=True)
            for i in range(1, count + 1):
                yield {paper.total: sum(utilities), paper.modes: count, paper.sigma_mode_at.func: numbered(values), paper.U_frame: numbered(utilities),
                       paper.index: i}


def _dormant(instance: Problem, effort: Effort) -> Iterator[dict]:
    for k in range(1, min(spectrum(instance).rank, instance.width) + 1):
        require_assumptions(instance)
        values = np.linalg.svd(slope_after(instance, k), compute_uv=False)
        available = int(np.sum(values > 1e-6 * spectrum(instance).singular(0)[0]))
        yield {paper.modes: min(instance.width - k, available), paper.width: instance.width, paper.step: k, c: len(instance.B), d: len(instance.Sigma)}


# --- cost minimisation ----------------------------------------------------------------------------------------------------------
def _best(instance: Problem, effort: Effort) -> Iterator[dict]:
    net, whole = instance.net, spectrum(instance)
    require_assumptions(instance)
    _, U = whole.modes()
    for k in range(1, whole.rank + 1):
        beta = best_of_rank(net, k)
        P = U[:, :k] @ U[:, :k].T
        levels = [0 if v < 1e-12 * net.loss_of(0 * beta) else v for v in [net.loss_of(beta)]]
        descent = -differenced(net, beta)
        projected = (np.eye(len(P)) - P) @ net.cross_covariance
        common = {paper.step: k, paper.rank: whole.rank, c: len(net.B), d: len(net.Sigma), paper.level: numbered([None] * k + levels, 0),
                  paper.mu: numbered([float(v) for v in whole.modes()[0]])}
        for i, j in np.ndindex(*beta.shape):
            yield {**common, paper.best: clean7(beta[i, j]), paper.projector: numbered([clean(v) for v in P[i]]), paper.ols: numbered([float(v) for v in net.B[:, j]]),
                   paper.descent_entry: clean7(descent[i, j]), paper.grad_entry: clean7(-descent[i, j]), paper.projected: clean7(projected[i, j]),
                   paper.cross: float(net.cross_covariance[i, j]), paper.solution: numbered([clean7(v) for v in beta[i]]),
                   paper.covariance: numbered([float(v) for v in net.Sigma[:, j]])}


def clean7(value: float) -> float | int:
    """Entries of an optimum found by descent, of order one: below 1e-8 they are zero."""
    return 0 if abs(value) < 1e-8 else float(value)


def differenced(net, beta: np.ndarray) -> np.ndarray:
    """grad L by central differences: exact for a quadratic, up to rounding."""
    out = np.empty_like(beta)
    for at in np.ndindex(*beta.shape):
        shift = np.zeros_like(beta)
        shift[at] = 0.5
        out[at] = net.loss_of(beta + shift) - net.loss_of(beta - shift)
    return out


# --- commuting covariances, interlacing -------------------------------------------------------------------------------------------
def _simultaneous(instance: Problem, effort: Effort) -> Iterator[dict]:
    require_assumptions(instance)
    whole = spectrum(instance)
    if whole.B.shape[0] != whole.B.shape[1]:
        raise Rejected
    U, _, Vt = np.linalg.svd(whole.B @ whole.Sigma)
    gram = whole.B @ whole.Sigma @ whole.B.T
    for i, k in np.ndindex(*whole.B.shape):
        if i < k:
            yield {paper.left_xx: clean((U.T @ whole.Sigma @ U)[i, k]), paper.right_xx: clean((Vt @ whole.Sigma @ Vt.T)[i, k]), paper.left_mu: clean((U.T @ gram @ U)[i, k])}


def _left_over(instance: Problem, effort: Effort) -> Iterator[dict]:
    require_assumptions(instance)
    whole = spectrum(instance)
    sigma = table([[float(v) for v in whole.singular(k)] for k in range(whole.rank)])
    for k in range(1, whole.rank):
        for i in range(1, whole.rank - k + 1):
            yield {paper.sigma: sigma, paper.index: i, paper.step: k, paper.ordered: int(in_order(instance))}


def _recursion(instance: Problem, effort: Effort) -> Iterator[dict]:
    """The conjecture's own staircase, in theory/, against the singular values of Sigma_yx."""
    require_assumptions(instance)
    stairs = paper.staircase(instance.B, instance.Sigma, digits=15)
    values, variances = flows.by_singular_value(instance)
    levels = numbered([clean(float(v)) for v in stairs.levels], 0)
    for k in range(1, len(stairs) + 1):
        before = stairs.jump_times[k - 2] if k > 1 else 0
        yield {paper.tau_rec: float(stairs.jump_times[k - 1]), paper.wait_rec: float(stairs.jump_times[k - 1] - before), paper.s_k: float(values[k - 1]),
               paper.s_before: float(values[max(k - 2, 0)]), paper.step: k, paper.ordered: int(in_order(instance)), paper.level_rec: levels,
               paper.sigma: table([[float(v) for v in values]]), paper.lam: numbered([float(v) for v in variances]), paper.rank: len(values)}


def _later_waits(instance: Problem, effort: Effort) -> Iterator[dict]:
    return (seen for seen in _recursion(instance, effort) if seen[paper.step] >= 2)


def _volume(instance: tuple[Problem, int], effort: Effort) -> Iterator[dict]:
    """The rate of log |Z_1 ^ ... ^ Z_n| by stepping Z' = M Z forwards and backwards from random columns."""
    drawn, seed = instance
    net = drawn.net
    for count in range(1, min(net.B.shape) + 1):
        Z = np.random.default_rng(seed).normal(size=(sum(net.B.shape), count))
        slope = net.slope_of(Z[:len(net.B)] @ Z[len(net.B):].T)
        yield _grown(Z, lifted(slope), count, slope)


def _grown(Z: np.ndarray, M: np.ndarray, count: int, slope: np.ndarray) -> dict:
    h = 1e-5 / np.linalg.norm(M, 2)
    sizes = [np.linalg.slogdet((Z + s * h * M @ Z).T @ (Z + s * h * M @ Z))[1] / 2 for s in (1, -1)]
    return {paper.volume_rate: float(sizes[0] - sizes[1]) / (2 * h), paper.modes: count,
            paper.sigma_mode_at.func: numbered([float(v) for v in np.linalg.svd(slope, compute_uv=False)])}


def _volume_sharp(instance: tuple[Problem, int], effort: Effort) -> Iterator[dict]:
    """Columns that span the leading eigenspace of M reach the bound."""
    drawn, seed = instance
    net = drawn.net
    draw = np.random.default_rng(seed)
    slope = draw.normal(size=net.B.shape)
    for count in range(1, min(net.B.shape) + 1):
        leading = np.linalg.eigh(lifted(slope))[1][:, ::-1][:, :count]
        yield _grown(leading @ draw.normal(size=(count, count)), lifted(slope), count, slope)


ANY = integer_problems(3)
TURNED_AXES = spectral_problems((3.0, 1.0, 2.0), (2.0, 1.5, 0.6), ((2, 2), (3, 3), (2, 3), (3, 2), (1, 2), (2, 1)), False)
SQUARE = spectral_problems((3.0, 1.0, 2.0, 0.6), (2.0, 1.5, 0.6, 1.1), ((2, 2), (4, 4), (3, 3), (2, 3), (3, 2)), False)
# sigma = 20, 14, 10 and mu = 20, 28, 40: every stage learns the mode with the smallest singular value.
REVERSED = st.builds(lambda size, axes: flows.problem(size * np.diag([1.0, 2.0, 4.0]) @ axes.T, axes @ np.diag([20.0, 7.0, 2.5]) @ axes.T, 3),
                     st.sampled_from((1.0, 0.5, 1.5)), rotations(3))
COMMUTING = flows.MISORDERED
IN_ORDER = spectral_problems((3.0, 2.0, 1.0), (3.0, 2.0, 1.0), ((2, 2), (3, 3)), True).filter(in_order)
TURNED = st.builds(lambda one, two, b, lam: flows.problem(rotation((one,), 2) @ np.diag(b) @ rotation((two,), 2).T,
                                                          rotation((two,), 2) @ np.diag(lam) @ rotation((two,), 2).T, 2),
                   st.sampled_from((0, 1, 2)), st.sampled_from((1, 0, 3)), st.permutations((1.0, 2.0)), st.permutations((3.0, 1.0)))
SOME = (20, 200, 1500)
FEW = (12, 120, 800)


def algebra(name: str, instances: st.SearchStrategy, observe: Callable, examples: tuple = SOME, **more) -> Property:
    return Property(name, instances, observe, ROUNDING, ROUNDING_REASON, examples=examples, **more)


def optimum(name: str, observe: Callable, examples: tuple = FEW, instances: st.SearchStrategy = TURNED_AXES, **more) -> Property:
    return Property(name, instances, observe, DESCENT, DESCENT_REASON, examples=examples, **more)


least_squares = optimum("alternating least squares from four starts", _best)
frames = optimum("ascent over orthonormal frames", _frames)
recursion = algebra("the conjecture's recursion, to 15 digits", COMMUTING, _recursion)
left_over = algebra("singular values of the projected cross-covariance", COMMUTING, _left_over)
consecutive = algebra("singular values of consecutive plateaus", SQUARE, _left_over)

CHECKS: dict[str, list[Check]] = {
    "linear.cross-covariance": [algebra("an ensemble of 2d points with this covariance", ANY, _cross)],
    "linear.symmetry": [Symbolic("2 x 2 matrices with any entries", into=each_entry(change_of_basis))],
    "linear.conserved-matrix": [Symbolic("2 x 2 matrices with any entries and any gradient", into=each_entry(balance))],
    "linear.basis-size": [algebra("rank of random products", st.tuples(*(st.integers(1, 4) for _ in range(3)), st.integers(0, 9)), _sizes, (60, 200, 500))],
    "linear.utility-main": [Symbolic("one sample, two inputs, one output", one_sample)],
    "linear.utility": [Symbolic("one sample, two inputs, one output", one_sample)],
    "linear.aligned-utility": [optimum("utility at singular pairs after every stage", _aligned)],
    "linear.single-maximum": [optimum("Riemannian Hessian at every critical point", _critical, method="critical-points")],
    "linear.total-utility": [frames],
    "linear.individual-utility": [frames],
    "linear.dormant-count": [optimum("singular modes left after every stage", _dormant)],
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
    "linear.order-kept": [Symbolic("two plateaus, any singular values", two_plateaus), Certified("attained where they are tied", tied_plateaus, sharp=True)],
    "linear.simultaneous": [algebra("commuting covariances", TURNED, _simultaneous)],
    "linear.bottom-singular-values": [left_over],
    "linear.commuting-waits": [algebra("the conjecture's recursion, to 15 digits", COMMUTING, _later_waits)],
    "linear.commuting-times": [recursion],
    "linear.commuting-flow": [flows.commuting],
    "linear.interlaced-below": [consecutive, algebra("attained where the largest mode is learned", IN_ORDER, _left_over, sharp=True)],
    "linear.interlaced-above": [consecutive, algebra("attained where the smallest mode is learned", REVERSED, _left_over, sharp=True)],
    "linear.volume-growth": [Property("random columns, differenced", st.tuples(ANY, st.integers(0, 99)), _volume, 1e-7, "central differences", examples=SOME),
                             Property("attained by columns in the leading eigenspace", st.tuples(ANY, st.integers(0, 99)), _volume_sharp, 1e-7,
                                      "central differences", examples=SOME, sharp=True)],
    "linear.turning": [flows.turning],
}
