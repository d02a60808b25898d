"""V of a dormant head has one sign before it turns round and one after it, in the kernel.

With G = sum mu Q K the product V G never falls. Were V zero twice, V G would be zero between, so
that V and G were zero together and ever after; the head would never come to norm 1.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.attention.kernel_proofs.dormant_head.dormant import HEAD, velocities
from theory.attention.kernel_proofs.dormant_head.overlap import (
    RATE,
    SQUARES,
    overlap,
    rate_above,
    slopes,
    weight,
    weight_high,
    weight_low,
)
from theory.attention.letters.dormant import V, end, squared_norm
from theory.attention.letters.orbit import after, before, turn
from theory.proof.lemmas import constant, inv, sqrt, trichotomy
from theory.proof.lemmas.sizes import root_zero
from theory.proof.lemmas.uniqueness import falls_to_zero
from theory.proof.rules import Theorem, absurd, assume, conjoin, discharge
from theory.proof.scripts import whole_definition
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    conjuncts,
    contradiction,
    derivative,
    discharged,
    everywhere,
    fact,
    fresh,
    given,
    inverse,
    lam,
    one_slope,
    positive,
    put,
    slope_of_same,
    slope_within,
    with_slope,
)
from theory.proof.tactics.linear import both_ways, linear
from theory.proof.terms import (
    FALSE,
    ZERO,
    Term,
    apply,
    eq,
    le,
    lt,
    var,
)

p, q = var("p"), var("q")

# --- V is not zero twice --------------------------------------------------------------------------


class Between:
    """Times p <= s <= q <= T."""

    def __init__(self, low: Term, high: Term, above: Theorem, below: Theorem) -> None:
        self.low, self.high, self.above, self.below = low, high, above, below

    def place(self, s_low: Theorem, s_high: Theorem) -> tuple[Theorem, Theorem]:
        """0 <= s and s <= T."""
        s = s_low.conclusion.args[1]
        return linear(le(0, s), s_low, self.above), linear(le(s, end), s_high, self.below)

    def slopes(self, s: Term, *inside: Theorem) -> list[Theorem]:
        """V' and G' within [p, q]."""
        known = slopes(s, *self.place(*inside))
        return [slope_within(one, self.low, self.high, self.above, self.below) for one in known]

    def derived(self, function: Term, s: Term, value: Term, *inside: Theorem) -> Theorem:
        """The slope of a function of V and G."""
        own = derivative(function, self.low, self.high, s, self.slopes(s, *inside))
        return with_slope(own, value)


PRODUCT = lam(lambda s: V(s) * overlap(s))


def product_slope(s: Term) -> Term:
    """(V G)' = eta N (G^2 + V^2 C)."""
    return RATE * (overlap(s) ** 2 + V(s) ** 2 * weight(s))


def product_rises(low: Term, high: Term, ordered: Theorem, above: Theorem, below: Theorem):
    """V G at low is at most V G at high."""
    between, s = Between(low, high, above, below), fresh()
    ends = le(low, s), le(s, high)
    inside = tuple(map(assume, ends))
    own = between.derived(PRODUCT, s, product_slope(s), *inside)
    rate = rate_above()
    grows = bound(
        le(0, product_slope(s)), (), [([rate], overlap(s)), ([rate, weight_low(s)], V(s))]
    )
    along = everywhere(s, conjoin(own, grows), *ends)
    return fact("increasing", ordered, along, low=low, high=high, f=PRODUCT, df=lam(product_slope))


def _no_overlap(zeros: list[Theorem], known: list[Theorem]) -> Theorem:
    """G(p) = 0: V G is 0 on [p, q], and so is its slope at p."""
    p_low, q_high, apart = known
    ordered = linear(le(p, q), apart)
    s = fresh()
    ends = le(p, s), le(s, q)
    first, last = map(assume, ends)
    s_low, s_high = linear(le(0, s), first, p_low), linear(le(s, end), last, q_high)
    up = product_rises(p, s, first, p_low, s_high)
    down = product_rises(s, q, last, s_low, q_high)
    here = apply(PRODUCT, (s,))
    flat = fact(
        "antisymmetric",
        bound(le(here, 0), [zeros[1]], [[down]]),
        bound(le(0, here), [zeros[0]], [[up]]),
        x=here,
        y=ZERO,
    )
    same = everywhere(s, flat, *ends)
    at_p = dict(low=p, high=q, at=p)
    inside = bound(le(p, p)), ordered
    still = slope_of_same(PRODUCT, same, fact("deriv-constant", y=ZERO, **at_p), *inside)
    own = Between(p, q, p_low, q_high).derived(PRODUCT, p, product_slope(p), *inside)
    none = one_slope(own, still, apart, *inside)
    squared = combine(
        eq(overlap(p) ** 2, 0),
        (inv(RATE), none),
        (overlap(p) ** 2, inverse(RATE, [rate_above()])),
        (V(p) * weight(p) * RATE * inv(RATE), zeros[0]),
    )
    return root_zero(overlap(p), squared)


