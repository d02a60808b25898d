"""Sums over Z/p run backwards, and the transform of <f, a.x>."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.modular.kernel_proofs.script import defined, fn
from theory.modular.kernel_proofs.transforms.delta import delta, kernel, pick
from theory.modular.kernel_proofs.transforms.waves import (
    above_zero,
    full,
    next_,
    shifted,
    wave_product,
    whole_turns,
    written_as,
)
from theory.modular.letters import against, p, wave, x
from theory.proof.lemmas.elementary import chosen
from theory.proof.rules import (
    Theorem,
)
from theory.proof.sums.finite import (
    by_induction,
    empty,
    exchanged,
    scaled,
    step,
    sum_of,
    summand_equal,
)
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    induction,
    lam,
    put,
    ring,
    total,
)
from theory.proof.terms import (
    COMPLEX,
    INT,
    ZERO,
    Term,
    eq,
    function,
    le,
)

# --- the triple correlation in frequency space ------------------------------------------------


@cache
def reversed_sum() -> Theorem:
    """sum_{a=0}^{p-1} g((p - 1) - a) = sum_{a=0}^{p-1} g(a), for any g."""
    g = function("g", INT, COMPLEX)
    f = function("f", INT, COMPLEX)
    later, now = fn(lambda q: f(q + 1)), fn(lambda q: f(q))
    front = by_induction(
        ZERO,
        lambda top: eq(sum_of(later, 0, top), sum_of(now, 0, top) + f(top + 1) - f(0)),
        [later, now],
    )

    def statement(top):
        return eq(total(0, top, lambda a: g(top - a)), total(0, top, lambda a: g(a)))

    def step_(top, above, known):
        below = fn(lambda a: g(top + 1 - a))
        moved = at(put(front, f=below), top, above)
        last = step(below, ZERO, top, above)
        grown = step(fn(lambda a: g(a)), ZERO, top, above)
        return combine(statement(top + 1), (1, last), (1, moved), (1, known), (1, grown))

    base = combine(
        statement(ZERO - 1),
        (1, empty(fn(lambda a: g(ZERO - 1 - a)), ZERO)),
        (1, empty(fn(lambda a: g(a)), ZERO)),
    )
    whole = induction(statement, ZERO - 1, base, step_)
    return at(whole, p - 1, bound(le(ZERO - 1, p - 1), (), [[above_zero()]]))


def cyclic_mirror(g: Term, again: Callable, by: Term, low: Theorem) -> Theorem:
    """sum_a g(j - a) = sum_a g(a) over a period, for j >= 0; again(n) gives g(n + p) = g(n)."""
    top = p - 1

    def mirrored(j):
        return total(0, top, lambda a: g(j - a))

    def statement(j):
        return eq(mirrored(j), mirrored(ZERO))

    def step_(j, _, now):
        moved = put(shifted(), f=fn(lambda a: g(j + 1 - a)))
        return combine(statement(j + 1), (1, moved), (1, again(j + 1 - p)), (1, now))

    same = induction(statement, 0, ring(statement(ZERO)), step_)
    last = bound(le(0, p - 1), (), [[next_(ZERO, p, above_zero())]])
    edge, here = at(same, p - 1, last), at(same, by, low)
    turned = put(reversed_sum(), g=g)
    goal = eq(mirrored(by), total(0, top, lambda a: g(a)))
    return combine(goal, (1, here), (1, edge), (1, turned))


def again_wave(f: Term, cyclic: Theorem, q: Term) -> Callable:
    """g(b) = f(b) wave(q b) repeats after p."""

    def again(n):
        turns = written_as(eq(wave(q * p), 1), whole_turns(q))
        split = written_as(
            eq(wave(q * n) * wave(q * p), wave(q * (n + p))), wave_product(q * n, q * p)
        )
        goal = eq(f(n + p) * wave(q * (n + p)), f(n) * wave(q * n))
        return combine(
            goal,
            (wave(q * (n + p)), at(cyclic, n)),
            (f(n), split),
            (f(n) * wave(q * n), turns),
        )

    return again


def against_transform(f: Term, q: Term) -> Theorem:
    """sum_a <f, a.x> wave(-q a) = (sum_j f(j) wave(-q j)) (sum_b x(b) wave(q b))."""
    (cyclic,) = defined("modular.cyclic-x")
    top = p - 1
    g = fn(lambda b: x(b) * wave(q * b))

    def entry(a, j):
        return wave(-(q * a)) * (f(j) * x(j - a))

    rows = summand_equal(
        fn(lambda a: against(f, a) * wave(-(q * a))),
        fn(lambda a: total(0, top, lambda j: entry(a, j))),
        0,
        top,
        lambda a, *_: combine(
            eq(against(f, a) * wave(-(q * a)), total(0, top, lambda j: entry(a, j))),
            (1, scaled(wave(-(q * a)), fn(lambda j: f(j) * x(j - a)), 0, top, full())),
        ),
    )
    swapped = exchanged(lam(entry, INT, INT), 0, top, 0, top, full(), full())
    period = sum_of(g, 0, top)

    def column(j, low, _):
        factor = f(j) * wave(-(q * j))
        same = summand_equal(
            fn(lambda a: entry(a, j)),
            fn(lambda a: factor * g(j - a)),
            0,
            top,
            lambda a, *_: combine(
                eq(entry(a, j), factor * g(j - a)),
                (
                    f(j) * x(j - a),
                    written_as(
                        eq(wave(-(q * j)) * wave(q * (j - a)), wave(-(q * a))),
                        wave_product(-(q * j), q * (j - a)),
                    ),
                ),
            ),
        )
        out = scaled(factor, fn(lambda a: g(j - a)), 0, top, full())
        turned = cyclic_mirror(g, again_wave(x, cyclic, q), j, low)
        goal = eq(total(0, top, lambda a: entry(a, j)), period * factor)
        return combine(goal, (1, same), (1, out), (factor, turned))

    columns = summand_equal(
        fn(lambda j: total(0, top, lambda a: entry(a, j))),
        fn(lambda j: period * (f(j) * wave(-(q * j)))),
        0,
        top,
        column,
    )
    product = scaled(period, fn(lambda j: f(j) * wave(-(q * j))), 0, top, full())
    goal = eq(
        total(0, top, lambda a: against(f, a) * wave(-(q * a))),
        total(0, top, lambda j: f(j) * wave(-(q * j))) * period,
    )
    return combine(goal, (1, rows), (1, swapped), (1, columns), (1, product))


def spread(s: Callable, W: Callable, E: Callable) -> Theorem:
    """sum_k (sum_a s(a) W(k, a)) E(k) = sum_a s(a) sum_k W(k, a) E(k)."""
    top = p - 1

    def entry(q, a):
        return E(q) * (s(a) * W(q, a))

    rows = summand_equal(
        fn(lambda q: total(0, top, lambda a: s(a) * W(q, a)) * E(q)),
        fn(lambda q: total(0, top, lambda a: entry(q, a))),
        0,
        top,
        lambda q, *_: combine(
            eq(
                total(0, top, lambda a: s(a) * W(q, a)) * E(q),
                total(0, top, lambda a: entry(q, a)),
            ),
            (1, scaled(E(q), fn(lambda a: s(a) * W(q, a)), 0, top, full())),
        ),
    )
    swapped = exchanged(lam(entry, INT, INT), 0, top, 0, top, full(), full())
    columns = summand_equal(
        fn(lambda a: total(0, top, lambda q: entry(q, a))),
        fn(lambda a: s(a) * total(0, top, lambda q: W(q, a) * E(q))),
        0,
        top,
        lambda a, *_: combine(
            eq(
                total(0, top, lambda q: entry(q, a)),
                s(a) * total(0, top, lambda q: W(q, a) * E(q)),
            ),
            (1, scaled(s(a), fn(lambda q: W(q, a) * E(q)), 0, top, full())),
        ),
    )
    goal = eq(rows.conclusion.args[0], columns.conclusion.args[1])
    return combine(goal, (1, rows), (1, swapped), (1, columns))


def sampled(s: Callable, m: Term, low: Theorem, high: Theorem) -> Theorem:
    """sum_c s(c) sum_k wave(k (c - m)) = p s(m) for m in 0, ..., p - 1."""
    top = p - 1

    def at_c(c, c_low, c_high):
        here = kernel(m, c, [low, high, c_low, c_high])
        goal = eq(s(c) * total(0, top, lambda q: wave(q * (c - m))), delta(c, m, s(c) * p))
        condition = eq(c, m)
        pick_one = by_cases(
            condition,
            lambda yes: combine(
                eq(s(c) * delta(c, m, p), delta(c, m, s(c) * p)),
                (s(c), chosen(condition, p, ZERO, yes, True)),
                (1, chosen(condition, s(c) * p, ZERO, yes, True)),
            ),
            lambda no: combine(
                eq(s(c) * delta(c, m, p), delta(c, m, s(c) * p)),
                (s(c), chosen(condition, p, ZERO, no, False)),
                (1, chosen(condition, s(c) * p, ZERO, no, False)),
            ),
        )
        return combine(goal, (s(c), here), (1, pick_one))

    deltas = summand_equal(
        fn(lambda c: s(c) * total(0, top, lambda q: wave(q * (c - m)))),
        fn(lambda c: delta(c, m, s(c) * p)),
        0,
        top,
        at_c,
    )
    found = pick(fn(lambda c: s(c) * p), m, low, high)
    return combine(eq(deltas.conclusion.args[0], p * s(m)), (1, deltas), (1, found))
