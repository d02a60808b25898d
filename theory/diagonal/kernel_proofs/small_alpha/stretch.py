"""The integral of the gradient is linear while the coefficients stay: so does its slope."""

from __future__ import annotations

from theory.diagonal.kernel_proofs.entry import proof
from theory.diagonal.kernel_proofs.minima.cost_limit import inside_size
from theory.diagonal.kernel_proofs.minima.kuhn_tucker import swap
from theory.diagonal.kernel_proofs.neuron.data import sized
from theory.diagonal.kernel_proofs.staircase.close_gradients import (
    close_gradients,
    steepness,
    steepness_low,
)
from theory.diagonal.letters.regression import (
    count,
    gradient,
    vector,
)
from theory.diagonal.letters.sequence import coordinate
from theory.diagonal.letters.stretch import (
    INTEGRALS,
    MIDDLE,
    NETWORK,
    STRETCH,
    G_net,
    coefficients,
    integral_at,
    left,
    plain_time,
    right,
    s_left,
    s_mid,
    s_right,
    stay,
)
from theory.proof.lemmas import HALF, inv, log, log_below, log_one
from theory.proof.lemmas.limits import vanishing_slack
from theory.proof.rules import Theorem, assume, conjoin, conjunct
from theory.proof.tactics import (
    at,
    bound,
    combine,
    conjuncts,
    derivative,
    everywhere,
    fact,
    fresh,
    inverse,
    lam,
    obtain,
    parts,
    positive,
    slope_within,
    with_slope,
)
from theory.proof.tactics.linear import both_ways, linear
from theory.proof.terms import (
    INT,
    Term,
    eq,
    le,
    lt,
    make,
    num,
    substituted,
)


class Near:
    """One scale a at which all coefficients are within e all along the stretch."""

    def __init__(self, a: Term, level: Term, a_above, a_small, stays: Theorem) -> None:
        self.a, self.level, self.above, self.small = a, level, a_above, a_small
        self.stays = stays  # for all t in [left, right], all l: |b_l - stay_l| < e
        deep = log_below(a_small, a_above)
        self.depth = linear(lt(0, -log(a)), deep, log_one())
        whole = assume(STRETCH.statement)
        self.first, self.order = (conjunct(whole, one) for one in whole.conclusion.args[:2])

    def force(self, r: Term) -> Term:
        """The gradient at plain time r."""
        return gradient(coefficients(self.a, r), coordinate)

    def bounds(self, r: Term, low: Theorem, high: Theorem) -> list[Theorem]:
        """The gradient at plain time r is within e C of that at the point."""
        L = -log(self.a)
        unit, down = inverse(L, [self.depth]), positive(inv(L), [self.depth])
        t = r * inv(L)
        t_low = bound(le(left, t), [], [[low, down], *_both(unit, left)])
        t_high = bound(le(t, right), [], [[high, down], *_both(unit, right)])
        known = at(self.stays, t, t_low, t_high)
        same = combine(eq(plain_time(self.a, t), r), (r, unit))
        m = fresh(INT)
        inside = le(1, m), le(m, count)
        here = at(known, m, *map(assume, inside))
        moved = _at_time(here, plain_time(self.a, t), r, same)
        down_, up_ = inside_size(moved)
        ends = conjoin(
            linear(le(-self.level, up_.conclusion.args[0]), down_),
            linear(le(up_.conclusion.args[0], self.level), up_),
        )
        near = everywhere(m, ends, *inside)
        b = vector(lambda m: stay(m))
        return close_gradients(coefficients(self.a, r), b, self.level, coordinate, near)

    def rise(self, t_1: Term, t_2: Term, ordered, begin, stop) -> list[Theorem]:
        """S(t_2) - S(t_1) + g (t_2 - t_1) is within e C (t_2 - t_1), both signs."""
        r_1, r_2 = plain_time(self.a, t_1), plain_time(self.a, t_2)
        end = plain_time(self.a, right)
        g = gradient(vector(lambda m: stay(m)), coordinate)
        found = []
        for sign in (1, -1):
            speed = num(sign) * g + self.level * steepness(coordinate)
            f = lam(
                lambda q, sign=sign, speed=speed: (
                    num(sign) * G_net(self.a, coordinate, q) + speed * q
                )
            )
            r = fresh()
            ends = le(r_1, r), le(r, r_2)
            low, high = map(assume, ends)
            r_low = bound(le(plain_time(self.a, left), r), (), [[low], [self.depth, begin]])
            r_high = bound(le(r, end), (), [[high], [self.depth, stop]])
            zero = bound(le(0, r), (), [[r_low], [self.depth, self.first]])
            slope = self.course(r, zero, r_high)
            value = speed - num(sign) * self.force(r)
            own = with_slope(derivative(f, 0, end, r, [slope]), value)
            own = _within(own, r_1, r_2, self, begin, stop)
            near = self.bounds(r, r_low, r_high)[0 if sign > 0 else 1]
            grows = linear(le(0, value), near)
            along = everywhere(r, conjoin(own, grows), *ends)
            way = bound(le(r_1, r_2), (), [[self.depth, ordered]])
            rate = lam(lambda q, sign=sign, speed=speed: speed - num(sign) * self.force(q))
            up = fact("increasing", way, along, low=r_1, high=r_2, f=f, df=rate)
            L = -log(self.a)
            unit, down = inverse(L, [self.depth]), positive(inv(L), [self.depth])
            gap = integral_at(self.a, t_2) - integral_at(self.a, t_1)
            goal = le(0, num(sign) * gap + speed * (t_2 - t_1))
            found.append(bound(goal, [], [[up, down], *_both(unit, speed * (t_2 - t_1))]))
        return found

    def course(self, r: Term, low: Theorem, high: Theorem) -> Theorem:
        """G' = -g at plain time r."""
        whole = assume(NETWORK.statement)
        every = conjunct(whole, whole.conclusion.args[-1])
        index = assume(INTEGRALS.statement)
        inside = [conjunct(index, one) for one in index.conclusion.args[:2]]
        own = parts(at(at(every, self.a, self.above, self.small), coordinate, *inside))
        return parts(at(own[-1], r, low, high))[2]


