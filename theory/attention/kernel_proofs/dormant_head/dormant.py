"""A dormant head in the kernel: what it conserves, and its sums as exponentials of I."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.attention.kernel_proofs.script import defined, proof
from theory.attention.letters import N, modes
from theory.attention.letters.dormant import (
    I_V,
    V_0,
    K,
    Q,
    V,
    V_sq,
    clock,
    end,
    eta,
    first,
    minus_0,
    minus_of,
    minus_t,
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
)
from theory.attention.letters.slopes import Head
from theory.proof.lemmas import constant, exp, exp_inverse, exp_sum, inv
from theory.proof.rules import Theorem, assume, conjoin, detach, discharge
from theory.proof.sums.finite import added, scaled, sum_of, summand_equal
from theory.proof.tactics import (
    at,
    bound,
    combine,
    derivative,
    equal_inside,
    fact,
    lam,
    parts,
    ring,
    total,
    with_slope,
)
from theory.proof.terms import INT, ZERO, Term, apply, eq, le, num

HALF, QUARTER = num(1, 2), num(1, 4)


def some() -> Theorem:
    """1 <= d + 1."""
    return bound(le(1, modes + 1), (), [[defined("attention.dormant-flow")[1]]])


HEAD = Head(V, Q, K, mu, some)


def velocities(s: Term, low: Theorem, high: Theorem) -> tuple[Theorem, Callable]:
    """V' = eta N sum mu Q K; and for each component (Q_j' = eta N V mu_j K_j, the same for K_j)."""
    *_, flow = defined("attention.dormant-flow")
    (gradient,) = defined("attention.dormant-gradient")
    value, every = parts(at(flow, s, low, high))
    slope, slopes = parts(at(gradient, s, low, high))
    found = with_slope(value, eta * N * HEAD.overlap(s), HEAD.in_value(slope, s))

    def component(j, *where):
        pairs = zip(parts(at(every, j, *where)), parts(at(slopes, j, *where)))
        return [
            with_slope(
                own,
                eta * N * V(s) * mu(j) * other(j, s),
                HEAD.in_component(known, s, j, query, where),
            )
            for (own, known), other, query in zip(pairs, (K, Q), (True, False))
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
    own = Q if query else K
    function = lam(lambda s: V(s) ** 2 - total(1, modes, lambda j: own(j, s) ** 2))

    def slope(s, low, high):
        value, component = velocities(s, low, high)
        squares = HEAD.squares(
            query,
            eta * N * V(s),
            (ZERO, end, s),
            (low, high),
            lambda j, *where: component(j, *where)[0 if query else 1],
        )
        return with_slope(derivative(function, 0, end, s, [value, squares]), ZERO)

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

    def proof_at(j, low, high):
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

    grows = summand_equal(after, both, 1, modes, proof_at)
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
