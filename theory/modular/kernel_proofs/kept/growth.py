"""How fast the part outside a frequency can grow: minus the derivative of the loss along it is at
most its squared norm times a constant, where what is of first order in it has no sum.
"""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.flow.apart import ASLEEP, over_pairs
from theory.modular.kernel_proofs.flow.apart_bounds import (
    encoding_low,
    hidden_below,
    own,
    pairs_below,
    parts_low,
    utilities_below,
    whole_low,
)
from theory.modular.kernel_proofs.flow.network_energy import (
    GROUP,
    WANTED,
    hidden,
    slope_value,
)
from theory.modular.kernel_proofs.kept import remainder
from theory.modular.kernel_proofs.kept.remainder import (
    AWAY_OUT,
    KEPT_OUT,
    WANT,
    WHOLE,
    A,
    D,
    drawn,
    first_order,
    norms,
    numbers_below,
    rest_below,
    split,
    squared,
)
from theory.modular.kernel_proofs.script import fn
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.letters import N, p
from theory.modular.letters.cost import x_sq
from theory.modular.letters.energy import energy_of, eta
from theory.modular.letters.follows import most
from theory.proof.lemmas import inv
from theory.proof.rules import Theorem, assume, discharge, instantiate
from theory.proof.sums.any_range import at_most, nonnegative
from theory.proof.sums.nested import same_sums
from theory.proof.tactics import given, lam, total
from theory.proof.tactics.linear import ordered
from theory.proof.terms import INT, ONE, REAL, Term, eq, function, le, substituted

AWAY_ANY = tuple(function(f"{name}_outside", INT, INT, REAL) for name in "uvw")
KEPT_ANY = tuple(
    lam(lambda i, l, f=f, g=g: f(i, l) - g(i, l), INT, INT) for f, g in zip(GROUP, AWAY_ANY)
)
INSIDE, OUTSIDE, ALL = map(energy_of, (KEPT_ANY, AWAY_ANY, GROUP))
REST = 8 * x_sq**3 * most**3 + 5 * x_sq**2 * most**2 + 2 * x_sq * most


# --- the derivative of the loss along the part outside --------------------------------------------
def at_pair(q: Term, r: Term) -> dict[Term, Term]:
    """What the letters of one pair are."""
    return {
        A: fn(lambda k: hidden(KEPT_ANY, k, q, r)),
        D: fn(lambda k: hidden(AWAY_ANY, k, q, r)),
        KEPT_OUT: KEPT_ANY[2],
        AWAY_OUT: AWAY_ANY[2],
        WANT: fn(lambda m: WANTED(q, r, m)),
    }


def here(whole: Term, q: Term, r: Term) -> Term:
    """A term of one pair, at this pair."""
    return substituted(whole, at_pair(q, r))


def at_(theorem: Theorem, q: Term, r: Term) -> Theorem:
    """A theorem of one pair, at this pair."""
    return instantiate(theorem, *(part for pair in at_pair(q, r).items() for part in pair))


ALONG = over_pairs(lambda q, r: here(WHOLE, q, r))


@cache
def directed() -> Theorem:
    """sum of (outside part) times (slope of the loss) = 1/p^2 sum of error times what moves."""
    one, two, three = (
        total(
            1,
            N,
            lambda k, n=n: total(0, TOP, lambda l: AWAY_ANY[n](k, l) * slope_value(n, k, l)),
        )
        for n in range(3)
    )
    return same_sums(eq(one + two + three, inv(p) ** 2 * ALONG))


# --- its bound ------------------------------------------------------------------------------------
ORTHOGONAL = assume(
    substituted(remainder.APART.conclusion, {KEPT_OUT: KEPT_ANY[2], AWAY_OUT: AWAY_ANY[2]})
)
FIRST_ORDER = assume(eq(over_pairs(lambda q, r: here(first_order(), q, r)), 0))
MOST = assume(le(ALL, most))
SPLIT = assume(eq(INSIDE + OUTSIDE, ALL))


def inside_most() -> Theorem:
    """The squared norm of the part inside is at most B."""
    return ordered(le(INSIDE, most), [(1, SPLIT)], [MOST], [whole_low(AWAY_ANY)])


def outside_most() -> Theorem:
    """That of the part outside too."""
    return ordered(le(OUTSIDE, most), [(1, SPLIT)], [MOST], [whole_low(KEPT_ANY)])


@cache
def pulls_below() -> Theorem:
    """What is drawn along the labels: at most p^2 e (9 q + 6 q^2 B + 3 q^2 e)."""
    table = {eta: ONE, **dict(zip(ASLEEP, KEPT_ANY))}
    found = utilities_below()
    premise = energy_bound(ASLEEP)
    found = given(
        instantiate(discharge(premise, found), *(part for pair in table.items() for part in pair)),
        inside_most(),
    )
    left = over_pairs(lambda q, r: here(total(1, N, drawn), q, r))
    value = p**2 * (OUTSIDE * (9 * x_sq + 6 * x_sq**2 * most + 3 * x_sq**2 * OUTSIDE))
    swap = same_pulls()
    return ordered(le(left, value), [(1, swap)], [found])


