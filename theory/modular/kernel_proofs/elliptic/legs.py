"""Along sigma' = alpha y, y^2 = gamma^2 Q(sigma), where y keeps its sign: F(sigma) moves at the
constant rate -+ alpha gamma/2, F' = -1/(2 sqrt(Q)).
"""

from __future__ import annotations

from theory.modular.kernel_proofs.elliptic.cubic import (
    ABOVE,
    AHEAD,
    ALPHA,
    GAMMA,
    MOVES,
    SIGMA,
    SQUARE,
    Between,
    E,
    T,
    Where,
    Y,
    beyond,
    cubic,
    rises,
    steepness,
)
from theory.modular.letters.elliptic import no_jump, slopes
from theory.proof.lemmas import constant, inv, sqrt, sqrt_is
from theory.proof.rules import Theorem, assume, conjoin
from theory.proof.tactics import (
    at,
    bound,
    combine,
    derivative,
    equal_inside,
    everywhere,
    fact,
    fresh,
    inverse,
    lam,
    positive,
    weaker,
    with_slope,
)
from theory.proof.terms import (
    INT,
    REAL,
    ZERO,
    Term,
    both,
    eq,
    function,
    implies,
    le,
    lt,
    num,
    var,
)

F, RISING = function("F'", REAL, REAL), var("rising'", INT)


HALF = num(1, 2)


RATE = HALF * ALPHA * GAMMA  # how fast F(sigma) falls on the way up


SLOPES = assume(slopes(F, E, cubic))


FALLS = eq(RISING, -1)


SIMPLE = assume(implies(FALLS, both(lt(0, steepness(E)), no_jump(F, E))))


SIGN = assume(eq(RISING**2, 1))


STARTS_SO = assume(lt(0, RISING * Y(0)))


ENDS_SO = assume(le(0, Y(T)))


class Leg:
    """The times in [low, high] with sign y > 0: F(sigma) + sign rate s does not change."""

    def __init__(self, sign: int, part: Between, moving) -> None:
        self.sign, self.part, self.moving = num(sign), part, moving
        self.up = sign > 0

    def slope_of_sigma(self, s, s_low, s_high) -> tuple[Theorem, Theorem]:
        """(sign sigma)' = sign alpha y >= 0."""
        where = self.part.in_course(s_low, s_high)
        own = derivative(
            lambda r: self.sign * SIGMA(r), self.part.low, self.part.high, s,
            [self.part.slope(MOVES, SIGMA, s, where)],
        )  # fmt: skip
        value = self.sign * (ALPHA * Y(s))
        ahead = self.moving(s, s_low, s_high)
        above = bound(le(0, value), (), [[ABOVE[0], ahead]])
        return with_slope(own, value), above

    def ordered(self, low: Term, high: Term, order_: Theorem, inside: Where) -> Theorem:
        """sign sigma(low) <= sign sigma(high), low <= high between the ends of the leg."""
        part = Between(
            low, high,
            bound(le(0, low), (), [[inside[0]], [self.part.first]]),
            order_,
            bound(le(high, T), (), [[inside[1]], [self.part.last]]),
        )  # fmt: skip

        def moving(s, s_low, s_high):
            return self.moving(
                s,
                bound(le(self.part.low, s), (), [[s_low], [inside[0]]]),
                bound(le(s, self.part.high), (), [[s_high], [inside[1]]]),
            )

        leg = Leg(1 if self.up else -1, part, moving)
        return part.grows(lambda r: self.sign * SIGMA(r), leg.slope_of_sigma)

    def height(self, s: Term) -> Term:
        """F(sigma(s)) + sign rate s."""
        return F(SIGMA(s)) + self.sign * RATE * s

    def flat(self) -> Theorem:
        """The height at low is that at high."""
        low, high = self.part.low, self.part.high
        least, most = (SIGMA(low), SIGMA(high)) if self.up else (SIGMA(high), SIGMA(low))
        tip = low if self.up else high
        own = bound(le(tip, tip))
        tip_low, tip_high = (own, self.part.ordered) if self.up else (self.part.ordered, own)
        outside = beyond(
            tip, self.part.in_course(tip_low, tip_high), self._square(tip, tip_low, tip_high)
        )

        def inside(s, s_low, s_high):
            """least <= sigma(s) <= most."""
            first = self.ordered(low, s, s_low, (bound(le(low, low)), s_high))
            last = self.ordered(s, high, s_high, (s_low, bound(le(high, high))))
            ends = [[first], [last]]
            return [bound(le(least, SIGMA(s)), (), ends), bound(le(SIGMA(s), most), (), ends)]

        def slope(s, s_low, s_high):
            where = self.part.in_course(s_low, s_high)
            x = fresh()
            ends = le(low, x), le(x, high)
            ranged = everywhere(x, conjoin(*inside(x, *map(assume, ends))), *ends)
            outer = at(SLOPES, least, most, SIGMA(s), outside, *inside(s, s_low, s_high))
            value = outer.conclusion.args[3]
            chained = fact(
                "deriv-chain", s_low, s_high, self.part.slope(MOVES, SIGMA, s, where), ranged,
                outer, low=low, high=high, at=s, a=ALPHA * Y(s), y=least, b=most, c=value,
                f=F, g=SIGMA,
            )  # fmt: skip
            whole = derivative(lam(self.height), low, high, s, [chained])
            return with_slope(whole, ZERO, self._pace(s, where, self.moving(s, s_low, s_high)))

        return constant(lam(self.height), low, high, self.part.ordered, slope)

    def _square(self, s: Term, s_low: Theorem, s_high: Theorem) -> Theorem:
        """0 < y^2."""
        ahead = self.moving(s, s_low, s_high)
        return bound(lt(0, Y(s) ** 2), (), [[ahead, ahead]])

    def _pace(self, s: Term, where: Where, ahead: Theorem) -> Theorem:
        """1/sqrt(Q(sigma)) y = sign gamma, as sqrt(Q(sigma)) = sign y/gamma."""
        size = self.sign * Y(s) * inv(GAMMA)
        home = inverse(GAMMA, [ABOVE[2]])
        up = bound(lt(0, size), (), [[ahead, positive(inv(GAMMA), [ABOVE[2]])]])
        square = at(SQUARE, s, *where)
        body = cubic(SIGMA(s))
        squared = combine(
            eq(size**2, body),
            (inv(GAMMA) ** 2, square),
            (body * (1 + GAMMA * inv(GAMMA)), home),
        )
        root = sqrt_is(size, weaker(up), squared)
        whole = inv(sqrt(body))
        moved = equal_inside(whole, root)
        unit = inverse(size, [up])
        # y/size = sign gamma, as size sign gamma = y
        return combine(
            eq(whole * Y(s), self.sign * GAMMA),
            (Y(s), moved),
            (Y(s) * inv(size), home),
            (self.sign * GAMMA, unit),
        )


# --- up from the start ----------------------------------------------------------------------------
WHOLE = Between(ZERO, T, bound(le(0, 0)), AHEAD, bound(le(T, T)))


def rising_throughout(above: Theorem) -> Theorem:
    """F(sigma(0)) = F(sigma(t)) + rate t, from 0 < y(0)."""

    def moving(s, s_low, s_high):
        before = rises(Between(ZERO, s, bound(le(0, 0)), s_low, s_high))
        return bound(lt(0, Y(s)), (), [[above], [before]])

    return Leg(1, WHOLE, moving).flat()
