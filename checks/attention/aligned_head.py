"""An aligned head, V = Q.v = K.v = |theta|/sqrt(3), is solved exactly: there the bounds are
attained.

Its utility on the sphere is U = N lambda^2/(3 sqrt 3) all the way, so that S = 3 U t and
|theta|' = 3 eta U |theta|^2, whose solution reaches one at 3 eta U t = 1/|theta(0)| - 1.
"""

from __future__ import annotations

import sympy as sp

from theory import attention as paper
from theory.framework import S_jump
from theory.notation import S, eta, n_0, t

GROWTH = 3 * paper.N * paper.lam_k**2 * (1 / sp.sqrt(3)) ** 3  # 3 U


def accumulated() -> dict:
    """S at the time t, before the jump."""
    return {S: GROWTH * t}


def first_jump() -> dict:
    """The time of the first jump, its one plateau weighted, at any start mu and rate eta."""
    time = (1 / paper.mu - 1) / (eta * GROWTH)
    return {
        paper.gap: time,
        paper.weighted: paper.lam_k**2 * time,
        paper.lam_now: paper.lam_k,
    }


def threshold() -> dict:
    """S = 3 U t at that time, from any norm |theta(0)|."""
    return {S_jump: GROWTH * first_jump()[paper.gap].subs(paper.mu, n_0)}


def vanishing_start() -> dict:
    """The same for mu = alpha m, eta = 1/alpha and alpha -> 0."""
    alpha, size = sp.Symbol("alpha", positive=True), paper.mu_limit
    time = sp.limit(alpha * (1 / (alpha * size) - 1) / GROWTH, alpha, 0)
    return {
        paper.gap_limit: time,
        paper.weighted_limit: paper.lam_k**2 * time,
        paper.lam_now: paper.lam_k,
    }
