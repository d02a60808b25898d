"""What the letters stand for along a dormant head: its flow, solved in I = eta int V dt.

There dQ_j/dI = N mu_j K_j, dK_j/dI = N mu_j Q_j and d(V^2)/dI = 2 N sum_j mu_j Q_j K_j.
"""

from __future__ import annotations

import sympy as sp

from theory import attention as paper
from theory.framework import theta_sq
from theory.notation import eta, n_0


def component(rate: sp.Expr, name: str, time: sp.Expr) -> tuple[sp.Expr, sp.Expr, tuple]:
    """Q and K at I = ``time``, by the matrix exponential of their linear system; and both at 0."""
    start = sp.symbols(f"Q_{name} K_{name}", real=True)
    grown = sp.Matrix([[0, rate * time], [rate * time, 0]]).exp() * sp.Matrix(start)
    return grown[0], grown[1], start


def sums() -> dict:
    """Q_j + K_j and Q_j - K_j, now and at the start."""
    Q, K, (Q_0, K_0) = component(paper.N * paper.mu_j, "j0", paper.integral_V)
    return {
        paper.plus_t: Q + K,
        paper.minus_t: Q - K,
        paper.plus_0: Q_0 + K_0,
        paper.minus_0: Q_0 - K_0,
    }


def tilted() -> dict:
    """(Q_j + K_j)/(Q_1 + K_1), now and at the start."""
    Q, K, (Q_0, K_0) = component(paper.N * paper.mu_j, "j0", paper.integral_V)
    Q_1, K_1, (Q_10, K_10) = component(paper.N * paper.mu_1, "10", paper.integral_V)
    return {paper.tilt: (Q + K) / (Q_1 + K_1), paper.tilt_0: (Q_0 + K_0) / (Q_10 + K_10)}


# Hypotheses about the letters that no formula shows: an instance that breaks one is no head.
FALLING = (sp.Ge(paper.mu_1, paper.mu_j),)
REAL_QK = tuple(
    sp.Ge(paper.V_sq - paper.V_0**2 + sp.Symbol(name, real=True) ** 2, 0) for name in ("Q_0", "K_0")
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
