"""What a sum of numbers that are not negative says where it is at most 0: each of them is 0. Not
trusted.
"""

from __future__ import annotations

from collections.abc import Callable

from ..lemmas import trichotomy
from ..rules import Theorem, assume, order
from ..tactics import bound, by_cases, contradiction, everywhere, fact, fresh, lam, total
from ..terms import INT, ONE, ZERO, Term, eq, le, lt, num
from .any_range import delta, nonnegative
from .nested import same_sums


def no_term(summand: Term, low, high, above: Callable, total_low: Theorem) -> Theorem:
    """for all k in range: f(k) = 0, where 0 <= f(k) and sum of f <= 0."""
    k = fresh(INT, "k")
    premises = (le(low, k), le(k, high))
    inside = list(map(assume, premises))
    others = lam(lambda q: (1 - delta(k, q)) * summand(q), INT)

    def gain(q, q_low, q_high):
        kept = above(q, q_low, q_high)

        def settled(known_, name):
            value = fact(name, known_, P=eq(k, q), z=ONE, w=ZERO)
            scale = value.conclusion.args[1]
            cleared = bound(le(0, (1 - scale) * summand(q)), (), [[kept]])
            return order(le(0, others(q)), ((summand(q), value),), ((ONE, (cleared,), ONE),))

        return by_cases(
            eq(k, q),
            lambda same: settled(same, "ite-true"),
            lambda apart: settled(apart, "ite-false"),
        )

    rest_low = nonnegative(others, low, high, gain)
    whole = total(low, high, lambda q: summand(q))
    split = same_sums(eq(total(low, high, lambda q: others(q)), whole - summand(k)), facts=inside)
    most = bound(le(summand(k), 0), [split], [[rest_low], [total_low]])
    zero = fact("antisymmetric", most, above(k, *inside), x=summand(k), y=ZERO)
    return everywhere(k, zero, *premises)


def root_zero(value: Term, squared: Theorem) -> Theorem:
    """x = 0 from x^2 = 0."""
    goal = eq(value, 0)

    def apart(strict):
        false = order(lt(ZERO, ZERO), ((num(1), squared),), ((ONE, (strict, strict), ONE),))
        return contradiction(false, goal)

    return by_cases(trichotomy(value), apart, lambda same: same, apart)
