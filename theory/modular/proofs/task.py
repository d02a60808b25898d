"""Proofs straight from the task for every p: the split of the loss, its slopes, folded spectra.

Each takes a statement and says whether it follows; the sums over Z/p in the argument are carried
out by orthogonality (``theory.modular.cyclic_sums``).
"""

from __future__ import annotations

import sympy as sp

from theory import modular as paper
from theory.modular import (
    a,
    b,
    cycle,
    k,
    p,
    u,
    u_hat,
    vanishes_for_every_p,
    x,
    x_hat,
    xi,
    zeta,
)
from theory.modular.proofs.group import turn_a
from theory.modular.proofs.harmonics import laurent, unit
from theory.modular.proofs.statements import conjuncts, formula
from theory.vanishing import vanishes


def correlation(vector: sp.Function, at: sp.Expr) -> sp.Expr:
    """<vector, at.x> = sum over j of vector[j] x[j - at]."""
    index = sp.Dummy("j", integer=True)
    return cycle(vector(index) * x(index - at), index)


s, t = sp.symbols("s t", integer=True)
c = sp.Symbol("c", integer=True)
mean = cycle(x(t), t) / p


# --- the loss -------------------------------------------------------------------------------------
def loss_split(statement: sp.Basic) -> bool:
    """|f - y|^2/2 = |f|^2/2 - <f, y> + |y|^2/2, and the mean of the last over all pairs is (|x|^2 -
    <x, 1>^2/p)/2.
    """
    f, y = sp.symbols("f y", real=True)
    labels = cycle(cycle(cycle((x(c - a - b) - mean) ** 2, c), a), b) / (2 * p**2)
    constant = (cycle(x(c) ** 2, c) - cycle(x(c), c) ** 2 / p) / 2
    split = paper.cost - paper.gain + (paper.x_sq - paper.x_sum**2 / p) / 2
    stated = formula(statement, paper.loss)
    return (
        stated is not None
        and sp.expand((f - y) ** 2 / 2 - f**2 / 2 + f * y - y**2 / 2) == 0
        and vanishes_for_every_p(labels - constant)
        and vanishes(stated - split)
    )


# --- spectra --------------------------------------------------------------------------------------
def real_spectrum() -> bool:
    """u_hat(-k) = conj(u_hat(k)) for a real sequence."""
    return vanishes_for_every_p(cycle(u(s) * zeta(k * s), s) - sp.conjugate(u_hat(k)))


def aligned_input(statement: sp.Basic) -> bool:
    """cos(omega j + s) in two characters; each correlates with a.x to a transform of x."""
    lemma = cycle(zeta(xi * s) * x(s - a), s) - zeta(xi * a) * sp.conjugate(x_hat(xi))
    value = (
        sp.sqrt(2 / (3 * p))
        * paper.amp_u
        * paper.X
        * (
            unit(paper.ph_u) * unit(turn_a) / unit(paper.ph_x)
            + unit(paper.ph_x) / unit(paper.ph_u) / unit(turn_a)
        )
        / 2
    )
    right = formula(statement, paper.inner_u)
    stated = None if right is None else right.subs(2 * sp.pi * xi * a / p, turn_a)
    return (
        stated is not None
        and not stated.has(a)
        and vanishes_for_every_p(lemma)
        and sp.expand(laurent(stated) - value) == 0
    )


def wave_transform(statement: sp.Basic) -> bool:
    """(e^(is) zeta^(xi c) + e^(-is) zeta^(-xi c))/2 against zeta^(-k c): p where the exponents
    cancel, 0 where they differ (2 xi != 0, p odd).
    """
    other = sp.Symbol("difference", integer=True)
    lemmas = vanishes_for_every_p(
        cycle(zeta(other * c), c), frozenset({other})
    ) and vanishes_for_every_p(cycle(zeta(0 * c), c) - p)
    values = {
        paper.chi_plus: p / 2 * sp.exp(sp.I * paper.ph_x),
        paper.chi_minus: p / 2 * sp.exp(-sp.I * paper.ph_x),
        paper.chi_else: sp.S.Zero,
    }
    return lemmas and all(_gives(part, values) for part in conjuncts(statement))


def _gives(part: sp.Basic, values: dict[sp.Symbol, sp.Expr]) -> bool:
    """Does the equation give one of the letters its value?"""
    stated = {letter: formula(part, letter) for letter in values}
    return any(
        right is not None and vanishes(right - values[letter]) for letter, right in stated.items()
    )
