"""Gradient flow from alpha times a start is near alpha times the dormant flow as long as that
exists: modular.flow-follows.

With y = D + alpha^3 and K = 60 q (1 + q) (1 + B)^3: y' <= K (y + y^3), so (1 + 1/y^2) exp(2 K s)
does not fall.
"""

from __future__ import annotations

from functools import cache
from itertools import product

from theory.modular.kernel_proofs.cost.loss import label_row, squares_back
from theory.modular.kernel_proofs.flow.apart import both_tables, distance, distance_slope
from theory.modular.kernel_proofs.flow.apart_bounds import (
    APART,
    MOST,
    RATE,
    SCALE,
    SEEN_SQ,
    UNIT,
    WANTED_SQ,
    encoding_low,
    most_low,
    whole_low,
)
from theory.modular.kernel_proofs.flow.apart_outputs import slope_below
from theory.modular.kernel_proofs.flow.network_energy import WHEN, S
from theory.modular.kernel_proofs.flow.norm_bound import LATER
from theory.modular.kernel_proofs.script import defined, fn, proof
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.kernel_proofs.transforms.waves import above_zero
from theory.modular.letters import N, entries, p
from theory.modular.letters.cost import x, x_sq
from theory.modular.letters.energy import NETS, eta, t
from theory.modular.letters.follows import DORMANT, alpha, apart, most
from theory.proof.lemmas import exp, inv
from theory.proof.rules import Theorem, assume, conjoin, discharge, instantiate
from theory.proof.sums.any_range import zero_sum
from theory.proof.tactics import (
    at,
    bound,
    combine,
    derivative,
    discharged,
    everywhere,
    fact,
    fresh,
    given,
    inverse,
    lam,
    positive,
    ring,
    total,
    weaker,
    with_slope,
)
from theory.proof.tactics.linear import ordered, signed_order
from theory.proof.terms import INT, ONE, ZERO, Term, eq, le, lt, num, substituted, var

K = 60 * x_sq * (1 + x_sq) * (1 + most) ** 3


# --- the premises of the bound of D' --------------------------------------------------------------
@cache
def seen_square() -> Theorem:
    """sum_a x(a - q)^2 = |x|^2."""
    (known,) = defined("modular.x-sq")
    q = fresh(INT, "q")
    inside = (le(0, q), le(q, TOP))
    moved = squares_back(q, assume(inside[0]))
    same = combine(eq(moved.conclusion.args[0], x_sq), (1, moved), (1, known))
    return everywhere(q, same, *inside)


@cache
def wanted_square() -> Theorem:
    """sum_m ((q + r).x - mean)^2 <= |x|^2."""
    (known,) = defined("modular.x-sq")
    q, r = fresh(INT, "q"), fresh(INT, "r")
    first, second = ((le(0, n), le(n, TOP)) for n in (q, r))
    low = bound(le(0, q + r), (), [[assume(first[0])], [assume(second[0])]])
    row = label_row(q, r, low)
    down = positive(inv(p), [above_zero()])
    less = ordered(le(row.conclusion.args[0], x_sq), [(1, row), (1, known)], [down, entries(x)])
    return everywhere(q, everywhere(r, less, *second), *first)


def scales() -> tuple[Theorem, Theorem]:
    """0 < eta, alpha eta = 1."""
    is_rate, *_ = defined("modular.scaled-start")
    down = positive(inv(alpha), [SCALE])
    return (
        ordered(lt(0, eta), [(1, is_rate)], [down]),
        combine(eq(alpha * eta, 1), (alpha, is_rate), (1, inverse(alpha, [SCALE]))),
    )


def at_time(theorem: Theorem, s: Term, inside) -> Theorem:
    """A theorem of any data and weights, of both flows at the time s."""
    (bounded,) = defined("modular.dormant-most")
    rate, unit = scales()
    known = {
        MOST: at(bounded, s, *inside),
        SEEN_SQ: seen_square(),
        WANTED_SQ: wanted_square(),
        RATE: rate,
        UNIT: unit,
    }
    used = [one for one in known if one.conclusion in theorem.hypotheses]
    for one in used:
        theorem = discharge(one.conclusion, theorem)
    return given(instantiate(theorem, *both_tables(s)), *(known[one] for one in reversed(used)))


