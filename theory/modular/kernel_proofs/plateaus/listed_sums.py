"""sum_{k=1}^{p-1} F(k) = sum_{i=1}^{(p-1)/2} (F(xi(i)) + F(p - xi(i))), for any F: a listing counts
every frequency once.
"""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.cost.aligned import TOP
from theory.modular.kernel_proofs.cost.cosine_sums import halved, own_frequency
from theory.modular.kernel_proofs.plateaus.listing import frequency, order, supplied, within_range
from theory.modular.kernel_proofs.script import fn
from theory.modular.kernel_proofs.training.utility import some_frequencies
from theory.modular.letters import p
from theory.modular.letters.cost import multiple, xi
from theory.modular.letters.plateau import freq_of, listed, steps
from theory.modular.letters.utility import half
from theory.proof.rules import Theorem, assume, discharge, disjoin, witness
from theory.proof.sums.any_range import exchanged
from theory.proof.sums.finite import added, empty, step, sum_of, summand_equal
from theory.proof.sums.single_terms import only_inside, sum_of_marked
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    conjuncts,
    fact,
    given,
    induction,
    lam,
    obtain,
    put,
    ring,
    total,
)
from theory.proof.terms import COMPLEX, INT, ONE, ZERO, Term, eq, function, le, make

F = function("F", INT, COMPLEX)


def mark(k: Term, m: Term) -> Term:
    """F(k) where k = m, else 0."""
    return make("ite", None, (eq(k, m), F(k), ZERO))


def marked(k: Term, m: Term, known: Theorem, holds: bool) -> Theorem:
    """The mark, where it is known whether k = m."""
    name = "ite-true" if holds else "ite-false"
    return fact(name, known, P=eq(k, m), z=F(k), w=ZERO)


def cell(i: Term, k: Term) -> Term:
    """F(k) where the i-th frequency is +-k, else 0."""
    return mark(k, freq_of(i)) + mark(k, p - freq_of(i))


def never_both(i: Term, low: Theorem, high: Theorem, statement: Term, other: Theorem) -> Theorem:
    """not P, where P and the other equation say 2 xi(i) = p."""
    f = freq_of(i)
    no_double = supplied(halved(xi, own_frequency()), {xi: f}, frequency(i, low, high))
    whole = combine(eq(2 * f, p * ONE + 0), (1, assume(statement)), (1, other))
    return discharge(statement, given(no_double, witness(multiple(2 * f), ONE, whole)))


def by_frequency(k: Term, low: Theorem, high: Theorem) -> Theorem:
    """F(k) = sum_i of the cells of k: one of them is not 0."""
    once = at(order()[3], k, low, high)
    goal = eq(F(k), total(1, half, lambda i: cell(i, k)))

    def use(i, found):
        above, below, hit, unique = conjuncts(found)
        f = freq_of(i)

        def zero(j, j_low, j_high, differ):
            g = freq_of(j)

            def none(place, statement):
                equal = assume(statement)
                shown = disjoin(listed(j, k), combine(listed(j, k).args[place], (1, equal)))
                false = given(differ, at(unique, j, j_low, j_high, shown))
                return discharge(statement, false)

            nothing = [
                marked(k, g, none(0, eq(k, g)), False),
                marked(k, p - g, none(1, eq(k, p - g)), False),
            ]
            return ring(eq(cell(j, k), 0), *nothing)

        alone = only_inside(fn(lambda j: cell(j, k)), i, 1, half, above, below, zero)

        def direct(same):
            here = combine(eq(k, f), (1, same))
            away = never_both(i, above, below, eq(k, p - f), here)
            return ring(
                eq(cell(i, k), F(k)), marked(k, f, here, True), marked(k, p - f, away, False)
            )

        def turned(same):
            here = combine(eq(k, p - f), (1, same))
            away = never_both(i, above, below, eq(k, f), here)
            return ring(
                eq(cell(i, k), F(k)), marked(k, f, away, False), marked(k, p - f, here, True)
            )

        return combine(goal, (1, alone), (1, by_cases(hit, direct, turned)))

    return obtain(once, use)


def by_list(i: Term, low: Theorem, high: Theorem) -> Theorem:
    """sum_k of the cells of i = F(xi(i)) + F(p - xi(i))."""
    f = freq_of(i)
    other = p - f
    f_low, f_high = within_range(i, low, high)
    o_low, o_high = bound(le(1, other), (), [[f_high]]), bound(le(other, TOP), (), [[f_low]])
    first, second = fn(lambda k: mark(k, f)), fn(lambda k: mark(k, other))
    plain = fn(lambda k: F(k))
    return combine(
        eq(total(1, TOP, lambda k: cell(i, k)), F(f) + F(other)),
        (1, added(first, second, 1, TOP, some_frequencies()[0])),
        (1, sum_of_marked(plain, f, 1, TOP, f_low, f_high)),
        (1, sum_of_marked(plain, other, 1, TOP, o_low, o_high)),
    )


def pair(i: Term) -> Term:
    """F(xi(i)) + F(p - xi(i))."""
    return F(freq_of(i)) + F(p - freq_of(i))


@cache
def _all() -> Theorem:
    rows = summand_equal(
        fn(lambda k: F(k)),
        fn(lambda k: total(1, half, lambda i: cell(i, k))),
        1,
        TOP,
        by_frequency,
    )
    swapped = exchanged(lam(lambda k, i: cell(i, k), INT, INT), 1, TOP, 1, half)
    columns = summand_equal(
        fn(lambda i: total(1, TOP, lambda k: cell(i, k))), fn(pair), 1, half, by_list
    )
    goal = eq(total(1, TOP, lambda k: F(k)), total(1, half, pair))
    return combine(goal, (1, rows), (1, swapped), (1, columns))


def listed_sum(summand: Term) -> Theorem:
    """sum_1^(p-1) F = sum_i (F(xi(i)) + F(p - xi(i)))."""
    return put(_all(), F=summand)


@cache
def _later() -> Theorem:
    f = fn(lambda i: F(i))

    def statement(top):
        return eq(sum_of(f, 1, top), sum_of(f, 1, steps) + sum_of(f, steps + 1, top))

    base = combine(statement(steps), (1, empty(f, steps + 1)))

    def next_one(top, above, now):
        from_one = bound(le(ONE - 1, top), (), [[above], [order()[0]]])
        from_n = bound(le(steps + 1 - 1, top), (), [[above]])
        return combine(
            statement(top + 1),
            (1, step(f, ONE, top, from_one)),
            (1, step(f, steps + 1, top, from_n)),
            (1, now),
        )

    return at(induction(statement, steps, base, next_one), half, order()[1])


def later(summand: Term) -> Theorem:
    """sum_1^((p-1)/2) = sum_1^n + sum_{n+1}^((p-1)/2)."""
    return put(_later(), F=summand)
