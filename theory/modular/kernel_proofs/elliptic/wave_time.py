"""The time at which a frequency has grown: theta' = grad U, in the letters of ``legs``."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.cost.aligned import goal
from theory.modular.kernel_proofs.elliptic import cubic, legs, turned
from theory.modular.kernel_proofs.flow.gradient import frequency_of
from theory.modular.kernel_proofs.flow.three_wave import (
    common_rate,
    cosine_sum,
    hat_parts,
    part_slopes,
    sine_sum,
    square_slope,
    times,
)
from theory.modular.kernel_proofs.flow.wave_momentum import (
    J,
    R,
    encoding_parts,
    imaginary_value,
    momentum_slope,
    real_velocities,
)
from theory.modular.kernel_proofs.flow.wave_norm import alike, at_earlier, kept
from theory.modular.kernel_proofs.script import defined, proof
from theory.modular.kernel_proofs.transforms.conjugates import conj, conjugate_parts, conjugated
from theory.modular.kernel_proofs.transforms.waves import above_zero
from theory.modular.letters import k, p, x_hat
from theory.modular.letters.elliptic import (
    STARTS,
    R_end,
    R_start,
    R_turn,
    carlson,
    grown_at,
    largest_root,
    real_at,
    rising,
)
from theory.modular.letters.flow import COURSES, X, end, hat, power_at, product_at, t
from theory.proof.lemmas import inv
from theory.proof.rules import Theorem, assume, conjoin, discharge
from theory.proof.tactics import (
    bound,
    combine,
    derivative,
    everywhere,
    fact,
    filled,
    fresh,
    given,
    inverse,
    lam,
    positive,
    ring,
    slope_is,
    slope_of_same,
    with_slope,
)
from theory.proof.tactics.linear import both_ways, ordered
from theory.proof.terms import ZERO, Term, call, eq, le, lt, num, substituted

SIZE = call("abs", x_hat(k))
FORMS = {
    cubic.T: t,
    cubic.E: largest_root,
    **dict(zip(cubic.STARTS, STARTS)),
    cubic.ALPHA: 4 * inv(p) ** 2 * SIZE**2,
    cubic.BETA: 2 * inv(p) ** 2 * SIZE**4,
    cubic.GAMMA: X,
    cubic.SIGMA: lam(grown_at),
    cubic.Y: lam(real_at),
    legs.F: carlson,
    legs.RISING: rising,
}


# --- the real part of u^ v^ conj(w^ x^) -----------------------------------------------------------
def _sums(s: Term) -> list[tuple[Term, Term]]:
    return [(cosine_sum(course, s), sine_sum(course, s)) for course in COURSES]


def real_polynomial(s: Term) -> Term:
    """Re u^ v^ conj(w^ x^) in the C and S at the time s, R and J."""
    (Cu, Su), (Cv, Sv), (Cw, Sw) = _sums(s)
    return (Cu * Cv - Su * Sv) * (Cw * R + Sw * J) + (Cu * Sv + Su * Cv) * (Sw * R - Cw * J)


def real_value(s: Term) -> Theorem:
    """Re z is that polynomial: z + conj(z) = 2 Re z."""
    z = product_at(s)
    sum_ = combine(
        eq(z + conj(z), 2 * call("re", z)), (1, fact("parts", z=z)), (1, conjugate_parts(z))
    )
    rules = [rule for course in COURSES for rule in hat_parts(course, s)]
    spread = conjugated(conj(z))
    value = real_polynomial(s)
    other = ring(eq(z + spread.conclusion.args[1], 2 * value), *rules, *encoding_parts(), fact("i"))
    half = num(1, 2)
    return combine(eq(call("re", z), value), (half, sum_), (half, spread), (half, other))


def size_value(number: int, s: Term) -> Theorem:
    """|f^|^2 = C^2 + S^2."""
    course = COURSES[number]
    whole, back = hat_parts(course, s)
    C, S = _sums(s)[number]
    return ring(
        eq(call("abs", hat(course, s)) ** 2, C**2 + S**2),
        fact("abs-square", z=hat(course, s)), back, whole, fact("i"),
    )  # fmt: skip


def encoding_size() -> Theorem:
    """|x^|^2 = R^2 + J^2."""
    return ring(
        eq(SIZE**2, R**2 + J**2), fact("abs-square", z=x_hat(k)), *encoding_parts(), fact("i")
    )


@cache
def real_slope() -> Theorem:
    """(Re z)' = 2/p^2 |x^|^4 (|u^ v^|^2 + |u^ w^|^2 + |v^ w^|^2) at t."""
    low, high, _ = times()
    slopes = [one for number in range(3) for one in part_slopes(number)]
    body = lam(real_polynomial)
    a, b, c = (power_at(course, k, t) for course in COURSES)
    value = 2 * inv(p) ** 2 * SIZE**4 * (a * b + a * c + b * c)
    grown = derivative(body, num(0), end, t, slopes)
    rates = [one for number in range(3) for one in real_velocities(number)]
    sizes = [size_value(number, t) for number in range(3)]
    plain = 2 * inv(p) ** 2 * SIZE**2 * (R**2 + J**2)
    pairs = [(x_**2 + y_**2) for x_, y_ in _sums(t)]
    spread = pairs[0] * pairs[1] + pairs[0] * pairs[2] + pairs[1] * pairs[2]
    first = ring(eq(grown.conclusion.args[3], plain * spread), *rates)
    second = ring(eq(value, 2 * inv(p) ** 2 * SIZE**4 * spread), *sizes)
    third = combine(
        eq(2 * inv(p) ** 2 * SIZE**4 * spread, plain * spread),
        (2 * inv(p) ** 2 * SIZE**2 * spread, encoding_size()),
    )
    same = combine(eq(first.conclusion.args[0], value), (1, first), (1, second), (1, third))
    s = fresh()
    known = everywhere(s, real_value(s), le(num(0), s), le(s, end))
    return slope_of_same(lam(real_at), known, slope_is(grown, same), low, high)


