"""All frequencies, each counted twice: sum_{k=1}^{p-1} |x^(k)|^2 = 2
sum_{i=1}^{(p-1)/2} mag(i)^2.
"""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.cost.aligned import TOP, goal
from theory.modular.kernel_proofs.cost.cosine_sums import halved, own_frequency
from theory.modular.kernel_proofs.plateaus.level import level_left
from theory.modular.kernel_proofs.plateaus.listed_sums import later
from theory.modular.kernel_proofs.plateaus.listing import frequency, order, supplied, within_range
from theory.modular.kernel_proofs.script import fn, proof
from theory.modular.kernel_proofs.training.utility import first_apart, hat_at_zero, some_frequencies
from theory.modular.kernel_proofs.transforms.conjugates import conjugated
from theory.modular.kernel_proofs.transforms.correlation import parseval
from theory.modular.kernel_proofs.transforms.halves import hat_mirrored
from theory.modular.letters import entries, p, x, x_hat
from theory.modular.letters.cost import HALF, multiple, xi
from theory.modular.letters.plateau import freq_of, listed, mag, steps
from theory.modular.letters.utility import half
from theory.proof.lemmas import inv
from theory.proof.rules import Theorem, assume, discharge, disjoin, witness
from theory.proof.sums.any_range import exchanged
from theory.proof.sums.finite import summand_equal
from theory.proof.sums.single_terms import only_inside, sum_of_marked
from theory.proof.sums.summands import evaluated
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    conjuncts,
    equal_inside,
    fact,
    given,
    lam,
    obtain,
    put,
    ring,
    total,
)
from theory.proof.terms import INT, ONE, ZERO, Term, call, eq, le, make


def power(k: Term) -> Term:
    """|x^(k)|^2."""
    return call("abs", x_hat(k)) ** 2


def cell(i: Term, k: Term) -> Term:
    """mag(i)^2 where the i-th frequency is +-k, else 0."""
    return make("ite", None, (listed(i, k), mag(i) ** 2, ZERO))


def chosen(i: Term, k: Term, known: Theorem, holds: bool) -> Theorem:
    """The cell, where it is known whether the i-th frequency is +-k."""
    name = "ite-true" if holds else "ite-false"
    return fact(name, known, P=listed(i, k), z=mag(i) ** 2, w=ZERO)


# --- by frequencies -------------------------------------------------------------------------------
def same_power(i: Term, k: Term, hit: Theorem, size: Theorem) -> Theorem:
    """mag(i)^2 = |x^(k)|^2 for xi(i) = k, or p - k."""
    goal_ = eq(mag(i) ** 2, power(k))

    def direct(same):
        inside = equal_inside(call("abs", x_hat(freq_of(i))), same)
        value = combine(eq(mag(i), call("abs", x_hat(k))), (1, size), (1, inside))
        return combine(goal_, (mag(i) + call("abs", x_hat(k)), value))

    def turned(same):
        inside = equal_inside(call("abs", x_hat(freq_of(i))), same)
        value = combine(eq(mag(i), call("abs", x_hat(p - k))), (1, size), (1, inside))
        square = combine(
            eq(mag(i) ** 2, call("abs", x_hat(p - k)) ** 2),
            (mag(i) + call("abs", x_hat(p - k)), value),
        )
        back = hat_mirrored(x, k)
        conj = equal_inside(call("conj", x_hat(p - k)), back)
        return ring(
            goal_,
            square,
            fact("abs-square", z=x_hat(p - k)),
            fact("abs-square", z=x_hat(k)),
            conj,
            conjugated(call("conj", call("conj", x_hat(k)))),
            back,
        )

    return by_cases(hit, direct, turned)


def by_frequency(k: Term, low: Theorem, high: Theorem) -> Theorem:
    """|x^(k)|^2 = sum_i of the cells of k: one of them is not 0."""
    once = at(order()[3], k, low, high)
    goal_ = eq(power(k), total(1, half, lambda i: cell(i, k)))

    def use(i, found):
        above, below, hit, unique = conjuncts(found)

        def zero(j, j_low, j_high, differ):
            no = assume(listed(j, k))
            false = given(differ, at(unique, j, j_low, j_high, no))
            return chosen(j, k, discharge(no.conclusion, false), False)

        alone = only_inside(fn(lambda j: cell(j, k)), i, 1, half, above, below, zero)
        *_, size = frequency(i, above, below)
        return combine(
            goal_, (1, alone), (1, chosen(i, k, hit, True)), (1, same_power(i, k, hit, size))
        )

    return obtain(once, use)


# --- by the list ----------------------------------------------------------------------------------
def marked(i: Term, k: Term, m: Term) -> Term:
    """mag(i)^2 where k = m, else 0."""
    return make("ite", None, (eq(k, m), mag(i) ** 2, ZERO))


