"""One neuron on a plateau of AGF, and the accumulated utility as a function of x = sigma/A.

With B = arcosh(exp(2 eta)): angle B x/2, S = log cosh(B x)/(2 eta), which is 1 at x = +-1, less
between and more beyond.
"""

from __future__ import annotations

from functools import cache

from theory.diagonal.kernel_proofs.neuron.accumulated import rates, sign_of_product
from theory.diagonal.kernel_proofs.neuron.flow import ROOT, halves, motion
from theory.diagonal.kernel_proofs.neuron.utility import utility_in_angle
from theory.diagonal.letters import along, alpha, eta, normalised
from theory.proof.lemmas import (
    HALF,
    constant,
    cosh,
    cosh_even,
    cosh_increases,
    exp,
    exp_above_one,
    exp_inverse,
    inv,
    log,
    log_below,
    sinh,
    trichotomy,
)
from theory.proof.rules import Theorem, absurd, assume, conjoin, discharge, disjoin
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    deriv,
    derivative,
    equal_inside,
    everywhere,
    fact,
    fresh,
    given,
    inverse,
    lam,
    parts,
    positive,
    put,
    ring,
    slope_within,
    weaker,
    with_slope,
    written,
)
from theory.proof.tactics.linear import linear
from theory.proof.terms import (
    FALSE,
    REAL,
    ZERO,
    Term,
    both,
    call,
    eq,
    function,
    le,
    lt,
    num,
    var,
)

REACH = call("acosh", exp(2 * eta))  # B
f, h, S = (function(name, REAL, REAL) for name in ("f", "h", "S"))
start, force, end = map(var, ("start", "force", "end"))


def rate_above() -> Theorem:
    """0 < eta."""
    return assume(lt(0, eta))


def state(u: Term, v: Term, amount: Term, angle: Term) -> Term:
    """u = sqrt(2) alpha cosh a, v = sqrt(2) alpha sinh a, S = log cosh(2 a)/(2 eta)."""
    return both(
        eq(u, ROOT * alpha * cosh(angle)),
        eq(v, ROOT * alpha * sinh(angle)),
        eq(amount, HALF * inv(eta) * log(cosh(2 * angle))),
    )


@cache
def _on_plateau() -> Theorem:
    """From the angle a at time 0, under the constant gradient g: the angle a - eta g s
    at time s.
    """
    course = along(
        0,
        end,
        lambda s: both(
            deriv(0, end, s, -(eta * force * h(s)), f),
            deriv(0, end, s, -(eta * force * f(s)), h),
            deriv(0, end, s, 2 * normalised(f(s), h(s), force), S),
        ),
    )
    begun = state(f(ZERO), h(ZERO), S(ZERO), start)
    known, first = assume(course), parts(assume(begun))

    def angle(s):
        return start - eta * force * s

    def orbit(s, low, high):
        def slopes(r, above, below):
            beyond = bound(le(r, end), (), [[below], [high]], exact=True)
            whole = parts(at(known, r, above, beyond))[:2]
            return [slope_within(one, ZERO, s, bound(le(0, 0)), high) for one in whole]

        sums = motion(f, h, angle, s, low, slopes)
        starts = [
            *first[:2],
            fact("cosh", x=start),
            fact("sinh", x=start),
            exp_inverse(start),
        ]
        return halves(f(s), h(s), angle(s), sums, starts)

    s = fresh()
    inside = le(0, s), le(s, end)
    low, high = map(assume, inside)
    gap = lam(lambda r: S(r) - HALF * inv(eta) * log(cosh(2 * angle(r))))

    def flat(r, above, below):
        beyond = bound(le(r, end), (), [[below], [high]], exact=True)
        rise = slope_within(parts(at(known, r, above, beyond))[2], ZERO, s, bound(le(0, 0)), high)
        own = derivative(gap, 0, s, r, [rise])
        there = utility_in_angle(f(r), h(r), force, angle(r), orbit(r, above, beyond))
        return with_slope(own, ZERO, *rates(there, 2 * angle(r), rate_above()))

    whole = constant(gap, 0, s, low, flat)
    amount = combine(eq(S(s), HALF * inv(eta) * log(cosh(2 * angle(s)))), (1, whole), (1, first[2]))
    found = conjoin(*orbit(s, low, high), amount)
    return discharge(course, discharge(begun, everywhere(s, found, *inside)))


