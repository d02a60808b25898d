"""The accumulated utility: S = log cosh(2 G)/(2 eta) up to the last jump, log cosh(2 A)/(2 eta)
after it.

After the last jump everything is said in the angle A = G - eta g s.
"""

from __future__ import annotations

from functools import cache

from theory.diagonal.kernel_proofs.entry import defined, proof
from theory.diagonal.kernel_proofs.neuron.flow import (
    alpha_above,
    halves,
    motion,
    orbit,
    orbit_at,
    rooted,
)
from theory.diagonal.kernel_proofs.neuron.utility import utility_in_angle
from theory.diagonal.letters import (
    S_0,
    G_of,
    S_later,
    S_of,
    S_on,
    alpha,
    dual,
    eta,
    g,
    g_of,
    last,
    rho,
    rho_later,
    t,
    theta_sq,
    u,
    u_of,
    u_on,
    v,
    v_of,
    v_on,
)
from theory.proof.lemmas import (
    HALF,
    constant,
    cosh,
    cosh_double,
    cosh_even,
    cosh_zero,
    exp,
    exp_inverse,
    inv,
    log,
    log_one,
    sign_times_acosh_cosh,
    sinh,
    sinh_double,
    sinh_negative,
    sinh_positive,
    sinh_zero,
    tanh_quotient,
    trichotomy,
)
from theory.proof.rules import Theorem, assume
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
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
    symmetric,
    weaker,
    with_slope,
    written,
)
from theory.proof.terms import ZERO, Term, call, eq, le, lt


def angle(s: Term) -> Term:
    """A = G - eta g s: the dual variable a time s after the last jump."""
    return dual - eta * g * s


@cache
def later(s: Term) -> tuple[Theorem, Theorem]:
    """u = sqrt(2) alpha cosh A, v = sqrt(2) alpha sinh A a time s after the last jump; 0 <= s."""
    u_start, v_start, flow = defined("diagonal.dormant")
    first, second = orbit()
    low = assume(le(0, s))

    def slopes(r, above, below):
        return parts(at(flow, s, r, above, below))

    sums = motion(u_on, v_on, angle, s, low, slopes)
    starts = [
        u_start,
        v_start,
        first,
        second,
        fact("cosh", x=dual),
        fact("sinh", x=dual),
        exp_inverse(dual),
    ]
    return halves(u_on(s), v_on(s), angle(s), sums, starts)


@cache
def accumulated() -> Theorem:
    """S_0 = log cosh(2 G)/(2 eta): both start at 0 and grow alike."""
    ordered = defined("diagonal.flow")[0]
    zero, end, course = defined("diagonal.accumulated")
    start, turn, slope = defined("diagonal.dual")
    rate = assume(lt(0, eta))
    function = lam(lambda s: S_of(s) - HALF * inv(eta) * log(cosh(2 * G_of(s))))

    def flat(s, low, high):
        known = [at(course, s, low, high), at(slope, s, low, high)]
        own = derivative(function, 0, last, s, known)
        there = utility_in_angle(u_of(s), v_of(s), g_of(s), G_of(s), orbit_at(s))
        return with_slope(own, ZERO, *rates(there, 2 * G_of(s), rate))

    whole = constant(function, 0, last, ordered, flat)
    at_zero = [
        zero,
        equal_inside(log(cosh(2 * G_of(0))), start),
        equal_inside(log(cosh(2 * ZERO)), written(eq(cosh(2 * ZERO), 1), cosh_zero())),
        log_one(),
    ]
    begin = ring(eq(whole.conclusion.args[0], 0), *at_zero)
    finish = ring(
        eq(whole.conclusion.args[1], S_0 - HALF * inv(eta) * log(cosh(2 * dual))),
        symmetric(end),
        equal_inside(log(cosh(2 * G_of(last))), symmetric(turn)),
    )
    return combine(
        eq(S_0, HALF * inv(eta) * log(cosh(2 * dual))), (-1, finish), (-1, whole), (1, begin)
    )


def rates(there: Theorem, turn: Term, rate: Theorem) -> list[Theorem]:
    """What brings 2 U - sinh(a) a'/(2 eta cosh(a)) to 0."""
    return [there, tanh_quotient(turn), inverse(eta, [rate])]


