"""sigma' = alpha y, y' = beta Q'(sigma) and y^2 = gamma^2 Q(sigma), Q a cubic: y rises, and sigma
is at its least, the largest root e of Q, where y = 0.

The letters are numbers and functions of the time s in [0, t]; nothing here speaks of residues.
"""

from __future__ import annotations

from collections.abc import Callable

from theory.modular.letters import elliptic
from theory.proof.lemmas import inv, trichotomy
from theory.proof.rules import Theorem, absurd, assume, conjoin, detach, discharge, witness
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    contradiction,
    deriv,
    derivative,
    differs,
    everywhere,
    exists,
    fact,
    forall,
    fresh,
    given,
    lam,
    parts,
    positive,
    weaker,
    with_slope,
)
from theory.proof.tactics.linear import ordered
from theory.proof.terms import (
    ONE,
    REAL,
    ZERO,
    Term,
    bind,
    both,
    eq,
    function,
    implies,
    le,
    lt,
    negation,
    num,
    var,
)

T, E = var("end'"), var("e'")
A, B, C, J2 = STARTS = tuple(map(var, ("a'", "b'", "c'", "j'")))
ALPHA, BETA, GAMMA = RATES = tuple(map(var, ("alpha'", "beta'", "gamma'")))
SIGMA, Y = function("sigma'", REAL, REAL), function("y'", REAL, REAL)


def cubic(s: Term) -> Term:
    """Q(s) = (s + a)(s + b)(s + c) - J^2, with letters for the numbers."""
    return elliptic.cubic(s, STARTS)


def steepness(s: Term) -> Term:
    """Q'(s)."""
    return elliptic.steepness(s, STARTS)


def along(body: Callable) -> Term:
    """For all times in [0, t]."""
    return forall(lambda s: implies(le(0, s), le(s, T), body(s)))


def factors(s: Term) -> list[Term]:
    """sigma + a, sigma + b, sigma + c at the time s."""
    return [SIGMA(s) + one for one in STARTS[:3]]


MOVES = assume(along(lambda s: deriv(0, T, s, ALPHA * Y(s), SIGMA)))
TURNS = assume(along(lambda s: deriv(0, T, s, BETA * steepness(SIGMA(s)), Y)))
SQUARE = assume(along(lambda s: eq(Y(s) ** 2, GAMMA**2 * cubic(SIGMA(s)))))
LOWS = assume(along(lambda s: both(*(le(0, one) for one in factors(s)))))
BEGINS = assume(eq(SIGMA(0), 0))
ABOVE = tuple(assume(lt(0, one)) for one in RATES)
AHEAD = assume(le(0, T))
ROOT = assume(eq(cubic(E), 0))
BEYOND = assume(forall(lambda s: implies(lt(E, s), lt(0, cubic(s)))))

Where = tuple[Theorem, Theorem]  # 0 <= s and s <= t


class Between:
    """[low, high] within [0, t], and slopes on it."""

    def __init__(self, low: Term, high: Term, first: Theorem, order_: Theorem, last: Theorem):
        self.low, self.high = low, high
        self.first, self.ordered, self.last = first, order_, last

    def in_course(self, s_low: Theorem, s_high: Theorem) -> Where:
        """0 <= s and s <= t for a time between."""
        s = s_low.conclusion.args[1]
        return (
            bound(le(0, s), (), [[s_low], [self.first]]),
            bound(le(s, T), (), [[s_high], [self.last]]),
        )

    def slope(self, known: Theorem, f: Term, s: Term, where: Where) -> Theorem:
        """The derivative of sigma or y at s, within [low, high]."""
        own = at(known, s, *where)
        return fact(
            "deriv-within", own, self.first, self.last,
            low=ZERO, high=T, at=s, a=self.low, y=self.high, f=f, b=own.conclusion.args[3],
        )  # fmt: skip

    def grows(self, f: Callable, slope_at: Callable) -> Theorem:
        """f(low) <= f(high), where slope_at(s, ...) gives the derivative and that it is >= 0."""
        s = fresh()
        ends = le(self.low, s), le(s, self.high)
        slope, above = slope_at(s, *map(assume, ends))
        value = slope.conclusion.args[3]
        return fact(
            "increasing", self.ordered, everywhere(s, conjoin(slope, above), *ends),
            low=self.low, high=self.high, f=lam(f), df=bind("lam", s, value),
        )  # fmt: skip


def steep_low(s: Term, where: Where) -> Theorem:
    """0 <= Q'(sigma)."""
    one, two, three = parts(at(LOWS, s, *where))
    return bound(le(0, steepness(SIGMA(s))), (), [[one, two], [one, three], [two, three]])


def rises(part: Between) -> Theorem:
    """y(low) <= y(high)."""

    def slope_at(s, low, high):
        where = part.in_course(low, high)
        above = bound(
            le(0, BETA * steepness(SIGMA(s))), (), [[ABOVE[1], steep_low(s, where)]], exact=True
        )
        return part.slope(TURNS, Y, s, where), above

    return part.grows(Y, slope_at)


