"""The misalignment at the jump is of the order alpha^(1 - mu_j/mu_1), in the kernel.

log|tilt| = log|tilt_0| - (1 - mu_j/mu_1) (delta - log(alpha)), where delta is bounded.
"""

from __future__ import annotations

from theory.attention.kernel_proofs.script import proof
from theory.attention.kernel_proofs.small_alpha.jump_integral import (
    SPREAD,
    Course,
    definition,
    pair,
    sum_low,
)
from theory.attention.kernel_proofs.small_alpha.scaled_heads import (
    START_NORM,
)
from theory.attention.letters import N
from theory.attention.letters.dormant import first, mu, one
from theory.attention.letters.scaled import (
    K_hat,
    Q_hat,
    V_hat,
    lam_j,
    lam_k,
    order_at,
    plus_hat,
    tilt_at,
    tilt_rate,
    top_scale,
)
from theory.proof.lemmas import (
    abs_square,
    exp,
    exp_inverse,
    exp_sum,
    inv,
    log,
    same_root,
    trichotomy,
)
from theory.proof.lemmas.elementary import log_product
from theory.proof.lemmas.limits import same_limit, shown_to_tend, size_below
from theory.proof.lemmas.sizes import inverse_is, root_zero, within_size
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, absurd, assume
from theory.proof.tactics import (
    bound,
    by_cases,
    combine,
    equal_inside,
    fact,
    given,
    inverse,
    parts,
    positive,
    written,
)
from theory.proof.tactics.linear import linear
from theory.proof.terms import ONE, Term, call, eq, le, lt

RATE = 1 - lam_j**2 * inv(lam_k) ** 2
TILT_0 = plus_hat(one) * inv(plus_hat(first))
HEIGHT = call("log", call("abs", TILT_0))
NEED = call("abs", HEIGHT) + RATE * SPREAD  # D


def tilt_value(course: Course) -> Theorem:
    """tilt = tilt_0 exp(N (mu_j - mu_1) I)."""
    f_low, f_high, o_low, o_high, _, _, _, _, top_not, *_ = definition()
    a = course.alpha
    mine, most = course.sum_grown(one, o_low, o_high), course.sum_grown(first, f_low, f_high)
    low, high = N * mu(one) * course.I, N * mu(first) * course.I
    unit = fact("inverse", top_not, z=plus_hat(first))
    below = most.conclusion.args[0]
    turned = exp_inverse(high)
    product = combine(
        eq(below * (inv(a) * inv(plus_hat(first)) * exp(-high)), 1),
        (inv(a) * inv(plus_hat(first)) * exp(-high), most),
        (
            plus_hat(first) * inv(plus_hat(first)) * exp(high) * exp(-high),
            inverse(a, [course.above]),
        ),
        (exp(high) * exp(-high), unit),
        (1, turned),
    )
    flipped = inverse_is(below, inv(a) * inv(plus_hat(first)) * exp(-high), product)
    joined = written(eq(exp(low - high), exp(low) * exp(-high)), exp_sum(low, -high))
    return combine(
        eq(tilt_at(a), TILT_0 * exp(low - high)),
        (inv(below), mine),
        (a * plus_hat(one) * exp(low), flipped),
        (plus_hat(one) * exp(low) * inv(plus_hat(first)) * exp(-high), inverse(a, [course.above])),
        (TILT_0, joined),
    )


def log_tilt(course: Course) -> Theorem:
    """log|tilt| = log|tilt_0| - r (delta - log alpha)."""
    _, _, _, _, top_is, own_is, _, own_not, top_not, *_ = definition()
    a = course.alpha
    gap = N * mu(one) * course.I - N * mu(first) * course.I
    value = tilt_value(course)
    size, size_0 = call("abs", tilt_at(a)), call("abs", TILT_0)
    up, size_up = fact("exp-positive", x=gap), _size_above(own_not, top_not)
    squares = combine(
        eq(size**2, (size_0 * exp(gap)) ** 2),
        (1, abs_square(tilt_at(a))),
        (tilt_at(a) + TILT_0 * exp(gap), value),
        (exp(gap) ** 2, abs_square(TILT_0)),
    )
    moduli = same_root(
        size,
        size_0 * exp(gap),
        fact("abs-positive", z=tilt_at(a)),
        bound(le(0, size_0 * exp(gap)), (), [[size_up, up]]),
        squares,
    )
    logs = combine(
        eq(log(size), HEIGHT + gap),
        (1, equal_inside(log(size), moduli)),
        (1, log_product(size_0, exp(gap), size_up, up)),
        (1, fact("log-exp", x=gap)),
    )
    # mu_1 (1 - r) = mu_j
    root = inverse(lam_k, [assume(lt(0, lam_k))])
    share = combine(
        eq(mu(one), (1 - RATE) * mu(first)),
        (1, own_is),
        ((1 - RATE), top_is),
        (lam_j**2 * (lam_k * inv(lam_k) + 1), root),
    )
    return combine(
        eq(log(size), HEIGHT - RATE * (course.delta() - log(a))), (1, logs), (N * course.I, share)
    )


def _size_above(own_not: Theorem, top_not: Theorem) -> Theorem:
    """0 < |tilt_0|."""
    size = call("abs", TILT_0)
    goal = lt(0, size)
    low = fact("abs-positive", z=TILT_0)
    unit = fact("inverse", top_not, z=plus_hat(first))

    def none(zero):
        squared = combine(eq(TILT_0**2, 0), (1, abs_square(TILT_0)), (size, zero))
        flat = root_zero(TILT_0, squared)
        own = combine(eq(plus_hat(one), 0), (plus_hat(first), flat), (plus_hat(one), unit))
        return absurd(given(own_not, own), goal)

    return by_cases(
        trichotomy(size),
        lambda less: absurd(linear(call("false"), less, low), goal),
        none,
        lambda more: more,
    )


