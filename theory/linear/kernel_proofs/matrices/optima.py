"""Largest utilities by Ky Fan: no frame of m vectors does better than the first m
singular pairs.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.linear.kernel_proofs.entry import known, proof
from theory.linear.kernel_proofs.flow.balance import half_of_two
from theory.linear.letters import HALVED
from theory.linear.letters.data import c, d
from theory.linear.letters.optima import (
    MATRIX,
    U_total,
    a_best,
    frame_total,
    framed,
    left,
    modes,
    right,
    sigma,
    size,
    utility_of,
    w_best,
)
from theory.proof.lemmas import HALF
from theory.proof.lemmas.inner_products import square_sum
from theory.proof.lemmas.ky_fan import ky_fan
from theory.proof.rules import Theorem, assume, discharge, generalise
from theory.proof.sums.any_range import counted, nonnegative
from theory.proof.sums.nested import same_sums
from theory.proof.tactics import (
    at,
    bound,
    combine,
    everywhere,
    fact,
    fresh,
    given,
    lam,
    obtain,
    parts,
    put,
    total,
    written,
)
from theory.proof.tactics.linear import both_ways
from theory.proof.terms import INT, ONE, Term, eq, le, num, var

count = var("count'", INT)


def system() -> list[Theorem]:
    """Orthonormal u and v, M, sigma >= 0 and decreasing."""
    return known("singular-system")


class Weights:
    """A frame (a_i, w_i), i = 1..m, against the singular pairs: h_qi = u_q a_i + v_q w_i and
    p_q = sum_i h_qi^2/2, so that sum_i a_i^T M w_i = sum_q sigma_q p_q/2 - a sum of squares.
    """

    def __init__(self, a: Term, w: Term, size_: Term, some: Theorem, frame: Theorem) -> None:
        self.a, self.w, self.count, self.some = a, w, size_, some
        self.orth_u, self.orth_v, self.matrix, self.low, self.falls = system()
        self.gram = _gram(a, w, size_, frame)

    def up(self, q, i) -> Term:
        """u_q a_i."""
        return total(1, c, lambda l: left(l, q) * self.a(l, i))

    def across(self, q, i) -> Term:
        """v_q w_i."""
        return total(1, d, lambda m: right(m, q) * self.w(m, i))

    def h(self, q, i) -> Term:
        """u_q a_i + v_q w_i."""
        return self.up(q, i) + self.across(q, i)

    def weight(self, q) -> Term:
        """p_q."""
        return HALF * total(1, self.count, lambda i: self.h(q, i) ** 2)

    def within_one(self) -> tuple[Theorem, Theorem]:
        """for all q: 0 <= p_q, p_q <= 1 (Bessel)."""
        q = fresh(INT, "q")
        q_in = (le(1, q), le(q, size))
        rest_u = lambda l: left(l, q) - total(1, self.count, lambda i: self.h(q, i) * self.a(l, i))
        rest_v = lambda m: right(m, q) - total(1, self.count, lambda i: self.h(q, i) * self.w(m, i))
        squared = total(1, c, lambda l: rest_u(l) ** 2) + total(1, d, lambda m: rest_v(m) ** 2)
        rules = (self.gram, self.orth_u, self.orth_v)
        weight = self.weight(q)
        same = same_sums(eq(squared, 2 - 2 * weight), *rules, facts=list(map(assume, q_in)))
        both = [[square_sum(rest_u, 1, c)], [square_sum(rest_v, 1, d)]]
        plain = combine(eq(2 - 2 * weight, squared), (1, same))
        most = everywhere(q, bound(le(weight, 1), (), [*both, [both_ways(plain)[1]]]), *q_in)
        root = square_sum(lambda i: self.h(q, i), 1, self.count)
        return everywhere(q, bound(le(0, weight), (), [[root]]), *q_in), most

    def covered(self, last: Term, few: Theorem | None = None) -> tuple[Term, Callable, Theorem]:
        """1 - sum_{q<=last} h_qi^2/2 as a function of i, that it is >= 0, its sum over i."""
        facts = [few] if few else []

        def rest_a(l, i):
            return self.a(l, i) - HALF * total(1, last, lambda r: self.h(r, i) * left(l, r))

        def rest_w(m, i):
            return self.w(m, i) - HALF * total(1, last, lambda r: self.h(r, i) * right(m, r))

        left_over = lam(
            lambda i: (
                total(1, c, lambda l: rest_a(l, i) ** 2) + total(1, d, lambda m: rest_w(m, i) ** 2)
            ),
            INT,
        )

        def gain(i, *_):
            sides = [
                [square_sum(lambda l: rest_a(l, i), 1, c)],
                [square_sum(lambda m: rest_w(m, i), 1, d)],
            ]
            return bound(le(0, left_over(i)), (), sides)

        weights = total(1, last, self.weight)
        same = same_sums(
            eq(
                total(1, self.count, lambda i: left_over(i)),
                total(1, self.count, lambda i: ONE) - weights,
            ),
            self.gram,
            self.orth_u,
            self.orth_v,
            facts=facts,
        )
        units = counted(1, self.count, bound(le(1, self.count + 1), (), [[self.some]]))
        whole = combine(eq(same.conclusion.args[0], self.count - weights), (1, same), (1, units))
        return left_over, gain, whole

    def total_weight(self) -> Theorem:
        """sum_q p_q <= m."""
        left_over, gain, whole = self.covered(size)
        above = nonnegative(left_over, 1, self.count, gain)
        return bound(le(total(1, size, self.weight), self.count), [whole], [[above]])

    def value(self) -> tuple[Theorem, Theorem]:
        """sum_i a_i^T M w_i = sum_q sigma_q p_q/2 - lost/4, and 0 <= lost."""
        apart = lam(
            lambda r: (
                sigma(r) * total(1, self.count, lambda i: (self.up(r, i) - self.across(r, i)) ** 2)
            ),
            INT,
        )

        def gain(r, r_low, r_high):
            inner = square_sum(lambda i: self.up(r, i) - self.across(r, i), 1, self.count)
            return bound(le(0, apart(r)), (), [[at(self.low, r, r_low, r_high), inner]], exact=True)

        lost = nonnegative(apart, 1, size, gain)
        weighted = total(1, size, lambda r: sigma(r) * self.weight(r))
        split = same_sums(
            eq(
                frame_total(self.a, self.w, self.count),
                HALF * weighted - num(1, 4) * total(1, size, lambda r: apart(r)),
            ),
            self.matrix,
        )
        return split, lost


@cache
def frame_bound() -> Theorem:
    """for all frames of m <= min(c, d) vectors: sum_i a_i^T M w_i <= (sigma_1 + ... + sigma_m)/2.

    The weights p_q are at most 1 and sum to at most m (Bessel, twice): Ky Fan.
    """
    a, w = var("a'", MATRIX), var("w'", MATRIX)
    premises = (le(0, count), le(count, size), framed(a, w, count))
    some, few, frame = map(assume, premises)
    weights = Weights(a, w, count, some, frame)
    least, most = weights.within_one()
    split, lost = weights.value()
    fan = ky_fan(
        lam(lambda r: sigma(r), INT), lam(weights.weight, INT), count, size, some, few,
        weights.low, weights.falls, least, most, weights.total_weight(),
    )  # fmt: skip
    goal = le(frame_total(a, w, count), HALF * total(1, count, lambda r: sigma(r)))
    found = bound(goal, [split], [[lost], [fan]])
    found = everywhere(w, found, premises[2])
    found = generalise(found, a)
    return discharge(premises[0], discharge(premises[1], found))


def _gram(a: Term, w: Term, count_: Term, frame: Theorem) -> Theorem:
    """sum_l a_li a_lj = delta_ij - sum_m w_mi w_mj, as a rule."""
    i, j = fresh(INT, "i"), fresh(INT, "j")
    premises = (le(1, i), le(i, count_), le(1, j), le(j, count_))
    inside = list(map(assume, premises))
    own = at(frame, i, inside[0], inside[1], j, inside[2], inside[3])
    whole, unit = own.conclusion.args
    one, other = whole.args
    turned = combine(eq(one, unit - other), (1, own))
    return everywhere(i, everywhere(j, turned, *premises[2:]), *premises[:2])


def halved(vectors):
    """u_q/sqrt(2), as a frame."""
    return lam(lambda l, i: vectors(l, i) * HALVED, INT, INT)


@cache
def leading_frame() -> list[Theorem]:
    """The first |D| singular pairs over sqrt(2) are a frame, and their total is half the sum."""
    orth_u, orth_v, matrix, *_ = system()
    _, few = known("count")
    a, w = halved(left), halved(right)
    half = half_of_two()
    i, j = fresh(INT, "i"), fresh(INT, "j")
    premises = (le(1, i), le(i, modes), le(1, j), le(j, modes))
    facts = [*map(assume, premises), few]
    own = framed(a, w, modes)
    entry = at(assume(own), i, facts[0], facts[1], j, facts[2], facts[3]).conclusion
    grown = same_sums(eq(entry.args[0], 2 * HALVED**2 * entry.args[1]), orth_u, orth_v, facts=facts)
    unit = combine(entry, (1, grown), (2 * entry.args[1], half))
    frame = everywhere(i, everywhere(j, unit, *premises[2:]), *premises[:2])
    gains = total(1, modes, lambda q: sigma(q))
    value = same_sums(
        eq(frame_total(a, w, modes), HALVED**2 * gains), orth_u, orth_v, matrix, facts=[few]
    )
    return [
        written(own, frame),
        combine(eq(frame_total(a, w, modes), HALF * gains), (1, value), (gains, half)),
    ]


def any_frame() -> Theorem:
    """for all frames of |D| vectors: the total is at most half the sum."""
    some, few = known("count")
    return given(put(frame_bound(), **{"count'": modes}), some, few)


@proof("linear.total-utility")
def total_utility() -> Theorem:
    """The bound holds for the frame that attains U_total; the leading frame is one of all."""
    every, attained = known("largest-total")
    half = HALF * total(1, modes, lambda q: sigma(q))
    frame, value = leading_frame()

    def largest(a, outer):
        def inner(w, both):
            own, reached = parts(both)
            most = at(any_frame(), a, w, own)
            return bound(le(U_total, half), (), [[most], [both_ways(reached)[1]]])

        return obtain(outer, inner)

    upper = obtain(attained, largest)
    own = at(every, halved(left), halved(right), frame)
    lower = bound(le(half, U_total), [value], [[own]])
    return fact("antisymmetric", upper, lower, x=U_total, y=half)


@cache
def best_total() -> Theorem:
    """The total of a best frame is the bound."""
    frame, every, _ = known("best-frame")
    half = HALF * total(1, modes, lambda q: sigma(q))
    whole = frame_total(a_best, w_best, modes)
    upper = at(any_frame(), a_best, w_best, frame)
    leading, value = leading_frame()
    own = at(every, halved(left), halved(right), leading)
    lower = bound(le(half, whole), [value], [[own]])
    return fact("antisymmetric", upper, lower, x=whole, y=half)


@proof("linear.individual-utility")
def individual_utility() -> Theorem:
    """The utilities sum to the total of a best frame."""
    *_, utilities = known("best-frame")
    same = best_total()
    whole, half = same.conclusion.args
    goal = eq(total(1, modes, lambda q: utility_of(q)), half)
    listed = same_sums(eq(goal.args[0], whole), utilities)
    return combine(goal, (1, listed), (1, same))
