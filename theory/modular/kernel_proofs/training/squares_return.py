"""Two neurons (u, v, w), (u/s, -v/s, -s^2 w): their square terms cancel, and come back
in the flow.
"""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.cost.aligned import goal
from theory.modular.kernel_proofs.script import defined, fn, proof
from theory.modular.kernel_proofs.training.gradient import AT, HIGH, LOW, WITHIN
from theory.modular.kernel_proofs.training.pair_gradients import (
    EE,
    entry_of,
    mirrored_at,
    pointwise,
    told_value,
    velocity,
    whole_sum,
)
from theory.modular.kernel_proofs.training.pair_neurons import (
    no_error_rules,
    same_response,
    two_terms,
)
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.kernel_proofs.transforms.waves import next_
from theory.modular.letters import N, against, p, u, v, w, x
from theory.modular.letters.cost import a, activation, c, response, u_in, v_in, w_in
from theory.modular.letters.pairs import (
    INV,
    SIGNS,
    inner_u,
    rate_inner_u,
    rate_w_c,
    response_on,
    scale,
    u_at,
    vel_u,
    vel_w,
    w_at,
    w_c,
)
from theory.proof.lemmas import inv
from theory.proof.rules import Theorem, assume, instantiate
from theory.proof.sums import any_range
from theory.proof.sums.finite import empty, step, sum_of, summand_equal
from theory.proof.sums.nested import same_sums
from theory.proof.tactics import (
    at,
    bound,
    combine,
    derivative,
    equal_inside,
    everywhere,
    fresh,
    inverse,
    lam,
    one_slope,
    parts,
    ring,
    slope_of_same,
    total,
    with_slope,
)
from theory.proof.terms import INT, ONE, REAL, ZERO, Term, eq, le, lt, num

PLACE = (LOW, HIGH, AT)
TWO = num(2)


def neurons() -> tuple[Theorem, Theorem]:
    """N = 2, and what the two are."""
    count, rest = defined("modular.scaled-pair")
    return count, rest


def above() -> Theorem:
    """0 < s."""
    return assume(lt(0, scale))


def unit() -> Theorem:
    """s/s = 1."""
    return inverse(scale, [above()])


def one_of(k: int) -> list[Theorem]:
    """1 <= k and k <= N."""
    return [bound(le(1, num(k))), bound(le(num(k), N), [neurons()[0]])]


def own(f: Term, k: int, q: Term) -> Theorem:
    """<f_k, q.x> in <f, q.x>."""
    number = (u_in, v_in).index(f)
    factor = (ONE, (INV, -INV)[number])[k - 1]

    def entry(r):
        return parts(at(neurons()[1], r))[number + 3 * (k - 1)]

    return same_response(f, num(k), q, (u, v)[number], factor, entry)


def output_entry(k: int, m: Term) -> Theorem:
    """w_k[m] in w[m]."""
    return parts(at(neurons()[1], m))[2 + 3 * (k - 1)]


def both_neurons(q: Term, r: Term, m: Term) -> Theorem:
    """f(q.x, r.x)[m] = 4 sum_{k=1}^{1} <u_k, q.x> <v_k, r.x> w_k[m]."""
    summand = fn(lambda k: activation(k, q, r) ** 2 * w_in(k, m))
    value = fn(lambda k: 4 * response(u_in, k, q) * response(v_in, k, r) * w_in(k, m))
    known = [own(f, k, place) for f, place in ((u_in, q), (v_in, r)) for k in (1, 2)]
    known += [output_entry(k, m) for k in (1, 2)]
    each = ring(eq(summand(ONE) + summand(TWO), value(ONE)), *known, unit())
    whole = equal_inside(sum_of(summand, 1, N), neurons()[0])
    single = step(value, ONE, ZERO, bound(le(0, 0)))
    return combine(
        eq(sum_of(summand, 1, N), sum_of(value, 1, 1)),
        (1, whole),
        (1, two_terms(summand)),
        (1, each),
        (-1, single),
        (-1, empty(value, ONE)),
    )


@cache
def _scaled() -> Theorem:
    """sum_abc s e = s sum_abc e."""
    return same_sums(eq(whole_sum(lambda q, r, m: scale * EE(q, r, m)), scale * whole_sum(EE)))


def partner_velocity(number: int, q: Term, residue: list[Theorem]) -> Theorem:
    """The partner's u moves s times as fast, its w -1/s^2 times."""
    factor = INV**2 if number == 2 else scale
    first = velocity(number, ONE, q, one_of(1), residue)
    second = velocity(number, TWO, q, one_of(2), residue)
    plain = mirrored_at(number, ONE, q, no_error_rules(ONE, both_neurons))
    value, late = entry_of(number, ONE, q), entry_of(number, TWO, q)
    told, turned = told_value(number, ONE, q, 1), told_value(number, ONE, q, -1)

    def partners(r, s, m):
        known = [own(f, k, place) for f, place in ((u_in, r), (v_in, s)) for k in (1, 2)]
        known += [output_entry(k, m) for k in (1, 2)]
        return ring(eq(late(r, s, m), factor * turned(r, s, m)), *known, unit())

    same = pointwise(late, lambda r, s, m: factor * turned(r, s, m), partners)
    mine = pointwise(value, told, lambda r, s, m: ring(eq(value(r, s, m), told(r, s, m))))
    out = instantiate(_scaled(), scale, factor, EE, lam(turned, INT, INT, INT))
    d, sign = (vel_w if number == 2 else vel_u), SIGNS[number]
    half = num(1, 2) * inv(p) ** 2
    return combine(
        eq(d(TWO, q), sign * factor * d(ONE, q)),
        (-1, second),
        (sign * factor, first),
        (-half, same),
        (-half, out),
        (-half * factor, plain),
        (sign * factor * half, mine),
    )


