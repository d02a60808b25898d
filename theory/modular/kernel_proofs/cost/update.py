"""What a group that has learned its frequency leaves to a new neuron (u, v, w)."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_letters import (
    against,
    correlation,
    over_pairs,
    p,
    turn,
    u,
    u_hat,
    v,
    v_hat,
    w,
    w_hat,
    wave,
    x,
    x_hat,
)
from theory.modular.kernel_letters_cost import (
    HARMONICS,
    Delta,
    X,
    chi,
    chi_triple,
    label,
    learned,
    multiple,
    output,
    s_x,
    without,
    xi,
)
from theory.modular.kernel_proofs.chained import correlated_at
from theory.modular.kernel_proofs.correlation import cyclic_shift
from theory.modular.kernel_proofs.cost.aligned import (
    TOP,
    encoding,
    goal,
    over_all_pairs,
    period,
    sum_angle,
    two_parts,
)
from theory.modular.kernel_proofs.cost.cosine_sums import (
    c_of,
    halved,
    moments,
    no_multiple_within,
    own_frequency,
    s_of,
)
from theory.modular.kernel_proofs.cost.loss import eliminated, learned_at, unit_rule
from theory.modular.kernel_proofs.halves import T, conjugated, mirrored_summand
from theory.modular.kernel_proofs.mirror import against_transform
from theory.modular.kernel_proofs.script import I, cos, defined, fn, proof, sin
from theory.modular.kernel_proofs.utility import initial_utility, some_frequencies
from theory.modular.kernel_proofs.waves import full, next_
from theory.proof.angles import circle, spread
from theory.proof.lemmas import inv
from theory.proof.letters import DEFINITIONS
from theory.proof.nested_sums import same_sums
from theory.proof.rules import Theorem, assume, conjoin, discharge, instantiate, witness
from theory.proof.summands import evaluated
from theory.proof.sums import summand_equal
from theory.proof.sums_terms import _sum_of_marked
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    equal_inside,
    fact,
    fresh,
    given,
    lam,
    obtain,
    parts,
    put,
    ring,
    symmetric,
    total,
)
from theory.proof.terms import (
    COMPLEX,
    INT,
    ONE,
    REAL,
    ZERO,
    Term,
    call,
    eq,
    function,
    le,
    lt,
    make,
    num,
    substituted,
    var,
)


# --- linear in what is learned --------------------------------------------------------------------
def activation(q: Term, r: Term) -> Term:
    """<u, q.x> + <v, r.x>."""
    return against(u, q) + against(v, r)


def of_group(q: Term, r: Term, m: Term) -> Term:
    """The output of the group."""
    return output(q, r, m, HARMONICS)


hid = function("hid", INT, INT, REAL)
lab, out = (function(name, INT, INT, INT, REAL) for name in ("lab", "out"))


@cache
def _split() -> Theorem:
    """sum_ab h <w, l - o> = sum_ab sum_c h w l - sum_ab h <w, o>, for any functions."""
    left = over_pairs(
        lambda q, r: hid(q, r) * total(0, TOP, lambda m: w(m) * (lab(q, r, m) - out(q, r, m)))
    )
    one = over_pairs(lambda q, r: total(0, TOP, lambda m: hid(q, r) * w(m) * lab(q, r, m)))
    other = over_pairs(lambda q, r: hid(q, r) * total(0, TOP, lambda m: w(m) * out(q, r, m)))
    return same_sums(eq(left, one - other))


@proof("modular.residual-utility")
def residual_utility() -> Theorem:
    """The residual is the label less the output, and everything is linear in it."""
    first, second, third = (
        defined(f"modular.{name}")[0] for name in ("utility", "delta", "residual")
    )
    split = instantiate(
        _split(),
        hid,
        lam(lambda q, r: activation(q, r) ** 2, INT, INT),
        lab,
        lam(label, INT, INT, INT),
        out,
        lam(of_group, INT, INT, INT),
    )
    return combine(
        goal("modular.residual-utility"),
        (1, first),
        (inv(p) ** 2, second),
        (1, third),
        (inv(p) ** 2, split),
    )


# --- the correlation with the learned function ----------------------------------------------------
def shifted_wave(q: Term, r: Term, m: Term) -> tuple[Theorem, Theorem]:
    """cos and sin of 2 pi xi (m - q - r)/p + s_x, in those of 2 pi xi m/p + s_x, of q and of r."""
    return spread(
        turn(xi * (m - q - r)) + s_x,
        [(1, turn(xi * m) + s_x), (-1, turn(xi * q)), (-1, turn(xi * r))],
    )


def wave_sums() -> tuple[Term, Term]:
    """sum_m w(m) cos(2 pi xi m/p + s_x) and that of the sines."""
    return (
        total(0, TOP, lambda m: w(m) * cos(turn(xi * m) + s_x)),
        total(0, TOP, lambda m: w(m) * sin(turn(xi * m) + s_x)),
    )


def learned_in_range(q: Term, r: Term, m: Term, ends: dict) -> Theorem:
    """The output of the group at residues q, r, m is the learned function."""
    residues = DEFINITIONS["modular.residues"].statement
    plain = put(discharge(residues, learned_at()), a=q, b=r, c=m)
    inside = []
    for k in (q, r, m):
        low, high = ends[k]
        inside += [low, bound(lt(k, p), (), [[high]])]
    return given(plain, conjoin(*inside))


@cache
def delta_in_sums() -> Theorem:
    """Delta = 2 sums of <u, a.x>, <v, b.x> against cosines and sines, times those of w."""
    (whole,) = defined("modular.delta")
    C, S = wave_sums()
    factor = 2 * X * inv(p)

    def correlated(q, r, ends):
        same = summand_equal(
            fn(lambda m: w(m) * of_group(q, r, m)),
            fn(lambda m: w(m) * learned(q, r, m)),
            0,
            TOP,
            lambda m, low, high: combine(
                eq(w(m) * of_group(q, r, m), w(m) * learned(q, r, m)),
                (w(m), learned_in_range(q, r, m, {**ends, m: (low, high)})),
            ),
        )
        apart_ = evaluated(
            lambda m: w(m) * learned(q, r, m), 0, TOP, full(), lambda m: shifted_wave(q, r, m)[:1]
        )
        value = factor * (C * c_of(q + r) + S * s_of(q + r))
        told = ring(eq(apart_.conclusion.args[0], value), apart_, *sum_angle(q, r))
        return combine(eq(same.conclusion.args[0], value), (1, same), (1, told))

    def body(q, r):
        return activation(q, r) ** 2 * (factor * (C * c_of(q + r) + S * s_of(q + r)))

    def entry(q, r):
        return activation(q, r) ** 2 * total(0, TOP, lambda m: w(m) * of_group(q, r, m))

    rows = summand_equal(
        fn(lambda q: total(0, TOP, lambda r: entry(q, r))),
        fn(lambda q: total(0, TOP, lambda r: body(q, r))),
        0,
        TOP,
        lambda q, *q_ends: summand_equal(
            fn(lambda r: entry(q, r)),
            fn(lambda r: body(q, r)),
            0,
            TOP,
            lambda r, *r_ends: combine(
                eq(entry(q, r), body(q, r)),
                (activation(q, r) ** 2, correlated(q, r, {q: q_ends, r: r_ends})),
            ),
        ),
    )
    value = instantiate(pairs_summed(), V_, factor * C, W_, factor * S)
    return combine(eq(Delta, value.conclusion.args[1]), (1, whole), (1, rows), (1, value))


V_, W_ = var("V"), var("W")


@cache
def pairs_summed() -> Theorem:
    """sum_ab (z_u(a) + z_v(b))^2 (V c(a + b) + W s(a + b)): the squares average out."""
    z_1, z_2 = (function(f"zz_{k}", INT, REAL) for k in (1, 2))
    plain = over_all_pairs(
        lambda q, r: (z_1(q) + z_2(r)) ** 2 * (V_ * c_of(q + r) + W_ * s_of(q + r)),
        lambda q, r: [] if q is r else list(sum_angle(q, r)),
        moments(),
    )
    return instantiate(plain, z_1, fn(lambda q: against(u, q)), z_2, fn(lambda r: against(v, r)))


@cache
def products_summed() -> Theorem:
    """sum_ab z_u(a) z_v(b) (V c(a + b) + W s(a + b))."""
    z_1, z_2 = (function(f"zz_{k}", INT, REAL) for k in (1, 2))
    plain = over_all_pairs(
        lambda q, r: z_1(q) * z_2(r) * (V_ * c_of(q + r) + W_ * s_of(q + r)),
        lambda q, r: [] if q is r else list(sum_angle(q, r)),
        moments(),
    )
    return instantiate(plain, z_1, fn(lambda q: against(u, q)), z_2, fn(lambda r: against(v, r)))


@proof("modular.learned-triple")
def learned_triple() -> Theorem:
    """Both sides in sums of <u, a.x>, <v, b.x> and w against cosines and sines."""
    (whole,) = defined("modular.chi-triple")
    (cyclic,) = defined("modular.cyclic-w")
    C, S = wave_sums()

    def wave_part(q, r, low):
        n = q + r
        g = fn(lambda m: chi(m - n) * w(m))

        def again(k):
            return ring(
                eq(g(k + p), g(k)),
                combine(eq(chi(k + p - n), chi(k - n)), (1, period(k - n, s_x))),
                at(cyclic, k),
            )

        moved = cyclic_shift(g, again, n, low)
        apart_ = evaluated(
            lambda m: chi(m - n) * w(m), 0, TOP, full(), lambda m: shifted_wave(q, r, m)[:1]
        )
        value = C * c_of(n) + S * s_of(n)
        told = ring(eq(apart_.conclusion.args[0], value), apart_, *sum_angle(q, r))
        left = total(0, TOP, lambda m: chi(m) * w(m + n))
        return combine(eq(left, value), (1, moved), (1, told))

    def entry(q, r):
        return (
            correlation(u, q) * correlation(v, r) * total(0, TOP, lambda m: chi(m) * w(m + (q + r)))
        )

    def body(q, r):
        return against(u, q) * against(v, r) * (C * c_of(q + r) + S * s_of(q + r))

    def same(q, r, low):
        back = [symmetric(correlated_at(f, k)) for f, k in ((u, q), (v, r))]
        return ring(eq(entry(q, r), body(q, r)), *back, wave_part(q, r, low))

    rows = summand_equal(
        fn(lambda q: total(0, TOP, lambda r: entry(q, r))),
        fn(lambda q: total(0, TOP, lambda r: body(q, r))),
        0,
        TOP,
        lambda q, q_low, _: summand_equal(
            fn(lambda r: entry(q, r)),
            fn(lambda r: body(q, r)),
            0,
            TOP,
            lambda r, r_low, _: same(q, r, bound(le(0, q + r), (), [[q_low], [r_low]])),
        ),
    )
    value = instantiate(products_summed(), V_, C, W_, S)
    triple = combine(eq(chi_triple, value.conclusion.args[1]), (1, whole), (1, rows), (1, value))
    return combine(goal("modular.learned-triple"), (1, delta_in_sums()), (4 * X * inv(p), triple))


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


# --- the new utility ------------------------------------------------------------------------------
def marks(k: Term, low: Theorem, high: Theorem) -> Theorem:
    """F(k) without(k, xi) without(k, -xi) = F(k) - (F(k) where k = xi) - (F(k) where k = p - xi)."""
    (mark,) = defined("modular.without")
    f = function("F", INT, COMPLEX)
    hit, miss = _two_cases(mark, k, xi), _two_cases(mark, k, -xi)
    size = [assume(lt(0, xi)), assume(lt(xi, p))]
    other = p - xi
    first, second = (make("ite", None, (eq(k, m), f(k), ZERO)) for m in (xi, other))
    target = eq(f(k) * without(k, xi) * without(k, -xi), f(k) - first - second)

    def chosen(m, known, holds):
        name = "ite-true" if holds else "ite-false"
        return fact(name, known, P=eq(k, m), z=f(k), w=ZERO)

    def at_xi(same):
        apart_ = discharge(
            eq(k, other), _never_half(combine(eq(xi, other), (1, same), (1, assume(eq(k, other)))))
        )
        zero = given(
            hit[0], witness(multiple(k - xi), ZERO, combine(eq(k - xi, p * ZERO + 0), (1, same)))
        )
        return ring(target, zero, chosen(xi, same, True), chosen(other, apart_, False))

    def elsewhere(differ):
        away = no_multiple_within(
            k - xi,
            bound(lt(-p, k - xi), (), [[low], [size[1]]]),
            bound(lt(k - xi, p), (), [[high], [size[0]]]),
            lambda zero: given(differ, combine(eq(k, xi), (1, zero))),
        )
        one = given(hit[1], away)

        def at_other(same):
            whole = witness(multiple(k - -xi), ONE, combine(eq(k - -xi, p * ONE + 0), (1, same)))
            zero = given(miss[0], whole)
            return ring(target, one, zero, chosen(xi, differ, False), chosen(other, same, True))

        def neither(apart_):
            far = no_multiple_within(
                k - other,
                bound(lt(-p, k - other), (), [[low], [size[0]]]),
                bound(lt(k - other, p), (), [[high], [size[1]]]),
                lambda zero: given(apart_, combine(eq(k, other), (1, zero))),
            )
            back = discharge(
                multiple(k - -xi),
                obtain(
                    assume(multiple(k - -xi)),
                    lambda n, found: given(
                        far,
                        witness(
                            multiple(k - other),
                            n - 1,
                            combine(eq(k - other, p * (n - 1) + 0), (1, found)),
                        ),
                    ),
                ),
            )
            two = given(miss[1], back)
            return ring(target, one, two, chosen(xi, differ, False), chosen(other, apart_, False))

        return by_cases(eq(k, other), at_other, neither)

    return by_cases(eq(k, xi), at_xi, elsewhere)


def _two_cases(mark: Theorem, k: Term, m: Term) -> list[Theorem]:
    return parts(at(mark, k, m))


def _never_half(same: Theorem) -> Theorem:
    """xi = p - xi is false for an odd p."""
    two = halved(xi, own_frequency())
    return given(two, witness(multiple(2 * xi), ONE, combine(eq(2 * xi, p * ONE + 0), (1, same))))


@cache
def removed() -> Theorem:
    """sum_1^(p-1) F without(., xi) without(., -xi) = sum_1^(p-1) F - F(xi) - F(p - xi)."""
    f = function("F", INT, COMPLEX)
    k = fresh(INT, "k")
    ends = (le(1, k), le(k, TOP))
    known = marks(k, assume(ends[0]), assume(ends[1]))
    scheme = discharge(ends[0], discharge(ends[1], known))
    left, right = (
        lam(lambda q, side=side: substituted(side, {k: q}), INT) for side in known.conclusion.args
    )

    def same(q, low, high):
        return given(put(scheme, **{k.data[0]: q}), low, high)

    rows = summand_equal(left, right, 1, TOP, same)
    ordered = some_frequencies()[0]
    apart_ = evaluated(lambda q: right(q), 1, TOP, ordered)
    plain = fn(lambda q: f(q))
    low = [
        bound(le(1, xi), (), [[next_(ZERO, xi, assume(lt(0, xi)))]]),
        bound(le(1, p - xi), (), [[next_(xi, p, assume(lt(xi, p)))]]),
    ]
    high = [
        bound(le(xi, TOP), (), [[next_(xi, p, assume(lt(xi, p)))]]),
        bound(le(p - xi, TOP), (), [[next_(ZERO, xi, assume(lt(0, xi)))]]),
    ]
    hits = [
        _sum_of_marked(plain, m, 1, TOP, one, other)
        for m, one, other in zip((xi, p - xi), low, high)
    ]
    goal_ = eq(rows.conclusion.args[0], total(1, TOP, lambda q: f(q)) - f(xi) - f(p - xi))
    return combine(goal_, (1, rows), (1, apart_), (1, hits[0]), (1, hits[1]))


@cache
def less_two_terms() -> Theorem:
    """Delta/p^2 = (2/p^3) (T(xi) + T(p - xi))."""
    (size,) = defined("modular.magnitude")
    mirrored = mirrored_summand(xi)
    back = [conjugated(call("conj", call("conj", hat(xi)))) for hat in (w_hat, x_hat)]
    squared = combine(eq(call("abs", x_hat(xi)) ** 2, X**2), (call("abs", x_hat(xi)) + X, size))
    return ring(
        eq(inv(p) ** 2 * Delta, 2 * inv(p) ** 3 * (T(xi) + T(p - xi))),
        delta_spectrum(),
        mirrored,
        conjugated(call("conj", T(xi))),
        *back,
        squared,
    )


@proof("modular.updated-utility")
def updated_utility() -> Theorem:
    """The initial utility less the terms at xi and -xi."""
    names = ("modular.utility", "modular.delta")
    shown = combine(
        goal("modular.updated-utility"),
        (1, residual_utility()),
        (1, initial_utility()),
        (1, less_two_terms()),
        (2 * inv(p) ** 3, instantiate(removed(), function("F", INT, COMPLEX), fn(T))),
    )
    return eliminated(shown, *names)