def _within(known: Theorem, low: Term, high: Term, near: Near, begin, stop) -> Theorem:
    old_low, old_high, point, value, body = known.conclusion.args
    above = bound(le(0, low), (), [[near.depth, begin], [near.depth, near.first]])
    below = bound(le(high, old_high), (), [[near.depth, stop]])
    return slope_within(known, low, high, above, below)


def _at_time(theorem: Theorem, old: Term, new: Term, same: Theorem) -> Theorem:
    """The statement with plain time ``new`` for ``old``, which are equal."""
    hole = fresh()
    template = _replaced(theorem.conclusion, old, hole)
    return swap(theorem, old, new, same, lambda q: substituted(template, {hole: q}))


def _replaced(term: Term, old: Term, new: Term) -> Term:
    if term is old:
        return new
    if not term.args:
        return term
    return make(term.op, term.data, tuple(_replaced(one, old, new) for one in term.args))


def _both(equation: Theorem, factor: Term) -> list:
    one, other = equation.conclusion.args
    same = combine(eq(factor * one, factor * other), (factor, equation))
    return [[each_] for each_ in both_ways(same)]


def below_all(radii: list[Theorem]) -> tuple[Theorem, Theorem, list[Theorem]]:
    """0 < a, a < 1 and a < x for every radius x > 0, where a = 1/(2 + sum of 1/x)."""
    sizes = [known.conclusion.args[1] for known in radii]
    thin = [positive(inv(x), [up]) for x, up in zip(sizes, radii)]
    total_ = num(2)
    for x in sizes:
        total_ = total_ + inv(x)
    total_up = bound(lt(0, total_), (), [[one] for one in thin])
    a = inv(total_)
    a_above = positive(a, [total_up])
    unit = inverse(total_, [total_up])
    products = [[a_above, one] for one in thin]
    a_small = bound(lt(a, 1), [], [[a_above], *products, *_both(unit, num(1))])
    small = []
    for place, (x, up) in enumerate(zip(sizes, radii)):
        others = [one for k, one in enumerate(products) if k != place]
        share = bound(lt(a * inv(x), 1), [], [[a_above], *others, *_both(unit, num(1))])
        own = inverse(x, [up])
        small.append(bound(lt(a, x), [], [[share, up], *_both(own, a)]))
    return a_above, a_small, small


@proof("diagonal.integral-linear")
def integral_linear() -> Theorem:
    """The two halves have the same slope up to e C; then e -> 0."""
    gap = s_mid - HALF * s_left - HALF * s_right
    whole = assume(STRETCH.statement)
    _, ordered, stays = conjuncts(whole)
    index = assume(INTEGRALS.statement)
    *_, first, middle, last = conjuncts(index)
    C = steepness(coordinate)
    half = HALF * (right - left)
    steep = C * half + 2
    steep_low = steepness_low(coordinate)
    half_low = linear(le(0, half), ordered)
    ends = (bound(le(0, steep), (), [[steep_low, half_low]]), bound(lt(0, num(1))))

    def one_sided(sign):
        value = num(sign) * gap

        def proof_at(e, e_above, e_below):
            goal = le(-(steep * e), value)

            def use(nears):
                a_above, a_small, small = below_all([parts(known)[0] for known in nears])
                a = a_above.conclusion.args[1]
                stay_known = conjunct(nears[0], nears[0].conclusion.args[1])
                there = at(stay_known, a, a_above, small[0], a_small)
                near = Near(a, e, a_above, a_small, there)
                start = linear(le(left, left))
                stop = linear(le(right, right))
                mid_low = linear(le(left, MIDDLE), ordered)
                mid_high = linear(le(MIDDLE, right), ordered)
                up = near.rise(left, MIDDLE, mid_low, start, mid_high)
                down = near.rise(MIDDLE, right, mid_high, mid_low, stop)
                close = []
                for known, less in zip(nears[1:], small[1:]):
                    every = conjunct(known, known.conclusion.args[1])
                    close += inside_size(at(every, a, a_above, less, a_small))
                return linear(goal, *up, *down, *close)

            return obtain(
                at(stays, e, e_above),
                lambda r0, k0: obtain(
                    at(first, e, e_above),
                    lambda r1, k1: obtain(
                        at(middle, e, e_above),
                        lambda r2, k2: obtain(
                            at(last, e, e_above), lambda r3, k3: use([k0, k1, k2, k3])
                        ),
                    ),
                ),
            )

        return vanishing_slack(value, steep, num(1), proof_at, ends)

    up, down = one_sided(1), one_sided(-1)
    found = linear(eq(s_mid, HALF * s_left + HALF * s_right), up, down)
    network = assume(NETWORK.statement)
    return sized(found, [conjunct(network, one) for one in network.conclusion.args[:2]])