def moving(name: str, k: int, q: Term, residue: list[Theorem]) -> tuple[Theorem, Theorem]:
    """Where an entry is now, and how it moves."""
    (known,) = defined(f"modular.course-{name}")
    here, slope = parts(at(known, num(k), q, *one_of(k), *residue))
    return here, slope


def response_slope(k: int) -> Theorem:
    """<u_k, a.x> has the derivative <velocity, a.x>."""

    def entry(r, low, high):
        _, slope = moving("u", k, r, [low, high])
        whole = derivative(lam(lambda t: u_at(num(k), r, t) * x(r - a)), *PLACE, [slope])
        return with_slope(whole, vel_u(num(k), r) * x(r - a))

    return any_range.slope_of_sum(
        lam(lambda r, t: u_at(num(k), r, t) * x(r - a), INT, REAL),
        fn(lambda r: vel_u(num(k), r) * x(r - a)),
        0,
        TOP,
        PLACE,
        WITHIN,
        entry,
    )


def response_now(k: int) -> Theorem:
    """<u_k, a.x> at the time 0."""
    return summand_equal(
        fn(lambda r: u_at(num(k), r, ZERO) * x(r - a)),
        fn(lambda r: u_in(num(k), r) * x(r - a)),
        0,
        TOP,
        lambda r, low, high: ring(
            eq(u_at(num(k), r, ZERO) * x(r - a), u_in(num(k), r) * x(r - a)),
            moving("u", k, r, [low, high])[0],
        ),
    )


def squares_slope(inside: list[Theorem]) -> Theorem:
    """The sum over both neurons has the derivative w' z^2 + 2 w z z', of each."""

    def each(k, t):
        return w_at(num(k), c, t) * response_on(num(k), a, t) ** 2

    def both_of(t):
        return each(1, t) + each(2, t)

    def whole(t):
        return total(1, 2, lambda k: w_at(k, c, t) * response_on(k, a, t) ** 2)

    slopes = [response_slope(k) for k in (1, 2)]
    slopes += [moving("w", k, c, inside)[1] for k in (1, 2)]
    found = derivative(lam(both_of), *PLACE, slopes)
    value = ZERO
    for k in (1, 2):
        z, moved = (
            response_on(num(k), a, ZERO),
            total(0, TOP, lambda r: vel_u(num(k), r) * x(r - a)),
        )
        value = value + vel_w(num(k), c) * z**2 + 2 * w_at(num(k), c, ZERO) * z * moved
    found = with_slope(found, value)
    t = fresh()
    terms = two_terms(fn(lambda k: w_at(k, c, t) * response_on(k, a, t) ** 2))
    same = everywhere(t, combine(eq(whole(t), both_of(t)), (1, terms)), le(LOW, t), le(t, HIGH))
    return slope_of_same(lam(whole), same, found)


def partner_moves() -> Theorem:
    """<velocity of u_2, a.x> = s <velocity of u_1, a.x>."""
    first = fn(lambda r: vel_u(ONE, r) * x(r - a))
    second = fn(lambda r: vel_u(TWO, r) * x(r - a))
    same = summand_equal(
        second,
        fn(lambda r: scale * first(r)),
        0,
        TOP,
        lambda r, *known: ring(
            eq(second(r), scale * first(r)), partner_velocity(0, r, list(known))
        ),
    )
    out = any_range.scaled(scale, first, 0, TOP)
    goal = eq(sum_of(second, 0, TOP), scale * sum_of(first, 0, TOP))
    return combine(goal, (1, same), (1, out))


@proof("modular.squares-return")
def squares_return() -> Theorem:
    """The rate of the squares: that of the first neuron, less that of its partner."""
    residues = defined("modular.residues")
    c_low = next(one for one in residues if one.conclusion is le(0, c))
    c_less = next(one for one in residues if one.conclusion is lt(c, p))
    inside = [c_low, bound(le(c, TOP), (), [[next_(c, p, c_less)]])]
    (squares,), (u_rate,), (w_rate,) = (
        defined(f"modular.{name}") for name in ("square-rate", "rate-inner-u", "rate-w-c")
    )
    (inner,), (entry,) = defined("modular.inner-u"), defined("modular.output-entry")
    moved = total(0, TOP, lambda r: vel_u(ONE, r) * x(r - a))
    found = one_slope(squares, squares_slope(inside))
    u_is = one_slope(u_rate, response_slope(1))
    w_is = one_slope(w_rate, moving("w", 1, c, inside)[1])
    known = [
        *(response_now(k) for k in (1, 2)),
        *(moving("w", k, c, inside)[0] for k in (1, 2)),
        *(own(u_in, k, a) for k in (1, 2)),
        *(output_entry(k, c) for k in (1, 2)),
        partner_moves(),
        partner_velocity(2, c, inside),
        combine(eq(moved, rate_inner_u), (-1, u_is)),
        combine(eq(vel_w(ONE, c), rate_w_c), (-1, w_is)),
        combine(eq(against(u, a), inner_u), (-1, inner)),
        combine(eq(w(c), w_c), (-1, entry)),
        unit(),
    ]
    return ring(goal("modular.squares-return"), found, *known)
