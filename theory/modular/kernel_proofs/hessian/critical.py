"""What a critical point on the sphere obeys: U(f, v, w) = 3 U <u, f> for every f, and so, at every
frequency, v^ conj(w^) K = L conj(u^), where K = conj(x^) |x^|^2 and L = 3 p^2 U/2.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.modular.kernel_proofs.hessian.expansion import (
    DIRECTION,
    POINT,
    SCALES,
    VECTORS,
    linear,
    slope_at_start,
)
from theory.modular.kernel_proofs.maxima.local_maxima import flipped
from theory.modular.kernel_proofs.maxima.single import (
    INSIDE,
    M,
    concrete,
    elsewhere,
    frequency_bounds,
    there,
    wave_vector,
)
from theory.modular.kernel_proofs.script import I, cos, fn, sin
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.kernel_proofs.transforms.conjugates import conj, conjugated, real_part
from theory.modular.kernel_proofs.transforms.halves import half_low, half_utility, odd
from theory.modular.kernel_proofs.transforms.waves import full
from theory.modular.kernel_proofs.transforms.waves import unit as p_unit
from theory.modular.letters import p, transform, turn, utility_of, wave, x_hat
from theory.modular.letters.hessian import (
    critical,
    inner,
    mixed,
    orthogonal,
)
from theory.modular.letters.utility import half, unit
from theory.proof.lemmas import inv
from theory.proof.rules import Theorem, assume
from theory.proof.sums.finite import added, scaled, summand_equal
from theory.proof.sums.single_terms import only_inside
from theory.proof.tactics import (
    at,
    bound,
    combine,
    differs,
    equal_inside,
    fact,
    filled,
    one_slope,
    ring,
    total,
)
from theory.proof.tactics.angles import mirrored
from theory.proof.terms import ONE, ZERO, Term, call, eq, le, lt, negation, num

UNIT = assume(unit(*POINT))
CRITICAL = assume(critical(POINT))
U = utility_of(*POINT)
ABOVE = assume(lt(0, U))
ORTHOGONAL = assume(orthogonal(POINT, DIRECTION))
F = VECTORS[2]  # any vector


@cache
def _inner_mixed() -> Theorem:
    """<h, c f + s g> = c <h, f> + s <h, g>."""
    f, g, h = VECTORS[:3]
    c, s = SCALES
    one, other = fn(lambda a: h(a) * f(a)), fn(lambda a: h(a) * g(a))
    whole = mixed(f, g, c, s)
    same = summand_equal(
        fn(lambda a: h(a) * whole(a)),
        fn(lambda a: c * one(a) + s * other(a)),
        0,
        TOP,
        lambda a, *_: ring(eq(h(a) * whole(a), c * one(a) + s * other(a))),
    )
    return combine(
        eq(inner(h, whole), c * inner(h, f) + s * inner(h, g)),
        (1, same),
        (1, added(fn(lambda a: c * one(a)), fn(lambda a: s * other(a)), 0, TOP, full())),
        (1, scaled(c, one, 0, TOP, full())),
        (1, scaled(s, other, 0, TOP, full())),
    )


def inner_mixed(h: Term, f: Term, g: Term, c: Term, s: Term) -> Theorem:
    """<h, c f + s g> = c <h, f> + s <h, g>."""
    return filled(_inner_mixed(), dict(zip((*VECTORS[:3], *SCALES), (f, g, h, c, s))))


@cache
def gradient(slot: int) -> Theorem:
    """U with f for u, v or w is 3 U <u, f>: f - <u, f> theta is orthogonal to theta."""
    share = inner(POINT[slot], F)
    rows = [(F, one, ONE) if i == slot else (one, one, ZERO) for i, one in enumerate(POINT)]
    direction = tuple(mixed(f, g, c, -share) for f, g, c in rows)
    inners = [inner_mixed(h, f, g, c, -share) for h, (f, g, c) in zip(POINT, rows)]
    right = combine(orthogonal(POINT, direction), *((1, one) for one in inners), (share, UNIT))
    zero = at(CRITICAL, *direction, right)
    table = dict(zip(VECTORS[2:], direction))
    none = one_slope(filled(slope_at_start(), table), zero)
    splits = [
        linear(i, f, g, c, -share, [one for j, one in enumerate(POINT) if j != i])
        for i, (f, g, c) in enumerate(rows)
    ]
    moved = [F if i == slot else one for i, one in enumerate(POINT)]
    return combine(eq(utility_of(*moved), 3 * U * share), (1, none), *((1, one) for one in splits))


# --- one frequency --------------------------------------------------------------------------------


def K(q: Term) -> Term:
    """conj(x^) |x^|^2."""
    return conj(x_hat(q)) * call("abs", x_hat(q)) ** 2


def T(vectors, q: Term) -> Term:
    """f^ g^ conj(h^) K at this frequency."""
    f, g, h = vectors
    return transform(f, q) * transform(g, q) * conj(transform(h, q)) * K(q)


@cache
def _letters() -> Theorem:
    return concrete(half_utility(), *VECTORS[2:])


def in_half(vectors) -> Theorem:
    """U(f, g, h) = 4/p^3 sum_1^half Re T(q)."""
    known = filled(_letters(), dict(zip(VECTORS[2:], vectors)))
    value = 4 * inv(p) ** 3 * total(1, half, lambda q: call("re", T(vectors, q)))
    return combine(eq(utility_of(*vectors), value), (1, known))


def real_of_zero(nothing: Theorem) -> Theorem:
    """Re z = 0, from z = 0."""
    z = nothing.conclusion.args[0]
    mirror = equal_inside(conj(z), nothing)
    return combine(
        eq(call("re", z), 0),
        (num(1, 2), real_part(z)),
        (num(1, 2), nothing),
        (num(1, 2), mirror),
        (num(1, 2), fact("conj-real", x=ZERO)),
    )


def only_at(vectors, zero: Callable) -> Theorem:
    """U(f, g, h) = 4/p^3 Re T(m), where zero(q, 1 <= q, q <= half, not q = m) gives equations that
    make T(q) zero.
    """

    def none(q, q_low, q_high, apart):
        rewrites = zero(q, q_low, q_high, apart)
        return real_of_zero(ring(eq(T(vectors, q), 0), *rewrites))

    summand = fn(lambda q: call("re", T(vectors, q)))
    picked = only_inside(summand, M, 1, half, *INSIDE, none)
    factor = 4 * inv(p) ** 3
    return combine(
        eq(utility_of(*vectors), factor * call("re", T(vectors, M))),
        (1, in_half(vectors)),
        (factor, picked),
    )


def inside_whole(q: Term, q_low: Theorem, q_high: Theorem) -> list[Theorem]:
    """0 <= q and q <= p - 1, from 1 <= q and q <= half."""
    return [
        bound(le(0, q), (), [[q_low]]),
        bound(le(q, TOP), [odd()], [[q_high], [half_low()]]),
    ]


def beyond(q: Term, q_high: Theorem) -> Theorem:
    """not p - m = q: both are at most half."""
    return differs(bound(lt(q, p - M), [odd()], [[q_high], [INSIDE[1]]]), negation(eq(p - M, q)))


def no_wave(alpha: Term, beta: Term, q: Term, q_low, q_high, apart: Theorem) -> Theorem:
    """The transform of the wave of the frequency m is 0 at another frequency up to half."""
    return elsewhere(
        alpha, beta, q, inside_whole(q, q_low, q_high), flipped(apart), beyond(q, q_high)
    )


def conjugate_zero(nothing: Theorem) -> Theorem:
    """conj(z) = 0, from z = 0."""
    z = nothing.conclusion.args[0]
    return combine(
        eq(conj(z), 0), (1, equal_inside(conj(z), nothing)), (1, fact("conj-real", x=ZERO))
    )


def cosine_sum(f: Term, m: Term = M) -> Term:
    """sum_a f(a) cos(2 pi m a/p)."""
    return total(0, TOP, lambda a: f(a) * cos(turn(m * a)))


def sine_sum(f: Term, m: Term = M) -> Term:
    """sum_a f(a) sin(2 pi m a/p)."""
    return total(0, TOP, lambda a: f(a) * sin(turn(m * a)))


@cache
def in_sums(f: Term, m: Term = M) -> Theorem:
    """f^(m) = sum of f cos - i sum of f sin."""
    cosines, sines = fn(lambda a: f(a) * cos(turn(m * a))), fn(lambda a: f(a) * sin(turn(m * a)))

    def entry(a, *_):
        even, odd_ = mirrored(turn(m * a))
        return ring(eq(f(a) * wave(-(m * a)), cosines(a) + num(-1) * I * sines(a)), even, odd_)

    same = summand_equal(
        fn(lambda a: f(a) * wave(-(m * a))),
        fn(lambda a: cosines(a) + num(-1) * I * sines(a)),
        0,
        TOP,
        entry,
    )
    return combine(
        eq(transform(f, m), cosine_sum(f, m) - I * sine_sum(f, m)),
        (1, same),
        (1, added(cosines, fn(lambda a: num(-1) * I * sines(a)), 0, TOP, full())),
        (1, scaled(num(-1) * I, sines, 0, TOP, full())),
    )


@cache
def conjugate_in_sums(f: Term, m: Term = M) -> Theorem:
    """conj(f^(m)) = sum of f cos + i sum of f sin."""
    inside = equal_inside(conj(transform(f, m)), in_sums(f, m))
    spread = conjugated(inside.conclusion.args[1])
    return combine(
        eq(conj(transform(f, m)), cosine_sum(f, m) + I * sine_sum(f, m)), (1, inside), (1, spread)
    )


def inner_wave(f: Term, alpha: Term, beta: Term, m: Term = M) -> Theorem:
    """<f, alpha cos - beta sin> = alpha (sum of f cos) - beta (sum of f sin)."""
    waves = wave_vector(alpha, beta, m)
    one, two = fn(lambda a: f(a) * cos(turn(m * a))), fn(lambda a: f(a) * sin(turn(m * a)))
    parts_ = fn(lambda a: alpha * one(a)), fn(lambda a: num(-1) * beta * two(a))
    same = summand_equal(
        fn(lambda a: f(a) * waves(a)),
        fn(lambda a: parts_[0](a) + parts_[1](a)),
        0,
        TOP,
        lambda a, *_: ring(eq(f(a) * waves(a), parts_[0](a) + parts_[1](a))),
    )
    return combine(
        eq(inner(f, waves), alpha * cosine_sum(f, m) - beta * sine_sum(f, m)),
        (1, same),
        (1, added(*parts_, 0, TOP, full())),
        (1, scaled(alpha, one, 0, TOP, full())),
        (1, scaled(num(-1) * beta, two, 0, TOP, full())),
    )


def others(slot: int) -> Term:
    """The two other factors of T, and K, at m; for w without a conjugate."""
    hats = [transform(f, M) for f in POINT]
    hats[2] = conj(hats[2])
    one, two = (hat for i, hat in enumerate(hats) if i != slot)
    return one * two * K(M)


def _along_wave(slot: int, alpha: Term, beta: Term) -> Theorem:
    """4/p^3 Re T = 3 U <u, wave>: the gradient along one wave of the frequency m, doubled: with
    z = p/2 (alpha +- i beta) Z it says 2/p^3 (z + conj z) = 3 U (alpha C - beta S).
    """
    waves = wave_vector(alpha, beta)
    vectors = [waves if i == slot else f for i, f in enumerate(POINT)]

    def zero(q, q_low, q_high, apart):
        nothing = no_wave(alpha, beta, q, q_low, q_high, apart)
        return [conjugate_zero(nothing) if slot == 2 else nothing]

    whole = only_at(vectors, zero)
    here = there(alpha, beta, M, frequency_bounds())
    sign = ONE
    if slot == 2:
        inside = equal_inside(conj(transform(waves, M)), here)
        spread = conjugated(inside.conclusion.args[1])
        here = combine(
            eq(conj(transform(waves, M)), spread.conclusion.args[1]), (1, inside), (1, spread)
        )
        sign = num(-1)
    Z = others(slot)
    z = T(vectors, M)
    factor = num(1, 2) * p * (alpha + sign * I * beta)
    value = ring(eq(z, factor * Z), here)
    back = equal_inside(conj(z), value)
    apart = conjugated(conj(factor * Z))
    third = inv(p) ** 3
    mirror = combine(
        eq(conj(z), num(1, 2) * p * (alpha - sign * I * beta) * conj(Z)),
        (1, back),
        (1, apart),
        (num(1, 2) * p * (alpha - sign * I * beta), conjugated(conj(Z))),
    )
    slope = filled(gradient(slot), {F: waves})
    f = POINT[slot]
    return combine(
        eq(
            2 * third * (factor * Z + num(1, 2) * p * (alpha - sign * I * beta) * conj(Z)),
            3 * U * (alpha * cosine_sum(f) - beta * sine_sum(f)),
        ),
        (1, slope),
        (1, whole),
        (2 * third, real_part(z)),
        (2 * third, value),
        (2 * third, mirror),
        (3 * U, inner_wave(f, alpha, beta)),
    )


def cube_of_unit() -> Theorem:
    """p^3 (1/p)^3 = 1."""
    return combine(eq(p**3 * inv(p) ** 3, 1), (p**2 * inv(p) ** 2 + p * inv(p) + 1, p_unit()))


L = num(3, 2) * p**2 * U


@cache
def balance(slot: int) -> Theorem:
    """v^ conj(w^) K = L conj(u^), u^ conj(w^) K = L conj(v^), u^ v^ K = L w^, at m."""
    one, two = _along_wave(slot, ONE, ZERO), _along_wave(slot, ZERO, ONE)
    f = POINT[slot]
    Z = others(slot)
    back = num(1) if slot == 2 else num(-1)
    wanted = transform(f, M) if slot == 2 else conj(transform(f, M))
    known = in_sums(f) if slot == 2 else conjugate_in_sums(f)
    raised = cube_of_unit()
    half_cube = num(1, 2) * p**2
    lifted = combine(
        eq(2 * p * inv(p) ** 3 * Z, 3 * U * known.conclusion.args[1]),
        (1, one),
        (back * I, two),
        (p * inv(p) ** 3 * (Z - conj(Z)), fact("i")),
    )
    return combine(eq(Z, L * wanted), (half_cube, lifted), (Z, raised), (L, known))
