"""Waves against the encoding: what a wave sees of it, and sums of it that a wave weighs.

C and S are the sums of x(j) times cos and sin of 2 pi k j/p; both are 0 where x_hat[k] = 0.
"""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.cost.aligned import TOP, whole_turn
from theory.modular.kernel_proofs.cost.cosine_sums import c_of, s_of
from theory.modular.kernel_proofs.pulls.leaving import cosine_part, sine_part
from theory.modular.kernel_proofs.pulls.resonance import THIRD
from theory.modular.kernel_proofs.script import I, cos, defined, fn, sin
from theory.modular.kernel_proofs.transforms.chained import correlated_at
from theory.modular.kernel_proofs.transforms.mirror import cyclic_mirror
from theory.modular.kernel_proofs.transforms.waves import full
from theory.modular.letters import against, p, turn, x, x_hat
from theory.modular.letters.cost import a as residue
from theory.modular.letters.escape import X_3
from theory.proof.lemmas.uniqueness import root_of_zero
from theory.proof.rules import Theorem, assume, discharge, generalise
from theory.proof.sums.summands import evaluated
from theory.proof.tactics import (
    at,
    combine,
    equal_inside,
    fact,
    filled,
    fresh,
    given,
    ring,
    total,
)
from theory.proof.tactics.angles import spread
from theory.proof.tactics.linear import signed_order
from theory.proof.terms import INT, ONE, ZERO, Term, call, eq, le, num, var

k = var("wave_number", INT)
C, S = cosine_part(k), sine_part(k)


def again(f, n: Term) -> Theorem:
    """f(2 pi k (n + p)/p) = f(2 pi k n/p), f the cosine or the sine."""
    onward = spread(turn(k * (n + p)), [(1, turn(k * n)), (1, turn(p * k))])
    return ring(eq(f(turn(k * (n + p))), f(turn(k * n))), *onward, *whole_turn(k))


# --- what a wave sees -----------------------------------------------------------------------------
@cache
def seen() -> list[Theorem]:
    """<cos, a.x> = C cos - S sin and <sin, a.x> = C sin + S cos of 2 pi k a/p."""
    found = []
    c, s = c_of(residue, k), s_of(residue, k)
    for f, target in ((cos, C * c - S * s), (sin, C * s + S * c)):
        wave = fn(lambda l, f=f: f(turn(k * l)))
        n = fresh(INT, "n")
        periodic = generalise(again(f, n), n)
        plain = given(discharge(periodic.conclusion, correlated_at(wave, residue)), periodic)

        def inside(q):
            parts = [(1, turn(k * q)), (1, turn(k * residue))]
            return list(spread(turn(k * (q + residue)), parts))

        def entry(q, wave=wave):
            return x(q) * wave(q + residue)

        sums = evaluated(entry, 0, TOP, full(), inside)
        found.append(combine(eq(against(wave, residue), target), (1, plain), (1, sums)))
    return found


def seen_at(q: Term, frequency: Term) -> list[Theorem]:
    """The same at q, for this frequency."""
    return [filled(one, {k: frequency, residue: q}) for one in seen()]


# --- what a wave weighs ---------------------------------------------------------------------------
def weighed(n: Term, low: Theorem) -> list[Theorem]:
    """sum_q cos(2 pi k q/p) x(n - q) = C cos + S sin of 2 pi k n/p, and the sines, for n >= 0."""
    (cyclic,) = defined("modular.cyclic-x")
    c, s = c_of(n, k), s_of(n, k)
    turned = []
    for f in (cos, sin):
        g = fn(lambda j, f=f: x(j) * f(turn(k * j)))

        def repeats(j, f=f, g=g):
            return ring(eq(g(j + p), g(j)), at(cyclic, j), again(f, j))

        turned.append(cyclic_mirror(g, repeats, n, low))

    def inside(q):
        return list(spread(turn(k * q), [(1, turn(k * n)), (-1, turn(k * (n - q)))]))

    found = []
    for f, target in ((cos, C * c + S * s), (sin, C * s - S * c)):

        def entry(q, f=f):
            return x(n - q) * f(turn(k * q))

        sums = evaluated(entry, 0, TOP, full(), inside, turned)
        left = total(0, TOP, lambda q, f=f: f(turn(k * q)) * x(n - q))
        found.append(combine(eq(left, target), (1, sums)))
    return found


def flat_weighed(n: Term, low: Theorem) -> Theorem:
    """sum_q x(n - q) = sum_j x(j), for n >= 0."""
    (cyclic,) = defined("modular.cyclic-x")
    return cyclic_mirror(x, lambda j: at(cyclic, j), n, low)


# --- an encoding without the third harmonic -------------------------------------------------------
NO_THIRD = assume(eq(X_3, 0))


@cache
def no_third() -> list[Theorem]:
    """C = 0 and S = 0 at 3 xi, where x_hat[3 xi] = 0: |x_hat[3 xi]|^2 = C^2 + S^2."""
    (transform,), (size,) = defined("modular.transform-x"), defined("modular.third-magnitude")
    spread_out = evaluated(
        lambda j: x(j) * (cos(turn(-(THIRD * j))) + I * sin(turn(-(THIRD * j)))),
        0,
        TOP,
        full(),
        lambda j: spread(turn(-(THIRD * j)), [(-1, turn(THIRD * j))]),
    )
    one, two = cosine_part(THIRD), sine_part(THIRD)
    value = one + I * (num(-1) * two)
    whole = combine(eq(x_hat(THIRD), value), (1, spread_out), (1, at(transform, THIRD)))
    turned = ring(
        eq(call("conj", value), one - I * (num(-1) * two)),
        fact("conj-sum", z=one, w=I * (num(-1) * two)),
        fact("conj-product", z=I, w=num(-1) * two),
        fact("conj-real", x=one),
        fact("conj-real", x=num(-1) * two),
        fact("conj-i"),
    )
    back = equal_inside(call("conj", x_hat(THIRD)), whole)
    square = ring(
        eq(call("abs", x_hat(THIRD)) ** 2, one**2 + two**2),
        fact("abs-square", z=x_hat(THIRD)),
        back,
        turned,
        whole,
        fact("i"),
    )
    small = combine(eq(call("abs", x_hat(THIRD)), 0), (1, size), (1, NO_THIRD))
    none = combine(eq(one**2 + two**2, 0), (1, square), (call("abs", x_hat(THIRD)), small))
    return [
        root_of_zero(
            part, ZERO, signed_order(le((part - ZERO) ** 2, 0), [(1, none)], (ONE, (), other))
        )
        for part, other in ((one, two), (two, one))
    ]
