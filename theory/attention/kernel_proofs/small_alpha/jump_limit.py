"""The bound on jump times for vanishing initialisation, in the kernel."""

from __future__ import annotations

from functools import cache

from theory.attention.kernel_proofs.script import defined, proof
from theory.attention.kernel_proofs.small_alpha.bounds import jump_bound_appendix, largest_above
from theory.attention.kernel_proofs.sphere.maximum import ROOT, sizes
from theory.attention.letters import bound as bounds
from theory.attention.letters.bound import N
from theory.attention.letters.limit import (
    RACE,
    at_scale,
    mu_in,
    mu_limit,
    weighted_in,
    weighted_limit,
)
from theory.proof.lemmas import inv, trichotomy
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, assume, conjunct, discharge, order
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    conjuncts,
    contradiction,
    fact,
    filled,
    given,
    inverse,
    obtain,
    parts,
    positive,
    weaker,
)
from theory.proof.terms import ONE, ZERO, Term, call, eq, le, lt, num

COUNT, LARGE = assume(lt(0, N)), assume(lt(0, mu_limit))
RATE = ROOT * inv(N)
W, M = weighted_limit, mu_limit


@cache
def _general(script) -> Theorem:
    """A theorem about one race, with the race and the learning rate as premises."""
    found = script()
    for name in reversed(RACE):
        found = discharge(DEFINITIONS[name].statement, found)
    return discharge(lt(0, bounds.eta), found)


def at_alpha(script, alpha: Term, above: Theorem, below: Theorem) -> Theorem:
    """The same at the scale alpha."""
    (races,) = defined("attention.races")
    race = at(races, alpha, above, below)
    table = at_scale(alpha)
    found = filled(_general(script), table)
    rate = fact("inverse-positive", above, x=alpha)
    return given(found, rate, *conjuncts(race))


def within(size: Theorem) -> tuple[Theorem, Theorem]:
    """|x| < e gives x < e and -x < e."""
    whole, level = size.conclusion.args
    x = whole.args[0]

    def side(sign):
        goal = lt(num(sign) * x, level)

        def up(ordered):
            same = fact("abs-nonnegative", ordered, x=x)
            return bound(goal, [], [[size], [_ends(same)[0]], [_ends(same)[1]], [ordered]])

        def down(ordered):
            same = fact("abs-negative", ordered, x=x)
            return bound(goal, [], [[size], [_ends(same)[0]], [_ends(same)[1]], [ordered]])

        return by_cases(
            trichotomy(x),
            lambda less: down(weaker(less)),
            lambda same: up(order(le(ZERO, x), ((num(-1), same),), ())),
            lambda more: up(weaker(more)),
        )

    return side(1), side(-1)


def _ends(same: Theorem) -> tuple[Theorem, Theorem]:
    """a <= b and b <= a of a = b."""
    left, right = same.conclusion.args
    return (
        order(le(left, right), ((ONE, same),), ()),
        order(le(right, left), ((num(-1), same),), ()),
    )


def _smallest(ends: list[tuple[Term, Theorem]]) -> tuple[Term, Theorem, list[Theorem]]:
    """(alpha, 0 < alpha, [alpha < x for x in ends]) with 1/alpha = 1 + the sum of 1/x, 0 < x."""
    downs = [fact("inverse-positive", up, x=x) for x, up in ends]
    steep = ONE
    for x, _ in ends:
        steep = steep + inv(x)
    steep_up = bound(lt(0, steep), (), [[one] for one in downs])
    alpha = inv(steep)
    alpha_up = fact("inverse-positive", steep_up, x=steep)
    own = inverse(steep, [steep_up])

    def below(x, up, others):
        """alpha < x: x steep = 1 + x (the others)."""
        unit_x = inverse(x, [up])
        product = combine(eq(x * alpha * steep, x), (x, own))
        expanded = combine(
            eq(x * alpha * steep, alpha + alpha * x * (steep - inv(x))),
            (alpha, unit_x),
        )
        gain = bound(
            lt(0, alpha * x * (steep - inv(x))),
            (),
            [[alpha_up, up], *([alpha_up, up, one] for one in others)],
        )
        return order(
            lt(alpha, x),
            ((ONE, product), (num(-1), expanded)),
            ((ONE, (gain,), ONE),),
        )

    under = [
        below(x, up, [down for down in downs if down is not own_down])
        for (x, up), own_down in zip(ends, downs)
    ]
    return alpha, alpha_up, under


