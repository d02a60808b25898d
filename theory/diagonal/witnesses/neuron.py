"""A neuron with gradient -1 before and after its last jump, in closed form.

alpha = 1/2, eta = 1, T_last = t = 1: u = cosh(s)/sqrt(2), v = sinh(s)/sqrt(2), G = s, S = log
cosh(2 s)/2, and so on after the last jump.
"""

from __future__ import annotations

from theory.diagonal.letters import (
    DEFINED,
    S_0,
    G_of,
    S_later,
    S_of,
    S_on,
    U_star,
    alpha,
    dual,
    eta,
    g,
    g_of,
    last,
    t,
    u,
    u_of,
    u_on,
    v,
    v_of,
    v_on,
)
from theory.proof.lemmas import (
    HALF,
    cosh,
    cosh_double,
    cosh_zero,
    inv,
    log,
    log_one,
    sinh,
    sinh_double,
    sinh_zero,
    sqrt,
)
from theory.proof.rules import Theorem
from theory.proof.tactics import (
    bound,
    combine,
    differs,
    equal_inside,
    fact,
    lam,
    positive,
    ring,
    satisfied,
)
from theory.proof.terms import ONE, TWO, ZERO, Term, both, eq, le, lt, negation, num, substituted

SCALE = HALF * sqrt(TWO)
ROOTED = fact("sqrt-square", bound(le(0, 2)), x=TWO)
NEURON = {
    alpha: HALF,
    eta: ONE,
    g: num(-1),
    last: ONE,
    t: ONE,
    dual: ONE,
    U_star: HALF,
    u_of: lam(lambda s: SCALE * cosh(s)),
    v_of: lam(lambda s: SCALE * sinh(s)),
    g_of: lam(lambda s: num(-1)),
    G_of: lam(lambda s: s),
    S_of: lam(lambda s: HALF * log(cosh(2 * s))),
    u: SCALE * cosh(ONE),
    v: SCALE * sinh(ONE),
    S_0: HALF * log(cosh(TWO)),
    u_on: lam(lambda s: SCALE * cosh(1 + s)),
    v_on: lam(lambda s: SCALE * sinh(1 + s)),
    S_on: lam(lambda s: HALF * log(cosh(2 + 2 * s))),
    S_later: HALF * log(cosh(num(4))),
}


def norm_of(angle: Term) -> list[Theorem]:
    """1/(u^2 + v^2) = 2/cosh(2 a), and sinh(2 a) = 2 sinh(a) cosh(a)."""
    square = (SCALE * cosh(angle)) ** 2 + (SCALE * sinh(angle)) ** 2
    twice = cosh(2 * angle)
    value = ring(eq(square, HALF * twice), ROOTED, cosh_double(angle))
    above = positive(twice, [])
    norm = bound(lt(0, square), [ROOTED, cosh_double(angle)], [[above]])
    unit = fact("inverse", differs(norm, negation(eq(square, 0))), z=square)
    other = fact("inverse", differs(above, negation(eq(twice, 0))), z=twice)
    solved = combine(
        eq(inv(square), 2 * inv(twice)),
        (2 * inv(twice), unit),
        (inv(square), other),
        (2 * inv(twice) * inv(square), value),
    )
    return [solved, ROOTED, sinh_double(angle)]


def at_start() -> list[Theorem]:
    """cosh(0) = 1, sinh(0) = 0, log(cosh(0)) = 0."""
    flat = combine(
        eq(log(cosh(ZERO)), 0), (1, equal_inside(log(cosh(ZERO)), cosh_zero())), (1, log_one())
    )
    return [cosh_zero(), sinh_zero(), flat]


def help_with(*letters: Term) -> list[Theorem]:
    """Equations for the start, for a time before the jump, or for one after it."""
    if not letters:
        return at_start()
    return norm_of(letters[-1]) if len(letters) == 1 else norm_of(1 + letters[-1])


FLOWS = (
    "diagonal.flow",
    "diagonal.dual",
    "diagonal.accumulated",
    "diagonal.dormant",
    "diagonal.later",
)


def statement(names: tuple[str, ...], table: dict) -> Term:
    """The definitions, at explicit values of their letters."""
    return substituted(both(*(DEFINED[name].statement for name in names)), table)


def neuron() -> Theorem:
    """The flow before and after the last jump."""
    return satisfied(statement(FLOWS, NEURON), help_with)
