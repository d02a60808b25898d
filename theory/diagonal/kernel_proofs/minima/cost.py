"""Cost minimisation ends at the constrained argmin, by a Lyapunov function.

b_i = b_i(0) exp(2 s_i G_i) with s_i the sign, so V = sum_i (s_i b_i - 2 b*_i G_i) has the
derivative -2 sum_i g_i (b_i - b*_i) = -2 (L(b) - L(b*) + |X (b - b*)|^2/(2n)); V is bounded below
where the coefficients converge, so that X (b - b*) tends to 0.
"""

from __future__ import annotations

from functools import cache

from theory.diagonal.kernel_proofs.entry import defined
from theory.diagonal.kernel_proofs.neuron.flow import motion
from theory.diagonal.kernel_proofs.staircase.alternating import index_inside
from theory.diagonal.letters.cost import (
    G_cost,
    best_of,
    coefficient_at,
    end_of,
    keeps_sign,
    slope_at,
    u_cost,
    v_cost,
)
from theory.diagonal.letters.regression import apart, count, curvature, expansion, vector, wide
from theory.proof.lemmas import exp, exp_inverse, exp_sum, same_root, trichotomy
from theory.proof.rules import (
    Theorem,
    absurd,
    assume,
    conjoin,
    discharge,
)
from theory.proof.sums.finite import scaled, slope_of_sum
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    conjuncts,
    derivative,
    equal_inside,
    everywhere,
    fact,
    fresh,
    given,
    lam,
    parts,
    ring,
    total,
    with_slope,
    written,
)
from theory.proof.tactics.linear import linear
from theory.proof.terms import (
    FALSE,
    INT,
    REAL,
    ZERO,
    Term,
    call,
    eq,
    le,
    lt,
    num,
)


def sign_of(i: Term) -> Term:
    """s_i = sgn(b_i(0))."""
    return call("sign", coefficient_at(i, ZERO))


def flow_parts() -> list[Theorem]:
    """(1 <= d, 1 <= n, the neurons)."""
    return defined("diagonal.cost-flow")


def two_modes(
    i: Term, low: Theorem, high: Theorem, s: Term, s_low: Theorem
) -> tuple[Theorem, Theorem]:
    """u + v = (u(0) + v(0)) exp(G) and u - v = (u(0) - v(0)) exp(-G) at time s."""
    _, zero, moving = parts(at(flow_parts()[2], i, low, high))

    def u_at(r):
        return u_cost(i, r)

    def other(r):
        return v_cost(i, r)

    def angle(r):
        return G_cost(i, r)

    def slopes(r, above, below):
        return parts(at(moving, s, r, above, below))

    plus, minus = motion(u_at, other, angle, s, s_low, slopes)
    u0, v0, u, v = u_at(ZERO), other(ZERO), u_at(s), other(s)
    G = G_cost(i, s)
    starts = []
    for sign in (num(-1), num(1)):
        whole = exp(sign * G_cost(i, ZERO))
        starts.append(combine(eq(whole, 1), (1, equal_inside(whole, zero)), (1, fact("exp-zero"))))
    first = combine(
        eq(u + v, (u0 + v0) * exp(G)),
        (exp(G), plus),
        (u + v, exp_inverse(G)),
        (exp(G) * (u0 + v0), starts[0]),
    )
    second = combine(
        eq(u - v, (u0 - v0) * exp(-G)),
        (exp(-G), minus),
        (u - v, exp_inverse(G)),
        (exp(-G) * (u0 - v0), starts[1]),
    )
    return first, second