@cache
def exp_of_accumulated() -> Theorem:
    """exp(2 eta S_0) = cosh(2 G)."""
    rate = assume(lt(0, eta))
    inside = equal_inside(exp(2 * eta * S_0), accumulated())
    cancel = equal_inside_algebra(
        exp(2 * eta * (HALF * inv(eta) * log(cosh(2 * dual)))),
        exp(log(cosh(2 * dual))),
        inverse(eta, [rate]),
    )
    back = fact("exp-log", positive(cosh(2 * dual), []), x=cosh(2 * dual))
    return combine(eq(exp(2 * eta * S_0), cosh(2 * dual)), (1, inside), (1, cancel), (1, back))


def equal_inside_algebra(one: Term, other: Term, *rewrites: Theorem) -> Theorem:
    """f(a) = f(b), where a = b by rewriting."""
    same = ring(eq(one.args[0], other.args[0]), *rewrites)
    return equal_inside(one, same)


@proof("diagonal.norm")
def norm() -> Theorem:
    """u^2 + v^2 = 2 alpha^2 cosh(2 G), and cosh(2 G) = exp(2 eta S)."""
    (size,) = defined("diagonal.norm")
    return ring(
        eq(theta_sq, 2 * alpha**2 * exp(2 * eta * S_0)),
        size,
        *orbit(),
        rooted(),
        exp_of_accumulated(),
        cosh_double(dual),
    )


def sign_of_sinh(scale: Term, x: Term, above: Theorem) -> Theorem:
    """sign(c sinh(x)) = sign(x) for c > 0."""
    whole = scale * sinh(x)
    goal = eq(call("sign", whole), call("sign", x))

    def zero(same):
        flat = ring(eq(whole, 0), equal_inside(sinh(x), same), sinh_zero())
        left = combine(
            eq(call("sign", whole), 0),
            (1, equal_inside(call("sign", whole), flat)),
            (1, fact("sign-zero")),
        )
        right = combine(
            eq(call("sign", x), 0), (1, equal_inside(call("sign", x), same)), (1, fact("sign-zero"))
        )
        return combine(goal, (1, left), (-1, right))

    def less(below):
        down = bound(lt(whole, 0), (), [[above, sinh_negative(below)]])
        return combine(
            goal, (1, fact("sign-negative", down, x=whole)), (-1, fact("sign-negative", below, x=x))
        )

    def more(over):
        up = bound(lt(0, whole), (), [[above, sinh_positive(over)]])
        return combine(
            goal, (1, fact("sign-positive", up, x=whole)), (-1, fact("sign-positive", over, x=x))
        )

    return by_cases(trichotomy(x), less, zero, more)


def sign_of_product(one: Term, other: Term, turn: Term, orbit: tuple) -> Theorem:
    """sign(a b) = sign(2 A)."""
    scale = positive(alpha**2, [alpha_above()])
    product = ring(eq(one * other, alpha**2 * sinh(2 * turn)), *orbit, rooted(), sinh_double(turn))
    return combine(
        eq(call("sign", one * other), call("sign", 2 * turn)),
        (1, equal_inside(call("sign", one * other), product)),
        (1, sign_of_sinh(alpha**2, 2 * turn, scale)),
    )


@cache
def start_angle() -> Theorem:
    """rho arcosh exp(2 eta S_0) = 2 G."""
    (sign,) = defined("diagonal.sign")
    size = combine(
        eq(rho, call("sign", 2 * dual)), (1, sign), (1, sign_of_product(u, v, dual, orbit()))
    )
    inside = equal_inside(call("acosh", exp(2 * eta * S_0)), exp_of_accumulated())
    return ring(
        eq(rho * call("acosh", exp(2 * eta * S_0)), 2 * dual),
        inside,
        size,
        sign_times_acosh_cosh(2 * dual),
    )


