"""The slope of the loss at the frequency of a second group, in closed form."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.modular.kernel_proofs.cost.aligned import TOP, goal, scales
from theory.modular.kernel_proofs.cost.aligned_utility import pairwise, put_in
from theory.modular.kernel_proofs.cost.cosine_sums import (
    c_of,
    s_of,
)
from theory.modular.kernel_proofs.cost.squares import FIRST
from theory.modular.kernel_proofs.plateaus.groups import lam_of
from theory.modular.kernel_proofs.pulls.pull import (
    act,
    around,
    hid,
    inner_value,
    kk,
    slope_value,
    weight,
)
from theory.modular.kernel_proofs.pulls.pull_pairs import (
    four,
    hidden_told,
    nothing_left,
    own_table,
    pair_value,
)
from theory.modular.kernel_proofs.script import cos, fn, proof, sin
from theory.modular.letters import N, over_pairs, p
from theory.modular.letters.cost import (
    HARMONICS,
    KAPPA,
    A_u,
    A_v,
    A_w,
    X,
    activation,
    amp_u,
    amp_v,
    amp_w,
    harmonic,
    ph_w,
    s_w,
    xi,
)
from theory.modular.letters.learned import X_2, s_x2, xi_2
from theory.modular.letters.pull import direction, hidden, s_h, slope_cross
from theory.proof.lemmas import inv
from theory.proof.rules import Theorem, instantiate
from theory.proof.sums.any_range import scaled
from theory.proof.sums.finite import summand_equal
from theory.proof.sums.nested import same_sums
from theory.proof.tactics import (
    combine,
    lam,
    put,
    ring,
    total,
)
from theory.proof.tactics.angles import mirrored
from theory.proof.terms import (
    INT,
    REAL,
    Term,
    eq,
    function,
    num,
    substituted,
    var,
)


@cache
def _by_neuron() -> Theorem:
    """sum_ab h sum_j act^2 k = sum_j k sum_ab h act^2."""
    return same_sums(
        eq(
            over_pairs(lambda q, r: hid(q, r) * total(1, N, lambda j: act(j, q, r) ** 2 * kk(j))),
            total(1, N, lambda j: kk(j) * over_pairs(lambda q, r: hid(q, r) * act(j, q, r) ** 2)),
        )
    )


PSI = s_x2 - s_h
# What a pair of neurons pulls, but for their amplitudes and phases.
PULL = num(1, 8) * p**3 * KAPPA**5 * X**2 * X_2**2 * (amp_u**2 + amp_v**2)


def group(q: Term, r: Term) -> Term:
    """What the second group puts out along the direction, at (q.x, r.x)."""

    def squared(j):
        return substituted(activation(j, q, r, HARMONICS), {xi: xi_2}) ** 2

    return total(1, N, lambda j: squared(j) * weight(j))


def left_over(q: Term, r: Term) -> Term:
    """What is to be learned at xi_2, along the direction."""
    return X_2 * cos(PSI) * c_of(q + r, xi_2) + X_2 * sin(PSI) * s_of(q + r, xi_2)


def along_direction() -> Theorem:
    """sum_ab hidden sum_m direction (what is put out - label) is that of hidden (group -
    left_over).
    """
    inner = inner_value()

    def entry(q, r):
        return hidden(q, r) * total(
            0,
            TOP,
            lambda m: direction(m) * (hidden(q, r) * harmonic(amp_w, m, ph_w) + around(q, r, m)),
        )

    def told(q, r):
        return hidden(q, r) * (group(q, r) - left_over(q, r))

    def same(q, r):
        here = put(inner, at_q=q, at_r=r)
        return combine(eq(entry(q, r), told(q, r)), (hidden(q, r), here))

    return pairwise(entry, told, same)


def aligned_amplitude(k: Term) -> Term:
    """(A_u^2 + A_v^2) A_w cos(s_h - s_w) of neuron k."""
    return (A_u(k) ** 2 + A_v(k) ** 2) * A_w(k) * cos(s_h - s_w(k))


def pulled_by_neurons() -> Theorem:
    """sum_j weight(j) sum_ab hidden act(j)^2 = ``PULL`` times their aligned amplitudes."""
    pair = pair_value()

    def each(k, *_):
        here = put(pair, at_j=k)
        even = mirrored(s_h - s_w(k))[0]
        turned = combine(eq(cos(s_w(k) - s_h), cos(s_h - s_w(k))), (1, even))
        left = weight(k) * here.conclusion.args[0]
        return ring(eq(left, PULL * aligned_amplitude(k)), here, turned)

    return summand_equal(
        lam(lambda k: weight(k) * put(pair, at_j=k).conclusion.args[0], INT),
        fn(lambda k: PULL * aligned_amplitude(k)),
        1,
        N,
        each,
    )


@proof("modular.cross-pull")
def cross_pull() -> Theorem:
    """Only the means of the squares meet: everything else has a frequency of its own."""
    j, q, r = var("at_j", INT), var("aa", INT), var("bb", INT)
    activated = substituted(activation(j, q, r, HARMONICS), {xi: xi_2})
    swapped = instantiate(
        _by_neuron(),
        hid, lam(hidden, INT, INT),
        act, lam_of(activated, j, q, r),
        kk, lam(weight, INT),
    )  # fmt: skip
    steps = (
        along_direction(),
        differences(group, left_over),
        swapped,
        pulled_by_neurons(),
        scaled(PULL, fn(aligned_amplitude), 1, N),
        gone(),
    )
    whole = combine(
        eq(slope_cross, inv(p) ** 2 * (PULL * total(1, N, aligned_amplitude))),
        (1, slope_value()),
        *((inv(p) ** 2, one) for one in steps),
    )
    return ring(goal("modular.cross-pull"), whole, *scales())


def differences(group: Callable, left_over: Callable) -> Theorem:
    """sum_ab h (g - l) = sum_ab h g - sum_ab h l."""
    g1, l1 = (function(name, INT, INT, REAL) for name in ("gg", "ll"))
    plain = same_sums(
        eq(
            over_pairs(lambda q, r: hid(q, r) * (g1(q, r) - l1(q, r))),
            over_pairs(lambda q, r: hid(q, r) * g1(q, r))
            - over_pairs(lambda q, r: hid(q, r) * l1(q, r)),
        )
    )
    return instantiate(
        plain, hid, lam(hidden, INT, INT), g1, lam(group, INT, INT), l1, lam(left_over, INT, INT)
    )


def gone() -> Theorem:
    """sum_ab hidden <h, label> = 0."""
    values = {**own_table(), "V": X_2 * cos(PSI), "W": X_2 * sin(PSI)}

    def told(q, r):
        return put_in(four(FIRST, q, r, xi) ** 2, values) * left_over(q, r)

    rows = pairwise(
        lambda q, r: hidden(q, r) * left_over(q, r),
        told,
        lambda q, r: combine(
            eq(hidden(q, r) * left_over(q, r), told(q, r)), (left_over(q, r), hidden_told(q, r))
        ),
    )
    value = put(nothing_left(), **values)
    return combine(eq(rows.conclusion.args[0], 0), (1, rows), (1, value))
