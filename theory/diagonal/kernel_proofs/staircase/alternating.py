"""AGF beside Pesme and Flammarion's algorithm: sigma = A s, t_AGF = A t_PF, equal coefficients.

By induction over the algorithm's plateaus, and inside it over AGF's plateaus of length zero. The
boundary +-A, the motion sigma - t g and the choice of the first are homogeneous of degree one in
(sigma, t, A); a coefficient is right once nobody is due, by Kuhn and Tucker.
"""

from __future__ import annotations

from theory.diagonal.kernel_proofs.jumps.plateau import (
    REACH,
    amount_at,
    amount_even,
    amount_one,
    exactly_one,
    on_plateau,
    rate_above,
    reach_above,
    sign_at,
    state,
)
from theory.diagonal.kernel_proofs.minima.kuhn_tucker import (
    changed,
    direction,
    swap,
)
from theory.diagonal.kernel_proofs.staircase.successive import linear_false
from theory.diagonal.letters import eta
from theory.diagonal.letters.regression import count, gradient, moved
from theory.diagonal.letters.staircase import (
    S_at,
    active,
    allowed,
    chosen,
    coefficient_agf,
    each,
    integral,
    on_boundary,
    pause_agf,
    row,
    signed,
    slope,
    time,
    time_agf,
    u_at,
    v_at,
)
from theory.proof.lemmas import HALF, inv, trichotomy
from theory.proof.rules import Theorem, absurd, assume, conjoin, discharge, disjoin
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    equal_inside,
    everywhere,
    fact,
    fresh,
    given,
    inverse,
    lam,
    parts,
    positive,
    ring,
    symmetric,
    written,
)
from theory.proof.tactics.linear import linear, ordered
from theory.proof.terms import (
    FALSE,
    INT,
    ZERO,
    Term,
    apply,
    both,
    call,
    eq,
    le,
    lt,
    negation,
    num,
)

STRETCH = HALF * inv(eta) * REACH  # A = B/(2 eta)


def neuron_at(m: Term, i: Term, s: Term, x: Term) -> Term:
    """Neuron i is at the angle B x/2 a time s after the start of plateau m."""
    return state(u_at(m, i, s), v_at(m, i, s), S_at(m, i, s), HALF * REACH * x)


def beside(m: Term, k: Term) -> Term:
    """On plateau m of AGF: A times the time and the integrals of plateau k, coefficients with their
    signs, at rest.
    """

    def entry(i):
        b = coefficient_agf(m, i)
        return both(
            neuron_at(m, i, ZERO, integral(k, i)),
            eq(b * slope(coefficient_agf, m, i), 0),
            signed(integral(k, i), b),
        )

    return both(eq(time_agf(m), STRETCH * time(k)), each(entry))


def index_inside():
    """A new index i, 1 <= i and i <= d as terms, and as theorems that assume them."""
    i = fresh(INT)
    inside = le(1, i), le(i, count)
    return i, inside, *map(assume, inside)


def agf_at_rest(m: Term, i: Term, low: Theorem, high: Theorem, best: list[Theorem]) -> Theorem:
    """b_i g_i = 0 after the jump at the end of plateau m: (1 +- q) b_i is allowed too."""
    feasible, least = best
    b = row(coefficient_agf, m + 1)
    own, g = apply(b, (i,)), gradient(b, i)
    signs, none = parts(at(feasible, i, low, high))

    def scaled(sign):
        def proof_at(x, q, q_low, q_high):
            factor = linear(le(0, 1 + num(sign) * q), q_low, q_high)

            def entry():
                one, other = allowed(m, i, x).args
                kept = given(signs, assume(one.args[0]))
                zero = given(none, assume(other.args[0]))
                return conjoin(
                    discharge(one.args[0], bound(one.args[1], (), [[factor, kept]])),
                    discharge(other.args[0], ring(other.args[1], zero)),
                )

            stays = changed(b, i, x, feasible, lambda value, p: allowed(m, p, value), entry)
            return parts(given(at(least, moved(b, i, x)), stays))[0]

        return direction(b, i, num(sign) * own, low, high, proof_at)

    up = bound(le(0, own * g), (), [[scaled(1)]])
    down = bound(le(own * g, 0), (), [[scaled(-1)]])
    return fact("antisymmetric", down, up, x=own * g, y=ZERO)


