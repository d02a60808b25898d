"""The imaginary part of u^ v^ conj(w^ x^) does not change along theta' = grad U."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.flow.three_wave import (
    cosine_sum,
    hat_parts,
    part_slopes,
    sine_sum,
    times,
    turning,
)
from theory.modular.kernel_proofs.script import I, defined, proof
from theory.modular.kernel_proofs.transforms.conjugates import (
    conj,
    conjugate_parts,
    conjugated,
)
from theory.modular.letters import p, x_hat
from theory.modular.letters.flow import COURSES, end, k, product_at, t
from theory.proof.lemmas import inv
from theory.proof.rules import Theorem
from theory.proof.tactics import (
    combine,
    derivative,
    equal_inside,
    everywhere,
    fact,
    fresh,
    lam,
    one_slope,
    ring,
    slope_of_same,
    with_slope,
)
from theory.proof.terms import (
    ZERO,
    Term,
    call,
    eq,
    le,
    num,
)

R, J = call("re", x_hat(k)), call("im", x_hat(k))


def encoding_parts() -> list[Theorem]:
    """x^ = R + i J and its conjugate."""
    return [fact("parts", z=x_hat(k)), conjugate_parts(x_hat(k))]


def real_velocities(number: int) -> list[Theorem]:
    """C' and S' as polynomials in the C, S of the others, in R and in J."""
    up, down = (one.conclusion.args[3] for one in part_slopes(number))
    c = 2 * inv(p) ** 2 * call("abs", x_hat(k)) ** 2
    (Cu, Su), (Cv, Sv), (Cw, Sw) = (
        (cosine_sum(course, t), sine_sum(course, t)) for course in COURSES
    )
    if number == 2:
        A, B = Cu * Cv - Su * Sv, Cu * Sv + Su * Cv
        real, imaginary = A * R - B * J, num(-1) * (A * J + B * R)
    else:
        Co, So = (Cv, Sv) if number == 0 else (Cu, Su)
        A, B = Co * Cw + So * Sw, So * Cw - Co * Sw
        real, imaginary = A * R - B * J, A * J + B * R
    known = turning(number)
    rules = [rule for course in COURSES for rule in hat_parts(course, t)]
    first = ring(
        eq(known.conclusion.args[1], c * (real + I * imaginary)),
        *rules,
        *encoding_parts(),
        fact("i"),
    )
    plain = combine(eq(up - I * down, c * (real + I * imaginary)), (1, known), (1, first))
    mirror = equal_inside(conj(up - I * down), plain)
    back = combine(
        eq(up + I * down, c * (real - I * imaginary)),
        (1, conjugated(conj(up - I * down))),
        (1, mirror),
        (1, conjugated(mirror.conclusion.args[1])),
    )
    half = num(1, 2)
    return [
        combine(eq(up, c * real), (half, plain), (half, back)),
        combine(
            eq(down, num(-1) * c * imaginary),
            (half * I, plain),
            (half * I, back),
            (down + c * imaginary, fact("i")),
        ),
    ]


def imaginary_polynomial(s: Term) -> Term:
    """Im u^ v^ conj(w^ x^) in the C and S at the time s, R and J."""
    (Cu, Su), (Cv, Sv), (Cw, Sw) = (
        (cosine_sum(course, s), sine_sum(course, s)) for course in COURSES
    )
    return (Cu * Cv - Su * Sv) * (Sw * R - Cw * J) - (Cu * Sv + Su * Cv) * (Cw * R + Sw * J)


def imaginary_value(s: Term) -> Theorem:
    """Im z is that polynomial: z - conj(z) = 2 i Im z."""
    z = product_at(s)
    gap = combine(
        eq(z - conj(z), 2 * I * call("im", z)),
        (1, fact("parts", z=z)),
        (1, conjugate_parts(z)),
    )
    rules = [rule for course in COURSES for rule in hat_parts(course, s)]
    spread = conjugated(conj(z))
    value = imaginary_polynomial(s)
    other = ring(
        eq(z - spread.conclusion.args[1], 2 * I * value),
        *rules,
        *encoding_parts(),
        fact("i"),
    )
    return combine(
        eq(call("im", z), value),
        (num(1, 2) * I, gap),
        (num(1, 2) * I, spread),
        (num(1, 2) * I, other),
        (call("im", z) - value, fact("i")),
    )


@cache
def momentum_slope() -> Theorem:
    """The derivative of Im z at t is 0."""
    low, high, _ = times()
    slopes = [one for number in range(3) for one in part_slopes(number)]
    body = lam(imaginary_polynomial)
    grown = derivative(body, num(0), end, t, slopes)
    flat = with_slope(grown, ZERO, *(one for number in range(3) for one in real_velocities(number)))
    s = fresh()
    same = everywhere(s, imaginary_value(s), le(num(0), s), le(s, end))
    return slope_of_same(lam(lambda r: call("im", product_at(r))), same, flat, low, high)


@proof("modular.wave-momentum")
def wave_momentum() -> Theorem:
    """z' = 2/p^2 |x^|^4 (|v^ w^|^2 + |u^ w^|^2 + |u^ v^|^2) is real."""
    (own,) = defined("modular.drift")
    low, high, positive_ = times()
    return one_slope(own, momentum_slope(), positive_, low, high)
