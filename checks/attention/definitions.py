"""What the letters stand for where the attention claims are proved: block matrices, Gaussian moments, one component, one head."""

from __future__ import annotations

from functools import lru_cache

import sympy as sp

from theory import attention as paper
from theory.attention.gaussian_moments import Moment, expectation
from theory.framework import theta_sq
from theory.notation import eta, n_0

a, b, c, A = sp.symbols("a b c A", real=True)


# --- the full formula with the zero slices, in blocks ---------------------------------------------
@lru_cache(maxsize=1)
def reduced_output() -> dict:
    """The corner of W_V X X^T W_K W_Q^T X for X = [[x, x_{N+1}], [y, 0]], any N and d, as a product
    of its responses."""
    n, d = sp.symbols("n d", integer=True, positive=True)
    x, last, y = (
        sp.MatrixSymbol("x", d, n),
        sp.MatrixSymbol("x_last", d, 1),
        sp.MatrixSymbol("y", 1, n),
    )
    v, K, Q = sp.MatrixSymbol("v", 1, 1), sp.MatrixSymbol("K", d, 1), sp.MatrixSymbol("Q", d, 1)
    zero = sp.ZeroMatrix
    X = sp.BlockMatrix([[x, last], [y, zero(1, 1)]])
    W_V = sp.BlockMatrix([[zero(d, d), zero(d, 1)], [zero(1, d), v]])
    W_K, W_Q = (sp.BlockMatrix([[part], [zero(1, 1)]]) for part in (K, Q))
    corner = sp.block_collapse(W_V * X * X.T * W_K * W_Q.T * X).blocks[1, 1]
    factors = list(corner.args)
    responses = {(v,): "V", (y, x.T, K): "key", (Q.T, last): "query"}
    found = []
    while factors:  # cut the product into 1 x 1 pieces
        for piece, name in responses.items():
            if tuple(factors[: len(piece)]) == piece:
                found.append(name)
                factors = factors[len(piece) :]
                break
        else:
            raise ArithmeticError(f"{corner} is not a product of scalar responses")
    letters = {
        "V": (paper.V_1, paper.V_2),
        "key": (paper.key_1, paper.key_2),
        "query": (paper.query_1, paper.query_2),
    }
    return {paper.y_hat: sum(sp.Mul(*(letters[name][h] for name in found)) for h in (0, 1))}


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
    return {
        paper.C_ab: second_moment("nnmm"),
        paper.squares_ab: second_moment("nnnn"),
        paper.pairs_ab: second_moment("nnmm", distinct=True),
    }


def along(value: sp.Expr) -> sp.Expr:
    """C along an eigenvector: c(lambda)."""
    return moments()[paper.C_ab].subs({paper.s_ab: value, paper.s2_ab: value**2}, simultaneous=True)


@lru_cache(maxsize=1)
def loss_by_wick() -> dict:
    """E(b.q - q^T W sum_n x_n (x_n.b))^2/2, term by term."""
    letters = {
        "tr S": paper.T,
        "tr SSW": paper.linear_term,
        "tr SSw": paper.linear_term,
        "tr SWSw": paper.quad_1,
        "tr SSWSw": paper.quad_2,
        "tr SSwSW": paper.quad_2,
    }
    target = Moment((("b", ""), ("q", ""), ("b", ""), ("q", "")), ((0, 1, ""), (2, 3, "")))
    mixed = Moment(
        (("b", ""), ("q", ""), ("q", ""), ("x", "n"), ("x", "n"), ("b", "")),
        ((0, 1, ""), (2, 3, "W"), (4, 5, "")),
    )
    square = Moment(
        (
            ("q", ""),
            ("x", "n"),
            ("x", "n"),
            ("b", ""),
            ("q", ""),
            ("x", "m"),
            ("x", "m"),
            ("b", ""),
        ),
        ((0, 1, "W"), (2, 3, ""), (4, 5, "W"), (6, 7, "")),
    )
    one, two, three = (expectation(m, paper.N, letters) for m in (target, mixed, square))
    return {paper.L_W: one / 2 - two + three / 2}


