"""Single terms of a sum: the one that is not zero within the range, and one among others that are
not negative. Not trusted.
"""

from __future__ import annotations

from collections.abc import Callable

from ..rules import Theorem, order
from ..tactics import bound, by_cases, combine, fact, lam
from ..terms import INT, ONE, ZERO, Term, apply, eq, le, make, num, term
from .finite import added, scaled, sum_of, summand_equal
from .order import nonnegative_sum, only


def marked(summand: Term, a: Term) -> Term:
    """k -> f(k) where k = a, else 0."""
    return lam(lambda k: make("ite", None, (eq(k, a), apply(summand, (k,)), ZERO)), INT)


def _mark(summand: Term, a: Term, k: Term, known: Theorem, holds: bool) -> Theorem:
    name = "ite-true" if holds else "ite-false"
    return fact(name, known, P=eq(k, a), z=apply(summand, (k,)), w=ZERO)


def _sum_of_marked(summand: Term, a: Term, low, high, a_low: Theorem, a_high: Theorem) -> Theorem:
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
    picked = _sum_of_marked(summand, a, low, high, a_low, a_high)
    return combine(eq(sum_of(summand, low, high), apply(summand, (a,))), (1, spread), (1, picked))


def term_below_sum(
    summand: Term, a: Term, low, high, a_low: Theorem, a_high: Theorem, shown: Callable
) -> Theorem:
    """f(a) <= sum of f, where shown(k, low <= k, k <= high) gives 0 <= f(k)."""
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
            lambda no: bound(goal, [_mark(summand, a, k, no, False)], [[shown(k, k_low, k_high)]]),
        )

    above = nonnegative_sum(rest, low, high, ordered, left)
    split = combine(
        eq(sum_of(rest, low, high), sum_of(summand, low, high) - apply(summand, (a,))),
        (1, added(summand, less, low, high, ordered)),
        (1, scaled(num(-1), others, low, high, ordered)),
        (1, _sum_of_marked(summand, a, low, high, a_low, a_high)),
    )
    goal = le(apply(summand, (a,)), sum_of(summand, low, high))
    return order(goal, ((num(1), split),), ((ONE, (above,), ONE),))


def zero_terms(summand: Term, low, high, shown: Callable, nothing: Theorem) -> Callable:
    """f(k) = 0 for each k, where all are >= 0 and their sum is 0: at(k, low <= k, k <= high)."""

    def at(k: Term, k_low: Theorem, k_high: Theorem) -> Theorem:
        less = term_below_sum(summand, k, low, high, k_low, k_high, shown)
        value = apply(summand, (k,))
        most = order(le(value, ZERO), ((num(1), nothing),), ((ONE, (less,), ONE),))
        return fact("antisymmetric", most, shown(k, k_low, k_high), x=value, y=ZERO)

    return at
