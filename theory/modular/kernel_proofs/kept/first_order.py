"""What is of first order in the part outside a frequency has no sum over all pairs of residues.

``seen_u(q)`` and ``seen_v(r)`` stand for what the outside part of a neuron sees; the wave at xi has
none of it, nor has the one at 3 xi where x_hat[3 xi] = 0.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.modular.kernel_proofs.cost.aligned import TOP
from theory.modular.kernel_proofs.cost.aligned_utility import over_all_pairs, sum_angle
from theory.modular.kernel_proofs.cost.cosine_sums import c_of, moments, s_of
from theory.modular.kernel_proofs.cost.squares import FIRST, SECOND
from theory.modular.kernel_proofs.flow.network_energy import SEEN, WANTED
from theory.modular.kernel_proofs.pulls.pull_pairs import four
from theory.modular.kernel_proofs.pulls.resonance import THIRD, circles, cubes, none
from theory.modular.kernel_proofs.script import fn
from theory.modular.letters import over_pairs
from theory.modular.letters.cost import xi
from theory.proof.lemmas.inner_products import within
from theory.proof.rules import Theorem, assume
from theory.proof.sums.nested import same_sums
from theory.proof.tactics import combine, total
from theory.proof.terms import INT, REAL, Term, eq, function, var

SEEN_U, SEEN_V = (function(f"seen_{name}", INT, REAL) for name in "uv")
V, W = var("V"), var("W")
WAVES = CW, SW = tuple(function(f"wave_{name}", INT, REAL) for name in "cs")
C1, S1 = var("C_seen"), var("S_seen")
OUT = function("out_away", INT, REAL)


def no_wave(f: Term) -> list[Theorem]:
    """sum_q f(q) times cos and sin of 2 pi xi q/p: 0, as premises."""
    return [assume(eq(total(0, TOP, lambda q, g=g: f(q) * g(q)), 0)) for g in (c_of, s_of)]


def no_triple(f: Term) -> list[Theorem]:
    """The same at 3 xi, and (sum of cos at 3 xi) (sum of f) = 0 and that of the sines."""
    found = []
    for g in (c_of, s_of):
        wave = fn(lambda q, g=g: g(q, THIRD))
        found.append(assume(eq(total(0, TOP, lambda q: f(q) * wave(q)), 0)))
        found.append(assume(eq(total(0, TOP, wave) * total(0, TOP, f), 0)))
    return found


LINEAR = [one for f in (SEEN_U, SEEN_V) for one in no_wave(f)]
TRIPLE = [one for f in (SEEN_U, SEEN_V) for one in no_triple(f)]


@cache
def cubic() -> Theorem:
    """sum_ab (P1 c + ...)^2 (P2 c + ...) (seen_u(a) + seen_v(b)) = 0."""

    def body(q, r):
        product = four(FIRST, q, r, xi) ** 2 * four(SECOND, q, r, xi)
        return product * (SEEN_U(q) + SEEN_V(r))

    def inside(q, r):
        places = (q,) if q is r else (q, r)
        return [*circles(q, r), *(one for place in places for one in cubes(place))]

    return none(over_all_pairs(body, inside, [*TRIPLE, *LINEAR, *moments()]))


@cache
def linear() -> Theorem:
    """sum_ab (P1 c + ...) (seen_u(a) + seen_v(b)) (V c(a + b) + W s(a + b)) = 0."""

    def body(q, r):
        meets = V * c_of(q + r) + W * s_of(q + r)
        return four(FIRST, q, r, xi) * (SEEN_U(q) + SEEN_V(r)) * meets

    def inside(q, r):
        return [*sum_angle(q, r), *circles(q, r)]

    return none(over_all_pairs(body, inside, [*LINEAR, *moments()]))


# --- the outputs outside the frequency ------------------------------------------------------------
def each(body: Callable) -> Theorem:
    """For all pairs of residues, as a premise."""
    return assume(within(0, TOP, lambda q: within(0, TOP, lambda m: body(q, m))))


def turned(q: Term, m: Term) -> tuple[Term, Term]:
    """cos and sin of 2 pi xi (m - q)/p."""
    return CW(m) * CW(q) + SW(m) * SW(q), SW(m) * CW(q) - CW(m) * SW(q)


def rowed(f: Term, first: int) -> Theorem:
    """sum_r of a wave at r times what is wanted at (q, r)[m], as a premise."""

    def body(q, m):
        c, s = turned(q, m)
        value = C1 * c + S1 * s if first else C1 * s - S1 * c
        return eq(total(0, TOP, lambda r: f(r) * WANTED(q, r, m)), value)

    return each(body)


ROWS = [
    rowed(CW, 1),
    rowed(SW, 0),
    each(lambda q, m: eq(total(0, TOP, lambda r: WANTED(q, r, m)), 0)),
    each(lambda r, m: eq(total(0, TOP, lambda q: WANTED(q, r, m)), 0)),
]
OUTSIDE = [assume(eq(total(0, TOP, lambda m, f=f: OUT(m) * f(m)), 0)) for f in WAVES]


@cache
def outputs() -> Theorem:
    """sum_ab (P1 c + ...)^2 <o, what is wanted> = 0, o without the waves."""
    P, Q, R, T = FIRST

    def body(q, r):
        a = P * CW(q) + Q * SW(q) + R * CW(r) + T * SW(r)
        return a**2 * total(0, TOP, lambda m: OUT(m) * WANTED(q, r, m))

    return same_sums(eq(over_pairs(body), 0), *ROWS, *OUTSIDE)


# --- what a vector without the waves sees ---------------------------------------------------------
VECTOR = function("vector_away", INT, REAL)
THIRDS = tuple(function(f"triple_{name}", INT, REAL) for name in "cs")
SUM_X = var("sum_seen")
ORTHOGONAL = [assume(eq(total(0, TOP, lambda l, f=f: VECTOR(l) * f(l)), 0)) for f in WAVES]
COLUMNS = [
    assume(
        within(
            0,
            TOP,
            lambda l: eq(total(0, TOP, lambda q: CW(q) * SEEN(l, q)), C1 * CW(l) + S1 * SW(l)),
        )
    ),
    assume(
        within(
            0,
            TOP,
            lambda l: eq(total(0, TOP, lambda q: SW(q) * SEEN(l, q)), C1 * SW(l) - S1 * CW(l)),
        )
    ),
]
NO_THIRDS = [
    assume(within(0, TOP, lambda l, f=f: eq(total(0, TOP, lambda q: f(q) * SEEN(l, q)), 0)))
    for f in THIRDS
]
FLAT = assume(within(0, TOP, lambda l: eq(total(0, TOP, lambda q: SEEN(l, q)), SUM_X)))
FLAT_BACK = assume(within(0, TOP, lambda q: eq(total(0, TOP, lambda l: SEEN(l, q)), SUM_X)))


def seen_of(q: Term) -> Term:
    """What the vector sees of q."""
    return total(0, TOP, lambda l: VECTOR(l) * SEEN(l, q))


@cache
def seen_outside() -> list[Theorem]:
    """The premises of ``linear`` and ``cubic`` for one vector: two, and four."""
    found = [
        same_sums(eq(total(0, TOP, lambda q, f=f: seen_of(q) * f(q)), 0), *COLUMNS, *ORTHOGONAL)
        for f in WAVES
    ]
    whole = same_sums(eq(total(0, TOP, seen_of), SUM_X * total(0, TOP, lambda l: VECTOR(l))), FLAT)
    for f, rule in zip(THIRDS, NO_THIRDS):
        found.append(same_sums(eq(total(0, TOP, lambda q, f=f: seen_of(q) * f(q)), 0), rule))
        both = total(0, TOP, lambda l, f=f: total(0, TOP, lambda q: f(q) * SEEN(l, q)))
        one = same_sums(eq(both, 0), rule)
        wave = total(0, TOP, lambda q, f=f: f(q))
        other = same_sums(eq(both, SUM_X * wave), FLAT_BACK)
        norm = total(0, TOP, lambda l: VECTOR(l))
        found.append(
            combine(eq(wave * total(0, TOP, seen_of), 0), (wave, whole), (norm, one), (norm, other))
        )
    return found
