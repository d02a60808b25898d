"""The utility and its integral a time t after the last jump, in closed form."""

from __future__ import annotations

from theory.diagonal import letters
from theory.diagonal.kernel_proofs.entry import assumed, defined, domain, proof
from theory.diagonal.kernel_proofs.neuron.accumulated import (
    accumulated,
    accumulated_later,
    angle,
    at_time,
    exp_of_accumulated,
    later,
    now,
    start_angle,
)
from theory.diagonal.kernel_proofs.neuron.delta import delta_in_angle
from theory.diagonal.kernel_proofs.neuron.utility import (
    either_force,
    maximal_utility,
    top_above,
    utility_in_angle,
)
from theory.diagonal.letters import (
    S_0,
    U_0,
    S_later,
    U_star,
    delta,
    dual,
    eta,
    g,
    rho,
    t,
    u_on,
    v_on,
)
from theory.proof.lemmas import (
    HALF,
    acosh_cosh,
    cosh,
    cosh_even,
    exp,
    inv,
    log,
    log_inverse,
    log_product,
    product_zero,
    tanh,
    tanh_odd,
)
from theory.proof.rules import Theorem, assume, axiom, discharge
from theory.proof.tactics import (
    bound,
    by_cases,
    combine,
    differs,
    equal_inside,
    fact,
    fresh,
    given,
    inverse,
    positive,
    put,
    ring,
)
from theory.proof.terms import ZERO, Term, call, eq, lt, negation, num


@proof("diagonal.utility-solution")
def utility_solution() -> Theorem:
    """The normalised utility is -(g/2) tanh(2 A), with 2 A = 2 G - 2 eta g t; artanh(U_0/U*) =
    -sgn(g) 2 G.
    """
    s = fresh()
    (value,) = defined("diagonal.later-utility")
    pair = tuple(at_time(one, s, t, now()) for one in later(s))
    there = utility_in_angle(u_on(t), v_on(t), g, angle(t), pair)
    inside = 4 * U_star * eta * t + call("atanh", U_0 * inv(U_star))
    goal = eq(letters.U_later, U_star * tanh(inside))

    def side(sign, size, one, more):
        top = ring(eq(U_star, num(sign) * HALF * g), maximal_utility(), size)
        turn = ring(
            eq(inside, num(-sign) * (2 * angle(t))),
            delta_in_angle(top_above(), sign, size, more),
            top,
        )
        final = equal_inside(tanh(inside), turn)
        return ring(goal, value, there, final, top, *([tanh_odd(2 * angle(t))] if sign > 0 else []))

    return either_force(goal, side, top_above())


def even(sign: int, x: Term) -> list[Theorem]:
    """cosh(-x) = cosh(x), where the sign asks for it."""
    return [cosh_even(x)] if sign > 0 else []


@proof("diagonal.accumulated-utility-expanded")
def accumulated_utility_expanded() -> Theorem:
    """S_later - S_0 = log(cosh(2 A)/cosh(2 G))/(2 eta)."""
    s = fresh()
    (constant_,) = defined("diagonal.delta")
    _, end, _ = defined("diagonal.later")
    start, there = accumulated(), at_time(accumulated_later(s), s, t, now())
    turn = delta + 4 * U_star * eta * t
    inside = inv(cosh(delta)) * cosh(turn)
    goal = eq(S_later, S_0 + HALF * inv(eta) * log(inside))

    def side(sign, size, one, more):
        top = ring(eq(U_star, num(sign) * HALF * g), maximal_utility(), size)
        begun = ring(
            eq(delta, num(-sign) * (2 * dual)),
            constant_,
            delta_in_angle(top_above(), sign, size, more),
        )
        moved = ring(eq(turn, num(-sign) * (2 * angle(t))), begun, top)
        first = ring(
            eq(cosh(delta), cosh(2 * dual)), equal_inside(cosh(delta), begun), *even(sign, 2 * dual)
        )
        last_ = ring(
            eq(cosh(turn), cosh(2 * angle(t))),
            equal_inside(cosh(turn), moved),
            *even(sign, 2 * angle(t)),
        )
        bottom, upper = positive(cosh(2 * dual), []), positive(cosh(2 * angle(t)), [])
        whole = ring(
            eq(inside, inv(cosh(2 * dual)) * cosh(2 * angle(t))),
            equal_inside(inv(cosh(delta)), first),
            last_,
        )
        split = log_product(
            inv(cosh(2 * dual)),
            cosh(2 * angle(t)),
            fact("inverse-positive", bottom, x=cosh(2 * dual)),
            upper,
        )
        return ring(
            goal,
            end,
            there,
            start,
            equal_inside(log(inside), whole),
            split,
            log_inverse(cosh(2 * dual), bottom),
        )

    return either_force(goal, side, top_above())