def impossible(short: Theorem, goal: Term) -> Theorem:
    """W M < c contradicts the bound at a small enough alpha."""
    above_size = fact("abs-positive", z=W)
    rate_up = positive(RATE, [COUNT])
    spread = RATE * (M + 1) + call("abs", W) + M + 1
    gap = RATE - W * M
    gap_up = bound(lt(0, gap), (), [[short]])
    whole_up = bound(
        lt(0, spread + gap), (), [[rate_up, LARGE], [rate_up], [above_size], [LARGE], [gap_up]]
    )
    down = fact("inverse-positive", whole_up, x=spread + gap)
    level = gap * inv(spread + gap)
    level_up = bound(lt(0, level), (), [[gap_up, down]])
    unit = inverse(spread + gap, [whole_up])
    spread_up = bound(lt(0, spread), (), [[rate_up, LARGE], [rate_up], [above_size], [LARGE]])
    # e (B + g) = g, so e <= 1 and e B < g
    total = combine(eq(level * (spread + gap), gap), (gap, unit))
    small = _at_most_one(level, level_up, total, spread, gap, spread_up, gap_up, down, unit)
    fits = order(
        lt(level * spread, gap),
        ((ONE, total),),
        ((ONE, (level_up, gap_up), ONE),),
    )
    first, second = defined_limits()

    def use(near_1, rest_1, near_2, rest_2):
        up_1, close_1 = parts(rest_1)
        up_2, close_2 = parts(rest_2)
        alpha, alpha_up, (under_1, under_2, under_level) = _smallest(
            [(near_1, up_1), (near_2, up_2), (level, level_up)]
        )
        near_w = within(at(close_1, alpha, alpha_up, under_1))
        near_m = within(at(close_2, alpha, alpha_up, under_2))
        bounds_at = _bounds_at(alpha, alpha_up, level, level_up, small, under_level, near_w, near_m)
        scaled, close_mu, product = bounds_at
        false = bound(lt(0, 0), [], [[fits], [scaled], [rate_up, close_mu], [product]])
        return contradiction(false, goal)

    return obtain(
        at(first, level, level_up),
        lambda near_1, rest_1: obtain(
            at(second, level, level_up),
            lambda near_2, rest_2: use(near_1, rest_1, near_2, rest_2),
        ),
    )


def _bounds_at(
    alpha: Term, alpha_up: Theorem, level: Term, level_up: Theorem,
    small: Theorem, under_level: Theorem, near_w: tuple, near_m: tuple,
) -> tuple[Theorem, Theorem, Theorem]:  # fmt: skip
    """c (1 - mu) <= w m, mu <= (M + 1) e and w m <= W M + e (|W| + M + 1) at alpha < e <= 1, where
    w and m = mu/alpha are closer than e to W and M.
    """
    under_one = bound(lt(alpha, 1), (), [[under_level], [small]])
    (w_up, w_down), (m_up, m_down) = near_w, near_m
    bounded = at_alpha(jump_bound_appendix, alpha, alpha_up, under_one)
    mu_up = at_alpha(largest_above, alpha, alpha_up, under_one)
    w, mu = weighted_in(alpha), mu_in(alpha)
    m = mu * inv(alpha)
    inner_up = fact("inverse-positive", alpha_up, x=alpha)
    m_above = bound(lt(0, m), (), [[mu_up, inner_up]])
    units = [
        inverse(alpha, [alpha_up]),
        inverse(mu, [mu_up]),
        inverse(inv(alpha), [inner_up]),
    ]
    scaled = bound(le(RATE * (1 - mu), w * m), [*units], [[bounded, m_above]])
    close_mu = bound(
        le(mu, (M + 1) * level),
        [units[0]],
        [[m_up, level_up], [small, level_up], [m_above, under_level]],
    )
    sides = _sizes(W)
    product = bound(
        le(w * m, W * M + level * (call("abs", W) + M + 1)),
        [],
        [
            *([one, two] for one, two in ((sides[0], m_down), (sides[1], m_up))),
            *([one, two] for one, two in ((sides[0], m_up), (sides[1], m_down))),
            [LARGE, w_up],
            *_mixed(w_up, w_down, m_up, m_down, small),
        ],
    )
    return scaled, close_mu, product


def _mixed(w_up, w_down, m_up, m_down, small) -> list:
    """(e - a)(1 + b) and (e + a)(1 - b), for a = w - W, b = m - M, since |b| < e <= 1."""
    b = m_up.conclusion.args[0]
    plain = b.args[1] if b.op == "mul" else b
    one_up = bound(le(0, 1 - plain), (), [[m_up], [small]])
    one_down = bound(le(0, 1 + plain), (), [[m_down], [small]])
    return [[w_up, one_down], [w_down, one_up]]


def _sizes(x: Term) -> list[Theorem]:
    """0 <= |x| - x and 0 <= |x| + x."""
    _, up, down, _ = sizes(x)
    size = call("abs", x)
    return [bound(le(0, size - x), (), [[up]]), bound(le(0, size + x), (), [[down]])]


def _at_most_one(level, level_up, total, spread, gap, spread_up, gap_up, down, unit) -> Theorem:
    """e = g/(B + g) <= 1."""
    rest = spread * inv(spread + gap)
    rest_up = bound(lt(0, rest), (), [[spread_up, down]])
    whole = combine(eq(level + rest, 1), (1, unit))
    return order(le(level, ONE), ((ONE, whole),), ((ONE, (rest_up,), ONE),))


def defined_limits() -> tuple[Theorem, Theorem]:
    """The two limits, each as one statement."""
    whole = assume(DEFINITIONS["attention.limits"].statement)
    first, second = whole.conclusion.args
    return conjunct(whole, first), conjunct(whole, second)


@proof("attention.jump-bound")
def jump_bound() -> Theorem:
    """c/M <= W, since c <= W M."""
    goal = le(ROOT * inv(M) * inv(N), W)
    unit = inverse(M, [LARGE])
    down = fact("inverse-positive", LARGE, x=M)

    def proof_from(ordered):
        return bound(goal, [unit], [[ordered, down]])

    return by_cases(
        trichotomy(W * M, RATE),
        lambda less: impossible(less, goal),
        lambda same: proof_from(order(le(RATE, W * M), ((num(-1), same),), ())),
        lambda more: proof_from(weaker(more)),
    )
