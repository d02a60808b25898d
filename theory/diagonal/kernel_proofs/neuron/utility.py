"""The utility of one neuron: its maximum |g|/2 on the circle, its gradient, and its Riccati
equation.
"""

from __future__ import annotations

from collections.abc import Callable

from theory.diagonal import letters
from theory.diagonal.kernel_proofs.entry import contradiction_of, defined, proof, stated
from theory.diagonal.kernel_proofs.neuron.flow import ROOT, alpha_above, rooted
from theory.diagonal.letters import U_star, alpha, eta, g, t, u, u_on, v, v_on
from theory.proof.lemmas import (
    HALF,
    abs_square,
    cosh,
    cosh_double,
    inv,
    sinh,
    sinh_double,
    tanh,
    trichotomy,
)
from theory.proof.rules import Theorem, assume
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    derivative,
    differs,
    equal_inside,
    fact,
    obtain,
    one_slope,
    parts,
    positive,
    ring,
    symmetric,
    weaker,
)
from theory.proof.terms import ZERO, Term, call, eq, le, lt, make, negation, num


@proof("diagonal.maximal-utility")
def maximal_utility() -> Theorem:
    """Where it is attained it is at most |g|/2, since 1 -+ 2 a b = (a -+ b)^2; at a = -+b it is
    |g|/2.
    """
    limit, attained = defined("diagonal.maximum")
    top = HALF * call("abs", g)

    def side(sign, size):
        """For |g| = sign g: the point (1, -sign)/sqrt(2)."""
        a, b = HALF * ROOT, num(-sign) * HALF * ROOT
        circle = ring(eq(a**2 + b**2, 1), rooted())
        force = fact("abs-nonnegative" if sign > 0 else "abs-negative", size, x=g)
        low = bound(le(top, U_star), [force, rooted()], [[at(limit, a, b, circle)]])
        size = size if sign > 0 else bound(le(0, -g), (), [[size]])

        def point(a, rest):
            def other(b, found):
                on, value = parts(found)
                one = combine(eq(a**2, 1 - b**2), (1, on))
                high = bound(
                    le(U_star, top), [symmetric(value), force, one], [([size], a + num(sign) * b)]
                )
                return fact("antisymmetric", high, low, x=U_star, y=top)

            return obtain(rest, other)

        return obtain(attained, point)

    return by_cases(
        trichotomy(ZERO, g),
        lambda up: side(1, weaker(up)),
        lambda same: side(1, bound(le(0, g), [symmetric(same)])),
        lambda down: side(-1, weaker(down)),
    )


@proof("diagonal.utility-gradient")
def utility_gradient() -> Theorem:
    """A derivative is unique, and -g v is one."""
    found = []
    for known, point in zip(defined("diagonal.partials"), (u, v)):
        low, high, _, value, body = known.conclusion.args
        own = derivative(make("lam", ("Real",), (body,)), low, high, point)
        found.append(one_slope(known, own))
    return stated("diagonal.utility-gradient", *found)


@proof("diagonal.gradient-norm")
def gradient_norm() -> Theorem:
    """|grad U|^2 = g^2 (u^2 + v^2) = g^2 = 4 U*^2."""
    du, dv = parts(utility_gradient())
    _, squared = defined("diagonal.slope")
    (circle,) = defined("diagonal.on-circle")
    top = maximal_utility()
    return ring(
        eq(letters.slope**2, 4 * U_star**2),
        squared,
        top,
        abs_square(g),
        du,
        dv,
        combine(eq(u**2, 1 - v**2), (1, circle)),
    )


@proof("diagonal.riccati")
def riccati() -> Theorem:
    """Differentiate -g u v/(u^2 + v^2) along u' = -eta g v, v' = -eta g u."""
    _, _, flow = defined("diagonal.dormant")
    after, norm, value, rate = defined("diagonal.rate")
    square = u_on(t) ** 2 + v_on(t) ** 2
    whole = fact("inverse", differs(norm, negation(eq(square, 0))), z=square)
    known = parts(at(flow, t, t, weaker(after), bound(le(t, t))))
    own = derivative(lambda s: letters.normalised(u_on(s), v_on(s)), 0, t, t, known, side=[norm])
    *_, slope, body = rate.conclusion.args
    unique = one_slope(rate, own, after, weaker(after), bound(le(t, t)))
    shorter = combine(eq(u_on(t) ** 2 * inv(square), 1 - v_on(t) ** 2 * inv(square)), (1, whole))
    return ring(
        eq(slope, 4 * eta * (U_star**2 - letters.U_bar**2)),
        unique,
        maximal_utility(),
        abs_square(g),
        value,
        shorter,
    )


def utility_in_angle(one: Term, other: Term, gradient: Term, turn: Term, orbit: tuple) -> Theorem:
    """-g a b/(a^2 + b^2) = -(g/2) tanh(2 A) for a = sqrt(2) alpha cosh A, b = sqrt(2) alpha sinh
    A.
    """
    square = one**2 + other**2
    twice = combine(
        eq(
            tanh(2 * turn) * cosh(turn) ** 2,
            2 * sinh(turn) * cosh(turn) - tanh(2 * turn) * sinh(turn) ** 2,
        ),
        (1, fact("tanh", x=2 * turn)),
        (-tanh(2 * turn), cosh_double(turn)),
        (1, sinh_double(turn)),
    )
    value = -(HALF * gradient * tanh(2 * turn))
    scaled = ring(eq(-(gradient * one * other), value * square), *orbit, rooted(), twice)
    norm = positive_norm(one, other, turn, orbit)
    whole = fact("inverse", differs(norm, negation(eq(square, 0))), z=square)
    return combine(
        eq(letters.normalised(one, other, gradient), value),
        (inv(square), scaled),
        (value, whole),
    )


def positive_norm(one: Term, other: Term, turn: Term, orbit: tuple) -> Theorem:
    """0 < a^2 + b^2 = 2 alpha^2 cosh(2 A)."""
    twice = positive(2 * alpha**2 * cosh(2 * turn), [alpha_above()])
    return bound(lt(0, one**2 + other**2), [*orbit, rooted(), cosh_double(turn)], [[twice]])


def either_force(goal: Term, side: Callable, force: Theorem) -> Theorem:
    """g > 0 and g < 0; side(sign, |g| = sign g, sign(g) = sign, 0 < sign g). ``force``: not g = 0,
    or 0 < U*.
    """

    def zero(same):
        if force.conclusion.op == "lt":
            top = ring(
                eq(U_star, 0),
                maximal_utility(),
                equal_inside(call("abs", g), same),
                fact("abs-nonnegative", bound(le(0, 0)), x=ZERO),
            )
            return contradiction(bound(lt(0, 0), [top], [[force]]), goal)
        return contradiction_of(force, same, goal)

    def down(below):
        return side(
            -1,
            fact("abs-negative", weaker(below), x=g),
            fact("sign-negative", below, x=g),
            bound(lt(0, -g), (), [[below]]),
        )

    def up(above):
        return side(
            1, fact("abs-nonnegative", weaker(above), x=g), fact("sign-positive", above, x=g), above
        )

    return by_cases(trichotomy(g), down, zero, up)


def some_force() -> Theorem:
    """Not g = 0."""
    return assume(negation(eq(g, 0)))


def top_above() -> Theorem:
    """0 < U*."""
    return assume(lt(0, U_star))
