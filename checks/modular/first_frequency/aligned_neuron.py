"""An aligned neuron of three residues, solved exactly: there the bounds on jump times are attained.

With x = s cos(2 pi a/3) and u = v = w = y cos(2 pi a/3) the gradient of the utility is
parallel to the neuron, so that y' = eta g y^2, whose solution is 1/y(0) - 1/y = eta g t.
"""

from __future__ import annotations

from functools import cache

import sympy as sp

from theory import modular as paper
from theory.modular import p
from theory.notation import eta, tau

SIZE = sp.Symbol("size_x", positive=True)  # of the encoding
WAVE = tuple(sp.cos(2 * sp.pi * a / 3) for a in range(3))
NORM = sp.sqrt(3 * sum(one**2 for one in WAVE))  # of (u, v, w) at y = 1


@cache
def growth() -> sp.Expr:
    """g, from the gradient of the utility by its definition, entry by entry."""
    x = [SIZE * one for one in WAVE]
    u, v, w = (sp.symbols(f"{name}0:3") for name in "uvw")

    def against(f: tuple, q: int) -> sp.Expr:
        return sum(f[a] * x[(a - q) % 3] for a in range(3))

    utility = sum(
        (against(u, q) + against(v, r)) ** 2 * against(w, q + r) for q in range(3) for r in range(3)
    )
    here = dict(zip((*u, *v, *w), 3 * WAVE))
    ratios = {sp.simplify((sp.diff(utility, one) / 9).subs(here) / here[one]) for one in here}
    (found,) = ratios  # one number: the gradient is parallel
    return found


def magnitude() -> sp.Expr:
    """|x^[1]|."""
    return abs(SIZE * sum(one**2 for one in WAVE))


def finite() -> dict:
    """The first jump after tau_l of a neuron that has the norm mu there, with nothing learned."""
    time = NORM * (1 / paper.mu - 1) / (eta * growth())
    return {p: sp.Integer(3), paper.X: magnitude(), tau: paper.tau_l + time}


def vanishing_start() -> dict:
    """The same for mu = alpha m, eta = 1/alpha and alpha -> 0."""
    alpha = sp.Symbol("alpha", positive=True)
    start = {paper.mu: alpha * paper.mu_limit, eta: 1 / alpha, paper.tau_l: 0}
    time = sp.limit(finite()[tau].subs(start), alpha, 0)
    return {
        p: sp.Integer(3),
        paper.steps: sp.S.Zero,
        paper.mag: lambda i: magnitude(),
        paper.wait_limit: time,
    }