@proof("diagonal.accumulated-utility-main")
def accumulated_utility_main() -> Theorem:
    """With the sign sgn(-g) rho; where rho = 0 the neuron is at G = 0 and both signs give the
    same.
    """
    s = fresh()
    pm = letters.pm
    _, end, _ = defined("diagonal.later")
    _, known = defined("diagonal.either-sign")
    there = at_time(accumulated_later(s), s, t, now())
    size = call("acosh", exp(2 * eta * S_0))
    turn = 2 * eta * (2 * U_star * t + HALF * pm * inv(eta) * size)
    goal = eq(S_later, HALF * inv(eta) * log(cosh(turn)))
    unit = inverse(eta, [assume(lt(0, eta))])
    magnitude = combine(
        eq(size, call("sign", 2 * dual) * (2 * dual)),
        (1, equal_inside(size, exp_of_accumulated())),
        (1, acosh_cosh(2 * dual)),
    )

    def side(sign, force, one, more):
        top = ring(eq(U_star, num(sign) * HALF * g), maximal_utility(), force)

        def finish(product):
            """pm arcosh exp(2 eta S_0) = -sign 2 G."""
            inside = ring(eq(turn, num(-sign) * (2 * angle(t))), top, product, unit)
            back = ring(
                eq(cosh(turn), cosh(2 * angle(t))),
                equal_inside(cosh(turn), inside),
                *even(sign, 2 * angle(t)),
            )
            return ring(goal, end, there, equal_inside(log(cosh(turn)), back))

        def moving(some):
            return finish(
                ring(eq(pm * size, num(-sign) * (2 * dual)), given(known, some), one, start_angle())
            )

        def still(none):
            """g rho = 0 and g != 0: rho = 0, so 2 G = rho arcosh(...) = 0."""
            flat = combine(
                eq(rho, 0),
                (
                    num(1),
                    product_zero(
                        none, differs(more, negation(eq(g, 0))) if sign > 0 else _below(more)
                    ),
                ),
            )
            zero = ring(eq(2 * dual, 0), symmetric_rewrite(start_angle()), flat)
            same = ring(eq(size, 0), magnitude, combine(eq(dual, 0), (HALF, zero)))
            return finish(
                ring(
                    eq(pm * size, num(-sign) * (2 * dual)), same, combine(eq(dual, 0), (HALF, zero))
                )
            )

        return by_cases(eq(g * rho, 0), still, moving)

    return either_force(goal, side, top_above())


def _below(more: Theorem) -> Theorem:
    """0 < -g: not g = 0."""
    equation = eq(g, 0)
    false = bound(lt(0, 0), [assume(equation)], [[more]])
    return discharge(equation, given(put(axiom("irreflexive"), x=ZERO), false))


def symmetric_rewrite(equation: Theorem) -> Theorem:
    """The angle in terms of rho: G = rho arcosh(...)/2."""
    left, _ = equation.conclusion.args
    return combine(eq(dual, HALF * left), (-HALF, equation))


@domain("diagonal.utility-solution")
def utility_solution_domain() -> list[Theorem]:
    """|U_0| < U* is assumed."""
    high, low = assumed(lt(U_0, U_star), lt(-U_star, U_0))
    share, unit = U_0 * inv(U_star), inverse(U_star, [top_above()])
    above = positive(inv(U_star), [top_above()])
    return [
        bound(lt(-1, share), [unit], [[low, above]]),
        bound(lt(share, 1), [unit], [[high, above]]),
    ]
