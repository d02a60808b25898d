"""cos(pi) = -1 and sin(pi) = 0, from whole turns alone. Not trusted."""

from __future__ import annotations

from functools import cache

from ..rules import Theorem, absurd
from ..tactics import by_cases, combine, fact, inverse, obtain
from ..tactics.angles import circle, cos, sin, spread
from ..tactics.linear import linear
from ..terms import FALSE, ONE, ZERO, call, eq, num
from .elementary import inv, product_zero, trichotomy
from .sizes import root_zero

PI = call("pi")


@cache
def half_circle() -> tuple[Theorem, Theorem]:
    """cos(2 pi) = 1 gives sin(pi) = 0 and cos(pi)^2 = 1; cos(pi) = 1 would make pi a whole turn."""
    whole = fact("cos-turns", n=ONE)
    twice, _ = spread(2 * PI * ONE, [(2, PI)])
    half = num(1, 2)
    square = combine(eq(sin(PI) ** 2, 0), (half, twice), (half, whole), (half, circle(PI)))
    product = combine(eq((cos(PI) - 1) * (cos(PI) + 1), 0), (1, circle(PI)), (1, square))
    goal = eq(cos(PI), -1)

    def whole_turn(same: Theorem) -> Theorem:
        def no(n, found):
            unit = inverse(PI, [fact("pi-positive")])
            halves = combine(eq(2 * n, 1), (inv(PI), found), (2 * n, unit), (1, unit))
            false = by_cases(
                trichotomy(n),
                lambda less: linear(FALSE, halves, less),
                lambda none: linear(FALSE, halves, none),
                lambda more: linear(FALSE, halves, fact("discrete", more, n=ZERO, m=n)),
            )
            return absurd(false, goal)

        return obtain(fact("cos-one", combine(eq(cos(PI), 1), (1, same)), x=PI), no)

    def other(differ: Theorem) -> Theorem:
        return combine(goal, (1, product_zero(product, differ)))

    return by_cases(eq(cos(PI) - 1, 0), whole_turn, other), root_zero(sin(PI), square)
