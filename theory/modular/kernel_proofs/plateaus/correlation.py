"""The correlation of a new neuron with the learned function, in transforms at xi."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.cost.aligned import TOP, encoding, goal, two_parts
from theory.modular.kernel_proofs.cost.cosine_sums import (
    c_of,
    s_of,
)
from theory.modular.kernel_proofs.cost.loss import unit_rule
from theory.modular.kernel_proofs.plateaus.update import delta_in_sums
from theory.modular.kernel_proofs.script import I, cos, defined, proof, sin
from theory.modular.kernel_proofs.transforms.mirror import against_transform
from theory.modular.kernel_proofs.transforms.waves import full
from theory.modular.letters import against, p, turn, u, u_hat, v, v_hat, w, w_hat, wave, x, x_hat
from theory.modular.letters.cost import X, s_x, xi
from theory.modular.letters.learned import Delta
from theory.proof.lemmas import inv
from theory.proof.rules import Theorem
from theory.proof.sums.summands import evaluated
from theory.proof.tactics import (
    at,
    combine,
    equal_inside,
    fact,
    put,
    ring,
    symmetric,
    total,
)
from theory.proof.tactics.angles import circle, spread
from theory.proof.terms import (
    Term,
    call,
    eq,
    num,
    var,
)


# --- in frequency space ---------------------------------------------------------------------------
@cache
def real_parts(f: Term) -> list[Theorem]:
    """sum_a <f, a.x> c(a) and sum_a <f, a.x> s(a), in those of f and the encoding."""
    known = against_transform(f, xi)
    left = evaluated(lambda q: against(f, q) * wave(-(xi * q)), 0, TOP, full(), inside_back, ())
    right = evaluated(lambda q: f(q) * wave(-(xi * q)), 0, TOP, full(), inside_back, ())
    other = evaluated(lambda q: x(q) * wave(xi * q), 0, TOP, full())
    cosines, sines = harmonic_sums(f)
    zc = total(0, TOP, lambda q: against(f, q) * c_of(q))
    zs = total(0, TOP, lambda q: against(f, q) * s_of(q))
    A, B = X * cos(s_x), -(X * sin(s_x))
    value = (cosines * A + sines * B, cosines * B - sines * A)
    first = combine(eq(zc + I * (num(-1) * zs), left.conclusion.args[0]), (1, left))
    second = ring(
        eq(known.conclusion.args[1], value[0] + I * value[1]), right, other, *encoding(), fact("i")
    )
    joined = combine(
        eq(zc + I * (num(-1) * zs), value[0] + I * value[1]), (1, first), (1, known), (1, second)
    )
    one, two = two_parts(joined, (zc, num(-1) * zs), value)
    return [one, combine(eq(zs, -value[1]), (1, two))]


def inside_back(q: Term) -> tuple[Theorem, Theorem]:
    """cos and sin of -2 pi xi q/p."""
    return spread(turn(-(xi * q)), [(-1, turn(xi * q))])


def harmonic_sums(f: Term) -> tuple[Term, Term]:
    """sum_a f(a) c(a) and sum_a f(a) s(a)."""
    return total(0, TOP, lambda q: f(q) * c_of(q)), total(0, TOP, lambda q: f(q) * s_of(q))


HAT = {u: u_hat, v: v_hat, w: w_hat}


@cache
def hats() -> list[Theorem]:
    """u^, v^, w^, x^ at xi and their conjugates, in real sums; |x^(xi)| = X."""
    found = []
    for f, hat in HAT.items():
        (known,) = defined(f"modular.transform-{f.data[0]}")
        cosines, sines = harmonic_sums(f)
        apart_ = evaluated(lambda q: f(q) * wave(-(xi * q)), 0, TOP, full(), inside_back)
        own = combine(eq(hat(xi), cosines + I * (num(-1) * sines)), (1, at(known, xi)), (1, apart_))
        found += [own, conjugate_of(hat(xi), cosines, num(-1) * sines, own)]
    (size,), (phase,) = defined("modular.magnitude"), defined("modular.phase")
    A, B = X * cos(s_x), X * sin(s_x)
    own = combine(eq(x_hat(xi), A + I * B), (1, phase), (cos(s_x) + I * sin(s_x), size))
    found += [own, conjugate_of(x_hat(xi), A, B, own)]
    return [*found, symmetric(size)]


def conjugate_of(z: Term, A: Term, B: Term, own: Theorem) -> Theorem:
    """conj(z) = A - i B, from z = A + i B with real A and B."""
    inside = equal_inside(call("conj", z), own)
    turned = put(_conjugate(), part_A=A, part_B=B)
    return combine(eq(call("conj", z), A - I * B), (1, inside), (1, turned))


@cache
def _conjugate() -> Theorem:
    A, B = var("part_A"), var("part_B")
    return ring(
        eq(call("conj", A + I * B), A - I * B),
        fact("conj-sum", z=A, w=I * B),
        fact("conj-product", z=I, w=B),
        fact("conj-real", x=A),
        fact("conj-real", x=B),
        fact("conj-i"),
    )


@cache
def delta_spectrum() -> Theorem:
    """Delta = (2 X^2/p) (u^ v^ conj(w^ x^) + its conjugate) at xi."""
    product = u_hat(xi) * v_hat(xi) * call("conj", w_hat(xi)) * call("conj", x_hat(xi))
    mirrored = call("conj", u_hat(xi)) * call("conj", v_hat(xi)) * w_hat(xi) * x_hat(xi)
    phased = [
        evaluated(
            lambda m: w(m) * f(turn(xi * m) + s_x),
            0,
            TOP,
            full(),
            lambda m: spread(turn(xi * m) + s_x, [(1, turn(xi * m)), (1, s_x)]),
        )
        for f in (cos, sin)
    ]
    return ring(
        eq(Delta, 2 * X**2 * inv(p) * (product + mirrored)),
        delta_in_sums(),
        *real_parts(u),
        *real_parts(v),
        *phased,
        *hats(),
        fact("i"),
        circle(s_x),
        unit_rule(),
    )


@proof("modular.learned-correlation")
def learned_correlation() -> Theorem:
    """The transforms of <u, a.x>, <v, b.x> and of the wave at xi."""
    (size,) = defined("modular.magnitude")
    known = delta_spectrum()
    squared = combine(eq(call("abs", x_hat(xi)) ** 2, X**2), (call("abs", x_hat(xi)) + X, size))
    return ring(goal("modular.learned-correlation"), known, squared)
