"""The same heads as alpha -> 0: tau = sqrt(3) (2 - alpha) tends to the integral 2 sqrt(3).

V/alpha = exp(I)/(2 sqrt(3)), so that -2 sqrt(3) exp(-x) is a primitive of 1/|V|, with the end 0.
"""

from __future__ import annotations

from theory.attention.kernel_proofs.sphere.maximum import root_three
from theory.attention.letters import blow_up
from theory.attention.witnesses.limit import ROOT, Race, duration, rest, root_below_two
from theory.attention.witnesses.population import holds, worked_out
from theory.attention.witnesses.scaled import SCALED, UNIT, each_scale
from theory.proof.lemmas import (
    HALF,
    exp,
    exp_inverse,
    exp_sum,
    inv,
    log,
    log_below,
    sqrt_is,
    trichotomy,
)
from theory.proof.lemmas.limits import size_below
from theory.proof.lemmas.sizes import inverse_is
from theory.proof.letters import DEFINITIONS, READINGS
from theory.proof.rules import Theorem, absurd, assume, conjoin, discharge, generalise, witness
from theory.proof.tactics import (
    bound,
    by_cases,
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
from theory.proof.terms import FALSE, ONE, TWO, ZERO, Term, eq, le, lt, num, opened, substituted


def primitive(x: Term) -> Term:
    """-2 sqrt(3) exp(-x)."""
    return num(-2) * ROOT * exp(-x)


BLOW_UP = {
    **SCALED,
    blow_up.turn_at: lam(lambda a: ZERO),
    blow_up.I_turn: ZERO,
    **dict.fromkeys((blow_up.sign_first, blow_up.sign_last, blow_up.side), ONE),
    blow_up.low_at: lam(lambda a: ZERO),
    blow_up.high_at: lam(lambda a: log(TWO) - log(a)),
    blow_up.primitive: lam(primitive),
    blow_up.far_end: ZERO,
    **dict.fromkeys((blow_up.quadrature_limit, blow_up.tau_limit), 2 * ROOT),
}
NAMES = READINGS["attention.exact-jump-time-limit"]


def at_the_end() -> Theorem:
    """The definitions of the limit of the jump time at once."""
    heads, turns, quadrature, tau = (
        substituted(DEFINITIONS[name].statement, BLOW_UP) for name in NAMES
    )
    ways, tail, named = quadrature.args
    flat = ring(eq(exp(-ZERO), 1), fact("exp-zero"))
    return conjoin(
        conjoin(holds(heads.args[0]), each_scale(heads.args[1])),
        conjoin(ring(turns.args[0]), _scales(turns.args[1], Way.turning)),
        conjoin(_scales(ways, Way.way), _tail(tail), ring(named, flat)),
        _times(tau),
    )


def _scales(statement: Term, use) -> Theorem:
    alpha = fresh()
    body = opened(statement, (alpha,))
    low, high, whole = body.args[0], body.args[1].args[0], body.args[1].args[1]
    found = use(Way(alpha, assume(low), assume(high)), whole)
    return generalise(discharge(low, discharge(high, found)), alpha)


class Way(Race):
    """The way of I at one scale."""

    def last(self) -> Theorem:
        """2 - T/sqrt(3) = alpha."""
        return ring(eq(rest(duration(self.alpha)), self.alpha), root_three()[0])

    def along(self, statement: Term, use) -> Theorem:
        """for all s in [0, T]."""
        s = fresh()
        body = opened(statement, (s,))
        premises = body.args[0], body.args[1].args[0]
        low, high = map(assume, premises)
        goal = body.args[1].args[1]
        return everywhere(s, written(goal, use(goal, s, low, high)), *premises)

    def left_of(self, s: Term, high: Theorem) -> Theorem:
        """alpha <= 2 - s/sqrt(3)."""
        return bound(le(self.alpha, rest(s)), [root_three()[0]], [[positive(ROOT, []), high]])

    def turning(self, whole: Term) -> Theorem:
        """V rises from the start on, and I ends above 0."""
        turned, at_turn, ahead = whole.args
        *plain, least, first, last = turned.args
        root = positive(ROOT, [])
        two = positive(inv(rest(ZERO)), [bound(lt(0, rest(ZERO)))])
        end = linear(lt(0, rest(duration(self.alpha))), self.last(), self.low)
        down = positive(inv(rest(duration(self.alpha))), [end])
        same = equal_inside(log(rest(duration(self.alpha))), self.last())
        less = log_below(bound(lt(self.alpha, 2), (), [[self.high]]), self.low)
        return conjoin(
            conjoin(
                *(self.part(one, ()) if one.op == "le" else ring(one) for one in plain),
                self.along(least, self.smaller),
                bound(first, (), [[root, self.low, two]]),
                bound(last, (), [[root, self.low, down]]),
            ),
            ring(at_turn),
            linear(ahead, same, less),
        )

    def smaller(self, goal: Term, s: Term, low: Theorem, high: Theorem) -> Theorem:
        """1/2 <= 1/(2 - s/sqrt(3))."""
        up = linear(lt(0, rest(s)), self.left_of(s, high), self.low)
        i, half = inv(rest(s)), inv(rest(ZERO))
        above, unit = positive(i, [up]), inverse(rest(s), [up])
        first = inverse(rest(ZERO), [bound(lt(0, rest(ZERO)))])
        own = ring(eq(half, HALF), combine(eq(half, HALF), (HALF, first)))
        more = linear(le(HALF, i), unit, products=[[positive(ROOT, []), low, above]])
        small = bound(le(HALF**2, i**2), (), [[more, above], [more]])
        return bound(goal, [own, root_three()[0]], [[small, self.low, self.low]])

    def way(self, whole: Term) -> Theorem:
        """The range of I, the slope of the primitive, and no jump at the start."""
        ranged, slopes, near = whole.args
        return conjoin(
            self.along(ranged, self.between), self.along(slopes, self.slope), self.close(near)
        )

    def between(self, goal: Term, s: Term, low: Theorem, high: Theorem) -> Theorem:
        """alpha <= r <= 2."""
        least = self.left_of(s, high)
        up = linear(lt(0, rest(s)), least, self.low)
        most = bound(le(rest(s), 2), (), [[positive(ROOT, []), low]])
        first, last = goal.args
        above, below = _log_ordered(most, up), _log_ordered(least, self.low)
        return conjoin(linear(first, above), linear(last, below))

    def slope(self, goal: Term, s: Term, low: Theorem, high: Theorem) -> Theorem:
        """2 sqrt(3) exp(-x) = 1/sqrt((V/alpha)^2)."""
        _, _, point, value, _ = goal.args[1].args
        inside = value.args[0].args[0]
        worth = worked_out(inside)
        two = inverse(rest(ZERO), [bound(lt(0, rest(ZERO)))])
        half = combine(eq(inv(rest(ZERO)), HALF), (HALF, two))
        size = UNIT * exp(point)
        double = exp_sum(point, point)
        square = ring(
            eq(size**2, worth.conclusion.args[1]),
            combine(
                eq(exp(point) ** 2, exp(2 * point)),
                (1, written(eq(exp(2 * point), exp(point) ** 2), double)),
            ),
            half,
            root_three()[0],
        )
        squared = combine(eq(size**2, inside), (1, square), (1, worth))
        up = bound(lt(0, size), [half], [[positive(ROOT, []), fact("exp-positive", x=point)]])
        root = sqrt_is(size, linear(le(0, size), up), squared)
        steep = 2 * ROOT * exp(-point)
        unit = ring(eq(size * steep, 1), half, root_three()[0], exp_inverse(point))
        flipped = inverse_is(size, steep, unit)
        whole = combine(eq(value, steep), (1, equal_inside(value, root)), (1, flipped))
        own = derivative(lam(primitive), ZERO, log(TWO) - log(self.alpha), point)
        found = with_slope(with_slope(own, steep), value, _turned(whole, point))
        return discharge(goal.args[0], written(goal.args[1], found))

    def close(self, goal: Term) -> Theorem:
        """The primitive at time s is s - 2 sqrt(3)."""
        e = fresh()
        premise, existence = opened(goal, (e,)).args
        above = assume(premise)
        inner = opened(existence, (e,))

        def inside(statement, s, low, high):
            down, rest_ = statement.args
            up, both_ = rest_.args
            upper = assume(up)
            here = self.back(s, high)
            start = self.back(ZERO, self.end_low())
            found = conjoin(*(linear(one, here, start, low, upper, above) for one in both_.args))
            return discharge(down, discharge(up, found))

        pair = conjoin(bound(inner.args[0], (), [[above]]), self.along(inner.args[1], inside))
        return generalise(discharge(premise, witness(existence, e, written(inner, pair))), e)

    def end_low(self) -> Theorem:
        """0 <= T."""
        gap = bound(le(0, 2 - self.alpha), (), [[self.high]])
        return bound(le(0, duration(self.alpha)), (), [[positive(ROOT, []), gap]])

    def back(self, s: Term, high: Theorem) -> Theorem:
        """-2 sqrt(3) exp(-I(s)) = s - 2 sqrt(3)."""
        up = linear(lt(0, rest(s)), self.left_of(s, high), self.low)
        two, own = fact("exp-log", bound(lt(0, TWO)), x=TWO), fact("exp-log", up, x=rest(s))
        point = log(TWO) - log(rest(s))
        split = exp_sum(log(rest(s)), -log(TWO))
        half = combine(
            eq(exp(-log(TWO)), HALF),
            (HALF, exp_inverse(log(TWO))),
            (HALF * exp(-log(TWO)), two),
        )
        return ring(
            eq(primitive(point), s - 2 * ROOT),
            written(eq(exp(-point), exp(log(rest(s))) * exp(-log(TWO))), split),
            own,
            half,
            root_three()[0],
        )


def _turned(whole: Theorem, point: Term) -> Theorem:
    """sqrt(3) exp(-x) = half of the slope, as one product to rewrite."""
    value, _ = whole.conclusion.args
    return combine(eq(ROOT * exp(-point), HALF * value), (HALF, whole))


def _log_ordered(ordered: Theorem, above: Theorem) -> Theorem:
    """log(a) <= log(b), from a <= b and 0 < a."""
    a, b = ordered.conclusion.args
    goal = le(log(a), log(b))
    return by_cases(
        trichotomy(a, b),
        lambda less: linear(goal, log_below(less, above)),
        lambda same: linear(goal, equal_inside(log(a), same)),
        lambda more: absurd(linear(FALSE, more, ordered), goal),
    )


def _tail(statement: Term) -> Theorem:
    """2 sqrt(3) exp(-x) < e for x > 4/e, since exp(x) > x."""
    e = fresh()
    premise, existence = opened(statement, (e,)).args
    above = assume(premise)
    far = 4 * inv(e)
    inner = opened(existence, (far,))
    x = fresh()
    body = opened(inner, (x,))
    beyond = assume(body.args[0])
    goal = body.args[1]
    unit = inverse(e, [above])
    back, back_up = exp_inverse(x), fact("exp-positive", x=-x)
    tangent = fact("exp-tangent", x=x)
    # e exp(x) > e x > 4
    large = linear(lt(4, e * exp(x)), unit, products=[[above, tangent], [above, beyond], [above]])
    small = linear(
        lt(4 * exp(-x), e),
        combine(eq(e * exp(x) * exp(-x), e), (e, back)),
        products=[[large, back_up]],
    )
    value = primitive(x)
    root = root_below_two()
    lower = linear(lt(-e, value), small, products=[[root, back_up], [positive(ROOT, []), back_up]])
    upper = linear(lt(value, e), above, products=[[positive(ROOT, []), back_up]])
    found = written(goal, size_below(value, lower, upper))
    every = generalise(discharge(beyond.conclusion, found), x)
    there = witness(existence, far, written(inner, every))
    return generalise(discharge(premise, there), e)


def _times(statement: Term) -> Theorem:
    """|sqrt(3) (2 - alpha) - 2 sqrt(3)| = sqrt(3) alpha < e for alpha < e/2."""
    e = fresh()
    premise, existence = opened(statement, (e,)).args
    above = assume(premise)
    inner = opened(existence, (HALF * e,))
    a = fresh()
    body = opened(inner.args[1], (a,))
    low, near, small = body.args[0], body.args[1].args[0], body.args[1].args[1].args[0]
    goal = body.args[1].args[1].args[1]
    a_up, a_near = assume(low), assume(near)
    value = -(ROOT * a)
    root = root_below_two()
    lower = linear(lt(-e, value), a_near, products=[[root, a_up]])
    upper = linear(lt(value, e), above, products=[[positive(ROOT, []), a_up]])
    found = written(goal, size_below(value, lower, upper))
    for one in (small, near, low):
        found = discharge(one, found)
    pair = conjoin(bound(inner.args[0], (), [[above]]), generalise(found, a))
    return generalise(discharge(premise, witness(existence, HALF * e, written(inner, pair))), e)
