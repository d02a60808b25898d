"""Single terms of a sum: the one that is not zero, and one among others that are not negative. Not
trusted.
"""

from __future__ import annotations

from collections.abc import Callable

from ..lemmas import trichotomy
from ..rules import Theorem, assume, discharge, order
from ..tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    differs,
    equal_inside,
    everywhere,
    fact,
    fresh,
    induction,
    lam,
    ring,
    symmetric,
    weaker,
)
from ..tactics.linear import linear
from ..terms import (
    FALSE,
    INT,
    ONE,
    ZERO,
    Term,
    apply,
    eq,
    le,
    lt,
    make,
    negation,
    num,
    term,
)
from .finite import added, empty, scaled, step, sum_of, summand_equal
from .order import nonnegative_sum


def only(summand: Term, a: Term, low, high, a_low: Theorem, a_high: Theorem, zero: Callable):
    """sum of f = f(a), where zero(k, not k = a) gives f(k) = 0 and low <= a <= high."""
    low, high = term(low), term(high)
    value = apply(summand, (a,))

    def chosen(known, top, holds):
        name = "ite-true" if holds else "ite-false"
        return fact(name, known, P=le(a, top), z=value, w=ZERO)

    def statement(top):
        return eq(sum_of(summand, low, top), make("ite", None, (le(a, top), value, ZERO)))

    def late(more, top):
        """top < a: not a <= top."""
        false = bound(lt(0, 0), (), [[more], [assume(le(a, top))]], exact=True)
        return discharge(le(a, top), contradiction(false, FALSE))

    def next_one(top, above, now):
        new = top + 1
        grown = step(summand, low, top, above)

        def passed(less):
            reached = bound(le(a, top), (), [[fact("discrete", less, n=a, m=new)]])
            rest = zero(new, differs(less, negation(eq(new, a))))
            both = [chosen(reached, top, True), chosen(weaker(less), new, True)]
            return ring(statement(new), grown, now, rest, *both)

        def here(same):
            reached = order(le(a, new), ((num(1), same),), ())
            before = late(order(lt(top, a), ((num(-1), same),), ((ONE, (), ONE),)), top)
            last = equal_inside(apply(summand, (new,)), symmetric(same))
            both = [chosen(before, top, False), chosen(reached, new, True)]
            return ring(statement(new), grown, now, last, *both)

        def ahead(more):
            rest = zero(new, differs(more, negation(eq(new, a))))
            before = late(bound(lt(top, a), (), [[more]]), top)
            both = [chosen(before, top, False), chosen(late(more, new), new, False)]
            return ring(statement(new), grown, now, rest, *both)

        return by_cases(trichotomy(a, new), passed, here, ahead)

    start = low - 1
    early = late(bound(lt(start, a), (), [[a_low]]), start)
    base = ring(statement(start), empty(summand, low), chosen(early, start, False))
    scheme = induction(statement, start, base, next_one)
    whole = at(scheme, high, bound(le(start, high), (), [[a_low], [a_high]]))
    return ring(eq(sum_of(summand, low, high), value), whole, chosen(a_high, high, True))


def marked(summand: Term, a: Term) -> Term:
    """k -> f(k) where k = a, else 0."""
    return lam(lambda k: make("ite", None, (eq(k, a), apply(summand, (k,)), ZERO)), INT)


def _mark(summand: Term, a: Term, k: Term, known: Theorem, holds: bool) -> Theorem:
    name = "ite-true" if holds else "ite-false"
    return fact(name, known, P=eq(k, a), z=apply(summand, (k,)), w=ZERO)


def sum_of_marked(summand: Term, a: Term, low, high, a_low: Theorem, a_high: Theorem) -> Theorem:
    """The sum of f(k) where k = a, else 0, is f(a)."""
    whole = only(
        marked(summand, a),
        a,
        low,
        high,
        a_low,
        a_high,
        lambda k, apart: _mark(summand, a, k, apart, False),
    )
    here = _mark(summand, a, a, combine(eq(a, a)), True)
    return combine(eq(whole.conclusion.args[0], apply(summand, (a,))), (1, whole), (1, here))


def only_inside(
    summand: Term, a: Term, low, high, a_low: Theorem, a_high: Theorem, zero: Callable
) -> Theorem:
    """sum of f = f(a), where zero(k, low <= k, k <= high, not k = a) gives f(k) = 0."""
    low, high = term(low), term(high)

    def same(k, k_low, k_high):
        goal = eq(apply(summand, (k,)), apply(marked(summand, a), (k,)))
        return by_cases(
            eq(k, a),
            lambda yes: combine(goal, (1, _mark(summand, a, k, yes, True))),
            lambda no: combine(
                goal, (1, zero(k, k_low, k_high, no)), (1, _mark(summand, a, k, no, False))
            ),
        )

    spread = summand_equal(summand, marked(summand, a), low, high, same)
    picked = sum_of_marked(summand, a, low, high, a_low, a_high)
    return combine(eq(sum_of(summand, low, high), apply(summand, (a,))), (1, spread), (1, picked))


def term_below_sum(
    summand: Term, a: Term, low, high, a_low: Theorem, a_high: Theorem, proof_at: Callable
) -> Theorem:
    """f(a) <= sum of f, where proof_at(k, low <= k, k <= high) gives 0 <= f(k)."""
    low, high = term(low), term(high)
    ordered = bound(le(low, high + 1), (), [[a_low], [a_high]])
    others = marked(summand, a)
    rest = lam(lambda k: apply(summand, (k,)) + num(-1) * apply(others, (k,)), INT)
    less = lam(lambda k: num(-1) * apply(others, (k,)), INT)

    def left(k, k_low, k_high):
        goal = le(0, apply(rest, (k,)))
        return by_cases(
            eq(k, a),
            lambda yes: bound(goal, [_mark(summand, a, k, yes, True)]),
            lambda no: bound(
                goal, [_mark(summand, a, k, no, False)], [[proof_at(k, k_low, k_high)]]
            ),
        )

    above = nonnegative_sum(rest, low, high, ordered, left)
    split = combine(
        eq(sum_of(rest, low, high), sum_of(summand, low, high) - apply(summand, (a,))),
        (1, added(summand, less, low, high, ordered)),
        (1, scaled(num(-1), others, low, high, ordered)),
        (1, sum_of_marked(summand, a, low, high, a_low, a_high)),
    )
    goal = le(apply(summand, (a,)), sum_of(summand, low, high))
    return order(goal, ((num(1), split),), ((ONE, (above,), ONE),))


def zero_terms(summand: Term, low, high, proof_at: Callable, nothing: Theorem) -> Theorem:
    """for all k in range: f(k) = 0, where all are >= 0 and their sum is 0, or at most 0."""
    low, high = term(low), term(high)
    k = fresh(INT, "k")
    premises = (le(low, k), le(k, high))
    k_low, k_high = map(assume, premises)
    less = term_below_sum(summand, k, low, high, k_low, k_high, proof_at)
    value = apply(summand, (k,))
    most = linear(le(value, ZERO), nothing, less)
    zero = fact("antisymmetric", most, proof_at(k, k_low, k_high), x=value, y=ZERO)
    return everywhere(k, zero, *premises)
