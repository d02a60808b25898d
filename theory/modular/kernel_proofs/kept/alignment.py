"""Neurons that start aligned with xi stay so along gradient flow, where x_hat[3 xi] = 0:
modular.alignment-kept.

D, the squared norm of what is outside of xi, has D' <= M D on [0, t], as the squared norm of all
weights is at most B = |theta(0)|^2 + 3/2 eta |x|^2 t there; and D(0) = 0.
"""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.cost.cosine_sums import c_of, s_of
from theory.modular.kernel_proofs.cost.loss import eliminated
from theory.modular.kernel_proofs.flow.apart_bounds import (
    SEEN_SQ,
    WANTED_SQ,
    whole_low,
)
from theory.modular.kernel_proofs.flow.flow_follows import seen_square, wanted_square
from theory.modular.kernel_proofs.flow.network_energy import (
    GROUP,
    WHEN,
    S,
    each_entry,
    entry_moves,
    slope_known,
    slope_value,
    table,
)
from theory.modular.kernel_proofs.flow.network_energy import at_time as of_network
from theory.modular.kernel_proofs.kept.bounded import RATE, B, dict_of, energy_below
from theory.modular.kernel_proofs.kept.growth import (
    AWAY_ANY,
    FIRST_ORDER,
    KEPT_ANY,
    MOST,
    ORTHOGONAL,
    REST,
    SPLIT,
    along_below,
    directed,
)
from theory.modular.kernel_proofs.kept.outside import (
    any_first_order,
    energies,
    orthogonal,
    without_waves,
)
from theory.modular.kernel_proofs.kept.start import aligned_first, distance
from theory.modular.kernel_proofs.kept.vanishing import AWAY, WITHOUT, told
from theory.modular.kernel_proofs.script import defined, fn, proof
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.kernel_proofs.transforms.waves import above_zero, full, unit
from theory.modular.letters import N, p
from theory.modular.letters.cost import x_sq
from theory.modular.letters.energy import SLOPES, eta, t, weights
from theory.modular.letters.follows import most
from theory.modular.letters.kept import away, coordinate, kept_part, outside
from theory.proof.lemmas import inv
from theory.proof.lemmas.inner_products import square_sum
from theory.proof.lemmas.uniqueness import falls_to_zero, root_of_zero
from theory.proof.rules import Theorem, assume, conjoin, discharge
from theory.proof.sums.any_range import nonnegative, zero_sum
from theory.proof.sums.finite import summand_equal
from theory.proof.sums.nested import same_sums
from theory.proof.sums.single_terms import zero_terms
from theory.proof.sums.slopes import same_slope, sum_derivative
from theory.proof.sums.summands import evaluated
from theory.proof.tactics import (
    at,
    bound,
    combine,
    conjuncts,
    deriv,
    everywhere,
    fact,
    filled,
    filled_where,
    forall,
    fresh,
    given,
    lam,
    positive,
    slope_is,
    slope_within,
    total,
    weaker,
)
from theory.proof.tactics.linear import ordered, signed_order
from theory.proof.terms import (
    INT,
    ONE,
    REAL,
    ZERO,
    Term,
    both,
    eq,
    function,
    implies,
    le,
    lt,
    num,
    substituted,
    var,
)

LATER = weaker(assume(lt(0, t)))


# --- how the part outside moves -------------------------------------------------------------------
def over_entries(body) -> Term:
    """The sum over all neurons and all entries."""
    return total(1, N, lambda k: total(0, TOP, lambda l: body(k, l)))


FACTORS = tuple(function(f"factor_{n}", INT, REAL) for n in (1, 2))


@cache
def no_pull(number: int) -> Theorem:
    """sum of (outside part) times (anything at xi) = 0."""
    g, (one, two) = AWAY[number], FACTORS

    def entry(k, l):
        return g(k, l) * (one(k) * c_of(l) + two(k) * s_of(l))

    def row(k, *where):
        values = [at(known, k, *where) for known in WITHOUT[number]]
        plain = evaluated(lambda l: entry(k, l), 0, TOP, full(), lambda _: (), values)
        return combine(eq(plain.conclusion.args[0], 0), (1, plain))

    return zero_sum(fn(lambda k: total(0, TOP, lambda l: entry(k, l))), 1, N, row)


PLAIN = tuple(function(f"plain_{n}", INT, INT, REAL) for n in (1, 2, 3))


