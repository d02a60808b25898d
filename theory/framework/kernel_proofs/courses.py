"""Whole courses: the rate rescales time, the scale of the start rescales parameters and time."""

from __future__ import annotations

from functools import cache

from theory.framework.kernel_proofs.entry import defined, proof
from theory.framework.letters import index, size
from theory.framework.letters.courses import (
    alpha,
    course,
    direction,
    end,
    eta,
    field,
    horizon,
    kappa,
    later,
    lipschitz,
    pull,
    slowed,
    solution,
    t,
)
from theory.proof.lemmas import inv, sqrt, sqrt_is
from theory.proof.lemmas.powers import power, power_of_one, power_positive, power_sum, power_zero
from theory.proof.lemmas.uniqueness import Courses
from theory.proof.rules import Theorem, assume, conjoin
from theory.proof.sums.finite import scaled, sum_of, summand_equal
from theory.proof.tactics import (
    at,
    bound,
    combine,
    derivative,
    equal_inside,
    everywhere,
    fact,
    fresh,
    inverse,
    lam,
    parts,
    positive,
    ring,
    slope_within,
    weaker,
    with_slope,
)
from theory.proof.terms import INT, ONE, ZERO, Term, eq, le, lt

RATE, TIME, SCALE = assume(lt(0, eta)), assume(lt(0, t)), assume(lt(0, alpha))
ONE_ABOVE = bound(lt(0, 1))


def some_parameters(first: Theorem, last: Theorem) -> Theorem:
    """1 <= m + 1, for some index lies between."""
    return bound(le(1, size + 1), (), [[first], [last]])


def _function(body: Term) -> Term:
    from theory.proof.terms import REAL, make

    return make("lam", (REAL,), (body,))


def slower(known: Theorem, factor: Term, above: Theorem, s: Term, inside: tuple, high, reaches):
    """s -> f(factor s) has the slope factor f' at s, within [0, high]; factor high <= its range."""
    low, top, _, value, body = known.conclusion.args
    q = fresh()
    first, last = assume(le(0, q)), assume(le(q, high))
    between = conjoin(
        bound(le(0, factor * q), (), [[above, first]]),
        bound(le(factor * q, top), (), [[above, last], [reaches]]),
    )
    return fact(
        "deriv-chain",
        *inside,
        with_slope(derivative(lambda r: factor * r, 0, high, s), factor),
        everywhere(q, between, first.conclusion, last.conclusion),
        known,
        low=ZERO,
        high=high,
        at=s,
        f=_function(body),
        g=lam(lambda r: factor * r),
        a=factor,
        y=low,
        b=top,
        c=value,
    )


# --- the learning rate ----------------------------------------------------------------------------


@cache
def rate_flows() -> Courses:
    """The course with rate eta, and that with rate 1 at eta s."""
    first, last, flows, near = defined("framework.rate-flows")
    unit = inverse(eta, [RATE])
    one = inverse(ONE, [])
    reaches = bound(le(t, horizon(eta)), [unit])
    goes_on = bound(le(eta * t, horizon(ONE)), [one])

    def slopes(i, s, i_low, i_high, low, high):
        own = parts(at(parts(at(flows, eta, RATE))[1], i, i_low, i_high))[1]
        other = parts(at(parts(at(flows, ONE, ONE_ABOVE))[1], i, i_low, i_high))[1]
        far = bound(le(s, horizon(eta)), [unit], [[high]])
        on = bound(le(0, eta * s), (), [[RATE, low]])
        under = bound(le(eta * s, horizon(ONE)), [one], [[RATE, high]])
        moved = slower(at(other, eta * s, on, under), eta, RATE, s, (low, high), t, goes_on)
        return slope_within(at(own, s, low, far), ZERO, t, bound(le(0, 0)), reaches), moved

    def begin(i, low, high):
        here = parts(at(parts(at(flows, eta, RATE))[1], i, low, high))[0]
        there = parts(at(parts(at(flows, ONE, ONE_ABOVE))[1], i, low, high))[0]
        return combine(eq(course(eta, i, 0), course(1, i, eta * ZERO)), (1, here), (1, there))

    return Courses(
        x=lambda i, s: course(eta, i, s),
        y=lambda i, s: course(1, i, eta * s),
        p=lambda i, s: pull(eta, i, s),
        q=lambda i, s: pull(1, i, eta * s),
        rate=eta,
        K=lipschitz,
        high=t,
        size=size,
        rate_above=RATE,
        ordered=weaker(TIME),
        some=some_parameters(first, last),
        slopes=slopes,
        lipschitz=lambda s, low, high: at(near, s, low, high),
        start=begin,
    )


