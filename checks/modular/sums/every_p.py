"""Statements about sums over Z/p, proved for every p at once by orthogonality of the characters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import sympy as sp

from checks.evidence import Evidence
from checks.methods.check import Check, Effort
from checks.methods.proved import ProvedAfterTrying
from checks.modular.sums.equations import OfEquations
from checks.modular.sums.transforms import ForEveryP
from checks.modular.sums.whole_numbers import cosines, exact, summands
from theory import modular as paper
from theory.claim import Claim
from theory.modular import a, b, cycle, k, p, u, v, vanishes_for_every_p, w, x, zeta
from theory.modular.proofs.statements import formula
from theory.modular.proofs.summands import lemmas, same_summand
from theory.modular.proofs.task import correlation
from theory.notation import k as degree


# --- the same for every p -------------------------------------------------------------------------
def from_task() -> dict:
    """The observed symbols as sums over sequences, straight from the task."""
    c, s = sp.Symbol("c", integer=True), sp.Symbol("s", integer=True)
    mean = cycle(x(s), s) / p
    centred = correlation(w, a + b) - mean * cycle(w(c), c)
    start = cycle(cycle((correlation(u, a) + correlation(v, b)) ** 2 * centred, a), b) / p**2

    def correlated(one: Callable, other: Callable) -> Callable:
        index = sp.Dummy("k", integer=True)
        return lambda at: cycle(one(index) * other(index + at), index)

    return {
        paper.inner_u: correlation(u, a),
        paper.inner_xu: cycle(x(s) * u(s), s),
        paper.correlated: cycle(correlation(u, s) * zeta(-k * s), s),
        paper.triple: cycle(
            cycle(correlation(u, a) * correlation(v, b) * correlation(w, a + b), a), b
        ),
        paper.zero_term: 2
        * cycle(correlation(u, s), s)
        * cycle(correlation(v, s), s)
        * cycle(correlation(w, s), s)
        / p**3,
        paper.norm_sq: cycle(u(s) ** 2, s) + cycle(v(s) ** 2, s) + cycle(w(s) ** 2, s),
        paper.U_init: start,
        paper.chained: cycle(
            correlated(x, u)(s) * correlated(correlated(x, v), correlated(x, w))(s), s
        ),
    }


def every_p(nonzero: frozenset = frozenset(), **options) -> list[Check]:
    """A proof for every p, after brute force at some; and brute force by itself, at as many
    instances as are asked for, which is a test and no more: each p is one of many.
    """
    name, tried = "orthogonality of the characters, for every p", exact(**options)
    alone = replace(tried, method="property")
    return [OfEquations(ForEveryP(name, from_task, tried, nonzero)), OfEquations(alone)]


def summands_task(count: int) -> dict:
    """The utility of k summands for a fixed k, as sums over sequences."""
    indices = [sp.Symbol(f"a_{n}", integer=True) for n in range(count)]
    inputs = [sp.Function(f"u{n}") for n in range(count)]
    c, s, total = sp.Symbol("c", integer=True), sp.Symbol("s", integer=True), sum(indices)
    body = sum(correlation(vector, index) for vector, index in zip(inputs, indices)) ** count * (
        correlation(w, total) - cycle(x(s), s) / p * cycle(w(c), c)
    )
    for index in indices:
        body = cycle(body, index)
    return {
        paper.U_k: body / p**count,
        paper.prod_hat(paper.m): sp.Mul(
            *(sp.Function(f"u{n}_hat")(paper.m) for n in range(count)),
            sp.conjugate(paper.x_hat(paper.m)) ** count,
        ),
    }


def summands_for_every_p(count: int) -> OfEquations:
    """One k alone, for every p: evidence of that case, not of the claim."""
    return OfEquations(
        ForEveryP(
            f"orthogonality of the characters, for every p, k = {count}",
            partial(summands_task, count),
            summands(count, count),
            given=((degree, count),),
            method="property",
        )
    )


@dataclass(frozen=True)
class Geometric:
    """sum of e^(-2 pi i k a/p) by orthogonality, for k = 0 and for k != 0 mod p; the cosine is the
    real part of e^(is) times it.
    """

    name: str = "geometric sum, for every p"
    method: str = "symbolic"

    def run(self, claim: Claim, statement: sp.Basic, effort: Effort) -> Evidence:
        """Holds where the right side is p cos(s) for k = 0 mod p and 0 elsewhere, and no instance
        fails.
        """
        tried = OfEquations(cosines).run(claim, statement, effort)
        right, total = formula(statement, paper.cosine_sum), cycle(zeta(-k * a), a)
        holds = (
            vanishes_for_every_p(total.subs(k, 0) - p)
            and vanishes_for_every_p(total, frozenset({k}))
            and isinstance(right, sp.Piecewise)
            and right.args[0].cond == sp.Eq(sp.Mod(paper.wave, p), 0)
            and [q.expr for q in right.args] == [p * sp.cos(paper.shift), 0]
            and right.args[1].cond == sp.true
        )
        outcome = tried.outcome if tried.outcome == "fails" else "holds" if holds else "unknown"
        return Evidence(
            self.name,
            self.method,
            outcome,
            instances=tried.instances,
            max_error=tried.max_error,
            digits=tried.digits,
            counterexample=tried.counterexample,
        )


def for_every_k(tried: Check) -> ProvedAfterTrying:
    """Every k and every p at once, after the instances of ``tried``."""
    return ProvedAfterTrying(
        "one index at a time, for every k and every p",
        OfEquations(tried),
        lambda statement: same_summand(statement) and lemmas(),
    )
