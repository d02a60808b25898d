"""Families of neurons at which two things happen at once, known exactly: the norm is 1 where the
threshold is reached, a direction rests where its utility is largest.

Random instances never meet these, and so cannot tell > from >=.
"""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp

from checks.framework.definitions import share
from theory import framework as paper
from theory.notation import S, U_bar, eta, kappa, n_0, n_t, t, tau


def at_crossing(degree: int) -> Callable[[], dict]:
    """The norm is 1, and S is what dn/dS = eta n^(kappa - 1) has used from n_0 up to there."""
    size = sp.Symbol("n", positive=True)
    return lambda: {
        kappa: sp.Integer(degree),
        n_t: sp.S.One,
        S: sp.integrate(size ** (1 - degree), (size, n_0, 1)) / eta,
    }


def at_threshold() -> dict:
    """A utility q + s t whose accumulated value is the threshold at the time tau, not beyond."""
    used = kappa * sp.Integral(U_bar + share * t, (t, 0, tau))
    return {paper.accumulated: eta * used, S: used, paper.c_i: eta * used}


def at_rest() -> dict:
    """dU/dt of the direction for U = a w^k with w^2 = k a^2, where the gradient is radial."""
    a, w, k = sp.symbols("a w k", positive=True)
    time = sp.Symbol("time", real=True)
    utility = a * w**k
    moved = {a: a + time * eta * sp.diff(utility, a), w: w + time * eta * sp.diff(utility, w)}
    size = sp.sqrt(moved[a] ** 2 + moved[w] ** 2)
    along = moved[a] / size * (moved[w] / size) ** k
    rate = sp.diff(along, time).subs(time, 0).subs(w, sp.sqrt(k) * a)
    return {paper.rate_U: sp.simplify(rate.subs(k, kappa - 1))}
