"""Equations of the catalogue, to be put into other statements."""

from __future__ import annotations

import sympy as sp
from sympy import sqrt

from theory import diagonal as paper
from theory.claim import equation
from theory.diagonal import beta, u, v
from theory.notation import alpha

CONSERVED = equation(u**2 - v**2, 2 * alpha**2)
FIRST, SECOND, PRODUCT = (
    equation(u, sqrt(2) * alpha * sp.cosh(paper.dual)),
    equation(v, sqrt(2) * alpha * sp.sinh(paper.dual)),
    equation(beta, alpha**2 * sp.sinh(2 * paper.dual)),
)
WAITING = paper.jump_time.formula


def also(*parts: sp.Basic) -> sp.And:
    """All of them."""
    return sp.And(*parts, evaluate=False)
