"""What the network puts out only pulls it back, and so the squared distance D grows slowly:
D' <= 2 D (9 q + 6 q^2 B + 3 q^2 D) + 80/3 alpha^3 q^2 B (B + D)^2.
"""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.flow.apart import (
    APART,
    ASLEEP,
    OUTPUTS,
    UTILITIES,
    put_apart,
    turned_out,
)
from theory.modular.kernel_proofs.flow.apart_bounds import (
    GROWTH,
    MOST,
    RATE,
    SCALE,
    UNIT,
    A,
    D,
    E,
    d,
    encoding_low,
    hidden_below,
    most_low,
    own,
    own_below,
    own_low,
    pairs_below,
    parts_low,
    utilities_below,
    whole_low,
)
from theory.modular.kernel_proofs.flow.network_energy import (
    GROUP,
    hidden,
    put_out,
)
from theory.modular.kernel_proofs.script import fn
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.kernel_proofs.transforms.waves import above_zero, unit
from theory.modular.letters import N, p
from theory.modular.letters.cost import x_sq
from theory.modular.letters.energy import energy_of, eta
from theory.modular.letters.follows import alpha, most
from theory.proof.lemmas import inv
from theory.proof.lemmas.inner_products import cauchy_schwarz, square_sum
from theory.proof.rules import Theorem, instantiate
from theory.proof.sums.any_range import at_most, scaled
from theory.proof.sums.nested import same_sums
from theory.proof.tactics import bound, lam, positive, total
from theory.proof.tactics.linear import ordered, signed_order
from theory.proof.terms import INT, ONE, REAL, Term, eq, function, le, num

# --- the outputs ----------------------------------------------------------------------------------
SIGHT, SIGHT_2 = (function(f"sight_{n}", INT, REAL) for n in (1, 2))
OUT, OUT_2 = (function(f"out_{n}", INT, INT, REAL) for n in (1, 2))


@cache
def any_turned() -> Theorem:
    """sum_m (sum_k Z (2 A w + Z w'))^2 <= (sum_k Z^2) sum_k (8 A^2 |w|^2 + 2 Z^2 |w'|^2)."""

    def turn(k, m):
        return 2 * SIGHT_2(k) * OUT(k, m) + SIGHT(k) * OUT_2(k, m)

    def double(k, m):
        return 8 * SIGHT_2(k) ** 2 * OUT(k, m) ** 2 + 2 * SIGHT(k) ** 2 * OUT_2(k, m) ** 2

    def left(m):
        return total(1, N, lambda k: SIGHT(k) * turn(k, m)) ** 2

    sights = total(1, N, lambda k: SIGHT(k) ** 2)
    above = square_sum(SIGHT, 1, N)

    def each(m, *_):
        cut = cauchy_schwarz(fn(SIGHT), fn(lambda k: turn(k, m)), N)
        squares = at_most(
            fn(lambda k: turn(k, m) ** 2),
            fn(lambda k: double(k, m)),
            1,
            N,
            lambda k, *_: signed_order(
                le(turn(k, m) ** 2, double(k, m)),
                [],
                (ONE, (), 2 * SIGHT_2(k) * OUT(k, m) - SIGHT(k) * OUT_2(k, m)),
            ),
        )
        return ordered(
            le(left(m), sights * total(1, N, lambda k: double(k, m))), [], [cut], [above, squares]
        )

    whole = at_most(
        fn(left), fn(lambda m: sights * total(1, N, lambda k: double(k, m))), 0, TOP, each
    )

    def value(k):
        first, second = (total(0, TOP, lambda m, f=f: f(k, m) ** 2) for f in (OUT, OUT_2))
        return 8 * SIGHT_2(k) ** 2 * first + 2 * SIGHT(k) ** 2 * second

    right = sights * total(1, N, value)
    same = same_sums(eq(whole.conclusion.args[1], right))
    return ordered(le(total(0, TOP, left), right), [(1, same)], [whole])


def turned_below(pair, inside) -> Theorem:
    """sum_m (derivative of the output along phi)^2 <= 40 q^2 B E^2."""
    sight, sight_2 = (fn(lambda k, g=g: hidden(g, k, *pair)) for g in (GROUP, ASLEEP))
    told = instantiate(
        any_turned(), SIGHT, sight, SIGHT_2, sight_2, OUT, GROUP[2], OUT_2, ASLEEP[2]
    )
    first = at_most(
        fn(lambda k: sight(k) ** 2),
        fn(lambda k: 2 * x_sq * own(GROUP, k)),
        1,
        N,
        lambda k, *_: hidden_below(GROUP, k, pair, inside),
    )

    def value(k):
        norms = [total(0, TOP, lambda m, f=f: f(k, m) ** 2) for f in (GROUP[2], ASLEEP[2])]
        return 8 * sight_2(k) ** 2 * norms[0] + 2 * sight(k) ** 2 * norms[1]

    def each(k, *where):
        seen, seen_2 = (hidden_below(g, k, pair, inside) for g in (GROUP, ASLEEP))
        lows, lows_2 = parts_low(GROUP, k), parts_low(ASLEEP, k)
        below = ordered(le(own(ASLEEP, k), most), [], [own_below(ASLEEP, k, where)], [MOST])
        q_low, here_low, sleep_low = encoding_low(), own_low(GROUP, k), own_low(ASLEEP, k)
        products = [(num(8), (seen_2, lows[2]), ONE), (num(2), (seen, lows_2[2]), ONE)]
        for n in (0, 1):
            products.append((num(16), (q_low, sleep_low, lows[n]), ONE))
            products.append((num(4), (q_low, here_low, lows_2[n]), ONE))
        products.append((num(20), (q_low, here_low, below), ONE))
        return signed_order(le(value(k), 20 * x_sq * most * own(GROUP, k)), [], *products)

    second = at_most(fn(value), fn(lambda k: 20 * x_sq * most * own(GROUP, k)), 1, N, each)
    sums = [
        same_sums(eq(theorem.conclusion.args[1], factor * E))
        for theorem, factor in ((first, 2 * x_sq), (second, 20 * x_sq * most))
    ]
    firsts = ordered(le(first.conclusion.args[0], 2 * x_sq * E), [(1, sums[0])], [first])
    seconds = ordered(le(second.conclusion.args[0], 20 * x_sq * most * E), [(1, sums[1])], [second])
    low = square_sum(lambda k: sight(k), 1, N)
    twenty = bound(
        le(0, 20 * x_sq * most * E), (), [[encoding_low(), most_low(), whole_low(GROUP)]]
    )
    return ordered(
        le(told.conclusion.args[0], 40 * x_sq**2 * most * E**2),
        [],
        [told],
        [low, seconds],
        [firsts, twenty],
    )


