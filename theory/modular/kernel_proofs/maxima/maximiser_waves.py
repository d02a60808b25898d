"""A maximiser entry by entry: two coefficients are left of its transform, and the inverse
transform.
"""

from __future__ import annotations

from theory import claim
from theory.modular.kernel_proofs.maxima.local_maxima import flipped
from theory.modular.kernel_proofs.maxima.magnitudes import polar
from theory.modular.kernel_proofs.maxima.maximiser_claims import maximiser, polar_magnitude
from theory.modular.kernel_proofs.maxima.maximum import odd_p, roots
from theory.modular.kernel_proofs.maxima.single import not_its_conjugate
from theory.modular.kernel_proofs.maxima.upper_bound import ROOT, size
from theory.modular.kernel_proofs.script import I, cos, defined, fn, proof, sin
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.kernel_proofs.transforms.conjugates import conj, conjugated, size_squared
from theory.modular.kernel_proofs.transforms.delta import delta, kernel
from theory.modular.kernel_proofs.transforms.halves import hat_mirrored
from theory.modular.kernel_proofs.transforms.mirror import spread
from theory.modular.kernel_proofs.transforms.waves import (
    cos_sum,
    full,
    unit,
    wave_product,
    whole_turns,
    written_as,
)
from theory.modular.letters import p, turn, u, v, w, wave
from theory.modular.letters.maxima import xi
from theory.modular.letters.utility import HAT, MAGNITUDE, PHASE
from theory.proof.lemmas import inv
from theory.proof.lemmas.elementary import chosen
from theory.proof.lemmas.sizes import root_zero
from theory.proof.letters import stated
from theory.proof.rules import Theorem, assume, conjoin, order
from theory.proof.sums.finite import added, scaled, sum_of, summand_equal
from theory.proof.sums.single_terms import marked, only_inside
from theory.proof.tactics import at, bound, by_cases, combine, equal_inside, fact, ring, total
from theory.proof.terms import ONE, ZERO, Term, call, eq, le, num


def inverse_transform(f: Term, m: Term, inside: list[Theorem]) -> Theorem:
    """sum_q f^(q) wave(q m) = p f(m), for m in 0, ..., p - 1."""
    hat = HAT[f]
    (known,) = defined(f"modular.transform-{f.data[0]}")
    unfolded = summand_equal(
        fn(lambda q: hat(q) * wave(q * m)),
        fn(lambda q: total(0, TOP, lambda c: f(c) * wave(-(q * c))) * wave(q * m)),
        0,
        TOP,
        lambda q, *_: combine(
            eq(
                hat(q) * wave(q * m),
                total(0, TOP, lambda c: f(c) * wave(-(q * c))) * wave(q * m),
            ),
            (wave(q * m), at(known, q)),
        ),
    )
    moved = spread(lambda c: f(c), lambda q, c: wave(-(q * c)), lambda q: wave(q * m))

    def entry(c, c_low, c_high):
        waves = summand_equal(
            fn(lambda q: wave(-(q * c)) * wave(q * m)),
            fn(lambda q: wave(q * (m - c))),
            0,
            TOP,
            lambda q, *_: written_as(
                eq(wave(-(q * c)) * wave(q * m), wave(q * (m - c))), wave_product(-(q * c), q * m)
            ),
        )
        here = kernel(c, m, [c_low, c_high, *inside])
        return combine(
            eq(f(c) * waves.conclusion.args[0], f(c) * delta(m, c, p)), (f(c), waves), (f(c), here)
        )

    summand = fn(lambda c: f(c) * delta(m, c, p))
    deltas = summand_equal(
        fn(lambda c: f(c) * total(0, TOP, lambda q: wave(-(q * c)) * wave(q * m))),
        summand,
        0,
        TOP,
        entry,
    )

    def off(c, c_low, c_high, apart):
        return ring(eq(summand(c), 0), chosen(eq(m, c), p, ZERO, flipped(apart), False))

    first, last = inside
    only = only_inside(summand, m, 0, TOP, first, last, off)
    hit = chosen(eq(m, m), p, ZERO, combine(eq(m, m)), True)
    return combine(
        eq(total(0, TOP, lambda q: hat(q) * wave(q * m)), p * f(m)),
        (1, unfolded),
        (1, moved),
        (1, deltas),
        (1, only),
        (f(m), hit),
    )


def nothing(z: Term, flat: Theorem) -> Theorem:
    """z = 0, from |z|^2 = 0."""
    real, imaginary = call("re", z), call("im", z)
    whole = combine(eq(real**2 + imaginary**2, 0), (1, size_squared(z)), (1, flat))
    zeros = [
        root_zero(one, order(le(one**2, ZERO), ((num(1), whole),), ((ONE, (), other),)))
        for one, other in ((real, imaginary), (imaginary, real))
    ]
    return combine(eq(z, 0), (1, fact("parts", z=z)), (1, zeros[0]), (I, zeros[1]))


