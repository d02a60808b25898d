"""Statements about aligned neurons, proved for every odd p by harmonics and for every number of
neurons by moments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import sympy as sp
from flint import arb
from hypothesis import strategies as st

from checks.evidence import Evidence
from checks.methods.balls import ball
from checks.methods.check import Check, Effort
from checks.methods.proved import ProvedAfterTrying
from checks.modular import task
from checks.modular.exact import counted, pairs
from checks.modular.neuron_groups import minimisers
from theory import modular as paper
from theory.claim import Claim
from theory.modular import i, j
from theory.modular.proofs import group
from theory.modular.proofs.harmonics import Resonant, laurent, unit
from theory.modular.proofs.moments import NEURONS, Letters, in_moments
from theory.modular.proofs.statements import each, zeros


@dataclass(frozen=True)
class Harmonic:
    """Prove equations between trigonometric polynomials. ``definitions`` gives the observed symbols
    (averages already taken).

    ``tried`` is a check on instances that must not fail first.
    """

    name: str
    definitions: Callable[[], Mapping[sp.Basic, sp.Expr]]
    tried: Check
    method: str = "symbolic"

    def run(self, claim: Claim, statement: sp.Basic, effort: Effort) -> Evidence:
        """Proved where both sides have the same harmonics, once ``tried`` has not failed."""
        proof = ProvedAfterTrying(self.name, self.tried, self._settled, self.method)
        return proof.run(claim, statement, effort)

    def _settled(self, statement: sp.Basic) -> bool:
        differences = zeros(statement)
        if differences is None:
            return False
        definitions = dict(self.definitions())
        try:
            return all(sp.expand(laurent(one.xreplace(definitions))) == 0 for one in differences)
        except Resonant:
            return False


@dataclass(frozen=True)
class ForEveryGroup:
    """Prove a statement about N aligned neurons for every N and every odd p. ``definitions`` gives
    the observed symbols in moments.

    ``values`` are those of moments where the statement is about special groups (minimisers), or new
    letters for them; ``of`` are the letters that are summed over the group. ``tried`` is a check on
    instances that must not fail first.
    """

    name: str
    definitions: Callable[[], Mapping[sp.Basic, sp.Expr]]
    tried: Check
    values: Callable[[], Mapping[sp.Basic, sp.Expr]] = dict
    of: Letters = NEURONS
    method: str = "symbolic"

    def run(self, claim: Claim, statement: sp.Basic, effort: Effort) -> Evidence:
        """Proved conjunct by conjunct where both sides have the same moments, once ``tried`` has
        not failed.
        """
        return ProvedAfterTrying(self.name, self.tried, each(self._settled), self.method).run(
            claim, statement, effort
        )

    def _settled(self, statement: sp.Basic) -> bool:
        """Polynomials in moments: equal or not; and nonnegative where they are seen to be sums of
        squares.
        """
        if not isinstance(statement, (sp.Eq, sp.Ge, sp.Le)):
            return False
        left_less_right = (statement.lhs - statement.rhs).xreplace(dict(self.definitions()))
        try:
            moments = in_moments(left_less_right, self.of).xreplace(dict(self.values()))
        except Resonant:
            return False
        excess = sp.expand(moments)
        if isinstance(statement, sp.Eq):
            return excess == 0
        return bool((excess if isinstance(statement, sp.Ge) else -excess).is_nonnegative)


# --- aligned neurons, every odd p -----------------------------------------------------------------
def pair() -> dict:
    """The cost as a sum over all ordered pairs of neurons."""
    return {paper.cost: over_pairs(group.pair_cost(i, j))}


def over_pairs(body: sp.Expr) -> sp.Sum:
    """sum over i, j = 1, ..., N."""
    return sp.Sum(body, (i, 1, paper.N), (j, 1, paper.N))


def two_outputs() -> dict:
    """<w, w'> of two neurons."""
    letters = {
        paper.A_w(1): paper.amp_w,
        paper.A_w(2): paper.amp_w2,
        unit(paper.s_w(1)): unit(paper.ph_w),
        unit(paper.s_w(2)): unit(paper.ph_w2),
    }
    return {paper.inner_w: group.inner_outputs(sp.Integer(1), sp.Integer(2)).xreplace(letters)}


def one_utility() -> dict:
    """The utility of one neuron."""
    letters = (
        zip((paper.A_u, paper.A_v, paper.A_w), (paper.amp_u, paper.amp_v, paper.amp_w)),
        zip((paper.s_u, paper.s_v, paper.s_w), (paper.ph_u, paper.ph_v, paper.ph_w)),
    )
    renamed = {old(1): new for old, new in letters[0]} | {
        unit(old(1)): unit(new) for old, new in letters[1]
    }
    return {paper.U_i: group.utility_of(sp.Integer(1)).xreplace(renamed)}


def double_sum() -> dict:
    """sum over i, j of C_i C_j cos(alpha_i - alpha_j)."""
    C, angle = paper.C_of, paper.alpha_of
    return {paper.double_sum: over_pairs(C(i) * C(j) * sp.cos(angle(i) - angle(j)))}


def _sums(instance: tuple, effort: Effort) -> Iterator[dict]:
    sizes, angles = zip(*instance)
    total = sum((ball(q * r) * ball(s - t).cos() for q, s in instance for r, t in instance), arb(0))
    yield {
        paper.N: len(instance),
        paper.double_sum: total,
        paper.C_of: counted(sizes, "neuron"),
        paper.alpha_of: counted(angles, "neuron"),
    }


double_sums = pairs(
    "both sums by hand",
    st.lists(st.tuples(task.amplitudes, task.phases), min_size=1, max_size=6),
    _sums,
)

outputs_of_minimisers = ForEveryGroup(
    "every minimiser, every N and odd p",
    lambda: {paper.f_c: group.function()},
    minimisers.learned,
    values=group.minimiser,
)
