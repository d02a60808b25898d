"""A network on its way to its jump, at every scale: one input, X = y = 1, up to a quarter of
accelerated time (``riccati``). Its coefficient stays at 0, and its integral grows like the time.
"""

from __future__ import annotations

from theory.diagonal.letters import DEFINED
from theory.diagonal.letters.regression import X, count, samples, y
from theory.diagonal.letters.sequence import coordinate
from theory.diagonal.letters.stretch import (
    G_net,
    left,
    plain_time,
    right,
    s_left,
    s_mid,
    s_right,
    stay,
    u_net,
    v_net,
)
from theory.diagonal.witnesses.riccati import LAST, Moment, Scale, excess_at, integral
from theory.diagonal.witnesses.staircase import sums_in
from theory.proof.lemmas import (
    HALF,
    cosh,
    cosh_zero,
    inv,
    log,
    sinh,
    sinh_zero,
    sqrt,
)
from theory.proof.lemmas.limits import size_below
from theory.proof.letters import READINGS
from theory.proof.rules import Theorem, assume, conjoin, discharge, generalise, witness
from theory.proof.tactics import (
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
    ring,
    with_slope,
    written,
)
from theory.proof.tactics.linear import linear
from theory.proof.terms import (
    INT,
    ONE,
    REAL,
    TWO,
    ZERO,
    Term,
    apply,
    eq,
    le,
    lt,
    make,
    num,
    opened,
    substituted,
)

RISING = {
    count: ONE,
    samples: ONE,
    X: lam(lambda i, j: ONE, INT, INT),
    y: lam(lambda j: ONE, INT),
    u_net: lam(lambda a, i, r: sqrt(TWO) * a * cosh(integral(a, r)), REAL, INT, REAL),
    v_net: lam(lambda a, i, r: sqrt(TWO) * a * sinh(integral(a, r)), REAL, INT, REAL),
    G_net: lam(lambda a, i, r: integral(a, r), REAL, INT, REAL),
    stay: lam(lambda i: ZERO, INT),
    left: ZERO,
    right: LAST,
    coordinate: ONE,
    s_left: ZERO,
    s_mid: HALF * LAST,
    s_right: LAST,
}
NAMES = READINGS["diagonal.integral-linear"]
TIMES = (ZERO, HALF * (0 + LAST), LAST)  # the start, the middle and the end of the stretch


def rising() -> Theorem:
    """The definitions of the stretch at once."""
    network, stretch, integrals = (substituted(DEFINED[name].statement, RISING) for name in NAMES)
    *sizes, flows = network.args
    *ends, stays = stretch.args
    *inside, start, middle, end = integrals.args
    return conjoin(
        conjoin(*map(bound, sizes), _flows(flows)),
        conjoin(*map(bound, ends), _stays(stays)),
        conjoin(*map(bound, inside), *map(_tends, (start, middle, end), TIMES)),
    )


def _flows(statement: Term) -> Theorem:
    """Gradient flow at every scale: at the start, and at every time of the stretch."""
    a, i = fresh(), fresh(INT)
    scales = opened(statement, (a,))
    above, small, every = scales.args[0], scales.args[1].args[0], scales.args[1].args[1]
    scale = Scale(a, assume(above), assume(small))
    entry = opened(every, (i,))
    first, last, moving = entry.args[0], entry.args[1].args[0], entry.args[1].args[1]
    *starts, course = moving.args
    r = fresh()
    times = opened(course, (r,))
    low, high, slopes = times.args[0], times.args[1].args[0], times.args[1].args[1]
    moment = Moment(scale, r, assume(low), assume(high))
    found = conjoin(*(_slope(one, moment) for one in slopes.args))
    moves = everywhere(r, found, low, high)
    whole = conjoin(*(_start(one) for one in starts), moves)
    return everywhere(a, everywhere(i, whole, first, last), above, small)


def _start(one: Term) -> Theorem:
    """P = D at r = 0, so that G = 0: with cosh(0) = 1 and sinh(0) = 0 that is plain."""
    return ring(one, cosh_zero(), sinh_zero())


def _slope(one: Term, moment: Moment) -> Theorem:
    low, high, point, value, body = one.args
    inner = moment.slope(high)
    function = make("lam", (REAL,), (body,))
    own = (
        inner
        if inner.conclusion.args[4] is body
        else derivative(function, low, high, point, [inner])
    )
    root = fact("sqrt-square", bound(le(0, 2)), x=TWO)
    return with_slope(own, value, *sums_in(value), inverse(ONE, []), moment.product(), root)


