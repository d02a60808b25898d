"""The constant of the solution, artanh(U_0/U*): from the parameters, the norm and the accumulated
utility.
"""

from __future__ import annotations

from theory.diagonal.kernel_proofs.entry import assumed, defined, domain, proof
from theory.diagonal.kernel_proofs.neuron.accumulated import (
    sign_of_product,
    sign_of_sinh,
    start_angle,
)
from theory.diagonal.kernel_proofs.neuron.flow import alpha_above, orbit, rooted
from theory.diagonal.kernel_proofs.neuron.utility import (
    either_force,
    maximal_utility,
    positive_norm,
    some_force,
    utility_in_angle,
)
from theory.diagonal.letters import (
    S_0,
    U_0,
    U_star,
    alpha,
    delta,
    dual,
    eta,
    g,
    rho,
    theta_sq,
    u,
    v,
)
from theory.proof.lemmas import (
    HALF,
    cosh,
    cosh_at_least_one,
    cosh_double,
    exp,
    inv,
    pythagoras,
    sign_times_acosh_cosh,
    sinh,
    sqrt,
    sqrt_is,
    tanh,
    tanh_odd,
    tanh_quotient,
    tanh_within,
)
from theory.proof.rules import Theorem
from theory.proof.tactics import (
    bound,
    combine,
    differs,
    equal_inside,
    fact,
    inverse,
    positive,
    ring,
    weaker,
)
from theory.proof.terms import Term, call, eq, le, lt, negation, num, var


def secant(x: Term) -> tuple[Theorem, Theorem, Theorem]:
    """With q = artanh x: x = sinh q/cosh q, 1/cosh q > 0 and 1/sqrt(1 - x^2) = cosh q."""
    low, high = assumed(lt(-1, x), lt(x, 1))
    q = call("atanh", x)
    down = inv(cosh(q))
    unit = inverse(cosh(q), [])
    value = combine(
        eq(x, sinh(q) * down), (-1, fact("tanh-atanh", low, high, x=x)), (1, tanh_quotient(q))
    )
    squared = ring(eq(down**2, 1 - x**2), value, pythagoras(q), unit)
    below = positive(down, [])
    root = sqrt_is(down, weaker(below), squared)
    back = combine(
        eq(inv(down), cosh(q)),
        (cosh(q), fact("inverse", differs(below, negation(eq(down, 0))), z=down)),
        (-inv(down), unit),
    )
    top = inv(sqrt(1 - x**2))
    return value, below, combine(eq(top, cosh(q)), (1, equal_inside(top, root)), (1, back))


@proof("diagonal.hyperbolic-identity")
def hyperbolic_identity() -> Theorem:
    """With q = artanh x: sqrt(1 - x^2) = 1/cosh q, and x has the sign of q."""
    x = var("x")
    q, top = call("atanh", x), inv(sqrt(1 - x**2))
    down = inv(cosh(q))
    value, below, whole = secant(x)
    size = equal_inside(call("acosh", top), whole)
    sign = combine(
        eq(call("sign", x), call("sign", q)),
        (1, equal_inside(call("sign", x), value)),
        (1, sign_of_sinh(down, q, below)),
    )
    return combine(
        eq(q, call("sign", x) * call("acosh", top)),
        (-1, sign_times_acosh_cosh(q)),
        (-call("acosh", cosh(q)), sign),
        (-call("sign", x), size),
    )


def quotient(sign: int, size: Theorem, more: Theorem) -> Theorem:
    """U_0/U* = tanh(-sign 2 G), where |g| = sign g."""
    (value,) = defined("diagonal.start-utility")
    there = utility_in_angle(u, v, g, dual, orbit())
    top = ring(eq(U_star, num(sign) * HALF * g), maximal_utility(), size)
    half = num(sign) * HALF * g
    unit = fact("inverse", differs(bound(lt(0, half), (), [[more]]), negation(eq(half, 0))), z=half)
    down = equal_inside(inv(U_star), top)
    turn = tanh_odd(2 * dual) if sign > 0 else None
    goal = eq(U_0 * inv(U_star), tanh(num(-sign) * (2 * dual)))
    shorter = combine(eq(g * inv(half), num(2 * sign)), (num(2 * sign), unit))
    return ring(goal, value, there, down, shorter, *([turn] if turn else []))


def delta_in_angle(force: Theorem, sign: int, size: Theorem, more: Theorem) -> Theorem:
    """artanh(U_0/U*) = -sign 2 G."""
    inside = equal_inside(call("atanh", U_0 * inv(U_star)), quotient(sign, size, more))
    angle = num(-sign) * (2 * dual)
    return combine(
        eq(call("atanh", U_0 * inv(U_star)), angle), (1, inside), (1, fact("atanh-tanh", x=angle))
    )