def after_jump(m: Term, k: Term, step: list[Theorem], ends: Theorem, was: Theorem, clock: Theorem):
    """``beside(m + 1, k)``, from the neurons at the end of plateau m, at the angles of s(k).

    ``was``: a coefficient that is not 0 on plateau m belongs to an integral +-1.
    """
    _, _, neurons, *rest = step
    reached, best = rest[3], rest[5:]
    i, inside, low, high = index_inside()
    s, b, w = integral(k, i), coefficient_agf(m + 1, i), pause_agf(m)
    _, _, *carried = parts(at(neurons, i, low, high))
    there = parts(at(ends, i, low, high))
    goal = neuron_at(m + 1, i, ZERO, s)
    begun = conjoin(*(combine(one, (1, a), (1, c)) for one, a, c in zip(goal.args, carried, there)))
    signs, none = parts(at(best[0], i, low, high))
    own = signed(s, b)

    def side(sign, statement):
        premise = assume(statement.args[0])

        def yes(on):
            rho = sign_at(u_at(m, i, w), v_at(m, i, w), s, tuple(there[:2]), sign, premise)
            kept = given(signs, on)
            return bound(statement.args[1], [rho], [[kept]])

        found = by_cases(active(m, i), yes, lambda off: linear(statement.args[1], given(none, off)))
        return discharge(statement.args[0], found)

    def between(statement):
        first, second = statement.args[0], statement.args[1].args[0]
        goal = statement.args[1].args[1]
        within = assume(first), assume(second)

        def edge(found):
            return by_cases(
                found,
                lambda one: linear_false(goal, one, within[1]),
                lambda one: linear_false(goal, one, within[0]),
            )

        def itself(same):
            full = swap(reached, chosen(m), i, symmetric(same), lambda p: eq(S_at(m, p, w), 1))
            value = written(eq(S_at(m, i, w), amount_at(s)), there[2])
            return edge(exactly_one(s, combine(eq(amount_at(s), 1), (-1, value), (1, full))))

        def yes(on):
            return by_cases(on, lambda old: edge(given(at(was, i, low, high), old)), itself)

        found = by_cases(active(m, i), yes, lambda off: given(none, off))
        return discharge(first, discharge(second, found))

    entry = conjoin(
        begun,
        agf_at_rest(m, i, low, high, best),
        conjoin(side(1, own.args[0]), side(-1, own.args[1]), between(own.args[2])),
    )
    return conjoin(clock, everywhere(i, entry, *inside))


def boundary_of_active(m: Term, k: Term, known: Theorem, range_: Theorem) -> Theorem:
    """A coefficient that is not 0 belongs to an integral +-1: between, it would be 0."""
    i, inside, low, high = index_inside()
    s, b = integral(k, i), coefficient_agf(m, i)
    *_, between = parts(at(known, i, low, high))
    s_low, s_high, *_ = parts(at(range_, i, low, high))
    some = negation(eq(b, 0))
    goal = on_boundary(s)

    def inner(above):
        def in_between(below):
            zero = given(between, above, below)
            return absurd(given(assume(some), zero), goal)

        return by_cases(
            trichotomy(s, num(1)),
            in_between,
            lambda same: disjoin(goal, same),
            lambda more: linear_false(goal, more, s_high),
        )

    found = by_cases(
        trichotomy(num(-1), s),
        inner,
        lambda same: disjoin(goal, symmetric(same)),
        lambda less: linear_false(goal, less, s_low),
    )
    return everywhere(i, discharge(some, found), *inside)


def courses(m: Term, i: Term, x: Term, low, high, step, begun: Theorem, dormant: Theorem):
    """On plateau m, for a dormant neuron at the angle B x/2 at first: for all r in [0, w] the state
    at B x/2 - eta g r.
    """
    neurons, w, g = step[2], pause_agf(m), slope(coefficient_agf, m, i)
    flow = given(parts(at(neurons, i, low, high))[0], dormant)
    u, v, amount = (lam(lambda r, one=one: one(m, i, r)) for one in (u_at, v_at, S_at))

    def course(r, above, below):
        return parts(at(flow, r, above, below))[:3]

    return on_plateau(u, v, amount, HALF * REACH * x, g, w, course, begun)


def turned(m: Term, i: Term, r: Term, old: Term, new: Term, states: Theorem, inside, same: Theorem):
    """The state at time r as one at the angle B new/2, from 2 (B old/2 - eta g r) = B new."""
    there = parts(at(states, r, *inside))
    goal = neuron_at(m, i, r, new)
    before = HALF * REACH * old - eta * slope(coefficient_agf, m, i) * r
    after = HALF * REACH * new
    angle = combine(eq(before, after), (HALF, same))
    found = []
    for place_, (one, wanted) in enumerate(zip(there, goal.args)):
        left = wanted.args[0]

        def value(a, left=left, place_=place_):
            return state(left, left, left, a).args[place_]

        found.append(written(wanted, swap(one, before, after, angle, value)))
    return conjoin(*found)


def clock_of(r: Term) -> Term:
    """2 eta r/B = r/A: a time of AGF in the algorithm's time."""
    return 2 * eta * inv(REACH) * r