@cache
def plain_difference() -> Theorem:
    """sum f (g - h) = sum f g - sum f h."""
    f, g, h = PLAIN
    return same_sums(
        eq(
            over_entries(lambda k, l: f(k, l) * (g(k, l) - h(k, l))),
            over_entries(lambda k, l: f(k, l) * g(k, l))
            - over_entries(lambda k, l: f(k, l) * h(k, l)),
        )
    )


def at_weights(theorem: Theorem, s: Term) -> Theorem:
    """A theorem of any weights, of the network at the time s."""
    return filled_where(theorem, dict(zip(GROUP, weights(s))))


def slope_part(number: int) -> Theorem:
    """sum of f' (dL - its part at xi) = sum of f' times the value of dL, at the time s."""
    G = lam(lambda k, l: SLOPES[number](k, l, S), INT, INT)
    f = outside(weights(S))[number]
    inside = kept_part(G)
    apart_ = filled(
        plain_difference(),
        dict(zip(PLAIN, (f, G, inside))),
    )
    factors = [lam(lambda k, w=w: coordinate(G, k, w), INT) for w in ("cos", "sin")]
    none = told(
        no_pull(number),
        {**dict(zip(FACTORS, factors)), AWAY[number]: f},
        {one: at_weights(shown, S) for one, shown in without_waves().items()},
    )

    def row(k, *where):
        def entry(l, *inside_):
            same = slope_known(number, k, l, [*where, *inside_])
            return combine(eq(f(k, l) * G(k, l), f(k, l) * here(k, l)), (f(k, l), same))

        return summand_equal(
            fn(lambda l: f(k, l) * G(k, l)), fn(lambda l: f(k, l) * here(k, l)), 0, TOP, entry
        )

    def here(k, l):
        return of_network(slope_value(number, k, l), S)

    valued = summand_equal(
        fn(lambda k: total(0, TOP, lambda l: f(k, l) * G(k, l))),
        fn(lambda k: total(0, TOP, lambda l: f(k, l) * here(k, l))),
        1,
        N,
        row,
    )
    left = over_entries(lambda k, l: f(k, l) * (G(k, l) - inside(k, l)))
    right = over_entries(lambda k, l: f(k, l) * here(k, l))
    return combine(eq(left, right), (1, apart_), (1, none), (1, valued))


@cache
def distance_slope() -> Theorem:
    """D' = -2 eta/p^2 times error times what the outside part moves, over all pairs."""
    moves = [
        each_entry(lambda k, l, inside, n=n: entry_moves(n, k, l, inside)[1]) for n in range(3)
    ]
    found = sum_derivative(lam(distance), 0, t, S, WHEN, moves)
    known = [slope_part(number) for number in range(3)]
    one, two, three = (theorem.conclusion.args[0] for theorem in known)
    moved = same_slope(found, -2 * eta * (one + two + three))
    whole = told(directed(), parts_table(S), {})
    value = -2 * eta * whole.conclusion.args[1]
    same = combine(
        eq(moved.conclusion.args[3], value),
        *((2 * eta, theorem) for theorem in known),
        (2 * eta, whole),
    )
    return slope_is(moved, same)


def parts_table(s: Term) -> dict[Term, Term]:
    """The letters of any data and any two parts, for the network at the time s."""
    return {
        **dict_of(table(s)),
        **dict(zip(AWAY_ANY, outside(weights(s)))),
        most: B,
    }


# --- D' <= M D ------------------------------------------------------------------------------------
M = 2 * eta * (9 * x_sq + 9 * x_sq**2 * B + substituted(REST, {most: B}))


@cache
def slope_below() -> Theorem:
    """D' <= M D at the time s."""
    known = {
        FIRST_ORDER: at_weights(any_first_order(), S),
        ORTHOGONAL: at_weights(orthogonal(2), S),
        SPLIT: at_weights(energies(), S),
        MOST: at(energy_below(), S, *WHEN),
        SEEN_SQ: seen_square(),
        WANTED_SQ: wanted_square(),
    }
    below = told(along_below(), parts_table(S), known)
    low = told(whole_low(AWAY_ANY), parts_table(S), {})
    inner = told(whole_low(KEPT_ANY), parts_table(S), {})
    short = ordered(le(distance(S), B), [(1, known[SPLIT])], [known[MOST]], [inner])
    down = positive(inv(p), [above_zero()])
    value = distance_slope().conclusion.args[3]
    right = below.conclusion.args[1]
    over = right.args[1]
    return signed_order(
        le(value, M * distance(S)),
        [(2 * eta * over * (1 + p * inv(p)), unit())],
        (num(2), (RATE, down, down, below), ONE),
        (num(6), (RATE, low, short), x_sq),
    )