def energy_bound(group) -> Term:
    """The premise of ``utilities_below``."""
    return le(energy_of(group), most)


ACT = function("act_any", INT, INT, INT, REAL)


@cache
def same_pulls() -> Theorem:
    """sum over pairs and neurons, in either order."""
    plain = same_sums(
        eq(
            over_pairs(lambda q, r: total(1, N, lambda k: ACT(k, q, r))),
            total(1, N, lambda k: over_pairs(lambda q, r: ACT(k, q, r))),
        )
    )
    return instantiate(plain, ACT, lam(lambda k, q, r: here(drawn(k), q, r), INT, INT, INT))


def seen_below(group, energy: Term, pair, where) -> Theorem:
    """sum_k (what neuron k sees)^2 <= 2 q |group|^2."""
    left = fn(lambda k: hidden(group, k, *pair) ** 2)
    right = fn(lambda k: 2 * x_sq * own(group, k))
    found = at_most(left, right, 1, N, lambda k, *_: hidden_below(group, k, pair, where))
    same = same_sums(eq(total(1, N, right), 2 * x_sq * energy))
    return ordered(le(total(1, N, left), 2 * x_sq * energy), [(1, same)], [found])


def outputs_below(group, energy: Term) -> Theorem:
    """sum_k |w_k|^2 <= |group|^2."""
    inputs = [
        nonnegative(
            fn(lambda k, n=n: total(0, TOP, lambda l: group[n](k, l) ** 2)),
            1,
            N,
            lambda k, *_, n=n: parts_low(group, k)[n],
        )
        for n in (0, 1)
    ]
    return ordered(le(norms(group[2]), energy), [], *([one] for one in inputs))


def pair_below(pair, where) -> Theorem:
    """first order - drawn - (error along) <= e (8 q^3 B^3 + 5 q^2 B^2 + 2 q B) at one pair."""
    q_low = encoding_low()
    cut, small = at_(split(), *pair), at_(rest_below(), *pair)
    a2, d2, z2 = (here(squared(f), *pair) for f in (A, D, remainder.Z))
    c2, o2 = norms(KEPT_ANY[2]), norms(AWAY_ANY[2])
    own_sight = same_sums(eq(z2, total(1, N, lambda k: hidden(GROUP, k, *pair) ** 2)))
    seen = [
        seen_below(group, energy, pair, where)
        for group, energy in ((KEPT_ANY, INSIDE), (AWAY_ANY, OUTSIDE), (GROUP, ALL))
    ]
    values = (a2, d2, z2, c2, o2, x_sq, OUTSIDE, most)
    told = instantiate(
        numbers_below(), *(part for one in zip(remainder.NUMBERS, values) for part in one)
    )
    lows = [
        nonnegative(fn(lambda k: f(k) ** 2), 1, N, lambda k, *_, f=f: remainder.square_low(f)(k))
        for f in (A, D, remainder.Z)
    ]
    a_low, d_low, z_low = (at_(one, *pair) for one in lows)
    found = given(
        told,
        q_low,
        d_low,
        remainder.norms_low(KEPT_ANY[2]),
        whole_low(AWAY_ANY),
        a_low,
        z_low,
        ordered(le(a2, 2 * x_sq * most), [], [seen[0]], *[[q_low, inside_most()]] * 2),
        seen[1],
        ordered(le(z2, 2 * x_sq * most), [(1, own_sight)], [seen[2]], *[[q_low, MOST]] * 2),
        ordered(le(c2, most), [], [outputs_below(KEPT_ANY, INSIDE)], [inside_most()]),
        outputs_below(AWAY_ANY, OUTSIDE),
        outside_most(),
    )
    return ordered(le(left_over(*pair), OUTSIDE * REST), [], [cut], [small], [found])


def left_over(q: Term, r: Term) -> Term:
    """first order - drawn - (error along)."""
    return here(first_order() - total(1, N, drawn) - WHOLE, q, r)


PARTS = tuple(function(f"part_{n}", INT, INT, REAL) for n in (1, 2, 3))


@cache
def taken_apart() -> Theorem:
    """The sum of the same over all pairs, part by part."""
    one, two, three = PARTS
    plain = same_sums(
        eq(
            over_pairs(lambda q, r: one(q, r) - two(q, r) - three(q, r)),
            over_pairs(one) - over_pairs(two) - over_pairs(three),
        )
    )
    values = [
        lam(lambda q, r, whole=whole: here(whole, q, r), INT, INT)
        for whole in (first_order(), total(1, N, drawn), WHOLE)
    ]
    return instantiate(plain, *(part for pair in zip(PARTS, values) for part in pair))


@cache
def along_below() -> Theorem:
    """-(error along) over all pairs <= p^2 e (9 q + 6 q^2 B + 3 q^2 e + 8 q^3 B^3 + ...)."""
    rest = pairs_below(left_over, OUTSIDE * REST, pair_below)
    growth = 9 * x_sq + 6 * x_sq**2 * most + 3 * x_sq**2 * OUTSIDE
    return ordered(
        le(-ALONG, p**2 * (OUTSIDE * (growth + REST))),
        [(1, taken_apart()), (1, FIRST_ORDER)],
        [rest],
        [pulls_below()],
    )
