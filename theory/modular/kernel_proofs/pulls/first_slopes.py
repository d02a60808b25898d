"""The slopes of the loss of two groups in a neuron of the first, which is at its minimum."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.modular.kernel_proofs.cost.aligned import TOP, encoding, scales
from theory.modular.kernel_proofs.cost.aligned_utility import sum_angle
from theory.modular.kernel_proofs.cost.cosine_sums import moments
from theory.modular.kernel_proofs.cost.learned import learned_at
from theory.modular.kernel_proofs.plateaus.groups import lam_of, mixed_sums
from theory.modular.kernel_proofs.pulls.leaving import wave_response
from theory.modular.kernel_proofs.pulls.pull import act, pull_outward, shifted
from theory.modular.kernel_proofs.pulls.pull import hh as toward
from theory.modular.kernel_proofs.pulls.pull import out as outs
from theory.modular.kernel_proofs.script import cos, defined, fn
from theory.modular.kernel_proofs.training.gradient import loss_slope
from theory.modular.kernel_proofs.transforms.waves import full
from theory.modular.letters import N, against, p, turn
from theory.modular.letters.cost import (
    HARMONICS,
    A_u,
    A_v,
    A_w,
    a,
    activation,
    b,
    c,
    harmonic,
    label,
    learned,
    s_u,
    s_v,
    s_w,
    s_x,
    u_in,
    v_in,
    w_in,
    xi,
)
from theory.modular.letters.gradient import h, i, slope_u
from theory.modular.letters.learned import N_2, xi_2
from theory.modular.letters.pull import REST, other, rest
from theory.modular.letters.second import FIRST_GROUP, left_to_learn
from theory.proof.lemmas import inv
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, assume, conjoin, discharge, instantiate
from theory.proof.sums.any_range import scaled as scaled_any
from theory.proof.sums.finite import constant_sum, scaled, summand_equal
from theory.proof.sums.summands import evaluated
from theory.proof.tactics import (
    bound,
    combine,
    filled,
    given,
    lam,
    put,
    ring,
    substitute,
    total,
)
from theory.proof.tactics.angles import circle, spread
from theory.proof.terms import (
    INT,
    REAL,
    ZERO,
    Term,
    eq,
    function,
    le,
    lt,
    num,
    opened,
    substituted,
    var,
)

neuron = var("at_n", INT)
LEFT = function("left_over", INT, INT, INT, REAL)
SCALE = num(1, 2) * inv(p) ** 2
B_u, B_v, B_w = (REST[A](neuron) for A in (A_u, A_v, A_w))
t_u, t_v, t_w = (REST[s](neuron) for s in (s_u, s_v, s_w))


def open_label(q: Term, r: Term, m: Term) -> Term:
    """What is to be put out: any function."""
    return LEFT(q, r, m)


def one_of_them() -> Theorem:
    """1 <= n <= N_2, as hypotheses."""
    return conjoin(*map(assume, (le(1, neuron), le(neuron, N_2))))


@cache
def slope_of(slope: Term) -> Theorem:
    """The derivative of the loss of both groups along h in u, v or w of neuron n of the first."""
    plain = loss_slope(slope, open_label)
    for one in plain.hypotheses:
        if i in one.free:
            plain = discharge(one, plain)
    moved = instantiate(
        plain,
        *(part for pair in zip((u_in, v_in, w_in), FIRST_GROUP) for part in pair),
        *(i, neuron, N, N_2, LEFT, lam(left_to_learn, INT, INT, INT)),
    )
    return given(moved, one_of_them())


def first(theorem: Theorem) -> Theorem:
    """A theorem about a group at xi, for the first group, which is at its minimum."""
    mine = [one for one in theorem.hypotheses if not one.free.isdisjoint(REST)]
    for one in mine:
        theorem = discharge(one, theorem)
    theorem = filled(theorem, REST)
    some, minimum = defined("modular.first-minimiser")
    for _ in mine:
        premise = theorem.conclusion.args[0]
        theorem = given(theorem, some if premise is some.conclusion else minimum)
    return theorem


# --- in u and v -----------------------------------------------------------------------------------
def learned_first(q: Term, r: Term, m: Term, ranges: list[Theorem]) -> Theorem:
    """The output of the first group at (q.x, r.x), entry m; 0 <= q, q <= p - 1, ... are given."""
    residues = DEFINITIONS["modular.residues"].statement
    known = first(learned_at())
    scheme = instantiate(discharge(residues, known), a, q, b, r, c, m)
    inside = []
    for low, high in zip(ranges[::2], ranges[1::2]):
        k = low.conclusion.args[1]
        inside += [low, bound(lt(k, p), (), [[high]])]
    return given(scheme, conjoin(*inside))


def own_wave(m: Term) -> Term:
    """cos(2 pi xi m/p + s_w) of neuron n."""
    return cos(turn(xi * m) + t_w)


def own_sum(body: Callable, rules: Callable, values: list[Theorem]) -> Theorem:
    """sum_m cos(2 pi xi m/p + s_w) body(m), where the wave is that of neuron n."""
    return evaluated(
        lambda m: own_wave(m) * body(m),
        0,
        TOP,
        full(),
        lambda m: [shifted(xi, m, t_w), *rules(m)],
        values,
    )


def second_is_silent(q: Term, r: Term) -> Theorem:
    """sum_m of the wave of neuron n with what the second group puts out is 0."""
    j, aa, bb, mm = [var(f"place_{name}", INT) for name in "iabm"]
    own = substituted(activation(j, aa, bb, HARMONICS), {xi: xi_2})
    last = substituted(HARMONICS[2](j, mm), {xi: xi_2})
    swapped = put(
        instantiate(
            pull_outward(),
            act, lam_of(own, j, aa, bb),
            outs, lam_of(last, j, mm),
            toward, fn(own_wave),
        ),
        at_q=q,
        at_r=r,
    )  # fmt: skip
    inner = swapped.conclusion.args[1]

    def zero(k, *_):
        none = own_sum(
            lambda m: harmonic(A_w(k), m, s_w(k), xi_2),
            lambda m: [shifted(xi_2, m, s_w(k))],
            mixed_sums(),
        )
        return ring(eq(opened(inner, (k,)), ZERO * k), none)

    gone = summand_equal(
        lam(lambda k: opened(inner, (k,)), INT), fn(lambda k: ZERO * k), 1, N, zero
    )
    nothing = scaled_any(ZERO, fn(lambda k: k), 1, N)
    return combine(eq(swapped.conclusion.args[0], 0), (1, swapped), (1, gone), (1, nothing))


@cache
def silent_output() -> Theorem:
    """sum_m w_n[m] (f_*(q, r)[m] - label + what the second group puts out) = 0:
    letters at_q, at_r.
    """
    q, r = var("at_q", INT), var("at_r", INT)

    def in_waves(m):
        angles = [(1, turn(xi * m)), (-1, turn(xi * q)), (-1, turn(xi * r)), (1, s_x)]
        return [spread(turn(xi * (m - q - r)) + s_x, angles)[0], circle(turn(xi * m))]

    sums = [
        own_sum(lambda m: cos(turn(xi * (m - q - r)) + s_x), in_waves, moments()),
        wave_response(xi, num(1), t_w, q + r),
        evaluated(own_wave, 0, TOP, full(), lambda m: [shifted(xi, m, t_w)], moments()),
        second_is_silent(q, r),
    ]
    whole = evaluated(
        lambda m: harmonic(B_w, m, t_w) * (learned(q, r, m) - label(q, r, m) + other(q, r, m)),
        0,
        TOP,
        full(),
        lambda m: (),
        sums,
    )
    return ring(eq(whole.conclusion.args[0], 0), whole, *sum_angle(q, r), *encoding(), *scales())


def error(q: Term, r: Term, m: Term) -> Term:
    """The output of both groups less the label."""
    return rest(q, r, m) - left_to_learn(q, r, m)


def hidden(q: Term, r: Term) -> Term:
    """<u, q.x> + <v, r.x> of neuron n."""
    return activation(neuron, q, r, FIRST_GROUP)


def still(slope: Term) -> Theorem:
    """The slopes in u and in v are 0: at the minimum w meets nothing that is left to learn."""
    known = slope_of(slope)
    whole = known.conclusion.args[3]

    def entry(q, r, m):
        H = against(h, q if slope is slope_u else r)
        return 4 * error(q, r, m) * hidden(q, r) * H * FIRST_GROUP[2](neuron, m)

    def inner(q, r, ranges):
        H = against(h, q if slope is slope_u else r)
        factor = 4 * hidden(q, r) * H
        short = fn(
            lambda m: harmonic(B_w, m, t_w) * (learned(q, r, m) - label(q, r, m) + other(q, r, m))
        )
        same = summand_equal(
            fn(lambda m: entry(q, r, m)),
            fn(lambda m: factor * short(m)),
            0,
            TOP,
            lambda m, low, high: combine(
                eq(entry(q, r, m), factor * short(m)),
                (factor * harmonic(B_w, m, t_w), learned_first(q, r, m, [*ranges, low, high])),
            ),
        )
        return combine(
            eq(same.conclusion.args[0], 0),
            (1, same),
            (1, scaled(factor, short, 0, TOP, full())),
            (factor, put(silent_output(), at_q=q, at_r=r)),
        )

    none = constant_sum(ZERO, 0, TOP, full())

    def row(q, low, high):
        one = summand_equal(
            fn(lambda r: total(0, TOP, lambda m: entry(q, r, m))),
            fn(lambda r: ZERO),
            0,
            TOP,
            lambda r, r_low, r_high: inner(q, r, [low, high, r_low, r_high]),
        )
        return combine(eq(one.conclusion.args[0], 0), (1, one), (1, none))

    rows = summand_equal(
        fn(lambda q: total(0, TOP, lambda r: total(0, TOP, lambda m: entry(q, r, m)))),
        fn(lambda q: ZERO),
        0,
        TOP,
        row,
    )
    flat = combine(eq(whole, 0), (SCALE, rows), (SCALE, none))
    return substitute(known, flat)
