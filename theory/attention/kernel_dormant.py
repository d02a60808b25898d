"""A dormant head in the kernel: what it conserves, and its sums as exponentials of I."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.attention.kernel_dormant_letters import (
    I_V,
    K,
    Q,
    V,
    V_0,
    V_sq,
    clock,
    end,
    eta,
    first,
    minus_0,
    minus_of,
    minus_t,
    moved,
    mu,
    mu_1,
    mu_j,
    n_0,
    one,
    plus_0,
    plus_of,
    plus_t,
    theta_sq,
    tilt,
    tilt_0,
    utility,
)
from theory.attention.kernel_letters import N, modes
from theory.attention.kernel_script import defined, proof
from theory.proof.lemmas import constant, exp, exp_inverse, exp_sum, inv
from theory.proof.rules import Theorem, assume, conjoin, detach, discharge, reflexive
from theory.proof.sums import added, scaled, slope_of_sum, sum_of, summand_equal
from theory.proof.sums_order import only
from theory.proof.tactics import (
    at,
    bound,
    combine,
    derivative,
    equal_inside,
    everywhere,
    fact,
    fresh,
    lam,
    parts,
    ring,
    total,
    with_slope,
)
from theory.proof.terms import INT, REAL, ZERO, Term, apply, eq, le, lt, make, num

HALF, QUARTER = num(1, 2), num(1, 4)
NEAR = (bound(le(-1, 0)), bound(le(0, 1)))


def some() -> Theorem:
    """1 <= m + 1."""
    return bound(le(1, modes + 1), (), [[defined("attention.dormant-flow")[1]]])


def slopes(s: Term, low: Theorem, high: Theorem) -> tuple[Theorem, Theorem]:
    """At time s: what the slope of the utility in V is, and those in every component."""
    (whole,) = defined("attention.dormant-gradient")
    return tuple(parts(at(whole, s, low, high)))  # type: ignore[return-value]  # two parts


def linear(known: Theorem, start: Term, rate: Term, rewrite: Callable) -> Theorem:
    """The slope at 0 that ``known`` names is ``rate``: rewrite(h) shows body(h) = start + rate h."""
    low, high, point, value, body = known.conclusion.args
    line = lam(lambda h: start + rate * h)
    own = with_slope(derivative(line, low, high, point), rate)
    own = _same(known, line, own, rewrite)
    return fact(
        "deriv-unique",
        bound(lt(low, high)),
        *NEAR,
        known,
        own,
        low=low,
        high=high,
        at=point,
        a=value,
        b=rate,
        f=_function(body),
    )


def _function(body: Term) -> Term:
    return make("lam", (REAL,), (body,))


def _same(known: Theorem, line: Term, own: Theorem, rewrite: Callable) -> Theorem:
    low, high, point, _, body = known.conclusion.args
    function, h = _function(body), fresh()
    same = everywhere(h, rewrite(h), le(low, h), le(h, high))
    return fact(
        "deriv-equal",
        *NEAR,
        same,
        own,
        low=low,
        high=high,
        at=point,
        f=function,
        g=line,
        a=own.conclusion.args[3],
    )


def overlap(s: Term) -> Term:
    """sum_i mu_i Q_i K_i at time s."""
    return total(1, modes, lambda i: mu(i) * Q(i, s) * K(i, s))


def slope_in_value(s: Term, low: Theorem, high: Theorem) -> Theorem:
    """dU/dV = N sum mu_i Q_i K_i."""
    known, _ = slopes(s, low, high)
    start = N * V(s) * overlap(s)

    def rewrite(h):
        whole = utility(V(s) + h, lambda i: Q(i, s), lambda i: K(i, s))
        return ring(eq(whole, start + N * overlap(s) * h))

    return linear(known, start, N * overlap(s), rewrite)


def stirred(i: Term, s: Term, j: Term, h: Term, query: bool) -> Term:
    """mu_i Q_i K_i with h added to component j of the query, or of the key."""
    if query:
        return mu(i) * (Q(i, s) + moved(i, j, h)) * K(i, s)
    return mu(i) * Q(i, s) * (K(i, s) + moved(i, j, h))


def spread(s: Term, j: Term, h: Term, query: bool, low: Theorem, high: Theorem) -> Theorem:
    """The stirred sum is sum mu_i Q_i K_i + mu_j K_j h (or mu_j Q_j h)."""
    other = K if query else Q
    plain = lam(lambda i: mu(i) * Q(i, s) * K(i, s), INT)
    change = lam(lambda i: mu(i) * other(i, s) * moved(i, j, h), INT)
    whole = lam(lambda i: stirred(i, s, j, h, query), INT)

    def zero(i, apart):
        nothing = fact("ite-false", apart, P=eq(i, j), z=h, w=ZERO)
        return ring(eq(apply(change, (i,)), 0), nothing)

    here = fact("ite-true", reflexive(j), P=eq(j, j), z=h, w=ZERO)
    return ring(
        eq(sum_of(whole, 1, modes), overlap(s) + mu(j) * other(j, s) * h),
        added(plain, change, 1, modes, some()),
        only(change, j, 1, modes, low, high, zero),
        here,
    )


def slope_in_component(
    s: Term, j: Term, query: bool, when: tuple[Theorem, Theorem], where: tuple[Theorem, Theorem]
) -> Theorem:
    """dU/dQ_j = N V mu_j K_j, or dU/dK_j = N V mu_j Q_j."""
    _, every = slopes(s, *when)
    known = parts(at(every, j, *where))[0 if query else 1]
    other = K if query else Q
    start, rate = N * V(s) * overlap(s), N * V(s) * mu(j) * other(j, s)

    def rewrite(h):
        body = known.conclusion.args[4]
        return ring(
            eq(apply(_function(body), (h,)), start + rate * h), spread(s, j, h, query, *where)
        )

    return linear(known, start, rate, rewrite)


def velocities(s: Term, low: Theorem, high: Theorem) -> tuple[Theorem, Callable]:
    """V' = eta N sum mu Q K; and for each component (Q_j' = eta N V mu_j K_j, the same for K_j)."""
    *_, flow = defined("attention.dormant-flow")
    value, every = parts(at(flow, s, low, high))
    found = with_slope(value, eta * N * overlap(s), slope_in_value(s, low, high))

    def component(j, j_low, j_high):
        pair = parts(at(every, j, j_low, j_high))
        return [
            with_slope(
                own,
                eta * N * V(s) * mu(j) * other(j, s),
                slope_in_component(s, j, query, (low, high), (j_low, j_high)),
            )
            for own, other, query in zip(pair, (K, Q), (True, False))
        ]

    return found, component


# --- sums and differences -------------------------------------------------------------------------


def exponential(j: Term, sign: int, j_low: Theorem, j_high: Theorem) -> Theorem:
    """(Q_j +- K_j)(T) = (Q_j +- K_j)(0) exp(+- N mu_j I(T)): the quotient has no slope."""
    ordered, *_ = defined("attention.dormant-flow")
    begin, pace, named = defined("attention.clock")

    def side(s):
        return Q(j, s) + num(sign) * K(j, s)

    function = lam(lambda s: side(s) * exp(num(-sign) * N * mu(j) * clock(s)))

    def slope(s, low, high):
        _, component = velocities(s, low, high)
        known = [*component(j, j_low, j_high), at(pace, s, low, high)]
        return with_slope(derivative(function, 0, end, s, known), ZERO)

    whole = constant(function, 0, end, ordered, slope)
    still = ring(
        eq(exp(num(-sign) * N * mu(j) * clock(0)), 1),
        equal_inside(exp(num(-sign) * N * mu(j) * clock(0)), begin),
        _flat(num(-sign) * N * mu(j) * ZERO),
    )
    power = num(sign) * N * mu(j) * clock(end)
    unit = ring(eq(exp(power) * exp(num(-sign) * N * mu(j) * clock(end)), 1), exp_inverse(power))
    same = equal_inside(exp(num(sign) * N * mu(j) * I_V), named)
    return combine(
        eq(side(end), side(ZERO) * exp(num(sign) * N * mu(j) * I_V)),
        (side(end), unit),
        (exp(power), whole),
        (exp(power) * side(ZERO), still),
        (side(ZERO), same),
    )


def _flat(zero: Term) -> Theorem:
    """exp(0) = 1 where the exponent is a product with 0."""
    return ring(eq(exp(zero), 1), fact("exp-zero"))


@proof("attention.dormant-sums")
def dormant_sums() -> Theorem:
    """Both signs, at the component that the letters name."""
    low, high, value, *rest = defined("attention.component")
    sums = []
    for sign, start, now in ((1, 0, 2), (-1, 1, 3)):
        grown = exponential(one, sign, low, high)
        letters = ((plus_t, plus_0), (minus_t, minus_0))[0 if sign == 1 else 1]
        power = equal_inside(exp(num(sign) * N * mu_j * I_V), value)
        sums.append(
            ring(
                eq(letters[0], letters[1] * exp(num(sign) * N * mu_j * I_V)),
                rest[now],
                rest[start],
                power,
                _turned(grown),
            )
        )
    return conjoin(*sums)


def _turned(grown: Theorem) -> Theorem:
    """Q = (the other sums) - (+-) K, so that rewriting has one product on the left."""
    left, right = grown.conclusion.args
    query = left.args[0]
    return combine(eq(query, right - left.args[1]), (1, grown))


@proof("attention.alignment")
def alignment() -> Theorem:
    """The quotient of two exponentials."""
    low, high, value, *_ = defined("attention.component")
    f_low, f_high, top, _, apart, start, now = defined("attention.tilt")
    grown, most = (
        exponential(one, 1, low, high),
        exponential(first, 1, f_low, f_high),
    )
    below, over = Q(first, 0) + K(first, 0), Q(first, end) + K(first, end)
    small, large = num(1) * N * mu(one) * I_V, num(1) * N * mu(first) * I_V
    unit_start = fact("inverse", apart, z=below)
    # over is not 0: below = over exp(-large)
    back = exp_inverse(large)
    gone = assume(eq(over, 0))
    zero = combine(
        eq(below, 0),
        (below, back),
        (exp(-large), most),
        (exp(-large), gone),
    )
    never = discharge(gone.conclusion, detach(apart, zero))
    unit = fact("inverse", never, z=over)
    rate = -(N * (mu(first) - mu(one)) * I_V)
    split = exp_sum(small, -large)
    named = [
        equal_inside(exp(-(N * (mu_1 - mu_j) * I_V)), top),
        equal_inside(exp(-(N * (mu(first) - mu_j) * I_V)), value),
    ]
    joined = ring(eq(exp(rate), exp(small) * exp(-large)), split)
    # tilt over = start-sum exp(small), and start-sum = tilt_0 below
    numerator = combine(
        eq(Q(one, end) + K(one, end), tilt_0 * below * exp(small)),
        (1, grown),
        (exp(small) * below, start),
        (exp(small) * (Q(one, 0) + K(one, 0)), unit_start),
    )
    inverse_over = combine(
        eq(inv(over) * below, exp(-large)),
        (inv(over) * below, back),
        (inv(over) * exp(-large), most),
        (exp(-large), unit),
    )
    plain = combine(
        eq(tilt, tilt_0 * exp(small) * exp(-large)),
        (1, now),
        (inv(over), numerator),
        (tilt_0 * exp(small), inverse_over),
    )
    return ring(eq(tilt, tilt_0 * exp(-(N * (mu_1 - mu_j) * I_V))), plain, *named, joined)


# --- what a head conserves ------------------------------------------------------------------------


@cache
def balance(query: bool) -> Theorem:
    """V(0)^2 - |Q(0)|^2 = V(T)^2 - |Q(T)|^2, or the same with K."""
    ordered, *_ = defined("attention.dormant-flow")
    own, other = (Q, K) if query else (K, Q)
    function = lam(lambda s: V(s) ** 2 - total(1, modes, lambda j: own(j, s) ** 2))

    def slope(s, low, high):
        value, component = velocities(s, low, high)
        rate = lam(lambda j: (2 * eta * N * V(s)) * (mu(j) * Q(j, s) * K(j, s)), INT)

        def shown(j, j_low, j_high):
            known = component(j, j_low, j_high)[0 if query else 1]
            squared = derivative(lambda q: own(j, q) ** 2, 0, end, s, [known])
            return with_slope(squared, apply(rate, (j,)))

        squares = slope_of_sum(
            lam(lambda j, q: own(j, q) ** 2, INT, REAL),
            rate,
            1,
            modes,
            (ZERO, end, s),
            some(),
            (low, high),
            shown,
        )
        plain = lam(lambda j: mu(j) * Q(j, s) * K(j, s), INT)
        return with_slope(
            derivative(function, 0, end, s, [value, squares]),
            ZERO,
            scaled(2 * eta * N * V(s), plain, 1, modes, some()),
        )

    return constant(function, 0, end, ordered, slope)


@proof("attention.dormant-norm")
def dormant_norm() -> Theorem:
    """|theta|^2 = 3 V^2 less the two conserved differences."""
    start, square = defined("attention.values")
    size, now = defined("attention.head-norm")
    return combine(
        eq(theta_sq, 3 * V_sq + n_0**2 - 3 * V_0**2),
        (1, now),
        (1, size),
        (3, square),
        (3 * (V_0 + V(0)), start),
        (1, balance(True)),
        (1, balance(False)),
    )



@proof("attention.dormant-value")
def dormant_value() -> Theorem:
    """V^2 = V(0)^2 + |Q|^2 - |Q(0)|^2, and Q_j is half of (Q_j + K_j) + (Q_j - K_j)."""
    begin, square = defined("attention.values")
    (starts,) = defined("attention.starts")
    before = lam(lambda j: Q(j, 0) ** 2, INT)
    grown = lam(lambda j: growth(j), INT)
    after = lam(lambda j: Q(j, end) ** 2, INT)
    both = lam(lambda j: before(j) + QUARTER * grown(j), INT)

    def shown(j, low, high):
        power = N * mu(j) * I_V
        plus, minus = exponential(j, 1, low, high), exponential(j, -1, low, high)
        query = combine(
            eq(
                Q(j, end),
                HALF * (Q(j, 0) + K(j, 0)) * exp(power) + HALF * (Q(j, 0) - K(j, 0)) * exp(-power),
            ),
            (HALF, plus),
            (HALF, minus),
        )
        doubled = [exp_sum(power, power), exp_sum(-power, -power), exp_inverse(power)]
        return ring(
            eq(apply(after, (j,)), apply(both, (j,))), query, *parts(at(starts, j)), *doubled
        )

    grows = summand_equal(after, both, 1, modes, shown)
    quarter = lam(lambda j: QUARTER * grown(j), INT)
    return combine(
        eq(V_sq, V_0**2 + QUARTER * sum_of(grown, 1, modes)),
        (1, square),
        (V_0 + V(0), begin),
        (1, balance(True)),
        (1, grows),
        (1, added(before, quarter, 1, modes, some())),
        (1, scaled(QUARTER, grown, 1, modes, some())),
    )


def growth(j: Term) -> Term:
    """(Q_j + K_j)^2 (exp(2 N mu_j I) - 1) + (Q_j - K_j)^2 (exp(-2 N mu_j I) - 1), at the start."""
    power = 2 * N * mu(j) * I_V
    return plus_of(j) ** 2 * (exp(power) - 1) + minus_of(j) ** 2 * (exp(-power) - 1)
