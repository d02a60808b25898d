"""Which neuron activates, and with which sign: S = 1 where 2 G = -sgn(g) B."""

from __future__ import annotations

from functools import cache

from theory.diagonal.kernel_proofs.entry import defined, proof
from theory.diagonal.kernel_proofs.jumps.jump_time import jump_time
from theory.diagonal.kernel_proofs.jumps.plateau import (
    REACH,
    rate_above,
    reach_above,
)
from theory.diagonal.kernel_proofs.minima.kuhn_tucker import swap
from theory.diagonal.kernel_proofs.neuron.accumulated import (
    angle,
    at_time,
    later,
    sign_of_product,
    start_angle,
)
from theory.diagonal.kernel_proofs.neuron.utility import (
    either_force,
    maximal_utility,
    some_force,
    top_above,
)
from theory.diagonal.letters import DORMANT, FLOW, U_star, eta, g, rho, u, u_on, v, v_on, waiting
from theory.diagonal.letters import SIGN as RHO
from theory.diagonal.letters.scale import PAST
from theory.proof.lemmas import HALF
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, assume, discharge, instantiate
from theory.proof.tactics import (
    combine,
    conjuncts,
    differs,
    fact,
    fresh,
    given,
    inverse,
    ring,
    symmetric,
    written,
)
from theory.proof.tactics.linear import linear
from theory.proof.terms import call, eq, lt, negation, num


@cache
def sign_at_activation() -> Theorem:
    """sgn(u v) = -sgn(g) at the time Delta tau after the last jump, in the letters of the flow."""
    goal = eq(call("sign", u_on(waiting) * v_on(waiting)), -call("sign", g))
    s = fresh()
    low = defined("diagonal.activation")[0]
    pair = tuple(at_time(one, s, waiting, low) for one in later(s))
    turn = 2 * angle(waiting)
    signs = sign_of_product(u_on(waiting), v_on(waiting), angle(waiting), pair)

    def side(sign, _size, one, more):
        top = ring(eq(U_star, num(sign) * HALF * g), maximal_utility(), _size)
        full = fact("inverse", differs(top_above(), negation(eq(U_star, 0))), z=U_star)
        force = combine(eq(g, num(2 * sign) * U_star), (num(-2 * sign), top))
        there = ring(
            eq(turn, num(-sign) * REACH),
            jump_time(),
            force,
            one,
            start_angle(),
            full,
            inverse(eta, [rate_above()]),
        )
        if sign > 0:
            value = fact("sign-negative", linear(lt(turn, 0), there, reach_above()), x=turn)
        else:
            value = fact("sign-positive", linear(lt(0, turn), there, reach_above()), x=turn)
        return ring(goal, signs, value, one)

    return either_force(goal, side, some_force())


@proof("diagonal.activation-sign")
def activation_sign() -> Theorem:
    """The flow before the last jump ends where the one after it starts."""
    (whole,) = [assume_definition("diagonal.activated")]
    flow, dormant, u_is, v_is = conjuncts(whole)
    found = sign_at_activation()
    for definition in (FLOW, DORMANT, RHO):
        found = discharge(definition.statement, found)
    own = call("sign", u * v)
    found = instantiate(found, rho, own)
    found = instantiate(found, u, PAST[u], v, PAST[v])
    own = call("sign", PAST[u] * PAST[v])
    found = given(found, ring(eq(own, own)), dormant, flow)
    goal = eq(call("sign", u * v), -call("sign", g))
    product = swap(
        found,
        u_on(waiting),
        u,
        symmetric(u_is),
        lambda w: eq(call("sign", w * v_on(waiting)), -call("sign", g)),
    )
    return written(
        goal,
        swap(
            product,
            v_on(waiting),
            v,
            symmetric(v_is),
            lambda w: eq(call("sign", u * w), -call("sign", g)),
        ),
    )


def assume_definition(name: str) -> Theorem:
    """A definition as a hypothesis, whole."""
    return assume(DEFINITIONS[name].statement)
