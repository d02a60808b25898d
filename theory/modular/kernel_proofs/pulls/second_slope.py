"""The slope of the loss in w of a neuron of the first group: what the second pulls on it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.modular.kernel_proofs.cost.aligned import TOP
from theory.modular.kernel_proofs.plateaus.groups import lam_of
from theory.modular.kernel_proofs.pulls.first_residual import no_residual
from theory.modular.kernel_proofs.pulls.first_slopes import (
    SCALE,
    B_u,
    B_v,
    hidden,
    slope_of,
    t_u,
    t_v,
)
from theory.modular.kernel_proofs.pulls.pull import act, shifted
from theory.modular.kernel_proofs.pulls.pull import out as outs
from theory.modular.kernel_proofs.pulls.pull_pairs import pair_value
from theory.modular.kernel_proofs.script import cos, fn, sin
from theory.modular.kernel_proofs.transforms.waves import full
from theory.modular.letters import N, over_pairs, p, turn
from theory.modular.letters.cost import (
    HARMONICS,
    KAPPA,
    A_u,
    A_v,
    A_w,
    X,
    activation,
    harmonic,
    label,
    s_w,
    xi,
)
from theory.modular.letters.gradient import h, slope_w
from theory.modular.letters.learned import X_2, xi_2
from theory.modular.letters.pull import rest
from theory.proof.lemmas import inv
from theory.proof.rules import (
    Theorem,
    instantiate,
)
from theory.proof.sums.finite import summand_equal
from theory.proof.sums.nested import same_sums
from theory.proof.sums.summands import evaluated
from theory.proof.tactics import (
    combine,
    lam,
    put,
    substitute,
    total,
)
from theory.proof.terms import (
    INT,
    REAL,
    Term,
    eq,
    function,
    num,
    opened,
    substituted,
    var,
)

one_, lab_ = (function(name, INT, INT, INT, REAL) for name in ("first_out", "labels"))
zz, hh = function("hidden_sq", INT, INT, REAL), function("toward", INT, REAL)


# --- the slope in w -------------------------------------------------------------------------------
@cache
def _apart() -> Theorem:
    """sum 2 (f_1 - (y - f_2)) z g = -2 sum z <g, y - f_1> + 2 sum_j <g, w_j> sum z (..)^2."""

    def second(q, r, m):
        return total(1, N, lambda j: act(j, q, r) ** 2 * outs(j, m))

    left = over_pairs(
        lambda q, r: total(
            0,
            TOP,
            lambda m: 2 * (one_(q, r, m) - (lab_(q, r, m) - second(q, r, m))) * zz(q, r) * hh(m),
        )
    )
    own = over_pairs(
        lambda q, r: zz(q, r) * total(0, TOP, lambda m: hh(m) * (lab_(q, r, m) - one_(q, r, m)))
    )
    others = total(
        1,
        N,
        lambda j: (
            total(0, TOP, lambda m: hh(m) * outs(j, m))
            * over_pairs(lambda q, r: zz(q, r) * act(j, q, r) ** 2)
        ),
    )
    return same_sums(eq(left, 2 * others - 2 * own))


def mean_square(k: Term) -> Term:
    """A_w (A_u^2 + A_v^2) of neuron k of the second group."""
    return A_w(k) * (A_u(k) ** 2 + A_v(k) ** 2)


def mean_of(function_: Callable) -> Term:
    """sum_j A_w (A_u^2 + A_v^2) cos(s_w), or that of the sines."""
    return total(1, N, lambda k: mean_square(k) * function_(s_w(k)))


def along(function_: Callable) -> Term:
    """sum_m h[m] cos(2 pi xi_2 m/p), or that of the sines."""
    return total(0, TOP, lambda m: h(m) * function_(turn(xi_2 * m)))


CONSTANT = num(1, 4) * p**2 * KAPPA**5 * X**2 * X_2**2 * (B_u**2 + B_v**2)


def mean_wave(function_: Callable) -> Callable:
    """A_w (A_u^2 + A_v^2) cos(s_w) of a neuron, or that with the sine."""
    return lambda k: mean_square(k) * function_(s_w(k))


def pulled_along(k: Term) -> Term:
    """What neuron k of the second group pulls: C ((h, cos) its cosine - (h, sin) its sine)."""
    return CONSTANT * (along(cos) * mean_wave(cos)(k) - along(sin) * mean_wave(sin)(k))


def neuron_pulls(k: Term) -> Theorem:
    """<h, w_k> sum_ab (hidden act_k)^2 = ``pulled_along(k)``."""
    names = {"amp_u": B_u, "amp_v": B_v, "ph_u": t_u, "ph_v": t_v}
    here = put(pair_value(), **names, at_j=k)
    meets = evaluated(
        lambda m: h(m) * harmonic(A_w(k), m, s_w(k), xi_2),
        0,
        TOP,
        full(),
        lambda m: [shifted(xi_2, m, s_w(k))],
    )
    left = meets.conclusion.args[0] * here.conclusion.args[0]
    return combine(
        eq(left, pulled_along(k)),
        (here.conclusion.args[0], meets),
        (meets.conclusion.args[1], here),
    )


kk, cc, ss = (var(name) for name in ("scale_k", "scale_c", "scale_s"))
f1, f2 = (function(f"sum_{k}", INT, REAL) for k in (1, 2))


def group_pulls() -> Theorem:
    """Over the second group ``pulled_along`` adds up to C ((h, cos) sum cos - (h, sin) sum sin)."""
    split = same_sums(
        eq(
            total(1, N, lambda k: kk * (cc * f1(k) - ss * f2(k))),
            kk * (cc * total(1, N, lambda k: f1(k)) - ss * total(1, N, lambda k: f2(k))),
        )
    )
    return instantiate(
        split,
        kk, CONSTANT, cc, along(cos), ss, along(sin),
        f1, fn(mean_wave(cos)), f2, fn(mean_wave(sin)),
    )  # fmt: skip


@cache
def slope_in_w() -> Theorem:
    """The slope is p^-2 C ((h, cos) sum cos - (h, sin) sum sin), the sums over the second group."""
    known = slope_of(slope_w)
    whole = known.conclusion.args[3]
    j, q, r, m = (var(f"place_{name}", INT) for name in "jqrm")
    own = substituted(activation(j, q, r, HARMONICS), {xi: xi_2})
    last = substituted(HARMONICS[2](j, m), {xi: xi_2})

    def hidden_square(q, r):
        return hidden(q, r) ** 2

    apart = instantiate(
        _apart(),
        one_, lam(rest, INT, INT, INT),
        lab_, lam(label, INT, INT, INT),
        act, lam_of(own, j, q, r),
        outs, lam_of(last, j, m),
        zz, lam(hidden_square, INT, INT),
        hh, lam(lambda m: h(m), INT),
    )  # fmt: skip
    # 2 E Z^2 h as ``loss_slope`` writes it is the summand of the left side
    inner = apart.conclusion.args[1].args[0].args[1]
    sums = summand_equal(
        lam(lambda k: opened_at(inner, k), INT),
        fn(pulled_along),
        1,
        N,
        lambda k, *_: neuron_pulls(k),
    )
    cosines, sines = along(cos) * mean_of(cos), along(sin) * mean_of(sin)
    same = combine(
        eq(whole, inv(p) ** 2 * (CONSTANT * (cosines - sines))),
        (SCALE, apart),
        (2 * SCALE, sums),
        (2 * SCALE, group_pulls()),
        (-1, no_residual()),
    )
    return substitute(known, same)


def opened_at(whole: Term, k: Term) -> Term:
    """The summand of a sum at this index."""
    return opened(whole, (k,))