@proof("attention.alignment-rate")
def alignment_rate() -> Theorem:
    """|log|tilt|/log(alpha) - r| <= (|log|tilt_0|| + r B)/|log(alpha)|."""
    *_, limit = definition()
    return same_limit(order_at, tilt_rate, RATE, limit, shown_to_tend(order_at, RATE, _near))


def _rate_low() -> Theorem:
    """0 <= r."""
    smaller = assume(lt(lam_j, lam_k))
    j_up, k_up = assume(lt(0, lam_j)), assume(lt(0, lam_k))
    down = positive(inv(lam_k), [k_up])
    unit = inverse(lam_k, [k_up])
    share = lam_j * inv(lam_k)
    less = bound(le(share, 1), [], [[smaller, down], *pair(unit, ONE)])
    share_up = bound(lt(0, share), (), [[j_up, down]])
    return bound(le(0, RATE), (), [[less], [less, share_up]])


def _near(level: Term, above: Theorem, finish) -> Theorem:
    """Below 1/(1 + 2 nu + 1/top + exp((D + 1)/e))."""
    rate_low = _rate_low()
    top_above = parts(assume(DEFINITIONS["attention.scaled-heads"].statement))[0]
    lows = [sum_low(hat) for hat in (Q_hat, K_hat)]
    norm_low = bound(le(0, START_NORM), (), [[one_] for one_ in lows], [V_hat])
    far = (NEED + 1) * inv(level)
    grown = exp(far)
    whole = 1 + 2 * START_NORM + inv(top_scale) + grown
    grown_up, thin = fact("exp-positive", x=far), positive(inv(top_scale), [top_above])
    whole_up = bound(lt(0, whole), (), [[norm_low], [thin], [grown_up]])
    unit, down = inverse(whole, [whole_up]), positive(inv(whole), [whole_up])

    def proof_at(a, a_above, a_below, a_small):
        # a (1 + 2 nu + 1/top + exp((D + 1)/e)) < 1
        less = bound(lt(a * whole, 1), [], [[a_below, whole_up], *pair(unit, ONE)])
        others = [[a_above, norm_low], [a_above, thin], [a_above, grown_up], [a_above]]
        under_top = bound(lt(a * inv(top_scale), 1), (), [[less], *others])
        below = bound(
            lt(a, top_scale),
            [],
            [[under_top, top_above], *pair(inverse(top_scale, [top_above]), a)],
        )
        tiny = bound(lt(2 * a * START_NORM, 1), (), [[less], *others])
        tiny = bound(le(2 * a**2 * START_NORM, 1), (), [[tiny, a_above], [a_small]])
        late = bound(lt(a * grown, 1), (), [[less], *others])
        course = Course(a, a_above, below)
        return _close(course, level, above, far, late, a_small, tiny, rate_low)

    return finish(inv(whole), down, proof_at)


def _close(course, level, above, far, late, a_small, tiny, rate_low) -> Theorem:
    a = course.alpha
    # log a < -(D + 1)/e
    split = exp_sum(log(a), far)
    tangent = fact("exp-tangent", x=log(a) + far)
    grown = combine(
        eq(exp(log(a) + far), a * exp(far)),
        (1, split),
        (exp(far), fact("exp-log", course.above, x=a)),
    )
    low = linear(lt(log(a), -far), tangent, grown, late)
    unit = inverse(level, [above])
    deep = bound(lt(NEED + 1, level * -log(a)), [], [[low, above], *pair(unit, NEED + 1)])
    d_low, d_high = course.within(a_small, tiny)
    rest = HEIGHT - RATE * course.delta()
    height_low, height_high = within_size(HEIGHT)
    up = bound(le(rest, NEED), (), [[height_high], [rate_low, d_low]])
    down = bound(le(-NEED, rest), (), [[height_low], [rate_low, d_high]])
    spread_low = linear(le(0, SPREAD), d_low, d_high)
    need_low = bound(le(0, NEED), (), [[fact("abs-positive", z=HEIGHT)], [rate_low, spread_low]])
    depth = bound(lt(0, -log(a)), [], [[low], [positive_far(need_low, above)]])
    turn = inv(-log(a))
    turn_unit, turn_up = inverse(-log(a), [depth]), positive(turn, [depth])
    flipped = inverse_is(log(a), -turn, combine(eq(log(a) * -turn, 1), (1, turn_unit)))
    value = combine(
        eq(order_at(a) - RATE, -(rest * turn)),
        (inv(log(a)), log_tilt(course)),
        (HEIGHT - RATE * (course.delta() - log(a)), flipped),
        (RATE, turn_unit),
    )
    small = lt(call("abs", order_at(a) - RATE), level)
    upper = bound(
        lt(-(rest * turn), level),
        [],
        [[down, turn_up], [deep, turn_up], [turn_up], *pair(turn_unit, level)],
    )
    lower = bound(
        lt(-level, -(rest * turn)),
        [],
        [[up, turn_up], [deep, turn_up], [turn_up], *pair(turn_unit, level)],
    )
    whole = order_at(a) - RATE
    return written(
        small,
        size_below(
            whole,
            linear(lt(-level, whole), value, lower),
            linear(lt(whole, level), value, upper),
        ),
    )


def positive_far(need_low: Theorem, above: Theorem) -> Theorem:
    """0 < (D + 1)/e."""
    thin = positive(inv(above.conclusion.args[1]), [above])
    return bound(lt(0, (NEED + 1) * inv(above.conclusion.args[1])), (), [[need_low, thin], [thin]])
