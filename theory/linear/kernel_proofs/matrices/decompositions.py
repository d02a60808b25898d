"""Two orthogonal decompositions of one map have the same i-th part where s_i is a simple value."""

from __future__ import annotations

from theory.linear.kernel_proofs.entry import known, proof
from theory.linear.letters.data import c, d
from theory.linear.letters.remarks import (
    column,
    count,
    map_one,
    map_two,
    place,
    product,
    row,
    separation,
    size,
    u_one,
    u_two,
    v_one,
    v_two,
)
from theory.proof.lemmas import inv, trichotomy
from theory.proof.rules import Theorem, assume, discharge, order
from theory.proof.sums.nested import same_sums
from theory.proof.sums.single_terms import only_inside
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    fact,
    inverse,
    lam,
    ring,
    total,
)
from theory.proof.terms import INT, ONE, Term, eq, le, lt, num


def _left(q) -> Term:
    """c_q = u_q u'_i."""
    return total(1, c, lambda k: u_one(k, q) * u_two(k, place))


def _right(q) -> Term:
    """e_q = v_q v'_i."""
    return total(1, d, lambda l: v_one(l, q) * v_two(l, place))


class Pair:
    """Both decompositions, read off by inner products."""

    def __init__(self) -> None:
        _, self.low, *rest = known("two-decompositions")
        self.first, self.second = rest[:3], rest[3:]
        self.inside = known("rank-one-maps")
        self.apart, _ = known("separation")
        self.positive = assume(lt(0, separation))

    def both_ways(self, whole: Term, one: Term, other: Term, facts=()) -> Theorem:
        """one = other: what the whole is by either decomposition."""
        first = same_sums(eq(whole, one), *self.first, facts=[*self.inside[:6], *facts])
        second = same_sums(eq(whole, other), *self.second, facts=[*self.inside[:6], *facts])
        return combine(eq(one, other), (1, first), (1, second))

    def overlaps(self, q: Term, facts) -> tuple[Theorem, Theorem]:
        """s_q e_q = s_i c_q and s_q c_q = s_i e_q."""
        s = size(place)

        def paired(u, v):
            return total(1, c, lambda k: total(1, d, lambda l: u(k) * product(k, l) * v(l)))

        return (
            self.both_ways(
                paired(lambda k: u_one(k, q), lambda l: v_two(l, place)),
                size(q) * _right(q),
                s * _left(q),
                facts,
            ),
            self.both_ways(
                paired(lambda k: u_two(k, place), lambda l: v_one(l, q)),
                size(q) * _left(q),
                s * _right(q),
                facts,
            ),
        )

    def vanishes(self, q: Term, q_low: Theorem, q_high: Theorem, other: Theorem) -> Theorem:
        """c_q = 0 for q different from i: (s_q - s_i)(s_q + s_i) c_q = 0."""
        s, value = size(place), _left(q)
        across, along = self.overlaps(q, [q_low, q_high])
        squares = combine(
            eq((size(q) - s) * (size(q) + s) * value, 0), (size(q), along), (s, across)
        )
        distance = at(self.apart, q, q_low, q_high, other)
        s_low = at(self.low, place, *self.inside[:2])
        q_value_low = at(self.low, q, q_low, q_high)
        goal = eq(value, 0)

        def same(equal):
            flat = fact("abs-nonnegative", _nothing(s - size(q), equal), x=s - size(q))
            false = order(
                lt(0, 0),
                ((ONE, flat), (ONE, combine(eq(s - size(q), 0), (1, equal)))),
                ((ONE, (self.positive,), ONE), (ONE, (distance,), ONE)),
            )
            return contradiction(false, goal)

        def different(strict, sign):
            gap = num(sign) * (s - size(q))
            above = bound(lt(0, gap), (), [[strict]])
            more = bound(lt(0, size(q) + s), (), [[above], [s_low], [q_value_low]])
            return combine(
                goal,
                (inv(gap) * inv(size(q) + s), squares),
                (value * inv(size(q) + s) * (size(q) + s), inverse(gap, [above])),
                (value, inverse(size(q) + s, [more])),
            )

        return by_cases(
            trichotomy(size(q), s),
            lambda less: different(less, 1),
            same,
            lambda more: different(more, -1),
        )