# --- the largest root -----------------------------------------------------------------------------
def _higher(s: Term, where: Where, gap: Theorem) -> Theorem:
    """Q(sigma) + (e - sigma)^3 <= Q(e), from sigma <= e."""
    low = parts(at(LOWS, s, *where))
    delta = E - SIGMA(s)
    pairs = [[low[0], low[1], gap], [low[0], low[2], gap], [low[1], low[2], gap]]
    triples = [[one, gap, gap] for one in low]
    return bound(le(cubic(SIGMA(s)) + delta**3, cubic(E)), (), [*pairs, *triples])


def not_below(s: Term, where: Where) -> Theorem:
    """e <= sigma: were it less, Q(sigma) < 0."""
    goal = le(E, SIGMA(s))

    def impossible(less):
        more = _higher(s, where, weaker(less))
        square = at(SQUARE, s, *where)
        # 0 <= y^2 = gamma^2 Q(sigma) <= -gamma^2 (e - sigma)^3
        cube = positive(GAMMA**2, [ABOVE[2]])
        false = ordered(
            lt(0, 0),
            [(1, square), (GAMMA**2, ROOT)],
            [more, cube], [less, less, less, cube], [Y(s)],
        )  # fmt: skip
        return contradiction(false, goal)

    return by_cases(
        trichotomy(SIGMA(s), E),
        impossible,
        lambda same: ordered(goal, [(1, same)]),
        weaker,
    )


def beyond(s: Term, where: Where, moving: Theorem) -> Theorem:
    """e < sigma, where y is not 0; ``moving``: 0 < y^2."""
    goal = lt(E, SIGMA(s))

    def impossible(at_most):
        more = _higher(s, where, at_most)
        square = at(SQUARE, s, *where)
        cube = positive(GAMMA**2, [ABOVE[2]])
        false = ordered(
            lt(0, 0),
            [(1, square), (GAMMA**2, ROOT)],
            [moving], [more, cube], [at_most, at_most, at_most, cube],
        )  # fmt: skip
        return contradiction(false, goal)

    return by_cases(
        trichotomy(SIGMA(s), E),
        lambda less: impossible(weaker(less)),
        lambda same: impossible(ordered(le(SIGMA(s), E), [(1, same)])),
        lambda more: more,
    )


def at_root(s: Term, where: Where, still: Theorem) -> Theorem:
    """sigma = e, where y = 0."""
    goal = eq(SIGMA(s), E)

    def impossible(more):
        above = at(BEYOND, SIGMA(s), more)
        cube = positive(GAMMA**2, [ABOVE[2]])
        square = at(SQUARE, s, *where)
        false = ordered(lt(0, 0), [(1, square), (Y(s), still)], [above, cube])
        return contradiction(false, goal)

    low = not_below(s, where)
    return by_cases(
        trichotomy(SIGMA(s), E),
        lambda less: contradiction(bound(lt(0, 0), (), [[less], [low]]), goal),
        lambda same: same,
        impossible,
    )


# --- the turn -------------------------------------------------------------------------------------
def turn(start: Theorem, finish: Theorem) -> Theorem:
    """There is a time with y = 0, from y(0) < 0 and 0 <= y(t): else -1/y would rise from a
    positive number to a negative one.
    """
    goal = exists(lambda s: both(le(0, s), le(s, T), eq(Y(s), 0)))

    def impossible(none):
        whole = Between(ZERO, T, bound(le(0, 0)), AHEAD, bound(le(T, T)))

        def moving(s, where):
            zero = eq(Y(s), 0)
            found = witness(goal, s, conjoin(*where, assume(zero)))
            return discharge(zero, given(none, found))

        def slope_at(s, low, high):
            where = whole.in_course(low, high)
            apart = moving(s, where)
            own = derivative(
                lambda r: num(-1) * inv(Y(r)), ZERO, T, s, [at(TURNS, s, *where)], [apart]
            )
            value = BETA * steepness(SIGMA(s)) * inv(Y(s)) ** 2
            above = bound(le(0, value), (), [([ABOVE[1], steep_low(s, where)], inv(Y(s)))])
            return with_slope(own, value), above

        rise = whole.grows(lambda r: num(-1) * inv(Y(r)), slope_at)
        last = moving(T, (AHEAD, bound(le(T, T))))
        up = by_cases(
            trichotomy(Y(T)),
            lambda less: contradiction(bound(lt(0, 0), (), [[less], [finish]]), lt(0, Y(T))),
            lambda same: contradiction_of(last, same, lt(0, Y(T))),
            lambda more: more,
        )
        down = positive(-Y(0), [bound(lt(0, -Y(0)), (), [[start]])])
        unit_first = fact("inverse", differs(start, negation(eq(Y(0), 0))), z=Y(ZERO))
        i_last = positive(inv(Y(T)), [up])
        # -1/y(0) <= -1/y(t), times -y(0) > 0: 1 <= y(0)/y(t) < 0
        false = ordered(
            lt(0, 0),
            [(1, unit_first)],
            [rise, down], [down, i_last], [bound(lt(0, ONE))],
        )  # fmt: skip
        return contradiction(false, goal)

    return by_cases(goal, lambda yes: yes, impossible)


def contradiction_of(no: Theorem, yes: Theorem, goal: Term) -> Theorem:
    """Anything, from not P and P."""
    return absurd(detach(no, yes), goal)