@proof("framework.time-rescaling")
def time_rescaling() -> Theorem:
    """t -> theta(1, eta t) starts there and has the slope eta times the field: it is the flow."""
    first, last, flows, _ = defined("framework.rate-flows")
    unit, one = inverse(eta, [RATE]), inverse(ONE, [])
    same = rate_flows().agree(index, first, last)
    own = at(parts(at(flows, eta, RATE))[0], t, weaker(TIME), bound(le(t, horizon(eta)), [unit]))
    other = at(
        parts(at(flows, ONE, ONE_ABOVE))[0],
        eta * t,
        bound(le(0, eta * t), (), [[RATE, TIME]]),
        bound(le(eta * t, horizon(ONE)), [one]),
    )
    return combine(eq(solution(eta, t), solution(1, eta * t)), (1, own), (1, same), (1, other))


# --- the scale of the start -----------------------------------------------------------------------


@cache
def scales() -> list[Theorem]:
    """alpha^(kappa - 2) alpha^(2 - kappa) = 1, 1^(2 - kappa) = 1."""
    joined = power_sum(alpha, SCALE, kappa - 2, 2 - kappa)
    whole = combine(
        eq(power(alpha, kappa - 2) * power(alpha, 2 - kappa), 1),
        (1, joined),
        (1, power_zero(alpha, SCALE)),
    )
    return [whole, power_of_one(2 - kappa)]


@cache
def scaled_courses() -> Courses:
    """The course from alpha theta_0, and alpha times the unit one at alpha^(kappa - 2) s."""
    first, last, far, flows, near = defined("framework.scaled-flows")
    factor = power(alpha, kappa - 2)
    factor_above = power_positive(alpha, SCALE, kappa - 2)
    high_end = later(alpha)
    back, unit = scales()
    reaches = bound(le(factor * high_end, later(ONE)), [unit, back])
    step = combine(
        eq(power(alpha, kappa - 1), factor * alpha),
        (1, power_sum(alpha, SCALE, kappa - 2, ONE)),
        (factor, _to_the_first()),
    )

    def at_time(r, above, i, i_low, i_high, s, low, high):
        _, rates = parts(at(flows, r, above, i, i_low, i_high))
        return parts(at(rates, s, low, high))

    def under(s, high):
        return bound(le(slowed(s), later(ONE)), [unit, back], [[factor_above, high]])

    def slopes(i, s, i_low, i_high, low, high):
        own, _ = at_time(alpha, SCALE, i, i_low, i_high, s, low, high)
        on = bound(le(0, slowed(s)), (), [[factor_above, low]])
        other, powered = at_time(ONE, ONE_ABOVE, i, i_low, i_high, slowed(s), on, under(s, high))
        moved = slower(other, factor, factor_above, s, (low, high), high_end, reaches)
        times = derivative(lambda r: alpha * course(1, i, slowed(r)), 0, high_end, s, [moved])
        there = at(powered, alpha, SCALE)
        return own, with_slope(times, eta * field(1, i, alpha, slowed(s)), there, step)

    def begin(i, low, high):
        here, _ = parts(at(flows, alpha, SCALE, i, low, high))
        there, _ = parts(at(flows, ONE, ONE_ABOVE, i, low, high))
        return combine(
            eq(course(alpha, i, 0), alpha * course(1, i, slowed(ZERO))),
            (1, here),
            (alpha, there),
        )

    return Courses(
        x=lambda i, s: course(alpha, i, s),
        y=lambda i, s: alpha * course(1, i, slowed(s)),
        p=lambda i, s: field(alpha, i, 1, s),
        q=lambda i, s: field(1, i, alpha, slowed(s)),
        rate=eta,
        K=lipschitz,
        high=high_end,
        size=size,
        rate_above=RATE,
        ordered=weaker(_end_above()),
        some=some_parameters(first, last),
        slopes=slopes,
        lipschitz=lambda s, low, high: at(near, s, low, high),
        start=begin,
    )


def _to_the_first() -> Theorem:
    from theory.proof.lemmas.powers import power_one

    return power_one(alpha, SCALE)


@cache
def _end_above() -> Theorem:
    """0 < alpha^(2 - kappa) T."""
    far = defined("framework.scaled-flows")[2]
    return positive(later(alpha), [power_positive(alpha, SCALE, 2 - kappa), far])


