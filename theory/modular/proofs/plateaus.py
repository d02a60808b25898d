"""Proofs about the plateaus of modular addition, for every odd p: one group a learned frequency,
every group at its bound.

Neurons add, so functions of groups do; groups of different frequencies do not meet in the loss
(``slopes``), so the loss is lowest where every group attains its own bound, and what a group
outputs and gains there is known in moments (``group``).
"""

from __future__ import annotations

import sympy as sp

from theory import argument
from theory import modular as paper
from theory.modular import X, i, p
from theory.modular.proofs import group, slopes
from theory.modular.proofs.few_neurons import proved_fewest
from theory.modular.proofs.harmonics import Resonant, laurent, never_zero, unit
from theory.modular.proofs.statements import formula
from theory.modular.proofs.task import real_spectrum

s = sp.Symbol("s", integer=True)
FREQUENCIES = (p - 1) / 2


def groups_add_up() -> bool:
    """|f + g - y|^2 differs from the sum over f and g alone by 2 f g only, whose mean is 0 for
    different frequencies: so with any number of groups.
    """
    f, g, y = sp.symbols("f g y", real=True)
    square = sp.expand((f + g - y) ** 2 - (f - y) ** 2 - (g - y) ** 2 + y**2 - 2 * f * g) == 0
    (both,) = slopes.groups_apart().values()
    return square and sp.expand(both - paper.loss_one - paper.loss_two + paper.loss_none) == 0


def halves() -> bool:
    """For odd p the frequencies but 0 are (p - 1)/2 pairs k, -k with conjugate transforms: k and -k
    differ, as 2k is not 0 mod p.
    """
    return never_zero((2,)) and real_spectrum()


def one_sum(expr: sp.Expr, index: sp.Symbol = i) -> tuple[sp.Expr, sp.Tuple] | None:
    """An expression that is a factor times one sum, its index renamed: (factor times summand,
    limits); None for any other.
    """
    totals, whole = list(expr.atoms(sp.Sum)), sp.Symbol("whole")
    if len(totals) != 1 or len(totals[0].limits) != 1:
        return None
    own, *limits = totals[0].limits[0]
    factor = sp.simplify(expr.xreplace({totals[0]: whole}) / whole)
    if factor.has(whole, own, index) or (own != index and totals[0].function.has(index)):
        return None
    return factor * totals[0].function.subs(own, index), sp.Tuple(index, *limits)


def function(statement: sp.Basic) -> bool:
    """Every learned frequency, i = 1, ..., n, adds the output of a group at its bound, with the
    magnitude, phase and angle of that frequency.
    """
    right = formula(statement, paper.f_c)
    read = None if right is None else one_sum(right)
    if read is None or tuple(read[1][1:]) != (1, paper.steps):
        return False
    angle, m = 2 * sp.pi * paper.freq_of(i) * paper.c_out / p, sp.Symbol("m", integer=True)
    # the angle depends on c - a - b mod p alone: p more are a whole number of turns
    turns = (angle.subs(paper.c_out, paper.c_out + m * p) - angle).subs(
        paper.freq_of(i), sp.Symbol("xi", integer=True)
    )
    whole = sp.cos(sp.expand(turns)) == 1 and sp.sin(sp.expand(turns)) == 0
    output = (
        group.function()
        .xreplace(group.minimiser())
        .xreplace({X: paper.mag(i), unit(paper.ph_x): unit(paper.phase_of(i))})
    )
    try:
        stated = laurent(
            sp.expand(read[0].subs(paper.freq_of(i), paper.turn * p / (2 * sp.pi * paper.c_out)))
        )
    except Resonant:
        return False
    difference = stated.xreplace(group.minimiser()) - output
    return whole and sp.expand(difference) == 0 and groups_add_up()


def width() -> dict:
    """As many as the smallest group that attains its bound, for each pair of frequencies: groups do
    not help each other.
    """
    argument.need(halves(), "(p - 1)/2 pairs of frequencies")
    argument.need(groups_add_up(), "every group has its own bound")
    return {paper.width_needed: proved_fewest()[paper.least_group] * FREQUENCIES}