# --- y' <= K (y + y^3) ----------------------------------------------------------------------------
NUMBERS = V, d, a, q, B = tuple(var(f"{name}_number") for name in ("V", "D", "a", "q", "B"))


@cache
def grown() -> Theorem:
    """V <= K (y + y^3) with y = D + a, where V is at most the bound of D'."""
    growth = 9 * q + 6 * q**2 * B + 3 * q**2 * d
    limit = 2 * d * growth + num(80, 3) * a * q**2 * B * (B + d) ** 2
    premises = (le(0, q), le(0, B), le(0, d), le(0, a), le(V, limit))
    q_low, B_low, d_low, a_low, below = map(assume, premises)
    y = d + a
    rate = 60 * q * (1 + q) * (1 + B) ** 3
    powers = ((1, 0), (0, 1), (3, 0), (2, 1), (1, 2), (0, 3))
    terms = [
        [q_low] * i + [B_low] * j + [d_low] * k + [a_low] * l
        for i, j, (k, l) in product((1, 2), range(4), powers)
    ]
    squares = [([q_low, q_low, d_low], 1 - d), ([q_low, q_low, B_low, B_low, a_low], 1 - d)]
    found = bound(le(V, rate * (y + y**3)), (), [[below], *terms, *squares])
    return discharged(found, *premises)


def size(s: Term) -> Term:
    """y = D + alpha^3 at the time s."""
    return distance(s) + alpha**3


def distance_low(s: Term) -> Theorem:
    """0 <= D."""
    return instantiate(whole_low(APART), *both_tables(s))


def size_above(s: Term) -> Theorem:
    """0 < y."""
    return ordered(lt(0, size(s)), [], [SCALE, SCALE, SCALE], [distance_low(s)])


@cache
def slope_within_rate() -> Theorem:
    """D' <= K (y + y^3)."""
    below = at_time(slope_below(), S, WHEN)
    value = below.conclusion.args[0]
    pairs = zip(NUMBERS, (value, distance(S), alpha**3, x_sq, most))
    told = instantiate(grown(), *(part for pair in pairs for part in pair))
    cube = bound(le(0, alpha**3), (), [[SCALE, SCALE, SCALE]])
    return given(
        told,
        encoding_low(),
        at_time(most_low(), S, WHEN),
        distance_low(S),
        cube,
        below,
    )


# --- (1 + 1/y^2) exp(2 K s) does not fall ---------------------------------------------------------
Y, R, X = (var(f"{name}_number") for name in ("y", "rate", "exp"))


@cache
def rises() -> Theorem:
    """0 <= e (2 K (1 + 1/y^2) - 2 V/y^3), where V <= K (y + y^3)."""
    premises = (lt(0, Y), lt(0, X), le(V, R * (Y + Y**3)))
    above, positive_, below = map(assume, premises)
    down, unit = positive(inv(Y), [above]), inverse(Y, [above])
    first = ring(eq(Y * inv(Y) ** 3, inv(Y) ** 2), unit)
    second = ring(eq(Y**3 * inv(Y) ** 3, 1), unit)
    found = signed_order(
        le(0, X * (2 * R * (1 + inv(Y) ** 2) - 2 * V * inv(Y) ** 3)),
        [(2 * R * X, first), (2 * R * X, second)],
        (num(2), (positive_, down, down, down, below), ONE),
    )
    return discharged(found, *premises)


