"""The three sums of first order are 0 for neurons u = u_0 + u', u_0 a wave at xi, u' without it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from theory.modular.kernel_proofs.cost.aligned import TOP, whole_turn
from theory.modular.kernel_proofs.cost.aligned_utility import pairwise
from theory.modular.kernel_proofs.cost.cosine_sums import c_of, moments, s_of
from theory.modular.kernel_proofs.cost.loss import shifted_back
from theory.modular.kernel_proofs.cost.squares import FIRST, SECOND
from theory.modular.kernel_proofs.flow.network_energy import DATA, hidden
from theory.modular.kernel_proofs.kept.first_order import (
    C1,
    COLUMNS,
    CW,
    FLAT,
    FLAT_BACK,
    LINEAR,
    NO_THIRDS,
    ORTHOGONAL,
    OUT,
    OUTSIDE,
    ROWS,
    S1,
    SEEN_U,
    SEEN_V,
    SUM_X,
    SW,
    THIRDS,
    TRIPLE,
    VECTOR,
    V,
    W,
    cubic,
    linear,
    outputs,
    seen_outside,
)
from theory.modular.kernel_proofs.kept.waves_seen import (
    flat_weighed,
    no_third,
    seen_at,
    weighed,
)
from theory.modular.kernel_proofs.kept.waves_seen import (
    k as wave_number,
)
from theory.modular.kernel_proofs.pulls.leaving import cosine_part, sine_part
from theory.modular.kernel_proofs.pulls.pull_pairs import four
from theory.modular.kernel_proofs.pulls.resonance import THIRD
from theory.modular.kernel_proofs.script import defined, fn
from theory.modular.kernel_proofs.transforms.waves import full, unit
from theory.modular.letters import N, entries, p, turn, x
from theory.modular.letters.cost import label, xi
from theory.proof.lemmas import inv
from theory.proof.lemmas.inner_products import within
from theory.proof.rules import Theorem, assume, discharge, instantiate
from theory.proof.sums.summands import evaluated
from theory.proof.tactics import (
    at,
    bound,
    combine,
    everywhere,
    filled_where,
    fresh,
    given,
    lam,
    ring,
    total,
)
from theory.proof.tactics.angles import spread
from theory.proof.terms import INT, REAL, Term, eq, function, le, substituted, var

C, S = cosine_part(xi), sine_part(xi)


def told(theorem: Theorem, table: Mapping, known: Mapping[Theorem, Theorem]) -> Theorem:
    """The theorem with terms for its letters and its premises shown."""
    used = [one for one in known if one.conclusion in theorem.hypotheses]
    for one in used:
        theorem = discharge(one.conclusion, theorem)
    return given(filled_where(theorem, table), *(known[one] for one in reversed(used)))


# --- the encoding ---------------------------------------------------------------------------------
def column(frequency: Term, number: int) -> Theorem:
    """For all l: sum_q wave(q) x(l - q), the cosine or the sine; at 3 xi it is 0."""
    l = fresh(INT, "l")
    inside = (le(0, l), le(l, TOP))
    found = instantiate(weighed(l, assume(inside[0]))[number], wave_number, frequency)
    if frequency is THIRD:
        c, s = no_third()
        one, two = c_of(l, THIRD), s_of(l, THIRD)
        first, second = ((one, two), (two, one))[number]
        found = combine(eq(found.conclusion.args[0], 0), (1, found), (first, c), (second, s))
    return everywhere(l, found, *inside)


def flat_column() -> Theorem:
    """For all l: sum_q x(l - q) = sum x."""
    l = fresh(INT, "l")
    inside = (le(0, l), le(l, TOP))
    return everywhere(l, flat_weighed(l, assume(inside[0])), *inside)


def flat_row() -> Theorem:
    """For all q: sum_l x(l - q) = sum x."""
    (cyclic,) = defined("modular.cyclic-x")
    q = fresh(INT, "q")
    inside = (le(0, q), le(q, TOP))
    return everywhere(q, shifted_back(x, lambda j: at(cyclic, j), q, assume(inside[0])), *inside)


def labels(number: int | None, first: bool = True) -> Theorem:
    """For all q, m: sum_r wave(r) ((q + r).x - mean)[m]; without a wave, or over q, it is 0."""
    (cyclic,) = defined("modular.cyclic-x")
    q, m = fresh(INT, "q"), fresh(INT, "m")
    ranges = ((le(0, q), le(q, TOP)), (le(0, m), le(m, TOP)))
    n = m + p - q
    low = bound(le(0, n), (), [[assume(ranges[0][1])], [assume(ranges[1][0])]])

    def entry(r):
        return label(q, r, m) if first else label(r, q, m)

    def inside(r):
        return [combine(eq(x(m - (q + r)), x(n - r)), (1, at(cyclic, m - (q + r))))]

    whole = combine(eq(p * inv(p), 1), (1, unit()))
    if number is None:
        plain = evaluated(entry, 0, TOP, full(), inside, [flat_weighed(n, low)])
        value = ring(eq(plain.conclusion.args[1], 0), whole)
        found = combine(eq(plain.conclusion.args[0], 0), (1, plain), (1, value))
    else:
        wave = (c_of, s_of)[number]
        weighs = instantiate(weighed(n, low)[number], wave_number, xi)
        plain = evaluated(
            lambda r: wave(r) * entry(r), 0, TOP, full(), inside, [weighs, *moments()]
        )
        angle = [(1, turn(xi * m)), (1, turn(p * xi)), (-1, turn(xi * q))]
        onward = [*spread(turn(xi * n), angle), *whole_turn(xi)]
        c = c_of(m) * c_of(q) + s_of(m) * s_of(q)
        s = s_of(m) * c_of(q) - c_of(m) * s_of(q)
        value = (C * c + S * s, C * s - S * c)[number]
        same = ring(eq(plain.conclusion.args[1], value), *onward)
        found = combine(eq(plain.conclusion.args[0], value), (1, plain), (1, same))
    return everywhere(q, everywhere(m, found, *ranges[1]), *ranges[0])


TABLE = {
    **dict(zip(DATA[::2], DATA[1::2])),
    C1: C,
    S1: S,
    SUM_X: entries(x),
    CW: fn(c_of),
    SW: fn(s_of),
    THIRDS[0]: fn(lambda q: c_of(q, THIRD)),
    THIRDS[1]: fn(lambda q: s_of(q, THIRD)),
}


@cache
def of_data() -> dict[Theorem, Theorem]:
    """The premises that speak of the encoding alone."""
    return {
        **{one: column(xi, n) for n, one in enumerate(COLUMNS)},
        **{one: column(THIRD, n) for n, one in enumerate(NO_THIRDS)},
        FLAT: flat_column(),
        FLAT_BACK: flat_row(),
        ROWS[0]: labels(0),
        ROWS[1]: labels(1),
        ROWS[2]: labels(None),
        ROWS[3]: labels(None, False),
    }


# --- neurons --------------------------------------------------------------------------------------
ALPHA = tuple(function(f"first_{name}", INT, REAL) for name in "uvw")
BETA = tuple(function(f"second_{name}", INT, REAL) for name in "uvw")
AWAY = tuple(function(f"away_{name}", INT, INT, REAL) for name in "uvw")
KEPT = tuple(
    lam(lambda i, l, a=a, b=b: a(i) * c_of(l) + b(i) * s_of(l), INT, INT)
    for a, b in zip(ALPHA, BETA)
)
WITHOUT = tuple(
    tuple(
        assume(within(1, N, lambda i, f=f, g=g: eq(total(0, TOP, lambda l: f(i, l) * g(l)), 0)))
        for g in (c_of, s_of)
    )
    for f in AWAY
)
J, K = var("neuron_j", INT), var("neuron_k", INT)
RANGES = {i: (assume(le(1, i)), assume(le(i, N))) for i in (J, K)}


def data(whole: Term) -> Term:
    """A term of any data, of the encoding and its labels."""
    return substituted(whole, dict(zip(DATA[::2], DATA[1::2])))


def sight(group, i: Term, q: Term, r: Term) -> Term:
    """What neuron i sees of the pair (q, r)."""
    return data(hidden(group, i, q, r))


def meets(f: Term, i: Term, q: Term, r: Term) -> Term:
    """<w_i, what is wanted at (q, r)>."""
    return total(0, TOP, lambda m: f(i, m) * label(q, r, m))


def factors(number: int, i: Term) -> tuple[Term, Term]:
    """(P, Q) with <u_0, q.x> = P cos + Q sin of 2 pi xi q/p."""
    a, b = ALPHA[number](i), BETA[number](i)
    return a * C + b * S, b * C - a * S


def kept_response(number: int, i: Term, q: Term) -> Theorem:
    """<u_0, q.x> of neuron i, or <v_0, q.x>, <w_0, q.x>."""
    plain = evaluated(
        lambda l: KEPT[number](i, l) * x(l - q), 0, TOP, full(), lambda _: (), seen_at(q, xi)
    )
    P, Q = factors(number, i)
    return combine(eq(plain.conclusion.args[0], P * c_of(q) + Q * s_of(q)), (1, plain))


def sees(i: Term, q: Term, r: Term) -> list[Theorem]:
    """What the two waves of neuron i see of a pair."""
    return [kept_response(0, i, q), kept_response(1, i, r)]


def put_factors(letters: list[Term], i: Term) -> dict[Term, Term]:
    """Values for P, Q, R, T."""
    return dict(zip(letters, (*factors(0, i), *factors(1, i))))


def four_of(i: Term, q: Term, r: Term) -> Term:
    """P c(q) + Q s(q) + R c(r) + T s(r) of neuron i."""
    return substituted(four(FIRST, q, r, xi), put_factors(FIRST, i))


def outside_table(i: Term) -> dict[Term, Term]:
    """What the outside parts of neuron i see, for SEEN_U and SEEN_V."""
    return {
        one: fn(lambda q, f=f: total(0, TOP, lambda l: f(i, l) * x(l - q)))
        for one, f in zip((SEEN_U, SEEN_V), AWAY)
    }


def outside_known(i: Term) -> dict[Theorem, Theorem]:
    """The premises of the first two sums for neuron i."""
    known: dict[Theorem, Theorem] = {}
    for place in (0, 1):
        own = [at(one, i, *RANGES[i]) for one in WITHOUT[place]]
        table = {**TABLE, VECTOR: fn(lambda l, f=AWAY[place]: f(i, l))}
        facts = {**of_data(), **dict(zip(ORTHOGONAL, own))}
        shown = [told(one, table, facts) for one in seen_outside()]
        known.update(zip(LINEAR[2 * place : 2 * place + 2], shown[:2]))
        known.update(zip(TRIPLE[4 * place : 4 * place + 4], shown[2:]))
    return known


@cache
def no_cubic() -> Theorem:
    """For all j, k: sum_ab a_j^2 a_k d_k = 0."""
    table = {**put_factors(FIRST, J), **put_factors(SECOND, K), **outside_table(K)}
    known = told(cubic(), table, outside_known(K))

    def as_seen(q, r):
        return sight(KEPT, J, q, r) ** 2 * sight(KEPT, K, q, r) * sight(AWAY, K, q, r)

    def in_waves(q, r):
        return four_of(J, q, r) ** 2 * four_of(K, q, r) * sight(AWAY, K, q, r)

    rows = pairwise(
        as_seen,
        in_waves,
        lambda q, r: ring(eq(as_seen(q, r), in_waves(q, r)), *sees(J, q, r), *sees(K, q, r)),
    )
    found = combine(eq(rows.conclusion.args[0], 0), (1, rows), (1, known))
    return for_neurons(found, J, K)


def for_neurons(theorem: Theorem, *indices: Term) -> Theorem:
    """For all neurons."""
    for i in reversed(indices):
        theorem = everywhere(i, theorem, *(one.conclusion for one in RANGES[i]))
    return theorem


def kept_meets(i: Term, q: Term, r: Term) -> Theorem:
    """<w_0, what is wanted at (q, r)>: the mean of a wave is 0."""
    plain = evaluated(
        lambda m: KEPT[2](i, m) * label(q, r, m),
        0,
        TOP,
        full(),
        lambda _: (),
        [*seen_at(q + r, xi), *moments()],
    )
    P, Q = factors(2, i)
    return combine(eq(plain.conclusion.args[0], P * c_of(q + r) + Q * s_of(q + r)), (1, plain))


@cache
def no_linear() -> Theorem:
    """For all k: sum_ab a_k d_k <w_0, wanted> = 0."""
    P, Q = factors(2, K)
    table = {**put_factors(FIRST, K), **outside_table(K), V: P, W: Q}
    known = told(linear(), table, outside_known(K))

    def as_seen(q, r):
        return sight(KEPT, K, q, r) * sight(AWAY, K, q, r) * meets(KEPT[2], K, q, r)

    def in_waves(q, r):
        met = P * c_of(q + r) + Q * s_of(q + r)
        return four_of(K, q, r) * sight(AWAY, K, q, r) * met

    rows = pairwise(
        as_seen,
        in_waves,
        lambda q, r: ring(eq(as_seen(q, r), in_waves(q, r)), *sees(K, q, r), kept_meets(K, q, r)),
    )
    return for_neurons(combine(eq(rows.conclusion.args[0], 0), (1, rows), (1, known)), K)


@cache
def no_output() -> Theorem:
    """For all k: sum_ab a_k^2 <w', wanted> = 0."""
    own = [at(one, K, *RANGES[K]) for one in WITHOUT[2]]
    table = {**TABLE, **put_factors(FIRST, K), OUT: fn(lambda m: AWAY[2](K, m))}
    known = told(outputs(), table, {**of_data(), **dict(zip(OUTSIDE, own))})

    def as_seen(q, r):
        return sight(KEPT, K, q, r) ** 2 * meets(AWAY[2], K, q, r)

    def in_waves(q, r):
        return four_of(K, q, r) ** 2 * meets(AWAY[2], K, q, r)

    rows = pairwise(
        as_seen, in_waves, lambda q, r: ring(eq(as_seen(q, r), in_waves(q, r)), *sees(K, q, r))
    )
    return for_neurons(combine(eq(rows.conclusion.args[0], 0), (1, rows), (1, known)), K)
