"""The order of E[c_i] in alpha: of m/sqrt(alpha) - 1 with m > 0 it is -1/2, and no other."""

from __future__ import annotations

from collections.abc import Callable

from theory.attention.kernel_proofs.script import defined, proof
from theory.attention.kernel_proofs.small_alpha.initial_scale import scale, share_above, value
from theory.attention.letters.initial_scale import mean, order
from theory.proof.lemmas import (
    HALF,
    exp,
    exp_above_one,
    exp_inverse,
    exp_sum,
    inv,
    log,
    sqrt,
    sqrt_is,
    trichotomy,
)
from theory.proof.lemmas.sizes import within_size
from theory.proof.rules import Theorem, absurd
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    equal_inside,
    fact,
    given,
    inverse,
    obtain,
    parts,
    positive,
    ring,
)
from theory.proof.terms import FALSE, Term, call, eq, le, lt, num

SHARE = mean(1) + 1  # m
EXCESS = order + num(1, 2)  # what is to be 0


def scaled(depth: Term) -> Theorem:
    """alpha^(-q) E(alpha) = exp((q + 1/2) L) (m - exp(-L/2)) at alpha = exp(-L)."""
    alpha = exp(-depth)
    above = fact("exp-positive", x=-depth)
    root, root_above = exp(-(HALF * depth)), fact("exp-positive", x=-(HALF * depth))
    square = combine(eq(root**2, alpha), (1, exp_sum(-(HALF * depth), -(HALF * depth))))
    is_root = sqrt_is(root, bound(le(0, root), (), [[root_above]]), square)
    up = combine(
        eq(scale(alpha), exp(HALF * depth)),
        (exp(HALF * depth), inverse(sqrt(alpha), [positive(sqrt(alpha), [above])])),
        (exp(HALF * depth) * scale(alpha), is_root),
        (scale(alpha), exp_inverse(HALF * depth)),
    )
    height = fact("log-exp", x=-depth)
    powered = combine(
        eq(call("power", alpha, -order), exp(order * depth)),
        (1, fact("power", above, x=alpha, y=-order)),
        (1, equal_inside(exp(-order * log(alpha)), height)),
    )
    whole = exp(EXCESS * depth)
    return ring(
        eq(call("power", alpha, -order) * mean(alpha), whole * SHARE - whole * root),
        powered,
        value(alpha, above),
        up,
        exp_sum(order * depth, HALF * depth),
        exp_inverse(HALF * depth),
    )


def deep(radius: Term, above: Theorem, depth: Term, low: Theorem) -> Theorem:
    """exp(-L) < r for L >= 1/r: exp(L) >= 1 + L > 1/r."""
    grown = fact("exp-tangent", x=depth)
    falls = fact("exp-positive", x=-depth)
    # r - exp(-L) = r exp(-L) (exp(L) - 1/r)
    return bound(
        lt(exp(-depth), radius),
        [exp_inverse(depth), inverse(radius, [above])],
        [[above, falls, grown], [above, falls, low], [above, falls]],
    )


def at_depth(limit: Term, known: Theorem, level: Theorem, more: Theorem, use: Callable) -> Theorem:
    """What use(L, K - e < T, T < K + e) shows at L = 1/r + l, r the radius of the level e.

    ``level``: 0 < e, ``more``: 0 < l, and T = alpha^(-q) E(alpha) at alpha = exp(-L).
    """
    e, extra = level.conclusion.args[1], more.conclusion.args[1]

    def inside(radius, both_):
        above, close = parts(both_)
        back = positive(inv(radius), [above])
        depth = inv(radius) + extra
        low = bound(le(inv(radius), depth), (), [[more]])
        depth_above = bound(lt(0, depth), (), [[back], [more]])
        alpha, alpha_above = exp(-depth), fact("exp-positive", x=-depth)
        below = bound(
            lt(alpha, 1), [exp_inverse(depth)], [[alpha_above, exp_above_one(depth_above)]]
        )
        within = at(close, alpha, alpha_above, deep(radius, above, depth, low), below)
        gap = within.conclusion.args[0].args[0]
        sides = within_size(gap)
        same = scaled(depth)
        value_, shown = same.conclusion.args[1], [[within]]
        return use(
            depth,
            bound(le(extra, depth), (), [[back]]),
            bound(lt(limit - e, value_), [same], [*shown, [sides[0]]]),
            bound(lt(value_, limit + e), [same], [*shown, [sides[1]]]),
        )

    return obtain(at(known, e, level), inside)


def thinned(depth_above: Theorem) -> tuple[Theorem, Theorem, Theorem, Theorem]:
    """0 < exp(-n L), 0 < exp(-L/2), exp(-L/2) < 1 and exp(-n L) (1 + n L) <= 1, for L > 0."""
    depth, n = depth_above.conclusion.args[1], -EXCESS
    W, root = exp(EXCESS * depth), exp(-(HALF * depth))
    W_above = fact("exp-positive", x=EXCESS * depth)
    root_above = fact("exp-positive", x=-(HALF * depth))
    half = bound(lt(0, HALF * depth), (), [[depth_above]])
    root_below = bound(
        lt(root, 1), [exp_inverse(HALF * depth)], [[root_above, exp_above_one(half)]]
    )
    thin = bound(
        le(W * (1 + n * depth), 1),
        [exp_inverse(n * depth)],
        [[W_above, fact("exp-tangent", x=n * depth)]],
    )
    return W_above, root_above, root_below, thin