def cell_of_two(i: Term, k: Term, low: Theorem, high: Theorem) -> Theorem:
    """The cell is mag(i)^2 at k = xi(i) and at k = p - xi(i), which differ, else 0."""
    f, other = freq_of(i), p - freq_of(i)
    goal_ = eq(cell(i, k), marked(i, k, f) + marked(i, k, other))

    def mark(m, known, holds):
        name = "ite-true" if holds else "ite-false"
        return fact(name, known, P=eq(k, m), z=mag(i) ** 2, w=ZERO)

    def hit(place, same):
        statement = listed(i, k)
        return chosen(i, k, disjoin(statement, combine(statement.args[place], (1, same))), True)

    def at_f(same):
        equal = assume(eq(k, other))
        whole = combine(eq(2 * f, p * ONE + 0), (1, same), (1, equal))
        no_double = supplied(halved(xi, own_frequency()), {xi: f}, frequency(i, low, high))
        false = given(no_double, witness(multiple(2 * f), ONE, whole))
        differ = discharge(equal.conclusion, false)
        return ring(goal_, hit(0, same), mark(f, same, True), mark(other, differ, False))

    def not_f(apart):
        def at_other(same):
            return ring(goal_, hit(1, same), mark(f, apart, False), mark(other, same, True))

        def neither(away):
            no = assume(listed(i, k))
            false = by_cases(
                no,
                lambda same: given(apart, combine(eq(k, f), (1, same))),
                lambda same: given(away, combine(eq(k, other), (1, same))),
            )
            nothing = chosen(i, k, discharge(no.conclusion, false), False)
            return ring(goal_, nothing, mark(f, apart, False), mark(other, away, False))

        return by_cases(eq(k, other), at_other, neither)

    return by_cases(eq(k, f), at_f, not_f)


def twice(i: Term, low: Theorem, high: Theorem) -> Theorem:
    """sum_k of the cells of i = 2 mag(i)^2: k = xi(i) and k = p - xi(i)."""
    f, other, value = freq_of(i), p - freq_of(i), fn(lambda k: mag(i) ** 2)

    def both_marks(k):
        return marked(i, k, f) + marked(i, k, other)

    rows = summand_equal(
        fn(lambda k: cell(i, k)),
        fn(both_marks),
        1,
        TOP,
        lambda k, *_: cell_of_two(i, k, low, high),
    )
    f_low, f_high = within_range(i, low, high)
    o_low = bound(le(1, other), (), [[f_high]])
    o_high = bound(le(other, TOP), (), [[f_low]])
    return combine(
        eq(total(1, TOP, lambda k: cell(i, k)), 2 * mag(i) ** 2),
        (1, rows),
        (1, evaluated(both_marks, 1, TOP, some_frequencies()[0])),
        (1, sum_of_marked(value, f, 1, TOP, f_low, f_high)),
        (1, sum_of_marked(value, other, 1, TOP, o_low, o_high)),
    )


@cache
def all_powers() -> Theorem:
    """sum_{k=1}^{p-1} |x^(k)|^2 = 2 sum_{i=1}^{(p-1)/2} mag(i)^2."""
    rows = summand_equal(
        fn(power), fn(lambda k: total(1, half, lambda i: cell(i, k))), 1, TOP, by_frequency
    )
    swapped = exchanged(lam(lambda k, i: cell(i, k), INT, INT), 1, TOP, 1, half)
    columns = summand_equal(
        fn(lambda i: total(1, TOP, lambda k: cell(i, k))),
        fn(lambda i: 2 * mag(i) ** 2),
        1,
        half,
        twice,
    )
    some = bound(le(1, half + 1), (), [[order()[0]], [order()[1]]])
    out = evaluated(lambda i: 2 * mag(i) ** 2, 1, half, some)
    goal_ = eq(total(1, TOP, power), 2 * total(1, half, lambda i: mag(i) ** 2))
    return combine(goal_, (1, rows), (1, swapped), (1, columns), (1, out))


# --- the level ------------------------------------------------------------------------------------
@cache
def centred_energy() -> Theorem:
    """|x|^2 - <x, 1>^2/p = (1/p) sum_{k=1}^{p-1} |x^(k)|^2."""
    whole = parseval(x, x_hat)
    apart = put(first_apart(), f=fn(power))
    zero = hat_at_zero(x, x_hat)
    conj = combine(
        eq(call("conj", x_hat(0)), entries(x)),
        (1, equal_inside(call("conj", x_hat(0)), zero)),
        (1, fact("conj-real", x=entries(x))),
    )
    start = ring(eq(power(ZERO), entries(x) ** 2), fact("abs-square", z=x_hat(0)), conj, zero)
    squares = total(0, TOP, lambda m: x(m) ** 2)
    return combine(
        eq(squares - entries(x) ** 2 * inv(p), inv(p) * total(1, TOP, power)),
        (1, whole),
        (inv(p), apart),
        (inv(p), start),
    )


@proof("modular.plateau-level")
def plateau_level() -> Theorem:
    """What is left of the centred energy once the learned frequencies are taken off."""
    some = bound(le(steps + 1, half + 1), (), [[order()[1]]])
    out = evaluated(lambda i: inv(p) * mag(i) ** 2, steps + 1, half, some)
    return combine(
        goal("modular.plateau-level"),
        (1, level_left()),
        (HALF, centred_energy()),
        (HALF * inv(p), all_powers()),
        (inv(p), later(fn(lambda i: mag(i) ** 2))),
        (1, out),
    )
