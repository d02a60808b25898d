"""Proofs about a dormant neuron with k summands, for every p and k: how soon it can reach norm 1.

A time is shown to be right by its derivative along the flow, and by its value where the flow ends.
"""

from __future__ import annotations

import sympy as sp

from theory import modular as paper
from theory.modular.proofs import utility_maxima
from theory.modular.proofs.statements import lower_bound
from theory.notation import eta, k, tau
from theory.vanishing import vanishes

scale = sp.Symbol("scale", positive=True)


def zero(expr: sp.Expr) -> bool:
    """``vanishes``, which takes long where it fails: not where one exact point tells."""
    letters = sorted(expr.free_symbols, key=str)
    at = expr.xreplace(
        {
            one: sp.Integer(2 + n) if one.is_integer else sp.Rational(7 + 2 * n, 5 + n)
            for n, one in enumerate(letters)
        }
    )
    return not abs(sp.N(at, 30)) > sp.Float("1e-20") and vanishes(expr)


# --- bounds on jump times -------------------------------------------------------------------------
def homogeneous(degree: sp.Expr) -> bool:
    """(z_1 + ... + z_k)^k <w, y> is multiplied by s^(k+1) with the neuron: so <theta, grad U> = (k
    + 1) U, by Euler.
    """
    z, label = sp.symbols("z label", positive=True)  # the sum and <w, y>: both linear in the neuron
    moved = (scale * z) ** degree * scale * label
    return vanishes(moved - scale ** (degree + 1) * z**degree * label) and vanishes(
        sp.diff(moved, scale).subs(scale, 1) - (degree + 1) * z**degree * label
    )


def keeps_below(bound: sp.Expr, start: sp.Expr, degree: sp.Expr) -> bool:
    """Is this the time in which n' = eta (k + 1) U* n^k leads from mu to 1? No neuron of norm at
    most mu is faster.

    d|theta|^2/dt = 2 eta <theta, grad U> = 2 eta (k + 1) U <= 2 eta (k + 1) U* |theta|^(k+1). So
    the time that the bound gives for the norm reached falls at most as fast as time goes; it is 0
    at norm 1, and larger for smaller norms.
    """
    fastest = eta * (degree + 1) * utility_maxima.largest(degree) * paper.mu**degree
    return bool(
        homogeneous(degree)
        and fastest.is_positive
        and zero(sp.diff(bound, paper.mu) * fastest + 1)
        and zero(bound.subs(paper.mu, 1) - start)
    )


def summands_bound(statement: sp.Basic) -> bool:
    """k summands, from the start on: k = 1, and every k >= 2 at once."""
    bound = lower_bound(statement, tau)
    larger = 2 + sp.Symbol("further", integer=True, nonnegative=True)
    return bound is not None and all(
        keeps_below(bound.subs(k, degree), sp.S.Zero, degree) for degree in (sp.S.One, larger)
    )
