"""What the letters stand for where computer algebra argues: Gaussian moments, one component, one
head."""

from __future__ import annotations

from functools import lru_cache

import sympy as sp

from theory import attention as paper
from theory.attention.gaussian_moments import Moment, expectation
from theory.notation import U_star

A = sp.Symbol("A", real=True)


# --- moments --------------------------------------------------------------------------------------
CHAIN = ((1, 2, ""),)


def second_moment(labels: str, distinct: bool = False) -> sp.Expr:
    """E of the entry (a, b) of sum x_i x_i^T x_j x_j^T over the labels i, j."""
    slots = tuple(("x", label) for label in labels)
    return expectation(
        Moment(slots, CHAIN),
        paper.N,
        {"S": paper.s_ab, "SS": paper.s2_ab, "tr S": paper.T},
        distinct,
    )


@lru_cache(maxsize=1)
def moments() -> dict:
    """E of the entry (a, b) of (sum x x^T)^2, and of its parts with equal and with
    unequal labels.
    """
    return {
        paper.C_ab: second_moment("nnmm"),
        paper.squares_ab: second_moment("nnnn"),
        paper.pairs_ab: second_moment("nnmm", distinct=True),
    }


TARGET = Moment((("b", ""), ("q", ""), ("b", ""), ("q", "")), ((0, 1, ""), (2, 3, "")))
MIXED = Moment(
    (("b", ""), ("q", ""), ("q", ""), ("x", "n"), ("x", "n"), ("b", "")),
    ((0, 1, ""), (2, 3, "W"), (4, 5, "")),
)
# (sum_n y_n x_n^T K)^2 with G = K K^T
KEY = Moment(
    (("b", ""), ("x", "n"), ("x", "n"), ("x", "m"), ("x", "m"), ("b", "")),
    ((0, 1, ""), (2, 3, "G"), (4, 5, "")),
)


# What traces of one S and one W obey, by Cauchy and Schwarz and since no eigenvalue exceeds tr S:
# an instance that breaks them is no network.
TRACES = (
    sp.Ge(paper.T * paper.quad_2, paper.linear_term**2),
    sp.Ge(paper.T**2 * paper.quad_1, paper.linear_term**2),
    sp.Ge(paper.T * paper.quad_1, paper.quad_2),
)
ONE_EIGENVALUE = (sp.Ge(paper.T, paper.lam_j),)
TWO_EIGENVALUES = (sp.Ge(paper.T, paper.lam_h + paper.lam_k),)  # h < k


def two_outputs(first: str, second: str) -> Moment:
    """f_W f_U with f_W = q^T W sum_n x_n (x_n.b)."""
    half = (("q", ""), ("x", "n"), ("x", "n"), ("b", ""))
    other = (("q", ""), ("x", "m"), ("x", "m"), ("b", ""))
    return Moment((*half, *other), ((0, 1, first), (2, 3, ""), (4, 5, second), (6, 7, "")))


@lru_cache(maxsize=1)
def loss_by_wick() -> dict:
    """E(b.q - q^T W sum_n x_n (x_n.b))^2/2, term by term."""
    letters = {
        "tr S": paper.T,
        "tr SSW": paper.linear_term,
        "tr SWSw": paper.quad_1,
        "tr SSwSW": paper.quad_2,
    }
    target, mixed, square = (
        expectation(moment, paper.N, letters) for moment in (TARGET, MIXED, two_outputs("W", "W"))
    )
    return {paper.L_W: target / 2 - mixed + square / 2}


def loss_at(linear: sp.Expr, first: sp.Expr, second: sp.Expr) -> sp.Expr:
    """The loss where tr(S^2 W), tr(S W S W^T) and tr(S W S^2 W^T) have these values."""
    traces = {paper.linear_term: linear, paper.quad_1: first, paper.quad_2: second}
    return loss_by_wick()[paper.L_W].xreplace(traces)


# --- one component: W = A v v^T with Sigma v = lambda v -------------------------------------------
def component_loss(value: sp.Expr, size: sp.Expr) -> sp.Expr:
    """The loss of W = A v v^T less that of W = 0."""
    return loss_at(size * value**2, size**2 * value**2, size**2 * value**3) - loss_at(
        *[sp.S(0)] * 3
    )


def best(value: sp.Expr) -> sp.Expr:
    """The magnitude A at which the loss of one component is stationary, the only one."""
    (size,) = sp.solve(sp.diff(component_loss(value, A), A), A)
    return size


def learning() -> dict:
    """A new component beside those of an earlier P = sum_h A_h v_h v_h^T, whatever P is: since
    v_h^T v_k = 0 the traces of P + A v v^T are those of both, added."""
    value, size = paper.lam_k, best(paper.lam_k)
    before = sp.symbols("P_linear P_first P_second", real=True)
    new = (size * value**2, size**2 * value**2, size**2 * value**3)
    after = (old + more for old, more in zip(before, new))
    return {
        paper.A_k: size,
        paper.level_0: loss_at(*[sp.S(0)] * 3),
        paper.drop: sp.simplify(loss_at(*before) - loss_at(*after)),
        paper.curvature: sp.diff(component_loss(value, A), A, 2),
    }


def crossing() -> dict:
    """E[f_h f_i] by Wick's theorem, for W = A_h v v^T of an active head and U = V Q K^T of a
    dormant one: tr(S W S U^T) = A_h V lambda^2 (v.Q)(v.K), and once more lambda for S^2."""
    value, size = paper.lam_h, best(paper.lam_h)
    overlap = size * paper.V * value**2 * paper.Q_h * paper.K_h
    letters = {"tr S": paper.T, "tr SUSw": overlap, "tr SSuSW": value * overlap}
    return {
        paper.A_h: size,
        paper.cross: expectation(two_outputs("W", "U"), paper.N, letters),
    }


def one_head() -> dict:
    """The loss of one head W = V Q K^T, aligned or not, differentiated in Q_j: its traces are
    products of Q^T S Q, K^T S K and K^T S^2 K, in which Q_j is alone."""
    V, Q, K, value = paper.V_h, paper.Q_j, paper.K_j, paper.lam_j
    others_Q, others_K, others_KK = sp.symbols("others_Q others_K others_KK", nonnegative=True)
    Q_S, QSSK = value * Q**2 + others_Q, value**2 * Q * K + sp.Symbol("others_QK", real=True)
    K_S, K_SS = value * K**2 + others_K, value**2 * K**2 + others_KK
    whole = loss_at(V * QSSK, V**2 * Q_S * K_S, V**2 * Q_S * K_SS)
    response = expectation(KEY, paper.N, {"tr S": paper.T, "tr GS": K_S, "tr GSS": K_SS})
    return {paper.grad_Q_alone: sp.diff(whole, Q), paper.response: V**2 * response}


# --- the sphere -----------------------------------------------------------------------------------
def largest_height() -> dict:
    """max over v = |V| of the height N v lambda_k^2 (1 - v^2)/2 of attention.rayleigh.

    It is the height at p = 1/sqrt(3), which exceeds that at v by N lambda_k^2 (v - p)^2 (v + 2p)/2.
    """
    v, peak = sp.Symbol("v", nonnegative=True), 1 / sp.sqrt(3)
    height = paper.N * v * paper.lam_k**2 * (1 - v**2) / 2
    surplus = paper.N * paper.lam_k**2 * (v - peak) ** 2 * (v + 2 * peak) / 2
    top = height.subs(v, peak)
    if sp.expand(top - height - surplus) != 0 or not surplus.is_nonnegative:
        raise ArithmeticError(f"{top} is not shown to be the largest of {height}")
    return {U_star: top}