def on_plateau(u: Term, v: Term, amount: Term, a: Term, g: Term, w: Term, course, begun):
    """for all s in [0, w]: ``state`` at the angle a - eta g s; ``course(s, 0 <= s, s <= w)`` gives
    the three derivatives.
    """
    s = fresh()
    inside = le(0, s), le(s, w)
    three = everywhere(s, conjoin(*course(s, *map(assume, inside))), *inside)
    made = put(_on_plateau(), f=u, h=v, S=amount, start=a, force=g, end=w)
    return given(made, three, begun)


# --- the accumulated utility as a function of x ---------------------------------------------------
x_ = var("x_")


def amount_at(x: Term) -> Term:
    """log cosh(B x)/(2 eta)."""
    return HALF * inv(eta) * log(cosh(REACH * x))


@cache
def reach_above() -> Theorem:
    """0 < B, since cosh B = exp(2 eta) > 1 = cosh 0."""
    from theory.proof.lemmas import cosh_zero

    large = exp_above_one(positive(2 * eta, [rate_above()]))
    low = fact("acosh-nonnegative", weaker(large), x=exp(2 * eta))
    goal = lt(0, REACH)

    def flat(same):
        inside = equal_inside(cosh(ZERO), same)
        value = reach_value()
        return absurd(linear(FALSE, inside, value, cosh_zero(), large), goal)

    return by_cases(
        trichotomy(ZERO, REACH),
        lambda less: less,
        flat,
        lambda more: absurd(linear(FALSE, more, low), goal),
    )


@cache
def reach_value() -> Theorem:
    """cosh B = exp(2 eta)."""
    large = exp_above_one(positive(2 * eta, [rate_above()]))
    return fact("cosh-acosh", weaker(large), x=exp(2 * eta))


def rises(low: Theorem, below: Theorem) -> Theorem:
    """0 <= x < y gives S(x) < S(y)."""
    x, y = below.conclusion.args
    more = bound(lt(REACH * x, REACH * y), (), [[reach_above(), below]])
    base = bound(le(0, REACH * x), (), [[reach_above(), low]])
    logs = log_below(cosh_increases(base, more), positive(cosh(REACH * x), []))
    thin = fact("inverse-positive", rate_above(), x=eta)
    return bound(lt(amount_at(x), amount_at(y)), (), [[thin, logs]])


def amount_one() -> Theorem:
    """S(1) = 1."""
    inside = equal_inside(
        log(cosh(REACH * 1)), written(eq(cosh(REACH * 1), exp(2 * eta)), reach_value())
    )
    return ring(
        eq(amount_at(num(1)), 1),
        inside,
        fact("log-exp", x=2 * eta),
        inverse(eta, [rate_above()]),
    )


def amount_even(x: Term) -> Theorem:
    """S(-x) = S(x)."""
    turned = written(eq(cosh(REACH * -x), cosh(REACH * x)), cosh_even(REACH * x))
    inside = equal_inside(log(cosh(REACH * -x)), turned)
    return ring(eq(amount_at(-x), amount_at(x)), inside)


@cache
def _at_most() -> Theorem:
    """S(x) <= 1 gives -1 <= x <= 1."""
    premise = le(amount_at(x_), 1)
    goals = le(-1, x_), le(x_, 1)

    def inside(sign, goal):
        y = num(sign) * x_
        even = amount_even(x_)

        def beyond(more):
            grown = rises(bound(le(0, 1)), more)
            same = ring(eq(amount_at(y), amount_at(x_)), *([even] if sign < 0 else []))
            false = linear(FALSE, grown, same, amount_one(), assume(premise))
            return absurd(false, goal)

        return by_cases(
            trichotomy(num(1), y),
            beyond,
            lambda same: linear(goal, same),
            lambda less: linear(goal, less),
        )

    return discharge(premise, conjoin(inside(-1, goals[0]), inside(1, goals[1])))