def _stays(statement: Term) -> Theorem:
    """|u v| <= a, which is below the level where a is."""
    level = fresh()
    premise, existence = opened(statement, (level,)).args
    inner = opened(existence, (level,))
    near_up, every = inner.args
    a, t, i = fresh(), fresh(), fresh(INT)
    scales = opened(every, (a,))
    above, near, small = scales.args[0], scales.args[1].args[0], scales.args[1].args[1].args[0]
    times = opened(scales.args[1].args[1].args[1], (t,))
    first, last, entries = times.args[0], times.args[1].args[0], times.args[1].args[1]
    entry = opened(entries, (i,))
    one, many, goal = entry.args[0], entry.args[1].args[0], entry.args[1].args[1]
    moment = _moment(Scale(a, assume(above), assume(small)), t, assume(first), assume(last))
    low, high = moment.small()
    root = fact("sqrt-square", bound(le(0, 2)), x=TWO)
    value = ring(eq(goal.args[0].args[0], HALF * a**2 * moment.excess), moment.product(), root)
    under = bound(lt(HALF * a**2 * moment.excess, level), (), [[high], [assume(near)]])
    over = bound(lt(-level, HALF * a**2 * moment.excess), (), [[low], [assume(premise)]])
    size = size_below(HALF * a**2 * moment.excess, over, under)
    found = everywhere(i, linear(goal, equal_inside(goal.args[0], value), size), one, many)
    found = everywhere(a, everywhere(t, found, first, last), above, near, small)
    there = witness(existence, level, conjoin(written(near_up, assume(premise)), found))
    return generalise(discharge(premise, there), level)


def _moment(scale: Scale, t: Term, low: Theorem, high: Theorem) -> Moment:
    """At accelerated time t."""
    r = plain_time(scale.a, t)
    return Moment(
        scale,
        r,
        bound(le(0, r), (), [[scale.depth, low]]),
        bound(le(r, plain_time(scale.a, LAST)), (), [[scale.depth, high]]),
    )


def _tends(statement: Term, t: Term) -> Theorem:
    """|S(t) - t| <= a t, since G' is between 1 - a and 1."""
    level = fresh()
    premise, existence = opened(statement, (level,)).args
    inner = opened(existence, (level,))
    near_up, every = inner.args
    a = fresh()
    body = opened(every, (a,))
    above, near, small = body.args[0], body.args[1].args[0], body.args[1].args[1].args[0]
    goal = body.args[1].args[1].args[1]
    scale = Scale(a, assume(above), assume(small))
    down = positive(inv(-log(a)), [scale.depth])
    unit = inverse(-log(a), [scale.depth])
    late, early = _grown(scale, t)
    gap = integral(a, plain_time(a, t)) * inv(-log(a)) - t
    whole = combine(eq(plain_time(a, t) * inv(-log(a)), t), (t, unit))
    part = combine(eq(a * plain_time(a, t) * inv(-log(a)), a * t), (a * t, unit))
    ahead = linear(le(gap, 0), whole, products=[[early, down]])
    behind = linear(le(-(a * t), gap), whole, part, products=[[late, down]])
    below = bound(lt(gap, level), (), [[ahead], [assume(premise)]])
    over = bound(lt(-level, gap), (), [[behind], [assume(near)], [assume(above)]])
    found = written(goal, size_below(gap, over, below))
    for each in (small, near, above):
        found = discharge(each, found)
    pair = conjoin(written(near_up, assume(premise)), generalise(found, a))
    return generalise(discharge(premise, witness(existence, level, pair)), level)


def _grown(scale: Scale, t: Term) -> tuple[Theorem, Theorem]:
    """(1 - a) r <= G(r) <= r at the accelerated time t."""
    a, end = scale.a, plain_time(scale.a, t)
    way = bound(le(0, end), (), [[scale.depth, bound(le(0, t))]])
    found = []
    for sign, rate in ((1, 1 - a), (-1, num(-1))):
        course = lam(lambda q, sign=sign, rate=rate: num(sign) * integral(a, q) - rate * q)
        speed_ = lam(
            lambda q, sign=sign, rate=rate: num(sign) * (1 - HALF * a**2 * excess_at(a, q)) - rate
        )
        r = fresh()
        low, high = le(0, r), le(r, end)
        last = bound(
            le(r, plain_time(a, LAST)), (), [[assume(high)], [scale.depth, bound(le(t, LAST))]]
        )
        moment = Moment(scale, r, assume(low), last)
        value = apply(speed_, (r,))
        own = with_slope(derivative(course, 0, end, r, [moment.slope(end)]), value)
        rises = bound(le(0, value), (), [[one] for one in moment.small()])
        along = everywhere(r, conjoin(own, rises), low, high)
        up = fact("increasing", way, along, low=ZERO, high=end, f=course, df=speed_)
        found.append(linear(le(rate * end, num(sign) * integral(a, end)), up))
    return found[0], found[1]
