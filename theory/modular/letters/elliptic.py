"""The letters of the time at which a frequency has grown: half the integral of 1/sqrt(Q).

sigma is what |u^(k)|^2, |v^(k)|^2 and |w^(k)|^2 have grown by, Q(s) = (s + |u^|^2)(s + |v^|^2)
(s + |w^|^2) - J^2 with the magnitudes at the start and J = Im z/|x^|, z = u^ v^ conj(w^ x^).
"""

from __future__ import annotations

from collections.abc import Callable

from theory.modular.letters import k
from theory.modular.letters.flow import COURSES, FLOW, X, power_at, product_at, t
from theory.proof.letters import define, reads
from theory.proof.tactics import deriv, exists, forall
from theory.proof.terms import (
    INT,
    REAL,
    ZERO,
    Term,
    both,
    call,
    eq,
    function,
    implies,
    le,
    lt,
    num,
    var,
)

wait, rising, largest_root = var("wave_time"), var("rising", INT), var("e_1")
R_start, R_end, R_turn = map(var, ("R_start", "R_end", "R_turn"))
carlson = function("R_F", REAL, REAL)


def cubic(s: Term, starts: tuple[Term, ...]) -> Term:
    """Q(s) = (s + a)(s + b)(s + c) - J^2."""
    a, b, c, j = starts
    return (s + a) * (s + b) * (s + c) - j


def steepness(s: Term, starts: tuple[Term, ...]) -> Term:
    """Q'(s)."""
    a, b, c, _ = starts
    return (s + a) * (s + b) + (s + a) * (s + c) + (s + b) * (s + c)


def slopes(f: Term, root: Term, body: Callable) -> Term:
    """f' = -1/(2 sqrt(Q)) beyond the root: on every [a, b] with e < a."""

    def slope(a, b, s):
        value = num(-1, 2) * call("inv", call("sqrt", body(s)))
        return implies(lt(root, a), le(a, s), le(s, b), deriv(a, b, s, value, f))

    return forall(lambda a: forall(lambda b: forall(lambda s: slope(a, b, s))))


def no_jump(f: Term, root: Term) -> Term:
    """f(s) -> f(e) as s falls to e."""

    def close(s, level):
        return both(lt(f(root) - level, f(s)), lt(f(s), f(root) + level))

    def near(r, level):
        return forall(lambda s: implies(lt(root, s), lt(s, root + r), close(s, level)))

    return forall(
        lambda level: implies(lt(0, level), exists(lambda r: both(lt(0, r), near(r, level))))
    )


def vanishes_at_infinity(f: Term) -> Term:
    """f(s) -> 0 as s grows."""

    def small(s, level):
        return both(lt(-level, f(s)), lt(f(s), level))

    def beyond(r, level):
        return forall(lambda s: implies(lt(r, s), small(s, level)))

    return forall(lambda level: implies(lt(0, level), exists(lambda r: beyond(r, level))))


def real_at(s: Term) -> Term:
    """Re u^ v^ conj(w^ x^) at k and the time s."""
    return call("re", product_at(s))


def grown_at(s: Term) -> Term:
    """sigma: what |u^(k)|^2 has grown by at the time s."""
    return power_at(COURSES[0], k, s) - power_at(COURSES[0], k, ZERO)


def starts_of(powers: list[Term], product: Term, size: Term) -> tuple[Term, ...]:
    """|u^|^2, |v^|^2, |w^|^2 and J^2 = (Im z)^2/|x^|^2."""
    return (*powers, call("im", product) ** 2 * call("inv", size) ** 2)


def carlson_of(f: Term, root: Term, sign: Term, starts: tuple[Term, ...]) -> Term:
    """f(s) is half the integral of 1/sqrt(Q) from s on, e the largest root of Q.

    Where the frequency first shrinks, e is a simple root, and f has no jump there.
    """
    return both(
        slopes(f, root, lambda s: cubic(s, starts)),
        vanishes_at_infinity(f),
        implies(eq(sign, -1), both(lt(0, steepness(root, starts)), no_jump(f, root))),
    )


def largest_of(root: Term, starts: tuple[Term, ...]) -> Term:
    """Q(e) = 0, and Q(s) > 0 for s > e."""
    return both(
        eq(cubic(root, starts), 0), forall(lambda s: implies(lt(root, s), lt(0, cubic(s, starts))))
    )


STARTS = starts_of([power_at(course, k, ZERO) for course in COURSES], product_at(ZERO), X)
define(
    "modular.largest-root",
    ("e_1",),
    largest_of(largest_root, STARTS),
    "the largest root of Q(s) = (s + |u^|^2)(s + |v^|^2)(s + |w^|^2) - (Im z)^2/|x^|^2",
)
define(
    "modular.rising",
    ("rising",),
    both(eq(rising**2, 1), lt(0, rising * real_at(ZERO))),
    "the sign of Re u^ v^ conj(w^ x^) at the start, which is not 0",
)
define(
    "modular.carlson",
    ("R_F",),
    carlson_of(carlson, largest_root, rising, STARTS),
    "R_F(s) = R_F(s - e_1, s - e_2, s - e_3), half the integral of 1/sqrt(Q) from s on: its slope "
    "is -1/(2 sqrt(Q(s))) beyond e_1, and it falls to 0; where the frequency first shrinks, e_1 is "
    "a simple root, and R_F has no jump there",
)
define(
    "modular.carlson-values",
    ("R_start", "R_turn", "R_end"),
    both(
        eq(R_start, carlson(0)),
        eq(R_turn, carlson(largest_root)),
        eq(R_end, carlson(grown_at(t))),
    ),
    "R_F at 0, at e_1 and at what the squared magnitudes have grown by at the time t",
)
define(
    "modular.wave-time",
    ("wave_time",),
    both(eq(wait, t), le(0, real_at(t))),
    "the time t, on the way up: Re u^ v^ conj(w^ x^) >= 0 there",
)
reads(
    "modular.wave-time",
    *FLOW,
    "modular.largest-root",
    "modular.rising",
    "modular.carlson",
    "modular.carlson-values",
    "modular.wave-time",
)
