"""The time of a dormant head on its orbit, by predicates: tau is when its norm is first 1.

V^2 is a function of I, eta times the integral of V (attention.dormant-value), so that dt =
dI/(eta V): before V turns round, where it does, and after it.
"""

from __future__ import annotations

from theory.attention.letters import modes
from theory.attention.letters.dormant import (
    FLOW,
    N,
    V,
    along,
    clock,
    end,
    minus_of,
    mu,
    plus_of,
    squared_norm,
)
from theory.proof.letters import define, reads
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
    var,
)

tau, quadrature, turn = map(var, ("tau", "quadrature", "turn_of"))
I_low, I_high, before, after = map(var, ("I_low", "I_high", "sign_before", "sign_after"))
primitive = function("primitive_of", REAL, REAL)


def orbit(x: Term) -> Term:
    """V^2 where the integral of V is x."""

    def growth(j):
        power = 2 * N * mu(j) * x
        return plus_of(j) ** 2 * (call("exp", power) - 1) + minus_of(j) ** 2 * (
            call("exp", -power) - 1
        )

    return V(0) ** 2 + num(1, 4) * total(1, modes, growth)


def travelled(s: Term) -> Term:
    """The primitive of 1/|V| where the head is at time s."""
    return primitive(clock(s))


define(
    "attention.first-norm-one",
    ("tau",),
    both(
        eq(tau, end),
        eq(squared_norm(end), 1),
        along(lambda s: implies(lt(s, end), lt(squared_norm(s), 1))),
    ),
    "the first time at which V^2 + |Q|^2 + |K|^2 is 1",
    sense="orbit",
)
define(
    "attention.one-turn",
    ("turn_of", "sign_before", "sign_after"),
    both(
        *(le(0, turn), le(turn, end), eq(before**2, 1), eq(after**2, 1)),
        along(lambda s: le(V(turn) ** 2, V(s) ** 2)),
        *(le(0, before * V(0)), le(0, after * V(end))),
    ),
    "a time at which V^2 is least, and the signs of V at the start and at the end",
)
define(
    "attention.quadrature",
    ("quadrature", "primitive_of", "I_low", "I_high"),
    both(
        along(lambda s: both(le(I_low, clock(s)), le(clock(s), I_high))),
        along(
            lambda s: implies(
                negation(eq(s, turn)),
                deriv(
                    I_low,
                    I_high,
                    clock(s),
                    call("inv", call("sqrt", orbit(clock(s)))),
                    primitive,
                ),
            )
        ),
        forall(
            lambda e: implies(
                lt(0, e),
                exists(
                    lambda r: both(
                        lt(0, r),
                        along(
                            lambda s: implies(
                                *(lt(turn - r, s), lt(s, turn + r)),
                                both(
                                    lt(travelled(turn) - e, travelled(s)),
                                    lt(travelled(s), travelled(turn) + e),
                                ),
                            )
                        ),
                    )
                ),
            )
        ),
        eq(
            quadrature,
            before * (travelled(turn) - travelled(num(0)))
            + after * (travelled(end) - travelled(turn)),
        ),
    ),
    "the integral of dI/|V(I)| along the way of I, there and back: a primitive of 1/sqrt(V^2) with "
    "V^2 as a function of I, which has no jump where V vanishes",
)
reads(
    "attention.exact-jump-time",
    *FLOW,
    "attention.clock",
    "attention.starts",
    "attention.first-norm-one",
    "attention.one-turn",
    "attention.quadrature",
)
