"""Vectors aligned with one frequency: what they are to the encoding, to each other, and their utility."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from theory.modular.kernel_letters import (
    U_init,
    against,
    entries,
    p,
    turn,
    u,
    utility_of,
    v,
    w,
    x,
)
from theory.modular.kernel_letters_cost import (
    KAPPA,
    U_i,
    X,
    amp_u,
    amp_v,
    amp_w,
    amp_w2,
    harmonic,
    ph_u,
    ph_v,
    ph_w,
    ph_w2,
    s_x,
    xi,
)
from theory.modular.kernel_letters_cost import a as residue
from theory.modular.kernel_proofs.chained import correlated_at
from theory.modular.kernel_proofs.cost.cosine_sums import c_of, moments, s_of
from theory.modular.kernel_proofs.script import I, cos, defined, fn, proof, sin
from theory.modular.kernel_proofs.utility import labels_summed, named
from theory.modular.kernel_proofs.waves import above_zero, full, unit, whole_turns
from theory.proof.angles import circle, spread
from theory.proof.lemmas import inv, sqrt, sqrt_is
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, assume, discharge, generalise, instantiate
from theory.proof.summands import evaluated
from theory.proof.sums import sum_of, summand_equal
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
    total,
    weaker,
)
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
def _response() -> Theorem:
    """<u, a.x> = sqrt(2/(3p)) X A (cos(s_x - s) c(a) + sin(s_x - s) s(a)), u[j] = A sqrt(2/(3p)) cos(.. + s)."""
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
    """<u, q.x> of a vector with this amplitude and phase, as ``_response`` writes it."""
    return put(_response(), amp=amplitude, ph=phase, a=q)


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
        moments(),
    )
    turned = spread(ph_w - ph_w2, [(1, ph_w), (-1, ph_w2)])
    return ring(goal("modular.aligned-output"), inner, whole, *turned, *scales())


# --- double sums over pairs -----------------------------------------------------------------------
def over_all_pairs(body, inside: Sequence, values: Sequence[Theorem]) -> Theorem:
    """sum_a sum_b body(a, b) = ..., where inside(a, b) rewrites the summand."""
    whole = fn(lambda a: total(0, TOP, lambda b: body(a, b)))

    def row(a):
        return evaluated(lambda b: body(a, b), 0, TOP, full(), lambda b: inside(a, b), values)

    return evaluated(lambda a: whole(a), 0, TOP, full(), lambda a: [row(a), *inside(a, a)], values)


def no_mean(amplitude: Term, phase: Term) -> Theorem:
    """The entries of an aligned vector add to 0."""
    return evaluated(
        lambda q: harmonic(amplitude, q, phase),
        0,
        TOP,
        full(),
        lambda q: [spread(turn(xi * q) + phase, [(1, turn(xi * q)), (1, phase)])[0]],
        moments(),
    )


def sum_angle(a: Term, b: Term) -> tuple[Theorem, Theorem]:
    """c(a + b) and s(a + b) in those of a and b."""
    return spread(turn(xi * (a + b)), [(1, turn(xi * a)), (1, turn(xi * b))])


@cache
def utility_value() -> Theorem:
    """The utility of the aligned vectors with amplitudes amp_u, amp_v, amp_w and phases ph_u, ph_v, ph_w."""
    f, g, h = (
        lam(lambda q, A=A, s=s: harmonic(A, q, s), INT)
        for A, s in ((amp_u, ph_u), (amp_v, ph_v), (amp_w, ph_w))
    )
    flat = no_mean(amp_w, ph_w)
    P, Q, R, T, V, W = map(var, "PQRTVW")  # abbreviations
    mean = sum_of(h, 0, TOP) * entries(x) * inv(p)

    def body(a, b):
        return (P * c_of(a) + Q * s_of(a) + R * c_of(b) + T * s_of(b)) ** 2 * (
            V * c_of(a + b) + W * s_of(a + b)
        )

    def inside(a, b):
        return [*sum_angle(a, b), circle(turn(xi * a)), circle(turn(xi * b))]

    plain = over_all_pairs(body, inside, moments())
    psi = {s: s_x - s for s in (ph_u, ph_v, ph_w)}
    values = {}
    for names, A, s in (((P, Q), amp_u, ph_u), ((R, T), amp_v, ph_v), ((V, W), amp_w, ph_w)):
        values[names[0].data[0]] = KAPPA * X * A * cos(psi[s])
        values[names[1].data[0]] = KAPPA * X * A * sin(psi[s])
    value = put(plain, **values)

    def entry(a, b):
        return (against(f, a) + against(g, b)) ** 2 * (against(h, a + b) - mean)

    def same(a, b):
        new = put_in(body(a, b), values)
        return ring(
            eq(entry(a, b), new),
            response_at(amp_u, ph_u, a),
            response_at(amp_v, ph_v, b),
            response_at(amp_w, ph_w, a + b),
            flat,
        )

    rows = pairwise(entry, lambda a, b: put_in(body(a, b), values), same)
    target = goal("modular.aligned-utility").args[1]
    turned = [
        *spread(ph_u + ph_v - ph_w - s_x, [(1, ph_u), (1, ph_v), (-1, ph_w), (-1, s_x)]),
        *(one for s in psi for one in spread(psi[s], [(1, s_x), (-1, s)])),
        circle(s_x),
    ]
    told = ring(eq(inv(p) ** 2 * value.conclusion.args[1], target), *turned, *scales())
    whole = centred_utility(f, g, h)
    return combine(
        eq(utility_of(f, g, h), target),
        (1, whole),
        (inv(p) ** 2, rows),
        (inv(p) ** 2, value),
        (1, told),
    )


def centred_utility(f: Term, g: Term, h: Term) -> Theorem:
    """The utility of (f, g, h) as the mean of (<f, a.x> + <g, b.x>)^2 (<h, (a + b).x> - mean)."""
    known = named(DEFINITIONS["modular.utility"].statement, U_init, labels_summed())
    return instantiate(known, u, f, v, g, w, h)


def put_in(whole: Term, values: dict[str, Term]) -> Term:
    """The term with these values for its letters."""
    from theory.proof.terms import substituted

    return substituted(
        whole, {one: values[one.data[0]] for one in whole.free if one.data[0] in values}
    )


def pairwise(one, other, shown) -> Theorem:
    """sum_a sum_b one(a, b) = sum_a sum_b other(a, b), where shown(a, b) gives the summands equal."""
    return summand_equal(
        fn(lambda a: total(0, TOP, lambda b: one(a, b))),
        fn(lambda a: total(0, TOP, lambda b: other(a, b))),
        0,
        TOP,
        lambda a, *_: summand_equal(
            fn(lambda b: one(a, b)), fn(lambda b: other(a, b)), 0, TOP, lambda b, *_: shown(a, b)
        ),
    )


@proof("modular.aligned-utility")
def aligned_utility() -> Theorem:
    """Of the square only 2 <u, a.x> <v, b.x> is left by the sums over a and over b."""
    (whole,) = defined("modular.utility-aligned")
    vectors = {
        f: defined(f"modular.aligned-{name}")[0] for f, name in ((u, "u"), (v, "v"), (w, "w"))
    }
    letters = ((u, amp_u, ph_u), (v, amp_v, ph_v), (w, amp_w, ph_w))
    plain = [lam(lambda q, A=A, s=s: harmonic(A, q, s), INT) for _, A, s in letters]
    same = same_utility(
        (u, v, w), tuple(plain), [lambda r, f=f: at(vectors[f], r) for f in (u, v, w)]
    )
    value = utility_value()
    return combine(eq(U_i, value.conclusion.args[1]), (1, whole), (1, same), (1, value))


def same_utility(first: tuple, second: tuple, shown: Sequence) -> Theorem:
    """Neurons with the same entries (shown[k](r) for the k-th vector) have the same utility."""

    def vector(k, q):
        f, g = first[k], second[k]
        return summand_equal(
            fn(lambda r: f(r) * x(r - q)),
            fn(lambda r: g(r) * x(r - q)),
            0,
            TOP,
            lambda r, *_: combine(eq(f(r) * x(r - q), g(r) * x(r - q)), (x(r - q), shown[k](r))),
        )

    flat = summand_equal(first[2], second[2], 0, TOP, lambda r, *_: shown[2](r))

    def entry(neuron):
        f, g, h = neuron
        mean = sum_of(h, 0, TOP) * entries(x) * inv(p)
        return lambda a, b: (against(f, a) + against(g, b)) ** 2 * (against(h, a + b) - mean)

    one, other = entry(first), entry(second)
    rows = pairwise(
        one,
        other,
        lambda a, b: ring(
            eq(one(a, b), other(a, b)), vector(0, a), vector(1, b), vector(2, a + b), flat
        ),
    )
    return combine(
        eq(utility_of(*first), utility_of(*second)),
        (1, centred_utility(*first)),
        (inv(p) ** 2, rows),
        (1, centred_utility(*second)),
    )
