"""Pesme and Flammarion's algorithm, plateau by plateau: integrals stay in [-1, 1], and at the
boundary the gradient points inwards.
"""

from __future__ import annotations

from functools import cache

from theory.diagonal.kernel_proofs.minima.kuhn_tucker import changed, direction
from theory.diagonal.letters.regression import gradient, moved
from theory.diagonal.letters.staircase import (
    ALGORITHM,
    coefficient,
    count,
    each,
    integral,
    jumps,
    pause,
    row,
    signed,
    slope,
)
from theory.proof.lemmas import inv, trichotomy
from theory.proof.rules import Theorem, absurd, assume, conjoin, discharge, disjoin, order
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    everywhere,
    fact,
    fresh,
    given,
    induction,
    inverse,
    parts,
    positive,
    ring,
)
from theory.proof.tactics.linear import linear
from theory.proof.terms import (
    FALSE,
    INT,
    ONE,
    ZERO,
    Term,
    apply,
    both,
    eq,
    implies,
    le,
    lt,
    num,
)


def inward(s: Term, g: Term, b: Term) -> Term:
    """-1 <= s <= 1; g >= 0 where s = 1, g <= 0 where s = -1; b g = 0; b has the sign of s."""
    return both(
        le(-1, s),
        le(s, 1),
        implies(eq(s, 1), le(0, g)),
        implies(eq(s, -1), le(g, 0)),
        eq(b * g, 0),
        signed(s, b),
    )


def inward_at(k: Term, i: Term) -> Term:
    """The same for coordinate i on plateau k."""
    return inward(integral(k, i), slope(coefficient, k, i), coefficient(k, i))


def linear_false(goal: Term, *known: Theorem) -> Theorem:
    """Anything, from relations that contradict each other."""
    return absurd(linear(FALSE, *known), goal)


def _outside(sign: int, goal: Term, s, g, w, known: dict, early: Theorem, new: Theorem) -> Theorem:
    """sign s' <= 1 for s' = s - w g: else s - tau g = sign for some tau in (0, w)."""
    turn = num(sign)
    force = turn * g
    edge, length = known[sign], known["pause"]

    def outward(less):
        """sign g < 0."""

        def beyond(more):
            """1 < sign s'."""

            def boundary(same):
                point = combine(eq(s, turn), (turn, same))
                low = given(known[f"{sign} inward"], point)
                return contradiction(bound(lt(0, 0), (), [[low], [less]]), goal)

            def before(short):
                """sign s < 1."""
                down = bound(lt(0, -force), (), [[less]])
                unit = inverse(-force, [down])
                tau = (1 - turn * s) * inv(-force)
                thin = positive(inv(-force), [down])
                tau_low = order(lt(ZERO, tau), (), ((ONE, (short, thin), ONE),))
                gap = bound(lt(1 - turn * s, w * -force), [new], [[more]])
                tau_high = order(lt(tau, w), ((w, unit),), ((ONE, (gap, thin), ONE),))
                reached = combine(eq(s - tau * g, turn), (turn * (1 - turn * s), unit))
                never = at(early, tau, tau_low, tau_high)
                either = never.conclusion.args[0]
                found = given(never, disjoin(either, reached))
                return absurd(found, goal)

            def past(far):
                return contradiction(bound(lt(0, 0), (), [[far], [edge]]), goal)

            return by_cases(trichotomy(turn * s, 1), before, boundary, past)

        moved_ = turn * new.conclusion.args[0]
        return by_cases(
            trichotomy(moved_, 1),
            lambda less_: bound(goal, (), [[less_]]),
            lambda same: order(goal, ((ONE, same),), ()),
            beyond,
        )

    return by_cases(
        trichotomy(force),
        outward,
        lambda same: bound(goal, [new, combine(eq(g, 0), (turn, same))], [[edge]]),
        lambda more: bound(goal, [new], [[edge], [length, more]]),
    )


def _scaled_entry(sign: int, kept: list[Theorem], statement: Term, q_low, q_high) -> Theorem:
    """(1 + sign q) b_i has the sign that s_i asks of b_i: ``kept`` says that b_i has it."""
    above, below, between = kept
    one, other, none = statement.args
    if sign > 0:
        factor = bound(le(0, 1 + q_low.conclusion.args[1]), (), [[q_low]])
    else:
        factor = bound(le(0, 1 - q_high.conclusion.args[0]), (), [[q_high]])
    up = given(above, assume(one.args[0]))
    down = given(below, assume(other.args[0]))
    first, second = none.args[0], none.args[1].args[0]
    flat = given(between, assume(first), assume(second))
    return conjoin(
        discharge(one.args[0], bound(one.args[1], (), [[factor, up]])),
        discharge(other.args[0], bound(other.args[1], (), [[factor, down]])),
        discharge(first, discharge(second, ring(none.args[1].args[1], flat))),
    )