@cache
def scaled_course(j: Term, first: Theorem, last: Theorem) -> Theorem:
    """theta_j(alpha, alpha^(2 - kappa) T) = alpha theta_j(1, T)."""
    same = scaled_courses().agree(j, first, last)
    back, _ = scales()
    when = combine(eq(slowed(later(alpha)), end), (end, back))
    moved = equal_inside(course(1, j, slowed(later(alpha))), when)
    return combine(
        eq(course(alpha, j, later(alpha)), alpha * course(1, j, end)), (1, same), (alpha, moved)
    )


@proof("framework.scaling-symmetry")
def scaling_symmetry() -> Theorem:
    """alpha theta(1, alpha^(kappa - 2) t) has the start and the slope of theta(alpha, t)."""
    first, last, far, *_ = defined("framework.scaled-flows")
    (named,) = defined("framework.coordinate")
    (until,) = defined("framework.until")
    back, unit = scales()
    same = scaled_course(index, first, last)
    own = at(
        named,
        alpha,
        SCALE,
        later(alpha),
        weaker(_end_above()),
        bound(le(later(alpha), later(alpha))),
    )
    other = at(named, ONE, ONE_ABOVE, end, weaker(far), bound(le(end, later(ONE)), [unit]))
    when = combine(eq(later(alpha), t), (power(alpha, 2 - kappa), until), (t, back))
    here = equal_inside(solution(alpha, later(alpha)), when)
    there = equal_inside(solution(1, end), until)
    return combine(
        eq(solution(alpha, t), alpha * solution(1, power(alpha, kappa - 2) * t)),
        (1, here),
        (1, own),
        (1, same),
        (alpha, other),
        (alpha, there),
    )


def scaled_norm(some: Theorem, some_there: Theorem) -> Theorem:
    """|theta(alpha, alpha^(2 - kappa) T)| = alpha |theta(1, T)|, for 1 <= m + 1, theta(1) not 0."""
    large = lam(lambda i: course(alpha, i, later(alpha)) ** 2, INT)
    plain = lam(lambda i: course(1, i, end) ** 2, INT)
    spread = summand_equal(
        large,
        lam(lambda i: alpha**2 * plain(i), INT),
        1,
        size,
        lambda i, low, high: ring(eq(large(i), alpha**2 * plain(i)), scaled_course(i, low, high)),
    )
    length = sqrt(sum_of(plain, 1, size))
    square = fact("sqrt-square", weaker(some_there), x=sum_of(plain, 1, size))
    long = positive(length, [some_there])
    whole = combine(
        eq((alpha * length) ** 2, sum_of(large, 1, size)),
        (alpha**2, square),
        (1, spread),
        (1, scaled(alpha**2, plain, 1, size, some)),
    )
    return sqrt_is(alpha * length, bound(le(0, alpha * length), (), [[SCALE, long]]), whole)


@proof("framework.alignment-correspondence")
def alignment_correspondence() -> Theorem:
    """All coordinates are alpha times those of the unit course, and so is the norm."""
    first, last, far, *_ = defined("framework.scaled-flows")
    (named,) = defined("framework.component-of-direction")
    (until,) = defined("framework.until-t")
    _, unit = scales()
    some_here, own = parts(
        at(
            named,
            alpha,
            SCALE,
            later(alpha),
            weaker(_end_above()),
            bound(le(later(alpha), later(alpha))),
        )
    )
    some_there, other = parts(
        at(named, ONE, ONE_ABOVE, end, weaker(far), bound(le(end, later(ONE)), [unit]))
    )
    root = scaled_norm(some_parameters(first, last), some_there)
    norm, alpha_length = root.conclusion.args
    length = alpha_length.args[1]
    long = positive(length, [some_there])
    down = equal_inside(inv(norm), root)
    both = bound(lt(0, alpha * length), (), [[SCALE, long]])
    apart = combine(
        eq(alpha * inv(alpha * length), inv(length)),
        (inv(length), inverse(alpha * length, [both])),
        (alpha * inv(alpha * length), inverse(length, [long])),
    )
    when = equal_inside(direction(1, end), until)
    here = equal_inside(direction(alpha, later(alpha)), until)
    value = ring(
        eq(direction(alpha, later(alpha)), direction(1, end)),
        own,
        other,
        scaled_course(index, first, last),
        down,
        apart,
    )
    return combine(
        eq(direction(alpha, power(alpha, 2 - kappa) * t), direction(1, t)),
        (1, here),
        (1, value),
        (1, when),
    )
