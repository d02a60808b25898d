"""cos(2 pi/3) = -1/2, from whole turns alone. Not trusted."""

from __future__ import annotations

from functools import cache

from ..rules import Theorem, absurd
from ..tactics import by_cases, combine, equal_inside, fact, inverse, obtain, ring
from ..tactics.angles import circle, cos, sin, spread
from ..tactics.linear import linear
from ..terms import FALSE, ONE, ZERO, call, eq, num
from .elementary import inv, product_zero, trichotomy
from .sizes import root_zero

PI = call("pi")
THIRD = 2 * PI * inv(num(3))


@cache
def third_turn() -> tuple[Theorem, Theorem]:
    """cos = -1/2 and sin^2 = 3/4: (cos - 1)(2 cos + 1)^2 = 0, as three thirds are a whole turn."""
    c, third = cos(THIRD), inverse(num(3), [])
    thrice, _ = spread(3 * THIRD, [(3, THIRD)])
    turn = ring(eq(3 * THIRD, 2 * PI * ONE), third)
    whole = [equal_inside(cos(3 * THIRD), turn), fact("cos-turns", n=ONE)]
    goal = eq(c, num(-1, 2))
    product = ring(eq((c - 1) * (2 * c + 1) ** 2, 0), circle(THIRD), _cubed(thrice, whole))

    def whole_turn(same: Theorem) -> Theorem:
        def no(n, found):
            unit = inverse(PI, [fact("pi-positive")])
            thirds = combine(
                eq(3 * n, 1),
                (num(3, 2) * inv(PI), found),
                (3 * n, unit),
                (3 * inv(num(3)), unit),
                (1, third),
            )
            false = by_cases(
                trichotomy(n),
                lambda less: linear(FALSE, thirds, less),
                lambda none: linear(FALSE, thirds, none),
                lambda more: linear(FALSE, thirds, fact("discrete", more, n=ZERO, m=n)),
            )
            return absurd(false, goal)

        return obtain(fact("cos-one", combine(eq(c, 1), (1, same)), x=THIRD), no)

    def other(differ: Theorem) -> Theorem:
        root = root_zero(2 * c + 1, product_zero(product, differ))
        return combine(goal, (num(1, 2), root))

    value = by_cases(eq(c - 1, 0), whole_turn, other)
    height = ring(eq(sin(THIRD) ** 2, num(3, 4)), circle(THIRD), value)
    return value, height


def _cubed(thrice: Theorem, whole: list[Theorem]) -> Theorem:
    """cos^3 in lower powers, from cos(3 x) = 1."""
    c, square = cos(THIRD), circle(THIRD)
    return combine(
        eq(c**3, num(1, 4) + num(3, 4) * c),
        (num(1, 4), thrice),
        *((num(1, 4), one) for one in whole),
        (num(3, 4) * c, square),
    )