def exponential(i: Term, low: Theorem, high: Theorem, s: Term, s_low: Theorem):
    """b_i(s) = b_i(0) exp(2 s_i G_i(s)): (u + v)exp(-G) and (u - v) exp(G) are constant, and one of
    them is 0.
    """
    balanced, *_ = parts(at(flow_parts()[2], i, low, high))
    first, second = two_modes(i, low, high, s, s_low)
    u0, v0, u, v = u_cost(i, ZERO), v_cost(i, ZERO), u_cost(i, s), v_cost(i, s)
    G = G_cost(i, s)
    b, b0 = u * v, u0 * v0
    # 4 b = (u + v)^2 - (u - v)^2, and u^2 - v^2 = (u + v)(u - v)
    product = combine(
        eq(b, num(1, 4) * ((u0 + v0) ** 2 * exp(G) ** 2 - (u0 - v0) ** 2 * exp(-G) ** 2)),
        (num(1, 4) * (u + v + (u0 + v0) * exp(G)), first),
        (num(1, 4) * (u - v + (u0 - v0) * exp(-G)), second),
    )
    level = combine(
        eq(u**2, v**2),
        (u - v, first),
        ((u0 + v0) * exp(G), second),
        ((u0 + v0) * (u0 - v0), exp_inverse(G)),
        (1, balanced),
    )
    goal = eq(b, b0 * exp(2 * sign_of(i) * G))

    def case(sign, same, rho):
        """u0^2 = v0^2 = sign b0."""
        size = _size(u0, num(sign) * b0, linear(le(0, num(sign) * b0), same), balanced)
        turn = ring(eq(2 * sign_of(i) * G, num(2 * sign) * G), rho)
        inside = equal_inside(exp(2 * sign_of(i) * G), turn)
        twice = written(
            eq(exp(num(2 * sign) * G), exp(num(sign) * G) ** 2),
            exp_sum(num(sign) * G, num(sign) * G),
        )
        other_ = combine(eq(v0**2, num(sign) * b0), (1, balanced), (1, size))
        return ring(goal, product, inside, twice, size, other_)

    def none(same):
        size = _size(u0, b0, linear(le(0, b0), same), balanced)
        square = combine(eq(u0**2, 0), (1, size), (1, same))
        other_ = combine(eq(v0**2, 0), (1, balanced), (1, square))
        return ring(goal, product, square, other_, same)

    found = by_cases(
        trichotomy(b0),
        lambda less: case(-1, less, fact("sign-negative", less, x=b0)),
        none,
        lambda more: case(1, more, fact("sign-positive", more, x=b0)),
    )
    return found, level


def _size(u: Term, own: Term, low: Theorem, balanced: Theorem) -> Theorem:
    """u^2 = +-u v, from u^2 = v^2 and the sign."""
    squares = combine(eq((u**2) ** 2, own**2), (u**2, balanced))
    return same_root(u**2, own, bound(le(0, u**2), (), [], [u]), low, squares)


@cache
def _one_neuron() -> Theorem:
    """for all i and s >= 0: b_i = b_i(0) exp(2 s_i G_i), s_i (u^2 + v^2) = 2 b_i, b_i keeps its
    sign.
    """
    i, inside, low, high = index_inside()
    s = fresh()
    s_low = le(0, s)
    grown, level = exponential(i, low, high, s, assume(s_low))
    u, v, b0 = u_cost(i, s), v_cost(i, s), coefficient_at(i, ZERO)
    b, sign = u * v, sign_of(i)
    up = fact("exp-positive", x=2 * sign * G_cost(i, s))
    speed = eq(sign * (u**2 + v**2), 2 * b)
    signs = keeps_sign(i, b)
    active, none = signs.args

    def case(turn, ordered, rho):
        own = num(turn) * b
        above = bound(lt(0, own), [grown], [[up, linear(lt(0, num(turn) * b0), ordered)]])
        size = _size(u, own, linear(le(0, own), above), level)
        other = combine(eq(v**2, own), (1, level), (1, size))
        there = discharge(active.args[0], bound(active.args[1], [rho], [[above]]))
        some = discharge(eq(b0, 0), linear(FALSE, assume(eq(b0, 0)), ordered))
        off = discharge(none.args[0], absurd(given(assume(none.args[0]), some), none.args[1]))
        return conjoin(ring(speed, rho, size, other), conjoin(there, off))

    def zero(same):
        flat = ring(eq(b, 0), grown, same)
        rho = combine(eq(sign, 0), (1, equal_inside(sign, same)), (1, fact("sign-zero")))
        there = discharge(active.args[0], bound(active.args[1], [flat]))
        return conjoin(ring(speed, rho, flat), conjoin(there, discharge(none.args[0], flat)))

    rest = by_cases(
        trichotomy(b0),
        lambda less: case(-1, less, fact("sign-negative", less, x=b0)),
        zero,
        lambda more: case(1, more, fact("sign-positive", more, x=b0)),
    )
    whole = conjoin(grown, *conjuncts(rest))
    return everywhere(i, everywhere(s, whole, s_low), *inside)


