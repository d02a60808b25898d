"""The cost of the frequency p/4, where cos^4 does not average as elsewhere: 4 xi = 0 mod p."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.cost.aligned import aligned_output_by, goal, whole_turn
from theory.modular.kernel_proofs.cost.cosine_sums import c_of, s_of, squared, vanishing
from theory.modular.kernel_proofs.cost.neurons import outputs_of
from theory.modular.kernel_proofs.cost.squares import (
    pair_cost,
    pair_sum_by,
    quartic_by,
    summed_over_pairs,
)
from theory.modular.kernel_proofs.script import cos, defined, fn, proof, sin
from theory.modular.kernel_proofs.transforms.waves import full
from theory.modular.letters import p, turn
from theory.modular.letters.cost import A_u, A_v, A_w, multiple, s_u, s_v, s_w, s_x, xi
from theory.proof.rules import Theorem, assume, discharge, witness
from theory.proof.sums.finite import constant_sum, sum_of, summand_equal
from theory.proof.sums.summands import evaluated
from theory.proof.tactics import combine, equal_inside, fresh, given, obtain
from theory.proof.terms import INT, ONE, ZERO, Term, eq, num


def not_twice() -> Theorem:
    """2 xi is no multiple of p."""
    return defined("modular.quarter")[2]


def not_once() -> Theorem:
    """Neither is xi: 2 xi would be twice as much."""
    condition = assume(multiple(xi))

    def twice(n, found):
        return given(
            not_twice(),
            witness(multiple(2 * xi), 2 * n, combine(eq(2 * xi, p * (2 * n) + 0), (2, found))),
        )

    return discharge(condition.conclusion, obtain(condition, twice))


def whole_turns_of(function, value: Term) -> Theorem:
    """sum_a cos(2 pi 4 xi a/p) = p and sum_a sin(2 pi 4 xi a/p) = 0: every angle is a
    whole turn.
    """
    summand = fn(lambda a: function(turn(4 * xi * a)))

    def use(n, found):
        def entry(a, *_):
            angle = combine(eq(turn(4 * xi * a), turn(p * (n * a))), (turn(a), found))
            inside = equal_inside(function(turn(4 * xi * a)), angle)
            told = whole_turn(n * a)[0 if function is cos else 1]
            return combine(eq(summand(a), value), (1, inside), (1, told))

        same = summand_equal(summand, fn(lambda a: value), 0, p - 1, entry)
        count = constant_sum(value, 0, p - 1, full())
        return combine(eq(sum_of(summand, 0, p - 1), p * value), (1, same), (1, count))

    return obtain(defined("modular.quarter")[1], use)


@cache
def quarter_moments() -> list[Theorem]:
    """The sums over a of c, s, c^2, c s, c^4 and c^3 s where 4 xi = 0 mod p."""
    fourfold = [whole_turns_of(cos, ONE), whole_turns_of(sin, ZERO)]
    once = vanishing(xi, not_once())
    values = [*once, *vanishing(2 * xi, not_twice()), *fourfold]
    powers = ((2, 0), (1, 1), (4, 0), (3, 1))
    return once + [
        evaluated(lambda a: c_of(a) ** m * s_of(a) ** n, 0, p - 1, full(), squared, values)
        for m, n in powers
    ]


def quarter_pair(i: Term, j: Term) -> Term:
    """The summand: that of eq:Mexp, and what 4 xi = 0 adds."""
    more = [
        num(1, 2) * (A(i) * A(j)) ** 2 * cos(2 * (s(i) + s(j)) - 4 * s_x)
        for A, s in ((A_u, s_u), (A_v, s_v))
    ]
    return pair_cost(i, j) + A_w(i) * A_w(j) * cos(s_w(i) - s_w(j)) * (more[0] + more[1])


@proof("modular.quarter-frequency-cost")
def quarter_frequency_cost() -> Theorem:
    """Every pair of neurons by itself: the sum of cos^4 is p/2, that of cos^2 sin^2 is 0."""
    i, j = fresh(INT, "i"), fresh(INT, "j")
    values = quarter_moments()
    more = [
        (2 * (s(i) + s(j)) - 4 * s_x, {(name, i): -2, (name, j): -2})
        for name, s in (("u", s_u), ("v", s_v))
    ]
    pair = pair_sum_by(
        i,
        j,
        quarter_pair(i, j),
        quartic_by(values),
        outputs_of(i, j, aligned_output_by(values)),
        more,
    )
    return summed_over_pairs(goal("modular.quarter-frequency-cost"), i, j, pair, quarter_pair)
