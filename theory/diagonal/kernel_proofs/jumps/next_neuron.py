"""The neuron that jumps is the one with the smallest Delta tau of the corollary."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from theory.diagonal.kernel_proofs.entry import defined, proof
from theory.diagonal.kernel_proofs.jumps.dormant_start import always_somewhere, known_start
from theory.diagonal.kernel_proofs.jumps.plateau import (
    REACH,
    amount_at,
    exactly_one,
    rate_above,
    reach_above,
    sign_at,
)
from theory.diagonal.kernel_proofs.neuron.accumulated import equal_inside_algebra, sign_of_product
from theory.diagonal.kernel_proofs.neuron.data import sized
from theory.diagonal.kernel_proofs.neuron.utility import maximal_utility
from theory.diagonal.kernel_proofs.staircase.alternating import (
    courses,
    end_amount,
    limits,
)
from theory.diagonal.kernel_proofs.staircase.same_staircase import agf_at
from theory.diagonal.letters import DEFINED, U_star, eta, g
from theory.diagonal.letters.sequence import (
    U_max,
    first,
    i_star,
    plateau,
    waiting_time,
)
from theory.diagonal.letters.staircase import (
    S_at,
    chosen,
    coefficient_agf,
    pause_agf,
    slope,
    u_at,
    v_at,
)
from theory.proof.lemmas import (
    HALF,
    cosh,
    exp,
    inv,
    log,
    sign_times_acosh_cosh,
    trichotomy,
)
from theory.proof.rules import (
    Theorem,
    absurd,
    assume,
    conjoin,
    discharge,
    instantiate,
)
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    equal_inside,
    fact,
    given,
    inverse,
    obtain,
    parts,
    positive,
    ring,
    weaker,
    written,
)
from theory.proof.tactics.linear import linear, ordered
from theory.proof.terms import FALSE, ZERO, Term, call, eq, le, lt, num


def distance(i: Term, x: Term, start: Theorem) -> Theorem:
    """rho arcosh(exp(2 eta S)) = B x at the start of the plateau."""
    u_is, v_is, S_is = parts(start)
    one, other, amount = (table(plateau, i, ZERO) for table in (u_at, v_at, S_at))
    turn = HALF * REACH * x
    sign = sign_of_product(one, other, turn, (u_is, v_is))
    value = written(eq(amount, amount_at(x)), S_is)
    whole = exp(2 * eta * amount)
    grown = combine(
        eq(whole, cosh(REACH * x)),
        (1, equal_inside(whole, value)),
        (
            1,
            equal_inside_algebra(
                exp(2 * eta * amount_at(x)),
                exp(log(cosh(REACH * x))),
                inverse(eta, [rate_above()]),
            ),
        ),
        (1, fact("exp-log", positive(cosh(REACH * x), []), x=cosh(REACH * x))),
    )
    back = sign_times_acosh_cosh(REACH * x)
    signs = written(eq(call("sign", one * other), call("sign", REACH * x)), sign)
    return ring(
        eq(call("sign", one * other) * call("acosh", whole), REACH * x),
        equal_inside(call("acosh", whole), grown),
        signs,
        back,
    )


def top_of(i: Term, known: Theorem) -> Theorem:
    """U*_i = |g_i|/2."""
    whole = discharge(DEFINED["diagonal.maximum"].statement, maximal_utility())
    force = slope(coefficient_agf, plateau, i)
    return given(instantiate(whole, g, force, U_star, U_max(i)), known)


def timed(i: Term, x: Term, start: Theorem, known: Theorem, sign: int, more: Theorem):
    """(0 < 2 eta |g|, Delta tau 2 eta |g| = B (1 + sgn(g) x)), where 0 < sign g."""
    force = slope(coefficient_agf, plateau, i)
    size = num(sign) * force
    if sign > 0:
        absolute = fact("abs-nonnegative", linear(le(0, force), more), x=force)
        signs = fact("sign-positive", linear(lt(0, force), more), x=force)
    else:
        absolute = fact("abs-negative", linear(le(force, 0), more), x=force)
        signs = fact("sign-negative", linear(lt(force, 0), more), x=force)
    whole = 2 * eta * (2 * U_max(i))
    value = ring(eq(whole, 2 * eta * size), top_of(i, known), absolute)
    speed = bound(lt(0, 2 * eta * size), (), [[rate_above(), more]])
    unit = inverse(whole, [linear(lt(0, whole), value, speed)])
    delta = waiting_time(i)
    way, down = delta.args
    path = ring(eq(way, REACH + num(sign) * REACH * x), signs, distance(i, x, start))
    return speed, combine(
        eq(delta * (2 * eta * size), REACH + num(sign) * REACH * x),
        (delta, value),
        (way, unit),
        (1, path),
    )


def either_sign(force: Term, some: Theorem, goal: Term, side) -> Theorem:
    """g > 0 and g < 0; side(sign, 0 < sign g)."""
    return by_cases(
        trichotomy(force),
        lambda less: side(-1, linear(lt(0, num(-1) * force), less)),
        lambda zero: absurd(given(some, zero), goal),
        lambda more: side(1, linear(lt(0, num(1) * force), more)),
    )


def _time_is(sign: int, force: Term, x: Term, speed: Theorem, time: Theorem, found: Theorem):
    """w = Delta tau of the chosen one, where its x' is -sgn(g)."""
    w, delta = pause_agf(plateau), waiting_time(chosen(plateau))
    same = combine(
        eq(w * (2 * eta * (num(sign) * force)), REACH + num(sign) * REACH * x),
        (num(sign) * REACH, found),
        (2 * eta * w * num(sign) * force, inverse(REACH, [reach_above()])),
    )
    size = speed.conclusion.args[1]
    return combine(
        eq(w, delta),
        (inv(size), same),
        (inv(size), time),
        (w - delta, inverse(size, [speed])),
    )


