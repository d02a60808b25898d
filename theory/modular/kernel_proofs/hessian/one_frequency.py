"""A critical point with one frequency, at that frequency: what is quadratic in a direction across
its phases is at most 0.
"""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.hessian.critical import (
    ABOVE,
    ORTHOGONAL,
    F,
    L,
    T,
    U,
    balance,
    beyond,
    conjugate_in_sums,
    conjugate_zero,
    cosine_sum,
    cube_of_unit,
    gradient,
    in_sums,
    inner_wave,
    inside_whole,
    only_at,
    sine_sum,
)
from theory.modular.kernel_proofs.hessian.expansion import DIRECTION, POINT, parts_of
from theory.modular.kernel_proofs.maxima.local_maxima import flipped
from theory.modular.kernel_proofs.maxima.single import M
from theory.modular.kernel_proofs.script import I
from theory.modular.kernel_proofs.transforms.conjugates import conj, conjugated, real_is
from theory.modular.kernel_proofs.transforms.waves import above_zero
from theory.modular.kernel_proofs.transforms.waves import unit as p_unit
from theory.modular.letters import p, transform, u, v, w
from theory.modular.letters.hessian import across, inner, turned
from theory.modular.letters.maxima import of_frequency, xi
from theory.proof.lemmas import inv
from theory.proof.rules import Theorem, assume, order
from theory.proof.tactics import at, combine, equal_inside, fact, filled, inverse, positive, ring
from theory.proof.tactics.linear import signed_order
from theory.proof.terms import ONE, Term, eq, le, num, substituted

AT_M = {xi: M}
ALONE = [assume(substituted(of_frequency(f, xi), AT_M)) for f in POINT]


def silent(slot: int, q: Term, q_low: Theorem, q_high: Theorem, apart: Theorem) -> Theorem:
    """u^, v^ or w^ is 0 at another frequency up to half."""
    inside = inside_whole(q, q_low, q_high)
    return at(ALONE[slot], q, *inside, apart, flipped(beyond(q, q_high)))


def one_of(vectors: list[Term]) -> Theorem:
    """U(f, g, h) = 4/p^3 Re T(m), where one of the three vectors is that of theta."""
    slot = next(i for i in range(3) if vectors[i] is POINT[i])

    def zero(*there):
        nothing = silent(slot, *there)
        return [conjugate_zero(nothing) if slot == 2 else nothing]

    return only_at(vectors, zero)


def dot(f: Term, g: Term) -> Term:
    """Re(f^ conj(g^)) at m."""
    return cosine_sum(f) * cosine_sum(g) + sine_sum(f) * sine_sum(g)


def cross(f: Term, g: Term) -> Term:
    """Im(f^ conj(g^)) at m."""
    return cosine_sum(f) * sine_sum(g) - sine_sum(f) * cosine_sum(g)


def product(f: Term, g: Term) -> Theorem:
    """f^ conj(g^) = dot + i cross."""
    return ring(
        eq(transform(f, M) * conj(transform(g, M)), dot(f, g) + I * cross(f, g)),
        in_sums(f),
        conjugate_in_sums(g),
        fact("i"),
    )


R = dot(u, u)  # |u^(m)|^2


@cache
def sizes() -> list[Theorem]:
    """6 |u^|^2 = 6 |v^|^2 = 6 |w^|^2 = p at m: each of them times L is T(m), and U = 4/p^3 T(m)."""
    z = T(POINT, M)
    found = []
    own = inverse(U, [ABOVE])
    for slot, f in enumerate(POINT):
        hat = conj(transform(f, M)) if slot == 2 else transform(f, M)
        value = combine(
            eq(ONE * z, L * dot(f, f) + I * (L * cross(f, f))),
            (hat, balance(slot)),
            (L, product(f, f)),
        )
        real = real_is(z, L * dot(f, f), L * cross(f, f), ONE, value)
        # U = 4/p^3 (3 p^2 U/2) r^2
        level = combine(
            eq(p * U, 6 * U * dot(f, f)),
            (p, one_of([*POINT])),
            (4 * p * inv(p) ** 3, real),
            (6 * U * dot(f, f), cube_of_unit()),
        )
        found.append(combine(eq(6 * dot(f, f), p), (inv(U), level), (p, own), (6 * dot(f, f), own)))
    return found