def _pushed_entry(sign: int, kept: list[Theorem], statement: Term, place, q_low) -> Theorem:
    """b_i + sign q has the sign of s_i where s_i = sign, as ``place`` says."""
    above, below, _ = kept
    one, other, none = statement.args
    first, second = none.args[0], none.args[1].args[0]
    right, wrong = (one, other) if sign > 0 else (other, one)
    own = given(above if sign > 0 else below, place)
    good = discharge(right.args[0], bound(right.args[1], (), [[own], [q_low]]))
    bad = discharge(wrong.args[0], linear_false(wrong.args[1], place, assume(wrong.args[0])))
    edge = assume(second if sign > 0 else first)
    gone = discharge(first, discharge(second, linear_false(none.args[1].args[1], place, edge)))
    return conjoin(*((good, bad) if sign > 0 else (bad, good)), gone)


def at_argmin(b: Term, i: Term, s, low: Theorem, high: Theorem, best: list[Theorem]):
    """What the argmin over signs says of entry i: g_i >= 0 where s_i = 1, g_i <= 0 where s_i = -1,
    b_i g_i = 0.
    """
    feasible, least = best
    own = apply(b, (i,))
    here = at(feasible, i, low, high)
    kept = parts(here)

    def toward(way, entry):
        """L does not fall from b_i along ``way``: entry(statement, 0 <= q, q <= 1) allows it."""

        def proof_at(x, q, q_low, q_high):
            stays = changed(
                b,
                i,
                x,
                feasible,
                lambda value, m: signed(s(m), value),
                lambda: entry(signed(s(i), x), q_low, q_high),
            )
            return parts(given(at(least, moved(b, i, x)), stays))[0]

        return direction(b, i, way, low, high, proof_at)

    def scaled(sign):
        return toward(num(sign) * own, lambda *known: _scaled_entry(sign, kept, *known))

    def pushed(sign):
        """g_i sign >= 0 where s_i = sign."""
        place = assume(eq(s(i), sign))
        return toward(
            num(sign),
            lambda statement, q_low, _: _pushed_entry(sign, kept, statement, place, q_low),
        )

    g = gradient(b, i)
    grown, shrunk = scaled(1), scaled(-1)
    flat = fact(
        "antisymmetric",
        bound(le(own * g, 0), (), [[shrunk]]),
        bound(le(0, own * g), (), [[grown]]),
        x=own * g,
        y=ZERO,
    )
    up = discharge(eq(s(i), 1), bound(le(0, g), (), [[pushed(1)]]))
    down = discharge(eq(s(i), -1), bound(le(g, 0), (), [[pushed(-1)]]))
    return up, down, flat, here


def _inward_at_first(i: Term, s: Theorem, b: Theorem) -> Theorem:
    """``inward`` on the first plateau, where s_i = 0 and b_i = 0."""
    low, high, up, down, flat, own = inward_at(ZERO, i).args

    def no(premise, conclusion):
        return discharge(premise, linear_false(conclusion, s, assume(premise)))

    one, other, none = own.args
    rest = discharge(none.args[0], discharge(none.args[1].args[0], b))
    return conjoin(
        bound(low, [s]),
        bound(high, [s]),
        no(*up.args),
        no(*down.args),
        ring(flat, b),
        conjoin(no(*one.args), no(*other.args), rest),
    )


@cache
def inward_everywhere(algorithm: Term = ALGORITHM.statement) -> Theorem:
    """For every plateau k of the algorithm and every coordinate: ``inward``."""
    *_, start, steps = parts(assume(algorithm))

    def statement(k):
        return implies(le(k, jumps), each(lambda i: inward_at(k, i)))

    i = fresh(INT)
    inside = le(1, i), le(i, count)

    def base():
        found = _inward_at_first(i, *parts(at(start, i, *map(assume, inside))))
        return discharge(le(0, jumps), everywhere(i, found, *inside))

    def step(k, above, now):
        more = assume(le(k + 1, jumps))
        before = given(now, bound(le(k, jumps), (), [[more]]))
        length, _, early, _, moving, *best = parts(at(steps, k, above, more))
        low, high = map(assume, inside)
        low_s, high_s, up, down, flat, *_ = parts(at(before, i, low, high))
        new = at(moving, i, low, high)
        s, g, w = integral(k, i), slope(coefficient, k, i), pause(k)
        known = {
            1: bound(le(num(1) * s, 1), (), [[high_s]]),
            -1: bound(le(num(-1) * s, 1), (), [[low_s]]),
            "pause": length,
            "1 inward": _turned(up, 1, g),
            "-1 inward": _turned(down, -1, g),
        }

        goal = inward_at(k + 1, i)
        lower, upper = goal.args[:2]

        def outside(sign, bound_goal):
            def some(apart):
                ahead = given(at(early, i, low, high), apart)
                return _outside(sign, bound_goal, s, g, w, known, ahead, new)

            def none(same):
                return bound(bound_goal, [new, same], [[known[sign]]])

            return by_cases(eq(g, 0), none, some)

        b = row(coefficient, k + 1)
        up, down, flat, own = at_argmin(b, i, lambda m: integral(k + 1, m), low, high, best)
        found = conjoin(outside(-1, lower), outside(1, upper), up, down, flat, own)
        return discharge(more.conclusion, everywhere(i, found, *inside))

    return induction(statement, ZERO, base(), step)


def _turned(known: Theorem, sign: int, g: Term) -> Theorem:
    """0 <= sign g, where s = sign."""
    premise = known.conclusion.args[0]
    return discharge(premise, bound(le(0, num(sign) * g), (), [[given(known, assume(premise))]]))
