"""Vectors aligned with one frequency: what they are to the encoding, to each other, and their
utility.
"""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.cost.cosine_sums import c_of, moments, s_of
from theory.modular.kernel_proofs.script import I, cos, defined, fn, proof, sin
from theory.modular.kernel_proofs.transforms.chained import correlated_at
from theory.modular.kernel_proofs.transforms.waves import above_zero, full, unit, whole_turns
from theory.modular.letters import against, p, turn, u, x
from theory.modular.letters.cost import (
    KAPPA,
    X,
    amp_u,
    amp_w,
    amp_w2,
    harmonic,
    ph_u,
    ph_w,
    ph_w2,
    s_x,
    xi,
)
from theory.modular.letters.cost import a as residue
from theory.proof.lemmas import inv, sqrt, sqrt_is
from theory.proof.rules import Theorem, assume, discharge, generalise
from theory.proof.sums.finite import sum_of, summand_equal
from theory.proof.sums.summands import evaluated
from theory.proof.tactics import (
    at,
    bound,
    combine,
    equal_inside,
    fact,
    fresh,
    given,
    inverse,
    lam,
    positive,
    put,
    ring,
    weaker,
)
from theory.proof.tactics.angles import circle, spread
from theory.proof.terms import INT, Term, call, eq, le, num, var

amp, ph = var("amp"), var("ph")
TOP = p - 1


def goal(identifier: str) -> Term:
    """The statement of a claim, translated."""
    from theory import claim
    from theory.proof.letters import stated

    return stated(claim(identifier)).statement


# --- roots ----------------------------------------------------------------------------------------
@cache
def roots() -> list[Theorem]:
    """sqrt(2/(3p)) = sqrt(6)/(3 sqrt(p)), sqrt(6)^2 = 6, 1/sqrt(p)^2 = 1/p, sqrt(p) = p/sqrt(p)."""
    above = above_zero()
    root, six = sqrt(p), sqrt(num(6))
    down = inv(root)
    own = inverse(root, [positive(root, [above])])
    square = fact("sqrt-square", weaker(above), x=p)
    small = combine(
        eq(down**2, inv(p)),
        (inv(p) * (root * down + 1), own),
        (down**2, unit()),
        (inv(p) * down**2, square),
    )
    large = combine(eq(root, p * down), (root, own), (down, square))
    sixth = fact("sqrt-square", bound(le(0, 6)), x=num(6))
    third = inverse(3 * p, [positive(3 * p, [above])])
    apart = combine(
        eq(inv(3 * p), num(1, 3) * inv(p)), (inv(3 * p), unit()), (num(1, 3) * inv(p), third)
    )
    value = num(1, 3) * six * down
    squared = ring(eq(value**2, 2 * inv(3 * p)), sixth, small, apart)
    low = weaker(positive(value, [positive(root, [above])]))
    return [sqrt_is(value, low, squared), sixth, small, large]


def scales() -> list[Theorem]:
    """Rewriting that brings roots and powers of p to one form."""
    whole = combine(eq(p * inv(p), 1), (1, unit()))
    small = roots()[2]
    return [*roots(), whole, ring(eq(p * inv(sqrt(p)) ** 2, 1), small, whole)]


# --- real and imaginary parts ---------------------------------------------------------------------
@cache
def _two_parts() -> list[Theorem]:
    """A + i B = C + i D, all four real, gives A = C and B = D."""
    A, B, C, D = (var(f"part_{name}") for name in "ABCD")
    same = assume(eq(A + I * B, C + I * D))
    inside = equal_inside(call("conj", A + I * B), same)

    def turned(one, other):
        return ring(
            eq(call("conj", one + I * other), one - I * other),
            fact("conj-sum", z=one, w=I * other),
            fact("conj-product", z=I, w=other),
            fact("conj-real", x=one),
            fact("conj-real", x=other),
            fact("conj-i"),
        )

    back = combine(eq(A - I * B, C - I * D), (1, turned(A, B)), (1, inside), (1, turned(C, D)))
    half = num(1, 2)
    twice = combine(eq(I * B, I * D), (half, same), (half, back))
    return [
        discharge(same.conclusion, combine(eq(A, C), (half, same), (half, back))),
        discharge(
            same.conclusion,
            combine(eq(B, D), (I, twice), (B, fact("i")), (D, fact("i"))),
        ),
    ]


def two_parts(
    equation: Theorem, first: tuple[Term, Term], second: tuple[Term, Term]
) -> list[Theorem]:
    """A + i B = C + i D, all four real: A = C and B = D."""
    values = dict(zip(("part_A", "part_B", "part_C", "part_D"), (*first, *second)))
    return [given(put(one, **values), equation) for one in _two_parts()]


@cache
def encoding() -> list[Theorem]:
    """sum_j x(j) cos(2 pi xi j/p) = X cos(s_x) and sum_j x(j) sin(2 pi xi j/p) = -X sin(s_x)."""
    (transform,), (size,), (phase,) = (
        defined(f"modular.{name}") for name in ("transform-x", "magnitude", "phase")
    )
    cosines, sines = fn(lambda j: x(j) * c_of(j)), fn(lambda j: x(j) * s_of(j))

    def inside(j):
        return spread(turn(-(xi * j)), [(-1, turn(xi * j))])

    spread_out = evaluated(
        lambda j: x(j) * (cos(turn(-(xi * j))) + I * sin(turn(-(xi * j)))), 0, TOP, full(), inside
    )
    C, S = sum_of(cosines, 0, TOP), sum_of(sines, 0, TOP)
    whole = combine(
        eq(C + I * (num(-1) * S), X * cos(s_x) + I * (X * sin(s_x))),
        (1, spread_out),
        (1, at(transform, xi)),
        (1, phase),
        (cos(s_x) + I * sin(s_x), size),
    )
    first, second = two_parts(whole, (C, num(-1) * S), (X * cos(s_x), X * sin(s_x)))
    return [first, combine(eq(S, -(X * sin(s_x))), (1, second))]


