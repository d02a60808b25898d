"""The same neuron after its jump: its velocity, the time at which S = 1, and its sign.

There S = log cosh(2 + 2 s)/2, so that S = 1 at s = arcosh(e^2)/2 - 1.
"""

from __future__ import annotations

from functools import cache

from theory.diagonal.letters import (
    U_bar,
    g,
    normalised,
    pm,
    rate_U,
    rho,
    t,
    u,
    u_on,
    v,
    v_on,
    waiting,
)
from theory.diagonal.witnesses.neuron import FLOWS, NEURON, ROOTED, help_with, statement
from theory.proof.lemmas import (
    HALF,
    cosh,
    cosh_double,
    cosh_increases,
    exp,
    exp_above_one,
    exp_inverse,
    log,
    log_below,
    trichotomy,
)
from theory.proof.rules import Theorem, assume, conjoin, discharge, disjoin, generalise
from theory.proof.tactics import (
    bound,
    by_cases,
    combine,
    contradiction,
    derivative,
    equal_inside,
    fact,
    fresh,
    positive,
    ring,
    satisfied,
    symmetric,
    weaker,
    written,
)
from theory.proof.terms import ONE, TWO, Term, call, eq, le, lt, num, opened, substituted

LEVEL = exp(TWO)
REACHED = call("acosh", LEVEL)
LOG_LEVEL = fact("log-exp", x=TWO)
AT_THRESHOLD = {**NEURON, waiting: HALF * REACHED - 1}
SIGNED = {g: num(-1), u: ONE, v: ONE, rho: ONE, pm: ONE}


@cache
def _course() -> tuple[Theorem, Theorem]:
    """u^2 + v^2 is positive at time 1, and u v/(u^2 + v^2) has a derivative there."""
    square = substituted(u_on(t) ** 2 + v_on(t) ** 2, NEURON)
    above = bound(lt(0, square), [ROOTED, cosh_double(TWO)], [[positive(cosh(num(4)), [])]])
    course = derivative(
        lambda s: substituted(normalised(u_on(s), v_on(s)), NEURON), 0, 1, 1, side=[above]
    )
    return above, course


def moving() -> dict:
    """The neuron with its normalised utility at time 1 and the velocity of that."""
    value = substituted(normalised(u_on(t), v_on(t)), NEURON)
    return {**NEURON, U_bar: value, rate_U: _course()[1].conclusion.args[3]}


def velocity() -> Theorem:
    """At time 1 after the jump the normalised utility has a velocity."""
    above, course = _course()
    *flows, rate = statement((*FLOWS, "diagonal.rate"), moving()).args
    later, norm, same, slope = rate.args
    found = conjoin(bound(later), written(norm, above), ring(same), written(slope, course))
    return conjoin(*(satisfied(one, help_with) for one in flows), found)


def threshold() -> Theorem:
    """S <= 1 up to s = arcosh(e^2)/2 - 1, and S > 1 after it."""
    *flows, activation = statement((*FLOWS, "diagonal.activation"), AT_THRESHOLD).args
    low, before, after = activation.args
    return conjoin(
        *(satisfied(one, help_with) for one in flows),
        conjoin(bound(low, (), [[_after_jump()]]), _at_most(before), _more(after)),
    )


def _level_above_one() -> Theorem:
    return exp_above_one(bound(lt(0, 2)))


def _reached() -> Theorem:
    """cosh(arcosh(e^2)) = e^2."""
    return fact("cosh-acosh", weaker(_level_above_one()), x=LEVEL)


def _low() -> Theorem:
    """0 <= arcosh(e^2)."""
    return fact("acosh-nonnegative", weaker(_level_above_one()), x=LEVEL)


def _after_jump() -> Theorem:
    """2 <= arcosh(e^2), since cosh(2) < e^2."""
    more = _level_above_one()
    shrunk = [fact("exp-positive", x=num(-2)), more]
    below = bound(lt(cosh(TWO), LEVEL), [fact("cosh", x=TWO), exp_inverse(TWO)], [[more], shrunk])
    goal = le(TWO, REACHED)

    def not_less(less: Theorem) -> Theorem:
        other = cosh_increases(_low(), less)
        return contradiction(bound(lt(0, 0), [_reached()], [[other], [below]]), goal)

    return by_cases(
        trichotomy(TWO, REACHED), weaker, lambda same: bound(goal, [symmetric(same)]), not_less
    )


def _at_most(before: Term) -> Theorem:
    """0 <= s <= arcosh(e^2)/2 - 1 gives log cosh(2 + 2 s)/2 <= 1."""
    s = fresh()
    start, rest = opened(before, (s,)).args
    end, goal = rest.args
    turn = 2 + 2 * s
    low = bound(le(0, turn), (), [[assume(start)]])

    def smaller(less: Theorem) -> Theorem:
        rising = bound(lt(cosh(turn), LEVEL), [_reached()], [[cosh_increases(low, less)]])
        return bound(goal, [LOG_LEVEL], [[log_below(rising, positive(cosh(turn), []))]])

    def equal(same: Theorem) -> Theorem:
        there = combine(eq(cosh(turn), LEVEL), (1, equal_inside(cosh(turn), same)), (1, _reached()))
        return bound(goal, [equal_inside(log(cosh(turn)), there), LOG_LEVEL])

    def larger(more: Theorem) -> Theorem:
        return contradiction(bound(lt(0, 0), (), [[more], [assume(end)]]), goal)

    decided = by_cases(trichotomy(turn, REACHED), smaller, equal, larger)
    return generalise(discharge(start, discharge(end, decided)), s)


def _more(after: Term) -> Theorem:
    """s > arcosh(e^2)/2 - 1 gives log cosh(2 + 2 s)/2 > 1."""
    s = fresh()
    later, goal = opened(after, (s,)).args
    turn = 2 + 2 * s
    beyond = bound(lt(REACHED, turn), (), [[assume(later)]])
    rising = bound(lt(LEVEL, cosh(turn)), [_reached()], [[cosh_increases(_low(), beyond)]])
    above = bound(goal, [LOG_LEVEL], [[log_below(rising, positive(LEVEL, []))]])
    return generalise(discharge(later, above), s)


def sign() -> Theorem:
    """u = v = 1, g = -1: rho = 1, and -sgn(g) rho = 1."""
    named, either = statement(("diagonal.sign", "diagonal.either-sign"), SIGNED).args
    one_of, rule = either.args
    up = fact("sign-positive", bound(lt(0, 1)), x=ONE)
    down = fact("sign-negative", bound(lt(-1, 0)), x=num(-1))
    kept = discharge(rule.args[0], ring(rule.args[1], down))
    return conjoin(ring(named, up), conjoin(disjoin(one_of, ring(one_of.args[0])), kept))