def double_angle() -> Theorem:
    """2 u v/|theta|^2 = tanh(2 G)."""
    (norm,) = defined("diagonal.norm")
    there = utility_in_angle(u, v, num(-2), dual, orbit())  # 2 u v/(u^2 + v^2) = tanh(2 G)
    return ring(
        eq(2 * u * v * inv(theta_sq), tanh(2 * dual)),
        equal_inside(inv(theta_sq), norm),
        combine(eq(u * v * inv(u**2 + v**2), HALF * tanh(2 * dual)), (HALF, there)),
    )


@proof("diagonal.delta-parameters")
def delta_parameters() -> Theorem:
    """2 u v/|theta|^2 = tanh(2 G), and delta = -sgn(g) 2 G."""
    (constant_,) = defined("diagonal.delta")
    inside = 2 * u * v * inv(theta_sq)
    value = double_angle()
    back = combine(
        eq(call("atanh", inside), 2 * dual),
        (1, equal_inside(call("atanh", inside), value)),
        (1, fact("atanh-tanh", x=2 * dual)),
    )
    goal = eq(delta, -(call("atanh", inside) * call("sign", g)))

    def side(sign, size, one, more):
        return ring(goal, constant_, delta_in_angle(some_force(), sign, size, more), one, back)

    return either_force(goal, side, some_force())


def delta_by(goal: Term, size_is: Theorem) -> Theorem:
    """delta = -rho acosh(...) sgn(g), where rho acosh(...) = 2 G."""
    (constant_,) = defined("diagonal.delta")

    def side(sign, size, one, more):
        return ring(goal, constant_, delta_in_angle(some_force(), sign, size, more), one, size_is)

    return either_force(goal, side, some_force())


def norm_in_angle() -> Theorem:
    """|theta|^2/(2 alpha^2) = cosh(2 G)."""
    return ring(
        eq(HALF * theta_sq * inv(alpha) ** 2, cosh(2 * dual)),
        *defined("diagonal.norm"),
        *orbit(),
        rooted(),
        inverse(alpha, [alpha_above()]),
        cosh_double(dual),
    )


@proof("diagonal.delta-norm")
def delta_norm() -> Theorem:
    """|theta|^2/(2 alpha^2) = cosh(2 G)."""
    (sign,) = defined("diagonal.sign")
    value = norm_in_angle()
    inside = value.conclusion.args[0]
    size = call("acosh", inside)
    rho_is = combine(
        eq(rho, call("sign", 2 * dual)), (1, sign), (1, sign_of_product(u, v, dual, orbit()))
    )
    whole = ring(
        eq(rho * size, 2 * dual), equal_inside(size, value), rho_is, sign_times_acosh_cosh(2 * dual)
    )
    return delta_by(eq(delta, -(rho * size * call("sign", g))), whole)


@proof("diagonal.delta-accumulated")
def delta_accumulated() -> Theorem:
    """rho arcosh exp(2 eta S_0) = 2 G."""
    return delta_by(
        eq(delta, -(rho * call("acosh", exp(2 * eta * S_0)) * call("sign", g))), start_angle()
    )


@domain("diagonal.hyperbolic-identity")
def hyperbolic_identity_domain() -> list[Theorem]:
    """1/sqrt(1 - x^2) = cosh(artanh x) >= 1."""
    x = var("x")
    root = sqrt(1 - x**2)
    above = bound(lt(0, 1 - x**2), (), [assumed(lt(-1, x), lt(x, 1))])
    largest = cosh_at_least_one(call("atanh", x))
    return [
        differs(positive(root, [above]), negation(eq(root, 0))),
        bound(le(1, inv(root)), [secant(x)[2]], [[largest]]),
    ]


@domain("diagonal.delta-parameters")
def delta_parameters_domain() -> list[Theorem]:
    """2 u v/|theta|^2 = tanh(2 G) lies between -1 and 1."""
    (norm,) = defined("diagonal.norm")
    value = double_angle()
    inside = value.conclusion.args[0]
    low, high = tanh_within(2 * dual)
    above = bound(lt(0, theta_sq), [norm], [[positive_norm(u, v, dual, orbit())]])
    return [
        bound(lt(-1, inside), [value], [[low]]),
        bound(lt(inside, 1), [value], [[high]]),
        differs(above, negation(eq(theta_sq, 0))),
    ]


@domain("diagonal.delta-norm")
def delta_norm_domain() -> list[Theorem]:
    """|theta|^2/(2 alpha^2) = cosh(2 G) >= 1."""
    value = norm_in_angle()
    return [bound(le(1, value.conclusion.args[0]), [value], [[cosh_at_least_one(2 * dual)]])]