def _energy(s: Term) -> Term:
    return V(s) ** 2 + overlap(s) ** 2


def _ever_after(zeros: tuple[Theorem, Theorem], p_low: Theorem, p_high: Theorem) -> Theorem:
    """V(T) = 0: E = V^2 + G^2 has E' = 2 eta N V G (1 + C) <= eta N (1 + sum mu^2) E."""
    between = Between(p, end, p_low, bound(le(end, end)))
    steep = RATE * (1 + SQUARES)
    size = lam(_energy)

    def proof_at(s, *inside):
        v, g = V(s), overlap(s)
        value = 2 * RATE * v * g * (1 + weight(s))
        own = between.derived(size, s, value, *inside)
        rate = rate_above()
        high = weight_high(s, *between.place(*inside))
        below = bound(
            le(value, steep * _energy(s)),
            (),
            [
                ([rate], v - g),
                ([rate, weight_low(s)], v - g),
                ([rate, high], v),
                ([rate, high], g),
            ],
        )
        return own, below

    gone = falls_to_zero(size, steep, end, p_high, zeros, proof_at, low=p)
    return root_zero(V(end), bound(le(V(end) ** 2, 0), (), [[gone]], [overlap(end)]))


def kept(low: Term, above: Theorem, below: Theorem) -> Theorem:
    """|theta|^2 - 3 V^2 at ``low`` is that at T."""
    function = lam(lambda s: squared_norm(s) - 3 * V(s) ** 2)
    last = bound(le(end, end))

    def slope(s, s_low, s_high):
        begin = linear(le(0, s), s_low, above)
        value, component = velocities(s, begin, s_high)
        squares = [
            HEAD.squares(
                query,
                RATE * V(s),
                (ZERO, end, s),
                (begin, s_high),
                lambda j, *where, place=place: component(j, *where)[place],
            )
            for place, query in enumerate((True, False))
        ]
        own = with_slope(derivative(function, 0, end, s, [value, *squares]), ZERO)
        return slope_within(own, low, end, above, last)

    return constant(function, low, end, below, slope)


@cache
def _once() -> Theorem:
    """0 <= p -> q <= T -> p < q -> V(p) = 0 -> V(q) = 0 -> false."""
    statements = le(0, p), le(q, end), lt(p, q), eq(V(p), 0), eq(V(q), 0)
    p_low, q_high, apart, first, second = map(assume, statements)
    gone = _no_overlap([first, second], [p_low, q_high, apart])
    p_less = linear(lt(p, end), apart, q_high)
    p_high = linear(le(p, end), p_less)
    last = _ever_after((first, gone), p_low, p_high)
    _, full, early = conjuncts(whole_definition("attention.first-norm-one"))
    less = at(early, p, p_low, p_high, p_less)
    same = kept(p, p_low, p_high)
    less_than_itself = bound(lt(0, 0), [first, last], [[less], *_ways(same), *_ways(full)])
    found = contradiction(less_than_itself, FALSE)
    return discharged(found, *statements)


def _ways(equation: Theorem) -> list[list[Theorem]]:
    return [[one] for one in both_ways(equation)]


def never_twice(first: Term, last: Term, *known: Theorem) -> Theorem:
    """false, from 0 <= p, q <= T, p < q, V(p) = 0 and V(q) = 0."""
    return given(put(_once(), p=first, q=last), *known)


# --- so it has one sign on either side ------------------------------------------------------------


def _nonzero(s: Term, low: Theorem, high: Theorem, early: bool, apart: Theorem) -> Theorem:
    """V(s) is not 0 away from the turn, where V^2 is least."""
    turn_low, turn_high, _, _, least, *_ = conjuncts(whole_definition("attention.one-turn"))
    zero = eq(V(s), 0)
    none = assume(zero)
    there = root_zero(V(turn), bound(le(V(turn) ** 2, 0), [none], [[at(least, s, low, high)]]))
    if early:
        false = never_twice(s, turn, low, turn_high, apart, none, there)
    else:
        false = never_twice(turn, s, turn_low, high, apart, there, none)
    return discharge(zero, false)


