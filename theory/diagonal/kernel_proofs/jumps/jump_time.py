"""When a neuron activates: the time at which S = 1, and the limiting algorithm's first root."""

from __future__ import annotations

from theory.diagonal import letters
from theory.diagonal.kernel_proofs.entry import assumed, defined, proof
from theory.diagonal.kernel_proofs.neuron.accumulated import (
    accumulated_later,
    angle,
    at_time,
    start_angle,
)
from theory.diagonal.kernel_proofs.neuron.solution import even
from theory.diagonal.kernel_proofs.neuron.utility import (
    either_force,
    maximal_utility,
    some_force,
    top_above,
)
from theory.diagonal.letters import S_0, S_on, U_star, eta, g, rho
from theory.proof.lemmas import (
    HALF,
    cosh,
    cosh_increases,
    exp,
    exp_above_one,
    inv,
    log,
    log_below,
    trichotomy,
)
from theory.proof.rules import Theorem, assume, order
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    differs,
    equal_inside,
    fact,
    fresh,
    inverse,
    positive,
    ring,
    weaker,
)
from theory.proof.terms import ONE, Term, call, eq, le, lt, negation, num


@proof("diagonal.jump-time")
def jump_time() -> Theorem:
    """At the printed time 2 A = -sgn(g) B with cosh B = exp(2 eta), so S = 1; later |2 A| > B and S
    > 1.
    """
    waiting = letters.waiting
    low, before, after = defined("diagonal.activation")
    rate = assume(lt(0, eta))
    unit = inverse(eta, [rate])
    large = weaker(exp_above_one(positive(2 * eta, [rate])))
    size = call("acosh", exp(2 * eta))
    reach = fact("cosh-acosh", large, x=exp(2 * eta))
    edge = fact("acosh-nonnegative", large, x=exp(2 * eta))
    time = (
        num(1, 4)
        * inv(U_star)
        * inv(eta)
        * (rho * call("acosh", exp(2 * eta * S_0)) * call("sign", g) + size)
    )
    goal = eq(waiting, time)
    s = fresh()

    def value(moment, above):
        """S(moment) = log cosh(2 A)/(2 eta)."""
        return at_time(accumulated_later(s), s, moment, above)

    def side(sign, force, one, more):
        top = ring(eq(U_star, num(sign) * HALF * g), maximal_utility(), force)
        full = fact("inverse", differs(top_above(), negation(eq(U_star, 0))), z=U_star)
        slow = positive(2 * eta * U_star, [rate, top_above()])
        # 2 sgn(g) A at any moment is sgn(g) 2 G - 4 eta U* s, and at the printed time it is -B
        force_ = combine(eq(g, num(2 * sign) * U_star), (num(-2 * sign), top))

        def earlier(less):
            """The printed time comes after the activation, yet S is 1 there."""
            late = at(after, time, less)
            at_one = ring(
                eq(2 * angle(time), num(-sign) * size), force_, one, start_angle(), full, unit
            )
            flat = ring(
                eq(cosh(2 * angle(time)), exp(2 * eta)),
                equal_inside(cosh(2 * angle(time)), at_one),
                *even(sign, size),
                reach,
            )
            logs = ring(
                eq(log(cosh(2 * angle(time))), 2 * eta),
                equal_inside(log(cosh(2 * angle(time))), flat),
                fact("log-exp", x=2 * eta),
            )
            time_above = bound(le(0, time), (), [[less], [low]], exact=True)
            amount = ring(eq(S_on(time), 1), value(time, time_above), logs, unit)
            return contradiction(bound(lt(0, 0), [amount], [[late]], exact=True), goal)

        def later_than(greater):
            """At the activation |2 A| > B already, so S > 1."""
            turn = num(-sign) * (2 * angle(waiting))
            lies = ring(
                eq(turn, size + 4 * eta * U_star * (waiting - time)),
                force_,
                one,
                start_angle(),
                full,
                unit,
            )
            beyond = order_by(lt(size, turn), lies, greater, slow)
            bigger = cosh_increases(edge, beyond)
            own = ring(eq(cosh(turn), cosh(2 * angle(waiting))), *even(sign, 2 * angle(waiting)))
            over = above_edge(bigger, own, reach)
            logs = log_below(over, positive(exp(2 * eta), []))
            amount = value(waiting, low)
            more_than = bound(
                lt(1, S_on(waiting)),
                [amount, fact("log-exp", x=2 * eta), unit],
                [[logs, positive(inv(eta), [rate])]],
            )
            limit = at(before, waiting, low, bound(le(waiting, waiting)))
            return contradiction(bound(lt(0, 0), (), [[more_than], [limit]], exact=True), goal)

        return by_cases(trichotomy(waiting, time), earlier, lambda same: same, later_than)

    return either_force(goal, side, top_above())


def order_by(goal: Term, equation: Theorem, greater: Theorem, scale: Theorem) -> Theorem:
    """b - a = 2 (x - y) c with y < x and 0 < c: a < b."""
    return order(goal, ((num(-1), equation),), ((num(2), (greater, scale), ONE),))


def above_edge(bigger: Theorem, own: Theorem, reach: Theorem) -> Theorem:
    """cosh(B) < cosh(x) = cosh(y) and cosh(B) = w: w < cosh(y)."""
    goal = lt(reach.conclusion.args[1], own.conclusion.args[1])
    return order(goal, ((num(1), own), (num(-1), reach)), ((ONE, (bigger,), ONE),))


@proof("diagonal.simplified-jump-time")
def simplified_jump_time() -> Theorem:
    """Of s - tau g = 1 and s - tau g = -1 only the one with the sign of -g has a positive root,
    since |s| <= 1.
    """
    s, tau = letters.s_i, letters.tau_pf
    after, reached, _ = defined("diagonal.first-root")
    low, high = assumed(le(-1, s), le(s, 1))
    goal = eq(tau, inv(call("abs", g)) * (1 + s * call("sign", g)))

    def side(sign, size, one, more):
        down = inverse(num(sign) * g, [more])
        scale = equal_inside(inv(call("abs", g)), size)

        def root(found):
            """sign g tau = 1 + sign s."""
            solved = combine(
                eq(tau, inv(num(sign) * g) * (1 + num(sign) * s)),
                (inv(num(sign) * g), found),
                (tau, down),
            )
            return ring(goal, scale, one, solved)

        def wrong(found):
            edge = low if sign < 0 else high
            turn = combine(eq(tau * g, s - num(sign)), (1, found))
            return contradiction(bound(lt(0, 0), [turn], [[after, more], [edge]], exact=True), goal)

        branches = (wrong, root) if sign > 0 else (root, wrong)
        return by_cases(reached, *branches)

    return either_force(goal, side, some_force())
