"""The letters and formulas of the catalogue, to be put into other statements."""

from __future__ import annotations

import sympy as sp
from sympy import And, exp, sqrt

from theory import attention as paper

N, T, lam = paper.N, paper.T, paper.lam_k
DROP = N * lam**2 / (2 * ((N + 1) * lam + T))  # attention.levels-appendix

I = paper.integral_V
PLUS = paper.plus_0 * exp(N * paper.mu_j * I)
MINUS = paper.minus_0 * exp(-N * paper.mu_j * I)
TILT = paper.tilt_0 * exp(-N * (paper.mu_1 - paper.mu_j) * I)
VALUE = paper.dormant_value.printed.rhs
COVARIANCE = N * paper.s_ab * T + N * (N + 1) * paper.s2_ab
LOSS = T / 2 - N * paper.linear_term + (N * T * paper.quad_1 + N * (N + 1) * paper.quad_2) / 2
PEAK = N * lam**2 / (3 * sqrt(3))
GRADIENT = paper.response * paper.lam_j * paper.Q_j - N * paper.V_h * paper.lam_j**2 * paper.K_j
DECOUPLED = paper.L_sum - (paper.active - 1) * T / 2


def whole(*parts: sp.Basic) -> sp.Basic:
    """All of the parts."""
    return And(*parts, evaluate=False)


def rel(kind: type, left: sp.Expr, right: sp.Expr | int) -> sp.Basic:
    """A relation that SymPy leaves as it is written."""
    return kind(left, right, evaluate=False)
