"""Sums of numbers that are not negative, and sums of which one term alone is not zero. Not trusted."""

from __future__ import annotations

from collections.abc import Callable

from ..lemmas import trichotomy
from ..rules import Theorem, assume, discharge, order
from ..tactics import (
    at,
    bound,
    by_cases,
    contradiction,
    differs,
    equal_inside,
    fact,
    given,
    induction,
    ring,
    symmetric,
    weaker,
)
from ..terms import FALSE, ONE, ZERO, Term, apply, eq, implies, le, lt, make, negation, num, term
from .finite import empty, step, sum_of


def nonnegative_sum(summand: Term, low, high, ordered: Theorem, shown: Callable) -> Theorem:
    """0 <= sum of f, where shown(k, low <= k, k <= high) gives 0 <= f(k)."""
    low, high = term(low), term(high)

    def statement(top):
        return implies(le(top, high), le(0, sum_of(summand, low, top)))

    def next_one(top, above, now):
        condition = assume(le(top + 1, high))
        before = given(now, bound(le(top, high), (), [[condition]]))
        last = shown(top + 1, bound(le(low, top + 1), (), [[above]]), condition)
        grown = bound(
            le(0, sum_of(summand, low, top + 1)),
            [step(summand, low, top, above)],
            [[before], [last]],
        )
        return discharge(condition.conclusion, grown)

    base = bound(le(0, sum_of(summand, low, low - 1)), [empty(summand, low)])
    scheme = induction(statement, low - 1, discharge(le(low - 1, high), base), next_one)
    return given(at(scheme, high, bound(le(low - 1, high), (), [[ordered]])), bound(le(high, high)))


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