@cache
def accumulated_later(s: Term) -> Theorem:
    """S(s) = log cosh(2 G - 2 eta g s)/(2 eta) a time s after the last jump; 0 <= s."""
    start, _, course = defined("diagonal.later")
    rate = assume(lt(0, eta))
    function = lam(lambda r: S_on(r) - HALF * inv(eta) * log(cosh(2 * angle(r))))

    def flat(r, low, high):
        own = derivative(function, 0, s, r, [at(course, s, r, low, high)])
        there = utility_in_angle(u_on(r), v_on(r), g, angle(r), later(r))
        return with_slope(own, ZERO, *rates(there, 2 * angle(r), rate))

    whole = constant(function, 0, s, assume(le(0, s)), flat)
    begin = ring(eq(whole.conclusion.args[0], 0), start, accumulated())
    return combine(eq(S_on(s), HALF * inv(eta) * log(cosh(2 * angle(s)))), (-1, whole), (1, begin))


def at_time(theorem: Theorem, s: Term, time: Term, low: Theorem) -> Theorem:
    """A theorem about any s >= 0, at this time."""
    return at(everywhere(s, theorem, le(0, s)), time, low)


def now() -> Theorem:
    """0 <= t."""
    return weaker(assume(lt(0, t)))


@proof("diagonal.accumulated-utility")
def accumulated_utility() -> Theorem:
    """log cosh is even, and rho arcosh exp(2 eta S_0) is the angle 2 G at the last jump."""
    s = fresh()
    _, end, _ = defined("diagonal.later")
    there = at_time(accumulated_later(s), s, t, now())
    turn = -(rho * call("acosh", exp(2 * eta * S_0))) + 2 * g * eta * t
    inside = ring(eq(turn, -(2 * angle(t))), start_angle())
    back = combine(
        eq(cosh(turn), cosh(2 * angle(t))),
        (1, equal_inside(cosh(turn), inside)),
        (1, cosh_even(2 * angle(t))),
    )
    outside = equal_inside(log(cosh(turn)), back)
    return combine(
        eq(S_later, HALF * inv(eta) * log(cosh(turn))),
        (1, end),
        (1, there),
        (-(HALF * inv(eta)), outside),
    )


@proof("diagonal.sign-recursion")
def sign_recursion() -> Theorem:
    """The sign of u v is that of the angle 2 A = 2 eta (rho arcosh(exp(2 eta S))/(2 eta) - g t)."""
    s = fresh()
    (sign,) = defined("diagonal.later-sign")
    rate = assume(lt(0, eta))
    pair = tuple(at_time(one, s, t, now()) for one in later(s))
    there = sign_of_product(u_on(t), v_on(t), angle(t), pair)
    turn = -(g * t) + HALF * rho * inv(eta) * call("acosh", exp(2 * eta * S_0))
    scaled = ring(
        eq(2 * angle(t), (2 * eta) * turn),
        combine(eq(2 * dual, rho * call("acosh", exp(2 * eta * S_0))), (-1, start_angle())),
        inverse(eta, [rate]),
    )
    same = equal_inside(call("sign", 2 * angle(t)), scaled)
    drop = sign_scaled(2 * eta, turn, positive(2 * eta, [rate]))
    return combine(eq(rho_later, call("sign", turn)), (1, sign), (1, there), (1, same), (1, drop))


def sign_scaled(scale: Term, x: Term, above: Theorem) -> Theorem:
    """sign(c x) = sign(x) for c > 0."""
    whole = scale * x
    goal = eq(call("sign", whole), call("sign", x))

    def zero(same):
        flat = (
            ring(eq(whole, 0), same) if len(x.args) == 0 else combine(eq(whole, 0), (scale, same))
        )
        left = combine(
            eq(call("sign", whole), 0),
            (1, equal_inside(call("sign", whole), flat)),
            (1, fact("sign-zero")),
        )
        right = combine(
            eq(call("sign", x), 0), (1, equal_inside(call("sign", x), same)), (1, fact("sign-zero"))
        )
        return combine(goal, (1, left), (-1, right))

    def less(below):
        down = bound(lt(whole, 0), (), [[above, below]])
        return combine(
            goal, (1, fact("sign-negative", down, x=whole)), (-1, fact("sign-negative", below, x=x))
        )

    def more(over):
        up = bound(lt(0, whole), (), [[above, over]])
        return combine(
            goal, (1, fact("sign-positive", up, x=whole)), (-1, fact("sign-positive", over, x=x))
        )

    return by_cases(trichotomy(x), less, zero, more)