# --- the response of an aligned vector ------------------------------------------------------------
def whole_turn(m: Term) -> list[Theorem]:
    """cos(2 pi p m/p) = 1 and sin(2 pi p m/p) = 0."""
    return two_parts(whole_turns(m), (cos(turn(p * m)), sin(turn(p * m))), (num(1), num(0)))


def period(n: Term, phase: Term) -> Theorem:
    """cos(2 pi xi (n + p)/p + s) = cos(2 pi xi n/p + s)."""
    angle = turn(xi * (n + p)) + phase
    onward = spread(angle, [(1, turn(xi * n)), (1, turn(p * xi)), (1, phase)])[0]
    here = spread(turn(xi * n) + phase, [(1, turn(xi * n)), (1, phase)])[0]
    return ring(eq(cos(angle), cos(turn(xi * n) + phase)), onward, here, *whole_turn(xi))


@cache
def own_response() -> Theorem:
    """<u, a.x> = sqrt(2/(3p)) X A (cos(s_x - s) c(a) + sin(s_x - s) s(a)), u[j] = A sqrt(2/(3p))
    cos(.. + s).
    """
    f = lam(lambda q: harmonic(amp, q, ph), INT)
    n = fresh(INT, "n")
    periodic = generalise(combine(eq(f(n + p), f(n)), (amp * KAPPA, period(n, ph))), n)
    plain = correlated_at(f, residue)
    plain = given(discharge(periodic.conclusion, plain), periodic)
    angles = [(1, turn(xi * residue)), (1, ph)]

    def inside(q):
        return [spread(turn(xi * (q + residue)) + ph, [(1, turn(xi * q)), *angles])[0]]

    sums = evaluated(
        lambda q: x(q) * harmonic(amp, q + residue, ph), 0, TOP, full(), inside, encoding()
    )
    psi = s_x - ph
    target = KAPPA * X * amp * (cos(psi) * c_of(residue) + sin(psi) * s_of(residue))
    turned = spread(psi, [(1, s_x), (-1, ph)])
    value = ring(eq(sums.conclusion.args[1], target), *turned)
    return combine(eq(against(f, residue), target), (1, plain), (1, sums), (1, value))


def response_at(amplitude: Term, phase: Term, q: Term) -> Theorem:
    """<u, q.x> of a vector with this amplitude and phase, as ``own_response`` writes it."""
    return put(own_response(), amp=amplitude, ph=phase, a=q)


def same_vector(f: Term, known: Theorem, amplitude: Term, phase: Term, q: Term) -> Theorem:
    """<f, q.x> where forall r. f(r) = A sqrt(2/(3p)) cos(2 pi xi r/p + s) is known."""
    plain = summand_equal(
        fn(lambda r: f(r) * x(r - q)),
        fn(lambda r: harmonic(amplitude, r, phase) * x(r - q)),
        0,
        TOP,
        lambda r, *_: combine(
            eq(f(r) * x(r - q), harmonic(amplitude, r, phase) * x(r - q)), (x(r - q), at(known, r))
        ),
    )
    value = response_at(amplitude, phase, q)
    return combine(eq(plain.conclusion.args[0], value.conclusion.args[1]), (1, plain), (1, value))


@proof("modular.aligned-input")
def aligned_input() -> Theorem:
    """sum_j x(j) cos(2 pi xi (j + a)/p + s) in the real and the imaginary part of x_hat[xi]."""
    (inner,), (known,) = defined("modular.inner-u"), defined("modular.aligned-u")
    value = same_vector(u, known, amp_u, ph_u, residue)
    statement = goal("modular.aligned-input")
    angle = ph_u - s_x + turn(residue * xi)
    turned = [
        *spread(angle, [(1, ph_u), (-1, s_x), (1, turn(residue * xi))]),
        *spread(s_x - ph_u, [(1, s_x), (-1, ph_u)]),
    ]
    return ring(statement, inner, value, *turned, *scales())


@proof("modular.aligned-output")
def aligned_output() -> Theorem:
    """cos(t + s) cos(t + s') summed over Z/p is (p/2) cos(s - s')."""
    return aligned_output_by(moments())


def aligned_output_by(values: list[Theorem]) -> Theorem:
    """The same, by what the moments of c and s are."""
    (inner,) = defined("modular.inner-w")

    def inside(q):
        return [
            *(spread(turn(xi * q) + s, [(1, turn(xi * q)), (1, s)])[0] for s in (ph_w, ph_w2)),
            circle(turn(xi * q)),
        ]

    whole = evaluated(
        lambda q: harmonic(amp_w, q, ph_w) * harmonic(amp_w2, q, ph_w2),
        0,
        TOP,
        full(),
        inside,
        values,
    )
    turned = spread(ph_w - ph_w2, [(1, ph_w), (-1, ph_w2)])
    return ring(goal("modular.aligned-output"), inner, whole, *turned, *scales())
