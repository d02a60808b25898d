"""The slopes of the loss: differentiated at every pair (a, b) and every entry c of the output."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.modular.kernel_proofs.script import defined, fn, proof
from theory.modular.kernel_proofs.training.utility import TOP, rowwise
from theory.modular.kernel_proofs.transforms.waves import full
from theory.modular.letters import N, against, over_pairs, p, x
from theory.modular.letters.cost import activation, label, output, response, u_in, v_in, w_in
from theory.modular.letters.gradient import (
    h,
    h_x,
    i,
    moved,
    moved_group,
    moved_loss,
    r_h,
    r_w,
    slope_u,
    slope_v,
    slope_w,
)
from theory.modular.letters.utility import z_u, z_v
from theory.proof.lemmas import inv
from theory.proof.rules import Theorem
from theory.proof.sums.finite import added, exchanged, scaled, slope_of_sum, summand_equal
from theory.proof.sums.single_terms import only_inside
from theory.proof.tactics import (
    at,
    bound,
    combine,
    derivative,
    everywhere,
    fact,
    fresh,
    lam,
    one_slope,
    ring,
    slope_of_same,
    symmetric,
    total,
    with_slope,
)
from theory.proof.terms import INT, REAL, ZERO, Term, eq, le, num

LOW, HIGH, AT = num(-1), num(1), num(0)
WITHIN = (bound(le(LOW, AT)), bound(le(AT, HIGH)))


def here() -> list[Theorem]:
    """1 <= i and i <= N."""
    return defined("modular.neuron")


def neurons() -> Theorem:
    """1 <= N + 1."""
    low, high = here()
    return bound(le(1, N + 1), (), [[low], [high]])


def chosen(k: Term, value: Term, known: Theorem, holds: bool) -> Theorem:
    """The vector h belongs to neuron i alone."""
    name = "ite-true" if holds else "ite-false"
    return fact(name, known, P=eq(k, i), z=value, w=ZERO)


def moved_response(f: Term, t: Term, k: Term, q: Term, known: Theorem, holds: bool) -> Theorem:
    """<f_k + t h, q.x> = <f_k, q.x> + t <h, q.x> for k = i; without h for another neuron."""
    after = moved(f, t)
    plain = fn(lambda r: f(k, r) * x(r - q))
    own = fn(lambda r: h(r) * x(r - q))
    extra = fn(lambda r: t * own(r)) if holds else fn(lambda r: ZERO * own(r))
    same = summand_equal(
        fn(lambda r: after(k, r) * x(r - q)),
        fn(lambda r: plain(r) + extra(r)),
        0,
        TOP,
        lambda r, *_: ring(
            eq(after(k, r) * x(r - q), plain(r) + extra(r)), chosen(k, h(r), known, holds)
        ),
    )
    factor = t if holds else ZERO
    goal = eq(response(after, k, q), response(f, k, q) + factor * against(h, q))
    return combine(
        goal,
        (1, same),
        (1, added(plain, extra, 0, TOP, full())),
        (1, scaled(factor, own, 0, TOP, full())),
    )


def moved_output(slope: Term, t: Term, q: Term, r: Term, m: Term) -> tuple[Term, Theorem]:
    """(d, f_t(q.x, r.x)[m] = f(q.x, r.x)[m] + d): only neuron i changes."""
    group = moved_group(slope, t)
    Z = activation(i, q, r)
    if slope is slope_w:
        change = Z**2 * (t * h(m))
    else:
        H = against(h, q if slope is slope_u else r)
        change = (2 * t * Z * H + t**2 * H**2) * w_in(i, m)
    before = fn(lambda k: activation(k, q, r) ** 2 * w_in(k, m))
    after = fn(lambda k: activation(k, q, r, group) ** 2 * group[2](k, m))
    gap = fn(lambda k: after(k) + num(-1) * before(k))

    def settled(k, known, holds):
        """What the moved vector gives in neuron k."""
        if slope is slope_w:
            return [chosen(k, h(m), known, holds)]
        f, place = (u_in, q) if slope is slope_u else (v_in, r)
        return [moved_response(f, t, k, place, known, holds)]

    def zero(k, k_low, k_high, apart):
        return ring(eq(gap(k), 0), *settled(k, apart, False))

    first, last = here()
    only = only_inside(gap, i, 1, N, first, last, zero)
    own = ring(eq(gap(i), change), *settled(i, combine(eq(i, i)), True))
    less = fn(lambda k: num(-1) * before(k))
    split = [added(after, less, 1, N, neurons()), scaled(num(-1), before, 1, N, neurons())]
    goal = eq(output(q, r, m, group), output(q, r, m) + change)
    return change, combine(goal, *((1, one) for one in split), (1, only), (1, own))


def entry_slope(slope: Term, q: Term, r: Term, m: Term, wanted: Callable) -> Theorem:
    """t -> (f_t - label)^2 at 0: 4 E Z H w (for w: 2 E Z^2 h), with E = f - label."""
    E = output(q, r, m) - wanted(q, r, m)
    Z = activation(i, q, r)

    def polynomial(t):
        return (E + moved_output(slope, t, q, r, m)[0]) ** 2

    plain = lam(polynomial)
    own = derivative(plain, LOW, HIGH, AT)
    if slope is slope_w:
        value = 2 * E * Z**2 * h(m)
    else:
        value = 4 * E * Z * against(h, q if slope is slope_u else r) * w_in(i, m)
    own = with_slope(own, value)

    def actual(t):
        return (output(q, r, m, moved_group(slope, t)) - wanted(q, r, m)) ** 2

    t = fresh()
    change, known = moved_output(slope, t, q, r, m)
    after = known.conclusion.args[0]
    same = combine(
        eq(actual(t), polynomial(t)),
        (after + output(q, r, m) + change - 2 * wanted(q, r, m), known),
    )
    return slope_of_same(lam(actual), everywhere(t, same, le(LOW, t), le(t, HIGH)), own)


@cache
def loss_slope(slope: Term, wanted: Callable = label) -> Theorem:
    """The derivative of the loss: 1/(2 p^2) sum_ab sum_c of those of the squares."""
    place = (LOW, HIGH, AT)

    def actual(q, r, m, t):
        return (output(q, r, m, moved_group(slope, t)) - wanted(q, r, m)) ** 2

    def value(q, r, m):
        return entry_value(slope, q, r, m, wanted)

    def over_c(q, r):
        return slope_of_sum(
            lam(lambda m, t: actual(q, r, m, t), INT, REAL),
            fn(lambda m: value(q, r, m)),
            0,
            TOP,
            place,
            full(),
            WITHIN,
            lambda m, *_: entry_slope(slope, q, r, m, wanted),
        )

    def over_b(q):
        return slope_of_sum(
            lam(lambda r, t: total(0, TOP, lambda m: actual(q, r, m, t)), INT, REAL),
            fn(lambda r: total(0, TOP, lambda m: value(q, r, m))),
            0,
            TOP,
            place,
            full(),
            WITHIN,
            lambda r, *_: over_c(q, r),
        )

    whole = slope_of_sum(
        lam(
            lambda q, t: total(0, TOP, lambda r: total(0, TOP, lambda m: actual(q, r, m, t))),
            INT,
            REAL,
        ),
        fn(lambda q: total(0, TOP, lambda r: total(0, TOP, lambda m: value(q, r, m)))),
        0,
        TOP,
        place,
        full(),
        WITHIN,
        lambda q, *_: over_b(q),
    )
    scale = num(1, 2) * inv(p) ** 2
    grown = derivative(lam(lambda t: moved_loss(slope, t, wanted)), LOW, HIGH, AT, [whole])
    summed = over_pairs(lambda q, r: total(0, TOP, lambda m: value(q, r, m)))
    return with_slope(grown, scale * summed)


def entry_value(slope: Term, q: Term, r: Term, m: Term, wanted: Callable = label) -> Term:
    """The derivative of one square."""
    E = output(q, r, m) - wanted(q, r, m)
    Z = activation(i, q, r)
    if slope is slope_w:
        return 2 * E * Z**2 * h(m)
    return 4 * E * Z * against(h, q if slope is slope_u else r) * w_in(i, m)


def residual_of(slope: Term) -> tuple[Term, Callable]:
    """What <vector, f - (a + b).x> is called, and its vector: h for w, else w."""
    return (r_h, lambda m: h(m)) if slope is slope_w else (r_w, lambda m: w_in(i, m))


def stated(slope: Term, q: Term, r: Term) -> Term:
    """The claim's summand: (z_u + z_v)^2 <h, ...> for w, <h, a.x> (z_u + z_v) <w, ...> for u."""
    residual, _ = residual_of(slope)
    Z = z_u(q) + z_v(r)
    if slope is slope_w:
        return Z**2 * residual(q, r)
    return h_x(q if slope is slope_u else r) * Z * residual(q, r)