def too_flat(limit: Term, known: Theorem, apart: Theorem, less: Theorem) -> Theorem:
    """q < -1/2: alpha^(-q) E(alpha) is at most (m + 1)/(1 + n L), n = -(q + 1/2), and falls below
    half of the limit.
    """
    n = -EXCESS
    n_above = bound(lt(0, n), (), [[less]])
    n_back = positive(inv(n), [n_above])
    n_unit = combine(eq(order * inv(n), -1 - HALF * inv(n)), (1, inverse(n, [n_above])))

    def side(k_above):
        k = k_above.conclusion.args[1]
        k_unit, k_back = inverse(k, [k_above]), positive(inv(k), [k_above])
        extra = 2 * (SHARE + 1) * inv(n) * inv(k)
        more = bound(lt(0, extra), (), [[share_above(), n_back, k_back], [n_back, k_back]])

        def use(depth, long, low, high):
            depth_above = bound(lt(0, depth), (), [[more], [long]])
            W_above, root_above, root_below, thin = thinned(depth_above)
            W = W_above.conclusion.args[1]
            # n L k >= 2 (m + 1)
            far = bound(
                le(2 * (SHARE + 1), n * depth * k),
                [n_unit, k_unit],
                [[long, n_above, k_above]],
            )
            top = bound(lt(0, 1 + n * depth), (), [[n_above, depth_above], []])
            large = bound(
                lt(HALF * k, W * (SHARE + 1)),
                (),
                [
                    [low],
                    [high],
                    [W_above, root_above],
                    [W_above, root_below],
                    [W_above, share_above()],
                    [W_above],
                ],
            )
            false = bound(
                lt(0, 0),
                (),
                [[large, top], [thin, share_above()], [thin], [far], [k_above]],
            )
            return contradiction(false, FALSE)

        level = bound(lt(0, HALF * k), (), [[k_above]])
        return at_depth(limit, known, level, more, use)

    return by_cases(
        trichotomy(limit),
        lambda below: side(bound(lt(0, -limit), (), [[below]])),
        lambda same: given(apart, same),
        side,
    )


def too_steep(limit: Term, known: Theorem, more: Theorem) -> Theorem:
    """q > -1/2: alpha^(-q) E(alpha) is at least (1 + (q + 1/2) L) m/2, and exceeds its limit."""
    above = bound(lt(0, EXCESS), (), [[more]])
    share = share_above()
    back, m_back = positive(inv(EXCESS), [above]), positive(inv(SHARE), [share])
    unit = combine(eq(order * inv(EXCESS), 1 - HALF * inv(EXCESS)), (1, inverse(EXCESS, [above])))
    m_unit = combine(eq(mean(1) * inv(SHARE), 1 - inv(SHARE)), (1, inverse(SHARE, [share])))
    extra = 4 * inv(SHARE) + 2 * (limit**2 + 2) * inv(EXCESS) * inv(SHARE)
    longer = bound(lt(0, extra), (), [[m_back], [back, m_back], ([back, m_back], limit)])

    def use(depth, long, low, high):
        root = exp(-(HALF * depth))
        W_above = fact("exp-positive", x=EXCESS * depth)
        root_above = fact("exp-positive", x=-(HALF * depth))
        least = bound(
            le(4 * inv(SHARE), depth), (), [[long], [back, m_back], ([back, m_back], limit)]
        )
        # root (1 + L/2) <= 1 and L >= 4/m
        small = bound(
            le(root * (1 + HALF * depth), 1),
            [exp_inverse(HALF * depth)],
            [[root_above, fact("exp-tangent", x=HALF * depth)]],
        )
        twice = bound(
            le(2 * root, SHARE),
            [m_unit],
            [[small, share], [root_above, least, share], [root_above, share]],
        )
        far = bound(
            le(2 * (limit**2 + 2), EXCESS * depth * SHARE),
            [unit, m_unit],
            [[long, above, share], [above, m_back, share], [above]],
        )
        grown = fact("exp-tangent", x=EXCESS * depth)
        false = bound(
            lt(0, 0),
            (),
            [[high], [W_above, twice], [grown, share], [far], [share]],
            [limit - HALF],
        )
        return contradiction(false, FALSE)

    return at_depth(limit, known, bound(lt(0, 1)), longer, use)


@proof("attention.accelerated-rate")
def accelerated_rate() -> Theorem:
    """E(alpha) = m/sqrt(alpha) - 1: another power than -1/2 leaves a factor that falls to 0 or
    grows beyond every bound.
    """
    (some,) = defined("attention.rate-order")
    goal = eq(order, -HALF)

    def use(limit, both_):
        apart, known = parts(both_)
        return by_cases(
            trichotomy(order, -HALF),
            lambda less: absurd(too_flat(limit, known, apart, less), goal),
            lambda same: same,
            lambda more: absurd(too_steep(limit, known, more), goal),
        )

    return obtain(some, use)