@cache
def growth_slope() -> Theorem:
    """sigma' = 4/p^2 |x^|^2 Re z at t."""
    own = square_slope(0)
    z = product_at(t)
    common = common_rate(0)
    twice = combine(
        eq(z + conjugated(conj(z)).conclusion.args[1], 2 * call("re", z)),
        (1, conjugated(conj(z))), (1, fact("parts", z=z)), (1, conjugate_parts(z)),
    )  # fmt: skip
    value = 4 * inv(p) ** 2 * SIZE**2 * real_at(t)
    same = combine(
        eq(own.conclusion.args[3], value), (1, common), (2 * inv(p) ** 2 * SIZE**2, twice)
    )
    moved = slope_is(own, same)
    whole = derivative(lam(grown_at), num(0), end, t, [moved])
    return with_slope(whole, value)


# --- what holds at the time t ---------------------------------------------------------------------
def alike_now(number: int) -> Theorem:
    """|f^|^2 at t is sigma and what it was at the start."""
    low, high, _ = frequency_of()
    now = power_at(COURSES[number], k, t)
    goal = eq(now, grown_at(t) + power_at(COURSES[number], k, ZERO))
    return combine(goal, (1, alike(number, k, low, high))) if number else combine(goal)


@cache
def square_now() -> Theorem:
    """(Re z)^2 = X^2 Q(sigma) at t."""
    sizes = [size_value(number, t) for number in range(3)]
    real, imaginary = call("re", product_at(t)), call("im", product_at(t))
    a, b, c = (power_at(course, k, t) for course in COURSES)
    (Cu, Su), (Cv, Sv), (Cw, Sw) = _sums(t)
    whole = ring(
        eq(real**2 + imaginary**2, a * b * c * SIZE**2),
        real_value(t), imaginary_value(t), *sizes, encoding_size(),
    )  # fmt: skip
    is_x = frequency_of()[2]
    start = call("im", product_at(ZERO))
    kept_ = kept_momentum()
    home = inverse(X, [assume(lt(0, X))])
    alikes = [alike_now(number) for number in range(3)]
    value = X**2 * substituted(cubic.cubic(cubic.SIGMA(cubic.T)), FORMS)
    grown = ring(
        eq(a * b * c, substituted(cubic.cubic(cubic.SIGMA(cubic.T)), {**FORMS, cubic.J2: ZERO})),
        *alikes[1:],
    )
    return combine(
        eq(real**2, value),
        (1, whole),
        (imaginary + start, kept_),
        (a * b * c * (SIZE + X), is_x),
        (X**2, grown),
        (start**2 * (1 + X * inv(X)), home),
    )


