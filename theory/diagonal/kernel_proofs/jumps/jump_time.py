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
from theory.diagonal.letters import S_0, S_on, U_star, eta, g, rho, waiting
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

RATE = assume(lt(0, eta))
EDGE = call("acosh", exp(2 * eta))  # B: |2 A| at which S = 1
START = call("acosh", exp(2 * eta * S_0))
TIME = num(1, 4) * inv(U_star) * inv(eta) * (rho * START * call("sign", g) + EDGE)  # as printed


def edge_above_zero() -> tuple[Theorem, Theorem]:
    """cosh(B) = exp(2 eta) and 0 <= B."""
    large = weaker(exp_above_one(positive(2 * eta, [RATE])))
    reach = fact("cosh-acosh", large, x=exp(2 * eta))
    return reach, fact("acosh-nonnegative", large, x=exp(2 * eta))


def one_at_time(sign: int, rules: tuple[Theorem, ...]) -> Theorem:
    """log cosh(2 A) = 2 eta at the printed time, where 2 A = -sgn(g) B."""
    reach, _ = edge_above_zero()
    whole = cosh(2 * angle(TIME))
    at_edge = ring(eq(2 * angle(TIME), num(-sign) * EDGE), *rules)
    flat = ring(eq(whole, exp(2 * eta)), equal_inside(whole, at_edge), *even(sign, EDGE), reach)
    return ring(eq(log(whole), 2 * eta), equal_inside(log(whole), flat), fact("log-exp", x=2 * eta))


def above_at_activation(
    sign: int, rules: tuple[Theorem, ...], greater: Theorem, slow: Theorem
) -> Theorem:
    """exp(2 eta) < cosh(2 A) at an activation after the printed time: |2 A| > B."""
    reach, edge = edge_above_zero()
    turn = num(-sign) * (2 * angle(waiting))
    lies = ring(eq(turn, EDGE + 4 * eta * U_star * (waiting - TIME)), *rules)
    bigger = cosh_increases(edge, order_by(lt(EDGE, turn), lies, greater, slow))
    own = ring(eq(cosh(turn), cosh(2 * angle(waiting))), *even(sign, 2 * angle(waiting)))
    return above_edge(bigger, own, reach)


@proof("diagonal.jump-time")
def jump_time() -> Theorem:
    """At the printed time 2 A = -sgn(g) B with cosh B = exp(2 eta), so S = 1; later |2 A| > B and S
    > 1.
    """
    low, before, after = defined("diagonal.activation")
    unit = inverse(eta, [RATE])
    goal = eq(waiting, TIME)
    s = fresh()

    def value(moment, above):
        """S(moment) = log cosh(2 A)/(2 eta)."""
        return at_time(accumulated_later(s), s, moment, above)

    def side(sign, force, one, more):
        top = ring(eq(U_star, num(sign) * HALF * g), maximal_utility(), force)
        full = fact("inverse", differs(top_above(), negation(eq(U_star, 0))), z=U_star)
        slow = positive(2 * eta * U_star, [RATE, top_above()])
        # 2 sgn(g) A at any moment is sgn(g) 2 G - 4 eta U* s, and at the printed time it is -B
        force_ = combine(eq(g, num(2 * sign) * U_star), (num(-2 * sign), top))
        rules = force_, one, start_angle(), full, unit

        def earlier(less):
            """The printed time comes after the activation, yet S is 1 there."""
            late = at(after, TIME, less)
            time_above = bound(le(0, TIME), (), [[less], [low]], exact=True)
            logs = one_at_time(sign, rules)
            amount = ring(eq(S_on(TIME), 1), value(TIME, time_above), logs, unit)
            return contradiction(bound(lt(0, 0), [amount], [[late]], exact=True), goal)

        def later_than(greater):
            """At the activation |2 A| > B already, so S > 1."""
            over = above_at_activation(sign, rules, greater, slow)
            logs = log_below(over, positive(exp(2 * eta), []))
            more_than = bound(
                lt(1, S_on(waiting)),
                [value(waiting, low), fact("log-exp", x=2 * eta), unit],
                [[logs, positive(inv(eta), [RATE])]],
            )
            limit = at(before, waiting, low, bound(le(waiting, waiting)))
            return contradiction(bound(lt(0, 0), (), [[more_than], [limit]], exact=True), goal)

        return by_cases(trichotomy(waiting, TIME), earlier, lambda same: same, later_than)

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
