"""Centred labels add up to 0 over a period, and with them every sum over tuples."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.modular.kernel_proofs.script import defined, fn
from theory.modular.kernel_proofs.summands.slopes import reached
from theory.modular.kernel_proofs.training.utility import TOP, centred, centred_sum
from theory.modular.kernel_proofs.transforms.waves import full
from theory.modular.letters import entries, p, w, x
from theory.modular.letters.summands import centred_label, k, power_of, tuple_sum
from theory.proof.lemmas import inv
from theory.proof.rules import Theorem, assume, discharge
from theory.proof.sums.finite import (
    added,
    constant_sum,
    exchanged,
    scaled,
    summand_equal,
)
from theory.proof.tactics import (
    at,
    bound,
    combine,
    everywhere,
    forall,
    fresh,
    given,
    induction,
    lam,
    ring,
    total,
)
from theory.proof.terms import INT, ZERO, Term, eq, implies, le


@cache
def label_is() -> Theorem:
    """For all r: <w, r.x - mean> = <w, r.x> - <w, mean>."""
    r = fresh(INT)
    mean = entries(x) * inv(p)
    one, two = fn(lambda c: w(c) * x(c - r)), fn(lambda c: (-mean) * w(c))
    whole = fn(lambda c: w(c) * (x(c - r) - mean))
    same = summand_equal(
        whole,
        fn(lambda c: one(c) + two(c)),
        0,
        TOP,
        lambda c, *_: ring(eq(whole(c), one(c) + two(c))),
    )
    shown = combine(
        eq(centred_label(r), centred(r)),
        (1, same),
        (1, added(one, two, 0, TOP, full())),
        (1, scaled(-mean, fn(lambda c: w(c)), 0, TOP, full())),
    )
    return everywhere(r, shown)


@cache
def _label_sum() -> Theorem:
    r = fresh(INT)
    low = assume(le(0, r))
    same = summand_equal(
        fn(lambda a: centred_label(r + a)),
        fn(lambda a: centred(r + a)),
        0,
        TOP,
        lambda a, *_: at(label_is(), r + a),
    )
    whole = total(0, TOP, lambda a: centred_label(r + a))
    return everywhere(r, combine(eq(whole, 0), (1, same), (1, centred_sum(r, low))), low.conclusion)


def label_sum(r: Term, low: Theorem) -> Theorem:
    """sum_a <w, (r + a).x - mean> = 0, for r >= 0."""
    return at(_label_sum(), r, low)


FIRST, LATER = defined("modular.tuple-sums")


def over_period(j: Term, n: Term, s: Term, r: Term) -> Term:
    """sum_a tuple_sum(j, n, s, r + a)."""
    return total(0, TOP, lambda a: tuple_sum(j, n, s, r + a))


def periods_cancel(j: Term) -> Term:
    """For j <= k, 0 <= n <= k, s and 0 <= r: this sum is 0."""
    sums = forall(
        lambda n: forall(
            lambda s: forall(
                lambda r: implies(le(0, n), le(n, k), le(0, r), eq(over_period(j, n, s, r), 0)),
                INT,
            )
        ),
        INT,
    )
    return implies(le(j, k), sums)


def at_all_tuples(shown: Callable) -> Theorem:
    """shown(n, s, r, 0 <= n, n <= k, 0 <= r) for all of them."""
    n, s, r = fresh(INT), fresh(), fresh(INT)
    premises = (le(0, n), le(n, k), le(0, r))
    theorem = everywhere(r, shown(n, s, r, *map(assume, premises)), *premises)
    return everywhere(n, everywhere(s, theorem))


def labels_cancel() -> Theorem:
    """The sum over no input is s^n times that of the labels."""

    def at_tuple(n, s, r, n_low, n_high, r_low):
        labels = fn(lambda a: centred_label(r + a))
        same = summand_equal(
            fn(lambda a: tuple_sum(0, n, s, r + a)),
            fn(lambda a: power_of(n, s) * labels(a)),
            0,
            TOP,
            lambda a, *_: at(FIRST, n, n_low, n_high, s, r + a),
        )
        return combine(
            eq(over_period(ZERO, n, s, r), 0),
            (1, same),
            (1, scaled(power_of(n, s), labels, 0, TOP, full())),
            (power_of(n, s), label_sum(r, r_low)),
        )

    return discharge(le(ZERO, k), at_all_tuples(at_tuple))


def one_input_more(j: Term, j_low: Theorem, now: Theorem) -> Theorem:
    """``periods_cancel(j + 1)`` from ``periods_cancel(j)``: the two sums change places."""
    last = assume(le(j + 1, k))
    before = given(now, bound(le(j, k), (), [[last]]))

    def at_tuple(n, s, r, n_low, n_high, r_low):
        def entry(b, a):
            return tuple_sum(j, n, s + reached(j + 1, a), r + b + a)

        rows = summand_equal(
            fn(lambda b: tuple_sum(j + 1, n, s, r + b)),
            fn(lambda b: total(0, TOP, lambda a: entry(b, a))),
            0,
            TOP,
            lambda b, *_: at(LATER, j, j_low, last, n, n_low, n_high, s, r + b),
        )
        turned = exchanged(lam(entry, INT, INT), 0, TOP, 0, TOP, full(), full())

        def column(a, a_low, _):
            low = bound(le(0, r + a), (), [[r_low], [a_low]])
            known = at(before, n, s + reached(j + 1, a), r + a, n_low, n_high, low)
            return combine(eq(total(0, TOP, lambda b: entry(b, a)), 0), (1, known))

        columns = summand_equal(
            fn(lambda a: total(0, TOP, lambda b: entry(b, a))),
            fn(lambda a: ZERO),
            0,
            TOP,
            column,
        )
        return combine(
            eq(over_period(j + 1, n, s, r), 0),
            (1, rows),
            (1, turned),
            (1, columns),
            (1, constant_sum(ZERO, 0, TOP, full())),
        )

    return discharge(last.conclusion, at_all_tuples(at_tuple))


@cache
def period_sum() -> Theorem:
    """For all j, n, r >= 0 and s: the sum over a of tuple_sum(j, n, s, r + a) is 0."""
    return induction(periods_cancel, 0, labels_cancel(), one_input_more)
