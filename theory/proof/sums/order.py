"""Sums of numbers that are not negative. Not trusted."""

from __future__ import annotations

from collections.abc import Callable

from ..rules import Theorem, assume, discharge
from ..tactics import (
    at,
    bound,
    given,
    induction,
)
from ..terms import Term, implies, le, term
from .finite import empty, step, sum_of


def nonnegative_sum(summand: Term, low, high, ordered: Theorem, proof_at: Callable) -> Theorem:
    """0 <= sum of f, where proof_at(k, low <= k, k <= high) gives 0 <= f(k)."""
    low, high = term(low), term(high)

    def statement(top):
        return implies(le(top, high), le(0, sum_of(summand, low, top)))

    def next_one(top, above, now):
        condition = assume(le(top + 1, high))
        before = given(now, bound(le(top, high), (), [[condition]]))
        last = proof_at(top + 1, bound(le(low, top + 1), (), [[above]]), condition)
        grown = bound(
            le(0, sum_of(summand, low, top + 1)),
            [step(summand, low, top, above)],
            [[before], [last]],
        )
        return discharge(condition.conclusion, grown)

    base = bound(le(0, sum_of(summand, low, low - 1)), [empty(summand, low)])
    scheme = induction(statement, low - 1, discharge(le(low - 1, high), base), next_one)
    return given(at(scheme, high, bound(le(low - 1, high), (), [[ordered]])), bound(le(high, high)))