@cache
def compared() -> Theorem:
    """(1 + 1/y(0)^2) exp(0) <= (1 + 1/y(t)^2) exp(2 K t)."""
    body = lam(lambda s: (1 + inv(size(s)) ** 2) * exp(2 * K * s))
    moved, above = distance_slope(), size_above(S)
    value, here, grows = moved.conclusion.args[3], size(S), exp(2 * K * S)
    slope = grows * (2 * K * (1 + inv(here) ** 2) - 2 * value * inv(here) ** 3)
    own = with_slope(derivative(body, 0, t, S, [moved], [above]), slope)
    told = instantiate(rises(), Y, here, X, grows, V, value, R, K)
    up = given(told, above, fact("exp-positive", x=2 * K * S), slope_within_rate())
    each = everywhere(S, conjoin(own, up), le(0, S), le(S, t))
    along = lam(lambda s: substituted(slope, {S: s}))
    return fact("increasing", weaker(LATER), each, low=ZERO, high=t, f=body, df=along)


# --- from the start -------------------------------------------------------------------------------
@cache
def together() -> Theorem:
    """D(0) = 0."""
    _, *starts = defined("modular.scaled-start")
    _, unit = scales()
    rows = []
    for f, g, start in zip(NETS, DORMANT, starts):

        def gap(k, l, f=f, g=g):
            return eta * f(k, l, ZERO) - g(k, l, ZERO)

        def entry(k, where, l, inside, g=g, start=start, gap=gap):
            known = at(start, k, *where, l, *inside)
            none = combine(eq(gap(k, l), 0), (eta, known), (g(k, l, ZERO), unit))
            return combine(eq(gap(k, l) ** 2, 0), (gap(k, l), none))

        def row(k, *where, gap=gap, entry=entry):
            return zero_sum(
                fn(lambda l: gap(k, l) ** 2), 0, TOP, lambda l, *inside: entry(k, where, l, inside)
            )

        rows.append(
            zero_sum(fn(lambda k, gap=gap: total(0, TOP, lambda l: gap(k, l) ** 2)), 1, N, row)
        )
    return combine(eq(distance(ZERO), 0), *((1, one) for one in rows))


LAST, START = var("last_number"), var("start_number")


@cache
def turned_over() -> Theorem:
    """y^2 (1 - c^2 (e - 1)) <= c^2 e, from (1 + 1/c^2) <= (1 + 1/y^2) e."""
    premises = (
        lt(0, LAST),
        lt(0, START),
        le(1 + inv(START) ** 2, (1 + inv(LAST) ** 2) * X),
    )
    last, start, told = map(assume, premises)
    ones = [
        ring(eq(n**2 * inv(n) ** 2, 1), inverse(n, [up]))
        for n, up in zip((LAST, START), (last, start))
    ]
    found = signed_order(
        le(LAST**2 * (1 - START**2 * (X - 1)), START**2 * X),
        [(START**2 * X, ones[0]), (LAST**2, ones[1])],
        (ONE, (told, last, last, start, start), ONE),
    )
    return discharged(found, *premises)


@proof("modular.flow-follows")
def flow_follows() -> Theorem:
    """For any start, any number of neurons and any time before the dormant flow ends."""
    (is_apart,) = defined("modular.apart")
    still = fact("exp-zero")
    told = compared()
    begun = instantiate(turned_over(), LAST, size(t), START, size(ZERO), X, exp(2 * K * t))
    first = ring(eq(exp(2 * K * ZERO), 1), still)
    reached = ordered(
        begun.conclusion.args[1].args[1].args[0],
        [(1 + inv(size(ZERO)) ** 2, first)],
        [told],
    )
    found = given(begun, size_above(t), size_above(ZERO), reached)
    square = combine(eq(size(ZERO) ** 2, alpha**6), (distance(ZERO) + 2 * alpha**3, together()))
    grows, last = exp(2 * K * t), apart + alpha**3
    here = combine(eq(size(t), last), (1, is_apart))
    ended = ordered(
        le(size(t) ** 2 * (1 - alpha**6 * (grows - 1)), alpha**6 * grows),
        [(grows + size(t) ** 2 * (grows - 1), square)],
        [found],
    )
    factor = 1 - alpha**6 * (grows - 1)
    return ordered(
        le(last**2 * factor, alpha**6 * grows),
        [((size(t) + last) * factor, here)],
        [ended],
    )
