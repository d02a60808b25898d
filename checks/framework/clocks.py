"""The premises about alignment, by families of angles that are known: what happens without them.

The angle at its own time s is ``slack + share exp(-s)``: it aligns exactly where slack = 0, and has
no jump.
"""

from __future__ import annotations

from functools import cache

import sympy as sp

from checks.framework.definitions import share, slack
from theory import framework as paper
from theory.notation import alpha, eta, kappa, n, n_0, t


def angle(time: sp.Expr) -> sp.Expr:
    """The angle left at its own time."""
    return slack + share * sp.exp(-time)


def instantaneous() -> dict:
    """The angle at a fixed accelerated time as alpha -> 0: for kappa > 2 the clock stops, for
    kappa <= 2 it runs on without end.
    """
    stopped = n_0 ** (2 - kappa) * t / (kappa - 2)
    return {
        paper.angle_at: angle,
        paper.angle: sp.Piecewise((angle(stopped), kappa > 2), (slack, True)),
    }


def adaptive() -> dict:
    """The same at the adaptive rate, where the clock is that of kappa = 2."""
    return {paper.angle_at: angle, paper.angle_adaptive: slack}


def turning() -> dict:
    """A component of the direction that moves with the speed ``share``, and rests where it is 0."""
    return {
        paper.Gbar_j: kappa * paper.bar_j * paper.U_bar + share,
        paper.rate_bar_j: paper.eta_i * n ** (kappa - 2) * share,
    }


LARGEST = 6  # degree whose integrals are taken


@cache  # a limit and two integrals for each degree, asked for three times by one check
def returned() -> dict:
    """S/(c/eta) at a norm e on the way back, as alpha -> 0, from dn/dS = eta
    n^(kappa - 1).
    """
    size, end = sp.symbols("n e", positive=True)
    limits = []
    for degree in range(1, LARGEST + 1):
        used = sp.integrate(size ** (1 - degree), (size, alpha, end)) / eta
        whole = sp.integrate(size ** (1 - degree), (size, alpha, 1)) / eta
        limits.append((sp.limit(sp.simplify(used / whole), alpha, 0, "+"), sp.Eq(kappa, degree)))
    return {paper.return_ratio: sp.Piecewise(*limits)}