def one_sign(early: bool) -> Theorem:
    """for all s in [0, T]: s < turn -> 0 < sigma V(s), or turn < s -> 0 < sigma' V(s).

    V/|V| has no slope where V is not 0, so that it is what it is at the end of the leg.
    """
    turn_low, turn_high, *squares, _, first, last = conjuncts(
        whole_definition("attention.one-turn")
    )
    sign, tail = (before, ZERO) if early else (after, end)
    square, edge = (squares[0], first) if early else (squares[1], last)
    s = fresh()
    ends = le(0, s), le(s, end), lt(s, turn) if early else lt(turn, s)
    s_low, s_high, strict = map(assume, ends)
    low, high = (ZERO, s) if early else (s, end)

    def away(r, above, below):
        begin = linear(le(0, r), above, s_low)
        stop = linear(le(r, end), below, s_high)
        side = lt(r, turn) if early else lt(turn, r)
        apart = linear(side, strict, below if early else above)
        return begin, stop, _nonzero(r, begin, stop, early, apart)

    def size(r):
        return sqrt(V(r) ** 2)

    def unit(r, nonzero):
        """0 < V^2, sqrt(V^2)^2 = V^2 and sqrt(V^2)/sqrt(V^2) = 1."""
        up = square_above(V(r), nonzero)
        root = fact("sqrt-square", linear(le(0, V(r) ** 2), up), x=V(r) ** 2)
        return up, root, inverse(size(r), [positive(size(r), [up])])

    function = lam(lambda r: V(r) * inv(size(r)))

    def slope(r, above, below):
        begin, stop, nonzero = away(r, above, below)
        value, _ = velocities(r, begin, stop)
        up, root, one = unit(r, nonzero)
        own = derivative(function, 0, end, r, [value], [up, positive(size(r), [up])])
        found = with_slope(own, ZERO, _turned(V(r) ** 2, root), one)
        return slope_within(found, low, high, *reach)

    reach = (bound(le(0, 0)), s_high) if early else (s_low, bound(le(end, end)))
    ordered = linear(le(low, high), s_low, s_high)
    whole = constant(function, low, high, ordered, slope)
    return everywhere(s, _carried(s, tail, sign, square, edge, whole, away, unit, ordered), *ends)


def _turned(square: Term, root: Theorem) -> Theorem:
    """V^2 = sqrt(V^2)^2, to rewrite V^2."""
    return combine(eq(square, root.conclusion.args[0]), (1, root))


def square_above(x: Term, nonzero: Theorem) -> Theorem:
    """0 < x^2 where x is not 0."""
    goal = lt(0, x**2)
    return by_cases(
        trichotomy(x),
        lambda less: bound(goal, (), [[less, less]]),
        lambda same: absurd(given(nonzero, same), goal),
        lambda more: bound(goal, (), [[more, more]]),
    )


def _carried(s, tail, sign, square, edge, whole, away: Callable, unit: Callable, ordered):
    """0 < sigma V(s), from 0 <= sigma V(tail) and V(s)/|V(s)| = V(tail)/|V(tail)|."""
    at_s = away(s, *(ordered_ends(s, tail, ordered, True)))
    at_tail = away(tail, *(ordered_ends(s, tail, ordered, False)))
    goal = lt(0, sign * V(s))
    ups = []
    for r, nonzero in ((s, at_s[2]), (tail, at_tail[2])):
        up, _, one = unit(r, nonzero)
        ups.append((positive(sqrt(V(r) ** 2), [up]), one))
    (size_s, one_s), (size_t, one_t) = ups
    a, b = size_s.conclusion.args[1], size_t.conclusion.args[1]
    down = positive(inv(b), [size_t])
    same = combine(
        eq(sign * V(s), a * inv(b) * (sign * V(tail))),
        (sign * V(s), one_s),
        (a * sign, whole),
    )

    def positive_tail(more):
        return bound(goal, [], [[size_s, down, more], *_ways(same)])

    def zero_tail(zero):
        gone = combine(eq(V(tail), 0), (V(tail), square), (sign, zero))
        return absurd(given(at_tail[2], gone), goal)

    return by_cases(
        trichotomy(sign * V(tail)),
        lambda less: absurd(linear(FALSE, less, edge), goal),
        zero_tail,
        positive_tail,
    )


def ordered_ends(s: Term, tail: Term, ordered: Theorem, own: bool) -> tuple[Theorem, Theorem]:
    """low <= r and r <= high, for r = s or r = tail, the two ends of the interval."""
    r = s if own else tail
    low, high = ordered.conclusion.args
    return (
        (bound(le(r, r)) if r is low else ordered),
        (bound(le(r, r)) if r is high else ordered),
    )
