"""One step of AGF is one of the limiting algorithm, stretched by A = arcosh(exp(2 eta))/(2 eta)."""

from __future__ import annotations

from theory.diagonal.kernel_proofs.entry import defined, proof, stated
from theory.diagonal.kernel_proofs.jumps.jump_time import jump_time, simplified_jump_time
from theory.diagonal.kernel_proofs.neuron.accumulated import (
    accumulated_later,
    angle,
    at_time,
    equal_inside_algebra,
    later,
    now,
    sign_of_product,
    start_angle,
)
from theory.diagonal.kernel_proofs.neuron.utility import maximal_utility, top_above
from theory.diagonal.letters import (
    S_0,
    S_later,
    U_star,
    algorithm,
    dual,
    eta,
    g,
    rho,
    rho_later,
    s_i,
    t,
    tau_pf,
    u_on,
    v_on,
    waiting,
)
from theory.diagonal.letters.algorithm import s_later, sigma_later
from theory.proof.lemmas import HALF, cosh, exp, inv, log, sign_times_acosh_cosh
from theory.proof.rules import Theorem, assume, generalise
from theory.proof.tactics import (
    at,
    bound,
    combine,
    differs,
    equal_inside,
    fact,
    fresh,
    inverse,
    positive,
    ring,
)
from theory.proof.terms import call, eq, lt, negation

SIZE = call("acosh", exp(2 * eta))  # 2 eta A
START = rho * call("acosh", exp(2 * eta * S_0))  # 2 eta sigma


def unit() -> Theorem:
    """eta (1/eta) = 1."""
    return inverse(eta, [assume(lt(0, eta))])


def start_stretched() -> Theorem:
    """rho arcosh(exp(2 eta S)) = 2 eta A s at the last jump."""
    (known,) = defined("diagonal.stretched")
    return combine(eq(START, SIZE * s_i), (2 * eta, known), (-(START - SIZE * s_i), unit()))


def inverse_of_maximum() -> Theorem:
    """1/U* = 2/|g|."""
    size = call("abs", g)
    top = maximal_utility()
    above = bound(lt(0, size), [combine(eq(size, 2 * U_star), (-2, top))], [[top_above()]])
    half = HALF * size
    own = fact("inverse", differs(above, negation(eq(size, 0))), z=size)
    more = bound(lt(0, half), (), [[above]])
    other = fact("inverse", differs(more, negation(eq(half, 0))), z=half)
    twice = combine(eq(inv(half), 2 * inv(size)), (-inv(half), own), (2 * inv(size), other))
    return combine(eq(inv(U_star), 2 * inv(size)), (1, equal_inside(inv(U_star), top)), (1, twice))


def later_angle() -> Theorem:
    """rho arcosh(exp(2 eta S)) = 2 (G - eta g t) a time t after the last jump."""
    s, y, turn = fresh(), fresh(), 2 * angle(t)
    _, end, _ = defined("diagonal.later")
    (sign,) = defined("diagonal.later-sign")
    there = at_time(accumulated_later(s), s, t, now())
    value = combine(eq(S_later, HALF * inv(eta) * log(cosh(turn))), (1, end), (1, there))
    grown = combine(
        eq(exp(2 * eta * S_later), cosh(turn)),
        (1, equal_inside(exp(2 * eta * S_later), value)),
        (
            1,
            equal_inside_algebra(
                exp(2 * eta * (HALF * inv(eta) * log(cosh(turn)))), exp(log(cosh(turn))), unit()
            ),
        ),
        (1, fact("exp-log", positive(cosh(turn), []), x=cosh(turn))),
    )
    pair = tuple(at_time(one, s, t, now()) for one in later(s))
    side = combine(
        eq(rho_later, call("sign", turn)),
        (1, sign),
        (1, sign_of_product(u_on(t), v_on(t), angle(t), pair)),
    )
    distance = call("acosh", exp(2 * eta * S_later))
    return ring(
        eq(rho_later * distance, turn),
        equal_inside(distance, grown),
        side,
        at(generalise(sign_times_acosh_cosh(y), y), turn),
    )


@proof("diagonal.exact-relation-step")
def exact_relation_step() -> Theorem:
    """Both times are (1 + sgn(g) s)/|g|, times A or not; sigma = G/eta - g t with G = eta A s."""
    edge = algorithm.edge()
    times = ring(
        eq(waiting, edge * tau_pf),
        jump_time(),
        inverse_of_maximum(),
        simplified_jump_time(),
        start_stretched(),
    )
    _, clock, moved, sigma = defined("diagonal.step")
    begun = combine(eq(dual, HALF * SIZE * s_i), (-HALF, start_angle()), (HALF, start_stretched()))
    root = ring(eq(sigma_later, inv(eta) * angle(t)), sigma, later_angle())
    integrals = ring(eq(sigma_later, edge * s_later), root, begun, clock, moved, unit())
    return stated("diagonal.exact-relation-step", times, integrals)