def one_neuron(i: Term, low: Theorem, high: Theorem, s: Term, s_low: Theorem) -> list[Theorem]:
    """(b = b(0) exp(2 s G), s (u^2 + v^2) = 2 b, keeps_sign)."""
    whole = at(_one_neuron(), i, low, high, s, s_low)
    return conjuncts(whole)


# --- the Lyapunov function ------------------------------------------------------------------------
def part(i: Term, s: Term) -> Term:
    """s_i b_i - 2 b*_i G_i."""
    return sign_of(i) * coefficient_at(i, s) - 2 * best_of(i) * G_cost(i, s)


def lyapunov(s: Term, top: Term = count) -> Term:
    """V = sum_i (s_i b_i - 2 b*_i G_i)."""
    return total(1, top, lambda i: part(i, s))


def now(s: Term) -> Term:
    """The coefficients at time s, as a vector."""
    return vector(lambda i: coefficient_at(i, s))


BEST, END = vector(lambda i: best_of(i)), vector(lambda i: end_of(i))


def slope_value(i: Term, s: Term) -> Term:
    """2 g_i (b*_i - b_i)."""
    return 2 * (slope_at(i, s) * (best_of(i) - coefficient_at(i, s)))


def falls(s: Term, end: Term, s_low: Theorem, s_high: Theorem) -> Theorem:
    """V' = 2 sum_i g_i (b*_i - b_i) at time s, within [0, end]."""

    def proof_at(i, low, high):
        _, _, moving = parts(at(flow_parts()[2], i, low, high))
        slopes = parts(at(moving, end, s, s_low, s_high))
        own = derivative(lam(lambda r: part(i, r)), 0, end, s, slopes)
        speed = one_neuron(i, low, high, s, s_low)[1]
        turned = combine(
            eq(
                sign_of(i) * u_cost(i, s) ** 2,
                2 * coefficient_at(i, s) - sign_of(i) * v_cost(i, s) ** 2,
            ),
            (1, speed),
        )
        return with_slope(own, slope_value(i, s), turned)

    return slope_of_sum(
        lam(lambda i, r: part(i, r), INT, REAL),
        lam(lambda i: slope_value(i, s), INT),
        1,
        count,
        (ZERO, end, s),
        wide(),
        (s_low, s_high),
        proof_at,
    )


def fast_enough(s: Term, s_low: Theorem) -> Theorem:
    """2 sum_i g_i (b*_i - b_i) <= -2 |X (b* - b)|^2/(2n)."""
    least = defined("diagonal.cost-best")[1]
    i, inside, low, high = index_inside()
    signs = everywhere(i, one_neuron(i, low, high, s, s_low)[2], *inside)
    smaller = parts(given(at(least, now(s)), signs))[0]
    linear_part = vector(lambda m: slope_at(m, s) * (best_of(m) - coefficient_at(m, s)))
    out = scaled(num(2), linear_part, 1, count, wide())
    goal = le(total(1, count, lambda m: slope_value(m, s)), -(2 * curvature(apart(BEST, now(s)))))
    return linear(goal, out, expansion(BEST, now(s)), smaller)
