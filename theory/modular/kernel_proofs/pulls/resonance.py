"""Only the third harmonic is resonant: sums over all pairs of products of waves xi and xi'."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.cost.aligned import TOP
from theory.modular.kernel_proofs.cost.aligned_utility import over_all_pairs
from theory.modular.kernel_proofs.cost.cosine_sums import (
    apart,
    c_of,
    moments,
    s_of,
    vanishing,
)
from theory.modular.kernel_proofs.cost.squares import FIRST, SECOND
from theory.modular.kernel_proofs.pulls.pull_pairs import four
from theory.modular.kernel_proofs.script import cos, sin
from theory.modular.kernel_proofs.transforms.waves import full
from theory.modular.letters import turn
from theory.modular.letters.cost import xi
from theory.modular.letters.gradient import slope_u, slope_w
from theory.proof.rules import Theorem, assume
from theory.proof.sums.summands import evaluated
from theory.proof.tactics import combine, ring
from theory.proof.tactics.angles import circle, spread
from theory.proof.terms import INT, Term, eq, num, var

far = var("far", INT)
V, W, V_2, W_2 = (var(name) for name in ("V", "W", "V_2", "W_2"))
THIRD, HALF = 3 * xi, num(1, 2)


def products(own: Term, other: Term, low: Term, high: Term) -> list[Theorem]:
    """cos cos, sin sin, cos sin and sin cos of two angles by those of other -+ own."""
    sums = [*spread(low, [(1, other), (-1, own)]), *spread(high, [(1, other), (1, own)])]
    return [
        ring(eq(cos(own) * cos(other), HALF * (cos(low) + cos(high))), *sums),
        ring(eq(sin(own) * sin(other), HALF * (cos(low) - cos(high))), *sums),
        ring(eq(cos(own) * sin(other), HALF * (sin(high) + sin(low))), *sums),
        ring(eq(sin(own) * cos(other), HALF * (sin(high) - sin(low))), *sums),
    ]


@cache
def mixed(own: Term, other: Term) -> list[Theorem]:
    """sum cos cos, cos sin, sin cos, sin sin of two frequencies = 0: other -+ own no multiples."""
    less, more = other - own, other + own
    values = [*vanishing(less, assume(apart(less))), *vanishing(more, assume(apart(more)))]

    def inside(q):
        return products(turn(own * q), turn(other * q), turn(less * q), turn(more * q))

    return [
        evaluated(lambda q: f(turn(own * q)) * g(turn(other * q)), 0, TOP, full(), inside, values)
        for f in (cos, sin)
        for g in (cos, sin)
    ]


def cubes(q: Term) -> list[Theorem]:
    """c^3 and c^2 s in cosines and sines of the angle and of three times it."""
    c, s, angle, triple = c_of(q), s_of(q), turn(xi * q), turn(THIRD * q)
    rules = [*spread(triple, [(3, angle)]), circle(angle)]
    quarter = num(1, 4)
    return [
        ring(eq(c**3, quarter * (3 * c + cos(triple))), *rules),
        ring(eq(c**2 * s, quarter * (s + sin(triple))), *rules),
    ]


def cubic(frequency: Term, values: list[Theorem]) -> list[Theorem]:
    """The sums of c^3 and c^2 s times c' and s', by those of c, s and the third harmonic."""
    return [
        evaluated(lambda q: power(q) * g(turn(frequency * q)), 0, TOP, full(), cubes, values)
        for power in (lambda q: c_of(q) ** 3, lambda q: c_of(q) ** 2 * s_of(q))
        for g in (cos, sin)
    ]


@cache
def linear_values() -> list[Theorem]:
    """What vanishes for every xi' != 0, +-xi."""
    return [*mixed(xi, far), *vanishing(far, assume(apart(far))), *moments()]


@cache
def cubic_values() -> list[Theorem]:
    """What vanishes for every xi' != 0, +-xi, +-3 xi; of higher degree first."""
    return [*cubic(far, [*mixed(THIRD, far), *mixed(xi, far)]), *linear_values()]


def wave(q: Term, frequency: Term = far) -> Term:
    """V c' + W s'."""
    return V * c_of(q, frequency) + W * s_of(q, frequency)


def circles(q: Term, r: Term) -> list[Theorem]:
    """sin^2 = 1 - cos^2 at both places."""
    return [circle(turn(xi * one)) for one in ((q,) if q is r else (q, r))]


def place(slope: Term, q: Term, r: Term) -> Term:
    """h is compared with a.x in u and with b.x in v."""
    return q if slope is slope_u else r


def none(whole: Theorem) -> Theorem:
    """The sum, which is 0."""
    return combine(eq(whole.conclusion.args[0], 0), (1, whole))


@cache
def squares_vanish(slope: Term) -> Theorem:
    """sum_ab h (P c + ...) (P' c + ...)^2 = 0 where xi' is not resonant."""
    return none(
        over_all_pairs(
            lambda q, r: (
                wave(place(slope, q, r)) * four(FIRST, q, r, xi) * four(SECOND, q, r, xi) ** 2
            ),
            circles,
            cubic_values(),
        )
    )


@cache
def products_vanish(slope: Term) -> Theorem:
    """sum_ab h (P c + ...) 2 (P' c + Q' s)(a) (R' c + T' s)(b) = 0 for every xi' != 0, +-xi."""
    P, Q, R, T = SECOND
    return none(
        over_all_pairs(
            lambda q, r: (
                wave(place(slope, q, r))
                * four(FIRST, q, r, xi)
                * (2 * (P * c_of(q) + Q * s_of(q)) * (R * c_of(r) + T * s_of(r)))
            ),
            circles,
            linear_values(),
        )
    )


def turned(frequency: Term, q: Term, r: Term) -> list[Theorem]:
    """c(a + b) and s(a + b) in those of a and b."""
    parts = [(1, turn(frequency * q)), (1, turn(frequency * r))]
    return [] if q is r else [*spread(turn(frequency * (q + r)), parts)]


@cache
def labels_vanish(slope: Term) -> Theorem:
    """What the label gives is 0: in u and v along xi, in w along h."""
    if slope is slope_w:
        return none(
            over_all_pairs(
                lambda q, r: four(FIRST, q, r, xi) ** 2 * wave(q + r),
                lambda q, r: [*turned(far, q, r), *circles(q, r)],
                linear_values(),
            )
        )
    return none(
        over_all_pairs(
            lambda q, r: (
                wave(place(slope, q, r))
                * four(FIRST, q, r, xi)
                * (V_2 * c_of(q + r) + W_2 * s_of(q + r))
            ),
            lambda q, r: [*turned(xi, q, r), *circles(q, r)],
            linear_values(),
        )
    )
