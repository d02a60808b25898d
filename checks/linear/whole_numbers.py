"""Problems of small whole numbers, on which everything is exact: refutations to check by hand.

Each letter comes from its definition: eigenvectors and singular pairs of 2 x 2 and 3 x 3
matrices in radicals, the recursion in fractions, a gradient by differentiating the loss.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import sympy as sp

from checks.linear.problems import numbered, table
from checks.methods.check import Effort
from theory import linear as paper
from theory.notation import c, d, t


@dataclass(frozen=True)
class WholeNumbers:
    """B, Sigma of fractions, and a width."""

    B: sp.ImmutableMatrix
    Sigma: sp.ImmutableMatrix
    width: int = 2

    def __repr__(self) -> str:
        B, Sigma = rows_or_diagonal(self.B), rows_or_diagonal(self.Sigma)
        return f"B = {B}, Sigma = {Sigma}, H = {self.width}"

    @property
    def rank(self) -> int:
        """min(c, d)."""
        return min(self.B.shape)

    @property
    def cross(self) -> sp.Matrix:
        """Sigma_yx = B Sigma_xx."""
        return sp.Matrix(self.B * self.Sigma)

    def slope(self, beta: sp.Matrix) -> sp.Matrix:
        """-grad L at beta, by differentiating L = tr (B - beta) Sigma (B - beta)^T / 2."""
        entries = sp.Matrix(*self.B.shape, sp.symbols(f"beta:{len(self.B)}"))
        rest = self.B - entries
        loss = (rest * self.Sigma * rest.T).trace() / 2
        here = dict(zip(entries, beta))
        return sp.Matrix(*self.B.shape, [-loss.diff(one).subs(here) for one in entries])


def rows_or_diagonal(M: sp.Matrix) -> str:
    """``diag(1, 2)``, or the rows."""
    if M.is_diagonal():
        return f"diag({', '.join(str(M[i, i]) for i in range(min(M.shape)))})"
    rows = ("[" + ", ".join(map(str, M.row(i))) + "]" for i in range(M.rows))
    return f"[{', '.join(rows)}]"


def problem(B: Any, Sigma: Any, width: int = 2) -> WholeNumbers:
    """A problem from rows, or from diagonals."""
    return WholeNumbers(sp.ImmutableMatrix(B), sp.ImmutableMatrix(Sigma), width)


# --- decompositions in radicals ------------------------------------------------------------------
def eigen(M: sp.Matrix) -> list[tuple[sp.Expr, sp.Matrix]]:
    """Eigenvalues of a symmetric matrix downwards, with orthonormal eigenvectors."""
    found = [
        (value, vector)
        for value, _, vectors in M.eigenvects()
        for vector in sp.GramSchmidt(vectors, orthonormal=True)
    ]
    return sorted(found, key=lambda pair: pair[0].evalf(30), reverse=True)


def pairs(M: sp.Matrix) -> list[tuple[sp.Expr, sp.Matrix, sp.Matrix]]:
    """(sigma, u, v) downwards with M v = sigma u, M^T u = sigma v, sigma > 0."""
    return [
        (root, sp.simplify(M * v / root), v)
        for square, v in eigen(M.T * M)
        if (root := sp.sqrtdenest(sp.sqrt(square))) != 0
    ]


@lru_cache(maxsize=32)
def modes(instance: WholeNumbers) -> list[tuple[sp.Expr, sp.Matrix]]:
    """mu_i downwards and u_i."""
    return eigen(sp.Matrix(instance.B * instance.Sigma * instance.B.T))


def best(instance: WholeNumbers, k: int) -> sp.Matrix:
    """The best matrix of rank k, P_{U_k} B (linear.reduced-rank-regression)."""
    vectors = [u for _, u in modes(instance)[:k]]
    return sum((u * u.T for u in vectors), sp.zeros(instance.B.rows)) * instance.B


def plateau(instance: WholeNumbers, k: int) -> list[sp.Expr]:
    """sigma_i^(k) downwards; the last k vanish."""
    found = [value for value, _, _ in pairs(sp.simplify(instance.slope(best(instance, k))))]
    return found + [sp.S.Zero] * (instance.rank - len(found))


def levels(instance: WholeNumbers) -> list[sp.Expr]:
    """ell^(k), the loss at the best matrix of rank k, for k = 0..r."""
    rests = [instance.B - best(instance, k) for k in range(instance.rank + 1)]
    return [sp.simplify((rest * instance.Sigma * rest.T).trace() / 2) for rest in rests]


# --- observers -----------------------------------------------------------------------------------
def ordered(instance: WholeNumbers) -> int:
    """1 where the modes by decreasing sigma are those by decreasing mu; the covariances commute."""
    gram = instance.B * instance.Sigma * instance.B.T
    along = [(u.T * gram * u)[0] for _, u, _ in pairs(instance.cross)]
    return int(all(a > b for a, b in zip(along, along[1:])))


def left_over(instance: WholeNumbers, effort: Effort) -> Iterator[dict]:
    """sigma_i^(k) of every plateau."""
    r = instance.rank
    sigma = table([plateau(instance, k) for k in range(r)])
    known = {paper.sigma: sigma, paper.rank: r, paper.ordered: ordered(instance)}
    for k in range(1, r):
        for i in range(1, r - k + 1):
            yield {**known, paper.index: i, paper.step: k}


def recursion(
    instance: WholeNumbers,
) -> Iterator[tuple[int, sp.Expr, list[sp.Expr], list[sp.Expr]]]:
    """(k, wait, S of every mode before it, rates) by S' = 2 U, U = u^T (-grad L) v / 2 at a pair
    over sqrt(2), and S = 1 at a jump.
    """
    S: list[sp.Expr] = [sp.S.Zero] * instance.rank
    for k in range(1, instance.rank + 1):
        slope = sp.simplify(instance.slope(best(instance, k - 1)))
        rates = [sp.simplify((u.T * slope * v)[0]) for _, u, v in pairs(slope)]
        wait = (1 - S[k - 1]) / rates[0]
        yield k, wait, list(S), rates
        S[k - 1 :] = [s + rate * wait for s, rate in zip(S[k - 1 :], rates)]


def sequence(instance: WholeNumbers, effort: Effort, first: int = 1) -> Iterator[dict]:
    """The conjecture's recursion beside the singular values of Sigma_yx and the variances along
    them.
    """
    whole, time = pairs(instance.cross), sp.S.Zero
    known = {
        paper.ordered: ordered(instance),
        paper.rank: instance.rank,
        paper.sigma: table([[value for value, _, _ in whole]]),
        paper.lam: numbered([(v.T * instance.Sigma * v)[0] for _, _, v in whole]),
        paper.level_rec: numbered(levels(instance), 0),
    }
    for k, wait, _, _ in recursion(instance):
        time += wait
        here = {paper.tau_rec: time, paper.wait_rec: wait, paper.step: k}
        values = {paper.s_k: whole[k - 1][0], paper.s_before: whole[max(k - 2, 0)][0]}
        if k >= first:
            yield {**known, **here, **values}


def later_waits(instance: WholeNumbers, effort: Effort) -> Iterator[dict]:
    """The waits from the second on."""
    return sequence(instance, effort, 2)


def accumulated(instance: WholeNumbers, effort: Effort) -> Iterator[dict]:
    """S of a dormant mode after half of a wait, at its start, and at that of the wait before."""
    stages = list(recursion(instance))
    for (_, _, earlier, _), (k, wait, start, rates) in zip(stages, stages[1:]):
        for i in range(k - 1, instance.rank):
            sigma = rates[i - k + 1]
            yield {
                paper.S_before: earlier[i],
                paper.S_start: start[i],
                paper.S_after: start[i] + sigma * wait / 2,
                paper.sigma_mode: sigma,
                t: wait / 2,
            }


def waiting(instance: WholeNumbers, effort: Effort) -> Iterator[dict]:
    """The wait, and the largest singular values of the plateaus before and after its end."""
    for k, wait, S, rates in recursion(instance):
        if k < instance.rank:
            yield {
                paper.wait: wait,
                paper.S_before: S[k - 1],
                paper.sigma_last: rates[0],
                paper.sigma_here: plateau(instance, k)[0],
            }


def simultaneous(instance: WholeNumbers, effort: Effort) -> Iterator[dict]:
    """Sigma_xx and B Sigma B^T between two singular vectors of Sigma_yx."""
    gram, whole = instance.B * instance.Sigma * instance.B.T, pairs(instance.cross)
    for i, (_, u, v) in enumerate(whole):
        for _, other_u, other_v in whole[i + 1 :]:
            yield {
                paper.left_xx: sp.simplify((u.T * instance.Sigma * other_u)[0]),
                paper.right_xx: sp.simplify((v.T * instance.Sigma * other_v)[0]),
                paper.left_mu: sp.simplify((u.T * gram * other_u)[0]),
            }


def leaving(instance: WholeNumbers, effort: Effort) -> Iterator[dict]:
    """grad L at u_1 v_1^T, applied to u_1, off v_1."""
    (top, u, v), (second, _, _) = pairs(instance.cross)[:2]
    moved = instance.slope(u * v.T).T * u
    inner = instance.Sigma * instance.cross.T * instance.cross
    yield {
        paper.leaving: sp.simplify((moved - (moved.T * v)[0] * v).norm()),
        paper.commutes: int(inner == inner.T),
        paper.top_gap: top - second,
    }


def aligned_utilities(instance: WholeNumbers, effort: Effort) -> Iterator[dict]:
    """U = a^T (-grad L) w at the singular pairs of grad L and of -grad L, over sqrt(2)."""
    slope = instance.slope(sp.zeros(*instance.B.shape))
    for (value, u, v), (_, a, w) in zip(pairs(slope), pairs(-slope)):
        yield {
            paper.U_on_descent: (u.T * slope * v)[0] / 2,
            paper.U_on_gradient: (a.T * slope * w)[0] / 2,
            paper.sigma_mode: value,
        }


def turned_frame(instance: WholeNumbers, effort: Effort) -> Iterator[dict]:
    """The two best pairs, and both turned by 45 degrees: their total is the largest, sigma_1/2 +
    sigma_2/2 (linear.total-utility), whichever way they are turned.
    """
    slope = instance.cross
    (first, u, v), (second, other_u, other_v) = pairs(slope)[:2]
    one, two = (sp.Matrix([*u, *v]) / sp.sqrt(2), sp.Matrix([*other_u, *other_v]) / sp.sqrt(2))
    values = [first, second, -second]  # the eigenvalues of (0, G; G^T, 0), downwards
    for frame in ([(one + two) / sp.sqrt(2), (one - two) / sp.sqrt(2)], [one, two]):
        utilities = [
            sp.simplify((q[: slope.rows, :].T * slope * q[slope.rows :, :])[0]) for q in frame
        ]
        for i, q in enumerate(frame, 1):
            squares = [sp.simplify((q.T * axis)[0] ** 2) for axis in (one, two)]
            yield {
                paper.modes: 2,
                paper.index: i,
                paper.total: sum(utilities),
                paper.U_frame: numbered(sorted(utilities, reverse=True)),
                paper.sigma_mode_at.func: numbered([first, second]),
                paper.overlap_one: max(squares),
                paper.overlap_all: sum(squares),
                paper.gap_after: values[1] - values[2],
            }


def gradient(instance: WholeNumbers, effort: Effort) -> Iterator[dict]:
    """grad L at the best matrix of rank k, entry by entry, and (1 - P) Sigma_yx."""
    for k in range(1, instance.rank + 1):
        beta = best(instance, k)
        descent = instance.slope(beta)
        axes = [u for _, u in modes(instance)[:k]]
        projected = instance.cross - sum((u * u.T for u in axes), sp.zeros(2)) * instance.cross
        for place in range(len(beta)):
            yield {
                paper.step: k,
                paper.grad_entry: -descent[place],
                paper.descent_entry: descent[place],
                paper.projected: projected[place],
            }


def dormant_modes(instance: WholeNumbers, effort: Effort) -> Iterator[dict]:
    """How many singular modes of -grad L the H - k neurons that are left can take."""
    for k in range(1, min(instance.rank, instance.width) + 1):
        there = sum(value != 0 for value in plateau(instance, k))
        sizes = {c: instance.B.rows, d: instance.B.cols, paper.width: instance.width}
        yield {**sizes, paper.step: k, paper.modes: min(instance.width - k, there)}


def greedy(instance: WholeNumbers, effort: Effort) -> Iterator[dict]:
    """Greedy Low-Rank Learning of diagonal matrices: a stage moves the entry whose slope is
    largest, and no other one.
    """
    r, beta, best_levels = instance.rank, sp.zeros(instance.rank), levels(instance)
    losses = [best_levels[0]]
    for k in range(1, r + 1):
        slope = instance.slope(beta)
        chosen = max(range(r), key=lambda i: slope[i, i])
        beta[chosen, chosen] = at_rest(instance.B[chosen, chosen], instance.Sigma[chosen, chosen])
        rest = instance.B - beta
        losses.append((rest * instance.Sigma * rest.T).trace() / 2)
        held = [
            (u.T * beta * instance.Sigma * instance.B.T * u)[0] / mu for mu, u in modes(instance)
        ]
        for i in range(1, r + 1):
            yield {
                paper.step: k,
                paper.index: i,
                paper.rank: r,
                paper.rank_rest: beta.rank(),
                paper.level_glrl: numbered(list(losses), 0),
                paper.level: numbered(best_levels, 0),
                paper.kept: numbered(held),
                paper.mu: numbered([mu for mu, _ in modes(instance)]),
            }


@lru_cache(maxsize=16)
def at_rest(b: sp.Rational, lam: sp.Rational) -> sp.Expr:
    """Where z = a w ends along a' = lam (b - a w) w, w' = lam (b - a w) a from a = w: the limit of
    the solution of z' = 2 lam z (b - z).
    """
    time, start = sp.symbols("time start", positive=True)
    z = b / (1 + (b / start - 1) * sp.exp(-2 * lam * b * time))
    if sp.simplify(z.diff(time) - 2 * lam * z * (b - z)) != 0:
        raise ArithmeticError(f"{z} does not solve the flow of one mode")
    return sp.limit(z, time, sp.oo)


@dataclass(frozen=True)
class TwoWays:
    """Singular values of a matrix of two rows; equal ones have other vectors too."""

    singular_values: tuple[int, int]


def two_decompositions(instance: TwoWays, effort: Effort) -> Iterator[dict]:
    """sum of s_i e_i e_i^T; where both values are equal, the same matrix by e_1 +- e_2."""
    values = instance.singular_values
    axes = [sp.Matrix([1, 0]), sp.Matrix([0, 1])]
    same = values[0] == values[1]
    other = [(axes[0] + axes[1]) / sp.sqrt(2), (axes[0] - axes[1]) / sp.sqrt(2)] if same else axes
    maps = [[s * u * u.T for s, u in zip(values, frame)] for frame in (axes, other)]
    if sum(maps[0], sp.zeros(2)) != sum(maps[1], sp.zeros(2)):
        raise ArithmeticError("the two decompositions are not of one matrix")
    for one, two in zip(*maps):
        for place in range(len(one)):
            gap = sp.Integer(abs(values[0] - values[1]))
            yield {paper.map_one: one[place], paper.map_two: two[place], paper.separation: gap}


# --- problems ------------------------------------------------------------------------------------
# sigma = 3, 2 and mu = 3, 4: the first mode by sigma is the second by mu.
OTHER_ORDER = problem(sp.diag(1, 2), sp.diag(3, 1))
IN_ORDER = problem(sp.diag(2, 1), sp.diag(3, 1))
THREE = problem(sp.diag(3, 2, 1), sp.diag(3, 2, 1), 3)
TURNED_OUTPUTS = problem([[1, 2], [1, -2]], sp.diag(3, 1))
TURNED_INPUTS = problem([[2, -2], [-1, 2]], [[2, 1], [1, 1]])
WIDE = problem(sp.diag(1, 2), sp.diag(3, 1), 3)