@cache
def _within() -> Theorem:
    """-1 <= x <= 1 gives S(x) <= 1."""
    premises = le(-1, x_), le(x_, 1)
    low, high = map(assume, premises)
    goal = le(amount_at(x_), 1)

    def side(sign, x_low):
        y = num(sign) * x_
        same = ring(eq(amount_at(y), amount_at(x_)), *([amount_even(x_)] if sign < 0 else []))
        edge = linear(le(y, 1), high if sign > 0 else low)
        return by_cases(
            trichotomy(y, num(1)),
            lambda less: linear(goal, rises(x_low, less), same, amount_one()),
            lambda full: linear(goal, equal_inside(amount_at(y), full), same, amount_one()),
            lambda more: absurd(linear(FALSE, more, edge), goal),
        )

    found = by_cases(
        trichotomy(x_),
        lambda less: side(-1, linear(le(0, num(-1) * x_), less)),
        lambda same: side(1, linear(le(0, num(1) * x_), same)),
        lambda more: side(1, linear(le(0, num(1) * x_), more)),
    )
    return discharge(premises[0], discharge(premises[1], found))


def amount_within(x: Term, low: Theorem, high: Theorem) -> Theorem:
    """S(x) <= 1, from -1 <= x <= 1."""
    return given(put(_within(), x_=x), low, high)


def at_most_one(x: Term, known: Theorem) -> list[Theorem]:
    """-1 <= x and x <= 1, from S(x) <= 1."""
    return parts(given(put(_at_most(), x_=x), known))


@cache
def _exactly() -> Theorem:
    """S(x) = 1 gives x = 1 or x = -1."""
    premise = eq(amount_at(x_), 1)
    known = assume(premise)
    goal = call("or", eq(x_, 1), eq(x_, -1))
    low, high = at_most_one(x_, linear(le(amount_at(x_), 1), known))

    def between(sign, x_low, less):
        y = num(sign) * x_
        grown = rises(x_low, less)
        same = ring(eq(amount_at(y), amount_at(x_)), *([amount_even(x_)] if sign < 0 else []))
        return absurd(linear(FALSE, grown, same, amount_one(), known), goal)

    def side(sign, x_low):
        y, edge = num(sign) * x_, high if sign > 0 else low
        return by_cases(
            trichotomy(y, num(1)),
            lambda less: between(sign, x_low, less),
            lambda same: disjoin(goal, linear(eq(x_, sign), same)),
            lambda more: absurd(linear(FALSE, more, edge), goal),
        )

    found = by_cases(
        trichotomy(x_),
        lambda less: side(-1, linear(le(0, num(-1) * x_), less)),
        lambda same: side(1, linear(le(0, num(1) * x_), same)),
        lambda more: side(1, linear(le(0, num(1) * x_), more)),
    )
    return discharge(premise, found)


def exactly_one(x: Term, known: Theorem) -> Theorem:
    """x = 1 or x = -1, from S(x) = 1."""
    return given(put(_exactly(), x_=x), known)


def sign_at(u: Term, v: Term, x: Term, orbit: tuple, sign: int, there: Theorem) -> Theorem:
    """sgn(u v) = sign, where u, v are at the angle B x/2 and x = sign."""
    turn = HALF * REACH * x
    value = combine(eq(2 * turn, num(sign) * REACH), (REACH, there))
    goal = lt(0, 2 * turn) if sign > 0 else lt(2 * turn, 0)
    name = "sign-positive" if sign > 0 else "sign-negative"
    return combine(
        eq(call("sign", u * v), sign),
        (1, sign_of_product(u, v, turn, orbit)),
        (1, fact(name, linear(goal, value, reach_above()), x=2 * turn)),
    )
