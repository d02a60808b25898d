"""x^y for a positive x: sums and whole steps of the exponent, and how it grows with x below one."""

from __future__ import annotations

from ..rules import Theorem
from ..tactics import bound, combine, equal_inside, fact, ring
from ..terms import ONE, Term, call, eq, le, lt, term
from .elementary import exp, exp_sum, log, log_below, log_one


def power(x: Term, y) -> Term:
    """x^y as a term."""
    return call("power", x, term(y))


def power_sum(x: Term, above: Theorem, y: Term, z: Term) -> Theorem:
    """x^(y + z) = x^y x^z."""
    height = log(x)
    return ring(
        eq(power(x, y + z), power(x, y) * power(x, z)),
        fact("power", above, x=x, y=y + z),
        fact("power", above, x=x, y=y),
        fact("power", above, x=x, y=z),
        exp_sum(y * height, z * height),
    )


def power_one(x: Term, above: Theorem) -> Theorem:
    """x^1 = x."""
    return ring(eq(power(x, ONE), x), fact("power", above, x=x, y=ONE), fact("exp-log", above, x=x))


def power_step(x: Term, above: Theorem, y: Term) -> Theorem:
    """x^(y + 1) = x x^y."""
    return combine(
        eq(power(x, y + 1), x * power(x, y)),
        (1, power_sum(x, above, y, ONE)),
        (power(x, y), power_one(x, above)),
    )


def power_zero(x: Term, above: Theorem) -> Theorem:
    """x^0 = 1."""
    return ring(eq(power(x, 0), 1), fact("power", above, x=x, y=term(0)), fact("exp-zero"))


def power_positive(x: Term, above: Theorem, y: Term) -> Theorem:
    """0 < x^y."""
    return bound(
        lt(0, power(x, y)),
        [fact("power", above, x=x, y=y)],
        [[fact("exp-positive", x=y * log(x))]],
    )


def power_of_one(y: Term) -> Theorem:
    """1^y = 1."""
    flat = equal_inside(exp(y * log(ONE)), log_one())
    return ring(
        eq(power(ONE, y), 1), fact("power", bound(lt(0, 1)), x=ONE, y=y), flat, fact("exp-zero")
    )


def power_below_base(x: Term, above: Theorem, below: Theorem, y: Term, steep: Theorem) -> Theorem:
    """x^y <= x, for 0 < x < 1 and 1 <= y."""
    from .limits import exp_rises

    height = log(x)
    falls = bound(lt(height, 0), [log_one()], [[log_below(below, above)]])
    deeper = bound(le(y * height, height), (), [[falls, steep]])
    return bound(
        le(power(x, y), x),
        [fact("power", above, x=x, y=y), fact("exp-log", above, x=x)],
        [[exp_rises(deeper)]],
    )