# --- one component: loss as a function of the magnitude -------------------------------------------
def component_loss(value: sp.Expr, size: sp.Expr) -> sp.Expr:
    """The part of the loss that depends on the magnitude along one eigenvector, W = A v v^T."""
    return -paper.N * value**2 * size + value * along(value) * size**2 / 2


def best(value: sp.Expr) -> sp.Expr:
    (found,) = sp.solve(sp.diff(component_loss(value, A), A), A)
    return found


def learning() -> dict:
    value = paper.lam_k
    return {
        paper.A_k: best(value),
        paper.level_0: loss_by_wick()[paper.L_W].subs(
            {paper.linear_term: 0, paper.quad_1: 0, paper.quad_2: 0}
        ),
        paper.drop: -component_loss(value, best(value)),
        paper.curvature: sp.diff(component_loss(value, A), A, 2),
    }


def crossing() -> dict:
    """E[f_h f_i] = A_h V (v^T Sigma Q)(v^T C K) for f_h = A_h (v^T s)(v^T q): query and key
    responses are independent."""
    size = best(paper.lam_h)
    return {
        paper.A_h: size,
        paper.cross: size * paper.V * paper.lam_h * paper.Q_h * along(paper.lam_h) * paper.K_h,
    }


def one_head() -> dict:
    """The loss of one aligned head (V, Q v, K v), differentiated in Q."""
    whole = component_loss(paper.lam_j, paper.V_h * paper.Q_j * paper.K_j)
    return {
        paper.grad_Q_alone: sp.diff(whole, paper.Q_j),
        paper.response: paper.V_h**2 * paper.K_j**2 * along(paper.lam_j),
    }


# --- the dormant head -----------------------------------------------------------------------------
def solves_sums(statement: sp.Basic) -> sp.Basic:
    """d(Q + K)/dI = N mu (Q + K) and d(Q - K)/dI = -N mu (Q - K), from the values at I = 0."""
    parts = []
    for part, sign, start in zip(statement.args, (1, -1), (paper.plus_0, paper.minus_0)):
        formula = part.args[1]
        parts += [
            sp.Eq(
                sp.diff(formula, paper.integral_V),
                sign * paper.N * paper.mu_j * formula,
                evaluate=False,
            ),
            sp.Eq(formula.subs(paper.integral_V, 0), start, evaluate=False),
        ]
    return sp.And(*parts, evaluate=False)


def solves_tilt(statement: sp.Basic) -> sp.Basic:
    """The quotient of two sums: d tilt/dI = N (mu_j - mu_1) tilt."""
    formula = statement.args[1]
    return sp.And(
        sp.Eq(
            sp.diff(formula, paper.integral_V),
            paper.N * (paper.mu_j - paper.mu_1) * formula,
            evaluate=False,
        ),
        sp.Eq(formula.subs(paper.integral_V, 0), paper.tilt_0, evaluate=False),
        evaluate=False,
    )


def balance() -> dict:
    """V' = eta g, Q.Q' = eta V g = K.K' with g = Q^T G K, whatever G is: V^2 - |Q|^2 and V^2 -
    |K|^2 by the product rule."""
    g = sp.Symbol("g", real=True)
    return {
        paper.rate_VQ: 2 * paper.V * (eta * g) - 2 * (eta * paper.V * g),
        paper.rate_VK: 2 * paper.V * (eta * g) - 2 * (eta * paper.V * g),
    }


def norms() -> dict:
    """|Q|^2 and |K|^2 from the conserved differences."""
    Q_0, K_0 = sp.symbols("Q_0 K_0", real=True)
    Q, K = paper.V_sq - paper.V_0**2 + Q_0**2, paper.V_sq - paper.V_0**2 + K_0**2
    return {theta_sq: paper.V_sq + Q + K, n_0: sp.sqrt(paper.V_0**2 + Q_0**2 + K_0**2)}