def factor_of(slope: Term) -> Term:
    """2 for w, which is linear in it, 4 for u and v."""
    return num(2) if slope is slope_w else num(4)


def at_pair(slope: Term, q: Term, r: Term) -> Theorem:
    """sum_m of the derivatives of the squares = 2 or 4 times the claim's summand, at (a, b)."""
    (_, mean), (u_is,) = defined("modular.centred"), defined("modular.response-u")
    (v_is,), (h_is,) = defined("modular.response-v"), defined("modular.response-h")
    residual, vector = residual_of(slope)
    (r_is,) = defined(f"modular.residual-{residual.data[0][-1]}")
    Z, place = activation(i, q, r), q if slope is slope_u else r
    scale = factor_of(slope) * (Z**2 if slope is slope_w else Z * against(h, place))
    plain = fn(lambda m: vector(m) * (output(q, r, m) - x(m - (q + r))))
    each = summand_equal(
        fn(lambda m: entry_value(slope, q, r, m)),
        fn(lambda m: scale * plain(m)),
        0,
        TOP,
        lambda m, *_: ring(eq(entry_value(slope, q, r, m), scale * plain(m)), mean),
    )
    summed = combine(
        eq(over_entries(slope, q, r), scale * residual(q, r)),
        (1, each),
        (1, scaled(scale, plain, 0, TOP, full())),
        (scale, at(r_is, q, r)),
    )
    letters = [symmetric(at(u_is, q)), symmetric(at(v_is, r))]
    if slope is not slope_w:
        letters.append(symmetric(at(h_is, place)))
    goal = eq(over_entries(slope, q, r), factor_of(slope) * stated(slope, q, r))
    return ring(goal, summed, *letters)