def end_amount(m: Term, i: Term, x: Term, states: Theorem, low: Theorem, high: Theorem):
    """(x', S = S(x') and all of the state) at the end of the plateau, x' = x - 2 eta w g/B."""
    r, g = pause_agf(m), slope(coefficient_agf, m, i)
    new = x - clock_of(r) * g
    old = HALF * REACH * x - eta * g * r
    same = ring(eq(2 * old, REACH * new), inverse(REACH, [reach_above()]))
    there = turned(m, i, r, x, new, states, (low, high), same)
    return new, written(eq(S_at(m, i, r), amount_at(new)), parts(there)[2]), there


# --- nobody is beyond the boundary ----------------------------------------------------------------


def time_to_edge(
    sign: int, x: Term, steep: Theorem, start: Theorem, w: Term, more: Theorem
) -> tuple[Theorem, Theorem, Theorem]:
    """c/c = 1, 0 <= r and r < w for r = (1 - sign x)/c, the time to the edge at the speed c > 0,
    where ``more`` says that x is beyond it at the time w.
    """
    speed = steep.conclusion.args[1]
    unit, down = inverse(speed, [steep]), positive(inv(speed), [steep])
    r = (1 - num(sign) * x) * inv(speed)
    left = linear(le(0, 1 - num(sign) * x), start)
    r_low = bound(le(0, r), (), [[left, down]])
    return unit, r_low, ordered(lt(r, w), [(w, unit)], [more, down])


def limits(m: Term, i: Term, x: Term, low, high, step, begun, dormant, range_) -> list[Theorem]:
    """-1 <= x' <= 1 at the end of plateau m, x' = x - 2 eta w g/B, from -1 <= x <= 1 (``range_``).

    A neuron that is beyond has had S = 1 with a positive utility before, where the plateau ends.
    """
    states = courses(m, i, x, low, high, step, begun, dormant)
    flow = given(parts(at(step[2], i, low, high))[0], dormant)
    w, g = pause_agf(m), slope(coefficient_agf, m, i)
    new = x - clock_of(w) * g
    rate = 2 * eta * inv(REACH)
    speed = positive(rate, [rate_above(), reach_above()])

    def side(sign):
        goal = le(num(sign) * new, 1)
        pull = num(-sign) * g
        start = range_[1 if sign > 0 else 0]

        def beyond(more):
            def outward(pulled):
                return absurd(_reached(sign, more, pulled), goal)

            def inward(held):
                pushed = linear(le(0, num(sign) * g), held)
                return absurd(linear(FALSE, more, start, products=[[step[0], speed, pushed]]), goal)

            return by_cases(trichotomy(pull), inward, inward, outward)

        def _reached(sign, more, pulled):
            """false: at r = (1 - sign x)/(c p) the neuron is at x = sign, r < w."""
            steep = rate * pull
            steep_above = bound(lt(0, steep), (), [[speed, pulled]])
            unit, r_low, early = time_to_edge(sign, x, steep_above, start, w, more)
            r = early.conclusion.args[0]
            r_high = linear(le(r, w), early)
            old = HALF * REACH * x - eta * g * r
            angle = combine(
                eq(2 * old, REACH * num(sign)),
                (num(sign) * REACH * (1 - num(sign) * x), unit),
                (2 * eta * g * r, inverse(REACH, [reach_above()])),
            )
            there = parts(turned(m, i, r, x, num(sign), states, (r_low, r_high), angle))
            value = written(eq(S_at(m, i, r), amount_at(num(sign))), there[2])
            even = [amount_even(num(1))] if sign < 0 else []
            full = ring(eq(S_at(m, i, r), 1), value, *even, amount_one())
            u, v = u_at(m, i, r), v_at(m, i, r)
            itself = ring(eq(num(sign), num(sign)))
            rho = sign_at(u, v, num(sign), tuple(there[:2]), sign, itself)
            first = parts(at(flow, r, r_low, r_high))[3]
            pushed = _of_one_sign(u * v, sign, rho)
            return linear(FALSE, given(first, early, full), products=[[pulled, pushed]])

        return by_cases(
            trichotomy(num(sign) * new, num(1)),
            lambda less: linear(goal, less),
            lambda same: linear(goal, same),
            beyond,
        )

    return [linear(le(-1, new), side(-1)), linear(le(new, 1), side(1))]


def _of_one_sign(x: Term, sign: int, known: Theorem) -> Theorem:
    """0 < sign x, from sgn(x) = sign."""
    goal = lt(0, num(sign) * x)

    def side(name):
        return lambda one: by_other(one, fact(name, one, x=x))

    def by_other(one, value):
        if value.conclusion.args[1] is num(sign):
            return linear(goal, one)
        return absurd(linear(FALSE, value, known), goal)

    def none(zero):
        whole = call("sign", x)
        flat = combine(eq(whole, 0), (1, equal_inside(whole, zero)), (1, fact("sign-zero")))
        return absurd(linear(FALSE, flat, known), goal)

    return by_cases(trichotomy(x), side("sign-negative"), none, side("sign-positive"))