@cache
def kept_momentum() -> Theorem:
    """Im z is the same at 0 and at t."""
    function = lam(lambda s: call("im", product_at(s)))

    def slope(s, low, high):
        return at_earlier(momentum_slope(), s, low, high)

    return kept(function, slope)


# --- at every time up to t ------------------------------------------------------------------------
def throughout(now: Theorem) -> Theorem:
    """For all s in [0, t], from the same at t."""
    s = fresh()
    ends = le(0, s), le(s, t)
    return everywhere(s, at_earlier(now, s, *map(assume, ends)), *ends)


def shorter(now: Theorem, f: Term) -> Theorem:
    """A derivative at every s in [0, t], within [0, t]."""
    s = fresh()
    ends = le(0, s), le(s, t)
    own = at_earlier(now, s, *map(assume, ends))
    found = fact(
        "deriv-within", own, bound(le(0, 0)), times()[1],
        f=f, b=own.conclusion.args[3], low=ZERO, high=end, at=s, a=ZERO, y=t,
    )  # fmt: skip
    return everywhere(s, found, *ends)


def real_slope_in_sigma() -> Theorem:
    """(Re z)' = 2/p^2 |x^|^4 Q'(sigma)."""
    own = real_slope()
    value = substituted(cubic.BETA * cubic.steepness(cubic.SIGMA(cubic.T)), FORMS)
    return with_slope(own, value, *(alike_now(number) for number in (1, 2)))


def sizes_low() -> Theorem:
    """0 <= sigma + |f^|^2 at the start, for f = u, v, w."""
    return conjoin(
        *(
            ordered(
                le(0, grown_at(t) + power_at(course, k, ZERO)),
                [(1, alike_now(number))],
                [call("abs", hat(course, t))],
            )
            for number, course in enumerate(COURSES)
        )
    )


@proof("modular.wave-time")
def wave_time() -> Theorem:
    """F(sigma) falls at the rate 2 |x^|^3/p^2 on the way up, and rises so on the way down."""
    x_above = assume(lt(0, X))
    is_x = frequency_of()[2]
    size_above = bound(lt(0, SIZE), (), [[x_above], *([one] for one in both_ways(is_x))])
    root, beyond_root = defined("modular.largest-root")
    sign, begins = defined("modular.rising")
    slopes, _, falls = defined("modular.carlson")
    start, at_turn, finish = defined("modular.carlson-values")
    named, up = defined("modular.wave-time")
    p_above = above_zero()
    shown = {
        cubic.MOVES: shorter(growth_slope(), lam(grown_at)),
        cubic.TURNS: shorter(real_slope_in_sigma(), lam(real_at)),
        cubic.SQUARE: throughout(square_now()),
        cubic.LOWS: throughout(sizes_low()),
        cubic.BEGINS: combine(eq(grown_at(ZERO), 0)),
        cubic.ABOVE[0]: positive(FORMS[cubic.ALPHA], [p_above, size_above]),
        cubic.ABOVE[1]: positive(FORMS[cubic.BETA], [p_above, size_above]),
        cubic.ABOVE[2]: x_above,
        cubic.AHEAD: times()[0],
        cubic.ROOT: root,
        cubic.BEYOND: beyond_root,
        legs.SLOPES: slopes,
        legs.SIMPLE: falls,
        legs.SIGN: sign,
        legs.STARTS_SO: begins,
        legs.ENDS_SO: up,
    }
    told = turned.elapsed()
    for premise in shown:
        told = discharge(premise.conclusion, told)
    told = filled(told, FORMS)
    told = given(told, *reversed(shown.values()))
    statement = goal("modular.wave-time")
    rate = 2 * inv(p) ** 2 * X**3
    units = [inverse(X, [x_above]), inverse(p, [p_above])]
    paced = combine(
        eq(told.conclusion.args[0], rate * t), (2 * inv(p) ** 2 * X * t * (SIZE + X), is_x)
    )
    values = combine(
        eq(rate * t, (1 - rising) * R_turn + rising * R_start - R_end),
        (1, paced), (1, told), (1 - rising, at_turn), (rising, start), (1, finish),
    )  # fmt: skip
    half = num(1, 2) * p**2 * inv(X) ** 3
    one = ring(eq(half * rate * t, t), *units)
    return combine(statement, (1, named), (1, one), (half, values))
