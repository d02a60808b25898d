"""Down to the root of Q and up again: the time of both legs, and of any way from the start."""

from __future__ import annotations

from theory.modular.kernel_proofs.elliptic.cubic import (
    ABOVE,
    ALPHA,
    BEGINS,
    BETA,
    LOWS,
    MOVES,
    SIGMA,
    STARTS,
    TURNS,
    Between,
    E,
    T,
    Where,
    Y,
    at_root,
    beyond,
    not_below,
    rises,
    steepness,
    turn,
)
from theory.modular.kernel_proofs.elliptic.legs import (
    ENDS_SO,
    HALF,
    RATE,
    RISING,
    SIGN,
    SIMPLE,
    STARTS_SO,
    F,
    Leg,
    rising_throughout,
)
from theory.proof.lemmas import inv, product_zero, trichotomy
from theory.proof.lemmas.improper import below_all
from theory.proof.rules import Theorem
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    derivative,
    differs,
    equal_inside,
    inverse,
    obtain,
    parts,
    positive,
    ring,
    symmetric,
    weaker,
    with_slope,
)
from theory.proof.tactics.linear import linear, ordered
from theory.proof.terms import (
    ZERO,
    Term,
    eq,
    le,
    lt,
    negation,
    num,
)


# --- down to the root, and up again ---------------------------------------------------------------
class Turned:
    """A time with y = 0, and the two legs before and after it."""

    def __init__(self, turned: Term, where: Where, still: Theorem, falls: Theorem) -> None:
        self.turned, self.where, self.still = turned, where, still
        self.root = at_root(turned, where, still)
        self.simple, self.near = parts(at(SIMPLE, falls))
        self.pace = BETA * steepness(E)
        self.pace_above = bound(lt(0, self.pace), (), [[ABOVE[1], self.simple]])

    def steeper(self, s: Term, where: Where) -> Theorem:
        """Q'(e) <= Q'(sigma): sigma is nowhere less than e, where sigma + a >= 0, ..."""
        lows = parts(at(LOWS, self.turned, *self.where))
        at_e = [bound(le(0, E + one), [self.root], [[low]]) for one, low in zip(STARTS, lows)]
        more = not_below(s, where)
        now = parts(at(LOWS, s, *where))
        pairs = [[more, one] for one in (*at_e, *now)]
        return bound(le(steepness(E), steepness(SIGMA(s))), (), pairs)

    def strict(self, low: Term, high: Term, first: Theorem, order_: Theorem, last: Theorem):
        """pace (high - low) <= y(high) - y(low)."""
        part = Between(low, high, first, order_, last)

        def slope_at(s, s_low, s_high):
            where = part.in_course(s_low, s_high)
            own = derivative(
                lambda r: Y(r) - self.pace * r, low, high, s, [part.slope(TURNS, Y, s, where)]
            )
            value = BETA * steepness(SIGMA(s)) - self.pace
            above = bound(le(0, value), (), [[ABOVE[1], self.steeper(s, where)]])
            return with_slope(own, value), above

        grown = part.grows(lambda r: Y(r) - self.pace * r, slope_at)
        return bound(le(self.pace * (high - low), Y(high) - Y(low)), (), [[grown]])

    def leg(self, early: bool) -> Theorem:
        """F(e) + sign rate s* is the height at the end of the leg."""
        sign = num(-1 if early else 1)
        tail = ZERO if early else T
        end_height = F(SIGMA(tail)) + sign * RATE * tail
        goal = eq(F(E) + sign * RATE * self.turned, end_height)
        length = self.turned if early else T - self.turned

        def none(same):
            """The turn is the end."""
            met = combine(eq(self.turned, tail), (1, same))
            moved = combine(eq(SIGMA(tail), E), (1, equal_inside(SIGMA(self.turned), met)),
                            (1, self.root))  # fmt: skip
            return combine(goal, (1, equal_inside(F(SIGMA(tail)), moved)), (sign * RATE, met))

        def some(strict):
            far = bound(lt(0, length), (), [[strict]])

            def missed(way):
                def use(apart):
                    gap = num(way) * (F(E) + sign * RATE * self.turned - end_height)
                    above = bound(lt(0, gap), (), [[apart]])
                    half = bound(lt(0, HALF * gap), (), [[above]])
                    return obtain(
                        at(self.near, HALF * gap, half),
                        lambda r, close: self._too_close(
                            early, way, gap, above, r, close, far, goal
                        ),
                    )

                return use

            return by_cases(trichotomy(*goal.args), missed(-1), lambda same: same, missed(1))

        ends = (ZERO, self.turned) if early else (self.turned, T)
        order_ = self.where[0] if early else self.where[1]
        return by_cases(
            trichotomy(*ends),
            some,
            lambda same: none(symmetric(same) if early else same),
            lambda more: contradiction(bound(lt(0, 0), (), [[more], [order_]]), goal),
        )

    def _too_close(self, early, way, gap, above, r, close, far, goal) -> Theorem:
        """At a time b near the turn, F(sigma(b)) is near F(e), and the height is that of the
        end.
        """
        r_above, every = parts(close)
        tail = ZERO if early else T
        sign = num(-1 if early else 1)
        speed = ALPHA * (sign * Y(tail))
        fast = self._speed_low(early)
        wide = bound(lt(0, 1 + speed), (), [[fast]])
        small = positive(r * inv(1 + speed), [r_above, wide])
        rate = positive(RATE, list(ABOVE))
        level = positive(HALF * gap * inv(RATE), [above, rate])
        step, step_above, _, (short, thin, slight) = below_all(far, small, level)
        b = self.turned - step if early else self.turned + step
        b_low = bound(le(0, b), (), [[short], [step_above], [self.where[0]]])
        b_high = bound(le(b, T), (), [[short], [step_above], [self.where[1]]])
        where = b_low, b_high
        ahead = self._ahead(
            early,
            b,
            where,
            bound(lt(b, self.turned) if early else lt(self.turned, b), (), [[step_above]]),
        )
        out = beyond(b, where, bound(lt(0, Y(b) ** 2), (), [[ahead, ahead]]))
        reach = self._reach(early, b, step, step_above, where, speed)
        clear = inverse(1 + speed, [wide])
        near = ordered(
            lt(SIGMA(b), E + r),
            [(r, clear)],
            [reach], [thin, wide], [step_above],
        )  # fmt: skip
        under, over = parts(at(every, SIGMA(b), out, near))
        level_ = self._level(early, b, where, ahead)
        tiny = ordered(
            lt(RATE * step, HALF * gap), [(HALF * gap, inverse(RATE, [rate]))], [slight, rate]
        )
        drift = bound(lt(0, RATE * step), (), [[rate, step_above]])
        false = linear(lt(0, 0), level_, under, over, tiny, drift)
        return contradiction(false, goal)

    def _speed_low(self, early: bool) -> Theorem:
        """0 <= alpha sign y at the end of the leg."""
        tail, sign = (ZERO, num(-1)) if early else (T, num(1))
        if early:
            part = Between(ZERO, self.turned, bound(le(0, 0)), *self.where)
        else:
            part = Between(self.turned, T, *self.where, bound(le(T, T)))
        return bound(
            le(0, ALPHA * (sign * Y(tail))),
            (),
            [[ABOVE[0], bound(le(0, sign * Y(tail)), [self.still], [[rises(part)]])]],
        )

    def _ahead(self, early: bool, s: Term, where: Where, apart: Theorem) -> Theorem:
        """0 < sign y(s), s before or after the turn."""
        if early:
            part = (s, self.turned, where[0], weaker(apart), self.where[1])
            return bound(
                lt(0, num(-1) * Y(s)),
                [self.still],
                [[self.strict(*part)], [self.pace_above, apart]],
            )
        part = (self.turned, s, self.where[0], weaker(apart), where[1])
        return bound(
            lt(0, num(1) * Y(s)), [self.still], [[self.strict(*part)], [self.pace_above, apart]]
        )

    def _reach(self, early, b, step, step_above, where, speed) -> Theorem:
        """sigma(b) - e <= speed step."""
        order_ = bound(le(b, self.turned) if early else le(self.turned, b), (), [[step_above]])
        if early:
            part = Between(b, self.turned, where[0], order_, self.where[1])
        else:
            part = Between(self.turned, b, self.where[0], order_, where[1])
        sign = num(-1 if early else 1)

        def slope_at(s, s_low, s_high):
            inside = part.in_course(s_low, s_high)
            own = derivative(
                lambda r: speed * r - sign * SIGMA(r), part.low, part.high, s,
                [part.slope(MOVES, SIGMA, s, inside)],
            )  # fmt: skip
            value = speed - sign * (ALPHA * Y(s))
            if early:
                most = rises(Between(ZERO, s, bound(le(0, 0)), inside[0], inside[1]))
            else:
                most = rises(Between(s, T, inside[0], inside[1], bound(le(T, T))))
            return with_slope(own, value), bound(le(0, value), (), [[ABOVE[0], most]])

        grown = part.grows(lambda r: speed * r - sign * SIGMA(r), slope_at)
        return bound(le(SIGMA(b) - E, speed * step), [self.root], [[grown]])

    def _level(self, early: bool, b: Term, where: Where, ahead: Theorem) -> Theorem:
        """The height at b is that at the end of the leg."""
        if early:
            part = Between(ZERO, b, bound(le(0, 0)), where[0], where[1])
        else:
            part = Between(b, T, where[0], where[1], bound(le(T, T)))

        def moving(s, s_low, s_high):
            inside = part.in_course(s_low, s_high)
            if early:
                before = rises(Between(s, b, inside[0], s_high, where[1]))
                return bound(lt(0, num(-1) * Y(s)), (), [[before], [ahead]])
            before = rises(Between(b, s, where[0], s_low, inside[1]))
            return bound(lt(0, num(1) * Y(s)), (), [[before], [ahead]])

        return Leg(-1 if early else 1, part, moving).flat()


