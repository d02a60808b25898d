"""How much the utilities drive a network over alpha from the dormant flow: at most
D (9 q + 6 q^2 B + 3 q^2 D), D the squared distance, q = |x|^2 and B a bound of the dormant flow's
squared norm.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.modular.kernel_proofs.cost.loss import constant_pairs
from theory.modular.kernel_proofs.flow.apart import (
    APART,
    ASLEEP,
    UTILITIES,
    drawn_apart,
    met,
    over_pairs,
)
from theory.modular.kernel_proofs.flow.network_energy import (
    GROUP,
    SEEN,
    WANTED,
    hidden,
)
from theory.modular.kernel_proofs.script import defined, fn
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.letters import N, p
from theory.modular.letters.cost import x, x_sq
from theory.modular.letters.energy import energy_of, eta
from theory.modular.letters.follows import alpha, most
from theory.proof.lemmas.inner_products import cauchy_schwarz, square_sum, within
from theory.proof.rules import Theorem, assume, instantiate
from theory.proof.sums.any_range import at_most, nonnegative
from theory.proof.sums.nested import same_sums
from theory.proof.sums.single_terms import term_below_sum
from theory.proof.tactics import at, discharged, given, total
from theory.proof.tactics.linear import ordered, signed_order
from theory.proof.terms import ONE, Term, eq, le, lt, num, var

SEEN_SQ = assume(within(0, TOP, lambda q: eq(total(0, TOP, lambda a: SEEN(a, q) ** 2), x_sq)))
WANTED_SQ = assume(
    within(
        0,
        TOP,
        lambda q: within(0, TOP, lambda r: le(total(0, TOP, lambda m: WANTED(q, r, m) ** 2), x_sq)),
    )
)
MOST = assume(le(energy_of(ASLEEP), most))
SCALE, RATE, UNIT = assume(lt(0, alpha)), assume(lt(0, eta)), assume(eq(alpha * eta, 1))
D, E = energy_of(APART), energy_of(GROUP)
GROWTH = 9 * x_sq + 6 * x_sq**2 * most + 3 * x_sq**2 * D


# --- norms ----------------------------------------------------------------------------------------
def own(group, k: Term) -> Term:
    """|u|^2 + |v|^2 + |w|^2 of neuron k."""
    one, two, three = (total(0, TOP, lambda a, f=f: f(k, a) ** 2) for f in group)
    return one + two + three


def parts_low(group, k: Term) -> list[Theorem]:
    """0 <= |u|^2, 0 <= |v|^2, 0 <= |w|^2."""
    return [square_sum(lambda a, f=f: f(k, a), 0, TOP) for f in group]


def own_low(group, k: Term) -> Theorem:
    """0 <= their sum."""
    return ordered(le(0, own(group, k)), [], *([one] for one in parts_low(group, k)))


@cache
def own_parts(group) -> Theorem:
    """The norms of the neurons, added."""
    return same_sums(eq(total(1, N, lambda k: own(group, k)), energy_of(group)))


@cache
def whole_low(group) -> Theorem:
    """0 <= the norm of all neurons."""
    each = nonnegative(fn(lambda k: own(group, k)), 1, N, lambda k, *_: own_low(group, k))
    return ordered(le(0, energy_of(group)), [(1, own_parts(group))], [each])


def own_below(group, k: Term, where) -> Theorem:
    """The norm of one is at most that of all."""
    low, high = where
    below = term_below_sum(
        fn(lambda i: own(group, i)), k, 1, N, low, high, lambda i, *_: own_low(group, i)
    )
    return ordered(le(own(group, k), energy_of(group)), [(1, own_parts(group))], [below])


@cache
def encoding_low() -> Theorem:
    """0 <= |x|^2."""
    (known,) = defined("modular.x-sq")
    return ordered(le(0, x_sq), [(1, known)], [square_sum(x, 0, TOP)])


def most_low() -> Theorem:
    """0 <= B."""
    return ordered(le(0, most), [], [whole_low(ASLEEP)], [MOST])


# --- what a neuron sees and meets -----------------------------------------------------------------
def hidden_below(group, k: Term, pair, where) -> Theorem:
    """(what it sees of the pair)^2 <= 2 |x|^2 |theta_k|^2; ``where``: two facts a residue."""
    cuts = [
        (f, q, at(SEEN_SQ, q, *inside)) for f, q, inside in zip(group, pair, (where[:2], where[2:]))
    ]
    halves = []
    for f, q, known in cuts:
        cut = cauchy_schwarz(fn(lambda a, f=f: f(k, a)), fn(lambda a, q=q: SEEN(a, q)), TOP, 0)
        norm = total(0, TOP, lambda a, f=f: f(k, a) ** 2)
        dot = total(0, TOP, lambda a, f=f, q=q: f(k, a) * SEEN(a, q))
        halves.append((dot, ordered(le(dot**2, norm * x_sq), [(norm, known)], [cut])))
    (one, first), (two, second) = halves
    return signed_order(
        le(hidden(group, k, *pair) ** 2, 2 * x_sq * own(group, k)),
        [],
        (num(2), (first,), ONE),
        (num(2), (second,), ONE),
        (ONE, (), one - two),
        (num(2), (encoding_low(), parts_low(group, k)[2]), ONE),
    )


def met_below(group, k: Term, pair, where) -> Theorem:
    """<w_k, what is wanted>^2 <= |x|^2 |theta_k|^2."""
    q, r = pair
    known = at(WANTED_SQ, q, *where[:2], r, *where[2:])
    w = group[2]
    cut = cauchy_schwarz(fn(lambda m: w(k, m)), fn(lambda m: WANTED(q, r, m)), TOP, 0)
    one, two, three = parts_low(group, k)
    return ordered(
        le(met(group, k, q, r) ** 2, x_sq * own(group, k)),
        [],
        [cut],
        [known, three],
        [encoding_low(), one],
        [encoding_low(), two],
    )


# --- the utilities --------------------------------------------------------------------------------
NUMBERS = A, d, Y, y, Q, b, c, B, C = tuple(
    var(f"{name}_number") for name in ("A", "d", "Y", "y", "Q", "b", "c", "B", "C")
)


@cache
def numbers_below() -> Theorem:
    """4 A d y + 2 d^2 Y + 3 d^2 y <= c (9 Q + 6 Q^2 B + 3 Q^2 C)."""
    premises = (
        le(0, Q),
        le(0, b),
        le(0, c),
        le(A**2, 2 * Q * b),
        le(d**2, 2 * Q * c),
        le(Y**2, Q * b),
        le(y**2, Q * c),
        le(b, B),
        le(c, C),
    )
    Q_low, b_low, c_low, A_sq, d_sq, Y_sq, y_sq, b_most, c_most = map(assume, premises)
    found = signed_order(
        le(
            4 * A * d * y + 2 * d**2 * Y + 3 * d**2 * y,
            c * (9 * Q + 6 * Q**2 * B + 3 * Q**2 * C),
        ),
        [],
        (num(2), (), d - A * y),
        (ONE, (), d - d * Y),
        (num(3, 2), (), d - d * y),
        (num(9, 2), (d_sq,), ONE),
        (num(2), (A_sq,), y),
        (num(4), (Q_low, b_low, y_sq), ONE),
        (ONE, (d_sq,), Y),
        (num(2), (Q_low, c_low, Y_sq), ONE),
        (num(3, 2), (d_sq,), y),
        (num(3), (Q_low, c_low, y_sq), ONE),
        (num(6), (c_low, b_most), Q),
        (num(3), (c_low, c_most), Q),
    )
    return discharged(found, *premises)


def drawn_below(k: Term, pair, where, inside) -> Theorem:
    """The share of one neuron and one pair: at most its part of D times 9 q + 6 q^2 B + 3 q^2 D."""
    values = (
        hidden(ASLEEP, k, *pair),
        hidden(APART, k, *pair),
        met(ASLEEP, k, *pair),
        met(APART, k, *pair),
        x_sq,
        own(ASLEEP, k),
        own(APART, k),
        most,
        D,
    )
    told = instantiate(numbers_below(), *(part for one in zip(NUMBERS, values) for part in one))
    below = ordered(le(own(ASLEEP, k), most), [], [own_below(ASLEEP, k, where)], [MOST])
    return given(
        told,
        encoding_low(),
        own_low(ASLEEP, k),
        own_low(APART, k),
        hidden_below(ASLEEP, k, pair, inside),
        hidden_below(APART, k, pair, inside),
        met_below(ASLEEP, k, pair, inside),
        met_below(APART, k, pair, inside),
        below,
        own_below(APART, k, where),
    )


def pairs_below(body: Callable, value: Term, proof_at: Callable) -> Theorem:
    """sum_qr body <= p^2 value, where proof_at((q, r), facts) gives body <= value."""

    def row(q, *first):
        return at_most(
            fn(lambda r: body(q, r)),
            fn(lambda r: value),
            0,
            TOP,
            lambda r, *second: proof_at((q, r), [*first, *second]),
        )

    whole = at_most(
        fn(lambda q: total(0, TOP, lambda r: body(q, r))),
        fn(lambda q: total(0, TOP, lambda r: value)),
        0,
        TOP,
        row,
    )
    return ordered(le(over_pairs(body), p**2 * value), [(1, constant_pairs(value))], [whole])


@cache
def utilities_below() -> Theorem:
    """Their share: at most p^2 D (9 q + 6 q^2 B + 3 q^2 D)."""

    def each(k, *where):
        return pairs_below(
            lambda q, r: drawn_apart(k, q, r),
            own(APART, k) * GROWTH,
            lambda pair, inside: drawn_below(k, pair, where, inside),
        )

    most_of_all = at_most(
        fn(lambda k: over_pairs(lambda q, r: drawn_apart(k, q, r))),
        fn(lambda k: p**2 * (own(APART, k) * GROWTH)),
        1,
        N,
        each,
    )
    factor = var("factor")
    added = same_sums(
        eq(total(1, N, lambda k: p**2 * (own(APART, k) * factor)), p**2 * (D * factor))
    )
    added = instantiate(added, factor, GROWTH)
    return ordered(le(UTILITIES, p**2 * (D * GROWTH)), [(1, added)], [most_of_all])
