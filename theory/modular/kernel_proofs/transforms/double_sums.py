"""Double sums over Z/p: row by row, added, scaled, and products of two sums."""

from __future__ import annotations

from collections.abc import Callable

from theory.modular.kernel_proofs.script import fn
from theory.modular.kernel_proofs.transforms.waves import full
from theory.modular.letters import over_pairs, p
from theory.proof.rules import Theorem
from theory.proof.sums.finite import added, scaled, summand_equal
from theory.proof.tactics import (
    combine,
    total,
)
from theory.proof.terms import Term, eq

TOP = p - 1


def rowwise(body: Callable, other: Callable, proof_at: Callable) -> Theorem:
    """sum_a of rows equal one by one: proof_at(a) gives sum_b body(a, b) = other(a)."""
    rows = fn(lambda a: total(0, TOP, lambda b: body(a, b)))
    return summand_equal(rows, fn(other), 0, TOP, proof_at)


def pairs_added(one: Callable, other: Callable) -> Theorem:
    """The double sum of f + g."""
    first, second = (fn(lambda a, f=f: total(0, TOP, lambda b: f(a, b))) for f in (one, other))

    def row(a, *_):
        return added(fn(lambda b: one(a, b)), fn(lambda b: other(a, b)), 0, TOP, full())

    rows = rowwise(lambda a, b: one(a, b) + other(a, b), lambda a: first(a) + second(a), row)
    return combine(
        eq(
            over_pairs(lambda a, b: one(a, b) + other(a, b)),
            over_pairs(one) + over_pairs(other),
        ),
        (1, rows),
        (1, added(first, second, 0, TOP, full())),
    )


def pairs_scaled(factor: Term, body: Callable) -> Theorem:
    """The double sum of c f."""
    rows = fn(lambda a: total(0, TOP, lambda b: body(a, b)))

    def row(a, *_):
        return scaled(factor, fn(lambda b: body(a, b)), 0, TOP, full())

    same = rowwise(lambda a, b: factor * body(a, b), lambda a: factor * rows(a), row)
    return combine(
        eq(over_pairs(lambda a, b: factor * body(a, b)), factor * over_pairs(body)),
        (1, same),
        (1, scaled(factor, rows, 0, TOP, full())),
    )


def pairs_product(one: Callable, other: Callable) -> Theorem:
    """The double sum of f(a) g(b) is a product of sums."""
    whole = total(0, TOP, other)

    def row(a, *_):
        return combine(
            eq(total(0, TOP, lambda b: one(a) * other(b)), whole * one(a)),
            (1, scaled(one(a), fn(other), 0, TOP, full())),
        )

    same = rowwise(lambda a, b: one(a) * other(b), lambda a: whole * one(a), row)
    return combine(
        eq(over_pairs(lambda a, b: one(a) * other(b)), total(0, TOP, one) * whole),
        (1, same),
        (1, scaled(whole, fn(one), 0, TOP, full())),
    )