# --- D = 0 ----------------------------------------------------------------------------------------
SIZE, DSIZE = (function(name, REAL, REAL) for name in ("size_at", "size_slope"))
STEEP, END = var("steep"), var("end")


@cache
def falls() -> Theorem:
    """E(end) <= 0, from E(0) = 0 and E' <= M E on [0, end], for any E and M."""
    along = forall(
        lambda s: implies(
            le(0, s),
            le(s, END),
            both(deriv(ZERO, END, s, DSIZE(s), SIZE), le(DSIZE(s), STEEP * SIZE(s))),
        )
    )
    premises = (le(0, END), eq(SIZE(ZERO), 0), along)
    low, start, slopes = map(assume, premises)

    def proof_at(s, *inside):
        return tuple(conjuncts(at(slopes, s, *inside)))

    found = falls_to_zero(lam(SIZE), STEEP, END, low, start, proof_at)
    for one in reversed(premises):
        found = discharge(one, found)
    return found


@cache
def nothing_outside() -> Theorem:
    """For all s in [0, t]: D(s) <= 0."""
    slope, below = distance_slope(), slope_below()
    whole = everywhere(S, conjoin(slope, below), *(one.conclusion for one in WHEN))
    end, s = fresh(name="end"), fresh()
    inside, ends = (le(0, end), le(end, t)), (le(0, s), le(s, end))
    low, high, s_low, s_high = map(assume, (*inside, *ends))
    here = at(whole, s, s_low, ordered(le(s, t), [], [s_high], [high]))
    moved, less = conjuncts(here)
    moved = slope_within(moved, ZERO, end, bound(le(0, 0)), high)
    values = {
        SIZE: lam(distance),
        DSIZE: lam(lambda r: substituted(slope.conclusion.args[3], {S: r})),
        STEEP: M,
        END: end,
    }
    along = everywhere(s, conjoin(moved, less), *ends)
    found = given(filled(falls(), values), low, aligned_first(), along)
    return eliminated(everywhere(end, found, *inside), "modular.x-sq")


@cache
def entries_kept(number: int) -> Theorem:
    """For all s in [0, t], all neurons and entries: u is its part at xi (or v, w)."""
    s, k, l = fresh(), fresh(INT, "k"), fresh(INT, "l")
    ranges = ((le(0, s), le(s, t)), (le(1, k), le(k, N)), (le(0, l), le(l, TOP)))
    whole = at(nothing_outside(), s, *map(assume, ranges[0]))
    parts = outside(weights(s))

    def row_low(f):
        return lambda i, *_: square_sum(lambda a: f(i, a), 0, TOP)

    rows = [fn(lambda i, f=f: total(0, TOP, lambda a: f(i, a) ** 2)) for f in parts]
    lows = [nonnegative(row, 1, N, row_low(f)) for row, f in zip(rows, parts)]
    others = [[one] for n, one in enumerate(lows) if n != number]
    f, row = parts[number], rows[number]
    none = ordered(le(total(1, N, row), 0), [], [whole], *others)
    own = at(zero_terms(row, 1, N, row_low(f), none), k, *map(assume, ranges[1]))
    squares = zero_terms(
        fn(lambda a: f(k, a) ** 2),
        0,
        TOP,
        lambda a, *_: bound(le(0, f(k, a) ** 2), (), [], [f(k, a)]),
        own,
    )
    square = at(squares, l, *map(assume, ranges[2]))
    g = weights(s)[number]
    small = ordered(le((g(k, l) - kept_part(g)(k, l)) ** 2, 0), [(1, square)])
    found = root_of_zero(g(k, l), kept_part(g)(k, l), small)
    for letter, inside in zip((l, k, s), reversed(ranges)):
        found = everywhere(letter, found, *inside)
    return found


@proof("modular.alignment-kept")
def alignment_kept() -> Theorem:
    """D(t) is no less than 0 either."""
    (is_away,) = defined("modular.away-sq")
    most_ = at(nothing_outside(), t, LATER, bound(le(t, t)))
    least = told(whole_low(AWAY_ANY), parts_table(t), {})
    zero = fact("antisymmetric", most_, least, x=distance(t), y=ZERO)
    return combine(eq(away, 0), (1, is_away), (1, zero))
