"""Until F(sigma) has come to 0, sigma stays bounded: how long it takes at most, and how far sigma
is then, in the letters of ``legs``.
"""

from __future__ import annotations

from theory.modular.kernel_proofs.elliptic.cubic import (
    ABOVE,
    AHEAD,
    BEGINS,
    MOVES,
    SIGMA,
    Between,
    E,
    T,
    Y,
    beyond,
    cubic,
    not_below,
    rises,
)
from theory.modular.kernel_proofs.elliptic.legs import (
    ENDS_SO,
    RATE,
    RISING,
    SIMPLE,
    SLOPES,
    STARTS_SO,
    WHOLE,
    F,
    Leg,
)
from theory.modular.kernel_proofs.elliptic.turned import elapsed, signed
from theory.modular.letters.elliptic import vanishes_at_infinity
from theory.proof.lemmas import inv, sqrt, trichotomy
from theory.proof.lemmas.improper import below_all
from theory.proof.lemmas.sizes import within_size
from theory.proof.rules import Theorem, assume, conjoin, discharge
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    contradiction,
    derivative,
    equal_inside,
    everywhere,
    fact,
    forall,
    fresh,
    given,
    lam,
    obtain,
    parts,
    positive,
    weaker,
    with_slope,
)
from theory.proof.tactics.linear import ordered
from theory.proof.terms import Term, bind, call, implies, le, lt, num, var

VANISHES = assume(vanishes_at_infinity(F))
REACH = (1 - RISING) * F(E) + RISING * F(0)
LEVEL, FAR = var("level'"), var("far'")
LEVEL_ABOVE, FAR_LOW = assume(lt(0, LEVEL)), assume(le(0, FAR))
SMALL = assume(forall(lambda s: implies(lt(FAR, s), lt(F(s), LEVEL))))
EARLY = assume(le(RATE * T + LEVEL, REACH))


# --- F falls, to 0 --------------------------------------------------------------------------------
def falls(low: Term, high: Term, outside: Theorem, order_: Theorem) -> Theorem:
    """F(high) <= F(low), for e < low <= high."""
    from theory.modular.kernel_proofs.elliptic.cubic import BEYOND

    s = fresh()
    ends = le(low, s), le(s, high)
    s_low, s_high = map(assume, ends)
    own = at(SLOPES, low, high, s, outside, s_low, s_high)
    steep = derivative(lambda r: num(-1) * F(r), low, high, s, [own])
    value = num(1, 2) * inv(sqrt(cubic(s)))
    above = at(BEYOND, s, bound(lt(E, s), (), [[outside], [s_low]]))
    up = weaker(positive(value, [above]))
    grown = fact(
        "increasing", order_, everywhere(s, conjoin(with_slope(steep, value), up), *ends),
        low=low, high=high, f=lam(lambda r: num(-1) * F(r)), df=bind("lam", s, value),
    )  # fmt: skip
    return bound(le(F(high), F(low)), (), [[grown]])


def not_negative(s: Term, outside: Theorem) -> Theorem:
    """0 <= F(s) for e < s."""
    goal = le(0, F(s))

    def impossible(less):
        level = bound(lt(0, -F(s)), (), [[less]])

        def use(r, every):
            size = call("abs", r)
            low, high = fact("abs-positive", z=r), within_size(r)[1]
            far = call("abs", s) + size + 1
            s_size = within_size(s)[1]
            past = bound(lt(r, far), (), [[high], [fact("abs-positive", z=s)]])
            later = bound(le(s, far), (), [[s_size], [low]])
            under, _ = parts(at(every, far, past))
            less_ = falls(s, far, outside, later)
            return contradiction(bound(lt(0, 0), (), [[under], [less_]]), goal)

        return obtain(at(VANISHES, -F(s), level), use)

    return by_cases(
        trichotomy(F(s)),
        impossible,
        lambda same: ordered(goal, [(1, same)]),
        weaker,
    )


def below_root(s: Term, outside: Theorem, turned: Theorem) -> Theorem:
    """F(s) <= F(e) for e < s, where F has no jump at e."""
    goal = le(F(s), F(E))
    near = parts(at(SIMPLE, turned))[1]

    def impossible(more):
        level = bound(lt(0, F(s) - F(E)), (), [[more]])

        def use(r, known):
            r_above, every = parts(known)
            gap = bound(lt(0, s - E), (), [[outside]])
            step, step_above, _, (short, thin) = below_all(r_above, gap)
            here = E + step
            out = bound(lt(E, here), (), [[step_above]])
            _, over = parts(at(every, here, out, bound(lt(here, E + r), (), [[short]])))
            fall = falls(here, s, out, bound(le(here, s), (), [[thin]]))
            return contradiction(bound(lt(0, 0), (), [[over], [fall]]), goal)

        return obtain(at(near, F(s) - F(E), level), use)

    return by_cases(
        trichotomy(F(s), F(E)),
        weaker,
        lambda same: ordered(goal, [(1, same)]),
        impossible,
    )


