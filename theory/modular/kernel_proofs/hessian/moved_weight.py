"""A critical point with two or more frequencies: the part of it at one of them, and what the
utility has there.
"""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.hessian.critical import (
    F,
    L,
    T,
    U,
    conjugate_in_sums,
    cosine_sum,
    gradient,
    in_sums,
    inner_wave,
    no_wave,
    only_at,
    sine_sum,
)
from theory.modular.kernel_proofs.hessian.expansion import POINT, linear
from theory.modular.kernel_proofs.hessian.mixture_bound import SIZE, same_sizes
from theory.modular.kernel_proofs.hessian.one_frequency import dot, product
from theory.modular.kernel_proofs.maxima.single import M, frequency_bounds, there, wave_vector
from theory.modular.kernel_proofs.script import I
from theory.modular.kernel_proofs.transforms.conjugates import conj, real_is
from theory.modular.kernel_proofs.transforms.waves import unit as p_unit
from theory.modular.letters import p, transform, u, utility_of, v, w
from theory.modular.letters.hessian import inner, mixed, present
from theory.modular.letters.utility import half
from theory.proof.lemmas import inv, sqrt
from theory.proof.rules import Theorem, assume
from theory.proof.tactics import combine, equal_inside, fact, filled, ring
from theory.proof.terms import INT, ONE, ZERO, Term, eq, le, lt, num, var

OTHER = var("r'", INT)
FARTHER = (assume(lt(M, OTHER)), assume(le(OTHER, half)))
PRESENT = (assume(present(M)), assume(present(OTHER)))
PAIRS = {f: (2 * inv(p) * cosine_sum(f), num(-2) * inv(p) * sine_sum(f)) for f in POINT}
PART = {f: wave_vector(*PAIRS[f]) for f in POINT}  # the part of theta at the frequencies +-m
WEIGHT = 2 * inv(p) * SIZE  # |part of u|^2, and of v, and of w
SHARE = 3 * WEIGHT
NORM = sqrt(SHARE * (1 - SHARE))
SCALE, BACK = inv(NORM), -(SHARE * inv(NORM))
MOVED = tuple(mixed(PART[f], f, SCALE, BACK) for f in POINT)  # (part - share theta)/norm


def part_there(f: Term) -> Theorem:
    """The part has the transform of f at m."""
    known = there(*PAIRS[f], M, frequency_bounds())
    return combine(
        eq(transform(PART[f], M), transform(f, M)),
        (1, known),
        (1, in_sums(f)),
        (cosine_sum(f) - I * sine_sum(f), p_unit()),
    )


def weight_of(f: Term) -> Theorem:
    """2/p Re(f^ conj(f^)) = 2/p |w^|^2 at m."""
    first, second, _ = same_sizes()
    same = {u: [(1, first)], v: [(1, second)], w: []}[f]
    known = combine(
        eq(dot(f, f), SIZE),
        (1, product(f, f)),
        (1, fact("abs-square", z=transform(f, M))),
        *same,
    )
    return combine(eq(2 * inv(p) * dot(f, f), WEIGHT), (2 * inv(p), known))


@cache
def inner_part(f: Term) -> Theorem:
    """<f, part> = 2/p |w^|^2."""
    return combine(eq(inner(f, PART[f]), WEIGHT), (1, inner_wave(f, *PAIRS[f])), (1, weight_of(f)))


@cache
def part_squared(f: Term) -> Theorem:
    """|part|^2 = 2/p |w^|^2: its sums of cosines and sines are those of f."""
    part, there_ = PART[f], part_there(f)
    mirror = combine(
        eq(conj(transform(part, M)), conj(transform(f, M))),
        (1, equal_inside(conj(transform(part, M)), there_)),
    )
    sums = [(1, there_), (1, in_sums(part)), (1, in_sums(f))]
    back = [(1, mirror), (1, conjugate_in_sums(part)), (1, conjugate_in_sums(f))]
    halved = [(num(1, 2), one) for _, one in (*sums, *back)]
    cosines = combine(eq(cosine_sum(part), cosine_sum(f)), *halved)
    sines = combine(
        eq(sine_sum(part), sine_sum(f)),
        *((I * num(1, 2), one) for _, one in (*sums, *back)),
        (sine_sum(part) - sine_sum(f), fact("i")),
    )
    alpha, beta = PAIRS[f]
    return combine(
        eq(inner(part, part), WEIGHT),
        (1, inner_wave(part, alpha, beta)),
        (alpha, cosines),
        (beta, sines),
        (1, weight_of(f)),
    )


@cache
def part_utility(slots: tuple[int, int]) -> Theorem:
    """U with two parts for those of theta is 3 U times the weight."""
    vectors = [PART[f] if i in slots else f for i, f in enumerate(POINT)]
    slot = slots[0]

    def zero(q, q_low, q_high, apart):
        return [no_wave(*PAIRS[POINT[slot]], q, q_low, q_high, apart)]

    whole = only_at(vectors, zero)
    there_ = [part_there(POINT[i]) for i in slots]
    rewrites = [
        combine(
            eq(conj(one.conclusion.args[0]), conj(one.conclusion.args[1])),
            (1, equal_inside(conj(one.conclusion.args[0]), one)),
        )
        if i == 2
        else one
        for i, one in zip(slots, there_)
    ]
    z = T(vectors, M)
    same = ring(eq(z, T(POINT, M)), *rewrites)
    value = combine(eq(ONE * z, L * SIZE + I * ZERO), (1, same), (1, same_sizes()[2]))
    real = real_is(z, L * SIZE, ZERO, ONE, value)
    return combine(
        eq(utility_of(*vectors), 3 * U * WEIGHT),
        (1, whole),
        (4 * inv(p) ** 3, real),
        (6 * inv(p) * U * SIZE, combine(eq(p**2 * inv(p) ** 2, 1), (p * inv(p) + 1, p_unit()))),
    )


@cache
def quadratic() -> list[Theorem]:
    """What is quadratic in the moved weight is U (9 c^2 t + 18 c s t + 3 s^2), t the weight."""
    found = []
    c, s = SCALE, BACK
    for slots in ((0, 1), (0, 2), (1, 2)):
        first, second = slots
        vectors = [MOVED[i] if i in slots else f for i, f in enumerate(POINT)]

        def split(slot, row):
            rest = [one for i, one in enumerate(row) if i != slot]
            return linear(slot, PART[POINT[slot]], POINT[slot], c, s, rest)

        def placed(slot, f, row=vectors):
            return [f if i == slot else one for i, one in enumerate(row)]

        with_part = placed(first, PART[POINT[first]])
        plain = placed(first, POINT[first])
        slope = {i: filled(gradient(i), {F: PART[POINT[i]]}) for i in slots}
        value = U * (3 * c**2 * WEIGHT + 6 * c * s * WEIGHT + s**2)
        found.append(
            combine(
                eq(utility_of(*vectors), value),
                (1, split(first, vectors)),
                (c, split(second, with_part)),
                (s, split(second, plain)),
                (c**2, part_utility(slots)),
                *((c * s, slope[i]) for i in slots),
                *((3 * U * c * s, inner_part(POINT[i])) for i in slots),
            )
        )
    return found