@cache
def products_of_two() -> list[Theorem]:
    """R (f^ g^ conj(w^) K) = L A B, R (f^ v^ conj(h^) K) = L A conj(C) and R (u^ g^ conj(h^) K) =
    L B conj(C) at m, where A = f^ conj(u^), B = g^ conj(v^), C = h^ conj(w^).
    """
    f, g, h = DIRECTION
    A, B, C = (product(n, one) for n, one in zip(DIRECTION, POINT))
    hats = {one: transform(one, M) for one in (*POINT, *DIRECTION)}
    inside = equal_inside(conj(hats[h] * conj(hats[w])), C)
    turned_C = combine(
        eq(conj(hats[h]) * hats[w], dot(h, w) - I * cross(h, w)),
        (1, conjugated(conj(hats[h] * conj(hats[w])))),
        (1, inside),
        (1, conjugated(inside.conclusion.args[1])),
    )
    same = combine(eq(hats[u] * conj(hats[u]), R), (1, product(u, u)))
    other = combine(
        eq(hats[v] * conj(hats[v]), R),
        (1, product(v, v)),
        (num(1, 6), sizes()[0]),
        (num(1, 6), sizes()[1]),
    )
    first = combine(  # f^ conj(u^) g^ (u^ conj(w^) K) = L A B
        eq(R * T([f, g, w], M), L * (A.conclusion.args[1] * B.conclusion.args[1])),
        (T([f, g, w], M), same),
        (hats[f] * conj(hats[u]) * hats[g], balance(1)),
        (L * hats[g] * conj(hats[v]), A),
        (L * A.conclusion.args[1], B),
    )
    second = combine(  # f^ conj(u^) conj(h^) (u^ v^ K) = L A conj(C)
        eq(R * T([f, v, h], M), L * (A.conclusion.args[1] * turned_C.conclusion.args[1])),
        (T([f, v, h], M), same),
        (hats[f] * conj(hats[u]) * conj(hats[h]), balance(2)),
        (L * conj(hats[h]) * hats[w], A),
        (L * A.conclusion.args[1], turned_C),
    )
    third = combine(  # g^ conj(v^) conj(h^) (u^ v^ K) = L B conj(C)
        eq(R * T([u, g, h], M), L * (B.conclusion.args[1] * turned_C.conclusion.args[1])),
        (T([u, g, h], M), other),
        (hats[g] * conj(hats[v]) * conj(hats[h]), balance(2)),
        (L * conj(hats[h]) * hats[w], B),
        (L * B.conclusion.args[1], turned_C),
    )
    return [first, second, third]


@cache
def quadratic() -> Theorem:
    """|u^|^2 p^3/4 (what is quadratic in n) = L Re(A B + A conj(C) + B conj(C)), where A = f^
    conj(u^), B = g^ conj(v^), C = h^ conj(w^).
    """
    f, g, h = DIRECTION
    first, second, third = products_of_two()
    A1, B1, C1 = (dot(n, one) for n, one in zip(DIRECTION, POINT))
    A2, B2, C2 = (cross(n, one) for n, one in zip(DIRECTION, POINT))
    rows = (  # the product, its vectors, its real and imaginary part, what i^2 multiplies in it
        (first, [f, g, w], A1 * B1 - A2 * B2, A1 * B2 + A2 * B1, A2 * B2),
        (second, [f, v, h], A1 * C1 + A2 * C2, A2 * C1 - A1 * C2, A2 * C2),
        (third, [u, g, h], B1 * C1 + B2 * C2, B2 * C1 - B1 * C2, B2 * C2),
    )
    cube = 4 * inv(p) ** 3
    reals = []
    for known, vectors, real, imaginary, squared in rows:
        spread_ = combine(
            eq(R * T(vectors, M), L * real + I * (L * imaginary)),
            (1, known),
            (L * squared, fact("i")),
        )
        reals.append(real_is(T(vectors, M), L * real, L * imaginary, R, spread_))
    value = cube * L * (rows[0][2] + rows[1][2] + rows[2][2])
    return combine(
        eq(R * parts_of(2), value),
        *((R, one_of(vectors)) for _, vectors, *_ in rows),
        *((cube, one) for one in reals),
    )