# --- the time and the size ------------------------------------------------------------------------
def _with_sign(goal: Term, up, down) -> Theorem:
    """up(rising = 1, 0 < y(0)) or down(rising = -1, y(0) < 0)."""

    def rising(above):
        one = signed(above, 1)
        return up(one, bound(lt(0, Y(0)), [one], [[STARTS_SO]]))

    def falling(negative):
        one = signed(bound(lt(0, -RISING), (), [[negative]]), -1)
        return down(one, bound(lt(Y(0), 0), [one], [[STARTS_SO]]))

    def none(same):
        return contradiction(ordered(lt(0, 0), [(Y(0), same)], [STARTS_SO]), goal)

    return by_cases(trichotomy(RISING), falling, none, rising)


def still_falling(below: Theorem) -> Theorem:
    """F(sigma(0)) = F(sigma(t)) - rate t, from y(t) < 0."""

    def moving(s, s_low, s_high):
        after = rises(Between(s, T, s_low, s_high, bound(le(T, T))))
        return bound(lt(0, num(-1) * Y(s)), (), [[after], [below]])

    return Leg(-1, WHOLE, moving).flat()


IN_TIME = le(RATE * T, REACH)
LAST = AHEAD, bound(le(T, T))


def in_time_rising(up: Theorem) -> Theorem:
    """rate t <= (1 - rising) F(e) + rising F(0), from 0 <= y(t): F(sigma(t)) >= 0 is left."""
    told = given(discharge(ENDS_SO.conclusion, elapsed()), up)
    low = not_below(T, LAST)

    def outside(more):
        return ordered(IN_TIME, [(1, told)], [not_negative(SIGMA(T), more)])

    def at_root(same):
        """sigma(t) = e: y(t) = 0, so that it fell at the start; F(e) >= F(e + 1) >= 0."""

        def rose(one, above):
            before = rises(WHOLE)
            moving = bound(lt(0, Y(T)), (), [[before], [above]])
            out = beyond(T, LAST, bound(lt(0, Y(T) ** 2), (), [[moving, moving]]))
            return contradiction(ordered(lt(0, 0), [(1, same)], [out]), IN_TIME)

        def fell(one, below):
            out = bound(lt(E, E + 1))
            above = not_negative(E + 1, out)
            most = below_root(E + 1, out, one)
            moved = equal_inside(F(SIGMA(T)), same)
            return ordered(IN_TIME, [(1, told), (1, moved)], [above], [most])

        return _with_sign(IN_TIME, rose, fell)

    return by_cases(
        trichotomy(SIGMA(T), E),
        lambda less: contradiction(bound(lt(0, 0), (), [[less], [low]]), IN_TIME),
        at_root,
        outside,
    )


def in_time_falling(below: Theorem) -> Theorem:
    """The same from y(t) < 0: sigma fell all the time, and 0 <= F(sigma(t)) <= F(e)."""
    flat = still_falling(below)
    begin = equal_inside(F(SIGMA(0)), BEGINS)

    def rose(one, above):
        return contradiction(bound(lt(0, 0), (), [[above], [below], [rises(WHOLE)]]), IN_TIME)

    def fell(one, start):
        moving = bound(lt(0, -Y(T)), (), [[below]])
        out = beyond(T, LAST, bound(lt(0, Y(T) ** 2), (), [[moving] * 2]))
        most = below_root(SIGMA(T), out, one)
        above = not_negative(SIGMA(T), out)
        return ordered(
            IN_TIME, [(1, flat), (1, begin), (F(0) - F(E), one)], [most], [most], [above]
        )

    return _with_sign(IN_TIME, rose, fell)


def not_later() -> Theorem:
    """rate t <= (1 - rising) F(e) + rising F(0)."""
    return by_cases(
        trichotomy(Y(T)),
        in_time_falling,
        lambda same: in_time_rising(ordered(le(0, Y(T)), [(1, same)])),
        lambda more: in_time_rising(weaker(more)),
    )


def stays_near() -> Theorem:
    """sigma(t) <= far, where F < level beyond it and rate t + level <= reach."""
    goal = le(SIGMA(T), FAR)

    def arrived(up):
        told = given(discharge(ENDS_SO.conclusion, elapsed()), up)

        def impossible(more):
            less = at(SMALL, SIGMA(T), more)
            return contradiction(ordered(lt(0, 0), [(1, told)], [less], [EARLY]), goal)

        return by_cases(
            trichotomy(SIGMA(T), FAR),
            weaker,
            lambda same: ordered(goal, [(1, same)]),
            impossible,
        )

    def falling(below):
        """sigma fell all the time."""

        def slope_at(s, s_low, s_high):
            where = WHOLE.in_course(s_low, s_high)
            after = rises(Between(s, T, *where, bound(le(T, T))))
            down = bound(lt(0, -Y(s)), (), [[after], [below]])
            from theory.modular.kernel_proofs.elliptic.cubic import ALPHA

            value = num(-1) * (ALPHA * Y(s))
            own = derivative(
                lambda r: num(-1) * SIGMA(r), WHOLE.low, WHOLE.high, s, [at(MOVES, s, *where)]
            )
            return with_slope(own, value), bound(le(0, value), (), [[ABOVE[0], down]])

        grown = WHOLE.grows(lambda r: num(-1) * SIGMA(r), slope_at)
        return bound(goal, [BEGINS], [[grown], [FAR_LOW]])

    return by_cases(
        trichotomy(Y(T)),
        falling,
        lambda same: arrived(ordered(le(0, Y(T)), [(1, same)])),
        lambda more: arrived(weaker(more)),
    )
