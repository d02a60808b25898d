"""Largest utilities by Ky Fan: no frame of m vectors does better than the first m singular pairs."""

from __future__ import annotations

from functools import cache

from theory.linear.kernel_proofs.balance import half_of_two
from theory.linear.kernel_proofs.entry import known, proof
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
from theory.proof.lemmas.inner_products import square_sum
from theory.proof.lemmas.ky_fan import ky_fan
from theory.proof.rules import Theorem, assume, discharge, generalise, order
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
from theory.proof.terms import INT, ONE, Term, eq, le, num, var

HALF = num(1, 2)
count = var("count'", INT)


def system() -> list[Theorem]:
    """Orthonormal u and v, M, sigma >= 0 and decreasing."""
    return known("singular-system")


@cache
def frame_bound() -> Theorem:
    """for all frames of m <= min(c, d) vectors: sum_i a_i^T M w_i <= (sigma_1 + ... + sigma_m)/2.

    With h_qi = u_q a_i + v_q w_i the weights p_q = sum_i h_qi^2/2 are at most 1 and sum to at most
    m (Bessel, twice), and sum_i a_i^T M w_i = sum_q sigma_q p_q/2 - sum sigma_q (u_q a_i - v_q
    w_i)^2/4.
    """
    orth_u, orth_v, matrix, low, falls = system()
    a, w = var("a'", MATRIX), var("w'", MATRIX)
    premises = (le(0, count), le(count, size), framed(a, w, count))
    some, few, frame = map(assume, premises)
    gram = _gram(a, w, frame)

    def up(q, i):
        return total(1, c, lambda l: left(l, q) * a(l, i))

    def across(q, i):
        return total(1, d, lambda m: right(m, q) * w(m, i))

    def h(q, i):
        return up(q, i) + across(q, i)

    def weight(q):
        return HALF * total(1, count, lambda i: h(q, i) ** 2)

    # p_q <= 1
    q = fresh(INT, "q")
    q_in = (le(1, q), le(q, size))
    rest_u = lambda l: left(l, q) - total(1, count, lambda i: h(q, i) * a(l, i))
    rest_v = lambda m: right(m, q) - total(1, count, lambda i: h(q, i) * w(m, i))
    facts = list(map(assume, q_in))
    squared = total(1, c, lambda l: rest_u(l) ** 2) + total(1, d, lambda m: rest_v(m) ** 2)
    same = same_sums(eq(squared, 2 - 2 * weight(q)), gram, orth_u, orth_v, facts=facts)
    both = [[square_sum(rest_u, 1, c)], [square_sum(rest_v, 1, d)]]
    plain = combine(eq(2 - 2 * weight(q), squared), (1, same))
    most = everywhere(q, bound(le(weight(q), 1), (), [*both, [_below(plain)]]), *q_in)
    # 0 <= p_q
    root = square_sum(lambda i: h(q, i), 1, count)
    least = everywhere(q, bound(le(0, weight(q)), (), [[root]]), *q_in)
    # sum_q p_q <= m
    total_weight = _total_weight(a, w, count, h, gram, orth_u, orth_v, some)
    # the value
    apart = lam(lambda r: sigma(r) * total(1, count, lambda i: (up(r, i) - across(r, i)) ** 2), INT)

    def gain(r, r_low, r_high):
        inner = square_sum(lambda i: up(r, i) - across(r, i), 1, count)
        return bound(le(0, apart(r)), (), [[at(low, r, r_low, r_high), inner]], exact=True)

    lost = nonnegative(apart, 1, size, gain)
    value = frame_total(a, w, count)
    weighted = total(1, size, lambda r: sigma(r) * weight(r))
    split = same_sums(
        eq(value, HALF * weighted - num(1, 4) * total(1, size, lambda r: apart(r))), matrix
    )
    fan = ky_fan(
        lam(lambda r: sigma(r), INT), lam(weight, INT), count, size, some, few, low, falls, least,
        most, total_weight,
    )  # fmt: skip
    goal = le(value, HALF * total(1, count, lambda r: sigma(r)))
    found = bound(goal, [split], [[lost], [fan]])
    found = everywhere(w, found, premises[2])
    found = generalise(found, a)
    return discharge(premises[0], discharge(premises[1], found))


def _gram(a: Term, w: Term, frame: Theorem) -> Theorem:
    """sum_l a_li a_lj = delta_ij - sum_m w_mi w_mj, as a rule."""
    i, j = fresh(INT, "i"), fresh(INT, "j")
    premises = (le(1, i), le(i, count), le(1, j), le(j, count))
    inside = list(map(assume, premises))
    own = at(frame, i, inside[0], inside[1], j, inside[2], inside[3])
    whole, unit = own.conclusion.args
    one, other = whole.args
    turned = combine(eq(one, unit - other), (1, own))
    return everywhere(i, everywhere(j, turned, *premises[2:]), *premises[:2])


def _below(equation: Theorem) -> Theorem:
    """a = b gives b <= a."""
    left_, right_ = equation.conclusion.args
    return order(le(right_, left_), ((num(-1), equation),), ())


def _total_weight(a, w, count_, h, gram, orth_u, orth_v, some: Theorem) -> Theorem:
    """sum_q p_q <= m: |(a_i, w_i) - sum_q h_qi (u_q, v_q)/2|^2 = 1 - sum_q h_qi^2/2, summed."""

    def rest_a(l, i):
        return a(l, i) - HALF * total(1, size, lambda r: h(r, i) * left(l, r))

    def rest_w(m, i):
        return w(m, i) - HALF * total(1, size, lambda r: h(r, i) * right(m, r))

    def gain(i, *_):
        sides = [
            [square_sum(lambda l: rest_a(l, i), 1, c)],
            [square_sum(lambda m: rest_w(m, i), 1, d)],
        ]
        return bound(le(0, left_over(i)), (), sides)

    left_over = lam(
        lambda i: (
            total(1, c, lambda l: rest_a(l, i) ** 2) + total(1, d, lambda m: rest_w(m, i) ** 2)
        ),
        INT,
    )
    above = nonnegative(left_over, 1, count_, gain)
    weights = total(1, size, lambda r: HALF * total(1, count_, lambda i: h(r, i) ** 2))
    same = same_sums(
        eq(total(1, count_, lambda i: left_over(i)), total(1, count_, lambda i: ONE) - weights),
        gram,
        orth_u,
        orth_v,
    )
    units = counted(1, count_, bound(le(1, count_ + 1), (), [[some]]))
    return bound(le(weights, count_), [same, units], [[above]])


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
            return bound(le(U_total, half), (), [[most], [_below(reached)]])

        return obtain(outer, inner)

    upper = obtain(attained, largest)
    own = at(every, halved(left), halved(right), frame)
    lower = bound(le(half, U_total), [value], [[own]])
    return fact("antisymmetric", upper, lower, x=U_total, y=half)


@proof("linear.individual-utility")
def individual_utility() -> Theorem:
    """The total of a best frame is the bound."""
    frame, every, utilities = known("best-frame")
    half = HALF * total(1, modes, lambda q: sigma(q))
    whole = frame_total(a_best, w_best, modes)
    upper = at(any_frame(), a_best, w_best, frame)
    leading, value = leading_frame()
    own = at(every, halved(left), halved(right), leading)
    lower = bound(le(half, whole), [value], [[own]])
    same = fact("antisymmetric", upper, lower, x=whole, y=half)
    goal = eq(total(1, modes, lambda q: utility_of(q)), half)
    listed = same_sums(eq(goal.args[0], whole), utilities)
    return combine(goal, (1, listed), (1, same))
