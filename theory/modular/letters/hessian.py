"""The letters of critical points on the unit sphere and of the second derivative there.

Through a unit vector theta goes, for every unit vector n that is orthogonal to it, the great circle
cos(s) theta + sin(s) n. The Riemannian Hessian of the utility along n is the second derivative of
s -> U(cos(s) theta + sin(s) n) at s = 0; its largest eigenvalue is the largest of these.
"""

from __future__ import annotations

from collections.abc import Callable

from theory.modular.letters import p, transform, turn, u, utility_of, v, w
from theory.modular.letters.maxima import TASK, every_vector, of_frequency, some_vector, xi
from theory.modular.letters.utility import unit
from theory.proof.letters import define, reads
from theory.proof.tactics import deriv, exists, forall, lam, total
from theory.proof.terms import (
    INT,
    REAL,
    Term,
    both,
    call,
    eq,
    implies,
    le,
    lt,
    negation,
    num,
    var,
)

U_single, hess_single = var("U_single"), var("hess_single")
U_mix, hess_mix = var("U_mix"), var("hess_mix")
SLOPE = ("Fun", (REAL,), REAL)
LOW, HIGH, AT = num(-1), num(1), num(0)
NEURON = (u, v, w)


def mixed(one: Term, other: Term, c: Term, s: Term) -> Term:
    """a -> c f(a) + s g(a)."""
    return lam(lambda a: c * one(a) + s * other(a), INT)


def on_circle(point: tuple, direction: tuple, s: Term) -> tuple[Term, ...]:
    """cos(s) theta + sin(s) n."""
    return tuple(
        mixed(f, n, call("cos", s), call("sin", s)) for f, n in zip(point, direction, strict=True)
    )


def inner(f: Term, g: Term) -> Term:
    """<f, g>."""
    return total(0, p - 1, lambda a: f(a) * g(a))


def orthogonal(point: tuple, direction: tuple) -> Term:
    """<theta, n> = 0."""
    one, two, three = (inner(f, n) for f, n in zip(point, direction, strict=True))
    return eq(one + two + three, 0)


def critical(point: tuple) -> Term:
    """The utility has the derivative 0 at theta in every direction that is orthogonal to it."""

    def still(*n: Term) -> Term:
        return deriv(LOW, HIGH, AT, num(0), lambda s: utility_of(*on_circle(point, n, s)))

    return every_vector(lambda *n: implies(orthogonal(point, n), still(*n)))


def second_slope(point: tuple, direction: tuple, value: Term) -> Term:
    """s -> U(cos(s) theta + sin(s) n) has this second derivative at 0: that of its derivative."""

    def first(slope: Term, s: Term) -> Term:
        inside = deriv(
            LOW, HIGH, s, slope(s), lambda r: utility_of(*on_circle(point, direction, r))
        )
        return implies(le(LOW, s), le(s, HIGH), inside)

    return exists(
        lambda slope: both(
            forall(lambda s: first(slope, s)),
            deriv(LOW, HIGH, AT, value, lambda s: slope(s)),
        ),
        SLOPE,
    )


def turned(f: Term) -> Term:
    """The part of f at the frequencies +-xi, turned by a quarter: cos becomes -sin.

    a -> 2/p (cos(2 pi xi a/p) sum_b f(b) sin(2 pi xi b/p) - sin(...) sum_b f(b) cos(...)).
    """

    def against(name: str) -> Term:
        return total(0, p - 1, lambda b: f(b) * call(name, turn(xi * b)))

    return lam(
        lambda a: (
            2
            * call("inv", p)
            * (
                call("cos", turn(xi * a)) * against("sin")
                - call("sin", turn(xi * a)) * against("cos")
            )
        ),
        INT,
    )


def across(direction: tuple) -> Term:
    """n is orthogonal to both ways in which the phases can turn and keep the phase condition.

    Those of u and w turn together, or those of v and w.
    """
    f, g, h = direction
    together = inner(h, turned(w))
    return both(
        eq(inner(f, turned(u)) + together, 0),
        eq(inner(g, turned(v)) + together, 0),
    )


def largest_second_slope(value: Term, allowed: Callable) -> Term:
    """The largest second derivative along unit vectors n that are orthogonal to theta and allowed:
    a bound that is attained.
    """

    def direction(*n: Term) -> Term:
        return both(unit(*n), orthogonal(NEURON, n), *allowed(n))

    def below(*n: Term) -> Term:
        return forall(lambda c: implies(direction(*n), second_slope(NEURON, n, c), le(c, value)))

    return both(
        every_vector(below),
        some_vector(lambda *n: both(direction(*n), second_slope(NEURON, n, value))),
    )


define(
    "modular.single-point",
    ("u", "v", "w", "xi"),
    both(
        unit(u, v, w),
        le(1, xi),
        lt(2 * xi, p),
        *(of_frequency(f, xi) for f in NEURON),
        critical(NEURON),
    ),
    "(u, v, w) is a critical point of the utility on the unit sphere with one frequency, xi < p/2",
    sense="single",
)
define(
    "modular.single-utility",
    ("U_single",),
    eq(U_single, utility_of(u, v, w)),
    "the utility of (u, v, w)",
)
define(
    "modular.single-hessian",
    ("hess_single",),
    largest_second_slope(hess_single, lambda n: (across(n),)),
    "the largest second derivative of the utility along great circles through (u, v, w), over the "
    "unit vectors that are orthogonal to (u, v, w) and to the turning of its phases",
)


def present(q: Term) -> Term:
    """Not all of u^, v^ and w^ are 0 at this frequency."""
    return negation(both(*(eq(transform(f, q), 0) for f in NEURON)))


def two_frequencies() -> Term:
    """There are frequencies q < r < p/2, both present."""
    return exists(
        lambda q: exists(
            lambda r: both(le(1, q), lt(q, r), lt(2 * r, p), present(q), present(r)), INT
        ),
        INT,
    )


define(
    "modular.mixture-point",
    ("u", "v", "w"),
    both(unit(u, v, w), two_frequencies(), critical(NEURON)),
    "(u, v, w) is a critical point of the utility on the unit sphere with two or more frequencies",
    sense="mixture",
)
define(
    "modular.mixture-utility",
    ("U_mix",),
    eq(U_mix, utility_of(u, v, w)),
    "the utility of (u, v, w)",
)
define(
    "modular.mixture-hessian",
    ("hess_mix",),
    largest_second_slope(hess_mix, lambda n: ()),
    "the largest second derivative of the utility along great circles through (u, v, w)",
)
reads(
    "modular.single-frequency-hessian",
    *TASK,
    "modular.single-point",
    "modular.single-utility",
    "modular.single-hessian",
)
reads(
    "modular.mixture-hessian",
    *TASK,
    "modular.mixture-point",
    "modular.mixture-utility",
    "modular.mixture-hessian",
)
