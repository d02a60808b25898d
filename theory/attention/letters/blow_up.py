"""The jump time of a head as alpha -> 0: the integral of 1/|V| over its orbit, up to infinity."""

from __future__ import annotations

from theory.attention.letters import modes
from theory.attention.letters import orbit as one_orbit
from theory.attention.letters.dormant import N, mu
from theory.attention.letters.scaled import (
    I_at,
    V_hat,
    at_scale,
    below_top,
    end_at,
    minus_hat,
    plus_hat,
    tau_at,
)
from theory.proof.lemmas.limits import tends
from theory.proof.letters import DEFINITIONS, define, reads
from theory.proof.tactics import deriv, exists, forall, total
from theory.proof.terms import (
    REAL,
    Term,
    both,
    call,
    eq,
    function,
    implies,
    le,
    lt,
    negation,
    num,
    substituted,
    var,
)

tau_limit, quadrature_limit = map(var, ("tau_limit", "quadrature_limit"))
I_turn, sign_first, sign_last, side, far_end = map(
    var, ("I_turn", "sign_first", "sign_last", "side_of", "primitive_end")
)
turn_at, low_at, high_at, primitive = (
    function(name, REAL, REAL)
    for name in ("turn_at_scale", "I_low_at", "I_high_at", "primitive_hat")
)


def orbit_hat(x: Term) -> Term:
    """(V/alpha)^2 where the integral of V is x: the orbit of the fixed head."""

    def growth(j):
        power = 2 * N * mu(j) * x
        return plus_hat(j) ** 2 * (call("exp", power) - 1) + minus_hat(j) ** 2 * (
            call("exp", -power) - 1
        )

    return V_hat**2 + num(1, 4) * total(1, modes, growth)


def turned(alpha: Term) -> Term:
    """Where V^2 is least and the signs of V at the start and at the jump, at the scale alpha."""
    table = {
        **at_scale(alpha),
        one_orbit.turn: turn_at(alpha),
        one_orbit.before: sign_first,
        one_orbit.after: sign_last,
    }
    return substituted(DEFINITIONS["attention.one-turn"].statement, table)


def along(alpha: Term, statement) -> Term:
    """for all s in [0, T] at the scale alpha."""
    return forall(lambda s: implies(le(0, s), le(s, end_at(alpha)), statement(s)))


def on_the_way(alpha: Term) -> Term:
    """The primitive has the slope 1/|V| of the fixed head, except at the turn, where it has no
    jump.
    """

    def slope(s):
        x = I_at(alpha, s)
        value = call("inv", call("sqrt", orbit_hat(x)))
        return implies(
            negation(eq(s, turn_at(alpha))),
            deriv(low_at(alpha), high_at(alpha), x, value, primitive),
        )

    def near(e, r):
        turn, there = turn_at(alpha), primitive(I_at(alpha, turn_at(alpha)))
        return along(
            alpha,
            lambda s: implies(
                *(lt(turn - r, s), lt(s, turn + r)),
                both(
                    lt(there - e, primitive(I_at(alpha, s))),
                    lt(primitive(I_at(alpha, s)), there + e),
                ),
            ),
        )

    return both(
        along(
            alpha,
            lambda s: both(le(low_at(alpha), I_at(alpha, s)), le(I_at(alpha, s), high_at(alpha))),
        ),
        along(alpha, slope),
        forall(lambda e: implies(lt(0, e), exists(lambda r: both(lt(0, r), near(e, r))))),
    )


define(
    "attention.turns-at-scale",
    ("turn_at_scale", "I_turn", "sign_first", "sign_last", "side_of"),
    both(
        eq(side**2, 1),
        below_top(
            lambda alpha: both(
                turned(alpha),
                eq(I_at(alpha, turn_at(alpha)), I_turn),
                le(0, side * I_at(alpha, end_at(alpha))),
            )
        ),
    ),
    "at every small scale: where V^2 is least, the value of I there, the signs of V at the start "
    "and at the jump, and the sign of I at the jump, which are those of the fixed head",
)
define(
    "attention.quadrature-limit",
    ("quadrature_limit", "primitive_hat", "primitive_end", "I_low_at", "I_high_at"),
    both(
        below_top(on_the_way),
        forall(
            lambda e: implies(
                lt(0, e),
                exists(
                    lambda far: forall(
                        lambda x: implies(
                            lt(far, side * x), lt(call("abs", primitive(x) - far_end), e)
                        )
                    )
                ),
            )
        ),
        eq(
            quadrature_limit,
            sign_first * (primitive(I_turn) - primitive(0))
            + sign_last * (far_end - primitive(I_turn)),
        ),
    ),
    "the integral of dI/|V(I)| for the fixed head along the way of I, there and back, up to "
    "infinity",
)
define(
    "attention.tau-limit",
    ("tau_limit",),
    tends(lambda alpha: tau_at(alpha), tau_limit),
    "the limit of the jump time as alpha -> 0",
)
reads(
    "attention.exact-jump-time-limit",
    "attention.scaled-heads",
    "attention.turns-at-scale",
    "attention.quadrature-limit",
    "attention.tau-limit",
)
