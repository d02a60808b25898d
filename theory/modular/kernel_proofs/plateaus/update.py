"""What a group that has learned its frequency leaves to a new neuron (u, v, w)."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.cost.aligned import TOP, goal, period
from theory.modular.kernel_proofs.cost.aligned_utility import over_all_pairs, sum_angle
from theory.modular.kernel_proofs.cost.cosine_sums import (
    c_of,
    moments,
    s_of,
)
from theory.modular.kernel_proofs.cost.learned import learned_at
from theory.modular.kernel_proofs.script import cos, defined, fn, proof, sin
from theory.modular.kernel_proofs.transforms.chained import correlated_at
from theory.modular.kernel_proofs.transforms.correlation import cyclic_shift
from theory.modular.kernel_proofs.transforms.waves import full
from theory.modular.letters import against, correlation, over_pairs, p, turn, u, v, w
from theory.modular.letters.cost import HARMONICS, X, label, learned, output, s_x, xi
from theory.modular.letters.learned import Delta, chi, chi_triple
from theory.proof.lemmas import inv
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, conjoin, discharge, instantiate
from theory.proof.sums.finite import summand_equal
from theory.proof.sums.nested import same_sums
from theory.proof.sums.summands import evaluated
from theory.proof.tactics import (
    at,
    bound,
    combine,
    given,
    lam,
    put,
    ring,
    symmetric,
    total,
)
from theory.proof.tactics.angles import spread
from theory.proof.terms import (
    INT,
    REAL,
    Term,
    eq,
    function,
    le,
    lt,
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
def split_pull() -> Theorem:
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
        split_pull(),
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


def residues_inside(theorem: Theorem, q: Term, r: Term, m: Term, ends: dict) -> Theorem:
    """A theorem about residues a, b and c, at q, r and m; ends[k] says 0 <= k and k <= p - 1."""
    residues = DEFINITIONS["modular.residues"].statement
    plain = put(discharge(residues, theorem), a=q, b=r, c_at=m)
    inside = []
    for k in (q, r, m):
        low, high = ends[k]
        inside += [low, bound(lt(k, p), (), [[high]])]
    return given(plain, conjoin(*inside))


def learned_in_range(q: Term, r: Term, m: Term, ends: dict) -> Theorem:
    """The output of the group at residues q, r, m is the learned function."""
    return residues_inside(learned_at(), q, r, m, ends)


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
