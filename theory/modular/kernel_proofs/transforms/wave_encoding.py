"""An encoding that is one wave: its period, and its spectrum, p/2 at +-m and 0 elsewhere."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.maxima.local_maxima import flipped
from theory.modular.kernel_proofs.maxima.magnitudes import circle
from theory.modular.kernel_proofs.maxima.single import (
    M,
    elsewhere,
    frequency_bounds,
    there,
    wave_vector,
)
from theory.modular.kernel_proofs.maxima.upper_bound import size
from theory.modular.kernel_proofs.script import cos, fn, sin
from theory.modular.kernel_proofs.transforms.waves import above_zero, cos_sum, unit
from theory.modular.letters import p, transform, turn, x, x_hat
from theory.proof.lemmas.sizes import root_zero
from theory.proof.rules import (
    Theorem,
    generalise,
    order,
)
from theory.proof.tactics import (
    bound,
    combine,
    equal_inside,
    fact,
    fresh,
    ring,
)
from theory.proof.terms import (
    INT,
    ONE,
    ZERO,
    Term,
    call,
    eq,
    le,
    lt,
    num,
)

WAVE = wave_vector(ONE, ZERO)  # x, the wave of frequency m
SPECTRUM = fn(lambda q: transform(WAVE, q))
HERE = size(SPECTRUM(M))
ABOUT_X = {x: WAVE, x_hat: SPECTRUM}


def turns(n: Term) -> list[Theorem]:
    """cos(2 pi n) = 1 and sin(2 pi n) = 0, for the angle turn(p n)."""
    angle = turn(p * n)
    same = ring(eq(angle, 2 * call("pi") * n), unit())
    one = ring(eq(cos(angle), 1), equal_inside(cos(angle), same), fact("cos-turns", n=n))
    flat = ring(eq(sin(angle) ** 2, 0), circle(angle), one)
    return [one, root_zero(sin(angle), flat)]


@cache
def cyclic() -> Theorem:
    """cos(2 pi m (q + p)/p) = cos(2 pi m q/p)."""
    q = fresh(INT)
    split = cos_sum(turn(M * q), turn(p * M))[0]
    moved = combine(eq(cos(turn(M * (q + p))), split.conclusion.args[1]), (1, split))
    shown = ring(eq(WAVE(q + p), WAVE(q)), moved, *turns(M))
    return generalise(shown, q)


@cache
def spectrum_there() -> Theorem:
    """x^(m) = p/2."""
    whole = there(ONE, ZERO, M, frequency_bounds())
    return combine(eq(SPECTRUM(M), num(1, 2) * p), (1, whole))


@cache
def strong() -> list[Theorem]:
    """|x^(m)| = p/2 > 0."""
    inside = equal_inside(HERE, spectrum_there())
    low = bound(le(0, num(1, 2) * p), (), [[above_zero()]])
    value = combine(
        eq(HERE, num(1, 2) * p), (1, inside), (1, fact("abs-nonnegative", low, x=num(1, 2) * p))
    )
    return [value, order(lt(0, HERE), ((num(-1), value),), ((num(1, 2), (above_zero(),), ONE),))]


def weak(q: Term, inside: list[Theorem], apart: Theorem, far: Theorem) -> Theorem:
    """|x^(q)| = 0, from not q = m and not q = p - m."""
    zero = elsewhere(ONE, ZERO, q, inside, flipped(apart), flipped(far))
    moved = equal_inside(size(SPECTRUM(q)), zero)
    return combine(
        eq(size(SPECTRUM(q)), 0), (1, moved), (1, fact("abs-nonnegative", bound(le(0, 0)), x=ZERO))
    )