def over_entries(slope: Term, q: Term, r: Term) -> Term:
    """sum_m of the derivatives of the squares."""
    return total(0, TOP, lambda m: entry_value(slope, q, r, m))


def gradient(slope: Term) -> Theorem:
    """The slope is what the derivative of the loss is; the sums over c are the residuals."""
    (given_slope,) = defined(f"modular.{slope.data[0].replace('_', '-')}")
    factor = factor_of(slope)

    def summand(q, r):
        return stated(slope, q, r)

    def row(q, *_):
        inner = summand_equal(
            fn(lambda r: over_entries(slope, q, r)),
            fn(lambda r: factor * summand(q, r)),
            0,
            TOP,
            lambda r, *_: at_pair(slope, q, r),
        )
        out = scaled(factor, fn(lambda r: summand(q, r)), 0, TOP, full())
        return combine(
            eq(inner.conclusion.args[0], factor * total(0, TOP, lambda r: summand(q, r))),
            (1, inner),
            (1, out),
        )

    rows = rowwise(
        lambda q, r: over_entries(slope, q, r),
        lambda q: factor * total(0, TOP, lambda r: summand(q, r)),
        row,
    )
    out = scaled(factor, fn(lambda q: total(0, TOP, lambda r: summand(q, r))), 0, TOP, full())
    turned = exchanged(lam(summand, INT, INT), 0, TOP, 0, TOP, full(), full())
    scale = num(1, 2) * inv(p) ** 2
    answer = num(1, 2) * factor * inv(p) ** 2
    return combine(
        eq(slope, answer * over_pairs(lambda r, q: summand(q, r))),
        (1, one_slope(given_slope, loss_slope(slope))),
        (scale, rows),
        (scale, out),
        (answer, turned),
    )


@proof("modular.gradient-u")
def gradient_u() -> Theorem:
    """2/p^2 sum of <h, a.x> (z_u + z_v) <w, f - (a + b).x>."""
    return gradient(slope_u)


@proof("modular.gradient-v")
def gradient_v() -> Theorem:
    """2/p^2 sum of <h, b.x> (z_u + z_v) <w, f - (a + b).x>."""
    return gradient(slope_v)


@proof("modular.gradient-w")
def gradient_w() -> Theorem:
    """1/p^2 sum of (z_u + z_v)^2 <h, f - (a + b).x>."""
    return gradient(slope_w)