ACROSS = [assume(one) for one in substituted(across(DIRECTION), AT_M).args]


def straight(slot: int) -> Theorem:
    """2 Re(f^ conj(u^)) = p <u, f>: both are U(f, v, w)/(3 U), up to their factors."""
    one, n = POINT[slot], DIRECTION[slot]
    vectors = [n if i == slot else f for i, f in enumerate(POINT)]
    hat = transform(n, M)
    pair = (one, n) if slot == 2 else (n, one)
    hat = conj(hat) if slot == 2 else hat
    z = T(vectors, M)
    value = combine(
        eq(ONE * z, L * dot(*pair) + I * (L * cross(*pair))),
        (hat, balance(slot)),
        (L, product(*pair)),
    )
    real = real_is(z, L * dot(*pair), L * cross(*pair), ONE, value)
    level = combine(
        eq(6 * U * dot(n, one), 3 * U * p * inner(one, n)),
        (p, filled(gradient(slot), {F: n})),
        (p, one_of(vectors)),
        (4 * p * inv(p) ** 3, real),
        (6 * U * dot(n, one), cube_of_unit()),
    )
    own = inverse(U, [ABOVE])
    return combine(
        eq(2 * dot(n, one), p * inner(one, n)),
        (num(1, 3) * inv(U), level),
        (2 * dot(n, one), own),
        (p * inner(one, n), own),
    )


def sideways(n: Term, one: Term) -> Theorem:
    """<n, turned f> = 2/p Im(n^ conj(f^))."""
    known = inner_wave(n, 2 * inv(p) * sine_sum(one), 2 * inv(p) * cosine_sum(one))
    turned_ = substituted(turned(one), AT_M)
    return combine(eq(inner(n, turned_), 2 * inv(p) * cross(n, one)), (1, known))


@cache
def bends_down() -> Theorem:
    """What is quadratic in n is at most 0, for n orthogonal to theta and to the turning phases."""
    A1, B1, C1 = (dot(n, one) for n, one in zip(DIRECTION, POINT))
    A2, B2, C2 = turns = [cross(n, one) for n, one in zip(DIRECTION, POINT)]
    flat = combine(
        eq(A1 + B1 + C1, 0),
        *((num(1, 2), straight(slot)) for slot in range(3)),
        (num(1, 2) * p, ORTHOGONAL),
    )
    first, second = (
        combine(
            eq(turns[slot] + C2, 0),
            (num(1, 2) * p, known),
            *((num(1, 2) * p, sideways(DIRECTION[i], POINT[i])) for i in (slot, 2)),
            (turns[slot] + C2, p_unit()),
        )
        for slot, known in enumerate(ACROSS)
    )
    form = L * (A1 * B1 - A2 * B2 + A1 * C1 + A2 * C2 + B1 * C1 + B2 * C2)
    square = num(1, 2) * (A1**2 + B1**2 + C1**2) + 3 * C2**2
    same = combine(
        eq(form, -(L * square)),
        (num(1, 2) * L * (A1 + B1 + C1), flat),
        (L * (B2 - C2), first),
        (2 * L * C2, second),
    )
    down = positive(inv(p), [above_zero()])
    level = positive(L, [above_zero(), ABOVE])
    squares = (*((num(1, 2), (level,), one) for one in (A1, B1, C1)), (num(3), (level,), C2))
    least = order(le(0, L * square), (), squares)
    scaled_ = signed_order(
        le(R * parts_of(2), 0),
        ((ONE, quadratic()), (4 * inv(p) ** 3, same)),
        (num(4), (down, down, down, least), ONE),
    )
    share = combine(eq(6 * inv(p) * R, 1), (inv(p), sizes()[0]), (1, p_unit()))
    return signed_order(le(parts_of(2), 0), ((parts_of(2), share),), (num(6), (down, scaled_), ONE))