# --- both -----------------------------------------------------------------------------------------
def signed(above: Theorem, value: int) -> Theorem:
    """rising = +-1, from 0 < +-rising and rising^2 = 1."""
    other = RISING + value
    whole = ring(eq(other * (RISING - value), 0), SIGN)
    apart = bound(lt(0, other), (), [[above]]) if value > 0 else bound(lt(other, 0), (), [[above]])
    zero = product_zero(whole, differs(apart, negation(eq(other, 0))))
    return combine(eq(RISING, value), (1, zero))


def elapsed() -> Theorem:
    """alpha gamma t = 2 ((1 - rising) F(e) + rising F(0) - F(sigma(t)))."""
    right = (1 - RISING) * F(E) + RISING * F(0) - F(SIGMA(T))
    goal = eq(RATE * T, right)
    begin = equal_inside(F(SIGMA(0)), BEGINS)

    def up(positive_):
        """0 < rising."""
        one = signed(positive_, 1)
        above = bound(lt(0, Y(0)), [one], [[STARTS_SO]])
        flat = rising_throughout(above)
        return combine(goal, (1, flat), (1, begin), (F(0) - F(E), one))

    def down(negative):
        one = signed(bound(lt(0, -RISING), (), [[negative]]), -1)
        below = bound(lt(Y(0), 0), [one], [[STARTS_SO]])

        def use(s, known):
            low, high, still = parts(known)
            both_ = Turned(s, (low, high), still, one)
            return combine(
                goal, (1, both_.leg(True)), (1, both_.leg(False)), (1, begin), (F(0) - F(E), one)
            )

        return obtain(turn(below, ENDS_SO), use)

    def none(same):
        false = ordered(lt(0, 0), [(Y(0), same)], [STARTS_SO])
        return contradiction(false, goal)

    return by_cases(trichotomy(RISING), down, none, up)
