"""1/x from what x is times, and -|x| <= x <= |x|."""

from __future__ import annotations

from ..rules import Theorem, assume, axiom, detach, discharge, order
from ..tactics import bound, by_cases, combine, fact, put, weaker
from ..terms import ONE, ZERO, Term, call, eq, le, lt, num
from .elementary import inv, trichotomy


def inverse_is(x: Term, y: Term, product: Theorem) -> Theorem:
    """1/x = y, from x y = 1: x is not 0, for then 0 would be 1."""
    zero = assume(eq(x, 0))
    # 0 - 0 = 1 - x y + y x
    below = order(lt(ZERO, ZERO), ((num(-1), product), (y, zero)), ((ONE, (), ONE),))
    apart = discharge(zero.conclusion, detach(put(axiom("irreflexive"), x=ZERO), below))
    unit = fact("inverse", apart, z=x)
    return combine(eq(inv(x), y), (inv(x), product), (y, unit))


def within_size(x: Term) -> tuple[Theorem, Theorem]:
    """-|x| <= x and x <= |x|."""
    size = call("abs", x)

    def whole(goal):
        def side(name, known):
            return bound(goal, [fact(name, known, x=x)], [[known]])

        return by_cases(
            trichotomy(x),
            lambda less: side("abs-negative", weaker(less)),
            lambda same: side("abs-nonnegative", order(le(ZERO, x), ((num(-1), same),), ())),
            lambda more: side("abs-nonnegative", weaker(more)),
        )

    return whole(le(-size, x)), whole(le(x, size))
