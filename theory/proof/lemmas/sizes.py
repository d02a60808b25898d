"""1/x from what x is times, -|x| <= x <= |x|, signs from equations, and x = 0 from its square."""

from __future__ import annotations

from ..rules import Theorem, absurd, assume, axiom, detach, discharge, order
from ..tactics import bound, by_cases, combine, equal_inside, fact, inverse, put, weaker
from ..tactics.linear import linear
from ..terms import FALSE, ONE, ZERO, Term, call, eq, le, lt, num
from .elementary import inv, trichotomy


def inverse_is(x: Term, y: Term, product: Theorem) -> Theorem:
    """1/x = y, from x y = 1: x is not 0, for then 0 would be 1."""
    zero = assume(eq(x, 0))
    # 0 - 0 = 1 - x y + y x
    below = order(lt(ZERO, ZERO), ((num(-1), product), (y, zero)), ((ONE, (), ONE),))
    apart = discharge(zero.conclusion, detach(put(axiom("irreflexive"), x=ZERO), below))
    unit = fact("inverse", apart, z=x)
    return combine(eq(inv(x), y), (inv(x), product), (y, unit))


def inverse_one(x: Term, one: Theorem) -> Theorem:
    """1/x = 1, from x = 1."""
    moved = equal_inside(inv(x), one)
    return combine(eq(inv(x), 1), (1, moved), (1, inverse(ONE, [])))


def positive_of(x: Term, equation: Theorem, above: Theorem) -> Theorem:
    """0 < x, from x = y and 0 < y."""
    return order(lt(ZERO, x), ((num(-1), equation),), ((num(1), (above,), num(1)),))


def root_zero(root: Term, small: Theorem, *factors: Theorem) -> Theorem:
    """x = 0, from c x^2 = 0 or c x^2 <= 0; ``factors``: the numbers > 0 whose product is c, or a
    positive multiple of it.
    """
    goal = eq(root, 0)

    def impossible(strict):
        return absurd(linear(FALSE, small, products=[[*factors, strict, strict]]), goal)

    return by_cases(trichotomy(root), impossible, lambda same: same, impossible)


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