def put_below(pair, inside) -> Theorem:
    """sum_m (f F - 3 eta f^2) <= 10/3 alpha q^2 B E^2."""
    q, r = pair

    def turned(m):
        return turned_out(*pair, m)

    def each(m, *_):
        f, F = put_out(GROUP, *pair, m), turned(m)
        return instantiate(completed(), A, f, d, F)

    whole = at_most(
        fn(lambda m: put_apart(q, r, m)),
        fn(lambda m: num(1, 12) * alpha * turned(m) ** 2),
        0,
        TOP,
        each,
    )
    out = scaled(num(1, 12) * alpha, fn(lambda m: turned(m) ** 2), 0, TOP)
    return signed_order(
        le(whole.conclusion.args[0], num(10, 3) * alpha * x_sq**2 * most * E**2),
        [(1, out)],
        (ONE, (whole,), ONE),
        (num(1, 12), (SCALE, turned_below(pair, inside)), ONE),
    )


@cache
def completed() -> Theorem:
    """f F - 3 eta f^2 <= alpha F^2/12, a square completed."""
    f, F = A, d
    return signed_order(
        le(f * F - 3 * eta * f**2, num(1, 12) * alpha * F**2),
        [(f * F - num(1, 12) * alpha * F**2, UNIT)],
        (num(3), (RATE,), f - num(1, 6) * alpha * F),
    )


@cache
def outputs_below() -> Theorem:
    """Their share: at most 10/3 p^2 alpha q^2 B E^2."""
    return pairs_below(
        lambda q, r: total(0, TOP, lambda m: put_apart(q, r, m)),
        num(10, 3) * alpha * x_sq**2 * most * E**2,
        put_below,
    )


# --- together -------------------------------------------------------------------------------------
@cache
def energy_below() -> Theorem:
    """eta^2 E <= 2 (B + D)."""
    twice = tuple(
        lam(lambda k, a, f=f, g=g: eta * f(k, a) - 2 * g(k, a), INT, INT)
        for f, g in zip(GROUP, ASLEEP)
    )
    same = same_sums(eq(energy_of(twice), 2 * energy_of(ASLEEP) + 2 * D - eta**2 * E))
    return signed_order(
        le(eta**2 * E, 2 * (most + D)),
        [(1, same)],
        (ONE, (whole_low(twice),), ONE),
        (num(2), (MOST,), ONE),
    )


LIMIT = 2 * D * GROWTH + num(80, 3) * alpha**3 * x_sq**2 * most * (most + D) ** 2


@cache
def slope_below() -> Theorem:
    """2/p^2 (utilities + eta^2 outputs) is at most the bound of D'."""
    down = positive(inv(p), [above_zero()])
    value = 2 * (inv(p) ** 2 * (UTILITIES + eta**2 * OUTPUTS))
    flat = num(20, 3) * eta**2 * alpha * x_sq**2 * most * E**2
    first = signed_order(
        le(value, 2 * D * GROWTH + flat),
        [((2 * D * GROWTH + flat) * (1 + p * inv(p)), unit())],
        (num(2), (down, down, utilities_below()), ONE),
        (num(2), (down, down, RATE, RATE, outputs_below()), ONE),
    )
    return scale_out(first, flat)


def scale_out(first: Theorem, flat: Term) -> Theorem:
    """The same with alpha^3 in place of eta^2 alpha E^2."""
    e_low = bound(le(0, eta**2 * E), (), [[RATE, RATE, whole_low(GROUP)]])
    d_low = bound(le(0, 2 * (most + D)), (), [[most_low()], [whole_low(APART)]])
    square = ordered(
        le(eta**4 * E**2, 4 * (most + D) ** 2), [], [energy_below(), e_low], [energy_below(), d_low]
    )
    rest = num(20, 3) * x_sq**2 * most * E**2
    # eta^2 alpha = alpha^3 eta^4, as alpha eta = 1
    return signed_order(
        le(first.conclusion.args[0], LIMIT),
        [(rest * eta**2 * alpha * (1 + alpha * eta), UNIT)],
        (ONE, (first,), ONE),
        (num(20, 3), (SCALE, SCALE, SCALE, most_low(), square), x_sq),
    )