def _nothing(number: Term, equal: Theorem) -> Theorem:
    """0 <= s_i - s_q, where s_q = s_i."""
    return order(le(0, number), ((ONE, equal),), ())


def _only_place(pair: Pair, body, zero_by) -> Theorem:
    """sum_q body(q) = body(i): where s_q is not s_i, s_q or the overlap is 0 (``zero_by``)."""

    def zero(q, q_low, q_high, other):
        nothing = pair.vanishes(q, q_low, q_high, other)
        across, _ = pair.overlaps(q, [q_low, q_high])
        flat = combine(eq(size(q) * _right(q), 0), (1, across), (size(place), nothing))
        return combine(eq(body(q), 0), zero_by(q, nothing, flat))

    low, high = pair.inside[:2]
    return only_inside(lam(body, INT), place, 1, count, low, high, zero)


def _left_vectors(pair: Pair) -> Theorem:
    """s u' = s e u."""
    s = size(place)

    def body(q):
        return size(q) * _right(q) * u_one(row, q)

    part = pair.both_ways(
        total(1, d, lambda l: product(row, l) * v_two(l, place)),
        total(1, count, body),
        s * u_two(row, place),
    )
    alone = _only_place(pair, body, lambda q, nothing, flat: (u_one(row, q), flat))
    goal = eq(s * u_two(row, place), s * _right(place) * u_one(row, place))
    return combine(goal, (1, part), (1, alone))


def _right_vectors(pair: Pair) -> Theorem:
    """s v' = s c v."""
    s = size(place)

    def body(q):
        return size(q) * _left(q) * v_one(column, q)

    part = pair.both_ways(
        total(1, c, lambda k: product(k, column) * u_two(k, place)),
        total(1, count, body),
        s * v_two(column, place),
    )
    alone = _only_place(pair, body, lambda q, nothing, flat: (size(q) * v_one(column, q), nothing))
    goal = eq(s * v_two(column, place), s * _left(place) * v_one(column, place))
    return combine(goal, (1, part), (1, alone))


def _both_overlaps(pair: Pair) -> Theorem:
    """s e c = s."""
    s = size(place)

    def body(q):
        return size(q) * _left(q) * _right(q)

    part = pair.both_ways(
        total(
            1, c, lambda k: total(1, d, lambda l: u_two(k, place) * product(k, l) * v_two(l, place))
        ),
        total(1, count, body),
        s,
    )
    alone = _only_place(pair, body, lambda q, nothing, flat: (size(q) * _right(q), nothing))
    return combine(eq(s * _right(place) * _left(place), s), (1, part), (1, alone))


@proof("linear.unique-decomposition")
def unique_decomposition() -> Theorem:
    """s u' = s e u and s v' = s c v, s e c = s: then s (s u' v'^T) = s (s u v^T)."""
    pair = Pair()
    s, e_i = size(place), _right(place)
    *_, one, two = pair.inside
    u_1, v_1 = u_one(row, place), v_one(column, place)
    scaled = combine(
        eq(s * map_two, s * map_one),
        (s, one),
        (s, two),
        (s * v_two(column, place), _left_vectors(pair)),
        (s * e_i * u_1, _right_vectors(pair)),
        (s * u_1 * v_1, _both_overlaps(pair)),
    )
    goal = eq(map_one, map_two)
    s_low = at(pair.low, place, *pair.inside[:2])

    def some(strict):
        return combine(
            goal,
            (inv(s), scaled),
            (map_one - map_two, inverse(s, [bound(lt(0, s), (), [[strict]])])),
        )

    found = by_cases(
        trichotomy(s),
        lambda less: contradiction(bound(lt(0, 0), (), [[less], [s_low]]), goal),
        lambda zero: ring(goal, one, two, zero),
        some,
    )
    return discharge(pair.positive.conclusion, found)