def _not_later(sign: int, x: Term, edge: Theorem, speed: Theorem, time: Theorem) -> Theorem:
    """w <= Delta tau of i*: B (1 + sign x') >= 0, and B x' = B x - 2 eta w g."""
    w, delta, size = pause_agf(plateau), waiting_time(i_star), speed.conclusion.args[1]
    its = slope(coefficient_agf, plateau, i_star)
    reach = ordered(
        le(w * size, REACH + num(sign) * REACH * x),
        [(2 * eta * w * num(sign) * its, inverse(REACH, [reach_above()]))],
        [edge, reach_above()],
    )
    behind = linear(le(w * size, delta * size), reach, time)
    thin = positive(inv(size), [speed])
    return ordered(le(w, delta), [(delta - w, inverse(size, [speed]))], [behind, thin])


@dataclass(frozen=True)
class Jump:
    """What the plateau says of its end: its step, where its neurons start, their utilities U*, and
    i*, that some neuron has a force there.
    """

    step: list[Theorem]
    starts: Theorem
    tops: Theorem
    star: list[Theorem]
    goal: Term

    def own_time(self, some: Theorem, x: Term, known: Theorem, go_on: Callable) -> Theorem:
        """go_on(w = Delta tau_j), by the sign of the force: x' of j is -sgn(g), else no utility."""
        j, w, step = chosen(plateau), pause_agf(plateau), self.step
        _, _, _, low, high, dormant, full, pull, *_ = step
        force = slope(coefficient_agf, plateau, j)
        _, start = known_start(known)
        course = courses(plateau, j, x, low, high, step, start, dormant)
        new, value, there = end_amount(plateau, j, x, course, step[0], bound(le(w, w)))
        edge = exactly_one(new, combine(eq(amount_at(new), 1), (-1, value), (1, full)))

        def sided(sign, more):
            speed, time = timed(j, x, start, at(self.tops, j, low, high), sign, more)

            def right(found):
                return go_on(_time_is(sign, force, x, speed, time, found))

            def wrong(found):
                """x' = sgn(g): the utility would be negative."""
                one, two = u_at(plateau, j, w), v_at(plateau, j, w)
                rho = sign_at(one, two, new, tuple(parts(there)[:2]), sign, found)
                return absurd(_negative(one, two, force, rho, sign, more, pull), self.goal)

            branches = (wrong, right) if sign > 0 else (right, wrong)
            return by_cases(edge, *branches)

        return either_sign(force, some, self.goal, sided)

    def too_late(self, less: Theorem, equal: Theorem) -> Theorem:
        """Not Delta tau of i* < Delta tau_j = w: w is not beyond Delta tau of i*."""
        low, high, dormant, some = self.star

        def use(x, known):
            held, start = known_start(known)
            ends_at = limits(plateau, i_star, x, low, high, self.step, start, dormant, held)

            def sided(sign, more):
                speed, time = timed(i_star, x, start, at(self.tops, i_star, low, high), sign, more)
                late = _not_later(sign, x, ends_at[0 if sign > 0 else 1], speed, time)
                return absurd(linear(FALSE, less, equal, late), self.goal)

            its = slope(coefficient_agf, plateau, i_star)
            return either_sign(its, some, self.goal, sided)

        return obtain(at(self.starts, i_star, low, high), use)


@proof("diagonal.next-neuron")
def next_neuron() -> Theorem:
    """Its S is 1 at its own Delta tau; another's would be more than 1 after its own."""
    m_low, m_less, is_first, tops, *star, least = defined("diagonal.next")
    step = agf_at(plateau, m_low, m_less)
    starts = at(always_somewhere(), plateau, m_low, weaker(m_less))
    j, w = chosen(plateau), pause_agf(plateau)
    _, _, _, j_low, j_high, j_dormant, _, pull, *_ = step
    force = slope(coefficient_agf, plateau, j)
    goal = eq(j, i_star)
    jump = Jump(step, starts, tops, star, goal)
    zero = eq(force, 0)
    no_pull = ring(eq(-(force * u_at(plateau, j, w) * v_at(plateau, j, w)), 0), assume(zero))
    some = discharge(zero, linear(FALSE, pull, no_pull))
    own = conjoin(j_low, j_high, j_dormant, some)

    def other(apart):
        less = at(least, j, own, apart)

        def use(x, known):
            return jump.own_time(some, x, known, lambda equal: jump.too_late(less, equal))

        return obtain(at(starts, j, j_low, j_high), use)

    same = by_cases(goal, lambda found: found, other)
    found = combine(eq(first - i_star, 0), (1, is_first), (1, same))
    return sized(found, defined("diagonal.agf")[:2])


def _negative(u: Term, v: Term, force: Term, rho: Theorem, sign: int, more: Theorem, pull: Theorem):
    """sgn(u v) = sign and 0 < sign g: -g u v is not positive."""
    product = u * v

    def case(name, ordered_, value):
        wrong = fact(name, ordered_, x=product)
        return linear(FALSE, wrong, rho) if value != sign else None

    def right(ordered_):
        return linear(FALSE, pull, products=[[ordered_, more]])

    def none(zero):
        flat = combine(
            eq(call("sign", product), 0),
            (1, equal_inside(call("sign", product), zero)),
            (1, fact("sign-zero")),
        )
        return linear(FALSE, flat, rho)

    return by_cases(
        trichotomy(product),
        lambda less: (
            right(linear(lt(0, num(-1) * product), less))
            if sign < 0
            else case("sign-negative", less, -1)
        ),
        none,
        lambda over: (
            right(linear(lt(0, num(1) * product), over))
            if sign > 0
            else case("sign-positive", over, 1)
        ),
    )
