"""Finite sums, by induction on their upper end: linear, exchangeable, conjugate. Not trusted.

A summand is a ``lam`` of one whole number. Each lemma asks for low <= high + 1, the only case with
a meaning.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from ..rules import Theorem, assume, discharge
from ..tactics import (
    at,
    bound,
    combine,
    deriv,
    equal_inside,
    everywhere,
    fact,
    fresh,
    given,
    induction,
    lam,
    put,
    ring,
    slope_of_same,
    total,
    with_slope,
)
from ..terms import COMPLEX, INT, Term, apply, call, eq, function, implies, le, lt, term, var

n, m, i, j = (var(name, INT) for name in ("low", "high", "first", "last"))
z = var("scale", COMPLEX)
s, r = function("s", INT, COMPLEX), function("r", INT, COMPLEX)
h = function("h", INT, INT, COMPLEX)


def sum_of(summand: Term, low, high) -> Term:
    """sum_{k = low}^{high} summand(k)."""
    return total(low, high, lambda k: apply(summand, (k,)))


def empty(summand: Term, low: Term) -> Theorem:
    """sum_{low}^{low - 1} = 0."""
    return fact("sum-empty", bound(lt(low - 1, low)), n=low, m=low - 1, s=summand)


def step(summand: Term, low: Term, high: Term, ordered: Theorem) -> Theorem:
    """sum_{low}^{high + 1} = sum_{low}^{high} + the last term; low - 1 <= high is given."""
    return fact("sum-step", bound(le(low, high + 1), (), [[ordered]]), n=low, m=high, s=summand)


def by_induction(
    low: Term, statement: Callable, summands: list[Term], extra: Callable = lambda *_: []
) -> Theorem:
    """forall high >= low - 1. statement(high), the sums of these summands unfolded; extra(high,
    ordered) rewrites more.
    """
    base = ring(statement(low - 1), *(empty(one, low) for one in summands), *extra(None, None))

    def next_one(high, ordered, now):
        unfolded = [step(one, low, high, ordered) for one in summands]
        return ring(statement(high + 1), *unfolded, *extra(high, ordered), now)

    return induction(statement, low - 1, base, next_one)


def _ending(theorem: Theorem) -> Theorem:
    """... at high, from low <= high + 1."""
    ordered = assume(le(n, m + 1))
    return at(theorem, m, bound(le(n - 1, m), (), [[ordered]]))


def _used(theorem: Theorem, ordered: Theorem, **values) -> Theorem:
    """A lemma of this file at these values; its condition low <= high + 1 is given."""
    condition = next(iter(theorem.hypotheses))
    return given(put(discharge(condition, theorem), **values), ordered)


@cache
def _scaled() -> Theorem:
    summand, scaled = lam(lambda k: s(k), INT), lam(lambda k: z * s(k), INT)
    return _ending(
        by_induction(
            n,
            lambda top: eq(sum_of(scaled, n, top), z * sum_of(summand, n, top)),
            [scaled, summand],
        )
    )


@cache
def _added() -> Theorem:
    one, other, both = (
        lam(lambda k: s(k), INT),
        lam(lambda k: r(k), INT),
        lam(lambda k: s(k) + r(k), INT),
    )
    goal = by_induction(
        n,
        lambda top: eq(sum_of(both, n, top), sum_of(one, n, top) + sum_of(other, n, top)),
        [both, one, other],
    )
    return _ending(goal)


@cache
def _conjugate() -> Theorem:
    summand, conjugate = lam(lambda k: s(k), INT), lam(lambda k: call("conj", s(k)), INT)

    def extra(high, ordered):
        whole = call("conj", sum_of(summand, n, n - 1 if high is None else high + 1))
        if high is None:
            zero = empty(summand, n)
            return [
                combine(
                    eq(whole, 0), (1, equal_inside(whole, zero)), (1, fact("conj-real", x=term(0)))
                )
            ]
        split = equal_inside(whole, step(summand, n, high, ordered))
        return [split, fact("conj-sum", z=sum_of(summand, n, high), w=s(high + 1))]

    def statement(top):
        return eq(call("conj", sum_of(summand, n, top)), sum_of(conjugate, n, top))

    return _ending(by_induction(n, statement, [conjugate], extra))


@cache
def _constant() -> Theorem:
    summand = lam(lambda k: z, INT)
    return _ending(
        by_induction(n, lambda top: eq(sum_of(summand, n, top), (top - n + 1) * z), [summand])
    )


def scaled(factor: Term, summand: Term, low, high, ordered: Theorem) -> Theorem:
    """sum of c f = c sum of f."""
    return _used(_scaled(), ordered, scale=factor, s=summand, low=term(low), high=term(high))


def added(one: Term, other: Term, low, high, ordered: Theorem) -> Theorem:
    """sum of (f + g) = sum of f + sum of g."""
    return _used(_added(), ordered, s=one, r=other, low=term(low), high=term(high))


def conjugate(summand: Term, low, high, ordered: Theorem) -> Theorem:
    """conj(sum of f) = sum of conj(f)."""
    return _used(_conjugate(), ordered, s=summand, low=term(low), high=term(high))


def constant_sum(value: Term, low, high, ordered: Theorem) -> Theorem:
    """sum_{low}^{high} c = (high - low + 1) c."""
    return _used(_constant(), ordered, scale=value, low=term(low), high=term(high))


def summand_equal(one: Term, other: Term, low, high, proof_at: Callable) -> Theorem:
    """sum of f = sum of g, where proof_at(k, low <= k, k <= high) gives f(k) = g(k)."""
    low, high = term(low), term(high)
    k = fresh(INT, "k")
    inside = (le(low, k), le(k, high))
    same = proof_at(k, assume(inside[0]), assume(inside[1]))
    return fact("sum-equal", everywhere(k, same, *inside), n=low, m=high, s=one, r=other)


@cache
def _exchanged() -> Theorem:
    """sum_{k=low}^{high} sum_{l=first}^{last} h(k, l) = sum_l sum_k h(k, l)."""
    inner_ordered = assume(le(i, j + 1))
    rows = lam(lambda k: total(i, j, lambda q: h(k, q)), INT)

    def columns(top):
        return lam(lambda q: total(n, top, lambda k: h(k, q)), INT)

    def extra(high, ordered):
        if high is None:
            zero = summand_equal(
                columns(n - 1),
                lam(lambda q: term(0), INT),
                i,
                j,
                lambda q, *_: empty(lam(lambda k: h(k, q), INT), n),
            )
            flat = constant_sum(term(0), i, j, inner_ordered)
            return [combine(eq(sum_of(columns(n - 1), i, j), 0), (1, zero), (1, flat))]
        last = lam(lambda q: h(high + 1, q), INT)
        both = lam(lambda q: total(n, high, lambda k: h(k, q)) + h(high + 1, q), INT)
        grown = summand_equal(
            columns(high + 1),
            both,
            i,
            j,
            lambda q, *_: step(lam(lambda k: h(k, q), INT), n, high, ordered),
        )
        return [grown, added(columns(high), last, i, j, inner_ordered)]

    goal = by_induction(
        n, lambda top: eq(sum_of(rows, n, top), sum_of(columns(top), i, j)), [rows], extra
    )
    return _ending(goal)


def exchanged(summand: Term, low, high, first, last, ordered: Theorem, inner: Theorem) -> Theorem:
    """sum_k sum_l f(k, l) = sum_l sum_k f(k, l); ``summand`` takes two whole numbers."""
    theorem = _exchanged()
    outer_condition, inner_condition = le(n, m + 1), le(i, j + 1)
    whole = put(
        discharge(outer_condition, discharge(inner_condition, theorem)),
        h=summand,
        low=term(low),
        high=term(high),
        first=term(first),
        last=term(last),
    )
    return given(whole, ordered, inner)


def slope_of_sum(
    summand: Term,
    value: Term,
    low,
    high,
    place: tuple,
    ordered: Theorem,
    inside: tuple,
    proof_at: Callable,
) -> Theorem:
    """x -> sum_k h(k, x) has the derivative sum_k v(k), where proof_at(k, low <= k, k <= high)
    gives that of h(k, .).

    ``inside`` says that the point lies in the interval; ``summand`` takes a whole and a real
    number.
    """
    low, high = term(low), term(high)
    start, end, at_ = place

    def whole(top):
        return lam(lambda q: total(low, top, lambda k: apply(summand, (k, q))))

    def statement(top):
        return implies(
            le(top, high),
            deriv(start, end, at_, sum_of(value, low, top), lambda q: apply(whole(top), (q,))),
        )

    def summands(q):
        return lam(lambda k: apply(summand, (k, q)), INT)

    flat = fact("deriv-constant", y=term(0), low=start, high=end, at=at_)
    nothing = _same_slope(
        whole(low - 1), lam(lambda q: term(0)), lambda q: empty(summands(q), low), flat, inside
    )
    base = with_slope(nothing, sum_of(value, low, low - 1), empty(value, low))

    def next_one(top, above, now):
        condition = assume(le(top + 1, high))
        before = given(now, bound(le(top, high), (), [[condition]]))
        last = proof_at(top + 1, bound(le(low, top + 1), (), [[above]]), condition)
        one = lam(lambda q: apply(summand, (top + 1, q)))
        slopes = {"b": before.conclusion.args[3], "a": last.conclusion.args[3]}
        both = fact(
            "deriv-sum", before, last, low=start, high=end, at=at_, f=whole(top), g=one, **slopes
        )
        grown = _same_slope(
            whole(top + 1),
            lam(lambda q: apply(whole(top), (q,)) + apply(one, (q,))),
            lambda q: step(summands(q), low, top, above),
            both,
            inside,
        )
        final = with_slope(grown, sum_of(value, low, top + 1), step(value, low, top, above))
        return discharge(condition.conclusion, final)

    scheme = induction(statement, low - 1, discharge(le(low - 1, high), base), next_one)
    return given(at(scheme, high, bound(le(low - 1, high), (), [[ordered]])), bound(le(high, high)))


def _same_slope(
    function: Term, other: Term, rewrite: Callable, slope: Theorem, inside: tuple
) -> Theorem:
    """The derivative of the function, because it equals ``other`` everywhere (``rewrite(q)``)."""
    start, end, at_, value, _ = slope.conclusion.args
    q = fresh()
    same = everywhere(
        q,
        ring(eq(apply(function, (q,)), apply(other, (q,))), rewrite(q)),
        le(start, q),
        le(q, end),
    )
    return slope_of_same(function, same, slope, *inside)
