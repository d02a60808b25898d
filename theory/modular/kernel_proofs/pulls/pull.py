"""A second group pulls on the outputs of the first: the slope of the loss at its frequency."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.cost.aligned import TOP, own_response
from theory.modular.kernel_proofs.cost.cosine_sums import (
    c_of,
    moments,
    s_of,
)
from theory.modular.kernel_proofs.plateaus.groups import lam_of, mixed_sums, sizes
from theory.modular.kernel_proofs.script import cos, defined, fn, sin
from theory.modular.kernel_proofs.transforms.waves import above_zero, full
from theory.modular.letters import N, over_pairs, p, turn, x
from theory.modular.letters.cost import (
    HALF,
    HARMONICS,
    KAPPA,
    A_w,
    X,
    activation,
    amp_w,
    harmonic,
    label,
    ph_w,
    s_w,
    s_x,
    xi,
)
from theory.modular.letters.learned import N_2, X_2, s_x2, xi_2
from theory.modular.letters.pull import (
    REST,
    direction,
    hidden,
    moved_loss,
    other,
    rest,
    s_h,
)
from theory.proof.lemmas import inv
from theory.proof.rules import Theorem, assume, discharge, instantiate
from theory.proof.sums.any_range import scaled
from theory.proof.sums.finite import summand_equal
from theory.proof.sums.nested import same_sums
from theory.proof.sums.summands import evaluated
from theory.proof.tactics import (
    combine,
    derivative,
    everywhere,
    fresh,
    given,
    inverse,
    lam,
    one_slope,
    positive,
    put,
    ring,
    slope_of_same,
    total,
    with_slope,
)
from theory.proof.tactics.angles import circle, spread
from theory.proof.terms import (
    INT,
    ONE,
    REAL,
    ZERO,
    Term,
    eq,
    function,
    le,
    num,
    opened,
    substituted,
    var,
)

hid = function("hid", INT, INT, REAL)
ww, hh, kk = (function(name, INT, REAL) for name in ("ww", "hh", "kk"))
base = function("base", INT, INT, INT, REAL)
act = function("act", INT, INT, INT, REAL)
out = function("outs", INT, INT, REAL)
t = var("t")


def second(theorem: Theorem) -> Theorem:
    """A theorem on the frequency xi, for xi_2."""
    known = {one.conclusion: one for one in sizes().values()}
    table = {xi: xi_2, X: X_2, s_x: s_x2}
    own = [one for one in theorem.hypotheses if not one.free.isdisjoint(table)]
    for one in own:
        theorem = discharge(one, theorem)
    pairs = [part for pair in table.items() if pair[0] in theorem.conclusion.free for part in pair]
    theorem = instantiate(theorem, *pairs)
    for _ in own:
        premise = theorem.conclusion.args[0]
        theorem = given(theorem, known.get(premise) or assume(premise))
    return theorem


# --- the slope ------------------------------------------------------------------------------------
@cache
def _moved() -> Theorem:
    """sum (h (w + t d) + b)^2 = sum (h w + b)^2 + 2 t sum_ab h <d, h w + b> + t^2 sum (h d)^2."""

    def squares(body):
        return over_pairs(lambda q, r: total(0, TOP, lambda m: body(q, r, m) ** 2))

    left = squares(lambda q, r, m: hid(q, r) * (ww(m) + t * hh(m)) + base(q, r, m))
    start = squares(lambda q, r, m: hid(q, r) * ww(m) + base(q, r, m))
    slope = over_pairs(
        lambda q, r: (
            hid(q, r) * total(0, TOP, lambda m: hh(m) * (hid(q, r) * ww(m) + base(q, r, m)))
        )
    )
    last = squares(lambda q, r, m: hid(q, r) * hh(m))
    return same_sums(eq(left, start + 2 * t * slope + t**2 * last))


def around(q: Term, r: Term, m: Term) -> Term:
    """What the network puts out beside the neuron, less the label."""
    return rest(q, r, m) + other(q, r, m) - label(q, r, m)


@cache
def slope_value() -> Theorem:
    """slope = (1/p^2) sum_ab hidden <h, f - y>."""
    (known,) = defined("modular.pull")
    plain = instantiate(
        _moved(),
        hid, lam(hidden, INT, INT),
        ww, lam(lambda m: harmonic(amp_w, m, ph_w), INT),
        hh, lam(direction, INT),
        base, lam(around, INT, INT, INT),
    )  # fmt: skip
    start, linear, square = (
        plain.conclusion.args[1].args[0].args + plain.conclusion.args[1].args[1:]
    )
    slope = linear.args[1]
    last = square.args[1]
    factor = HALF * inv(p) ** 2
    polynomial = lam(lambda v: factor * (start + 2 * v * slope + v**2 * last))
    value = inv(p) ** 2 * slope
    own = with_slope(derivative(polynomial, num(-1), ONE, ZERO), value)
    v = fresh()
    same = everywhere(
        v,
        combine(eq(moved_loss(v), polynomial(v)), (factor, put(plain, t=v))),
        le(-1, v),
        le(v, 1),
    )
    return one_slope(known, slope_of_same(lam(moved_loss), same, own))


# --- along h --------------------------------------------------------------------------------------
def shifted(frequency: Term, m: Term, phase: Term) -> Theorem:
    """cos(2 pi k m/p + s) in cos and sin of 2 pi k m/p."""
    return spread(turn(frequency * m) + phase, [(1, turn(frequency * m)), (1, phase)])[0]


def across(phase: Term) -> Theorem:
    """sum_m h[m] cos(2 pi xi m/p + s) = 0: another frequency."""
    return evaluated(
        lambda m: direction(m) * cos(turn(xi * m) + phase),
        0,
        TOP,
        full(),
        lambda m: [shifted(xi_2, m, s_h), shifted(xi, m, phase)],
        mixed_sums(),
    )


def along(phase: Term) -> Theorem:
    """sum_m h[m] cos(2 pi xi_2 m/p + s) = (p/2) cos(s - s_h)."""
    plain = evaluated(
        lambda m: direction(m) * cos(turn(xi_2 * m) + phase),
        0,
        TOP,
        full(),
        lambda m: [shifted(xi_2, m, s_h), shifted(xi_2, m, phase), circle(turn(xi_2 * m))],
        second_moments(),
    )
    turned = spread(phase - s_h, [(1, phase), (-1, s_h)])
    value = HALF * p * cos(phase - s_h)
    return ring(eq(plain.conclusion.args[0], value), plain, *turned)


@cache
def second_moments() -> list[Theorem]:
    """The moments of the second frequency."""
    return [second(one) for one in moments()]


@cache
def pull_outward() -> Theorem:
    """sum_m h(m) sum_i act(i)^2 out(i, m) = sum_i act(i)^2 sum_m h(m) out(i, m)."""
    q, r = var("at_q", INT), var("at_r", INT)
    return same_sums(
        eq(
            total(0, TOP, lambda m: hh(m) * total(1, N, lambda i: act(i, q, r) ** 2 * out(i, m))),
            total(1, N, lambda i: act(i, q, r) ** 2 * total(0, TOP, lambda m: hh(m) * out(i, m))),
        )
    )


def outward(q: Term, r: Term, table: dict) -> Theorem:
    """sum_m h[m] f(q.x, r.x)[m] of a group, neuron by neuron."""
    i, a, b, m = (var(f"place_{name}", INT) for name in "iabm")
    own = substituted(activation(i, a, b, HARMONICS), table)
    last = substituted(HARMONICS[2](i, m), table)
    plain = instantiate(
        pull_outward(), act, lam_of(own, i, a, b), out, lam_of(last, i, m), hh, lam(direction, INT)
    )
    pairs = [N, N_2] if table is REST else []
    plain = instantiate(plain, *pairs) if pairs else plain
    return put(plain, at_q=q, at_r=r)


def rest_silent(q: Term, r: Term) -> Theorem:
    """The other neurons of the first group have no output along h."""
    plain = outward(q, r, REST)
    inner = plain.conclusion.args[1]
    A, s = REST[A_w], REST[s_w]

    def zero(i, *_):
        none = evaluated_scaled(i, A, s, xi, across)
        return ring(eq(opened_at(inner, i), ZERO * i), none)

    same = summand_equal(
        lam(lambda i: opened_at(inner, i), INT), lam(lambda i: ZERO * i, INT), 1, N_2, zero
    )
    nothing = scaled(ZERO, lam(lambda i: i, INT), 1, N_2)
    return combine(eq(plain.conclusion.args[0], 0), (1, plain), (1, same), (1, nothing))


def opened_at(whole: Term, i: Term) -> Term:
    """The summand of a sum at this index."""
    return opened(whole, (i,))


def evaluated_scaled(i: Term, A: Term, s: Term, frequency: Term, known) -> Theorem:
    """sum_m h[m] A sqrt(2/(3p)) cos(2 pi k m/p + s), by the sum without the amplitude."""
    return evaluated(
        lambda m: direction(m) * harmonic(A(i), m, s(i), frequency),
        0,
        TOP,
        full(),
        lambda m: (),
        [known(s(i))],
    )


def weight(j: Term) -> Term:
    """<h, w_j> of the second group."""
    return HALF * p * KAPPA * A_w(j) * cos(s_w(j) - s_h)


def other_along(q: Term, r: Term) -> Theorem:
    """The output of the second group along h = sum_j (..)^2 <h, w_j>."""
    plain = outward(q, r, {xi: xi_2})
    inner = plain.conclusion.args[1]

    def activated(j):
        return substituted(activation(j, q, r, HARMONICS), {xi: xi_2})

    def each(j, *_):
        known = evaluated_scaled(j, A_w, s_w, xi_2, along)
        return ring(eq(opened_at(inner, j), activated(j) ** 2 * weight(j)), known)

    same = summand_equal(
        lam(lambda j: opened_at(inner, j), INT),
        fn(lambda j: activated(j) ** 2 * weight(j)),
        1,
        N,
        each,
    )
    return combine(eq(plain.conclusion.args[0], same.conclusion.args[1]), (1, plain), (1, same))


def label_along(q: Term, r: Term) -> Theorem:
    """sum_m h[m] x(m - (q + r)) = X_2 (cos(s_x2 - s_h) c'(q + r) + sin(s_x2 - s_h) s'(q + r))."""
    known = put(second(own_response()), amp=ONE, ph=s_h, a=q + r)
    taken = evaluated(lambda m: harmonic(ONE, m, s_h, xi_2) * x(m - (q + r)), 0, TOP, full())
    plain = total(0, TOP, lambda m: direction(m) * x(m - (q + r)))
    psi = s_x2 - s_h
    value = X_2 * (cos(psi) * c_of(q + r, xi_2) + sin(psi) * s_of(q + r, xi_2))
    unit = inverse(KAPPA, [positive(KAPPA, [above_zero()])])
    whole = combine(eq(KAPPA * plain, KAPPA * value), (1, taken), (1, known))
    return combine(eq(plain, value), (inv(KAPPA), whole), (plain, unit), (value, unit))


@cache
def inner_value() -> Theorem:
    """<h, f - y> at (q, r) = sum_j (..)^2 <h, w_j> - X_2 (..): letters at_q, at_r."""
    q, r = var("at_q", INT), var("at_r", INT)
    flat = evaluated(direction, 0, TOP, full(), lambda m: [shifted(xi_2, m, s_h)], second_moments())
    return evaluated(
        lambda m: direction(m) * (hidden(q, r) * harmonic(amp_w, m, ph_w) + around(q, r, m)),
        0,
        TOP,
        full(),
        lambda m: (),
        [across(ph_w), rest_silent(q, r), other_along(q, r), label_along(q, r), flat],
    )
