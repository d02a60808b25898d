"""Statements about aligned neurons, proved for every odd p by harmonics and for every number of neurons by moments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import sympy as sp
from flint import arb
from hypothesis import strategies as st

from checks.evidence import Evidence
from checks.methods.balls import ball
from checks.methods.check import Check, Effort
from checks.methods.proved import ProvedAfterTrying
from checks.modular import minimisers, task
from checks.modular.exact import counted, pairs
from theory import modular as paper
from theory.claim import Claim
from theory.modular.proofs import group
from theory.modular.proofs.harmonics import Resonant, laurent, unit
from theory.modular.proofs.moments import in_moments


@dataclass(frozen=True)
class Harmonic:
    """Prove an equation between trigonometric polynomials. ``where`` gives the observed symbols (averages already taken).

    ``into`` picks what is to be shown from the statement: the summand of a double sum, say, for one pair of neurons.
    ``tried`` is a check on instances that must not fail first.
    """

    name: str
    where: Callable[[], Mapping[sp.Basic, sp.Expr]]
    tried: Check
    into: Callable[[sp.Basic], sp.Basic] = lambda statement: statement
    method: str = "symbolic"

    def run(self, claim: Claim, statement: sp.Basic, effort: Effort) -> Evidence:
        return ProvedAfterTrying(self.name, self.tried, self._shown).run(claim, statement, effort)

    def _shown(self, statement: sp.Basic) -> bool:
        try:
            left, right = (
                laurent(side.xreplace(dict(self.where()))) for side in self.into(statement).args
            )
            return sp.expand(left - right) == 0
        except Resonant:
            return False


def for_neurons(*indices: Any) -> Callable[[sp.Basic], sp.Basic]:
    """A statement about a sum over neurons, at one pair (or one neuron): both sides are linear in such sums."""

    def into(statement: sp.Basic) -> sp.Basic:
        left, right = statement.args
        (total,) = right.atoms(sp.Sum)
        body = total.function.xreplace(
            {limit[0]: sp.Integer(n) for limit, n in zip(total.limits, indices)}
        )
        whole = right.xreplace({total: sp.Symbol("one")})
        if sp.diff(whole, sp.Symbol("one"), 2) != 0 or whole.subs(sp.Symbol("one"), 0) != 0:
            raise Resonant("the statement is not linear in its sum")
        return sp.Eq(left, right.xreplace({total: body}), evaluate=False)

    return into


@dataclass(frozen=True)
class ForEveryGroup:
    """Prove a statement about N aligned neurons for every N and every odd p. ``where`` gives the observed symbols in moments.

    ``at`` are values of moments where the statement is about special groups (minimisers), or new letters for them.
    ``tried`` is a check on instances that must not fail first.
    """

    name: str
    where: Callable[[], Mapping[sp.Basic, sp.Expr]]
    tried: Check
    at: Callable[[], Mapping[sp.Basic, sp.Expr]] = dict
    method: str = "symbolic"

    def run(self, claim: Claim, statement: sp.Basic, effort: Effort) -> Evidence:
        return ProvedAfterTrying(self.name, self.tried, self._shown).run(claim, statement, effort)

    def _shown(self, statement: sp.Basic) -> bool:
        where, at = dict(self.where()), dict(self.at())

        def side(expr: sp.Expr) -> sp.Expr:
            return sp.expand(in_moments(expr.xreplace(where)).xreplace(at))

        try:
            left, right = map(side, statement.args)
        except Resonant:
            return False
        # Polynomials: equal or not; and nonnegative where they are seen to be sums of squares.
        return (
            left == right
            if isinstance(statement, sp.Eq)
            else isinstance(statement, sp.Ge) and bool(sp.expand(left - right).is_nonnegative)
        )


# --- aligned neurons, every odd p -----------------------------------------------------------------------------------------------
def pair() -> dict:
    return {paper.cost: group.pair_cost(sp.Integer(1), sp.Integer(2))}


def quarter_pair() -> dict:
    return {paper.cost: group.quarter_pair_cost(sp.Integer(1), sp.Integer(2))}


def two_outputs() -> dict:
    letters = {
        paper.A_w(1): paper.amp_w,
        paper.A_w(2): paper.amp_w2,
        unit(paper.s_w(1)): unit(paper.ph_w),
        unit(paper.s_w(2)): unit(paper.ph_w2),
    }
    return {paper.inner_w: group.inner_outputs(sp.Integer(1), sp.Integer(2)).xreplace(letters)}


def one_utility() -> dict:
    letters = (
        zip((paper.A_u, paper.A_v, paper.A_w), (paper.amp_u, paper.amp_v, paper.amp_w)),
        zip((paper.s_u, paper.s_v, paper.s_w), (paper.ph_u, paper.ph_v, paper.ph_w)),
    )
    renamed = {old(1): new for old, new in letters[0]} | {
        unit(old(1)): unit(new) for old, new in letters[1]
    }
    return {paper.U_i: group.utility_of(sp.Integer(1)).xreplace(renamed)}


def exchanged(statement: sp.Basic) -> sp.Basic:
    """A double sum over neurons against the square of a sum: the terms (1, 1), (1, 2), (2, 1), (2, 2) of N = 2."""
    return sp.Eq(*(side.subs(paper.N, 2).doit() for side in statement.args), evaluate=False)


def two_neurons() -> dict:
    C, angle = paper.C_of, paper.alpha_of
    return {
        paper.double_sum: sum(
            C(n) * C(m) * sp.cos(angle(n) - angle(m)) for n in (1, 2) for m in (1, 2)
        )
    }


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
    st.lists(st.tuples(task.amplitudes, task.phases), min_size=1, max_size=3),
    _sums,
)

outputs_of_minimisers = ForEveryGroup(
    "every minimiser, every N and odd p",
    lambda: {paper.f_c: group.function()},
    minimisers.learned,
    at=group.minimiser,
)