def two_terms(f: Term, m: Term) -> Theorem:
    """sum_q f^(q) wave(q m) = f^(xi) wave(xi m) + f^(p - xi) wave((p - xi) m)."""
    hat = HAT[f]
    low, high = defined("modular.alone")[:2]
    empty = maximiser()[-1]
    summand = fn(lambda q: hat(q) * wave(q * m))
    first = marked(summand, xi)
    others = fn(lambda q: summand(q) + num(-1) * first(q))

    def mark(q, known, holds):
        return chosen(eq(q, xi), summand(q), ZERO, known, holds)

    def off(q, q_low, q_high, far):
        goal = eq(others(q), 0)

        def apart(no):
            squares_ = at(empty, q, q_low, q_high, no, far)
            least = order(
                le(size(hat(q)) ** 2, ZERO),
                ((num(1), squares_),),
                tuple((ONE, (), size(HAT[g](q))) for g in (u, v, w) if g is not f),
            )
            zero = nothing(
                hat(q),
                combine(eq(size(hat(q)) ** 2, 0), (size(hat(q)), root_zero(size(hat(q)), least))),
            )
            return ring(goal, mark(q, no, False), zero)

        return by_cases(eq(q, xi), lambda yes: ring(goal, mark(q, yes, True)), apart)

    begin = bound(le(0, xi), (), [[low]])
    other_low = bound(le(0, p - xi), (), [[high]])
    other_high = bound(le(p - xi, TOP), (), [[low]])
    rest = only_inside(others, p - xi, 0, TOP, other_low, other_high, off)
    there = ring(eq(others(p - xi), summand(p - xi)), mark(p - xi, not_its_conjugate(xi), False))

    def beside(q, q_low, q_high, apart):
        return combine(eq(first(q), 0), (1, mark(q, apart, False)))

    own = only_inside(first, xi, 0, TOP, begin, high, beside)
    here = mark(xi, combine(eq(xi, xi)), True)
    less = fn(lambda q: num(-1) * first(q))
    return combine(
        eq(sum_of(summand, 0, TOP), summand(xi) + summand(p - xi)),
        (1, added(summand, less, 0, TOP, full())),
        (1, scaled(num(-1), first, 0, TOP, full())),
        (1, rest),
        (1, there),
        (1, own),
        (1, here),
    )


def entry_of(f: Term, known: Theorem, a: Term, inside: list[Theorem]) -> Theorem:
    """f(a) = 2/p sqrt(p/6) cos(2 pi xi a/p + S_f(xi))."""
    hat, S = HAT[f], PHASE[f](xi)
    magnitude = combine(eq(MAGNITUDE[f](xi), ROOT), (1, polar_magnitude(f, xi)), (1, known))
    own = ring(eq(hat(xi), ROOT * (cos(S) + I * sin(S))), polar(f, xi), magnitude)
    moved = equal_inside(conj(hat(xi)), own)
    back = conjugated(moved.conclusion.args[1])
    mirror = combine(
        eq(hat(p - xi), back.conclusion.args[1]), (1, hat_mirrored(f, xi)), (1, moved), (1, back)
    )
    turns = written_as(eq(wave(p * a), 1), whole_turns(a))
    _, _, even, odd = cos_sum(ZERO, turn(xi * a))
    behind = combine(
        eq(wave((p - xi) * a), wave(-(xi * a))),
        (
            1,
            written_as(
                eq(wave(p * a) * wave(-(xi * a)), wave((p - xi) * a)),
                wave_product(p * a, -(xi * a)),
            ),
        ),
        (wave(-(xi * a)), turns),
    )
    plain = ring(eq(wave(-(xi * a)), cos(turn(xi * a)) - I * sin(turn(xi * a))), even, odd)
    c, s = cos(turn(xi * a)), sin(turn(xi * a))
    down = back.conclusion.args[1]
    summed = combine(
        eq(
            hat(xi) * wave(xi * a) + hat(p - xi) * wave((p - xi) * a),
            2 * ROOT * (c * cos(S) - s * sin(S)),
        ),
        (wave(xi * a), own),
        (wave((p - xi) * a), mirror),
        (down, behind),
        (down, plain),
        (2 * ROOT * sin(S) * s, fact("i")),
    )
    angle = cos_sum(turn(xi * a), S)[0]
    times = combine(
        eq(p * f(a), 2 * ROOT * cos(turn(xi * a) + S)),
        (1, inverse_transform(f, a, inside)),
        (1, two_terms(f, a)),
        (1, summed),
        (2 * ROOT, angle),
    )
    return combine(
        eq(f(a), 2 * inv(p) * ROOT * cos(turn(xi * a) + S)), (inv(p), times), (f(a), unit())
    )


@proof("modular.maximiser-waves")
def maximiser_waves() -> Theorem:
    """u(a), v(a) and w(a) by the inverse transform."""
    statement = stated(claim("modular.maximiser-waves")).statement
    a = statement.args[0].args[0].args[1]
    inside = [assume(le(0, a)), bound(le(a, TOP), (), [[assume(le(a, num(-1) + p))]])]
    sizes = maximiser()[:3]
    shown = []
    for f, known, goal in zip((u, v, w), sizes, statement.args):
        entry = entry_of(f, known, a, inside)
        shown.append(ring(goal, entry, *roots()))
    return odd_p(conjoin(*shown))
